"""Which thing of a make does a sentence name as the user's own?

"Our Bosch dishwasher leaks", "why would our Haas VF-2 chatter?": who says what it does says that they have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NO_MAKE = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|\w+day|Christmas|Easter"
    r"|English|French|German|Spanish|Italian|Dutch|Polish|American|British|Chinese|Japanese|New|Old|First|Second|Last"
    r"|Next|Aunt\w*|Uncle|Grand\w+|Lord|Lady|King|Queen|Doctor|Dr|Mr|Mrs|Python|Java|Excel|Word|Google|Airbnb|Section"
    r"|Chapter|Version|Level|Year|Grade|Class|Group|Team|Phase|Task|Exercise|Question|Option|Unit|Flight|Room|Windows"
    r"|Ubuntu|Chrome|Firefox|Facebook|Instagram|Twitter|Spotify|Netflix|Amazon|Uber|Covid|Aadhaar|DNI|SIN|SSN|NHS|PIN|IBAN|ID|ARR|Ledger|Wi-Fi|USB|LED|GPS|Bluetooth)"
)
_MADE_BY = (
    r"(?:[SŠ]koda|Volvo|Audi|Mercedes|BMW|Subaru|Mazda|Peugeot|Renault|Fiat|Toyota|Honda|Ford|Nissan|Hyundai|Kia|Seat"
    r"|Citro[eë]n|Opel|Vauxhall|VW|Volkswagen|Tesla|Dacia|Suzuki|Yamaha|Kawasaki|Triumph|Ducati|Vespa|Land|Mini)"
)
_THING = (
    r"(?:dishwasher|washing machine|washer|dryer|fridge|freezer|oven|hob|cooker|boiler|kettle|toaster|vacuum|hoover"
    r"|drill|lawnmower|mower|chainsaw|bike|e-?bike|car|van|camper|scooter|motorbike|tractor|boat|kayak|tent|stroller"
    r"|pram|piano|guitar|bass|violin|keyboard|synth|amp|camera|lens|drone|printer|scanner|router|laptop|tablet|phone"
    r"|watch|headphones|earbuds|speaker|soundbar|tv|television|projector|console|espresso machine|coffee machine|mixer"
    r"|blender|air fryer|grill|smoker|sewing machine|treadmill|rowing machine|telescope|microscope|3d printer)"
)
_MAKE = rf"(?!{_NO_MAKE}\b)[A-ZÀ-ÞŠŽ][\w-]+"
_OWN = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur) (?P<thing>{_MAKE}(?: [A-Z][\w-]*){{0,2}} "
    r"(?=[A-Za-z-]*\d)[A-Za-z0-9-]{1,12}(?![:%]|[ ,.]?\d| ?%)"
    rf"|{_MADE_BY} [A-Z][\w-]+|{_MAKE}(?: [A-Z0-9][\w-]*)? {_THING})(?![\w-]| (?:account|app|subscription|manual|stock"
    r"|shares|teacher|lessons?|course|exam|homework|essay)\b)"
)


def things_named(sentence: str) -> Iterator[str]:
    """Yield that the user owns what they call their own by its make."""
    for found in _OWN.finditer(sentence):
        thing = found["thing"]
        article = "some" if thing.endswith("phones") else "an" if thing[0] in "AEIOU" else "a"
        yield f"I own {article} {thing}"

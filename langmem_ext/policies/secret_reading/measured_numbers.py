"""Is this number an amount, a model, a colour, a time, or the number of a bus or a house?

Where doors, phones and cards are spoken of, a number that nothing explains may open one; what explains it is known
here.
"""

from __future__ import annotations

import re

_DIGITS = re.compile(r"(?:\d[ -]?){3,8}")
"""More digits are a card's or an account's."""
_BEFORE = re.compile(
    # an amount
    r"\b(?:paid|pays?|paying|spent|costs?|costing|charged?|quote[ds]|saved|earned|owes?|worth"
    r"|sold (?:it )?for|bought (?:it )?for"
    r"|asking)(?: (?:me|us|him|her|them))? $"
    r"|\b(?:load|distance|limit|capacity|weight|speed|temperature|pressure|voltage|depth|height|width|length|size|rent"
    r"|salary|budget|fine|fee|deposit|price|cost|total|score|population|altitude|mileage|record)"
    r"(?: (?:of|for|on|in) (?:the |my |our |his |her |this |that |an? )?[\w'-]+)?(?: is| was| of|:)+ $"
    # a colour, a sign of a keyboard, a short number to text
    r"|\b(?:colou?r|shade|painted)\b[^.!?\n\d]{0,12}(?:is|was|in|of|:) $|\balt(?: ?\+| code)? $"
    # the number of a bus, of a house, of what is dialled in a hotel
    r"|\b(?:bus|tram|train|ferry|coach)\b[^.!?\n\d]{0,24} (?:is|was|number|no\.?) $"
    r"|\b(?:moved to|lives? (?:at|in)|living at|house|home is) (?:number|no\.?) $"
    r"|\b(?:dial|press) \S{1,3} for [^.!?\n]{0,60}$"
    # a game with digits
    r"|\b(?:digits of pi|lucky (?:numbers?|digits))\b[^.!?\n\d]{0,12}$|\b(?:puzzle|riddle"
    r"|sequence)\b[^.!?\n\d]{0,12} $",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r",? (?:same|down the|up the|across the|on (?:our|the|that)|in (?:our|the|that)) (?:street|road|lane"
    r"|square|avenue)\b"
    r"| (?:a|an|per|each) (?:month|week|year|day|night|hour|person|head)\b"
    r"|,? (?:and )?(?:leaves|runs|departs) (?:every|at|from)\b| (?:achievements|gems|coins|levels?)\b",
    re.IGNORECASE,
)
_TEXTED = re.compile(r"\btext(?:ed|ing)? $", re.IGNORECASE)
_TO_SOMEBODY = re.compile(r" to (?:vote|the (?:radio|show|station|number)|\d)", re.IGNORECASE)
_MODEL = re.compile(
    r"\b(?:an?|used) (?!Pin|Code|Combo|Door|Gate)[A-Z][a-z]+ $"
    r"|\b(?:Nokia|Lenovo|Bravia|Samsung|Canon|Nikon|Epson|Brother|Kyocera|Ricoh|Dell|Acer|Asus|Philips|Siemens|Bosch"
    r"|Yale|Abus|Kryptonite|Peugeot|Porsche|Fiat|Massey Ferguson|John Deere|Hettich|Gira|Jung|Hager|Sony|Panasonic) $"
)
_CODED = re.compile(r"\b(?:pins?|pass ?codes?)\b[^.,;!?\n]*$", re.IGNORECASE)
_NIGHT = re.compile(
    r"\b(?:clock (?:says|said|shows|reads)|it was|woke(?: up)? at|awake at) $", re.IGNORECASE
)
_RINGS = re.compile(
    r"\b(?:goes? off|went off|snooz\w+|wakes?|woke|rings?|rang)\b[^.!?\n]{0,16}$"
    r"|\b(?:alarm clock|wecker|wake-?up call)\b[^.!?\n]{0,30}$",
    re.IGNORECASE,
)
CLOCK = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
"""A time of the day in four digits."""


def is_measured(text: str, start: int, end: int) -> bool:
    """Tell a number that its sentence measures, counts or names something else with."""
    value, before, after = text[start:end], text[max(0, start - 90) : start], text[end : end + 40]
    if _DIGITS.fullmatch(value) is None:
        return False
    texted = _TEXTED.search(before) and _TO_SOMEBODY.match(after)
    timed = CLOCK.fullmatch(value) and any(form.search(before) for form in (_NIGHT, _RINGS))
    if _CODED.search(before[-40:]):
        return False
    return bool(
        texted or timed or _BEFORE.search(before) or _AFTER.match(after) or _MODEL.search(before)
    )

"""Which number is a code because of what it stands beside: a lock, a panel, a key that is pressed after it?

`entry_codes.py` knows how such numbers are announced; here nothing announces them, and three things must meet: a thing
that is opened with digits, what is done with it, and a number that nothing else explains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.token_forms import Span

_N = (
    r"(?P<v>(?<![\w.,/:@$€£+])(?:[#*] ?)?\d(?:[ *-]?\d){2,8}(?: ?[#*](?!\w))?(?:[a-z](?!\w))?)"
    r"(?![\w/:@%€$£-]|[.,]\d| ?(?:%|€|£|°|k\b|am\b|pm\b|hours?\b|minutes?\b|mins?\b|days?\b|weeks?\b|months?\b"
    r"|years?\b"
    r"|euros?\b|pounds\b|dollars?\b|quid\b|bucks\b|people\b|times\b|miles?\b|km\b|kg\b|m\b|cm\b|mm\b|metres?\b"
    r"|meters?\b|steps?\b|pages?\b|words\b|points?\b|degrees?\b|volts?\b|watts?\b|kcal\b|guests?\b|units?\b|digits?\b"
    r"|seats?\b|rooms?\b|cars?\b|items?\b|photos?\b|copies\b|litres?\b|grams?\b|mah\b|[a-z]+ (?:street|st|road"
    r"|rd|avenue|ave|lane|drive)\b|keys?\b(?! symbol)))"
)
_LOCK = (
    r"(?:alarm(?: panel| system)?|(?:burglar|control|entry|door|alarm) panel|safe(?! (?:to|and|for|at(?! the)"
    r"|in(?! (?:the|my|our))|as|under|if"
    r"|from|with|side|mode|bet)\b)|key ?pad|padlock|(?:bike |combination |combo |cable |luggage |suitcase "
    r"|screen |phone"
    r" |tv |telly |kids'? |child |parental |locker |sim |door |gate |time )?(?:lock(?:er|box|r)?|unlock)|vault"
    r"|key ?safe"
    r"|key ?box|gate|garage|barrier|intercom|entry ?phone|buzzer|door(?! (?:number|no|to door))|voice ?mail|suitcase"
    r"|luggage|briefcase|trunk|strongbox|cash ?box|lift|turnstile|till|coop|storage unit|bin store|sharps store"
    r"|cold store"
    r"|parental (?:control|controls)|parental|safe room|atm|cash (?:machine|card)|fuel card|sim(?: card)?)"
)
_PHONE = r"(?:phone|tablet|i ?pad|ipad|laptop|mobile|handset)"
_DOES = (
    r"(?:opens?|unlocks?|unlocked|gets? (?:unlocked|in)|takes?|wants?|needs?|accepts?|goes|turns?|is on|set|reset"
    r"|changed|locked|dial|press|punch|type|typing|typed|enter|tap|key in|keys? in|arm|disarm)"
)
_WITH = (
    r"(?:(?: (?:up|it|them|in|is|to|at|on|by|with|via|using|if|you|as|for|now|still|just|the|code|number))"
    r"|:|,| w/?)*"
)
_ENDS = (
    r"(?=\s*(?:$|[.,;!?)\n(–-]|then\b|and\b|so\b|but\b|to\b|for\b|as\b|on\b|cos\b|is\b|like\b|don'?t\b|in\b"
    r"|n\b|backward))"
)
_KEY = r"(?:(?:star|hash|pound|asterisk|bell|tick|key symbol|green|enter|set|push|pull|press|wait for|f\d)\b)"
_CLAUSE = r"[^.!?\n\d]{0,45}?"

_WHEELS = (
    r"(?:(?:luggage|suitcase|trolley|briefcase|bike|bicycle|cable|shed|gym|console|screen|parental|number"
    r"|combination|combo"
    r"|tablet|telly|tv|trunk|case|bag|backpack|drawer|desk|cabinet) locks?|padlock|suitcase|parental lock(?: on"
    r" the \w+)?"
    r"|luggage|bike chain|candado(?: de \w+(?: \w+)?)?|(?:trolley|travel) case|maleta|zahlenschloss|fahrradschloss"
    r"|kofferschloss|cadenas)"
)
"""What is locked by turning wheels: three digits are a code there, and nothing else's number."""
_SET = (
    r"(?:(?: (?:is|was|says|said|reads|to|at|on|set|reset|itself|it|it's|its|still|now|just|stays|stayed|stuck"
    r"|changed|opens?|with|code|combo"
    r"|combination|the|same|always|uses|takes|wants|gave|up|esta|en|es|est|ist|steht|auf|mine|ours|back))*[:,=]?)"
)
_NO_MEASURE = (
    r"(?![\w/%€$£-]|[.,:]\d| ?(?:%|€|£|°|(?:years?|days?|hours?|minutes?|mins?|euros?|pounds?|dollars?|crowns?"
    r"|kroner|quid|bucks"
    r"|people|times|miles?|k[mg]|[cm]?m|lbs?|grams?|g|litres?|liters?|l|points?|units?|pieces|reviews|items"
    r"|bits?|layers?|options|combinations|edition|students|stars?|watts?|mah"
    r"|x|of|per|inch(?:es)?|series|percent|locks?|cases?|seats|rooms|[a-z]+ (?:street|st|road|rd|avenue|ave|lane"
    r"|drive))\b))"
)
_WHEELED = rf"\b{_WHEELS}{_SET},? (?P<v>\d{{3,4}}){_NO_MEASURE}"
_DEVICE = (
    r"(?:tablet|till|ipad|phone|laptop|safe|alarm|gate|door|garage|locker|key ?safe|key ?box|lock ?box|shutter"
    r"|barrier|printer"
    r"|storeroom|shed|cellar|entrance|keypad|padlock|cabinet|copier|intercom|sim|puk|voicemail|atm)"
)

_BEFORE_A_KEY = rf"{_N}(?:,| and| then|\.)*(?: (?:and|then|followed by|the|a))* {_KEY}(?! (?:[\da-f]{{6}}|of\b))"

_FORMS = tuple(
    re.compile(form)
    for form in (
        # what is done with a lock
        rf"\b{_LOCK}\b{_CLAUSE}\b{_DOES}{_WITH} {_N}",
        rf"\b{_PHONE}\b{_CLAUSE}\b(?:unlocks?|unlocked|opens? (?:up)?|lock(?:ed)?|unlock code)\b{_WITH} {_N}",
        rf"\b{_PHONE}\b(?:'s)? (?:is|was) {_N} to unlock",
        rf"\b(?:locked|set|reset|changed|arm|armed|unlocks?|opens) (?:it |mine |them )?(?:with|to|at|on|w/?) {_N}"
        rf"(?=[^.!?\n]{{0,60}}\b{_LOCK}\b)",
        # what it is
        rf"\b{_LOCK}\b(?:[^.!?\n\d,]{{0,30}}?|,[^.!?\n\d,]{{0,36}},)(?: is| was|'s|:|=|,| it's| it is| that's)"
        rf"(?: (?:now|still|just|always|easy|it's|is|the year|mine|code))*,? {_N}{_ENDS}",
        rf"\b(?:voice ?mail|(?:bay|roller|dock) (?:shutter|door)|key ?safe|lock ?box|(?:phone|screen|tablet|sim|tv"
        rf"|telly|kids'?) (?:un)?lock|tv parental"
        rf"|parental|cash machine|locker|bike lock|combination|combo) {_N}{_ENDS}",
        rf"\b(?:kluis|tresor|coffre(?:-fort)?|caja fuerte|cassaforte|cofre|sejf\w*|kassaskap\w*"
        rf"|pengeskab\w*)\b"
        rf"(?! (?:mod|de toit))[^.!?\n\d]{{0,20}} (?=\d{{4}}|\d \d){_N}",
        rf"\b{_LOCK} {_N} (?:is |was |gets |got )?(?:not |no longer )?(?:accepted|refused|rejected"
        rf"|working)\b",
        # a key is pressed before or after it
        _BEFORE_A_KEY,
        rf"\b(?:star|hash|asterisk|key symbol|bell)(?:,| then| and)+ {_N}",
        # where it is typed, what it is typed for
        rf"{_N},? (?:on|into|in|at) (?:the |your )?(?:key ?pad|pad|panel|lock|gate|atm|cash ?(?:machine|point)"
        rf"|barrier)\b",
        rf"{_N},? (?:to (?:open|unlock|get in|get past|let yourself)|unlocks? |is what (?:opens|unlocks)"
        rf"|as (?:the )?unlock\b)",
        rf"\b(?:let (?:\w+self|you|me|him|her|them|us) in|lets (?:\w+self|you|me|him|her|them|us) in"
        rf"|come (?:straight )?in"
        rf"|in by himself)\b[,.]?[^.!?\n\d]{{0,20}} {_N}",
        rf"\b(?:chained|padlocked|locked|lock|door|gate|barrier|intercom|garage)\b[^.!?\n\d]{{0,40}}\b(?:dial"
        rf"|buzz|punch)"
        rf"(?: in)? {_N}",
        rf"\b(?:dial|buzz)(?: in)? {_N}(?=[^.!?\n]{{0,40}}\b(?:lifts|opens|door|gate|entrance))",
        rf"\b(?:side entrance|front door|back door|main door|bell|doorbell)\b[^.!?\n\d]{{0,30}}\b(?:buzz|press"
        rf"|dial) {_N}",
        # what a bank, a device or a till asks for
        rf"\b(?:telephone|phone) banking\b[^.!?\n\d]{{0,50}} {_N}",
        rf"\b(?:asks?|wants?|needs?)(?: for| me for)? (?:a |the |an |my )?(?:\w+ )?(?:number|code|digits|pin)\b"
        rf"(?:[.,]| and| but| which)[^!?\n\d]{{0,40}}\b(?:is|are|mine is|it's|they're|it) {_N}",
        rf"\b(?:typ(?:e|ed|ing)|enter(?:ed|ing)?|us(?:e|ed|ing)|punch\w*) {_N} (?:at|into|in|on) (?:the |an? |any )?"
        rf"(?:atm|cash ?(?:machine|point)|card machine)",
        rf"\b(?:debit|cash|fuel|bank|credit) card\b(?:'s)?(?: is| was|:)? {_N} (?:is |goes )?(?:entered|typed|first)",
        rf"\b(?:supervisor|manager|override|void|master)\b[^.!?\n\d]{{0,14}}"
        rf"\b(?:number|login|for [a-z ]{{1,30}}|sign-?in|set to)(?:,| is| now|:)* {_N}",
        rf"\b(?:till|guard|porter|staff|trainee)\b[^.!?\n\d]{{0,14}}\b(?:login|sign-?in|set to)(?:,| is| now"
        rf"|:)* {_N}",
        rf"\b(?:at the till|to the till|machine|bank)\b[^.!?\n]{{0,60}}\bit's [^.!?\n]{{1,60}}, {_N}",
        rf"\bsecret number {_N}",
        # what a thing, a person or a card does not let by without
        rf"\b(?:type|press|dial|enter|punch|key)(?: in)? {_N}[^.!?\n\d]{{0,24}}\b(?:barrier|gate|door|shutter"
        rf"|bollard|lift|boom)\b"
        rf"[^.!?\n]{{0,16}}\b(?:goes up|opens|lifts|rises|unlocks|lets)",
        r"\bwithout (?P<v>\d{4,8}) (?:nobody|no one|you|i|he|she|they|we) (?:can'?t |cannot |don'?t |won'?t"
        r" )?(?:gets?|can|get|could)\b",
        r"\b(?P<v>\d{4,6}) (?:is |was )?(?:written|scratched|noted|penned|taped|scribbled|stuck) (?:on|onto"
        r"|inside|under|in)"
        r" (?:the |her |his |my )?(?:\w+ ){0,4}(?:card|sleeve|purse|wallet|phone|keypad)\b",
        r"\b(?:\d|four|five|six|seven|eight)-? ?digits? (?:thing\w*|one|number|code|pin)[,:] (?P<v>\d{4,8})\b",
        r"\btell (?:(?:the |my )?(?:courier|driver|postman|guard|porter|delivery \w+)|him|her|them) (?P<v>\d{4,6})"
        r" when (?:he|she|they|it|the)\b",
        r"\bcard (?:\+|plus|and then|then) (?P<v>\d{4})(?=\s*[.,;!?]|$)",
        rf"\b(?:voice ?mail|phone|tablet|app|folder|mailbox)\b[^.!?\n\d]{{0,20}}\b(?:protected|secured|guarded)"
        rf" (?:by|with) (?P<v>\d{{3,8}}){_NO_MEASURE}",
        rf"\bnumber (?:for|to|of|on) (?:the |my |our )?(?:\w+ ){{0,2}}?(?:bank machine|cash machine|cash ?point"
        rf"|atm|hole in the wall"
        rf"|key ?box|key ?safe|lock|safe|gate|door|alarm|sim|tablet|till)\b[^.!?\n\d]{{0,16}} {_N}",
        # a lock of three or four wheels, and the codes of several things in a row
        _WHEELED,
        rf"\b{_DEVICE} (?P<v>\d{{4,8}})(?=,? (?:and )?(?:the )?(?:\w+ ){{0,2}}{_DEVICE} \d{{4,8}}\b)",
        rf"\b{_DEVICE} \d{{4,8}},? (?:and )?(?:the )?(?:\w+ ){{0,2}}{_DEVICE} (?P<v>\d{{4,8}})(?![\w-]|[.,]\d)",
        # what pairs two things, and a number of so many digits
        rf"\b(?:pair\w*|bluetooth)\b[^.!?\n\d]{{0,40}}\b(?:number|code|pin|key|digits|is|it'?s|with)["
        rf" ,:]+(?P<v>\d{{4,6}})"
        rf"{_NO_MEASURE}",
        r"(?P<v>\b\d{4}) (?:on|for|to pair|pairs) (?:the |my )?(?:bluetooth|pairing)",
        rf"\b(?:four|five|six|[456])[- ]?(?:digits?|numbers)\b[^.!?\n\d]{{0,40}} (?:mine'?s|mine is|mine was|it'?s"
        rf"|is|uses?|put|picked"
        rf"|chose|typed?) (?P<v>\d{{4,6}}){_NO_MEASURE}",
        rf"\b(?:window|bell|keypad|door|gate|intercom)\b[^!?\n]{{0,60}}\bnumber\b[^.!?\n\d]{{0,30}}: {_N}",
        rf"\bnumber\b[^.!?\n\d]{{0,20}}\b(?:window|bell|keypad|door|gate|intercom): {_N}",
    )
)
_PRESSED = next(form for form in _FORMS if form.pattern == _BEFORE_A_KEY)
_TURNED_TO = next(form for form in _FORMS if form.pattern == _WHEELED)
_LETTERED = re.compile(
    r"(?i:\b(?:door|gate|bay|entrance|block|stair\w*|porch|lobby|key ?pad|key ?safe|lock ?box|locker|parcel locker"
    r"|building|hostel"
    r"|digicode)\b)"
    r"[^.!?\n\d]{0,45}?(?i:\b(?:is|was|to|punch|been|reads|enter|press|takes|wants|was)|[:,])\s(?:then )?"
    r"(?P<v>[A-Z]?\d{2,6}[A-Z]\d{0,3}[A-Z]?|[A-Z]\d{3,6}[A-Z]?|[A-Z\d](?:-[A-Z\d]){2,6})(?![\w-])"
    r"|\b(?:[Pp]unch|[Ee]nter|[Pp]ress|[Tt]ype|[Kk]ey in) (?P<w>\d{2,6}[A-Z]|[A-Z]\d{2,6}[A-Z]?) (?:in|on|into"
    r"|at|to)\b"
    r"|(?i:\b(?:door|gate|toilet|loo|shower|bath(?:room)?|barrier|entrance|porch|shed|cellar|hut|caravan|site)s?\b"
    r"[^.!?\n\d]{0,40}\b(?:is|now|press|punch|enter|type|takes?|wants?|needs?|code):? )(?i:now |still )?"
    r"(?P<u>[A-Z]\d{3,5}|\d[A-Z]\d{2,3}|[A-Z]?\d{2}[A-Z]\d{1,2}|[A-Z](?: \d){3,5})(?![\w-])"
    r"|(?<![\w-])(?P<x>\d{3,6}[A-Z])\.? [Tt]hen (?:wait|push|pull|press)"
    r"|(?i:\b(?:door|gate|entrance|building|barrier|hostel|stair\w*|porch|lobby)\b[^.!?\n\d]{0,50}\b(?:code|digits"
    r"|number|type|enter"
    r"|add|press|punch)\b[^.!?\n\d]{0,16}|\bcode (?:of|for|to|at) [^.!?\n\d]{0,30}\b(?:door|gate|entrance|building"
    r"|stair\w*"
    r"|garage)\b[^.!?\n\d]{0,30}) (?P<y>[A-Z]\d{3,5}[A-Z]?|\d{2,4}[A-Z]\d{0,2})(?![\w-])"
    r"|(?i:\b(?:get in|get into|door|gate|cellar|shed|bin store|bike room)\b[^.!?\n]{0,40} (?:type|press|punch|enter))"
    r" (?P<z>\d{2,4}[A-Z]\d{1,2}|[A-Z]\d{3,5}) (?:and|then)\b"
)
_TURN = r"(?:left|right)(?: again| past \w+| once| twice)*(?: to)?"
_STOP = (
    r"(?:\d{1,2}|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -]?)?(?:zero|one|two|three|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen)|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b"
)
_TURNS = re.compile(
    rf"\b(?P<v>{_TURN} {_STOP}(?:,? ?(?:and |then |and then )?{_TURN} {_STOP}){{2,3}})(?! (?:steps?|times|km|m|miles?"
    r"|streets?|blocks?|points?|votes?|turns?)\b)"
)
"""Three turns of a dial: hardly anything else goes left, right and left by numbers."""
_DIAL = re.compile(
    r"\b(?:safe|lock(?:er|s)?|padlock|vault|dial|combination|combo|mail ?box|strong ?box|cabinet|gym|opens?|handle)\b"
)
_TURNED = re.compile(
    r"\b(?:locker|lock|padlock|safe|vault|suitcase|trunk|combination|combo)\b[^.!?\n\d]{0,40}?(?:\b(?:is|was|at"
    r"|to|on|goes"
    r"|opens|first|says)|[:,?])[^.!?\n\d]{0,12} (?P<v>\d{1,2}(?: ?- ?\d{1,2}){2})(?![\w/-])"
    r"|\b(?:note|it'?s|is|was|:),? (?P<x>\d{1,2}(?:-\d{1,2}){3})(?![\w/-])"
    r"|\b(?:locker|lock|padlock|safe|vault)\b[^.!?\n]{0,40}?(?P<w>(?:left|right) \d{1,2}[, ]+(?:then )?(?:left"
    r"|right) \d{1,2}"
    r"(?:[, ]+(?:then )?(?:left|right) \d{1,2})?)"
)
_ABOUT = any_of(
    "alarm panel safe pad lock vault gate garage barrier intercom phone buzz door voicemail voice suitcase luggage"
    " briefcase trunk strongbox cash lift turnstile till coop storage store parental atm card sim star hash asterisk"
    " bell key dial bank digits number code pin supervisor override master tablet ipad laptop let come entrance block"
    " bay hostel punch enter press then shutter pair bluetooth window bike bell maleta schloss cadenas stair porch"
    " building without written tell card protected secured guarded kluis tresor coffre caja cassaf cofre sejf kassa"
    " penges candado".split()
)
_DIGITS = re.compile(
    r"\d(?:(?<=[a-z].)\d\d|(?<!\d.)(?!(?<=1)9\d\d(?!\d)|(?<=2)0\d\d(?!\d))\d\d|[ *-]\d{1,2}[ *-]\d|\d? ?- ?\d"
    r"|-[a-z]-|\d\d[a-z]\b"
    r"|\d[a-z]\b|[a-z]\d\d)|(?:left|right) \d|\b(?:19|20)\d\d(?:,? (?:and )?then|[#*])"
)
"""Three digits in a row that are no year, or some with something between them: most texts have none."""
_LOCKS = any_of("alarm lock keypad voicemail safe gate parental pad".split())
_AT = re.compile(r"\b(?:at|for|by) \d$|\bto 3$")
_ELSEWHERE = re.compile(r"\b(?:company|firm|model|clock|people|repair)\b")
_THING = re.compile(
    rf"\b(?:{_LOCK}|panel|supervisor|buzz|doorbell|press the bell|star|hash|key symbol|pad)\b"
)
_DIGIT = re.compile(r"\d(?:\d\d|[ *-]{1,3}\d|[a-z*#-]|(?<=(?:left|ight) .))")
_NOT_THAT = re.compile(
    r"\b(?:room|flat|apartment|apt|unit|bus|line|route|order|serial|model|extension|ext|page|flight|built|since|born"
    r"|from|until|invoice|ticket|number plate|version|call|ring|phone me|ring me|tel|isbn|postcode|year|gate"
    r"|locker|door"
    r"|store|number|no|part|sku|weighs|costs?|paid|worth|over|under|about|around|nearly|almost|only|some|every|last"
    r"|another|error|reg|registration)\.? $"
)
_IN_A_YEAR = re.compile(
    r"\b(?:in|since|from|of|until|by|before|after|circa|around|dates?|summer|winter|spring|autumn) $"
)
_TIME = re.compile(r"(?:[01]?\d|2[0-3])[0-5]\d")
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_TELEPHONE = re.compile(r"0\d{2,4}[ -]?\d{3}|0[38]00|1?-?\d{3}-\d{3}")


def find_opening_numbers(text: str) -> Iterator[Span]:
    """Yield numbers that open something though nothing announces them: "the bin store takes 9164"."""
    low = lowered(text)
    if "left" in low and "right" in low and _DIAL.search(low):
        for match in _TURNS.finditer(low):
            yield "pin", *match.span("v")
    if not _DIGIT.search(low) or not (_ABOUT if _DIGITS.search(low) else _LOCKS).search(low):
        return
    for form in _FORMS:
        for match in form.finditer(low):
            if _opens(match, low):
                yield "pin", *match.span("v")
    for form in (_LETTERED, _TURNED):
        for match in form.finditer(text if form is _LETTERED else low):
            which = next(name for name, value in match.groupdict().items() if value)
            if any(map(str.isdigit, match[which])):
                yield "pin", *match.span(which)


def _opens(match: re.Match[str], low: str) -> bool:
    """Tell a code from a year, a telephone number and the number of a thing."""
    start, value = match.start("v"), match["v"]
    before = low[max(0, start - 24) : start]
    digits = sum(map(str.isdigit, value))
    if _NOT_THAT.search(before) and not re.search(
        r"(?:locker|lock|secret number|number|gate) $", match[0][: start - match.start()]
    ):
        return False
    if _YEAR.fullmatch(value) and _IN_A_YEAR.search(before):
        return False
    if _ELSEWHERE.search(match[0]) or (match.re is _PRESSED and not _THING.search(low)):
        return False
    if digits < 4 and "locker" in match[0] and value.isdigit():
        return False
    if (
        match.re is not _TURNED_TO
        and _TIME.fullmatch(value)
        and _AT.search(before[-4:] + str(digits))
    ):
        return False
    return digits <= 8 and not (digits > 6 and _TELEPHONE.match(value))

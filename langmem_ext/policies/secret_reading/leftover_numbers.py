"""Which number is left over in a text that speaks of what is opened with one?

"Her SIM always took 5140", "the clubhouse door: 2580": nothing calls it a code, and no form of sentence gives it.
But something there is opened with digits or somebody is asked for them, and the number counts, dates and names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.measured_numbers import CLOCK
from langmem_ext.policies.secret_reading.token_forms import Span

_NUMBER = re.compile(
    r"(?<![\w.,/:@$€£+=&%-])(?<![$€£] )(?<![\d)] )(?P<v>[#*]?(?:\d{3,8}|\d{3}[ -]\d{3}|\d\d[ -]\d\d[ -]\d\d|\d"
    r"(?:-\d){3,7}"
    r"|\d(?: \d){3,7})[#*]?)(?!\w|[%€$£=]|[.,:/-]\d|-[a-z\d]| ?[/%€$£]| x \d| \d)"
)
_MEASURED = re.compile(
    r" ?(?:k|am|pm|o'?clock|h|hrs?|hours?|mins?|minutes?|secs?|seconds?|days?|nights?|weeks?|months?|years?|yrs?|euros?"
    r"|eur|usd|gbp|pounds?|dollars?|quid|bucks|crowns?|kroner?|francs?|yen|rupees?|rs|inr|lira|zloty|pesos?|rand"
    r"|baht|people"
    r"|persons?|guests?|users?|members?|customers?|visitors?|employees|staff|students?|pupils|kids|men|women|times"
    r"|miles?"
    r"|k[mg]s?|[cm]?m|mm|m2|sqm|sq|feet|foot|ft|inch(?:es)?|in|cm|metres?|meters?|lbs?|oz|grams?|g|mg|litres?"
    r"|liters?|l|ml"
    r"|points?|pts|units?|pieces?|pcs|items?|copies|pages?|words?|characters?|chars|letters|digits?|lines?|rows?"
    r"|columns?"
    r"|files?|photos?|pictures?|songs?|videos?|messages|e?mails?|steps?|calories|k?cal|volts?|v|watts?|w|kwh?|amps?"
    r"|mah|hz"
    r"|[kmg]hz|rpm|psi|bar|[kmgt]b|[kmgt]?bit|mbps|px|pixels?|dpi|degrees?|°|percent|seats?|rooms?|cars?|bikes?"
    r"|doors?|keys?"
    r"|locks?|safes?|apartments?|flats?|houses?|homes|views?|likes|followers|subscribers|reviews?|votes?|shares|stars?"
    r"|clients?|orders?|tickets?|entries|requests?|calls?|attempts?|tries|options|combinations|possibilities|codes?"
    r"|pins"
    r"|bottles|boxes|bags|bricks|tiles|sheets|plus|or so|bc|ad|street|st|road|rd|avenue|ave|lane|drive|blvd|series"
    r"|model"
    r"|edition|version|amp|of)\b|(?:st|nd|rd|th|s)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"[\"'”)*]{0,2}\s*(?:$|[.,;:!?)\n(–—\U0001f300-\U0001faff-]|\.\.|(?:and|or|but|so|then|is|was|isn'?t|works?"
    r"|worked|doesn'?t"
    r"|didn'?t|did|does|no longer|never|always|for|to|on|in|into|at|as|like|from|with|w|when|if|because|cos|since"
    r"|before"
    r"|after|until|till|now|still|again|which|that|twice|thrice|three times|four times|five times|once|backwards"
    r"|forwards"
    r"|instead|straight|please|pls|plz|lol|haha|n|i|we|you|he|she|they|it|gets|lets|opens|unlocks|written|keeps"
    r"|same|too"
    r"|came|just|wait|though|rmbr|remember|who|wont|won'?t|left|right|between|the (?:year|month|day|date|last|old|new)"
    r"|expired|expires|arrived|yesterday|today|tonight|tomorrow|what|how|should|can|do|dont|don'?t|not|jus|gonna"
    r"|also|even)"
    r"\b(?! (?:off|euros?|people)))"
)
"""What follows a number that counts nothing."""
_NUMBERED = re.compile(
    r"\b(?:bleep|pager|beeper|consignment|location|seq(?:uence)?"
    r"|rooms?|flat|apartments?|apt|suite|unit|bus|tram|train|line|route|highway|motorway|exit|gate|platform"
    r"|terminal"
    r"|seat|table|row|order|serial|model|series|version|build|release|extension|ext|pages?|chapter|section|article"
    r"|paragraph"
    r"|figure|slide|step|level|lesson|question|exercise|flight|lh|ba|ryanair|easyjet|born|built|since|from|until"
    r"|till|by"
    r"|before|after|invoice|bill|ticket|booking|reservation|receipt|reference|ref|case|claim|policy|contract"
    r"|tracking|parcel"
    r"|plate|call|ring|phone me|tel|telephone|fax|mobile|isbn|ean|barcode|postcode|zip|postal code|box|p\.?o\.? box"
    r"|year|yr"
    r"|store|shop|branch|department|no|nr|part|sku|article|item|product|weighs?|costs?|paid|pay|pays|worth"
    r"|price[ds]?|over"
    r"|under|about|around|roughly|approximately|approx|nearly|almost|(?<!is )(?<!was )only|some|every|last"
    r"|another|error|status"
    r"|errno|reg"
    r"|port|ports|channel|frequency|circa|in|spring|summer|autumn|winter|january|february|march|april|may|june|july"
    r"|august"
    r"|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|monday|tuesday|wednesday"
    r"|thursday"
    r"|friday|saturday|sunday|at|than|up to|between|member|membership|customer|student|employee|staff id|user id|id|ids"
    r"|house|street|route|peugeot|renault|bmw|porsche|nokia|ral|pantone|din|iso|rfc|law|§|paragraph|grade|class"
    r"|area|fallout"
    r"|windows|office|galaxy|iphone|pixel|canon|nikon|hp|dell|issue|pr|bug|jira|commit|job|run|batch|lot|stop|bay"
    r"|locker"
    r"|scored|score|won|lost|earned|raised|saved|owe[sd]?|spent|made|sold|bought|limit of|limit is|maximum of|total"
    r" of|total"
    r"|balance|amount|deposit|rent|fee|salary|budget|population|altitude|distance|chapter|psalm|hymn|track|disc|episode"
    r"|season|world|vault|agent|studio|radio|fm|dm|thread|section|form|schedule|title|vin|imei|iccid|asin|sku|meter"
    r"|reading"
    r"|odometer|mileage|speed|rpm|for \w+ number|\w+ line|like|x|by|or|vs|of|km|more than|less than|all|these|those"
    r"|first"
    r"|next|top|past|our|an?|how many|count|counted|got up to|went from|going from|from \S+ to|to around|number"
    r" plate|registration|act"
    r"|code (?:review|base)|codice|hex|colou?r|is number|(?:bus|line|house|room|locker|flat|track) number)[.:#]?"
    r" ?[\"'“(]?#?$",
    re.IGNORECASE,
)
_ALLOWED = re.compile(
    r"\b(?:(?:secret|pin|code|safe|lock|box|key|door|gate|entry|alarm|unlock|access) (?:number|no|nr)|(?:birth"
    r"|wedding|year)"
    r"[^.!?\d]{0,20}|(?:phone|door|gate|lock|locker|house|alarm|safe|vault|store|box|key ?box|lock ?box|shed|bin"
    r" store|garage)"
    r"(?: (?:code|pin|combo)s?)?(?: is| was|:|=| ->)|code(?: is|:)? (?:by|of)|[a-z'’]+ (?:lock|safe|alarm|pin|code))"
    r"[.:#]? ?[\"'“(]?$",
    re.IGNORECASE,
)
_TIMED = re.compile(r"(?:[01]\d|2[0-3])(?:00|15|30|45)")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_TELEPHONE = re.compile(r"0[1-9]\d{2,4}[ -]?\d{3}|0[38]00|00[1-9]")

_FAR = re.compile(
    r"\b(?:telephone|phone number|landline|tel|fax)\b(?: (?!(?:pin|code|unlock\w*|bank\w*|lock)\b)[a-z']+){0,6}"
    r" (?:is|was|be|to|number|no):? $|\bgas safe\b[^.!?\d]{0,24} $|"
    r"\b(?:member(?:ship)?|customer|client|patient|employee|student|staff|case|ticket|claim|meters?|extension|account"
    r"|registration|plate|policy|serial|model|reference)"
    r" (?:number|no|nr|id|readings?)?\b[^.!?\d]{0,30}\b(?:is|was|are|reads?|which is|:) $"
    r"|\b(?:reads?|reading|readings|ending|ends|beginning|begins|starting|starts|next to|zone|ending in)"
    r"[:,]? (?:with |in )?$|\*{2,} ?$|\bnight \d+[^a-z]{0,6}$"
)
"""Names of numbers that stand farther off, and what is said of a part of one."""
_AMOUNT = re.compile(
    r"\b(?:cost|costs|charged?|charges|billed|lent|owes?|paid|holds?|has|have|had|makes?|made|measures|fee|fine"
    r"|price|limit|quota"
    r"|took|ate|does|short|plus|minus|times|fees? (?:is|was|of)|(?:fee|fine|price|rent|salary|limit|budget|balance"
    r"|total) (?:is|was)"
    r"|gave (?:me|us|him|her)|shows?|displays?|weighs|reached|hit|earns?)(?: (?:me|us|him|her|you))? $"
)
_CALLED = re.compile(
    r"\b(?:lockers?|doors?|gates?|garages?|keys?|buildings?|hall|block|office|spot|space|zone|house|tower|studio"
    r"|cabin|booth"
    r"|printer|panel|meter|pump|card|box|cupboard|cabinet|drawer|store|plan|clock|radio|yale|schlage|abus|samsung|bosch"
    r"|honeywell|siemens|nuki|chubb|master lock|pattern|phone|tablet|laptop|app|machine|tv|copier|scanner|ipad|shed"
    r"|flat"
    r"|cottage|hut|airbnb|pool|gym|hotel|car park|parking|lift|elevator|suitcase|trunk|lobby|entrance|profile"
    r"|unlocked|unlock the"
    r"|screen|battery|display|google|signal|paypal|instagram|master|override|voicemail|till|vault|verification|text"
    r"|sms) $"
)
"""What a number may name when nothing stands between: locker 219."""
_ITEM = re.compile(
    r"(?:^|[,;:(\n•*–-]|\b(?:and|the|bring|note|calendar|card|message))\s*(?:(?:front|back|side|main|gym|bike"
    r"|office|garage|shed|pool|my|our"
    r"|the) )*(?:doors?|gate|garage|locker|shed|box|key|lobby|entrance|barrier|cellar|bin store|store ?room|till"
    r"|vault|voicemail|tv"
    r"|meter cupboard|cupboard|pool|gym|panel|verification|text|sms|whatsapp|paypal|google|instagram) $"
)
"""An item of a list, of which the number is all that is said: "door 2217, bins on Tuesday"."""
_ITEM_ENDS = re.compile(r"\s*(?:$|[.,;!\n)]|and\b|then\b)")
_ALARM_TIME = re.compile(r"\balarm\b[^.!?\d]{0,20}\b(?:for|at|to)? ?$")
_DATE = re.compile(r"(?:0[1-9]|[12]\d|3[01])-(?:0[1-9]|1[0-2])-\d\d")
_DATED = re.compile(r"\b(?:born|on|dated|date|since|dob|birthday|until|due|from)\b")
_PLATE = re.compile(
    r"(?<![A-Za-z])(?!PIN|SIM|TV |ATM|PUK|OTP|TAN|SMS|2FA|MFA|TO |IS |AND|THE)[A-Z]{1,3}(?:-[A-Z]{1,3})?[ -]$"
)
_HOUSE = re.compile(
    r",? (?:[A-Z][\w'.-]+ ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Way|Lane|Ln|Drive|Dr|Blvd|Boulevard|Court|Place"
    r"|Square)\b"
)
_WHEELS = re.compile(
    r"\b(?:bike|bicycle|luggage|suitcase|cable|padlock|combination|combo|wheels?|dials?|briefcase|trolley|chain"
    r"|pram|gym|shed|buggy) ?lock"
    r"|\bpadlock|\bsuitcase|\bcombination\b|\bcombo\b|\bcvv2?\b|\bcvc2?\b|\bthree digits\b|\bthe dials\b"
)

_SURE = re.compile(
    r"\b(?:pins?|pass ?codes?|codes?|código|code? ?word|combos?|combination|secret number|digits|unlock\w*|un-lock"
    r"|padlocks?"
    r"|(?:bike|phone|screen|door|combination|luggage|suitcase|number|tablet|wheel|cable|parental|child|gym|cupboard)"
    r" ?locks?|lock screen|screen ?lock|key ?pad|key ?safe|key ?box|lock ?box|safe(?= (?:is|was|in|at|with|opens"
    r"|takes|wants"
    r"|code|combo|to|has|number))|(?:the|my|our|hotel|gun|house|dad's|grandad's|office|wall|floor) safe|alarm"
    r"|burglar|sim(?:"
    r" card)?|voice ?mail|atm|cash ?(?:machine|point|card)|bank machine|puk|2fa|verif\w+|otp|one-time|sms|texted"
    r"|(?:the|a|this|that|my|his|her|their) text(?: message)?|text message|whats ?app|till|parental|intercom|entry"
    r" ?phone"
    r"|(?:debit|bank|credit) card|(?:telephone|phone) banking|pattern|swipe|fingerprint|face id|touch id|disarm\w*"
    r"|get in"
    r"|let\w* (?:me|you|him|her|us|them|\w+sel\w+) in|master|override|key ?less|code word|safe box|strong ?box"
    r"|vault|turnstile"
    r"|buzzer|barrier|signal|google|instagram|paypal|netflix profile|steam guard|authenticator|telegram|apple id)\b",
    re.IGNORECASE,
)
"""What is opened with digits, or asks for some."""
_CODED = re.compile(
    r"\b(?:pins?|pass ?codes?|codes?|combos?|combination|digits|unlock\w*|sim(?: card)?|voice ?mail|atm|cash ?"
    r"(?:machine|point|card)"
    r"|(?:debit|bank|credit) card|key ?pad|key ?safe|key ?box|lock ?box|padlock|(?:bike|phone|screen|luggage"
    r"|suitcase) ?lock"
    r"|parental)\b"
)
"""What a year may be the code of."""
_HISTORY = re.compile(
    r"\b(?:dates?|dated|built|made|founded|painted|opened|museum|antique|century|history|historic|invented"
    r"|introduced|since|from"
    r"|until|law|act|model|edition|copyright|olympics|world cup|elections?|war)\b(?! (?:ended|started|began))"
)
_THING = re.compile(
    r"\b(?:doors?|gates?|garage|shed|cellar|entrance|phone|tablet|i ?pad|laptop|cards?|bank|lockers?|printer|copier"
    r"|scanner"
    r"|box|store ?room|bin (?:room|store)|laundry room|cupboard|cabinet|drawer|building|lobby|lift|elevator|flat"
    r"|cottage|hut"
    r"|cabin|airbnb|hotel|car park|parking|gym|pool|office|tv|telly|suitcase|trunk|radio|panel|meter|pump|locks?"
    r"|app|profile"
    r"|machine|playstation|xbox|nintendo|key|safe|scooter|wardrobe|chest|register|trolley|cage|kennel|coop"
    r"|hatch|stair\w*|boom|mail ?box|post"
    r" ?box|mower"
    r"|drone|e-?bike|bike|bicycle|camera|doorbell|boat|marina|pontoon|jetty|dryer|fridge|freezer|tool ?box|attic"
    r"|loft|barn"
    r"|stable|greenhouse|church|vestry|club ?house|changing room|staff ?room|server room|lab|archive|diary|chain"
    r"|trailer"
    r"|caravan|camper|console|kindle|watch|set-?top box|roof|terrace|toilets?|loo|bathrooms?|restroom|showers?"
    r"|sauna|spa"
    r"|corridor|courtyard|yard|porch|bollard|playground|nursery|kindergarten|clinic|surgery|ward|pharmacy|warehouse"
    r"|depot"
    r"|workshop|studio|darkroom|canteen|kitchen|cash desk|counter|terminal|screen|handset|mobile|smartphone"
    r"|telephone|fob|remote|shutters?|roller|immobili[sz]er|tracker|kiosk|weighbridge|pram|buggy)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:opens?|opened|unlock\w*|takes?|took|wants?|wanted|needs|asks?|asked|accepts?|enter(?:ed|s)?|typ(?:e[ds]?"
    r"|ing)|press"
    r"|punch|dial|key in|keyed|put in|puts in|let in|set (?:it |them |\w+ )?(?:to|as)|changed to|swapped|reset"
    r"|locked|locks"
    r"|whispered|picked|chose|wrote|writes|written|remember|forg[eo]t\w*|works|worked|refused|rejected|wrong"
    r"|blocked|gave"
    r"|turn|spin\w*|wheels|dials|after the beep|backwards|birthday|year she|year he|tell (?:the|him|her|them))\b",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(
    r"\b(?:(?:billing|shipping|e-?mail|home|postal) address|(?:my|the|our) address|address:|avenue|apt\. \d|suite"
    r" \d|dpo|apo)\b"
    r"|\b(?:postal|post ?code|postleitzahl|zip|area|order|sort by|dial(?:ling|ing)?|country|error|status|exit "
    r"(?!code tonight)|promo|coupon"
    r"|voucher|discount|gift|referral|dress|qr|bar|colou?r|hex|sort|branch|swift|bic|source|product|item|sku|shop|store|dealer"
    r"|tracking|booking"
    r"|flight|airport|class|course|game|quiz|kahoot|tax|hs|icd|cpt|fault|diagnostic|obd|http|morse|language"
    r"|currency|auth)"
    r"[ -]?codes?\b|\bpin ?codes? (?:of|for) (?!(?:the|my|our|his|her|their)\b)|\bpostal\b|\bkahoot|\brfc\b"
    r"|\breadings?\b|\blimit (?:is|of)\b|\bpin(?:s)? (?:on|in) (?:the|a) (?:map|board|wall)|\bpinball|\b(?:e\.g\."
    r"|for example|such as|example|any"
    r" \w+ digits|says the manual|factory|how many (?:combinations|digits|codes)|game|bingo|lottery|lotto|quiz"
    r"|puzzle|riddle"
    r"|escape room|novel|film|movie|character|episode|number plate|prime|sequence|fibonacci|spreadsheet|gpio"
    r"|arduino|esp32"
    r"|dishwasher|washing machine|boiler|oven|washer|dryer|heat pump|breadboard|header pin|connector|pinout"
    r"|solder\w*|last (?:four|4) digits|ends in|ending in|loyalty|library card|business"
    r" cards?|card games?|graphics card|score[ds]?|stack ?trace|localhost|tcp|udp|ports?|nmap|python|javascript"
    r"|compile\w*|git"
    r"|branch|commit|merge|pull request|css|html|regex|sql|ascii|unicode|alt (?:code|held)|numpad|binary|decimal"
    r"|sum|multiply"
    r"|divi\w+|divisible|square root|maths?|algebra|calculate|equation|digits of pi|roman numerals?|kanji|knitting"
    r"|crochet"
    r"|sewing|stitch\w*|prints?|returns?|compiler?|debug\w*|function|loop|array|trademark|emoji,|possible (?:values"
    r"|pins|codes)"
    r"|expir\w+ (?:in )?\d+|exp\.? \d+|valid (?:thru|through|to) \d+|last four|badge|achievement|trophy|coins|xp|quota"
    r"|api"
    r"|endpoints?|listens?|webhook|sensor|thermostat|advent calendar|invented|founded|in what year|what year|which year"
    r"|building code|code of conduct|parcel|dhl|ups|hermes|fedex|deposit|landlord|invoice|transferred"
    r"|withdr[ae]w\w*)\b",
    re.IGNORECASE,
)
"""What makes the codes, pins and numbers of a text others than those that open something."""
_TOLD = re.compile(
    r"(?:\b(?:is|was|it'?s|its|to|on|at|reads|with)|[:=])(?: (?:now|still|set to))? $"
)
_OPENED_WITH = re.compile(
    r"\b(?:open(?:s|ed)?|unlock(?:s|ed)?|roll(?:s|ed)?|spin|spun|turn(?:s|ed)?|dial(?:s|led)?)\b[^.!?\d]{0,20}"
    r" (?:with|to|on) $"
)
_TRIVIAL = frozenset("1234 0000 1111 123456 000000".split())
_IN_GENERAL = re.compile(r"(?:^|[.!?,\n] ?)is\b|\b(?:why|people|common|worst|most|many|bad|weak)\b")
"""What is said of the codes that everybody has."""
_HINT = any_of(
    "pin;code;código;combo;combin;secret;digit;unlock;lock;keypad;key;safe;alarm;burglar;sim;voice;atm;cash;bank;puk;2fa;verif"
    ";otp;one-time;sms;text;whats;till;parental;intercom;entry;card;pattern;swipe;finger;face id;touch;disarm;get"
    " in;let;master"
    ";override;vault;turnst;buzz;barrier;signal;google;insta;paypal;netfl;steam;authent;telegram;apple;door;gate;garage;shed"
    ";cellar;entran;phone;tablet;ipad;laptop;print;copier;scanner;box;store;bin"
    " ;laundr;cup;cabin;drawer;build;lobby;lift;elev"
    ";flat;cott;hut;airbnb;hotel;park;gym;pool;office;tv;telly;suitcase;trunk;radio;panel;meter;pump;app;profile;machine".split(
        ";"
    )
)
_DIGITS = re.compile(r"\d(?:\d\d|[ -]\d(?:[ -]\d|\d[ -]))")
_ENDS = re.compile(r"[.!?](?=\s)|\n")


def find_leftover_numbers(low: str, text: str) -> Iterator[Span]:
    """Yield numbers of three to eight digits that nothing else explains; `low` is the text in lower case."""
    if not _DIGITS.search(low) or not _HINT.search(low):
        return
    for match in _NUMBER.finditer(low):
        if not _is_named(low, text, match) and _is_asked_for(low, match):
            yield "pin", *match.span("v")


def is_read_out(low: str) -> bool:
    """Tell whether a text has digits that are said one by one and no code: a meter's, an error's, a telephone's."""
    return _READ_OUT.search(low) is not None


_READ_OUT = re.compile(
    r"\b(?:meter|readings?|errors?|(?:phone|serial|order|flight) number|extension)\b"
)


def is_unexplained(low: str, text: str, start: int, end: int) -> bool:
    """Tell a number of three to eight digits that nothing around it counts, names or measures with."""
    match = _NUMBER.match(low, start)
    if match is None or match.end("v") != end or _is_named(low, text, match):
        return False
    known = len(match["v"]) < 4 or _YEAR.fullmatch(match["v"])
    return not known and _OTHERWISE.search(_around(low, start, end)) is None


def _is_named(low: str, text: str, match: re.Match[str]) -> bool:
    """Tell a number that is measured, names a thing, or is a part of a longer one."""
    value, (start, end) = match["v"], match.span("v")
    before = low[max(0, start - 48) : start]
    if not _GOES_ON.match(low, end) or _MEASURED.match(low, end) or _HOUSE.match(text, end):
        return True
    if _TELEPHONE.match(value) or _PLATE.search(text[max(0, start - 8) : start]):
        return True
    if _FAR.search(before) or _AMOUNT.search(before) or _is_a_time(value, before):
        return True
    if _CALLED.search(before) and not (_ITEM.search(before) and _ITEM_ENDS.match(low, end)):
        return True
    return _NUMBERED.search(before) is not None and _ALLOWED.search(before) is None


def _is_a_time(value: str, before: str) -> bool:
    clock = CLOCK.fullmatch(value) and _ALARM_TIME.search(before)
    return bool(clock or (_DATE.fullmatch(value) and _DATED.search(before)))


def _is_asked_for(low: str, match: re.Match[str]) -> bool:
    """Tell whether something near is opened with digits, or somebody is asked for some."""
    value = match["v"]
    around = _around(low, *match.span("v"))
    if _OTHERWISE.search(around) or (value in _TRIVIAL and _IN_GENERAL.search(around)):
        return False
    digits = re.sub(r"\D", "", value)
    sure = _SURE.search(around) is not None
    thing = _THING.search(around) is not None
    if len(digits) == 3:
        told = _TOLD.search(low[max(0, match.start("v") - 24) : match.start("v")]) is not None
        opened = _OPENED_WITH.search(low[max(0, match.start("v") - 40) : match.start("v")])
        return bool(
            (sure or opened)
            and (thing or (told and _WHEELS.search(around) is not None))
            and value not in ("100", "360")
        )
    if _YEAR.fullmatch(value):
        return _CODED.search(around) is not None and _HISTORY.search(around) is None
    if _TIMED.fullmatch(value) and value[0] in "012" and value not in _TRIVIAL:
        return sure and (thing or _DONE.search(around) is not None)
    if (digits.endswith("00") and value not in _TRIVIAL) or len(digits) > 6:
        return sure
    return sure or thing


def _around(low: str, start: int, end: int) -> str:
    """Return the sentence of a number, with the one before and the one after it."""
    marks = [
        mark.end() for mark in _ENDS.finditer(low, max(0, start - 200), min(len(low), end + 120))
    ]
    before = [mark for mark in marks if mark <= start]
    after = [mark for mark in marks if mark > end]
    low_end = before[-2] if len(before) > 1 else max(0, start - 200)
    return low[low_end : after[0] if after else end + 120]

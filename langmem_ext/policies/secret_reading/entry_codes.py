"""Which number opens a door, a phone or an account, though nobody calls it a password?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.token_forms import Span

_APART = r"(?<!\d)(?<!\d[-./])"
_DIGITS = _APART + r"(?P<v>(?:[a-z]{1,3}-)?[#*]?\d(?:[ .*-]?\d){3,9}[#*]?)"
_NOT_A_COUNT = (
    r"(?![\w:/%€$]|[.,-]\d|\s?(?:%|€|\$|k\b|am\b|pm\b|o'?clock|dollars?|euros?|bucks|pounds|usd|eur|people"
    r"|[mckn]?m|inch(?:es)?|volts?|watts?|rpm|k?hz|mah|kcal|litres?|liters?|ml|[kg]b|mbit|mbps"
    r"|years?|days?|hours?"
    r"|minutes?|meters?|metres?|miles?|km|kg|m2|sq|feet|square|steps?|points?|times|units|items|rows|users"
    r"|words|characters"
    r"|tokens|pixels|grams?|photos?|[a-z]+ (?:street|st|ave|avenue|road|rd|lane|drive))\b)"
)
_NUMBER = _DIGITS + _NOT_A_COUNT
_LONG = _APART + r"(?P<v>(?:[a-z]{1,3}-)?\d(?:[ .-]?\d){4,9})" + _NOT_A_COUNT
_OPENED = (
    r"(?:doors?|gate|garage|safe|vault|lock(?:er|box)?|padlock|alarm|keypad|key ?(?:box|safe)|building|entrance"
    r"|lobby|elevator"
    r"|apartment|flat|cabin|shed|barn|airbnb|phone|tablet|ipad|laptop|screen|suitcase|luggage|briefcase"
    r"|bike lock|intercom"
    r"|buzzer|cupboard|cabinet|drawer|storage unit|house|office|gym|mailbox)"
)
_LOCKED = (
    r"(?:alarm|safe|keypad|padlock|lock ?box|key ?(?:box|safe)|gate|garage|bike lock|combination lock|intercom|"
    r"(?:front|back|side) door"
    r"|vault|locker|screen ?lock|(?:building|door) entry)"
)
_LABELLED = (
    r"(?:keypad|padlock|lock ?box|key ?(?:box|safe)|bike lock|screen ?lock|building entry|(?:front|back|side"
    r"|airbnb|garage) door"
    r"|airbnb|disarm)"
)
_IN = (
    rf"(?:\b{_OPENED}\b|\bget(?:s|ting)? (?:you |me |us )?(?:in|past|inside|through)\b|\bun ?lock\w*"
    rf"|\bdisarm\w*|\bopen\w*"
    r"|\bverif\w+|\bsign(?:ing)? ?in|\blog(?:ging)? ?in|\bauthenticat\w+|\blet (?:yourself|you) in\b"
    r"|\bconfirm your)"
)
_VERB = (
    r"(?:punch|key|type|enter|dial|press|tap|input|use|put|hit)(?:s|ing|ed)?(?: in)?"
    r"(?: (?:the |this |my |our )?(?:code|number|digits|combo|passcode))?"
)
_CODE = (
    r"(?:\w*codes?|codigos?|codice|codici|kod|kody|kodu|kode|koden|koodi|kodas|код\w*|cod|clave"
    r"|digicode|passcode|pin[ -]?код|пин\w*"
    r"|pin[- ]?kod\w*|tan|otp|totp|combo|combination|digits)"
)
_SAYS = (
    r"(?:(?:,? ?(?:it|they|he|she|and|that|which))? ?(?:is|was|says?|said|reads?|shows?|equals|e|est"
    r"|es|ist|lautet|to|jest|er|ar|on"
    r"|c'est|of|became|turned into|changed to|is now|now|now:|=|:|-|->|=>|\?)[ :]*)"
)
_ENTERED = (
    r"(?:voice ?mail|door ?bell|elevator|lift|alarm(?: system| panel)?|adt|simplisafe|ring|gate"
    r"|garage(?: door)?(?: opener)?|safe"
    r"|vault|padlock|keypad|lock ?box|key ?(?:safe|box)|door ?lock|smart ?lock|yale(?: lock)?|nuki"
    r"|august(?: lock)?|schlage|gun ?safe"
    r"|phone unlock|ipad|tablet|mail ?box|parcel locker|intercom|buzzer|entry ?phone|digicode"
    r"|screen ?lock|burglar alarm|house alarm|bike lock|(?:front|back|side|main|building|garage|office"
    r"|cellar|basement) door|shed"
    r"|storage(?: unit)?(?: gate)?|pool gate|building entr\w+|barrier|parking gate|turnstile|portail|portier)"
)
_CHANGED = (
    r"(?:set|changed|reset|switched|updated|reprogrammed|programmed|recoded) (?:it |them"
    r" )?(?:to|as|with)"
)
_TURNS = r"(?P<v>\d{1,2}(?:\s?[-,]\s?|\s)\d{1,2}(?:\s?[-,]\s?|\s)\d{1,2})(?![\d/-])"

_ENTRIES = tuple(
    re.compile(form)
    for form in (
        rf"\b{_LOCKED}(?:'s| is|\s?[:=]| ->)\s*(?:still |now |just )?{_NUMBER}",
        rf"\b{_LABELLED}(?: by the \w+| at the \w+| on the \w+)?:? {_NUMBER}(?=\s*(?:$|[.!,;#)\n]"
        rf"|then\b|and\b|for\b))",
        rf"{_IN}[^.!?\n]{{0,50}}?\b{_VERB}:? {_NUMBER}",
        rf"\b{_VERB}:? {_NUMBER}(?=[^.!?\n]{{0,60}}{_IN})",
        rf"\b{_OPENED}\b[^.!?\n]{{0,30}}?\b(?:opens?|unlocks?|unlocked|disarms?)\s+(?:with|using|by|via|on"
        rf"|when you \w+|if you \w+)"
        rf"(?: the)?(?: code| combination| numbers?)?:? {_NUMBER}",
        r"(?:^|[.!?\n:]\s*|\b(?:the|my|your|our|this|new|login|sent me a|got a)\s+)(?:[a-z]+"
        r" )?codes?(?:'s| is| was"
        r"|\s?[:=])\s*(?:now |still )?" + _NUMBER,
        rf"(?<![\w.-]){_DIGITS} (?:is|was) (?:the|my|your|our) (?:[\w'-]+ ){{0,4}}?(?:code|combo|combination"
        rf"|passcode)\b",
        rf"\bcode:? {_NUMBER}(?=[^.!?\n]{{0,40}}{_IN}|\s+(?:works|lets|opens))",
        r"\b(?:luggage|suitcase|bike|briefcase|trunk|cable|combination|combo) lock(?:'s| is|\s?[:=])\s*"
        r"(?P<v>\d{3})" + _NOT_A_COUNT,
        rf"\b(?:safe|lock|padlock|locker|vault|combo|combination)\b[^.!?\n]{{0,30}}[,:]\s*(?:it'?s )?{_TURNS}",
        # One-time codes: the word for a code, in a sentence that verifies somebody or hands the code on.
        rf"\b{_CODE}\b(?: (?:de|di|do|da|d'|of|for|fur|from|to|til|pour|para|na|po) ?(?!\d)[\w'-]+|"
        rf" weryfikacyjny| sms| [a-z]+cion"
        rf"| [a-z]+kacyjny){{0,2}}(?: (?:it|they|you) (?:sent|texted|emailed|asked"
        rf"|gave)[^.!?\n\d]{{0,16}})?\s?{_SAYS}?[\"'(]?{_LONG}",
        rf"\b(?:your|my|the|this|that|tu|tuo|il tuo|votre|mon|dein|mein|seu|meu|mi|su|twoj|moj|ваш|мой"
        rf"|il|le|el|der|ton|vas)\s"
        rf"{_CODE}(?: [\w'-]+){{0,2}}?\s?{_SAYS}{_NUMBER}",
        rf"\bcodes?\b[^.!?\n\d]{{0,24}}?\b(?:says?|reads?|is|was|changed, now|now)\b:? {_NUMBER}",
        rf"\b(?:texted|sent|emailed|messaged|got|received)\b[^.!?\n\d]{{0,20}}?"
        rf" {_LONG}(?=[^.!?\n]{{0,40}}\b(?:verify|verification"
        rf"|confirm|log ?in|sign ?in|authenticat))",
        rf"\b(?:texted|sent|emailed|messaged|got|received|gave)\b[^.!?\n\d]{{0,20}}? {_LONG} (?:as|for)"
        rf" (?:my|the|a|your|our) (?:[\w-]+ )?codes?\b",
        rf"\b(?:authenticator|google auth|authy|the (?:text|sms)(?: message)?) (?:app )?(?:says|shows"
        rf"|reads|said|showed|gives me|is)\b"
        rf":? {_LONG}",
        # What opens a thing, said around its name.
        rf"(?<![\w.-]){_DIGITS} (?:now |still |also )?(?:opens?|unlocks?|disarms?|turns? off|shuts? off"
        rf"|deactivates?|gets? (?:you |me "
        rf"|us )?(?:into|in|through|past)|lets? (?:you|me|us) in(?:to)?|works (?:on|for)|to (?:open"
        rf"|unlock|disarm)|(?:is )?for) "
        rf"(?:the |my |our |her |his |their |dad's |mom's )?(?:[\w'-]+ ){{0,2}}?(?:{_ENTERED}|phone"
        rf"|laptop|locker|door)\b",
        rf"\b{_ENTERED}\b(?: (?!(?:cost|number|no|serial|model|since|from|extension|unit|weigh"
        rf"|in)\w*\b)[\w']+){{0,5}}?(?: ?[:=]| ->"
        rf"| takes| wants| uses| needs| accepts| (?:is |was |got )?{_CHANGED}| (?:is|was) now| code is|"
        rf" code| unlock is| pattern is"
        rf"| turns off with| shuts off with| off with| disarms with| opens with| unlocks with| works with)"
        rf"[ \"'(]*{_NUMBER}",
        r"\b(?:voice ?mail|alarm|gate|garage|lock|safe|keypad|intercom"
        r"|door)\b[^.!?\n]{0,40}?\b(?:use|press|enter|dial|punch in|type|key"
        r" in|hit|input|put in|tap(?: in)?) (?:in )?(?P<v>\*?\d{3,10}[#*])",
        r"\b(?:storage unit |pool |parking |community )?gate:? (?P<v>[#*]\d{3,8}[#*]?|\d{3,8}[#*])",
        rf"\b(?:phone|screen|tablet) unlock(?: code)?(?: is|\s?[:=]) {_NUMBER}",
        # Letters and digits: "47B12", "C2580Y".
        r"\b(?:digicode|(?:door|gate|entry|building|key ?safe|key ?box|lock ?box|access|alarm|intercom"
        r"|portail|immeuble|porte|haustur"
        r"|tur)[ -]?codes?|key ?safe|key ?box|lock ?box)\b(?: (?!(?:is for)\b)[\w']+){0,4}?\s?(?:is"
        r"|was|'s|est|ist|[:=?]|->)?\s*"
        r"(?P<v>(?=[a-z]{0,3}\d{1,6}[a-z])(?=\w*\d\w*\d)[a-z0-9]{4,8})(?![\w-])",
        r"\b(?:locker|lock|padlock|safe|combination|combo)\b[^.!?\n\d]{0,30}(?P<v>\d{1,2} ?(?:left"
        r"|right|l|r|clockwise|anti\w+"
        r"|counter\w+)\b[ ,-]{1,3}(?:then )?\d{1,2} ?(?:left|right|l|r|clockwise|anti\w+"
        r"|counter\w+)?(?:[ ,-]{1,3}(?:then )?\d{1,2}"
        r"(?: ?(?:left|right|l|r|clockwise)\b)?)?)",
        r"\b(?:backup|recovery|scratch|rescue|emergency)[ -]codes?\b[^\d\n]{0,30}\n?(?P<v>[\w-]*\d[\w-]{3,}"
        r"(?:[\s,;/|]+(?:and )?[\w-]*\d[\w-]{3,}){1,15})",
        rf"\b(?:2fa|mfa|otp|\w*tan|(?:two|2)[- ]?(?:step|factor)(?: verification| pin| code)?|device"
        rf" code|ver\w+ (?:code|pin)"
        rf"|код подтверждения)\b[^.!?\n\d]{{0,24}}?[\s:=]{_LONG}",
        r"(?:验证码|认证码|驗證碼|認証コード|確認コード|ワンタイムパスワード|인증번호|인증코드)[^\d\n]{0,8}(?P<v>\d{4,8})(?!\d)",
        r"\b(?P<v>g-\d{6})\b",
        r"(?:^|[.!?\n]\s*)(?P<v>\d{5,8}) ?\((?:[\w'-]+ ){0,3}?(?:2fa|mfa|otp|code|login"
        r"|verification)[^()]{0,20}\)",
        rf"\b(?:got|received|entered|typed|sent|texted|tried|used)\b[^.!?\n\d]{{0,16}}"
        rf" {_LONG}(?= (?:from|as|for|but|and|by|on|to|in|is)\b[^.!?\n]{{0,50}}\bcodes?\b)",
        rf"\bcode'?s {_NUMBER}",
        # Asked about, as "is 2580 a bad phone pin"; what everybody names as a bad one is nobody's.
        rf"\bis (?!1234\b|12345|(\d)\1{{3}}){_NUMBER} (?:still |really )?(?:an? )?(?:too |very )?"
        rf"(?:good|bad|safe|weak|ok(?:ay)?|terrible|silly|dumb|easy|strong|obvious|simple|guessable|common)\b"
        rf"[^.!?\n]{{0,24}}\b(?:pin|combo|pass ?code|(?:door|gate|phone|lock|alarm) code)\b",
        # A lock with letters among its keys, and one that is turned: "bin store C25Z", "R14-L2-R30".
        r"\b(?:store|shed|gate|doors?|locker|key ?safe|box|lobby|entrance|garage|padlock|lock|room|toilets?)"
        r"(?: (?:is|code|now))*[:,]? (?P<v>c\d{2,5}[xyz])\b",
        r"\b(?:gate|shed|alarm|padlock|key ?(?:safe|box|pad)|lock ?box)(?: (?:is|code|now|takes))*[:,]?"
        r" (?P<v>c\d{4,5})\b",
        r"\b(?=(?:[rl]\d[ ,-]{1,2})*[rl]\d\d)(?P<v>[rl]\d{1,2}(?:[ ,-]{1,2}[rl]\d{1,2}){2,4})\b",
        rf"\b(?:pin|code|passcode|digits|number)s?\b[^!?\n\d]{{0,40}} {_NUMBER} (?:no longer|still|always|did|does"
        rf"|doesn'?t"
        rf"|does not|won'?t|worked|works|is rejected|is refused)\b",
        rf"\bis {_NUMBER} (?:still |really |now )?(?:the|my|our|your) (?:[\w'-]+ ){{0,2}}(?:code|combo|combination"
        rf"|passcode|pin)\b",
        r"\b(?:door|gate|entry|lobby|lock|alarm|room|building|garage|house|office|intercom)\b[^.!?\n\d#*]{0,30}"
        r"(?P<v>[*#]\d{3,8}[#*]?|\d{3,8}[#*])(?!\w)",
        r"\b(?:code|combo|combination) (?:for|to|of|on|at) (?:the |my |our |his |her |their"
        r" )?(?:[\w'-]+ ){0,4}?[\w'-]+"
        r"(?: is| was|\s?[:=,]| -) (?P<v>\d{3,6}[a-z]|[a-z]\d{3,6}[a-z]?)(?![\w-])",
        r"\b(?:immobili[sz]er|radio|till|drawer|override|supervisor|manager|cabinet|cupboard|cottage"
        r"|cabin|staff|entrance|fob|keyless"
        r"|duress|panic|master|installer|engineer|technician|parental|kids?|privacy|disarm|cottage"
        r"|summer ?house|boat|rv|camper|trailer"
        rf"|drug|medicine|key|tool ?box|filing|entry|hut|annex|basement|cellar|attic|studio) (?:code"
        rf"|pin|override|combo)s?(?: is| was|\s?[:=])?"
        rf" {_NUMBER}",
        rf"\b(?:till|manager|supervisor) override(?: is|\s?[:=]) {_NUMBER}",
        rf"{_DIGITS},? (?:which is |that'?s |i\.e\. )?(?:my|our|his|her) (?:[\w'-]+ ){{0,2}}?(?:pin"
        rf"|passcode|combo|unlock code|door code)\b",
        rf"(?<!last )\b(?:4|four|6|six|5|five) digits (?:are|is|were|[:=]) {_NUMBER}",
        rf"\b(?:keep|kept|leave|left|set|have)\b (?:[\w']+ ){{0,5}}?(?:safes?|locks?|padlocks?"
        rf"|cabinets?|lockers?|lock ?box(?:es)?"
        rf"|keypads?|cupboards?|drawers?) (?:on|to|as|with) {_NUMBER}",
        rf"\b(?:lock ?box|key ?safe|key ?box)\b[^.!?\n\d]{{0,30}}[,:] {_NUMBER}",
        rf"\b(?:buzz(?:es)?|badge|let yourself|go|get) in(?:to)?\b[^.!?\n\d]{{0,16}}? (?:with|using) {_NUMBER}",
        rf"\bneed {_NUMBER}(?= (?:to|for) (?:get|open|enter|unlock|the (?:door|gate|lobby|lift|elevator)))",
        rf"\b(?:pin|passcode)s?\b(?:(?! (?:it|this|that|at|by|on|in|after|since|until|me"
        rf"|them)\b)[^.!?\n\d]){{0,24}} {_NUMBER}(?=\s*(?:$|[.!,;)\n]))",
    )
)
_ANY = re.compile(
    r"\d(?:(?:[ .,*#-]{0,3}\d){2}|[a-z]\d|\d[a-z_-]|(?<=[a-z_-].)\d"
    r"| ?(?:left|right|[lr]\b|clock|anti|counter))"
)
"""Three digits together, or two beside a letter: every code has them, and few days or amounts."""
_ABOUT = any_of(
    "code lock safe gate door garage vault alarm keypad key box building entr lobby elevator apartment flat cab"
    "in shed barn airbnb "
    "phone tablet ipad laptop screen case luggage intercom buzzer cupboard cabinet drawer storage house office "
    "gym disarm open verif "
    "sign log authent confirm combo combin kod cod код пин clave digicod pin otp tan texted sent"
    " authy get store buzz need 2fa mfa step 验证 认证 驗證 認証 確認 ワンタイム 인증 entry scooter immobil radio till"
    " drawer override text sms portail digits voice g-".split()
)
_OTHER_CODE = re.compile(
    r"\b(?:error|zip|postal|area|country|promo|discount|coupon|voucher|gift|referral|status|exit|product|item"
    r"|booking|order|source"
    r"|flight|hs|sort|set for|qr|bar|course|class|room|game|quiz|kahoot|port|issue|ticket|file"
    r"|dial(?=\s?(?:codes?|plan))|pages?|born|since|lines? of)\b"
)
_QUALIFIED = re.compile(
    r"\b(?:error|crash\w*|zip|post|postal|branch|area|country|promo\w*|discount|coupon|voucher|gift|referral"
    r"|status|exit"
    r"|product|item|booking|order|source"
    r"|dialling|dialing|paint|colou?r|hex|icd(?:-10)?|cpt|billing|diagnos\w+|naics|sic|ean|upc|bar"
    r"|stop|fault|trouble|obd|dtc"
    r"|warning|response|return|http|cost|project|dept|department|job|charge|tax|plu|style|catalog\w*"
    r"|batch|lot|serial|hotel|rate"
    r"|airport|lesson|section|penal|swift|bic|sort|redemption|ascii|unicode|tracking|reservation"
    r"|pickup|opcode|byte|morse|machine"
    r"|dress|source|bank|course|class|room|game|currency|language|hs|store|shop|dealer|agent|vendor"
    r"|sales|team|crew|stock|sku|part"
    r"|reason|result|action|city|state|region|station|school|major|module|chapter|voicemail box|fabric"
    r"|thread|dmc|pantone|ral|pin|friend|invite|invitation|party|lobby|server|join|creator|guild|sync"
    r"|trainer|battle|clan|world|island|map|deck|share|cheat|raid|match|level|seed|affiliate|partner"
    r"|studio|event|survey|access road)"
    r"[ -]?(?:codes?|combo|combination|number|digits)\b|\b(?:kahoot|game|quiz|bowling|map|party)"
    r" pins?\b|\b(?:postleitzahl|codigo postal|code postal|cap|plz)\b"
)


_END = re.compile(r"[.!]\s")


def _matches(low: str) -> Iterator[re.Match[str]]:
    """Yield the matches of all forms, each looked for in the sentences with numbers only."""
    start = 0
    for end in (*(mark.end() for mark in _END.finditer(low)), len(low)):
        if _ANY.search(low, start, end):
            for form in _ENTRIES:
                yield from form.finditer(low, start, end)
        start = end


_CRASHED = re.compile(r"\b(?:crash|abort|freez|froze|exit)\w* with\b")
_VERSION = re.compile(r"\d*(?:\d\.\d\d+|\d\d+\.\d)[\d.]*")


def find_entry_codes(text: str) -> Iterator[Span]:
    """Yield numbers of four digits or more that open something: "the gate is 4471", "your code is 482913"."""
    low = lowered(text)
    if not _ANY.search(low) or not _ABOUT.search(low):
        return
    for match in _matches(low):
        before = low[max(match.start(), match.start("v") - 24) : match.start("v")]
        after = low[match.end("v") : match.end()]
        named = low[max(0, match.start() - 20) : match.start("v")]
        if _VERSION.fullmatch(match["v"]) or _QUALIFIED.search(named) or _CRASHED.search(named):
            continue
        if not _OTHER_CODE.search(f"{before} {after}"):
            yield "password", match.start("v"), match.end("v")

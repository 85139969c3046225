"""Which of the words that follow a request are worth keeping?

Talk about remembering, recollections ("the time we ..."), encouragement ("you're not alone") and bare lead-in say
nothing that could be kept.
"""

from __future__ import annotations

import re

from langmem_ext.policies.dates import WEEKDAY
from langmem_ext.policies.directive_reading.advice import is_advice
from langmem_ext.policies.directive_reading.at_hand import of_a_text, of_the_moment
from langmem_ext.policies.directive_reading.comments import is_comment
from langmem_ext.policies.directive_reading.complaints import without_complaint
from langmem_ext.policies.directive_reading.for_now import ATTACHED, is_for_now
from langmem_ext.policies.directive_reading.reasons import is_why
from langmem_ext.policies.directive_reading.remarks import says_nothing
from langmem_ext.policies.directive_reading.sayings import is_saying
from langmem_ext.policies.directive_reading.standing import TO_ASSISTANT
from langmem_ext.policies.rewriting import speaks_of_self
from langmem_ext.policies.sentences import HIDDEN

RECALLING = re.compile(
    r"^(?:when(?! (?:i|we|you) (?!was|were|told|had|went|said|did|got|met|saw|lived|used"
    r"|first|talked|asked)\w+\b.*\b(?:i|my|i'm|use|always|keep|give|means?|meaning)\b)|where|who|why|what|which"
    r"|whether|remember(?=\s*[–—-])"
    r"|if(?! i\b.*\bi\b)|the "
    r"(?:time|day|days|night|moment|\w+ties(?=\W)|first time|last time|good(?= (?:old|times?|days?)\b)"
    r"|old(?! \w+ (?:is|are|has"
    r"|was)\b))\b(?! (?:is|was)\b)|those|these|seeing"
    r"|hearing|being|going|having"
    r"|me\b(?! to (?!you\b|your\b|the\b|him\b|his\b|her\b|them\b|their\b|all\b|everyone\b|my\b)| and)|him\b"
    r"|her\b(?! \w+ (?:is|has))|us\b|them\b|that (?:time|day|night|one|place|restaurant"
    r"|thing|movie|song|trip|guy|moment)\b|how (?!i (?!said|told|was|used|mentioned|asked)|my\b)|back|it\b(?!'s\b"
    r"| is\b| has\b| will\b"
    r"| must\b| needs\b)|this\b$|that\b$|about\b"
    r"|everything|anything|nothing|to (?:me|you|him|her)\b"
    r"|our (?:first|last|trip|conversation|chat)\b(?! \w+ (?:is|are))|we (?:talked|discussed|spoke|met|went"
    r"|were)|i (?:told|said|mentioned|asked|was telling)|i(?:'m| am) (?:not |only |just |simply |merely"
    r" )*(?:asking|talking about"
    r"|referring|saying|seeking)\b|your\b|of\b|you (?:said|told|promised|owe me|were|did|asked))",
    re.I,
)
"""What is recalled, not to be kept: "the time we ...", "when I was ..."."""

_POINTED = re.compile(
    r"^that (?:[\w'-]+ ){1,3}?(?:we|i|you|he|she|they|where|which|who|from (?:last|before|yesterday"
    r"|earlier))\b(?! (?:is|am|are)\b)",
    re.I,
)
"""A demonstrative: "that bug we fixed"."""

GENERIC = re.compile(
    r"(?:just do\b|sometimes|even|every(?! (?:\w+day|morning|evening|night|week|month|year|time i))|life|nothing"
    r"|no matter|it'?s (?:ok|okay|fine|all|never"
    r"|always|not|important|about|normal|just)|there (?:is|are|'s) (?:always|no)"
    r"|everything|all(?! (?:my|our|the)))\b",
    re.I,
)
"""How sayings begin."""

TASK = re.compile(
    r"to (?:also |go )?(?:buy|call|e-?mail|send|renew|pay|pick|book|submit|cancel|water"
    r"|feed|order|take (?!it|your)|bring|return|schedule|check"
    r"|reply|finish|ask|text|mail|print|back up|update|review|move|clean|get|sign|register"
    r"|file|charge|wash|drop|attend|meet|fix|write|prepare (?:the|my|for)|tell|remind"
    r"|confirm|invite|wish|turn|lock|set|make|do|study|upload|download|replace|refill"
    r"|contact|visit|message|start|complete|change|add|put|give|talk|apply|arrange|collect|pack|deliver|post"
    r"|transfer"
    r"|ring|phone)\b",
    re.I,
)

DATED = re.compile(
    rf"\b(?:my|me|today|tonight|tomorrow|{WEEKDAY}s?|next"
    r"|january|february|march|april|june|july|august|september|october|november"
    r"|december)\b|\d",
    re.I,
)

VERB = re.compile(
    r"\b(?:is|are|was|were|am|'m|'s|'re|'ve|has|have|had|do|does|don'?t|doesn'?t|did|will"
    r"|won'?t|can|can'?t|cannot|should|must|need|needs|want|wants|like|likes"
    r"|love|loves|hate|hates|prefer|prefers|live|lives|work|works|use|uses|runs?|goes|go"
    r"|means?|starts?|ends?|takes?|gets?|got|makes?|eats?|drinks?|speaks?|plays?|owns?|moved"
    r"|bought|told|gave|met|went|called|named|left|leaves?|opens?|closes?|expires?"
    r"|arrives?|requires?|costs?|owes?|\w+ed|im|ive|\w+s(?= (?:at|on|in|to|for|the|a"
    r"|every)))\b",
    re.I,
)

OPENER = re.compile(
    r"^(?:(?:(?:oh|ah|so|and|but|also|well|ok|okay|right|now|yes|yeah|hey|hi|hello|um+|uh+|like|basically|actually"
    r"|please|pls)[\s,]+){0,3}"
    r"(?:(?:since|as|because) you(?:'ve)? (?:asked|ask|wondered)|(?:update|correction)(?=\s*:)|quick one(?=\s*[,:])"
    r"|before (?:we|i|you) (?:start|begin|go on|continue|dive in|get going)(?: [\w' ]{1,24})?(?=\s*[,:])"
    r"|i(?:'ve| have)? (?:said|told you) (?:it|this|that|so)(?: before| already| (?:a )?\w+ times)?"
    r"(?: [\w' ]{1,24}?\band (?:i(?:'ll)? )?(?:say|tell you) (?:it|so) again)?(?=\s*[,:])"
    r"|for (?:(?:the )?(?:next time|future)|later|another time)(?=\s*[,:]|\s+(?:my|our|i'?m)\b)"
    r"|(?:u+h*m+|u+h+|er+m*|h+m+)(?: (?:so|yeah|like|well|right|ok|okay))*(?=\s*[,.])"
    r"|(?:let'?s|let us|let me) (?:get|be|make) (?:this|it|that|one thing) (?:straight"
    r"|clear)(?: (?:once and for all|now))*"
    r"(?=\s*[,:])"
    r"|(?:(?:an?|one|another|new|some|quick|fun|small|random|more|last) ){1,3}(?:things?|facts?|details?|updates?|info"
    r"|news|bits?) (?:about|on|from) (?:me|us|my (?:life|family|side|end))(?=\s*[,:–—-])|(?:the )?next time(?=\s*:)"
    r"|(?:this|that|it)(?: one)?(?:'s| is) (?:\w+ )?important(?=\s*:)"
    r"|i keep (?:on )?(?:telling (?:you|u)|saying) (?:this|it|that),? but|(?:but|ngl|tbh|fr)(?=,?\s+(?:i"
    r"|i'?m|i'?ve|my|we|our)\b)"
    r"|(?:apologies,? |sorry,? )?i should have (?:said|mentioned|told you)(?: (?:so|this|it))?(?: before"
    r"| earlier)?(?=\s*[:,])"
    r"|long story short|the thing is(?: that)?(?=,|\s+(?:i|i'?m|i'?ve|my|we|our)\b)"
    r"|(?:i'?m )?sorry to (?:repeat myself|bother you|go on about it)(?: again)?(?: but)?"
    r"|by the way|btw|fyi|for (?:your information|what it'?s worth|context|the record)"
    r"|(?:just )?so (?:that )?you (?:know|remember|have it)|(?:just )?in case(?=\s*[,:])|you know(?: what)?"
    r"|like i (?:said"
    r"|mentioned)"
    r"|as (?:i|you) (?:\w+ ){0,2}(?:said|say|saying|know|told you|mentioned|can see)|before i forget|anyways?"
    r"|(?:one|another) (?:more |last |other |final |quick )?(?:thing|point|note)"
    r"|(?:a )?(?:quick|small|side|last|final) (?:one|thing|note|point|update|question|request)|last but not least"
    r"|(?:one|two|three|four|number (?:one|two|three|four))(?=\s*[,:])|first(?:ly)?|second(?:ly)?|third(?:ly)?"
    r"|finally|lastly|also|plus"
    r"|(?:my )?(?:love|dear|dearie|darling|mate|pal|hun|honey)(?=\s*:)"
    r"|(?:each|every|any) time(?=\s*:)|from (?:now|today|here)(?: on(?:wards?)?)?(?=\s+(?:i|my|we|our)\b)"
    r"|no (?:rush|hurry|worries|pressure|offen[cs]e)(?=\s*,)|on (?:a|another) (?:\w+ )?note|speaking of which"
    r"|that said|in (?:addition|fact|short)|just a (?:heads up|note"
    r"|thought)|heads up"
    r"|(?:to be (?:honest|fair|clear|precise)|if you ask me|if i may)"
    r"(?=\W+(?:i|i'\w+|my|we|our|the)\b))"
    r"(?:\s(?-i:[A-Z][a-z]+)(?=\s*[,:;–—-]|\s*$))?"  # "by the way Sam, ..."
    r"(?:\s*[,:;–—-]+\s*|\s*$|\s+(?=(?:i|i'm|im|ive|my|we|our)\b)))+",
    re.IGNORECASE,
)
"""Phrases that open a statement and state nothing themselves."""

EMPTY_WORDS = frozenset(
    """
    a about actually addition additionally after again ah all also although am an and another any
    anyway anyways are as at basically be because before being below btw but by can clear clearly
    context could course did do does done fact fair few final finally first following for forget
    forgot frankly from fyi get go good got great had has have hello her here hey hi him his honest
    honestly how however i i'd i'll i'm i've if important in indeed information is it its just know
    last least let like may me mean mention mentioned might mind more moreover most much must my
    need next nice no not note now obviously of oh ok okay on once one only or other our personally
    please point precise quick quickly quite really record remember reminder right said saying see
    seriously should side since so some something sorry still stuff sure tell than thank thanks that
    that's the their them then there these they thing things think this those though to told too us
    very was way we well were what when where which while why will with worth would yeah yep yes you
    your question request favor favour keep hear listen lol haha add told
    """.split()
)
"""A text that holds no other words states nothing."""


def states(said: str) -> bool:
    """Find a word that is not mere lead-in, as all of "by the way" and "as I said" are."""
    words = re.findall(r"[\w'/]+", opened(said).lower())
    return any(word not in EMPTY_WORDS for word in words) or bool(_OF_GO.search(said))


def is_lead(said: str) -> bool:
    """Tell words of filler and of time only ("right so for next time, um") from what begins with its subject."""
    words = re.findall(r"[\w'/]+", said.lower())
    return not _OWN.match(said) and all(each in EMPTY_WORDS or each in _FILLER for each in words)


_OWN = re.compile(r"(?:i|i'?m|i'?ve|my|our|we)\b", re.I)
_FILLER = frozenset(
    "um umm uh uhm er erm hm hmm mm eh time times later future week month year today tomorrow tonight onwards forward"
    " session chat conversation yea".split()
)

_OF_GO = re.compile(r"\b(?:i|we)(?: \w+){0,2} (?:like|love|enjoy|prefer|use|play) go\W*$", re.I)
"""Go, the language and the game, looks like a mere verb."""


def tells(said: str) -> bool:
    """Tell a statement or an instruction to the assistant ("to be honest") from mere lead-in."""
    if _SECOND_THOUGHTS.match(said):
        return False
    return states(said) or bool(TO_ASSISTANT.match(said))


def opened(said: str) -> str:
    """Drop the phrases with which a statement opens."""
    return _TELLING.sub("", _FILLED.sub("", OPENER.sub("", said)))


_FILLED = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|well|yeah|oh|u+m+|u+h+|like|basically|anyway|k|right|so)[\s,]+){1,4}"
    r"(?=(?:i|i'?m|i'?ve|my|our|we)\b)",
    re.I,
)
"""Filler with which a statement about oneself begins: "hey so i changed jobs"."""


_TELLING = re.compile(
    r"(?:so |and |well ){0,2}(?:[^,:]{0,60}\b)?(?:i'?m|i am|i keep|now) telling (?:you"
    r"|u)\b[^,:]{0,20}[,:–-]\s*(?=\S)"
    r"|(?:just )?so (?:that )?you (?:never|always|don't|won't)\b[^:,]{0,30}:\s*(?=\S)"
    r"|(?:so |and |well ){0,2}(?:you|u) (?:should|need to|must|might|may|ought to)(?: want to| probably| also"
    r"| perhaps| maybe)*"
    r" know\b[^:,–-]{0,40}?"
    r"(?:(?:\bthat|[–:,]|\s-)\s+(?=\S)|\s(?=(?:i|i'?m|i'?ve|my|we|our)\b))",
    re.I,
)
"""How one says that something is being said: "now I'm telling you, ..."."""


def is_worth(said: str) -> bool:
    """A fragment or a text that is mostly quoted is not something to remember."""
    plain = re.sub(rf"{HIDDEN}+", " ", said)
    hidden = said.count(HIDDEN)
    if hidden and (hidden > 0.6 * len(said) or not (speaks_of_self(plain) and has_verb(plain))):
        return False
    return len(re.findall(r"\w+", plain)) >= 2


def is_said_before(said: str) -> bool:
    """Tell a statement that a request follows: "I'm vegan, please remember that"."""
    said = without_complaint(said)
    if said.rstrip().endswith("?") or (_EXCLAIMED.match(said) and not VERB.search(said)):
        return False
    return is_worth(said) and states(said) and not says_nothing(said)


_EXCLAIMED = re.compile(r"(?:what|such) an? |(?:that|those) \w+ (?:in|of|from|with|by|at)\b", re.I)
"""What names a thing and says nothing of it: "what a day"."""


def has_verb(said: str) -> bool:
    """Find a verb, or a beginning after which one follows."""
    return bool(re.match(r"(?:i|we|my)\b", said, re.I) or VERB.search(said) or _CLAUSE.search(said))


_CLAUSE = re.compile(r"\b(?:i|we|he|she|they|it|who)(?:'\w+| \w{2,})", re.I)
_A_SAYING = re.compile(
    r"\bis an? (?:\w+ )?(?:great|good|nice|lovely|fun|funny|amazing|classic) \w+$"
)
_RECALLED_WITH_VALUE = re.compile(
    r"^(?:what|where|who|how|when|which|the name)\b[^:]{3,80}(?::|,| - | – )\s*\S", re.I
)
_DETAILED = re.compile(r"\d|\b(?:my|our|i|i'm|me)\b|(?<=\s)(?-i:[A-Z])\w+", re.I)
_WORK_OF_ART = re.compile(
    r"^(?:me|the|us|this|our|last)\b.*\b(?:movie|film|song|book|episode|show|track|album|band|game|novel|series"
    r"|anime)\b",
    re.I,
)
_TRAIT = re.compile(
    r"(?:\w+ ){0,2}(?:vegan|vegetarian|pescatarian|halal|kosher|(?:gluten|dairy|nut|sugar|lactose|alcohol"
    r"|meat)[- ]free|allergic to|intolerant|diabetic"
    r"|left-?handed|colou?r-?blind)\b(?: \w+){0,3}",
    re.I,
)
"""What is said of oneself in a word."""

_VERB_FIRST = re.compile(r"(?:is|was|means?|sounds|has been|are|were|seems)\b", re.I)
_OF_A_TEXT = re.compile(
    r"\b(?:(?:above|below)(?! (?:the|my|our|your|an?|zero|average|\d))|article|paragraph|text|chapter|passage"
    r"|essay|slides?|following|examples?|code|function"
    r"|document|difference|differences"
    r"|pros|arguments?|points|typos?|errors?|mistakes?|steps?|output|results?|changes|ideas?)\b",
    re.I,
)
_NO_VALUE = re.compile(
    r"^(?:(?:my|our|the|his|her|[\w-]+'s|(?:my|our|his|her) [\w-]+'s))(?: [\w'’-]+)?(?: (?:name|birthday|address"
    r"|number|e-?mail|phone|age|job|employer|favou?rite|order|plan|question|message"
    r"|trip|appointment|flight|anniversary|title|password|size|schedule|details|info|information|data|preferences?"
    r"|story|point|idea|work|thing))?$",
    re.I,
)


def is_kept(said: str, *, explicit: bool, named_after: bool = False) -> bool:
    """Tell something to remember from a recollection, a saying or advice to the other person.

    `explicit`: "that" or a colon leads to it, which shows that a statement is meant.
    """
    said = re.sub(r"^[A-Z]\w+,\s+(?=[A-Z])", "", said.strip(" .!?,"))
    if _TRAIT.fullmatch(said):
        return True
    if len(said) < 3 or not (is_worth(said) and tells(said)) or _A_SAYING.search(said):
        return False
    if _RECALLED_WITH_VALUE.match(said) and speaks_of_self(said):
        return True
    if (
        is_for_now(said)
        or is_why(said)
        or of_a_text(said)
        or of_the_moment(said)
        or any(each.match(said) for each in (ATTACHED, _SAID_BY, _SECOND_THOUGHTS, _NO_MATTER))
        or is_comment(said)
        or (_NAMED_ONLY.match(said) and not speaks_of_self(said))
        or RECALLING.match(said)
        or _POINTED.match(said)
        or (is_advice(said) and not (explicit and _WHEN.search(said)))
        or _VERB_FIRST.match(said)
        or is_saying(said)
    ):
        return False
    if GENERIC.match(said) and not (explicit and _DETAILED.search(said)):
        return False
    if not explicit and (
        _WORK_OF_ART.search(said) or (_OF_A_TEXT.search(said) and not speaks_of_self(said))
    ):
        return False
    if _NO_VALUE.match(said) and not re.search(r"\d|(?<=\s)[A-Z]", said):
        return False
    if re.match(r"(?:to|and)\s", said, re.I) and not _TO_A_PLACE.match(said):
        return bool(TASK.match(said) or TO_ASSISTANT.match(said) or DATED.search(said))
    if re.match(r"(?:this|these|here)(?:'s)?\s\w", said, re.I) and not (
        speaks_of_self(said) or _OF_OURS.match(said)
    ):
        return False
    if named_after and not _DETAILED.search(said) and not GENERIC.match(said):
        return len(said.split()) > 1
    ours = _OF_OURS.match(said) or (explicit and _OF_SOMEBODY.match(said))
    if not (is_specific(said) or ours):
        return False
    return has_verb(said) or bool(
        re.search(r"\d|:|\w{3} = \w|\bmy\b|\bour\b|\w's \w+ \w|^(?:no|not|never)\b", said, re.I)
    )


_TO_A_PLACE = re.compile(r"to (?:the|my|our) [\w'-]+ (?:i|we)\b", re.I)
"""A place that stands before its verb: "to the campus I go by bike"."""

_OF_OURS = re.compile(
    r"this (?:repo|repository|code ?base|project|team|company|firm|server|machine|laptop|computer|account|house"
    r"|household"
    r"|family|office|app|service|package|client|customer|workspace|school|clinic|shop|store) (?:is|uses|has|runs"
    r"|targets|needs"
    r"|must|follows|lives|works|belongs|only|never|always|doesn't|does not)\b",
    re.I,
)
"""Where the user works or lives: "this repo uses tabs"."""

_OF_SOMEBODY = re.compile(
    r"(?!Nobody|Everybody|Nothing|Everything|People|Life|Love|Time|Things?|Money)[A-Z][a-z]+"
    r" (?:(?:can|won|doesn|isn|hasn|wasn|don)'t|cannot|never|only|always|loves|needs|goes|eats|drinks|will|must|moved"
    r"|got|had|starts|takes|plays|speaks|comes|leaves|turns|pays|knows|drives|teaches)\b"
)
"""What begins with a name: "Malik can't eat eggs"."""

_WHEN = re.compile(rf"\b(?:{WEEKDAY}s?|tomorrow|tonight)\b|\d", re.I)
"""What sayings do not have: a time, a number."""

_SAID_BY = re.compile(
    r"(?:as )?the (?:author|narrator|writer|speaker|critic|article|book|paper|study|text|essay)s? \w+s?\s*,"
    r"|(?:my )?dear \w+$",
    re.I,
)
"""Words of a third person's, and a mere address."""

_SECOND_THOUGHTS = re.compile(
    r"\W*(?:(?:hmm+|u+h+m*|u+m+|er+m*|oh|well|sorry)\b[\s,.!–—-]*)*"
    r"(?:(?:(?:actually|no|wait|nah|nope)\b[\s,.!–—-]*){2}|(?:actually,? )?never ?mind\b"
    r"|no,? just (?:tell|give|show)\b)",
    re.I,
)
"""What takes a request back before it has been made: "don't forget, hmm, actually no"."""

_NAMED_ONLY = re.compile(
    r"(?:remember,? )?(?:the|teh) (?:titans|alamo|maine|fallen|(?:fifth|5th) of nov(?:ember)?)\b",
    re.I,
)
"""Titles and calls that begin with "Remember"."""

_NO_MATTER = re.compile(
    r"(?:things|stuff) (?:better|longer|more|less|if|when|from|between|across|for|in|after|once|even|offline"
    r"|well)\b"
    r"|(?:delete|erase|wipe|clear|revert|undo|restore|reset|forget) (?:all|everything|it|that|this|(?:the )?last"
    r"|my|your)\b"
    r"|rid of\b",
    re.I,
)
"""What the assistant is able to remember, and what is to be done with its memory."""


def is_detailed(said: str) -> bool:
    """Find a number, a name or the speaker."""
    return bool(_DETAILED.search(said))


def is_specific(said: str) -> bool:
    """Tell a fact about somebody or something from a saying ("small things can matter")."""
    return bool(
        speaks_of_self(said)
        or _NAMED.search(said)
        or _WHEN.search(said)
        or re.search(r"\d|\bthe\b|\bto\b|\byou\b|(?i:\b(?:im|ive)\b)|\w's \w+", said)
        or TO_ASSISTANT.match(said)
    )


_NAMED = re.compile(
    r"(?<=\s)(?!I\b|Just\b|And\b|But\b)[A-Z]\w+"
    r"|^[A-Z]\w+ (?:is|has|likes|works|lives|was|owes|wants|hates|prefers)\b"
)

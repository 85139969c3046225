"""Which of their tasks does the user say is done, or is to be done no more?

"I paid the rent", "the dentist is done", "cancel the reminder about the plumber": which task that is, its words tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from langmem_ext.policies import sentences as language
from langmem_ext.policies.earnest import is_earnest
from langmem_ext.policies.statement_reading import scenes


@dataclass(frozen=True, slots=True)
class Closing:
    """Say that something is over: `about` are the words for it, `deed` the verbs of it, none where any will do.

    `clause` is what the user said; `asked` tells an order to remind them no more from news.
    """

    about: str
    deed: frozenset[str]
    clause: str
    asked: bool = False


_PAST = dict(
    pair.split("-")
    for pair in (
        "paid-pay bought-buy sent-send wrote-write written-write did-do done-do made-make took-take taken-take got-get"
        " went-go saw-see seen-see met-meet told-tell gave-give given-give brought-bring read-read built-build fed-feed"
        " put-put spoke-speak spoken-speak found-find sold-sell chose-choose chosen-choose hung-hang swept-sweep"
        " lost-lose ate-eat eaten-eat drank-drink kept-keep taught-teach caught-catch began-begin begun-begin"
        " broke-break broken-break spent-spend threw-throw thrown-throw drew-draw drawn-draw cut-cut set-set beat-beat"
        " laid-lay rang-ring rung-ring flew-fly drove-drive gone-go ran-run swam-swim rode-ride sat-sit won-win"
        " sang-sing"
    ).split()
)
_ALIKE = (
    frozenset({"buy", "get", "order", "purchase", "pick"}),
    frozenset({"call", "phone", "ring", "speak", "talk"}),
    frozenset({"email", "mail", "send", "write", "message", "text"}),
    frozenset({"submit", "hand", "send", "file", "turn"}),
    frozenset({"pay", "settle", "transfer"}),
    frozenset({"see", "visit", "meet", "go", "attend"}),
    frozenset({"go", "going", "travel", "fly", "drive", "head", "off", "visit"}),
    frozenset({"move", "emigrate", "relocate"}),
    frozenset({"book", "reserve", "schedule", "make"}),
    frozenset({"bring", "return", "take"}),
    frozenset({"do", "finish", "complete", "write"}),
)
"""Verbs of which one may tell that a task of another is done."""

_ANY = frozenset(
    "finish finished complete completed sort sorted handle handled cancel cancelled canceled do wrapped".split()
)
"""Deeds that close a task whatever its verb is."""

_DID = r"(?:[a-z]{2,}ed|" + "|".join(_PAST) + ")"
_SO = r"(?:(?:already|just|finally|now|actually|also|luckily|both|since|all|meanwhile)\s+)*"
_THING = r"(?P<what>(?!i\b|we\b|it\b|that\b|this\b|them\b|him\b|her\b|you\b|me\b|us\b|to\b|by\b|off\b)\S.{1,100}?)"
_WHEN = (
    r"(?:[\s,]+(?:please|pls|(?:it|that|they)(?:'?s| is|'re| are) (?:all )?(?:done|sorted|off the list)|already"
    r"|just now|now|today|yesterday|this (?:morning|afternoon|evening|week|weekend)"
    r"|last night|earlier"
    r"|finally"
    r"|(?:on|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|at last|in the end|as well|too|btw|by the way"
    r"|at (?:noon|lunch)|in \d[\d:.h]*(?: (?:hours?|hrs?|minutes?|mins?))?|\d[\d:.]+"
    r"|(?:and|,) (?:it|the weather|they|everyone|everything|the \w+) (?:was|were|went) \w[^,;]*"
    r"|in time|thanks|thank you|for you|online|phew|yay|so you (?:don'?t|needn'?t|can)\b.*|no need to\b.*))*[\s.!]*$"
)
_OVER = (
    r"(?:done(?: and dusted| with)?|finished|completed?|sorted(?: out)?|taken care of|over(?: with)?|handled"
    r"|dealt with|behind me"
    r"|off the (?:list|table)|called off|cancel(?:l)?ed|off|no longer (?:needed|necessary|on|happening)"
    r"|not (?:needed|necessary|happening)(?: any ?more)?)"
)
_HOME = r"(?:house|flat|place|apartment|home|cottage|bungalow|condo|studio|villa)"
_A_TASK = r"(?:(?:reminder|task|to-?do|alarm|alert|appointment|errand)s?)"
_MINE = r"(?:the|my|our|that|this|those)"

_FORMS: tuple[tuple[re.Pattern[str], bool], ...] = tuple(
    (re.compile(pattern, re.I), asked)
    for pattern, asked in (
        (rf"(?:(?:please|pls|you can|can you|could you|ok|so)\s+)*(?:cancel|drop|remove|delete|scrap|clear|kill"
        rf"|dismiss|forget|stop)"
         rf" (?:all )?{_MINE} {_A_TASK} (?:about|for|to|of|on|regarding|that i (?:have"
         rf"|need) to) {_THING}{_WHEN}", True),
        (rf"(?:(?:please|pls|you can|can you|could you|ok|so)\s+)*(?:cancel|drop|remove|delete|scrap|clear"
        rf"|dismiss) {_MINE}"
         rf" {_THING} {_A_TASK}{_WHEN}", True),
        (rf"(?:you (?:don'?t|needn'?t|do not)(?: need to| have to)?|no need to|(?:please )?(?:stop"
        rf"|don'?t)) remind(?:ing)? me"
         rf" (?:about|to|of) {_THING}(?: any ?more| again| after all)?{_WHEN}", True),
        (rf"(?:(?:please|pls|you can|can you|could you|ok|so)\s+)*(?:take|cross|tick|check"
        rf"|strike) (?:off )?{_THING}(?: off(?: (?:of )?"
         rf"(?:the|my)(?: to-?do)? list)?| from (?:the|my)(?: to-?do)? list){_WHEN}", True),
        (rf"(?:(?:please|pls|you can|can you|could you|ok|so)\s+)*mark {_THING} (?:as )?(?:done|complete|completed"
        rf"|finished|paid){_WHEN}",
         True),
        (rf"(?:i|we)(?: no longer (?:need|have)| don'?t (?:need|have)) to {_THING}(?: any ?more| any longer"
        rf"| after all){_WHEN}", False),
        (rf"(?:i|we) no longer (?:need|have) to {_THING}{_WHEN}", False),
        (rf"(?:i'?m |i am |we'?re |we are )?{_SO}(?:done|finished|through) with {_THING}{_WHEN}", False),
        (rf"(?:i|we)(?:'ve| have)? {_SO}(?:took care of|taken care of|dealt with|got (?:done"
        rf"|through) with) {_THING}{_WHEN}", False),
        (rf"(?:i|we)(?:'ve| have)? {_SO}(?P<did>went|gone|flew|drove|travelled|moved|emigrated|relocated) to {_THING}"
        rf"{_WHEN}", False),
        (rf"(?:i|we)(?: was| were| got|'ve been| have been) {_SO}(?P<did>transferred|relocated|moved|promoted) to"
         rf" {_THING}{_WHEN}", False),
        (rf"(?:i|we)(?:'ve| have)? {_SO}(?P<did>moved) (?:in ?to|to) (?:my|our|the|an?) (?:[\w-]+ )?{_HOME}"
        rf" (?:in|at|on) {_THING}{_WHEN}", False),
        (rf"(?:i|we)(?:'ve| have)? {_SO}(?P<did>moved) in (?P<what>together|with \w+(?: \w+)?){_WHEN}", False),
        (rf"(?:(?:i'?m|i am|we'?re|we are|i|we) {_SO}(?:got |came )?)?(?P<did>back|home)"
        rf" from {_THING}{_WHEN}", False),
        (rf"(?:(?:the|my|our) )?{_THING}(?: (?:is|are|was|has been|have been|got|is all)|'s) {_SO}(?P<did>{_OVER}"
        rf"|{_DID}){_WHEN}", False),
        (rf"(?:(?:the|my|our) )?{_THING} (?P<did>done|sorted|finished|paid|booked|sent|submitted)[\s!.]*$", False),
        (rf"(?:(?:i|we)(?:'ve| have)? |done,? |all done,? |(?=(?:already|just"
        rf"|finally)\b))?{_SO}(?P<did>{_DID}) {_THING}{_WHEN}", False),
    )
)  # fmt: skip
_HINT = re.compile(
    rf"\b(?:{_DID}|done|back|home|over|off|through|need|remind\w*|reminder|task|complete|behind|happening"
    rf"|cancel|mark)\b",
    re.I,
)
_NOT_YET = re.compile(
    r"\b(?:but|although|though|almost|nearly|half|partly|tried|not|n't|never|haven'?t|didn'?t|wasn'?t|isn'?t|still"
    r"|except|until|if|when"
    r"|would|will|should|might|must|again|last (?:month|year|summer|winter|spring|autumn|time)|ago|years?|used"
    r"|every|each"
    r"|once|first time)\b|n't\b",
    re.I,
)
"""Words with which something is not done, or was done another time."""

_LEAD = re.compile(
    r"^(?:(?:no(?=[,.!])|well|so|oh|actually|btw|by the way|also|and|ok|okay|update|fyi|hey|hi|hello|good news"
    r"|great news"
    r"|great|thanks|yes|yep"
    r"|yay|phew|nice|quick update|done(?=[,.!:])|just so you know|(?:please )?(?:remember"
    r"|note)(?: that)?)(?![\w'])[\s,:.!–—-]*)+",
    re.I,
)


def closings(message: str) -> list[Closing]:
    """Return what the user says is over, in order: no questions, quotes or suppositions, and nothing half done."""
    if not _HINT.search(message):
        return []
    said = language.sentences(scenes.own_words(message))
    following = [*(each.text for each in said[1:]), ""]
    return [
        each
        for sentence, then in zip(said, following, strict=False)
        for each in _of(sentence)
        if not (scenes.is_taken_back(then) or denied(then, [each]))
    ]


def denied(message: str, closed: Sequence[Closing], *, asked: bool = False) -> list[Closing]:
    """Return what a message says is not over after all, which does nothing else: "jk", "wait, no I haven't".

    `asked`: the agent asked something in between, and "not really" may be the answer to that.
    """
    said = _NOT_SO.fullmatch(language.plain(message).strip())
    if said is None or (asked and not (said["joke"] or _OWNED_UP.match(said["marks"]))):
        return []
    verb = said["verb"]
    return [each for each in closed if verb is None or _is_deed(verb.lower(), each)]


_OWNED_UP = re.compile(r"(?:wait|oops|sorry|actually|my|correction|scratch|hang|hold)\b", re.I)
_NOT_SO = re.compile(
    r"(?P<marks>"
    r"(?:(?:no|nope|nah|wait|oops|sorry|actually|ah|oh|hmm|well|haha+|lol|ok|okay"
    r"|hang on|hold on|but|my (?:mistake|bad)|correction|scratch that)[\s,:.!–—-]+)*)(?:"
    r"(?P<joke>(?:i'?m |i am |i was |that was |it was )?(?:only |just |totally |obviously )*(?:jk|j/k|kidding|joking"
    r"|a joke|psych|i lied)(?: around| with you)?)|not (?:really|quite|yet|true|done|finished)(?: yet)?"
    r"|scratch that|strike that|i take (?:that|it) back|(?:no,? wait|wait,? no)"
    r"|(?:that|it)(?:'s| is) not (?:true|so|right|done|finished|over)(?: yet)?|(?:that|it) isn'?t (?:true|so|right|done"
    r"|finished|over)(?: yet)?|i'?m not (?:done|finished)(?: yet)?"
    r"|i (?:haven'?t|have not|didn'?t|did not)(?: (?:actually|really|quite|even))*"
    r"(?: (?P<verb>[a-z]+)(?: (?:it|that|them|(?:the|my) \w+))?)?(?: yet| at all| actually)?"
    r"|i still (?:have|need) to(?: (?:do|finish) (?:it|that|them))?)"
    r"(?:[\s,.!]+(?:lol|haha+|sorry(?: about that)?|yet|:\)|though|actually|my (?:mistake|bad)|[^\w\s.,!?]+))*[\s.!]*",
    re.I,
)
"""What says of the message before no more than that it is not so."""


def _is_deed(verb: str, closing: Closing) -> bool:
    """Tell whether a verb is that of what is said to be over, or one that goes with any."""
    base = _PAST.get(verb, verb)
    return base in _ANY or bool(_plain(base) & (closing.deed | _ANY))


def _of(sentence: language.Sentence) -> Iterator[Closing]:
    text = language.stated_part(sentence)[:400]
    lead = _LEAD.match(text)
    clauses = language.clauses(text[lead.end() :] if lead else text)
    found = [_closing(clause) for clause in clauses]
    if any(found) and is_earnest(text, sentence.raw):
        yield from filter(None, found)


def _closing(clause: str) -> Closing | None:
    for pattern, asked in _FORMS:
        if match := pattern.match(clause):
            did = match.groupdict().get("did")
            if not asked and _NOT_YET.search(_NO_LONGER.sub("", clause)):
                return None
            return Closing(match["what"], _deed(did), clause, asked)
    return None


_NO_LONGER = re.compile(
    r"\b(?:don'?t (?:need|have) to|not (?:needed|necessary|happening)|so you (?:don'?t|needn'?t)\b.*)",
    re.I,
)


def _deed(did: str | None) -> frozenset[str]:
    """Return the verbs that a task may have which is done by a deed, none for a deed that closes any."""
    if did is None or re.fullmatch(_OVER, did, re.I):
        return frozenset()
    verb = did.lower()
    base = "go" if verb in ("back", "home") else _PAST.get(verb, verb)
    if base in _ANY:
        return frozenset()
    return frozenset({base}.union(*(group for group in _ALIKE if _plain(base) & group)))


def _plain(verb: str) -> frozenset[str]:
    """Return what a past in -ed may be the past of: "emailed", "moved", "stopped", "carried"."""
    if not verb.endswith("ed"):
        return frozenset({verb})
    cut = verb[:-2]
    forms = {verb[:-1], cut, f"{cut[:-1]}y" if cut.endswith("i") else cut}
    return frozenset(forms | ({cut[:-1]} if len(cut) > 2 and cut[-1] == cut[-2] else set()))

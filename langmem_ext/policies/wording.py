"""Is what a model wrote worded as a memory must be?

Complete, self-contained, in the third person, neutral, of at most two sentences and of the right length (spec 004, item
9). What can be put right is; what cannot is refused with a reason that the model can act on and that repeats no text.
"""

from __future__ import annotations

import re

from langmem_ext.policies.writing import MAX_CONTENT, Rejection, check_writing

MAX_SENTENCES = 2
"""Sentences of a statement; what comes after them is cut off (spec 004, item 9)."""


def check_wording(text: str, kind: str = "semantic") -> str | Rejection:
    """Return a statement as it may be kept, or why not; `kind` is a memory's kind."""
    ready = check_writing(_trimmed(_neutral(text), kind), kind)
    if isinstance(ready, Rejection):
        return ready
    if kind == "procedural":
        return _procedure(ready)
    for fault, found in _FAULTS:
        if found(ready):
            return Rejection("format", fault)
    if kind == "episodic" and not _PAST.search(ready):
        return Rejection("format", "not in the past tense; say what was discussed, decided or done")
    return ready


def _neutral(text: str) -> str:
    """Return a text without emphasis: exclamation marks become full stops, pictographs go."""
    return re.sub(r"\s*!+", ".", _PICTOGRAPHS.sub("", text)).strip()


def _trimmed(text: str, kind: str) -> str:
    """Return a text up to the end of its second sentence, or of its first where two are too long."""
    if kind in ("procedural", "reflection"):
        return text
    text = _of_two_sentences(text)
    if len(text) <= MAX_CONTENT:
        return text
    ends = [match.end(1) for match in _SENTENCE_END.finditer(text)][:MAX_SENTENCES]
    return next((text[:end] for end in reversed(ends) if end <= MAX_CONTENT), text)


def _of_two_sentences(text: str) -> str:
    """Return a text without what follows its second sentence; where a sentence may go on, it does."""
    ends = [match.end() for match in _PLAIN_END.finditer(_QUOTED.sub(_veiled, text))]
    return text[: ends[MAX_SENTENCES - 1]] if len(ends) >= MAX_SENTENCES else text


def _veiled(quoted: re.Match[str]) -> str:
    return "_" * len(quoted[0])


def _procedure(text: str) -> str | Rejection:
    """Hold a procedure to numbered steps in the imperative, one a line (spec 004, item 12)."""
    steps = [_STEP.fullmatch(line) for line in text.splitlines()]
    if not steps or not all(steps):
        return Rejection("format", "not numbered steps; write one step a line: 1. Do this")
    numbers = [int(step[1]) for step in steps if step]
    if numbers != list(range(1, len(numbers) + 1)):
        return Rejection("format", "the steps are not numbered 1, 2, 3")
    if any(step and _NO_IMPERATIVE.match(step[2]) for step in steps):
        return Rejection("format", "a step is not in the imperative; begin it with a verb")
    return text


def _is_incomplete(text: str) -> bool:
    if len(text.split()) < 3:
        return True
    return bool(_OPEN_END.search(text)) and not _STRANDED.search(text)


def _points_outside(text: str) -> bool:
    """Tell whether a pronoun comes before anything that it could stand for."""
    return bool(_LEADING_PRONOUN.match(text))


def _is_instruction(text: str) -> bool:
    return bool(_ORDER.match(text) or _MACHINE.search(text))


_PICTOGRAPHS = re.compile(
    "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f1e6-\U0001f1ff]"
)
_SENTENCE_END = re.compile(r"(?<![A-Z])(?<!\b[A-Za-z]r)([.?])(?=\s|$)")
_PLAIN_END = re.compile(
    r"(?<!\b[A-Z])(?<!\b[AaPp]\.m)(?<!\be\.g)(?<!\bi\.e)"
    r"(?<!\b(?:Mr|Dr|St|Mt|Ms|Jr|Sr|vs|No|Co))(?<!\b(?:Mrs|Inc|Ltd|etc))(?<!\bProf)"
    r"[.?!][\"”’')\]]*(?=\s+[\"“‘(]?[A-Z])"
)
"""Where a sentence ends and another begins: a full stop before a capital letter, which ends no abbreviation."""
_STEP = re.compile(r"(\d{1,2})[.)]\s+(\S.*)")
_NO_IMPERATIVE = re.compile(r"(?:the|a|an|i|we|you|he|she|they|it|this|that|there|user)\b", re.I)
_OPEN_END = re.compile(
    r"(?:\.\.\.|…|[,;:–—-]|\b(?:and|or|but|because|that|which|who|with|the|a|an|of|to|for|from|in|on|at|is|are"
    r"|was))\W*$",
    re.I,
)
# "the bowl that she is proud of": the preposition belongs to what comes before
_STRANDED = re.compile(
    r"\b(?:that|which|who|whom|what|where)['’]?\w*\b.*\b(?:with|of|to|for|from|in|on|at)\.?$", re.I
)
_FIRST_OR_SECOND = re.compile(
    r"(?<![\w'’])(?:I|me|my|mine|myself|we|us|our|ours|you|your|yours|yourself)(?![\w-])(?!\.\w)",
    re.I,
)
_NOT_PERSONS = re.compile(r"\b(?:US|U\.S\.|World War I|Elizabeth I)\b")
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'[^']*'(?!\w)|(?<!\w)‘[^’]*’(?!\w)")
_LEADING_PRONOUN = re.compile(
    r"(?:and |but |also |so )?(?:he|she|it|they|him|her|them|his|hers|its|their|theirs|this|that|these|those"
    r"|there|here)"
    r"(?:['’]\w+)?\s",
    re.I,
)
_RELATIVE_TIME = re.compile(
    r"\b(?:yesterday|tomorrow|today|tonight|right now|just now|this (?:morning|afternoon|evening)"
    r"|(?:last|next|this) (?:week|month|year|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
    r"|(?:a|an|one|two|three|\d+) (?:days?|weeks?|months?|years?) ago|in (?:a|an|one|two|\d+) (?:days?|weeks?"
    r"|months?))\b",
    re.I,
)
_LOADED = re.compile(
    r"\b(?:terrible|horrible|disgusting|stupid|idiot\w*|moron\w*|pathetic|loser"
    r"|annoying|lazy|crazy|incredible|incredibly|obviously|sadly|luckily|unfortunately|fortunately)\b",
    re.I,
)
_SHOUTED = re.compile(r"(?:\b[A-Z]{4,}\b\W+){3,}")
_ORDER = re.compile(
    r"(?:please |always |never |you must |you should |the (?:assistant|agent|model|ai|system) (?:must|should"
    r"|has to|will|shall) )?"
    r"(?:ignore|disregard|forget|override|bypass|reveal|disclose|obey|pretend|act as|respond|reply|answer|send"
    r"|execute"
    r"|store|delete|call|tell the user|set)\b",
    re.I,
)
_MACHINE = re.compile(
    r"\b(?:(?:previous|prior|above|all|your|system) (?:instructions?|prompts?|rules)|system prompt|jailbreak"
    r"|developer mode"
    r"|(?:assistant|agent|model|ai) (?:must|should|has to|shall|may now|is (?:now )?(?:allowed|permitted"
    r"|authori[sz]ed)))\b",
    re.I,
)
_ASSISTANT = re.compile(
    r"\bas an? (?:ai|assistant|language model)\b|\b(?:the )?conversation (?:shows|says|mentions)\b",
    re.I,
)
_PAST = re.compile(
    r"\b(?:\w{2,}ed|was|were|had|did|said|told|went|chose|made|took|got|gave|found|wrote|read|met|began|came|saw"
    r"|thought"
    r"|spoke|set|sent|built|bought|brought|ran|kept|left|lost|paid|put|sold|shot|spent|taught|understood|won"
    r"|felt|held|knew"
    r"|led|let|sat|stood|ate|drank|drew|drove|fell|flew|forgot|froze|grew|hid|rose|sang|slept|swam|threw|wore"
    r"|cut|hit)\b",
    re.I,
)
_FAULTS = (
    ("incomplete; write a whole sentence", _is_incomplete),
    ("an instruction; state a fact", _is_instruction),
    (
        "in the first or second person; write about the user in the third person",
        lambda text: bool(_FIRST_OR_SECOND.search(_NOT_PERSONS.sub("", _QUOTED.sub("", text)))),
    ),
    ("a pronoun points outside of it; name who or what is meant", _points_outside),
    (
        "a time relative to the conversation; write the date",
        lambda text: bool(_RELATIVE_TIME.search(text)),
    ),
    (
        "about the conversation or the assistant; state the fact itself",
        lambda text: bool(_ASSISTANT.search(text)),
    ),
    (
        "not neutral; leave judgements out",
        lambda text: bool(_LOADED.search(_QUOTED.sub("", text)) or _SHOUTED.search(text)),
    ),
)

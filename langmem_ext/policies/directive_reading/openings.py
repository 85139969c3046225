"""Which requests to remember do without a verb of remembering?

Openings ("for future reference"), names to be called by, standing instructions and habits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from langmem_ext.policies import purposes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading import standing as standing_forms
from langmem_ext.policies.directive_reading.advice import is_advice, should_do
from langmem_ext.policies.directive_reading.at_hand import of_the_moment
from langmem_ext.policies.directive_reading.content import is_kept, is_said_before
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import is_for_now
from langmem_ext.policies.directive_reading.order_words import ON
from langmem_ext.policies.directive_reading.request import (
    ASKS_LATER,
    TAG,
    Request,
    Said,
    frame_before,
)
from langmem_ext.policies.rewriting import speaks_of_self

MAX_CLAUSES = 6
"""Clauses of a sentence at whose beginnings an opening is looked for."""


def _openings(text: str) -> Iterator[int]:
    """Yield where a clause of the sentence begins."""
    lead = _LEADING.match(text)
    yield from dict.fromkeys((0, lead.end() if lead else 0))
    for found in islice(_CLAUSES.finditer(text), MAX_CLAUSES):
        yield found.end()


def _is_foreign(text: str, at: int) -> bool:
    lead = _LEADING.match(text)
    return at > (lead.end() if lead else 0) and bool(
        frames.FOREIGN.search(text[max(0, at - 160) : at])
    )


_LEADING = re.compile(rf"{frames.LEADS}(?:(?:please|kindly|just|also)[\s,]+)*", re.I)
_CLAUSES = re.compile(
    r"(?:[,:;–—)]\s+|\s-+\s+|\s(?=(?:so|and|but)\s))(?:so |and |but |please |also |then )*", re.I
)


def by_opening(said: Said) -> Request | None:
    """Read "for future reference, ...", "note to self: ..."."""
    if not standing_forms.TOPIC_WORDS.search(said.text):
        return None
    if said.sentence.is_question and not (TAG.search(said.text) or ASKS_LATER.search(said.text)):
        return None
    if standing_forms.TOPIC_ALONE.fullmatch(said.text):
        return Request("reference", points="on")
    for at in _openings(said.text):
        topic = standing_forms.TOPICS.match(said.text, at)
        if (
            topic
            and not _is_foreign(said.text, at)
            and not (said.sentence.is_question and _ASKS.match(topic["x"]))
            and is_kept(tidy(topic["x"]), explicit=True, named_after=bool(topic["title"]))
            and (speaks_of_self(topic["x"]) or not _FORMAL.match(topic[0]))
        ):
            return Request(
                "reference" if topic["what"] else "note",
                tidy(said.words(topic.start("x"), len(said.text))),
            )
        record = standing_forms.RECORD.match(said.text, at)
        group = "said" if record and record["said"] else "x"
        if record and not of_the_moment(record[group]):
            return Request("reference", tidy(said.words(record.start(group), len(said.text))))
    end = standing_forms.TOPICS_END.fullmatch(said.text)
    if end and not _is_foreign(said.text, end.end("x")) and is_kept(tidy(end["x"]), explicit=True):
        return Request("reference", tidy(said.words(0, end.end("x"))))
    return None


_ASKS = re.compile(
    r"(?:should|shall|may|can|could|do|does|did|is|are|was|would|will) (?!you\b)\w|(?:how|what|which|where|who"
    r"|why)\b",
    re.I,
)
"""What is asked for another time: "for next time, should I soak the beans?"."""

_FORMAL = re.compile(r"let the record show", re.I)
"""What is said of others as often as to the assistant."""


def called(said: Said) -> Request | None:
    """Read "call me Ana"."""
    for match in standing_forms.CALLED.finditer(said.text):
        frame = frame_before(said.text, match)
        if frame is None or (
            said.sentence.is_question
            and frame.mood not in ("asked", "wished")
            and not TAG.search(said.text)
        ):
            continue
        if frames.FOREIGN.search(said.text[: frame.start][-120:]) or not _is_name(
            match["name"], said.text
        ):
            continue
        if _FOR_TODAY.search(said.text):
            continue
        if SOMETIMES.match(said.text, match.end()):
            return Request("instruction", tidy(said.words(match.start(), len(said.text))))
        return Request(
            "call_me", f"call me {said.words(match.start('name'), _name_end(said, match))}"
        )
    return None


def _name_end(said: Said, match: re.Match[str]) -> int:
    """Return where the name ends with what the user does not want instead: "Tash, not Natasha"."""
    other = _NOT_THAT_NAME.match(said.text, match.end())
    return other.end() if other else match.end()


_NOT_THAT_NAME = re.compile(
    r"[\"'”]?,? (?:and )?(?:not|instead of|rather than) [\"'“]?"
    r"(?!(?:if|when|in|at|by|now|ever|any ?more|later|because|as|for)\b|\w+ing\b)(?:(?:mr|mrs|ms|dr|miss|mx)\.? )?"
    r"(?:[a-z]{1,3} )?[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)?",
    re.I,
)


SOMETIMES = re.compile(
    r"[\"'”]?,?\s+(?:but |and )?(?:only (?:in|on|when|if|at|with|for|during|before)\b"
    r"|(?:in|on|for) (?:(?:all|any|every|each|my|our|your|the|of) )*(?:(?!(?:chat|talk)\b)[\w-]+ )?(?:letters?"
    r"|correspondence|e-?mails?|mails?|documents?|drafts?|invoices?|minutes|reports?|public|writing|print|meetings?)\b"
    r"|in front of\b|at (?:work|school|home|the office)\b|when(?:ever)? (?:i'?m|i am|we'?re|we are) (?!talk|chat)"
    r"|when(?:ever)? (?:you|we|i) (?:write|draft|sign|email|mail|meet|work)\b)",
    re.I,
)
"""What makes of a name one for some occasions: "call me Dr. Osei in letters"."""


_FOR_TODAY = re.compile(
    r"\b(?:(?:just |only )?for (?:today|tonight|now|the (?:game|next|rest of (?:the|this) \w+)|this(?: one)?"
    r" (?!chat|conversation)\w+)|(?:today|tonight|this (?:time|once)) only|only (?:today|tonight|this once)"
    r"|in (?:this|the) (?:game|story|scene|play|exercise|role ?-?play|letter|e-?mail|dialogue))\b",
    re.I,
)
"""A name that is borne for the moment."""


def seen_as(said: Said) -> Request | None:
    """Read "put me down as vegetarian"."""
    match = None if said.sentence.is_question else standing_forms.SEEN_AS.search(said.text)
    frame = frame_before(said.text, match) if match else None
    if match is None or frame is None or frames.FOREIGN.search(said.text[: frame.start][-120:]):
        return None
    lasts = _LASTS.search(match["x"])
    end = match.start("x") + lasts.start() if lasts else match.end("x")
    return Request("note", f"I am {tidy(said.words(match.start('x'), end))}")


_LASTS = re.compile(
    rf"[\s,;–—-]+(?:and )?(?:{ON}|here and everywhere|everywhere|always"
    r"|for (?:any|all|every|future)(?: [\w'-]+){1,4})[\s.!]*$",
    re.I,
)


def _is_name(name: str, text: str) -> bool:
    """ "call me later" names nobody; a small letter counts only in an all-small message."""
    if name.lower().split()[0].rstrip(".") in standing_forms.NOT_A_NAME:
        return (
            name[:1].isupper()
            and name.split()[0].rstrip(".").lower() in ("mr", "mrs", "sir")
            and len(name.split()) > 1
        )
    return name[0].isupper() or (text == text.lower() and not name.endswith(("ing", "ed", "ly")))


def standing(said: Said) -> Request | None:
    """Read what shall hold from now on, always or never, and habits."""
    text, asked = said.text, said.sentence.is_question
    if not asked and " me " in text and (name := _refused_name(text)) is not None:
        return Request("instruction", tidy(said.words(name, len(text))))
    if not standing_forms.STANDING_WORDS.search(text):
        return None
    if asked and not (
        TAG.search(text)
        or ASKS_LATER.search(text)
        or re.match(r"\W*(?:(?:ok|so|hey|please)\W+)*(?:can|could|would|will) you\b", text, re.I)
    ):
        return None
    for start in _openings(text):
        match = standing_forms.STANDING.match(text, start)
        if asked and match and not TAG.search(text) and re.match(r"we\b", match["x"], re.I):
            continue  # "going forward we need a better one, any idea ...?"
        if (
            match
            and _DESCRIBES.match(text, start)
            and not standing_forms.TO_ASSISTANT.match(match["x"])
        ):
            continue
        if match and _holds(match["x"]) and not _is_foreign(text, start):
            return Request("from_now_on", tidy(said.words(match.start("x"), len(text))))
    if (end := standing_forms.STANDING_END.fullmatch(text)) and (
        at := _instruction_in(end["x"])
    ) is not None:
        if _POINTS_BACK.fullmatch(end["x"]):
            return Request("remember_that", points="back")
        more = said.words(*end.span("more")) if end["more"] else ""
        return Request("from_now_on", tidy(said.words(at, end.end("x"))) + more)
    for rule, pattern in (
        ("instruction", standing_forms.INSTRUCTION),
        ("instruction", standing_forms.ASKED_ALWAYS),
        ("instruction", standing_forms.WHENEVER),
        ("instruction", standing_forms.WHENEVER_LAST),
        ("instruction", standing_forms.WHEN_ALWAYS),
        ("important", standing_forms.IMPORTANT),
    ):
        match = pattern.match(text)
        if (
            match
            and not _IN_THESE.search(text)
            and not is_advice(match["x"])
            and not is_for_now(match["x"])
            and (rule != "important" or _is_own(match["x"]))
        ):
            return Request(rule, tidy(said.words(match.start("x"), len(text))))
    habit = None if asked else standing_forms.HABIT.match(text)
    if habit and not purposes.is_unreal(text):
        return Request("habit", tidy(said.words(habit.start("x"), len(text))))
    return None


_IN_THESE = re.compile(
    r"\b(?:in|for|throughout) (?:this|these) (?!(?:chat|conversation|house|country|family|company|repo"
    r"|project)s?\b)\w+",
    re.I,
)
"""What holds for the work at hand only: "always round up in these calculations"."""


def _refused_name(text: str) -> int | None:
    """Return where "never call me Bobby again" begins."""
    found = standing_forms.NOT_CALLED.match(text)
    if found is None:
        return None
    name = found["name"].strip("\"'“”.")
    hidden = language.HIDDEN in found["name"]
    known = name.lower() in standing_forms.FORMS_OF_ADDRESS or (
        name[:1].isupper() and name.lower() not in standing_forms.NOT_A_NAME
    )
    return found.start("x") if known or hidden else None


def _is_own(words: str) -> bool:
    return should_do(words) or bool(re.match(r"(?:i|i'm|my|our)\b", words, re.I))


def _holds(words: str) -> bool:
    """Tell what the user sets for the future from what is going to happen."""
    if language.HIDDEN in words[:12] or is_advice(words) or _RESOLVES.match(words):
        return False
    if occasion := standing_forms.OCCASION.match(words):
        return _holds(words[occasion.end() :])
    if standing_forms.TO_ASSISTANT.match(words):
        return not _HAPPENS.match(words)
    own = re.match(
        r"(?:i|i'?d|i'm|my|we|all my|our)\b"
        r"(?!(?:'?m| am)? (?:going(?! by\b)|gonna|trying|quitting|starting"
        r"|stopping|giving up|done with)\b"
        r"|'?ll| will| shall| guess| think| suppose| believe"
        r"| hope| wonder)",
        words,
        re.I,
    )
    return bool(should_do(words) or own) or bool(
        re.match(r"(?:no|only|not)\s+(?:more\s+)?\w+", words, re.I)
    )


_SAME = re.compile(r"^[\w' ]{2,30} (?:it|them|those|these)\W*$", re.I)
"""An instruction whose object stands before it: "I hate long intros, so skip them"."""

_POINTS_BACK = re.compile(
    r"(?:please )?(?:keep|apply|follow|observe|use|hold|stick (?:to|with)) (?:it|this|that)"
    r"(?: and (?:remember|keep|use|apply) (?:it|this|that))?\W*",
    re.I,
)
"""The same where nothing stands before it in the sentence: "keep this for all the other ones"."""

_ACCORDINGLY = re.compile(r"\b(?:accordingly|around (?:it|that)|with that in mind)\b", re.I)
_DESCRIBES = re.compile(
    r"(?:as a (?:general )?(?:rule|habit)|in general|by default)\W+(?:my|our|we|the|people|they|most|all) (?!want"
    r"|need|prefer)",
    re.I,
)
"""What is so as a rule: "as a rule, my uncle never tips"."""

_SO = re.compile(r"\b(?:so|and)\s+(?:(?:please|just)\s+)*$", re.I)

_RESOLVES = re.compile(
    r"(?:my|our) (?:[\w'’]+ ){0,3}?(?:resolutions?|goals?|vows?|diet|plan)\b(?=\s*[:,–—-]|\s+(?:is|are)\b)"
    r"|(?:my|our|the) (?:[\w'’]+ ){1,2}(?:wants?|asked|told|expects?|needs|makes|insists?|says|said|tells|requires?"
    r"|demands?"
    r"|ordered|begged|decided) (?:me|us|that|on|i|we|from)\b"
    r"|(?:my|our|the) (?:[\w'’]+ ){1,2}(?:put|pinned|posted|hung|stuck|left|sent|wrote|made|announced"
    r"|introduced) (?:up )?"
    r"(?:an?|the|this|some) (?:\w+ )?(?:note|sign|notice|rule|mail|e-?mail|message|memo|poster|list|post|text)s?\b"
    r"|(?:i'd|i would) (?:really )?(?:like|love) to (?!see|have|get|hear|be (?:called|addressed)|receive|know|read"
    r"|only)\w"
    r"|(?:act|behave|pretend|play) (?:as|like|to be|that|you|the role)\b",
    re.I,
)
"""What somebody resolves, what others want of them, and what is played."""

_HAPPENS = re.compile(
    r"\w+ (?:will|is|are|was|were|can|may|might|would|has|have|gets?|rise|falls?)\b", re.I
)


_FOR_OTHERS = re.compile(
    r"(?:(?:please|can you|could you|help me|now|ok)[\s,]+)*(?:draft|write|compose|prepare"
    r"|send)\b.{0,60}?\b(?:telling|asking"
    r"|directing|informing|saying|instructing|reminding|(?:that|which|to) (?:says|tells?|asks?|inform|remind))\b",
    re.I,
)
"""A text for somebody else, which says what they shall do from now on."""


_BARE_WORK = re.compile(
    r"(?:please )?(?:write|draft|give|make|set up|create|prepare|send|show)(?: me| us)?(?: an?)?\W*",
    re.I,
)


_OF_OURS = re.compile(r"(?:my|our|we)\b", re.I)
"""What is so with the user, and no instruction, where it stands in the middle."""


def _instruction_in(words: str) -> int | None:
    """Return where an instruction to the assistant begins in a sentence that ends with "from now on"."""
    if standing_forms.OCCASION.match(words) and _holds(words):
        return 0
    if (
        _RESOLVES.match(words)
        or _FOR_OTHERS.match(words)
        or frames.FOR_OTHERS.search(words)
        or _BARE_WORK.fullmatch(words)
    ):
        return None
    for at in _openings(words):
        rest = re.compile(
            r"(?:(?:please|pls|(?:let'?s|let us) (?:agree|say)(?: that)? you(?:'ll| will| should)?|can you|could you"
            r"|would you"
            r"|will you|i want you to|i'd like you to|i would like you to"
            r"|i need you to|you should|just|only|make sure (?:to|you))\s+)*",
            re.I,
        ).match(words, at)
        start = rest.end() if rest else at
        if at and (
            frames.FOREIGN.search(words[max(0, at - 160) : at]) or _OF_OURS.match(words, start)
        ):
            continue
        if _holds(words[start:]) and not re.match(
            r"(?:i|we)'d (?!like|prefer|rather|love)|(?:i|we) (?!(?:want|need|prefer|would like|'d like"
            r"|would prefer|only want) (?!to\b|you\b))",
            words[start:],
            re.I,
        ):
            same = _SAME.search(words[start:]) and _SO.search(words[:start])
            same = same or (_ACCORDINGLY.search(words[start:]) if at else None)
            return 0 if same and is_said_before(words[:at]) else start
    return None

"""What does a verb of remembering ask to keep?

The words are those that follow it, those before it in the sentence, or other sentences at which it points.
"""

from __future__ import annotations

import re
from dataclasses import replace

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import forms, frames
from langmem_ext.policies.directive_reading.abilities import (
    asks_whether,
    means_otherwise,
    says_cannot,
)
from langmem_ext.policies.directive_reading.at_hand import is_recalled, told_to_oneself
from langmem_ext.policies.directive_reading.besides import told_besides
from langmem_ext.policies.directive_reading.complaints import is_complaint
from langmem_ext.policies.directive_reading.content import (
    VERB,
    has_verb,
    is_detailed,
    is_kept,
    is_said_before,
)
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.fitting import fits, is_feat, is_put_politely
from langmem_ext.policies.directive_reading.pieces import is_set_down
from langmem_ext.policies.directive_reading.pointers import (
    inner_pointer,
    means_many,
    pointed,
    points_in_frame,
)
from langmem_ext.policies.directive_reading.pointing import (
    BESIDES,
    GOES_ON,
    gives_a_reason,
    only_points,
    serves_a_purpose,
)
from langmem_ext.policies.directive_reading.refused import denies, refusal
from langmem_ext.policies.directive_reading.remarks import says_nothing
from langmem_ext.policies.directive_reading.request import (
    ASKS_LATER,
    FOR_ME,
    TAG,
    Frame,
    Points,
    Request,
    Said,
    frame_before,
)
from langmem_ext.policies.directive_reading.tails import is_tail
from langmem_ext.policies.rewriting import speaks_of_self

MAX_HEADS = 6
"""Verbs of remembering that are tried in one sentence."""


def by_verb(said: Said) -> Request | None:
    for head, match in _heads(said.text):
        if request := _of_head(said, head, match):
            return request
    return None


def _heads(text: str) -> list[tuple[forms.Head, re.Match[str]]]:
    """Return the verbs of remembering in order, of those that overlap the first in the table."""
    found: list[tuple[forms.Head, re.Match[str]]] = []
    low = text.lower()
    for head in forms.HEADS:
        if not any(map(low.__contains__, head.words)):
            continue
        for match in head.pattern.finditer(text):
            if all(match.end() <= m.start() or m.end() <= match.start() for _, m in found):
                found.append((head, match))
    return sorted(found, key=lambda each: each[1].start())[:MAX_HEADS]


def _of_head(said: Said, head: forms.Head, match: re.Match[str]) -> Request | None:
    start = match.start()
    before = said.text[:start]
    if _IN_CODE.match(said.text, max(0, start - 1)) or _ASKS_WHETHER.match(before):
        return None
    if means_otherwise(said.text[match.end() :]):
        return None
    near = before[-70:].lower()
    if says_cannot(near):
        return None
    if head.rule != "dont_forget" and denies(near) and not is_complaint(said.text):
        return refusal(said, head, match)
    frame = frame_before(said.text, match)
    if frame is None or _is_quoted(before[: frame.start][-200:]):
        return None
    if head.rule == "dont_forget" and told_to_oneself(said.text[frame.start : match.end()]):
        return None
    if is_recalled(said.text) or is_set_down(said.text, start):
        return None
    if frame.mood == "own" and (head.strength < 2 or head.rule not in ("save", "note")):
        return None
    if said.sentence.is_question and not _may_ask(said, frame, match):
        return None
    if head.strength == 1 and _RESCUE.search(said.text[frame.start :]):
        return None
    return _right(said, head, match, frame)


_IN_CODE = re.compile(r"[.*/]?(?<![\w ])\.?\w+\(\s*['\"\w)]|[*.]\w+[)*]|\.\w+\(", re.I)
"""A call or a pattern: "cache.remember('k')"."""

_RESCUE = re.compile(
    r"^\W*(?:can|could|may|might|will) (?:it|this|that|they|these) (?:still |ever )?be \w+\s*(?:\?|$)",
    re.I,
)
"""A question whether a thing can be saved."""

_ASKS_WHETHER = re.compile(
    r"\W*(?:(?:hey|hi|ok|so|and|but)\W+)*(?:do|does|did|should|must) (?:i|we)\b[^,]*$", re.I
)
"""A question whether something is to be kept at all: "do I need to note ..."."""


def _is_quoted(before: str) -> bool:
    """ "He used to say: keep it short, keep it in mind." is quoted to its end."""
    said, colon, _ = before.rpartition(":")
    return bool(frames.FOREIGN.search(before) or (colon and frames.FOREIGN.search(f"{said}:")))


def _may_ask(said: Said, frame: Frame, match: re.Match[str]) -> bool:
    """Tell a request that is put as a question, or stands beside one, from "remember that place?"."""
    text = said.text
    if asks_whether(text[match.end() :]):
        return False
    if (
        frame.mood in ("asked", "wished", "own")
        or re.match(r"you (?:can|could|will|would)\b", text[frame.start :], re.I)
        or TAG.search(text)
    ):
        return True
    rest = text[match.end() :]
    return bool(ASKS_LATER.search(rest) or FOR_ME.match(rest)) or (
        frame.polite and not text[: frame.start].strip()
    )


# --- what follows the verb -----------------------------------------------------------------------


def _right(said: Said, head: forms.Head, match: re.Match[str], frame: Frame) -> Request | None:
    """Read what stands behind the verb: a pointer, a connection, and the words to keep."""
    text, at = said.text, match.end()
    pointer, at = pointed(text, at)
    if aside := _ASIDE.match(text, at):
        at = aside.end()
    inner = inner_pointer(match)
    points: Points = pointer or inner
    many = means_many(text[match.start() : at])
    connector = forms.CONNECTOR.match(text, at)
    assert connector is not None
    rest = text[connector.end() :]
    empty = not re.search(r"\w", rest)
    if empty and not points and points_in_frame(frame, text, match):
        points = "back"
    if points and (also := told_besides(said, at)):
        found = _pointing(said, head, frame, points, colon=False, many=many)
        return replace(found, also=also) if found else None
    if points and BESIDES.match(text, at):
        return _pointing(said, head, frame, points, colon=False, many=many)
    if only_points(
        text, match.end(), inner=bool(inner), recalls=head.rule in ("remember", "keep_in_mind")
    ) or (points and (gives_a_reason(text, at) or serves_a_purpose(text, at))):
        return _pointing(said, head, frame, points or "back", colon=False, many=many)
    follows = _SO.match(text, at) if not empty else None
    if (follows or (points == "back" and GOES_ON.match(text, at))) and (
        own := _own_fact(said, frame)
    ):
        return Request("remember_that", own)
    if _np(match) and (empty or not (connector["mark"] or "").startswith(":")):
        return _of_phrase(said, head, match)
    leads_on = ":" if points == "back" else r":|[-–—]$"
    if empty or is_tail(text, match.end(), at, head, connector, points):
        return _pointing(
            said,
            head,
            frame,
            points,
            colon=bool(empty and re.search(leads_on, connector["mark"] or "")),
            many=many,
            match_words=match[0],
        )
    return _content(said, head, match, frame, connector, points, many=many)


_SO = re.compile(r"\s*,\s*(?:and )?so\s+(?!that\b|far\b|called\b|i\b|you\b|we\b|it\b)", re.I)
"""What comes of the fact before: "I work nights, please remember, so mornings are out"."""


def _own_fact(said: Said, frame: Frame) -> str:
    """Return what the sentence states before it points: "Bo is my boss, remember it, the rest can wait"."""
    own = _own_statement(said, said.text[: frame.start])
    return own if own and has_verb(own) and (speaks_of_self(own) or is_detailed(own)) else ""


_ASIDE = re.compile(
    r"\s*,\s*[^,:;.?!]{3,60}(?=,\s+that (?:(?:i|i'm|i've|my|our|we|the|he|she|they|it)\b|(?-i:[A-Z]))),"
    r"|\s*,\s*(?:because|as|since|so|in case|before|if|and i mean)\b[^:;.?!]{3,60}(?=:\s)"
    r"|\s+so (?!far\b)(?:that )?(?:i|we|you|u|it)\b[^,:;.?!]{3,60}(?=:\s|,\s+(?:i|i'm|im|i've|my|our|we)\b)",
    re.I,
)
"""What stands between the request and "that": "remember, and I mean it, that ..."."""


def _np(match: re.Match[str]) -> bool:
    parts = match.groupdict()
    return bool(parts.get("np") or parts.get("short"))


def _of_phrase(said: Said, head: forms.Head, match: re.Match[str]) -> Request | None:
    """Read "keep my peanut allergy in mind": the words stand inside the verb."""
    name = "np" if match["np"] else "short"
    words = tidy(said.words(match.start(name), match.end(name)))
    telling = name == "short" or len(words.split()) > 2 or re.search(r"\d|(?<=\s)[A-Z]", words)
    named = match.groupdict().get("short") or has_verb(words) or speaks_of_self(words)
    return Request(head.rule, words) if telling and named else None


def _pointing(
    said: Said,
    head: forms.Head,
    frame: Frame,
    points: Points,
    *,
    colon: bool,
    many: bool,
    match_words: str = "",
) -> Request | None:
    """Read a request that says nothing itself: what comes before the clause, or another sentence, is meant."""
    if frame.mood == "own" and not colon:
        onward = said.sentence.is_question and points
        return Request(head.rule, points="on", many=many) if onward else None
    if head.strength == 1 and not points and not colon:
        return None
    if frame.mood == "thing" and not colon and not said.sentence.is_question:
        points = "on"
    before = said.text[: frame.start]
    if points != "on" and not colon and (own := _own_statement(said, before)):
        return Request("remember_that", own)
    if (
        before.strip()
        and not colon
        and points != "on"
        and not says_nothing(before.strip(" ,;-"))
        and not _COURTEOUS.match(before)
        and not _ONLY_WHEN.fullmatch(before.strip(" ,;-"))
        and not re.fullmatch(r"[\W\s]*(?:[\w']+\W+){0,4}", before)
    ):
        return None
    if head.rule == "note" and head.strength == 2 and not (points or colon):
        alone = match_words.lower().endswith("down") and not before.strip()
        return Request(head.rule, points="on", many=True) if alone else None
    return Request(
        head.rule, points="on" if colon else (points or "either"), colon=colon, many=many or colon
    )


def _own_statement(said: Said, before: str) -> str:
    """Return what the same sentence states before the request: "I'm vegan, please remember that"."""
    end = len(re.sub(r"(?:[\s,;:.–—(-]+|\b(?:so|and|but|also|then|plus)\s*)+$", "", before))
    words = said.words(0, end).strip() if end > 2 else ""
    if not words or language.HIDDEN in said.text[:end][-2:]:
        return ""
    if re.match(r"(?:what|which|how|why|who|where|when)\b(?! i\b)", words, re.I):
        return ""
    if _KEEPING.match(words) or _COURTEOUS.match(words) or _ONLY_WHEN.fullmatch(words):
        return ""
    return tidy(words) if is_said_before(said.text[:end]) and is_said_before(tidy(words)) else ""


def _content(
    said: Said,
    head: forms.Head,
    match: re.Match[str],
    frame: Frame,
    connector: re.Match[str],
    points: Points,
    *,
    many: bool,
) -> Request | None:
    """Take the words that follow the verb when they are worth keeping."""
    text, mark, start = said.text, connector["mark"] or "", connector.end()
    if head.rule == "dont_forget" and (told := _AS_SAID.match(text, start)):
        start = told.end()
    led = bool(re.search(r"\bthat\s*$", text[match.end() : start], re.I))
    explicit = (
        led
        or bool(connector["that"])
        or ":" in mark
        or bool(connector["copula"])
        or bool(points and mark)
    )
    if (connector["copula"] and frame.mood != "thing") or re.match(r"that\s", text[start:], re.I):
        return None
    plain = tidy(said.text[start:])
    if frame.mood == "own" and said.sentence.is_question and not (explicit or VERB.search(plain)):
        return None
    if _APPLIES.match(plain) and (own := _own_statement(said, text[: frame.start])):
        return Request("remember_that", own)
    if _HELPED.search(text[frame.start : match.start()]) and not (
        explicit or _OWN_CLAUSE.match(plain)
    ):
        return None
    asked = bool(connector["that"]) and is_put_politely(text, match, frame)
    if not (
        asked and head.strength == 1 and _KEEPING.match(match[0]) and len(plain.split()) > 3
    ) and not fits(
        head,
        frame,
        plain,
        match[0],
        mark=mark,
        explicit=explicit,
        points=points,
        frame_words=text[frame.start : match.start()],
    ):
        return None
    if not is_kept(plain, explicit=explicit, named_after=":" in mark):
        return None
    open_question = said.sentence.is_question and not (explicit or mark or points or frame.polite)
    if open_question and is_feat(plain, text):
        return None
    words = tidy(said.words(start, len(said.text)))
    if _np(match):
        name = "np" if match["np"] else "short"
        words = f"{said.words(match.start(name), match.end(name)).strip()}: {words}"
    follows: Points = "on" if points in ("on", "either") and (":" in mark or many) else ""
    return Request(head.rule, words, follows, many=many)


_COURTEOUS = re.compile(
    r"if (?:you|it|i|u)\b.*\b(?:kind|mind|good|please|possible|trouble|burden|could|may|might)\b"
    r"|\W*(?:no need to|(?:you )?(?:needn't|don't (?:need|have) to)|don't|without) (?:comment|repl|answer"
    r"|respond|react|say"
    r"|acknowledg)\w*(?: anything)?[\s,;–—-]*(?:just|only|but|simply)?\W*$",
    re.I,
)
"""Politeness before a request, which states nothing: "if you would be so kind, ..."."""

_ONLY_WHEN = re.compile(
    r"(?:when(?:ever)?|if|(?:any|every|each|next|the next) ?time|as soon as|once|before|after|while|should|because"
    r"|since)\b"
    r"(?: that)? (?:i|you|u|we|he|she|they|it)(?:'\w+)?(?: [\w'-]+){1,4}",
    re.I,
)
"""When the request holds, which states nothing: "any time I mention him, keep that in mind"."""

_APPLIES = re.compile(r"to \w+ (?:it|this|that|them|these|those)\b", re.I)
"""A request to act on what was just said: "we use the metric system, so remember to apply it"."""

_AS_SAID = re.compile(
    r"(?:that )?i(?:'ve| have)? (?:just |already )?(?:said|told you|mentioned)(?: that)? (?=(?:i|i'm|im|my|we"
    r"|our)\b)",
    re.I,
)
"""What refers to an earlier turn before it says it again."""

_HELPED = re.compile(r"\bhelp me\s*$", re.I)
_OWN_CLAUSE = re.compile(r"(?:i|i'm|im|i've|my|our|we|to)\b|.*\d", re.I)

_KEEPING = re.compile(
    r"(?:save|store|keep|retain|record|register|memo|hold|hang|log|document|preserve)\b", re.I
)

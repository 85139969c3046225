"""What does one sentence ask to remember, and where are the words of it?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

from langmem_ext.policies import directive_forms as forms
from langmem_ext.policies import directive_frames as frames
from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_content import (
    has_verb,
    is_advice,
    is_detailed,
    is_for_now,
    is_kept,
    is_said_before,
    should_do,
    tidy,
)
from langmem_ext.policies.rewriting import speaks_of_self
from langmem_ext.policies.spelling import Spelt, spelt

Points = Literal["", "back", "on", "either"]

MAX_HEADS = 6
"""Verbs of remembering that are tried in one sentence."""

REACH = 130
"""Characters before the verb in which a request may begin."""


@dataclass(frozen=True, slots=True)
class Request:
    """Hold what a sentence asks for: the words to keep, or where they stand.

    `points`: at what came before (`back`), at what follows (`on`), at `either`; `refuses` turns the request round.
    """

    rule: str
    words: str = ""
    points: Points = ""
    colon: bool = False
    many: bool = False
    refuses: bool = False


@dataclass(frozen=True, slots=True)
class _Said:
    """Hold a sentence with the words of requests put right; `part` is what it states before it asks."""

    sentence: language.Sentence
    text: str
    spelt: Spelt

    def words(self, start: int, end: int) -> str:
        """Return the user's own words between two places of the text."""
        return self.sentence.raw[self.spelt.origin(start) : self.spelt.origin(end)]


@lru_cache(maxsize=64)
def read(sentence: language.Sentence) -> Request | None:
    """Return what the sentence asks for, None when it asks to remember nothing."""
    right = spelt(sentence.text[: language.MAX_SENTENCE])
    said = _Said(sentence, right.text, right)
    if not forms.hints(right.text) or _is_reported_after(right.text):
        return None
    return _called(said) or _seen_as(said) or _by_verb(said) or _by_opening(said) or _standing(said)


_REPORTED_AFTER = re.compile(
    r"[,–—-]\s*(?:\"\s*)?(?:he|she|they|mom|dad|mum|my \w+|his \w+|her \w+|the \w+|(?-i:[A-Z]\w+)) "
    r"(?:said|says|told (?:me|us|him|her)|always said|used to say|keeps saying|whispered|shouted|yelled|reminded (?:me|us))"
    r"(?: \w+){0,2}[.!]*$",
    re.I,
)


def _is_reported_after(text: str) -> bool:
    """ "don't forget to breathe, she said" is a story."""
    return bool(_REPORTED_AFTER.search(text))


# --- by a verb of remembering --------------------------------------------------------------------


def _by_verb(said: _Said) -> Request | None:
    for head, match in _heads(said.text):
        if request := _of_head(said, head, match):
            return request
    return None


def _heads(text: str) -> list[tuple[forms.Head, re.Match[str]]]:
    """Return the verbs of remembering in order, of those that overlap the first in the table."""
    found: list[tuple[forms.Head, re.Match[str]]] = []
    low = text.lower()
    for head in forms.HEADS:
        if not any(word in low for word in head.words):
            continue
        for match in head.pattern.finditer(text):
            if all(match.end() <= m.start() or m.end() <= match.start() for _, m in found):
                found.append((head, match))
    return sorted(found, key=lambda each: each[1].start())[:MAX_HEADS]


def _of_head(said: _Said, head: forms.Head, match: re.Match[str]) -> Request | None:
    start = match.start()
    before = said.text[:start]
    if frames.REFUSING.search(before[-70:]) and head.rule != "dont_forget":
        return _refusal(said, head, match)
    frame = _frame(said.text, match)
    if frame is None or frames.FOREIGN.search(before[: frame.start][-200:]):
        return None
    if frame.mood == "own" and (head.strength < 2 or head.rule not in ("save", "note")):
        return None
    if said.sentence.is_question and not _may_ask(said, frame, match):
        return None
    return _right(said, head, match, frame)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Hold where a request begins, and how it is put: `asked`, `wished`, `duty`, `thing` or `plain`."""

    start: int
    mood: str
    polite: bool
    personal: bool


def _frame(text: str, match: re.Match[str]) -> _Frame | None:
    """Find the furthest beginning from which all up to the verb is a frame."""
    kinds = match.groupdict()
    pattern = frames.GERUND_FRAME if kinds.get("ing") else frames.FRAME
    past = bool(kinds.get("ed")) and not kinds.get("base")
    for start in _beginnings(text, match.start()):
        found = pattern.fullmatch(text, start, match.start())
        if past and (found is None or not (found["wished"] and frames.WISHED_PAST.search(found[0]))):
            found = frames.PASSIVE_FRAME.fullmatch(text, start, match.start())
        if found:
            mood = next((name for name, part in found.groupdict().items() if part and name != "o"), "plain")
            return _Frame(start, mood, bool(re.search(r"\b(?:please|kindly)\b", found[0], re.I)), bool(re.search(r"\b(?:you|me|that|it|this|these|i)\b", found["wished"] or "you", re.I)) and not re.match(r"it(?:'s| is) \w+ to\b", found["wished"] or "", re.I))
    return None


def _beginnings(text: str, end: int) -> Iterator[int]:
    """Yield where a request may begin, the furthest place first."""
    low = max(0, end - REACH)
    places = {found.end() for found in frames.BOUNDARY.finditer(text, low, end + 1)}
    for found in frames.POLITE_START.finditer(text, low, end):
        if not frames.TIED.search(text[max(0, found.start() - 14) : found.start()]):
            places.add(found.start())
    yield from sorted(place for place in places if place <= end)


def _may_ask(said: _Said, frame: _Frame, match: re.Match[str]) -> bool:
    """Tell a request that is put as a question, or stands beside one, from "remember that place?"."""
    text = said.text
    if frame.mood in ("asked", "wished") or re.match(r"you (?:can|could|will|would)\b", text[frame.start :], re.I) or _TAG.search(text):
        return True
    rest = text[match.end() :]
    return bool(_ASKS_LATER.search(rest)) or (frame.polite and not text[: frame.start].strip())


_TAG = re.compile(
    r"(?:[,.!]|\s)\s*(?:ok|okay|k|alright|please|pls|got it|yeah|deal|will you|would you"
    r"|could you|can you|thanks|understood|please and thank you|is that ok(?:ay)?|cool|all right|if you can|would that be (?:ok|possible))\s*\?+[\s!?]*$",
    re.I,
)
_ASKS_LATER = re.compile(
    r"(?:,|\s[-–—]|\band|\bso|\bbut)\s+(?:so |and |but |then |also |now )*(?:what|what's|whats|how|can you|could you|would you|can i|which|where|do you|is there|are there|any|should i"
    r"|who|when|will you|have you|got any|is it|does|tell me|suggest|recommend)\b[^?]*\?",
    re.I,
)


def _refusal(said: _Said, head: forms.Head, match: re.Match[str]) -> Request | None:
    """Read "do not save what I'm about to tell you": it holds for what it points at."""
    if head.rule == "know" or said.sentence.is_question:
        return None
    rest = said.text[match.end() :]
    if re.match(r"\s*(?:what|anything|any of|everything|the following|things)\b", rest, re.I):
        past = re.match(r"\s*(?:what|anything|everything) (?:that )?(?:i|we)(?:'ve| have)? (?:just )?(?:said|told|mentioned|wrote|discussed)", rest, re.I)
        return Request("refusal", points="back" if past else "on", refuses=True)
    colon = bool(re.match(r"[^.?!]{0,40}:", rest))
    inside = re.search(r"\b(?:this|these|the following)\b", match[0] + rest[:14], re.I)
    if colon or inside:
        return Request("refusal", points="on" if colon else "either", refuses=True)
    back = re.search(r"\b(?:that|it|those|them)\b", match[0] + rest[:6], re.I) or not rest.strip(" .!,")
    return Request("refusal", points="back" if back else "", refuses=True)


# --- what follows the verb -----------------------------------------------------------------------


def _right(said: _Said, head: forms.Head, match: re.Match[str], frame: _Frame) -> Request | None:
    """Read what stands behind the verb: a pointer, a connection, and the words to keep."""
    text, at = said.text, match.end()
    pointer, at = _pointed(text, at)
    inner = _inner_pointer(match)
    points: Points = pointer or inner
    many = _means_many(text[match.start() : at])
    connector = forms.CONNECTOR.match(text, at)
    assert connector is not None
    rest = text[connector.end() :]
    empty = not re.search(r"\w", rest)
    if empty and not points and _points_in_frame(frame, text, match):
        points = "back"
    if _np(match) and (empty or not (connector["mark"] or "").startswith(":")):
        return _of_phrase(said, head, match)
    if empty or _is_tail(text, match.end(), at, head, connector, points):
        return _pointing(said, head, frame, points, colon=":" in (connector["mark"] or "") and empty, many=many)
    return _content(said, head, match, frame, connector, points, many=many)


def _pointed(text: str, at: int) -> tuple[Points, int]:
    """Read what the verb points at, and adverbials, in any order."""
    points: Points = ""
    for _ in range(7):
        pointer = None if points else forms.POINTER.match(text, at)
        if pointer:
            points = "on" if pointer["fwd"] else "back" if pointer["bck"] else "either"
            at = pointer.end()
        elif adjunct := forms.ADJUNCT.match(text, at):
            at = adjunct.end()
        else:
            break
    return points, at


def _inner_pointer(match: re.Match[str]) -> Points:
    if re.search(r"\b(?:the following|something)\b", match[0], re.I):
        return "on"
    if re.search(r"\b(?:this|these)\b", match[0], re.I):
        return "either"
    return "back" if re.search(r"\b(?:that|it|those|them)\b", match[0], re.I) else ""


def _points_in_frame(frame: _Frame, text: str, match: re.Match[str]) -> bool:
    return bool(re.search(r"\b(?:that|it|this|which)\b", text[frame.start : match.start()], re.I)) and frame.mood in ("wished", "duty", "asked")


def _means_many(words: str) -> bool:
    return bool(re.search(r"\b(?:things|facts|points|details|these|those|both|all|following|info\w*|stuff|notes|some|few|two|three|four|five|them|everything)\b", words, re.I))


def _np(match: re.Match[str]) -> bool:
    parts = match.groupdict()
    return bool(parts.get("np") or parts.get("short"))


def _of_phrase(said: _Said, head: forms.Head, match: re.Match[str]) -> Request | None:
    """Read "keep my peanut allergy in mind": the words stand inside the verb."""
    name = "np" if match["np"] else "short"
    words = tidy(said.words(match.start(name), match.end(name)))
    telling = name == "short" or len(words.split()) > 2 or re.search(r"\d|(?<=\s)[A-Z]", words)
    named = match.groupdict().get("short") or has_verb(words) or speaks_of_self(words)
    return Request(head.rule, words) if telling and named else None


def _is_tail(text: str, end: int, at: int, head: forms.Head, connector: re.Match[str], points: Points) -> bool:
    """Tell whether nothing to keep follows: "remember that when you plan my meals"."""
    if connector["mark"] and ":" in connector["mark"]:
        return False
    if points == "back" and re.match(r"\s*[,.;–—-]+\s*(?:it|that|this|you|they|because|as|since|or|and you|i (?:think|will|might|may|don't want))\b", text[at:], re.I):
        return True
    if points == "back" and re.fullmatch(r"(?:\s+[\w']+){1,3}[\s.!?)]*", text[at:]) and not has_verb(text[at:]):
        return True
    if points in ("back", "either", "on") or at == end:
        place = at if points else end
        if head.strength == 1:
            return bool(points and _SHORT_TAIL.match(text, place))
        if not points and not re.match(r"\s*[.,!;)–—-]|\s+(?:please|for|when|next|in|if|too|as|ok|thanks)\b", text[place:], re.I):
            return False
        return bool(frames.TAIL.match(text, place)) and not _holds_a_clause(text[place:])
    return bool(_SHORT_TAIL.match(text, at))


_SHORT_TAIL = re.compile(
    r"(?:[\s,;–—-]+(?:please|thanks?(?: you)?|ok|okay|too|also|as well|for (?:me|us|later|next time|(?:the )?future(?: reference)?|my records)|somewhere"
    r"|will you|would you|can you|could you|(?:to|in) (?:your|my) (?:memory|notes|profile)|to memory|if you can|now|somehow|about me|away|safe))*[\s.!?)…;]*$",
    re.I,
)
_CLAUSE = re.compile(
    r"\b(?:(?:i'm|i am|im|i have|i've|i (?:never|always|don't|can't|prefer|like|hate|live|work|use|eat|drink|need|want))\b"
    r"|(?:i|we|he|she|they)(?: [\w'-]+){3,}|(?:my|our) [\w' ]{2,30}? (?:is|are|has|lives|works)\b|(?:he|she|it|they)(?:'s|'re| is| are| has| have)\b)",
    re.I,
)
_OCCASION = re.compile(
    r"^\W*(?:for |in |at )?(?:when|whenever|if|every time|each time|(?:the )?next time|as|before|after|while|until|once)\s+(?:that )?(?:i|you|we|i'm|you're)\b"
    r"(?:(?! (?:i|i'm|im|my|we)\b)[^,])*",
    re.I,
)


def _holds_a_clause(rest: str) -> bool:
    """ "that in Spain I eat late" says something; "that when I ask for food" does not."""
    if re.match(r"\W*(?:because|since|as|it'?s|so|in case|you|this|that|they)\b", rest, re.I):
        return False
    return bool(_CLAUSE.search(_OCCASION.sub("", rest, count=1)))


def _pointing(said: _Said, head: forms.Head, frame: _Frame, points: Points, *, colon: bool, many: bool) -> Request | None:
    """Read a request that says nothing itself: what comes before the clause, or another sentence, is meant."""
    if frame.mood == "own" and not colon:
        return None
    if head.strength == 1 and not points and not colon:
        return None
    if frame.mood == "thing" and not colon and not said.sentence.is_question:
        points = "on"
    before = said.text[: frame.start]
    if points != "on" and not colon and (own := _own_statement(said, before)):
        return Request("remember_that", own)
    if before.strip() and not colon and points != "on" and not re.fullmatch(r"[\W\s]*(?:[\w']+\W+){0,4}", before):
        return None
    if head.rule == "note" and head.strength == 2 and not (points or colon):
        return None
    return Request(head.rule, points="on" if colon else (points or "either"), colon=colon, many=many or colon)


def _own_statement(said: _Said, before: str) -> str:
    """Return what the same sentence states before the request: "I'm vegan, please remember that"."""
    end = len(re.sub(r"(?:[\s,;:.–—(-]+|\b(?:so|and|but|also|then|plus)\s*)+$", "", before))
    words = said.words(0, end).strip() if end > 2 else ""
    if not words or language.HIDDEN in said.text[:end][-2:]:
        return ""
    return tidy(words) if is_said_before(said.text[:end]) and is_said_before(tidy(words)) else ""


def _content(
    said: _Said, head: forms.Head, match: re.Match[str], frame: _Frame, connector: re.Match[str], points: Points, *, many: bool
) -> Request | None:
    """Take the words that follow the verb when they are worth keeping."""
    text, mark, start = said.text, connector["mark"] or "", connector.end()
    led = bool(re.search(r"\bthat\s*$", text[match.end() : start], re.I))
    explicit = led or bool(connector["that"]) or ":" in mark or bool(connector["copula"]) or bool(points and mark)
    if (connector["copula"] and frame.mood != "thing") or re.match(r"that\s", text[start:], re.I):
        return None
    plain = tidy(said.text[start:])
    if not _fits(head, frame, plain, match[0], mark=mark, explicit=explicit, points=points):
        return None
    if not is_kept(plain, explicit=explicit, named_after=":" in mark):
        return None
    words = tidy(said.words(start, len(said.text)))
    if _np(match):
        name = "np" if match["np"] else "short"
        words = f"{said.words(match.start(name), match.end(name)).strip()}: {words}"
    follows: Points = "on" if points in ("on", "either") and (":" in mark or many) else ""
    return Request(head.rule, words, follows, many=many)


def _fits(head: forms.Head, frame: _Frame, words: str, head_word: str, *, mark: str, explicit: bool, points: Points) -> bool:
    """Ask more of verbs that often mean something else."""
    if frame.mood == "thing" and not (explicit or mark or speaks_of_self(words)):
        return False
    if frame.mood == "wished" and not frame.personal and not speaks_of_self(words):
        return False
    if head.rule == "know":
        own = speaks_of_self(words) or should_do(words)
        return own and explicit and (frame.mood != "plain" or frame.polite or not words.lower().startswith("you"))
    if head.strength == 1:
        if _ELSEWHERE.match(words):
            return False
        if (points in ("on", "either") or frame.mood == "thing") and (mark or speaks_of_self(words)):
            return True
        named = _VALUE.match(words)
        if mark == ":" and (frame.polite or not _LOGGING.match(head_word)):
            return is_detailed(words)
        return bool(named) or (explicit and not points and (speaks_of_self(words) or ":" in mark and bool(points)))
    if head.strength == 2:
        return explicit or bool(mark) or bool(re.match(r"(?:i|i'm|im|i've|we|my|our)\b", words, re.I)) or bool(points)
    return True


_ELSEWHERE = re.compile(r"(?:to|as|in|into|on|onto|under|with|from)\b", re.I)
_LOGGING = re.compile(r"(?:log|track|document|learn|put|keep)\b", re.I)
_ATTRIBUTE = (
    r"(?:name|nickname|address|e-?mail|phone|number|birthday|birthdate|job|title|employer|company|preferences?|diet|allerg(?:y|ies)|size|time ?zone"
    r"|language|pronouns|location|city|hometown|anniversary|favou?rite|budget|goal|schedule|routine|order|coffee|seat|airline|contact|blood type|height|weight)"
)
_VALUE = re.compile(rf"(?:my|our) (?:[\w'’-]+ ){{0,4}}?{_ATTRIBUTE}\b[\w' -]{{0,30}}?(?:\s(?:is|are|as)\s|:\s*|,\s*|\s=\s)\S", re.I)


# --- by other forms of words ---------------------------------------------------------------------


def _openings(text: str) -> Iterator[int]:
    """Yield where a clause of the sentence begins."""
    lead = _LEADING.match(text)
    yield from dict.fromkeys((0, lead.end() if lead else 0))
    for found in islice(_CLAUSES.finditer(text), MAX_HEADS):
        yield found.end()


def _is_foreign(text: str, at: int) -> bool:
    lead = _LEADING.match(text)
    return at > (lead.end() if lead else 0) and bool(frames.FOREIGN.search(text[max(0, at - 160) : at]))


_LEADING = re.compile(rf"{frames.LEADS}(?:(?:please|kindly|just|also)[\s,]+)*", re.I)
_CLAUSES = re.compile(r"(?:[,:;–—)]\s+|\s-+\s+|\s(?=(?:so|and|but)\s))(?:so |and |but |please |also |then )*", re.I)


def _by_opening(said: _Said) -> Request | None:
    """Read "for future reference, ...", "note to self: ..."."""
    if not forms.TOPIC_WORDS.search(said.text):
        return None
    if said.sentence.is_question and not (_TAG.search(said.text) or _ASKS_LATER.search(said.text)):
        return None
    for at in _openings(said.text):
        topic = forms.TOPICS.match(said.text, at)
        if topic and not _is_foreign(said.text, at) and is_kept(tidy(topic["x"]), explicit=True, named_after=bool(topic["title"])):
            return Request("reference" if topic["what"] else "note", tidy(said.words(topic.start("x"), len(said.text))))
        record = forms.RECORD.match(said.text, at)
        if record:
            return Request("reference", tidy(said.words(record.start("x"), len(said.text))))
    end = forms.TOPICS_END.fullmatch(said.text)
    if end and not _is_foreign(said.text, end.end("x")) and is_kept(tidy(end["x"]), explicit=True):
        return Request("reference", tidy(said.words(0, end.end("x"))))
    return None


def _called(said: _Said) -> Request | None:
    """Read "call me Ana"."""
    for match in forms.CALLED.finditer(said.text):
        frame = _frame(said.text, match)
        if frame is None or said.sentence.is_question and frame.mood not in ("asked", "wished") and not _TAG.search(said.text):
            continue
        if frames.FOREIGN.search(said.text[: frame.start][-120:]) or not _is_name(match["name"], said.text):
            continue
        return Request("call_me", f"call me {said.words(match.start('name'), match.end('name'))}")
    return None


def _seen_as(said: _Said) -> Request | None:
    """Read "put me down as vegetarian"."""
    match = None if said.sentence.is_question else forms.SEEN_AS.search(said.text)
    frame = _frame(said.text, match) if match else None
    if match is None or frame is None or frames.FOREIGN.search(said.text[: frame.start][-120:]):
        return None
    return Request("note", f"I am {tidy(said.words(match.start('x'), match.end('x')))}")


def _is_name(name: str, text: str) -> bool:
    """ "call me later" names nobody; a small letter counts only in an all-small message."""
    if name.lower().split()[0].rstrip(".") in forms.NOT_A_NAME:
        return name[:1].isupper() and name.split()[0].rstrip(".").lower() in ("mr", "mrs") and len(name.split()) > 1
    return name[0].isupper() or (text == text.lower() and not name.endswith(("ing", "ed", "ly")))


def _standing(said: _Said) -> Request | None:
    """Read what shall hold from now on, always or never, and habits."""
    text, asked = said.text, said.sentence.is_question
    if not forms.STANDING_WORDS.search(text):
        return None
    if asked and not (_TAG.search(text) or _ASKS_LATER.search(text) or re.match(r"\W*(?:(?:ok|so|hey|please)\W+)*(?:can|could|would|will) you\b", text, re.I)):
        return None
    for at in _openings(text):
        match = forms.STANDING.match(text, at)
        if match and _holds(match["x"]) and not _is_foreign(text, at):
            return Request("from_now_on", tidy(said.words(match.start("x"), len(text))))
    if (end := forms.STANDING_END.fullmatch(text)) and (at := _instruction_in(end["x"])) is not None:
        return Request("from_now_on", tidy(said.words(at, end.end("x"))))
    for rule, pattern in (("instruction", forms.INSTRUCTION), ("instruction", forms.ASKED_ALWAYS), ("instruction", forms.WHENEVER), ("instruction", forms.WHENEVER_LAST), ("instruction", forms.WHEN_ALWAYS), ("important", forms.IMPORTANT)):
        match = pattern.match(text)
        if match and not is_advice(match["x"]) and not is_for_now(match["x"]) and (rule != "important" or _is_own(match["x"])):
            return Request(rule, tidy(said.words(match.start("x"), len(text))))
    habit = None if asked else forms.HABIT.match(text)
    if habit and not language.is_unreal(text):
        return Request("habit", tidy(said.words(habit.start("x"), len(text))))
    return None


def _is_own(words: str) -> bool:
    return should_do(words) or bool(re.match(r"(?:i|i'm|my|our)\b", words, re.I))


def _holds(words: str) -> bool:
    """Tell what the user sets for the future from what is going to happen."""
    if language.HIDDEN in words[:12] or is_advice(words):
        return False
    if forms.TO_ASSISTANT.match(words):
        return not _HAPPENS.match(words)
    own = re.match(r"(?:i|i'?d|i'm|my|we|all my|our)\b(?!'?ll| will| am going|'m going| shall)", words, re.I)
    return bool(should_do(words) or own) or bool(re.match(r"(?:no|only|not)\s+(?:more\s+)?\w+", words, re.I))


_HAPPENS = re.compile(r"\w+ (?:will|is|are|was|were|can|may|might|would|has|have|gets?|rise|falls?)\b", re.I)


def _instruction_in(words: str) -> int | None:
    """Return where an instruction to the assistant begins in a sentence that ends with "from now on"."""
    for at in _openings(words):
        rest = re.compile(r"(?:(?:please|pls|can you|could you|would you|will you|i want you to|i'd like you to|i would like you to|i need you to|you should|just|only|make sure (?:to|you))\s+)*", re.I).match(words, at)
        start = rest.end() if rest else at
        if _holds(words[start:]) and not re.match(r"(?:i|we) (?!(?:want|need|prefer|would like|'d like|would prefer|only want) (?!to\b|you\b))", words[start:], re.I):
            return start
    return None

"""Did the user ask to remember something?

A request is recognised at the start of a sentence ("remember that ..."), at its end ("..., please
remember that") or alone before or after what it is about. Talk about remembering is no request.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_forms import (
    ADVICE,
    AFTER,
    ALONE,
    CALL_ME,
    DATED,
    EMPTY_WORDS,
    FORMS,
    GENERIC,
    HABIT,
    HINT,
    INSTRUCTION,
    LISTED,
    NEW_REQUEST,
    NOT_A_NAME,
    OPENER,
    POLITE_END,
    RECALLING,
    REQUEST_QUESTION,
    TAG,
    TASK,
    TO_ASSISTANT,
    VERB,
)
from langmem_ext.policies.rewriting import USER, later, speaks_of_self, third_person
from langmem_ext.policies.topics import keywords_of, title_of, topic_of
from langmem_ext.policies.writing import MAX_CONTENT, normalise


@dataclass(frozen=True, slots=True)
class Directive:
    """One thing that the user asked to remember.

    `content` is the self-contained third-person form in the user's wording and casing,
    `statement` the user's own words, `rule` the name of the form of words that was recognised.
    """

    content: str
    statement: str
    category: str
    type: str
    title: str
    keywords: tuple[str, ...]
    slot: str | None
    rule: str


def find_directives(message: str, *, speaker: str | None = None) -> list[Directive]:
    """Return each fact that the message asks to remember (spec 000 section 2), in order.

    Questions ("do you remember ...?"), memories ("I'll never forget ..."), reported speech and code
    are not requests. Several facts in one request become several directives.
    """
    read = message[: language.MAX_MESSAGE]
    return list(_found(read, speaker)) if HINT.search(read) else []


@lru_cache(maxsize=2)  # the scanner asks again about the message at hand
def _found(message: str, speaker: str | None) -> tuple[Directive, ...]:
    found: dict[str, Directive] = {}
    for rule, statement, before in _requests(language.sentences(message)):
        for part in _facts(statement):
            directive = _directive(rule, part, before, speaker) if _tells(part) else None
            if directive:
                found.setdefault(directive.content, directive)
    return tuple(found.values())


# --- forms of words ------------------------------------------------------------------------------


def _requests(found: list[language.Sentence]) -> Iterator[tuple[str, str, str]]:
    """Yield (rule, what to remember, the sentence before it) for every request."""
    taken: set[int] = set()
    for i, sentence in enumerate(found):
        if i in taken or language.is_sarcastic(sentence.raw):
            continue
        before = found[i - 1].raw if i else ""
        if language.brings_foreign_text(sentence.raw) and not _request_in(sentence):
            return
        if alone := ALONE.match(sentence.text):
            if not _asks(sentence):
                yield from _around(found, i, bool(alone["colon"]), taken)
            continue
        if request := _request_in(sentence):
            yield *request, before
            if LISTED.search(sentence.text):
                yield from _rest_of_list(found, i, taken)


def _around(
    found: list[language.Sentence], i: int, colon: bool, taken: set[int]
) -> Iterator[tuple[str, str, str]]:
    """ "Remember this:" takes what follows, "Remember that." what came just before."""
    follows = colon or (i == 0 and len(found) > 1)
    chosen = range(i + 1, min(len(found), i + 11)) if follows else range(max(0, i - 1), i)
    for j in chosen:
        if found[j].is_question or language.is_reported(found[j].text):
            break
        taken.add(j)
        yield "remember_these" if follows else "remember_that", found[j].raw, ""


def _rest_of_list(
    found: list[language.Sentence], i: int, taken: set[int]
) -> Iterator[tuple[str, str, str]]:
    """ "Remember this: I'm vegan. I live in Lyon.": later sentences about the user belong to it."""
    for j in range(i + 1, min(len(found), i + 11)):
        later_one = found[j]
        if later_one.line != found[i].line or later_one.is_question:
            return
        if not re.match(r"(?:i|i'm|i've|my|our|we)\b", later_one.text, re.I):
            return
        taken.add(j)
        yield "remember_these", _tidy(later_one.raw), ""


def _request_in(sentence: language.Sentence) -> tuple[str, str] | None:
    """Return (rule, what to remember) when the sentence is a request."""
    text = language.stated_part(sentence) or sentence.text
    if language.HIDDEN in text[:12] or _reported_request(text):
        return None
    if (called := CALL_ME.match(text)) and _is_name(called["name"], text):
        return "call_me", f"call me {called['name']}"
    for rule, pattern in FORMS:
        match = pattern.match(text)
        if (
            match
            and not (text is sentence.text and _asks(sentence))
            and _accepts(rule, match["x"], text)
        ):
            start = match.start("x")
            return rule, _tidy(sentence.raw[start : match.end("x")])
    if (after := AFTER.match(text)) and _is_said_before(after["x"]):
        return "remember_that", _tidy(after["x"])
    if (standing := INSTRUCTION.match(text)) and not _asks(sentence):
        return "instruction", _tidy(standing["x"])
    if (habit := HABIT.match(text)) and not sentence.is_question and not language.is_unreal(text):
        return "habit", _tidy(habit["x"])
    return None


def _is_name(name: str, text: str) -> bool:
    """ "call me later" names nobody; a small letter counts only in an all-small message."""
    if name.lower().split()[0] in NOT_A_NAME:
        return False
    return name[0].isupper() or (text == text.lower() and not name.endswith(("ing", "ed", "ly")))


def _asks(sentence: language.Sentence) -> bool:
    """Tell a question from a request that is put as one ("can you remember that ...?")."""
    if re.match(
        r"(?:\W|hey|hi|so|and|but|ok|oh|well|\s)*(?:do|did|does|don't you|how|what|when|where"
        r"|why|who|are|is) (?!not)",
        sentence.text,
        re.I,
    ) and not re.match(r"do not|do remember|do keep|do note", sentence.text, re.I):
        return True
    if not sentence.is_question:
        return False
    return not (TAG.search(sentence.text) or REQUEST_QUESTION.search(sentence.text[:40]))


def _reported_request(text: str) -> bool:
    """ "don't forget to breathe, she said" is a story."""
    return bool(
        re.search(
            r"[,–—-]?\s*(?:he|she|they|mom|dad|mum|my \w+|his \w+|her \w+|the \w+|(?-i:[A-Z]\w+)) "
            r"(?:said|says|told (?:me|us|him|her)|always said|used to say|keeps saying|whispered"
            r"|shouted|yelled|reminded (?:me|us))\b",
            text,
            re.I,
        )
    )


def _accepts(rule: str, said: str, text: str) -> bool:
    """Tell something to remember from a recollection or from advice to the other person."""
    said = re.sub(r"^[A-Z]\w+,\s+(?=[A-Z])", "", said.strip(" .!?,"))
    if re.search(
        r"\bis an? (?:\w+ )?(?:great|good|nice|lovely|fun|funny|amazing|classic) \w+$", said
    ):
        return False
    if len(said) < 3 or not (_worth(said) and _tells(said)) or RECALLING.match(said):
        return False
    should = re.match(
        r"(?:that\s+)?you (?:should|must|need to|have to|always|never|are to|may|shouldn't"
        r"|can't|cannot)\b",
        said,
        re.I,
    )
    if (
        not should
        and ADVICE.search(said)
        and (re.search(r"\byou\b", said, re.I) or not re.search(r"\b(?:i|my|i'm)\b", said, re.I))
    ):
        return False
    if rule == "from_now_on":
        return bool(
            TO_ASSISTANT.match(said)
            or should
            or re.match(r"(?:i|i'?d|my|we)\b(?!'?ll| will| am going|'m going)", said, re.I)
        )
    if rule == "important":
        return bool(should or re.match(r"(?:i|i'm|my|our)\b", said, re.I))
    if rule == "know":
        return bool(speaks_of_self(said) or should) and bool(re.search(r"\byou\b", text, re.I))
    if re.search(r":\s*$", text[: text.find(said)]):
        return True
    if re.search(r"\b(?:log|record)\s*$", text[: text.find(said)], re.I) or GENERIC.match(said):
        return False
    name_first = text.find(said) > 0 and re.match(r"(?!I\b|Just\b)[A-Z]", said)
    if not (name_first or _is_specific(said)):
        return False
    if re.match(r"(?:to|and)\s", said, re.I):
        return bool(TASK.match(said) or TO_ASSISTANT.match(said) or DATED.search(said))
    return _has_verb(said) or bool(re.search(r"\d|:|\bmy\b|\bour\b", said, re.I))


def _is_specific(said: str) -> bool:
    """Tell a fact about somebody or something from a saying ("small things can matter")."""
    named = re.search(
        r"(?<=\s)(?!I\b|Just\b|And\b|But\b)[A-Z]\w+|^[A-Z]\w+ (?:is|has|likes|works|lives|was"
        r"|owes|wants|hates|prefers)\b",
        said,
    )
    return bool(
        speaks_of_self(said)
        or named
        or re.search(r"\d|\bthe\b|\bto\b|\byou\b", said)
        or TO_ASSISTANT.match(said)
    )


def _worth(said: str) -> bool:
    """A fragment or a hidden quotation is not something to remember."""
    return language.HIDDEN not in said and len(re.findall(r"\w+", said)) >= 2


def _is_said_before(said: str) -> bool:
    """Tell a statement that a request follows: "I'm vegan, please remember that"."""
    return not said.endswith("?") and _worth(said) and _states(said)


def _tells(said: str) -> bool:
    """Tell a statement or an instruction to the assistant ("to be honest") from mere lead-in."""
    return _states(said) or bool(TO_ASSISTANT.match(said))


def _states(said: str) -> bool:
    """Find a word that is not mere lead-in, as all of "by the way" and "as I said" are."""
    words = re.findall(r"[\w']+", _opened(said).lower())
    return any(word not in EMPTY_WORDS for word in words)


def _opened(said: str) -> str:
    """Drop the phrases with which a statement opens."""
    return OPENER.sub("", said)


def _has_verb(said: str) -> bool:
    return bool(re.match(r"(?:i|we|my)\b", said, re.I) or VERB.search(said))


def _tidy(said: str) -> str:
    """Drop trailing politeness and punctuation."""
    said = said.strip().rstrip("?!.,; ")
    said = NEW_REQUEST.sub("", said)
    while (shorter := POLITE_END.sub("", said).rstrip("?!.,; ")) != said:
        said = shorter
    return re.sub(r"^(?:that|:)\s+(?=\S+\s)", "", said, flags=re.I)


# --- from words to a memory ----------------------------------------------------------------------

_NEXT_FACT = re.compile(
    r"(?:\s*,\s*(?:and\s+|but\s+|also\s+)?(?:that\s+)?|\s*;\s*|\s+and\s+(?:also\s+)?(?:that\s+)?)"
    r"(?=(?:i|i'm|i've|im)\s+(?!mean\b|think\b|guess\b)|(?:i'm|i've)\s|(?:my|our)\s"
    r"(?:[\w'-]+\s){1,4}(?:is|are|was|has|have|lives|works|likes|loves|hates|starts)\b)",
    re.I,
)
_POINTS_BACK = re.compile(r"\b(?:it|that|this|them|there|those|these|so)\b", re.I)
_CONDITION = re.compile(
    r"^(?:if|when|whenever|because|since|although|though|while|after|before|unless|every time)\b",
    re.I,
)


_NUMBERED = re.compile(r"(?:^|\s)\(?\d{1,2}[.)]\s+")


def _facts(said: str) -> list[str]:
    """Split a request into its facts; a part that points back stays with what it points at."""
    said = _opened(said)
    if _CONDITION.match(said):
        return [said]
    if re.match(r"\(?1[.)]\s", said):
        return [part.strip(" ,;") for part in _NUMBERED.split(said) if part.strip(" ,;")]
    parts: list[str] = []
    for part in _NEXT_FACT.split(said):
        if parts and _POINTS_BACK.search(part):
            parts[-1] = f"{parts[-1]}, and {part}"
        elif part.strip():
            parts.append(part.strip(" ,;"))
    return parts


def _directive(rule: str, statement: str, before: str, speaker: str | None) -> Directive | None:
    content = normalise(_content(statement, before, speaker))
    if not any(c.isalnum() for c in content):
        return None
    called = re.match(r"call me\b", statement, re.I)
    topic = topic_of("my preferred name is Ana" if called else statement, content)
    return Directive(
        content,
        statement,
        topic.category,
        topic.type,
        title_of(content),
        keywords_of(content),
        topic.slot,
        rule,
    )


_UNNAMED = re.compile(
    r"^(?:it|it's|he|he's|she|she's|they|they're|this|that|that's|those|these)\b", re.I
)


def _content(statement: str, before: str, speaker: str | None) -> str:
    """Write the statement so that it stands alone, as far as that is safe."""
    name = speaker or USER
    if called := re.match(r"call me (?P<name>.+)$", statement, re.I):
        return f"{name}'s preferred name is {called['name'] if called['name'][0].isupper() else called['name'].title()}"
    if should := re.match(
        r"you (should|must|need to|have to|always|never|shouldn't|can't|cannot|are to|may)\s+(.*)",
        statement,
        re.I,
    ):
        return _wish(name, _as_wish(should[1].lower(), should[2]))
    if (wish := TO_ASSISTANT.match(statement)) and not re.match(
        r"to (?:call|send|ask|check|add|start|book|order|schedule|make|give|show|put|end|sign"
        r"|write|remind) (?!me\b)",
        statement,
        re.I,
    ):
        negative = bool(wish["neg"]) and not re.match(
            r"(?:never|avoid|stop|no)\b", wish["neg"], re.I
        )
        rest = re.sub(
            r"^(?:to\s+)?(?:not\s+to\s+|not\s+|don'?t\s+|do not\s+)?(?:to\s+)?",
            "",
            statement,
            flags=re.I,
        )
        return _wish(name, ("not to " if negative else "") + rest)
    if task := re.match(r"to (?P<x>\w+.*)", statement, re.I):
        return f"{name} needs to {later(task['x'])}"
    if _UNNAMED.match(statement) and before and len(before) + len(statement) < MAX_CONTENT:
        return f"{third_person(before, speaker=speaker)}. {statement[:1].upper()}{later(statement[1:])}"
    return third_person(re.sub(r"^how (?=i )", "How ", statement), speaker=speaker)


def _as_wish(modal: str, rest: str) -> str:
    if modal in ("always", "never"):
        return f"{modal} {rest}"
    return f"not to {rest}" if modal in ("shouldn't", "can't", "cannot") else rest


def _wish(name: str, action: str) -> str:
    """Word an instruction to the assistant as what the user wants."""
    action = later(action)
    if action.startswith("not to "):
        return f"{name} does not want the assistant to {action[7:]}"
    return f"{name} wants the assistant to {action}"

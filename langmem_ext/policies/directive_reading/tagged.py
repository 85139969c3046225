"""Which of the words that the trained reader marks are what a request is about, and do they go on?

The reader marks words by their neighbours. Where the request has what it asks for behind a colon, what is marked
before it is small talk; what another sentence asks is a question; and a list or a second half goes on to its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from langmem_ext.learned.reading import Found
from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.request import TAG
from langmem_ext.policies.directive_reading.standing import TO_ASSISTANT


def tagged(said: Sequence[language.Sentence], asked: int, found: Sequence[Found]) -> list[str]:
    """Return the marked words of the sentences (joined by line ends) that answer the request at `asked`."""
    text = "\n".join(each.raw for each in said)
    placed = [(text.count("\n", 0, each.start), each) for each in found]
    begins = sum(len(each.raw) + 1 for each in said[:asked])
    colon = _COLON.search(said[asked].raw)
    led = any(
        at == asked
        and (
            (colon is not None and each.start >= begins + colon.end())
            or _THAT.search(text[begins : each.start])
        )
        for at, each in placed
    )
    return list(_meant(said, asked, placed, text, led=led))


_COLON = re.compile(r":\s+(?=\S)")
_THAT = re.compile(
    r"\b(?:remember|note|store|keep|save|know|record|log|hang on to|memori[sz]e|fact|mind|remembering)(?: \w+){0,3}"
    r" that (?:\w+ )?$",
    re.I,
)


def _meant(
    said: Sequence[language.Sentence],
    asked: int,
    placed: Sequence[tuple[int, Found]],
    text: str,
    *,
    led: bool,
) -> Iterator[str]:
    told = any(at == asked and _DO.match(text[each.start : each.end]) for at, each in placed)
    for number, (at, each) in enumerate(placed):
        words = text[each.start : each.end]
        if told and at != asked and _OWN.match(words):
            continue
        if (led and at < asked) or (at != asked and _is_asked(said[at])) or _HANGING.match(words):
            continue
        if _is_hidden(said, text, each) and not _FOR_MEMORY.search(said[asked].text):
            continue
        after = placed[number + 1][1].start if number + 1 < len(placed) else len(text)
        line_end = text.find("\n", each.end)
        yield words + _rest(text[each.end : min(after, line_end if line_end >= 0 else len(text))])


_DO = re.compile(
    rf"(?:in (?:every|each|all)[^,]{{2,40}},? )?(?:{TO_ASSISTANT.pattern.removeprefix('^')})", re.I
)
_OWN = re.compile(r"(?:i|i'?m|i'?ve|i'?d|my|our|we|the|it|it's)\b", re.I)
"""A fact beside an instruction, which is why it is given."""


def _is_hidden(said: Sequence[language.Sentence], text: str, found: Found) -> bool:
    """Tell words that are mostly quoted speech or code."""
    plain = "\n".join(each.text for each in said)
    if len(plain) != len(text):
        return False
    words = plain[found.start : found.end]
    return words.count(language.HIDDEN) > len(words) / 2


_FOR_MEMORY = re.compile(r"\b(?:(?:about|of|for|on|under) me|memory|your notes)\b", re.I)


def _is_asked(sentence: language.Sentence) -> bool:
    return sentence.is_question and not _TAG.search(sentence.text)


_TAG = re.compile(rf"{TAG.pattern}|\\b(?:will|can|could|would) u\\s*\\?+$", re.I)

_HANGING = re.compile(
    r"(?:into|of|about|than|onto|self)\s|(?:is|are|was|were|does|did|can i|could i|should i|how do|what is) (?!to\b)",
    re.I,
)
"""How no statement begins."""


def _rest(words: str) -> str:
    """Return how the marked words go on: a second half, a further item; not a ground, thanks or a question."""
    if not (on := _GOES_ON.match(words)):
        return ""
    told = tidy(words[on.end() :])
    return f"{on[0]}{told}" if told and not words.rstrip().endswith("?") else ""


_GOES_ON = re.compile(
    r"(?:\s*,\s*(?:and |or |but |not )?|\s+(?:and|or|but) )(?!(?:i|i'?m|i'?ve|im|my|we|our|you|it|it's"
    r"|that'?s?|this|because"
    r"|since|cos|as|so|please|pls|plz|thanks?|thx|ok|okay|always|every time|each time|from|permanently|for|if|when"
    r"|whenever|until|can|could|would|will|what|which|how|who|where|why|do|does|is|are|will|lol|haha|don'?t"
    r"|remember"
    r"|keep|save|note|store|then|got|just|right|yeah|deal|and|should|full stop|period|end of|\w+ (?:it|them"
    r"|that|this))\b)(?=\w)",
    re.I,
)

"""Which instructions to the assistant does the user take back?

"You can use emojis again" lifts "never use emojis"; "always end with a summary" gives way to "stop ending with one".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from langmem_ext.policies import sentences as language
from langmem_ext.policies.endings import Ending
from langmem_ext.policies.facts import words_named
from langmem_ext.policies.instructions import instruction_in
from langmem_ext.policies.statement_reading import scenes

_LEAD = (
    r"(?:(?:ok|okay|actually|please|pls|hey|hi|so|well|and|now|no|alright|right|sorry|thanks|by the way|btw)"
    r"[\s,.!–—-]+)*"
)
_AGAIN = r"(?: again| now| after all| (?:with|for) me(?: now| again)?| from now on)"
_MORE = r"(?: any ?more| any longer| now| these days| from now on)"
_END = r"(?:[\s,]+(?:please|pls|thanks|thank you|if you (?:like|want)|tbh|btw))*[\s.!]*"
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(_LEAD + pattern + _END, re.IGNORECASE))
    for kind, pattern in (
        ("lifted", rf"(?:you )?(?:don'?t|do not|needn'?t) (?:need|have)? ?to (?P<what>.+?){_MORE}"),
        ("lifted", rf"(?:you )?no longer (?:need|have) to (?P<what>.+?){_MORE}?"),
        ("lifted", rf"(?:there'?s |there is )?no (?:more )?need to (?P<what>.+?){_MORE}"),
        ("lifted", rf"you can (?:now )?(?:stop|quit|drop)(?: with)? (?P<what>.+?){_MORE}?"),
        ("lifted", rf"(?:stop|quit)(?: with)? (?P<what>.+?){_MORE}?"),
        ("lifted", r"no more (?P<what>[\w' -]{2,40}?)"),
        ("lifted", rf"(?:don'?t|do not|never) (?P<what>.+?){_MORE}"),
        ("allowed", rf"you (?:can|may)(?: go back to| start)? (?P<what>.+?){_AGAIN}"),
        ("allowed", rf"feel free to (?P<what>.+?){_AGAIN}?"),
        (
            "allowed",
            rf"(?P<what>(?!(?:it|that|this|they|these|those|we|you|things?)\b)[\w' -]{{2,40}}?) (?:is|are)(?: now"
            rf"| actually| totally)* (?:fine|ok|okay|alright|allowed|welcome){_AGAIN}?",
        ),
        (
            "allowed",
            r"(?P<what>(?:use|start|do|add|include|give|show|write|go back to)\b.+?) again",
        ),
    )
)


def lifted(message: str) -> list[Ending]:
    """Return the instructions that a message takes back, in order; questions and quotes take none back."""
    said = language.sentences(scenes.own_words(message))
    return [
        found for each in said if not each.is_question for found in _of(language.stated_part(each))
    ]


def _of(said: str) -> Iterator[Ending]:
    if back := _BACK.fullmatch(said[:200]):
        yield Ending("spoken", so=back["to"])
        return
    for kind, form in _FORMS:
        if found := form.fullmatch(said[:200]):
            yield Ending(kind, what=_USING.sub("use", found["what"]))
            return


_USING = re.compile(r"^using\b", re.IGNORECASE)


_BACK = re.compile(
    rf"{_LEAD}(?:you can |let'?s )?(?:(?:switch|go|change|come)(?: back)? to|back to"
    r"|(?:answer|speak|talk|write|reply|respond)(?: to me| with me)? in(?= \w+ again)) "
    rf"(?P<to>{words_named('language')})(?: again| now)?{_END}",
    re.IGNORECASE,
)
"""What ends an instruction to speak another language."""


def opposed(contents: Iterable[str]) -> list[Ending]:
    """Return what new instructions rule out: each the same one, asked for where it refuses and the other way round."""
    asked = filter(None, map(instruction_in, contents))
    return [Ending("lifted" if each.refused else "allowed", what=each.what) for each in asked]

"""Is what a sentence mentions said of the work that it stands beside?

"Explain closures, keep in mind it's for a short talk" says for what the answer is; "..., keep in mind I'm vegan" says
something of the user, whatever is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from langmem_ext.policies import purposes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.rewriting import speaks_of_self

_OF_IT = re.compile(
    r"(?:that )?(?:it|it['’]?s|its|this|this['’]?s|that|that['’]?s|these|those|they|they['’]?re|there|there['’]?s"
    r"|(?P<who>he|he['’]?s|she|she['’]?s))(?=\s)(?! (?:repo|repository|project|team|company|year|month|week|house)\b)",
    re.I,
)
_IS_FOR = re.compile(
    r"(?:that )?(?:it['’]?s|it is|this is|they['’]?re|they are|these are) (?:just |only |all |meant )?"
    r"(?:for|going to) ",
    re.I,
)
_LASTS = re.compile(
    r"\b(?:always|never|every|each|from now on|in future|forever|usually|next time|for (?:later|good|the future)"
    r"|again|hold on to)\b",
    re.I,
)
_ORDERED = re.compile(
    r"(?:(?:please|pls|now|then|ok|okay|so|and|also|hey|hi|can you|could you|would you|a|an|quick|short|just)[\s,]+)*"
    r"(?:proofread|rewrite|review|fix|check|do|calculate|work out|estimate|design|make|build|compose|edit|improve"
    r"|book|order|prepare|outline|sketch|name|pick|choose|rank|rate|brainstorm|poem|limerick|haiku|toast|speech|story"
    r"|joke|caption|slogan|recipe|ideas?|gift ideas?|book ideas?)\b",
    re.I,
)


def is_of_the_work(said: Sequence[language.Sentence], at: int, words: str) -> bool:
    """Tell what is said of "it" where the same sentence, or the one before, asks for work."""
    of_it = _OF_IT.match(words)
    if of_it is None or _LASTS.search(said[at].text):
        return False
    if speaks_of_self(words) and not _IS_FOR.match(words):
        return False
    if of_it["who"]:
        return _asks(said[at].raw.partition(words)[0])
    return asks_before(said, at, words) or purposes.asks_for_work(words.partition(": ")[2])


def asks_before(said: Sequence[language.Sentence], at: int, words: str) -> bool:
    """Tell whether work is asked for before some words, in their sentence or in the one before it."""
    lead, found, _ = said[at].raw.partition(words)
    if found and _asks(lead):
        return True
    before = said[at - 1] if at else None
    return before is not None and (before.is_question or _asks(before.raw))


def _asks(text: str) -> bool:
    return purposes.asks_for_work(text) or bool(_ORDERED.match(text))

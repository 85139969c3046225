"""Does a sentence say nothing but how long, how often or in which talks something holds?

"Not only today, from now on", "always, unless I say otherwise", "this is for all the season": each of its words is one
of a closed vocabulary.
"""

from __future__ import annotations

import re

_FORM = frozenset(
    """
    a an the this that these those it it's its is isn't are be of in on at for from to through with by and or but so
    not no nor just only even also too as here i you u we me us our my your please pls ok okay thanks yes rule rules
    wish instruction thing deal thats both them all any each every other one both mean means should shall must holds
    hold counts count applies apply goes stays stay stands lasts now unless until till notice further including included
    regardless after before during while when whenever
    """.split()
)
_TIME = frozenset(
    """
    today tonight tomorrow always ever never forever permanent permanently standing lasting onwards onward forth
    forward henceforth once twice time times day days week weeks month months year years season term life lifetime
    future later next rest long good chat chats conversation conversations thread threads session sessions talk
    talks message messages answer answers reply replies question questions exception exceptions default january
    february march april may june july august september october november december monday tuesday wednesday thursday
    friday saturday sunday summer winter spring autumn christmas easter school exam exams
    """.split()
)
_LASTING = re.compile(
    r"\b(?:always|ever|forever|permanent(?:ly)?|standing|lasting|for good|(?:from|until|till|hence)\w*|no exceptions?"
    r"|not in this\b.*\b(?:not|nor|or)\b.*\b(?:next|other|any)|(?:not|isn'?t) (?:just|only)|(?:all|every|each"
    r"|any|the rest|future|next)\b.*\b(?:time|chat|conversation|thread"
    r"|session|talk|message|answer|repl|question|day|week|month|year|season|term|life|future|on)\w*|not (?:\w+ )?once"
    r"|default)\b",
    re.I,
)
_UNTIL_TOLD = re.compile(
    r"\b(?:unless|until|till) (?:(?:i|we) (?:say|tell|ask|change)(?: you| my mind)?|told)(?: otherwise| so"
    r"| different\w*"
    r"| (?:for )?(?:something|anything) else| to stop)?\b",
    re.I,
)
_WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
MOST = 18
"""Words of such a sentence."""


def is_duration(said: str) -> bool:
    """Tell a sentence about times and talks alone."""
    told = _UNTIL_TOLD.sub(" until ", said.replace("’", "'"))
    words = [each.lower() for each in _WORDS.findall(told)]
    return (
        1 <= len(words) <= MOST
        and any(word in _TIME for word in words)
        and all(word in _FORM or word in _TIME for word in words)
    )


def is_lasting(said: str) -> bool:
    """Tell one of these that makes what it is said of hold for good."""
    return is_duration(said) and bool(_LASTING.search(said))

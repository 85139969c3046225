"""Is this said to the assistant of what it is or should do: encouragement ("you're not alone"), advice, an order?"""

from __future__ import annotations

import re

from langmem_ext.policies.rewriting import speaks_of_self

_ADVICE = re.compile(
    r"\b(?:yourself|you'?re (?!talking|speaking|helping|my|writing)|you are (?!talking|speaking|helping|my|writing)"
    r"|you'?ve|you got|you have|you can|you'?ll|you were"
    r"|you deserve|your (?!answers?|repl|respon|tone|code|summar|memory|explanation"
    r"|emails?|output|messages?|suggestions?|recommendations?|drafts?|examples?|translations?|sources?|reasons?"
    r"|reasoning|style|lists?|plans?|recipes?|wording|sentences?))\b"
    r"|^(?:[\w-]+ing|life|love|happiness|kindness|patience|practice|failure|success"
    r"|everyone|everybody|nobody|no one|people|we'?re|we are|we all|we can|there'?s always"
    r"|every|all of us)\b.*\b(?:is|are|'s|can|matters?|takes?|makes?|will|has)\b(?! (?:at"
    r"|on|due|scheduled|located|called|in|for|handled|done|closed|open|blocked|disabled"
    r"|enabled|allowed|forbidden|my|\d))"
    r"|^to (?:breathe|relax|smile|have fun|enjoy|be|stay|pause|take (?:care|it easy|time"
    r"|breaks?|a break|a breath)|keep (?:going|pushing|calm|your|at)|believe|love|laugh"
    r"|live|rest|celebrate|cherish|appreciate|savor|reflect|vote|like|subscribe|follow|tip|drink (?:water|enough)"
    r"|stretch|floss)\b"
    r"|\b(?:here for|love|miss|support|believe in|proud of|grateful for|rooting for|with"
    r"|behind) you\b"
    r"|^keep (?:calm|going|smiling|it real|the faith|your (?:chin|head))\b"
    r"|^(?:be|stay) (?:yourself|kind|strong|positive|safe|true|calm)\b",
    re.I,
)
"""What one says to encourage the other person."""


OF_ITS_WORK = re.compile(
    r"\byou(?:'?re| are)(?: (?:not|really|just|only|even|ever|at all|un))* ?(?:sure|certain|unsure|uncertain|guessing"
    r"|assuming|making (?:it|things|something|stuff) up|missing (?:something|information|context|data)|speculating)\b"
    r"|\byou (?:do not|don'?t|can(?:'?t|not)|could(?: not|n'?t)|have(?: not|n'?t))(?: really| actually)? (?:know|find"
    r"|verify|verified|check(?:ed)?|have (?:a |the |any )?(?:sources?|data|access|information|answers?)|understand)\b"
    r"|\b(?:before|unless|until|if|when(?:ever)?|after) you (?:\w+ )?(?:answer|reply|respond|write|send|delete"
    r"|change|edit|run|commit|suggest|recommend|assume|guess|book|order|quote|cite|translate|know|post|overwrite|rename)\b"
    r"|\byour (?:\w+ )?(?:work|working|mistakes?|errors?|assumptions?|maths?|calculations?|sums|steps|references"
    r"|confidence|thinking|thought process|train of thought)\b"
    r"|\b(?:introduce|call|name|sign|repeat|correct|contradict|explain) yourself\b|\brefer to yourself\b"
    r"|\b(?:tell|show|list|say|explain)\b.* what(?:ever)? you(?:'ve|'re|'ll| have| are| will)\b",
    re.I,
)
"""What speaks of how an assistant works: its doubts, its sources, and what it does before it answers."""


def should_do(said: str) -> bool:
    """Tell what the assistant is to do: "you should ..."."""
    return bool(_SHOULD.match(said))


_SHOULD = re.compile(
    r"(?:that\s+)?you(?: (?:should|must|need to|have to|always|never|are (?:not )?to|may|shouldn't|can't|cannot)"
    r"|'re (?:not )?to)\b",
    re.I,
)


def is_advice(said: str) -> bool:
    """Tell encouragement of the other person."""
    if should_do(said) or OF_ITS_WORK.search(said):
        return False
    if _OWN_FACT.match(said) and not _ABOUT_BOTH.match(said):
        return False
    about_you = re.search(r"\byou\b", said, re.I) or not speaks_of_self(said)
    return bool(_ADVICE.search(said) and about_you)


_OWN_FACT = re.compile(r"(?:i|i'?m|i'?ve|my|our|we|when i|if i|the|[\w-]+ (?:is|are) my)\b", re.I)
_ABOUT_BOTH = re.compile(
    r"(?:(?:i|i'?m|we|we'?re|i'?ll)\b.*\b(?:here for|love|miss|support|believe in|proud of|grateful for|rooting for"
    r"|with|behind|care about) you\b"
    r"|we(?:'re| are| all|'ve)\b|the (?:best|only|most|right|key|secret|future|world|universe|journey|sun"
    r"|power)\b)",
    re.I,
)

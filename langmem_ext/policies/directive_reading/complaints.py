"""Which fact does somebody complain of having to say again?

"You keep forgetting that I'm left-handed", "this is the third time I tell you my name is Siobhan": beside a request the
fact is to be kept, not the complaint.
"""

from __future__ import annotations

import re

_LEAD = (
    r"(?:(?:so|and|but|ugh|argh|hey|look|ok|okay|right|well|seriously|honestly|again|sorry|why (?:do|did)"
    r"|how come)[\s,]+)*"
)
_OFTEN = (
    r"(?:(?:always|keep|kept|constantly|just|already|still|once again|again|often|never|don'?t|didn'?t|do not|did not"
    r"|have|seem to) )*"
)
_FORGET = (
    r"(?:forget(?:ting|s)?|forgot(?:ten)?|ignor(?:e|ed|ing)|overlook(?:ed|ing)?"
    r"|(?:(?<=never )|(?<=n't )|(?<=nt )|(?<=not ))(?:remember|recall|know))"
)
_TELL = r"(?:tell(?:ing)?|told|explain(?:ing|ed)?(?: to)?|remind(?:ing|ed)?|mention(?:ing|ed)?(?: to)?|say(?:ing)? to)"
_TIMES = r"(?:(?:this is|it'?s|that'?s) )?(?:now |already |like )*(?:the )?\w+ time (?:that |now that |now )?"
_OFT = r"(?: (?:again|already|before|twice|\w+ (?:\w+ )?times|every time|all the time))*"
_FACT = (
    r"(?:(?:i|we)\b(?! (?:asked|said|wanted|told|mentioned|wrote|tried|sent|gave|meant|need|needed|requested"
    r"|want)\b)|(?:i'?m|i'?ve|i'd|we're|we've)\b|(?:my|our) (?:[\w'’-]+ ){1,5}?(?:is|are|was|were|has|have|had|can"
    r"|can'?t|cannot|never|does|doesn'?t|don'?t|moved|(?:live|work|start|need|eat|hate|love|like|close|open)s?)\b"
    r"|(?:my|our) [\w'’-]+'s )"
)
_COMPLAINT = re.compile(
    rf"{_LEAD}(?:(?:{_TIMES})?(?:you|u|ya)(?:'ve)? {_OFTEN}{_FORGET}"
    rf"|(?:{_TIMES}(?:i|we)(?:'ve|'m)?|(?:i|we) (?:keep|kept)|(?:i|we)(?: am|'m|'re| are) (?:sick|tired) of"
    rf"|(?:i|we)(?:'ve| have)?)(?: (?:have|had|having) to| now| already| just)* {_TELL} (?:you|u))"
    rf"{_OFT},?(?: (?:the fact )?that)?:? (?P<x>{_FACT}.*)$",
    re.I,
)


def without_complaint(said: str) -> str:
    """Return the fact that a complaint holds; what is no complaint, as it is."""
    found = _COMPLAINT.match(said)
    return found["x"] if found else said


def is_complaint(said: str) -> bool:
    """Tell a complaint that a fact was forgotten."""
    return bool(_COMPLAINT.match(said))

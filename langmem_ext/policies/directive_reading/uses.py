"""Which words say only of what use it is to know something, how it is kept, or how answers were without it?

"Should come in handy when we plan", "I don't care how you do it", "your tips keep assuming an office". Of what use a
thing is to others is a fact of it.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.order_words import OUTPUT

_LEAD = r"(?:(?:and|but|so|because|since|as|cos|i (?:think|guess|suppose|hope|imagine)(?: that)?) ){0,2}"
_IT = r"(?:it|this|that|which|these|those|all of (?:it|this|that))"
_MODAL = r"(?:will|would|should|might|may|could|can|must|is (?:going|bound|sure|likely) to)"
_MAY = (
    rf"(?:{_IT}(?:'ll|'d| {_MODAL})|{_MODAL})(?: (?:well|also|probably|perhaps|surely|certainly|definitely|always|just"
    r"|even|maybe|sometimes|really)){0,2}"
)
_VERY = r"(?:(?:very|quite|really|so|super|pretty|rather|always|also|most|more|especially) )*"
_USEFUL = (
    r"(?:(?:good|nice|useful|handy|helpful|worth|important) (?:to (?:know|have|remember)|knowing|having|remembering)"
    r"|useful|handy|helpful|relevant|important|valuable|of (?:\w+ )?(?:use|help))"
)
_WORK = rf"(?:{OUTPUT}|tips?|hints?|ideas?|questions?|advice|guesses|picks|estimates|searches)"
_FOR_TALK = (
    r"(?:(?:when(?:ever)?|if) (?:you|we|i)\b|for when\b|(?:the )?next time\b|later\b|one day\b|some ?day\b"
    r"|at some point\b|again\b|soon\b|in (?:the )?future\b|as we go\b"
    r"|(?:to|for|with|in) (?:you\b|your\b|later\b|(?:the )?next time\b|(?:the )?future\b"
    rf"|(?:(?:any|all|our|the|my|other|future|further|[\w-]+) ){{0,3}}{_WORK}\b))"
)
_OF_USE = re.compile(
    rf"{_LEAD}(?:{_MAY} (?:(?:be|prove|come in|turn out(?: to be)?) {_VERY}{_USEFUL}|matter"
    rf"|help(?: (?:you\b[^:?,;]{{0,60}}|us|a lot))?"
    rf"|come up|save (?:you|us|me) (?:time|trouble|asking|some \w+))"
    rf"|(?:{_IT}(?:'s| is|s) )?{_VERY}{_USEFUL}(?= {_FOR_TALK})|(?:{_IT} )?(?:helps|matters)(?= {_FOR_TALK}))"
    rf"(?: {_FOR_TALK}[^:?,;]{{0,80}})?[\s.!]*$",
    re.I,
)
"""Of what use it will be in the talk: "might be useful when we plan my week"."""

_MISSES = (
    r"(?:(?:keeps?|kept) \w+ing|(?:presuppos|presum|ignor|overlook|forg[eo]t|assum|suppos)(?:es?|ed|s)?|misse[sd]"
    r"|takes? (?:it )?for granted|(?:tend|seem|appear)(?:s|ed)? to|call(?:s|ed)? for|rel(?:y|ies|ied) on"
    r"|(?:needs?|requires?|demands?|wants?) (?:one|it|them|an?\b)|was|were|had|didn'?t|did not"
    r"|(?:don'?t|do not|doesn'?t|never) (?:fit|work|help|suit|apply|account for|consider|take)"
    r"|(?:is|are|'re) (?:(?:always|often|usually|mostly|mainly|only|all|still|just|way|far) )*(?:too|wrong|useless"
    r"|no use|no help|no good|full of|based on|(?:meant|written|made|pitched|aimed|geared) (?:for|at)"
    r"|for (?:people|someone|somebody|those)))"
)
_YOURS = rf"your (?:[\w'-]+ ){{0,3}}?{_WORK}"
_MANY = r"(?:(?:half|most|many|some|so many|a lot|too many)(?: of)?)"
_COMPLAINT = re.compile(
    rf"{_LEAD}(?:(?:(?:all|both|{_MANY})(?: of)? )?{_YOURS} (?:(?:always|often|usually|all|still|both|only|mostly|just)"
    rf" )*{_MISSES}\b"
    rf"|{_MANY} {_YOURS} (?!(?:should|must|shall|need to|have to|ought|can|may|could|to)\b)\w"
    rf"|(?:you|u) (?:keep|kept|always keep) (?!(?:it|this|that|my|me|the|a|an|in)\b)\w+ing\b"
    rf"|(?:you|u)(?:'ve)? (?:(?:always|constantly|often|still|just|already) )*(?:forget|forgot|overlook|miss)\b)"
    r"(?:(?!,\s+(?:and |but )?(?:i|i'?m|i'?ve|my|we|our)\b)[^:?]){0,80}$",
    re.I,
)
"""How answers were so far, without it: "your tips keep assuming an office"."""

_KEEP = r"(?:do|keep|save|store|put|write|note|file|word|phrase|call|handle|remember|manage|log)"
_KEPT = (
    r"(?:done|kept|saved|stored|put|written(?: down)?|noted|filed|worded|phrased|logged|remembered)"
)
_NO_MATTER = re.compile(
    r"(?:(?:and|but|so|honestly|really) )*(?:(?:i|we)(?: really| honestly)? (?:don'?t|do not|couldn'?t) (?:really )?"
    r"(?:care|mind|fuss)(?: about)?|(?:(?:it|that) )?(?:doesn'?t|does not) (?:really )?matter(?: to me)?|no matter"
    r"|(?:it'?s |that'?s )?(?:all )?up to you|you (?:can )?(?:choose|decide|pick)|your (?:choice|call))"
    r",? (?:how|where|in (?:what|which) (?:form|format|way|file)|which (?:file|folder|list|note|place|format))"
    rf"(?: exactly)?(?: (?:you|u)(?:'ll)? {_KEEP}(?: (?:it|this|that|them))?(?: down| away| in)?"
    rf"| (?:it|this|that)(?:'s| is| gets)? (?:goes|ends up|lands|{_KEPT}))?"
    r"(?:,? (?:just|as long as|so long as) [^:?]{2,40})?[\s.!]*",
    re.I,
)
"""What is left to the assistant: "I don't care how you do it"."""


def is_left_open(said: str) -> bool:
    """Tell that only the way of keeping is spoken of."""
    return bool(_NO_MATTER.fullmatch(said))


def is_use(said: str) -> bool:
    """Tell what is said of the use of knowing something, and of how it is kept, from what is known."""
    return bool(_OF_USE.match(said) or _COMPLAINT.match(said) or is_left_open(said))


def without_use(said: str) -> str:
    """Return a statement without what is said of its use behind it."""
    if _CONDITION.match(said):
        return said
    for mark in _MARK.finditer(said):
        if is_use(said[mark.end() :]):
            return said[: mark.start()]
    return said


_MARK = re.compile(r"\s*[,;–—]\s*|\s+-\s+")
_CONDITION = re.compile(r"(?:if|when|whenever|because|since|although|while|unless)\b", re.I)

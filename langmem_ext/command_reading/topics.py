"""Of what does somebody ask what is remembered, where it is no category?

"What do you remember about my sister's wedding?" is about something of the user's own. What has no owner ("what do you
know about Rust?") is asked of the world.
"""

from __future__ import annotations

import re

from langmem_ext.command_reading.forms.families import whole
from langmem_ext.command_reading.forms.knowing import KNOWN, THINGS

_OWN = r"(?:(?:my|our)\b|(?:where|when|how|who|what|whom) (?:i|we)\b).*"
_ON = (
    r"(?:about|of|on|regarding|concerning|in regard to|with regard to|relating to|related to|to do with)"
    r"(?: all of| all)?"
)
_LEAD = r"(?:(?:show|tell|give|list|remind|read|print|display)(?: (?:me|us|to me|back|out|of))* (?:all |just |only )?)?"
_TOPIC = whole(
    "my our i we",
    rf"{_LEAD}(?:what|everything|anything|all|whatever|(?:what|which|how much|all|any)(?: the| of the)? {THINGS}"
    rf"|the {THINGS})(?: all| else| exactly| that| which)* {KNOWN}(?: anything| everything)? {_ON} (?P<x>{_OWN})",
    rf"(?:do|did|can|could|have) you (?:(?:still|even|actually|also) )?(?:know|remember(?:ed)?|recall|have|stored?"
    rf"|saved?|noted?|learned|kept|keep)(?: got)?"
    rf" (?:anything|something|any {THINGS}|{THINGS}) (?:(?:stored|saved|noted) )?{_ON} (?P<x>{_OWN})",
    rf"(?:is|are) there (?:anything|something|any {THINGS}) (?:(?:that )?{KNOWN} |in (?:your|the) memory )?"
    rf"{_ON} (?P<x>{_OWN}) (?:in (?:your|the) memory|on (?:file|record))",
)
_SOMEBODY = r"(?P<x>(?-i:[A-ZÀ-ÖØ-Þ])[\w'’-]+(?: (?-i:[A-ZÀ-ÖØ-Þ])[\w'’-]+)?)"
_WHATEVER = (
    r"(?P<x>(?!(?:you|it|this|that|them|him|her|us|me|myself|yourself|how|what|why|when|where|whether|\w+ing)\b)"
    r"[\w'’-]+(?: [\w'’-]+){0,3})"
)
_ASKED = r"(?:what|everything|anything|all|whatever)(?: all| else| exactly| that)*"
_NAMED = whole(
    "told tell said say mentioned remember remembered recall stored saved noted kept have got",
    rf"{_LEAD}{_ASKED} (?:(?:have i|i've|did i|i have|i)(?: ever| already)? (?:told|tell|said|say|mentioned)"
    rf"(?: to)?(?: you)?) {_ON} {_WHATEVER}",
    rf"{_LEAD}{_ASKED} (?:(?:do|can|have) )?you(?:'ve| have)?(?: (?:still|already|got))* (?:remember(?:ed)?|recall"
    rf"|stored|saved|noted|kept|written down|on file)(?: down)? {_ON} {_SOMEBODY}",
    rf"{_LEAD}{_ASKED} (?:(?:do|have) you|you've|you have|you|is|'s)(?: (?:still|already|got))*"
    rf" (?:stored|saved|noted(?: down)?|written down|on (?:file|record)) {_ON} {_WHATEVER}",
    rf"(?:do|can) you (?:still )?(?:remember|recall) anything {_ON} {_SOMEBODY}",
    rf"(?:show|tell|give) me {_ASKED} (?:you have|you've got|you got) on {_SOMEBODY}",
    rf"(?:is there )?anything (?:you (?:have|know) )?on {_SOMEBODY} in (?:your|the) memory",
)
"""Forms in which somebody may be named who need not be the user's own."""
_SOMEBODY_ASKED = re.compile(
    rf"{_LEAD}(?:what(?: all| else| exactly)* (?:do|can) you know|what you know|(?:everything|anything|all|whatever)"
    rf"(?: that)? you know|do you know anything) {_ON} {_SOMEBODY}[\s?.!]*",
    re.IGNORECASE,
)
"""What is asked of the world, unless memory knows somebody of that name."""
_ORDERS = (
    r"(?P<x>(?:(?:standing|long-term|permanent|general|other|stored|saved) )*(?:decisions?|rules?|instructions?|orders?"
    r"|preferences|goals|constraints|requests|wishes|guidelines|projects))"
)
_TO_KEEP = (
    r"(?: to (?:always |also )?(?:keep|remember|follow|obey|stick to|note|save|store|bear in mind|respect|observe|apply"
    r"|live by|hold on to)(?: (?:in mind|in memory|track of|for me|down|always|by|at all times))?)"
)
_GIVEN = whole(
    "decision decisions rule rules instruction instructions order orders preferences goals constraints requests wishes"
    " guidelines projects",
    rf"(?:see|show|tell|give|list|read|print|display|view|hear|recap|summari[sz]e|go over|run through|pull up|bring up)"
    r"(?: (?:me|us|through|out|back))*(?: (?:an?|the|full|quick|short|complete|list|rundown|overview|summary|recap|of"
    rf"|all|any|my))* {_ORDERS} (?:(?:that|which) )?(?:i|we)(?:'ve| have)?(?: \w+)? (?:asked|told|given|wanted"
    rf"|instructed|set)(?: for)? you{_TO_KEEP}?",
    rf"(?:what|which)(?: of)?(?: my| the)? {_ORDERS} (?:have|did) (?:i|we)(?: ever| already)? (?:given|give|told|tell"
    rf"|asked|ask|set|left|leave)(?: for| with)? you{_TO_KEEP}?",
)
"""What the user has asked to be kept or followed."""
_KEPT = re.compile(
    r"\b(?:remember\w*|recall\w*|stored?|saved?|noted?|recorded|kept|keep|memor\w+|on (?:file|record))\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"[,;:.!?]|\s[–—-]\s")
_STATES = re.compile(
    r"(?:my|our)\b.*?\b(?:is|are|was|were|has|have|should|must|may|can|needs?|ought|until|till)\b"
    r"|my (?:person|life|self)\b",
    re.IGNORECASE,
)
"""What goes on behind the thing, and what is all of somebody."""

_MOST = 8


def topic_asked(said: str) -> str | None:
    """Return whose or which thing a request for what is remembered names; None where it is none."""
    for found in (*_GIVEN.matches(said), *_TOPIC.matches(said), *_NAMED.matches(said)):
        topic = str(found["x"]).strip(" \"'“”")
        if not _GOES_ON.search(topic) and not _STATES.match(topic) and len(topic.split()) <= _MOST:
            return topic
    return None


def somebody_asked(said: str) -> str | None:
    """Return of whom somebody asks by a name alone: "what do you know about Imogen?"."""
    found = _SOMEBODY_ASKED.fullmatch(said.strip())
    return found["x"] if found else None


def is_own(topic: str) -> bool:
    """Tell a thing of the user's own from somebody or something that memory may know nothing of."""
    return re.match(_OWN, topic, re.IGNORECASE) is not None


def names_memory(said: str) -> bool:
    """Tell a question to memory from one that others may answer better: "what do you know about my rights?"."""
    return _KEPT.search(said) is not None

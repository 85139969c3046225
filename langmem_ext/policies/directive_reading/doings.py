"""Which orders tell the assistant, always or never, what to do to the user's things or on their behalf?

"Never touch my config files", "always run the linter before you say you're done". What anybody may do or not ("always
read the label", "never lose my nerve") is no order.
"""

from __future__ import annotations

import re

_NO_VERB = re.compile(
    r"(?:mind|again|have|having|had|has|been|be|in|on|at|by|to|of|off|for|with|the|an?|this|that|these|so|too|up"
    r"|something"
    r"|someone|such|my|your|our|his|her|their|i|we|he|she|they|it|you|one|once|in|is|are|was|were|and|or|but|gonna|mine"
    r"|forget|remember|recall|trust|love|leave|let|believe|say|think|thought|know|knew|felt|saw|got|went|took|made|left"
    r"|\w+ed|\w+ing|\w{3,}[^s]s)\b",
    re.I,
)
"""What stands behind "always" or "never" and asks for nothing: "always wondered", "never in my life"."""

_WORKS = re.compile(
    r"(?:wrap|rewrap|edit|change|modify|alter|delete|overwrite|rewrite|rename|reformat|refactor|commit|push|merge"
    r"|deploy"
    r"|rebase|squash|run|rerun|execute|install|uninstall|upgrade|remove|drop|move|copy|touch|share|reveal|disclose"
    r"|publish"
    r"|post|tweet|send|forward|sign|submit|book|cancel|reschedule|schedule|order|pay|spend|buy|contact|e-?mail|text"
    r"|message"
    r"|cc|bcc|attach|wake|ping|remind|notify|alert|read|scan|translate|check|double-check|test|lint|validate|verify"
    r"|back up"
    r"|format|indent|name|tag|label|log|print|plot|round|convert|calculate|compute|cite|quote|spell|spellcheck"
    r"|proofread"
    r"|shorten|trim|fix|correct|autocorrect|censor|capitali[sz]e|open|close|close|save|store|track|search|compare"
    r"|confirm"
    r"|comment|document|type|import|mock|sort|split)\b",
    re.I,
)
"""What an assistant does to what somebody has."""

_MINE = re.compile(
    r"\b(?:for|to) me\b|\b(?:my|our) (?!life|heart|love|mind|soul|side|hands?|dreams?|luck|way|eyes?|door|nerves?"
    r"|dad|mum"
    r"|mom|own\b)[a-z]",
    re.I,
)
_YOUR_LEAVE = re.compile(
    r"\b(?:without (?:asking|telling|warning|checking with|consulting|informing) (?:me|us)\b|without (?:my"
    r"|our) (?:ok|okay"
    r"|say-so|approval|permission|consent|go-ahead|knowledge|blessing)\b|without being (?:asked|told)|behind my back"
    r"|on (?:my|our) behalf|in my name|(?:before|unless|until) (?:asking|you(?:'ve)? asked?|checking with"
    r"|i(?:'ve)?) (?:me|us"
    r"|say|said|ask|asked|tell|told|agree|approve|confirm|sign off)\w*\b"
    r"|(?:before|when|whenever|after) you (?:say|tell|give|hand|show|send|answer|reply|respond|claim|call it|propose"
    r"|suggest|recommend|commit|push|submit|present|return|deliver)\b)",
    re.I,
)
"""What shows that it is the assistant who does it."""


def done_for_me(text: str, at: int) -> bool:
    """Tell whether the words behind "always" or "never" are what the assistant is to do, or not, for the user."""
    if _NO_VERB.match(text, at):
        return False
    return bool(_YOUR_LEAVE.search(text, at) or (_WORKS.match(text, at) and _MINE.search(text, at)))

"""With which words does somebody only remark on what follows: "the irony: ...", "the funny part: ..."?"""

from __future__ import annotations

import re

_FIGURE = (
    r"(?:(?:the|that|this|another|an?) (?:[\w-]+ )?(?:irony|joke|punch ?line|pun|coincidence|contrast|twist|paradox"
    r"|symmetry|parallel|absurdity|humou?r|comedy|moral|sarcasm|subtlety|nuance|wordplay|analogy|metaphor|contradiction"
    r"|hypocrisy|audacity|nerve|pattern|resemblance|similarity|difference|distinction"
    r"|(?:funny|best|sad|weird|odd|strange|ironic|crazy|tragic) (?:part|bit|thing|side)))"
)
_COMMENT = re.compile(
    rf"(?:of )?{_FIGURE}(?: (?:here|of it|in (?:that|this|it|all this)))?"
    r"(?:\s*[:,;–—-]|\s*$|\s+(?:is|of|that|in|between|when|how)\b)",
    re.I,
)
_LEADS = re.compile(rf"\b{_FIGURE}\W*$", re.I)


def is_comment(words: str) -> bool:
    """Tell words that begin with what they are as a remark."""
    return bool(_COMMENT.match(words))


def leads_to_comment(lead: str) -> bool:
    """Tell an announcement of a remark: "don't forget the punchline"."""
    return bool(_LEADS.search(lead))

"""Does a message ask of its own words where they come from, or how they sound, so that nobody means them?

"I live in a yellow submarine: who sang it first?", "We bake with love. Is the slogan too cheesy?"
"""

from __future__ import annotations

import re

_WORK = (
    r"(?:film|movie|song|album|book|novel|play|show|series|sitcom|band|singer|poem|poet|musical|opera|scene|act|episode"
    r"|character|advert|ad|tune|hymn|proverb|quote|line)"
)
_SOURCE = re.compile(
    r"\bwho (?:first |else |originally |actually )?(?:sang|sung|sings|said|says|covered|recorded|performed|coined"
    r"|quipped)"
    r" (?:it|that|this|so|those words)\b"
    rf"|\b(?:which|what|whose) {_WORK}(?:'s)?(?: [\w']+){{0,3}}? (?:that|this|it)(?: from| in| again| first"
    rf"| out of)*\s*\?"
    rf"|:\s*(?:which|what) {_WORK}\b[^.?!]{{0,40}}\?|\bfrom (?:which|what) {_WORK}\b|\b(?:spoof|parody|line|quote"
    rf"|lyric)s? (?:of|from|in) (?:which|what)\b"
    rf"|\bname (?:the|that|this) {_WORK}\b(?! (?:after|for)\b)"
    r"|\bwhere(?:'s| is| does| did) (?:that|this|the) (?:line|quote|phrase|saying|lyric|verse)s?\b"
    r"|\bwh(?:o|at) (?:wrote|said|sang|says|sings|starts|begins|opens) (?:with )?(?:that|this|those|these) (?:line"
    r"|quote|lyrics?|words|verse|phrase)\b"
    r"|\b(?:sung|said|spoken|uttered|written) by (?:who|whom)?\s*\?|\bwhat(?:'s| is| are"
    r"| comes?) (?:the )?(?:next (?:line|verse)|rest of (?:it|the (?:song|line|poem|rhyme|lyrics)))"
    r"|(?:^|[.!?,]\s+)(?:the )?(?:next (?:line|verse)|(?:key|chords) (?:of|for) (?:the|this|that) song)\s*\?",
    re.I,
)
"""Words that everybody knows, and a question who said them."""

_STYLE = (
    r"(?:pretentious|boastful|arrogant|cheesy|corny|natural|formal|informal|rude|polite|stiff|cringe|cringey"
    r"|desperate|cocky|snobbish|childish|catchy"
    r"|clich[eé]d?|salesy|pompous|braggy|edgy|cute|witty|punchy|lame|dated|wordy|twee|gushing|smug|too \w+)"
)
_TEXT = (
    r"(?:tagline|slogan|strapline|sticker|motto|headline|bio(?: line)?|about page|opening line|opener|chat-?up line"
    r"|pick-?up line|punchline|pun"
    r"|byline|hook|epitaph|jingle|hashtag|t-?shirt|catchphrase)"
)
_JUDGED = re.compile(
    rf"\bdo(?:es)? (?:it|that|this)(?: line| one)? (?:sound|read|come across|look)(?: as| like| a bit"
    rf"| rather)? {_STYLE}\b[^?]{{0,80}}\?"
    rf"|\b(?:is|was) (?:the|my|this|that) (?:line|slogan|caption|bio|tagline|joke|pun|motto|opener)(?: a bit"
    rf"| rather)? {_STYLE}\b[^?]{{0,80}}\?"
    rf"|(?:^|[.!?:]\s+)(?:is (?:that|this|it) |would (?:that|this) be |as )?(?:an? |the )?(?:(?:funny|good|decent"
    rf"|witty|catchy|cute|nice|better|clever|punchy|ok|okay) )?{_TEXT}\b[^.!?]{{0,40}}\?"
    r"|(?:^|[.!?]\s+)(?:is (?:that|this|it) )?(?:an? )?(?:funny|good|decent|witty|catchy) caption(?:,? (?:yes|or"
    r"|right)\b[^?]*)\?"
    rf"|(?:^|[.!?:]\s+)(?:is (?:it|that|this) )?(?:a bit )?(?:too )?{_STYLE} (?:for|as) (?:an?|the|my"
    rf"|our) (?:\w+ )?(?:{_TEXT}|dating profile)\b"
    r"|\bhow would (?-i:[A-Z])\w+ (?:put|say|phrase|write|word) (?:it|that|this)\b",
    re.I,
)
"""Words that are tried out, and a question how they are."""


def is_quoted(message: str) -> bool:
    """Tell whether what a message states is somebody's line, or a line that is being written."""
    return "?" in message and bool(_SOURCE.search(message) or _JUDGED.search(message))

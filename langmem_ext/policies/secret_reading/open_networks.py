"""Is this what a network is called, into which anybody gets?

"wifi is DrPetrova_Guest, no login needed" names a network where "wifi is Quince!77" gives its password: what is said
next tells which.
"""

from __future__ import annotations

import re

_NAMED = re.compile(
    r"(?:\b(?:wi-?fi|wlan|network|hotspot|ssid|net)(?:'s)?(?: name| here| there| in [\w ]{2,20})?"
    r"(?: (?:is|was|called|named)| ?[:=]){0,2}"
    r"|\b(?:pick|choose|select|join|connect(?: to)?|use|look for|log (?:in|on)to|tap(?: on)?|find)"
    r"(?: the| our)?(?: (?:open|free|guest|public))?(?: (?:wi-?fi|wlan|network|hotspot))?(?: called| named)?)"
    r" [\"'“]?$",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\b(?:shows?(?: up)?|shown|appears?|comes up|displayed|listed|pops up) as [\"'“]?$",
    re.IGNORECASE,
)
"""How a list of networks is read out."""
_NETWORK = re.compile(r"\b(?:wi-?fi|wlan|networks?|hotspot|ssid)\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:no|without|needs? no|free of|don'?t need|doesn'?t need|doesn'?t have|not need)(?: an?| any| the)?"
    r" (?:wi-?fi )?(?:pass(?:word|code)?|log ?-?in|key|code|pw|sign-?in|registration)\b"
    r"|\b(?:accept|agree to|tick|confirm)(?: (?:the|our))?(?: \w+)? (?:terms|conditions|t&c\w*|rules|box)\b"
    r"|\bjust accept\b|\b(?:is|it'?s|are|stays) (?:an )?(?:open|free|unsecured|unprotected)\b"
    r"|\b(?:pass(?:word|code)|log ?-?in|key) (?:is )?(?:not |isn'?t )(?:needed|required|necessary)\b|\bopen network\b",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\b(?:pass(?:word|code|phrase|wort)?|pw|key|psk|code)(?: (?:is|was|there)|\s?[:=]|,? (?=\S*\d))",
    re.I,
)
_LISTED = re.compile(
    r"\b(?:ssids|ssid (?:list|names?)|networks)(?: are)?: ?(?:[\w -]{1,30}, ){0,6}$", re.I
)
_WORDS = re.compile(r"[A-Za-zÄÖÜäöüß][\w'’-]*(?:[ _-][\w'’-]+){0,3}")


def is_an_open_network(text: str, start: int, end: int) -> bool:
    """Tell the name of a network of which the text says that it asks for nothing, and for which it gives nothing."""
    if _LISTED.search(text[max(0, start - 80) : start]):
        return True
    around = text[max(0, start - 160) : end + 160]
    if _SHOWN.search(text[max(0, start - 30) : start]) and _NETWORK.search(around):
        return _GIVEN.search(around) is None
    if not _WORDS.fullmatch(text, start, end) or not _NAMED.search(
        text[max(0, start - 60) : start]
    ):
        return False
    if not _NETWORK.search(around) or not _OPEN.search(around):
        return False
    return _GIVEN.search(_OPEN.sub(" ", around)) is None

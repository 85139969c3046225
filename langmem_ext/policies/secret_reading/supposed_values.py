"""Does the sentence only suppose this value, name it as an example, or make it up for a story or a game?

"Passwords like Rex123 are a bad idea", "imagine a safe whose combination is 12-34-56", "in my novel the vault's code is
7-19-42": the words around say that nothing is opened with it. Whatever is said to be somebody's own stays a secret.
"""

from __future__ import annotations

import re

from langmem_ext.policies.secret_reading.credential_values import jumbled

_REACH = 120
"""Characters before and after a value in which it may be said what it is."""

_SENTENCE = re.compile(r"[.!?](?=[\s\"'”’)])|\n")
_LIKE = re.compile(
    r"\b(?:passwords?|passphrases?|pass ?codes?|pins?|codes?|combinations?|logins?|phrases?|words?|something"
    r"|anything|ones)"
    r"(?: \w+){0,2}? (?:such as|like|e\.?g\.?,?|for example|for instance),?"
    r" [\"'“‘(]{0,2}(?:\S{3,24}(?:,| or| and|, or)+ [\"'“‘]?){0,3}$",
    re.IGNORECASE,
)
_FOR_EXAMPLE = re.compile(
    r"(?<![\w.@])(?:e\.g\.,?|for example[,:]|for instance[,:]|example:|\(example\):?|bad example is) ?[\"'“‘(]{0,2}"
    r"(?:(?:the|a|an) (?:password|passphrase|pin|code) [\"'“‘(]{0,2})?$",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:suppose|supposing|imagine|let'?s say|let us say|hypothetically)\b"
    r"|^\W*say,? (?:that )?(?:an?|the|some(?:one|body)(?:'s)?|your) "
    r"|\bif (?:an?|the|some(?:one|body)(?:'s)?) [^.!?\n]{0,40}\bwere\b",
    re.IGNORECASE,
)
_STORY = re.compile(
    r"\b(?:write|invent|continue|finish|draft) (?:me |us )?(?:an? |the |my )?(?:\w+ ){0,3}?"
    r"(?:scene|dialogue|story|tale|novel|chapter|screenplay|play|thriller|limerick)\b"
    r"|\bin (?:my|our|the|a|this) (?:\w+ )?(?:novel|screenplay|short story|thriller|comic|larp)\b"
    r"|(?<!like )(?<!as )\bin (?:the|that|an? (?:old )?|this) ?(?:\w+ )?(?:film|movie|episode|sitcom)\b"
    r"|\b(?:d&d|dnd|dungeons?|murder mystery|quiz question)\b",
    re.IGNORECASE,
)
_MADE_UP = re.compile(
    r"\b(?:mock-?ups?|wireframes?|lorem ipsum|obviously fake"
    r"|made[- ]up(?<!something made.up)(?! (?:an?|the|my|our|his|her|this|that|one)\b)|invented|fictional"
    r"|fictitious)\b",
    re.IGNORECASE,
)
_OWNED = re.compile(r"\b(?:my|our|mine|ours|i|we|i'm|i've|we've|his|her|their)\b", re.IGNORECASE)
_REAL = re.compile(
    r"\b(?:wi-?fi|bank\w*|accounts?|router|database|server|app|site|log ?-?in|netflix|e-?mail|laptop|vpn"
    r"|(?:my|our|his|her) (?:\w+ )?(?:card"
    r"|phone|safe|gate|door"
    r"|alarm|tablet|password|pass|pw|pin|log-?in|flat|house|office))\b",
    re.IGNORECASE,
)


_AS_AN_EXAMPLE = re.compile(
    r"[\"'”’]? ?\((?:an? )?(?:example|sample|specimen|dummy|fictional)\)"
    r"|[\"'”’]? (?:type|kind|sort|style)s? of (?:pass\w*|pins?|codes?|words?)\b"
    r"|[\"'”’]? (?:as|is) (?:the|an|a|only the|just an) (?:example|placeholder|sample|dummy)\b",
    re.IGNORECASE,
)


def is_supposed(text: str, start: int, end: int) -> bool:
    """Tell what is an example, supposed or made up, and nobody's own."""
    before = _SENTENCE.split(text[max(0, start - _REACH) : start])[-1]
    owned = _OWNED.search(before) or _OWNED.search(text, end, end + _REACH)
    if not owned and (
        _AS_AN_EXAMPLE.match(text, end)
        or _LIKE.search(before)
        or _FOR_EXAMPLE.search(before)
        or _SUPPOSED.search(before)
    ):
        return True
    if _is_no_invention(text[start:end]):
        return False
    around = text[max(0, start - _REACH) : end + _REACH]
    return bool(_STORY.search(around) or _MADE_UP.search(around)) and not _REAL.search(around)


def _is_no_invention(value: str) -> bool:
    """Tell what nobody makes up for a story: a whole key, the number of a card."""
    bare = re.sub(r"[ .-]", "", value)
    return (bare.isdigit() and len(bare) >= 13) or jumbled(value, 20)

"""Which request stands behind a statement with nothing to part the two: "i work nights remember that pls"?

Elsewhere a mark or a conjunction tells where a request begins. Here the statement must be whole before it, so that the
verb cannot be its own: in "the game lets you save this" it is.
"""

from __future__ import annotations

import re

from langmem_ext.policies import purposes
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.content import VERB, is_detailed, is_said_before
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.request import Request, Said
from langmem_ext.policies.rewriting import speaks_of_self

_KEEP = r"(?:save|store|remember|memori[sz]e|note|log|record|bookmark|retain)"
_IT = r"(?:it|this|that|these|those|them)"
_TAIL = (
    r"(?:[\s,]+(?:please|thanks?(?: you)?|thx|ta|cheers|ok|okay|now|too|also|already|down|somewhere|lol|mate|again"
    r"|will you|would you|for (?:me|us|later|good|next time|future reference|the future)"
    r"|(?:in|to) (?:your )?(?:memory|notes?|mind|file|profile)))*"
    r"(?:[\s,]+(?:i'?m (?:so |really |a bit )?(?:useless|hopeless|terrible|rubbish|forgetful|bad)\b|i (?:always"
    r"|keep|will|'ll) "
    r"forget)[\w' ]{0,30})?"
)
_ASKED = re.compile(
    rf"(?P<x>\S.*\S)\s+(?P<ask>(?:please\s+)?(?:{_KEEP} {_IT}|(?:keep|bear) {_IT} in mind|(?:write|jot"
    rf"|note) {_IT} down"
    rf"|don't forget {_IT}|(?:put|stick|pop) {_IT} (?:somewhere(?: safe)?|in (?:your |the )?(?:notes|memory)))"
    rf"|please {_KEEP}|{_KEEP} please){_TAIL}(?:\s+(?:and|so|but) (?:(?:now|then|also) )?(?:what|how|where|which|can"
    r"|could|suggest|recommend|(?:give|tell|show) me)\b.*)?[\s.!)]*$",
    re.I,
)
_ASKS = re.compile(
    r"\W*(?:(?:so|and|but|hey|ok|well)[\s,]+)*(?:do|does|did|is|are|was|were|can|could|will|would|should|shall|may"
    r"|has"
    r"|have|had|what|which|how|why|who|where|when|if|whenever|don't|always|never|please|let|make)\b",
    re.I,
)
"""How a question begins to which no mark was typed, and what is no statement."""

_LAST_CLAUSE = re.compile(
    r".*\b(?:that|think|thinks|believe|doubt|guess|suppose|bet|feel|wish|know|knows|hope|hopes|glad"
    r"|sure|says?|said|if|when|whenever|while|because|since|so|how"
    r"|where|which|who|and|but|or|than|until|before|after)\b",
    re.I | re.S,
)
"""What the last clause of a statement follows: its verb must stand in it."""

_CAUSES = re.compile(
    r"\b(?:let|lets|letting|make|makes|made|making|help|helps|helped|helping|see|saw|watch|watched|hear|heard)\b"
    r"(?: [\w'-]+){1,4}$|\b(?:app|button|command|option|tool|plugin|feature|shortcut|key|function|script)s?$",
    re.I,
)
"""What has somebody or something else do the keeping: "songs help people remember that"."""


_FILED = re.compile(
    r"\b(?:documents?|files?|essays?|drafts?|logos?|screenshots?|minutes|codes?|scripts?|photos?|pictures?|drawings?"
    r"|playlists?|spreadsheets?|slides?|pages?|videos?|recordings?|images?|tables?|charts?|letters?|poems?|stor(?:y"
    r"|ies)"
    r"|chapters?|notebooks?|projects?|game|level|pdf|tab|browser)\b"
    r"|\b(?:how|what|where|why) (?:do|does|can|could|should|would|is|are)\b|\b(?:wrote|typed|made|drew|saved) it\b",
    re.I,
)
"""What one saves on a computer, and what is asked on the way to it."""


def unparted(said: Said) -> Request | None:
    """Read "my wife is called Rita save it", where the statement before the request is whole."""
    found = None if said.sentence.is_question else _ASKED.match(said.text)
    if found is None or not _is_whole(found["x"]):
        return None
    words = said.words(found.start("x"), found.end("x"))
    return Request("remember_that", tidy(words))


def _is_whole(plain: str) -> bool:
    """Tell a statement of its own from the beginning of one whose verb follows."""
    if any(each.search(plain) for each in (frames.TIED, frames.FOREIGN, _CAUSES, _FILED)):
        return False
    if _ASKS.match(plain) or purposes.asks_for_work(plain) or purposes.is_reported(plain):
        return False
    told = is_said_before(plain) and (speaks_of_self(plain) or is_detailed(plain))
    last = _LAST_CLAUSE.sub("", plain)
    acts = any(not _NAMES.search(last[: verb.start()]) for verb in VERB.finditer(last))
    return told and bool(acts or _ACTS.match(last))


_ACTS = re.compile(r"\W*(?:i|we) [\w'-]+ \w", re.I)

_NAMES = re.compile(r"\b(?:my|our|the|his|her|their|your|all|most|some|these|those)\s$", re.I)
"""What makes a noun of what looks like a verb: "the settings on my phone save that"."""

"""Is what is to be deleted, listed or explained somewhere else than in memory?

"Remove everything about Oslo from the minutes", "where did you get those figures?", "does anyone else see what you
remember?" are about texts, about the world, about memory in general.
"""

from __future__ import annotations

import re

_DOCUMENT = (
    r"(?:press release|speech|presentation|reports?|newsletter|minutes|sections?|slides?|slide deck|deck|draft|letter"
    r"|letterhead|e-?mail|mail|text|essay|article|document|doc|spreadsheet|sheet|table|code|script|menu|invitation"
    r"|card|story|poem|song|lyrics|recipe|agenda|calendar|inbox|cv|resume|contract|form|website|web ?page|pages?"
    r"|chapters?|paragraphs?|summary|caption|bio|toast|abstract|manuscript|thesis|paper|plan|itinerary|schedule"
    r"|album|folder|cart|basket|playlist|(?:shopping|grocery|guest|to-?do|packing|wish|price|mailing|reading"
    r"|wedding) list|group chat|row|column|header|footer|query|log ?file|config|repo|branch|readme|post|flyer|poster"
    r"|brochure|quiz|exam|budget|invoice|proposal|pitch|outline|transcript|dialogue|scene|plot|intro|conclusion)"
)
_IN_A_DOCUMENT = re.compile(
    rf"\b(?:from|out of|off|in) (?:the|my|our|this|that|these|her|his|their|your)(?: [\w'-]+){{0,2}}? {_DOCUMENT}\b"
    rf"|\b(?:from|out of|off|in|on) (?:the )?(?:section|slide|page|row|chapter|paragraph|column|line|step) \w+\b",
    re.IGNORECASE,
)
_OF_MEMORY = re.compile(
    r"\b(?:memor(?:y|ies)|remember(?:ed)?|you know|you(?:'ve|’ve| have)? (?:stored?|saved?|noted|kept|learn(?:ed|t)"
    r"|recorded|written down)|your (?:notes?|records?|files?|brain|mind|head|list)|about me|on me|profile)\b",
    re.IGNORECASE,
)


def is_in_a_document(said: str, argument: str) -> bool:
    """Tell what stands in a text or a tool, and not in memory: "... from the press release"."""
    place = _IN_A_DOCUMENT.search(said)
    return bool(place and not _OF_MEMORY.search(said) and not _STATED.match(argument))


_STATED = re.compile(
    r"(?:that )?(?:i|i'm|i’m|im|i've|we|we're|(?:my|our) [\w' ]{2,30}? (?:is|are|was|has|have|works|lives))\b",
    re.IGNORECASE,
)
"""A fact may speak of documents too: "forget that I'm in the brochure"."""

_COUNTED = re.compile(
    r"\b(?:slides?|pages?|rows?|lines?|chapters?|questions?|steps?|columns?|bullets?|paragraphs?|sections?|options?"
    r"|exercises?|verses?|scenes?|figures?|tables?|footnotes?|suggestions?|ideas?)\W+(?:numbers? )?$",
    re.IGNORECASE,
)
_OF_YOURS = re.compile(
    r"\s*(?:of|from|in|on|out of) (?:your|the|those|these) (?:\w+ )?(?:suggestions?|ideas?|options?|answers?|examples?"
    r"|questions?|proposals?|recipes?|drafts?|titles?|names|slides?|pages?|exercises?|verses?)\b",
    re.IGNORECASE,
)


def is_counted_elsewhere(said: str, argument: str) -> bool:
    """Tell numbers of pages, of suggestions, from those of a list of memories."""
    before, _, after = said.partition(argument)
    return bool(_COUNTED.search(before) or _OF_YOURS.match(after))


_FROM_THE_WORLD = re.compile(
    r"\b(?:those|that|this|these|the|your)(?: [\w-]+){0,2}? (?:figures?|stat(?:istic)?s?|percentages?|quot(?:e|ation)s?"
    r"|citations?|definition|formula|equation|data ?points?|recipe|translation|etymology|estimates?)\b",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"\b(?:me|my|mine|i|i'm|i’m|i've|our|we|remember\w*|stored?|saved?|noted?)\b", re.IGNORECASE
)


def is_of_the_world(said: str) -> bool:
    """Tell a question for the source of a figure or a quotation: no memory holds it."""
    return bool(_OF_ITSELF.search(said)) or bool(
        _FROM_THE_WORLD.search(said) and not _MINE.search(_ASKING.sub("", said))
    )


_OF_ITSELF = re.compile(
    r"\byour (?:own )?(?:training|source code|weights|name|personality|sense of humou?r|accent|manners|cutoff"
    r"|parameters)\b",
    re.IGNORECASE,
)
"""What the assistant has from its makers."""

_ASKING = re.compile(r"\b(?:may|can|could|do|should) i (?:ask|know)\b", re.IGNORECASE)

_IN_GENERAL = re.compile(
    r"\W*(?:(?:and|so|but|ok|hey|also)[\s,]+)*(?:does|do|can|could|will|would|is|are|has|have|did)"
    r" (?:any(?:one|body)|some(?:one|body)|no ?(?:one|body)|others?|other (?:people|users)|people|they|the (?:company"
    r"|developers|admins?)|my (?:boss|employer|wife|husband|partner|parents|kids|colleagues?|company|mum|mom|dad))\b",
    re.IGNORECASE,
)


def is_asked_of_others(said: str) -> bool:
    """Tell a question about who else may see what is remembered."""
    return bool(_IN_GENERAL.match(said))


_TOLD = re.compile(
    r"\W*(?:(?:thanks|thank you|well|yeah|so|and|but|lately|also|unfortunately|for me|honestly)\b"
    r"[^.?!,:]{0,20}[,!:]\s*)*"
    r"(?:i|i'm|i’m|im|i've|i’ve|i'll|i’ll|my|our|we|it's|it’s|seeing|having|being|don't feel)\b",
    re.IGNORECASE,
)
_ASKS_FOR = re.compile(
    rf"\?\W*$|{_OF_MEMORY.pattern}"
    r"|\b(?:(?:you|u)(?:'ve|’ve)? (?:have|hold|keep|kept|got|saved?|stored?|noted)|show|list|tell|told|give"
    r"|gimme|read|see"
    r"|print|display|pull|bring|recap|summari[sz]e|what|which|need|want|would like|'d like|curious|wonder|check"
    r"|review"
    r"|look|go (?:over|through)|please|pls|recorded|mentioned|on (?:file|record)|section|catalogue|overview)\b",
    re.IGNORECASE,
)
_OF_YOU = re.compile(
    r"\W*(?:(?:and|so|but|ok|hey|also|wow|cool|lately)[\s,!]+)*"
    r"(?:do you (?:\w+ )?have any|how do you|what (?:kind|sort) of \w+ do you|what do you (?:enjoy|like|love|do)"
    r"|have you (?:been|ever))\b",
    re.IGNORECASE,
)
_ON_ME = re.compile(
    r"\b(?:me|my|mine|us|our|i|i've|i'm|stored?|saved?|noted?|kept|memor\w+|remember\w*|record\w*|know|file[ds]?"
    r"|notes?)\b",
    re.IGNORECASE,
)


def is_small_talk(said: str) -> bool:
    """Tell what somebody says of a category, or asks the assistant of itself, from a request for a list."""
    told = _TOLD.match(said) and not _ASKS_FOR.search(said)
    return bool(told or (_OF_YOU.match(said) and not _ON_ME.search(said)))

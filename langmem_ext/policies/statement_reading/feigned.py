"""Is a message a game, a draft, an exercise or a test of a form, so that its "I" is nobody?

Asked of the whole message: that somebody plays a part is often said after the part was spoken.
"""

from __future__ import annotations

import re

_PLAYED = re.compile(
    r"(?:^|[.!?\n,;]\s*)(?:it'?s |now )?your (?:turn|move)\b(?=\W*$|[.!,]| you)"
    r"|\byou be (?:the |an? |my )?(?!(?:able|sure|kind|so|ok|okay|honest|the judge|in|at|on|more|less)\b)\w+"
    r"|\b(?:i'?m|i am|i'?ll be) (?:the|an?) [\w ]{2,25}, (?:and )?you(?:'re| are|'ll be| play)\b"
    r"|\b(?:and|,) (?:you'?re|you are|you'?ll be|you play) the (?!(?:best|only|one|first|same|expert|boss|judge)\b)\w+"
    r"|\b(?:say|tell|speak|read|write|sing|answer|talk) [^.?!:\n]{0,40}\b(?:with|in|from) (?:his|her|its|their"
    r"|the|an?)(?: \w+(?:'s)?)? (?:voice|point of view|perspective|role)\b"
    r"|\b(?:assume|take on|play) the (?:role|part) of\b|\bi am candidate\b|\bbegin the scene\b|\bstart the scene\b",
    re.I,
)
"""Parts are given out."""

_DRAFTED = re.compile(
    r"(?:^|[.!?\n]\s*)(?:(?:ok|now|so|and),? )*(?:sentence|mad libs?|tongue twister|proverb|slogan|motto|headline"
    r"|lyrics?"
    r"|verse|chorus|act|scene|chapter|epitaph|jingle|hook|user story|persona|riddle|joke|limerick|haiku|dialogue|sample"
    r"|example(?: sentence)?"
    r"|test(?: case| input| sentence| message| entry)?|caption|tagline|opening line|first line|dictation|cv line"
    r"|new scene|next scene|subtitle|past tense of|plural of|(?:change|turn|put|convert) (?:it "
    r"|this )?(?:in)?to (?:the )?\w+"
    r" (?:person|tense|voice|form))\b"
    r"[^:.?!\n]{0,40}:|(?:^|[.!?\n]\s*)(?:exercise|homework|worksheet|question|task) ?\d*\s*[:,]"
    r"|(?:^|[.!?\n]\s*)(?:(?:ok|now|so|and|an?|the|my|here is|here's),? )*(?:short |formal |quick |draft "
    r"|cover )?(?:e-?mail"
    r"|mail|letter|message|text|note|reply|answer|card|speech|toast|bio|review|post|tweet|complaint|statement|script)"
    r" (?:to|for|from|of) (?!me\b)[^:.?!\n]{2,40}:\s"
    r"|(?:^|[.!?\n]\s*)(?:(?:ok|now|so|and|here is|here's),? )*(?:an? |the |my )?(?:example|sample|model|template"
    r"|specimen)"
    r"(?: of)?(?: an?| the| my)? (?:\w+ )?(?:e-?mail|letter|message|text|note|sentence|answer|essay|bio|speech|dialogue"
    r"|paragraph|introduction|reply|post|cv|resume|application)\b[^:.?!\n]{0,30}:\s"
    r"|\bfill in the (?:gaps?|blanks?)\b|\bdescribe yourself\b"
    r"|\b(?:here(?:'s| is| comes| goes)|this is) my (?:\w+ )?(?:speech|monologue|essay|draft|text|letter|post|bio|toast"
    r"|statement|poem|lyrics|caption|pitch|script|story|elevator pitch)\b(?! (?:about|on|for) (?:my|the)\b)"
    r"|\bmy (?:tweet|post|caption|bio|speech|toast|letter|essay|song|poem|story) draft\b"
    r"|\b(?:riddle|joke|pun|slogan|caption|dialogue|monologue|persona|user story|sample|example sentence"
    r"|opening line|opener|limerick|sketch)(?: \w+){0,5}:\s"
    r"|\b(?:put|insert|include|paste|type|print)\b[^.:?!\n]{0,30}"
    r"\b(?:cover letter|letter|bio|line|sentence|caption|speech|profile|scene|script|post|card|poster|resume|cv)\b"
    r"[^.:?!\n]{0,20}:\s"
    r"|\b(?:chapter|scene|act|novel|story|poem|song|book|letter|speech|essay|film|play)\b[^.:?!\n]{0,20}"
    r"\b(?:opens|begins|starts|ends|closes)(?: with| like this)?\s*:\s"
    r"|\b(?:critique|write|writing|draft|drafting|build|building|invent|need|make) (?:the |an? |me an? |this )?"
    r"(?:\w+ )?(?:persona|user story)\b",
    re.I,
)
"""A text is quoted or asked for, and stands after the colon or before."""

_SPEAKERS = re.compile(
    r"(?:^|[\n.!?]\s*)(?P<one>(?:person|speaker|character|friend) [a1]|a|q|me|user|human|patient|customer|client|guest"
    r"|interviewer|student|waiter)\s?:\s"
    r"[^\n]{2,200}?(?:\s|\n)(?!(?P=one)\b)(?:(?:person|speaker|character|friend) [b2]|b|a|bot|ai|assistant|doctor"
    r"|agent|clerk|you|host|candidate|teacher|guest"
    r"|customer)\s?:\s",
    re.I,
)
"""A dialogue in one line."""

_DREAMT = re.compile(
    r"\b(?:had|have|having) (?:an? |this |the )(?:\w+ ){0,3}(?:dream|nightmare)s?\b"
    r"|\bdream(?:t|ed)? (?:last night )?(?:that )?i\b|\bin (?:my|the|a|this) (?:\w+ )?(?:dream|nightmare)\b",
    re.I,
)

_TRIED_OUT = re.compile(
    r"\blorem ipsum\b|\b(?i:test|testing),? (?i:test|testing)\b|\b(?:Test (?:Person|User|Name|Testerson)|Testerson"
    r"|John Doe|Jane Doe|Max Mustermann|Foo Bar)\b|@(?:test|example)\.(?:com|test)\b(?=[\s\S]*\b(?:form|valid\w*|field"
    r"|regex|input|website|schema|test)\b)"
)
"""What people type to see whether something works."""

_FIELD = re.compile(
    r"(?:^|[,;|.\n]|\s-)\s*(?:-\s*)?(?P<key>name|full name|age|city|town|country|address|phone|tel|e-?mail|role|team"
    r"|title|job|company|department|hobby|hobbies|occupation|gender|id|user|username|status|type)\s*[:=]",
    re.I,
)
_IS_CHECKED = re.compile(
    r"\b(?:yaml|json|toml|csv|xml|form|field|fields|parse[sd]?|parsing|valid|validat\w+|schema|regex|indent\w*"
    r"|persona|character|npc|example|dummy|mock|sample|template|test(?:s|ing)?|input|columns?|workshop)\b",
    re.I,
)


def is_feigned(message: str) -> bool:
    """Tell a message in which parts are played, a dream is told, a text is drafted or a form is tried out."""
    return bool(
        _PLAYED.search(message)
        or _DRAFTED.search(message)
        or _SPEAKERS.search(message)
        or _DREAMT.search(message)
        or _TRIED_OUT.search(message)
        or _is_record(message)
    )


def _is_record(message: str) -> bool:
    """Find the record of a made-up person: fields and values, and talk of what reads them."""
    keys = {field["key"].lower() for field in _FIELD.finditer(message)}
    return len(keys) > 1 and bool(_IS_CHECKED.search(message))

"""Is this the password of a joke, a film or a manual, and does the text say so?"""

from __future__ import annotations

import re

_FAMOUS = re.compile(
    r"swordfish|hunter2|p[a@]ssw[o0]rd\d*!?|letmein|qwerty\w{0,3}|123456\d*"
    r"|correct[ -]?horse[ -]?battery[ -]?staple"
    r"|example\d*|trustno1|tr0ub4dor&3|open sesame|changeme|12345?|9876|1000|(\d)\1{3,7}|abc123"
    r"|iloveyou|admin|monkey|dragon|football|baseball|welcome1?|princess|sunshine|1q2w3e4r"
    r"|(?:my-?|super|top)?secret(?:-?pw|-?password|key)?|s3cr3t|pass|test\d{0,4}|guest|root|toor|raspberry|dummy"
    r"|change-?me[\w-]*|your-?password|user|g?-?123[ -]?456|0-0-0"
    r"|[a-z+]+://(?:user(?:name)?|guest|anonymous|admin|root)?:(?:pass(?:word)?|guest|secret)@\S*"
    r"|(?:authorization: )?(?:basic )?(?:dXNlcjpwYXNz\w*=*|dXNlcm5hbWU6cGFzc3dvcmQ=|QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    r"|YWRtaW46YWRtaW4=)",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:jokes?|gags?|memes?|films?|movies?|xkcd|comics?|slides?|placeholder|tutorials?|docs|documentation"
    r"|manual|sketch|bash\.org|readme|fixtures?|dummy|samples?|templates?|syntax|uri format|decodes?"
    r"|rfc|mock-?up|screenshot|(?:factory|default) (?:\w+ )?(?:pins?|codes?|passwords?|credentials"
    r"|log-?ins?)|what does|design an?|url format)\b|\b(?:cy|page|faker)\.\w+"
    r"|\b(?:(?:second|third|next|\w+th)[ -])?most (?:\w+ ){0,2}?(?:common|popular|used|guessed|hacked"
    r"|frequent|leaked|obvious)"
    r"|\b(?:second |third )?commonest\b|\btop (?:ten|twenty|\d+)\b|\b(?:worst|weakest|commonly used|leaked"
    r"|overused) (?:passwords?|pins?|codes?)"
    r"|\b(?:per ?cent|%) of (?:all |the )?(?:\w+ )?(?:pins?|passwords?|people|users)|\b(?:every leak"
    r"|leak(?:ed)?|breach) list"
    r"|\b(?:people|users|folks|humans|everyone|everybody) (?:\w+ )?(?:uses?|picks?|chooses?|having)\b"
    r"|\b(?:people|users|folks|humans) (?:\w+ )?have\b"
    r"|\beverybody's|\beveryone's"
    r"|\b(?:in |on )?every (?:new |leaked |word ?)?(?:sims?|list|phone|router)\b"
    r"|\b(?:can be )?cracked in\b|\bassert\w*\b|\b(?:must|should|has to) (?:be|have) (?:\w+ ){0,3}(?:digits"
    r"|characters|numbers)\b"
    r"|\b(?:choose|pick|set) an? (?:\w+ )?(?:pin|code|password)\b|\bdo(?:n't| not) (?:use|choose|pick)\b"
    r"|\b(?:is not|isn'?t|is no|are not|aren'?t) (?:an? )?(?:\w+ )?(?:passwords?|passcodes?|pins?|codes?)\b"
    r"|\bwhy (?:is|are|was) [^.!?\n]{0,30}\b(?:bad|weak|unsafe)\b|\bso bad (?:for|as|an?)\b|\bthe news says?\b"
    r"|\b(?:really|actually|still) (?:that )?(?:safe|strong|secure|good|better)(?:r|er)?\b|\b(?:safer|stronger) than\b"
    r"|\b(?:said|says?|seen|saw|heard|shown?|tried) (?:(?!\b(?:pin|code|lock)\b)[^.!?\n]){0,40}?"
    r"\bon (?:the )?(?:tv|telly|radio|news)\b(?! (?:is|was|pin|code|lock|box|set))"
    r"|\b(?:thieves|hackers|burglars|attackers) (?:\w+ )?(?:try|guess|know)\b"
    r"|\b(?:a |one )(?:third|quarter|fifth|tenth) of (?:all )?(?:the )?(?:pins|passwords|codes|people|users)\b",
    re.IGNORECASE,
)
"""Where a value that everybody knows is told of: a joke, a manual, a list of the worst ones."""

_OWNED = re.compile(
    r"\b(?:my|our|his|her|their|mum's|mom's|dad's)\b[^.!?\n]{0,40}\b(?:passw\w*|pass|pw|pin|code|log-?in|wi-?fi"
    r"|account)\b"
    r"|\b(?:i|we|he|she|mine|ours|(?:my|our|his|her) \w+|the (?:office|company|school|shop|club|router"
    r"|server|boss))"
    r" (?:(?:still|always|just|only|actually|even|have|has|had) )*(?:uses?d?|ha[sd]|have|sets?|puts?|picks?"
    r"|picked|chose"
    r"|choose|is|was)\b",
    re.IGNORECASE,
)


def is_famous(value: str) -> bool:
    """Tell a password that everybody knows, which a question about passwords names as an example."""
    return _FAMOUS.fullmatch(value.strip("\"'.,?!")) is not None


_FICTION = re.compile(
    r"\b(?:in|from|of|on|throughout) (?:the |a |an |that |this |one |her |his )?(?:[\w'-]+ ){0,2}?"
    r"(?:films?|movies?|novels?|books?|chapter \d+|episodes?|tales?|stor(?:y|ies)|comics?|plays?|scenes?"
    r"|sketch|poems?|riddles?|legend"
    r"|thriller|quiz show|show|series|season \d+|sitcom|cartoon)\b(?! (?:club|group|night|shop|store|room"
    r"|studio|fair|swap|app|server|project"
    r"|streaming|library|festival))"
    r"|\b(?:hogwarts|gryffindor|ali baba|narnia|moria|mordor|wargames|escape room|treasure hunt|crossword)\b",
    re.IGNORECASE,
)


def is_told_of(text: str, value: str) -> bool:
    """Tell a famous value, or a word in a story, of which the text says so, and that is nobody's password."""
    famous = all(map(_FAMOUS.fullmatch, value.split(", "))) and _TOLD.search(text) is not None
    told = (
        famous
        or (_PLAIN.fullmatch(value) is not None and _FICTION.search(text) is not None)
        or (_DIGITS.fullmatch(value) is not None and _is_on_screen(text))
    )
    return told and _OWNED.search(_IN_GENERAL.sub("", text)) is None


_IN_GENERAL = re.compile(
    r"\b(?:people|users|folks|humans|everyone|everybody)\b[^.!?\n]{0,40}?\btheir\b", re.I
)
"""Whose "their" is that of no one: "people still use 123456 as their password"."""


def _is_on_screen(text: str) -> bool:
    return _ON_SCREEN.search(text) is not None and _LIKENED.search(text) is None


_LIKENED = re.compile(r"\b(?:like|as|same as|just as) (?:in|from|on)\b", re.IGNORECASE)
"""What somebody took from a story for themselves: "opens with 0070, like in the film"."""
_DIGITS = re.compile(r"[\d -]{3,12}")
_ON_SCREEN = re.compile(
    r"\b(?:in|from|of|on|throughout) (?:the |that |this |one )?(?:\w+ )?(?:film|movie|episode|season \d+|sitcom|cartoon"
    r"|(?:video )?game|thriller|novel)\b(?! (?:console|room|store|shop|club|account|centre|center))",
    re.IGNORECASE,
)
"""Where codes are made up; a book or a show may be somebody's own."""
_PLAIN = re.compile(r"[^\W\d_]+(?:[ ,'-]+[^\W\d_]+){0,6}")

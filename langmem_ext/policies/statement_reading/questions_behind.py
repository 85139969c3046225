"""What does a sentence state before, or as the ground of, a question that no mark sets apart?

"I teach maths can you make a quiz", "where can we eat given that I'm vegan?": typed in haste or dictated, most
statements stand in one sentence with what is asked. Only the order of words of a question, or words that
nothing but a request begins with, end a statement: "I know what they mean" goes on.
"""

from __future__ import annotations

import re

from langmem_ext.policies import sentences as language

_WHO = r"(?:i|we|you|it|there|they|he|she|my|our|the|this|that|these|those|an?|one|people|any\w+|someone|u)\b"
_DOES = (
    r"(?:do|does|did|don'?t|doesn'?t|can|can'?t|could|should|shouldn'?t|shall|would|will|won'?t|is|isn'?t|are|aren'?t"
    r"|was|were|am|have|has|might)"
)
_KNOWING = (
    r"(?:know|knows|knew|known|wonder|wonders|wondered|wondering|see|sees|saw|ask|asks|asked|asking|tell|tells|told"
    r"|teach|taught|say|says|said|learn|learned|learnt|learning|remember|remembers|forget|forgot|forgotten|understand"
    r"|decide|decided|deciding|idea|clue|out|show|showed|about|of|on|matter|that's|it's|is|was|are|me|us|sure|like"
    r"|likes|love|loves|hate|hates|explain|explained|check|choose|think|from|with|by|or|than|to|the|a|my|no|not)"
)
_BEFORE = (
    r"(?<=[\w)'])(?: [-–—]{1,2} |[ ,]+)"
    r"(?:(?:so|and|but|then|anyway|also|um+|uh|er|n|please|pls|plz|ok|btw|hey),? )*"
)
_UNMARKED = re.compile(
    rf"{_BEFORE}(?:"
    # "what should I", "how long does my", "which would you": a question has its subject behind
    rf"(?:what|which|how|where|when|why|who)(?:'?s|(?: [\w-]+){{0,4}}? {_DOES}) {_WHO}"
    rf"|(?:what|how|why)(?:'s| (?:\w+ )??(?:is|are|was|were|does|do|did|can|should)) \w"
    r"|(?:how|what) (?:about|to)\b"
    rf"|(?:can|could|would|will|do|did|have|are) (?:you|u|ya)\b|(?:should|can|could|do|shall|must|am|did) (?:i|we)\b"
    r"|(?:is|are) there\b|(?:is|are|was|does|do|would|will|has) (?:it|this|that|these|those|anyone|anybody|they|he"
    r"|she)\b"
    r"|(?:got |know |have you )?any (?:idea|tips?|advice|suggestions?|recommendations?|recs|hints?|thoughts|pointers"
    r"|good|decent|nice|cheap|chance|ideas|tricks|help|way|(?:[\w-]+ )?(?:apps?|books?|films?|songs?|recipes?|shops?"
    r"|podcasts?|places?|games?|lullabies|exercises?|routes?))\b"
    r"|(?<=[,:] )(?:is|are|was|does|do) (?:my|our|the|a|an|one|people|\d[\d.,]*|\w+ing)\b|(?<=so )tell (?:me|us)\b"
    r"|(?<=[-–—] )(?:do|does|did|is|are|was|will|would|can|should|has|have) \w"
    r"|(?<=so )(?:maybe|perhaps) \w|(?<=so )(?:[\w-]+ ){0,4}(?:ideas|tips|suggestions|options|recommendations"
    r"|recipes|advice)\b"
    r"|(?:please|pls|plz|gimme|just) (?:(?:suggest|recommend|give|tell|help|show|make|write|find|explain|list|plan) \w"
    r"|(?<=gimme )\w)"
    # "what shoes", "which glue" at the end: a choice of things, asked in two words
    r"|(?:what|which) (?!(?:i|we|you|he|she|they|it|is|was|that|this|the|my|our|to|a|an|if|else|not|with|has|had)\b)"
    r"[a-z-]+(?: [a-z-]+){0,3}$"
    r")",
    re.I,
)
_GOVERNS = re.compile(
    rf"\b(?:{_KNOWING}|\w+n't|if|whether|what|how|when|while|as|because|because of)$", re.I
)
_SAYS = re.compile(
    r"\b(?:i|we)(?: \w+)+|\b(?:mine|ours)(?:'?s| is) \w+|\b(?:i'?m|i'?ve|i'?d|we'?re|we'?ve|weve) \w+"
    r"|\b(?:my|our)\b.* (?:[a-z']+s|are|have|love|hate|like|want|live|work|[a-z]+ed|got|took|went|made) \w+"
    r"|^(?:(?:just|still|finally|recently|also) )*(?:need to|have to|must|got|bought|moved|started|booked"
    r"|ordered|sold|quit"
    r"|been|joined|handed) \w+|^(?:using|running|on) an? \w+",
    re.I,
)
"""Somebody speaks of themselves, with a verb: "my pronouns" alone says nothing; so does a note without a subject."""
_GROUND = re.compile(
    r"\s(?:given(?: that)?|seeing (?:as|that|how)|considering(?: that)?|since|because|bc|cause|now that|as)\s"
    r"(?P<told>(?:i'?m|i am|i'?ve got|i have|i live|i work|i own|i play|i drive|i teach|i speak|i don'?t eat"
    r"|i can'?t eat"
    r"|we'?re|we are|we have|we'?ve got|we live|my (?!(?:code|question|screen|phone|computer|laptop|file|app)\b)\w+)\b"
    r"[^?,;]*)",
    re.I,
)
_MAY_ASK = re.compile(
    r"\b(?:(?:what|how|where|when|why|who)s?|which|can|could|would|will|do|does|did|should|shall|is|are|any"
    r"|please|pls|plz|gimme|just|tell|am|have|maybe|perhaps|ideas|tips|suggestions|options|recommendations|recipes"
    r"|advice)\b",
    re.I,
)


_FRAGMENT = re.compile(
    r"(?:,|\s[-–—]{1,2}|:|\.{2,}) (?!(?:right|correct|yes|no|yeah|ok(?:ay)?|true|huh|eh|innit|isn'?t|aren'?t|don'?t"
    r"|am|is|or"
    r"|and|but|then|if|because|since|not|too|also|who|which|that|where)\b)(?:[^\s,?]+ ){0,5}[^\s,?]+\s?\?+[\s!?]*$",
    re.I,
)
"""A question of a few words behind a statement: "I'm a bus driver and my back hurts, stretches?"."""

_STATES = re.compile(
    r"(?:(?:hi|hey|ok|so|well|but|and|also|btw|lol|um),? )*(?:(?:every|each|most|on|since|in|last"
    r"|at) [^,?]{3,30}?,? )?(?:i|i'?m|i'?ve|i'?d|my|we|we'?re|we'?ve|our|got (?:an?"
    r"|my|the|two"
    r"|three)|been|just|bought|moved|learning|studying|training|planning|saving)\b(?! (?:just |only )?(?:do|did"
    r"|should|could|would|can|may|might|wonder"
    r"|wondering|guess"
    r"|think|suppose|assume)\b)",
    re.I,
)


def stated_beside(sentence: language.Sentence) -> str:
    """Return what a sentence states, without the question or request in it; "" where it only asks."""
    told = language.stated_part(sentence)
    if told:
        return _before(told) or told
    if not sentence.is_question and not sentence.text:
        return ""
    before = _before(sentence.text)
    if before:
        return before
    if (fragment := _FRAGMENT.search(sentence.text)) and _STATES.match(sentence.text):
        return sentence.text[: fragment.start()]
    ground = _GROUND.search(sentence.text)
    return ground["told"].strip(" .!") if ground else ""


def _before(text: str) -> str:
    """Return what comes before the first question inside a text, if it speaks of the user."""
    if not (_MAY_ASK.search(text) and _SAYS.search(text)):
        return ""
    for asked in _UNMARKED.finditer(text):
        told = text[: asked.start()]
        if _SAYS.search(told) and not _GOVERNS.search(told):
            return told
    return ""

"""Is what somebody mentions a circumstance of the work at hand, and no lasting fact?

"I've already tried restarting", "my deadline is in an hour", "the reader doesn't know me yet": said beside a task or a
question they serve it, and nobody wants them kept.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.pieces import goes_to_a_place

_WORK = (
    r"(?:code|draft|essay|letter|e-?mail|text|prompt|data|file|screenshot|question|script|query|log|cv|resume|report"
    r"|poem"
    r"|story|recipe|intro|readers?|audience|listeners?|viewers?|narrator|examiner|marker|deadline|exam|paper|post"
    r"|speech"
    r"|attempt|try|version|solution|answer|guess|homework|assignment|error|bug|output|input|budget for this)"
)
_DONE = (
    r"(?:tried|tested|looked|checked|restarted|rebooted|run|ran|used|attached|changed|updated|removed|added|read"
    r"|searched"
    r"|googled|done|followed|installed|reinstalled|set|copied|written|wrote|asked|cleared|turned|pasted|uploaded"
    r"|googled"
    r"|started|finished|replaced|fixed|cleaned|verified|confirmed|compiled|deployed|rebuilt|emptied|unplugged"
    r"|plugged|entered|typed|clicked|opened|closed)"
)
_AT_HAND = re.compile(
    rf"(?:i|we)(?:'ve| have)? (?:already|just|also|only just) {_DONE}\b|(?:i|we)(?:'ve| have) {_DONE}\b"
    rf"|(?:i|we) (?:tested|ran|restarted|rebooted|compiled|rebuilt|verified)\b"
    rf"|(?:my|our|the|this|these)(?: (?:last|first|current|own|next|new))? {_WORK}s? (?:is|are|was|were|has|have|had"
    rf"|got|gets"
    rf"|doesn'?t|don'?t|does|do|can'?t|isn'?t|aren'?t|won'?t|will|needs?|must|should|shouldn'?t)\b",
    re.I,
)
_IS_FOR = re.compile(
    r"(?:it'?s|it is|this is|they'?re|these are) (?:for |just |only |still )*(?:an?|my|the|children|kids|work"
    r"|school)\b",
    re.I,
)
_ENCLOSED = re.compile(
    r"(?!i\b|we\b|he\b|she\b|they\b)"
    r"(?:(?:my|the|our|an?|his|her|their|your) )?(?:[\w#-]+ ){1,4}?(?:is |are |was )?(?:attached|enclosed|pasted"
    r"|uploaded)\b(?! to (?:my|me|our|him|her))",
    re.I,
)
_OF_A_TEXT = re.compile(
    r"(?:the|any|all|every|some|each) (?:\w+ ){1,4}(?:in|of|from|between) (?:my|our|the|this|these|both|two)"
    rf" (?:\w+ )?{_WORK}s?\W*$|while i (?:\w+ ){{1,4}}\w+\W*$",
    re.I,
)
_SO_DO = re.compile(
    r",\s+(?:so|and) (?:please )?(?:make|keep|use|be|write|go|don'?t|do|add|leave|put|give|try|start|focus|skip"
    r"|avoid|explain"
    r"|hurry)\b|\bwhen you \w+ (?:this|it)\b",
    re.I,
)
"""What is to be done with it: "it's a comedy, so make the ending light"."""


_PASSES = re.compile(
    r"(?:i'?m|i am|we'?re)(?: (?:not|just|only|so|really|a (?:bit|little)|half|still|very|too|feeling))*"
    r" (?:blaming|angry|mad|upset|judging|complaining|accusing|awake|asleep|tired|sleepy|hungry|bored|drunk|hungover"
    r"|in a (?:hurry|rush|meeting)|on (?:my phone|the (?:phone|bus|train|toilet)|a (?:train|bus|plane|call))|busy"
    r"|joking"
    r"|kidding|being (?:sarcastic|ironic|silly|funny)|disappointed|confused|running late|stuck|exhausted)\b"
    r"(?!.*\b(?:on|every|until|till|most|always|whenever|after|before|when)\b)",
    re.I,
)
"""How somebody is just now: "I'm only half awake"."""

_NEEDED = re.compile(
    r"(?:i|we)(?:'ll| will)? need (?:this|it|that|them|these|the (?:answer|text|draft|file|list|translation))"
    r" (?:by|before|asap|today|tonight|now|in|until|urgently|right)\b",
    re.I,
)
"""What is wanted now: "I need this by 5 today"."""

_TOLD_AS_STORY = re.compile(
    r"(?:he|she|it|this|that|they|i|we|nobody|no one|(?:my|the|his|her) \w+)(?:'d| had)(?: (?:never|only|just|not"
    r"|already))?"
    r" (?:\w+ed|had|been|told|met|seen|gone|come|done|known|slept|eaten|got|taken|given|left|heard|said)\b"
    r"|(?:he|she|it|this|that|they|i|we|there) (?:was|were)\b[^:]*\b(?:at the time|back then|in the (?:\d+s"
    r"|\w+ties))\b",
    re.I,
)
"""What belongs to a story: "nobody had told me"."""

_OF_THE_TALK = re.compile(
    r".*\b(?:your (?:last|first|previous|latest) (?:answer|reply|response|message|question|version|draft)"
    r"|that answer)\b"
    r"|this (?:message|text|mail|chat|reply) (?:was|is|has been|will be) (?:being )?(?:sent|typed|written"
    r"|dictated|read)\b"
    r"|i (?:never|didn'?t|did not|already|just) (?:said|say|wrote|write|meant|mean|asked|ask|did|do) (?:that|it|this"
    r"|so)\W*$"
    r"|to (?:also )?(?:answer|address|check|read|do|finish|include|cover) (?:the|my) (?:first|second|third|fourth"
    r"|other|last"
    r"|rest|next) (?:question|half|part|point|page|sheet|paragraph|one|bit|section|of)\b",
    re.I,
)
"""What is said of the conversation itself."""


def of_the_moment(words: str) -> bool:
    """Tell a passing state, a piece of a story, and what is said of the conversation itself."""
    return any(each.match(words) for each in (_PASSES, _NEEDED, _TOLD_AS_STORY, _OF_THE_TALK))


def at_hand(words: str) -> bool:
    """Tell what is said of the work at hand, where a task or a question stands beside it."""
    return bool(_AT_HAND.match(words))


_DONE_NOW = re.compile(
    r"(?:i'?m|we'?re|i am|we are) (?:about to|going to|gonna)\b|(?:i|we) (?:hate|love|like|need|want) (?:this|it"
    r"|that)[\s.!]*$|"
    r"(?:i|we)(?:'ve| have)? (?:(?:just|already|also|now|only) )*(?:sent|uploaded|attached|pasted|fixed|changed|deleted"
    r"|renamed|pushed|merged|updated|restarted|replied|e-?mailed|texted|printed|saved|finished|submitted|corrected|read"
    r"|checked|tried|paid|booked|added|removed|eaten|ate)"
    r"(?: (?:\w+ing|you|it|them|that|this|these|those|to (?:him|her|them|it))\b| (?:the|your|that|this) |[\s.!]*$)",
    re.I,
)


def is_done(words: str) -> bool:
    """Tell what somebody has just done with a thing that both know: "I sent the file"."""
    return bool(_DONE_NOW.match(words))


def of_a_text(words: str) -> bool:
    """Tell what is enclosed, and what is to be found in a text, with no task beside it."""
    return bool(_ENCLOSED.match(words) or _OF_A_TEXT.match(words))


def sets_to_work(text: str, words: str) -> bool:
    """Tell a sentence that mentions such a thing and goes on to say what is to be done now."""
    return bool(_SO_DO.search(text)) and bool(_AT_HAND.match(words) or _IS_FOR.match(words))


_PIECE = (
    r"(?:paper|essay|game|story|brief|letter|report|poem|exercise|task|chapter|scene|song|table|sheet|answer|article"
    r"|draft"
    r"|text|e-?mail|document|contract|script|code|function|sum|calculation|quiz|round|role ?-?play|summary"
    r"|translation"
    r"|scenario|dialogue|minutes|form|ticket|memo|thesis|abstract|footnote|spreadsheet|invoice|slide|caption"
    r"|margin|cv"
    r"|resume|log(?: ?book)?|readme|changelog|wiki|bio|flyer|calendar|cover letter|google drive|appendix|essay"
    r"|application)"
)
_FOR_THIS_PIECE = re.compile(
    r"^\W*(?:(?:and|so|ok|please),? )*(?:from (?:now|here) on,? )?(?:in|for) (?:the|our) (?:story|novel|game|play|poem"
    r"|sketch|scene|role ?-?play)\b|"
    rf"\b(?:in|for|throughout) (?:this|these) (?:\w+ )?{_PIECE}s?\b"
    r"|\b(?:in|for) (?:the|your) (?:calculations?|estimates?|sums?|computations?|count)\b"
    r"|\b(?:in|for|keep|make|give|write) (?:your|the) next (?:answer|reply|response|message|line|paragraph)\b"
    r"|^\W*(?:(?:so|and|ok|just),? )*(?:for|only) (?:today|tonight|now|fun|the sake of \w+)\b|\bhypothetical"
    rf"|^\W*(?:(?:please|pls|can you|could you|would you|and|also|now)[\s,]+)*(?:add|put|note|mention|write"
    rf"|record|log"
    rf"|include|state|update|change|mark|insert|save|store|enter|type|say|print)\b[^:.?!]{{0,60}}?"
    rf"(?:\b(?:in|into|to|on|of) (?:the|this|that|my|our|an?) |(?<=update )my )(?:\w+ )?{_PIECE}s?\b"
    r"|\b(?:take(?: it)? into account|(?:bear|keep)(?: it)? in mind|consider|remember) (?:in|for) (?:the|this"
    r"|your|my) (?:\w+ )?"
    r"(?:calculations?|estimates?|comparison|budget|plan|sum|table|answer|totals?|quote)\b"
    r"|\b(?:keep|make|write|give me|leave) (?:the|your|this) (?:next|following|coming) (?:answer|reply|response"
    r"|message|one)\b"
    r"|\b(?:it'?s|it is|this is) (?:for |just |only )*(?:an?|the|children|kids)\b[^,]{0,40},\s+(?:so|and) (?:make"
    r"|keep|use"
    r"|write|be)\b",
    re.I,
)


def for_this_piece(text: str) -> bool:
    """Tell a sentence that sets something down in a text, or holds for the piece of work in hand."""
    return bool(_FOR_THIS_PIECE.search(text)) or goes_to_a_place(text)


_RECALLED = re.compile(
    r"(?:^|[,;:.!?] )(?:(?:so|and|but|as),? )*you(?:'ll| will| may| might)(?: probably| perhaps| also)? (?:remember"
    r"|recall)"
    r"(?: that)? (?:i|we) (?:was|were|had|used to|wanted|asked|said|told|couldn'?t|didn'?t|tried|mentioned|went)\b",
    re.I,
)


def is_recalled(text: str) -> bool:
    """Tell what both know already: "you may remember that I was looking for a flat"."""
    return bool(_RECALLED.search(text))


_ONESELF = re.compile(
    r"\W*(?:(?:and|so|ok|oh|also),? )*(?:must not|mustn'?t|can'?t|cannot|should not|shouldn'?t"
    r"|won'?t) (?:ever )?forget\b.*",
    re.I,
)


def told_to_oneself(request: str) -> bool:
    """Tell "mustn't forget the milk", which says of nobody else that they must not."""
    return bool(_ONESELF.fullmatch(request)) and "you" not in request

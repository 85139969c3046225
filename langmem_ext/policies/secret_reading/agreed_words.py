"""Which plain words let somebody in, or prove who is calling?

A word agreed with an alarm company, a doorman or a school reads like any other. What gives it away is who asks for it
and that it is said or typed to be let in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.credential_values import ADJECTIVE, PROSE
from langmem_ext.policies.secret_reading.token_forms import Span

_HINT = any_of(
    [
        *" word,-word,'word,yword,codeword,phrase,asked say".split(","),
        "asked, say",
        *(f"say {mark}" for mark in "\"'“"),
        *(f"{who} say" for who in ("you", "i", "we", "just")),
        *(
            f"{when} you {what}"
            for when in ("if", "when", "once")
            for what in ("enter", "type", "say")
        ),
    ]
)
_END = (
    r"(?=\s*(?:$|[.,;:!?)\n]|(?:and|then|so|if|but|when(?:ever)?|with|to get|(?:on|at|for) the|because|or they|n"
    r"|,? in)\b))"
)
_WORD = r"[^\W\d_][\w'-]{2,}"
_VALUE = (
    r"(?:[\"'“](?P<q>[^\"'”\n]{3,60}?)[\"'”](?!\w)"
    rf"|(?P<v>{_WORD}(?: {_WORD}){{0,2}}?){_END})"
)
_IS = (
    r"(?:,? (?:which |that )?(?:is|was|will be)(?: now| still| always)?:?|'s|:|\s?=|,(?: (?:ours|mine|theirs|hers"
    r"|his) (?:is|was))?)"
)
_ONE = r"(?:,? (?:which |that )?(?:is|was|will be)(?: now| still| always)?:?|,? (?:that|it)'s|'s|:|\s?=)"
_OTHER = r"(?! (?:count|game|list|limit|search|problem|order|choice|document|file|processor|puzzle|class|play|of the))"
_ASKS = (
    r"(?:reception(?:ist)?|front desk|door ?man|bouncer|guard|porter|concierge|gate ?house|gate ?keeper|alarm"
    r"|monitoring|adt|security"
    r"|bank|broker|building society|estate agent|solicitor|school|nursery|kindergarten|day ?care|pick-?up|help"
    r" ?desk|hotline|call"
    r" cent(?:re|er)|emergency|intercom|speakeasy|club|back door|side door|hatch|barrier)"
)
_LETS = re.compile(
    r"\b(?:let|lets|letting|they(?:'ll)? (?:open|buzz|know|ask|want|check)|in|up|through|past|opens?|sends?|comes?"
    r"|buzz\w*|know it'?s|prove|asked?|asks"
    r"|wants?)\b"
)
_FORMS: tuple[tuple[re.Pattern[str], re.Pattern[str] | None], ...] = (
    (
        re.compile(
            r"\b(?:agreed|alarm|duress|distress|challenge|pick-?up|(?:telephone|phone|online)(?: (?:banking"
            r"|bank))?|memorable"
            r"|banking|verification"
            rf"|authentication|guest ?list|door|club'?s|code)[ -]?(?:word|phrase|keyword)\b{_OTHER}"
            rf"(?: (?:for|at|with|of|to|from|on) (?:[\w'-]+ ){{0,3}}?[\w'-]+)?(?:{_IS}|(?<=[a-z]) to(?! (?:describe"
            rf"|say|use|express|mean|put|be|get|give|show|tell|make|end|start|call|name)\b)) {_VALUE}"
        ),
        None,
    ),
    (
        re.compile(rf"\bcode ?word (?P<q>(?P<v>[a-z]{{3,}}(?:-[a-z]{{3,}})+)){_END}"),
        None,
    ),
    (
        re.compile(
            rf"\bsay(?:s|ing)? (?:[\"'“](?P<q>[^\"'”\n]{{3,60}}?)[\"'”]|(?P<v>{_WORD}(?: {_WORD})?)) to"
            rf" (?:the |our |my |their )?(?:[\w'-]+ ){{0,2}}?{_ASKS}\b"
        ),
        re.compile(
            r"\b(?:lets? (?:me|you|us|him|her|them)\b|stands? down|buzz\w*|opens?\b|sends? (?:no ?one|nobody)"
            r"|wav(?:e|es) (?:me|you|us) (?:in|through))"
        ),
    ),
    (
        re.compile(
            r"\b(?:with|gives?|giving|knows?|knowing|says?|saying|quotes?|quoting) the (?:[\w-]+ )?"
            r"(?:phrase|word|code ?word),? "
            rf"(?:[\"'“](?P<q>[^\"'”\n]{{3,60}}?)[\"'”]|(?P<v>{_WORD}(?: {_WORD}){{0,2}}?))"
            r" (?:may|can|could|is allowed to|will be let|is let)"
            r" (?:collect|pick|fetch|take|enter|come|go|open|leave|visit|in\b)"
        ),
        None,
    ),
    (
        re.compile(
            r"\b(?:magic|secret) (?:word|phrase) (?:for|on|of) (?:the |my |our |his |her )?(?:[\w'’-]+ ){0,2}?"
            r"(?:tablet|phone|laptop|i ?pad|computer|console|safe|gate|door|tv|app|shed|tree ?house|alarm)"
            rf"(?: is|:| was) {_VALUE}"
        ),
        None,
    ),
    (
        re.compile(
            r"\b(?:say|says|give|gives|quote|ask for|asks for|hear) the (?:magic|secret|agreed) (?:word|phrase),?"
            rf" (?:which|that) (?:is|was) {_VALUE}"
        ),
        None,
    ),
    (re.compile(rf"\bkeyword(?: for the \w+)?(?:{_ONE}|) {_VALUE}"), re.compile(rf"\b{_ASKS}\b")),
    (
        re.compile(
            rf"\b{_ASKS}\b(?![^.!?\n]{{0,30}}\bname\b)[^.!?\n]{{0,40}}\b(?:you|i|we|just|asked,?"
            rf"|to) (?:say|whisper|answer|tell (?:them|him"
            rf"|her)) {_VALUE}"
        ),
        _LETS,
    ),
    (
        re.compile(rf"\b(?:asked|asks?),? (?:just |you |then )?say {_VALUE}"),
        re.compile(rf"\b{_ASKS}\b"),
    ),
    (
        re.compile(
            r"\b(?:we|i|they|she|he) (?:use|used|have|agreed on|chose) [\"'“](?P<q>[^\"'”\n]{3,60}?)[\"'”] as"
            r" (?:the|our|a|my)"
            r" (?:\w+ )?(?:word|phrase)\b(?P<v>)"
        ),
        None,
    ),
    (
        re.compile(
            r"\b(?<!dialog )(?<!editor )(?<!menu )(?<!palette )(?<!window )(?<!search )(?:opens?|unlocks?|lets"
            r" (?:you|me|us) in|logs (?:you|me) in|gets? (?:you|me) in)(?: up)?,? (?:if|when|once) (?:you|u|i|we)"
            rf" (?:enter|type|say|put in|whisper) (?:in )?(?:[\"'“](?P<q>[^\"'”\n]{{3,60}}?)[\"'”]"
            rf"|(?P<v>{_WORD}){_END})"
        ),
        None,
    ),
    (
        re.compile(
            rf"\b(?:wants?|needs?|asks? for) a word\b[^?\n]{{0,40}}\b(?:today|tonight|this week|this month)'?s(?:"
            rf" is|:)? {_VALUE}"
        ),
        None,
    ),
    (
        re.compile(rf"\bthe (?:magic )?word(?: for [^.!?\n:]{{2,40}}?)?{_ONE} {_VALUE}"),
        re.compile(
            r"\b(?:lock(?:ed|s)?|diary|pdf|zip|unlock\w*|opens|log-?in|apple ?id|account|wi-?fi|vault|encrypted"
            r"|protected|alarm)\b"
        ),
    ),
)
_SAYABLE = frozenset(
    "please abracadabra nothing something anything"
    " hello hi hey thanks thank sorry goodbye bye cheese hey grace welcome good morning cheers congratulations happy"
    " nice day let us let's whatever goodnight aye yeah yep nah amen sir madam mister".split()
)
"""What people say at a desk anyway."""


def find_agreed_words(text: str) -> Iterator[Span]:
    """Yield words that are said or typed to be let in: "at reception you say plum blossom"."""
    low = lowered(text)
    if not _HINT.search(low):
        return
    for form, beside in _FORMS:
        for match in form.finditer(low):
            if beside is not None and not beside.search(low):
                continue
            which = "q" if match["q"] else "v"
            if _may_be_agreed(match[which], quoted=which == "q"):
                yield "password", *match.span(which)


def _may_be_agreed(value: str, *, quoted: bool) -> bool:
    """Tell words that nobody would say there otherwise; in quotes any will do that are no greeting."""
    words = value.split()
    if words[0] in _SAYABLE or ADJECTIVE.search(words[0]):
        return False
    return (
        all(word in PROSE for word in words) is False
        if quoted
        else not any(word in PROSE or word in _SAYABLE for word in words)
    )

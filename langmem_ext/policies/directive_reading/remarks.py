"""Which sentence beside a request says nothing but how it is meant, or that it ends?

"I'm serious about that one", "that's it for now", "you can laugh": none of them is to be kept.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.asides import is_aside
from langmem_ext.policies.directive_reading.durations import is_lasting
from langmem_ext.policies.directive_reading.reasons import is_why
from langmem_ext.policies.directive_reading.uses import is_use

_THIS = r"(?:it|this|that|these|those)"
_OPENS = r"(?:(?:and|so|but|well|ok|okay|right|now|then|really|honestly|seriously|yes|yeah|no|oh|please)[\s,.!]+)*"
_ENDS = r"(?:[\s,]+(?:ok|okay|please|thanks|thank you|though|tho|lol|haha|so|now|then|really|too|already))*[\s.!]*"
_LISTED = re.compile(
    rf"{_OPENS}(?:(?:{_THIS}(?:'s|s|'ll be| is| was| are| will be| would be)|that'?ll do)"
    r"(?: (?:it|all|everything|enough|the lot|about it|the (?:whole )?list|all of (?:it|them))\b|(?<=do)(?=\W|$))"
    r"(?: (?:for (?:now|today|the moment|me|this time)|so far|then|really|folks|from me|you need(?: to know)?"
    r"|i (?:have|had|wanted(?: to (?:say|tell you))?)))*(?:[,;:.–—-]? ?(?!(?:i|i'm|my|we|our)\b)[^:]{0,60})?"
    r"|(?:nothing (?:else|more|further)|no (?:others|further (?:ones|points|facts|items)))\b[^:]{0,30}|(?:there'?s "
    r"|there is )?more (?:tomorrow|later|to come|soon"
    r"|next time|follows?)\b.{0,20}"
    r"|(?:the )?rest (?:later|tomorrow|next time|follows|will follow|another time)\b.{0,20}"
    rf"|end of (?:the )?(?:list|story|message|notes?|memo|rant)|over and out){_ENDS}",
    re.I,
)
"""How a list, or a message, ends."""

_MEANT = re.compile(
    rf"{_OPENS}(?:"
    r"(?:i'?m|i am|we'?re) (?:dead |very |really |quite |so |completely |absolutely |being )*(?:serious|not (?:joking"
    r"|kidding))(?: (?:about|with|on) (?:(?:that|this|it)(?: (?:one|rule|part|point|time))?))?"
    rf"|i (?:really |truly |do |absolutely )*mean {_THIS}(?: (?:one|this time|for real))?"
    rf"|{_THIS}(?:'s|s| is| was| are)(?: (?:really|truly|very|so|super|quite|most|extremely|honestly|no|not|a|an"
    rf"|my|one"
    r"|of|all))*"
    r" (?:joke|joking matter|laughing matter|important|serious|urgent|crucial|essential|vital|must|big deal"
    r"|deal-?breaker"
    r"|non-?negotiable|no-go|priority|request|wish|for real)(?: (?:to|for) (?:me|us|my \w+))?"
    rf"|(?:i(?:'ve| have|'d| had)? )?(?:just |already )?(?:told|said|mentioned|explained|asked|reminded|corrected)"
    rf"(?: {_THIS})?(?: to)?(?: (?:you|u))?(?: {_THIS}| so)?(?:,? (?:now|already|before|about|at least|like|twice"
    rf"|once"
    r"|three|four|five|ten|a hundred|a thousand|many|several|times?|again|and))+"
    r"|(?:i )?(?:can'?t|can not|cannot|couldn'?t) (?:say|stress|repeat|emphasi[sz]e|underline)"
    rf" (?:{_THIS}|how)\b[^:]{{0,40}}"
    r"|(?:(?:you|u)(?: can| may| might| will|'ll)?|don'?t|please don'?t|no) (?:laugh|laughing|smile|judge|judging"
    r"|roll"
    r" your eyes|think (?:it'?s|that'?s|i'?m) \w+)\b[^:,]{0,30}"
    rf"|(?:i know,? )?(?:it |this |that )?sounds? (?:silly|odd|strange|weird|crazy|funny|stupid|daft"
    rf"|mad)\b[^:]{{0,20}}"
    r"|(?:this|that|it)(?:'s| is| was) (?:now |already |like )*the (?:last|\w+th|second|third"
    r"|umpteenth) time (?:that |when )?"
    r"(?:i|we)(?:'m|'ve|'ll| have| am| had to| will)? (?:just |now )?(?:say|said|saying|tell|told|telling|explain"
    r"|ask|mention"
    r"|repeat|correct|writ|typ|remind)[^:,]{0,40}"
    rf"|i(?:'ll| will|'m)? (?:only |just )*(?:say|saying|tell|telling|explain"
    rf"|explaining)(?: you)? {_THIS}(?: to you)?"
    r" (?:only |just )?once(?: only)?|you can (?:always )?(?:hold|quote) me (?:to|on) (?:it|this|that)\b[^:,]{0,40}"
    rf"|i (?:say|tell|repeat|explain|type|write)(?: you)? {_THIS}(?: to you)? (?:every|each) (?:single )?\w+"
    r"|i (?:really |honestly )?(?:don'?t|do not) care"
    r"|no (?:exceptions?|excuses|discussion|debate|ifs\b[^:]{0,15}|jokes?|kidding|joking)(?: (?:please|ever|at all"
    r"|allowed|this time))*"
    r"|(?:please )?(?:act|plan|adjust|adapt|behave|respond|answer|proceed)\b[^:]{0,20} accordingly\b[^:]{0,60}"
    r"|believe (?:it or not|me)|trust me(?: on (?:this|that))?|cross my heart"
    rf"){_ENDS}",
    re.I,
)
"""How seriously something is meant, and how often it was said."""


def is_remark(said: str) -> bool:
    """Tell a sentence that only ends a list, or says how what stands beside it is meant, or of what use it is."""
    return (
        bool(_LISTED.fullmatch(said) or _MEANT.fullmatch(said))
        or is_aside(said)
        or is_lasting(said)
        or is_use(said)
    )


def says_nothing(said: str) -> bool:
    """Tell a remark, and why something is to be kept, from what is to be kept."""
    of_form = _SPOKEN_TO.match(said) or _OF_A_LIST.match(said)
    return is_why(said) or is_remark(said) or of_form is not None


_OF_A_LIST = re.compile(
    r"(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|last|other) ?(?:one|two|entry|memory|item|fact)s?"
    r" (?:is|are|was|were|looks?|seems?|stays?)\b"
    r"|(?:number|item|entry|memory|fact)s? #?\d[\d, and&]* (?:is|are|was|were|looks?|seems?|stays?)\b",
    re.I,
)
"""What is said of a list that was shown: "the third one is right, keep it"."""


_SPOKEN_TO = re.compile(
    r"(?:(?:please|pls|hey|hi|hello|ok|okay|so|oh|look|listen|now|well|thanks|yes)[\s,]+)*(?:(?:my"
    r"|our) )?(?:dear\w*|mate"
    r"|friend|love|lovely|darling|buddy|pal|man|bro|bot|assistant|sir|madam|honey|boss|chief)\W*$",
    re.I,
)
"""Whom one speaks to: "please my dear"."""

"""Which words say why something is to be kept, and not what?

What the user cannot remember or will not repeat, what the assistant or others keep getting wrong, who depends on it.
"""

from __future__ import annotations

import re

_FORGETFUL = re.compile(
    r"i (?:have to |had to )?(?:tell|told|remind|say|said)(?:ed)? (?:you|u|it|this|that)\b.*\b(?:every|each|again"
    r"|always|already|before"
    r"|times?|twice)\b.*"
    r"|i (?:can'?t|can not|cannot|don'?t want to|won'?t|shan'?t|hate to|hate having to|refuse to) (?:type|repeat"
    r"|explain|say|tell|spell"
    r"|keep|write|be asked)\b.*|"
    r"i (?:all?ways|keep|constantly|never|forever)(?: on)? (?:forg|mix|mixing|los|get (?:it|them|that) wrong"
    r"|misplac|having to|telling|writing|typing|spelling|saying|asking|repeating|explaining|getting"
    r"|buy(?:ing)? (?:the )?wrong|remember)\w*\b"
    r"|(?:i|we) (?:(?:all?ways|often|usually|constantly|keep) )?(?:mix|muddle|confus|mistak|swap)(?:e|ing)?"
    r" (?:them|these|those|it|both|the two)(?: up)?(?: (?:constantly|all the time|every time|always|a lot|often))?\W*"
    r"|i (?:all?ways|often|usually) (?:send|pay|order|bring|buy|return|arrive)\b.* (?:late|wrong|twice)\W*"
    r"|i (?:all?ways |often |usually |tend to |just |sort of |kind of )*(?:blank\b|go blank|draw a blank|space out"
    r"|block (?:it|them|that|this|those|these|such)(?: \w+)? out)"
    r"|(?:i'?m|i am) (?:far |way |just )?too (?:\w+ )?to\b(?: (?:write|note|remember|think|do|keep)\b.*)?"
    r"|(?:i'?ll|i will) (?:\w+ )?(?:need|want|ask (?:you )?for) (?:it|them|that|this|both)\b.*"
    r"|(?:i'?ll|i (?:will|might|may|shall|could)) (?:\w+ )?(?:ask|come back to)\b.*",
    re.I,
)
"""Why the user asks: "I always forget"."""

_NEEDED = re.compile(
    r"(?:so |and |but |well ){0,2}(?:(?:you|u|ur|you'?re|you'?ll|i|i'?ll|we|we'?ll)\b[^,.:]{0,30}\b(?:need"
    r"|forget|ask"
    r"|want|use)(?: for)?"
    r" (?:this|it|that)(?: (?:later|again|soon|constantly|often|always|every time|one day|all the time))?(?:,? so)?"
    r"|(?:just )?in case (?:i|you|we) (?:ask|need|want|forget)\b[^,]{0,30}"
    r"|(?:i|we)(?:'ll| will| might| may|'d)(?: \w+)? ask\b[^:]{0,40}"
    r"|(?:i|we|you)(?:'ll| will| might| may)(?: \w+)? need (?:it|them|that|this|these|those|both|all of"
    r" \w+)\b[^,:]{0,40}"
    r"|(?:please )?(?:don'?t|do not|never) let (?:me|us) forget\b(?: (?:it|that|this|again|them)){0,2}"
    r"|(?:you|u) (?:needn'?t|don'?t (?:have|need) to|do not (?:have|need) to)\b.{0,60}"
    r"|my (?:own )?memory(?:'s| is| has)\b[^,]{0,60}\bso\b[^,]{0,40}"
    r"|(?:once and )?for (?:good|all) this time|once and for all)[\s.!]*$",
    re.I,
)
"""Why something is to be kept, which is not what is to be kept: "you'll need this later"."""


_IT = r"(?:it|this|that|them|these|those)"
_GETS_IT_WRONG = re.compile(
    r"(?:so |and |but )?(?:you|u|ya)(?:'ve| have)? (?:just |already |always |still |really |only )*(?:got|get|keep"
    r"|kept"
    r"|forgot|forget|mixed|missed|spelt|spelled|wrote|put|called|ignored|asked)\b"
    rf"[^?:]{{0,40}}\b(?:{_IT}\b[^?:]{{0,20}}\b(?:wrong|up|twice|again|times?|before|already)|wrong (?:twice|again"
    r"|before|already|last time|every time))\b"
    r"|(?:you|u)(?:'ve| have)? (?:just |already |always |once |often )*(?:ask|asked|wanted to know|wondered|guess"
    r"|guessed)"
    r" (?:me )?(?:which|what|who|whose|where|how|when|why|whether|again|twice|wrong|three|\w+ times)\b[^:,]{0,40}$"
    r"|(?:you|u) (?:keep|kept|always keep) (?:asking|forgetting|guessing|wondering)\b[^:]{0,30}$"
    r"|(?:so |and |but |because |cos )?(?:people|everyone|everybody|nobody|no one|they|(?:most|all|many|so many"
    r"|other)"
    r" [\w'-]+|[\w'-]+s) (?:always|keeps?|kept|never|constantly|often|usually|all)\b"
    r"(?=[^?:]{0,40}\b(?:wrong|mix\w*|confus\w*|forg\w*|mis\w{4,}|drop\w*|los(?:e|ing)|butcher\w*|swap\w*"
    rf"|ask\w*|right)\b)[^?:]{{0,40}}\b{_IT}\b",
    re.I,
)
"""What is complained of: "people always get it wrong"."""

_URGED = re.compile(
    r"(?:i'?m|i am|we'?re)(?: [a-z]+){0,2}? (?:(?:sick|tired|fed up|weary|done|bored)(?: and tired)? (?:of|with)"
    r" (?:\w+ing\b|having\b|this|that|it|the question|your\b|[\"'“])|begging|(?:being )?serious\b|not (?:joking"
    r"|kidding|repeating)"
    r"|counting on (?:it|you)|relying on (?:it|you))"
    r"|i (?:beg|swear|implore|insist|mean (?:it|that|this))\b"
    r"|(?:i|we)(?:'?ll|'d| will| might| may| shall| could| would|'?m (?:going to|gonna)|'re (?:going to|gonna))"
    r" (?:[a-z]+ )?(?:ask(?:ing)?(?! (?:you|u) (?:to|not|that|if)\b)|talk(?:ing)? about|speak of"
    r"|mention|refer to|bring (?:it|this|that|him|her|them) up|forget|com(?:e|ing) back|get back|quiz)\b"
    r"|(?:i|we)(?:'d| would) (?:like|love|want) to (?:look back|read (?:it|this) (?:again|later)|come back)\b"
    r"|(?:i|we)(?:'ll| will) be back\b|(?:i|we)(?:'ll| will) be (?:asking|testing|quizzing|checking|coming back)\b"
    r"|(?:you|u)(?:'ll| will| are going to|'re going to|'d) (?:[a-z]+ )?(?:get|hear|see|have|be (?:asked|getting"
    r"|hearing"
    r"|seeing)) (?:many|more|lots|a lot|plenty|tons|several|some|further|loads|questions)\b"
    r"|(?:i|we) (?:never|don'?t|do not|won'?t|needn'?t|need not|shouldn'?t)(?: ever)?(?: (?:have|need|want|like))?"
    r"(?: to)? (?:have to )?(?:tell|explain|say|repeat|type|spell|remind|correct|be asked|go (?:over|through))\b"
    r"[^:]*\b(?:again|every|each|twice|it|this|that)\b"
    r"|(?:he|she|it|they|this|that|(?:his|her|its|their|that|the) [\w'-]+)(?:(?:'ll| will| may| might| is going to"
    r"| is bound to| are going to|'s going to|'s bound to) (?:probably |often |also )?(?:(?:come|pop|crop|turn) up"
    r"|be (?:mentioned|relevant|talked about)|matter)| (?:keeps?|kept) (?:on )?(?:coming|popping|cropping|turning) up"
    r"| (?:always |often )?(?:comes?|pops?|crops?|turns?) up)\b(?! (?:to|from|with|on|for|at)\b)"
    r"|my [a-z]+(?: [a-z]+)? (?:checks?|cares?|worr(?:y|ies)|reads? (?:along|them|it|everything)|depends? on"
    r"|insists?|minds?|notices?|complains?|will (?:kill|ask|check|notice)|gets? (?:mad|angry|upset|confused"
    r"|cross))\b",
    re.I,
)
"""Why it matters to be kept: "I'm tired of repeating it", "my clients read along"."""


def is_why(said: str) -> bool:
    """Tell why something is to be kept from what is to be kept."""
    return bool(_NEEDED.match(said) or _GETS_IT_WRONG.match(said))


def is_reason(said: str) -> bool:
    """Tell the same of what stands beside a request: a fact about the user may be the reason there."""
    return is_why(said) or bool(_FORGETFUL.match(said) or _URGED.match(said))

"""Which instructions to the assistant hold for good without "from now on"?

Those for an occasion that comes again ("when I paste code, ..."), for all that it writes ("every summary should ..."),
those that are never to happen again, and those that a sentence of their own makes a rule ("Make that a rule.").
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import standing as standing_forms
from langmem_ext.policies.directive_reading.advice import is_advice
from langmem_ext.policies.directive_reading.conditionals import asked_of
from langmem_ext.policies.directive_reading.durations import is_lasting
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import is_for_now
from langmem_ext.policies.directive_reading.fragments import is_fragment
from langmem_ext.policies.directive_reading.order_words import WORDED
from langmem_ext.policies.directive_reading.remarks import says_nothing
from langmem_ext.policies.directive_reading.request import TAG, Request, Said

SETS_A_RULE = "sets_a_rule"
"""The rule of a sentence that makes the instruction before it hold for good."""

_RULE = (
    r"(?:rules?|polic(?:y|ies)|norm|standard|default|habit|convention|principle|practice|law|deal|arrangement"
    r"|(?:standing|permanent|lasting) (?:orders?|instructions?|arrangements?|requests?|preferences?|things?))"
)
_GOOD = (
    r"(?:permanent(?:ly)?|standing|final|for (?:good|ever|life|all time|always)|forever|always|every(?:"
    r" single)? time"
    r"|each time|from (?:now|here|today)(?: on(?:wards?)?(?: out)?)?|going forwards?|until further notice"
    r"|without exception)"
)
_ALL = (
    r"(?:(?:for|to|in|on) (?:every|each|all|any|our|your|the (?:future|next|rest))\b[^,;.?!]{0,50}|tomorrow"
    r" too|next time too"
    r"|the next time|always|from (?:now|here|today)\b[^,;.?!]{0,20}|until [^,;.?!]{3,30})"
)
_POLITE = (
    r"(?:[\s,]+(?:(?:please )?(?:remember|keep|save|note|store|log) (?:it|that|this)"
    r"|please|pls|plz|thanks|thank you|thx|ok|okay|now|too|got it|deal|will you|would you|lol))*"
)
_SETS = (
    rf"(?:(?:make|keep|treat|consider|take|regard|count|let|adopt|file)"
    rf" (?:that|this|it)(?: one)?(?: be| as| to be| down as)*(?: an?| the| your| our| my)?(?: \w+){{0,2}}? {_RULE}"
    rf"(?: (?:with|for|between|in) [^,;.?!]{{2,30}})?"
    rf"|(?:that|this|it)(?:'s| is| shall be| should be| will be|s)(?: now)?(?: an?| the| my| our| your)?(?:"
    rf" \w+){{0,1}}? {_RULE}"
    rf"(?: (?:with|for|between|in|from) [^,;.?!]{{2,30}})?"
    rf"|(?:that|this|it)(?:'s| is| shall be| should be)(?: now)? {_GOOD}"
    rf"|(?:that|this|it)(?:'s| is| holds| goes| counts) (?:for (?:all|the whole|the entire|the rest of)(?: (?:the"
    rf"|my|our|this))?"
    r" (?:day|week|month|season|year|term|semester|summer|winter|trip|project|course|time)|from now (?:on|till"
    r"|until)\b[^,;.?!]{0,40})"
    r"|(?:and )?not (?:just |only )?(?:for )?(?:today|now|this time|once),? (?:but )?(?:for )?(?:always|good|ever"
    r"|all time"
    r"|every(?: single)? time|from now on)"
    rf"|(?:that|this)(?:'s| is) how (?:i|we) (?:want|like|need|prefer|do) (?:it|them|things)(?: done)?(?: {_GOOD})?"
    rf"|(?:(?:that|this|it|which) )?(?:applies|holds|goes|stands|counts|is valid) {_ALL}"
    rf"|make (?:that|this|it) (?:stick|permanent)(?: this time)?"
    rf"|(?:apply|extend|observe|follow|respect|heed|do|use) (?:that|this|it|the same)?\s?(?:to|for|in|on"
    rf"|with) (?:all|every"
    rf"|each|any|our|your|my|letters)\b[^.?!]{{0,50}}"
    rf"|(?:that|this|it) (?:must|should|is) (?:not|never)(?: to)? (?:occur|happen)(?: ever)? again"
    rf"|(?:and )?(?:not (?:just|only)(?: for)? (?:today|now|this time|once)|not now(?:,| and)?(?: not"
    rf"| or)? (?:later|ever)"
    rf"|this isn't (?:just|only) for (?:today|now))|(?:a |as a |that's a |this is a )?(?:permanent|standing"
    rf"|lasting|default)"
    rf" (?:setting|thing|arrangement|preference|one)|keep (?:it|that|this) that way(?: {_GOOD})?"
    rf"|(?:keep|stick|hold|follow|do|use|apply)(?: to)? (?:that|this|it) (?:{_GOOD}|in everything|throughout"
    rf"|everywhere|each time"
    rf"|whenever\b[^,;.?!]{{3,50}}"
    rf"|every time\b[^,;.?!]{{3,50}}|when (?:you|u|i)\b[^,;.?!]{{3,50}}|in future)"
    r"|(?:not|neither) (?:today|tonight|now)(?:,? (?:and |or )?(?:not|nor) (?:[\w' ]{2,16}))*,? (?:and |or )?(?:not"
    r"|nor) ever"
    rf"|(?:and )?i mean (?:it|that),? {_GOOD}"
    rf"|standing (?:order|instruction|rule|request)|permanently|(?:and )?for good|every(?: single)? time|always"
    rf"|until further notice|from now on|for ?ever(?: and ever)?|for (?:life|all time))"
)
_SETS_ALONE = re.compile(
    rf"\W*(?:(?:and|so|please|pls|kindly|ok|okay|yes|also|let's|now|just|right|well|alright|listen)[\s,]+)*(?:{_SETS}"
    rf"|ever(?: again)?|(?:in|for|to"
    rf"|on) (?:every"
    rf"|each|all)"
    rf"(?: (?:my|your|our|the|future|of))* [\w-]+(?: (?:to|with|for) (?:me|us))?){_POLITE}\W*$",
    re.I,
)
_SETS_LAST = re.compile(
    rf"^(?P<x>.{{8,}}?)\s*[,:;–—(]\s*(?:(?:and|so|please|pls|ok|okay|also|just)\s+)*{_SETS}{_POLITE}\W*$",
    re.I,
)


def set_for_good(said: Said) -> Request | None:
    """Read "make that a rule", which points at an instruction before it."""
    if said.sentence.is_question:
        return None
    leads_on = said.text.rstrip().endswith(("-", "–", "—", ":"))
    alone = _SETS_ALONE.match(said.text, _behind_remark(said.text)) or is_lasting(said.text)
    if alone and not leads_on:
        return Request(SETS_A_RULE, points="back", many="both" in said.text.lower())
    if first := _sets_first(said):
        return first
    found = _SETS_LAST.match(said.text)
    if found and is_instruction(found["x"]) and not _KEPT.match(found["x"]):
        start = _PLEASE.match(said.text)
        return Request("from_now_on", tidy(said.words(start.end() if start else 0, found.end("x"))))
    if found and _TASTE.match(found["x"]):
        return Request("remember_that", tidy(said.words(0, found.end("x"))))
    return None


_TASTE = re.compile(
    r"(?:i|we)(?:'d| would)? (?:really |always )?(?:like|prefer|want|love) (?:my|our|all|every)\b[^:?]*$",
    re.I,
)
"""How the user's things are to be: "I like my summaries in three bullets, keep it that way"."""


_UNWANTED = re.compile(
    r"(?:i'd|i would) rather not be \w+ed\b|i (?:do not|don'?t|never|no longer) (?:wish|want|like"
    r"|need) (?:to be (?:\w+ed|spoken to|told|shown|given"
    r"|sent)\b"
    r"|(?:to (?:hear|see|read|get) )?(?:any|more|these|your)\b|you to\b"
    r"|(?:[\w-]+ ){1,3}?(?:in|from|at the end of) (?:your|my|any|all)\b)",
    re.I,
)
"""What is not to be done: "I do not wish to be addressed with 'Hey'"."""

_KEPT = re.compile(
    r"(?:(?:please|pls|and|so|also)\s+)*(?:(?:do not|don'?t|never) forget|remember|(?:keep|bear) in mind"
    r"|note)\b",
    re.I,
)
"""A request to remember, which other rules read."""


def _behind_remark(text: str) -> int:
    """Return where a sentence goes on behind "I'm serious, ..."."""
    remark, comma, _ = text.partition(", ")
    return len(remark) + len(comma) if comma and says_nothing(remark) else 0


def is_instruction(words: str) -> bool:
    """Tell whether words say what the assistant is to do, or on which occasion."""
    words = _PLEASE.sub("", words, count=1)
    return bool(
        standing_forms.TO_ASSISTANT.match(words)
        or _OCCASION.match(words)
        or _SAID_OF_WORK.match(words)
        or _SCOPED_FIRST.match(words)
        or _TOLD.match(words)
        or _UNWANTED.match(words)
        or asked_of(words)
    ) and not (is_advice(words) or is_for_now(words))


def _sets_first(said: Said) -> Request | None:
    """Read "not today, not ever: no emojis", where the time stands before the instruction."""
    for mark in _PARTS.finditer(said.text, 0, 80):
        rest = said.text[mark.end() :]
        lead = said.text[: mark.start()]
        if lead.count(" ") > 1 and is_lasting(lead) and (is_instruction(rest) or is_fragment(rest)):
            return Request("from_now_on", tidy(said.words(mark.end(), len(said.text))))
    return None


_PARTS = re.compile(r"\s*[:,–—]\s+|\s-\s+")


def may_be_rule(words: str) -> bool:
    """Tell whether words can be what "make that a rule" makes one."""
    return is_instruction(words) or bool(_EACH_TIME.match(words) and not words.endswith("?"))


_EACH_TIME = re.compile(
    r"(?:(?:and|so|also|ok|please)[\s,]+)*(?:if|when(?:ever)?|every time|any ?time|each time) (?:i|we)(?:'?m|'?re)?\b",
    re.I,
)

_PLEASE = re.compile(
    r"(?:(?:please|pls|plz|and|so|but|also|ok|okay|hey|well|now|listen|kindly|just|(?:can|could|would|will)"
    r" you|i(?:'d like"
    r"| want| need| would like| expect) you to|you (?:should|must|can"
    r"|may))(?![\w'])[\s,:–—-]*)*",
    re.I,
)
_DO = (
    rf"(?:(?:always|never|only|ever|just|please|simply|first|also|then|you|u|you'?re to|don'?t|dnt|do not|you"
    rf" (?:should|must|may))\s+)*"
    rf"(?:{standing_forms.ACT.pattern}|(?:estimate|correct|ignore|guess|expand|refuse|rename|react|redirect"
    rf"|nothing\b))"
)
_SAYS = (
    r"(?:ask(?!ed)|mention|say|request|send|write|type|paste|share|post|upload|greet|message|text|complain"
    r"|start|begin|end"
    r"|talk|speak|want|need|make|forget|misspell|use|put|give|answer|reply|call|sound|seem|switch|come|bring"
    r"|swear|vent)"
)
_EVER = r"(?:ever |next |just |only |also |happen to |simply |again |accidentally )*"
_OCCASION = re.compile(
    rf"(?:(?:(?:when(?:ever)?|every time|each time|any ?time|(?:the )?next time) (?:i|we|you|u)|(?:if|once|as"
    rf" soon as) (?:i|we))"
    rf" {_EVER}{_SAYS}"
    rf"|should (?:i|we) {_EVER}{_SAYS})\b[^?]{{2,110}}?,\s*"
    rf"(?!(?:please |just |then |do )*(?:let me know|don't hesitate|not hesitate|reach out)){_DO}\b",
    re.I,
)
"""What one does in a talk, and what the assistant is to do then: "if I paste Spanish, correct it"."""

_NEXT_TIME = re.compile(rf"(?:the )?next time (?:you|u) (?:\w+ ){{2,8}}?{_DO}\b", re.I)

_WORK = standing_forms.WRITTEN
_SAID_OF_WORK = re.compile(
    rf"(?:in |on |for |with )?(?:every|each|all|any)(?: one)?(?: of)?(?: (?:my|your|our|the|single|future))*"
    rf" {_WORK}"
    rf"(?: (?:that )?(?:you|u) (?:\w+ ){{1,2}}?(?:(?:for |to )?(?:me|us)|make|write|give|show|draft|send)| to"
    rf" me| for me)?"
    rf"(?:,? (?:should|must|shall|has to|have to|needs to|need to|is to|are to|may|can only|ends?|begins?|starts?"
    rf"|opens?)\b|,? {_DO}\b|:\s)",
    re.I,
)
"""How all that the assistant writes is to be: "every summary you make for me should open with ..."."""

_SCOPE = (
    rf"(?:(?:in|on|for|with|at the (?:end|start|beginning|top|bottom) of) (?:every|each|all|any)(?: of)?"
    rf"(?: (?:my|your|our|the|single|future))* (?:{_WORK}|code|function|trip|meal)\b"
    r"|(?:in|for|with|to) (?:every|each|all|any)(?: of)? (?:[\w-]+ ){1,3}(?:that )?you (?:give|send|write|make|show"
    r"|draft"
    r"|suggest|hand)\b"
    rf"|in anything you (?:write|send|make|draft|give)\b|in (?:your|my) (?:{_WORK})\b"
    rf"|(?:when|whenever|every time|each time|any ?time) (?:you|u)(?:'re)? (?:\w+ ){{0,4}}(?:me|my|us|our)\b"
    rf"|until (?:i (?:say|tell you|ask(?: you)?) otherwise|further notice)|unless (?:i (?:say|tell you|ask(?:"
    rf" you)?)"
    rf" otherwise|told otherwise|i ask)"
    rf"|(?:when|whenever|every time|each time|any ?time) (?:i|we) {_EVER}{_SAYS}\b)"
)
_SCOPED = re.compile(rf"(?:you may )?{_DO}\b[^?]{{2,140}}?\s{_SCOPE}", re.I)
_SCOPED_FIRST = re.compile(
    rf"(?:when(?:ever)?|if) (?:(?:you(?:'re| are) )?(?:ever )?(?:in doubt|unsure|not sure"
    rf"|uncertain)),? (?:then )?{_DO}\b(?=.*\b(?:i|me|my|us|our)\b)|"
    rf"(?:unless (?:i (?:say|tell you|ask(?: you)?)|told) otherwise,?\s+|when(?:ever)? (?:you|u)(?:'re)?"
    rf" (?:\w+ ){{0,5}}"
    rf"(?:me|my|us|our)\b[^,?]{{0,60}}(?:,\s*|\s(?=(?:always|never)\b))"
    rf"|when \w+ing (?:\w+ ){{0,3}}for me,\s*){_DO}\b"
    rf"|when(?:ever)? (?:you|u) (?:answer|write|give|make|draft|send|suggest|recommend|explain|plan|show|cite|mention"
    r"|translate|summari[sz]e|code|cook) (?!(?:the|this|that|these|it|my next|an?)\b)[\w' -]{2,40}?"
    r"(?:,\s*|\s(?=(?:always|never|use|only|keep|don'?t|do not|no) ))"
    rf"(?:{_DO}\b|no (?:more )?\w+(?:,? (?:please|pls|thanks))?[\s.!]*$)",
    re.I,
)
_NO_MORE = re.compile(
    r"(?:never(?:,? ever)?|don'?t|dnt|do not|stop|quit|no longer|not)(?: ever| go| you ever)*\s+"
    r"(?!it\b|that\b|this\b|worry|mind|give up|let go)(?P<verb>[\w-]+) (?!it\b|that\b|this\b|me\b[.!,]|up\b"
    r"|down\b)\S.*",
    re.I,
)
_AGAIN = re.compile(
    r"\b(?:(?<!once )(?<!over )again|any ?more|any longer|ever|permanently|for good|forever)\b"
    r"|\bin (?:your|my|any) \w+\b|\b(?:to|for|with|at|on) me\b|^(?:never|stop|quit)\b(?: \w+){1,2}? me \w|^\S+"
    r" (?:suggest|recommend|offer|show|send) me \w",
    re.I,
)
_ACTED = re.compile(
    r"(?:us(?:e|ing)|suggest(?:ing)?|recommend(?:ing)?|offer(?:ing)?|propos(?:e|ing)|mention(?:ing)?"
    r"|apologi[sz](?:e|ing)"
    r"|add(?:ing)?|putt?(?:ing)?|includ(?:e|ing)|end(?:ing)?|start(?:ing)?|begin(?:ning)?|call(?:ing)?|tell(?:ing)?"
    r"|ask(?:ing)?|giv(?:e|ing)|show(?:ing)?|send(?:ing)?|address(?:ing)?|translat(?:e|ing)|repeat(?:ing)?"
    r"|explain(?:ing)?"
    r"|writ(?:e|ing)|say(?:ing)?|quot(?:e|ing)|lectur(?:e|ing)|prais(?:e|ing)|flatter(?:ing)?|nag(?:ging)?"
    r"|remind(?:ing)?"
    r"|assum(?:e|ing)|treat(?:ing)?|bring(?:ing)?|play(?:ing)?|pitch(?:ing)?|summari[sz](?:e|ing)|sugarcoat(?:ing)?"
    r"|congratulat(?:e|ing)|greet(?:ing)?|refer(?:ring)?|round(?:ing)?|answer(?:ing)?|reply(?:ing)?|speak(?:ing)?"
    r"|talk(?:ing)?|pad(?:ding)?|hedg(?:e|ing)|spoil(?:ing)?)$",
    re.I,
)
_TOLD = re.compile(
    rf"(?:(?:make it|get into|have it as|treat it as|take it as|consider it|let it be|make it your"
    rf"|set it(?: up)?(?: as| to be)?|put it down as|have it be)(?: an?| the| your| our| my)?(?: \w+)?"
    rf" (?:habit|rule|point|practice|policy|principle|law|default|standing order|order|instruction)(?: of| to|"
    rf" that you| that)+\s+"
    rf"|(?:let'?s|let us|can we|shall we|we should) (?:please )?(?:make|have|set) it(?: as| be)?(?: an?| the| our"
    rf"| my)?"
    rf"(?: \w+)? (?:habit|rule|point|practice|policy|principle|law|default) that you\s+"
    rf"|(?:you(?:'re| are)) (?:hereby )?(?:instructed|asked|requested|required|expected)?(?:, [^,]{{3,40}},)?"
    rf" ?(?:(?=not to {_DO}\b)|to (?:please )?(?={_DO}\b)))",
    re.I,
)


_COULD_YOU = re.compile(r"\W*(?:(?:hey|ok|so|and|please)\W+)*(?:can|could|would|will) you\b", re.I)
_AGREED = re.compile(
    rf"(?:(?:ok|okay|so|and|please|now|well|hey|listen)[\s,]+)*(?:(?:treat|take|consider|see|regard|use)"
    rf" (?:this|the following) as (?:an? |the |your |our |my )?"
    rf"(?:\w+ )?{_RULE}|(?:let us|let's|lets|can we) (?:agree|have|make|set|settle)(?: on)?(?: (?:one thing|this"
    rf"|something|it))?"
    rf"(?: an?)?(?: \w+)?(?: {_RULE})?|(?:you and (?:i|me)|we two|we) (?:need|have|want|should have"
    rf"|must have) (?:an?|one|our own|this)"
    rf" (?:\w+ )?{_RULE}|the following (?:shall|should|must|is to) (?:apply|hold|count)[^:]{{0,40}}"
    rf"|here(?:'s| is) (?:what to go by|how (?:i|we) want it|the (?:rule|deal))[^:]{{0,30}}|set as default)\s*:\s+"
    r"(?=\S+\s+\S)",
    re.I,
)
"""What announces a rule: "let's agree: ..."."""

_US = r"between (?:you and me|the two of us|ourselves|us(?: two)?)"
_RULE_OF_OURS = r"(?:(?:an?|one|the|our|new|simple|standing) )*(?:rule|deal|agreement|arrangement)"
_AGREED_BETWEEN_US = re.compile(
    rf"(?:(?:ok|okay|so|and|just|now|well|hey)[\s,]+)*(?:{_US}[\s,:–—-]+{_RULE_OF_OURS}|{_RULE_OF_OURS} {_US})\s*:\s+"
    r"(?=\S+\s+\S)",
    re.I,
)
"""A rule that the two have, where what is only said between them is in confidence."""

_LASTS = r"(?:(?:new|general|personal|standing|permanent|lasting|simple|quick|more)\s+)*"
_SET_AS_PREFERENCE = re.compile(
    r"(?:(?:ok|okay|so|and|please|also|now|well|hey|hi|hello)[\s,]+)*(?:(?:i(?:'d| would) (?:like|love) to|i (?:want"
    r"|need|wish) to|would like to|like to|want to|let me|may i|can you|could you|i'?m|i am)\s+(?:please"
    r" |just |also )?)?(?:set(?:ting)?(?: up| down)?|add(?:ing)?|regist(?:er|ering)|record(?:ing)?|stat(?:e|ing)"
    r"|leav(?:e|ing)|express(?:ing)?|declar(?:e|ing)|establish(?:ing)?) (?:an?|another|one|my|some)\s+"
    rf"(?:{_LASTS}preferences?|{_LASTS}(?:standing|permanent|lasting) (?:rule|instruction|order|request|default))"
    r"(?: (?:that|which|to) (?:lasts?|stays?|sticks?|holds?|keeps?|remains?))?:\s+"
    r"(?=\S+\s+\S)",
    re.I,
)
"""What announces a wish as one that stays: "I want to set a preference: ..."."""

_HERE = re.compile(
    r"\b(?:in|for|of|with|to) this (?!(?:chat|conversation|point|way|house)\b)(?:one |particular |single )?\w+"
    r"|\b(?:just|only) (?:this once|for now|this time)\b|\bthis once\b",
    re.I,
)
"""What holds for the work at hand only."""

_MINDED = re.compile(r",\s*(?:please |always )?(?:(?:keep|bear) in mind|remember)\b", re.I)
"""What is to be kept in mind then, which other rules read."""

_POINTS = re.compile(
    rf"(?:\S+ )?{standing_forms.ACT.pattern}(?: to)? (?:it|this|that|them|these|those)\b", re.I
)


_WORD = re.compile(
    r"(?:i (?:hate|dislike|loathe|detest|(?:can't|cannot) stand) )?(?:the|this) (?:word|phrase|term"
    r"|expression)s? \S.{0,40}?"
    r"[,;:–—-]+ (?:(?:so|and|please) )*(?:don't|dont|do not|never|stop)(?: ever)? (?:use|using|say|saying|write"
    r"|writing)"
    r" (?:it|them|that)\b",
    re.I,
)
"""What is said of a word that is not to be used: "I hate the word moist, don't ever use it"."""


def lasting(said: Said) -> Request | None:
    """Read an instruction that its occasion, its scope or a "never again" makes hold for good."""
    asked = said.sentence.is_question and not (
        TAG.search(said.text) or (_COULD_YOU.match(said.text) and _TOLD.search(said.text))
    )
    if asked or _HERE.search(said.text):
        return None
    announcing = (_AGREED, _SET_AS_PREFERENCE, _AGREED_BETWEEN_US)
    if agreed := next(filter(None, (each.match(said.text) for each in announcing)), None):
        return Request("from_now_on", tidy(said.words(agreed.end(), len(said.text))))
    begun = _PLEASE.match(said.text)
    at = begun.end() if begun else 0
    words = said.text[at:]
    if is_for_now(words):
        return None
    if _WORD.match(words):
        return Request("instruction", tidy(said.words(at, len(said.text))))
    if told := _TOLD.match(said.text, at):
        return Request("from_now_on", tidy(said.words(told.end(), len(said.text))))
    if is_advice(words) or _POINTS.match(words) or _MINDED.search(words):
        return None
    if any(
        each.match(words) for each in (_OCCASION, _NEXT_TIME, _SAID_OF_WORK, _SCOPED, _SCOPED_FIRST)
    ) or _is_never_again(words):
        return Request("instruction", tidy(said.words(at, len(said.text))))
    return None


def _is_never_again(words: str) -> bool:
    found = _NO_MORE.match(words)
    if not (found and _AGAIN.search(words)):
        return False
    return bool(_ACTED.match(found["verb"]) or WORDED.match(words, found.start("verb")))

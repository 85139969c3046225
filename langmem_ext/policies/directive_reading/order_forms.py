"""In which forms of sentence is the assistant told how to talk and work with the user?

`x` is where the order begins; what comes before it only says that there is one.
"""

from __future__ import annotations

import re

from langmem_ext.policies.dates import WEEKDAY
from langmem_ext.policies.directive_reading import standing as standing_forms
from langmem_ext.policies.directive_reading.order_words import (
    ON,
    OUTPUT,
    STYLE,
    TALK,
    TALKING,
    UNTIL,
)

_ACT = standing_forms.ACT.pattern.removesuffix(r"\b")
DO = rf"(?:{TALK}|{_ACT})(?![\w'])"
_LIGHT = (
    r"(?:(?:please|pls|just|also|simply|kindly|then|ever|only|maybe|you|u|you're)(?![\w'])\s+)*"
)

HINTS = tuple(
    hint.replace("_", " ")
    for hint in (
        "always never ever, ever. ever! ever_ every each_ all_my all_your all_our all_code in_all for_all "
        "on_all with_all "
        "any_ anything no_more no_ not_ only permanent standing forever for_good once_and_for until unless "
        "rule default "
        "from_now from_here from_this from_to henceforth hereafter starting effective beginning as_of "
        "future forward "
        "request wish instruction pref setting banned forbid off_limits off-limits taboo no-go i_mean "
        "it_means stands_for "
        "stop_ quit circumstances on_no_account at_no once_a weekly daily how_i way_i insist promise swear "
        "in_general "
        "per_ with_me your_answers your_repl your_responses your_messages your_tone your_name your_style "
        "your_default "
        "your_language i_want_your you_s whatever_i anything_i no_matter stopped didn't did_not forbid "
        "all_times till_i next_time, when_i_say if_i_say when_you if_any if_someone"
    ).split()
)
"""A piece of one of these stands in every form below."""

LEAD = re.compile(
    r"(?:(?:please|pls|plz|and|so|but|also|ok|okay|k|hey|hi|hello|well|now|listen|look|kindly|just|btw|oh|yo|fyi"
    r"|again|seriously|remember|reminder|(?:one|another|last) (?:more |last |final )?thing|by the way|thanks"
    r"|thank you|before (?:we|i|you) (?:start|begin|go on|forget|continue)|sorry"
    r"|quick (?:thing|one|request)|important|assistant|actually|wait|h+m+|u+m+|u+h+|right|alright|honestly"
    r"|no(?= *[,.!])|on second thoughts?)(?![\w'])[\s,:;!.–—-]*)*",
    re.I,
)

_YOU = r"(?:you|u|ye|thou)"
FORCE = re.compile(
    rf"(?:(?:would|is) it(?: be)? (?:possible|ok|okay|alright|too much to ask)(?: for you)? to"
    rf"|(?:can|could|would|will) {_YOU}(?: (?:please|kindly|just|maybe|now|also))*"
    rf"(?: (?:mind|agree to|try to|promise to|be (?:so |very )?(?:kind|good)(?: as| enough)? to))?"
    rf"|(?:i|we)(?:'d| would|'ll| do|'m| am)?(?: (?:really|just|also|hereby|strongly|only|kindly))*"
    rf" (?:want|like|need|love|expect|ask|insist|wish|require|demand|request|asking)(?: it)?(?: that| for| of| on)?"
    rf" {_YOU}(?: to|'ll| will|'d| would| could)?"
    rf"|(?:it is|it's) my (?:\w+ )?(?:wish|desire|preference|request|rule|will) that {_YOU}(?:'ll| will)?"
    rf"|my (?:only |one |sole )?(?:request|wish|preference|rule) is (?:that|for) {_YOU}(?: to)?"
    rf"|(?:promise|swear|assure)(?: to)?(?: me)?(?: that)? {_YOU}(?:'ll| will| would|'d| are going to)"
    rf"|promise(?: me)? to|(?:make (?:absolutely |very )?sure|be sure|see to it)(?: (?:that )?{_YOU}| to)"
    r"|do (?:me|us) (?:a|the|one) (?:\w+ )?(?:favou?r|kindness|solid)(?:,| and|:)(?: please)?"
    rf"|(?:remember|don't forget)(?: to| that {_YOU}| {_YOU})"
    rf"|(?:let'?s|let us|(?:can|could|shall) we) (?:please )?(?:agree(?: {ON})?|say|make it (?:an? |our "
    rf"|the )?(?:\w+ )?(?:rule|thing|habit|deal|policy))"
    rf" (?:that |where |for )?(?:hereafter |from now on )?{_YOU}(?:'ll| will| shall| should)?"
    rf"|{_YOU}(?: really)?(?:'d better| had better| must| should| shall| shalt| ought to| have to| need to| are to"
    rf"|'re to| will|'ll| better))(?![\w'])\s*",
    re.I,
)
"""What turns the words behind it into a demand on the assistant."""

FREQUENCY = re.compile(
    r"(?:(?:please|pls|just|also|like|maybe|from now on)\s+)*(?P<how>always"
    r"|never(?:(?: ever| again)|,? (?:under any circumstances?|on any account|for any reason|in any case),?)?"
    r"|ever only"
    r"|only ever|not ever"
    r"|don't ever|do not ever|no longer|not once|under no circumstances|on no account|in no case|at no (?:point|time)"
    r"|by no means|(?:not|don't|do not),? under any circumstances?|without exception)\b,?\s*(?:please\s+)?",
    re.I,
)

DOES = re.compile(
    rf"{_LIGHT}(?:(?:to|not|don't|do not|dont|never)\s+){{0,2}}{_LIGHT}(?:be |{DO})", re.I
)
ALL_OUTPUT = re.compile(
    rf"(?:start|begin|end|finish|open|close|sign|preface|prefix|head|top|tag|conclude|caption|title|date|number"
    rf"|format|write"
    rf"|phrase|keep|make|put)\s+(?:off )?(?:every|each|all|any)(?: (?:single|one|of|my|your|our))* {OUTPUT}(?![\w'])",
    re.I,
)
"""What is done to all that the assistant writes."""

WISH_PAST = re.compile(
    r"(?:i(?:'d| would) (?:much |really |just )?(?:rather|prefer|appreciate|like|love|be (?:\w+ )?(?:glad|happy"
    r"|grateful"
    r"|obliged))|it(?:'d| would|'ll|'s)(?: be)?(?: \w+)? (?:great|good|nice|best|lovely|helpful|cool|better"
    r"|perfect|kind|ideal"
    r"|help|mean a lot))(?: it)?(?: if| that)? (?:you|u)(?:'d| would| could)? (?P<how>always|never|didn't|did not"
    r"|don't|no longer"
    r"|stopped|only|just)\b",
    re.I,
)
FORBID = re.compile(
    r"i (?:hereby )?(?:forbid|prohibit|ban) (?:you|u)\b|consider \S.{1,40} (?:banned|forbidden|off[- ]limits)\b",
    re.I,
)

SAYS = re.compile(rf"{_LIGHT}{TALK}(?![\w'])", re.I)
TO_ME = re.compile(
    r"(?:please\s+)?(?!(?:love|leave|forget|hurt|let|make|help|forgive|fail|bore|believe|stop|gonna|going|mind)\b)"
    r"[a-z][\w-]+(?: (?:to|at|with|for|from|on|about))? (?:me|us)\b(?! (?:down|alone|go)\b)",
    re.I,
)
"""A verb of which the user is the object: "wish me", "lie to me"."""

_SUBJECT = (
    r"(?:(?:i|we|you|u)(?:'m|'re)? (?:ever |just |only |happen to |also )*"
    r"(?:am |are )?(?:say|says|saying|ask|asking|mention|mentioning|type|write|send|share|paste|post|upload|text"
    r"|message|greet|request|use|call|put|start|begin|end|talk|tell|sound|seem|complain|bring|come|come back|swear"
    r"|vent|show|give|forward|drop|open|quote|refer|suggest|recommend|answer|reply|respond|plan|code|draft)(?![\w'])"
    r"|(?:any(?:one|body)|some(?:one|body)|people|clients?|customers?|(?:any|a|an|another|my|our) (?:\w+ ){0,2}?\w+)"
    r" (?:ever |else |also )*(?:asks?|wants?|calls?|writes?|complains?|mentions?|says?|e-?mails?|messages?|inquires?"
    r"|wonders?|texts?|brings? up|joins?|needs?)(?![\w'])"
    r"|(?:the )?(?:topic|subject|talk|question|name|word|matter|issue)(?: of [^,.?!]{2,30})? (?:comes up|is raised|is"
    r" mentioned|arises|gets mentioned|pops up)"
    r"|(?:[\w'-]+ ){1,4}?(?:comes? up|is mentioned|are mentioned|gets? mentioned|is involved|are involved"
    r"|is concerned"
    r"|is the topic|arises?|pops? up))"
)
_OCCASION = (
    rf"(?:(?:(?:every|each) (?:single )?time|when(?:ever)?|any ?time|if(?: ever)?|in case|as soon as|once|should)"
    rf" {_SUBJECT}|(?:whatever|anything|no matter what|wherever) i (?:ask|say|write|send|paste|type|request)(?![\w'])"
    rf"|if it's me asking)"
)
_THEN = (
    rf"(?:(?:(?:please|then|just|simply|always|never|only|don't|do not|kindly)\s+)*(?:you|u)(?: (?:must|should|shall"
    rf"|have to|need to|can|may|will|are to|ought to|always|never|just|only|simply|please|don't|do not|also|then)"
    rf"|'ll|'re to)*\s+(?:\w+ )?(?!(?:have|know\b.*\?|are|were|did|do|said|told)\b)"
    rf"|(?:(?:please|then|just|simply|also|kindly)\s+)*(?:(?:always|never|only|don't|do not)\s+)*(?={DO}))"
)
ON_OCCASION = re.compile(
    rf"{_OCCASION}\b(?:[^,?.!;]{{0,90}}?[,–—-]\s*(?:let's )?{_THEN}|[^?.!;]{{1,60}}?\s"
    rf"(?=(?:please|then|just|always|never|you (?:must|should|shall|always|never|answer|say|ask|reply|tell|give"
    rf"|remind))\b){_THEN})"
    rf"(?!let me know|don't hesitate|not hesitate|feel free|reach out|what|how|why|can you\b)",
    re.I,
)
"""What is to be done each time that something happens: "whenever the topic of wine comes up, suggest ..."."""

BARE_OCCASION = re.compile(
    rf"(?:every|each) (?:single )?time {_SUBJECT} [^?.!;,]{{1,50}}?\s(?={TALK}\s)"
    rf"|(?:whenever|any ?time) {_SUBJECT} [^?.!;,]{{1,40}}?\s(?<!\bi )(?<!\bwe )(?<!\bhe )(?<!\bshe )(?<!\bthey )"
    rf"(?={TALK} (?:the|me|it|to|about|how|what|a|an|in|i|my|that|no|only)\b)",
    re.I,
)
"""The same with neither a comma nor "you" between."""

MEANS = re.compile(
    r"(?:(?:from now on|remember),? )?(?:(?:if|when|whenever|any ?time|every time) (?:i|we) (?:just |ever )?"
    r"(?:say|write|type|mention|use|talk about|speak of|refer to)(?: just)? (?P<word>[^,.?!]{1,40}?),?"
    r" (?:it |that |then )?(?:(?:i|we)(?:'m| am| always| usually| just| only| actually)?"
    r" (?:mean|refer to|talking about|talk about|referring to|meaning)"
    r"|(?:always )?(?:means?|refers to|stands for|is short for)|(?:that|it|he|she)(?:'s| is)(?= (?:my|our"
    r"|short for)\b))(?! (?:no|yes|it|that|what|business)\b)"
    r"|by (?!(?:that|this|which|it|the way)\b)[^,.?!]{2,40}? (?:i|we) always mean"
    r"|[^,.?!]{1,40}? (?:always )?(?:means?|stands for|is short for) [^,.?!]{2,50} when(?:ever)? (?:i|we)"
    r" (?:say|use|write))\b",
    re.I,
)
"""What a word of the user's means: "when I say HQ, I mean ..."."""

_ORDER_NOUN = (
    r"(?:request|rule|instruction|wish|order|preference|policy|guideline|principle|demand|condition|arrangement"
    r"|setting|default|convention)s?"
)
_LASTING = (
    r"(?:standing|permanent|lasting|house|ground|general|long-?term|default|fixed|hard|strict|iron|cast-iron|new"
    r"|basic"
    r"|simple|universal|global|constant|enduring|eternal)"
)
HEADER = re.compile(
    rf"(?:(?:i|we)(?:'ve| have|'d like)?(?: got)?|here(?:'s| is| are|s| comes)|there(?:'s| is)|this is|that's|it's"
    rf"|set|add|take|take this as|consider this|treat this as|as)?\s*"
    rf"(?:(?:an?|one|my|our|another|just one|my only|our only|my one|your|some|a few|two|three|the)\s+)?"
    rf"(?:(?:{_LASTING},?\s+(?:and )?)+{_ORDER_NOUN}|(?:only |one )?(?:rules?|instructions?|preferences?|guidelines?)"
    rf" (?:number (?:one|two|three|\d)|no\.? ?\d|#? ?\d|(?=(?:for|between|from|of|in) (?:you|us|me|mine|my|our"
    rf"|the two|all"
    rf" (?:our|my)|every))))"
    rf"(?: (?:for|between|from|of|in|about|on|with|to|when|regarding|as to) (?!thumb|fight|(?:our|the|my|his|her"
    rf"|their) (?:club|gym|school|office|team|pub|band|class|hostel|company|forum"
    rf"|server|group|family|firm)\b|the (?:game|road|house))"
    rf"[^:,.;–—]{{2,40}}?)?"
    rf"(?:\s*(?:[:,–—]|-+>?|→|=+>)\s*|\s+(?:is|are)(?: that)?:?\s+)(?P<x>(?!the (?:court|bank|judge"
    rf"|school)\b)\S+\s+\S.*|\S+)$",
    re.I,
)
HEADS_LIST = re.compile(
    rf"(?:(?:here(?:'s| is| are|s)|these are|my|our|some|a few|the|two|three|four|your)\s+)*(?:(?:{_LASTING})\s+)*"
    rf"(?:{_ORDER_NOUN})(?: (?:for|between|from|of|in|about|on|when|to) (?:you|us|me|our|all|every|my"
    r"|this(?! (?:[\w-]+ )?(?:game|round|match|exercise|quiz|role ?-?play|story|poem|puzzle|task|essay|letter|scene"
    rf"|report|text|draft|draw|test|contest)\b)|how)\b[^:.?!]{{0,40}})?\s*:$",
    re.I,
)
"""The line above a list of orders."""


LABEL = re.compile(
    r"(?:my )?(?:prefs?|preferences?|(?:permanent|default|new|chat|global|my) settings?|defaults?)"
    r"(?: for (?:you|our chats|all chats|me))?\s*(?::|=|-+>?|–|—)\s+(?P<x>\S.*)$",
    re.I,
)

RULE_OF_OURS = re.compile(
    rf"(?:(?:our|my|new|house|simple) )*rules?(?: for (?:you|us)| between us)?\s*(?::|-+>?|–|—|=)\s+"
    rf"(?P<x>(?:\(?1[.)] )?(?:no (?:more )?(?:{STYLE}|{OUTPUT})|(?:never|always|only|don't|do not) (?:ever )?{DO}"
    rf"|{TALK}) .*)$",
    re.I,
)
"""A rule for the assistant, with what says so before it: "rule: cite page numbers"."""

_OF_ALL = rf"(?:every|each|all|any)(?: single| of)?(?: (?:my|your|our|the|future))* {OUTPUT}\b"
SCOPED_THING = re.compile(
    rf"(?:no|not an?|only|one|two|three|at most \w+|max(?:imum)? \w+|a|an|the|never an?|always an?)?\s*"
    rf"(?:[\w';/-]+ ){{1,6}}?(?:(?:at|in|on|under|after|before|above|below|of|to|with|from)"
    rf" (?:the (?:top|end|bottom|start|beginning|head|foot) of )?{_OF_ALL}"
    rf"|per (?:{OUTPUT})\b|in (?:anything|everything|whatever|all) (?:that )?you\b)",
    re.I,
)
"""A thing that is to be, or not to be, in all that the assistant writes."""

NO_MORE = re.compile(
    rf"(?:absolutely )?(?:no|zero|enough with(?: the)?|enough"
    rf"|never any)(?: more)? (?:[\w'-]+ ){{0,3}}?(?:(?P<style>{STYLE})"
    rf"|[\w'-]+)(?![\w'])",
    re.I,
)
ENDS_LASTING = re.compile(
    rf"(?P<x>\S.{{2,160}}?)(?:\s*[,;:(.–—-]+\s*|\s+)(?:and )?(?:{ON}|always|{UNTIL}|ever)(?:[\s,]+(?:please|pls"
    rf"|ok|okay|thanks"
    rf"|thank you|too|thx|got it|deal|cheers|ta|and (?:always|forever)|without exception))*"
    rf"(?:(?:\s*[,;–—(-]\s*(?:because |since |as |cos |even (?:if|when|though) |no matter (?:if|what|how) )?"
    rf"|\s+(?:because|since|cos|cuz|even if|even when) )(?:i|i'?m|my|we|they|it'?s"
    rf"|that'?s)\b[^?:]*)?[\s.!?)]*$",
    re.I,
)
_NO_DAY = (
    r"(?:not|neither) (?:today|tonight|now|this \w+)(?:,?\s+(?:and |or )?(?:not|nor|or) (?:today|tomorrow|later|ever"
    r"|next \w+|this \w+|in \w+ \w+))+(?=\s*[:–—-])"
    r"|not (?:just |only )?(?:for )?(?:today|now|this time|once),? but (?:for )?(?:always|good|ever"
    r"|all time)(?=\s*[:,–—-])"
)
BEGINS_LASTING = re.compile(
    rf"(?:{ON}|{UNTIL}|{_NO_DAY})(?![\w'])\s*[,:–—-]*\s*(?:on,? )?(?P<x>\S.*)$", re.I
)

SET = re.compile(
    r"(?:set|change|switch|turn|make|keep|put|adjust)(?: over)?(?: back)?"
    r" (?:(?P<your>your|all your|everything)|the|my)?\s*(?:default |standard |usual )?"
    r"(?:(?:\w+ )?(?:language|tone|currency|units?|style|persona|voice|register|spelling|time ?zone|"
    r"time format|date format|format|greeting|sign-?off|name|verbosity|length|level|mode|answers|replies"
    r"|responses|humou?r"
    r"|keyboard layout|pronouns)\b[^.?!]{0,30}? )?(?:to|as|at|on|in|off)\b",
    re.I,
)

BAN = re.compile(
    r"(?:the (?:word|words|phrase|name|term|letter|topic|subject|expression|emoji)s? .{1,40}?|.{2,60}?)"
    r"\s(?:is|are|shall be|'s)(?: now| hereby| strictly| absolutely| all| always)?"
    r" (?P<ban>banned|forbidden|off[- ]limits|a no-?go|taboo|not allowed|prohibited|verboten|blacklisted|mandatory"
    r"|compulsory|a must|welcome)\b",
    re.I,
)
BANNED_HERE = re.compile(
    rf"\b(?:with|between|for|to) (?:me|us)\b|\bin (?:my|your|our|any|all|every)\b|\bfrom your\b|{ON}|\balways\b"
    r"|^the (?:word|phrase|expression)\b",
    re.I,
)

NAMED = re.compile(
    r"(?:(?:from (?:now|today)(?: on(?:wards)?)?|henceforth|as of (?:now|today)|starting (?:now|today)|remember"
    r"|hereby)"
    r"[\s,]+(?:that )?)?(?:your (?:(?P<new>new )?(?:nick)?name (?:is(?: now)?|will be|shall be|should be|=)|name's)"
    r"|you(?:'re| are| will be| shall be)(?: now| hereby| to be)? (?:called|named|known as)|you go by|you answer to"
    r"|(?:i'll|i will|i shall|i'm going to|i am going to|i'm gonna|let me|i want to|i'd like to) (?:be )?(?:call"
    r"|calling"
    r"|name|naming) you|your name(?= now))\s+[\"'“]?(?P<name>[\w'-]+)",
    re.I,
)

NOT_BUT = re.compile(
    rf"(?:{ON}[\s,:]+)?(?:it is|it's|its|that's)\s+[^,.;?!]{{1,40}}(?:\.|,)?,?\s+(?:and )?not\s+[^,;?!]{{1,40}}",
    re.I,
)

DONT_WANT = re.compile(
    r"i(?:'d| would)? (?:(?P<never>never(?: ever)?|don't ever|do not ever)|don't|do not|dont|no longer|really don't)"
    r" (?P<ever>ever )?(?:want|need|like|wish|wanna)(?: to)? (?P<what>(?:you|u) (?:to )?|to (?:see|hear|read|get"
    r"|find|be)"
    r" |any(?: more)? |another |(?=(?P<in>(?:[\w'-]+ ){1,3}?(?:in|from) (?:your|my|any|all|every)\b)))",
    re.I,
)
WANT_ALL = re.compile(
    rf"(?:i|we)(?:'d| would)?(?: (?:always|only|really|just|also|prefer|still|hereby|kindly))* (?:want|like|need|prefer"
    rf"|expect|request|ask|insist|require|demand)(?: that)?(?: to"
    rf" (?:have|get|see))?"
    rf" (?:(?:all|every|each|any)(?: of)?(?: (?:single|my|your|our|future))* {OUTPUT}\b(?! to\b)"
    rf"|your (?:\w+ )?{OUTPUT}\b)",
    re.I,
)
WANT_ALWAYS = re.compile(
    rf"i (?:always|only ever|never) (?:want|need|prefer)\b(?! to (?:see|do|go|hear|eat|have|be) ).*\b(?:{STYLE}"
    rf"|{OUTPUT}|version|options?|sources?"
    rf"|answers?)\b"
    rf"|i(?:'d| would)? (?:want|need|like|prefer) (?:my|the|your) (?:\w+ )?(?:{OUTPUT}|{STYLE})\b"
    rf"|i(?:'d| would)? (?:want|need|like|prefer) (?:{OUTPUT}|{STYLE})\b",
    re.I,
)
YOUR_WORK = re.compile(
    rf"(?:(?:all|any|every|each)(?: of)? )?(?:(?:your|the|my) )?(?:\w+ )?"
    rf"(?:{OUTPUT})(?: (?:to|for) (?:me|us)| (?:that )?(?:you|u)"
    rf" (?:\w+ ){{1,2}}?(?:me|us|for me|to me|write|make|send|give))?"
    rf",? (?:must|should|shall|have to|has to|need to|needs to|are to|may|can|ought to)(?: (?:only|please|now|also"
    rf"|really))*"
    rf" (?:always|never|not|only|be|have|fit|start|end|begin|contain|include|stay|come|use|open|close|go|mention|show"
    rf"|sound|keep|carry|follow)\b",
    re.I,
)
HOW = re.compile(
    rf"(?:(?:here(?:'s| is)|this is|that's)\s+)?(?:how i (?:like|want|prefer|need)(?: (?:my|your|the|all|you|it"
    rf"|things"
    rf"|to))*"
    rf"\s*(?P<of>{OUTPUT}|things (?:done|to be)|to be (?:answered|addressed|spoken to|talked to)|(?:you to )?(?:talk"
    rf"|answer|write|reply)(?: to me)?|done|it)?"
    rf"|(?:the way|how) (?:i (?:want|like|prefer|need)|you(?:'ll| will| should| are to)? (?:talk|write|answer|speak)"
    rf"(?: to me)?)"
    rf"(?: (?:my|your|the))?\s*(?P<way>{OUTPUT})?(?: from now on)?|how you (?:talk|write|speak"
    rf"|answer)(?: to me)? from"
    rf" now on)"
    rf"[^:,.?!]{{0,30}}:\s+(?P<x>\S.*)$",
    re.I,
)

STOP = re.compile(
    rf"(?:stop|quit|cease|desist from|refrain from|no more|enough|enough of)\s+{TALKING}(?![\w'])",
    re.I,
)

_WHEN = (
    r"(?:(?:every|each) (?:single |other )?(?:day|morning|evening|night|week|weekend|month|year|spring|summer"
    r"|autumn|fall"
    rf"|winter|birthday|{WEEKDAY}|session|chat|time)s?(?: (?:morning|evening|night"
    r"|afternoon))?"
    rf"|on {WEEKDAY}s|on the \w+ of (?:every|each) month|(?:once|twice) (?:a"
    r"|every|per)"
    r" \w+|daily|weekly|monthly|at the (?:start|beginning|end) of (?:every|each) \w+"
    r"|(?:before|after|during|with) (?:every|each|any|giving|sending|showing|suggesting|recommending)(?: (?:me|us"
    r"|any|an?|the|my))?"
    r" [\w' -]{2,40}?)"
)
RECURS_FIRST = re.compile(rf"{_WHEN},?\s+(?:(?:please|you|i want you to|just)\s+)*{DO}", re.I)
RECURS_LAST = re.compile(rf"{DO}\b[^?]{{2,90}}\s{_WHEN}(?![\w'])", re.I)

DOMAIN = re.compile(
    rf"(?:(?:with|for|in|on|when it comes to|when discussing|when talking about|regarding|as for|about|as to"
    rf"|concerning"
    rf"|wherever there(?:'s| is| are))"
    rf" (?!(?:case|fact|my|this|that|these|it|the end|order)\b)[^,.;:?!]{{2,40}}?\s*[,:–—-]\s*)"
    rf"(?P<freq>(?:please |you )*(?:always|never|only|don't(?: ever)?|do not)\s+)?(?:{DO}|no\b|only\b)",
    re.I,
)

IN_WORK = re.compile(
    rf"(?:in|for|on|under|with) (?:(?:all|any|every|each)(?: of)? )?(?:my|our|your) (?:\w+ )?{OUTPUT},?\s+"
    rf"(?:please )?(?P<x>(?:always|never|don't ever|do not ever)\s+{DO})",
    re.I,
)
"""What is always done in one kind of the user's texts: "in my invoices always ..."."""

IN_FIELD = re.compile(
    r"(?:for|in|on|with) (?!(?:this|that|these|those|the|it|my|our|your|case|fact|order|general|life|me|us)\b)[\w'-]+"
    rf"(?: [\w'-]+)?,? (?P<x>(?:always|never)\s+{DO}(?!.*\byour? )[^?]*?\b(?:me|pls|please)\b)",
    re.I,
)
"""What is always done for the user in one field: "for maths always use a comma please"."""

PERMISSION = re.compile(
    r"(?:(?:you|u)(?:'re| are)? (?:can|may|(?:allowed|free|welcome|permitted|authori[sz]ed) to)|feel free to)"
    r" (?P<how>always |never )?(?:\w+)",
    re.I,
)
WITH_ME = re.compile(r"\b(?:with|to|at|for|on) me\b|\bmy\b|\bme\b", re.I)

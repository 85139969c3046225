"""Which words ask to remember without a verb of remembering?

Openings ("for future reference"), names to be called by, and instructions that shall hold from now on.
"""

from __future__ import annotations

import re

from langmem_ext.policies.dates import WEEKDAY

TOPIC_WORDS = re.compile(
    r"\b(?:for|4|notes?|reminder|memo|memory|facts?|info|update|things?|something|remember|worth|record|n\.?b"
    r"|so)\b",
    re.IGNORECASE,
)
STANDING_WORDS = re.compile(
    r"\b(?:from|form|forwards?|future|further|upcoming|in all|subsequent|hence\w*|hereafter|effective|starting|as"
    r"|by default|times|until|rest of|with immediate"
    r"|rules?|instruction|principle|policy"
    r"|guideline|request|preference"
    r"|default|for (?:all|any|every|each|the)|always|never|whenever|every|each|any ?time|important)\b",
    re.IGNORECASE,
)
"""What must stand in a sentence for the openings below to be tried."""

TOPICS = re.compile(
    r"(?:(?:for|4)\s+(?:(?:your|my|the|our|any|all|future)\s+)*(?P<what>(?:future |later |subsequent |further "
    r"|easy )?(?:reference|ref|use|purposes)|future"
    r"|next (?:time|chat|session|conversation)|(?<!the )records?|notes?|memory|later(?: use| on)?"
    r"|(?:future )?(?:chats?|conversations?|sessions?))"
    r"|(?P<title>(?:(?!not )[\w'-]+ ){0,4}?(?:for|to|into) (?:your|the) (?:long-term )?(?:memory(?: banks?)?"
    r"|notes?|records"
    r"|memories|knowledge base|files?|books)(?=\s*[:,–—-])"
    r"|(?:[\w'-]+ ){1,4}?(?:for|4) (?:(?:our|your|my|all|any|the) )*(?:future|next|later|upcoming|other) (?:chats?"
    r"|conversations?|sessions?|talks?|reference|use)(?=\s*[:–—-])"
    r"|(?:(?:new|another|one more) )?(?:memo|reminder|note|memory|fact)(?: (?:about me|on me))?(?=\s*:)|(?:(?:a "
    r"|one |another |just a "
    r"|my )?(?:quick |small |little |lil |wee |tiny |brief |mental |personal |important |side |friendly |last )*"
    r"(?:note|reminder|memo|memory|fact|info|update)(?: (?:(?:to|2) (?:self|remember|keep(?: in mind)?"
    r"|yourself|you)"
    r"|(?:for|4) (?:you|later|yourself|the future|next time|future reference|your (?:memory|notes|records))"
    r"|about (?:me|myself)|on me|of mine|to note))+"
    r"(?:,? (?:and |but )?not (?:to |for )?(?:me|us|myself|ourselves|(?:my|our|the|his|her) \w+)(?=\s*[:–—]))?"
    r"|(?:(?:a )?(?:quick |small )*(?:important|useful|fun"
    r"|random) )?(?:things?|facts?|info|something)"
    r" (?:to (?:remember|keep in mind|note|know|never forget)|worth (?:remembering|noting|knowing"
    r"|keeping in mind))(?: about me)?"
    r"|(?:just )?so (?:that )?(?:it|this) (?:isn't|is not|won't be|doesn't get|does not get|is never|never gets)"
    r" (?:lost|forgotten)"
    r"|(?:just )?so (?:that )?you (?:(?:don't|won't|needn't) (?:have to )?(?:ask|mix|trip|guess|wonder)"
    r"|(?:have|know) (?:it|this))"
    r"[^:,]{0,40}(?=:)"
    r"|(?:note|memo) to (?:self|yourself|(?:my |the )?(?:ai|assistant|bot))|(?:new )?memory|to remember"
    r"|worth (?:remembering|noting)|let the record show"
    r"|mental note"
    r"|n\.?b\.?|(?:just )?so (?:that )?you (?:can |will |always |don't |won't )*(?:remember|forget|keep (?:it"
    r"|this) in mind)(?: (?:it|this))?)))"
    r"(?:\s*[,:–—-]+\s*|\s+(?<=reference )(?=(?:the|[\w-]+'s) (?:[\w'’-]+ ){1,5}(?:is|are|was|has|have)\b)"
    r"|\s+(?:is )?(?=(?:that |i |i'm |my |we |our |please ))|\s+is that\s+)"
    r"(?:(?:please|pls|kindly|just|also)\s+)*(?:that\s+)?(?P<x>\S.*)$",
    re.IGNORECASE,
)
"""Openings that ask to keep what follows: "for future reference, ...", "note to self: ..."."""

TOPIC_ALONE = re.compile(
    r"(?:(?:and|so|just|ok|okay)[\s,]+)*(?:for (?:(?:all|our|any|my|your) )*(?:future reference"
    r"|(?:future|next|later|other) (?:chats?|conversations?|sessions?)|next time|later)"
    r"|(?:for )?your (?:notes|memory|records))\W*",
    re.I,
)
"""Such an opening in a sentence of its own: "For future chats - I'm on Mountain Time"."""

RECORD = re.compile(
    r"your (?:notes?|memory|files?|records?|profile)(?: (?:about|on|of) (?:me|us))? (?:should|must|ought to"
    r"|needs? to)"
    r" (?:say|show|include|contain|state|mention)(?: that)?[\s:,–—-]+(?P<said>\S.+)$|"
    r"(?:for the record|just for the record|for your (?:information|info))\s*(?:\([^()]*\b(?:save|remember|keep"
    r"|store|note)\b"
    r"[^()]*\)[\s,:–—-]*(?=(?:i|i'm|im|i've|my|we|our)\b)|[\s,:–—-]+(?=(?:i'm|i am|im|i (?:prefer|live|work|use"
    r"|have|don't eat"
    r"|can't (?:eat|have))|my [\w' -]{2,40} is|we're)\b))(?P<x>\S.+)$",
    re.IGNORECASE,
)
"""An opening that is a figure of speech as often as not: only a plain fact about the user follows it."""

_LATER = (
    r"(?:(?:further|future|next|upcoming|later|subsequent|following|coming)"
    r"(?! (?:week|month|year|morning|day|time)\b))"
)
WRITTEN = (
    r"(?:answers?|repl(?:y|ies)|responses?|messages?|chats?|conversations?|sessions?|talks?|drafts?|e?-?mails?"
    r"|mails?"
    r"|letters?|notes?|summar(?:y|ies)|translations?|explanations?|recipes?|itinerar(?:y|ies)|plans?|lists?"
    r"|reports?"
    r"|texts?|posts?|suggestions?|recommendations?|reviews?|tables?|examples?|captions?|correspondence|documents?)"
)
"""What the assistant writes for somebody."""

FROM_NOW_ON = (
    r"(?:(?:starting )?from now on(?:wards?)?|(?:starting )?(?:from|form) (?:here|today|tonight|tomorrow|now"
    rf"|{WEEKDAY}|this (?:point|day|moment|minute|hour|message|chat|session|week)(?! (?:is"
    r"|was)\b))"
    r"(?:(?: on(?:wards?)?(?: out| in)?| forwards?| forth| out))?(?! to\b)"
    r"|going forwards?|moving forwards?"
    rf"|in (?:the )?future(?! {WRITTEN}\b)|hence(?:forth|forwards?)|hereafter|(?:effective|starting) (?:now|today"
    rf"|immediately"
    r"|tonight|tomorrow)"
    r"|with immediate effect|as of (?:now|today)"
    r"|until (?:further notice|revoked)|for the rest of time|at all times|next time and every time"
    rf"|(?:in|for|with|on) (?:all|any|every|each|your|our) (?:of )?(?:my |our |your |the )?{_LATER} \w+"
    rf"|(?:in|for) (?:all )?(?:our |my |your )?(?:the )?(?:future|next|upcoming) {WRITTEN}"
    r"|every time|each time|for the rest of (?:this|our) \w+|by default"
    r"|(?:as )?(?:an? )?(?:general|standing|permanent|lasting|new|house|golden|default|simple|basic|important"
    r"|hard|strict"
    r"|fixed|one|my)"
    r" (?:rule|rules|instruction|principle|policy|guideline|request|preference|arrangement"
    r"|default)(?: of thumb)?(?: for (?!(?:the|my|our) (?:kids|children|boys|girls|staff|team|students|pupils"
    r"|class|guests)\b)"
    r"[^,:;.]{2,50})?(?=\s*[,:.–—-])"
    r"|as an? (?:(?:general|basic|simple|golden|house|strict) )?(?:rule|principle|default|(?:standing|permanent"
    r"|lasting) \w+)"
    r"(?: for (?:all |any |every |each |our |my |your |these |of )*[\w-]+(?=\s+(?:please )?(?:use|write|answer"
    r"|give|keep|avoid"
    r"|don't|never|always|no)\b)| for [^,:;.]{2,50})?"
    r"|after today|next time,? and (?:the|every|each) (?:times?|ones?) after(?: that)?"
    r"|as a matter of (?:\w+ )?(?:course|preference|policy|principle|habit|routine)"
    r"|for (?:all|any|every|each) (?!one\b|of (?:them|these|those|the)\b)(?:my |our |the |of )*(?:future |next "
    r"|upcoming |other |later )*\w+"
    r"(?: (?:you|u) (?:\w+ ){1,2}(?:for )?(?:me|us))?)"
)
STANDING = re.compile(
    rf"(?:and |so |also |but )?{FROM_NOW_ON.replace('|every time|each time', '')}[\s,:–—-]+(?:(?:please|pls|just"
    rf"|can you|could you|would you|will you|i want you to|i'd like you to"
    r"|i need you to|i would like you to|you should|you can|you must|u+h+m*|u+m+|kindly|also|only|make sure (?:to"
    r"|you|that you)"
    r"|do|always"
    r"|remember(?: to| that)?)\s+)*(?P<x>\S.*)$",
    re.IGNORECASE,
)
"""An opening with which one says what shall hold from now on."""

STANDING_END = re.compile(
    rf"(?P<x>\S.{{2,240}}?)[\s,]+{FROM_NOW_ON.replace('|every time|each time', '')}(?:[\s,]+(?:please|pls|ok|okay"
    rf"|thanks|thank you|only|instead|too|thx|if possible|if you can"
    r"|when (?:you|we|i) .{2,40}))*"
    r"(?P<more>\s*[,;–—]\s+(?:just|only|simply) (?!(?:to|so|because|for|in|like|that)\b)[\w'’-]+(?: [\w'’-]+){0,2}?"
    r"(?: (?:will do|is (?:fine|enough|ok|okay|better|good)|does it|works|suffices))?(?=[\s.!?)]*$))?"
    r"(?:\s*[,;–—]\s+(?:because|since|as|cos|i|i'?m|i'?ve|my|we|our|it|it's|that|that's|they|he|she|just|not|no"
    r"|life)\b"
    r"[^?]*)?[\s.!?)]*$",
    re.IGNORECASE,
)
"""The same at the end: "no emojis from now on"."""

OCCASION = re.compile(
    r"(?:when|whenever|if|every time|each time) (?:i|you|we|my)\b[^,?]{2,80},\s+(?:then\s+)?(?:please\s+)?",
    re.I,
)
"""What an instruction is for: "when I paste code, ..."."""

NOT_A_NAME = frozenset(
    "crazy old maybe later tomorrow back anytime when if asap now please on at out names paranoid biased "
    "mad silly weird again tonight today first soon monday tuesday wednesday thursday friday saturday sunday "
    "stupid lazy cynical picky dumb lucky impressed surprised curious naive boring whatever ishmael old-fashioned "
    "early that this it what anything something dramatic selfish ignorant sentimental nostalgic spoiled "
    "mommy daddy dude bro man sir because since before after around sometime up in cab taxi uber an a the my "
    "by your his her their ahead over once shallow insane petty ridiculous pathetic conservative skeptical "
    "sceptical pessimistic optimistic romantic hopeless nosy jealous confused stubborn strange nuts mr mrs to "
    "when whenever next right straight home collect beep".split()
)

SEEN_AS = re.compile(
    r"(?<![\w'])(?:(?:put|mark|list|note|record|register|save|log|write|jot) me (?:down )?|(?:remember"
    r"|think of) me )as (?!i\b|we\b|you\b|a friend\b|(?:an? )?(?:maybe|yes|no|plus|coming|absent|late|undecided"
    r"|unsure|interested|available|present)\b)(?P<x>\S.+)$",
    re.IGNORECASE,
)
"""A wish to be seen as something: "put me down as vegetarian"."""

CALLED = re.compile(
    r"(?<![\w'])(?:(?:call|address|name) me|refer to me"
    r"|i(?:'d| would) (?:rather|prefer (?:it )?(?:if|that)|(?:like|love|appreciate) it if) you (?:call"
    r"|address)(?:ed)? me|(?:i (?:prefer|want|like|wish)|i'd (?:like|prefer|rather"
    r"|love)|i would (?:like|prefer|rather)) (?:to be|be|being)"
    r" (?:called|addressed|known|referred to))(?: as| by)?(?: my (?:first name|nickname|middle name),?)?\s+[\"'“]?"
    r"(?P<name>(?-i:(?:(?:Dr|Mr|Mrs|Ms|Mx|Prof|Professor|Doctor|Captain|Frau|Herr|Madame|Madam|Miss|Sir|Lady|Aunt"
    r"|Uncle|Sister|Father|Rev)\.? )?[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]+)?"
    r"(?: (?:ji|di|didi|da|dada|bhai|bhaiya|san|sama|kun|chan|sensei|bey|abi|abla|hanim|hanım|teyze|ssi|khala)\b)?)"
    r"|(?:[a-z][\w-]{1,11} )?(?P<short>[a-z]{2})[\w-]{0,10}(?= not (?P=short))|[a-z][\w-]{1,11})[\"'”]?"
    r"(?=\s*(?:$|[,.!?;:()–—-]|(?:from now on|from (?:today|this)|hence\w*|hereafter|until|please|pls|instead"
    r"|going forward|from here|ok|okay|thanks"
    r"|not (?-i:[A-Z])[\w'’-]*|not (?P=short)[\w'’-]*|by the way"
    r"|everyone|everybody|nobody|no one|in (?:the )?future|rather than|when|in (?:our|this|these|your|all|every)"
    r"|and (?:my|i|use"
    r"|not)|because|since|as|if you|all my|too|for short|always|like|only|will you|would you"
    r"|in (?:letters?|e-?mails?|writing|public|front|meetings?|correspondence)"
    r"|at (?:work|school|home|the office))\b))",
    re.IGNORECASE,
)
"""A wish to be called by a name; in small letters it is one beside what it is short for ("bea not beatrice")."""

HABIT = re.compile(
    r"^(?:and |also |but |so |well |btw, )?(?P<x>i (?:always|never) (?:drink|eat|use|wear"
    r"|take|sleep|go|start|buy|fly|order|travel|cook|read|walk|work|watch|listen|avoid"
    r"|book|pay|wake|bring|carry|put|add|want (?!to)|prefer|exercise|commute|cycle|drive"
    r"|smoke|choose|pick|sit|answer|schedule|skip)\b (?!it\b|that\b|this\b|them\b|you\b"
    r"|there\b|so\b)(?!.*\b(?:again|anymore|enough)\b).+)$",
    re.IGNORECASE,
)
"""What somebody always or never does: an implicit request (spec 000 section 2.2), for habits only."""

NOT_CALLED = re.compile(
    r"^(?:(?:and|also|so|but|ok|okay|hey|please|pls|could you|can you|would you|i(?:'d| would)? (?:want|like|need"
    r"|prefer) you to"
    r"|from now on)[\s,]+)*(?P<x>(?:never(?: ever)?|don't(?: ever| you)?|do not(?: ever)?|stop|quit|not to|to"
    r" never|no longer)"
    r" (?:call|calling|address|addressing|refer to|referring to) me (?:as |by"
    r" )?(?P<name>[\"'“]?[\w.'’\x00-\x1f-]+[\"'”]?).*)$",
    re.IGNORECASE,
)
"""A name that somebody does not want to be called by."""

FORMS_OF_ADDRESS = frozenset(
    "sir ma'am maam madam miss mister mr mrs ms sweetie honey dear buddy bro dude mate boss man pal darling love"
    " babe chief"
    " hun sweetheart champ friend user human doctor dr professor captain girl lady guys guy kid kiddo".split()
)
"""Words for people that are written small."""

IMPORTANT = re.compile(
    r"^(?:and |also |but |so |please,? )?(?:it'?s|it is|that'?s)\s+(?:very |really |super "
    r"|quite )?important\s+(?:to me\s+)?that\s+(?P<x>\S.*)$",
    re.IGNORECASE,
)

_ACT = (
    r"(?:answer|reply|respond|use|using|format|write|keep|call|address|refer|avoid|speak|talk|explain|include|cite"
    r"|give|show|provide|send"
    r"|remind|ask|check|prefer|suggest|recommend|mention|mentioning|add|put|translate|convert|make|skip|start|end"
    r"|sign|round|list|summari[sz]e"
    r"|stick|assume|treat|say|apologi[sz]e|switch|default|limit|quote|leave|double-check|emojis?|schedule|book"
    r"|order"
    r"|offer|propose|spell"
    r"|capitali[sz]e|begin|open|close|finish|lead with|kick off|conclude|preface"
    r"|output|return|present|display|state|label|highlight|bold|number|indent"
    r"|comment|document|code"
    r"|greet|thank|praise|compliment|lecture|repeat|paraphrase|abbreviate|shorten|simplify|break|split|separate"
    r"|structure|organi[sz]e|sort"
    r"|order|stop|drop|omit|exclude|remove|replace|follow|stay|focus|tell|let|warn|flag|confirm|verify|wait|search"
    r"|look|consult|draft|compose"
    r"|deliver|identify|estimate|correct|ignore|double|halve|attach|append|greet|push back|guess|expand"
    r"|quiz|test me|teach|drill|coach|rate|grade|critique|challenge|walk me|motivate|encourage|congratulate"
    r"|interrupt|roast"
    r"|pretend|act|behave|imagine|phrase|word|express|measure|calculate|compute|quote|price|count|pick|choose"
    r"|select"
    r"|plan|consider|do|don't|refrain|spare|cut|get|go|introduce yourself"
    r"|think (?:before|twice|carefully|out loud|aloud|step[- ]by|it through|things through)"
    r"|be (?:brief|concise|formal|casual|polite|direct|blunt|honest|friendly|more|less|very|extra|short|informal"
    r"|patient|careful|critical|kind"
    r"|nice|strict|gentle|specific|succinct|straightforward|frank|terse|precise|as))"
)
TO_ASSISTANT = re.compile(
    rf"^(?:to\s+)?(?P<neg>(?:not\s+to|not|don'?t|do not|never(?: again|,? under any circumstances?,?)?"
    rf"|no|no more|avoid|stop|quit)\s+)?(?:ever\s+)?"
    rf"(?:always\s+|only\s+|please\s+|just\s+|also\s+)*(?:(?<=no\s)\w+|(?<=no more\s)\w+"
    rf"|(?<=quit\s)(?:say|writ|us|call|start|end|open|begin|add|ask|tell|apologi[sz]|repeat|putt?)(?:n?ing)|{_ACT})\b",
    re.IGNORECASE,
)
"""Instructions about how the assistant should behave."""

ACT = re.compile(rf"{_ACT}\b", re.IGNORECASE)

ASKED_ALWAYS = re.compile(
    rf"^(?:and\s+|also,?\s+|so\s+|but\s+|ok,?\s+)*(?:(?:can|could|would|will) you (?:please )?|please |i(?:'d like"
    rf"| want| need| would like) you to\s+|you (?:should|must)\s+|make sure (?:to|you|that you)\s+)+"
    rf"(?P<x>(?:always|never)\s+(?:please\s+)?(?!tell (?:when|if|whether|that|the difference)\b)"
    rf"{_ACT}\s+(?!it\b|that\b|this\b|them\b).+)$",
    re.IGNORECASE,
)
INSTRUCTION = re.compile(
    r"^(?:please\s+|and\s+|also,?\s+|so\s+|but\s+|ok,?\s+|can you (?:please )?|could you (?:please )?|i(?:'d like"
    r"| want| need| would like) you to\s+"
    r"|you (?:should|must)\s+|would you (?:please )?|make sure (?:to|you|that you)\s+)*(?P<x>(?:always"
    r"|never)\s+(?:please\s+)?(?:answer|reply|respond|use"
    r"|format|write|address|cite|include|speak|explain|mention|call me|translate|summari[sz]e|quote|suggest"
    r"|recommend"
    r"|give me|show me|send me"
    r"|start your|end your|talk to me|ask me|tell me|put|round|spell|convert|assume|default|offer me|provide"
    r"|list)\s+"
    r"(?!it\b|that\b|this\b|them\b|to\b).+)$",
    re.IGNORECASE,
)
"""Standing instructions to the assistant, by "always" or "never"."""

WHENEVER_LAST = re.compile(
    rf"^(?:please\s+|and\s+|also,?\s+|so\s+)*(?P<x>(?:always |never |don't "
    rf"|do not )?{_ACT}\b[^?]{{3,120}}? (?:whenever|every time|each time|any ?time) (?:i|we)\b.+)$",
    re.IGNORECASE,
)
WHEN_ALWAYS = re.compile(
    rf"^(?:please\s+|and\s+|also,?\s+|so\s+)*(?P<x>(?:when|if|whenever|for) (?:i|you|we|my|any"
    rf"|all)\b[^,?]{{2,90}},\s+(?:please\s+)?(?:always|never|only|make sure to"
    rf" always)\s+(?:please\s+)?{_ACT}\b.+)$",
    re.IGNORECASE,
)
WHENEVER = re.compile(
    r"^(?:please\s+|and\s+|also,?\s+|so\s+)*(?P<x>(?:whenever|every time|each time|any time|anytime) (?:i|you"
    r"|we) (?:ask|mention|say|request|send"
    rf"|write|give|need|want|talk|start|answer|reply|respond|suggest|recommend|make|share"
    rf"|paste)\b[^,?]{{0,80}},\s+(?:please\s+|then\s+|always\s+|you should\s+|just\s+)*"
    rf"(?!let me know|don't hesitate|do not hesitate|(?:keep|bear|have) (?:it|that|this) in mind|remember (?:it|that"
    rf"|this)\b)(?:don't |never "
    rf"|do not )?{_ACT}\b.+)$",
    re.IGNORECASE,
)
"""Standing instructions for an occasion that comes again."""

TOPICS_END = re.compile(
    r"(?P<x>\S.{5,}?)(?:[\s,;:(.…–—-]+)(?:just |and |so )*(?:(?:for|4) (?:(?:your|the|my|our|any|all)? ?"
    r"(?:future |later )?(?:reference|ref|records|information for later)|(?:your|the) (?:notes|memory)"
    r"|(?<=[,;:(.…–—-] for )(?:(?:my|our) )?notes)"
    r"|(?:just )?so (?:that )?you (?:can |will |always |'ll )*(?:remember|don't forget|won't forget"
    r"|never forget)(?: (?:it|this|that))?)(?:[\s,]+(?:please|thanks|thank you|ok|lol))*[\s.!)?]*$",
    re.IGNORECASE,
)
"""The same at the end: "my shoe size is 42, for future reference"."""

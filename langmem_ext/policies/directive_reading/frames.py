"""How is a request to remember put?

A request is a verb of remembering (`forms.py`) in a frame: nothing ("remember ..."), politeness ("please"), a
question ("could you ..."), a wish ("I'd like you to ..."), a duty ("make sure to ..."), or a thing that is to be kept
in mind ("one thing to remember: ..."). Before the frame may stand what says nothing of its own.
"""

from __future__ import annotations

import re

_NAME = (
    r"(?-i:(?!I\b|My\b|We\b|Our\b|(?:Translate|Translation|Write|Rewrite|Rephrase|Say|Type|Print|Proofread|Explain"
    r"|Correct|Paraphrase|Summari[sz]e|Caption|Title|Subject|Lyrics|Quote|Headline|Motto|Slogan|Tagline|Prompt"
    r"|Grammar"
    r"|Spelling|Draft|Text|Email|Letter|Diary|Question|Example|Chorus|Verse)\b)[A-Z][a-z]+)"
)
_LEAD = (
    r"(?:hey|hi|hello|hiya|yo|dear|good (?:morning|evening|afternoon)|ok|okay|k|oh|ah|so|and|also|but|well|alright"
    r"|all right|aight|right|yes|yeah|yep|yup|no|nope|sure|great|cool|nice|perfect|awesome|thanks|thank you"
    r"|by the way"
    r"|(?:just )?one (?:more|last|other|final|quick) thing|(?:another|last|one|first|next) thing(?=\s*[:,–—-])"
    r"|first(?: of all)?|before (?:anything|all) else|above all|most of all|for starters|n"
    r"|second|third|finally|next|lastly|(?:a )?quick (?:note|one|thing|request|favor|favour|reminder)"
    r"|important(?:ly)?"
    r"|fyi|actually|now|then|u+m+|u+h+|h+m+|er+m*|omg|sorry|anyways?|anyhow|again|plus|oops|wait|look|listen"
    r"|never ?mind|before i forget|while (?:i think of it|we're at it|i remember)|in (?:that case|addition)"
    r"|additionally"
    r"|furthermore|moreover|as (?:i said|always|usual|mentioned)|(?:small|quick|special|one|a) (?:favor|favour"
    r"|request)"
    r"|ps|p\.s\.|pps|reminder|attention|heads up|urgent|psa|okey|therefore|thus|hence|for real|seriously|honestly"
    r"|por favou?r|bitte|s'il (?:te|vous) pla[iî]t|stp|svp|per favore|alsjeblieft|prosz[eę]"
    r"|like|basically|literally|i (?:was thinking|think|guess|suppose|figured?)(?: that)?|guess what|update|confirmed"
    r"|exactly|correct|absolutely|of course|since|lol|haha|too)"
)
_VOCATIVE = (
    rf"(?:assistant|claude|chatgpt|gpt|bot|ai|there|buddy|man|dude|mate|bro|friend|computer|sir|team"
    rf"|(?<!\band )(?<!\bor )(?<!& ){_NAME})"
)
_GAP = r"[\s,:;!.…–—*()-]+"
LEADS = (
    rf"(?:(?<=@)\w+[\s,:]+)?(?:{_LEAD}(?:\s+{_VOCATIVE})?(?![\w']){_GAP}|{_VOCATIVE}\s*[,:!–—-]+\s*"
    rf"|(?:bro|bruh|dude|mate|buddy|fam|sis)\s+){{0,7}}"
)

_SOFT = (
    r"(?:(?:(?:please|kindly)(?: you)?|just|also|always|maybe|perhaps|possibly|quickly|simply|at least|do|now|then"
    r"|really|definitely|make(?= remember)"
    r"|next time|in future|for me|for once|seriously|again|permanently|to|only|both|and|know and|carefully|actually"
    r"|be aware and|read and|listen and|go|if (?:possible|you can|you don't mind|you would|you could|i may)"
    r"|from now on|for future reference|for next time|going forward|forever|kind of|ever|thanks"
    r"|like|u+m+|u+h+|kinda|hence(?:forth|forwards?)|hereafter|from (?:today|tonight|here|this (?:day|point"
    r"|moment))(?: on(?:wards?)?"
    r"| forth| forwards?)?|(?:starting|as of|effective) (?:now|today|tonight|immediately)|with immediate"
    r" effect)(?![\w'])[\s,:–—-]*)"
)
_MODAL = r"(?:can|could|would|will|might|may|can't|couldn't|won't|wouldn't)"
_TO = r"(?:'d| would| could| can| will| should|'ll)?(?: please| kindly| just| also| always| really)?(?: to| 2)?"
_WISH = (
    r"(?:want|need|like|love|prefer|ask|asking|expect|wish|require|beg|begging|trust|hope|hoping|wonder|wondering"
    r"|suggest"
    r"|urge|appreciate|rather|counting on|relying on|going to (?:need|ask)|be (?:really |very |so |most "
    r"|super )?(?:grateful"
    r"|thankful|glad|happy|delighted|obliged|pleased))"
)
_GOOD = (
    r"(?:great|nice|good|helpful|lovely|useful|wonderful|awesome|cool|amazing|perfect|kind|best|appreciated|fantastic"
    r"|super|ideal|handy|important|essential|crucial|vital|critical|imperative|necessary|sweet|brilliant|worth)"
)
_ASKED = (
    rf"(?:{_MODAL} you do me (?:a|the|one) (?:\w+ )?(?:favou?r|kindness|service|solid)(?: and|,|:| to)"
    rf"|{_MODAL} you(?: be (?:so (?:kind|good) (?:as to|to|and)|kind enough to|able to|willing to|a dear and))?"
    rf"|{_MODAL} (?:i|we) (?:please |kindly |just )?(?:ask|get|have|trouble|bother|request|beg)(?: that"
    rf"| for)? you(?: to)?"
    r"|(?:is|would) (?:it|that|there)(?: be)?(?: (?:a|any))? (?:possible|way|chance|ok|okay|too much to ask|alright)"
    r"(?: for you| that you(?: can| could)?| you(?: can| could)?| if you| to get you| to have you)?(?: to)?"
    r"|(?:any|some) (?:chance|way)(?: that)? you(?: can| could|'d| would| might)?|is there any way to"
    r"|(?:can|could|shall) we (?:all )?agree (?:that )?you(?:'ll| will)?|(?:do you )?(?:think|reckon"
    r"|suppose) you (?:can|could|might)|i wonder"
    r" (?:if|whether) you (?:can|could|would)|mind if i ask you to)"
)
_WISHED = (
    rf"(?:(?:(?:i|we)(?:'d|'m|'ll| would| am| do| will| was| were|d|'ve| have|m)?(?: must| should"
    rf"| hereby)? )?(?:(?:really|just|also|still|only|kindly"
    rf"|truly|to|very much|greatly|be|please|explicitly|specifically|actually) )*?{_WISH}(?: it| that)?"
    rf"(?: if| whether| for| that| on| of)? you(?: guys| all)?{_TO}"
    rf"|(?:(?:it|that)(?:'d|'s|'ll| would| is| will| might)?(?: be| mean)?|would be|'d be)(?: (?:really|very|super"
    rf"|quite|so|rather|a lot"
    rf"|most|extremely|also|just))*? {_GOOD}(?: (?:to|for) me| of you)?(?: if| that| for| to have)? you{_TO}"
    rf"|(?:it|that)(?:'d|'s|'ll| would| is)?(?: (?:really|very|super|quite|so|also))? (?:important|essential|crucial"
    rf"|vital|good|worth|helpful)(?: to| for)?(?: me)?(?: that)?(?: to)?|it(?: would| will|'ll"
    rf"|'d) (?:help|assist)(?: me| us| both of us)?(?: a lot"
    rf"| so much| greatly| enormously| later)* if you{_TO}"
    rf"|(?:please )?(?:i )?(?:would )?appreciate (?:it )?if you{_TO}"
    r"|it(?:'s| is) my (?:\w+ )?(?:wish|request|preference|hope|desire) that you"
    rf"|(?:it|that)(?:'d| would) mean (?:a lot|so much|the world|everything|a great deal)(?: to (?:me"
    rf"|us))? if you{_TO}"
    r"|(?:i can(?:'t|not| not) (?:stress|emphasi[sz]e|say) enough )?how (?:very )?important it is (?:to me )?(?:that"
    r"|for) you(?: to)?"
    rf"|would (?:really )?(?:love|like|appreciate|prefer)(?: it)?(?: if| for) you{_TO}"
    r"|(?:it is|it's) (?:necessary|needed|required) (?:that|for) you(?: to)?)"
)
_DUTY = (
    r"(?:thou shalt|(?:you|thou)(?:'d| would| should| shall| must| need to| have to| can| could| may| might| will"
    r"| ought to|'ll| are to)"
    r"(?: (?:better|probably|maybe|have to|need to|want to|do well to|always|please|also|really|like to|definitely"
    r"|just|to))*"
    r"|(?:make|be|making) (?:absolutely |very |really )?(?:sure|certain)(?: (?:that )?(?:you|to|and|it|this|that))*"
    r"|ensure(?: that)?(?: you| it| to)?|(?:can|could|shall|should|may|might) we|(?:let's agree|promise(?: me)?|swear"
    r"|assure me|i (?:trust|assume|expect|hope)|hopefully)(?: that)? you(?:'ll| will| can| are going to)?"
    r"|(?:i(?:'m| am) (?:telling|saying)(?: you)?(?: this| that| it)?(?: now"
    r"| again)?,? )?(?:just )?so (?:that )?you(?:'ll| will| can|'d)?|(?:please )?promise to|must(?: to)?"
    r"|i hereby (?:ask|request)(?: that)? you(?: to)?"
    r"|(?:what|all) (?:i|i'd)(?: want| need| would like|'d like|'m asking| like)(?: for)?(?: you)? to do(?: here"
    r"| now)? is(?: to)?"
    r"|be so (?:kind|good) (?:as )?to|be kind enough to|do me (?:a|the|one) (?:\w+ )?(?:favor|favour"
    r"|kindness|service|solid)(?: and|,|:|"
    r" -)?|try(?: your best)? (?:to|and)|remember to|let's|let us|go ahead and|feel free to|take (?:a|one"
    r"|the) (?:second"
    r"|moment|minute|sec|time) (?:to|and)|in case you(?:'d like| want| would like| need)? to|should you want to"
    r"|if you(?: want|'d like| would like) to|you're welcome to|help me|see (?:to it )?that you|if you (?:could|can"
    r"|would|will|don't mind)"
    r"(?: please| just)?|my (?:only )?(?:request|wish) is (?:to|that you|for you to)|your (?:job|task) is to|start by"
    r"|would you|i (?:would )?kindly (?:ask|request)(?: that)? you(?: to)?|(?:please )?allow me to ask you to"
    r"|here'?s what (?:i want|i need|i'd like) you to)"
)
_THING = (
    r"(?:(?:let me|i'?ll|i want to|i have|i've got|i need to|i'd like to|i must)(?: just| also| quickly)?(?: (?:tell"
    r"|give|share with|mention to|say|mention|share|add))?(?: you)? )?"
    r"(?:(?:here(?:'s| is| are|s)|there(?:'s| is| are)|that's|this is) )?(?:(?:(?:the|a|an|one|two|three|four"
    r"|five|some"
    r"|few|couple|of|another|just|only|my|main|key|important|quick|last|more|other|little|small|big|final|useful"
    r"|several"
    r"|first|next|second|most|also|extra|wee|lil|tiny|minor|odd|brief|random) )*(?:things?|facts?|points?"
    r"|details?|stuff|info|information|tidbit|bits?|note"
    r"|notes|heads[- ]?up|reminder|reminders|update|allergy|allergies|birthdays?|dates?|names?|numbers?|preferences?"
    r"|rules?)|something|what|all|everything|two|three)(?: else| important| extra| more| special| quick)?"
    r"(?: about (?:me|myself|us|my \w+))?(?: that)?"
    r" (?:(?:(?:i|i'd|we|i'm)(?: would|'d)?(?: really| also| just| ever)? (?:like|want|need|love|ask|asking"
    r"|expect)(?: for| of)? you"
    r"|you (?:should|need|must|have|can|could|might want|ought|may want|'ll want)|for you|you(?:'ll| will) (?:want"
    r"|need))"
    r"(?: to)?(?: know and| please| always)?|(?:i hope )?you(?:'ll)?|to|worth)"
)
_OWN = (
    r"(?:(?:i'd|i would|i) (?:really |just |also )?(?:like|want|need|love|wish) to|(?:can|could|may|might) i"
    r"|let me|i'll|allow me to|i want to)"
)
_GAP_UNIT = r"(?![\w'])[\s,:–—-]*"

FRAME = re.compile(
    rf"{LEADS}(?:{_SOFT}){{0,5}}(?:(?P<asked>{_ASKED})|(?P<wished>{_WISHED})|(?P<duty>{_DUTY})"
    rf"|(?P<thing>{_THING})|(?P<own>{_OWN}))?"
    rf"(?:{_GAP_UNIT}(?:{_SOFT}|(?:{_DUTY}){_GAP_UNIT}){{0,4}})?\s*",
    re.IGNORECASE,
)
"""What may stand between the beginning of a request and its verb in the base form."""

GERUND_FRAME = re.compile(
    rf"{LEADS}(?:{_SOFT}){{0,4}}(?:(?P<asked>(?:would|do|will|wouldn't|could|can) you mind(?: please| just| maybe"
    rf"| also| \w+ly)?"
    rf"|mind|how about|any chance of (?:you(?:r)? )?|would it be ok to start)"
    rf"|(?P<wished>(?:(?:i|we)(?:'d| would|'ll| will|d)?(?: really| very much| truly| greatly| also)? appreciate"
    rf"|(?:i'd|i would|i should) be (?:\w+ )?(?:grateful|thankful|obliged|indebted) for) (?:it if )?(?:you|your)"
    rf"|you(?:'ll|'d| will| would| could)?(?: \w+)? (?:oblige|help|please) (?:me|us) by|worth)"
    rf"|(?P<duty>(?:please )?(?:start|begin|consider|keep|try|thanks? (?:you )?(?:in advance )?for"
    rf"|thanks (?:in advance )?for)|(?:{_ASKED}|{_WISHED}|{_DUTY}){_GAP_UNIT}(?:{_SOFT}){{0,2}}"
    rf"(?:keep|start|begin|try|consider|continue))|(?P<thing>(?:it's|it is|one thing|something|(?:a|one"
    rf"|another) (?:thing|fact)"
    rf"|also|this is) worth))(?:\s+(?:please|just|also|always))*\s+",
    re.IGNORECASE,
)
"""The same before a gerund: "would you mind remembering ..."."""

PASSIVE_FRAME = re.compile(
    rf"{LEADS}(?:{_SOFT}){{0,4}}(?:(?P<wished>(?:i'd like|i would like|i should like|i wish|i want|i need|i'd love"
    rf"|i'd appreciate(?: it if)?)"
    rf" (?P<o>it|this|that|the following|these)(?: (?:to be|be|were|was))?)"
    r"|(?P<duty>let (?:it|this|that) be|(?:this|that|it|these|which|the following) (?:should|must|needs to|need"
    r" to|has to|ought to"
    rf"|is to|are to) be|please be|to be)"
    rf"|(?P<asked>{_MODAL} (?:this|that|it|these|the following|we have (?:this|that|it)|i (?:have|get) (?:this|that"
    rf"|it))"
    rf"(?: please| just| also)?(?: be)?))(?:\s+(?:please|also|always))*\s+",
    re.IGNORECASE,
)
"""The same before a participle: "I'd like that remembered", "let it be noted"."""

WISHED_PAST = re.compile(
    r"\bif\b[^.]{0,20}$|\bhave you\b[^.]{0,10}$|\bget (?:this|that|it)\b", re.IGNORECASE
)
"""Before the past form of the verb in a wish: "it would be great if you remembered ..."."""

POLITE_START = re.compile(
    r"(?<![\w'])(?:please|kindly|(?:can|could|would|will) you|i (?:want|need|would like|'d like)|i'd (?:like|love"
    r"|appreciate)"
    r"|make sure|be sure|do remember|do keep|don't|do not|just (?:remember|keep))\b",
    re.IGNORECASE,
)
"""How a request begins when neither a comma nor a conjunction parts it from what comes before."""

TIED = re.compile(
    r"(?:\b(?:he'd|she'd|they'd|we'd|who'd|it'd|to|not|n't|i|you|he|she|they|we|it|who|that|which|what|how|must"
    r"|should|will|would|can|could|always|never"
    r"|if|whether|or|of|the|a|an|my|your|his|her|their|i'll|i'd|i'm|is|are|was|were|be|do|does|did|couldn't|can't"
    r"|don't|doesn't|said|says|say|when|because|than|as|for|with|by|about|in|at|on|like|went|goes)|n't)\s*$",
    re.IGNORECASE,
)
"""What a request cannot follow: the words belong together ("I can't remember")."""

BOUNDARY = re.compile(
    r"(?:^(?:[/!@]|#(?=\w)|(?://+|#+|--|/\*+)\s*(?=@?(?:assistant|claude|chatgpt|gpt|bot|ai|copilot|llm)\b))?"
    r"|(?:(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)(?<!\bSt)(?<!\bMx)\.|[,:;!?()…–—])|\s-+"
    r"|(?<=\s)(?=i(?:'d| would) be (?:\w+ )?(?:grateful|obliged|thankful|glad|happy) if)"
    r"|\b(?:so|and|but|then|plus|therefore|thus|also|because|&|btw|lol|haha|um"
    r"|uh)(?=\W))[\s\"'*(]*(?=\w)",
    re.IGNORECASE,
)
"""Where a clause may begin."""

_TEXT = (
    r"(?:sign|letter|e?-?mail|message|poster|quote|quotes|lyrics?|poem|title|subject|phrase|sentence|slogan|heading"
    r"|caption|song|chorus|line|motto|proverb|saying|example|prompt|story|text|passage|paragraph|headline|tweet|post"
    r"|banner|memo"
    r"|speech|toast|card|invitation|instructions?|manual|comment|docs?|readme|error|warning|output|code|label|box"
    r"|recipe|announcement)"
)
_FOR_OTHERS = (
    r"\b(?:note|memo|reminder|text|message|line|card|sign|post|caption|e?-?mail|mail|sms|letter|toast|speech"
    r"|announcement|notice|poster"
    r"|slide|reply|invitation|tweet|story|voicemail|flyer)s? (?:for|to)"
    r" (?!(?:you|me|us|self|yourself|(?:the )?(?:assistant|bot|ai|memory|posterity|archive|ages)|safe-?keeping"
    r"|storage|ever|claude|chatgpt|gpt|later|your|the (?:future"
    r"|records?|next|files?|log|notes|books?|memory)|future"
    r"|next|every|all"
    r"|any|my (?:own|user|memory|profile|records|notes))\b)"
    r"[^:,.?!]{2,60}[:,–-]\s*(?:please\s+)?$"
    r"|\b(?:phrase|word|put|explain|write|say|ask|mention) (?:this|that|it|something)\b[^:?!]{0,40}\b(?:to|for)"
    r" (?!(?:you|me|yourself|later)\b)[^:?!]{2,40}:\s*$"
    r"|\b(?:something|words|a (?:text|message|line|note)) (?:like|saying|along the lines of"
    r"|that says)(?: this)?\s*:\s*$"
    r"|^\W*(?:(?:please|pls|can you|could you|would you|help me|ok|hey|hi|and|now)[\s,]+)*(?:say|tell|write|text"
    r"|e?-?mail|message|remind|inform|warn|notify|let)(?: to)? (?!(?:me|us|you|yourself|it|that|this|them)\b)"
    r"(?:the|my|our|his|her|their|an?|(?-i:[A-Z]\w+))\b[^.?!:]{0,90}:?\s*$"
    r"|\bin (?:the|my|our|this|an?) (?:story|novel|film|movie|play|book|script|screenplay|game|song|scene)\b"
    r"[^.?!]{0,60}:\s*$"
)
FOR_OTHERS = re.compile(_FOR_OTHERS, re.IGNORECASE)
"""What hands over words for somebody else to read: "message for my sister: ..."."""

FOREIGN = re.compile(
    r"\b(?:(?:he|she|they|we|it|who|someone|somebody|everyone|everybody|people|you|(?:my|his|her|their|the|our|your|a"
    r"|an"
    r"|this|that|one)(?: [\w'-]+){1,3}|(?-i:[A-Z]\w+))(?: (?:always|often|just|once|kindly|only|had|has|have|used to"
    r"|would"
    r"|will|kept|keeps|also|even|then|never|literally))* (?:said|says?|saying|tells?|told|writes?|wrote|asked|asks?"
    r"|texted"
    r"|replie[sd]|reads?|stated?|states|goes|go|yelled|shouted|whispered|screamed|remind(?:s|ed)|warn(?:s|ed)"
    r"|insist(?:s|ed)"
    r"|called|titled|answered|announced|begged|begs|joked|sang|sings|quoted?|teach(?:es)?|taught)"
    r"|i (?:always |often |just |keep |kept |had to |should |will |would |must |used to |have to |need to |want to )*"
    r"(?:tell(?:ing)?|told|say(?:ing)?|said|asked?|remind(?:ed)?|wrote|write) (?!you\b|i\b|i'?m\b"
    r"|we\b)(?:[\w']+ ?){1,3}"
    rf"|{_TEXT}(?: (?:that|which))? (?:says?|said|reads?|goes|is|was|on it))"
    r"(?: (?:me|us|him|her|them|you|to (?:me|us|him|her|them|my \w+|his \w+|her \w+)|my \w+|the \w+|this|that|it|all"
    r"|something like|like))*[\s,:–—\"'“(-]*$"
    r"|\b(?:left|wrote|sent|got|found|read|saw|received|posted|taped|stuck|hung)\b[^,.:;]{0,40}\b(?:note|reminder"
    r"|post-?its?|voice ?mail"
    r"|memo|card|letter|e-?mail|text|message|sign|sticker|poster)\b[^.:;]{0,30}[:\"“][\s\"“'(]*$"
    rf"|\b{_TEXT}\s*[:\"“][\s\"“'(]*$"
    r"|\b(?:imagine|suppose|pretend|what if|translate|as if|say|type|write|print|echo|sing|mean(?:s|t)?|called|titled"
    r"|named|like)[\s,:–—\"'“(-]*$"
    r"|^\W*(?:(?:please|can you|could you|would you|help me|now|ok|hey|hi|and)[\s,]+)*"
    r"(?:draft|write(?! (?:it|this|that) (?:behind|on|in|into) your)|compose|send"
    r"|text|e-?mail|post|type|say|print|tell|create|make)\b[^:]{0,120}:[\s\"“]*$"
    rf"|{_FOR_OTHERS}"
    r"|\b(?:start|begin|end|open|clos)(?:s|es|ing)? with[\s,:–—\"'“(-]*(?:remember[\s,]+)*$"
    r"|\bdear (?:mrs?|ms|miss"
    r"|dr|sir|madam"
    r"|readers?)\b"
    r"|\b(?:keeps?|kept) (?:on )?(?:telling|reminding) (?:me|us|him|her|them)\s*[,:]\s*(?:always|never|don't|do|be"
    r"|you)\b"
    r"|\b(?:the|an?|my|his|her|[A-Z]\w+)(?: [\w'-]+)? (?:commands|whispers|mutters|exclaims|declares)[\s,:–—\"'“(-]*$"
    r"|\b(?:according to|imagine|suppose|supposing|pretend|hypothetically|role ?-?play|what does|how do you say"
    r"|how would you"
    r"|translate|proofread|rewrite|rephrase|paraphrase|(?:the|my) (?:grammar|spelling|wording)|is this (?:correct"
    r"|right)|in (?:the|my|our|his|her|a) (?:film|movie|book|story|song|novel|game|play|script|screenplay"
    r"|sketch|scene)|is it (?:correct"
    r"|right|true)|difference between|the (?:phrase|word|sentence|expression|verb|command)|lyrics?|spell|synonym"
    r"|yeah,? right"
    r"|as if|if i (?:told|asked|said|were to))\b",
    re.IGNORECASE,
)
"""What comes before words that are somebody else's, or an example."""

REFUSING = re.compile(
    r"(?:\b(?:needn't|need not|don't|do not|dont|never|not to|not asking (?:that )?you(?: to)?"
    r"|no need (?:for you )?to|(?:you |i )?(?:don't|do not"
    r"|needn't|need not)"
    r" (?:need|have|want you|wish you|want)(?: to)?|not (?:necessary|required) to|(?:shouldn't|should not|mustn't"
    r"|must not"
    r"|can't|cannot|can not|won't|will not|wouldn't|would not)|rather (?:you )?(?:did(?:n't| not)|not)"
    r"|prefer (?:it if )?"
    r"(?:you )?(?:did(?:n't| not)|not)(?: to)?|stop|without|avoid|refrain from|instead of|quit|nothing to|isn't worth"
    r"|not worth|wish you (?:would|could|did)n't|forget to|anything to|didn't ask you to|did not ask you to"
    r"|never asked you"
    r" to|no (?:reason|point) (?:in|to)|please no)(?: (?:you|to|ever|please|bother(?: to)?|try(?:ing)? to"
    r"|actually|even"
    r"|going to|have to|need to|feel the need to|always|be))*\s*)$",
    re.IGNORECASE,
)
"""What turns a request round: "please don't ...", "you needn't ..."."""

_PLAN = (
    r"(?:for|in|when|whenever|next time|the next time|if|from now on|going forward|moving forward|as|since|because"
    r"|so that"
    r"|so you|so we|until|during|before|while|every time|each time|anytime|any time|where|in case|to help|to be"
    r"|with|at"
    r"|on|whenever|the way|though|although|especially)\b"
)
TAIL = re.compile(
    rf"(?:[\s,;:–—(-]+(?:please|kindly|thanks?(?: (?:you|so much|a lot|a bunch|a million|again|in advance))*|cheers"
    rf"|ok|okay|k"
    rf"|alright|too|also|as well|down|somewhere|about (?:me|us|myself)|for (?:me|us|later|good|now|sure|next time"
    rf"|(?:the )?future)|lol|haha+|if (?:you can|possible|you could|you don't mind|you would)|always|forever"
    rf"|permanently"
    rf"|will you|would you|can you|could you|got it|deal|right|yeah|and thanks?(?: you)?|in mind|though|then|again"
    rf"|this time|never|ever|from (?:here|now|today)(?: on(?:wards?)?)?(?: out)?|once and for all|instead|mate"
    rf"|buddy|man|dude|bro|xx?|somehow|safely|carefully|word for word|exactly|by the way|everyone|all|you|to memory"
    rf"|(?:to|in|into|on) (?:your|my|the) (?:long-term )?(?:memory|notes?|records|memories|profile|file|list|brain"
    rf"|head)"
    rf"|already"
    rf"|one last thing|now|today|important|it's important(?: to me)?|that's important|don't forget|{_VOCATIVE}))*"
    rf"(?:[\s,;:–—(-]+{_PLAN}[^?]{{0,110}})?[\s.!?)…*\"':;,–—-]*$",
    re.IGNORECASE,
)
"""What may follow a request that points at the statement before it."""

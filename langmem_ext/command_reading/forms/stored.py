"""In which forms does a message say that something kept is to go, to be shown or to be explained?

Unlike the other forms these are looked for anywhere in a message of one or a few sentences.
"""

from __future__ import annotations

AWAY = (
    r"(?:forget|delete|remove|erase|drop|wipe|clear|scrub|purge|discard|nuke|strike|bin|scrap|ditch|trash|chuck|expunge"
    r"|eliminate|efface|obliterate|cut|cross|take|throw|toss|lose|unlearn|unset|unsave|pull|rub|blot|banish|void"
    r"|dismiss|get rid of|let go of|let go|do away with|kick|knock|shred|unremember|dispose of|withdraw|retire)"
)
_OUT = r"(?: (?:out|off|away|down|clean))?"
_OWN_STORE = (
    r"(?:memory|memories|memory banks?|notes?|notebook|note|records?|files?|books?|head|brain|mind|database|archives?"
    r"|store|storage|remembrance|recollection|recollections|knowledge|list|knowledge base|logs?|profile|ledger|mem)"
)
_STORE = (
    rf"(?:(?:your|yr|ur) (?:[\w-]+ ){{0,2}}?{_OWN_STORE}(?: (?:of|about|on) (?:me|us))?|(?:the "
    rf"|long-term )?memory(?: banks?)?"
    r"|my (?:saved |stored )?memories|my (?:list|file|profile|entry)|what(?:ever)? (?:you|u)(?:'ve| have)?"
    r" (?:know|remember|hold|have|keep|kept|saved|stored|got|noted)(?: (?:of|about|on) (?:me|us))?)"
)
FROM = rf"(?:from|out of|off|in|of|on) {_STORE}"
_SELF = r"(?:i|i'm|im|i've|ive|i'd|my|our|we|we're|we've|me|us)\b"
_CLAUSE = rf"(?:{_SELF}|(?:how|where|when|what|which|who) (?:i|my|our|we)\b|(?-i:[A-Z])[\w'’-]+ (?:is|was|has|being)\b)"
_KEPT = (
    r"(?:you(?:'ve|’ve| have|'re| are)?(?: (?:ever|still|currently|got|been|all|may|might|already|to))*"
    r" (?:have|hold|know|knew|remember(?:ed)?|keep|kept|keeping|store[ds]?|storing|saved?|possess|retain(?:ed)?"
    r"|note[ds]?|"
    r"record(?:ed)?|filed|got|gathered|learned|learnt|holding|remembering)\b)"
)
_ANY = r"(?:all|every|each|any|everything|anything|whatever|what|the lot|every single)"
_ON = (
    r"(?:about|on|regarding|concerning|of|matching|mentioning|relating to|related to|to do with|touching|involving"
    r"|around)"
)
_FACTS = (
    r"(?:facts?|notes?|memor(?:y|ies)|entr(?:y|ies)|records?|recollections?|details?|items?|information|things?"
    r"|bits?|lines?"
    r"|syllable|word|data|stuff|trace|mention)"
)
_BEGIN = (
    r"(?:^|[.!?;:,–—\n]\s*|\b(?:so|and|then|please|pls|pray|kindly|just|now|like|to|can you|could you|would you"
    r"|will you"
    r"|you can|you may|you could|might as well|go ahead and|do|be good enough to|ok|okay|well)[, ]+)"
)


FORGET = (
    # strike from your records that I sing; remove from memory: I start at six
    rf"{_BEGIN}{AWAY}{_OUT} (?:(?:it|that|this) )?{FROM}\s*[:,]?\s*(?:(?:the (?:fact|note|line|part|bit"
    rf"|entry) )?(?:that|saying|about how) )?"
    rf"(?P<x>{_CLAUSE}[^.!?;\n]*)",
    # take it out of your book that I have a boat
    rf"{_BEGIN}{AWAY} (?:it|that) {FROM},? (?:that|how|where|when|the fact that) (?P<x>[^.!?;\n]{{4,}})",
    # i no longer fence, so take it out of your memory
    rf"(?:^|[.!?;\n]\s*)(?:(?:and|but|so|ok|hey|hi) )*(?P<x>(?:(?:i|we|my|our)\b[^.!?;:,\n]{{2,60}}?\b(?:any ?more"
    r"|any longer)|(?:i|we)(?:'ve| have|'m|'re)? (?:(?:just|finally|recently|now) )?(?:no longer|quit|gave up|given up"
    r"|stopped|sold|left|moved|finished|dropped|cancelled|canceled)\b[^.!?;:,\n]{2,60}?))(?:[,;:]| [–—-])?"
    rf" (?:(?:so|and|please|pls|now|just|then|can you|could you|you can) )*{AWAY}{_OUT} (?:it|this) {FROM}",
    # unset fact: my timezone is ...
    rf"^\W*(?:{AWAY}|unset|rm|del) (?:the )?(?:fact|memory|note|entry"
    rf"|record)s?\s*[:=]\s*(?P<x>[^.!?;\n]{{4,}})",
    # you have (it) that X ...; strike it
    rf"(?:^|[.!?;:,\n]\s*)(?:(?:and|but|so) )?(?:you(?:'ve|’ve| have| hold| keep|'ve got| had)"
    rf"|it says)(?: (?:it|noted|stored|saved|down"
    rf"|written|on file|on record|got|recorded|in (?:your|my) {_OWN_STORE})){{0,3}},? (?:that"
    rf"|:) (?P<x>[^.!?;\n]{{4,90}}?)[.!?;,:\n](?:.*[.!?;,:\n ])?"
    rf"\s*(?:(?:so|and|please|pls|now|just|kindly) )*(?:{AWAY}|dismiss|out with){_OUT} (?:it|that|this)\b",
    # there is "X" in your notes. Out.
    rf"[\"“'](?P<x>[^\"”']{{4,90}})[\"”'],? (?:{FROM}|(?:you )?(?:should|must|need|can|may)(?: not"
    rf"|n't)? (?:remember|keep|store|know)[^.!?]*)"
    rf"(?:[.!,;]\s*(?:please )?(?:out|gone|delete|remove|strike|away|scrap|bin|drop)\b|$|[.!])",
    # you have it wrong that X; you still think X ... remove it
    rf"\b(?:you|u)(?:'ve|’ve| have)? (?:still )?(?:got it wrong|have it wrong|are wrong|saved|stored|noted"
    rf"|remember|think"
    rf"|believe) (?:that )?(?P<x>{_CLAUSE}[^.!?;,\n]{{4,80}}?)[.,;!?]*(?:\s+[^.!?]{{0,40}}?)?[\s,]"
    rf"(?:please |pls |so |just |now )*(?:{AWAY}){_OUT} (?:it|that|this)\b",
    rf"(?:^|[.!?;\n]\s*)(?:(?:and|but|so) )?(?:you|u)(?:'ve|’ve)? (?:have|got"
    rf"|'ve got) (?P<x>my [\w'’ ]{{2,30}}?) wrong\b.*\b{AWAY} (?:it|that)\b",
    # out of date: the line that says X, take it off your records
    rf"\b(?:the|that) (?:line|part|bit|note|entry|fact|record|memory|item) (?:that |which )?(?:says|said"
    rf"|saying|stating|states|where|about) (?:that )?(?P<x>[^.!?;,\n]{{4,80}}?)(?: (?:is"
    rf"|was) (?:[\w ]{{2,25}}))?[,;.:–—-]+ "
    rf"(?:please |pls |so |just |now )*(?:{AWAY}){_OUT} (?:it|that|this)\b",
    rf"\b(?:the fact that|the bit where|the part where"
    rf"|that bit where) (?P<x>{_CLAUSE}[^.!?;,\n]{{3,80}}?) (?:must|can|should|may|needs to"
    rf"|has to) (?:not stay|leave|go|disappear|be gone|be (?:deleted|removed|forgotten|erased))",
    r"\b(?:don't|do not|no need to|stop) (?:keep )?carry(?:ing)? around (?P<x>my [^.!?;,\n]{2,60})",
    # X can go from your memory
    rf"(?:^|[.!?;:,\n]\s*|\b(?:so|and|but) )(?P<x>[^.!?;:,\n]{{3,80}}?) (?:can|may|should|must|has to"
    rf"|needs to|ought to) (?:now |please |just |all |be )*"
    rf"(?:go|leave|disappear|vanish|gone|deleted|removed|erased|struck|wiped|dropped|forgotten) {FROM}",
    # stop remembering the sponsor thing; no need to hang on to that fob being blue
    r"(?:^|[.!?;:,\n]\s*|\b(?:so|and|please|can|could|now|just|you|may) )(?:stop|quit|cease) (?:remembering"
    r"|memori[sz]ing|retaining|keeping (?:in mind|a note of"
    r"|a record of|track of|in memory)|hanging on to (?:the fact|that|how)|holding on to (?:the fact|that"
    r"|how))(?: (?:that|the fact that))?"
    r" (?P<x>(?!(?:it|this|that|things|stuff|everything|anything)\b(?:[.!?,]|$))[^.!?;\n]{4,})",
    r"\b(?:you (?:don't|do not|no longer) (?:need|have) to|no need (?:for you )?to|you needn't|you need not"
    r"|no reason to|not worth) (?:hang on to"
    r"|hold on to|hanging on to|holding on to|remember(?:ing)?|retain(?:ing)?|keep a note of|keep in memory"
    r"|store|storing)(?: (?:the (?:bit|fact|note|part))(?: (?:about|that))?)?"
    rf" (?P<x>(?!(?:it|this|that|everything|anything|all)\b(?:[.!?,]|$)){_CLAUSE}[^.!?;\n]{{3,}})",
    # i withdraw what I stated regarding X
    r"\b(?:withdraw|retract|take back|rescind|disregard) (?:what|the thing|the statement|everything"
    r"|anything) (?:i|we) (?:stated|said|told you|mentioned|wrote)"
    r" (?:about|regarding|concerning|on|of|as to) (?P<x>[^.!?;\n]{3,})",
    # X, erase that you know it
    rf"{_BEGIN}{AWAY} (?:that|the fact that) you (?:ever )?(?:know|knew|noted|stored|saved"
    rf"|remember)(?: (?:about|of|that))? (?P<x>{_CLAUSE}[^.!?;\n]*)",
)
"""One memory is to go; `x` says which."""

_NUMBERS = (
    r"(?P<x>(?:#?\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third"
    r"|last)(?:(?:,? and |, ?| & | )(?:#?\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten))*)"
)
NUMBERED = (
    rf"{_BEGIN}{AWAY}{_OUT} (?:the )?(?:stored |saved )?(?:entr(?:y|ies)|items?|numbers?|no\.?|facts?"
    rf"|memor(?:y|ies)|points?|lines?|notes?|nr\.?) {_NUMBERS}"
    rf"(?: {_OUT})? (?:{FROM}|(?:from|off|out of|on) (?:the|that|your|my) (?:list|memory)\b(?! of (?!what|things"
    rf"|facts|memories|everything))(?!:))",
    rf"^\W*(?:(?:the|those|your|my) )?(?:stored |saved |memory )?(?:items?|entries|facts?|numbers?|memories"
    rf"|notes|entry|memory|number) {_NUMBERS}\s*[.,;:–—-]+\s*"
    rf"(?:(?:please|just|you can|now|and|all) )*(?:{AWAY}|bin)(?:{_OUT} (?:them|it|those|all|both|these"
    rf"|the lot|all of them|all three)|[.! ]*$)",
    rf"\b(?:in|on|from) (?:the|your|that) list of (?:what|everything|things) you (?:know|have"
    rf"|remember)[^.!?]*?,? (?:number|item|entry|no\.?) {_NUMBERS}\b.*\b"
    rf"(?:{AWAY}) (?:it|that|this)\b",
)

FORGET_ABOUT = (
    rf"{_BEGIN}{AWAY}{_OUT} (?:{FROM},? )?{_ANY}(?: of)?(?: the)?(?: (?:single|other"
    rf"|last))?(?: {_FACTS})?(?: (?:that |which |as )?{_KEPT}(?: (?:stored|saved|noted|down|on file"
    rf"|in memory))?)"
    rf" {_ON} (?P<x>[^.!?;,\n]{{2,60}})",
    rf"{_BEGIN}{AWAY}{_OUT} {FROM},? {_ANY}(?: of)?(?: the)?(?: (?:single|other"
    rf"|last))?(?: {_FACTS})? {_ON} (?P<x>[^.!?;,\n]{{2,60}})",
    rf"{_BEGIN}{AWAY}{_OUT} {_ANY}(?: of)?(?: the| my| your)?(?: (?:single|other|last))? (?:facts?|notes?"
    rf"|memor(?:y|ies)|entr(?:y|ies)|recollections?|records) (?:about|on|regarding|concerning|matching"
    rf"|mentioning) (?P<x>[^.!?;,\n]{{2,60}})",
    # TransNorth. Every note you hold on them. Purge.
    rf"(?:^|[.!?\n]\s*)(?P<x>(?:(?:the|my"
    rf"|our) )?(?:[\w'’-]+)(?: [\w'’-]+){{0,2}})[.:,] (?:and )?{_ANY}(?: {_FACTS})? {_KEPT}[^.!?]*\b(?:on"
    rf"|about|of|regarding) (?:it|them|her|him|that|this|those)[.,:;!]+\s*"
    rf"(?:please )?{AWAY}\b",
    # anything to do with Marcus, gone; all the things you hold on the estate: out
    rf"(?:^|[.!?;\n]\s*|\b(?:so|and|but|ok|okay|please) )(?:as of today )?{_ANY}(?: of)?(?: (?:the|my|that"
    rf"|those|your))?(?: {_FACTS})?(?: (?:that |which )?{_KEPT}"
    rf"| (?:i|we)(?:'ve)?(?: ever)? (?:said|told you|mentioned|shared))? (?:to do with|{_ON}) (?P<x>(?!me\b"
    rf"|us\b|myself\b)[^.!?;,:\n]{{2,50}}?)(?: {FROM})?"
    rf"(?:[,:–—-]+ |\s+(?:is to|are to|can|may|should|must|needs? to|has to) (?:be |now |all "
    rf"|please )*)(?:all of it,? |please |can |now |just )*(?:{AWAY}(?:{_OUT} (?:it|that|them)(?: all)?)?"
    rf"|gone|out|go"
    rf"|deleted|removed|erased|forgotten|wiped|purged|binned|scrapped|disappear|vanish|leave)\b",
    # all memories of Lagos, get rid of them; out with all memories of the firm
    rf"(?:{_BEGIN}{AWAY}{_OUT} |\b(?:out|away|off) with |\bno more )(?:{_ANY} )?(?:of )?(?:the |my |your "
    rf"|those |that )?(?:saved |stored )?(?:memories|facts|notes|entries|records)"
    rf" (?:about|of|on|regarding|concerning|matching|mentioning|linked to|tied to|which mentions?"
    rf"|that mentions?|in which|that ha(?:s|ve) to do with|whose subject is|involving) (?P<x>(?!me\b|us\b"
    rf"|myself\b)[^.!?;,\n]{{2,50}})",
    # forget the whole Tasmania business; drop the divorce topic; purge all the football stuff
    rf"{_BEGIN}{AWAY}{_OUT} (?:about )?(?:the (?:whole|entire) (?P<x>[\w'’ -]{{2,30}}?) (?:topic|subject"
    rf"|business|saga|thing|story|chapter|affair|stuff|lot)\b"
    r"(?! (?:in|from|of|off) (?:the|this|my) (?:essay|text|code|file|menu|email|letter|report|draft|page"
    r"|list)))",
    # no trace of Priya left; leave nothing about the old house
    r"\b(?:want|leave|keep|retain|let) (?:no|not a|not one|nothing|zero|not a single)(?: (?:trace"
    r"|memory|memories|mention|record|records|recollection|note|notes|crumb|thing))?"
    r"(?: (?:left|whatsoever|at all|whatever))? (?:of|about|on|concerning) (?P<x>(?!me\b|us\b|myself\b|it\b"
    r"|that\b|this\b|them\b)[^.!?;,\n]{2,50})(?: left)?",
    # wherever X occurs in your notes, cut it
    rf"\b(?:wherever|every(?:thing|where)?|each memory in which|all (?:entries|notes|memories) (?:where"
    rf"|in which)) (?P<x>[^.!?;,\n]{{2,50}}?) (?:occurs?|appears?|comes up|is mentioned|shows up"
    rf"|features?)\b.*\b{AWAY}\b",
    rf"(?:^|[.!?;\n]\s*){AWAY}{_OUT} (?:each|every|any) (?:memory|note|entry|fact)s? (?:in which|where|that"
    rf"|which) (?P<x>[^.!?;,\n]{{2,50}}?) (?:occurs?|appears?|comes up|is mentioned|shows up|features?)\b",
    # no more ballet in your notes
    r"\b(?:no more|nothing (?:more |whatever |at all )?(?:about|of|on)|not (?:a|one) (?:word|trace|syllable"
    r"|line) (?:more )?(?:about|of|on)) (?P<x>[^.!?;,\n]{2,50}?) (?:to (?:remain|stay|be left) )?(?:in|on"
    r"|from) (?:your|the|my) (?:[\w-]+ )?(?:memory|memories|notes|records|files?|book|mind|head|brain"
    r"|remembrance|recollection|database)",
    r"\b(?:as to|as for|regarding|concerning) (?P<x>[^.!?;,\n]{2,50}), .*\b(?:no|not (?:a"
    r"|one)) (?:\w+ )(?:of it|about it|on it)?.*\b(?:in|from) your (?:memory|remembrance|recollection|mind"
    r"|head|notes|records)",
    r"(?:^|[.!?\n]\s*)(?P<x>(?:the|my|our) [\w'’-]+(?: [\w'’-]+)?)\. (?:i|we) (?:wish|would rather|want"
    r"|'d rather) you (?:knew|know|remembered|had|kept) (?:nothing|no more|not a thing|less) (?:of|about) it",
)
"""All of a subject is to go; `x` says which."""

CLEAR = (
    rf"{_BEGIN}{AWAY}{_OUT} {_ANY}(?: single)?(?: {_FACTS})?(?: (?:that |which )?{_KEPT}) (?:about|on|of"
    rf"|regarding|concerning) (?:me|myself|us)\b(?! (?:not )?\w+ing\b)",
    r"\b(?:nothing|no (?:trace|record|memory|data))(?: (?:at all|whatever|whatsoever))? (?:about|of"
    r"|on) (?:me|us|mine|myself)(?: (?:should|must|may|is to|shall|can))? (?:be )?(?:left|remain|stay|kept"
    r"|stored|retained|remembered)\b",
    r"\b(?:act|behave|carry on|pretend|treat me) as (?:if|though) (?:we(?:'ve| have| had)? never (?:met"
    r"|spoken|talked)|you (?:never|don't|do not|have never) (?:met|known?|knew) me|i (?:were|was"
    r"|am) a (?:total |complete )?stranger)",
    r"\b(?:treat me (?:as|like) a (?:total |complete )?stranger|(?:total|full|complete) amnesia(?! (?:as|in|is|of"
    r"|after|from))"
    r"|be a (?:stranger|blank page) to you|start (?:from (?:zero|scratch|the beginning)|fresh|over|afresh"
    r"|anew) with me"
    r"|(?:burn|shred|destroy|torch) (?:my|the whole|the entire) (?:file|dossier|record)s?(?: (?:on"
    r"|about) me)?)\b(?! in\b)",
    rf"\b(?:erasure|deletion|removal) of (?:the )?(?:entirety of |all |whole of )?(?:the "
    rf"|my )?(?:personal )?(?:data|information|memories|records) (?:that |which )?{_KEPT}",
    r"\b(?:let|leave|keep|want|retain) (?:nothing|not (?:a|one) (?:thing|trace|word|single thing)"
    r"|no (?:trace|memory|record|recollection))(?: \w+){0,2}? (?:about|of|on|concerning|regarding) (?:me"
    r"|myself|us)"
    r"(?: \w+){0,2}? (?:remain |stay |be left |left |to remain |to stay )?(?:in|on|from) (?:your"
    r"|the) (?:[\w-]+ )?(?:memory|memories|notes|records|files?|book|mind|head|brain|database|storage)",
    rf"{_BEGIN}(?:{AWAY}|empty|blank|reset|format|cleanse){_OUT} (?:the whole of |all of "
    rf"|the entirety of )?(?:your|the|my) (?:entire |whole |complete )?(?:memory|memories"
    rf"|memory banks?) (?:of|about|on|concerning) (?:me|us|myself)\b",
)

_SHOW = (
    r"(?:show|list|tell|give|read|print|display|recite|recount|state|name|enumerate|present|lay out|run through"
    r"|go over|spell out"
    r"|set out|write out|dump|fetch|pull up|bring up|see|hear|reel off|rattle off|spill|a recital of|a list of"
    r"|an account of)"
)
WHOLE = (
    rf"(?:(?:{_ANY}|what else|that|it all|(?:whole|full|complete|entire|single|each|every|last|personal|saved|stored"
    rf"|such|other|known"
    rf"|list|rundown|overview|summary|record|dossier|file|inventory|lot|of|the|my|item|informations|me|for|please"
    rf"|thing|picture|all"
    rf"|{_FACTS}|about|on|from|in|to|and|back)[ ,:]*)+"
    r"|)"
)
LISTED = (
    rf"\b{_SHOW}(?: (?:me|us|out|to me|over|off|back)){{0,2}},? (?:just |only |again )?(?P<x>(?:the |my "
    rf"|all |every |any |such )*[^.!?;,\n]{{0,40}}?)"
    rf"(?: of mine)?,? (?:that |which |as |whatever |everything |what )?{_KEPT}(?: (?:stored|saved|noted"
    rf"|down|on file|upon record|on record|in memory|in your \w+))?"
    r"(?: (?:about|on|of|for|from|regarding|concerning) (?:me|us|mine|myself))?(?=[.!?;,\n]| from the"
    r"| so far| at (?:all|the moment|present)|$)",
    rf"\b{_SHOW}(?: (?:me|us)){{0,1}} (?P<x>(?:the |my |all )*[\w' -]{{2,30}}?) (?:that |which )?(?:i"
    rf"|we)(?:'ve| have)?(?: (?:ever|over time|already|so far|once))? "
    r"(?:asked|told|instructed|given) (?:you )?to (?:retain|remember|keep|note|store|save|hold)",
    r"^\W*my (?:file|record|records|dossier|memories|memory)\W+(?P<x>all(?: of it)?|everything"
    r"|the lot)\W+(?:print|show|list|display|read|dump|out)",
    r"\b(?:ok|okay|so|well|right|go on|come on)?,? ?what(?:'s| is| have you)(?: got)? on (?:file"
    r"|record)(?P<x>)(?: (?:about|on|for) me)?\s*\?*$",
)

WHY = (
    r"\b(?:on|in|at) (?:what|which) (?:occasion|day|date|conversation|chat|point|session|context) (?:did "
    r"|have |had )?(?:i|we)(?: have| had)? (?:ever )?(?:inform(?:ed)?|tell|told|notif(?:y|ied)|appris(?:e"
    r"|ed)|mention(?:ed)?|let)"
    r" (?:you |to you )?(?:know )?(?:that |of |about )?(?P<x>[^.!?;\n]{3,})",
    r"\b(?:did|have) i (?:ever )?(?:tell|told|mention(?:ed)?)(?: to)? (?:you|u)? ?(?:that "
    r"|about )?(?P<x>[^.!?;,\n]{2,60}?),? or (?:did|do|have|are|was|how) (?:you|u|it|else)\b",
    r"\b(?:provenance|origin|source) (?:of|for|on|behind) (?P<x>(?:memory|item|fact|note|entry|number"
    r"|remembered)[^.!?;\n]{1,40}|(?:this|that) (?:fact|memory|note|claim|entry)[^.!?;\n]{0,40}"
    r"|my [^.!?;\n]{2,50}|me being [^.!?;\n]{2,50})",
    r"\b(?:who|what) (?:let you in on|tipped you off (?:about|that)|clued you in (?:on|about)"
    r"|blabbed (?:to you )?about|put you up to) (?P<x>[^.!?;\n]{2,60})",
    r"\b(?:which|what) (?:chat|message|conversation|session|talk)(?: of mine| of ours)? (?:was (?:that"
    r"|it) in|did (?:that|it|you) (?:come|get|pick|learn)[^,.?]*)(?P<x>[^.!?\n]*)",
    r"\bremind me when i (?:said|told you|mentioned|let slip)(?: that)? (?P<x>(?:i|my|i'm|we"
    r"|our)\b[^.!?;\n]{2,60})",
    r"\b(?:on|by|from) (?:what|which) (?:basis|grounds?|evidence|route|authority) (?:do|did|have|are|were"
    r"|had) (?:you|u) (?:\w+ ){0,5}?(?:that |find out |learn )*(?P<x>(?:i|i'm|i've|my|we|our|me)\b[^.!?;\n]{2,60})",
    r"\b(?:how come|how is it(?: that)?) (?:you|u)(?:'ve|’ve| have)? (?:got|have|know|hold|remember|stored"
    r"|saved|noted) (?P<x>(?!(?:no|a problem|trouble|such|so|never)\b)[^.!?;,\n]*\b(?:my|our|me"
    r"|'s)\b[^.!?;,\n]*)",
)

"""By which words is something announced that is to be kept?"""

from __future__ import annotations

import re

_YOU = r"(?:you|u|ya)"
_MANNER = (
    r"(?:short|brief|simple|light|clean|formal|informal|casual|professional|polite|concise|quick|civil|friendly"
    r"|neutral"
    r"|fun|funny|readable|minimal|tidy|vague|snappy|under|below|to (?:one|two|a|\d)|general|practical|technical"
    r"|honest)"
)
"""How an answer is to be kept, which keeps nothing."""

MEMORY = (
    r"(?:(?:your|ur|that) (?:[\w-]+ ){0,2}?(?:memory(?: banks?)?|memories|notes?|note ?books?|notepad|files?"
    r"|folder|records?"
    r"|brain|head|mind|skull|circuits|ledger|books?|logs?|database|archives?|vault|knowledge(?: base)?|dossier"
    r"|journal"
    r"|diary|index|arm|heart|bones|profile|wiring|chips?|storage|drawer|register|ears)"
    r"|my (?:user |own )?(?:profile|file|record|dossier|notes with you)|(?:the|in|to|into) (?:(?:long-?term"
    r"|permanent|my|the)"
    r" )*(?:memory(?: banks?)?|memories|records|archive|vault|notebook|storage)|the permanent (?:file|record)"
    rf"|what {_YOU}(?:'ve| have)? (?:already )?(?:know|have|got|keep|hold|store|remember)(?:ed|d)?(?: (?:of|about"
    rf"|on) (?:me|us))?"
    r"|in(?:to)? stone|the long-?term \w+|safe-?keeping|on (?:file|record)(?: with you)?)"
)
"""Where an assistant keeps things."""

_DEICTIC = (
    r"(?:it|this|that(?=\s*[,:;–—-]|\s*$| (?:for|in|to|down|away|safe|please|somewhere|one|thing|too|also)\b)"
    r"|these|those|them"
    r"|the following|both|(?:one|two|three|some) (?:more )?(?:things?|facts?|details?)|something|what follows"
    r"|(?:a|one|the)"
    r" (?:\w+ )?(?:line|entry|fact|detail|bit|thing|word|information))"
)
_KEEP = (
    r"(?:save|store|stor|log|bank|etch|engrave|burn|tattoo|carve|brand|record|file|stash|stow|imprint|ingrain"
    r"|register|jot"
    r"|scribble|pencil|lock|pin|park|tuck|squirrel|bookmark|preserve|cement|lodge|keep|hold|hang on|recall"
    r"|archive|absorb"
    r"|internali[sz]e|memori[sz]e|retain|remember|note|know|carry|consign|commit|lose|forget|overlook|mislay"
    r"|misplace)"
)
_KEEPS_IT = (
    rf"{_KEEP}(?:ing|s|ed)?(?: (?:on|onto|hold|track|tabs|note|down|a pin|away|a note|in|of|to"
    rf"|please))*\s+{_DEICTIC}"
)
LATER = (
    r"(?:(?:for|in|into|to|between|across|until|till|after|at) (?:(?:the|our|all|any|your|my|other|some|every"
    r"|each|future|later"
    r"|next|coming|further) )*(?:later|l8r|next time|future|long (?:term|run)|good|always|ever|all time"
    r"|(?:later|next|other|future|coming|further|all|our) (?:\w+ )?(?:times?|chats?|sessions?|talks?"
    r"|conversations?|weeks?"
    r"|months?|days|questions?|plans?|use|reference|occasions?|dealings|visits?)|(?:chats|sessions|conversations))"
    r"|another (?:time|day)|next time|from (?:now|here|today) on\w*|permanent(?:ly)?|once and for all)"
)
_FORGETS = (
    r"(?:(?:is|isn't|be|get|gets|doesn't get|don't get|not|won't|never|doesn't|don't|didn't|must not"
    r"|mustn't)(?: \w+)?"
    r" (?:lost|forgotten|forget|overlooked|slip\w*|lose|repeat\w*|vanish|drop\w*|ask(?: me)? again|mix\w*"
    r"|have to (?:ask|tell"
    r"|say|repeat)\w*)|needn't (?:ask|tell|say|repeat)|save (?:me|us) (?:from )?(?:repeating|asking|saying|telling))"
)
_SO = (
    rf"so (?:that )?(?:{_YOU}|we|i|it's|it|this|they)(?:'ll| will|'ve| have| can|'s| is)?\b[^:]{{0,40}}?"
    r"\b(?:again|later|lost|forgotten|forget|remember|have it|has it|hav it|have this|stored|saved|kept|noted"
    r"|know|ask|asking"
    r"|repeat|tell|trip|mix|guess|wonder|stumble|assume|on file|got it|record|memory)\b"
)
_NOUN = (
    r"(?:entry|note|memo|fact|update|info|addition|line|item|thing|one|stuff|detail|something|word|reminder"
    r"|heads[- ]up|piece"
    r"|correction|news|data ?point|point)s?"
)
_FOR_YOU = (
    rf"(?:(?:for|in|into|to|on) (?:{MEMORY}|(?:{_YOU}|the assistant|assistant|future {_YOU}|bot|the bot)\b)"
    rf"|{LATER}|(?:(?:to|worth)"
    r" (?:keep|store|save|file|carry|retain|hold|stick|stay|internali[sz]e)|that (?:should|must|has to|needs to"
    r"|shall) (?:stick"
    r"|stay|be kept))\w*)"
)

_STRONG = (
    rf"{MEMORY}|{_KEEPS_IT}|{_SO}|{_FORGETS}|\b{_NOUN}\b[^:]{{0,24}}?\b{_FOR_YOU}|let it be (?:known|noted"
    rf"|recorded|clear|written)"
    rf"|^(?:(?:please|pls|kindly|also|and) )*file (?:(?:this|it|that|one) )?(?:away )?under (?:[\w'-]+ ?){{1,3}}$"
    r"|^\W*(?:(?:please|pls|kindly|also|and) )*(?:(?:store|save|log|record|add|remember) (?:(?:my|a|this|as|new"
    r"|the) )*"
    r"(?:preferences?|prefs?|facts?|details?|settings?)|(?:my |new |the )?(?:preferences?|facts?|details?"
    r"|settings?) to (?:store"
    r"|save|keep|remember)|(?:profile|memory|preferences?) updates?|worth (?:saving|keeping|storing))$"
    rf"|\b(?:permanent(?:ly)?|fixed|as (?:a )?defaults?)\b|\bfor (?:good|always|all time)\b|future {_YOU}\b"
    rf"|(?:{_YOU}|u) (?:should|must|may as well|might as"
    rf" well|need to|oughta|ought to) (?:also )?know\b.*\b{LATER}"
)
_COLON = re.compile(rf"(?<![\w'])(?:{_STRONG})(?![\w'])", re.I)
_THAT = re.compile(
    rf"(?<![\w'])(?:(?:{MEMORY}|in (?:view|sight|(?:your|ur) thoughts)(?: with you)?|(?:keep|get|have|hold|carry"
    rf"|take|put|write"
    rf"|jot|note|set)(?: (?:it|this))? (?:down|on record|on file|somewhere|known)|pencil in"
    rf"|let {MEMORY} (?:show|say|state|reflect)|let it be (?:known"
    rf"|noted|recorded)(?: (?:to|for)"
    rf" (?:{_YOU}|future {_YOU}))?(?: (?:henceforth|forever|from now on))?|know (?:{LATER})|(?:{_KEEP}|aware"
    rf"|mindful) (?:{LATER})"
    rf"|(?:hold|hang) on to the fact|keep (?:hold|track|note|sight) of the fact)(?:[ ,]+(?:please|forever|always"
    rf"|{LATER}))*,?)$",
    re.I,
)
_COMMA = re.compile(
    rf"(?:^(?:(?:ok|okay|right|well|and|just|but|now|so)[\s,]+)*(?:{_SO}|(?:for|in|into) {MEMORY}"
    rf"|let it be (?:known|noted"
    rf"|recorded))[^,]*|(?<![\w'])(?:keep (?:hold|track) of|hang on to|hold on to|hold onto|don'?t lose|squirrel"
    rf"|tuck|stash"
    rf"|take (?:down|note)(?: of)?|make (?:a )?note(?: of)?|save|store|(?:stick|put) a pin in|keep) (?:this|these"
    rf"|the following"
    rf"|this one)\b(?! (?:\w+ )?{_MANNER}\b)[^,]{{0,40}}|(?:{MEMORY})(?: of (?:yours"
    rf"|mine))?(?: (?!that\b)[\w' ]{{1,16}})?"
    rf"|^\W*(?:(?:and|so|also|ok|okay|well)[\s,]+)*(?:(?:one|another|an?|some)(?: more| last| other)?(?: thing| one"
    rf"| fact| detail)?|something)(?: more| else)? for the long (?:run|term|haul)"
    rf"|^\W*(?:this|that|it)(?:'s| is) (?:\w+ ){{0,3}}(?:to|worth) (?:keep|store|retain|hold|remember)\w*[^,]*)$",
    re.I,
)
_BARE = re.compile(
    rf"^\W*(?:(?:please|pls|plz|and|so|ok|hey|just|can you|could you)[\s,]+)*(?:(?:save|store|stor|keep|log|note"
    rf"|record)(?: (?:this"
    rf"|it|that|these))?(?: down)? (?:{LATER}|for me|(?:to|in|into) (?:your |my |the )?(?:memory|notes|file"
    rf"|profile|brain)"
    rf"|somewhere safe)(?: for me)?|stor|stor it)$",
    re.I,
)
SIGNALS = {"colon": _COLON, "dash": _COLON, "that": _THAT, "comma": _COMMA, "bare": _BARE}
"""What must stand before each mark."""

MARK = re.compile(
    r"\s*(?P<colon>:(?!//|\d\d)|-+>|→|=+>|>>+|⇒)\s*|(?P<dash>\s[–—-]{1,2}\s+|[–—]\s*)"
    r"|\s+(?P<that>that)\s+(?=\S+\s+\S)"
    r"|(?P<comma>,)\s+|(?P<bare>\s)(?=(?:(?:i|i'm|im|my|our|we|the)|(?-i:[A-Z])[\w-]+(?:'s)?)\s+\S)",
    re.I,
)
"""What parts an announcement from what it announces."""

ALONE = re.compile(
    rf"(?:\W*(?:hey|hi|ok|okay|so|and|right|one more|please|quick|now|also|just|here's|this is"
    rf"|(?:(?:i'?m |i am )?(?:going to|gonna|about to) |let me |i'?ll |i will )?(?:just )?(?:give|giving|tell"
    rf"|telling|hand|feed"
    rf"|share with) (?:you|u))[\s,]+)*(?:an? |one |another |some |two |three )*"
    rf"(?:[\w'-]+ ){{0,4}}?(?:(?:{_NOUN}|context|background|point)\b(?: (?:more"
    rf"|else))?[^.:?!→>=–—-]{{0,20}}?\b(?:{_FOR_YOU}|for memory)[^.:?!→>=–—-]{{0,40}}"
    rf"|(?:this(?: one)?|here'?s something) (?:is )?(?:\w+ )?worth (?:keeping|remembering|noting|storing|saving"
    rf"|retaining)"
    rf"[^.:?!→>=–—-]{{0,20}}"
    rf"|(?:{MEMORY})(?: needs| wants)?[^.:?!→>=–—-]{{0,20}}(?:this|following|update"
    rf"|entry)[^.:?!→>=–—-]{{0,20}})[\s.!–—-]*$",
    re.I,
)
"""A sentence of its own that announces the next: "One for your notes."."""

NO_MARK = re.compile(
    r"(?:(?:ok|okay|right|so|and|hi|hey|well|now|also)[\s,]+)*(?:just )?(?:for|in) (?:your|ur) (?:own )?(?:notes?"
    r"|memory|records?|files?|brain|head)"
    r" (?=(?!to\b|of\b|and\b|on\b|about\b|is\b|in\b|goes?\b|belongs?\b)\w)"
    rf"|(?:(?:ok|okay|and|hey|well|now|also)[\s,]+)*(?:just )?so {_YOU} know (?=(?:i|i'?m|i'?ve|my|we|our)\b)",
    re.I,
)
"""The same without a mark: "for your notes mum's home is called Fernlea"."""

CLEFT = re.compile(
    rf"(?:(?:please|pls|and|so|but|also|ok|okay|well|now|anyway|kindly)[\s,]+)*(?:(?:what|all|the (?:one |only "
    rf"|main |important )?"
    rf"(?:thing|fact|point|bit|detail|info)|(?:one|another|a|something)(?: more| other| last)?(?: things?| fact"
    rf"| detail)?)\b"
    rf"(?: that| which)?[^:.?!]{{0,30}}?\b(?:{_YOU}|i|me|to|with)\b[^:.?!]{{0,40}}?\b(?:forget|remember|retain"
    rf"|keep|kept|stay|stick"
    rf"|hold on to|hang on to|hold|repeat|note|store|save|lose|stays|sticks|bear in mind"
    rf"|keep in mind)\b[^:.?!,]{{0,40}}?(?:,[^:.?!,]{{2,60}}){{0,2}}?,?"
    r"(?:\s(?:is|are)(?: that)?:?\s+|:\s+))(?P<x>\S.*)$",
    re.I,
)
"""What is put in front: "what has to stay with you is that ..."."""

_TAIL = (
    r"(?:[\s,]+(?:straight|fast|close|handy|safe|tight|till then|until then|for (?:me|later|good|next time"
    r"|the future|always)"
    r"|in (?:mind|memory|your \w+)|please|pls|plz|thanks|down|somewhere|from now on|forever|between (?:chats|us)"
    r"|ok(?:ay)?"
    r"|this time|now|too|all|to hand|with you))*"
)
KEPT_BACK = re.compile(
    r"(?P<x>\S.{6,200}?)?(?:(?(x)\s*[,;–—(-]+\s*|)|(?(x)\s+(?=so |and )|))(?:(?:and|so|but|please|pls|plz|do|you"
    r"|u|now|just|can you"
    r"|could you)\s+)*"
    r"(?:(?:hold|hang) (?:on to|onto) (?:it|that|this|them|both|those)|hold (?:it|that|this|them) (?:fast|close"
    r"|for me|in mind)"
    r"|(?:keep|save|store|log|bank|retain|record|file|stash|note|memori[sz]e|remember|internali[sz]e|learn) (?:it"
    r"|that|this|them"
    r"|both|those)(?= (?:straight|fast|close|handy|safe|till|until|for (?:me|later|good|next)|in|down|please"
    r"|somewhere|forever"
    r"|from now|this time)|[\s.!,]*$|, i'?ll\b)"
    r"|lock (?:it|that|this) in|factor (?:it|that|this) in|(?:plan|work) around (?:it|that)|count (?:with"
    r"|on) (?:it|that)"
    r"|(?:don'?t|do not|never) (?:ever )?(?:lose|drop|mislay|misplace) (?:it|that|this))"
    rf"{_TAIL}(?:[\s,]+(?:i'?ll|i will|i might|for (?:all|every|any|the)|when(?:ever)?|every time|next time"
    rf"|in all|because|as|since"
    rf"|so (?:i|you|we))\b[^?]*)?[\s.!)]*$",
    re.I,
)
"""What is said to be kept after it has been said: "...; hold on to that, I'll ask"."""

KEEPS_IT = tuple(
    f"{verb} {what}"
    for verb in "to onto hold keep save store log bank retain record file stash note memorise memorize "
    "remember internalise lock factor"
    " around with on lose drop mislay misplace learn".split()
    for what in ("it", "that", "this", "them", "both", "those")
)
"""A piece of one of these stands in `KEPT_BACK`."""

HINTS = tuple(
    hint.replace("_", " ")
    for hint in (
        "memor note file record recall your_brain your_ears your_head your_mind circuit ledger your_book your_log "
        "log_it log_this log_that "
        "archive vault profile "
        "in_stone what_you things_you "
        "safekeep safe-keep save stor bank etch engrav burn tattoo carve stash stow retain pencil "
        "lock keep kept "
        "hold_on hold_this hold_it hold_that hang_on hang_onto t_lost lose forget forgot repeat so_you so_i "
        "so_it so_we "
        "just_so be_known you_know should_know well_know oughta_know future later long_ l8r next_ carry entry "
        "memo stays_in "
        "stay_with stick worth permanent factor dossier tabs_on shelf eternity fixed default internali "
        "overlooked remember_for remember_above remember_in remember, squirrel tuck park_t consign"
    ).split()
)
"""A piece of one of these stands in every announcement."""

STARTS_OTHERWISE = re.compile(
    r"(?:(?:so|and|but|well|ok|hey|anyway|yesterday|today)[\s,]+)*(?:he|she|they|someone|somebody|his|her|their"
    r"|my (?!user|own|profile|file|record|notes)\w+ (?:said|says|told|keeps|kept|wrote|is|has|was|needs|wants|should"
    r"|must"
    r"|asked|ought|would)|i(?:'ll|'d"
    r"| will| would)? (?:remember|forgot|forget|keep|kept"
    r"|always|never|noted|wrote|saved|lost|used to|had|was|have|read|saw|found|got|love|hate|can'?t|couldn'?t"
    r"|don'?t)\b"
    r"|how|why|which|where|who|when (?:he|she|they|we|i (?:was|were))|if (?:he|she|they)|what (?:is|are|do|does"
    r"|did|was|were|can"
    r"|should i|would|a)\b|do (?:you|i|we)|did|does|is|are|was|were|have you|has|translate|rewrite|summari[sz]e"
    r"|write me|explain)\b",
    re.I,
)
WORK = re.compile(
    rf"\b(?:keep|make|leave) (?:it|things|everything)(?: \w+)? {_MANNER}\b"
    r"(?![^:]*\b(?:from (?:now|here|today)|always|future|good|every)\b)|"
    r"\b(?:translate|rewrite|explain|solve|summari[sz]e|proofread|draft|poem|essay|story|novel|french|spanish"
    r"|german|json|csv|pdf"
    r"|disk|desktop|clipboard|variable|function|class|repo|branch|commit message|digits|reverse|game|exercise"
    r"|quiz|lyrics?|song"
    r"|quote|proverb|saying|sign (?:says|said|reads)|poster|in the (?:film|book|movie)|take notes on|lecture)\b",
    re.I,
)
"""What is at work in the message, so that keeping may mean something else."""

REFUSED = re.compile(
    r"\b(?:out of|off) (?:your|the|my|that|record)\b|\b(?:not|don'?t|dont|never|no need to|needn'?t|without|stop"
    r"|can'?t|won'?t|shouldn'?t)"
    r" (?:(?:you|ever|please|have to|need to|want you to|to|bother to|actually)\s+)*(?:save|store|keep|record|log"
    r"|note|remember|retain"
    r"|put|add|write|file|hold|memori[sz]e|stor|saving|storing|keeping)\b|\bjust for now\b|\b(?:not|nothing|none"
    r"|no)\b[^:]{0,30}\b(?:your memory|your notes|on file|on record|your records?)\b"
    r"|\b(?:them|him|her|people|students|pupils|kids|everyone|readers) to\b|\bbetween us\b(?!.*\bmemory)",
    re.I,
)
"""What turns it round."""

OF_ME = re.compile(
    rf"\b(?:(?:on|about|of|for|know) me|my (?:profile|file|record|dossier))\b|{MEMORY}", re.I
)
"""What says that it is the assistant's memory of the user."""

WITHIN = re.compile(r",\s+(?=(?:my|our|i|i'm|the (?!way|one))\b (?!\w+$))", re.I)
"""Where what is to be kept begins before the mark: "a note for the ages, my record: 412,000"."""

KEPT_ASIDE = re.compile(
    r"(?P<x>[^–—(:;]{5,120}?)\s*(?:[–—]|\s-|\()\s*(?:and )?(?:that|this|it) (?:goes|belongs|stays|is|(?:should|must"
    r"|can|has to"
    rf"|needs to) (?:go|stay)) (?:right |straight )?(?:(?:in|into|on|to|for|with) )?{MEMORY}\b[^–—):]{{0,30}}(?:[–—]"
    rf"|\s-\s|\))",
    re.I,
)
"""A fact, and between dashes that it is to be kept."""

NOT_A_FACT = re.compile(
    r"(?:it|that|this|you|u|because|as|since|and|so|but|please|thanks?|or|if|when|to|ok|okay|would|will|can|could"
    r"|then|not|for|in|cause"
    r"|cos|the (?:way|one|following)|my (?:friend|dear|memory))\b",
    re.I,
)

"""What stands around a command, and how is it spelt?"""

from __future__ import annotations

import re

from langmem_ext.policies import spelling

MAX_COMMAND = 240
"""Characters of the longest sentence that is read as a command; who writes more tells a story."""

MAX_SENTENCES = 4
"""In a longer message only the first and the last sentence are read: the others may be pasted."""


LEAD = re.compile(
    r"(?:(?:hey|hi|hello|thanks|thank you|thx|ok|okay)(?:\s+(?:there|so much|a lot|\w+(?=,)))?"
    r"|before we (?:start|begin|continue|go on)|oh|ah|so|and|also|but|well|alright|all right"
    r"|right|yes|yeah|yep|no(?! (?:longer|need|more|reason|point))|nope|sure|great|cool|nice"
    r"|btw|by the way|actually|now|then|just|kindly|pls|plz|please|sorry|oops|whoops|wait"
    r"|h+m+|u+m+|uh+|er+|hold on|never ?mind|nvm|nah|on second thoughts?"
    r"|i(?:'ve| have)? changed my mind|first|finally|next|lastly|quick question|one more thing"
    r"|(?:dear )?(?:assistant|bot|buddy|ai|mate)|out of curiosity|just curious|curious|for real"
    r"|yo|dude|bro|bruh|man|fam|oof|ugh|argh|lol|lmao|haha+|omg|omfg|crap|shit|damn|dang|gosh|jeez|yikes|whoa"
    r"|welp|aight"
    r"|be honest|tbh|ngl|real talk|real quick|real fast|quick one|fyi|look|listen|good (?:morning|evening"
    r"|afternoon|day)|morning"
    r"|evening|on reflection|come to think of it|if (?:you don't mind|you please|possible|you can|you would|i may)"
    r"|if it's (?:ok|okay|possible|not too much trouble)|when you (?:get|have) a (?:sec|second|minute|moment|chance)"
    r"|for my own (?:interest|peace of mind|records)|for transparency|(?:as a )?follow-?up|pretty please|with respect"
    r"|to be clear|new topic|different topic|changing topic|apologies|pardon(?: me)?|excuse me|my (?:mistake|bad)"
    r"|forgive me"
    r"|seriously|honestly|immediately|simply|maybe|perhaps|anyway|also)(?![\w'])[\s,:;!.…–—-]*",
    re.IGNORECASE,
)
"""What may stand before a command and says nothing of its own; at least one follows another."""

ASKING = re.compile(
    r"(?:(?:can|could|would|can't|couldn't|won't) (?:you|u)|(?:can|could|shall|should) we|i(?:'d| would)"
    r" (?:rather(?= you (?!didn't|did not))"
    r"|prefer it if) you"
    r"|(?:can|could|may|might) i(?= (?:please |just |also )?(?:see|have|get|view|review|check|look|hear))"
    r"|please to(?= (?:forget|delete|remove|erase|clear|wipe|undo|show|list|tell|give|restore))"
    r"|(?:please|kindly) you(?: to)?(?= (?:forget|delete|remove|erase|clear|clean|wipe|undo|show|list|tell))"
    r"|i(?:'d| would| should)? (?:really |just |also |kindly )?(?:like|love|want|need|prefer|ask|request|require"
    r"|expect|wish)(?: for| that| of)? you(?: to| please)*"
    r"|i (?:would |should )?be (?:very |most |so )?(?:grateful|thankful|glad|happy|obliged|pleased) if you(?: could"
    r"| would| can)?"
    r"|(?:it|that)?(?:'d| would)? ?be (?:great|nice|good|lovely|helpful|wonderful|cool|best"
    r"|kind of you)(?: if)? you(?: could| would| can)?"
    r"|(?:would|could) you be so (?:kind|good)(?: as)? to|be so (?:kind|good)(?: as)? to"
    r"|i(?:'d| would| should)? (?:really )?(?:like|love|want|need|wish) to"
    r"(?= (?:please |just |also )?(?:see|know|hear|view|check|review|undo|delete|remove|clear|erase|wipe|get"
    r"|look|have))"
    r"|i(?:'d| would) (?:appreciate it|be glad|be happy|be grateful) if you(?: could| would)?"
    r"|(?:i'm|i am|im)(?: just| really| quite)? (?:curious|wondering|interested)(?: about| to (?:know|see"
    r"|hear))?(?=[:,]? (?:what|which|how))[:,]?"
    r"|i (?:wonder|was wondering)(?= (?:what|which|how))|i was wondering (?:if|whether) you (?:can|could|would)"
    r"|(?:start (?:over|fresh|from (?:zero|scratch))|(?:a )?(?:fresh start|clean slate)|(?:please )?do this"
    r"|one request"
    r"|request|command|task|favou?r|question)\s*[:,–—-]"
    r"|i(?:'m| am) asking you to|i demand (?:that )?(?:you )?"
    r"|you (?:can|should|must|may|could|need|have)(?: to)?(?! (?:know|remember|have|got|saved|stored|kept|on|in|about"
    r"|ever|not)\b)"
    r"|(?:go ahead|feel free)(?: and| to)?|make sure (?:you|to|that you)|be sure to"
    r"|do me (?:a|one|the) (?:\w+ )?favou?r(?: and|,|:)?|let's|lets|try to|(?P<mind>(?:would|do) you mind|mind"
    r"|how about)"
    r"|(?:is it|would it be) possible(?: for you)? to|it(?:'s| is) (?:time|ok|okay|fine) to"
    r"|i(?:'d| would| am|'m) (?:be |quite |very |really )*(?:interested|curious|keen|happy|glad|eager) (?:to|in)"
    r" (?:hear(?:ing)?|see(?:ing)?|know(?:ing)?)"
    r"|i(?:'d| would)? (?:really )?(?:like|want|need|love|request|require)(?= (?:(?:a|an|the|my|full|complete"
    r"|quick|short|brief"
    r"|detailed) )+(?:list|summary|rundown|overview|recap|report|copy|breakdown|readout|inventory)\b)"
    r"|(?:i am|i'm|im|we're) (?:wanting|looking|hoping|trying|wishing|keen|eager)(?: for you)? to(?= (?:see|know"
    r"|hear|view|check|review"
    r"|get|have|look|delete|remove|erase|clear|forget|undo))"
    r"|(?:you )?(?:have|got) to|i (?:must|have to) (?:ask|request|insist)(?: that)? you(?: to)?|i'll need you to"
    r"|i hereby (?:ask|request)(?: that)? you(?: to)?"
    r"|any way (?:to|(?:that )?(?:you|i|we) (?:can|could))|any chance (?:of )?(?:you(?:'d| could| can| would)|i"
    r" (?:could|can)|we (?:could|can))|is there (?:any )?(?:a )?(?:way|chance)(?: that)?(?: for)? (?:you (?:could"
    r"|can|to)"
    r"|i (?:could|can)|to)|would it be (?:ok|okay|alright) to|i think you (?:can|should))\s+(?=\S)",
    re.IGNORECASE,
)
"""How a command is put as a request."""

COURTEOUS = frozenset(
    """i i'd i'll i'm im am you you'd you'll we we'd it it'd it's that that'd me my would could can may might should
    shall will must do be been is was like love want need wish hope prefer ask asking request requesting require beg
    urge appreciate if whether as so to and for of by please kindly pls just now then also very much really
    most quite ever rather
    truly deeply greatly more than too simply hereby grateful thankful obliged indebted glad happy pleased delighted
    relieved kind good nice great lovely dear darling sweet sweetheart star angel pal sport wonderful
    helpful best better super cool awesome fine okay ok alright possible way chance trouble bother mind willing able
    wondering wonder favor favour one small quick big huge little thing request go ahead feel free sure make certain see
    ensure have get let trying try time moment sec second minute get a an the this any here there next first
    think thank thanks you're able welcome hey hi hello oh well yes no problem ought to'd allowed permit permitted
    insist demand expect trust assume suppose believe gladly immediately urgently today sometime whenever lets let's us
    enquire inquire know curious interested keen eager like'd i've ve had d ll""".split()
)
"""Words that a request is wrapped in, and that state nothing by themselves."""

VERB = re.compile(
    r"\b(?:forget|unlearn|delete|remove|erase|drop|wipe|clear|get rid|scrub|purge|discard|throw|nuke|strike|bin"
    r"|scrap|ditch"
    r"|trash|expunge|eliminate|dispose|scratch|cross|lose|undo|revert|restore|recover|reinstate|bring|put|take"
    r"|show|list"
    r"|display|print|tell|give|read|recap|summari[sz]e|review|see|hear|pull|set out|lay out|go over|run through|share"
    r"|what|which|where|how|who|why|when|from where|everything|stop|reset|empty)\b",
    re.IGNORECASE,
)
"""With what a command may begin behind its courtesies."""

OF_ONES_OWN = frozenset(("forget", "lose", "unlearn", "drop", "scrap", "stop", "throw"))
"""What "I want to ..." says of the user, and only "I want you to ..." asks of the assistant."""

STRANGE = re.compile(
    r"\b(?:said|says|say|asked|asks|told|tells|wrote|writes|write|writing|translate|imagine|pretend|suppose|type"
    r"|typed|means|meant"
    r"|called|titled|song|lyrics|story|character|he|she|they|someone|somebody|people|customers?|users?|if|unless"
    r"|whether|don't|not|never|won't|can't)\b",
    re.IGNORECASE,
)
"""Signs that a request inside a sentence is not the user's own."""

TAIL = re.compile(
    r"[^\w\s'\")\]#]+$|"
    r"[\s,;–—-](?:and start (?:over|fresh|again|from scratch))$|"
    r"[\s,;–—-](?:please|pls|plz|thanks|thank you|thx|ty|cheers|now|right now|for me|again|ok|okay|k"
    r"|anymore|any more|any longer|at all|then|so far|by now|until now|to date|already|currently|exactly"
    r"|these days|if you can"
    r"|if possible|would you|will you|can you|could you|right away|immediately|asap|at the moment"
    r"|at this point|at present|that'd be great|that would be great|much appreciated|cheers mate|my friend|would ya"
    r"|no longer|today|tonight|if you would|out of interest|out of curiosity|if you don't mind|if i may ask|bot|mate"
    r"|buddy|though|actually|instead|lol"
    r"|haha+|lmao|lmfao|tho|tbh|ngl|bro|dude|man|fam|bruh|sir|hun|hon|dear|love|x+|real quick|real fast|quick"
    r"|quickly|rn|atm|asap|ngl"
    r"|and (?:thanks|thank you|thx|ty|thank u|cheers)|thank u|many thanks|thanks (?:so much|a lot|in advance|a"
    r" (?:bunch|million|ton))"
    r"|pretty please|when you (?:get|have) a (?:sec|second|minute|moment|chance)|if (?:that's|that is|it's) (?:ok"
    r"|okay|possible|alright|all right)"
    r"|if you (?:would|please|could|will)(?: be so kind)?|at your earliest convenience|for a (?:sec|second|moment"
    r"|minute)"
    r"|without delay|forthwith|at once|promptly|straight away|kindly|i beg you|in full|in detail|entirely|from now on"
    r"|on my behalf|before we (?:go on|continue|start)|right\?*|yeah|yes|eh|huh|or (?:what|something)|my dear|in there"
    r"|anyway|for good|once and for all|altogether|entirely|completely|permanently|as well"
    r"|from (?:before|(?:our(?: \w+)?|(?:the |my )?(?:previous|last|past|earlier|other|older))"
    r" (?:chats?|conversations?|sessions?|talks?)))$",
    re.IGNORECASE,
)
"""What may stand after a command and says nothing of its own."""

GERUNDS = {
    "forgetting": "forget",
    "deleting": "delete",
    "removing": "remove",
    "erasing": "erase",
    "clearing": "clear",
    "wiping": "wipe",
    "undoing": "undo",
    "showing": "show",
    "telling": "tell",
    "listing": "list",
    "restoring": "restore",
    "dropping": "drop",
    "binning": "bin",
    "scrapping": "scrap",
    "reverting": "revert",
    "explaining": "explain",
    "giving": "give",
    "taking": "take",
    "bringing": "bring",
    "cleaning": "clean",
    "displaying": "display",
}
"""The verbs of "would you mind ...ing"."""

SHORT_FORMS = spelling.SHORT_FORMS | {
    "u": "you", "ya": "you", "ur": "your", "abt": "about", "bout": "about", "wat": "what", "wut": "what",
    "wht": "what", "whats": "what's", "dont": "don't", "prefs": "preferences",
    "pref": "preferences", "favs": "favorites", "faves": "favorites", "mem": "memory", "mems": "memories",
    "info": "information", "everythng": "everything", "undoo": "undo", "shw": "show", "shwo": "show", "hwo": "how",
    "knwo": "know", "4get": "forget", "waht": "what", "whta": "what", "abuot": "about", "aobut": "about",
    "unod": "undo", "udno": "undo", "how'd": "how did", "where'd": "where did", "why'd": "why did",
    "ctrl-z": "undo", "ctrl+z": "undo", "un-delete": "undelete", "kno": "know", "konw": "know", "no.": "number",
    "nr": "number", "nr.": "number", "num": "number", "teh": "the", "thx": "thanks", "rember": "remember",
    "wot": "what", "tht": "that", "taht": "that", "thta": "that", "forgte": "forget", "fogret": "forget",
    "y": "why", "hav": "have",
    "pls": "please", "plz": "please", "dlete": "delete", "delte": "delete", "rmv": "remove", "claer": "clear",
    "memorys": "memories", "what've": "what have",
    "gimme": "give me", "lemme": "let me",
    "remvoe": "remove", "shoow": "show", "lsit": "list", "youve": "you've", "clera": "clear", "cleer": "clear",
    "wich": "which", "whcih": "which", "wehre": "where", "whre": "where", "hw": "how", "knwon": "known", "knw": "know",
    "lern": "learn", "lerned": "learned", "lernt": "learnt", "stord": "stored", "sved": "saved", "saevd": "saved",
    "whst": "what", "wha": "what", "hve": "have", "ahve": "have", "yuo": "you", "al": "all", "yuor": "your",
    "evrything": "everything", "evrythin": "everything", "everythin": "everything", "evry": "every", "tel": "tell",
    "erse": "erase", "earse": "erase", "wip": "wipe", "wpie": "wipe", "undoe": "undo", "bak": "back", "bck": "back",
    "restor": "restore", "delet": "delete", "deleet": "delete", "dleete": "delete", "frogot": "forgot",
    "sumarize": "summarize", "remeber": "remember", "numbr": "number", "nmber": "number", "wher": "where",
    "ths": "this", "thsi": "this", "tihs": "this", "fro": "for", "mee": "me", "plese": "please", "stuf": "stuff",
    "infos": "information", "infomation": "information", "goalz": "goals", "hobbys": "hobbies", "cud": "could",
}  # fmt: skip
"""Chat spelling of the words that commands are made of."""

CORRECTED = (
    "forget remember please memory memories everything delete preferences anything preference remembered number"
    " remove restore about learned recall personal information relationships relationship interests interest"
    " constraints memorized collected summarize mentioned"
).split()
"""Words that are recognised with one letter wrong, missing, doubled or swapped."""

REAL_WORDS = frozenset(
    "pleased pleases lease release forgot forgets forge forged forger deleted deletes remembers remembered dismember"
    " everythings preference "
    "preferences memories memory memoirs numbers numbed remote remover abort abound abouts learner leaned learners"
    " persona personae recoil rename reload remodel interned interests interest collected collect connected"
    " constrains removes summarized summarizes restores really".split()
)
"""Words that differ from one of these by one letter and are meant as they stand."""

FOREIGN_AFTER = re.compile(r":\s*$")
"""A line that ends so hands over somebody else's words."""

IDLE = re.compile(
    r"(?:hey|hi|hello|good (?:morning|evening|afternoon)|thanks?|thank you|thx|please|ok|okay|yes|no|great|cool"
    r"|nice|sorry|oops|whoops|wait|hmm+|never ?mind|i (?:have )?changed my mind|changed my mind|perfect|awesome"
    r"|got it|alright|well|actually|quick question|one more thing|there|so much|very much|a lot|all|for that"
    r"|my (?:bad|mistake)|that was a mistake|my mistake|on second thoughts?|just curious|[\s,.!?'’-])*",
    re.IGNORECASE,
)
"""Sentences beside a command that ask and state nothing."""

NOMINAL = re.compile(
    r"(?:(?:i(?:'d| would| hereby)? (?:like|want|request|demand|ask for|need|require)|(?:please )?(?:proceed with"
    r"|arrange(?: for)?|go ahead with|carry out|perform|do)|requesting) )?(?:the |a |an )?(?:immediate |full "
    r"|complete |total )*"
    r"(?P<done>deletion|removal|erasure|clearing|forgetting|restoration|undoing) of (?P<x>.{3,160})",
    re.IGNORECASE,
)
"""Wishes put as a noun ("I request the deletion of ...")."""

PASSIVE = re.compile(
    r"(?:i(?:'d| would| should| do| hereby)? (?:really |now |also )?(?:like|want|need|prefer|wish|ask|request"
    r"|insist|demand|expect)"
    r"(?: for| that)?(?: to (?:see|have|get))?|have|let|(?:see to it|make sure|ensure|be sure|take care)(?:"
    r" that)?|(?:can|could|may|might"
    r"|would|will|should|must)"
    r"|get) (?P<x>.{3,160}?) (?:please )?(?:to be |be |are |is |gets? |being )?"
    r"(?P<done>deleted|forgotten|erased|removed|cleared|wiped|gone|shown|listed|undone|restored"
    r"|dropped|scrapped|struck|purged|discarded|binned|taken out)(?P<where> from .{3,40})?",
    re.IGNORECASE,
)
ACTIVE = {
    "deleted": "delete", "forgotten": "forget", "erased": "erase", "removed": "remove", "cleared": "clear",
    "forgot": "forget", "showed": "show", "told": "tell", "undid": "undo", "deletion": "delete", "removal": "remove",
    "erasure": "erase", "clearing": "clear", "forgetting": "forget",
    "restoration": "restore", "undoing": "undo", "wiped": "wipe", "gone": "delete", "shown": "show",
    "listed": "list", "undone": "undo", "restored": "restore", "dropped": "delete", "scrapped": "delete",
    "struck": "delete",
    "purged": "delete", "discarded": "delete", "binned": "delete", "taken out": "delete",
}  # fmt: skip
"""Wishes put in the passive ("I want number 3 deleted"), and the verbs that they mean."""

DISMISSED = re.compile(
    r"(?P<x>\S.{0,120}?),? (?:(?:(?:is|are|isn't|aren't|'s|was|were)(?: just)? (?:no longer|not|never) (?:needed"
    r"|required"
    r"|necessary|relevant|useful|wanted|of use)(?: any ?more| any longer)?|(?:can|may|should|must|has to|have to"
    r"|needs? to"
    r"|ought to|could) (?:all |both |now |please |also |just )?(?:go|leave|disappear|vanish|be (?P<done>deleted"
    r"|forgotten"
    r"|erased|removed|cleared|wiped|gone|dropped|scrapped|struck|purged|discarded|binned|taken out)))"
    r"(?P<where> from .{3,40}| off the list| out of (?:your|my) (?:memory|notes|records))?)",
    re.IGNORECASE,
)
"""What is put away as not needed ("number 3 can go"); `x` must say that it is something kept."""

PUT_FIRST = re.compile(
    r"(?P<x>\S.{2,120}?)(?:,| [–—-]|:|\.{2,}| (?:is|are)(?: \w+){1,3},)(?: and| so| then| just| please| now| you can"
    r"| can you| could you){0,3}"
    r" (?:forget|delete|remove|erase|drop|scrap|bin|get rid of|lose|strike|discard|purge|wipe|scrub|ditch|throw out"
    r"|clear|toss) (?:about )?(?:it|that|that one|this|this one|them|those|these|both)(?: all)?(?: from .{3,40})?",
    re.IGNORECASE,
)
"""What is named before it is put away: "the thing about my ex, get rid of it"."""

KEPT_THING = re.compile(
    r"(?:all|every|each|any)\b.*\bmemor(?:y|ies)\b.*|(?:and |but |so )?(?:(?:the|that|this|those|these|any|all"
    r"|your|my|every|one) ){0,2}(?:(?:last|old|first|second|third|wrong|whole) )?"
    r"(?:fact|memor(?:y|ies)|notes?|entr(?:y|ies)|things?|bit|part|stuff|records?|details?|information|one|info|facts)"
    r"(?: (?:you have|you've got|you saved|you stored|in your memory|you kept))? (?:about|on|that|of|saying|which|where"
    r"|stating|with|regarding|concerning|you)\b.+|(?:what|everything|anything|whatever|all) (?:(?:that )?(?:you"
    r"|i) .{2,40}? )?"
    r"(?:about|on|regarding|concerning) .+|what you (?:know|have|remember) .+|(?:the fact )?that (?:i|i'm|my|we)\b.+",
    re.IGNORECASE,
)
"""Words that can only mean something kept."""

PLACE = re.compile(
    r"(?:my|the|your|this|that|our|his|her) (?:[\w-]+ )?(?:desk|table|screen|desktop|page|phone|disk|drive|laptop"
    r"|computer|shelf"
    r"|floor|wall|fridge|board|whiteboard|plate|server|machine|bed|counter|canvas|clipboard|stove|list of guests"
    r"|site|website"
    r"|door|card|map|chart|menu|agenda|slide|stage|line|left|right|bottom|top)\b",
    re.IGNORECASE,
)
"""On what things lie that are no memories."""

THEN = re.compile(
    r"(?:(?:,|\s[–—-]|\.\.\.|…)\s*(?:so |and |but |then |therefore )?|\s(?:so|and|then|but) (?=please|pls|can you"
    r"|could you|would you|just|you can|kindly|i want you|forget|delete|undo))(?=(?:(?:lol|haha) )?(?:(?:please|pls"
    r"|just|can you"
    r"|could you|would you|you can|i want you to|kindly)\s)*"
    r"(?:forget|delete|remove|erase|undo|clear|wipe|drop|bin|scrap|scratch|take|show|list|restore|bring|revert|stop"
    r"|get rid|un-?[a-z]+|lose|purge|strike|reset|discard|put|recap|give|read|don't|tell me"
    r"|what|why do|how do"
    r"|how did|where did|when did|who told)\b)",
    re.IGNORECASE,
)
"""Where a command follows what gives rise to it: "that's outdated, so forget number 3"."""

NAMED = re.compile(
    r"(?:(?:please|pls|ok|okay|hey|can you|could you|would you|just|also|now)[\s,]+)*(?:forget|unlearn)(?: about)? "
    r"(?P<x>(?-i:[A-Z][\w'’-]+)(?: (?-i:[A-Z][\w'’-]+)){0,2})(?P<all>,? (?:and|along with) (?:everything|all|anything)"
    r" (?:about|on|to do with) (?:her|him|them|it))?(?:,? (?:please|pls|completely|entirely|altogether|thanks|for"
    r" good))*[\s.!]*",
    re.IGNORECASE,
)
"""A name that is all a message asks to forget."""

NO_NAMES = frozenset(
    "it that this him her them what everything all paris python java javascript rust excel google windows linux mac"
    " i i'm my christmas easter monday tuesday wednesday thursday friday saturday sunday english french german"
    " not about"
    " dinner lunch never you yes no number item me".split()
)
"""What is set aside more often than forgotten."""

NO_OCCASION = re.compile(
    r"(?:if|when|whenever|once|unless|until|imagine|suppose|as|after|before|in|like|while|since|where|then"
    r"|the (?:book|song|manual|docs?)"
    r"|translate|say|type|write|repeat|how|what|why)\b"
    r"|.*\b(?:said|says|say|told|tells|wrote|writes|asked|asks|goes|shouted|thinks?|thought|means?|called"
    r"|titled|reads|types?|typed)$",
    re.IGNORECASE,
)
"""What comes before a comma when the words after it are not the user's own request."""

ALSO = re.compile(
    r",? (?:and|but|then|and then) (?:also |please |instead |then |now )?"
    r"(?=(?:remember|forget|note|undo|delete|clear|show|list|tell me|save|store|don't forget)\b)",
    re.IGNORECASE,
)
"""Where a second command begins in the same sentence."""

YES = re.compile(
    r"(?:(?:yes|yeah|yep|yup|y|definitely|absolutely|confirmed?|i confirm|i'm sure|i am sure|do it|go ahead"
    r"|please do"
    r"|go for it|proceed|of course|sure|ok|okay|affirmative|i do|that's right|correct"
    r"|(?:clear|delete|erase|forget|remove|wipe) (?:them|them all|all|everything|it all|all of (?:it|them)"
    r"|(?:all )?my memories|all my memories)|please|now|thanks|thank you|100%|i really want (?:that|this"
    r"|to))[\s,.!]*){1,6}",
    re.IGNORECASE,
)
LUKEWARM = re.compile(
    r"(?:(?:sure|ok|okay|please|now|thanks|thank you|i do)[\s,.!]*){1,6}", re.IGNORECASE
)
"""Words that agree only beside a clear yes."""

NO = re.compile(
    r"(?:no|nope|nah|n|don't|do not|stop|cancel|never ?mind|wait|not (?:now|yet|really)|rather not"
    r"|keep (?:them|it|everything)"
    r"|better not|please don't)\b.*",
    re.IGNORECASE,
)

"""In which forms does somebody want something forgotten?"""

from __future__ import annotations

import re

from langmem_ext.command_reading.forms.families import whole
from langmem_ext.command_reading.forms.knowing import KNOWN, ME, THINGS

_PUTTING_AWAY = (
    "forget unlearn unremember un delete remove erase drop wipe clear get rid scrub purge discard throw nuke strike bin"
    " scrap ditch trash chuck expunge eliminate destroy clean scratch take cut redact obliterate unsave lose toss cross"
    " dispose do let reset flush empty archive"
)
_SAYING_NOT = (
    " don't not no never stop quit longer rather prefer wish needn't reason want strip pull leave"
)

_FORGET = r"(?:forget|unlearn|un-?remember)"
DELETE = (
    r"(?:delete|remove|erase|drop|wipe(?: out| away)?|clear(?: out)?|get rid of|scrub|purge|discard"
    r"|throw (?:away|out)|nuke|strike|bin|scrap|ditch|trash|chuck(?: out| away)?|expunge|eliminate|destroy"
    r"|clean(?: out| up)?|scratch|dispose of|do away with|let go of"
    r"|take out|cut|redact|obliterate|unsave|lose|toss(?: out)?|cross (?:off|out))"
)
_ANY = rf"(?:{_FORGET}|{DELETE})"
_ALL = (
    r"(?:absolutely )?(?:everything|anything|whatever|all(?: of)? (?:the|my|your)? ?(?:memories|facts"
    r"|information"
    r"|notes|details|knowledge|things)|(?:all|any|every)(?: of)?(?: the| my| your)?(?: stored| saved| remembered|"
    r" recorded"
    r"| remaining| existing| personal)* (?:data|records?|entr(?:y|ies)|memory|details?|items?)|all(?: that|"
    r" what)?|what|any(?:thing)? (?:and all )?(?:memory|memories|facts?"
    r"|information|notes?)|every (?:memory|fact|note|single thing)|the (?:memories|facts|information|notes"
    r"|things|stuff)"
    r"|memories|notes|information|things|stuff|all the stuff)"
)
_SAID = (
    rf"(?: (?:that )?(?:{KNOWN}|i(?:'ve| have)?(?: just| ever| once)? (?:told you|said|mentioned|shared"
    rf"|wrote|talked)"
    r"|we(?:'ve| have)?(?: ever)? (?:discussed|talked|said)))?"
)
_ON = (
    r"(?:about|regarding|concerning|pertaining to|related to|relating to|on|involving|(?:that (?:has|is) |having "
    r"|that's )?to do with"
    r"|mentioning|tied to|associated with|linked with|to do with|re:?|touching(?: up)? ?on"
    r"|whose subject is|around|that mentions?|that involves?|that"
    r" concerns?|containing|that contains?|connected (?:to"
    r"|with)|linked to)"
)
_TRACE = (
    r"(?:any|every|all|each) (?:mentions?|traces?|records?|memor(?:y|ies)|references?) (?:of|to)"
)
_MEMORY = (
    r"(?:(?:your|the|my|long-term|our) ){0,3}(?:memory|memories|notes|records|mind|brain|database|head|files?"
    r"|profile|knowledge(?: base)?)"
)

CLEAR = whole(
    _PUTTING_AWAY + " start burn kill torch",
    rf"(?:{_ANY}|reset|flush|empty) {_ALL}{_SAID} (?:about|on|of|regarding|concerning) (?:me|myself|us)(?: (?:from"
    rf"|in) {_MEMORY})?",
    rf"{_ANY} {_ALL} (?:that )?(?:{KNOWN}|i(?:'ve| have)?(?: ever)? told you|in {_MEMORY}|from {_MEMORY})",
    rf"(?:{_ANY}|archive|reset|empty|flush|clean(?: out)?) (?:(?:all|every|each|of|the|out|single|one|my|your|our"
    rf"|those|these|"
    r"saved|stored|existing|entire|whole|complete|long-term|personal|any) ){0,6}memories"
    rf"(?: (?:(?:that )?{KNOWN})| {ME}){{0,2}}",
    r"(?:clear|wipe(?: clean)?|reset|erase|empty|flush|purge|delete|clean(?: out)?|nuke) (?:(?:all|of|out"
    r"|entire|whole"
    r"|complete|long-term) ){0,3}(?:my|your|the|all|our) (?:(?:entire|whole|complete|long-term"
    r"|full) ){0,2}"
    r"(?:memory|memory bank|memory store)(?: (?:of|about|on) (?:me|us))?(?: clean| completely)?",
    r"(?:clear|wipe|reset|erase|flush|purge) (?:all )?memory",
    rf"{DELETE} (?:(?:all|the|any|every|your|whole|entire) ){{1,3}}(?:memory|memories|data|information"
    rf"|knowledge) (?:(?:that |what |which )?{KNOWN} )?{ME}",
    r"(?:wipe the slate clean|start (?:over )?with a clean slate)(?: (?:about|with|for) me)?",
    r"(?:burn|kill(?: off)?|torch|purge|wipe|empty|reset|clear|erase)(?: out)? (?:your|the"
    r"|my) (?:(?:whole|entire|complete"
    r"|full|user) ){1,2}(?:memory|memories|memory store|memory list)(?: (?:for|of|about) (?:me|my user|my account))?"
    r"(?: (?:to|until) (?:empty|zero|nothing))?",
    r"forget (?:everything|it all|all of it|absolutely everything|every single thing|me|who i am|all about me"
    r"|about me|that i exist|everything we(?:'ve| have)?(?: ever)? (?:discussed|talked about|said))",
    rf"(?:delete|erase|wipe|remove|purge|clear) (?:(?:all|of|everything in|the) ){{0,2}}my (?:(?:saved"
    rf"|stored|personal"
    rf"|user) ){{0,2}}(?:data|information|details)(?: (?:from {_MEMORY}|(?:that )?{KNOWN}))?",
    rf"(?:delete|erase|wipe|remove|purge|clear) all (?:(?:of|the|saved|stored|personal) ){{0,3}}(?:data"
    rf"|information"
    rf"|details|facts|notes|things) (?:(?:that )?{KNOWN} )?{ME}",
)
"""Asks to forget everything."""

FORGET_ABOUT = whole(
    _PUTTING_AWAY + _SAYING_NOT,
    rf"(?:purge|clear|wipe|clean|scrub|empty|rid) (?:your |my |the )?(?:memory|memories|notes|memory bank) (?:of"
    rf"|from) {_ALL}{_SAID} {_ON} (?P<x>.+)",
    rf"no longer (?:remember|know|keep|store|save) (?:anything|everything|any {THINGS}) {_ON} (?P<x>.+)",
    rf"{_FORGET} {_ALL}{_SAID} {_ON} (?P<x>.+)",
    rf"{DELETE} (?!(?:notes|information|things|stuff|what|the notes|the information|the things|the stuff) )"
    rf"{_ALL}{_SAID} {_ON} (?P<x>.+)",
    rf"{DELETE} {_ALL} (?:that )?{KNOWN} {_ON} (?P<x>.+)",
    rf"{_FORGET} (?:about )?(?:what|whatever|everything|the things?|the stuff) (?:that )?(?:i|we)(?:'ve"
    rf"| have)?(?: just| once)?"
    rf" (?:told you|said|mentioned|shared|wrote|talked|discussed|was saying) {_ON} (?P<x>.+)",
    rf"{_FORGET} (?:that )?i(?:'ve| have)?(?: ever| even)? (?:told you|talked|spoke|said anything"
    rf"|mentioned anything)"
    rf" {_ON} (?P<x>.+)",
    rf"{_FORGET} (?:that )?i(?:'ve| have)?(?: ever| even)? (?:said|mentioned|brought up"
    rf"|told you)(?: about)? (?:that|the"
    rf"|this) (?:thing|stuff|bit|part) {_ON} (?P<x>.+)",
    rf"{_FORGET} (?:that )?i(?:'ve| have)? (?:ever|even) (?:mentioned|brought up) (?P<x>(?!(?:it|this|that"
    rf"|anything)\b).+)",
    rf"{_ANY} {_TRACE} (?P<x>.+)",
    r"(?:i )?(?:don't|do not|no longer) want you to (?:know|remember)(?: anything)? about (?P<x>.+)",
    rf"{DELETE} (?P<x>(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+){{0,2}}) from (?:your|my|long-term|our)? ?(?:memory"
    rf"|memories|notes|mind|head)",
    rf"no more (?:{THINGS}) {_ON} (?P<x>(?:my|our|me|(?-i:[A-Z])).*)",
    rf"{_FORGET} all about (?P<x>.+)",
    rf"{DELETE} (?:all )?(?:the|that|those|your) (?:stuff|things|bits?|details|information) {_ON} (?P<x>(?:my"
    rf"|our|me|how i|where i)\b.+)",
    r"(?:forget|unlearn) about (?P<x>(?:my|our|the fact) (?!question|request|message|last).+)",
    r"forget about (?P<x>(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+){0,3})",
    rf"(?:(?:i )?(?:don't|do not|never) want you to|don't|do not|stop|quit) (?:remember(?:ing)?"
    rf"|know(?:ing)?|keep(?:ing)?|hold(?:ing)? on to|hang(?:ing)? on to|retain(?:ing)?|hold(?:ing)?"
    rf"|stor(?:e|ing)|sav(?:e|ing)) (?:anything|everything|any {THINGS}|{THINGS}"
    rf"|the {THINGS}) {_ON} (?P<x>.+)",
)
"""Asks to forget a subject, `x`."""

_ONE = rf"(?!(?:clear|wipe|clean|cut|destroy|dump)\b){_ANY}"
_CLAUSE = r"(?:(?:i|i'm|im|i've|ive|i'd|my|we|we're|we've|our|mine)\b.+)"
_FACT = (
    r"(?:fact|memory|note|detail|information|entry|thing|bit|part|piece of information|one|item)"
)
FORGET = whole(
    _PUTTING_AWAY + _SAYING_NOT,
    r"(?:take|strip|pull(?! up\b)|leave) (?P<x>\S.+) (?:off|out of|from) (?:your|my) (?:memory|memories|notes|records"
    r"|list of memories)",
    rf"{_FORGET} (?:that )?i (?:ever )?(?:said|told you|mentioned) (?:that )?(?P<x>{_CLAUSE})",
    rf"{_ANY} (?:from {_MEMORY} )?(?:about )?(?:(?:the|that) (?:fact|part|bit) )?(?:that |how |where "
    rf"|when )(?P<x>{_CLAUSE})",
    rf"{_FORGET} (?:about )?(?:the fact )?(?P<x>{_CLAUSE})",
    rf"{_FORGET} (?:the fact )?that (?P<other>\S.+)",
    rf"{_ONE} (?:the|that|this|any|your) {_FACT} (?:you have |you saved |you stored |i (?:told you"
    rf"|mentioned) )?"
    r"(?:that says |which says |that said |stating |which states |that states |reading |claiming |noting |telling"
    r" |saying |that "
    r"|which |concerning |about |on |regarding |where |of |me saying |how )+(?P<x>.+)",
    rf"{DELETE} (?P<x>\S.+) from (?:your|my|long-term|our) (?:long-term )?(?:memory|memories|notes|records"
    rf"|mind|brain|head"
    r"|knowledge(?: base)?)",
    rf"{DELETE} (?P<x>\S.+) from memory",
    rf"{DELETE} (?P<x>my (?:(?:old|home|work|mobile|cell|personal|e-?mail|street"
    rf"|phone) ){{0,2}}(?:phone number"
    rf"|e-?mail address|address|birthday|birth ?date|date of birth|name|nickname|age|employer|job title"
    rf"|occupation|city|pronouns|allerg(?:y|ies)|diet|hometown|favou?rite \w+(?: \w+)?"
    rf"|preferences?(?: for .+)?))"
    rf"(?: (?:that )?{KNOWN})?",
    rf"{_FORGET} (?P<quoted>\"[^\"]+\"|“[^”]+”|'[^']+'|«[^»]+»)",
    rf"(?:stop|quit) (?:remembering|storing|keeping|thinking)(?: the fact)?(?: that)? (?P<x>{_CLAUSE})",
    rf"(?:i'd|i would|i) (?:rather|prefer(?: it)?(?: if)?|wish) (?:that )?you (?:didn't|did not|don't|wouldn't|no"
    rf" longer|not|forgot|would forget|stopped)"
    rf" ?(?:remember(?:ing|ed)?|keep|kept|store|stored|save|saved|know|knew|have|hold)?(?: in mind)?(?: the"
    rf" fact)?(?: that)? (?P<x>{_CLAUSE})",
    rf"(?:(?:i )?(?:don't|do not|no longer) want you to|don't|do not|no longer|(?:there's |there is )?no need(?:"
    rf" for you)? to|no reason to|you (?:needn't|need not)|you (?:don't|do not"
    rf"|no longer) (?:need|have) to)"
    rf" (?:remember|keep|store|save|know)(?: in mind)?(?: the fact)?(?: that)? (?P<x>{_CLAUSE})",
    r"(?:delete|remove|erase|unsave|un-save|scrub|scrap|strike) (?P<x>(?:i'm|im|i am|i've|ive|i) \S.*)",
    r"(?:no longer|not|never|stop|quit) (?:know(?:ing)?|remember(?:ing)?|recall(?:ing)?|memori[sz](?:e"
    r"|ing))(?: any ?more)?"
    r" (?P<x>(?:my|our|what|where|when|how|who|the) \S.*)",
    r"(?:stop|quit|no longer|not|don't|do not|must not|never) (?:stor(?:e|ing)|keep(?:ing)?"
    r"|remember(?:ing)?|know(?:ing)?"
    r"|sav(?:e|ing)|hold(?:ing)? on to|hang(?:ing)? on to)(?: any ?more"
    r"| any longer)?(?: the fact)? that (?P<other>\S.+)",
    r"(?:don't|do not|stop|quit|no longer) (?:hold(?:ing)?"
    r"|hang(?:ing)?) on to (?:the fact that )?(?P<x>(?:my|i|i'm|our)\b.+)",
    r"(?:un-?sav(?:e|ing)|un-?remember(?:ing)?|un-?learn(?:ing)?) (?P<x>(?:my|our|that|where|the fact that) \S.*)",
    rf"{_ANY} (?P<x>(?:that|this) (?:one )?(?:memory|fact|note|entry)|(?:that|this) (?:one )?from {_MEMORY})",
    r"forget (?P<x>where i (?:live|work|was born|grew up)|who my \w+ (?:is|are)|how old i am|what i (?:do"
    r"|like|eat|drink)"
    r"(?: for (?:a living|work))?|when (?:i was born|my birthday is))",
)
"""Asks to forget one thing: `x` says it; `other` does too when it states something of somebody."""

NUMBERED = whole(
    _PUTTING_AWAY + " kill kick axe remove dump",
    rf"(?:{_ANY}|scratch|cross (?:out|off)|scrap|take (?:out|off)|strike (?:out|off)|lose|kill|kick out|axe|remove"
    rf"|dump|toss) (?:about )?(?P<x>.{{1,60}})",
)
"""Asks to forget what stands in the last list, when nothing but numbers follows."""

IDIOM = re.compile(
    r"(?:(?:that )?i (?:(?:ever|even|just) )?(?:asked|said (?:anything|something|it|that|this|so)?$"
    r"|mentioned (?:it|that|this"
    r"|anything)?$|brought|told you(?: (?:that|this|it|anything|so))?$|wrote|typed|sent|was here|exist|am here)"
    r"|my (?:(?:last|previous|earlier|prior|first|original|other) )*(?:messages?|questions?|requests?|prompts?"
    r"|instructions?|keys|manners|point|wallet|umbrella|passport|turn|password|rant|comment|remark|joke)\b"
    r"|(?:it|them|that|this)$|i(?:'m| am) (?:here|asking)"
    r"|(?:we|i) (?:talked|spoke|met|had this))",
    re.IGNORECASE,
)
"""What people say to forget without having memory in mind: "forget I asked"."""

GOES_ON = re.compile(
    r"(?:[,:;]|\s[–—-])\s*(?:and |so |but |then )?(?:let's|lets|let us|pretend|imagine|act|start|just|focus"
    r"|tell|explain"
    r"|write|think|assume|listen|here|instead|we|what|how|can|could|give|make|move|moving|try|i need|i want"
    r"|you|this"
    r"|that|it|which|where|there)\b"
    r"|\s(?:and|so|then|but) (?:let's|lets|let us|pretend|imagine|act|start|just|focus|tell|explain|write"
    r"|think|assume"
    r"|listen|grade|check|rate|correct|instead|give|make|move|try|answer|help|talk|go|do|use|come|look|get"
    r"|concentrate|be|enjoy|read"
    r"|play)\b"
    r"|\sfor (?:now|a (?:moment|second|minute|sec|bit|while|day|week)|today|tonight|the (?:moment"
    r"|time being))\b"
    r"|\s(?:if|unless|when|while|until) (?:i|you|we)\b",
    re.IGNORECASE,
)
"""Signs that the sentence only sets something aside and goes on to what it is about."""

REASON = re.compile(
    r"(?:,| [–—-])\s*(?:i|i'm|im|i've|ive|it|it's|that|that's|we|she|he|they|because|since|as|this|not|which|is"
    r" not)\b.*$"
    r"|\s(?:because|since|cause|as|cuz|coz)\s(?:i|i'm|im|i've|it|it's|that|that's|we|she|he|they)\b.*$",
    re.IGNORECASE,
)
"""Why something is to be forgotten: no part of what is."""

POINTING = re.compile(
    r"(?:that|this|it|them|those|these)(?: (?:one|memory|fact|note|entry|thing)"
    r"|(?: \w+){0,2} (?:ones|memories|facts|notes|entries|things|items|records))?(?: from .*)?",
    re.IGNORECASE,
)
"""An argument that means what was spoken of last."""

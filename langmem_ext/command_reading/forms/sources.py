"""In which forms does somebody ask where something is known from?"""

from __future__ import annotations

import re

from langmem_ext.command_reading.forms.families import whole

_SELF = r"(?:i|i'm|im|i've|ive|i'd|my|me|we|our)\b"
_KNOWS = (
    r"(?:how|why|since when|how come|from where|where) (?:do|did|would|could|can|have) you"
    r" (?:even |actually |already |possibly |come to )?(?:know|knew|remember|find out|learn|hear|got|figure out"
    r"|work out|pick up"
    r"|discover|gather|get the idea|find)"
)
_BELIEVE = r"(?:know|believe|think|assume|say|claim|reckon|conclude|suppose|figure|remember|state)"
_OFTEN = (
    r"(?:(?:come|came|to|ever|even|actually|already|first|have|had|been|possibly|manage(?:d)?|happen(?:ed)?|get"
    r"|got|the|this|that"
    r"|any|your|information|info|fact|facts|idea|impression|notion|news|knowledge|detail|details|piece|of|it"
    r"|noted|down|saved"
    r"|stored|recorded|written|on|file|in|memory|out|up|about|from|as|hold|so|just) )"
)
_FINDS = (
    r"(?:know|knew|known|knowing|learn|learned|learnt|learning|hear|heard|hearing|find|found|discover(?:ed)?"
    r"|gather(?:ed)?|obtain(?:ed)?|acquire[d]?"
    r"|get|got|gotten|getting|have|pick(?:ed)?|come by|come across|deduced?|infer(?:red)?|aware|figured?"
    r"|work(?:ed)?|source[d]?)"
)
WHY = whole(
    "how why where who when what what's where's since from by explain tell show on in which based through clarify say",
    r"(?:how long have you known|since when (?:do|did|have) you (?:know"
    r"|known))(?: about)?(?: that)? (?P<x>(?:i|i'm|im|i've|my"
    r"|our|the)\b.*)",
    r"(?:in|from) (?:which|what) (?:of (?:my|our) )?(?:conversation|chat|message|session|talk)s? (?:did"
    r"|have) i (?:say|said|tell"
    r"|told|mention|mentioned|write|wrote)(?: you)?(?: about)?(?: that)? (?P<x>(?:i|i'm|im|i've|my|our)\b.*)",
    r"(?:which|what) (?:conversation|chat|message|session|talk) (?:told you|says?|said|gave you)(?: about)?(?: that)?"
    r" (?P<x>(?:i|i'm|im|i've|my|our)\b.*)",
    r"who (?:said|told you|says|claimed)(?: that)? (?P<x>(?:i|i'm|im|i've)\b(?! (?:should|could|can"
    r"|can't|couldn't|shouldn't"
    r"|won't|would|must)\b).*)",
    rf"(?:how|where|why|from where|from whom|since when|how come|how is it|by what means|from what source|on what"
    rf" grounds"
    rf"|where exactly)(?: (?:is|was) it)?(?: that)? (?:(?:did|have|had|are|were|could|is) )?you(?:'ve)? (?:\w+"
    rf" )??{_OFTEN}{{0,3}}?{_FINDS}"
    rf" {_OFTEN}{{0,6}}?(?:(?:that|about|of) )?(?P<x>(?:i|i'm|im|i've|ive|i'd)\b.*)",
    rf"(?:how|where|from where|from whom|how come)(?: (?:is|was) it)?(?: that)? (?:(?:do|did|have|had|are|were"
    rf"|could|can|would) )?you(?:'ve)? {_OFTEN}{{0,3}}?"
    rf"(?:know|knew|known|knowing|learn|learned|learnt|hear|heard|obtain(?:ed)?|acquire[d]?|discover(?:ed)?|find"
    rf" out|found out|come by"
    rf"|(?<=did you )get) (?:of |about )?(?P<x>(?:my|our)\b.*)",
    rf"why (?:do|did|would|have) you (?:have|got|keep|kept|hold|had) (?:(?:it|that|this|a note|a memory|me)"
    rf" )?(?:noted|down|recorded|saved|stored|written(?: down)?"
    rf"|on file|on record|in (?:your )?(?:memory|notes)|as|saying|remembered)(?: down)?(?: as)?(?: that)?"
    rf" (?P<x>{_SELF}.*)",
    rf"(?:what|who) (?:told you|made you aware|informed you|tipped you off|gave you the idea|let you know)(?:"
    rf" about| of)?(?: that)? (?P<x>{_SELF}.*)",
    r"who (?:gave|fed|sent) you (?:that|this|these)(?: (?:information|fact|facts|idea|memory|detail"
    r"|details))?(?: about me)?",
    rf"how is it (?:possible )?that you (?:know|remember)(?: about)? (?:(?P<x>{_SELF}.*)|(?:that|this"
    rf"|it)(?: about me)?)",
    r"what (?:led|leads|brought|made|makes|caused|prompted|got|had|has) you(?: to)?(?: ever)? (?:believe|think"
    r"|thinking|conclude"
    r"|say|assume|record|save|store|note|remember|keep|write(?: down)?|know|the (?:idea|conclusion))(?: that|"
    r" down that)? (?P<x>(?:i|i'm|im|i've|my)\b(?! should| could| can| will| would).*)",
    rf"(?:on what (?:basis|grounds?)|based on what|from what|from which source|by what means|through what) (?:do|did"
    rf"|would|can|have) you (?:come to )?{_BELIEVE}(?: about)?(?: that)? (?:(?P<x>{_SELF}.*)|(?:that|this|it"
    rf"|so)(?: about me)?)",
    rf"(?:explain|tell|show|clarify|say)(?: to)?(?: me)? (?:on what basis|why|how|how come"
    rf"|where) (?:it is )?(?:that )?you(?:'ve)? (?:come to |came to |have come to |got to |get to )?(?:believe|know"
    rf"|learned|learnt"
    rf"|assume|concluded)(?: about)?(?: that)? (?:(?P<x>{_SELF}.*)|(?:that|this|it)(?: about me)?)",
    rf"why (?:do|did|would) you (?:believe|assume|claim|reckon)(?: that)? (?P<x>{_SELF}.*)",
    rf"(?:what is|what's|what are|what was) (?:your|the) (?:basis|evidence|reason|source|grounds?) (?:for|behind"
    rf"|of) (?:(?:believing|thinking|saying|knowing|assuming|claiming|remembering|the claim"
    rf"|the idea)(?: that)? (?P<x>{_SELF}.*)|(?:that|this|it|believing (?:that|this)|(?:that|this) (?:memory|fact"
    rf"|claim|belief|information)))",
    rf"(?:how|where) (?:have|had) you (?:come to know|learned|learnt|got|gotten|heard|found out|come across"
    rf"|come by)(?: about)? (?:(?:that|this|it|these)(?: (?:from|about me|information|fact))?"
    rf"|(?:that )?(?P<x>{_SELF}.*))",
    r"(?:since when|from when) (?:do|did|have) you (?:know|known|remember|remembered|had) (?:that|this"
    r"|it)(?: about me)?",
    rf"how did you come to (?:know|learn|hear|find out|believe|think)(?: about)? (?:(?:that|this|it)(?: about me)?"
    rf"|(?:that )?(?P<x>{_SELF}.*))",
    r"how (?:do|did|would|could) you know",
    rf"{_KNOWS}(?: about)? (?:that|this|it|these|those|that (?:one|stuff)|all (?:this|that|of (?:this|that)))"
    r"(?: about me)?",
    rf"{_KNOWS} (?:that )?(?:about )?(?:what |where |who |when |which )?(?P<x>{_SELF}.*)",
    rf"{_KNOWS} (?:about|of) (?P<x>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)",
    rf"how come you (?:know|remember)(?: about)? (?:that )?(?:what |where |who |when )?(?P<x>{_SELF}.*"
    rf"|(?:that|this|it)(?: about me)?)",
    r"(?:where|how|when) did you (?:learn|hear|pick up|find out)(?: about)? (?:that|this|it|these|those)"
    r"(?: (?:from|fact|about me))?",
    r"(?:where|how|when) did you (?:get (?:that|this)|find (?:that|this|it) out"
    r"|(?:get|find) (?:(?:that|this|it|these|those) from|(?:that|this) (?:information|fact"
    r"|idea)(?: from)?))(?: about me)?",
    rf"(?:where|how|when) did you (?:learn|hear|find out|pick up|get the idea"
    rf"|get it)(?: about)? (?:that )?(?P<x>{_SELF}.*)",
    r"(?:who|when was it that (?:i|somebody)) told you(?: about)? (?:that|this|it)(?: about me)?",
    r"why do you think(?: that)? (?P<x>i (?:like|love|hate|prefer|enjoy|live|work|own|speak|am from)\b.*"
    r"|i'm from\b.*)",
    r"why (?:do|did) you have (?:that|this|it|(?P<x>my .+)) (?:in (?:your )?(?:memory|notes|memories)"
    r"|stored|saved|on file)",
    rf"(?:explain|tell me|show me) (?:where|how|when|why) you (?:know|knew|got|get|learned|learnt|saved"
    rf"|remember|heard|found(?: out)?)"
    rf"(?: about)? (?:(?:that|this|it)(?: from)?|(?:that )?(?P<x>{_SELF}.*))",
    r"who (?:said|says) (?:that )?(?P<x>(?:i|i'm|i've|my)\b(?! (?:should|could|can|will|would|have to|need"
    r"|was|wanted|cared)).+)",
    rf"who told you (?:about |that )?(?P<x>{_SELF}.*)",
    r"when (?:did|have) i (?:ever )?(?:tell|told) you(?: about)? (?:that|this|it)"
    r"|when did i (?:ever )?(?:say|mention) (?:that|this|it)",
    rf"when (?:did|have) i (?:ever )?(?:(?:tell|told) you|say|mention|said|mentioned) (?:about "
    rf"|that )?(?P<x>{_SELF}.+)",
    r"what makes you (?:think|say|believe|assume)(?: that)? (?P<x>(?:i|i'm|i've|my)\b(?! should| could"
    r"| can| will| would).+)",
    r"(?:what's|what is|what was|where's) (?:the|your) source(?: (?:for|of) (?:that|this|it"
    r"|this information|that information|that fact))?",
    r"where (?:does|did|do) (?:that|this|it|that (?:information|fact|memory|one)|this (?:information|fact"
    r"|memory))(?: about me)? come from",
    r"where (?:is|was) (?:that|this|it) from",
    rf"why (?:did|do|have|are|were|would) you (?:even )?(?:remember|remembering|remembered|save|saved"
    rf"|saving|store|stored|storing"
    rf"|keep|kept|note|noted|noting|memori[sz]e)(?: down)? (?:(?:that|this|it)(?: (?:memory|fact|about me"
    rf"|one))?"
    rf"|(?:that )?(?P<x>{_SELF}.*))",
    r"(?:why|how) (?:do|did|would) you (?:know|remember|have|store|save|keep|learn|get"
    r"|save)(?: about)? (?P<x>(?:number|item|#|the (?:\w+) one).*)",
    r"(?:why|how come) is (?:that|this|it|(?P<x>my .+)) (?:in|stored in|saved in) (?:your|my) (?:memory"
    r"|memories|notes)",
    r"explain (?:how|why) you know (?:that|this|(?:that )?(?P<x>(?:i|i'm|my)\b.*))",
    r"tell me (?:how|why) you know (?:that|this|it|(?:that )?(?P<x>(?:i|i'm|my)\b.*))",
)
"""Asks where a memory comes from; `x` says which, when it is said."""

CHIT_CHAT = re.compile(
    r"(?:i|i'm|we|me)\b.*\b(?:not a (?:robot|bot|human)|lying|going to|gonna|trust|can|should|want you"
    r"|need (?:help|this|you)|mean"
    r"|feel(?:ing)?|thinking|talking|asking|said)\b",
    re.IGNORECASE,
)
"""What is asked about a person in the moment, not about what is kept: "how do you know I'm not lying?"."""

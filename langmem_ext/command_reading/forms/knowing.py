"""In which forms does somebody ask what is known?"""

from __future__ import annotations

import re

from langmem_ext.command_reading.forms.families import whole

_KEPT = (
    r"(?:know|save|learn|get|gather|collect|note|pick up|find out|know by now|remember|recall|remembered"
    r"|recalled|learned|learnt|saved|stored|got|have|had|hold|gathered|kept|keep"
    r"|store|noted|noticed|picked up|collected|recorded|written down|memori[sz]ed|remembering|keeping|storing"
    r"|holding|figured out|found out|retained|retain|tracked|memori[sz]e|store up|written|filed|logged|log|amassed"
    r"|accumulated|made|saving|learning|tracking|collecting|gathering|noting|recording)"
    r"(?: (?:saved|stored|kept|on file|on record|in (?:your |the )?(?:long-term )?(?:memory|memories|notes"
    r"|records"
    r"|database|head|mind|storage)|recorded|noted|written down|learned|remembered|down|so far|already|collected"
    r"|there)){0,3}"
)
KNOWN = (
    r"(?:(?:do|can|did|have|would|could|are|is it that) )?(?:you|we)(?:'ve|'re)?(?: (?:have|are|were|been|do|still"
    r"|actually"
    r"|currently"
    r"|already|now|really|even|just|ever|been|all|both|to)){0,4} " + _KEPT
)
ME = (
    r"(?:about|of|on|regarding|concerning|pertaining to|for|from|relating to|related to|with regard to|with respect to"
    r"|in relation to|to do with) (?:me|myself|my person)(?: (?:personally|in general|as a person))?"
)
THINGS = r"(?:facts?|memories|informations?|details|things|thing|stuff|notes|data|knowledge|bits)"
_SHOW = (
    r"(?:(?:show|list|display|print|provide|produce|present|supply|say|state|describe|detail|outline|send|write out"
    r"|type out|give|tell|read|see|view|get|share|recite|recall|summari[sz]e|recap"
    r"|sum up|dump"
    r"|pull up|bring up|open|output|hear|know|check|review|have a look at|look at|take a look at|have|remind"
    r"|enumerate|look at|go over|run through|walk)(?: (?:me|us|to me|out|off|back|up|through|of)){0,3}"
    r"|let me (?:see|know|have|review|view|hear))"
)
_SOME = (
    r"(?:(?:a|an|the|my|your|our|all|every|full|complete|entire|whole|short|quick|brief|current|stored|saved"
    r"|existing|latest|list|summary|overview|recap|rundown|copy|of|personal|long-term|recorded|remembered|known"
    r"|which|what|bullet|numbered|main|top) ){0,7}"
)

LIST = whole(
    "what which how everything anything all show list tell give read see get share recap summarize summarise sum"
    " dump pull bring open display print know check review remind have memory memories do can did is are describe"
    " the a my your hear let walk provide state view send say recite enumerate present run go output details"
    " information facts notes data things stuff saved stored",
    rf"(?:what|which)(?: all| else| exactly)?(?: {THINGS})?(?: (?:have|did|had)) i (?:ask(?:ed)?|tell|told"
    rf"|want(?:ed)?)(?: for)? you to (?:remember|keep|save|store|note|keep in mind)(?: for me)?",
    r"(?:what|what all|what else) (?:have|did) i (?:told|tell|shared with|share with) you(?: about (?:me|myself))?",
    rf"{_SHOW} (?:everything |all )?(?:what's|what is|that's|that is)?(?: (?:stored|saved|kept|written))? ?in (?:your"
    rf"|my|the) (?:long-term )?memory(?: {ME})?",
    rf"(?:{_SHOW} )?(?:what|which|all)(?: personal)? {THINGS} {ME} (?:are|is|have been|has been|you have|you've"
    rf"|were)(?: currently)? (?:saved|stored|kept|remembered|recorded|on file|noted)",
    rf"(?:what|what all|what else|what exactly|what (?:kinds?|sorts?) of {THINGS}"
    rf"|(?:what|which)(?: other| personal)? {THINGS}|how much|how many {THINGS}|everything|anything|all"
    rf"|all (?:the|of the) {THINGS}|the {THINGS}|{THINGS})(?: that| exactly| else| all)? {KNOWN} {ME}",
    rf"(?:what|which)(?: other| personal)?(?: {THINGS})? {ME} {KNOWN}",
    rf"(?:what|which|how much)(?: other| personal)?(?: {THINGS})? (?:is|are|has been"
    rf"|have been)(?: currently| already)?"
    rf" (?:saved|stored|kept|known|remembered|recorded|on file|on record)(?: in (?:your )?memory)? {ME}",
    rf"(?:is there |are there )?(?:anything|any {THINGS})(?: (?:that )?{KNOWN})? {ME}",
    rf"(?:do|can|have|did) you (?:still |actually |currently |even )?(?:have|know|remember|recall"
    rf"|remembered|saved"
    rf"|stored|learned|keep|store|hold)(?: got)? (?:anything|something|any {THINGS}|any|{THINGS})"
    rf"(?: saved| stored| in memory| on file| else)? {ME}",
    r"what(?: exactly| all| else)? (?:do|have|did|are) you (?:(?:still|already|currently|actually) )?"
    r"(?:remember|remembered|saved|stored|memori[sz]ed|remembering|storing|keep in memory|have in memory"
    r"|have saved|have stored|got saved)(?: so far| in memory)?",
    rf"what(?:'s| is| do you have| have you got|'s currently| is currently)(?: stored| saved| kept"
    rf"| all)? (?:in|on)"
    rf" (?:your |my |the )?(?:long-term )?(?:memory|memories|memory bank|memory store)(?: (?:right now"
    rf"|{ME}))?",
    rf"what(?:'s| is)(?: currently)? (?:on (?:file|record)|stored|saved|remembered|known) {ME}",
    rf"(?:what|which)(?: are| other)?(?: all)?(?: my| the| your)?(?: saved| stored)? memories"
    rf"(?: (?:that )?{KNOWN}| are there| exist)?(?: {ME})?",
    rf"{_SHOW} {_SOME}(?:memories|memory list)(?: (?:that )?{KNOWN})?(?: {ME})?",
    rf"(?:my|your|all(?: my| your)?|saved|stored) memories(?: (?:list|{ME}))?|memory list|memories",
    rf"{_SHOW} (?:all (?:of )?)?(?:my|your) (?:saved |stored |long-term )?memory(?: (?:list|bank|entries"
    rf"|contents|{ME}))?",
    r"(?:show|list|print|dump|display)(?: me)? memory",
    rf"{_SHOW} {_SOME}(?:what|everything|anything|all|all that|all what|{THINGS}|profile)(?: that| else| exactly"
    rf"| which| what)?"
    rf" {KNOWN} {ME}",
    rf"{_SHOW} {_SOME}(?:what|everything|all|all that|{THINGS})(?: that| else| exactly)? you"
    r"(?:'ve| have)?(?: (?:still|currently|already))? (?:remember|remembered|saved|stored|memori[sz]ed"
    r"|have (?:saved|stored|remembered|in (?:your )?memory))(?: so far| in memory)?",
    rf"{_SHOW} {_SOME}(?:{THINGS}|everything|all) (?:{ME}|in (?:your|my) memory)",
    rf"{_SHOW} {_SOME}{THINGS} (?:that is |that are |currently )?(?:stored|saved|held|kept|recorded|on file) {ME}",
    r"(?:tell me|describe|show me)(?: (?:a bit|something|everything|all|more))? about (?:me|myself)",
    rf"(?:a |the |my )?(?:list|summary|overview) of (?:my|your|all(?: my| your)?) memories(?: {ME})?",
)
"""Asks for everything that is known of the user."""

_HELD = (
    rf"(?P<held> (?:that |which |what )?{KNOWN}(?: {ME}| of mine)?| on file| saved| stored"
    rf"| in (?:your )?memory| {ME}| you've noted)?"
)
CATEGORY = whole(
    "what which my show list tell give read see get share recap summarize summarise sum pull bring open display"
    " print know everything all the do check review remind have i memories entries hear let walk provide state"
    " view send say recite enumerate present run go output",
    r"(?P<some>)(?:all )?(?:my |the )?(?:memories|entries)(?P<held> (?:in|under|from|filed under)) (?:the "
    r"|my )?(?P<x>[\w -]{3,30}?)(?: category)?",
    r"(?P<held>)do you (?:(?:still|already) )?(?:know|remember|have"
    r"|recall) (?P<some>(?:all )?(?:of )?my )(?P<x>\S.{1,40})",
    rf"{_SHOW} (?P<some>{_SOME})(?P<x>\S.{{1,40}}?)(?: list| memories| entries| items| section| category)?{_HELD}",
    rf"(?P<some>)(?:{_SHOW} )?(?:what|everything|all|the things"
    rf"|things)(?: that)?(?P<held> {KNOWN})(?: {ME})? (?:under|in|filed under|in the category)(?: (?:the"
    rf"|my))? [\"'“]?(?P<x>[\w -]{{3,30}}?)[\"'”]?(?: category)?",
    rf"(?:what|which)(?: are| is|'re|'s| were| was) (?P<some>(?:all )?(?:of )?(?:my|the) (?:(?:current|stored|saved"
    rf"|main|top"
    rf"|known) )?)(?P<x>\S.{{1,40}}?){_HELD}",
    rf"(?P<some>)(?:what|which)(?: of my| personal)? (?P<x>\S.{{1,40}}?)(?: of mine)?(?P<held> {KNOWN}"
    rf"(?: {ME}| of mine| about)?)",
    rf"(?P<some>){_SHOW} (?:everything|all|what's|what is|all memories|the memories|memories)(?P<held> (?:stored "
    rf"|saved |filed )?(?:in|under|from|of))(?: (?:the|my))? [\"'“]?(?P<x>[\w -]{{3,30}}?)[\"'”]? category",
    r"(?P<some>)(?:what|which) (?P<x>\S.{1,40}?)(?P<held> (?:have|did) i (?:told|tell|given|give|asked"
    r"|ask) you(?: about| to (?:remember|keep|save|note)))",
    rf"(?P<some>)(?:{_SHOW} )?(?:what|everything|all|anything)(?: that)?(?P<held> {KNOWN}) (?:about|of|on"
    rf"|regarding)"
    rf" (?:(?:all )?(?:of )?my |our )?(?P<x>\S.{{1,40}})",
    r"(?P<some>(?:all )?(?:of )?my (?:(?:saved|stored) )?)(?P<x>\S.{1,40})(?P<held>)",
    rf"(?P<some>)(?P<held>)(?:{_SHOW} |do you (?:know|remember) )?(?P<x>what (?:do )?i (?:like|love|enjoy"
    rf"|prefer"
    r"|dislike|hate|don't like)(?: and (?:what i )?(?:like|dislike|don't like|hate|love))?)",
    r"(?P<some>)(?P<held>)what (?:kinds? of |sorts? of )?(?P<x>(?:things|stuff) do i (?:like|love|enjoy"
    r"|prefer|dislike|hate))",
    rf"(?P<some>)(?P<held>)(?:{_SHOW} (?:all )?|what are )(?P<x>(?:the )?(?:things|stuff"
    rf"|everything) (?:that )?i"
    r" (?:like|love|enjoy|prefer|dislike|hate|don't like)(?: and (?:dislike|don't like|hate|love))?)",
)
"""Asks for one category: `x` names it, `some` and `held` tell whether what is kept of the user is meant."""

TERSE = re.compile(
    r"(?:show|list|display|view|see)(?: me)?(?: all| the| saved| stored)* (?P<x>preferences|relationships|interests"
    r"|goals|constraints)",
    re.IGNORECASE,
)
"""A list of a category whose name means little else."""

OWN = re.compile(r"\b(?:my|stored|saved|remembered|known|recorded)\b", re.IGNORECASE)
"""Tells that a list is of the user's own things, or of what is kept."""

SYNONYMS: dict[str, tuple[str, ...]] = {
    "preferences": (
        "preference", "likes", "dislikes", "likes and dislikes", "like and dislike", "favorites", "favourites",
        "taste", "tastes", "habits", "routines", "dietary needs", "favorite things",
        "favourite things", "personal preferences", "user preferences",
    ),
    "goals": ("goal", "decisions", "plans", "commitments", "objectives", "aims", "ambitions", "aspirations",
    "resolutions"),
    "profile": ("details", "personal details", "personal data", "about me", "personal information",
    "basic information", "bio", "user profile"),
    "interests": ("interest", "hobbies", "passions"),
    "relationships": ("relationship", "contacts"),
    "constraints": ("constraint",),
    "event": ("events",),
    "projects": ("project",),
    "tasks": ("task", "todos", "to dos", "to do list", "todo list", "open tasks"),
}  # fmt: skip
"""Other names of categories that speak for themselves ("show my likes")."""

LIKING = re.compile(
    r"(?:(?:what|the|all|things|stuff|everything|that|do) ){0,4}i (?:like|love|enjoy|prefer|dislike|hate|don't like)"
    r"(?: and (?:what i )?(?:like|love|dislike|hate|don't like))?"
    r"|(?:food|drink|music|movie|travel|work|reading|dietary|writing|coding|style) preferences",
    re.IGNORECASE,
)
"""Further names of the category preferences."""

LOOSE_SYNONYMS: dict[str, tuple[str, ...]] = {
    "goals": ("plans", "dreams", "targets"),
    "relationships": (
        "family", "friends", "people", "people in my life", "relatives", "colleagues", "contacts", "loved ones",
        "pets", "people i know", "social circle", "family members", "family and friends", "friends and family",
    ),
    "event": ("appointments", "meetings", "upcoming events"),
    "activity": ("activities",),
    "recent_activity": ("recent activity", "recent activities"),
    "history": ("past",),
    "tasks": ("reminders", "deadlines", "chores"),
    "constraints": ("limits", "restrictions"),
    "profile": ("identity", "background"),
    "style": ("writing style",),
    "tone": ("tone of voice",),
    "knowledge": (),
}  # fmt: skip
"""Names that also mean much else: they count only beside words such as "stored" or "you know"."""

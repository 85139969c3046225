"""Which forms of words are commands about memory?

Every pattern is matched against a whole sentence from which greetings, politeness and final punctuation are gone
(command_frame), so that talk about forgetting ("I always forget my keys") or longer sentences with other aims do not
fit. Nothing is searched for inside a sentence, and a sentence is short: the cost is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache


@dataclass(frozen=True, slots=True)
class Family:
    """Hold the forms of one command, compiled when a sentence has one of the words without which none fits."""

    forms: tuple[str, ...]
    words: frozenset[str]

    def matches(self, said: str) -> Iterator[re.Match[str]]:
        """Yield what the forms read in a whole sentence."""
        if not self.words.isdisjoint(words_in(said)):
            for form in self.forms:
                if found := _compiled(form).fullmatch(said):
                    yield found

    def fit(self, said: str) -> bool:
        return next(self.matches(said), None) is not None


@cache
def _compiled(form: str) -> re.Pattern[str]:
    return re.compile(form, re.IGNORECASE)


@lru_cache(maxsize=64)
def words_in(said: str) -> frozenset[str]:
    """Return the words of a sentence in small letters."""
    return frozenset(re.findall(r"[\w']+", said.lower().replace("’", "'")))


def _whole(words: str, *forms: str) -> Family:
    return Family(forms, frozenset(words.split()))


_PUTTING_AWAY = (
    "forget unlearn unremember un delete remove erase drop wipe clear get rid scrub purge discard throw nuke strike bin"
    " scrap ditch trash chuck expunge eliminate destroy clean scratch take cut redact obliterate unsave lose toss cross"
    " dispose do let reset flush empty archive"
)
_SAYING_NOT = (
    " don't not no never stop quit longer rather prefer wish needn't reason want strip pull leave"
)


# --- what is known -------------------------------------------------------------------------------

_KEPT = (
    r"(?:know|save|learn|get|gather|collect|note|pick up|find out|know by now|remember|recall|remembered"
    r"|recalled|learned|learnt|saved|stored|got|have|had|hold|gathered|kept|keep"
    r"|store|noted|noticed|picked up|collected|recorded|written down|memori[sz]ed|remembering|keeping|storing"
    r"|holding|figured out|found out|retained|retain|tracked|memori[sz]e|store up|written|filed|logged|log|amassed"
    r"|accumulated|saving|learning|tracking|collecting|gathering|noting|recording)"
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
_ME = (
    r"(?:about|of|on|regarding|concerning|pertaining to|for|from|relating to|related to|with regard to|with respect to"
    r"|in relation to|to do with) (?:me|myself|my person)(?: (?:personally|in general|as a person))?"
)
_THINGS = r"(?:facts?|memories|informations?|details|things|thing|stuff|notes|data|knowledge|bits)"
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

LIST = _whole(
    "what which how everything anything all show list tell give read see get share recap summarize summarise sum"
    " dump pull bring open display print know check review remind have memory memories do can did is are describe"
    " the a my your hear let walk provide state view send say recite enumerate present run go output details"
    " information facts notes data things stuff saved stored",
    rf"(?:what|which)(?: all| else| exactly)?(?: {_THINGS})?(?: (?:have|did|had)) i (?:ask(?:ed)?|tell|told"
    rf"|want(?:ed)?)(?: for)? you to (?:remember|keep|save|store|note|keep in mind)(?: for me)?",
    r"(?:what|what all|what else) (?:have|did) i (?:told|tell|shared with|share with) you(?: about (?:me|myself))?",
    rf"{_SHOW} (?:everything |all )?(?:what's|what is|that's|that is)?(?: (?:stored|saved|kept|written))? ?in (?:your"
    rf"|my|the) (?:long-term )?memory(?: {_ME})?",
    rf"(?:{_SHOW} )?(?:what|which|all)(?: personal)? {_THINGS} {_ME} (?:are|is|have been|has been|you have|you've"
    rf"|were)(?: currently)? (?:saved|stored|kept|remembered|recorded|on file|noted)",
    rf"(?:what|what all|what else|what exactly|what (?:kinds?|sorts?) of {_THINGS}"
    rf"|(?:what|which)(?: other| personal)? {_THINGS}|how much|how many {_THINGS}|everything|anything|all"
    rf"|all (?:the|of the) {_THINGS}|the {_THINGS}|{_THINGS})(?: that| exactly| else| all)? {KNOWN} {_ME}",
    rf"(?:what|which)(?: other| personal)?(?: {_THINGS})? {_ME} {KNOWN}",
    rf"(?:what|which|how much)(?: other| personal)?(?: {_THINGS})? (?:is|are|has been"
    rf"|have been)(?: currently| already)?"
    rf" (?:saved|stored|kept|known|remembered|recorded|on file|on record)(?: in (?:your )?memory)? {_ME}",
    rf"(?:is there |are there )?(?:anything|any {_THINGS})(?: (?:that )?{KNOWN})? {_ME}",
    rf"(?:do|can|have|did) you (?:still |actually |currently |even )?(?:have|know|remember|recall"
    rf"|remembered|saved"
    rf"|stored|learned|keep|store|hold)(?: got)? (?:anything|something|any {_THINGS}|any|{_THINGS})"
    rf"(?: saved| stored| in memory| on file| else)? {_ME}",
    r"what(?: exactly| all| else)? (?:do|have|did|are) you (?:(?:still|already|currently|actually) )?"
    r"(?:remember|remembered|saved|stored|memori[sz]ed|remembering|storing|keep in memory|have in memory"
    r"|have saved|have stored|got saved)(?: so far| in memory)?",
    rf"what(?:'s| is| do you have| have you got|'s currently| is currently)(?: stored| saved| kept"
    rf"| all)? (?:in|on)"
    rf" (?:your |my |the )?(?:long-term )?(?:memory|memories|memory bank|memory store)(?: (?:right now"
    rf"|{_ME}))?",
    rf"what(?:'s| is)(?: currently)? (?:on (?:file|record)|stored|saved|remembered|known) {_ME}",
    rf"(?:what|which)(?: are| other)?(?: all)?(?: my| the| your)?(?: saved| stored)? memories"
    rf"(?: (?:that )?{KNOWN}| are there| exist)?(?: {_ME})?",
    rf"{_SHOW} {_SOME}(?:memories|memory list)(?: (?:that )?{KNOWN})?(?: {_ME})?",
    rf"(?:my|your|all(?: my| your)?|saved|stored) memories(?: (?:list|{_ME}))?|memory list|memories",
    rf"{_SHOW} (?:all (?:of )?)?(?:my|your) (?:saved |stored |long-term )?memory(?: (?:list|bank|entries"
    rf"|contents|{_ME}))?",
    r"(?:show|list|print|dump|display)(?: me)? memory",
    rf"{_SHOW} {_SOME}(?:what|everything|anything|all|all that|all what|{_THINGS}|profile)(?: that| else| exactly"
    rf"| which| what)?"
    rf" {KNOWN} {_ME}",
    rf"{_SHOW} {_SOME}(?:what|everything|all|all that|{_THINGS})(?: that| else| exactly)? you"
    r"(?:'ve| have)?(?: (?:still|currently|already))? (?:remember|remembered|saved|stored|memori[sz]ed"
    r"|have (?:saved|stored|remembered|in (?:your )?memory))(?: so far| in memory)?",
    rf"{_SHOW} {_SOME}(?:{_THINGS}|everything|all) (?:{_ME}|in (?:your|my) memory)",
    rf"{_SHOW} {_SOME}{_THINGS} (?:that is |that are |currently )?(?:stored|saved|held|kept|recorded|on file) {_ME}",
    r"(?:tell me|describe|show me)(?: (?:a bit|something|everything|all|more))? about (?:me|myself)",
    rf"(?:a |the |my )?(?:list|summary|overview) of (?:my|your|all(?: my| your)?) memories(?: {_ME})?",
)
"""Asks for everything that is known of the user."""

_HELD = (
    rf"(?P<held> (?:that |which |what )?{KNOWN}(?: {_ME}| of mine)?| on file| saved| stored"
    rf"| in (?:your )?memory| {_ME}| you've noted)?"
)
CATEGORY = _whole(
    "what which my show list tell give read see get share recap summarize summarise sum pull bring open display"
    " print know everything all the do check review remind have i memories entries hear let walk provide state"
    " view send say recite enumerate present run go output",
    r"(?P<some>)(?:all )?(?:my |the )?(?:memories|entries)(?P<held> (?:in|under|from|filed under)) (?:the "
    r"|my )?(?P<x>[\w -]{3,30}?)(?: category)?",
    r"(?P<held>)do you (?:(?:still|already) )?(?:know|remember|have"
    r"|recall) (?P<some>(?:all )?(?:of )?my )(?P<x>\S.{1,40})",
    rf"{_SHOW} (?P<some>{_SOME})(?P<x>\S.{{1,40}}?)(?: list| memories| entries| items| section| category)?{_HELD}",
    rf"(?P<some>)(?:{_SHOW} )?(?:what|everything|all|the things"
    rf"|things)(?: that)?(?P<held> {KNOWN})(?: {_ME})? (?:under|in|filed under|in the category)(?: (?:the"
    rf"|my))? [\"'“]?(?P<x>[\w -]{{3,30}}?)[\"'”]?(?: category)?",
    rf"(?:what|which)(?: are| is|'re|'s| were| was) (?P<some>(?:all )?(?:of )?(?:my|the) (?:(?:current|stored|saved"
    rf"|main|top"
    rf"|known) )?)(?P<x>\S.{{1,40}}?){_HELD}",
    rf"(?P<some>)(?:what|which)(?: of my| personal)? (?P<x>\S.{{1,40}}?)(?: of mine)?(?P<held> {KNOWN}"
    rf"(?: {_ME}| of mine| about)?)",
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
        "taste", "tastes", "habits", "routines", "dietary needs", "diet", "favorite things",
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

# --- forgetting ----------------------------------------------------------------------------------

_FORGET = r"(?:forget|unlearn|un-?remember)"
_DELETE = (
    r"(?:delete|remove|erase|drop|wipe(?: out| away)?|clear(?: out)?|get rid of|scrub|purge|discard"
    r"|throw (?:away|out)|nuke|strike|bin|scrap|ditch|trash|chuck(?: out| away)?|expunge|eliminate|destroy"
    r"|clean(?: out| up)?|scratch|dispose of|do away with|let go of"
    r"|take out|cut|redact|obliterate|unsave|lose|toss(?: out)?|cross (?:off|out))"
)
_ANY = rf"(?:{_FORGET}|{_DELETE})"
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
    r"|mentioning|tied to|associated with|linked with|to do with|around|that mentions?|that involves?|that"
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

CLEAR = _whole(
    _PUTTING_AWAY + " start",
    rf"(?:{_ANY}|reset|flush|empty) {_ALL}{_SAID} (?:about|on|of|regarding|concerning) (?:me|myself|us)(?: (?:from"
    rf"|in) {_MEMORY})?",
    rf"{_ANY} {_ALL} (?:that )?(?:{KNOWN}|i(?:'ve| have)?(?: ever)? told you|in {_MEMORY}|from {_MEMORY})",
    rf"(?:{_ANY}|archive|reset|empty|flush|clean(?: out)?) (?:(?:all|every|each|of|the|out|single|one|my|your|our"
    rf"|those|these|"
    r"saved|stored|existing|entire|whole|complete|long-term|personal|any) ){0,6}memories"
    rf"(?: (?:(?:that )?{KNOWN})| {_ME}){{0,2}}",
    r"(?:clear|wipe(?: clean)?|reset|erase|empty|flush|purge|delete|clean(?: out)?|nuke) (?:(?:all|of|out"
    r"|entire|whole"
    r"|complete|long-term) ){0,3}(?:my|your|the|all|our) (?:(?:entire|whole|complete|long-term"
    r"|full) ){0,2}"
    r"(?:memory|memory bank|memory store)(?: (?:of|about|on) (?:me|us))?(?: clean| completely)?",
    r"(?:clear|wipe|reset|erase|flush|purge) (?:all )?memory",
    rf"{_DELETE} (?:(?:all|the|any|every|your|whole|entire) ){{1,3}}(?:memory|memories|data|information"
    rf"|knowledge) (?:(?:that |what |which )?{KNOWN} )?{_ME}",
    r"(?:wipe the slate clean|start (?:over )?with a clean slate)(?: (?:about|with|for) me)?",
    r"forget (?:everything|it all|all of it|absolutely everything|every single thing|me|who i am|all about me"
    r"|about me|that i exist|everything we(?:'ve| have)?(?: ever)? (?:discussed|talked about|said))",
    rf"(?:delete|erase|wipe|remove|purge|clear) (?:(?:all|of|everything in|the) ){{0,2}}my (?:(?:saved"
    rf"|stored|personal"
    rf"|user) ){{0,2}}(?:data|information|details)(?: (?:from {_MEMORY}|(?:that )?{KNOWN}))?",
    rf"(?:delete|erase|wipe|remove|purge|clear) all (?:(?:of|the|saved|stored|personal) ){{0,3}}(?:data"
    rf"|information"
    rf"|details|facts|notes|things) (?:(?:that )?{KNOWN} )?{_ME}",
)
"""Asks to forget everything."""

FORGET_ABOUT = _whole(
    _PUTTING_AWAY + _SAYING_NOT,
    rf"(?:purge|clear|wipe|clean|scrub|empty|rid) (?:your |my |the )?(?:memory|memories|notes|memory bank) (?:of"
    rf"|from) {_ALL}{_SAID} {_ON} (?P<x>.+)",
    rf"no longer (?:remember|know|keep|store|save) (?:anything|everything|any {_THINGS}) {_ON} (?P<x>.+)",
    rf"{_FORGET} {_ALL}{_SAID} {_ON} (?P<x>.+)",
    rf"{_DELETE} (?!(?:notes|information|things|stuff|what|the notes|the information|the things|the stuff) )"
    rf"{_ALL}{_SAID} {_ON} (?P<x>.+)",
    rf"{_DELETE} {_ALL} (?:that )?{KNOWN} {_ON} (?P<x>.+)",
    rf"{_FORGET} (?:about )?(?:what|whatever|everything|the things?|the stuff) (?:that )?(?:i|we)(?:'ve"
    rf"| have)?(?: just| once)?"
    rf" (?:told you|said|mentioned|shared|wrote|talked|discussed|was saying) {_ON} (?P<x>.+)",
    rf"{_FORGET} (?:that )?i(?:'ve| have)?(?: ever| even)? (?:told you|talked|spoke|said anything"
    rf"|mentioned anything)"
    rf" {_ON} (?P<x>.+)",
    rf"{_ANY} {_TRACE} (?P<x>.+)",
    r"(?:i )?(?:don't|do not|no longer) want you to (?:know|remember)(?: anything)? about (?P<x>.+)",
    rf"{_DELETE} (?P<x>(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+){{0,2}}) from (?:your|my|long-term|our)? ?(?:memory"
    rf"|memories|notes|mind|head)",
    rf"no more (?:{_THINGS}) {_ON} (?P<x>(?:my|our|me|(?-i:[A-Z])).*)",
    rf"{_FORGET} all about (?P<x>.+)",
    rf"{_DELETE} (?:all )?(?:the|that|those|your) (?:stuff|things|bits?|details|information) {_ON} (?P<x>(?:my"
    rf"|our|me|how i|where i)\b.+)",
    r"(?:forget|unlearn) about (?P<x>(?:my|our|the fact) (?!question|request|message|last).+)",
    r"forget about (?P<x>(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+){0,3})",
    rf"(?:(?:i )?(?:don't|do not|never) want you to|don't|do not|stop|quit) (?:remember(?:ing)?"
    rf"|know(?:ing)?|keep(?:ing)?|hold(?:ing)? on to|hang(?:ing)? on to|retain(?:ing)?|hold(?:ing)?"
    rf"|stor(?:e|ing)|sav(?:e|ing)) (?:anything|everything|any {_THINGS}|{_THINGS}"
    rf"|the {_THINGS}) {_ON} (?P<x>.+)",
)
"""Asks to forget a subject, `x`."""

_ONE = rf"(?!(?:clear|wipe|clean|cut|destroy|dump)\b){_ANY}"
_CLAUSE = r"(?:(?:i|i'm|im|i've|ive|i'd|my|we|we're|we've|our|mine)\b.+)"
_FACT = (
    r"(?:fact|memory|note|detail|information|entry|thing|bit|part|piece of information|one|item)"
)
FORGET = _whole(
    _PUTTING_AWAY + _SAYING_NOT,
    r"(?:take|strip|pull|leave) (?P<x>\S.+) (?:off|out of|from) (?:your|my) (?:memory|memories|notes|records"
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
    rf"{_DELETE} (?P<x>\S.+) from (?:your|my|long-term|our) (?:long-term )?(?:memory|memories|notes|records"
    rf"|mind|brain|head"
    r"|knowledge(?: base)?)",
    rf"{_DELETE} (?P<x>\S.+) from memory",
    rf"{_DELETE} (?P<x>my (?:(?:old|home|work|mobile|cell|personal|e-?mail|street"
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
    rf"{_ANY} (?P<x>(?:that|this) (?:one )?(?:memory|fact|note|entry)|(?:that|this) (?:one )?from {_MEMORY})",
    r"forget (?P<x>where i (?:live|work|was born|grew up)|who my \w+ (?:is|are)|how old i am|what i (?:do"
    r"|like|eat|drink)"
    r"(?: for (?:a living|work))?|when (?:i was born|my birthday is))",
)
"""Asks to forget one thing: `x` says it; `other` does too when it states something of somebody."""

NUMBERED = _whole(
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
    r"(?:that|this|it|them|those|these)(?: (?:one|memory|fact|note|entry|thing))?(?: from .*)?",
    re.IGNORECASE,
)
"""An argument that means what was spoken of last."""

# --- taking back ---------------------------------------------------------------------------------

_DONE = (
    r"(?:that|this|it|(?:(?:the|my|your|that) ){0,2}(?:last|latest|previous"
    r"|most recent)(?: (?:memory )?(?:change|action"
    r"|one|thing|command|step|memory|deletion|removal|update|forget|request"
    r"|operation))?(?: (?:that )?(?:you|i) (?:just )?(?:did|made|asked|said))?"
    r"|(?:the|that) (?:deletion|change|forgetting|removal|forget|last bit)"
    r"|what(?:ever)? (?:you|i|we) (?:have )?(?:just )?(?:did|done|deleted|forgot|forgotten|removed|saved"
    r"|remembered|stored|cleared|asked))"
    r"(?: (?:just now|(?:in|from|to) (?:your |my )?memory))?"
)
_TAKE_BACK = r"(?:undo|un-?do|revert|reverse|roll back|rollback|take back|cancel|rescind|retract|back out|withdraw)"
_LATEST = (
    r"(?:the |my |your |that |this )?(?:very )?(?:last|latest|previous|most recent|recent|final) (?:(?:memory|thing"
    r"|change|action|one|command|step|deletion|removal"
    r"|update|forget|request|operation|entry|note|fact|save|addition|edit|bit) ?){0,2}"
    r"(?: ?(?:that |what |which )?(?:you|i|we)(?:'ve| have)? (?:just )?(?:did|done|made|asked|said|saved|stored"
    r"|remembered|forgot|deleted|removed|noted|learned|recorded"
    r"|added|wrote down|wrote|kept|put in)(?: (?:down|just now|about me))?)?"
)
_JUST = (
    r"what(?:ever)? (?:you|i|we)(?:'ve| have)? (?:just|last|only just) (?:now )?(?:did|done|deleted|forgot|forgotten"
    r"|removed|saved|remembered|stored|cleared|asked|noted"
    r"|recorded|added|learned|wrote down|said|told you|mentioned|kept)(?: (?:down|about me|just now))?"
)
UNDO = _whole(
    "undo un undelete unforget unerase unsave back restore recover reinstate revert reverse rollback roll cancel"
    " rescind retract withdraw don't not delete forget remove erase drop strike scratch scrap bin take shouldn't"
    " didn't discard trash get give clear wipe",
    r"(?:restore|recover|bring back|undelete|un-?forget|reinstate|give me back|get back) (?:the|that|those|my"
    r"|what) ?(?:(?:memory|memories|fact|facts|note|notes|thing|things|one|ones) )?"
    r"(?:that |which )?(?:you|i|we)(?:'ve| have)? (?:just )?(?:deleted|forgot|forgotten|removed|cleared|erased|wiped"
    r"|dropped|lost)(?: just now)?",
    r"(?:don't|do not) (?:save|store|keep|remember) (?:that|this|it|the)(?: (?:last|latest|previous|one|thing|memory"
    r"|bit|fact|note))+",
    rf"{_TAKE_BACK} (?:{_LATEST}|{_JUST}|(?:that|this|it|those|them)(?: (?:last )?(?:memory|change|one|deletion"
    rf"|action|save|update|note|fact|entry|edit))?)(?: (?:in|from|to) (?:your |my )?memory)?",
    rf"{_DELETE} (?:{_JUST}|(?:the|that|my|your) (?:very )?(?:last|latest|previous|most recent) (?:thing|memory|fact"
    rf"|note|bit|entry|save|addition)(?: (?:that |what |which )?(?:you|i)(?:'ve| have)? (?:just )?(?:saved|stored"
    rf"|remembered|noted|learned|said|told you|mentioned|added|made|recorded))?)",
    r"(?:put|change|switch|turn|set) (?:that|it|things|everything|this) back(?: (?:to )?(?:how|the way) (?:it|they"
    r"|things) (?:was|were)(?: before)?)?",
    r"(?:give me|get|(?:i|i'd|i would) (?:want|need|like)) (?:back )?(?:my memories|(?:that|the"
    r"|those) (?:memory|memories)|that|it)(?: back)",
    r"cancel (?:the|that) (?:deletion|last change|change|removal)",
    rf"(?:undo|un-?do)(?: {_DONE})?",
    r"(?:revert|roll back|rollback|reverse) (?:that|this|the last change|your last change|what you just did"
    r"|the last (?:action|one|step)"
    r"|the (?:deletion|removal)|it)",
    r"roll (?:that|it|this) back|take (?:that|this) back|put (?:that|it|them"
    r"|this) back(?: in(?:to)? (?:your )?memory)?",
    r"bring (?:that|it|them|those|this|these|(?:the|that|my|those) (?:last )?(?:memory|memories|one)"
    r"|what you (?:just )?(?:forgot|deleted|removed)) back",
    r"bring back (?:that|it|them|(?:the|that|my|those) (?:last |deleted )?(?:memory|memories|one)"
    r"|what you (?:just )?(?:forgot|deleted|removed))",
    r"(?:restore|recover|undelete|un-?forget|un-?erase|reinstate) (?:that|it|them|this|those"
    r"|(?:all )?my memories"
    r"|(?:that|the|my|those)(?: last| deleted| forgotten| removed)? (?:memory|memories|one|ones|thing"
    r"|things|fact|facts)"
    r"|(?:what|everything|whatever) (?:you|i) (?:have )?(?:just )?(?:forgot|forgotten|deleted|removed"
    r"|cleared|erased))",
    r"(?:forget|delete|remove|erase|unsave|don't (?:save|remember|keep|store)|do not (?:save|remember|keep"
    r"|store))"
    r" (?:about )?(?:what (?:i|you) (?:(?:have )?just |last |only just )?(?:said|told you|saved|stored"
    r"|remembered|mentioned|noted|wrote down|learned)"
    r"(?: just now| before)?"
    r"|(?:the|my|that) (?:very )?(?:last|latest|previous) (?:thing|memory|fact|note|bit|entry)"
    r"(?: (?:that )?(?:i (?:just )?(?:said|told you|mentioned|shared)|you (?:just )?(?:saved|stored"
    r"|remembered|noted|learned)))?)",
    r"(?:don't|do not) (?:save|store|keep|remember) (?:that|this|it)(?: one)?",
    r"(?:i )?(?:didn't|did not) (?:mean|want) (?:you )?to (?:delete|forget|remove|save|store|remember|clear"
    r"|erase) (?:that|it|this|them|those)",
    r"you (?:shouldn't|should not) have (?:deleted|forgotten|removed|saved|stored|remembered|kept) (?:that"
    r"|it|this)",
)
"""Asks to take back the last command, or what was remembered last."""

# --- where from ----------------------------------------------------------------------------------

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
WHY = _whole(
    "how why where who when what what's where's since from by explain tell show on which based through clarify say",
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

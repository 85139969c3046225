"""Which command does a request for one come to, and of what?

What a form of words or the trained reader takes for one command is looked at beside what else is said: "me" as a
subject is everything, a subject that states something is one memory, what is to be deleted is not to be listed.
"""

from __future__ import annotations

import re

from langmem_ext.command_reading import forms
from langmem_ext.command_reading.kinds import Command
from langmem_ext.command_reading.listed import listed_of
from langmem_ext.command_reading.numbers import is_numbered
from langmem_ext.command_reading.people import is_all_of_somebody
from langmem_ext.command_reading.places import (
    is_asked_of_others,
    is_counted_elsewhere,
    is_in_a_document,
    is_of_the_world,
    is_small_talk,
)
from langmem_ext.command_reading.spared import is_spared
from langmem_ext.command_reading.those import AWAY, spoken_of, taken_up
from langmem_ext.policies.directive_reading.content import VERB


def settled(found: Command, said: str, message: str) -> Command | None:
    """Return what a command that was found in a sentence of a message comes to; None when it is none."""
    message = message if len(message) <= MAX_MESSAGE else said
    if is_spared(found, said):
        return None
    if found.name == "why":
        chat = _CHAT.match(said) or is_of_the_world(said) or not _OF_KNOWING.search(message)
        return None if chat else Command("why", _without_question(found.argument))
    if found.name == "list_category" and (is_small_talk(said) or _is_put_away(said, message)):
        return None
    if found.name == "list" and (is_asked_of_others(said) or _PRAISED.match(said)):
        return None
    if found.name == "list":
        return _not_listed(said, message) or listed_of(said, message) or found
    if found.name == "clear":
        taken = taken_up(said, message)
        return _forgotten(taken, said, message) if taken else _one_of_all(said, message) or found
    if found.name in ("forget", "forget_about") and found.argument:
        return _forgotten(found, said, message)
    return found


MAX_MESSAGE = 2_000
"""Characters of a message in which is looked for what "it" is."""

_PRAISED = re.compile(
    r"\W*(?:(?:very|really|what an?) )?(?:good|nice|great|neat|impressive|lovely|solid|decent)"
    r" (?:list|overview|summary)\b",
    re.IGNORECASE,
)
"""What is said of a list that was shown."""

_OF_KNOWING = re.compile(
    r"\b(?:(?:know|learn|mention|remember|recall|note|record|store|save|claim|assum|inform|believ|think|thought|told|tell"
    r"|say|said|hear|heard|figur|conclu|infer|deduc|memor|writ|wrote|reveal|disclos|shar|sourc|lern)\w*"
    r"|yo?u\w*|yu\w?|u|ya|that|taht|this|it|those|these|from|given|who|whom|where|whence|origin|evidence|based"
    r"|basis|proof)\b",
    re.IGNORECASE,
)
"""Who asks how something is known speaks of that, of the assistant, or of what was said; not so "When did I move?"."""

_CHAT = re.compile(
    r"(?:did|do) you know\b(?!.*\b(?:from|how|who|where)\b)"
    r"|who sa(?:id|ys) (?:that )?(?:i|we|you) (?:can(?:no|['’]?)t|(?:could|should)n['’]?t|must|(?:have|need) to)\b",
    re.IGNORECASE,
)
"""Small talk, and defiance."""


def _without_question(argument: str) -> str:
    """Drop what is asked behind a statement: "I'm left-handed, did I say so?"."""
    return _ASKED_BEHIND.sub("", argument).strip(" ,-–—")


_ASKED_BEHIND = re.compile(
    r"\s*,\s*(?:and |or |because |cause )?(?:did|do|was|were|have|is|i (?:swear|only|just|don't|do not|never|didn't"
    r"|can't)|on which"
    r"|in which|at what|since when|when|where|how|who|which|what)\b.*$|(?<=\w) from$",
    re.IGNORECASE,
)

# --- what is to be forgotten ---------------------------------------------------------------------

_STORE = (
    r"(?:(?:your|ur|yr|my|the|our|long-term|this|that) ){0,2}(?:memory|memories|memory list|notes"
    r"|records|mind|brain|head"
    r"|files?|database|knowledge(?: base)?)(?: (?:about|on|of) me)?|(?:what|whatever|everything"
    r"|all)(?: that| of what)? (?:you|u)(?:'ve|’ve)?"
    r"(?: \w+){1,3}?(?: (?:about|on|of|for) (?:me|us|my \w+))?"
)
_FROM_THE_STORE = re.compile(rf"\s+(?:from|out of|off|in) (?:{_STORE})$", re.IGNORECASE)
_TRAILING = re.compile(
    r"[\s,]+(?:please|pls|plz|thanks|thank you|thx|completely|entirely|altogether|for good|now|asap|too|ta)$",
    re.IGNORECASE,
)
_LEADING = re.compile(r"(?:out|off|away)\s+(?=\S)", re.IGNORECASE)
_BEHIND = re.compile(r"\s*(?:,|\s[–—-])\s*(?P<rest>[^,]+(?:,.*)?)$")
_ASIDE = re.compile(r"(?:too|so|not|no|only|since|because|as|thanks|quit|just)\b", re.IGNORECASE)
_MORE_OF_IT = re.compile(r"(?:and|or|my|our|the|his|her|their|a)\b", re.IGNORECASE)


def _plain(argument: str) -> str:
    """Drop from where, how courteously and why something is to be forgotten."""
    for _ in range(4):
        shorter = _TRAILING.sub("", _FROM_THE_STORE.sub("", argument)).rstrip(" ,;–—-")
        behind = _BEHIND.search(shorter)
        if behind and not _TIMED.match(shorter) and _is_aside(behind["rest"]):
            shorter = shorter[: behind.start()]
        if shorter == argument or not shorter:
            break
        argument = shorter
    return _LEADING.sub("", argument, count=1) if _LEADING.match(argument) else argument


def _is_aside(rest: str) -> bool:
    """Tell words that say why from an apposition ("my boss, Sam, is leaving"), and from one thing more."""
    first, *_ = rest.split(",")
    return bool(_ASIDE.match(rest) or (VERB.search(first) and not _MORE_OF_IT.match(rest)))


_OPINION = re.compile(
    r"i (?:think|believe|guess|reckon)(?: that)? (?=(?:the|number|item|entry|#)\b)", re.IGNORECASE
)
_ALL_OF_THEM = re.compile(r"(?:all|both)(?: of (?:them|those|these))?", re.IGNORECASE)
_TIMED = re.compile(r"(?:when|if|before|after|while|since|until|once|as)\b", re.IGNORECASE)


def _forgotten(found: Command, said: str, message: str) -> Command | None:
    if _JUST_DONE.search(said):
        return Command("undo")
    argument = _OPINION.sub("", _plain(found.argument))
    if _ALL_OF_THEM.fullmatch(argument) and (taken := taken_up(said, message)) and taken != found:
        return taken
    if is_numbered(found.argument) or is_numbered(argument):
        elsewhere = _placed_elsewhere(found.argument, said) or is_counted_elsewhere(
            said, found.argument
        )
        return None if elsewhere else Command("forget", argument)
    if is_in_a_document(said, argument):
        return None
    if _EVERYTHING_OF_ME.match(argument) or (
        found.name == "forget_about" and _MYSELF.match(argument)
    ):
        return Command("clear")
    if forms.POINTING.fullmatch(argument):
        if (taken := taken_up(said, message)) and (taken.name, taken.argument) != (
            "forget",
            argument,
        ):
            return taken
        argument = spoken_of(message) or argument
    if whole := _WHOLLY.fullmatch(argument):
        return Command("forget_about", whole["of"] or whole["kind"])
    if found.name == "forget_about":
        return Command("forget" if _STATES.match(argument) else "forget_about", argument)
    if entirely := _ENTIRELY.search(argument):
        return Command("forget_about", argument[: entirely.start()].rstrip(" ,"))
    if is_all_of_somebody(argument, said) or _in_its_entirety(argument, message):
        return Command("forget_about", argument)
    return Command("forget", argument)


_TOTALLY = (
    r"all of it|every(?:thing| single (?:thing|bit|one)| last (?:thing|bit|one|detail|word)| bit of it)"
    r"|the (?:whole|entire) (?:lot|topic|subject|thing)|the lot"
)
_MYSELF = re.compile(
    r"(?:me|myself|us)(?:$|,|\s+[–—-]|\s(?:please|like|every\w*|all|absolutely|completely|entirely|in (?:one go|full"
    r"|total)|at once|with(?:out)? (?:no |any )?exceptions?|no exceptions?|clean|fresh|start|from (?:zero"
    r"|scratch|the)"
    r"|so|now|then|right|i(?:'m|’m)?|because|since|as)\b|\s(?:and|then) (?:then|start|we|let|let's|i|begin)\b)"
    r"|who i am$",
    re.IGNORECASE,
)
_EVERYTHING_OF_ME = re.compile(
    r"(?:everything|all(?: of it)?|all memories)(?: (?:you|u)(?:'ve|’ve)?(?: \w+){1,3})? (?:about|on"
    r"|of) (?:me|myself)$",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"(?:me|us|myself) (?:(?:not|never|no longer|always|still|only) )?(?!(?:during|including|regarding|concerning)\b)"
    r"\w{2,}ing\b"
    r"|(?:my|our|his|her|their|(?-i:[A-Z])\w+)\b[^,.;:]{0,40}? (?:(?:not|never|no longer) )?(?:being|having|liking"
    r"|hating|loving|living|wanting|preferring|owning)\b"
    r"|(?:being|having|liking|hating|loving|wanting|preferring|owning) \w+"
    r"|(?:how|where|when|what|who|which|whether|that|why) (?:i|i'm|i’m|i've|my|we|our)\b(?! \w+ (?:told|said))",
    re.IGNORECASE,
)
"""Subjects that state one thing: "me being vegetarian", "where I park my car"."""

_WHOLLY = re.compile(
    r"(?:(?:absolutely )?(?:everything|anything|whatever|all(?! of (?:me|us)\b)|any"
    r"|every)\b(?: \S+){0,5}? (?:about|on|regarding|concerning"
    r"|related to|relating to|to do (?:with|w/)|mentioning) (?P<of>(?!me\b|myself\b)\S.*)"
    r"|all (?:of )?(?:the|my|your) (?P<kind>\S.{1,40}?) (?:stuff|things|memories|notes|business))",
    re.IGNORECASE,
)
"""Things to forget that are all of a subject: "anything to do with Kwame", "all the D&D stuff"."""

_ENTIRELY = re.compile(
    rf"(?:,| like| and| completely,?| entirely,?)\s*(?:{_TOTALLY})\b.*$", re.IGNORECASE
)
_SEPARATELY = re.compile(
    rf"\W+(?:(?:completely|entirely|altogether|from (?:{_STORE}))\W+){{0,3}}(?:{_TOTALLY})(?!\s+(?:else|in|you|is|was"
    r"|i|about))\b",
    re.IGNORECASE,
)


def _in_its_entirety(argument: str, message: str) -> bool:
    """Tell a thing behind which "all of it", "every single thing" is said."""
    if _STATES.match(argument) or _CLAUSE.match(argument):
        return False
    at = message.find(argument)
    return at >= 0 and bool(_SEPARATELY.match(message, at + len(argument)))


_CLAUSE = re.compile(r"(?:that )?(?:i|i'm|i’m|im|i've|we|we're)\b", re.IGNORECASE)


def _placed_elsewhere(argument: str, said: str) -> bool:
    """Tell numbers of something that is no list of memories: "take number 2 and 5 out of the playlist"."""
    _, _, after = said.partition(argument)
    place = _PLACE.match(after)
    return bool(place and not _OF_MEMORIES.match(place["where"]))


_PLACE = re.compile(
    r"\s*(?:out of|from|off|on|in) (?:(?:the|my|our|this|his|her) )?(?P<where>[\w-]+(?: [\w-]+)?)",
    re.IGNORECASE,
)
_OF_MEMORIES = re.compile(
    r"(?:your|you|what|whatever|(?:that|those|these|it|there|this)(?:$| (?:please|you|i|as|for|now)\b)"
    r"|stuff|things|long-term|saved|stored|everything"
    r"|all|above|before|of)\b"
    r"|(?:\w+ )?(?:list|memor(?:y|ies)|notes?|records?|results|mind|brain|head|facts|entries|file|profile)\b",
    re.IGNORECASE,
)

# --- what is deleted, not listed -----------------------------------------------------------------

_IT_FROM_ALL = re.compile(
    rf"\b{AWAY} (?:out |off )?(?P<x>it|that|this|them|those|these|that one|this one)(?: one)?(?: (?:out|off|away))?"
    rf" (?:out of|from|off) (?:{_STORE})",
    re.IGNORECASE,
)


def _one_of_all(said: str, message: str) -> Command | None:
    """Read "drop that from what you hold about me": one memory, not all."""
    found = _IT_FROM_ALL.search(said)
    if found is None:
        topic = None if _OF_ME.search(said) else _topic_of_all(said, message)
        return Command("forget_about", topic) if topic else None
    return Command("forget", spoken_of(message) or found["x"])


def _topic_of_all(said: str, message: str) -> str | None:
    """Read "My surgery is nobody's business. Purge all of it from memory.": all of that, not all."""
    if named := _REGARDING.match(message):
        return named["x"]
    before, _, _ = message.partition(said)
    spoken = f"{before} {said}"
    if not _ALL_OF_IT.search(said):
        return None
    return next((found["x"] for form in _TOPICS if (found := form.search(spoken))), None)


_OF_ME = re.compile(r"\b(?:about|on|of|concerning|regarding) (?:me|myself|us)\b", re.IGNORECASE)
_REGARDING = re.compile(
    r"(?:regarding|concerning|as for|on the subject of) (?P<x>(?!me\b|my (?:data|memor))[^,.;:!?]{2,40}),",
    re.IGNORECASE,
)
_ALL_OF_IT = re.compile(
    r"\b(?:all|every|each|any|everything|anything|whatever)\b(?: \w+){0,3}? (?:of|with|about|on|related to|relating to"
    r"|concerning|mentioning) (?:it|that|this|those|her|him)\b",
    re.IGNORECASE,
)
_OWNED = (
    r"(?P<x>(?:my|our|the) (?!(?:data|memor(?:y|ies)|account|profile|list|notes?|information|history"
    r"|records?|facts?)\b)"
    r"[\w'’-]+(?: (?!is\b|was\b|has\b)[\w'’-]+)?)"
)
_TOPICS = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (
        rf"(?:^|[.!?\n]\s*){_OWNED} (?:is|was|isn't|isn’t) (?!\w+ing\b|going\b)",
        rf"\b(?:cancelled|canceled|ended|quit|left|sold|dropped|closed|gave up|called off) {_OWNED}",
        r"\b(?:hold(?:ing)? on to|keep(?:ing)?|remember(?:ing)?|stor(?:e|ing)|retain(?:ing)?|know(?:ing)?|sav(?:e|ing))"
        r" (?:anything|everything|things|stuff|all that) (?:about|concerning|regarding|on|around|to do with)"
        r" (?P<x>(?:my|our|the) [\w'’-]+(?: (?!is\b|was\b|and\b|please\b)[\w'’-]+)?)",
        r"\b(?:on and on|talked|told you|said|going on|so much) about (?P<x>[\w'’-]+)\b",
        r"\b(?:see|hear(?: of| about)?|mention) (?P<x>(?-i:[A-Z])[\w'’-]+) (?:mentioned|again|brought up)",
    )
)

_JUST_DONE = re.compile(
    r"\b(?:undo|un-do|un-?save|unsave|un-?store|revert|reverse|roll back|take back|cancel|rescind|retract"
    r"|withdraw|scratch|delete|forget|drop"
    r"|strike|erase)\s+(?:what(?:ever)?|(?:the|that) (?:thing|fact|bit|note|entry))\s+(?:that )?(?:you|u)(?:'ve"
    r"|’ve| have)?\s+just\b"
    r"|\b(?:what(?:ever)?|the (?:last )?thing) (?:you|u)(?:'ve|’ve| have)? (?:just|last) \w+\b[^.?!]{0,30}"
    r"\b(?:take|put|roll) (?:it|that) (?:right )?(?:back|out)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"(?:\W*(?:so|and|ok|okay|please|pls|hey|hi|now|then|just)\b)*\W*(?:what|which|how|who|show|tell|list"
    r"|give|can i|could i"
    r"|may i|let me|do you|did you|have you|is there|are there|summari[sz]e|recap|read|print|display"
    r"|bring up|pull up)\b",
    re.IGNORECASE,
)
_ALL_KEPT = re.compile(
    r"\b(?:all|everything|every|whole|entire|whatever|what)\b.{0,60}?\b(?:you|u|memor(?:y|ies)|me)\b",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"\b(?:gone|(?:should|must|has to|can|needs to) (?:all )?go|flush|erase|delete|wipe|bin (?:it|the)"
    r"|burn|reset|throw(?:n)?"
    r" (?:it |them |out|away|all)|take (?:it |them )?(?:all )?out|get rid|nuke|purge|trash|scrap|destroy"
    r"|clear (?:it|the)"
    r"|edited version)\b",
    re.IGNORECASE,
)
_THING_AWAY = re.compile(
    rf"(?:^|[:,;]\s*|\b(?:please|kindly|just|so|and)\s+){AWAY}(?: (?:out|away|off))? (?P<x>(?!it\b|that\b"
    rf"|this\b|them\b"
    r"|all\b|everything\b|every\b|the lot\b|the whole\b|anything\b|any\b|what\b|whatever\b|out\b|away\b"
    r"|back\b)(?:my|the|our"
    r"|number|entry|item|(?-i:[A-Z]))[^,.;!?]{2,80}?)(?=$|[,.;!?]| and (?:then )?(?:proceed|then|help"
    r"|tell|let|give)\b)",
    re.IGNORECASE,
)


def _not_listed(said: str, message: str) -> Command | None:
    """Read what is to be deleted or taken back where a list seemed to be asked for."""
    if _JUST_DONE.search(said):
        return Command("undo")
    if _ASKS.match(said):
        return None
    if one := _one_of_all(said, message):
        return one
    if (thing := _THING_AWAY.search(said)) and not _FROM_THE_STORE.search(f" {thing['x']}"):
        return Command("forget", _plain(thing["x"]))
    if _ALL_KEPT.search(said) and _GONE.search(message) and not _ASKED_FOR.search(message):
        return Command("clear")
    return None


def _is_put_away(said: str, message: str) -> bool:
    """Tell what is named to be deleted: "whatever you've got on my old job, bin it"."""
    behind = message.partition(said)[2] if said in message else ""
    return not _ASKED_FOR.search(message) and bool(_PUT_AWAY.search(f"{said}{behind}"))


_PUT_AWAY = re.compile(
    r"[,.;:!–—-]\s*(?:(?:please|just|and|so|you can|now)\s+)*(?:forget|delete|remove|erase|bin|scrap|wipe|ditch|purge"
    r"|get rid|get shot)\b",
    re.IGNORECASE,
)

_ASKED_FOR = re.compile(
    r"\b(?:show|list|tell me|recap|summari[sz]e|print|display|before)\b", re.IGNORECASE
)

"""Which commands are made of a few words only?

What is known, what is to be cleared, taken back or explained is asked for in a small vocabulary, in any order that
English allows. A sentence that has nothing but these words, and the parts that make the command, is one; a word from
outside ("undo the last commit") means that something else is spoken of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

Closed = Literal["list", "clear", "undo", "why"]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_GRAMMAR = _set(
    """a an the of to in on at by with from for as and or that which who whom this these those it its there here do
    does did done have has had having am is are was were be been being can could would will may might shall should
    ever even just only still already currently now today so far yet also again back up out off down over through
    all any every each whole entire full complete completely entirely everything anything whatever whole else more
    most much many exactly actually really truly precisely possibly please some one ones thing things stuff bit bits
    list summary overview rundown recap lowdown version way moment time long short quick brief
    present right up-to-date latest recent recently date absolutely totally fully basically specifically
    what own said single last if think then sort kind sorts kinds type types over time there's lot collection sum
    total entirety content contents extent behalf associated with account linked tied connected user detail task
    dump list report inventory check run honest honestly including ones matters"""
)
_ME = _set("me myself my mine i us our we")
_YOU = _set("you your yourself yours")
_KNOWING = _set(
    """know knew known knowing remember remembered remembering recall recalled recalling learn learned learnt learning
    store stored storing save saved saving keep kept keeping note noted noting hold held holding record recorded
    recording memorize memorise memorized memorised retain retained retaining log logged track tracked tracking
    collect collected collecting gather gathered gathering pick picked notice noticed file filed write wrote written
    jotted jot got get gotten figured discovered found find accumulated amassed archived retained logged stash stashed
    remembers keeps stores tucked hang"""
)
_MEMORY = _set("memory memories memorybank")
_RECORDS = _set(
    """notes records record file files database dossier data information facts fact details knowledge mind head brain
    logs log archive archives store storage books note entries entry items item detail info"""
)
_ABOUT = _set(
    "about on of regarding concerning for relating related pertaining respect regards personally person connection"
)
_SHOWING = _set(
    """show list display print give tell read see view share recite recap summarize summarise sum dump pull bring open
    output hear check review enumerate present fetch retrieve run walk go lay spell let look provide produce name
    describe outline detail reveal send write type say state inspect browse remind report know have get call want
    repeat rattle reel take set"""
)
_ASKING = _set(
    "memory every each information data facts details anything recap rundown dump what which how whatever"
    " everything anything do did have can could are is any all my your the a full memories"
    " memory list summary overview complete recap tell"
)
_TELLING = _set(
    "told tell telling shared share mentioned mention said say given give confided revealed disclosed"
)

_FORGETTING = _set("forget unlearn unremember forgetting forgotten")
_DELETING = _set(
    """delete remove erase drop wipe clear rid scrub purge discard nuke strike bin scrap ditch trash chuck expunge
    eliminate destroy clean scratch cut redact obliterate empty flush reset throw toss deleting erasing wiping
    blank zap dispose format shred lose bleach vaporize vaporise"""
)
_EVERYTHING = _set(
    "everything all anything whatever every entire whole complete completely memories any what clean full each lot"
)
_FRESH = re.compile(
    r"(?:(?:wipe|clean|clear) (?:the|my|your|that) slate(?: clean)?"
    r"|(?:(?:let's |let us |we |i want (?:you )?to |i'd like (?:you )?to )?(?:start|begin) (?:over|afresh|anew|again"
    r"|fresh|from scratch|from zero) )?(?:with|on|give (?:me|us)|have|i want|as) (?:a )?(?:clean|blank|fresh|empty|new)"
    r" (?:slate|memory|memory bank|page)(?: of me| about me)?"
    r"|(?:reset|wipe|clear|erase|empty|flush|purge|nuke) (?:yourself|your (?:memory|brain|mind|head|memory banks?)"
    r"|(?:the )?memory banks?)(?: (?:clean|of me|about me|completely|entirely|of everything|of it all))*"
    r"|(?:make|let) your (?:memory|mind|brain|head) (?:a )?(?:blank|empty|clean)(?: slate)?(?: again)?"
    r"|(?:erase|delete|remove|wipe|purge|scrub) me(?: (?:completely|entirely))?(?: from (?:your )?(?:long-term )?"
    r"(?:memory|memories|mind|brain|records|database|files|system))?"
    r"|forget (?:that )?(?:you (?:ever )?(?:knew|met|know|have met) me|we (?:ever )?(?:met|spoke|talked)"
    r"|we(?:'ve| have) ever (?:met|spoken|talked))|(?:do )?(?:a )?(?:full|complete|total|factory) (?:memory )?(?:reset"
    r"|wipe)(?: of (?:your|my|the) memor(?:y|ies))?|(?:a )?memory (?:wipe|reset))",
    re.IGNORECASE,
)
"""Figures of speech for clearing everything."""

_TAKING_BACK = _set("undo un-do undoing revert reverse rescind retract reinstate restore recover undelete unforget"
                    " un-forget un-delete unerase undid rollback withdraw unsave un-save unstore un-store"
                    " un-remember unremember"
                    " unmemorize un-erase un-remove unremove un-clear unclear unwipe")  # fmt: skip
_BACK_WITH = _set(
    "make take bring put get give roll go change turn switch have set pull want need like call hand place"
)
_OF_UNDOING = _set(
    """that this it them those these last latest previous recent final memory memories change changes deletion removal
    update forget request operation command action step one ones thing things fact facts note notes entry entries what
    whatever everything i you we me my your the just did do done made make asked ask said say told saved stored
    remembered remember forgot forgotten deleted delete removed remove cleared erased wiped dropped lost noted learned
    recorded recording saving forgetting deleting removing clearing added wrote kept put in to into from of about which
    was were is be had have how before way again very most only right now please then all stuff bit item items again
    gone can could would will been out edit save addition instruction undo mistake accident accidentally by up a for"""
)
_BACK = _set("back")

_SOURCE = _set(
    """know knew known knows remember remembered learn learned learnt hear heard get got find found out pick up picked
    come came figure figured discover discovered gather gathered save saved store stored keep kept note noted written
    write have hold record recorded memorize memorise memorized memorised stored work worked obtain obtained"""
)
_OF_SOURCES = _set(
    """how why where who when what since which source sources origin come came comes coming from that this it these
    those them one thing information info fact facts detail details memory memories idea note entry piece bit about me
    myself do did does have has had is are was were would could can been be you your i we the a of on in to for even
    actually already possibly ever exactly first place all us much so know knew get got anyway on earth just then
    think believe makes made gave fed sent told tell say said mention mentioned give given let somebody someone anyone
    explain show aware happen happened way behind basis evidence reason grounds or and stuff really such kind any
    both still says learned person conversation chat time end ended up there in your memory based saved stored kept
    left"""
)
_PLAIN = re.compile(r"[^\w\s'’-]+")
_CLITICS = (
    ("'ve", " have"), ("'re", " are"), ("'ll", " will"), ("what's", "what is"), ("that's", "that is"),
    ("where's", "where is"), ("who's", "who is"), ("how's", "how is"), ("there's", "there is"), ("i'm", "i am"),
    ("i'd", "i would"), ("let's", "let us"), ("it's", "it is"), ("who'd", "who did"), ("everything's", "everything is"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Words:
    """Hold the words of a sentence, in order and as a set."""

    order: tuple[str, ...]
    all: frozenset[str]

    def have(self, words: frozenset[str]) -> bool:
        return not self.all.isdisjoint(words)

    def follow(self, first: frozenset[str], then: frozenset[str], within: int = 1) -> bool:
        """Tell whether a word of the second set stands shortly after one of the first."""
        return any(
            word in first and not then.isdisjoint(self.order[at + 1 : at + 1 + within])
            for at, word in enumerate(self.order)
        )


@lru_cache(maxsize=64)  # of one sentence all commands ask
def words_of(said: str) -> Words:
    low = _PLAIN.sub(" ", said.lower().replace("’", "'"))
    for short, full in _CLITICS:
        if "'" in low:
            low = low.replace(short, full)
    order = tuple(map(_known_word, low.split()))
    return Words(order, frozenset(order))


_NO_SLIPS = _set("sports places pets plates closed thigh nosed clover mates")
"""Words of their own that a letter more or less would make one of the vocabulary."""


@lru_cache(maxsize=2048)
def _known_word(word: str) -> str:
    """Return the word of the vocabulary that a slip of the pen stands for, else the word itself.

    Slips that make short words are many, so a short one only has two letters swapped or lacks one.
    """
    known, shorter = _vocabulary()
    if len(word) < 4 or word in known or word in _NO_SLIPS or not word.isalpha():
        return word
    if meant := shorter.get(word):
        return meant
    swapped = (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(1, len(word) - 1))
    near = next((each for each in swapped if each in known), None)
    if near is None and len(word) > 5:
        cut = [word[:i] + word[i + 1 :] for i in range(1, len(word))]
        near = next((each for each in cut if each in known), None)
        near = near or next((shorter[each] for each in cut if each in shorter and shorter[each][0] == word[0]
                             and len(shorter[each]) == len(word) and len(word) > 6), None)  # fmt: skip
    return near or word


@cache
def _vocabulary() -> tuple[frozenset[str], dict[str, str]]:
    """Return all words, and the longer ones with a letter missing."""
    known = (
        _OF_LISTS
        | _OBJECT
        | _OF_CLEARING
        | _OF_UNDOING
        | _TAKING_BACK
        | _OF_SOURCES
        | _SOURCE
        | _ASKING
    )
    shorter: dict[str, str] = {}
    for word in sorted(known):
        if len(word) > 4 and word.isalpha():
            for i in range(1, len(word)):
                shorter.setdefault(word[:i] + word[i + 1 :], word)
    return known, shorter


MOST_WORDS = 22
"""Words of the longest command of this kind."""


def closed_command(said: str) -> Closed | None:
    """Return the command that a sentence makes of the small vocabulary alone, or None."""
    words = words_of(said)
    if not 1 < len(words.order) <= MOST_WORDS:
        return None
    if words.order in _SHORT_LISTS:
        return "list"
    if words.all.isdisjoint(_TELLTALE):
        return None
    if _is_undo(words):
        return "undo"
    if _FRESH.fullmatch(said) or _is_clear(words):
        return "clear"
    if _is_why(words):
        return "why"
    return "list" if _is_list(words) else None


_TELLTALE = (
    _YOU
    | _MEMORY
    | _TAKING_BACK
    | _BACK
    | _ME
    | _set("file records record source slate memories memory it that this")
)
"""Words of which each command has at least one."""


_BEFORE = re.compile(
    r"(?:[\w'’-]+[\s,.…!–—-]+){1,5}?(?=(?:what|which|how much|how come|how do|how did|where|who told|why do|show"
    r"|list|recap|tell me"
    r"|everything|give me|pull)\b)",
    re.IGNORECASE,
)
_OF_MATTER = _set(
    """i he she they we it who not never don't doesn't didn't won't can't cannot wonder wondering said says say asked
    asks
    ask told tells tell think thinks wrote write type translate imagine pretend suppose if unless to the a an of about
    my his her their your explain know knows remember forget how what why when where is are was were about that this
    undo delete remove erase clear wipe drop restore bring take get put save cancel
    say call called titled song book movie poem story draft email check"""
)
_MATTERS = _OF_MATTER | _FORGETTING | _DELETING | _TAKING_BACK


def after_words_of_no_matter(said: str) -> Literal["list", "why"] | None:
    """Read a list or a question of provenance behind a few words of any kind that state nothing."""
    before = _BEFORE.match(said)
    if before is None or not _MATTERS.isdisjoint(words_of(before[0]).order):
        return None
    found = closed_command(said[before.end() :])
    return found if found == "list" or found == "why" else None


# --- what is known -------------------------------------------------------------------------------

_OF_LISTS = _GRAMMAR | _ME | _YOU | _KNOWING | _MEMORY | _RECORDS | _ABOUT | _SHOWING | _TELLING
_SHORT_LISTS = {tuple(each.split()) for each in (
    "show everything", "show me everything", "list everything", "show it all", "show me it all", "show all of it",
    "show me all of it", "memory dump", "memory list", "memory report", "memory summary", "memory recap",
    "memory check",
    "memory inventory", "dump memory", "dump your memory", "recap everything", "list it all", "display everything",
)}  # fmt: skip
_SUBJECT = _set("me myself us")
_OBJECT = _set("what which everything anything whatever all any much many list summary overview recap things facts"
               " stuff information details data notes memories something rundown lowdown detail fact info record"
               " records entry"
               " entries thing files sum extent contents memory knowledge dump report item items bits piece"
               " pieces")  # fmt: skip
_AIDS = _set(
    "do did have has had can could would are still already currently been ever even actually now all just really"
    " also may might so both truly"
)


def _is_list(words: Words) -> bool:
    first = words.order[0]
    if first not in _ASKING | _SHOWING or not words.all <= _OF_LISTS | _OBJECT:
        return False
    if first in ("have", "get", "know") or words.follow(_set("i"), _KNOWING - _set("get"), 2):
        return False
    if "should" in words.all:
        return False
    about = words.follow(_ABOUT, _SUBJECT)
    if first in ("do", "did", "have", "can", "could", "are", "is") and not words.have(_OBJECT):
        return False
    known = _has_knowing_you(words) or (
        words.have(_set("known stored saved kept held recorded remembered noted logged"))
    )
    owned = words.follow(_set("your"), _RECORDS | _MEMORY, 3)
    if (
        about
        and words.have(_OBJECT)
        and (known or owned or words.have(_MEMORY | _set("file record records")))
    ):
        return True
    return _names_memory(words) or _is_file(words)


def _has_knowing_you(words: Words) -> bool:
    """Tell "you know", "have you still got"."""
    order = words.order
    for at, word in enumerate(order):
        if word != "you":
            continue
        rest = [each for each in order[at + 1 : at + 6] if each not in _AIDS]
        if rest and rest[0] in _KNOWING:
            return True
        if at and order[at - 1] in ("do", "did", "have", "that", "what", "all", "everything", "which", "information",
                                    "things", "facts", "stuff", "data", "anything", "details", "else") and (
            "have" in order[at + 1 : at + 4]
        ):  # fmt: skip
            return True
    return False


_REMEMBERED = _set(
    "remember remembered remembering memorized memorised stored saved retained recorded noted"
)


def _names_memory(words: Words) -> bool:
    """ "what is in your memory", "show everything you remember"."""
    if words.have(_TELLING - _set("tell give say share")) and words.have(_set("i")):
        return False
    asks = words.have(_set("what everything anything whatever all which"))
    if words.have(_MEMORY) and words.have(_YOU | _ME) and (asks or words.order[0] in _SHOWING):
        return True
    if words.have(_set("can could")) and words.order[0] not in _set("can could"):
        return False  # "what kinds of things can you remember?"
    about_other = words.have(_ABOUT - _set("of for on")) or words.have(_set("it this these those"))
    return (
        asks
        and not about_other
        and any(w in _REMEMBERED for w in words.order)
        and _has_knowing_you(words)
        and not words.have(_set("to how when where last said"))
    )


def _is_file(words: Words) -> bool:
    """ "what's in my file"."""
    return words.follow(_set("my"), _set("file records record dossier")) and words.have(
        _set("what everything whatever")
    ) and len(words.order) <= 8  # fmt: skip


# --- clearing ------------------------------------------------------------------------------------

_OF_CLEARING = (
    _GRAMMAR | _ME | _YOU | _KNOWING | _MEMORY | _RECORDS | _ABOUT | _FORGETTING | _DELETING | _TELLING
    | _set("slate relationship them those history met talked discussed spoke what forever permanently now away"
           " learnt go ahead and")
)  # fmt: skip


def _is_clear(words: Words) -> bool:
    head = words.order[:3]
    if not any(word in _FORGETTING | _DELETING for word in head) or not words.all <= _OF_CLEARING:
        return False
    if head[0] in (
        "what",
        "i",
        "you",
        "how",
        "why",
        "when",
        "did",
        "do",
        "have",
        "never",
        "who",
        "where",
    ):
        return False
    everything = words.have(_EVERYTHING)
    if (
        not everything
        or words.have(_set("latest one ones recent just this"))
        or (words.follow(_set("the my your that"), _set("last single")))
    ):
        return False
    if words.follow(_ABOUT - _set("of for on"), _set("my")):
        return False
    about = words.follow(_ABOUT, _SUBJECT)
    owned = words.have(_MEMORY) and words.have(_ME | _YOU | _set("all every entire whole"))
    known = _has_knowing_you(words) and not words.have(_ABOUT - _set("for"))
    told = words.have(_TELLING) and words.follow(_set("i"), _TELLING, 3) and "you" in words.all
    return about or owned or known or (told and not words.have(_set("about on")))


# --- taking back ---------------------------------------------------------------------------------

_TARGET = _set("that this it them those these last latest previous memory memories deletion removal change changes"
               " forgot deleted removed forgotten cleared erased wiped fact facts note what whatever")  # fmt: skip


def _is_undo(words: Words) -> bool:
    order = words.order
    if not words.all <= _OF_UNDOING | _TAKING_BACK | _BACK_WITH | _BACK | _set("want need like"):
        return False
    if order[0] in (
        "what",
        "how",
        "why",
        "when",
        "did",
        "was",
        "is",
        "will",
        "to",
        "which",
        "have",
        "do",
    ):
        return False
    if words.have(_TAKING_BACK) and order[0] in _TAKING_BACK | _set("please just the can i"):
        return words.have(_TARGET) and not (order[0] == "i" and not words.have(_set("want need")))
    if (
        "back" not in words.all
        or words.follow(_set("your my"), _BACK)
        or not words.have(_BACK_WITH)
        or not words.have(_TARGET)
    ):
        return False
    if order[0] == "i":
        return order[1:2] in (("want",), ("need",), ("would",)) and not words.have(
            _set("to go take")
        )
    return order[0] in _BACK_WITH - _set("go call like want need have")


# --- where from ----------------------------------------------------------------------------------

_ASKS_SOURCE = _set(
    "source origin origins how why where who when what since which from explain tell show"
)
_THAT = _set("that this it these those them")


def _is_why(words: Words) -> bool:
    order = words.order
    if order[0] not in _ASKS_SOURCE or not words.all <= _OF_SOURCES | _SOURCE:
        return False
    if not words.have(_set("how why where who when what which source")):
        return False
    if order in (("who", "told", "you"), ("says", "who"), ("where", "is", "that", "from"),
                 ("where", "is", "this", "from"),
                 ("where", "is", "it", "from"), ("where", "was", "that", "from")):  # fmt: skip
        return order[0] != "says"
    pointed = words.have(_THAT) or words.follow(_set("about of"), _SUBJECT)
    if not pointed or "anything" in words.all:
        return False
    if order[0] in ("source", "origin", "origins"):
        return words.have(_THAT) and len(order) < 8
    if order[0] == "what" and "based" not in words.all:
        return words.have(_set("source origin basis evidence grounds makes made")) and words.have(
            _THAT
        )
    if order[0] == "when" or "when" in order[:3]:
        return (words.follow(_set("i"), _set("tell told say said mention mentioned give gave"), 3) and words.have(_THAT)
                ) or words.follow(_set("you"), _SOURCE, 2)  # fmt: skip
    if words.have(_set("told gave fed")) and "who" in order[:4]:
        return words.follow(_set("told gave fed"), _set("you"))
    if words.have(_set("come came comes coming source origin")) and words.have(
        _set("where from source")
    ):
        return words.have(_THAT)
    if words.follow(
        _set("that this it"), _set("saved stored kept remembered end based noted"), 3
    ) or words.have(_set("based")):
        return order[0] in ("how", "why", "what", "where", "when") and words.have(_THAT)
    knows = (
        _SOURCE
        if order[0] != "why"
        else _SOURCE - _set("get find out come came work worked hear write wrote written")
    )
    return (
        words.follow(_set("you"), knows, 4) and not words.have(_set("what")) and words.have(_THAT)
    )


# --- one category --------------------------------------------------------------------------------

_AROUND = (
    _OF_LISTS
    | _OBJECT
    | _set("track category categories under mine list lists section sections heading filed")
)
_OPENS = _ASKING | _SHOWING | _set("which any")


@dataclass(frozen=True, slots=True)
class Named:
    """Hold the words that the vocabulary leaves over, and whose, and how surely kept, they are."""

    phrase: str
    own: bool
    sure: bool


def named_category(said: str) -> Named | None:
    """Return what a list may be of, when all around it is of the vocabulary; None when it is no list."""
    words = words_of(said)
    outside = [at for at, word in enumerate(words.order) if word not in _AROUND]
    if not outside or len(words.order) > MOST_WORDS or outside[-1] - outside[0] > 3:
        return None
    phrase = " ".join(words.order[outside[0] : outside[-1] + 1])
    opening = words.order[: outside[0]]
    if opening and (
        opening[0] not in _OPENS or opening[0] in ("have", "get", "call", "take", "keep")
    ):
        return None
    if words.follow(_set("i"), _KNOWING - _set("get"), 2):
        return None
    sure = _has_knowing_you(words) or words.have(_MEMORY | _set("stored saved remembered recorded"))
    own = "my" in words.all or "mine" in words.all or words.follow(_ABOUT, _SUBJECT)
    return Named(phrase, own, sure) if sure or (own and opening) else None


def is_outside(word: str) -> bool:
    """Tell a word that names something from those with which any list is asked for."""
    return word not in _AROUND and word not in _IDLE_WORDS and not word.isdigit()


_IDLE_WORDS = _set(
    """ok okay hi hey hello yes no yeah thanks thank cheers please pls morning evening afternoon sorry wait hmm um uh
    lol haha right well great cool good nice perfect done anyway actually btw first second third next finally
    quick question other others new old important main personal different not never real sure oh ah so bro
    mate dude love i'm im curious dirt stats pile tea gossip scoop intel lore dear buddy bot assistant one two
    three ones exact specific earlier before context background note correct wrong"""
)

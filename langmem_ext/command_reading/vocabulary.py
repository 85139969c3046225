"""Of which words are commands made that are made of a few words only, and which of them does a slip of the pen mean?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache


def word_set(words: str) -> frozenset[str]:
    """Return the words of a text, each once."""
    return frozenset(words.split())


GRAMMAR = word_set(
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
ME = word_set("me myself my mine i us our we")
YOU = word_set("you your yourself yours")
KNOWING = word_set(
    """know knew known knowing remember remembered remembering recall recalled recalling learn learned learnt learning
    store stored storing save saved saving keep kept keeping note noted noting hold held holding record recorded
    recording memorize memorise memorized memorised retain retained retaining log logged track tracked tracking
    collect collected collecting gather gathered gathering pick picked notice noticed file filed write wrote written
    jotted jot got get gotten figured discovered found find accumulated amassed archived retained logged stash stashed
    remembers keeps stores tucked hang"""
)
MEMORY = word_set("memory memories memorybank")
RECORDS = word_set(
    """notes records record file files database dossier data information facts fact details knowledge mind head brain
    logs log archive archives store storage books note entries entry items item detail info"""
)
ABOUT = word_set(
    "about on of regarding concerning for relating related pertaining respect regards personally person connection"
)
SUBJECT = word_set("me myself us")
SHOWING = word_set(
    """show list display print give tell read see view share recite recap summarize summarise sum dump pull bring open
    output hear check review enumerate present fetch retrieve run walk go lay spell let look provide produce name
    describe outline detail reveal send write type say state inspect browse remind report know have get call want
    repeat rattle reel take set"""
)
ASKING = word_set(
    "memory every each information data facts details anything recap rundown dump what which how whatever"
    " everything anything do did have can could are is any all my your the a full memories"
    " memory list summary overview complete recap tell"
)
TELLING = word_set(
    "told tell telling shared share mentioned mention said say given give confided revealed disclosed"
)
OBJECT = word_set(
    """what which everything anything whatever all any much many list summary overview recap things facts stuff
    information details data notes memories something rundown lowdown detail fact info record records entry entries
    thing files sum extent contents memory knowledge dump report item items bits piece pieces"""
)
FORGETTING = word_set("forget unlearn unremember forgetting forgotten")
DELETING = word_set(
    """delete remove erase drop wipe clear rid scrub purge discard nuke strike bin scrap ditch trash chuck expunge
    eliminate destroy clean scratch cut redact obliterate empty flush reset throw toss deleting erasing wiping
    blank zap dispose format shred lose bleach vaporize vaporise"""
)
EVERYTHING = word_set(
    "everything all anything whatever every entire whole complete completely memories any what clean full each lot"
)
_OF_THE_PAST = word_set(
    "slate relationship them those history met talked discussed spoke what forever permanently now away learnt go"
    " ahead and"
)
_ABOUT_ME = GRAMMAR | ME | YOU | KNOWING | MEMORY | RECORDS | ABOUT | TELLING
OF_LISTS = _ABOUT_ME | SHOWING
OF_CLEARING = _ABOUT_ME | FORGETTING | DELETING | _OF_THE_PAST
TAKING_BACK = word_set(
    """undo un-do undoing revert reverse rescind retract reinstate restore recover undelete unforget un-forget un-delete
    unerase undid rollback withdraw unsave un-save unstore un-store un-remember unremember unmemorize un-erase un-remove
    unremove un-clear unclear unwipe"""
)
BACK_WITH = word_set(
    "make take bring put get give roll go change turn switch have set pull want need like call hand place"
)
BACK = word_set("back")
OF_UNDOING = word_set(
    """that this it them those these last latest previous recent final memory memories change changes deletion removal
    update forget request operation command action step one ones thing things fact facts note notes entry entries what
    whatever everything i you we me my your the just did do done made make asked ask said say told saved stored
    remembered remember forgot forgotten deleted delete removed remove cleared erased wiped dropped lost noted learned
    recorded recording saving forgetting deleting removing clearing added wrote kept put in to into from of about which
    was were is be had have how before way again very most only right now please then all stuff bit item items again
    gone can could would will been out edit save addition instruction undo mistake accident accidentally by up a for ago
    earlier minute minutes moment second seconds while"""
)
SOURCE = word_set(
    """know knew known knows remember remembered learn learned learnt hear heard get got find found out pick up picked
    come came figure figured discover discovered gather gathered save saved store stored keep kept note noted written
    write have hold record recorded memorize memorise memorized memorised stored work worked obtain obtained"""
)
OF_SOURCES = word_set(
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
    """Return the words of a sentence, without marks and clitics, and without slips of the pen."""
    low = _PLAIN.sub(" ", said.lower().replace("’", "'"))
    for short, full in _CLITICS:
        if "'" in low:
            low = low.replace(short, full)
    order = tuple(map(_known_word, low.split()))
    return Words(order, frozenset(order))


_NO_SLIPS = word_set("sports places pets plates closed thigh nosed clover mates")
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
        OF_LISTS | OBJECT | OF_CLEARING | OF_UNDOING | TAKING_BACK | OF_SOURCES | SOURCE | ASKING
    )
    shorter: dict[str, str] = {}
    for word in sorted(known):
        if len(word) > 4 and word.isalpha():
            for i in range(1, len(word)):
                shorter.setdefault(word[:i] + word[i + 1 :], word)
    return known, shorter


_AIDS = word_set(
    "do did have has had can could would are still already currently been ever even actually now all just really"
    " also may might so both truly"
)


def says_you_know(words: Words) -> bool:
    """Tell "you know", "have you still got"."""
    order = words.order
    for at, word in enumerate(order):
        if word != "you":
            continue
        rest = [each for each in order[at + 1 : at + 6] if each not in _AIDS]
        if rest and rest[0] in KNOWING:
            return True
        if at and order[at - 1] in ("do", "did", "have", "that", "what", "all", "everything", "which", "information",
                                    "things", "facts", "stuff", "data", "anything", "details", "else") and (
            "have" in order[at + 1 : at + 4]
        ):  # fmt: skip
            return True
    return False

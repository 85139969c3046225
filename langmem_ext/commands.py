"""What does the user want done with memory?

Commands in plain words are recognised by rules; nothing is done here. What is no request to memory ("forget it, let's
talk about ...", "undo the last commit") is no command.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal

from langmem_ext import command_forms as forms
from langmem_ext import command_frame as frame
from langmem_ext.categories import Categories
from langmem_ext.command_numbers import is_numbered
from langmem_ext.command_words import after_words_of_no_matter, closed_command, named_category
from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_content import VERB
from langmem_ext.policies.directives import Directive, find_directives

CommandName = Literal[
    "list", "list_category", "forget", "forget_about", "clear", "undo", "why", "remember"
]

NOT_ASKED = frozenset({"habit"})
"""Directives that are understood without being asked for: "I never drink coffee" is no command."""


@dataclass(frozen=True, slots=True)
class Command:
    """Name what is wanted, and of what.

    `argument` is in the user's words: a statement (`forget`, `why`, `remember`), numbers of the last list (`forget`,
    `why`: "number 3"), a subject (`forget_about`), or the name of a category (`list_category`); "" where nothing is
    named ("why do you know that?").
    """

    name: CommandName
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Understood:
    """Pair a command with whether the message says anything else."""

    command: Command
    alone: bool = True


def parse_command(text: str, categories: Categories | None = None) -> Command | None:
    """Return the command about memory in a message, or None.

    `categories` are those that a list may name, the packaged ones by default. Quotes, code and texts that are handed
    over ("Translate: ...") hold no commands. Of several commands the first counts.
    """
    found = understand(text, categories)
    return found.command if found else None


def understand(text: str, categories: Categories | None = None) -> Understood | None:
    """Return the command in a message, and whether it is all that the message says."""
    if not text.strip():
        return None
    known = categories or Categories.load()
    said = language.sentences(_ABBREVIATED.sub("number ", _FENCED.sub("\n", text)))
    if len(said) == 2 and (joined := _in_two(said)):
        return joined
    for position, sentence in _readable(said):
        if found := _command(sentence.raw, known):
            others = [each.raw for each in said if each is not said[position]]
            alone = all(frame.IDLE.fullmatch(each) for each in others)
            return Understood(found.command, found.alone and alone)
    return _named(text) or _to_remember(text)


def _named(text: str) -> Understood | None:
    """Read "Forget Maria", when nothing else is said."""
    found = frame.NAMED.fullmatch(text.strip())
    if found is None or found["x"].lower().split()[0] in frame.NO_NAMES:
        return None
    return Understood(Command("forget_about", found["x"]))


def _in_two(said: Sequence[language.Sentence]) -> Understood | None:
    """Read a command that goes on after a full stop: "Bin the lot. Everything you have on me."."""
    if len(said) != 2 or any(each.is_question for each in said):
        return None
    whole = _bare(_spelt(" ".join(each.raw.strip(" .!") for each in said)))
    return Understood(Command("clear")) if closed_command(whole) == "clear" else None


_ABBREVIATED = re.compile(r"\b(?:no|nr)\. ?(?=\d)", re.IGNORECASE)
_FENCED = re.compile(r"(?P<fence>```|~~~).*?(?:(?P=fence)|\Z)", re.DOTALL)


def is_yes(text: str) -> bool:
    """Tell an unambiguous yes: nothing else is said, and "ok" alone is none."""
    said = text.strip()
    return bool(
        "?" not in said
        and len(said) < 80
        and frame.YES.fullmatch(said)
        and not frame.LUKEWARM.fullmatch(said)
    )


def is_no(text: str) -> bool:
    """Tell a no, or second thoughts."""
    return len(text) < 80 and bool(frame.NO.fullmatch(text.strip()))


# --- sentences -----------------------------------------------------------------------------------


def _readable(
    said: Sequence[language.Sentence],
) -> Iterator[tuple[int, language.Sentence]]:
    """Yield the sentences that speak for the user: none after one that hands over a text."""
    for position, sentence in enumerate(said):
        if _hands_over(sentence):
            return
        inside = 0 < position < len(said) - 1
        quoted = sentence.text.startswith((language.HIDDEN, '"', "'", "“", "«", "`", "*", "<"))
        if not quoted and not (inside and len(said) > frame.MAX_SENTENCES):
            yield position, sentence


def _hands_over(sentence: language.Sentence) -> bool:
    return language.brings_foreign_text(sentence.text) or bool(
        frame.FOREIGN_AFTER.search(sentence.text)
    )


def _command(raw: str, categories: Categories) -> Understood | None:
    """Read one sentence: the command is all of it, stands before another one, or follows its occasion."""
    if len(raw) > frame.MAX_COMMAND:
        return None
    whole = _spelt(raw)
    spelt, *another = frame.ALSO.split(whole, maxsplit=1)
    if another and (found := _read(_bare(whole), categories)) and frame.ASKING.match(spelt):
        return Understood(found)
    if found := _read(_bare(spelt), categories) or _read(
        _bare(_MANNERS.sub("", spelt)), categories
    ):
        return Understood(found, alone=not another)
    if framed := _framed(whole, categories):
        return framed
    return _after_an_occasion(whole, categories) or _before_a_comma(whole, categories)


def _after_an_occasion(spelt: str, categories: Categories) -> Understood | None:
    """Read "that's outdated, so forget number 3"."""
    for occasion in islice(frame.THEN.finditer(spelt), MAX_OCCASIONS):
        told = _bare(spelt[: occasion.start()])
        strange = frame.NO_OCCASION.match(told)
        if strange and not _SOON.match(told):
            break
        found = _read(_bare(spelt[occasion.end() :]), categories)
        if found and (not strange or found.name in ("list", "list_category", "why")):
            return Understood(found, alone=False)
    return None


def _before_a_comma(spelt: str, categories: Categories) -> Understood | None:
    """Read "undo that, I didn't mean it", and "where did you get that from, that I like tea?"."""
    parts = _FIRST.match(spelt)
    if parts is None:
        return None
    first, mark, rest = parts.groups()
    if mark == "," and (source := _WHICH_ONE.match(rest)) and closed_command(_bare(first)) == "why":
        return Understood(Command("why", source["x"].rstrip(" ?.!")))
    if mark and not forms.GOES_ON.search(f", {rest}"):
        found = _read(_bare(first), categories)
        return Understood(found, alone=False) if found and found.name in _NEED_NO_WORDS else None
    return None


def _framed(said: str, categories: Categories) -> Understood | None:
    """Look behind courtesies of any wording ("I'd be obliged if you'd ..."), each word of which is one."""
    said = _AS_WISHED.sub(lambda m: f"{m[1]} {frame.ACTIVE[m[2].lower()]}", _TAGS.sub(" ", said))
    for verb in islice(frame.VERB.finditer(said), MAX_OCCASIONS):
        before = re.findall(r"[\w']+", said[: verb.start()].lower().replace("’", "'"))
        if len(before) > MAX_COURTESIES:
            return None
        courteous = frame.COURTEOUS.issuperset(before)
        if not (
            _asks(before, verb[0].lower()) if courteous else _asks_inside(said[: verb.start()])
        ):
            continue
        found = _read(_bare(said[verb.start() :]), categories)
        if found and (courteous or found.name in _HARMLESS):
            return Understood(found, alone=courteous)
    return None


def _asks_inside(told: str) -> bool:
    """Tell words that end in a request of the user's own ("before my trip I should like to")."""
    asked = any(not told[each.end() :].strip(" ,") for each in _REQUEST.finditer(told))
    return asked and not frame.STRANGE.search(told)


def _asks(before: Sequence[str], verb: str) -> bool:
    """Tell words that ask from those that say what the user does ("I must forget ...")."""
    if not before:
        return True
    if "you" in before or "you'd" in before or "you'll" in before:
        if before[-2:-1] in (["do"], ["have"]) and "mind" not in before:
            return False
        return before[-1] not in ("i", "we", "it", "that", "is", "do") and before[:2] != [
            "if",
            "you",
        ]
    if verb in frame.OF_ONES_OWN or before[-1] in (
        "i",
        "i'd",
        "i'll",
        "i'm",
        "did",
        "i've",
        "was",
        "is",
        "had",
    ):
        return (
            before[-1] in ("please", "kindly", "and", "just", "now", "do", "to")
            and "i" not in before
            and "i'd" not in before
        )
    return "i" not in before or not _WISHES.isdisjoint(before)


_WISHES = frozenset(
    "would may can could should might want need wish like love curious wondering wonder ask please".split()
)
MAX_COURTESIES = 22
_AS_WISHED = re.compile(
    r"\b((?:if|rather|that|wish|so) you) (forgot|deleted|removed|erased|cleared|wiped|dropped|showed|listed|told"
    r"|undid|restored)\b",
    re.IGNORECASE,
)
_HARMLESS = frozenset({"list", "list_category", "why"})
_REQUEST = re.compile(
    r"\b(?:(?:can|could|would|will) you(?: please| kindly| just)?|please|kindly|i(?:'d| would| should) (?:like"
    r"|love) (?:you )?to"
    r"|(?:can|could|may|might) i(?: please| just)?|i (?:want|need|wish) (?:you )?to|(?:may|might|can|could) i"
    r" (?:ask|enquire"
    r"|inquire)(?: you)?|do)(?= )",
    re.IGNORECASE,
)
_TAGS = re.compile(
    r",? (?:(?:would|will|could|can|won't|if) you(?: please| would| could| will| can)?|i (?:must|dare|have to)"
    r" say|if i may(?: ask)?|please"
    r"|kindly|if you (?:would|please|don't mind)(?: be so kind)?|that is|my dear|i beg you|by the way)(?:,(?= )|(?=,))",
    re.IGNORECASE,
)

_PAST = re.compile(r"(?:forgot|deleted|removed|erased|cleared|wiped|undone)\b", re.IGNORECASE)
_WHICH_ONE = re.compile(r"(?:that |about )(?P<x>(?:i|i'm|i've|my|we)\b.+)", re.IGNORECASE)
_SOON = re.compile(r"(?:before|after|while|since|as|now that|when)\b", re.IGNORECASE)
MAX_OCCASIONS = 5
_MANNERS = re.compile(
    r"(?<=\w),? (?:please,?|pls|kindly|on earth|in the world|the (?:hell|heck|fuck|f|devil)|tf|even|exactly|in"
    r" god's name"
    r"|precisely|kindly|maybe|quickly|real quick)(?= \w)",
    re.IGNORECASE,
)
_FIRST = re.compile(r"([^,;–—]{6,}?)\s*([,;–—]|\s-\s)\s*(.+)")
_NEED_NO_WORDS = frozenset({"undo", "why", "list"})
"""Commands that stand before a comma as well as alone: no statement that would run on belongs to them."""


def _read(said: str, categories: Categories) -> Command | None:
    if not said:
        return None
    if (closed := closed_command(said)) or (closed := after_words_of_no_matter(said)):
        return Command(closed)
    return (
        _undo(said)
        or _clear(said)
        or _numbered(said)
        or _forget_about(said)
        or _forget(said)
        or _why(said)
        or _list(said, categories)
    )


def _spelt(raw: str) -> str:
    """Write chat spelling and slips of the pen as the patterns expect them; all other words stay."""
    return " ".join(_word(word) for word in _KNOW.sub("you know", raw).split())


_KNOW = re.compile(r"\b(?:u|you) no(?= (?:about|abt|of)\b)", re.IGNORECASE)


def _word(word: str) -> str:
    core = word.strip(",.!?;:()")
    low = core.lower()
    meant = frame.SHORT_FORMS.get(low) or _corrected(low)
    return word.replace(core, meant) if meant and (core.islower() or len(core) > 3) else word


@cache
def _corrections() -> dict[str, str]:
    """Return each word with one letter left out, and the word it stands for."""
    return {short: word for word in frame.CORRECTED for short in (word, *_without_one_letter(word))}


def _without_one_letter(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


def _corrected(word: str) -> str | None:
    """Find the command word that differs by one letter: both lose one and are alike (symmetric deletion)."""
    if not 5 <= len(word) <= 13 or word in frame.REAL_WORDS or not word.isalpha():
        return None
    if any(word.removesuffix(ending) in frame.CORRECTED for ending in ("s", "d", "r", "ed", "ly")):
        return None
    known = _corrections()
    for variant in (word, *sorted(_without_one_letter(word))):
        meant = known.get(variant)
        if meant and meant != word and meant[0] == word[0]:
            return meant
    return None


def _bare(said: str) -> str:
    """Drop greetings, politeness and final punctuation."""
    said = said.strip(" ,.!?…;:)(")
    for _ in range(8):
        start = frame.ASKING.match(said) or frame.LEAD.match(said)
        if start is None or start.end() == len(said):
            break
        said = said[start.end() :]
        if start[0].lower().rstrip().endswith(("rather you", "if you")):
            said = _PAST.sub(lambda m: frame.ACTIVE.get(m[0].lower(), "forget"), said, count=1)
        if start.groupdict().get("mind"):
            first, _, rest = said.partition(" ")
            said = f"{frame.GERUNDS.get(first.lower(), first)} {rest}"
    for _ in range(4):
        end = frame.TAIL.search(said)
        if end is None:
            break
        said = said[: end.start()].rstrip(" ,.!?…;:)")
    here = forms.words_in(said)
    if not here.isdisjoint(_WISHED) and (
        wish := frame.PASSIVE.fullmatch(said) or frame.NOMINAL.fullmatch(said)
    ):
        where = wish.groupdict().get("where") or ""
        return f"{frame.ACTIVE[wish['done'].lower()]} {wish['x']}{where}"
    return _put_away(said) or said.strip()


_WISHED = frozenset([*frame.ACTIVE, "taken"])
_DISMISSING = frozenset("go leave disappear vanish deleted forgotten erased removed cleared wiped gone dropped scrapped"
                        " struck purged discarded binned taken needed required necessary relevant useful wanted"
                        " use".split())  # fmt: skip
_PUT = frozenset("forget delete remove erase drop scrap bin get lose strike discard purge wipe scrub ditch throw clear"
                 " toss".split())  # fmt: skip


def _put_away(said: str) -> str | None:
    """Turn "number 3 can go", and "that note about my ex, get rid of it", into "delete ..."."""
    here = forms.words_in(said)
    if not here.isdisjoint(_DISMISSING) and (found := frame.DISMISSED.fullmatch(said)):
        named, where = found["x"], found["where"] or ""
        kept = bool(where and _KEPT_IN.search(where) and found["done"])
        if kept or is_numbered(named) or frame.KEPT_THING.fullmatch(named):
            return f"delete {named}{where}"
    if not here.isdisjoint(_PUT) and (found := frame.PUT_FIRST.fullmatch(said)):
        named = re.sub(r" (?:is|are)(?: [\w']+){1,3}$", "", found["x"])
        if is_numbered(named) or frame.KEPT_THING.fullmatch(named):
            return f"delete {named}"
    return None


_KEPT_IN = re.compile(r"\b(?:memory|memories|notes|records|mind|brain|list)\b", re.IGNORECASE)


# --- the commands --------------------------------------------------------------------------------


def _undo(said: str) -> Command | None:
    return Command("undo") if forms.UNDO.fit(said) else None


def _clear(said: str) -> Command | None:
    return Command("clear") if forms.CLEAR.fit(said) else None


def _numbered(said: str) -> Command | None:
    for found in forms.NUMBERED.matches(said):
        phrase = _OFF_THE_LIST.sub("", found["x"])
        if is_numbered(phrase) or (" and " in phrase and is_numbered(f"{phrase} one")):
            return Command("forget", phrase)
    return None


_OFF_THE_LIST = re.compile(
    r"(?: (?:from|on|in|off|of) (?:(?:the|your|that|this|my|those) )?(?:list|memor(?:y|ies)|notes|what you (?:know"
    r"|remember|have|saved)|above|there|results))+"
    r"(?: of (?:memories|facts|things))?(?: (?:about me|above|please|you (?:showed|gave) me))*$",
    re.IGNORECASE,
)
_OF_A_TEXT = re.compile(
    r"\b(?:from|in|of|on) (?:this|that|the|my|our|your last) (?:\w+ )?(?:file|code|document|page|text|list|paragraph"
    r"|e?-?mail|repo(?:sitory)?|config|script|essay"
    r"|folder|draft|table|spreadsheet|sheet|function|class|article|report|letter|slide|deck|readme|branch|database"
    r"|cart|basket|query|prompt|sentence|summary|poem"
    r"|story|song|recipe|cv|resume|calendar|inbox|photo|picture|image|chat|conversation|thread)\b",
    re.IGNORECASE,
)
"""Where things are deleted that are no memories."""


def _forget_about(said: str) -> Command | None:
    for found in forms.FORGET_ABOUT.matches(said):
        subject = _REASON_BEHIND.sub("", found["x"]).strip(" \"'")
        if _OF_A_TEXT.search(subject) or frame.PLACE.fullmatch(subject):
            return None
        if subject.lower() in ("me", "myself", "us"):
            return Command("clear")
        if not forms.GOES_ON.search(f" {subject}") and not forms.IDIOM.match(subject):
            return Command("forget_about", subject.removeprefix("the fact that "))
    return None


_REASON_BEHIND = re.compile(
    r",\s(?:i|i'd|i'm|it|that|this|we|she|he|they|because|since|as|thanks|please|not)\b.*$",
    re.IGNORECASE,
)


def _forget(said: str) -> Command | None:
    for found in forms.FORGET.matches(said):
        parts = found.groupdict()
        if quoted := parts.get("quoted"):
            return Command("forget", quoted[1:-1].strip())
        stated = forms.REASON.sub("", parts.get("x") or parts.get("other") or "").strip()
        if frame.PLACE.fullmatch(stated) or _OF_A_TEXT.search(stated):
            continue
        if parts.get("other") and not _states(stated):
            continue
        if stated and not forms.IDIOM.match(stated) and not forms.GOES_ON.search(f" {stated}"):
            return Command("forget", stated)
    return None


def _states(said: str) -> bool:
    """Tell a statement about somebody from a thing to set aside ("that idea")."""
    named = re.search(
        r"\b(?:my|me|our|i)\b|(?<!^)\b[A-Z]\w+|^[A-Z]\w+ (?:is|has|was|lives|works|likes)\b", said
    )
    return bool(len(said.split()) > 2 and VERB.search(said) and named)


def _why(said: str) -> Command | None:
    for found in forms.WHY.matches(said):
        which = (found.groupdict().get("x") or "").strip()
        if forms.CHIT_CHAT.match(which):
            return None
        return Command("why", "" if forms.POINTING.fullmatch(which) else which)
    return None


def _list(said: str, categories: Categories) -> Command | None:
    if forms.LIST.fit(said):
        return Command("list")
    if (terse := forms.TERSE.fullmatch(said)) and terse["x"].lower() in categories.by_name:
        return Command("list_category", terse["x"].lower())
    for found in forms.CATEGORY.matches(said):
        held = found["held"] and not _ASSISTANTS_OWN.search(found["held"])
        kept = bool(held or forms.OWN.search(found["some"]))
        sure = bool(held or re.search(r"\b(?:stored|saved|remembered|recorded)\b", found["some"]))
        if name := category_named(found["x"], categories, own=kept, sure=sure):
            return Command("list_category", name)
    left = named_category(said)
    if left and (name := category_named(left.phrase, categories, own=left.own, sure=left.sure)):
        return Command("list_category", name)
    return None


_ASSISTANTS_OWN = re.compile(r"you(?:'ve)?(?: (?:have|got|had))+$", re.IGNORECASE)
"""What the assistant itself has ("which hobbies do you have?")."""


def category_named(
    phrase: str, categories: Categories, *, own: bool = True, sure: bool = True
) -> str | None:
    """Return the category that a phrase means ("prefs", "what I like"), None when it means none.

    `own`: the phrase is about the user's own things; `sure`: it is certainly about what is kept, so that names which
    mean much else ("events", "plans") count too.
    """
    asked = " ".join(re.findall(r"[\w']+", phrase.lower().replace("_", " ").replace("-", " ")))
    liked = forms.LIKING.fullmatch(asked) and (own or re.search(r"\bi\b", asked))
    for name in categories.by_name:
        loose = name in forms.LOOSE_SYNONYMS and name not in forms.SYNONYMS
        plainly = asked in _spellings(name) and (sure or (own and not loose))
        other = own and asked in forms.SYNONYMS.get(name, ())
        loosely = sure and asked in forms.LOOSE_SYNONYMS.get(name, ())
        if plainly or other or loosely or (liked and name == "preferences"):
            return name
    return None


def _spellings(name: str) -> set[str]:
    plain = name.lower().replace("_", " ").replace("-", " ")
    return {plain, plain.removesuffix("s"), f"{plain}s", f"{plain} category"}


def _to_remember(text: str) -> Understood | None:
    found = [each for each in find_directives(text) if each.rule not in NOT_ASKED]
    return Understood(Command("remember", _asked_for(found)), alone=False) if found else None


def _asked_for(found: Sequence[Directive]) -> str:
    return "\n".join(each.statement for each in found)

"""What does the user want done with memory?

Commands in plain words are recognised by rules; nothing is done here. What is no request to memory ("forget it, let's
talk about ...", "undo the last commit") is no command.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from langmem_ext.categories import Categories
from langmem_ext.command_reading import forms, frame
from langmem_ext.command_reading.courtesies import (
    as_asked,
    asks,
    asks_inside,
    bare,
    without_manners,
)
from langmem_ext.command_reading.kinds import Command, CommandName
from langmem_ext.command_reading.meaning import settled
from langmem_ext.command_reading.numbers import is_numbered
from langmem_ext.command_reading.people import is_somebody
from langmem_ext.command_reading.reading import OF_A_TEXT, category_named, read_command
from langmem_ext.command_reading.spelling import as_spelt
from langmem_ext.command_reading.stored import of_what_is_stored, puts_away
from langmem_ext.command_reading.those import counted_before
from langmem_ext.command_reading.topics import is_own, names_memory
from langmem_ext.command_reading.words import closed_command
from langmem_ext.learned.reading import command as learned_command
from langmem_ext.learned.reading import denies_command, may_be
from langmem_ext.policies import purposes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.directives import Directive, find_directives
from langmem_ext.reading.bounds import near, veiled, within
from langmem_ext.reading.parts import own_words

__all__ = ["Command", "CommandName", "Understood", "is_no", "is_yes", "parse_command", "understand"]

NOT_ASKED = frozenset({"habit"})
"""Directives that are understood without being asked for: "I never drink coffee" is no command."""


@dataclass(frozen=True, slots=True)
class Understood:
    """Pair a command with whether the message says anything else."""

    command: Command
    alone: bool = True


def parse_command(
    text: str, categories: Categories | None = None, *, learned: bool = True
) -> Command | None:
    """Return the command about memory in a message, or None.

    `categories` are those that a list may name, the packaged ones by default. Quotes, code and texts that are handed
    over ("Translate: ...") hold no commands. Of several commands the first counts. `learned`: where no rule finds one,
    ask the reader that was trained on examples.
    """
    found = understand(text, categories, learned=learned)
    return found.command if found else None


def understand(
    text: str, categories: Categories | None = None, *, learned: bool = True
) -> Understood | None:
    """Return the command in a message, and whether it is all that the message says."""
    own = own_words(near(text))
    looked_at = veiled(own)
    found = _understood(looked_at.text, categories or Categories.load(), learned) if own else None
    if found is None or (found.command.name != "remember" and _runs_on(text, found.command)):
        return None
    said = looked_at.unveiled(found.command.argument)
    alone = found.alone and own == near(text).strip()
    return Understood(replace(found.command, argument=said), alone)


def _runs_on(text: str, found: Command) -> bool:
    """Tell a command that was short enough to be read as one only because what repeats in it was left out."""
    long = (line for line in within(text).split("\n") if len(line) > frame.MAX_COMMAND)
    return any((read := near(line)) != line and found.argument in read for line in long)


def _understood(text: str, known: Categories, learned: bool) -> Understood | None:
    said = language.sentences(_ABBREVIATED.sub("number ", text))
    found = _by_rules(text, said, known)
    if learned and found is None:
        found = _by_examples(text, said, known)
    elif (
        learned
        and found
        and not _is_topic(found.command, known)
        and _is_denied(found.command, said)
    ):
        found = None
    return found or _of_what_is_stored(said, known) or _counted_before(said)


def _counted_before(said: Sequence[language.Sentence]) -> Understood | None:
    """Read places of a list and, in words of their own, that they are to go."""
    own = [as_spelt(sentence.raw) for _, sentence in _readable(said)]
    if len(own) < len(said) or len(own) > frame.MAX_SENTENCES:
        return None
    found = counted_before(" ".join(own)[: frame.MAX_COMMAND])
    return Understood(found, alone=False) if found else None


def _of_what_is_stored(said: Sequence[language.Sentence], known: Categories) -> Understood | None:
    """Read what names memory as such, in a message of the user's own; it is never all that a message may say."""
    own = [sentence.raw for _, sentence in _readable(said)]
    if not own or len(own) < len(said) or len(own) > frame.MAX_SENTENCES:
        return None
    message = as_spelt(" ".join(own))
    if len(message) > frame.MAX_COMMAND:
        return None
    found = of_what_is_stored(message, lambda named: _category_in(named, known))
    meant = settled(found, message, message) if found else None
    return Understood(meant, alone=False) if meant else None


def _is_denied(found: Command, said: Sequence[language.Sentence]) -> bool:
    """Tell a false find of the rules; what names somebody to forget, and no more, is none."""
    if found.name == "remember" or _only_names_somebody(found, said):
        return False
    if found.name == "undo" and forms.AT_ONCE.match(said[0].raw):
        return False
    asked = [sentence.raw for _, sentence in _readable(said)]
    return denies_command(dict.fromkeys([*asked, *map(as_spelt, asked)]))


def _only_names_somebody(found: Command, said: Sequence[language.Sentence]) -> bool:
    """Tell "forget my parents" from "forget my parents for now"."""
    alone = len(said) == 1 and is_somebody(found.argument)
    return alone and bare(as_spelt(said[0].raw)).lower() == f"forget {found.argument}".lower()


def _by_rules(text: str, said: Sequence[language.Sentence], known: Categories) -> Understood | None:
    if len(said) == 2 and (joined := _in_two(said)):
        return joined
    for position, sentence in _readable(said):
        found = _command(sentence.raw, known)
        if found and (meant := settled(found.command, as_spelt(sentence.raw), text)):
            alone = found.alone and _all_else_idle(said, position)
            return Understood(meant, alone and _is_for_memory(meant, sentence.raw, known))
    return _named(text) or _to_remember(text)


def _is_for_memory(meant: Command, raw: str, known: Categories) -> bool:
    """Tell what memory alone can answer; what the assistant knows of a thing may be asked of all of it."""
    return not _is_topic(meant, known) or (is_own(meant.argument) and names_memory(raw))


def _is_topic(meant: Command, known: Categories) -> bool:
    return meant.name == "list_category" and meant.argument not in known.by_name


def _all_else_idle(said: Sequence[language.Sentence], position: int) -> bool:
    others = [each.raw for each in said if each is not said[position]]
    return all(frame.IDLE.fullmatch(each) for each in others)


def _by_examples(
    text: str, said: Sequence[language.Sentence], known: Categories
) -> Understood | None:
    """Ask the trained reader about each sentence, and take the answer that is surest."""
    answers = [
        (found, sentence)
        for _, sentence in _readable(said)
        if len(sentence.raw) <= frame.MAX_COMMAND and (found := learned_command(sentence.raw))
    ]
    if not answers:
        return None
    found, sentence = max(answers, key=lambda answer: answer[0].sure)
    if _ONLY_LED_IN.fullmatch(sentence.raw[: found.start] + sentence.raw[found.end :]):
        return None
    kind = found.kind
    if kind in _PUTS_AWAY and sentence.is_question and not puts_away(sentence.raw):
        kind = "list_category"
    wanted = _worded(kind, sentence.raw[found.start : found.end], known)
    if wanted is None and kind == "list_category" and may_be("list", sentence.raw):
        wanted = Command("list")
    meant = settled(wanted, sentence.raw, text) if wanted else None
    return Understood(meant, alone=False) if meant else None


def _worded(name: str, named: str, known: Categories) -> Command | None:
    """Make a command of what the reader found; one that names nothing it could be about is none."""
    named = named.strip(" \"'“”.,!?")
    if name in _NAMELESS:
        return Command(_NAMELESS[name])
    if name == "why":
        return Command("why", "" if forms.POINTING.fullmatch(named) else named)
    if name == "list_category" and (category := _category_in(named, known)):
        return Command("list_category", category)
    if not named or OF_A_TEXT.search(named) or frame.PLACE.fullmatch(named):
        return None
    if name == "list_category":
        return Command("list_category", named)
    return Command(
        "forget_about" if name == "forget_about" and not is_numbered(named) else "forget", named
    )


_PUTS_AWAY = frozenset({"forget", "forget_about", "clear"})
_ONLY_LED_IN = re.compile(r"\W*(?:(?:and|but|or|also|plus|so|that|too)\b\W*)*", re.IGNORECASE)
"""All else of a sentence where one thing is named and nothing asked of it: "and that I hate rock"."""

_NAMELESS: dict[str, CommandName] = {"list": "list", "clear": "clear", "undo": "undo"}


def _category_in(named: str, known: Categories) -> str | None:
    """Return the category that a phrase means, else the one that a word of it means, the last word first."""
    words = re.findall(r"[\w']+", named)
    return next(
        (found for each in (named, *reversed(words)) if (found := category_named(each, known))),
        None,
    )


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
    whole = bare(as_spelt(" ".join(each.raw.strip(" .!") for each in said)))
    return Understood(Command("clear")) if closed_command(whole) == "clear" else None


_ABBREVIATED = re.compile(r"\b(?:no|nr)\. ?(?=\d)", re.IGNORECASE)


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
    return purposes.brings_foreign_text(sentence.text) or bool(
        frame.FOREIGN_AFTER.search(sentence.text)
    )


def _command(raw: str, categories: Categories) -> Understood | None:
    """Read one sentence: the command is all of it, stands before another one, or follows its occasion."""
    if len(raw) > frame.MAX_COMMAND:
        return None
    whole = as_spelt(raw)
    spelt, *another = frame.ALSO.split(whole, maxsplit=1)
    if another and (found := read_command(bare(whole), categories)) and frame.ASKING.match(spelt):
        return Understood(found)
    found = read_command(bare(spelt), categories)
    if found is None and (plain := without_manners(spelt)) != spelt:
        found = read_command(bare(plain), categories)
    if found:
        return Understood(found, alone=not another)
    if framed := _framed(whole, categories):
        return framed
    return (
        _after_an_occasion(whole, categories)
        or _before_a_comma(whole, categories)
        or _before_more(whole, categories)
    )


def _after_an_occasion(spelt: str, categories: Categories) -> Understood | None:
    """Read "that's outdated, so forget number 3"."""
    for occasion in islice(frame.THEN.finditer(spelt), MAX_OCCASIONS):
        told = bare(spelt[: occasion.start()])
        strange = frame.NO_OCCASION.match(told)
        if strange and not _SOON.match(told):
            break
        found = read_command(bare(spelt[occasion.end() :]), categories)
        if found and (not strange or found.name in _HARMLESS):
            return Understood(found, alone=False)
    return None


def _before_a_comma(spelt: str, categories: Categories) -> Understood | None:
    """Read "undo that, I didn't mean it", and "where did you get that from, that I like tea?"."""
    parts = _FIRST.match(spelt)
    if parts is None:
        return None
    first, mark, rest = parts.groups()
    if mark == "," and (source := _WHICH_ONE.match(rest)) and closed_command(bare(first)) == "why":
        return Understood(Command("why", source["x"].rstrip(" ?.!")))
    if mark and not forms.GOES_ON.search(f", {rest}"):
        found = read_command(bare(first), categories)
        return Understood(found, alone=False) if found and found.name in _NEED_NO_WORDS else None
    return None


def _before_more(spelt: str, categories: Categories) -> Understood | None:
    """Read "delete all my memories before she starts": what names memory is meant whatever comes behind."""
    for more in islice(_MORE.finditer(spelt), MAX_OCCASIONS):
        first = bare(spelt[: more.start()])
        if not _OF_MEMORY.search(first):
            continue
        found = read_command(first, categories)
        if found and found.name in _NAMING_MEMORY and _is_for_memory(found, first, categories):
            return Understood(found, alone=False)
    return None


_MORE = re.compile(
    r"(?:,|;|\s[–—-]+)\s(?!(?:about|regarding|concerning|on|from|in|of|or)\b)"
    r"|\s(?:so|because|since|before|in case|otherwise|or else|as (?=i\b|it\b|we\b|they\b|my\b))\s"
    r"|\s(?:and|then|but)\s(?=(?:then|now|next|also|after|we|i|i'm|let|let's|lets|start|begin|help|tell"
    r"|give|show|display"
    r"|print|put|confirm|which|what|how|make|go|suggest|write|read|carry|pretend)\b)",
    re.IGNORECASE,
)
"""Where a reason, an aim or another request begins."""

_OF_MEMORY = re.compile(
    r"\b(?:your|my|the|all) (?:\w+ ){0,2}(?:memory|memories)\b|\bfrom memory\b"
    r"|\b(?:you|you've|you’ve|you'd)(?: \w+){0,2}? (?:know|remember(?:ed)?|recall|saved|stored|kept|keep|hold|noted"
    r"|learn(?:ed|t)|memori[sz]ed|got|have)\b|\b(?:number|item|entry) #?\d",
    re.IGNORECASE,
)
_NAMING_MEMORY = frozenset({"clear", "forget", "forget_about", "list", "list_category", "undo"})


def _framed(said: str, categories: Categories) -> Understood | None:
    """Look behind courtesies of any wording ("I'd be obliged if you'd ..."), each word of which is one."""
    said = as_asked(said)
    for verb in islice(frame.VERB.finditer(said), MAX_OCCASIONS):
        before = re.findall(r"[\w']+", said[: verb.start()].lower().replace("’", "'"))
        if len(before) > MAX_COURTESIES:
            return None
        courteous = frame.COURTEOUS.issuperset(before)
        if not (asks(before, verb[0].lower()) if courteous else asks_inside(said[: verb.start()])):
            continue
        found = read_command(bare(said[verb.start() :]), categories)
        if found and (courteous or found.name in _HARMLESS):
            return Understood(found, alone=courteous)
    return None


MAX_COURTESIES = 22
_HARMLESS = frozenset({"list", "list_category", "why"})
_WHICH_ONE = re.compile(r"(?:that |about )(?P<x>(?:i|i'm|i've|my|we)\b.+)", re.IGNORECASE)
_SOON = re.compile(r"(?:before|after|while|since|as|now that|when)\b", re.IGNORECASE)
MAX_OCCASIONS = 5
_FIRST = re.compile(r"([^,;–—]{6,}?)\s*([,;–—]|\s-\s)\s*(.+)")
_NEED_NO_WORDS = frozenset({"undo", "why", "list"})
"""Commands that stand before a comma as well as alone: no statement that would run on belongs to them."""


def _to_remember(text: str) -> Understood | None:
    found = [each for each in find_directives(text, learned=False) if each.rule not in NOT_ASKED]
    return Understood(Command("remember", _asked_for(found)), alone=False) if found else None


def _asked_for(found: Sequence[Directive]) -> str:
    return "\n".join(each.statement for each in found)

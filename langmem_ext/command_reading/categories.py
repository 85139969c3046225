"""Of which category may a list be that somebody asks for?

What the vocabulary of commands leaves over of the sentence is what names it.
"""

from __future__ import annotations

from dataclasses import dataclass

from langmem_ext.command_reading.vocabulary import (
    ABOUT,
    ASKING,
    KNOWING,
    MEMORY,
    OBJECT,
    OF_LISTS,
    SHOWING,
    SUBJECT,
    says_you_know,
    word_set,
    words_of,
)
from langmem_ext.command_reading.words import MOST_WORDS

_AROUND = (
    OF_LISTS
    | OBJECT
    | word_set("track category categories under mine list lists section sections heading filed")
)
_OPENS = ASKING | SHOWING | word_set("which any")


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
    if words.follow(word_set("i"), KNOWING - word_set("get"), 2):
        return None
    sure = says_you_know(words) or words.have(MEMORY | word_set("stored saved remembered recorded"))
    own = "my" in words.all or "mine" in words.all or words.follow(ABOUT, SUBJECT)
    return Named(phrase, own, sure) if sure or (own and opening) else None


def is_outside(word: str) -> bool:
    """Tell a word that names something from those with which any list is asked for."""
    return word not in _AROUND and word not in _IDLE_WORDS and not word.isdigit()


_IDLE_WORDS = word_set(
    """ok okay hi hey hello yes no yeah thanks thank cheers please pls morning evening afternoon sorry wait hmm um uh
    lol haha right well great cool good nice perfect done anyway actually btw first second third next finally
    quick question other others new old important main personal different not never real sure oh ah so bro
    mate dude love i'm im curious dirt stats pile tea gossip scoop intel lore dear buddy bot assistant one two
    three ones exact specific earlier before context background note correct wrong"""
)

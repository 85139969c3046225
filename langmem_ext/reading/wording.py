"""How do a user's own words read in what is kept of them?

In the third person where every word of the sentence is understood ("I'm a nurse" - "The user is a nurse"), else as a
quotation: `The user said: "..."`. Nothing is cut out of a sentence but what says nothing ("so", "please"), and no form
of a word is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from langmem_ext.reading.sentence import (
    Unsure,
    Word,
    among,
    base_of,
    cut,
    has_verb,
    is_base,
    is_english,
    is_finite,
    is_past,
    phrases,
    starts,
    table,
    unclosed,
)
from langmem_ext.reading.third_person import Telling, finished
from langmem_ext.reading.wishes import in_errands, is_order, may_be_order, wish_of

USER = "The user"
"""The subject when the speaker's name is not known."""


# --- what surrounds a sentence ----------------------------------------------------------------------------------------


def _without_frame(words: list[Word]) -> list[Word]:
    """Leave out what opens and closes a sentence and says nothing, where a sentence is left."""
    said = words
    while (shorter := _unopened(said)) is not said:
        said = shorter
    if (
        said[0].low in among("reasons")
        and _begins(said[1:])
        and said[1].low != "the"
        and not any(each.ends() for each in said[:-1])
    ):
        said = said[1:]
    while (shorter := unclosed(said, "endings", "ending_phrases")) is not said:
        said = shorter
    return said


def _begins(words: Sequence[Word]) -> bool:
    """Tell words that begin a statement by their subject."""
    first = words[0].low if words else ""
    return first in table("of_i") or first in table("of_we") or first in ("my", "our", "the")


def _unopened(words: list[Word]) -> list[Word]:
    for phrase in phrases("opening_phrases"):
        if starts(words, phrase):
            return words[len(phrase) :]
    first = words[0]
    if (
        len(words) > 2
        and first.low in among("openings")
        and (first.ends(",:") or _begins(words[1:]) or words[1].low in among("openings"))
    ):
        return words[1:]
    return words


def _check_whole(words: Sequence[Word]) -> None:
    """Refuse questions, orders, fragments, and what says "he" of somebody whom it does not name."""
    lows = [each.low for each in words]
    subject = any(low in table("of_i") or low in table("of_we") for low in lows)
    if not is_english(words) or _asks(words, lows) or _orders(words, lows, subject=subject):
        raise Unsure
    firsts = [n for n, low in enumerate(lows) if _is_first(low)]
    if _points_outside(words, lows, firsts):
        raise Unsure
    if lows[0] in ("my", "our") and not has_verb(words):
        if len(words) > _MOST_OF_A_THING:
            raise Unsure
    elif not (subject or has_verb(words)) or _is_part(words, lows, firsts):
        raise Unsure


def _asks(words: Sequence[Word], lows: Sequence[str]) -> bool:
    """Tell a question by its beginning, or by a verb before its subject."""
    first, second = lows[0], (*lows, "")[1]
    if first in among("question_words"):
        return first not in ("what", "when") or second in among("asking")
    named = words[0].text in ("Will", "May") and second in among("finite")
    inverted = any(a in among("asking") and b in ("i", "we") for a, b in pairwise(lows))
    return inverted or (first in among("asking") and not named)


def _orders(words: Sequence[Word], lows: Sequence[str], *, subject: bool) -> bool:
    """Tell what asks for something to be done: "I'm vegan, give me recipes", "whenever I ask give me two"."""
    if lows[0] == "to" or {"please", "pls", "plz"} & set(lows):
        return True
    for n, low in enumerate(lows[2:]):
        if low == "me" and words[n].ends(",;") and lows[n + 1] in among("acts"):
            return True
    clause = lows[0] in among("subordinate") | {"every", "each", "any", "anytime"}
    return (clause or (lows[0] in among("occasions") and not subject)) and _orders_behind(lows)


def _points_outside(words: Sequence[Word], lows: Sequence[str], firsts: Sequence[int]) -> bool:
    """Tell what begins "she", "this is" or "it is" of what was said before."""
    pointing = lows[0] in among("pointing") and len(words) > 1 and is_finite(words, 1)
    return (
        lows[0] in among("pronouns") or pointing or (lows[0] in among("expletive") and not firsts)
    )


_MOST_OF_A_THING = 12
"""Words of the longest thing of the user's that is kept without a verb: "my 2007 Honda Civic"."""


def _orders_behind(lows: Sequence[str]) -> bool:
    """Tell an order that follows its occasion with no comma: "every time I ask for recipes give me two"."""
    acts = (
        n
        for n in range(3, len(lows) - 1)
        if lows[n] in among("acts") and lows[n + 1] in among("after_acts")
    )
    return any(lows[n - 1] not in among("before_acts") for n in acts)


def _is_first(low: str) -> bool:
    return low in table("firsts") or low in table("of_i") or low in table("of_we")


def _is_part(words: Sequence[Word], lows: Sequence[str], firsts: Sequence[int]) -> bool:
    """Tell a sentence without its subject ("just moved", "reach me at"), and a clause without its sentence."""
    if _is_first(lows[0]) and lows[0] != "me":
        return False
    skipped = among("adverbs") | {"not"}
    lead = next((n for n, low in enumerate(lows) if low not in skipped), 0)
    if _lacks_subject(words, lows, firsts, lead):
        return True
    return lows[0] in among("subordinate") and not _has_main_clause(words)


def _lacks_subject(
    words: Sequence[Word], lows: Sequence[str], firsts: Sequence[int], lead: int
) -> bool:
    low, first = lows[lead], min(firsts, default=len(lows))
    behind = range(lead + 1, len(lows))
    now = [n for n in behind if lows[n] in among("finite") or base_of(lows[n])]
    if low.endswith("ing") and not firsts and now[:1] not in ([1], [2]):
        return among("finite").isdisjoint(lows)
    if is_past(low) or low.endswith("n't") or low in among("without_subject"):
        return first == len(lows) or not any(each.ends(",") for each in words[:first])
    verb = min((*now, *(n for n in behind if is_past(lows[n]))), default=len(lows))
    return is_base(low) and (verb == len(lows) or verb > lead + 4 or first < verb)


def _has_main_clause(words: Sequence[Word]) -> bool:
    """Tell whether a sentence goes on behind the clause that it begins with; "since May" is no clause."""
    if words[0].low in among("reasons") | {"before", "after", "until", "once"} and not _begins(
        words[1:]
    ):
        return True
    later = (
        n
        for n, each in enumerate(words)
        if n > 2 and (each.low in table("of_i") or each.low in table("of_we"))
    )
    comma = next((n for n, each in enumerate(words) if each.ends(",")), len(words))
    clause = any(_begins(words[1:]) or has_verb(words[1:n]) for n in later)
    return clause or (has_verb(words[:comma]) and has_verb(words[comma + 1 :]))


# --- what is kept -----------------------------------------------------------------------------------------------------


def told(statement: str, speaker: str | None = None) -> str:
    """Return a statement of the user in the third person, or quoted where that is not sure."""
    try:
        return _told(_without_frame(cut(statement.strip())), _within(speaker))
    except Unsure:
        return quoted(statement, speaker)


def wished(statement: str, speaker: str | None = None) -> str:
    """Return what the assistant is to do from now on as a wish of the user's, or quoted where that is not sure."""
    try:
        words = cut(statement.strip())
        wish = wish_of(words, _within(speaker))
        return wish or _told(_without_frame(words), _within(speaker))
    except Unsure:
        return quoted(statement, speaker)


def kept(statement: str, kind: str, speaker: str | None = None) -> str:
    """Return what is kept of a "fact", or of the words of a "request": a fact, a wish, or what is to be done."""
    if kind != "request":
        return told(statement, speaker)
    try:
        words = cut(statement.strip())
        if is_order(words):
            return wished(statement, speaker)
        if may_be_order(words):
            raise Unsure
        if words[0].low == "to" and len(words) > 2 and is_base(words[1].low):
            return _to_do(words, _within(speaker))
    except Unsure:
        return quoted(statement, speaker)
    return told(statement, speaker)


def quoted(statement: str, speaker: str | None = None) -> str:
    """Return a statement in the user's own words."""
    return f'{speaker or USER} said: "{statement.strip().translate(_INNER)}"'


_INNER = str.maketrans({'"': "'", "“": "'", "”": "'"})


def _within(speaker: str | None) -> str:
    """Return the name as it stands within a sentence."""
    return speaker or "the user"


def _told(words: list[Word], name: str) -> str:
    _check_whole(words)
    return finished(Telling(words, name).told())


def _to_do(words: Sequence[Word], name: str) -> str:
    """Word "to buy milk", which may be for the user to do or for the assistant."""
    if words[1].low in among("acts") and not in_errands(words):
        raise Unsure
    if not is_english(words):
        raise Unsure
    telling = Telling(words, name)
    telling.named, telling.subject = True, "they"
    return finished(f"{name} needs {telling.told()}")


def is_quoted(content: str) -> bool:
    """Tell whether a content holds the user's own words in quotes, `The user said: "..."`."""
    return content.endswith('"') and ' said: "' in content

"""How does what the assistant is to do from now on read as a wish of the user's?

"Don't use emojis when you write to me" becomes "The user does not want the assistant to use emojis when it writes to
them". What is no order, or not understood, raises `Unsure`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from langmem_ext.reading.sentence import (
    Unsure,
    Word,
    among,
    is_base,
    is_english,
    phrases,
    starts,
    table,
    unclosed,
)
from langmem_ext.reading.third_person import Telling, finished


@cache
def _telling() -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return how the assistant is told what to do, with what stands for it in a wish."""
    pairs = (each.rpartition("=") for each in table("telling").split("|"))
    return tuple(
        sorted(((tuple(a.split()), b.strip()) for a, _, b in pairs), key=lambda p: -len(p[0]))
    )


def _lasting(words: list[Word]) -> tuple[list[Word], bool]:
    """Leave out courtesies and that something holds from now on; tell whether it was said to hold."""
    said, lasts = words, False
    while said:
        rest = next((said[len(p) :] for p in phrases("lasting") if starts(said, p)), said)
        rest = unclosed(rest, "", "lasting") if rest is said else rest
        lasts = lasts or rest is not said
        rest = next((rest[len(p) :] for p in phrases("courtesies") if starts(rest, p)), rest)
        rest = unclosed(rest, "endings", "ending_phrases")
        if rest is said:
            break
        said = rest
    return said, lasts


def is_order(words: list[Word]) -> bool:
    """Tell what the assistant is to do from what is so, and from what is for the user to do."""
    said, lasts = _lasting(words)
    lows = [each.low for each in said]
    if _its_name(said):
        return True
    if lows[0] in ("you", "you'll") and not any(
        starts(said, p) for p, _ in _telling() if len(p) > 1
    ):
        return _is_act(said[1:], sure=False)
    if any(starts(said, p) for p in phrases("wanting")) or any(
        starts(said, p) for p, _ in _telling()
    ):
        return True
    if lows[0] in among("occasions") and (comma := _comma(said)):
        return _is_act(_lasting(said[comma:])[0], sure=True)
    if lows[0] == "no":
        return lows[1:2] != ["longer"] and among("finite").isdisjoint(lows)
    if lows[0] == "to" and len(lows) > 2:
        return lows[1] in ("always", "never") or (
            lows[1] in among("acts") and not in_errands(said) and "me" in lows
        )
    return _is_act(said, sure=lasts)


def may_be_order(words: Sequence[Word]) -> bool:
    """Tell what begins with an act that is a thing as well, and says nothing of it: "plan meals with lentils"."""
    return words[0].low in among("acts") and not any(
        each.low in among("finite") for each in words[:4]
    )


def _is_act(said: Sequence[Word], *, sure: bool) -> bool:
    """Tell an act of the assistant's; `sure`: it is known that it is told what to do."""
    lows = [each.low for each in said] or [""]
    at = next((n for n, low in enumerate(lows) if low not in among("how")), 0)
    act, follows = lows[at], (*lows, "")[at + 1]
    to_it = any(low in among("seconds") or low in table("firsts") for low in lows)
    third = (*lows, "", "")[at + 2]
    if follows in among("finite") or (third in among("finite") and follows not in among("english")):
        return False
    if not (act in among("acts") or (is_base(act) and (to_it or sure) and at > 0)):
        return False
    if sure or at > 0 or act not in among("things_too"):
        return True
    return (to_it or follows in among("after_acts") or follows.endswith("ing")) and among(
        "finite"
    ).isdisjoint(lows[at : at + 6])


def _comma(words: Sequence[Word]) -> int:
    """Return the place behind the first comma; 0 where there is none."""
    return next((n + 1 for n, each in enumerate(words[:-1]) if each.ends(",")), 0)


def wish_of(words: list[Word], name: str) -> str | None:
    """Return a wish; None where no act of the assistant's is asked for."""
    said = _lasting(words)[0]
    if not said or not (is_english(said) or said[0].low in among("acts") or said[0].low == "no"):
        raise Unsure
    said = said[1:] if said[0].low == "to" else said
    if names := _names(said):
        return f"{_capital(name)}'s preferred name is {names}"
    if its := _its_name(said):
        return finished(f"{name} wants the assistant to be called {its}")
    when: list[Word] = []
    if said[0].low in among("occasions") and (at := _comma(said)):
        when, said = said[:at], _lasting(said[at:])[0]
        ordered = not among("ordering").isdisjoint(each.low for each in when)
        if _comma(said) or ordered or not among("pointers").isdisjoint(each.low for each in said):
            raise Unsure
    lead, said = _led(said)
    if said and said[0].low == "no" and not lead and not when:
        return _wants_no(said, name)
    verb = next((n for n, each in enumerate(said) if each.low not in among("how")), 0)
    if not said or not (is_base(said[verb].low) or said[verb].low in (*among("acts"), "be")):
        return None
    if said[verb].low in among("states"):
        raise Unsure  # "don't want to be nagged" is said of the user
    _check_wish(said, lead)
    return _as_wish(said, when, lead, name)


def _led(words: list[Word]) -> tuple[str, list[Word]]:
    """Return how the assistant is told what to do, "not to" or "always", and what it is told."""
    said = next((words[len(p) :] for p in phrases("wanting") if starts(words, p)), words)
    said = (
        said[1:] if said and said[0].low in ("please", "kindly", "just") and len(said) > 1 else said
    )
    return next(((lead, said[len(p) :]) for p, lead in _telling() if starts(said, p)), ("", said))


def _check_wish(said: Sequence[Word], lead: str) -> None:
    """Refuse a question, and a refusal that an order follows: both would be refused."""
    lows = [each.low for each in said]
    if any(low in ("please", "pls") for low in lows):
        raise Unsure
    if lead in ("not to", "needn't"):
        goes_on = (
            n
            for n, each in enumerate(said)
            if each.ends(",;") or each.low in ("and", "but", "just")
        )
        if any(
            is_base(each.low) or each.low in among("other_subjects")
            for n in goes_on
            for each in said[n + 1 : n + 3]
        ):
            raise Unsure
    if any(word.ends(",;") and _is_subject(after.low) for word, after in pairwise(said)):
        raise Unsure


def _is_subject(low: str) -> bool:
    """Tell a word with which another sentence begins: "call me Bea, everybody does"."""
    others = among("other_subjects") | among("beginning_anew")
    return low in table("of_i") or low in table("of_we") or low in others


def _as_wish(said: Sequence[Word], when: Sequence[Word], lead: str, name: str) -> str:
    first = said[0]
    first.text = first.text if first.text.isupper() else first.text[:1].lower() + first.text[1:]
    action = Telling(said, name, wish=True).told().rstrip(".!;, …")
    if when:
        when[0].text = when[0].text.lower()
        when = unclosed(list(when), "", "lasting")
        when[-1].after = when[-1].after.replace(",", "")
        action += f" {Telling(when, name, wish=True).told()}"
    how = {"not to": "does not want the assistant to", "needn't": "does not need the assistant to"}
    plain = f"wants the assistant to {lead}".rstrip()
    return finished(f"{name} {how.get(lead, plain)} {action}")


def _wants_no(said: Sequence[Word], name: str) -> str:
    breaks = any(
        each.ends(",;") and n + 2 < len(said) for n, each in enumerate(said)
    )  # not ", ever"
    if breaks or any(each.low in among("finite") for each in said):
        raise Unsure
    said[0].text = "no"
    telling = Telling(said, name, wish=True)
    telling.its = dict(
        table("of_the_assistant"), your="the assistant's", ur="the assistant's", you="the assistant"
    )
    return finished(f"{name} wants {telling.told()}")


def _names(words: Sequence[Word]) -> str:
    """Return the name by which the user is to be called, "Bea" or "Bea, not Beatrice"; "" where none is given."""
    if [each.low for each in words[:2]] != ["call", "me"]:
        return ""
    rest = words[2:]
    refused = next((n for n, each in enumerate(rest) if each.low == "not"), len(rest))
    parts = [part for part in (rest[:refused], rest[refused + 1 :]) if part]
    if not rest[:refused] or not all(_is_name(part) for part in parts):
        return ""
    return ", not ".join(" ".join(_titled(each) for each in part) for part in parts)


def _its_name(words: Sequence[Word]) -> str:
    """Return what the assistant is to be called, "you are called Max"; "" where it is given no name."""
    rest = next((words[len(p) :] for p in phrases("its_name") if starts(words, p)), [])
    return " ".join(_titled(each) for each in rest) if rest and _is_name(rest) else ""


def _is_name(words: Sequence[Word]) -> bool:
    if len(words) > 3 or any(
        each.low in among("no_names") or each.ends(",;:") for each in words[:-1]
    ):
        return False
    if words[-1].low in among("no_names"):
        return False
    return len(words) == 1 or all(each.text[:1].isupper() for each in words)


def _titled(word: Word) -> str:
    text = word.text.strip("\"“”'") + (
        "." if word.low in among("abbreviations") and word.ends(".") else ""
    )
    return text if text[:1].isupper() or not text.isalpha() else text.title()


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def in_errands(words: Sequence[Word]) -> bool:
    """Tell "to call mum", which the user is to do, from "to call me Bea"."""
    return words[1].low in among("errands") and words[2].low not in ("me", "us")

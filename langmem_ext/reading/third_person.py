"""How does a sentence that a user said of themselves read in the third person?

Only the first "I" needs a new form of its verb: later ones become "they", which takes the same form as "I". So "I like
tea and I'm from Porto" becomes "The user likes tea and they're from Porto"; where "they" could be somebody else, the
user is named again. Nothing is guessed: what is not understood raises `Unsure`.
"""

from __future__ import annotations

from collections.abc import Sequence

from langmem_ext.reading.sentence import (
    CLOSE,
    OPEN,
    Unsure,
    Word,
    among,
    is_base,
    is_conjugated,
    is_finite,
    is_past,
    table,
    third_form,
)
from langmem_ext.reading.spans import Quotations


class Telling:
    """Turn one sentence, word by word."""

    def __init__(self, words: Sequence[Word], name: str, *, wish: bool = False) -> None:
        self.words, self.name, self.wish = words, name, wish
        self.out: list[str] = []
        self.at = 0
        self.named, self.its = wish, table("of_the_assistant")
        self.subject = "assistant" if wish else ""
        self.verb = ""
        self.governed = self.refused = self.blocked = self.helped = self.under = self.seen = False
        lows = {each.low for each in words}
        self.all_named = not wish and not among("third_plural").isdisjoint(lows)
        self.i_named = self.all_named or not among("plurals").isdisjoint(lows)
        self.lows = lows

    def _check_persons(self, lows: set[str]) -> None:
        """Refuse a sentence that speaks of the user alone and of the user with others: "they" would be both."""
        alone = {each for each in lows if each in table("of_i") or each in among("alone")}
        together = {each for each in lows if each in table("of_we") or each == "ourselves"}
        together |= {each.low for each in self.words if each.text in ("us", "Us")}
        if alone and together and (together != {"us"} or alone != {"my"}):
            raise Unsure

    def told(self) -> str:
        if not self.wish and not self._company():
            self._check_persons(self.lows)
            self._owned()
        while self.at < len(self.words):
            self._next()
        return "".join(self.out).strip()

    def _next(self) -> None:
        word = self.words[self.at]
        if word.quoted:
            self._say(word.text)
        elif word.low in table("of_i"):
            self._as_i(word.low)
        elif word.low in table("of_we"):
            self._as_we(word.low)
        elif word.low in table("firsts") and word.text != "US":
            self._first(word.low)
        elif word.low in among("seconds"):
            self._second(word.low)
        else:
            self._any(word.low)

    def _say(self, text: str, words: int = 1) -> None:
        """Write what stands for the next words, with the marks around them."""
        first, last = self.words[self.at], self.words[self.at + words - 1]
        self.out.append(first.before + text + last.after)
        self.at += words

    def _low(self, at: int) -> str:
        return self.words[at].low if 0 <= at < len(self.words) else ""

    def _behind(self, at: int) -> int:
        """Return the place of the first word from `at` on that is no adverb."""
        while at < len(self.words) - 1 and self._low(at) in among("adverbs"):
            at += 1
        return at

    # the user

    def _company(self) -> bool:
        """Read "my wife and I" and "me and Rita" as the user and the others."""
        people, after = self._people()
        if not people or not _are_people(people):
            if self._low(0) == "me":
                raise Unsure
            return False
        theirs = " ".join(
            "their" if each.low in ("my", "our") else each.text + each.after for each in people
        )
        short = {"i've": " have", "i'll": " will"}.get(self._low(after - 1), "")
        self.out.append(f"{self.name} and {theirs}{short}")
        self.at, self.named, self.subject = after, True, "they"
        return True

    def _people(self) -> tuple[Sequence[Word], int]:
        """Return who is named beside the user, and where what is said of all of them begins."""
        lows = [each.low for each in self.words[:9]]
        if lows[:2] == ["me", "and"]:
            verbs = (n for n in range(3, len(lows)) if is_finite(self.words, n) or is_base(lows[n]))
            end = next(verbs, 0)
            return self.words[2:end], end
        ends = ("i", "me", "i've", "i'll")
        last = next((n for n, low in enumerate(lows) if n > 1 and low in ends), 0)
        joined = last and lows[last - 1] == "and"
        return (self.words[: last - 1], last + 1) if joined else ((), 0)

    def _owned(self) -> None:
        """See whether a sentence that begins "my ..." speaks of somebody, or of several, that "they" could mean."""
        if self._low(0) not in ("my", "our"):
            return
        verb = next(
            (n for n in range(1, len(self.words)) if is_finite(self.words, n)), len(self.words)
        )
        lows = [each.low.removesuffix("'s") for each in self.words[1:verb]]
        several = self._low(verb) in ("are", "were", "have", "aren't")
        self.all_named |= several or not among("plurals").isdisjoint(lows)
        self.i_named = self.i_named or self.all_named or not among("kin").isdisjoint(lows)

    def _as_i(self, low: str) -> None:
        if self.named and not (self.i_named and not self.wish):
            return self._as_they(low)
        self._check_not_joined()
        self.named, self.blocked, self.refused = True, False, False
        alone, verb = self.at == 0, table("of_i")[low][0]
        if not verb:
            return self._with_verb(low, alone)
        self.seen = True
        self.subject, self.verb, self.governed = "user", "is", low in ("i'll", "ima")
        self._say(f"{self.name} {verb}")
        self._drop(alone)
        if low in ("i've", "ive") and self._low(self.at) == "got":
            self.out[-1] += self.words[self.at].after
            self.at += 1
        elif self._low(self.at) == "gonna":
            self._say("going to")
            self.governed = True
        return None

    def _check_not_joined(self) -> None:
        """Refuse an "I" that shares its verb: "each summer my dad and I ..."."""
        if self.at > 0 and self._low(self.at - 1) == "and" and not self.seen:
            raise Unsure

    def _drop(self, alone: bool) -> None:
        """Leave out "also" and "just" behind the subject of a sentence that stands alone now."""
        follows = self._low(self.at + 1)
        if alone and self._low(self.at) in among("dropped") and follows not in ("as", "now", ""):
            self.at += 1

    def _with_verb(self, low: str, alone: bool) -> None:
        """Write the user's name with the verb behind "I"."""
        self._say(self.name)
        self._drop(alone)
        to = self._behind(self.at)
        if to >= len(self.words):
            raise Unsure
        if low == "i'd":
            self.out[-1] += f" {self._would_or_had(self._low(to))}"
            self.subject, self.governed = "user", True
            return
        while self.at < to:
            self._say(self.words[self.at].text)
        self._agree()

    def _would_or_had(self, verb: str) -> str:
        if verb in among("had"):
            return "had"
        if verb in among("would") or is_base(verb):
            return "would"
        if is_past(verb):
            return "had"
        raise Unsure

    def _agree(self) -> None:
        """Write the next word as the verb of the user."""
        word = self.words[self.at]
        form = third_form(word.text)
        if form is None:
            raise Unsure
        if word.low in among("same_in_past"):
            form = self._in_its_time(word, form)
        self.subject, self.verb, self.seen = "user", word.low, True
        self.governed = (
            word.low in among("modals") or word.low in table("modals_typed") or form.endswith(" to")
        )
        self.refused = form in ("doesn't", "didn't") or (
            word.low in ("do", "did") and self._low(self.at + 1) == "not"
        )
        self._say(form)
        if word.low in ("am", "have") and len(self.out) == 2:
            self._drop(alone=True)

    def _in_its_time(self, word: Word, form: str) -> str:
        lows = {each.low for each in self.words}
        if not among("present_times").isdisjoint(lows):
            return form
        past = not among("past_times").isdisjoint(lows)
        if past or any(low.isdigit() and len(low) == 4 for low in lows):
            if word.low == "read":
                raise Unsure
            return word.text
        if word.low == "read":
            return form
        raise Unsure

    def _as_they(self, low: str) -> None:
        """Write "they" for a later "I", with the verb's form where it differs."""
        to, they = self._low(self.at + 1), table("of_i")[low][1]
        self.subject = self.subject if self.wish else "they"
        self.blocked = self.governed = False
        before = self._low(self.at - 1)
        self.under = before in among("leads_clause")
        self._check_not_joined()
        if low == "i" and to in table("of_they"):
            return self._say(table("of_they")[to], 2)
        verb = self._low(self._behind(self.at + 1))
        if low == "i" and not (third_form(verb) or verb in among("same_in_past")):
            raise Unsure
        return self._say(they)

    def _as_we(self, low: str) -> None:
        form, they = table("of_we")[low]
        if self.named:
            self.subject = self.subject if self.wish else "they"
            return self._say(they)
        self.named, self.subject = True, "they"
        return self._say(f"{self.name} and others {form}".strip())

    def _first(self, low: str) -> None:
        if low == "mine" and self._low(self.at - 1) in among("before_a_pit"):
            return self._say(self.words[self.at].text)
        if low in ("us", "me") and not self.named and self._low(self.at - 1) == "of":
            raise Unsure
        later = self.named and (low in ("myself", "ourselves") or not self.all_named)
        if later and not (low == "mine" and self.subject == ""):
            return self._say(table("firsts")[low])
        self.named = True
        return self._say(table("firsts_named")[low].replace("USER", self.name))

    # the assistant

    def _second(self, low: str) -> None:
        """Write "it" for the assistant in a wish; in a statement, name it where it is at work."""
        verb = self._behind(self.at + 1)
        does = is_base(self._low(verb)) and self._low(self.at - 1) not in among("before_object")
        at_work = low == "you" and does and self._low(self.at - 1) in ("when", "whenever")
        if not self.wish and not at_work:
            raise Unsure
        called = self.its["you"] if self.wish else "the assistant"
        if low == "you" and does:
            self._say(called)
            while self.at < verb:
                self._say(self.words[self.at].text)
            return self._say(third_form(self.words[verb].text) or "")
        plainly = low != "you" or self._low(self.at - 1) in among("before_object")
        if low not in self.its or not plainly:
            raise Unsure
        return self._say(self.its[low])

    # anything else

    def _any(self, low: str) -> None:
        self.seen = self.seen or is_conjugated(self.words, self.at)
        if self.subject == "they" and self._low(self._behind_conjunction()) in among("joining"):
            if self.under and (low in among("plain_verbs") or low in table("third_forms")):
                raise Unsure  # "... since I was eleven and don't miss it"
            if low in ("am", "was"):
                return self._say("are" if low == "am" else "were")
        if self.subject == "user" and self._goes_on(low):
            return self._agree()
        if low in among("other_subjects"):
            self.blocked = True
        self.helped = self.helped or (
            self.verb in among("helped_to") and low in among("plain_verbs")
        )
        if low in among("modals") or (low == "to" and self._is_infinitive()):
            self.governed = True
        return self._say(self.words[self.at].text)

    def _is_infinitive(self) -> bool:
        verb, before = self._low(self._behind(self.at + 1)), self._low(self.at - 1)
        return is_base(verb) and not (verb in ("work",) and before in among("motion"))

    def _behind_conjunction(self) -> int:
        """Return the place of the last word before this one that is no adverb."""
        back = self.at - 1
        while back > 0 and self._low(back) in among("adverbs"):
            back -= 1
        return back

    def _goes_on(self, low: str) -> bool:
        """Tell a second verb of the user's, "... and work in Leeds", from a thing that is listed."""
        back = self._behind_conjunction()
        joined = self._low(back) in among("joining")
        comma = self.words[back].ends(",") and not joined
        known = (
            low != "are"
            and self._low(self.at + 1) not in among("finite")
            and (is_base(low) or low in table("third_forms"))
        )
        if back <= 0 or not (joined or comma) or not known or not self._is_doing(low, back):
            return False
        if comma or self.blocked or self.helped:
            raise Unsure
        if not self.governed and not self.refused:
            return True
        if low in among("finite_only"):
            return True
        if self._low(back) != "or" and (self.refused or low in among("states")):
            raise Unsure
        return False

    def _is_doing(self, low: str, back: int) -> bool:
        """Tell a verb from the thing that has its name; raise where it may be either."""
        if self.refused and self._low(back) == "or":
            return False
        if low in among("plain_verbs"):
            return True
        after = self._low(self.at + 1)
        if not after or self.words[self.at].after or after in ("and", "or", "but"):
            if self.verb in among("liking") or self.at - back > 1:
                return False
            if is_base(self._low(back - 1)) or self._low(back - 1) in ("don't", "not"):
                raise Unsure
            return False
        if after in among("after_verbs"):
            if self.verb in among("liking") and after in among("after_things"):
                raise Unsure
            return True
        if self.at - back > 1 or self.verb not in among("liking"):
            raise Unsure
        return False


def _are_people(words: Sequence[Word]) -> bool:
    """Tell "my wife", "our son Rui" and "Rita" from the beginning of a sentence."""
    if any(each.quoted or is_past(each.low) for each in words):
        return False
    if any(is_finite(words, n) for n, each in enumerate(words) if each.low not in among("plurals")):
        return False
    named = all(
        each.text[:1].isupper() or each.low in ("and", "my", "our", "the") for each in words
    )
    return words[0].low in ("my", "our", "the") or (named and words[0].low not in among("english"))


def finished(text: str) -> str:
    """Return a sentence with its capital and without its end mark; raise where a first person is left."""
    text = text.rstrip(".!;, …")
    if _left_over(text):
        raise Unsure
    return text[:1].upper() + text[1:]


def _left_over(text: str) -> bool:
    """Tell a text with a first person outside its quotations."""
    spans, at, outer = Quotations(text).spans, 0, ""
    for start, end in spans:
        outer, at = outer + text[at:start] + " ", end
    outer += text[at:]
    for piece in outer.split():
        if "@" in piece or "." in piece.strip(OPEN + CLOSE):
            continue
        parts = "".join(c if c.isalnum() else " " for c in piece.replace("’", "'")).split()
        if any(part in among("left_over") for part in parts):
            return True
    return False

"""Where in a text is the part that matters?

The best way to part a text into what matters and what does not is found by Viterbi's algorithm over three tags: O
(outside), B (begins a part), I (goes on in it).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from langmem_ext.learned.linear import Weights

OUT, BEGIN, GO_ON, START = 0, 1, 2, 3
BARRED = -1e9

Scores = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Part:
    """Hold the tokens `first` to `last` of a text, the latter included.

    `margin` is how much better it is to take them than to leave them out, in natural logarithms of odds.
    """

    first: int
    last: int
    margin: float


@dataclass(frozen=True, slots=True)
class Tagger:
    """Hold the weights of a linear-chain field: of each mark for O, B and I, and of each tag after another."""

    weights: Weights
    moves: tuple[Scores, Scores, Scores, Scores]

    def parts(self, marks: Sequence[Sequence[str]], lean: float = 0.0) -> list[Part]:
        """Return the parts of the best reading, in order; `lean` is how much more likely than usual a part is."""
        return self.parts_of(self.scores(marks), lean)

    def scores(self, marks: Sequence[Sequence[str]]) -> list[list[float]]:
        """Return what the marks of each token say for each tag."""
        return [self.weights.of(each) for each in marks]

    def parts_of(self, said: Sequence[Sequence[float]], lean: float = 0.0) -> list[Part]:
        """Return the parts as `parts` does, of tokens whose scores are known."""
        if not said:
            return []
        scores = [(out, begin + lean, go_on) for out, begin, go_on in said]
        tags = self._best(scores)
        return [
            Part(first, last, self._margin(scores, tags, first, last))
            for first, last in _runs(tags)
        ]

    def _best(self, scores: Sequence[Sequence[float]]) -> list[int]:
        after, back = self.moves, []
        o, b, i = (scores[0][0] + after[START][OUT], scores[0][1] + after[START][BEGIN], BARRED)
        for out, begin, go_on in scores[1:]:
            from_o, from_b, from_i = after[OUT], after[BEGIN], after[GO_ON]
            to_out = (o + from_o[0], b + from_b[0], i + from_i[0])
            to_begin = (o + from_o[1], b + from_b[1], i + from_i[1])
            to_go_on = (BARRED, b + from_b[2], i + from_i[2])
            best = [max(way) for way in (to_out, to_begin, to_go_on)]
            back.append((to_out.index(best[0]), to_begin.index(best[1]), to_go_on.index(best[2])))
            o, b, i = best[0] + out, best[1] + begin, best[2] + go_on
        last = max(((o, OUT), (b, BEGIN), (i, GO_ON)))[1]
        tags = [last]
        for step in reversed(back):
            tags.append(step[tags[-1]])
        return tags[::-1]

    def _margin(
        self, scores: Sequence[Sequence[float]], tags: Sequence[int], first: int, last: int
    ) -> float:
        """Compare taking a part with leaving it out, all else being the same."""
        before = tags[first - 1] if first else START
        taken = left = 0.0
        at = before
        for place in range(first, last + 1):
            taken += self.moves[at][tags[place]] + scores[place][tags[place]]
            left += self.moves[before if place == first else OUT][OUT] + scores[place][OUT]
            at = tags[place]
        if last + 1 < len(tags):
            following = tags[last + 1]
            taken += self.moves[at][following]
            left += self.moves[OUT][following]
        return taken - left


def _runs(tags: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last place of each part."""
    found: list[tuple[int, int]] = []
    for place, tag in enumerate(tags):
        if tag == BEGIN:
            found.append((place, place))
        elif tag == GO_ON:
            found[-1] = (found[-1][0], place)
    return found

"""Which sentences of a message does a request to remember mean?

Those of its own words, those before it ("..., remember that"), or those that follow ("remember this: ...").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from langmem_ext.policies import purposes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading import standing as standing_forms
from langmem_ext.policies.directive_reading.complaints import is_complaint
from langmem_ext.policies.directive_reading.content import has_verb, is_said_before, tells
from langmem_ext.policies.directive_reading.counted import THINGS, says_several, told_count
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import is_for_once, is_for_this_only
from langmem_ext.policies.directive_reading.fragments import is_fragment
from langmem_ext.policies.directive_reading.halves import (
    INSTRUCTIONS,
    name_instead,
    otherwise,
    scopes_behind,
)
from langmem_ext.policies.directive_reading.lasting import SETS_A_RULE, may_be_rule
from langmem_ext.policies.directive_reading.list_heads import under_head, with_items
from langmem_ext.policies.directive_reading.material import (
    is_put_to_judgment,
    is_told_by_others,
    serves_a_question,
)
from langmem_ext.policies.directive_reading.named_values import named_value
from langmem_ext.policies.directive_reading.next import turns_to_work
from langmem_ext.policies.directive_reading.occasions import without_occasion
from langmem_ext.policies.directive_reading.orders import RULE as ORDER
from langmem_ext.policies.directive_reading.pairs import is_further_note, is_note
from langmem_ext.policies.directive_reading.reading import read
from langmem_ext.policies.directive_reading.reasons import is_reason
from langmem_ext.policies.directive_reading.remarks import is_remark
from langmem_ext.policies.directive_reading.request import TAG, Request
from langmem_ext.policies.directive_reading.whom import asked_in
from langmem_ext.policies.rewriting import speaks_of_self


def requests(said: list[language.Sentence]) -> Iterator[tuple[str, str, str]]:
    """Yield (rule, what to remember, the sentence before it) for every request that stands."""
    asked: list[tuple[int, str, str, str]] = []
    closed: set[int] = set()
    for i, sentence in enumerate(said):
        if _GREETS_OTHERS.match(sentence.text):
            break
        if i not in closed and (value := named_value(said, i)):
            asked.append((i + 1, "remember_these", *value))
            closed.add(i + 1)
            continue
        request = asked_in(said, i) if i not in closed else None
        if request is None:
            apart = i + 1 < len(said) and said[i + 1].paragraph
            if _begins_a_text(sentence.raw) or (apart and purposes.works_on_a_text(sentence.text)):
                break
            continue
        if (
            purposes.is_taken_back(sentence.raw)
            or (_IS_ACT.match(request.words) and is_for_once(sentence.text))
            or is_for_this_only(sentence.text)
            or serves_a_question(said, i, request.words)
            or is_told_by_others(said, i, request.words)
            or (request.rule == "habit" and is_put_to_judgment(said, i))
        ):
            continue
        if request.rule == ORDER and (following := _asked_next(said, i)):
            if following.rule != SETS_A_RULE:
                continue
            request = replace(request, rule="from_now_on")
        if request.refuses:
            asked = [each for each in asked if not _is_refused(each[0], i, request)]
            closed.update(_refused(said, i, request))
            continue
        taken = [(j, *one) for j, one in _meant(said, i, request, closed)]
        if request.also:
            taken.append((i, "instruction", request.also, ""))
        closed.update(j for j, *_ in taken)
        asked += taken
    if asked and not any(map(_works_on_the_rest, said)):
        yield from (each[1:] for each in asked)


def _begins_a_text(said: str) -> bool:
    """Tell a sentence after which somebody else's words follow."""
    if purposes.quotes_whole(said):
        return False
    handed = ":" in said and purposes.hands_over(said)
    return handed or purposes.brings_foreign_text(said)


def _works_on_the_rest(sentence: language.Sentence) -> bool:
    """Tell a question about a text that the other sentences are."""
    return purposes.is_about_text(sentence.text) and not purposes.quotes_whole(sentence.raw)


_GREETS_OTHERS = re.compile(
    r"(?:dear|hi|hello|hey|good (?:morning|evening|afternoon|day)|attention|welcome)[\s,]+(?:dear )?(?:all|team"
    r"|everyone"
    r"|everybody|parents|customers?|guests?|residents|tenants|colleagues|neighbou?rs?|students|members|passengers"
    r"|sirs?)\b",
    re.I,
)
"""How a text for others begins, which was pasted."""


def _asked_next(said: list[language.Sentence], at: int) -> Request | None:
    """Return the request that points at a sentence: "Stop explaining the basics, I'm a nurse. Remember that."."""
    following = read(said[at + 1]) if at + 1 < len(said) else None
    points = following and following.points == "back" and not (following.words or following.refuses)
    return following if points else None


_IS_ACT = re.compile(
    rf"(?:to \w|when|if|whenever|don't forget|the \w+ part\b"
    rf"|{standing_forms.TO_ASSISTANT.pattern.removeprefix('^')})",
    re.I,
)
"""Words that say what the assistant is to do, and perhaps only now."""


def _is_refused(place: int, refused_at: int, refusal: Request) -> bool:
    """ "Remember I'm vegan. No, don't save that." takes the request back."""
    return refusal.points in ("back", "either") and place >= refused_at - 1


def _refused(said: list[language.Sentence], at: int, refusal: Request) -> range:
    """Return the sentences that are not to be kept."""
    if refusal.points in ("on", "either"):
        return range(at, len(said))
    return range(at, at + 1)


def _meant(
    said: list[language.Sentence], at: int, request: Request, closed: set[int]
) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """Yield the sentences that a request is about, each with its number."""
    if request.words:
        before = said[at - 1].raw if at else ""
        told = without_occasion(said[at].raw.partition(request.words)[0], request.words)
        told = with_items(told, said, at)
        if other := otherwise(said, at, request):
            yield at + 1, (request.rule, f"{told}; {other}", before)
            return
        yield at, (request.rule, told, before)
        if name := name_instead(said, at, request):
            yield at + 1, ("call_me", name, "")
        listed = (
            _list_after(said, at, request, closed)
            if request.points == "on"
            or told_count(said[at])
            or (_LISTED.match(said[at].text) and not is_note(request.words))
            or (said[at].raw.endswith(";") and request.rule not in INSTRUCTIONS)
            else _notes_after(said, at, request, closed)
        )
        yield from (
            (j, ("remember_these", tidy(said[j].raw), _named_before(said, at, j, request)))
            for j in listed
        )
        return
    for j in _pointed_at(said, at, request, closed):
        if request.rule == SETS_A_RULE:
            told = TAG.sub("", said[j].text)
            if may_be_rule(told) or is_fragment(told) or (j > at and _OF_ALL.match(told)):
                yield j, ("from_now_on", tidy(said[j].raw) + scopes_behind(said, at), "")
            elif j < at and _STAYS.search(said[at].text) and speaks_of_self(told):
                yield j, ("remember_that", tidy(said[j].raw), "")
            continue
        context = said[j - 1].raw if 0 < j < at and HANGS.search(said[j].text) else ""
        told = under_head(said[at].raw, tidy(said[j].raw)) if said[j].bullet else tidy(said[j].raw)
        yield j, ("remember_these" if j > at else "remember_that", told, context)


_OF_ALL = re.compile(r"(?:any|all|every|each)\b", re.I)
"""What a rule is about: "any list of helpers goes by first name"."""

_STAYS = re.compile(
    r"\b(?:sticks?(?: to)?|permanent(?:ly)?|lasting|for good|from (?:now|here) on)\b", re.I
)
"""What makes a fact stay that was told before: "I'm switching to decaf. Make that stick."."""

UNNAMED = re.compile(
    r"^(?:it|it's|he|he's|she|she's|they|they're|this|that|that's|those|these)\b", re.I
)
"""A statement that does not say whom or what it is about."""


def _named_before(said: list[language.Sentence], at: int, j: int, request: Request) -> str:
    """Return who "she" is in a list of facts: the fact before tells."""
    if not UNNAMED.match(said[j].text):
        return ""
    return request.words if j == at + 1 else tidy(said[j - 1].raw)


HANGS = re.compile(r"^\W*(?:[\w']+\W+){0,5}(?:it|this|that|them|those|these)\W*$", re.I)
"""A short sentence whose object stands in the one before: "I hate it"."""


def _pointed_at(
    said: list[language.Sentence], at: int, request: Request, closed: set[int]
) -> list[int]:
    """ "Remember this:" takes what follows, "Remember that." what came just before."""
    back = _before(said, at, many=request.many, closed=closed)
    onward = _after(said, at, many=request.many, closed=closed)
    if request.points == "on":
        return onward or ([] if request.colon else back)
    if request.points == "back":
        return back or (onward if at == 0 else [])
    return onward if (at == 0 and onward) or not back else back


def _before(said: list[language.Sentence], at: int, *, many: bool, closed: set[int]) -> list[int]:
    found: list[int] = []
    for j in range(at - 1, max(-1, at - 11), -1):
        if _ASKS_ONLY.fullmatch(said[j].text):
            continue
        if j in closed or _is_asked(said[j]) or _is_told_by_others(said[j].text):
            break
        if not is_said_before(tidy(TAG.sub("", said[j].raw))) or purposes.is_idle(said[j].raw):
            continue
        if found and _is_heading(said, j):
            break
        if (
            not many
            and (not has_verb(said[j].text) or _MORE_OF_IT.match(said[j].text))
            and j
            and has_verb(said[j - 1].text)
            and not said[j - 1].is_question
        ):
            continue  # "I have a nut allergy. A bad one."
        found.insert(0, j)
        if not many:
            break
    return found


def _is_asked(sentence: language.Sentence) -> bool:
    """Tell a question from a statement that ends with "got it?", and from a complaint."""
    if is_complaint(sentence.text):
        return False
    tagged = TAG.search(sentence.text) and not _INVERTED.match(sentence.text)
    return sentence.is_question and not tagged


def _is_told_by_others(text: str) -> bool:
    """Tell quoted speech, and what a note says: "my wife left a note: buy oats"."""
    head, colon, _ = text.partition(":")
    return language.HIDDEN in text or bool(colon and frames.FOREIGN.search(f"{head}:"))


_INVERTED = re.compile(
    r"(?:is|are|am|do|does|did|can|could|will|would|shall|should|was|were|has|have|what|how|where|who|why"
    r"|when(?! (?:i|we|you|they|he|she|it|my|our|the)\b)|which)\b",
    re.I,
)
_ASKS_ONLY = re.compile(
    r"(?:(?:you )?(?:got|hear|heard|understand|understood|see) (?:it|that|this|me)|ok|okay|right|clear|understood"
    r"|see)\W*\?+",
    re.I,
)
"""What asks for a nod between the statement and the request."""

_MORE_OF_IT = re.compile(
    r"(?:and |but )?(?:(?:like|really|quite|such) an?\b(?:\W+\w+){1,3}|(?:like|really|seriously|truly)\W+\w+)\W*$",
    re.I,
)


def _is_heading(said: list[language.Sentence], at: int) -> bool:
    """Tell the line above a list from its items."""
    one, after = said[at], said[at + 1]
    return after.bullet and not one.bullet and (one.raw.endswith(":") or not has_verb(one.text))


def _after(said: list[language.Sentence], at: int, *, many: bool, closed: set[int]) -> list[int]:
    found: list[int] = []
    for j in range(at + 1, min(len(said), at + 21)):
        one = said[j]
        if (
            j in closed
            or one.is_question
            or (purposes.is_reported(one.text) and not one.bullet)
            or (read(one) and not (one.bullet and many))
        ):
            break
        if found and said[found[-1]].bullet and not one.bullet and not has_verb(one.text):
            break  # "Terima kasih!"
        if purposes.is_idle(one.raw) or is_remark(one.raw) or (_is_work(one) and not one.bullet):
            if found:
                break
            continue
        goes_on = (
            not found
            or len(found) < told_count(said[at])
            or said[found[-1]].raw.endswith(";")
            or one.bullet
            or (said[found[-1]].bullet and many)
        )
        if not (
            goes_on
            or (_OWN.match(one.text) and not one.paragraph)
            or (many and (one.line > said[at].line or _LISTED.search(said[at].text)))
            or (many and says_several(said[at]) and not one.paragraph)
        ):
            break
        if tells(one.raw):
            found.append(j)
    return found


def _is_work(sentence: language.Sentence) -> bool:
    return purposes.asks_for_work(sentence.raw) or turns_to_work(sentence.raw)


_OWN = re.compile(
    r"(?:(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|also|then|and|finally|lastly|next|plus|one|two|three"
    r"|another)[\s,:]+){0,2}(?:i|i'm|i've|im|my|our|we|we're|also,? (?:i|my)|and (?:i|my))\b(?!'(?:m (?:going to"
    r"|gonna|so|not sure|sorry)|ll)\b)(?! (?:need|want|hope"
    r"|feel|wish|guess"
    r"|was wondering|would like|have a question|think|(?:am )?going to|gonna|so |not sure|sorry) )",
    re.I,
)


_LISTED = re.compile(
    rf"\bthe following(?: {THINGS})?(?: about (?:me|us|(?:my|our) [\w' ]{{2,24}})| in mind| down"
    rf"| for (?:[\w-]+ ){{0,2}}"
    r"[\w-]+)?\s*(?:[:.]|$)"
    r"|(?:here(?:'s| is| are)|these are|this is) (?:what|the (?:\w+ )?(?:things|facts|bits|details)|all|everything)"
    r"(?: that)? (?:i|you)\b[^:.]{0,80}:",
    re.I,
)
"""What announces a list that goes on to the end of the message."""


def _list_after(
    said: list[language.Sentence], at: int, request: Request, closed: set[int]
) -> list[int]:
    """ "Remember this: I'm vegan. I live in Lyon.": later sentences about the user belong to it."""
    found: list[int] = []
    for j in range(at + 1, min(len(said), at + 11)):
        one = said[j]
        on = (
            one.bullet
            or said[j - 1].raw.endswith(";")
            or len(found) + 1 < told_count(said[at])
            or _is_next_note(said, at, j, request)
            or (
                one.line == said[at].line
                and (_OWN.match(one.text) or (_LISTED.search(said[at].text) and has_verb(one.text)))
            )
        )
        listed = one.bullet or said[j - 1].raw.endswith(";")
        if j in closed or one.is_question or not on:
            break
        if (read(one) or _is_work(one)) and not (listed and request.many):
            break
        if is_reason(one.raw) or is_remark(one.raw) or (_OF_IT.match(one.text) and not listed):
            continue
        found.append(j)
    return found


_OF_IT = re.compile(
    r"(?:i|we)(?:'ve| have|'d| had)?(?: (?:just|only|already|also))? (?!am\b|have\b|like\b|love\b|hate\b|want\b)[\w']+"
    r" (?:it|that|this|them)\b(?! (?:is|was|i|we|my|our|the)\b)",
    re.I,
)
"""What was done with the fact before, and is none: "we changed it this morning"."""


def _notes_after(
    said: list[language.Sentence], at: int, request: Request, closed: set[int]
) -> list[int]:
    """ "Remember: plumber: Rui. Electrician: Ana": the notes that follow a note."""
    found: list[int] = []
    for j in range(at + 1, min(len(said), at + 11)):
        if j in closed or read(said[j]) or not _is_next_note(said, at, j, request):
            break
        found.append(j)
    return found


def _is_next_note(said: list[language.Sentence], at: int, j: int, request: Request) -> bool:
    before = request.words if j == at + 1 else said[j - 1].raw
    return not said[j].paragraph and is_note(before) and is_further_note(said[j].raw)

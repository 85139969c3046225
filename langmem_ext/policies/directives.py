"""Did the user ask to remember something?

A request is a verb of remembering in a frame that asks ("could you please note ..."); what is to be remembered follows
it, or stands in the sentences around it. Talk about remembering is no request, and what the user wants not to be
kept is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from langmem_ext.learned.reading import LEARNED, denies_request, request, statements
from langmem_ext.learned.weights import Readers, readers
from langmem_ext.policies import notes, purposes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.dates import divided_as, undivided
from langmem_ext.policies.directive_reading import forms, languages
from langmem_ext.policies.directive_reading import standing as standing_forms
from langmem_ext.policies.directive_reading.addressed import (
    at_its_work,
    in_an_instruction,
    its_name,
)
from langmem_ext.policies.directive_reading.announced import opens_memory
from langmem_ext.policies.directive_reading.answers import is_for_this_answer
from langmem_ext.policies.directive_reading.at_hand import (
    for_this_piece,
    is_recalled,
    of_a_text,
    of_the_moment,
)
from langmem_ext.policies.directive_reading.by_itself import by_itself
from langmem_ext.policies.directive_reading.conditionals import asked_of
from langmem_ext.policies.directive_reading.content import tells
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.facts import facts_of
from langmem_ext.policies.directive_reading.for_now import is_for_now, is_for_once
from langmem_ext.policies.directive_reading.halves import INSTRUCTIONS
from langmem_ext.policies.directive_reading.headed import under_its_heading
from langmem_ext.policies.directive_reading.material import (
    is_for_others,
    is_remarked,
    is_task,
    is_told_by_others,
    serves_a_question,
)
from langmem_ext.policies.directive_reading.openings import SOMETIMES
from langmem_ext.policies.directive_reading.pieces import sets_down
from langmem_ext.policies.directive_reading.places import HANGS, UNNAMED, requests
from langmem_ext.policies.directive_reading.reading import is_labelled, is_reported_after
from langmem_ext.policies.directive_reading.reasons import is_reason
from langmem_ext.policies.directive_reading.refusals import keeps_nothing
from langmem_ext.policies.directive_reading.remarks import is_remark
from langmem_ext.policies.directive_reading.sayings import is_saying
from langmem_ext.policies.directive_reading.scope import scope_of, scoped
from langmem_ext.policies.directive_reading.tagged import tagged
from langmem_ext.policies.directive_reading.wishes import wanted, wish
from langmem_ext.policies.instructions import trait_of
from langmem_ext.policies.off_the_record import asked_to_keep_nothing
from langmem_ext.policies.plain_requests import Asked
from langmem_ext.policies.referents import named
from langmem_ext.policies.rewriting import USER, later, speaks_of_self, third_person
from langmem_ext.policies.spelling import spelt
from langmem_ext.policies.topics import keywords_of, title_of, topic_of
from langmem_ext.policies.writing import MAX_CONTENT, normalise
from langmem_ext.reading import bounds
from langmem_ext.reading.bounds import Veiled, unveiled, veiled
from langmem_ext.reading.parts import own_words


@dataclass(frozen=True, slots=True)
class Directive:
    """One thing that the user asked to remember.

    `content` is the self-contained third-person form in the user's wording and casing,
    `statement` the user's own words, `rule` the name of the form of words that was recognised; `for_group` says that it
    is of the group in which it was said.
    """

    content: str
    statement: str
    category: str
    type: str
    title: str
    keywords: tuple[str, ...]
    slot: str | None
    rule: str
    for_group: bool = False


def find_directives(
    message: str, *, speaker: str | None = None, learned: bool = True
) -> list[Directive]:
    """Return each fact that the message asks to remember (spec 000 section 2), in order.

    What the user hands over asks for nothing. Questions ("do you remember ...?"), memories ("I'll never forget ..."),
    reported speech and code are not requests. Several facts in one request become several directives. `learned`: where
    no rule finds a request, ask the reader that was trained on examples.
    """
    looked_at = veiled(own_words(bounds.near(message)))
    near = undivided(looked_at.text)
    if _IN_A_ROW.search(near):
        near = _POINT.sub(r"\1) ", near)
    elif dashes := _DASHES_IN_A_ROW.search(near):
        near = (
            f"{near[: dashes.start()]}{_DASH.sub(chr(10) + '- ', dashes[0])}{near[dashes.end() :]}"
        )
    found = list(_found(near, speaker)) if forms.hints(spelt(near).text) else []
    if not found:
        found = list(filter(None, (_directive(*each, "", speaker) for each in _plainly(near))))
    if learned and not found:
        found = list(_by_examples(near, speaker))
    elif learned and _is_denied(near, found):
        return []
    found = [_as_written(_within_scope(each, near), looked_at.text) for each in found]
    return [_unveiled(each, looked_at) for each in found if not _is_scope(each, found)]


def _unveiled(found: Directive, looked_at: Veiled) -> Directive:
    """Return a request in the words that stand in the message, however long they are."""
    return replace(found, **unveiled(found, looked_at))


def _as_written(found: Directive, message: str) -> Directive:
    """Return a request with the commas that the message has in its dates."""
    content = divided_as(message, found.content)
    if content == found.content:
        return found
    statement = divided_as(message, found.statement)
    return replace(found, content=content, statement=statement, title=title_of(content))


def plain_directive(asked: Asked, *, speaker: str | None = None) -> Directive | None:
    """Return what was plainly asked for: what users say of themselves as such, the rest in quotes."""
    return _directive(PLAIN if asked.of_oneself else PLAIN_WORDS, asked.words, "", speaker)


PLAIN, PLAIN_WORDS = "plain", "plain_words"
QUOTED = frozenset({languages.RULE, PLAIN_WORDS})
"""Rules whose words are kept as the user's own."""


def unquoted(words: str) -> str:
    """Return words that may stand in double quotes."""
    return words.translate(_INNER)


_INNER = str.maketrans({'"': "'", "“": "'", "”": "'"})


def _is_scope(one: Directive, found: Sequence[Directive]) -> bool:
    """Tell the scope of another memory, which begins with it: "for anything to do with money"."""
    return any(each.content.startswith(f"{one.content}, ") for each in found)


def _plainly(message: str) -> Iterator[tuple[str, str]]:
    """Yield rule and words of what is asked with no English verb of remembering."""
    if standing := by_itself(message):
        yield "by_itself", standing
    yield from ((languages.RULE, each) for each in languages.in_other_languages(message))


def _within_scope(found: Directive, message: str) -> Directive:
    """Return an instruction with what it holds for; what is no wish of the assistant, as it is."""
    if not _WISH.search(found.content):
        return found
    scope = scope_of(found.statement, language.sentences(message))
    content = scoped(found.content, scope) if scope else found.content
    if content == found.content or len(content) > MAX_CONTENT:
        return found
    return replace(found, content=content, title=title_of(content), keywords=keywords_of(content))


_WISH = re.compile(r" (?:wants|does not want) the assistant to ")


_IN_A_ROW = re.compile(r"[:,]\s*1\. \S[^\n]*\s2\. \S")
_POINT = re.compile(r"(?<=[\s:,])(\d{1,2})\. (?=\S)")
"""What numbers a list within a line, and would end a sentence: "remember: 1. I am vegan 2. I hate coriander"."""

_DASHES_IN_A_ROW = re.compile(r"(?<=:)[ \t]*(?P<dash>[-*•]) \S[^\n]*?(?:[ \t]+(?P=dash) \S[^\n]*)+")
_DASH = re.compile(r"\s+[-*•] (?=\S)|^[-*•] (?=\S)")
"""What lists within a line: "remember: - vegan - lives in Lyon"."""


def _is_denied(message: str, found: Sequence[Directive]) -> bool:
    """Tell what is mentioned beside something else from what is to be kept; what users say of themselves is kept."""
    if any(each.rule not in _MENTIONS or _OWN.match(each.statement) for each in found):
        return False
    said = language.sentences(message)
    for_a_task = any(map(is_task, said))
    if not for_a_task and len(said) == 1:
        return False
    of_others = not any(speaks_of_self(each.statement) for each in found)
    return denies_request((each.raw for each in said), by_words=for_a_task and of_others)


_OWN = re.compile(r"(?:that )?(?:i|my|we|our)\b", re.I)
_MENTIONS = frozenset(
    {
        "note",
        "remember",
        "keep_in_mind",
        "dont_forget",
        "reference",
        "instruction",
        "order",
        "announced",
    }
)
"""Rules whose words mention things as often as they ask for them to be kept."""


@lru_cache(maxsize=2)  # the scanner asks again about the message at hand
def _found(message: str, speaker: str | None) -> tuple[Directive, ...]:
    found: dict[str, Directive] = {}
    asked = list(requests(language.sentences(message)))
    before_all = message[: message.find(asked[0][1])] if asked else ""
    noted = not notes.is_of_somebody(before_all)
    for rule, statement, before in asked:
        for part in facts_of(rule, statement):
            told = (noted and notes.stated(part)) or part
            directive = (
                _directive(rule, told, before, speaker)
                if tells(part) and not (is_saying(part) or is_remark(part))
                else None
            )
            if directive:
                found.setdefault(directive.content, replace(directive, statement=part))
    return tuple(found.values())


def _by_examples(message: str, speaker: str | None) -> tuple[Directive, ...]:
    """Ask the trained reader for what the rules do not know, unless a rule says that nothing is to be kept."""
    return _read_by(readers(), message, speaker)


@lru_cache(maxsize=2)  # as for `_found`
def _read_by(known: Readers, message: str, speaker: str | None) -> tuple[Directive, ...]:
    said = list(_readable(language.sentences(message)))
    asked = max(
        ((found.sure, -at) for at, each in enumerate(said) if (found := request(each.raw))),
        default=None,
    )
    if asked is None or asked_to_keep_nothing(message) or keeps_nothing(message):
        return ()
    at = -asked[1]
    if _asks_nothing(said[at]) or any(map(_is_no_request, said)):
        return ()
    parts = [
        part
        for told in tagged(said, at, statements([each.raw for each in said], at))
        for part in facts_of(LEARNED, tidy(told))
        if not (
            any(each(part) for each in (is_for_now, is_saying, is_remark, of_a_text, of_the_moment))
            or serves_a_question(said, at, part)
            or is_told_by_others(said, at, part)
        )
    ]
    parts = [part for part in parts if not is_reason(part)] or parts
    told = (
        _directive(LEARNED, under_its_heading(message, part), "", speaker)
        for part in parts
        if tells(part) and not (_is_output(part) or _ONLY_NAMES.fullmatch(part))
    )
    return tuple({each.content: each for each in told if each}.values())


_ONLY_NAMES = re.compile(r"(?:(?:Dr|Mrs?|Ms|Mx|Prof)\.? )?[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)?")
"""What names somebody and tells nothing of them."""


def _is_output(part: str) -> bool:
    """Tell what a machine printed from what somebody says: "15 1 * * * /opt/bk/push.sh"."""
    pieces = part.split()
    words = sum(bool(_WORD.fullmatch(piece)) for piece in pieces)
    return bool(_MARKED.match(part)) or (len(pieces) > 2 and words < 0.4 * len(pieces))


_WORD = re.compile(r"[\W_]{0,2}[^\W\d_][\w'’-]*[\W_]{0,3}")
_MARKED = re.compile(r"[-;>#*/\\$|<]{2,}")


def _asks_nothing(sentence: language.Sentence) -> bool:
    text = sentence.text
    told = (
        is_for_others, is_remarked, is_labelled, is_reported_after, is_recalled, is_for_this_answer,
        sets_down, opens_memory,
    )  # fmt: skip
    return is_for_once(text) or for_this_piece(text) or any(each(text) for each in told)


def _is_no_request(sentence: language.Sentence) -> bool:
    """Tell a sentence that makes a text, or a joke, of what stands beside it."""
    return purposes.is_about_text(sentence.text) or purposes.is_taken_back(sentence.raw)


def _readable(said: Sequence[language.Sentence]) -> Iterator[language.Sentence]:
    """Yield the sentences before one that hands over a text of somebody else."""
    for each in said:
        if purposes.brings_foreign_text(each.raw) or purposes.hands_over(each.raw):
            return
        if language.HIDDEN not in each.text[:1]:
            yield each


def _directive(rule: str, statement: str, before: str, speaker: str | None) -> Directive | None:
    content = normalise(_content(rule, statement, before, speaker))
    if not any(c.isalnum() for c in content):
        return None
    called = re.match(r"call me\b", statement, re.I) and not SOMETIMES.search(statement)
    about = statement if rule in QUOTED else content
    topic = topic_of("my preferred name is Ana" if called else statement, about)
    return Directive(
        content,
        statement,
        topic.category,
        topic.type,
        title_of(content),
        keywords_of(content),
        None if notes.is_pair(statement) else topic.slot or trait_of(content),
        rule,
    )


def _content(rule: str, statement: str, before: str, speaker: str | None) -> str:
    """Write the statement so that it stands alone, as far as that is safe."""
    name, statement = speaker or USER, _typed_right(rule, statement)
    if rule in QUOTED:
        return f'{name} said: "{unquoted(statement)}"'
    called = None if SOMETIMES.search(statement) else _CALLED.match(statement)
    if called:
        return f"{name}'s preferred name is {_as_names(called)}"
    if its := its_name(statement):
        return wish(name, f"be called {its}")
    action = asked_of(statement) or wanted(statement, standing=rule in INSTRUCTIONS)
    if action is not None:
        return wish(name, action)
    if (
        standing_forms.TO_ASSISTANT.match(statement)
        and not _IS_SO.match(statement)
        and not re.match(
            r"to (?:call|send|ask|check|add|start|book|order|schedule|make|give|show|put|end|sign"
            r"|write|remind) (?!me\b|(?:in )?(?:simpl[ey]|short|slow(?:ly)?|clear(?:ly)?|plain|formal(?:ly)?)\b)",
            statement,
            re.I,
        )
    ):
        negative = bool(re.match(r"(?:to )?(?:not|don'?t|do not)\b", statement, re.I))
        rest = re.sub(
            r"^(?:to\s+)?(?:not\s+to\s+|not\s+|don'?t\s+|do not\s+)?(?:to\s+)?",
            "",
            statement,
            flags=re.I,
        )
        return wish(name, ("not to " if negative else "") + rest)
    if task := re.match(r"to (?!(?:the|my|our)\b)(?P<x>\w+.*)", statement, re.I):
        return f"{name} needs to {later(task['x'])}"
    if (
        (UNNAMED.match(statement) or HANGS.search(statement))
        and before
        and len(before) + len(statement) < MAX_CONTENT
    ):
        if (told := named(statement, [before])) and _OWN.match(told):
            return third_person(told, speaker=speaker)
        if (teller := _TELLER.match(before)) and (about := _HE_OR_SHE.match(statement)):
            return third_person(teller["who"] + statement[about.end() :], speaker=speaker)
        return f"{third_person(before, speaker=speaker)}. {statement[:1].upper()}{later(statement[1:])}"
    said = re.sub(r"^how (?=i )", "How ", re.sub(r"^(i|we) hereby ", r"\1 ", statement, flags=re.I))
    told = third_person(said, speaker=speaker)
    return in_an_instruction(told) if rule in INSTRUCTIONS else at_its_work(told)


def _typed_right(rule: str, statement: str) -> str:
    """Put right what the assistant is told to do where a slip hides it: "alwasy use metric units"."""
    right = spelt(statement).text if rule in INSTRUCTIONS else statement
    order = standing_forms.TO_ASSISTANT
    return right if order.match(right) and not order.match(statement) else statement


def _as_names(called: re.Match[str]) -> str:
    names = [each if each[0].isupper() else each.title() for each in called.groups() if each]
    return ", not ".join(names)


_CALLED = re.compile(
    r"call me (?P<name>.+?)(?:[\"”]?,? (?:and )?(?:not|instead of"
    r"|rather than) [\"“]?(?P<other>\S[^,\"”]*).*)?$",
    re.I,
)


_TELLER = re.compile(
    r"(?P<who>(?:my|our) [\w'-]+(?: (?-i:[A-Z])[\w'-]+)?|(?-i:[A-Z][\w'-]+)) (?:said|says|told|thinks|thought"
    r"|suggested"
    r"|asked|wants|wanted|showed)\b.*\b(?:you|u)\b",
    re.I,
)
"""Who brought the user to ask, of whom the request may speak: "my carer says I can tell you things"."""

_HE_OR_SHE = re.compile(r"(?:he|she)(?=\s|'s)", re.I)

_IS_SO = re.compile(
    r"\w+ (?:(?!(?:what|that|who|which|how|if|when|where|why|it|there|i|we|you"
    r"|they)\b)\w+ )?(?:is|are|was|were|has|have)\b",
    re.I,
)
"""A thing that is called like an act: "spare fuses are in the blue tin"."""

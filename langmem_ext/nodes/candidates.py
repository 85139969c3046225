"""What of a message may become a memory?

A secret is taken out of the message before anything else looks at it: nothing that is found can hold any of it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache, partial
from typing import Any

from langmem_ext.memory import MemoryDraft, MemoryType
from langmem_ext.policies import sentences as language
from langmem_ext.policies.answered import as_statement
from langmem_ext.policies.changed import as_it_is_now
from langmem_ext.policies.closings import Closing, closings
from langmem_ext.policies.contrary import is_taste
from langmem_ext.policies.denials import denies_something
from langmem_ext.policies.directive_reading.refusals import keeps_nothing
from langmem_ext.policies.directives import (
    QUOTED,
    Directive,
    find_directives,
    plain_directive,
)
from langmem_ext.policies.due import DATED, due
from langmem_ext.policies.endings import Ending, endings
from langmem_ext.policies.in_play import is_in_play
from langmem_ext.policies.lifted import lifted, opposed
from langmem_ext.policies.off_the_record import is_off_the_record
from langmem_ext.policies.orders import overrides_the_machine
from langmem_ext.policies.plain_requests import Asked, plainly_asked
from langmem_ext.policies.read_statements import is_denied, surely_heard
from langmem_ext.policies.referents import just_before, named, with_names, with_relations
from langmem_ext.policies.relative_times import (
    absolute,
    ahead_dated,
    dated_quotation,
    said_on,
    weekday_dated,
)
from langmem_ext.policies.rescheduling import Rescheduling, reschedulings
from langmem_ext.policies.retractions import Retraction, retractions
from langmem_ext.policies.scanner import Candidate, scan, tells_name_again
from langmem_ext.policies.secrets import Secret, find_secrets, masked
from langmem_ext.policies.sensitive import is_refused
from langmem_ext.policies.topics import WORD, keywords_of, title_of
from langmem_ext.policies.ways import new_ways
from langmem_ext.policies.writing import MAX_CONTENT
from langmem_ext.reading.bounds import near, readable, unveiled, veiled, within
from langmem_ext.reading.faults import Faults
from langmem_ext.reading.parts import own_words
from langmem_ext.settings import DecisionSettings, SensitiveDataSettings


@dataclass(frozen=True, slots=True)
class Found:
    """Hold what the user asked to remember, how many requests held a secret, and what was said in passing.

    `waiting` was said in passing, too, and scored below the threshold. `closed` is what the user has done, `moved` what
    has got another time, `over` what they do, have or live with no more. `withheld` counts the requests with a secret
    that only shows after the messages before: the store would not know it. `unclear`: it does not say what is to be
    remembered. `faults` are the kinds of what readers failed with: each finds nothing then, and the others go on.
    """

    requested: list[Directive]
    refused: int
    noticed: list[Candidate]
    waiting: list[Candidate]
    taken_back: list[Retraction] = field(default_factory=list)
    closed: list[Closing] = field(default_factory=list)
    withheld: int = 0
    moved: list[Rescheduling] = field(default_factory=list)
    over: list[Ending] = field(default_factory=list)
    unclear: bool = False
    faults: Sequence[str] = ()


def find(
    message: str,
    decision: DecisionSettings,
    *,
    speaker: str | None = None,
    history: Sequence[str] = (),
    after: Sequence[str] = (),
    question: str = "",
    relations: Sequence[str] = (),
    now: datetime | None = None,
    sensitive: SensitiveDataSettings | None = None,
    off: bool = False,
) -> Found:
    """Look for requests first, then for statements above the threshold, the best first (spec 000, sections 2 and 3).

    Only the user's own words count, not what they hand over; a secret is looked for in all of it.
    What the user wants off the record is not scanned, as `off` says of what was asked long before; a request in it
    still counts. Of a message that tries to override what the machine was told nothing is kept. `after` is what was
    said last before the message, by anyone: it may announce a secret that the message gives. `question` is what the
    agent has just asked the user, who may answer it in a word. `relations` is what is known of people whom the message
    names. `now` gives dates their day.
    """
    after, learned = list(map(near, after or history)), decision.learned_gates
    further, message = within(message), near(message)
    faults = Faults()
    history = [readable(faults.spared(own_words, "", near(each))) for each in history]
    secrets = _refusable(message, after, sensitive or SensitiveDataSettings(), learned)
    kinds = {secret.kind.replace("_", " ") for secret in secrets}
    whole_text = masked(message, secrets)
    looked_at = veiled(faults.spared(own_words, "", whole_text))
    clean = looked_at.text
    asked = (
        faults.spared(_requests, [], clean, decision, speaker, further)
        if decision.directives_enabled
        else []
    )
    unclear = (
        decision.directives_enabled
        and not asked
        and (faults.spared(_asks_for_nothing, False, clean))
    )
    lately = _lately(history, after)
    asked = [faults.spared(_naming, each, each, clean, lately, speaker) for each in asked]
    # where it cannot be told, nothing is taken up unasked
    kept_back = off or faults.spared(_is_kept_back, True, clean, history)
    played = is_in_play(history) and is_in_play([*history, clean])
    scanned = decision.background_scan_enabled and not (kept_back or played)
    say = partial(_said, speaker=speaker, history=history, now=now, learned=learned)
    # in a chat of several, whom she means may be whom somebody else spoke of
    own = () if speaker else history
    whole = faults.spared(_whole, clean, clean, own, relations, lately)
    said = faults.spared(say, [], _beside(whole, asked)) if scanned else []
    said = [each for each in said if not tells_name_again(each, clean)]
    if scanned and question and (told := as_statement(question, clean, after)):
        said = _with_answer(say(told), said)
    if decision.learned_gates:
        asked = [each for each in asked if not faults.spared(is_denied, False, whole_text, each)]
        said = faults.spared(_as_read, said, whole_text, said, asked, speaker, now, scanned)
    requested = [directive for directive in asked if not _names_removed(directive, kinds)]
    refused = len(asked) - len(requested)
    if kinds and not refused and decision.directives_enabled:
        refused = max(0, len(_requests(message, decision, speaker)) - len(asked))
    withheld = 0
    if refused and not find_secrets(message, learned=learned):
        refused, withheld = 0, refused
    passing = _in_passing(said, asked, kinds)
    taken_back = faults.spared(retractions, [], clean) if scanned else []
    closed = faults.spared(closings, [], clean) if scanned else []
    moved = faults.spared(reschedulings, [], clean) if scanned else []
    over = faults.spared(_over, [], clean, whole, requested, passing) if scanned else []
    if (requested or passing) and overrides_the_machine(whole_text):
        return Found([], refused, [], [], taken_back, closed, withheld, over=over, faults=faults)
    requested = [replace(each, **unveiled(each, looked_at)) for each in requested]
    passing = [replace(each, **unveiled(each, looked_at)) for each in passing]
    enough = [each for each in passing if each.score >= decision.background_threshold]
    waiting = passing[len(enough) :]
    return Found(
        requested,
        refused,
        enough,
        waiting,
        taken_back,
        closed,
        withheld,
        moved,
        over,
        unclear,
        faults,
    )


def _is_kept_back(clean: str, history: Sequence[str]) -> bool:
    return is_off_the_record(clean, history) or keeps_nothing(clean)


def _whole(clean: str, own: Sequence[str], relations: Sequence[str], lately: Sequence[str]) -> str:
    """Return a message with those named of whom it speaks, and what has changed as it is now."""
    known = [*relations, *own]
    told = [with_relations(each, known) for each in own]
    return with_names(as_it_is_now(with_relations(clean, known)), told, " ".join(lately[1:]))


def _over(
    clean: str, whole: str, requested: Sequence[Directive], passing: Sequence[Candidate]
) -> list[Ending]:
    """Return what the user says is over, and what their new instructions and tastes rule out."""
    asked = [each.content for each in requested]
    told = [*asked, *(each.content for each in passing)]
    tastes = [Ending("contrary", so=each) for each in told if is_taste(each)]
    instead = [Ending("instead", so=each) for each in told if denies_something(each)]
    ruled_out = [*opposed(asked), *tastes, *instead]
    return [*endings(whole), *new_ways(whole), *lifted(clean), *ruled_out]


def _refusable(
    message: str, after: Sequence[str], sensitive: SensitiveDataSettings, learned: bool
) -> list[Secret]:
    found = find_secrets(message, after, learned=learned)
    return [each for each in found if is_refused(each.kind, sensitive)]


def _as_read(
    text: str,
    said: Sequence[Candidate],
    asked: Sequence[Directive],
    speaker: str | None,
    now: datetime | None,
    scanned: bool,
) -> list[Candidate]:
    """Return what was said without what the reader denies, and with what it alone is sure of."""
    left = [each for each in said if not is_denied(text, each)]
    return [*left, *surely_heard(text, [*said, *asked], speaker, now)] if scanned else left


def _with_answer(answered: Sequence[Candidate], said: Sequence[Candidate]) -> list[Candidate]:
    """Put what an answer tells before what the message says besides; a slot that it fills is filled once."""
    filled = {each.slot for each in answered if each.slot}
    return [*answered, *(each for each in said if each.slot not in filled)]


def _said(
    text: str, speaker: str | None, history: Sequence[str], now: datetime | None, learned: bool
) -> list[Candidate]:
    task = history[-1] if history else ""
    return scan(text, speaker=speaker, history=history, task=task, now=now, learned=learned)


def _in_passing(
    said: Sequence[Candidate], asked: Sequence[Directive], kinds: set[str]
) -> list[Candidate]:
    """Return what was said and not asked for, without what lost a secret, the best first."""
    taken = {each.content for each in asked}
    passing = [
        each for each in said if each.content not in taken and not _names_removed(each, kinds)
    ]
    return sorted(passing, key=lambda candidate: -candidate.score)


def drafted(
    found: Directive | Candidate, allowed: Container[str], said_at: datetime | None, **given: Any
) -> MemoryDraft:
    """Return the draft of what was found; a category that is not allowed is left for the store to infer.

    What was said of "tomorrow" names the day: a memory is read on another one.
    """
    type_, content = MemoryType(found.type), found.content
    day = found.event_time if isinstance(found, Candidate) else None
    if said_at:
        content, day = _dated(content, type_, day, said_at, quoted=found.rule in QUOTED)
    same = content == found.content
    return MemoryDraft(
        content=content,
        category=found.category if found.category in allowed else None,
        type=type_,
        title=found.title if same else title_of(content),
        keywords=found.keywords if same else keywords_of(content),
        slot=found.slot,
        extra={"rule": found.rule},
        **{"event_time": day, **given},
    )


def _dated(
    content: str, type_: MemoryType, day: datetime | None, said_at: datetime, *, quoted: bool
) -> tuple[str, datetime | None]:
    """Return a content that names its days, and the day of a task or an event; words in quotes stay as they are."""
    if quoted:
        passes = type_ in (MemoryType.OBSERVATION, MemoryType.CONTEXT)
        dated = (dated_quotation if passes else said_on)(content, said_at)
        return (dated if len(dated) <= MAX_CONTENT else content), due(content, type_, said_at)
    dated = absolute(content, [said_at])
    day = day or due(dated, type_, said_at)
    if day:
        dated = weekday_dated(dated, day)
        dated = ahead_dated(dated, said_at) if type_ in DATED and day > said_at else dated
    return (dated if len(dated) <= MAX_CONTENT else content), day


def _requests(
    message: str, decision: DecisionSettings, speaker: str | None, whole: str = ""
) -> list[Directive]:
    """Return the requests to remember, those in forms of the settings' own among them.

    In what of the `whole` message rules do not look at only what plainly asks counts.
    """
    found = find_directives(message, speaker=speaker, learned=decision.learned_gates)
    for pattern in decision.directive_patterns:
        for match in _compiled(pattern).finditer(message):
            found += find_directives(f"Remember that {_kept(match)}", speaker=speaker)
    found += _plainly(message, found, speaker, whole)
    return list({each.content: each for each in found}.values())


def _plainly(
    message: str, found: Sequence[Directive], speaker: str | None, whole: str
) -> Iterator[Directive]:
    """Yield what is plainly asked for and was not found otherwise: a request is never passed over."""
    for asked in () if keeps_nothing(message) else plainly_asked(message, own_words(whole)):
        told = any(_tells(each, asked) for each in found)
        if asked.words and not told and (directive := plain_directive(asked, speaker=speaker)):
            yield directive


def _tells(found: Directive, asked: Asked) -> bool:
    """Tell whether a request is one that was found: hardly a word of it is missing there."""
    said = set(WORD.findall(asked.words.lower()))
    told = set(WORD.findall(f"{found.statement} {found.content}".lower()))
    return found.statement in asked.sentence or len(said & told) > 0.6 * len(said)


def _asks_for_nothing(message: str) -> bool:
    asked = [] if keeps_nothing(message) else plainly_asked(message)
    return bool(asked) and not any(each.words for each in asked)


def _naming(
    found: Directive, message: str, lately: Sequence[str], speaker: str | None
) -> Directive:
    """Name whom a request means that says only "her birthday", where what was said before leaves no doubt."""
    if not _begins_alike(found.content, found.statement):  # what stood before it is in it
        return found
    statement = named(found.statement, just_before(message, found.statement, lately))
    told = find_directives(f"Remember that {statement}", speaker=speaker) if statement else []
    return replace(told[0], statement=found.statement, rule=found.rule) if len(told) == 1 else found


def _begins_alike(content: str, statement: str) -> bool:
    return content.lower().split()[:1] == statement.lower().split()[:1]


def _lately(history: Sequence[str], after: Sequence[str]) -> Sequence[str]:
    """Return what was said since the user last spoke, that included."""
    last = history[-1:]
    at = max((n for n, text in enumerate(after) if [text] == list(last)), default=len(after))
    return after[at:] or last


def _beside(message: str, asked: Sequence[Directive]) -> str:
    """Return what a message says beside its requests: what is asked for is stored by the request alone."""
    asked_for = [each.statement for each in asked]
    said = [each.raw for each in language.sentences(message)] if asked else []
    beside = [raw for raw in said if not any(statement in raw for statement in asked_for)]
    return message if len(beside) == len(said) else " ".join(beside)


def _kept(match: re.Match[str]) -> str:
    """Return what a form of request says is to be kept: the group `what`, else all of it."""
    return (match.groupdict().get("what") or match[0]).strip()


@lru_cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _names_removed(found: Directive | Candidate, kinds: set[str]) -> bool:
    """Tell what lost a secret: "The user's password is [password removed]"."""
    text = " ".join((found.content, found.statement, found.title, *found.keywords)).lower()
    return any(f"{kind} removed" in text for kind in kinds)

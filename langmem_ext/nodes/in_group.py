"""What of a message in a chat of several is said of the group, or of somebody else there?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from langmem_ext.errors import StoreUnavailable
from langmem_ext.nodes.candidates import Found
from langmem_ext.nodes.node import Steps, aside, ask
from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading.refusals import keeps_nothing
from langmem_ext.policies.directives import Directive
from langmem_ext.policies.off_the_record import is_off_the_record
from langmem_ext.policies.scanner import Candidate
from langmem_ext.policies.topics import keywords_of, title_of
from langmem_ext.policies.whom import (
    Bearer,
    addresses_group,
    as_ours,
    as_own,
    is_for_group,
    speaks_as_group,
    words_in,
)
from langmem_ext.policies.writing import normalise
from langmem_ext.stores.operations.about import Meant, meant
from langmem_ext.stores.operations.speaking import is_said_to_group
from langmem_ext.stores.view import MemoryView

T = TypeVar("T", Directive, Candidate)

MOST = 4
"""Sentences of others, and of the group, that are looked at in one message."""


def in_group(
    view: MemoryView, text: str, found: Found, find: Callable[..., Found], earlier: Sequence[str]
) -> Steps[Found]:
    """Return what was found, the group's in its own words, and with what is said of others who are known there."""
    if not is_said_to_group(view.scope):
        return found
    requested = [_as_groups(each, text) for each in found.requested]
    noticed = [_as_groups(each, text) for each in found.noticed]
    if not (is_off_the_record(text, earlier) or keeps_nothing(text)):
        noticed += yield from _of_others(view, text, found, find)
    return replace(found, requested=requested, noticed=noticed)


def _as_groups(found: T, text: str) -> T:
    """Return a statement as the group's, in the words of who said it; any other as it is."""
    before = text[: max(text.find(found.statement), 0)]
    if not (is_for_group(found.statement) or addresses_group(before)):
        return found
    if not speaks_as_group(found.statement):
        return replace(found, for_group=True)
    return replace(_worded(found, found.statement), for_group=True)


def _worded(found: T, statement: str) -> T:
    said = normalise(statement).strip().rstrip(".!;, ")
    content = said[:1].upper() + said[1:]
    return replace(
        found,
        content=content,
        statement=statement,
        title=title_of(content),
        keywords=keywords_of(content),
    )


def _of_others(
    view: MemoryView, text: str, found: Found, find: Callable[..., Found]
) -> Steps[list[Candidate]]:
    """Return what is said of others, or of what is the group's, in words in which one tells of oneself."""
    known = {each.statement for each in found.requested}
    known |= {each.statement for each in found.noticed}
    said = [each for each in _statements(text) if not any(one in each for one in known)]
    if not said:
        return []
    bearers = yield from _bearers(view, said)
    me = {view.principal.user_id or ""}
    told: list[Candidate] = []
    for sentence in said:
        ours = as_ours(sentence)
        for own in [ours] if ours else as_own(sentence, bearers, me):
            read = yield from aside(find, own)
            if read.noticed:
                one = replace(_worded(read.noticed[0], sentence), slot=None, for_group=bool(ours))
                told.append(one)
                break
    return told


def _statements(text: str) -> Iterator[str]:
    for sentence in language.sentences(text)[:MOST]:
        if not sentence.raw.rstrip().endswith("?"):
            yield sentence.raw


def _bearers(view: MemoryView, said: Sequence[str]) -> Steps[list[Bearer]]:
    words = {word.bare for sentence in said for word in words_in(sentence)}
    try:
        found: Meant = yield from ask(view.store, "run", meant(view.scope, (), words), view.scope)
    except StoreUnavailable:
        return []
    return found.bearers

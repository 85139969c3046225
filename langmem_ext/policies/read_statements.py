"""What does the trained reader say of what the rules find, and what does it hear that no rule reads?

It denies what it finds most unlikely to be a statement or a request of the user's, and adds what it is sure of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from langmem_ext.memory import MemoryType
from langmem_ext.policies.denials import denies_something
from langmem_ext.policies.directives import PLAIN, QUOTED, Directive
from langmem_ext.policies.due import due
from langmem_ext.policies.facts import match_fact
from langmem_ext.policies.plain_requests import plainly_asked
from langmem_ext.policies.scanner import PERSONAL, Candidate, Signal
from langmem_ext.policies.scanner import PLAIN as PLAINLY_SAID
from langmem_ext.policies.topics import Topic, keywords_of, lasting_as, title_of, topic_of
from langmem_ext.policies.writing import MAX_CONTENT, normalise
from langmem_ext.reading.heard import Heard, heard, is_of_oneself, least
from langmem_ext.reading.reader import Read, read
from langmem_ext.reading.wording import is_quoted, kept

READER = "reader"
"""The rule of what the trained reader alone found."""


SHORT = 160
"""Characters of a message that rules read well: what is said in passing, and nothing is handed over in it."""


def is_denied(text: str, found: Directive | Candidate) -> bool:
    """Tell whether none of the sentences of what a rule found is likely to be kept.

    Nothing is denied of a short message, nor what is asked in so many words. Where a statement does not stand there as
    the rule has worded it, all sentences count.
    """
    if len(text) <= SHORT or (isinstance(found, Directive) and _is_plainly_asked(text, found)):
        return False
    reading = read(text)
    start = reading.text.find(found.statement) if reading else -1
    end = start + len(found.statement)
    said = [
        each
        for each in (reading.sentences if reading else ())
        if start < 0 or (each.start < end and start < each.end)
    ]
    return bool(said) and not any(map(_is_likely, said))


def _is_plainly_asked(text: str, found: Directive) -> bool:
    if found.rule in QUOTED or found.rule == PLAIN or found.statement not in text:
        return True
    return any(found.statement in each.sentence for each in plainly_asked(text))


def _is_likely(said: Read) -> bool:
    kept, own = 1 - said.shares["kind"]["none"], said.shares["own"]["own"]
    return kept >= least("denied") and own >= least("own")


def surely_heard(
    text: str, known: Sequence[Directive | Candidate], speaker: str | None, now: datetime | None
) -> Iterator[Candidate]:
    """Yield the statements of a text of which the reader is sure, where no rule knows of any."""
    for each in () if known else heard(text, least("sure")):
        if each.kind == "fact" and is_of_oneself(each.statement):
            candidate = _candidate(each, speaker, now)
            if candidate is not None:
                yield candidate


def _candidate(said: Heard, speaker: str | None, now: datetime | None) -> Candidate | None:
    content = normalise(kept(said.statement, said.kind, speaker))
    if is_quoted(content) or len(content) > MAX_CONTENT or denies_something(content):
        return None
    topic = _topic(said, content)
    signals = (
        Signal("personal information", PERSONAL, True),
        Signal("plain first-person statement", PLAINLY_SAID, True),
    )
    return Candidate(
        content,
        said.statement,
        topic.category,
        lasting_as(topic.type, content),
        title_of(content),
        keywords_of(content),
        topic.slot,
        PERSONAL + PLAINLY_SAID,
        READER,
        due(said.statement, MemoryType(topic.type), now) if now else None,
        signals,
    )


_BELONGS = {
    "preference": ("preferences", "preference"),
    "relationship": ("relationships", "relationship"),
    "routine": ("preferences", "preference"),
    "goal": ("goals", "knowledge"),
    "decision": ("goals", "knowledge"),
    "task": ("tasks", "task"),
    "event": ("event", "event"),
    "occupation": ("profile", "identity"),
    "employer": ("profile", "identity"),
    "location": ("profile", "identity"),
    "name": ("profile", "identity"),
    "email": ("profile", "identity"),
    "phone": ("profile", "identity"),
}
"""Category and type of what the reader tells apart."""


def _topic(said: Heard, content: str) -> Topic:
    """Return where a statement belongs: by a rule where one reads it, which alone fills a slot; else by the reader."""
    if found := match_fact(said.statement):
        fact, match = found
        return Topic(fact.category, fact.type, fact.slot_of(match))
    if said.attribute in _BELONGS:
        return Topic(*_BELONGS[said.attribute])
    return topic_of(said.statement, content)

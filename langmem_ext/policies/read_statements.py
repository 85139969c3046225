"""What does the trained reader say of what the rules find, and what does it hear that no rule reads?

It denies what it finds most unlikely to be a statement or a request of the user's, and adds what it is sure of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from langmem_ext.memory import MemoryType
from langmem_ext.policies.directives import QUOTED, Directive
from langmem_ext.policies.due import due
from langmem_ext.policies.facts import match_fact
from langmem_ext.policies.scanner import PERSONAL, PLAIN, Candidate, Signal
from langmem_ext.policies.topics import Topic, keywords_of, lasting_as, title_of, topic_of
from langmem_ext.policies.writing import MAX_CONTENT, normalise
from langmem_ext.reading.heard import Heard, heard, least
from langmem_ext.reading.reader import Read, read
from langmem_ext.reading.wording import is_quoted, kept

READER = "reader"
"""The rule of what the trained reader alone found."""


def is_denied(text: str, found: Directive | Candidate) -> bool:
    """Tell whether none of the sentences of what a rule found is likely to be kept; no words in quotes are denied.

    Where the rule has worded a statement otherwise than it stands there, all sentences count.
    """
    reading = read(text) if found.rule not in QUOTED else None
    if reading is None:
        return False
    start = reading.text.find(found.statement)
    end = start + len(found.statement)
    said = [
        each for each in reading.sentences if start < 0 or (each.start < end and start < each.end)
    ]
    return bool(said) and not any(map(_is_likely, said))


def _is_likely(said: Read) -> bool:
    kept, own = 1 - said.shares["kind"]["none"], said.shares["own"]["own"]
    return kept >= least("denied") and own >= least("own")


def surely_heard(
    text: str, known: Sequence[Directive | Candidate], speaker: str | None, now: datetime | None
) -> Iterator[Candidate]:
    """Yield the statements of a text of which the reader is sure, and of whose sentences no rule knows anything."""
    told = [each.statement for each in known]
    for each in heard(text, least("sure")):
        if each.kind == "fact" and not any(one in each.sentence for one in told):
            candidate = _candidate(each, speaker, now)
            if candidate is not None:
                yield candidate


def _candidate(said: Heard, speaker: str | None, now: datetime | None) -> Candidate | None:
    content = normalise(kept(said.statement, said.kind, speaker))
    if is_quoted(content) or len(content) > MAX_CONTENT:
        return None
    topic = _topic(said, content)
    signals = (
        Signal("personal information", PERSONAL, True),
        Signal("plain first-person statement", PLAIN, True),
    )
    return Candidate(
        content,
        said.statement,
        topic.category,
        lasting_as(topic.type, content),
        title_of(content),
        keywords_of(content),
        topic.slot,
        PERSONAL + PLAIN,
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

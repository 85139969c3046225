"""Which entities does a text name, each under one name?

| type | canonical name | further keys |
|---|---|---|
| person, as @Bob_Smith | `bob_smith`: accounts know no case | `bob smith` |
| topic | `machinelearning` of #MachineLearning | `machine learning` |
| e-mail | in lower case | |
| URL | host in lower case, https:// when none is written; no user, fragment, tracking, last slash | no scheme |
| date | 2026-03-05 or 2026-03; as written when nobody knows the day | as written |
| person, as written | without title and possessive: `Ana Lima` of Dr Ana Lima's | `ana` |
| all others | as written, without possessive | |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit, urlunsplit

from langmem_ext.entities.dates import date_name
from langmem_ext.entities.keys import lookup_key
from langmem_ext.entities.spans import EntityType, Recognizer, Span, extract
from langmem_ext.entities.words import STOP_WORDS

MAX_ENTITIES = 64
"""Entities of one text that count, the first ones: a pasted list of members names nobody in particular."""

_TITLES = frozenset(
    "mr mrs ms miss mx dr prof professor sir dame herr frau dona señor señora".split()
)
_JOINTS = re.compile(r"[_.-]+|(?<=[a-zß-ÿ0-9])(?=[A-ZÀ-Þ])")
_TRACKING = re.compile(
    r"(?:utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|igshid|mc_[ce]id|ref_src)(?:=|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entity:
    """Hold an entity under its canonical name.

    `key` is the lookup key of the name. `aliases` are other keys under which it may be asked for: of its raw mentions
    where they differ (a URL's may hold a password, and is left out), and of its parts. A mention is of a known entity
    when its key is that entity's key or one of its aliases; two entities that share an alias (two people called Ana)
    are not the same.
    """

    name: str
    type: EntityType
    key: str
    aliases: tuple[str, ...] = ()


def entities_in(
    text: str, recognizers: Iterable[Recognizer], *, limit: int = MAX_ENTITIES
) -> list[Entity]:
    """Return what a text names, each entity once, in the order of the text."""
    return entities_of(extract(text, recognizers), limit=limit)


def entities_of(spans: Sequence[Span], *, limit: int = MAX_ENTITIES) -> list[Entity]:
    """Return the entities of spans that do not overlap, each once; aliases of later mentions are added.

    A find of no particular type (other) is the entity of the same key that has one.
    """
    found: dict[str, dict[EntityType, Entity]] = {}
    distinct = {(span.type, span.text): span for span in reversed(spans)}
    for span in reversed(distinct.values()):
        entity = _entity(span)
        if not entity.key:
            continue
        same = found.setdefault(entity.key, {})
        if known := _counterpart(entity, same):
            entity = _merged(known, entity)
            if entity.type is not known.type:
                del same[known.type]
        same[entity.type] = entity
        if len(found) >= limit:
            break
    return [entity for same in found.values() for entity in same.values()][:limit]


def _counterpart(entity: Entity, same: dict[EntityType, Entity]) -> Entity | None:
    if entity.type is EntityType.OTHER:
        return next(iter(same.values()), None)
    return same.get(entity.type) or same.get(EntityType.OTHER)


def _merged(first: Entity, second: Entity) -> Entity:
    type = second.type if first.type is EntityType.OTHER else first.type
    return replace(first, type=type, aliases=tuple(dict.fromkeys(first.aliases + second.aliases)))


def _entity(span: Span) -> Entity:
    name, *others = _names(span)
    key = lookup_key(name)
    keys = dict.fromkeys(map(lookup_key, others))
    return Entity(name, span.type, key, tuple(each for each in keys if each and each != key))


def _names(span: Span) -> Iterator[str]:
    """Yield the canonical name, then the other names, the raw one too."""
    match span.type:
        case EntityType.EMAIL:
            yield span.text.lower()
        case EntityType.URL:
            yield from _of_url(span.text)
        case EntityType.DATE:
            yield date_name(_tidy(span.text))
            yield span.text
        case EntityType.TOPIC:
            yield from _of_sign(span.text)
        case EntityType.PERSON:
            yield from _of_sign(span.text) if span.text[:1] == "@" else _of_person(span.text)
        case _:
            yield _tidy(span.text)


def _of_sign(text: str) -> Iterator[str]:
    """Yield a handle or tag, the words it is made of, and its part before a second @."""
    name = text[1:]
    yield name.lower()
    local = name.partition("@")[0]
    yield local
    yield _JOINTS.sub(" ", local)


def _of_url(text: str) -> Iterator[str]:
    url = text if "://" in text else f"https://{text}"
    try:
        parts = urlsplit(url)
    except ValueError:  # brackets that are no address, characters that compose to others
        yield url
        return
    host = parts.netloc.rpartition("@")[2].lower()
    query = "&".join(each for each in parts.query.split("&") if not _TRACKING.match(each))
    path = parts.path.rstrip("/")
    yield urlunsplit((parts.scheme.lower(), host, path, query, ""))
    yield urlunsplit(("", "", host.removeprefix("www.") + path, query, ""))


def _of_person(text: str) -> Iterator[str]:
    words = _tidy(text).split(" ")
    while len(words) > 1 and words[0].rstrip(".").lower() in _TITLES:
        del words[0]
    yield " ".join(words)
    yield text
    if len(words) > 1 and len(words[0]) > 2 and words[0].lower() not in STOP_WORDS:
        yield words[0]


def _tidy(text: str) -> str:
    """Take the possessive and doubled spaces from a name, and what no database keeps."""
    text = " ".join(text.replace("\x00", " ").split())
    return re.sub(r"['’]s?$", "", text) or text

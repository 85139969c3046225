"""What do notes say of the user that name no subject: "favorite food: ramen", "lives in Lyon"?

Nothing is read where a note may be about somebody or something else.
"""

from __future__ import annotations

import re

from langmem_ext.policies.facts import match_fact, words_named

MOST = 6
"""Notes in a row that somebody makes of themselves in a line; a longer row is a form or a table."""

LONGEST = 400
"""Characters of a message that may be such a row."""

_OWN = (
    r"(?:full |first |last |family |sur|nick|preferred |middle )?name|pronouns|job(?: title)?|occupation|profession"
    r"|employer|company|workplace|birthday|bday|date of birth|e-?mail(?: address)?|phone(?: number)?|home ?town"
    r"|time ?zone"
    r"|hobby|hobbies|(?:native|first|second) language|(?:shoe|shirt|ring|hat|trouser|dress) size|star sign"
    rf"|height|favou?rite \w+(?: \w+)?|{words_named('kin')}(?:'s name)?"
)
_STATED: tuple[tuple[str, str], ...] = (
    (r"age", "I'm {value} years old"),
    (
        r"(?:home |current )?(?:city|town|location)|lives? in|living in|based in|residence",
        "I live in {value}",
    ),
    (r"languages?(?: spoken)?|speaks?", "I speak {value}"),
    (r"works? (?:at|for)", "I work at {value}"),
    (r"works? as", "I work as {value}"),
    (r"likes?|loves?", "I like {value}"),
    (r"dislikes?|hates?", "I don't like {value}"),
    (r"pets?", "I have {value}"),
    (r"diet", "I'm {value}"),
    (r"originally from|from", "I'm from {value}"),
    (_OWN, "My {key} {be} {value}"),
)
_KEYS = tuple((re.compile(key, re.I), told) for key, told in _STATED)
_KEY = r"[^\W\d_](?:[^\W\d_]|['’ -]){1,28}"
_NEXT = re.compile(rf"\s*[,;|\n]\s*(?:[-*•] )?(?={_KEY} ?[:=])")
_PAIR = re.compile(
    rf"(?:[-*•] )?(?:my )?(?P<key>{_KEY}?) ?[:=] ?(?P<value>[^\s:=][^:=\n]{{0,120}})", re.I
)
_HEADING = re.compile(
    r"\s*(?:(?:some |a few |quick )?(?:things |facts |notes |info |details )?(?:about|on) me(?: in short)?"
    r"|my (?:profile|details|info|data|facts)|me in short)\s*:\s*",
    re.I,
)
_NAMED = re.compile(r"[A-Z][a-zà-ÿ'’-]+(?: [A-Z][\w'’-]*){0,3}")


def each_of(note: str) -> list[str]:
    """Return the notes of a row, "name: Ana, city: Porto" or "vegan, lives in Lyon"; any other text as it is."""
    if _is_row(row := _row(note)):
        return row
    parts = _LISTED.split(note.strip(" ."))
    alike = len(parts) > 1 and not any(part[:2] in ("I ", "I'") for part in parts)
    return parts if alike and all(map(_stated_by_fragment, parts)) else [note]


def stated(note: str) -> str | None:
    """Return a note of the user's as they would say it, None for what has a subject or reads otherwise."""
    return _stated_by_pair(note) or _stated_by_fragment(note)


def is_pair(note: str) -> bool:
    """Tell "name: Rex", of which nothing says whose name it is."""
    return _PAIR.fullmatch(note.strip(" .")) is not None


_LISTED = re.compile(r"\s*[,;]\s*(?:and )?|\s+and\s+")


def _row(note: str) -> list[str]:
    return [part.strip(" .") for part in _NEXT.split(note.strip())]


def _is_row(parts: list[str]) -> bool:
    return len(parts) > 1 and all(map(_PAIR.fullmatch, parts))


def _stated_by_pair(note: str) -> str | None:
    """Return what a note of the user's says as they would say it: "My favorite food is ramen"."""
    pair = _PAIR.fullmatch(note.strip(" ."))
    if pair is None:
        return None
    key, value = pair["key"].strip(), pair["value"].strip(" .")
    told = next((told for known, told in _KEYS if known.fullmatch(key)), None)
    be = "are" if re.search(r"(?:[^s]s|children)$", key, re.I) else "is"
    said = told.format(key=key.lower(), value=value, be=be) if told else None
    return said if said and match_fact(said) else None


def stated_by_notes(message: str) -> str | None:
    """Return as sentences a message that is nothing but notes, "" where they may be somebody else's; else None.

    Notes of oneself begin with the name of a person or a favourite, or say that they are "about me".
    """
    if ":" not in message[:60] or len(message) > LONGEST:
        return None
    heading = _HEADING.match(message)
    row = _row(message[heading.end() :] if heading else message)
    if not _is_row(row) and not (len(row) == 1 and _is_own(row[0])):
        return None
    told = [_stated_by_pair(each) for each in row]
    own = heading or (_is_own(row[0]) and "\n" not in message.strip())
    if own and len(told) <= MOST and None not in told:
        return ". ".join(map(str, told))
    return "" if len(told) > 1 else None


def _is_own(note: str) -> bool:
    pair = _PAIR.fullmatch(note.strip(" ."))
    if pair is None:
        return False
    if pair["key"].lower().startswith(("favo", "my favo")):
        return True
    return note.lower().startswith("my ") or (
        pair["key"].lower().endswith("name")
        and _NAMED.fullmatch(pair["value"].strip(" .")) is not None
    )


_BARE = re.compile(
    r"(?P<verb>lives|works|speaks|has|likes|loves|hates|plays|prefers|owns|studies|drinks|eats|drives|teaches"
    r"|doesn'?t|does not|is)\b (?P<rest>\S.*)",
    re.I,
)
_FIRST = {
    "has": "have",
    "is": "am",
    "studies": "study",
    "teaches": "teach",
    "doesn't": "don't",
    "doesnt": "don't",
    "does not": "do not",
}
_TRAIT = re.compile(
    rf"(?:strictly |newly |happily )?(?:{words_named('diet')}|married|divorced|engaged|single|retired|left-handed"
    r"|right-handed|bilingual|colou?r-?blind|(?:allergic to|fluent in|from(?! (?:now|here|today"
    r"|tomorrow|this|then)\b)|based in|born in) \S.{1,60})"
    r"(?: (?:since|for) [^,;]{2,30}| only)?",
    re.I,
)
_SOMEBODY = re.compile(
    rf"\b(?:he|she|him|her|his|hers|they|them|their|who)\b|\b(?:about|of|on|for) (?!me\b|myself\b|us\b|later\b)[\w']+"
    rf"|\b{words_named('kin')}\b|\bit(?:'s|s)?\b",
    re.I,
)


def _stated_by_fragment(note: str) -> str | None:
    """Return a note without a subject as the user would say it: "I live in Lyon" for "lives in Lyon"."""
    if verb := _BARE.fullmatch(note):
        third = verb["verb"].lower()
        said = f"I {_FIRST.get(third, third.removesuffix('s'))} {verb['rest']}"
    elif _TRAIT.fullmatch(note):
        said = f"I'm {note if note[:2].isupper() else note[:1].lower() + note[1:]}"
    else:
        return None
    return said if match_fact(said) else None


def is_of_somebody(request: str) -> bool:
    """Tell words that say of whom the notes behind them are: "about Rosa", "for my sister"."""
    return _SOMEBODY.search(request) is not None

"""Whom does a statement mean that says only "she" or "his"?

"I had lunch with Rita." - "Remember her birthday is on 3 May." A memory is read without what was said before it, so it
has to name whom it is about. Where what was said just before names more than one, or nobody, it stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from langmem_ext.entities import Capitalised
from langmem_ext.policies import sentences as language

_KIN = {
    "she": "sister mother mum mom mam mama wife daughter granddaughter girlfriend aunt auntie niece grandmother"
    " grandma gran granny nan stepmother stepsister stepdaughter goddaughter godmother sister-in-law mother-in-law"
    " daughter-in-law fiancée",
    "he": "brother father dad papa husband son grandson boyfriend uncle nephew grandfather grandpa"
    " grandad granddad stepfather stepbrother stepson godson godfather brother-in-law father-in-law son-in-law fiancé",
    "": "friend boss colleague coworker neighbour neighbor partner cousin flatmate roommate manager teacher doctor"
    " dentist therapist trainer coach landlord landlady tenant client customer assistant tutor kid child baby"
    " grandchild dog cat horse puppy kitten",
}
_GENDER = {word: gender for gender, words in _KIN.items() for word in words.split()}
_NAME = r"(?-i:[A-ZÀ-ÖØ-Þ][\w'-]*[^\W\d_](?: [A-ZÀ-ÖØ-Þ][\w-]+)?)"
_TITLED = rf"(?P<title>(?:mrs?|ms|mx|dr|prof)\.? )?(?P<name>{_NAME})"
_OWN = re.compile(
    rf"\b(?P<who>(?:(?:my|our) (?:(?!(?:and|or|is|was|for|with|to|at|in|on)\b)[\w-]+ ){{0,2}}?"
    r"|(?:^|(?<=[.!?,;] ))(?=(?:mum|mom|mam|dad|grandma|grandpa|granny|gran|nan|grandad)\b))"
    rf"(?P<kin>{'|'.join(sorted(map(re.escape, _GENDER), key=len, reverse=True))}))(?!\w)"
    rf"(?:(?:,? (?:called |named )?|['’]s name is | is (?:called|named) |['’]s called "
    rf"| is (?=(?-i:[A-Z])[\w'-]*(?<!ish)(?<!ese)(?<!an)(?<!ch)(?:[.,!;]|$))){_TITLED})?",
    re.IGNORECASE,
)
_DOES = (
    r"(?:moved|lives?|works?|called|visited|came|comes|likes?|loves?|hates?|prefers|said|says|told|wrote|turn(?:s|ed)|married"
    r"|asked|joined|met|helped|invited|has a|got|gave|phoned|texted|studies|plays|teaches|cooked|and i|retired|quit)\b"
)
_ACTING = re.compile(
    rf"(?:^|[.!?,;:\n][^\S\n]*|\b(?:and|so|that|but) )(?P<name>{_NAME}) (?i:{_DOES})"
)
_AMONG_PEOPLE = re.compile(
    r"\b(?:with|met|call(?:ed|ing)?|phoned|rang|texted|told|asked|invited|married|hired|dating|thank(?:ed)?|helped"
    r"|named|spoke(?:n)? to|talk(?:ed|ing)? to|wrote to|hear(?:d)? from|(?:gift|call|message|note"
    r"|letter) (?:for|from|to))\s+$",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"\b(?:in|at|near|into|around|on|(?:moved?|moving|went|go|going|flew|drove|travel\w*|trip|flight|back|been) to)"
    r"\s+(?:the )?$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"(?P<subject>she|he)(?P<short>'s|'ll|'d)?(?=\s)|(?P<owner>her|his)(?=\s)", re.IGNORECASE
)
_POINTER = r"\b(?P<word>she|he|they|her|his|their)(?P<short>['’](?:s|ll|d|re|ve))?(?=\s)"
_POINTING = re.compile(_POINTER, re.IGNORECASE)
_POINTS = re.compile(
    rf"(?:(?:and|but|also|so|oh|btw|by the way|well|actually)[, ]+)*{_POINTER}", re.IGNORECASE
)
_SEVERAL = re.compile(
    r"\b(?P<who>(?:my|our) (?:(?:two|three|older|younger|little|old|best|in-) ?)?(?:parents|grandparents|kids|children"
    r"|sons|daughters|sisters|brothers|siblings|twins|cousins|aunts|uncles|nieces|nephews|grandchildren|grandkids"
    r"|in-laws|friends|neighbou?rs|colleagues|flatmates|roommates|cats|dogs|bosses|folks|family))\b",
    re.IGNORECASE,
)
_OTHERS_OWN = re.compile(
    rf"\byour (?:\w+ )?(?:{'|'.join(map(re.escape, _GENDER))})\b", re.IGNORECASE
)
_TURNS = 3
"""Messages before one that are read for whom it means."""
_LAST, _BEFORE = 2_000, 40
"""Characters that are looked at: of what was said before, and before a name."""
_LONG = {"'s": " is", "'ll": " will", "'d": " would", "'re": " are", "'ve": " have"}


def named(statement: str, said: Sequence[str]) -> str | None:
    """Return a statement with the name of whom its first word means; None where that is not plain.

    `said` is what was said before it, the nearest first: the first that names anybody decides.
    """
    if (pronoun := _PRONOUN.match(statement)) is None:
        return None
    people = next(filter(None, (_people(text[-_LAST:]) for text in said)), [])
    if len(people) != 1:
        return None
    ((name, gender),) = people
    meant = "she" if pronoun[0].lower().startswith(("she", "her")) else "he"
    return (
        f"{_in_place(name, pronoun)}{statement[pronoun.end() :]}" if gender in ("", meant) else None
    )


def _in_place(name: str, pronoun: re.Match[str]) -> str:
    if pronoun["owner"]:
        return f"{name}'s"
    return name + _LONG.get((pronoun["short"] or "").lower(), "")


def _people(text: str) -> list[tuple[str, str]]:
    """Return whom a text names, each once, with the gender where a word tells it; what may be no person counts."""
    found: dict[str, str] = {}
    for own in _OWN.finditer(text):
        found[own["name"] or own["who"].lower()] = _GENDER[own["kin"].lower()]
    sure = set(found)
    for name, person in _names(text):
        found.setdefault(name, "")
        sure |= {name} if person else set()
    longest = [name for name in found if not any(other.startswith(f"{name} ") for other in found)]
    return [(name, found[name]) for name in longest] if sure.issuperset(longest) else [("", "?")]


def _names(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each name with whether what stands around it speaks of a person; no places."""
    acting = {found["name"]: True for found in _ACTING.finditer(text)}
    yield from acting.items()
    for span in Capitalised().find(text):
        before = text[max(0, span.start - _BEFORE) : span.start]
        if span.text not in acting and not _PLACED.search(before):
            yield span.text, _AMONG_PEOPLE.search(before) is not None


def with_relations(message: str, earlier: Sequence[str]) -> str:
    """Return a message that says "my husband Rui" of Rui, whom the same person called so in an `earlier` message.

    It counts where a sentence begins with the name.
    """
    own = {name: called for text in earlier for name, called in _own_named(text[-_LAST:])}
    if not own:
        return message

    def as_own(found: re.Match[str]) -> str:
        return found["lead"] + own.get(found["name"], found["name"])

    return _BEGUN.sub(as_own, message)


def _own_named(text: str) -> Iterator[tuple[str, str]]:
    """Yield each name that a text gives to one of the user's own, and how they call them: "Rui", "my husband Rui"."""
    for each in _OWN.finditer(text):
        if each["name"]:
            yield each["name"], f"{each['who']} {each['title'] or ''}{each['name']}"
    for each in _HELD.finditer(text):
        yield each["name"], f"my {each['who']} {each['name']}"
    for each in _LISTED.finditer(text):
        kind = _ONE_OF.get(each["kind"].lower(), each["kind"].removesuffix("s"))
        for name in re.findall(_NAME, each["names"]):
            yield name, f"my {kind} {name}"


def begun_with(message: str) -> list[str]:
    """Return the names with which sentences begin that go on to say something of whoever bears them."""
    return [each["name"] for each in _BEGUN.finditer(message) if each["name"] not in _NO_NAMES]


_HELD = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:have|got|adopted|rescued|bought|own) (?:an?|one) (?P<who>(?:[\w-]+ ){0,2}[\w-]+),?"
    rf" (?:called|named) (?P<name>{_NAME})",
    re.I,
)
"""Whom one has: "we have a golden retriever called Biscuit"."""
_LISTED = re.compile(
    r"\b(?:(?:my|our)(?: \w+)?|(?:i|we)(?:'ve| have)? (?:have|got) (?:two|three|four|five)) (?P<kind>kids|children|sons"
    r"|daughters|boys|girls|sisters|brothers|cousins|nephews|nieces|grandchildren|grandkids|grandsons|granddaughters"
    r"|cats|dogs|flatmates|roommates|housemates|colleagues"
    r"|friends)(?: are| are called|,| called| named|:|['’] names are)? "
    rf"(?P<names>{_NAME}(?: \(\d+\))?(?:(?:, | and |, and ){_NAME}(?: \(\d+\))?)+)",
    re.I,
)
"""Several by their names: "my kids are Ava (8) and Noah (5)"."""
_ONE_OF = {"children": "child", "grandchildren": "grandchild", "boys": "son", "girls": "daughter"}
_LEADS = r"(?i:(?:and|but|also|so|oh|btw|by the way|well|actually|update|good news|fyi)[,:!]* )"
_SAYS_OF = (
    r"(?:is|was|has|had|can|can't|will|won't|would|does|doesn't|did|didn't|isn't|wasn't|\w{2,}s|\w{2,}ed|got|went|came"
    r"|left|lost|won|met|made|took|gave|said|told|broke|began|became|bought|found|felt|grew|kept|quit|ran|sold|saw|sent"
    r"|slept|spoke|spent|taught|thought|woke|wrote|cut|hurt|put|hit|fell)"
)
"""Verbs with which somebody is spoken of."""
_BEGUN = re.compile(
    rf"(?P<lead>(?:^|[.!?;\n] *){_LEADS}*)(?P<name>[A-ZÀ-ÖØ-Þ][\w-]*[^\W\d_](?: [A-ZÀ-ÖØ-Þ][\w-]+)?)"
    rf"(?=['’]s? | (?!is my\b)(?:(?:also|just|still|really|now|never|always|finally) )?{_SAYS_OF}\b)"
)
_NO_NAMES = frozenset(
    "The This That These Those There Here What Which When Where Who Why How Can Could Would Will Should Do Does Did Is"
    " Are Was Were Has Have Had My Our Your His Her Their Its It He She They We You If In On At For From With After"
    " Before Since Today Tomorrow Yesterday Please Remember Also And But So Or Not No Yes Ok Okay Just Make Write Give"
    " Tell Show Find Help Let All Any Some One Two Thanks Thank Never Always Then Now Last Next Every Im".split()
)
"""First words of sentences that are nobody's name, which saves a look."""


def with_names(message: str, earlier: Sequence[str] = (), answer: str = "") -> str:
    """Return a message with those named of whom its sentences begin "she", "he", "they" or "her", "his", "their".

    `earlier` are the messages of the same person before it, the last of which may be meant where nobody is named
    within the message; `answer` is what was said to that.
    """
    if not _POINTING.search(message):
        return message
    known = ""
    for text in earlier[-_TURNS:]:
        known = _named_throughout(text, known)
    return _named_throughout(message, "" if _names_another(answer, known) else known)


def points_back(message: str) -> bool:
    """Tell a message that begins with "she", "his" and the like."""
    return _POINTS.match(message) is not None


def _named_throughout(message: str, before: str) -> str:
    for sentence in language.sentences(message):
        start = _POINTS.match(sentence.raw)
        said = message.partition(sentence.raw)[0].strip() if start else ""
        owner = _owner(start, said or before) if start else None
        if start and owner:
            told = owner + sentence.raw[start.end() :]
            message = message.replace(sentence.raw, told[0].upper() + told[1:], 1)
    return message


def _owner(pronoun: re.Match[str], text: str) -> str | None:
    """Return what stands for a pronoun with its ending, where it means one of the user's own."""
    word = pronoun["word"].lower()
    meant = own_meant(word, text)
    ending = ("'" if meant.endswith("s") else "'s") if word in ("her", "his", "their") else ""
    short = (pronoun["short"] or "").lower()
    return f"{meant}{ending}{_LONG.get(short, '')}" if meant else None


def own_meant(word: str, text: str) -> str:
    """Return whom of the user's own a pronoun means in what was said before it, as the user calls them, else ""."""
    text = text[-_LAST:]
    several = {each["who"].lower() for each in _SEVERAL.finditer(text)}
    people = _people(text)
    if word in ("they", "their"):
        meant = several.pop() if len(several) == 1 and not people else ""
    else:
        own = [each for each in _OWN.finditer(text) if len(people) == 1 and not several]
        gender = "she" if word in ("she", "her") else "he"
        plain = own and people[0][1] in ("", gender)
        called = f"{own[0]['title'] or ''}{own[0]['name'] or ''}" if plain else ""
        meant = f"{own[0]['who']} {called}".strip() if plain else ""
    return meant


def _names_another(answer: str, known: str) -> bool:
    told = set(re.findall(r"[\w'-]+", known))
    others = any(told.isdisjoint(name.split()) for name, _ in _names(answer))
    return others or bool(_OTHERS_OWN.search(answer))


def just_before(message: str, statement: str, earlier: Iterable[str]) -> list[str]:
    """Return what a request may refer to, the nearest first: its own message, then what was said last."""
    return [message.partition(statement)[0], " ".join(earlier)]

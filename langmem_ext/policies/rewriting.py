"""How does what somebody says of themselves read in the third person?

Only the first "I" needs a new verb form: later ones become "they", which takes the same form as
"I". So "I like tea and I'm from Porto" becomes "The user likes tea and they're from Porto".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from langmem_ext.policies.company import company

USER = "The user"
"""The subject when the speaker's name is not known (memory model, Writing: self-contained)."""

_ADVERBS = frozenset(
    """
    absolutely actually already also always basically both certainly clearly completely constantly
    currently definitely deeply especially even ever finally frequently fully generally genuinely greatly
    hardly honestly just kinda lately literally mainly mostly naturally never normally now nearly
    officially often once only originally particularly personally practically primarily probably
    quite rarely really recently regularly secretly seldom simply sometimes soon sorta still strictly
    strongly successfully sure then totally truly typically usually utterly very almost too no longer
    much far
    """.split()
)
_KEEP = frozenset(
    """
    ain't began became bought broke brought built came can can't cannot caught chose could couldn't
    did didn't drank drew drove fell felt flew forgot fought found gave got grew had hadn't heard held
    hid hit kept knew led left lent lost made may met might must mustn't ought paid put quit ran rode
    said sang sat saw sent shall shot should shouldn't slept sold spent spoke stole stood struck stuck
    swam swore taught thought threw told took tore understood was wasn't went were weren't will woke
    won won't wore would wouldn't wrote blew dug ate shook withdrew
    """.split()
)
_ENDS_IN_ED = frozenset(
    "need feed bleed speed embed shed wed heed seed weed breed proceed exceed succeed".split()
)
_IRREGULAR = {
    "am": "is", "are": "is", "have": "has", "do": "does", "has": "has", "don't": "doesn't", "dont": "doesn't",
    "haven't": "hasn't",
    "be": "is", "gotta": "has to", "wanna": "wants to", "hafta": "has to", "gonna": "is going to",
    "ain't": "isn't", "cant": "can't", "wont": "won't", "didnt": "didn't", "havent": "hasn't",
    "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't", "wasnt": "wasn't",
}  # fmt: skip
_CONTRACTIONS = (
    (r"i'?m not", "is not"),
    (r"(?:i'?m|i am) gonna", "is going to"),
    (r"i'?m a", "is a"),
    (r"i'?m", "is"),
    (r"i'?ve got", "has"),
    (r"i'?ve", "has"),
    (r"i'll", "will"),
    (
        r"i'd(?= (?:\w+ly |much |far |always )?(?:rather|sooner|like|love|prefer|want|be|have|go|hate|say"
        r"|appreciate)\b)",
        "would",
    ),
    (r"i'd", "had"),
    (r"ima", "is going to"),
)
_SUBJECT = re.compile(
    r"^(?:"
    + "|".join(f"(?P<c{i}>{p})" for i, (p, _) in enumerate(_CONTRACTIONS))
    + r"|(?P<i>i))(?![\w'])\s*",
    re.I,
)
_MINE = r"(?<!\ba )(?<!\bthe )(?<!\bcoal )(?<!\bgold )(?<!\bsalt )(?<!\bland )\bmine\b"
"""What is somebody's own, and no pit: "the red bike is mine"."""

_LATER = (
    (r"\bI am\b|\bI'm\b|\bi'?m\b(?! sorry)", "they're"),
    (r"\bI was\b", "they were"),
    (r"\bI wasn't\b", "they weren't"),
    (r"\bI'(ve|ll|d)\b", r"they'\1"),
    (r"\b(?:I|i)\b(?!\.\w)", "they"),
    (r"\bmyself\b", "themselves"),
    (_MINE, "theirs"),
    (r"\bmy\b|\bMy\b", "their"),
    (r"\bme\b(?!-)", "them"),
    (r"\bour\b", "their"),
    (r"\bours\b", "theirs"),
    (r"\bourselves\b", "themselves"),
    (r"\bus\b", "them"),
    (r"\bwe\b", "they"),
    (r"\bwe'(re|ve|ll|d)\b", r"they'\1"),
)
_LATER_COMPILED = tuple((re.compile(pattern), new) for pattern, new in _LATER)
_SECOND_VERB = re.compile(
    r"(?<=\w)(,? (?:and|but|or) (?:(?:also|never|always|really|usually|then) )?)"
    r"(like|love|hate|prefer|enjoy|want|need|have|live|work|study|speak|don't|play|go|take"
    r"|use|drink|eat"
    r"|avoid|own|run|swim|cook|read|write|dislike|am|do|train|exercise|meditate|bake|clean"
    r"|hike|jog|bike|cycle"
    r"|dance|paint|visit|call|carry|teach|sing|draw|volunteer|lift|stretch|garden|walk)\b(?! "
    r"(?:and|of|for me)\b)"
)
_FIRST_PERSON = re.compile(r"\b(?:I|i|i'm|im|my|me|mine|myself|we|our|us|ours)\b|\bI'", re.I)


def speaks_of_self(text: str) -> bool:
    """Tell whether the text holds a first-person word."""
    return bool(_FIRST_PERSON.search(text))


def third_person(clause: str, *, speaker: str | None = None) -> str:
    """Rewrite a first-person clause about `speaker` (or "the user"), wording and casing kept.

    Text without a first-person word comes back with a capital first letter and nothing else done; so do words in
    double quotes within it.
    """
    return _beside_quotes(clause.strip().rstrip(".!;, "), lambda text: _told_of(speaker, text))


def _beside_quotes(text: str, rewrite: Callable[[str], str]) -> str:
    """Rewrite a text but for what it quotes; what is quoted from its beginning is said by the user.

    A part of the text may be rewritten in the same way meanwhile: what is veiled already stays so.
    """
    if '"' not in text and "“" not in text:
        return rewrite(text)
    first = 1 + max((int(veil[1]) for veil in _VEIL.finditer(text)), default=-1)
    quoted: list[str] = []

    def veil(found: re.Match[str]) -> str:
        if _VEIL.fullmatch(found[0]):
            return found[0]
        quoted.append(found[0])
        return f'"\ue000{first + len(quoted) - 1}"'

    def unveil(found: re.Match[str]) -> str:
        place = int(found[1]) - first
        return quoted[place] if 0 <= place < len(quoted) else found[0]

    told = rewrite(_QUOTED.sub(veil, text))
    return _VEIL.sub(unveil, told) if quoted else told


_VEIL = re.compile('"\ue000(\\d+)"')
_QUOTED = re.compile(f'{_VEIL.pattern}|(?<!^)(?:"[^"]*"|“[^”]*”)')


def _told_of(speaker: str | None, text: str) -> str:
    name = speaker or USER
    text = re.sub(
        r"^(i(?:'?m|'ve| am| have)?) (?:also|just|actually|honestly|already) (?!as\b|now\b)",
        r"\1 ",
        text,
        flags=re.I,
    )
    subject = _SUBJECT.match(text)
    if together := company(text):
        text = f"{name} and {together.theirs} {later(together.told)}"
    elif subject:
        text = f"{name} {_predicate(subject, text[subject.end() :])}"
    elif opening := re.match(r"(?:my|our)\b\s*", text, re.I):
        text = f"{possessive(name)} {later(_owned(text[opening.end() :], _within(name)))}"
    elif opening := re.match(r"we\b(?:'(re|ve|ll|d))?\s*", text, re.I):
        verb = {"re": "are ", "ve": "have ", "ll": "will ", "d": "would "}.get(opening[1] or "", "")
        text = f"{name} and others {verb}{later(text[opening.end() :])}"
    else:
        text = _without_subject(text, name)
    return text[:1].upper() + text[1:]


def _within(name: str) -> str:
    """Return the name as it stands within a sentence."""
    return name if name != USER else "the user"


def possessive(name: str) -> str:
    """Return "the user's"; names in s take the plain 's too ("James's")."""
    return f"{name}'s"


def later(text: str) -> str:
    """Rewrite first-person words after the subject has been named, but for those in double quotes."""
    return _beside_quotes(text, _as_they)


def _as_they(text: str) -> str:
    for pattern, new in _LATER_COMPILED:
        text = pattern.sub(new, text)
    return text


def _without_subject(text: str, name: str) -> str:
    """Name the person at the first "me" or "my"; "they" serves from there on."""
    own = _within(name)
    text = _OF_US.sub(lambda found: f"{own} and {_OTHERS[found['n'].lower()]}", _owned(text, own))
    first = _FIRST_NAMED.search(text)
    if not first:
        return later(text)
    named = {
        "my": possessive(own),
        "our": possessive(own),
        "myself": own,
        "ourselves": f"{own} and others",
        "me": own,
        "us": f"{own} and others",
        "we": f"{own} and others",
    }
    if first[0].lower() == "i":
        rest = _SUBJECT.match(text[first.start() :])
        if rest:
            predicate = _predicate(rest, text[first.start() + rest.end() :])
            return f"{text[: first.start()]}{own} {predicate}"
    return text[: first.start()] + named.get(first[0].lower(), own) + later(text[first.end() :])


def _owned(text: str, name: str) -> str:
    """Name whose a thing is: "theirs" would be anybody's that the sentence speaks of."""
    return _OWNED.sub(
        lambda found: possessive(name) + (" is" if found[0].endswith("'s") else ""), text
    )


_OWNED = re.compile(rf"(?:{_MINE}|\bours\b)(?:'s\b)?", re.I)

_OTHERS = {
    "all": "all the others",
    "both": "one other",
    "the two": "one other",
    "the three": "two others",
    "the four": "three others",
}
_OF_US = re.compile(rf"\b(?P<n>{'|'.join(_OTHERS)}) of us\b", re.I)

_FIRST_NAMED = re.compile(r"\b(?:[Mm]y|[Oo]ur|me|us|[Ww]e|myself|ourselves)\b(?!')|\b(?:I|i)\b")
"""The first word of a text that means the speaker."""


def _predicate(subject: re.Match[str], rest: str) -> str:
    """Conjugate the verb behind "I"; a contraction brings its own."""
    index = next((int(k[1:]) for k, v in subject.groupdict().items() if k[0] == "c" and v), None)
    if index is not None:
        verb = _CONTRACTIONS[index][1]
        agreed = _SECOND_VERB.sub(_agree, rest) if verb in ("is", "is a", "is not", "has") else rest
        return f"{verb} {later(agreed)}"
    words = rest.split(" ")
    at = 0
    while at < len(words) - 1 and words[at].lower() in _ADVERBS:
        at += 1
    verb = words[at].rstrip(",;:")
    form, changed = _third_form(verb)
    words[at] = form + words[at][len(verb) :]
    text = " ".join(words)
    return later(_SECOND_VERB.sub(_agree, text) if changed or _IS_PAST.search(verb) else text)


_IS_PAST = re.compile(
    r"(?<![aeiou]e)(?<!^ne)(?<!^us)ed$|^(?:moved|became|got|left|lost|began|started|bought|went|won|met)$"
)
"""A verb that tells of what has been: a second one in the present tells of now."""
_TO_A_NOUN = re.compile(
    r"\b(?:allergic|married|addicted|next|close|used|moved|went|going|go|goes|listen) to\b"
    r"|\bto (?:the|my|a|an|[A-Z])\b",
    re.I,
)


def _agree(match: re.Match[str]) -> str:
    """Conjugate a second verb of the same subject, not one that hangs on "to" or a modal."""
    before = _TO_A_NOUN.sub("", match.string[: match.start()])
    if re.search(r"\b(?:to|can|could|will|would)\b", before):
        return match[0]
    if match[2] in _THINGS and _LIKING.match(before) and _ENDS.match(match.string, match.end()):
        return match[0]
    return match[1] + _third_form(match[2])[0]


_THINGS = frozenset(
    "go run dance drink work play walk hike swim exercise love train cook paint bike art draw call".split()
)
"""Words that are things as well as acts: in "I like rust and go" they are liked, too."""

_LIKING = re.compile(
    r"(?:\w+ ){0,2}(?:likes|loves|enjoys|prefers|hates|dislikes|adores|knows|uses)\b", re.I
)
_ENDS = re.compile(
    r"\s*(?:$|[,.;!()]|(?:and|or|but|because|since|as well|too|best|most|equally)\b)"
)


def third_form(verb: str) -> str:
    """Return the form of a verb that goes with "it"; what is past, or modal, stays."""
    return _third_form(verb)[0]


def _third_form(verb: str) -> tuple[str, bool]:
    """Return the form that goes with "the user", and whether it is a changed present tense."""
    word = verb.lower()
    if word in _IRREGULAR:
        return _IRREGULAR[word], True
    if word in _KEEP or (word.endswith("ed") and word not in _ENDS_IN_ED) or not word.isalpha():
        return verb, False
    if re.search(r"(?:s|x|z|ch|sh|o)$", word):
        return verb + "es", True
    if re.search(r"[^aeiou]y$", word):
        return verb[:-1] + "ies", True
    return verb + "s", True

"""Where does one sentence, one clause or one statement end?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from langmem_ext.policies.company import are_people

MAX_SENTENCE = 1200
"""Characters of a sentence that are read: longer ones are pasted text or dictation without end."""

MAX_MESSAGE = 6000
"""Characters of a message that are looked at: what people state about themselves comes early."""

HIDDEN = "\x00"
"""Stands for each character that is not the user's own plain speech (quotes, code)."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a message, trimmed, with quotes and code blanked out by `HIDDEN`.

    `raw` is the same text with nothing blanked; `line` numbers the source line it began on. `bullet` tells an item of
    a list, `paragraph` the first sentence after an empty line.
    """

    text: str
    raw: str
    line: int
    bullet: bool = False
    paragraph: bool = False

    @property
    def is_question(self) -> bool:
        return bool(re.search(r"\?[\s!?.\"'”)]*$", self.text))


_CODE = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|^>[^\n]*|^(?: {4}|\t)[^\n]*|^[ \t]*(?://|/\*|\*/|--\s|<!--|#(?:include|define"
    r"|!))[^\n]*|^[ \t]*#[ \t]*(?:todo|fixme|hack|xxx)\b[^\n]*"
    r"|^[ \t]*#[^\n]*(?=\n[^\n]*(?:\w\(|\w = \S|[{;][ \t]*$)|\n[ \t]*(?:def|import|from|class) \w)",
    re.S | re.M | re.I,
)
_SPEECH = re.compile(
    r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|(?<![\w'])'[^'\n]{1,400}"
    r"(?:'\w[^'\n]{0,200})*'(?!\w)"
)
_SPACES = re.compile(r"[^\S\n]+")
_INLINE = re.compile(r"`[^`\n]{1,200}`")
_VALUE = re.compile(
    r"(?:(?<=\w)\(|(?<=[\w ])=|(?<=\w)\" ?:) ?(?:\"[^\"\n]{1,400}\"|'[^'\n]{1,400}'(?!\w))"
)
"""A string in code: what is assigned, or handed to a function."""

_FIRST_PERSON = re.compile(
    r"\b(?:i|i'?m|my|me|we|our|remember|don'?t|please|forget|note|keep|save)\b", re.I
)
_TITLES = (
    r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bNo)(?<!\bvs)(?<!\bJr)(?<!\bProf)"
    r"(?<!\bSr)(?<!\bSra)(?<!\bMessrs)(?<!\bCapt)(?<!\bRev)(?<!\bMx)(?<!\bMme)(?<!\b[eE]xt)(?<!\b[tT]el)(?<!\b[aA]pt)(?<!\bSgt)(?<!\bDept)(?<!e\.g)(?<!i\.e)(?<!\ba\.m)(?<!\bp\.m)(?<!\bInc)(?<!\bapprox)(?<!\betc)"
)
_BEFORE_A_VALUE = (
    r"(?!(?<=\b[Nn]o)(?<!said no)(?<!say no)(?<!was no)(?<!is no)\.\s+(?:is\b|are\b|[\d#(]))(?!(?<=\bno)\.:)"
    r"(?!(?<=\b(?:tel|ext|ref|max|min))\.\s+(?:[a-z]|[\d#+]))(?!(?<=\b(?:Tel|Ext|Ref|Nr\.|Apt))\.\s)"
    r"(?!(?<=\b(?:dept|acct|appt))\.\s+(?!(?:is|are|do|does|what|how|can|could|should|any|i|my|we|which|who|where|when"
    r"|why|it|need)\b)[a-z])(?!(?<=\bapt)\.\s+\d)(?!(?<=\bnr)\.\s+\d)"
    r"(?!(?:(?<=\bdr)|(?<=\bmr)|(?<=\bms)|(?<=\bmrs)|(?<=\bprof))\.\s+(?!(?:i|it|its|he|she|we|they|my|the|and|so|but"
    r"|please|can|what|is|are)\b)[^\W\d_])"
)
"""Short words that end in a stop where a value, or the rest of the sentence, follows: "my membership no. is 88"."""

NOT_HANGING = "(?<![\\s\U0001f000-\U0001faff☀-➿\ufe0f])" + "".join(
    rf"(?<!\b(?i:{word}))"
    for word in (
        "is", "are", "am", "was", "'m", "like", "likes", "love", "loves", "hate", "hates", "prefer", "prefers",
        "in", "of", "with", "a", "an", "the", "my", "and", "or", "called", "named", "use", "using", "eat", "eating",
    )
)  # fmt: skip
"""Before a pictograph that nothing hangs on: in "I live in 🇵🇹" it is a word."""
_BREAK = re.compile(
    rf"(?:(?=[.!?…]){_TITLES}{_BEFORE_A_VALUE}(?:[.!?…]+[\"'”)]*)(?=\s+\S|$)(?!(?<=[A-Z]\.[A-Z]\.)\s+[a-z])"
    r"(?!(?<=[.!?…][\"”])\s+(?:again|any ?more|ever|to|in|at|with|for|when|or|from|as|on)\b)"
    r"(?!(?<=[\s\"“(][A-Z]\.)\s+[A-Z]\.)(?!(?<=[A-Z]\.\s[A-Z]\.)\s+[A-Z])(?!(?<=[\"“][A-Z]\.)\s+[A-Z])"
    r"|(?<=\w)\.(?=[A-Z][a-z']|I )|(?<=[a-z]{3})[.!](?=(?:i|i'?m|my|we) )|\s*\n\s*"
    r"|;\s+|\s+[-–—]{1,2}\s+(?=I\b|I'|my\b|we\b)|(?<=\w)\s+(?=(?i:oh) (?:and|also|btw|by the way)\b)"
    rf"|(?=\s*[\U0001F300-\U0001FAFF☀-➿]){NOT_HANGING}\s*[\U0001F300-\U0001FAFF☀-➿]+\s*)"
)
_NUMERAL = re.compile(r"\s*\(?(?:\d{1,2}|[a-e])")
_EMPTY_LINE = re.compile(r"\n[ \t]*\n\s*$")
_BULLET = re.compile(r"^\s*(?:[-*+•–—]|\d{1,2}[.)]|\[[ x]\])\s+")


def plain(text: str) -> str:
    """Give curly apostrophes and quotes their ASCII form, one character for one."""
    return _BACKTICK.sub("'", text[:MAX_MESSAGE].translate(_ASCII))


_ASCII = str.maketrans("‘’ʼ´\u00a0", "''''\u0020")
_BACKTICK = re.compile(r"(?<=\w)`(?=(?:t|s|m|d|re|ve|ll)\b(?!`))", re.I)
"""A backtick for an apostrophe ("don`t"); others enclose code."""


def sentences(message: str) -> list[Sentence]:
    """Split a message; code blocks vanish, and quoted speech in the first person is blanked.

    A quoted title ("Dune") stays readable: only quotes in which somebody speaks are hidden.
    """
    return list(_sentences(message[:MAX_MESSAGE]))


@lru_cache(
    maxsize=4
)  # commands, requests, the scanner and what is taken back ask about one message
def _sentences(message: str) -> tuple[Sentence, ...]:
    said = unshouted(plain(message)).replace(HIDDEN, " ")
    text = _CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), said)
    text = _SPOKEN_STOP.sub(". ", _SPOKEN_LINE.sub("\n", text))
    text = _FACES.sub(_parted, _UNSPACED.sub(", ", _SPACES.sub(" ", text)))
    code = _VALUE.sub(_blank, _INLINE.sub(_blank, text))
    hidden = _SPEECH.sub(_hide, code)
    return tuple(_split(text, hidden))


def unshouted(text: str) -> str:
    """Return a message that is all in capitals as one typed without any; what is only a name or a code stays."""
    shouted = text.isupper() and len(_SHOUTED.findall(text)) >= 3
    return text.lower() if shouted and _OWN.search(text) else text


_SHOUTED = re.compile(r"[^\W\d_]{2,}")
_OWN = re.compile(r"\b(?:I|I'M|IM|MY|ME|WE|OUR|PLEASE|REMEMBER|FORGET|ALWAYS|NEVER|STOP|DON'?T)\b")
_NAMED_MARK = (
    r"(?<!\ba)(?<!\bthe)(?<!\bno)(?<!\beach)(?<!\bevery)(?<!\banother)(?<!\bwith)(?<!\bin)"
)
_SPOKEN_LINE = re.compile(
    rf"{_NAMED_MARK}(?:^|[ ])new (?:line|paragraph)(?=\s+[^\W\d_]+\s+\S)(?! (?:is|for|in|at|or|and|after)\b)",
    re.I,
)
_SPOKEN_STOP = re.compile(rf"{_NAMED_MARK} full stop(?=\s*(?:$|\n))", re.I)
"""Marks that are spoken to a device that writes them out."""

_FACE = r"(?:[:;=]['’]?-?[()\[\]DPpOo3|*/\\]+|x+D+|\^[_.]?\^|<+3+)"
_FACES = re.compile(
    rf"(?=[ ]?{_FACE})(?:^|(?<=\n)|{NOT_HANGING}[ ]|(?<=[^\W\d_])(?=[:;]-?\)))[ ]?{_FACE}(?=[\s,.;!?]|$)"
)
"""A face that nothing hangs on: "my sister is Ana :-D thanks", not "sign with a ;) in letters"."""


def _parted(face: re.Match[str]) -> str:
    """Return what stands where the face did: the end of a sentence, unless one ends, or goes on, there anyway."""
    before, after = face.string[: face.start()].rstrip(" "), face.string[face.end() :].lstrip(" ")
    if before.count("(") > before.count(")"):
        return face[0]
    if after[:1] in ("", "\n", *",.;!?"):
        return ""
    return " " if before[-1:] in ("", "\n", *",.:;!?…") or _GOES_ON.match(after) else ". "


_GOES_ON = re.compile(
    r"(?:is|are|was|were|has|have|had|will|and|or|who|which|that|called|named|from|in|at|on|of|for|with|to)\b"
)


_UNSPACED = re.compile(r"(?<=[a-z]),(?=(?:and|but|so|i|i'?m|my|we)\b)")


def _blank(match: re.Match[str]) -> str:
    return HIDDEN * len(match[0])


def _hide(match: re.Match[str]) -> str:
    return HIDDEN * len(match[0]) if _FIRST_PERSON.search(match[0]) else match[0]


_IN_QUOTES = re.compile(r"(?<=\w )\"[^\"\n]{1,80}\"(?!\w)")
"""A few words that somebody quotes in a sentence, with a stop among them: "sign as "A. Ito, Hon. Sec." please"."""


def _split(raw: str, hidden: str) -> Iterator[Sentence]:
    start = 0
    quoted = [each.span() for each in _IN_QUOTES.finditer(hidden)] if '"' in hidden else []
    ends = [
        (m.start(), m.end())
        for m in _BREAK.finditer(hidden)
        if not any(begin < m.start() and m.end() < end for begin, end in quoted)
    ] + [(len(raw), len(raw))]
    for stop, end in ends:
        if _NUMERAL.fullmatch(hidden[start:stop]) and hidden[stop : stop + 1] == ".":
            continue
        text, original = hidden[start:end], raw[start:end]
        offset = len(_BULLET.match(text)[0]) if _BULLET.match(text) else 0  # type: ignore[index]
        if text[offset:].strip(" \n.!?…;"):
            begun = start + len(text) - len(text.lstrip())
            yield Sentence(
                " ".join(text[offset:].split()),
                " ".join(original[offset:].split()),
                raw.count("\n", 0, begun),
                bullet=offset > 0,
                paragraph=bool(_EMPTY_LINE.search(raw[max(0, begun - 80) : begun])),
            )
        start = end


_ASKING = (
    r"what|what's|whats|how|can you|could you|would you|can i|which|where|do you|is there"
    r"|are there|any|should i"
    r"|who|when|why|will you|have you|got any|is it|does|do (?:i|we|they)|did|are (?:you|they|these|those)|was|were"
    r"|whose|whom|shall|may i|might|is|are|will|has|would|could|can|should|am i"
    r"|anything|anyone"
    r"|any(?:thing|body|where)|thoughts|ideas|suggestions|tips|advice|recommendations|worth|got (?:an?|some)"
    r"|know (?:any|a)"
    r"|fancy|mind|help|recommend|suggest|tell me|give me|show me|find me|remind me|write|explain|thinking"
    r"|possible|got"
)
_ASKED_FROM_START = re.compile(
    r"^(?:do|did|does|is|are|was|were|can|could|would|should|will|have|has|what|what's|how"
    r"|why|who|when"
    r"|where|which|am|may|shall|isn't|don't|didn't)\b",
    re.I,
)
_BEFORE_QUESTION = re.compile(
    rf"(?:,|\s[-–—]{{1,2}}|:|\s\()\s*(?:(?:so|and|but|then|also|or|ok|hey|please|pls) )*(?=(?:{_ASKING})\b)"
    rf"|\s+(?:so|and|but) (?=(?:what|which|where|how|who|why|when|can|could|do|does|would|should|is there"
    rf"|are there) )",
    re.I,
)


def stated_part(sentence: Sentence) -> str:
    """Return what a sentence states before it asks: "I'm vegan, what should I cook?"."""
    if not sentence.is_question and not _INVERTED.match(sentence.text):
        return sentence.text
    if _ASKED_FROM_START.match(sentence.text):
        told = _AFTER_QUESTION.search(sentence.text)
        return told["told"] if told else ""
    parts = _BEFORE_QUESTION.split(sentence.text, maxsplit=1)
    return (
        parts[0] if len(parts) == 2 and not _TAG.fullmatch(sentence.text[len(parts[0]) :]) else ""
    )


_INVERTED = re.compile(
    r"(?:(?:so|and|but|hey|hi|ok|also|wait),? )*(?:(?:am|do|did|should|can|could|would|shall|was) i"
    r"|(?:do|did|should|can|could|would|shall|are|were) we|(?:do|did|are|were|can|could|would|will) you"
    r"|(?:is|was|does|did|has) (?:it|there|he|she)|(?:does|is) (?:my|our) \w+"
    r"|(?:how|why|what|where|when|who|which(?: \w+)?) (?:do|did|does|can|could|should|would|is|are) (?:i|we|my|our))\b",
    re.I,
)
"""The order of words of a question, to which no mark was typed."""

_AFTER_QUESTION = re.compile(
    r",\s+(?:since |because |as |and |but )?(?P<told>(?:i'?m|i'?ve|i|we'?re|we'?ve|we|my|our)\b(?! (?:do|did|should"
    r"|could"
    r"|would|can|may|might|must|wonder|guess|think|suppose|mean|know|hope|was|were|will)\b)[^?,]{6,})",
    re.I,
)
"""What is given as the ground of a question: "What can I cook, I'm vegan?"."""
_TAG = re.compile(
    r",? ?(?:is|are|was|were|do|does|did|has|have|can|could|should|would|am)(?:n'?t)? (?:i|we|it|you|they|he"
    r"|she)[\s?!.]*",
    re.I,
)
"""What only asks for assent: ", isn't it?"."""


_CALLED = r"(?:everyone|everybody|people|they) (?:just )?calls? me\b"
"""How others call who speaks, a clause of its own: "my name's Tomasz but everyone calls me Tomek"."""

_CLAUSE = re.compile(
    r",?\s+(?:and|but|so(?!\s+(?:that\s+)?(?:[iI]|we) (?:can|could|may|might)\b)|also|plus|while|whereas|though"
    r"|although|because|cause|'cause|cuz"
    r"|since(?!\s+[iI] (?:was|left|turned|started|moved|joined|retired|graduated|had|got|finished|quit|became"
    r"|can|could)\b))"
    rf"(?:\s+(?:also|then|yes|now|currently|yeah))?\s+(?=(?:I|i|I'm|i'm|I've|im|my|we|our)\b|{_CALLED})"
    rf"|\s*,\s*(?=(?:I|i|I'm|i'm|I've|i've|im|my|we)\b|{_CALLED})|\s*:\s+(?=(?:I|i|my|we)\b)|\s+\((?="
    r"(?:I|my)\b)"
)
_SAME_SUBJECT = re.compile(
    r"\s*,?\s+(?:and|but)\s+(?=(?:(?:currently|really|also|absolutely)\s+)?(?P<verb>work|live|love"
    r"|hate|prefer|speak|own|enjoy|am|have)\s)"
    r"|\s*,\s+(?=(?P<listed>(?:live|work|study|teach)\s+(?:in|at|for|as|with)\b|(?:love|hate|speak)\s"
    r"|(?:just|recently|newly) (?:moved|started|joined|got|bought|turned|graduated|finished|retired|adopted)\b))"
)
_AND = re.compile(r"\band\b")
_VERB_FIRST = re.compile(
    r"^I(?:'m|'ve)?\s(?:(?:really|just|also|currently)\s)?(?:(?:live|work|am|like|love"
    r"|hate|enjoy|speak|have|own|study|prefer|play)\b|\w+ing\b|an?\b)"
    r"|^I(?:'m| am)\s(?:[^\s,]+\s?){1,5}$",
    re.I,
)


def clauses(sentence: str) -> list[str]:
    """Split where a new clause about the speaker begins ("I'm Ana and I work at Acme")."""
    parts: list[str] = []
    company = ""
    split = _CLAUSE.split(sentence)
    links = _CLAUSE.findall(sentence)
    for at, part in enumerate(split):
        if at < len(links) and are_people(part.strip()):
            # "My colleagues and I went" has one subject; "Correction: I went" is about nobody else.
            company = f"{part.strip()} and " if _AND.search(links[at]) else ""
            continue
        parts += [company + part] if company else _with_subject(part)
        company = ""
    return [whole for part in parts if part and (whole := _unclosed(part.strip(" ,.!;:")))]


def _unclosed(part: str) -> str:
    """Drop the brackets that are not of the part: "Maya (7) and Dev (4)" keeps its own."""
    if part.startswith("(") and part.endswith(")"):
        return part[1:-1]
    if part.count(")") > part.count("(") and (within := part[: part.index(")")]).count("(") == 0:
        part = within
    while part.endswith(")") and part.count("(") < part.count(")"):
        part = part[:-1].strip(" ,.!;:")
    return part


def _with_subject(part: str) -> list[str]:
    """Give the second verb its "I" back: "I live in Porto and work at Acme"."""
    match = _SAME_SUBJECT.search(part)
    if not match:
        return [part]
    first = part[: match.start()]
    if (
        not _VERB_FIRST.match(first)
        or "," in first
        or (match["verb"] or match["listed"]).lower() in first.lower().split()
    ):
        return [part]
    if re.search(r"\b(?:to|can|will|would|could)\s+\w+(?:\s+\w+)?$", first):
        return [part]
    return [first, *_with_subject("I " + part[match.end() :])]

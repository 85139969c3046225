"""Which lines of a message show by their form that they are handed over?

Each test looks at one line, or at a block that begins with it; what a block takes is not looked at again, so that the
whole is read once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from langmem_ext.reading.words import openings, words, words_of

LABEL = 40
"""Characters of what may stand before a colon as a label."""

LOOKED_AT = 100
"""Lines of a record that are looked at to know it."""

SPEAKING = 4
"""Words from which on what stands behind a label is said, not entered."""


@dataclass(frozen=True, slots=True)
class Line:
    """Hold one line, where it begins in the message, and itself without the blanks around it."""

    start: int
    raw: str
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.raw)


@dataclass(frozen=True)
class Page:
    """Hold the lines of a message, and where its marks stand."""

    lines: Sequence[Line]

    @classmethod
    def of(cls, message: str) -> Page:
        """Cut a message into lines."""
        lines, start = [], 0
        for raw in message.split("\n"):
            lines.append(Line(start, raw, raw.strip()))
            start += len(raw) + 1
        return cls(lines)

    @cached_property
    def rules(self) -> list[int]:
        """Return where lines stand that are ruled, and say nothing that begins or ends a text."""
        return [n for n, line in enumerate(self.lines) if _is_rule(line.text)]

    @cached_property
    def ends(self) -> list[int]:
        """Return where lines stand that say that a text ends."""
        return [n for n, line in enumerate(self.lines) if _marker(line.text) in ("end", "stop")]

    @cached_property
    def regards(self) -> list[int]:
        """Return where letters end."""
        return [n for n, line in enumerate(self.lines) if _is_regards(line.text)]

    @cached_property
    def cues(self) -> list[int]:
        """Return where the lines of a script stand that name who speaks, or where."""
        return [n for n, line in enumerate(self.lines) if _is_cue(line.text)]

    def to_blank(self, at: int) -> int:
        """Return the place of the next empty line."""
        return next(
            (n for n in range(at, len(self.lines)) if not self.lines[n].text), len(self.lines)
        )

    def while_(self, at: int, holds: Callable[[str], bool]) -> int:
        """Return the place of the first line from a place on that is otherwise."""
        return next(
            (n for n in range(at, len(self.lines)) if not holds(self.lines[n].text)),
            len(self.lines),
        )


def structured(page: Page) -> Iterator[tuple[int, int, str, bool]]:
    """Yield the blocks of lines that are handed over: first, behind the last, why, and whether the end is unmarked."""
    at = 0
    while at < len(page.lines):
        for why, test in _TESTS:
            if page.lines[at].text and (end := test(page, at)):
                yield at, abs(end), why, end < 0
                at = abs(end)
                break
        else:
            at += 1


# A test returns the place behind the block that it finds, 0 where it finds none; below zero, a block without a mark at
# its end goes on to the end of the message.


def _fence(page: Page, at: int) -> int:
    text = page.lines[at].text
    mark = next((mark for mark in ("```", "~~~", '"""', "'''", "$$") if text.startswith(mark)), "")
    if not mark or mark in text[len(mark) :]:
        return (at + 1) if mark else 0
    return min(
        page.while_(at + 1, lambda each: not each.startswith(mark) and not each.endswith(mark)) + 1,
        len(page.lines),
    )


def _quoted(page: Page, at: int) -> int:
    return (
        page.while_(at, lambda each: each.startswith((">", "»")))
        if (page.lines[at].text.startswith((">", "»")))
        else 0
    )


def _rule(page: Page, at: int) -> int:
    """Find what stands between two rules; among an odd number of them, from the first to the last."""
    if not _is_rule(page.lines[at].text):
        return 0
    after = bisect_right(page.rules, at)
    if after == len(page.rules):
        return at + 1
    return page.rules[-1 if len(page.rules) % 2 else after] + 1


def _is_rule(text: str) -> bool:
    marks = text.replace(" ", "")
    return (
        len(marks) >= 3
        and marks[0] in "-=*_~#+—–─━═•·"
        and marks == marks[0] * len(marks)
        and not text.startswith("```")
    )


def _marked(page: Page, at: int) -> int:
    """Find what stands between BEGIN and END."""
    if _marker(page.lines[at].text) not in ("begin", "start"):
        return 0
    after = bisect_right(page.ends, at)
    return page.ends[after] + 1 if after < len(page.ends) else -len(page.lines)


def _marker(text: str) -> str:
    """Return the word that says that a text begins or ends: of a line in capitals, or among ruled marks."""
    if text.startswith("<<") and len(text) < LABEL:
        return "begin"
    if (text.startswith(">>>") and text.strip(">") == "") or text == "EOF":
        return "end"
    bare = text.strip("-=*_~#+<>[](){}|/\\ ")
    if not bare.strip(": ") or len(text) > 80:
        return ""
    head = bare.replace(":", " ").split()[0].lower()
    return head if head in _MARKERS and (bare.isupper() or len(text) - len(bare) > 3) else ""


_MARKERS = frozenset({"begin", "start", "end", "stop"})


def _mail(page: Page, at: int) -> int:
    text = page.lines[at].text
    low = text.lower()
    if any(each in low for each in openings("forwarded")) and len(words_of(text)) <= 6:
        return -len(page.lines)
    if _quotes_mail(low):
        return -len(page.lines)
    head = _label(text)[0].lower()
    if head not in words("mail_heads"):
        return 0
    beside = page.lines[at + 1].text if at + 1 < len(page.lines) else ""
    return (
        -len(page.lines) if head in _SURE or _label(beside)[0].lower() in words("mail_heads") else 0
    )


_SURE = frozenset({"subject", "message-id", "return-path", "fw", "fwd", "bcc", "cc"})


def _quotes_mail(low: str) -> bool:
    return low.startswith(("on ", "am ", "le ", "el ", "il ")) and low.rstrip(" :").endswith(
        ("wrote", "schrieb", "a écrit", "escribió", "ha scritto")
    )


def _letter(page: Page, at: int) -> int:
    """Find a letter: from "Dear Ms Hale," to the name below its regards, else to the end."""
    said = words_of(page.lines[at].text)
    if not 2 <= len(said) <= 6 or not page.lines[at].text.endswith((",", ":", "!")):
        return 0
    if said[0] not in _GREETING or words("courtesies").issuperset(said):
        return 0
    after = bisect_right(page.regards, at)
    if after < len(page.regards):
        return min(page.regards[after] + 2, len(page.lines))
    return -len(page.lines) if said[0] == "dear" else 0


_GREETING = frozenset({"dear", "hi", "hello", "hey"})
_REGARDS = frozenset(
    "regards best sincerely cheers yours thanks love xoxo respectfully cordially faithfully truly warmly kindly".split()
)


def _is_regards(text: str) -> bool:
    if text.lower().startswith("sent from my"):
        return True
    said = words_of(text)
    return 0 < len(said) <= 4 and not _REGARDS.isdisjoint(said) and text.endswith((",", "s", "e"))


def _diff(page: Page, at: int) -> int:
    if not page.lines[at].text.startswith(("diff --git", "@@ ", "+++ ", "--- a/", "index ")):
        return 0
    inside = ("+", "-", "@@", "diff ", "index ", "new file", "deleted file", "\\")
    rest = (n for n in range(at + 1, len(page.lines)) if not _in_diff(page.lines[n], inside))
    return next(rest, len(page.lines))


def _in_diff(line: Line, inside: tuple[str, ...]) -> bool:
    return line.raw.startswith((" ", *inside)) if line.raw else False


def _trace(page: Page, at: int) -> int:
    text = page.lines[at].text
    if text.startswith(("Traceback (", "Exception in thread", "Caused by:")):
        return page.to_blank(at)
    first = text.split(" ", 1)[0]
    named = first.endswith(("Error:", "Exception:", "Warning:")) and len(first) > 7
    frame = text.startswith("at ") and "." in text and text.endswith(")") and " (" not in text
    return at + 1 if named or frame or text.startswith('File "') else 0


def _commit(page: Page, at: int) -> int:
    text = page.lines[at].text
    said = text.split(" ")
    if len(said) > 1 and said[0] == "commit" and _is_hex(said[1]):
        return -len(page.lines)
    head = _label(text)[0].partition("(")[0]
    return at + 1 if head in words("commit_heads") else 0


def _is_hex(text: str) -> bool:
    return len(text) >= 7 and all(each in "0123456789abcdef" for each in text)


def _subtitle(page: Page, at: int) -> int:
    ahead = page.lines[at + 1].text if at + 1 < len(page.lines) else ""
    numbered = page.lines[at].text.isdigit() and "-->" in ahead
    return page.to_blank(at) if numbered or "-->" in page.lines[at].text else 0


def _table(page: Page, at: int) -> int:
    if not _is_row(page.lines[at].text):
        return 0
    return page.while_(at, _is_row)


def _is_row(text: str) -> bool:
    return (text.startswith("|") and text.count("|") > 1) or text.count("\t") > 1


def _separated(page: Page, at: int) -> int:
    """Find lines of values: a short head, and as many marks in each line below."""
    head = page.lines[at].text
    for mark in (",", ";", "\t"):
        many = _marks(head, mark)
        if many and len(head) < 200 and not head.endswith((".", "!", "?")):
            end = page.while_(at + 1, lambda each, m=mark, k=many: _marks(each, m) >= k)  # type: ignore[misc]
            if end > at + 1:
                return end
    return 0


def _marks(text: str, mark: str) -> int:
    """Count the marks of a line that no blank follows."""
    return text.count(mark) - text.count(mark + " ") - text.endswith(mark)


def _log(page: Page, at: int) -> int:
    text = page.lines[at].text
    if _stamp(text) or _has_level(text):
        return page.while_(at + 1, lambda each: _stamp(each) or _has_level(each))
    return 0


def _stamp(text: str) -> bool:
    """Find a date with a time of day, or a time to the second, in front of a line; one to the minute before a name."""
    head = text.lstrip("[(<")
    if head[:3].lower() in _MONTHS and head[3:4] in " .":
        head = head[4:].lstrip()
    length = next((n for n, each in enumerate(head) if each not in _STAMPED), len(head))
    stamp = head[:length]
    digits, colons = sum(each.isdigit() for each in stamp), stamp.count(":")
    if not colons or not digits or length == len(head):
        return False
    if digits >= 6 and (colons >= 2 or any(each in stamp for each in "-/")):
        return True
    if digits < 3:
        return False
    rest = head[length:].lstrip("-–— ")
    for half in ("am", "pm", "AM", "PM"):
        rest = rest.removeprefix(half)
    rest = rest.lstrip("])-–—: ")
    return bool(_label(rest)[0]) or rest.startswith("<") or text.startswith(("[", "("))


_STAMPED = frozenset("0123456789-/:.,TZ+ ")
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())


def _has_level(text: str) -> bool:
    first = text.split(" ", 1)[0]
    bare = first.strip("[]():|<>-")
    if bare.lower() not in words("log_levels") or len(text) == len(first):
        return False
    return bare.isupper() or (first.endswith(":") and bare.lower() not in words("own_leads"))


def _bracketed(page: Page, at: int) -> int:
    """Find a label in brackets with what it labels: "[tool] ...", "[Verse 2]", "[1] ..."."""
    text = page.lines[at].text
    close = text.find("]", 1, LABEL) if text.startswith("[") else -1
    label = text[1:close].strip()
    if close < 0 or label.lower() in ("", "x", "v") or text[close + 1 : close + 2] == "(":
        return 0
    said = words_of(label)
    if (
        not said
        or not words("own_leads").isdisjoint(said)
        or not words("first_person").isdisjoint(said)
    ):
        return 0
    return at + 1 if text[close + 1 :].strip(" :") else page.to_blank(at)


def _posted(page: Page, at: int) -> int:
    """Find a line that says who wrote when, as chats and posts are copied, with what stands below it."""
    text = page.lines[at].text
    said = text.replace("·", " ").replace("[", " ").replace("]", " ").split()
    if not 2 <= len(said) <= 8 or at + 1 >= len(page.lines) or text.endswith((".", "!", "?", ":")):
        return 0
    if not any(map(_is_time, said[1:])) or _is_time(said[0]):
        return 0
    named = [each for each in said if not _is_time(each) and each.lower() not in _AROUND_TIMES]
    return page.to_blank(at) if named and all(map(_is_named, named)) else 0


def _is_named(word: str) -> bool:
    return word[0].isupper() or word[0] in "@(#"


def _is_time(word: str) -> bool:
    bare = word.strip("(),")
    if bare[:-1].isdigit() and bare[-1] in "hmds":
        return True
    hours, colon, minutes = bare.partition(":")
    return bool(colon) and hours.isdigit() and minutes[:2].isdigit() and len(hours) < 3


_AROUND_TIMES = frozenset("am pm at today yesterday on ago , - – — | app edited via".split())


def _heading(page: Page, at: int) -> int:
    text = page.lines[at].text
    bare = text.lstrip("#")
    if bare == text or len(text) - len(bare) > 6 or not bare.startswith(" "):
        return 0
    titled = len(bare.split()) <= 5 and not bare.endswith((".", "!", "?"))
    return 0 if titled and _is_own(bare) else -len(page.lines)


def _is_own(lead: str) -> bool:
    """Tell a heading or a label of the user's own: "About me", "My diet", "Note"."""
    said = set(words_of(lead))
    return not (
        words("first_person").isdisjoint(said)
        and words("own_leads").isdisjoint(said)
        and words("fields").isdisjoint(said)
    )


def _label(text: str) -> tuple[str, str]:
    """Return what stands before the first colon of a line as a label, and what behind it; "" for no label."""
    head, mark, rest = text[: LABEL + 2].partition(":")
    bare = head.lstrip("-*•@ ").rstrip("* ")
    if not mark or not bare or len(bare) > LABEL or len(bare.split()) > 4:
        return "", text
    rest = text[len(head) + 1 :].lstrip("* ")
    if text[len(head) + 1 : len(head) + 2] not in ("", " ", "*", "\t") and not bare.isupper():
        return "", text
    return bare, rest


def _labelled(page: Page, at: int) -> int:
    """Find a record of who said what, or a file of names and values; an empty line may stand between two lines."""
    found, n = [], at
    if _is_asked_for(page, at):
        return 0
    while n < min(len(page.lines), at + LOOKED_AT):
        text = page.lines[n].text
        label, rest = _label(text)
        if label:
            found.append((f"- {label}" if text[0] in "-*•" else label, rest))
        elif page.lines[n].text or not _goes_on(page, n):
            break
        n += 1
    return n if found and _is_record(found) else 0


def _is_asked_for(page: Page, at: int) -> bool:
    """Tell a list below a line that wants it kept: "remember these three"."""
    before = page.lines[at - 1].text or page.lines[max(0, at - 2)].text if at else ""
    return not words("keeps").isdisjoint(words_of(before))


def _goes_on(page: Page, at: int) -> bool:
    return at + 1 < len(page.lines) and bool(_label(page.lines[at + 1].text)[0])


def _is_record(found: Sequence[tuple[str, str]]) -> bool:
    labels = [label.lower() for label, _ in found]
    if len(found) == 1:
        return _is_sure_label(*found[0])
    if any(_is_role(label) for label in labels) or len(set(labels)) < len(labels):
        return not all(map(_is_own, labels))
    strange = [(label, rest) for label, rest in found if not _is_own(label)]
    if any(_is_key(label) for label, _ in strange):
        return True
    return any(len(rest.split()) >= SPEAKING for _, rest in strange)


def _is_role(label: str) -> bool:
    return (label.split() or [""])[-1].rstrip("0123456789") in words(
        "roles"
    ) and not label.startswith("my ")


def _is_key(label: str) -> bool:
    """Find the name of a value in a file: small letters, one word."""
    return " " not in label and label[0].islower()


def _is_sure_label(label: str, rest: str) -> bool:
    low = label.lower()
    if low.rstrip("0123456789 ") in _SPEAKERS or "_" in label:
        return True
    numbered = any(each.isdigit() for each in label) and ("#" in label or "-" in label)
    return bool(rest) and numbered


_SPEAKERS = frozenset(
    "user assistant system human ai bot tool function customer client operator caller chatgpt gpt model agent support"
    " tool_result observation narrator interviewer interviewee speaker".split()
)


def _code(page: Page, at: int) -> int:
    text = page.lines[at].text
    if text.startswith("$ "):
        return page.to_blank(at)
    if len(page.lines) > 1 and text.startswith(_COMMENTS):
        return at + 1
    if (
        page.lines[at].raw.startswith(("    ", "\t"))
        and text[0] not in "-*•+"
        and not text[0].isdigit()
    ):
        return at + 1
    head = text.split(" ", 1)[0]
    second = text[len(head) + 1 :].split(" ", 1)[0]
    if head in _SQL and ";" in text and not any(map(str.islower, second)):
        return at + 1
    marked = text.endswith((";", "{", "}", "):")) and any(each in text for each in "(=<>[{}")
    return at + 1 if marked or any(each in text for each in _CODE) else 0


_COMMENTS = ("//", "/*", "*/", "#!", "<?", "\\", "-- ", "; ", "% ", "REM ", "rem ")
_SQL = frozenset("SELECT INSERT UPDATE DELETE CREATE DROP ALTER WITH".split())
_CODE = ('("', "('", "()", " => ", " == ", ' = "', " = '", "='", '="', ' -m "', " -m '", "&&", "${")


def _numbered(page: Page, at: int) -> int:
    """Find the sections of a contract and the notes at the foot of a page."""
    text = page.lines[at].text
    if text[0] in "§¹²³⁴⁵⁶⁷⁸⁹†‡":
        return at + 1
    first = text.split(" ", 1)[0]
    parts = first.rstrip(".)").split(".")
    return (
        at + 1 if len(parts) > 1 and all(map(str.isdigit, parts)) and len(text) > len(first) else 0
    )


def _script(page: Page, at: int) -> int:
    """Find who speaks in a script, with what they say: names in capitals, of which there are several."""
    if not _is_cue(page.lines[at].text):
        return 0
    scene = page.lines[page.cues[0]].text.startswith(_SCENES)
    return page.to_blank(at) if scene or len(page.cues) > 1 else 0


def _is_cue(text: str) -> bool:
    if text.startswith(_SCENES):
        return True
    bare = text.partition("(")[0].strip()
    said = words_of(bare)
    return (
        0 < len(said) <= 3
        and bare.isupper()
        and bare.replace(" ", "").replace(".", "").isalpha()
        and words("own_leads").isdisjoint(said)
        and words("first_person").isdisjoint(said)
        and words("courtesies").isdisjoint(said)
    )


_SCENES = ("INT.", "EXT.", "FADE ", "CUT TO", "SCENE ", "ACT ")


_TESTS: tuple[tuple[str, Callable[[Page, int], int]], ...] = (
    ("fence", _fence),
    ("quote", _quoted),
    ("begin and end", _marked),
    ("diff", _diff),
    ("mail", _mail),
    ("rule", _rule),
    ("letter", _letter),
    ("stack trace", _trace),
    ("commit", _commit),
    ("subtitle", _subtitle),
    ("table", _table),
    ("values", _separated),
    ("log", _log),
    ("label in brackets", _bracketed),
    ("chat", _posted),
    ("heading", _heading),
    ("code", _code),
    ("labels", _labelled),
    ("sections", _numbered),
    ("script", _script),
)

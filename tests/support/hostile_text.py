"""Texts that stop a careless reader, and what the readers of the product take for them.

Run as a program, it reads names of families, sizes and a limit, and prints the seconds of processor time that each
reader took. One that is over the limit is cut off; where even that fails, the last line names it and has no end.
"""

from __future__ import annotations

import base64
import hashlib
import json
import random
import signal
import string
import sys
import time
from collections.abc import Callable, Iterator

from langmem_ext.reading.bounds import LONGEST


def _filled(piece: str) -> Callable[[int], str]:
    return lambda size: (piece * (size // len(piece) + 1))[:size]


def _of(alphabet: str, *, word: int = 0) -> Callable[[int], str]:
    """Return a maker of characters by lot, in words of one length where it is given."""

    def made(size: int) -> str:
        lot = random.Random(size)
        if not word:
            return "".join(lot.choices(alphabet, k=size))
        words = ("".join(lot.choices(alphabet, k=word)) for _ in range(size // (word + 1) + 1))
        return " ".join(words)[:size]

    return made


def _joined(alphabet: str, mark: str) -> Callable[[int], str]:
    """Return a maker of words of single signs with a mark between them, as long as a word may be that is read."""
    return _by_lot(lambda lot: mark.join(lot.choices(alphabet, k=(LONGEST + 1) // 2)))


def _among(words: str) -> Callable[[int], str]:
    """Return a maker of these words by lot: nothing in it repeats often enough to be folded."""
    return _by_lot(lambda lot: lot.choice(words.split()))


def _by_lot(word: Callable[[random.Random], str]) -> Callable[[int], str]:
    def made(size: int) -> str:
        lot = random.Random(size)
        return " ".join(word(lot) for _ in range(size // 2 + 1))[:size]

    return made


def _counted(line: str) -> Callable[[int], str]:
    """Return a maker of lines that count on."""

    def made(size: int) -> str:
        lines = (line.format(i=i, j=i * 7919 % 100_003) for i in range(size // 8 + 1))
        text, length = [], 0
        for each in lines:
            text.append(each)
            length += len(each)
            if length > size:
                break
        return "".join(text)[:size]

    return made


def _nested(opening: str, closing: str) -> Callable[[int], str]:
    return lambda size: opening * (size // 2) + closing * (size // 2)


def _digits(size: int) -> str:
    return hashlib.shake_256(b"digits").hexdigest(size)[:size]


def _base64(size: int) -> str:
    return base64.b64encode(hashlib.shake_256(b"base").digest(size)).decode()[:size]


def _set_apart(text: str, size: int, mark: str) -> str:
    return mark.join(text[at : at + size] for at in range(0, len(text), size))


def _json(size: int) -> str:
    return json.dumps([{"key": i, "token": f"t{i}", "name": "ab"} for i in range(size // 30)])[
        :size
    ]


def _distinct(size: int) -> str:
    return " ".join(f"w{i:x}q" for i in range(size // 5))[:size]


FAMILIES: dict[str, Callable[[int], str]] = {
    "hex": _digits,
    "hex that begins as an account does": lambda n: "de44" + _digits(n - 4),
    "upper hex in colons": lambda n: _set_apart(_digits(n).upper(), 2, ":")[:n],
    "base64": _base64,
    "base64 in lines": lambda n: _set_apart(_base64(n), 76, "\n")[:n],
    "base64url": lambda n: _base64(n).replace("+", "-").replace("/", "_"),
    "one letter": _filled("a"),
    "one capital": _filled("A"),
    "one digit": _filled("7"),
    "letters": _of(string.ascii_lowercase),
    "letters and digits": _of(string.ascii_letters + string.digits),
    "letters and digits that begin as an account does": lambda n: "gb29" + _of("abcxyz012789")(n),
    "digits": _of(string.digits),
    "digits in words": _of(string.digits, word=4),
    "digits with dashes": _filled("1234-"),
    "digits with dots": _filled("1.2."),
    "digits with commas": _filled("1,2,"),
    "single digits": _filled("1 "),
    "single letters": _filled("a b "),
    "letters with dots": _filled("a.b."),
    "letters with dashes": _filled("ABCD-"),
    "letters with underscores": _filled("ab_"),
    "letters with slashes": _filled("ab/"),
    "account numbers": _filled("GB29 NWBK 6016 1331 9268 19 "),
    "account numbers that are none": _filled("DE00 0000 0000 "),
    "account words": _filled("de44 "),
    "card numbers": _filled("4111 1111 1111 1111 "),
    "card numbers in one": _filled("4111111111111111-"),
    "telephone numbers": _filled("+1 (555) 010-0199, "),
    "identity numbers": _filled("078-05-1120 "),
    "at signs": _filled("a@"),
    "addresses": _filled("a@b.c,"),
    "web addresses": _counted("https://example.com/a/{i}?b={j}&c=d "),
    "one web address": lambda n: "https://example.com/" + _of(string.ascii_lowercase + "/&=?")(n),
    "escapes": _filled("%41%42"),
    "dates": _counted("2026-01-0{i} "),
    "dates in words": _filled("3 May 2026, "),
    "times": _filled("12:30 "),
    "blank lines": _filled("\n"),
    "lines of blanks": _filled(" \n"),
    "blanks": _filled(" "),
    "tabs": _filled("\t"),
    "carriage returns": _filled("\r\n"),
    "commas": _filled(","),
    "commas and blanks": _filled(", "),
    "colons": _filled(":"),
    "stops": _filled("."),
    "stops and blanks": _filled(". "),
    "question marks": _filled("? "),
    "dashes": _filled("-"),
    "underscores": _filled("_"),
    "asterisks": _filled("*"),
    "equals signs": _filled("= "),
    "hash signs": _filled("# "),
    "backticks": _filled("`"),
    "quotes": _filled('"'),
    "quoted words": _filled('"ab" '),
    "apostrophes": _filled("a'b'"),
    "curly quotes": _filled("“a” "),
    "brackets": _nested("(", ")"),
    "square brackets": _nested("[", "]"),
    "braces": _nested("{", "}"),
    "opened tags": _filled("<a>"),
    "opened brackets": _filled("(a "),
    "backslashes": _filled("\\"),
    "and": _filled("and "),
    "my": _filled("my "),
    "I": _filled("I "),
    "I am": _filled("I am "),
    "remember": _filled("remember "),
    "remember that": _filled("remember that I "),
    "forget": _filled("forget "),
    "forget about": _filled("forget about my "),
    "please": _filled("please "),
    "please, and": _filled("please, and "),
    "not": _filled("not "),
    "no longer": _filled("I no longer "),
    "her": _filled("her "),
    "she said": _filled("she said that "),
    "called": _filled("my sister is called Ana and "),
    "password": _filled("password "),
    "password is": _filled("password is "),
    "the password of": _filled("the password of the "),
    "pin": _filled("pin 12 "),
    "token": _filled("token="),
    "key and value": _filled("key: value, "),
    "zero one": _filled("zero one "),
    "double": _filled("double "),
    "seed": _filled("abandon ability able about "),
    "names": _filled("Ana Lima "),
    "names with titles": _filled("Dr. A. "),
    "kin": _filled("my mother and my father and "),
    "moved": _filled("moved to "),
    "from to": _filled("from 3 to 4 "),
    "ands and commas": _filled("tea, and "),
    "one sentence": lambda n: "I like " + _of(string.ascii_lowercase, word=6)(n),
    "distinct words": _distinct,
    "capitalised words": lambda n: _of(string.ascii_lowercase, word=6)(n).title(),
    "shouted words": _of(string.ascii_uppercase, word=6),
    "emoji": _filled("😀"),
    "families of emoji": _filled("👨‍👩‍👧‍👦"),
    "flags": _filled("🇵🇹"),
    "combining marks": lambda n: "e" + "\u0301" * (n - 1),
    "Chinese": _of("我们记住喜欢咖啡在上海工作"),
    "Chinese with commas": _filled("我喜欢茶，"),
    "Japanese": _filled("わたしはコーヒーが好きです"),
    "Korean": _filled("나는커피를좋아한다"),
    "Thai": _filled("ฉันชอบกาแฟ"),
    "Arabic": _filled("أنا أحب "),
    "Hindi": _filled("मुझेचाय"),
    "Cyrillic among Latin": _filled("pаsswоrd "),
    "zero-width": _filled("\u200b"),
    "zero-width in words": _filled("a\u200b"),
    "words set apart": _filled("h u n t e r 2 "),
    "full-width digits": _filled("１２３４"),
    "table": _filled("| a | b |\n|---|---|\n"),
    "list": _filled("- a\n"),
    "numbered list": _counted("{i}. a\n"),
    "quoted lines": _filled("> a\n"),
    "headings": _filled("# a\n"),
    "fences": _filled("```\n"),
    "XML": _filled("<a b='c'><d>"),
    "JSON": _json,
    "nested JSON": lambda n: '{"a":' * (n // 5),
    "YAML": _filled("a:\n  b: c\n"),
    "stack trace": _counted('  File "/a/b{i}.py", line {i}, in f\n    raise ValueError\n'),
    "log": _counted("2026-01-02 12:00:01 INFO id={i} path=/api/{j} status=200\n"),
    "settings": _counted("KEY_{i}=value{j}\n"),
    "shell": _counted("$ ls -la /tmp/{i} && echo {j} | grep a\n"),
    "code": _filled("def f(x): return x[0] if (x == 'a') else {};\n"),
    "SQL": _filled("SELECT a, b FROM c WHERE d = 'e';\n"),
    "mail heads": _filled("From: a@b.c\nSubject: d\n"),
    "dialogue": _filled("User: hello\nBot: hi\n"),
    "UUIDs": _counted("01a2f3b4-c5d6-7e8f-9a0b-1c2d3e4f{i:04x} "),
    "keys": lambda n: "-----BEGIN PRIVATE KEY-----\n" + _base64(n),
    "connection strings": _filled("postgres://a:b@c/d "),
    "web tokens": _filled("eyJhbGciOi.eyJzdWIiOi.abc-"),
    "capitals with a dash": _by_lot(lambda lot: f"A{lot.randrange(1000)}-B{lot.randrange(1000)}"),
    **{f"{name} joined by {mark}": _joined(getattr(string, name), mark)
       for name in ("ascii_uppercase", "ascii_lowercase", "digits") for mark in "-.'&@,/:=_"},
    "names with small words": _among("Ana Porto Lima of the and de da for & del"),
    "what relatives are": _among("older younger oldest half first late best closest old new beautiful baby ex wee"),
    "adverbs": _among("just really actually also now still always usually so and but then i am have been"),
    "relatives": _among("my sister brother and mother father wife ex , her son daughter is was"),
    "small words": _among("i my is am the a an of to in on at for and or but not no that this it was have with as"),
    "days and times": _among("monday tuesday march april may 3 10 2024 at 12:30 on every next last week in the of"),
    "words of secrets": _among("password pin token code key secret my the is for of = : 1234 login user and"),
    "words of numbers": _among("zero one two three double seven eight nine hundred oh and"),
    "words of requests": _among("please remember forget that note don't can you could i my me about what do know and"),
}  # fmt: skip


def readers() -> dict[str, Callable[[str], object]]:
    """Return what reads text: messages, commands, what is masked, and what a memory is judged by."""
    from langmem_ext.categories import Categories
    from langmem_ext.commands import parse_command
    from langmem_ext.memory import MemoryDraft
    from langmem_ext.nodes.candidates import find
    from langmem_ext.policies.gates import Rules, judge
    from langmem_ext.policies.secrets import mask_secrets
    from langmem_ext.settings import Settings

    settings = Settings()
    rules = Rules(Categories.load(), None, settings.sensitive_data, True)
    return {
        "find": lambda text: find(text, settings.decision, history=[text], after=[text, "ok?"]),
        "parse_command": parse_command,
        "mask_secrets": mask_secrets,
        "judge": lambda text: judge(MemoryDraft(content=text), rules),
    }


def timed(
    families: list[str], sizes: dict[str, list[int]], limit: float
) -> Iterator[tuple[str, int, str] | float]:
    """Yield family, size and reader, then the seconds it took of the processor; `sizes` are a reader's."""
    reading = readers()
    for read in reading.values():
        read("My name is Ana. Remember that I like tea; the password is hunter2.")  # all is loaded
    for family in families:
        for name, chosen in sizes.items():
            for size in chosen:
                text = FAMILIES[family](size)
                yield family, size, name
                begun = time.process_time()
                _cut_off(reading[name], text, limit)
                yield time.process_time() - begun


class _TooLong(BaseException):
    """Be no error that a reader could take for one of its own."""


def _cut_off(read: Callable[[str], object], text: str, limit: float) -> None:
    """Read a text for so many seconds of processor time; `re` looks for signals while it matches."""

    def stop(*_: object) -> None:
        raise _TooLong

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        read(text)
    except _TooLong:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    chosen = json.loads(sys.stdin.read())
    for each in timed(**chosen):
        if isinstance(each, float):
            print(f", {each:.4f}]", flush=True)
        else:
            print(json.dumps(each)[:-1], end="", flush=True)

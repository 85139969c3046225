"""Does any text stop a reader, or take it longer than its length says?"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_text import FAMILIES

from langmem_ext.categories import Categories
from langmem_ext.commands import parse_command
from langmem_ext.memory import MemoryDraft
from langmem_ext.nodes.candidates import find
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.gates import Rules, judge
from langmem_ext.policies.secrets import find_secrets, mask_secrets
from langmem_ext.policies.writing import Rejection
from langmem_ext.reading import bounds
from langmem_ext.reading.bounds import MOST, PIECE, near, pieces, readable, veiled
from langmem_ext.settings import Settings

PROGRAM = Path(__file__).parent / "support" / "hostile_text.py"
SIZES = {"find": [1_200], "parse_command": [1_200], "mask_secrets": [600], "judge": [280]}
AT_MOST = 2.0
"""Seconds of processor time, ten times of what the slowest takes: a text that stops a reader takes for ever."""
IN_ALL = 300
"""Seconds for all of them, on a machine that has other things to do."""


def test_no_text_stops_a_reader() -> None:
    took = _timed(list(FAMILIES))
    assert len(took) == len(FAMILIES) * len(SIZES)
    assert [each for each in took if each[3] > 0.9 * AT_MOST] == []


def _timed(families: list[str]) -> list[tuple[str, int, str, float]]:
    asked = json.dumps({"families": families, "sizes": SIZES, "limit": AT_MOST})
    try:
        run = subprocess.run(
            [sys.executable, PROGRAM], input=asked, capture_output=True, text=True, timeout=IN_ALL
        )
    except subprocess.TimeoutExpired as late:
        pytest.fail(f"no end after: {(late.stdout or b'').splitlines()[-1:]}")
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.parametrize("family", FAMILIES)
def test_rules_look_at_a_set_number_of_characters_in_words_of_a_set_length(family: str) -> None:
    for size in (MOST + 10, 300_000):
        looked_at = readable(FAMILIES[family](size))
        assert len(looked_at) <= MOST
        assert max(map(len, bounds._WORD.findall(looked_at)), default=0) <= bounds.LONGEST


@pytest.mark.parametrize("family", FAMILIES)
def test_pieces_cover_a_text_and_share_their_edges(family: str) -> None:
    text = FAMILIES[family](30_000)
    cut = list(pieces(text))
    assert cut[0][0] == 0 and cut[-1][1] == len(text)
    assert all(0 < end - start <= PIECE for start, end in cut)
    assert all(before[0] < after[0] < before[1] - 200 for before, after in itertools.pairwise(cut))


def test_a_message_that_nobody_could_type_is_read_as_it_stands() -> None:
    said = "Please remember that I am vegan.\n\n- I live in Porto\n- my dog is called Max!!!\n\n\nThanks, thanks."
    assert readable(said) == said


def test_a_request_behind_a_long_document_is_read() -> None:
    document = "\n".join(f"Section {n} says that the tenant pays {n} euros." for n in range(1000))
    (found,) = find_directives(f"{document}\n\nPlease remember that I am vegan.")
    assert found.content == "The user is vegan"
    assert parse_command(f"{document}\n\nList everything you remember about me.")


def test_what_a_fence_encloses_is_no_request_behind_the_cut() -> None:
    code = "\n".join(f"step_{n} = {n}" for n in range(2000))
    said = f"Why does this fail?\n```\n{code}\nPlease remember that I am vegan.\n```\n"
    assert find_directives(said) == []
    assert [each.content for each in find_directives(f"{said}\nRemember that I like tea.")] == [
        "The user likes tea"
    ]


def test_a_long_address_is_kept_whole() -> None:
    address = "https://docs.example.com/d/" + "/".join(f"part-{n}" for n in range(12)) + "?tab=t.0"
    assert len(address) > bounds.LONGEST
    (found,) = find(
        f"Remember that our design document is at {address}", Settings().decision
    ).requested
    assert found.content.endswith(address)
    assert all(len(each) <= bounds.LONGEST for each in (found.title, *found.keywords))
    assert parse_command(f"Forget that our design document is at {address}").argument.endswith(
        address
    )


def test_words_too_long_stand_under_names_that_are_given_back() -> None:
    long = "x" * 300
    looked_at = veiled(f"my key is {long} and {long[:200]}")
    assert long[:200] not in looked_at.text
    assert looked_at.unveiled(looked_at.text) == f"my key is {long} and {long[:200]}"


def test_near_keeps_the_beginning_and_the_end() -> None:
    text = near("first " + " ".join(map(str, range(100_000))) + " last")
    assert text.startswith("first ") and text.endswith(" last") and len(text) <= MOST


def _log(lines: int) -> list[str]:
    return [
        f"12:00:01 INFO request {n} took {n % 90} ms on path /api/v1/items" for n in range(lines)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "password=hunter2-Very-Secret",
        "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzEXAMPKEYS",
        "my card is 4111 1111 1111 1111",
        "postgres://admin:s3cr3tpw@db.internal/app",
        "the pin for my phone is 4471",
        "token ghp_" + "a1B2c3D4e5F6" * 3,
    ],
)
def test_a_secret_in_any_place_of_a_long_text_is_masked(line: str) -> None:
    value = line.split("=")[-1].rpartition(" ")[2]
    assert value not in mask_secrets(line)
    log = _log(160)
    for place in range(0, 160, 13):
        text = "\n".join([*log[:place], line, *log[place:]])
        assert value not in mask_secrets(text), place


def test_nothing_of_a_long_secret_is_left_at_an_edge() -> None:
    body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKB"
    key = "\n".join(["-----BEGIN PRIVATE KEY-----", *[body] * 26, "-----END PRIVATE KEY-----"])
    token = (
        "eyJhbGciOiJIUzI1NiJ9."
        + "eyJzdWIiOiIxMjM0NTY3ODkwIn0" * 40
        + "."
        + "SflKxwRJSMeKKF2QT4" * 3
    )
    log = _log(100)
    for secret, part in ((key, body[:20]), (f"Bearer {token}", "SflKxwRJSMeKKF2QT4")):
        for place in range(20, 80, 6):
            text = "\n".join([*log[:place], secret, *log[place:]])
            masked = mask_secrets(text)
            assert part not in masked, place
            assert log[0] in masked and log[-1] in masked


def test_a_secret_in_json_without_blanks_is_masked_alone() -> None:
    rows = [{"id": n, "name": f"item{n}", "size": n * 3} for n in range(400)]
    rows[220] = {"id": 220, "password": "Tr0ub4dor-9xKq"}
    masked = mask_secrets(json.dumps(rows, separators=(",", ":")))
    assert "Tr0ub4dor" not in masked and '"item210"' in masked and '"item230"' in masked


def test_a_text_that_cannot_be_looked_through_is_masked_whole(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise StopIteration("the words of somebody")

    monkeypatch.setattr("langmem_ext.policies.secrets._secrets_in", fails)
    assert mask_secrets("the words of somebody") == "[text removed]"
    assert "StopIteration" in caplog.text and "words of somebody" not in caplog.text
    assert [each.kind for each in find_secrets("")] == []


def test_a_text_far_too_long_for_a_memory_is_refused_unread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "langmem_ext.policies.gates.GATES", {"secrets": None}
    )  # would fail if it were asked
    verdict = judge(MemoryDraft(content="word " * 250_000), Rules(Categories.load()))
    assert isinstance(verdict, Rejection) and verdict.reason == "format"

"""A conversation that is brought in from a file is remembered as if it had just been held, and only once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import psycopg
import pytest

from langmem_ext import Principal, Settings
from langmem_ext.errors import UnreadableConversation
from langmem_ext.ingest import importing
from langmem_ext.ingest.conversations import Conversation
from langmem_ext.ingest.importing import Report, import_conversations
from langmem_ext.ingest.locomo import read_date
from langmem_ext.ingest.reading import read_file

if TYPE_CHECKING:
    from langmem_ext.stores import MemoryStore

SAMPLE = {
    "sample_id": "talk-1",
    "conversation": {
        "speaker_a": "Vera",
        "speaker_b": "Oskar",
        "session_2_date_time": "12:05 am on 1 March, 2024",
        "session_2": [
            {"speaker": "Vera", "dia_id": "D2:1", "text": "I live in Porto now."},
            {
                "speaker": "Oskar",
                "dia_id": "D2:2",
                "text": "Lovely!",
                "blip_caption": "a boat on a river",
            },
        ],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Vera", "dia_id": "D1:1", "text": "Hi Oskar! I live in Graz."},
            {"speaker": "Oskar", "dia_id": "D1:2", "text": "I live in Bergen."},
            {"speaker": "Vera", "dia_id": "D1:3", "text": "I take insulin every morning."},
        ],
        "session_3_date_time": "9:00 am on 2 March, 2024",  # a date without a session, as real files have
    },
}
OTHER = {
    "sample_id": "talk-2",
    "conversation": {
        "session_1_date_time": "10:00 am on 5 June, 2023",
        "session_1": [{"speaker": "Vera", "dia_id": "D1:1", "text": "I love chess."}],
    },
}


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Any, str], Path]:
    """Write a file: lines of JSON for a list of lines, one JSON document otherwise."""

    def write(content: Any, name: str = "talk.json") -> Path:
        path = tmp_path / name
        lines = name.endswith("l") and isinstance(content, list)
        text = (
            "\n".join(each if isinstance(each, str) else json.dumps(each) for each in content)
            if lines
            else json.dumps(content)
        )
        path.write_text(text, encoding="utf-8")
        return path

    return write


def said(*texts: str, **more: Any) -> list[dict[str, Any]]:
    return [{"role": "user", "content": text, **more} for text in texts]


def bring_in(store: MemoryStore, conversations: Sequence[Conversation]) -> Report:
    report = Report()
    import_conversations(store, conversations, principal=Principal(), report=report)
    return report


# Reading LoCoMo


def test_the_sessions_of_a_sample_are_read_in_their_order(write):
    (conversation,) = read_file(write([SAMPLE])).conversations

    assert [(each.session_id, each.id) for each in conversation.messages] == [
        ("talk-1/session_1", "D1:1"),
        ("talk-1/session_1", "D1:2"),
        ("talk-1/session_1", "D1:3"),
        ("talk-1/session_2", "D2:1"),
        ("talk-1/session_2", "D2:2"),
    ]


def test_turns_of_a_session_are_a_second_apart_from_its_date(write):
    (conversation,) = read_file(write(SAMPLE)).conversations

    start = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert [each.at for each in conversation.messages[:3]] == [
        start + timedelta(seconds=i) for i in range(3)
    ]


def test_a_shared_photo_is_read_as_its_caption(write):
    (conversation,) = read_file(write(SAMPLE)).conversations

    assert conversation.messages[-1].text == "Lovely! [shares photo: a boat on a river]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12:05 am on 1 March, 2024", datetime(2024, 3, 1, 0, 5, tzinfo=UTC)),
        ("12:30 PM on 31 December, 2022", datetime(2022, 12, 31, 12, 30, tzinfo=UTC)),
    ],
)
def test_noon_and_midnight_are_told_apart(text, expected):
    assert read_date(text, UTC) == expected


def test_a_date_without_zone_is_in_the_zone_that_is_named(write):
    (conversation,) = read_file(write(SAMPLE), zone=ZoneInfo("Europe/Lisbon")).conversations

    assert conversation.messages[0].at == datetime(2023, 5, 8, 12, 56, tzinfo=UTC)


def test_each_sample_is_a_user_of_its_own_unless_one_is_named(write):
    path = write([SAMPLE, OTHER])

    assert [each.user_id for each in read_file(path).conversations] == ["talk-1", "talk-2"]
    assert {each.user_id for each in read_file(path, user_id="vera").conversations} == {"vera"}


@pytest.mark.parametrize("chosen", ["talk-2", "2"])
def test_one_sample_can_be_chosen_by_id_or_number(write, chosen):
    (conversation,) = read_file(write([SAMPLE, OTHER]), conversation=chosen).conversations

    assert conversation.user_id == "talk-2"


@pytest.mark.parametrize("chosen", ["talk-9", "0", "3", ""])
def test_a_sample_that_is_not_there_is_refused_with_those_that_are(write, chosen):
    with pytest.raises(UnreadableConversation, match=r"talk-1, talk-2 \(or 1 to 2, or all\)"):
        read_file(write([SAMPLE, OTHER]), conversation=chosen)


@pytest.mark.parametrize(
    ("place", "value", "complaint"),
    [
        (
            "session_1_date_time",
            "yesterday",
            "talk.json, talk-1, session_1: cannot read the date 'yesterday'",
        ),
        ("session_1_date_time", "1:00 pm on 31 April, 2023", "there is no date"),
        ("session_1", {"a": 1}, "talk-1, session_1: expected a list of turns"),
        (
            "session_1",
            [{"speaker": "Vera"}],
            "talk-1, session_1, turn 1: expected an object with the texts",
        ),
        (
            "session_1",
            [{"speaker": "V", "dia_id": "D1", "text": "a\x00b"}],
            "turn 1: the text has NUL characters",
        ),
    ],
)
def test_a_broken_sample_is_refused_with_the_place_of_the_fault(write, place, value, complaint):
    broken = {**SAMPLE, "conversation": {**SAMPLE["conversation"], place: value}}

    with pytest.raises(UnreadableConversation, match=complaint):
        read_file(write(broken))


def test_a_broken_turn_can_be_skipped(write):
    turns = [{"speaker": "Vera"}, *SAMPLE["conversation"]["session_1"]]
    source = read_file(
        write({**SAMPLE, "conversation": {**SAMPLE["conversation"], "session_1": turns}}),
        skip_bad=True,
    )

    assert len(source.conversations[0].messages) == 5
    assert source.skipped == (
        "talk-1, session_1, turn 1: expected an object with the texts speaker, dia_id and text",
    )


# Reading messages


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": "Hello"},
        {"role": "user", "content": [{"type": "text", "text": "Hello"}, {"type": "image_url", "image_url": {}}]},
        {"type": "human", "content": "Hello"},
        {"type": "human", "data": {"content": "Hello", "additional_kwargs": {}, "type": "human"}},
        {"type": "HumanMessageChunk", "data": {"content": ["Hello"]}},
        {"lc": 1, "type": "constructor", "id": ["langchain", "HumanMessage"], "kwargs": {"content": "Hello"}},
        {"messages": [{"role": "user", "content": "Hello"}]},
    ],
)  # fmt: skip
def test_messages_are_read_as_openai_and_langchain_write_them(write, message):
    (conversation,) = read_file(write([message], "talk.jsonl")).conversations

    assert [(each.role, each.text) for each in conversation.messages] == [("user", "Hello")]


def test_what_langchain_dumps_is_read(write):
    from langchain_core.load import dumpd
    from langchain_core.messages import AIMessage, HumanMessage, messages_to_dict

    messages = [HumanMessage("Hello", id="m1"), AIMessage("Hi", id="m2")]
    for lines in (messages_to_dict(messages), [dumpd(each) for each in messages]):
        (conversation,) = read_file(write(lines, "talk.jsonl")).conversations

        assert [(each.id, each.role, each.text) for each in conversation.messages] == [
            ("m1", "user", "Hello"),
            ("m2", "assistant", "Hi"),
        ]


def test_what_nobody_said_is_left_out(write):
    lines = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "42"},
    ]
    (conversation,) = read_file(write(lines, "talk.jsonl")).conversations

    assert [each.text for each in conversation.messages] == ["Hello"]


@pytest.mark.parametrize(
    ("timestamp", "expected"),
    [
        ("2024-03-01T10:00:00Z", datetime(2024, 3, 1, 10, tzinfo=UTC)),
        (
            "2024-03-01T10:00:00+02:00",
            datetime(2024, 3, 1, 10, tzinfo=timezone(timedelta(hours=2))),
        ),
        ("2024-03-01 10:00", datetime(2024, 3, 1, 10, tzinfo=UTC)),
        (1709287200, datetime(2024, 3, 1, 10, tzinfo=UTC)),
        (1709287200000, datetime(2024, 3, 1, 10, tzinfo=UTC)),
        ("1709287200.5", datetime(2024, 3, 1, 10, 0, 0, 500000, tzinfo=UTC)),
        (None, None),
    ],
)
def test_times_are_read_as_iso_or_epoch(write, timestamp, expected):
    (conversation,) = read_file(
        write(said("Hello", timestamp=timestamp), "talk.jsonl")
    ).conversations

    assert conversation.messages[0].at == expected


def test_lines_belong_to_the_users_and_sessions_that_they_name(write):
    lines = [
        {"role": "user", "content": "a", "user_id": "ana", "session_id": "s1"},
        {"role": "user", "content": "b", "user_id": 7},
        {"role": "user", "content": "c"},
    ]
    found = read_file(write(lines, "talk.jsonl"), default_user="me").conversations

    assert [(each.user_id, each.messages[0].session_id) for each in found] == [
        ("ana", "s1"),
        ("7", "talk"),
        ("me", "talk"),
    ]


def test_a_named_user_owns_all_lines_in_the_order_of_the_file(write):
    lines = [
        {"role": "user", "content": text, "user_id": user} for text, user in ("a1", "b2", "c1")
    ]
    (conversation,) = read_file(write(lines, "talk.jsonl"), user_id="me").conversations

    assert [each.text for each in conversation.messages] == ["a", "b", "c"]


def test_the_ids_of_messages_stay_when_the_file_grows(write):
    short = read_file(write(said("Yes", "No", "Yes"), "talk.jsonl")).conversations[0].messages
    long = read_file(write(said("Yes", "No", "Yes", "Yes"), "talk.jsonl")).conversations[0].messages

    assert long[:3] == short
    assert len({each.id for each in long}) == 4


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{not json", "talk.jsonl, line 2: not JSON: .* at column 2"),
        ("[1, 2]", "line 2: expected a JSON object"),
        ('{"content": "x"}', "line 2: no role and no type"),
        ('{"role": "king", "content": "x"}', "line 2: unknown role 'king'; known are user, human"),
        ('{"role": "user"}', "line 2: no content"),
        ('{"role": "user", "content": 7}', "line 2: content must be a text or a list of parts"),
        (
            '{"role": "user", "content": "x", "timestamp": "soon"}',
            "line 2: cannot read the timestamp 'soon'",
        ),
        (
            '{"role": "user", "content": "x", "timestamp": 1e300}',
            "line 2: cannot read the timestamp",
        ),
        (
            '{"role": "user", "content": "x", "user_id": []}',
            "line 2: user_id must be a text or a whole number",
        ),
        ('{"role": "user", "content": "a\\u0000b"}', "line 2: the text has NUL characters"),
        ('{"role": "user", "content": "a\\ud800"}', "line 2: the text has half of a character"),
    ],
)
def test_a_bad_line_is_refused_with_its_number_and_can_be_skipped(write, line, complaint):
    path = write([*said("Hello"), line, *said("Bye")], "talk.jsonl")

    with pytest.raises(UnreadableConversation, match=complaint):
        read_file(path)
    source = read_file(path, skip_bad=True)
    assert [each.text for each in source.conversations[0].messages] == ["Hello", "Bye"]
    assert [each.partition(":")[0] for each in source.skipped] == ["line 2"]


@pytest.mark.parametrize("text", ["", "\n\n", "[]", '{"role": "system", "content": "x"}'])
def test_a_file_with_nothing_to_say_is_refused(tmp_path, text):
    (tmp_path / "empty.jsonl").write_text(text)

    with pytest.raises(UnreadableConversation, match=r"empty\.jsonl has no messages"):
        read_file(tmp_path / "empty.jsonl")


def test_half_a_json_file_is_refused_with_the_line_where_it_breaks_off(tmp_path):
    (tmp_path / "half.json").write_text(json.dumps([SAMPLE], indent=1)[:300])

    with pytest.raises(UnreadableConversation, match=r"half\.json, line \d+: not JSON"):
        read_file(tmp_path / "half.json")


def test_a_file_that_is_no_text_is_refused_with_the_line(tmp_path):
    (tmp_path / "talk.jsonl").write_bytes(b'{"role": "user", "content": "x"}\n\xff\xfe')

    with pytest.raises(UnreadableConversation, match="line 2: not UTF-8"):
        read_file(tmp_path / "talk.jsonl")


# Importing


def test_the_memories_of_an_import_keep_when_and_by_whom_they_were_said(store, write):
    report = bring_in(store, read_file(write(SAMPLE)).conversations)
    (porto,) = (
        each for each in store.bind(Principal(user_id="talk-1")).list() if "Porto" in each.content
    )

    assert (report.turns, dict(report.rejected)) == (5, {"health": 1})
    assert porto.content == "Vera lives in Porto"
    assert porto.event_time == datetime(2024, 3, 1, 0, 5, tzinfo=UTC)
    assert (porto.source, porto.source_ids, porto.stated_by, porto.thread_id) == (
        "import",
        ("D2:1",),
        "Vera",
        "talk-1/session_2",
    )


def test_a_later_statement_supersedes_the_same_speakers_and_nobody_elses(store, write):
    report = bring_in(store, read_file(write(SAMPLE)).conversations)
    living = [
        each.content
        for each in store.bind(Principal(user_id="talk-1")).list(filters={"category": "profile"})
    ]

    assert dict(report.memories) == {"created": 2, "superseded": 1}
    assert sorted(living) == ["Oskar lives in Bergen", "Vera lives in Porto"]


def test_the_owner_alone_in_a_conversation_is_not_a_third_person(store, write):
    lines = [
        *said("I live in Graz.", name="Vera"),
        {"role": "assistant", "content": "I live in the cloud."},
    ]
    bring_in(store, read_file(write(lines, "talk.jsonl"), user_id="vera").conversations)
    (memory,) = store.bind(Principal(user_id="vera")).list()

    assert (memory.content, memory.subjects) == ("Vera lives in Graz", ())


def test_turns_are_kept_with_their_ids_and_found(store, write):
    bring_in(store, read_file(write(SAMPLE)).conversations)
    view = store.bind(Principal(user_id="talk-1"))

    best = view.search_turns("boat river")[0].turn
    assert (best.id, best.session_id, best.speaker) == ("D2:2", "talk-1/session_2", "Oskar")
    assert view.embed_missing() == 0


def test_secrets_are_masked_in_turns_and_never_remembered(store, write):
    text = "Please remember that my wifi password is Tr0ub4dor&3."
    report = bring_in(store, read_file(write(said(text), "talk.jsonl"), user_id="u").conversations)
    view = store.bind(Principal(user_id="u"))

    assert dict(report.rejected) == {"secret": 1}
    assert view.list() == []
    assert "Tr0ub4dor" not in view.search_turns("wifi password")[0].turn.content


def test_a_second_import_changes_nothing(store, database_uri, write):
    conversations = read_file(write([SAMPLE, OTHER])).conversations
    bring_in(store, conversations)
    before = state_of(database_uri)
    again = bring_in(store, conversations)

    assert (again.turns, again.known, dict(again.memories), dict(again.rejected)) == (0, 6, {}, {})
    assert state_of(database_uri) == before


def test_a_file_that_has_grown_brings_only_what_is_new(store, write):
    bring_in(
        store, read_file(write(said("I live in Graz."), "talk.jsonl"), user_id="u").conversations
    )
    longer = said("I live in Graz.", "I love chess.")
    report = bring_in(store, read_file(write(longer, "talk.jsonl"), user_id="u").conversations)

    assert (report.turns, report.known) == (1, 1)


def test_a_message_that_another_import_has_just_written_is_left_alone(store, write, monkeypatch):
    conversations = read_file(write(SAMPLE)).conversations
    bring_in(store, conversations)
    monkeypatch.setattr(
        importing, "_known", lambda view, messages: set()
    )  # looked just before the other one wrote
    report = bring_in(store, conversations)

    assert (report.turns, report.known, dict(report.memories)) == (0, 5, {})


def test_the_size_of_batches_makes_no_difference(databases, write, monkeypatch):
    states = []
    for size in (1, 3, 100):
        monkeypatch.setattr(importing, "BATCH", size)
        with databases.fresh() as uri:
            _ingest(uri, conversations=read_file(write(SAMPLE)).conversations)
            states.append(state_of(uri))

    assert states[0] == states[1] == states[2]


def _ingest(uri: str, conversations: Sequence[Conversation]) -> None:
    from langmem_ext import MemoryStore

    with MemoryStore.from_conn_string(uri, settings=Settings(embedder="none")) as store:
        bring_in(store, conversations)


# Interruptions

CUT_SHORT = """
import os, sys, psycopg
at, signal = int(sys.argv.pop(1)), int(sys.argv.pop(1))
execute, count = psycopg.Cursor.execute, 0
def counted(self, *args, **kwargs):
    global count
    count += 1
    if count == at:
        os.kill(os.getpid(), signal)
    return execute(self, *args, **kwargs)
psycopg.Cursor.execute = counted
from langmem_ext.cli import app
try:
    app()
finally:
    print(f"statements: {count}", file=sys.stderr)
"""


def run_ingest(
    uri: str, path: Path, *, at: int = 0, with_signal: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process that sends itself a signal before its statement number `at`."""
    support = str(Path(__file__).parent / "support")
    environment = {
        **os.environ,
        "LANGMEM_DATABASE_URI": uri,
        "PYTHONPATH": support,
        "LANGMEM_EMBEDDER": "fix_embeddings:HashEmbeddings",
    }
    command = [
        sys.executable,
        "-c",
        CUT_SHORT,
        str(at),
        str(int(with_signal)),
        "ingest",
        str(path),
        "--json",
    ]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def long_talk() -> list[dict[str, Any]]:
    """Say enough for several batches: facts, changes of facts, repetitions, refusals and small talk."""
    towns = ["Graz", "Porto", "Bergen", "Turin"]
    lines: list[dict[str, Any]] = []
    for day in range(12):
        texts = (
            f"I live in {towns[day % 4]}.",
            "I love chess.",
            f"I bought a red bicycle number {day} yesterday.",
            "I take insulin every morning.",
            "Please remember that my wifi password is Tr0ub4dor&3.",
            f"Please remember that my locker is number {day}.",
            "What a day!",
        )
        lines += said(
            *texts, session_id=f"day-{day}", timestamp=1709287200 + day * 86400, user_id="vera"
        )
    return lines


@dataclass(frozen=True)
class Whole:
    """What an import leaves that nothing interrupts."""

    path: Path
    statements: int
    state: dict[str, list[str]]


@pytest.fixture(scope="module")
def whole(databases, tmp_path_factory) -> Whole:
    path = tmp_path_factory.mktemp("whole") / "talk.jsonl"
    path.write_text("\n".join(map(json.dumps, long_talk())), encoding="utf-8")
    with databases.fresh() as uri:
        done = run_ingest(uri, path)
        assert done.returncode == 0, done.stderr
        return Whole(path, int(done.stderr.rpartition(":")[2]), state_of(uri))


_random = random.Random(20)


# The first statements only open the store.
@pytest.mark.parametrize("share", sorted(round(_random.uniform(0.05, 1), 3) for _ in range(4)))
def test_an_import_killed_at_any_moment_and_run_again_ends_like_one_that_was_not(
    databases, whole, share
):
    moment = int(whole.statements * share)
    with databases.fresh() as uri:
        killed = run_ingest(uri, whole.path, at=moment, with_signal=signal.SIGKILL)
        assert killed.returncode == -signal.SIGKILL
        assert run_ingest(uri, whole.path).returncode == 0
        assert state_of(uri) == whole.state


def test_an_import_killed_again_and_again_gets_there(databases, whole):
    with databases.fresh() as uri:
        for _ in range(2):
            run_ingest(uri, whole.path, at=whole.statements // 2, with_signal=signal.SIGKILL)
        last = run_ingest(uri, whole.path)
        assert 0 < json.loads(last.stdout)["known_turns"] < 84
        assert state_of(uri) == whole.state


def test_an_interrupt_ends_with_130_and_says_how_to_go_on(databases, whole):
    # Python drops an interrupt that reaches it while it frees an object: then another place is tried
    for at in (whole.statements // 2, whole.statements // 3):
        with databases.fresh() as uri:
            done = run_ingest(uri, whole.path, at=at, with_signal=signal.SIGINT)
        if done.returncode:
            break

    assert done.returncode == 130
    assert "of 84 turns are kept; run the same command again to go on" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


STATE = {
    "turns": "SELECT space, session_id, id, position, role, speaker, content, at, agent_id FROM langmem.turns",
    "sessions": "SELECT space, session_id, turn_count, first_seen, last_turn FROM langmem.sessions",
    "memories": """SELECT space, category, type, title, content, keywords, importance, confidence, subjects, stated_by,
        source, source_ids, slot, thread_id, state, event_time, valid_from, valid_until, cardinality(supersedes),
        cardinality(superseded_by), extra FROM langmem.memories""",
    "history": "SELECT space, rev, category, event, old, new FROM langmem.history",
    "changes": "SELECT space, rev, category, event, text FROM langmem.change_log",
    "events": "SELECT space, node, op, status, reason, category FROM langmem.events",
    "operations": "SELECT space, operation_id FROM langmem.operations",
    "spaces": "SELECT space, rev, memory_count, memory_length, turn_count, turn_length FROM langmem.spaces",
    "postings": "SELECT space, corpus, term, tf, length FROM langmem.postings",
    "documents": "SELECT space, corpus, embedding::text, waits FROM langmem.documents",
}


def state_of(uri: str) -> dict[str, list[str]]:
    """Return all that an import leaves, but for random ids and the time at which it ran."""
    with psycopg.connect(uri) as connection:
        return {name: sorted(map(repr, connection.execute(query))) for name, query in STATE.items()}

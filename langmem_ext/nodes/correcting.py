"""What becomes of what the message before said, when this one puts it right?"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from langchain_core.messages import AnyMessage

from langmem_ext.errors import MemoryNotFound
from langmem_ext.memory import Memory
from langmem_ext.nodes.candidates import Found
from langmem_ext.nodes.node import Steps, aside, ask
from langmem_ext.nodes.work import Work, plain
from langmem_ext.policies.answered import as_statement
from langmem_ext.policies.corrections import put_right, takes_back
from langmem_ext.reading.bounds import near, readable
from langmem_ext.reading.parts import own_words
from langmem_ext.stores.operations.conversation import text_of
from langmem_ext.stores.view import MemoryView

LOOKED_AT = 50
"""Memories of the conversation that are compared with the message before."""


@dataclass(frozen=True, slots=True)
class Before:
    """Hold the message that is put right: its id, and the wrong value, None where a whole statement takes the place."""

    id: str | None
    wrong: str | None


def reread(
    work: Work, text: str, found: Found, find: Callable[..., Found]
) -> Steps[tuple[Found, Before | None]]:
    """Return what was meant by the message before, where this one only puts it right; else what was found."""
    before, asked = said_before(work)
    if before is None:
        return found, None
    if found.requested or found.noticed:
        return found, Before(before.id, None) if takes_back(text) else None
    said = readable(own_words(near(plain(text_of(before)))))
    if not work.principal.chat_id:
        said = as_statement(readable(work.answered_by(before)), said) or said
    right = put_right(text, said, asked=asked)
    if right is None or found.taken_back:
        return found, None
    meant, wrong = (yield from aside(find, right.text)), (yield from aside(find, said))
    known = {each.content for each in wrong.requested} | {each.content for each in wrong.noticed}
    meant = replace(
        meant,
        requested=[each for each in meant.requested if each.content not in known],
        noticed=[each for each in meant.noticed if each.content not in known],
        refused=0,
        withheld=0,
        taken_back=[],
        closed=[],
        moved=[],
    )
    return meant, Before(before.id, right.wrong)


def drop_wrong(view: MemoryView, before: Before, written: Collection[Memory]) -> Steps[None]:
    """Forget what the message before had said wrong; what fills a slot has given way already."""
    thread = view.scope.principal.thread_id if view.scope.principal else None
    if before.id is None or thread is None or not written:
        return
    page: list[Memory] = yield from ask(
        view, "list", filters={"thread_id": thread}, limit=LOOKED_AT
    )
    ids, rules = {each.id for each in written}, {each.extra.get("rule") for each in written}
    for memory in page:
        ours = before.id in memory.source_ids and not memory.slot and memory.id not in ids
        if ours and _is_wrong(memory, before.wrong, rules):
            try:
                yield from ask(view, "forget", memory.id)
            except MemoryNotFound:  # another run was faster
                continue


def _is_wrong(memory: Memory, wrong: str | None, rules: Collection[object]) -> bool:
    if wrong is None:
        return memory.extra.get("rule") in rules
    return re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", memory.content, re.I) is not None


def said_before(work: Work) -> tuple[AnyMessage | None, bool]:
    """Return what the same person said last before, and whether the agent asked something since."""
    said = work.lately
    at = next((i for i, each in enumerate(said) if each is work.asked), 0)
    last = next((i for i in range(at - 1, -1, -1) if said[i].type == "human"), None)
    if last is None or work.asked is None or said[last].name != work.asked.name:
        return None, False
    if work.is_off_the_record(said[last]):
        return None, False
    asked = any(text_of(each).rstrip().endswith("?") for each in said[last + 1 : at])
    return said[last], asked

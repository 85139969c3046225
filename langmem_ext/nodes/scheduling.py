"""When does a LangGraph server review the conversation before this one?"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from langchain_core.messages import AnyMessage

from langmem_ext.nodes.asking import Model
from langmem_ext.nodes.node import Call, Steps, ask
from langmem_ext.nodes.work import Work

logger = logging.getLogger(__name__)

REVIEWING = "session_review"
"""The graph that reviews, as langgraph.json names it."""


def schedule_review(call: Call, work: Work, model: Model) -> Steps[None]:
    """Let the server review what is over as this conversation begins, in `review.after_seconds`.

    Only a server has a queue of runs, and only a model can review. What is not scheduled, or lost, the nightly review
    finds due.
    """
    seconds, server = work.settings.review.after_seconds, call.runtime.server_info
    if server is None or seconds is None or not (model or work.settings.model):
        return
    if _begins(work.messages):
        yield from ask(_Runs(seconds, _whose(work)), "schedule")


def _begins(messages: list[AnyMessage]) -> bool:
    return sum(message.type == "human" for message in messages) == 1


def _whose(work: Work) -> dict[str, str]:
    """Return the context of a run on behalf of the same user, chat or application."""
    names = ("user_id", "tenant", "chat_id", "app_id")
    stated = {name: getattr(work.principal, name) for name in names}
    return {name: value for name, value in stated.items() if value is not None}


@dataclass(frozen=True, slots=True)
class _Runs:
    """Reach the queue of the server that this runs on, from within."""

    seconds: int
    context: dict[str, str]

    def schedule(self) -> None:
        """Do nothing: a server runs its graphs in an event loop."""

    async def aschedule(self) -> None:
        """Queue a run of its own, without a thread; a conversation never fails for it."""
        try:
            from langgraph_sdk import get_client

            async with get_client() as client:
                await client.runs.create(
                    None, REVIEWING, input={}, context=self.context, after_seconds=self.seconds
                )
        except Exception as error:  # no such graph on this server, or no way to it
            logger.info("no review was scheduled: %s", type(error).__name__)

"""How is it shown what memory does?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from langmem_ext.cli.call import Call, shared
from langmem_ext.cli.output import console, print_json
from langmem_ext.cli.running import Interrupted, app

if TYPE_CHECKING:
    from langmem_ext.demo.holding import Demo


@app.command("demo")
@shared
def demo_(call: Call) -> None:
    """Hold a conversation over several days with a supervisor that remembers; run it again to see that it does."""
    from langmem_ext.demo.holding import demo

    try:
        with demo(call.settings()) as held:
            print_json(_as_dict(held)) if call.json else _show(held)
    except KeyboardInterrupt:
        raise Interrupted("what was said is kept; run it again to go on") from None


def _show(held: Demo) -> None:
    from langmem_ext.demo.script import SESSIONS
    from langmem_ext.demo.showing import Screen

    screen = Screen(console(width=100))
    screen.opening(held.model, held.survived())
    for number, session in enumerate(SESSIONS, 1):
        screen.session(session, number)
        for turn in held.hold(session):
            screen.turn(turn)
    screen.ending(held.end())


def _as_dict(held: Demo) -> dict[str, Any]:
    from langmem_ext.demo.script import SESSIONS
    from langmem_ext.demo.showing import ending_as_dict, turn_as_dict

    memories, turns = held.survived()
    sessions = [
        {
            "title": session.title,
            "user_id": session.user_id,
            "thread_id": session.thread_id,
            "days_ago": session.days_ago,
            "turns": [turn_as_dict(turn) for turn in held.hold(session)],
        }
        for session in SESSIONS
    ]
    survived = {"memories": memories, "turns": turns}
    return {
        "model": held.model,
        "survived": survived,
        "sessions": sessions,
        **ending_as_dict(held.end()),
    }

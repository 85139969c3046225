"""What do people say in the demo, and when?

The ids are fixed, so a second run knows what was said already. The password is made up.
"""

from __future__ import annotations

from dataclasses import dataclass

ANA, BEN = "demo-ana", "demo-ben"


@dataclass(frozen=True, slots=True)
class Line:
    """Hold one thing that a user says; `point` says what to look at in what happens then."""

    id: str
    text: str
    point: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """Hold what one user says in one sitting; several sittings may go on with the same thread."""

    title: str
    user_id: str
    thread_id: str
    days_ago: int
    lines: tuple[Line, ...]


SESSIONS = (
    Session(
        "Ana introduces herself",
        ANA,
        "demo-ana-first",
        24,
        (
            Line("ana-1", "Hi! My name is Ana. I live in Porto and I work at Acme as a data engineer.",
                 "stated in passing: at most three a turn"),
            Line("ana-2", "Please remember that I prefer short answers with bullet points.", "asked for explicitly"),
            Line("ana-3", "I need to finish the slides for the quarterly review by Friday.",
                 "a task: kept for 14 days after that Friday"),
        ),
    ),
    Session(
        "What is not kept, and what is only kept on request",
        ANA,
        "demo-ana-second",
        8,
        (
            Line("ana-4", "Please remember that my wifi password is Tr0ub4dor&3.", "a secret: refused, whoever asks"),
            Line("ana-5", "I take insulin every morning.", "health, in passing: refused"),
            Line("ana-6", "Please remember that I'm allergic to peanuts.", "health, on request: kept as sensitive"),
        ),
    ),
    Session(
        "Things change",
        ANA,
        "demo-ana-third",
        3,
        (
            Line("ana-7", "Big news: I left Acme, I now work at Globex.", "the new value supersedes the old one"),
            Line("ana-8", "My goal is to ship the billing service by the end of September.",
                 "the planner sees goals, tasks and projects"),
            Line("ana-9", "I need to send the contract to Globex by Friday.", ""),
        ),
    ),
    Session(
        "Somebody else",
        BEN,
        "demo-ben-first",
        2,
        (
            Line("ben-1", "Hello, I'm Ben. I live in Oslo.", ""),
            Line("ben-2", "Where does Ana work?", "another user's memory cannot be seen"),
        ),
    ),
    Session(
        "Ana returns to her first conversation",
        ANA,
        "demo-ana-first",
        0,
        (
            Line("ana-10", "I'm back. What do you know about my work?", "this thread is told what it has missed"),
            Line("ana-11", "Please call me Ana Maria from now on.", ""),
            Line("ana-12", "My friends call me Annie.", "a change of a consent field waits for a yes"),
            Line("ana-13", "Which style of answers do I like?", "the stylist sees preferences, tone and style"),
        ),
    ),
)  # fmt: skip

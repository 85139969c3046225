"""How does what the assistant is told to do read as a memory?

"You don't give me links" tells it what to leave: a memory of it says what the user wants.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.addressed import of_the_assistant, to_the_assistant
from langmem_ext.policies.directive_reading.standing import ACT
from langmem_ext.policies.rewriting import later

_TOLD = re.compile(
    r"(?:that )?(?:you|u|ya)(?:(?:(?: |(?='))(?P<modal>should(?:n'?t| not)?|must(?:n'?t| not)?|(?:needn'?t"
    r"|(?:don'?t|do not) (?:need|have) to|need not)|need to|have to|always|never|can'?t|cannot|can not"
    r"|(?:are|'re)(?: not)?(?: allowed| supposed)? to|may(?: not)?|shall(?: not)?|shan'?t|won'?t"
    r"|(?:will|'ll)(?: not| never| always)?|don'?t|do not))|(?P<plain>))"
    r"\s+(?P<rest>(?:please |just |only |also |ever |always |first )*(?P<act>\S.*))$",
    re.I,
)
_WEAK = re.compile(r"(?:don'?t|do not|shan'?t|won'?t|can.*|(?:will|'ll).*|)$", re.I)
"""What is said with these of anything: only of an act of the assistant's does it tell what is wanted."""

_NEEDLESS = re.compile(r"needn'?t|need not|.* (?:need|have) to$", re.I)
_NO_ORDER = re.compile(
    r"(?:get|keep|do|leave|see|need|start|stop|make) \w+ing\b|(?:get|do)\b(?! (?:me|us|back)\b)",
    re.I,
)
"""What happens to the assistant, or to anyone: "you keep forgetting"."""

_FORGETS = re.compile(r"(?:forget|ignore|overlook|miss|lose|confuse|mix up|mistake)\b", re.I)

_WITH_USER = re.compile(r"\b(?:me|us|my|our|i|we)\b", re.I)


def wanted(statement: str, *, standing: bool) -> str | None:
    """Return what "you don't give me links" wants, "not to give me links"; None where no order is given.

    `standing`: the request says what the assistant is to do; others say it of anybody ("you turn the key twice").
    """
    found = _TOLD.match(statement)
    if found is None:
        return None
    modal = (found["modal"] or "").lower()
    if modal == "always" and _FORGETS.match(found["act"]):
        return None
    if _WEAK.match(modal) and not _is_order(found["act"], standing=standing):
        return None
    return _as_wish(modal, found["rest"])


def _is_order(act: str, *, standing: bool) -> bool:
    if not ACT.match(act) or _NO_ORDER.match(act):
        return False
    return standing or bool(_WITH_USER.search(act))


def _as_wish(modal: str, rest: str) -> str:
    for word in ("always", "never"):
        if modal.endswith(word):
            return f"{word} {rest}"
    if _NEEDLESS.match(modal) and modal not in ("need to", "have to"):
        return f"needn't {rest}"
    refused = re.search(r"n'?t\b|\bnot\b|cannot", modal)
    return f"not to {rest}" if refused else rest


def wish(name: str, action: str) -> str:
    """Word an instruction to the assistant as what the user wants."""
    action = re.sub(r"^(?:please|pls|just) ", "", later(action), flags=re.I)
    if re.match(r"[A-Z][a-z]", action):
        action = action[0].lower() + action[1:]
    if action.startswith("no need for "):
        return f"{name} needs no {of_the_assistant(action.removeprefix('no need for '))}"
    if re.match(r"no (?!longer\b)\w", action):
        return f"{name} wants {of_the_assistant(action)}"
    action = to_the_assistant(action)
    if action.startswith("not to "):
        return f"{name} does not want the assistant to {action[7:]}"
    if action.startswith("needn't "):
        return f"{name} does not need the assistant to {action[8:]}"
    return f"{name} wants the assistant to {action}"

"""How long are the leases of a store, in seconds, and when has a dead worker's heart stopped?"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any


def of_seconds(store: Any, seconds: float) -> None:
    """Have a store hold work for so long: others wait for real, whatever its clock tells."""
    settings = store.scope.settings
    review = settings.review.model_copy(update={"lease_minutes": seconds / 60})
    store.engine.scope = replace(
        store.scope, settings=settings.model_copy(update={"review": review})
    )


def die_out() -> None:
    """Wait until no heart beats in a thread: a process that dies takes along the renewal that is under way."""
    for thread in threading.enumerate():
        if thread.name == "langmem-lease":
            thread.join(10)
            assert not thread.is_alive()

"""What time is it in a test?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday morning


class FakeClock:
    """Tell a time that moves only when the test says so."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, by: timedelta) -> datetime:
        self.now += by
        return self.now

    def set(self, now: datetime) -> datetime:
        assert now.tzinfo is not None, "the clock tells aware times"
        self.now = now.astimezone(UTC)
        return self.now


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()

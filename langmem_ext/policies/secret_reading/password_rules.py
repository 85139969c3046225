"""Is this what a policy asks of passwords: "min 14 characters, history 24", "8-64 characters"?"""

from __future__ import annotations

import re

_RULE = re.compile(
    r"(?:(?:a )?(?:min|max|minimum|maximum|at least|length|between|minlen|complexity|history|lockout)\b[ =:.]{0,3}"
    r"(?:of |age |length )?\d|\d+ ?[-–+] ?\d* ?(?:char|letters|digits|symbols))"
    r".*",
    re.IGNORECASE | re.DOTALL,
)


def is_a_rule(value: str) -> bool:
    """Tell how long or how old a password may be from one."""
    return _RULE.fullmatch(value) is not None

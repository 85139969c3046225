"""How does a supervisor with memory behave over days?

`script` says what two people say, `holding` has the supervisor graph answer, `showing` prints it.
"""

from __future__ import annotations

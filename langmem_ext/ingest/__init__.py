"""How do conversations held elsewhere come in?

`reading` tells the formats apart, `locomo` and `messages` read one each, `conversations` is what all of them are turned
into, and `importing` writes that as if it had just been said.
"""

from __future__ import annotations

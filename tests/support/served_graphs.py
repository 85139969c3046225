"""Which graphs does a server of the tests serve? Those of the package, with a model that follows a script.

What the model is asked is written to `asked.txt` where the server runs. While there is a file `hang` the model does not
answer the second time that it is asked to combine memories.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from scripted_answers import answering, fact, finding

from langmem_ext.graphs import daily, hot_path, session_review

ASKED, HANG = Path("asked.txt"), Path("hang")

WORKS = "The user works as a designer at Acme"
ONE_CAT = "The user's cat Rex sleeps on the green sofa all day"


def _combined(groups: list[dict[str, Any]]) -> dict[str, Any]:
    with ASKED.open("a") as asked:
        asked.write("combine\n")
    if HANG.exists() and len(ASKED.read_text().splitlines()) > 1:
        time.sleep(600)
    return {"groups": [{"group": each["n"], "content": ONE_CAT} for each in groups]}


MODEL = answering(
    Facts=finding({"said": "designer at Acme", **fact(WORKS, category="profile")}),
    Consolidated=_combined,
    SameFacts={"answers": []},
)

talk = hot_path.build(model=MODEL).compile(name="hot_path")
review = session_review.build(model=MODEL).compile(name="session_review")
daily_graph = daily.build(model=MODEL, only=["consolidate", "expire"]).compile(name="daily")

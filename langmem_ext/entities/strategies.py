"""Which recognizers run when?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from langmem_ext.entities.capitalised import Capitalised
from langmem_ext.entities.patterns import Patterns
from langmem_ext.entities.spacy_model import SpacyRecognizer
from langmem_ext.entities.spans import Recognizer
from langmem_ext.settings import EntitySettings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


def recognizers(
    strategy: Literal["fast", "accurate"],
    settings: EntitySettings,
    model: BaseChatModel | None = None,
) -> list[Recognizer]:
    """Return the recognizers of a strategy (spec 003, ner).

    `fast` is what every write can afford: patterns, and proper names unless the settings say no. `accurate` adds spaCy
    when it and its pipeline are installed, and the model when there is one.
    """
    chosen: list[Recognizer] = [Patterns()]
    if settings.proper_names:
        chosen.append(Capitalised())
    if strategy == "fast":
        return chosen
    if (spacy := SpacyRecognizer(settings.spacy_model)).available():
        chosen.append(spacy)
    if model is not None:
        from langmem_ext.entities.chat_model import ModelRecognizer

        chosen.append(ModelRecognizer(model))
    return chosen

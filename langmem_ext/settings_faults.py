"""What is wrong with a setting, and what would be right?

Values are not repeated: one may be a password.
"""

from __future__ import annotations

import json
import os
import re
from typing import cast

from pydantic import BaseModel, ValidationError
from pydantic_settings import SettingsError


def invalid(error: ValidationError, settings: type[BaseModel]) -> str:
    """Say of the first fault where it stands and what is allowed."""
    fault = error.errors(include_input=False, include_url=False)[0]
    path = [str(part) for part in fault["loc"]]
    name = f"setting {'.'.join(path)} (LANGMEM_{'__'.join(path).upper()})"
    if fault["type"] == "extra_forbidden":
        beside = sorted(_section(path, settings).model_fields)
        return f"{name}: there is no such setting; there are {', '.join(beside)}"
    return f"{name}: {fault['msg']}"


def no_json(error: SettingsError, settings: type[BaseModel]) -> str:
    """Name the variables that hold no JSON where they should: pydantic names the outermost table alone."""
    named = re.search(r'field "(\w+)"', str(error))
    below = f"LANGMEM_{named[1] if named else ''}".upper()
    found = sorted(
        name
        for name in os.environ
        if name.upper().startswith(below) and _lacks_json(name, settings)
    )
    return (
        f"{' and '.join(found) or below}: a list or a table is given as JSON, "
        """as in ["a", "b"] or {"a": "b"}"""
    )


def _lacks_json(variable: str, settings: type[BaseModel]) -> bool:
    path = variable.lower().removeprefix("langmem_").split("__")
    try:
        field = _section(path, settings).model_fields[path[-1]]
        json.loads(os.environ[variable])
    except KeyError:
        return False
    except ValueError:
        return isinstance(field.get_default(call_default_factory=True), tuple | dict | BaseModel)
    return False


def _section(path: list[str], settings: type[BaseModel]) -> type[BaseModel]:
    """Return the table in which a setting stands; KeyError when there is none."""
    for name in path[:-1]:
        settings = cast("type[BaseModel]", settings.model_fields[name].annotation)
    return settings

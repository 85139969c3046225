"""What stands in an ONNX file, and how is a part of the model taken out of it?

The file is a message of Protocol Buffers, of which a few fields are of interest: nothing need be installed for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

# https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
_GRAPH = 7  # of ModelProto
_NODE, _TENSOR, _INPUT, _OUTPUT = 1, 5, 11, 12  # of GraphProto
_FROM, _TO = 1, 2  # of NodeProto
_DIMENSION, _TYPE, _NAME, _NUMBERS = 1, 2, 8, 9  # of TensorProto
_NAME_OF_VALUE, _TYPE_OF_VALUE = 1, 2  # of ValueInfoProto
_FLOATS = b"\x0a\x02\x08\x01"  # a TypeProto: a tensor of floats, of any shape
_FLOAT = 1
_TYPES = {_FLOAT: "<f4", 3: "i1"}

_VARINT, _WHOLE, _FOUR_BYTES = 0, 2, 5  # how a field is written


def tensors(model: bytes) -> dict[str, Any]:
    """Return the tables of floats and of signed bytes, by name, as numpy arrays over the bytes of the file."""
    found = (_tensor(each) for field, each in _graph(model) if field == _TENSOR)
    return {name: numbers for name, numbers in found if numbers is not None}


def with_output(model: bytes, step: str) -> bytes:
    """Return a model that also gives out what a step makes: messages one after the other are merged."""
    return model + _written(_GRAPH, _written(_OUTPUT, _value(step)))


def behind(model: bytes, step: str, others: Mapping[str, Any]) -> bytes:
    """Return the part of a model behind a step, whose output becomes an input; `others` replace tables by floats."""
    graph = list(_graph(model))
    needed = _needed(graph, step)
    kept = [_written(_INPUT, _value(step))]
    for field, each in graph:
        if field == _TENSOR and (name := _text(each, _NAME)) in needed:
            kept.append(_written(_TENSOR, _with_numbers(each, others.get(name))))
        elif field == _NODE and needed & _texts(each, _TO) and step not in _texts(each, _TO):
            kept.append(_written(_NODE, each))
        elif field == _INPUT and _text(each, _NAME_OF_VALUE) in needed:
            kept.append(_written(_INPUT, each))
        elif field not in (_TENSOR, _NODE, _INPUT):
            kept.append(_written(field, each))
    rest = [_written(field, each) for field, each in _fields(memoryview(model)) if field != _GRAPH]
    return b"".join([*rest, _written(_GRAPH, b"".join(kept))])


def _needed(graph: list[tuple[int, Any]], step: str) -> set[str]:
    """Return the names of all that the outputs of a graph are made of, without what a step is made of."""
    made_of = {
        name: _texts(each, _FROM)
        for field, each in graph
        if field == _NODE
        for name in _texts(each, _TO)
    }
    found: set[str] = set()
    left = {_text(each, _NAME_OF_VALUE) for field, each in graph if field == _OUTPUT}
    while left:
        name = left.pop()
        found.add(name)
        left |= (made_of.get(name, set()) if name != step else set()) - found
    return found


def _graph(model: bytes) -> Iterator[tuple[int, Any]]:
    for field, graph in _fields(memoryview(model)):
        if field == _GRAPH:
            yield from _fields(graph)


def _tensor(message: memoryview) -> tuple[str, Any]:
    import numpy

    fields = list(_fields(message))
    shape, kept = [value for field, value in fields if field == _DIMENSION], dict(fields)
    name, kind = _text(message, _NAME), _TYPES.get(kept[_TYPE])
    if kind is None or _NUMBERS not in kept:
        return name, None
    return name, numpy.frombuffer(kept[_NUMBERS], kind).reshape(shape)


def _with_numbers(message: memoryview, numbers: Any) -> bytes:
    """Return a tensor with other numbers: floats in a table of the same shape."""
    if numbers is None:
        return bytes(message)
    fields = [each for each in _fields(message) if each[0] not in (_TYPE, _NUMBERS)]
    fields += [(_TYPE, _FLOAT), (_NUMBERS, numbers.astype("<f4").tobytes())]
    return b"".join(_written(*each) for each in fields)


def _value(name: str) -> bytes:
    return _written(_NAME_OF_VALUE, name.encode()) + _written(_TYPE_OF_VALUE, _FLOATS)


def _text(message: memoryview, wanted: int) -> str:
    return next(iter(_texts(message, wanted)))


def _texts(message: memoryview, wanted: int) -> set[str]:
    return {bytes(value).decode() for field, value in _fields(message) if field == wanted}


def _fields(message: memoryview) -> Iterator[tuple[int, Any]]:
    """Yield the fields of a message in order: their numbers, and a number or the bytes of each."""
    at = 0
    while at < len(message):
        key, at = _number(message, at)
        if key & 7 == _VARINT:
            value, at = _number(message, at)
            yield key >> 3, value
            continue
        size, at = _number(message, at) if key & 7 == _WHOLE else (_fixed(key), at)
        yield key >> 3, message[at : at + size]
        at += size


def _fixed(key: int) -> int:
    return 4 if key & 7 == _FOUR_BYTES else 8


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """Return the number that is written from a place on, seven bits a byte, and the place behind it."""
    number = shift = 0
    while True:
        byte = message[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at


def _written(field: int, value: int | bytes | memoryview) -> bytes:
    """Write a field down: a number, or bytes after their length."""
    if isinstance(value, int):
        return _varint(field << 3 | _VARINT) + _varint(value)
    return _varint(field << 3 | _WHOLE) + _varint(len(value)) + bytes(value)


def _varint(number: int) -> bytes:
    low = [number >> shift & 0x7F for shift in range(0, max(number.bit_length(), 1), 7)]
    return bytes([*(each | 0x80 for each in low[:-1]), low[-1]])

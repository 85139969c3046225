"""Does every id survive the way into a namespace label and back?"""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from langgraph.store.base import PutOp, validate_op_namespace

from langmem_ext.namespaces import (
    MemoryNamespace,
    decode_label,
    encode_label,
    parse_namespace,
    space_key,
    split_space_key,
)
from langmem_ext.principal import SPACE_KINDS

ids = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1)
tricky = st.lists(
    st.sampled_from(["%", ".", "/", ":", "25", "2E", "2f", "a", "'", "é"]), min_size=1
).map("".join)
any_id = ids | tricky
kinds = st.sampled_from(SPACE_KINDS)


@given(any_id)
@example("%2E")
@example("a.b/c%2F%25")
def test_an_id_is_read_back_as_it_was(identifier: str) -> None:
    assert decode_label(encode_label(identifier)) == identifier


@given(any_id, any_id)
def test_two_ids_never_share_a_label(one: str, other: str) -> None:
    assert (encode_label(one) == encode_label(other)) == (one == other)


@given(any_id, kinds, any_id, any_id)
def test_a_namespace_is_valid_and_read_back(
    tenant: str, kind: str, owner: str, category: str
) -> None:
    namespace = MemoryNamespace(tenant, kind, owner, category)

    validate_op_namespace(PutOp(namespace.labels(), "k", {}))
    assert not any("." in label or not label for label in namespace.labels())
    assert parse_namespace(namespace.labels()) == namespace


@given(any_id, kinds, any_id)
@example("a/user:b", "user", "c")
def test_a_space_key_is_read_back(tenant: str, kind: str, owner: str) -> None:
    assert split_space_key(space_key(tenant, f"{kind}:{owner}")) == (tenant, f"{kind}:{owner}")


@given(st.tuples(any_id, kinds, any_id), st.tuples(any_id, kinds, any_id))
@example(("a", "user", "b/user:c"), ("a/user:b", "user", "c"))
def test_no_tenant_or_owner_can_imitate_another_space(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    keys = {space_key(tenant, f"{kind}:{owner}") for tenant, kind, owner in (one, other)}

    assert len(keys) == len({one, other})


@pytest.mark.parametrize(
    "labels",
    [
        (), ("memory",), ("memory", "default", "user", "ana"), ("memory", "default", "users", "ana", "profile"),
        ("memories", "default", "user", "ana", "profile"), ("memory", "default", "user", "ana", "profile", "x"),
    ],
)  # fmt: skip
def test_other_namespaces_are_ordinary(labels: tuple[str, ...]) -> None:
    assert parse_namespace(labels) is None

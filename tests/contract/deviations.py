"""Where are the stock stores known to break the contract that MemoryStore keeps?

(test or ``test[case]``, family or ``family-colour``) -> what the stock store does instead. Every row is a
strict expected failure: when a release of LangGraph repairs one, the suite fails until the row is removed.
Numbers are issues of langchain-ai/langgraph.
"""

from __future__ import annotations

_FILTER = "test_a_filter_lets_through_what_it_describes"
_CHECKED = "test_every_operation_is_checked_before_any_runs"
_BY_BATCH = "test_nothing_is_put_under_an_invalid_namespace_by_a_batch"
_STALE = "vectors of earlier texts stay and are still found (#8214, #8757)"
_AS_TEXT = "range operators compare text (#7684)"
_COMBINATOR = "$and is not known (#8829)"
_NO_CHECK = "batch() does not check namespaces (#8832)"
_KEEPS_ALL = "nothing is unstorable in memory, so nothing fails"
_GHOSTS = "namespaces that were only read, or emptied, are listed (#8734)"

INMEMORY: dict[str, str] = {
    "test_an_overwrite_keeps_created_at_and_moves_updated_at": "created_at is reset",
    "test_changing_a_value_in_hand_does_not_change_the_store": "live references (#8835)",
    "test_a_prefix_may_be_a_list": "a list prefix never equals a tuple: nothing is found",
    "test_the_latest_update_comes_first": "items come in the order of insertion (#8831)",
    "test_reading_does_not_make_a_namespace": _GHOSTS,
    "test_a_namespace_without_items_is_no_longer_listed": _GHOSTS,
    "test_a_failing_put_undoes_its_whole_batch": _KEEPS_ALL,
    "test_an_invalid_namespace_is_refused_by_every_operation": _NO_CHECK,
    "test_one_bad_call_does_not_fail_the_others": _NO_CHECK,
    "test_one_unstorable_value_does_not_fail_the_others": _KEEPS_ALL,
    _BY_BATCH: _NO_CHECK,
    f"{_CHECKED}[put-empty]": _NO_CHECK,
    f"{_CHECKED}[put-langgraph]": _NO_CHECK,
    f"{_CHECKED}[put-period]": _NO_CHECK,
    f"{_CHECKED}[put-empty-label]": _NO_CHECK,
    f"{_CHECKED}[get-period]": _NO_CHECK,
    f"{_CHECKED}[search-empty-label]": _NO_CHECK,
    f"{_CHECKED}[list-period]": _NO_CHECK,
    f"{_CHECKED}[unknown-operator]": "an operator is looked at only when an item is compared",
    f"{_FILTER}[true-is-not-one]": "Python's True == 1",
    f"{_FILTER}[zero-is-not-false]": "Python's False == 0",
    f"{_FILTER}[range-skips-numeric-text]": "float('9') is compared as a number",
    f"{_FILTER}[range-skips-booleans]": "float(True) is compared as a number",
    f"{_FILTER}[range-skips-other-kinds]": "TypeError on a list (#8365)",
    f"{_FILTER}[range-skips-missing]": "TypeError on a missing field (#8365)",
    f"{_FILTER}[below-skips-missing]": "TypeError on a missing field (#8365)",
    f"{_FILTER}[dates-from]": "ValueError: dates are made floats (#8365)",
    f"{_FILTER}[dates-between]": "ValueError: dates are made floats (#8365)",
    f"{_FILTER}[and]": _COMBINATOR,
    f"{_FILTER}[and-beside-a-field]": _COMBINATOR,
    f"{_FILTER}[and-in-and]": _COMBINATOR,
    f"{_FILTER}[and-with-an-empty-filter]": _COMBINATOR,
    "test_an_item_rewritten_without_index_is_forgotten_by_queries": _STALE,
    "test_a_field_that_is_gone_is_forgotten_by_queries": _STALE,
    "test_the_next_put_returns_to_the_configured_fields": _STALE,
    "test_a_shorter_list_leaves_no_old_vectors": _STALE,
    "test_identical_texts_are_all_found": "ValueError: one text twice in a batch is embedded once",
}

POSTGRES: dict[str, str] = {
    f"{_BY_BATCH}[empty]": "batch() accepts the empty namespace",
    f"{_BY_BATCH}[langgraph]": "batch() accepts the reserved root",
    f"{_CHECKED}[put-empty]": "batch() accepts the empty namespace",
    f"{_CHECKED}[put-langgraph]": "batch() accepts the reserved root",
    f"{_CHECKED}[no-operation]": "what is no operation is answered with None",
    "test_a_large_float_stays_a_float": "jsonb keeps no exponent: 1e23 comes back as an integer",
    f"{_FILTER}[gte-counts-ten-above-nine]": _AS_TEXT,
    f"{_FILTER}[gt-counts-ten-above-two]": _AS_TEXT,
    f"{_FILTER}[lt-counts-nine-below-ten]": _AS_TEXT,
    f"{_FILTER}[lte-counts-fractions]": _AS_TEXT,
    f"{_FILTER}[gt-counts-negatives]": _AS_TEXT,
    f"{_FILTER}[range]": _AS_TEXT,
    f"{_FILTER}[range-skips-numeric-text]": _AS_TEXT,
    f"{_FILTER}[range-skips-booleans]": _AS_TEXT,
    f"{_FILTER}[range-skips-other-kinds]": _AS_TEXT,
    f"{_FILTER}[ne-lets-missing-through]": "NULL != 5 is not true in SQL (#8366)",
    f"{_FILTER}[none-is-missing]": "NULL = 'null' is not true in SQL",
    f"{_FILTER}[eq-none]": "NULL = 'null' is not true in SQL",
    f"{_FILTER}[object-part]": "ValueError: a nested field is taken for an operator",
    f"{_FILTER}[object-deep]": "ValueError: a nested field is taken for an operator",
    f"{_FILTER}[object-operator]": "ValueError: a nested field is taken for an operator",
    f"{_FILTER}[and]": _COMBINATOR,
    f"{_FILTER}[and-beside-a-field]": _COMBINATOR,
    f"{_FILTER}[and-in-and]": _COMBINATOR,
    f"{_FILTER}[and-with-an-empty-filter]": _COMBINATOR,
    "test_pages_of_a_query_cover_every_item_once_in_order": "candidates are cut before the offset",
    "test_pages_of_a_query_cover_memories_once": "candidates are cut before the offset",
    "test_pages_of_a_filtered_query_cover_every_item_once": "candidates are cut before the offset",
    "test_an_item_with_many_vectors_does_not_use_up_the_page": "candidates are vectors, not items",
    "test_an_item_rewritten_without_index_is_forgotten_by_queries": _STALE,
    "test_a_field_that_is_gone_is_forgotten_by_queries": _STALE,
    "test_the_next_put_returns_to_the_configured_fields": _STALE,
    "test_a_shorter_list_leaves_no_old_vectors": _STALE,
    "test_a_refresh_renews_a_fraction_of_a_minute": "ttl_minutes is an integer: 0.4 is kept as 0",
    "test_vectors_may_have_three_thousand_dimensions": "pgvector's HNSW ends at 2000 dimensions",
}

ASYNC_POSTGRES: dict[str, str] = {
    "test_one_unstorable_value_does_not_fail_the_others": "puts of one tick share a transaction",
    "test_an_index_may_be_flat": "ValueError: only the sync setup() knows the kind 'flat'",
}

DEVIATIONS: dict[tuple[str, str], str] = {
    (test, store): reason
    for store, table in (
        ("inmemory", INMEMORY),
        ("postgres", POSTGRES),
        ("postgres-async", ASYNC_POSTGRES),
    )
    for test, reason in table.items()
}

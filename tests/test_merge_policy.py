"""Do two statements merge exactly when they say the same?"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langmem_ext.embeddings.local import LOCAL_BANDS
from langmem_ext.policies.merge import (
    Band,
    MergeBands,
    Wording,
    decide,
    differs_in_substance,
    same_text,
)
from langmem_ext.policies.substance import Agreement, agreement

BANDS = MergeBands(auto=0.9, update=0.8, check=0.7, fallback=0.6, embedder="test")
NEAR = 1.0  # as similar as can be: whatever does not merge now was stopped by its words


def wording(text: str) -> Wording:
    """Make terms as Postgres would, near enough: lower case, a few endings cut."""
    words = set(re.findall(r"\w+", text.lower())) - {"the", "a", "an", "is", "as", "at", "in"}
    return Wording(text, frozenset(re.sub(r"(ing|ed|s)$", "", word) for word in words))


def band(new: str, old: str, similarity: float | None = NEAR, bands: MergeBands | None = BANDS):
    return decide(wording(new), wording(old), similarity, bands).band


NEVER = [
    ("negation", "The user likes tea", "The user no longer likes tea"),
    ("negation", "The user eats meat", "The user doesn't eat meat"),
    ("negation", "The user has a dog", "The user has never had a dog"),
    ("opposite", "The user likes tea", "The user dislikes tea"),
    ("opposite", "The user likes tea", "The user hates tea"),
    ("opposite", "The user bought a new laptop", "The user sold a new laptop"),
    ("opposite", "The user runs before work", "The user runs after work"),
    ("opposite", "The user wants notifications on", "The user wants notifications off"),
    ("tense", "The user likes tea", "The user used to like tea"),
    ("tense", "The user works at Acme", "The user worked at Acme"),
    ("tense", "The user is a teacher", "The user was a teacher"),
    ("subject", "The user lives in Rome", "The user's sister lives in Rome"),
    ("subject", "The user's brother is a doctor", "The user's sister is a doctor"),
    ("subject", "The user likes his job", "The user likes her job"),
    ("number", "The user has 2 dogs", "The user has 3 dogs"),
    ("number", "The user has two dogs", "The user has dogs"),
    ("number", "The user earns $1,500", "The user earns $15,00"),
    ("number", "The flight is BA123", "The flight is BA124"),
    ("number", "The sauna is at -5 degrees", "The sauna is at 5 degrees"),
    ("date", "The user flies on Monday", "The user flies on Tuesday"),
    ("date", "The user's birthday is in May", "The user's birthday is in June"),
    ("date", "The user trains in the morning", "The user trains in the evening"),
    ("name", "The user works at Acme", "The user works at Globex"),
    ("name", "The user lives at exit A", "The user lives at exit B"),
    ("name", "The user met a friend", "The user met a friend in Rome"),
    ("degree", "The user always drinks coffee", "The user sometimes drinks coffee"),
    ("degree", "The user lives in Rome", "The user wants to live in Rome"),
    ("order", "The user prefers email over phone", "The user prefers phone over email"),
    ("order", "The user loaned Bob money", "Bob loaned the user money"),
]


@pytest.mark.parametrize(("reason", "old", "new"), NEVER)
def test_what_differs_in_substance_never_merges_however_similar(reason, old, new):
    assert differs_in_substance(old, new) is not None
    assert band(new, old) is Band.CHECK
    assert band(old, new) is Band.CHECK


def test_the_reason_is_named_without_the_text():
    old, new = wording("The user has 2 dogs"), wording("The user has 3 dogs")

    assert decide(new, old, NEAR, BANDS).reason == "differs in number"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The user likes tea", "The user likes coffee"),
        ("The user is vegetarian", "The user is vegan"),
        ("The user prefers window seats", "The user prefers aisle seats"),
        ("The key is beside the door", "The key is behind the door"),
        ("The user is allergic to milk", "The user is allergic to coconut milk"),
        ("The user is a nurse", "The user is a student nurse"),
        ("The user has a dog", "The user has a dog allergy"),
        ("The user likes tea", "The user likes tea unless cold"),
        ("The user likes tea", "The user likes tea as long as there is no milk"),
        ("User walks slowly", "User walks quickly in parks"),
        ("Le gusta el vino", "Le gusta mucho el vino"),
        ("Sie mag Tee", "Sie mag keinen Tee"),
    ],
)
def test_a_replaced_or_qualifying_word_keeps_statements_apart(old, new):
    assert band(new, old) is Band.CHECK
    assert band(old, new) is Band.CHECK


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("User prefers dark mode", "The user prefers dark mode."),
        ("The user prefers dark mode", "the user   prefers DARK mode!"),
        ("The user doesn't eat meat", "The user does not eat meat"),
        ("The user doesn’t eat meat", "The user doesn't eat meat"),
        ("The user has two kids", "The user has 2 kids"),
        ("Caf\u00e9 latte is the usual", "Cafe\u0301 latte is the usual"),
        ("ﬁne dining", "fine dining"),
        ("用户喜欢茶。", "用户喜欢茶"),
        ("¿Té?", "té?"),
        ("I ❤️ Rome", "I ❤ Rome"),
        ("...", "..."),
        ("👍", "👍"),
    ],
)
def test_equal_texts_merge_without_any_embedder(old, new):
    assert same_text(old, new)
    assert band(new, old, None, None) is Band.AUTO
    assert band(new, old, 0.0, BANDS) is Band.AUTO


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The user writes C++", "The user writes C#"),
        ("The user pays $5", "The user pays €5"),
        ("👍", "👎"),
        ("1.5 litres", "15 litres"),
        ("नमस्ते", "नमस्ता"),
        ("Does the user like tea?", "The user likes tea"),
        ("", "The user likes tea"),
        ("!", "."),
    ],
)
def test_symbols_that_carry_meaning_make_texts_unequal(a, b):
    assert not same_text(a, b)


def test_the_same_statement_in_other_words_is_refreshed():
    assert band("The user enjoys the sea", "The user likes the sea", 0.95) is Band.AUTO
    assert band("User lives in a house", "The user is living in a house", 0.95) is Band.CHECK


def test_the_same_words_below_auto_are_rewritten_in_place():
    assert band("The user enjoys the sea", "The user likes the sea", 0.85) is Band.UPDATE


def test_a_fuller_statement_rewrites_the_old_one():
    assert band("User works at Acme as an engineer", "The user works at Acme", 0.82) is Band.UPDATE
    assert band("The user now lives in Berlin", "The user lives in Berlin", 0.95) is Band.UPDATE


def test_a_shorter_statement_keeps_the_fuller_one():
    old, new = "The user works at Acme as an engineer", "The user works at Acme"

    assert band(new, old, 0.95) is Band.AUTO
    assert band(new, old, 0.85) is Band.CHECK


def test_cosine_alone_merges_nothing():
    assert band("The user plays chess", "The user repairs bicycles", 1.0) is Band.CHECK


def test_terms_that_postgres_does_not_find_in_the_new_text_stop_an_update():
    old = Wording("The user works at Acme", frozenset({"user", "work", "acm"}))
    new = Wording("The user works at Acme as an engineer", frozenset({"user", "engin"}))

    assert decide(new, old, NEAR, BANDS).band is Band.CHECK


@pytest.mark.parametrize(
    ("similarity", "expected"),
    [
        (0.99, Band.CHECK),
        (0.7, Band.CHECK),
        (0.69, Band.FALLBACK),
        (0.6, Band.FALLBACK),
        (0.59, Band.NEW),
        (-1.0, Band.NEW),
    ],
)
def test_other_statements_fall_into_the_band_of_their_similarity(similarity, expected):
    assert band("The user plays chess", "The user repairs bicycles", similarity) is expected


def test_without_bands_or_vectors_only_equal_texts_merge():
    assert band("The user enjoys the sea", "The user likes the sea", 1.0, None) is Band.NEW
    assert band("The user enjoys the sea", "The user likes the sea", None, BANDS) is Band.NEW


def test_bands_must_fall_in_order():
    with pytest.raises(ValueError, match="must fall"):
        MergeBands(auto=0.8, update=0.9, check=0.7, fallback=0.6, embedder="test")
    with pytest.raises(ValueError, match="must fall"):
        MergeBands(auto=float("nan"), update=0.9, check=0.7, fallback=0.6, embedder="test")


def test_the_default_bands_are_those_of_the_decision_record():
    assert LOCAL_BANDS is not None
    assert LOCAL_BANDS.embedder == "local:all-MiniLM-L6-v2-int8"
    assert LOCAL_BANDS.update >= 0.8


VOCABULARY = (
    "The user likes hates tea coffee Rome Acme not no never 2 3 two Monday before after his her "
    "sister 's lives works worked in at and , . quickly very because"
)
WORDS = st.sampled_from(VOCABULARY.split())
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=10).map(" ".join))


@given(TEXTS, TEXTS)
def test_being_the_same_or_different_does_not_depend_on_the_order(a, b):
    assert same_text(a, b) == same_text(b, a)
    assert differs_in_substance(a, b) == differs_in_substance(b, a)
    mirror = {Agreement.FULLER: Agreement.SHORTER, Agreement.SHORTER: Agreement.FULLER}
    forth = agreement(a, b)
    assert agreement(b, a) is mirror.get(forth, forth)


@given(TEXTS)
def test_every_text_is_the_same_as_itself_and_differs_in_nothing(text):
    assert same_text(text, text)
    assert differs_in_substance(text, text) is None


@given(TEXTS, st.integers(0, 10**6), st.integers(0, 10**6), st.floats(-1, 1))
def test_statements_with_different_numbers_never_merge(text, one, other, similarity):
    if one == other:
        return
    decision = decide(wording(f"{text} {one}"), wording(f"{text} {other}"), similarity, BANDS)
    assert not decision.merges


@given(TEXTS, TEXTS, st.floats(-1, 1))
def test_below_the_update_bound_only_equal_texts_merge(a, b, similarity):
    decision = decide(wording(a), wording(b), similarity, BANDS)
    if decision.merges and similarity < BANDS.update:
        assert same_text(a, b)

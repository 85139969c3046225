"""Which statements about a person are special data, and which words only sound so."""

from __future__ import annotations

import pytest

from langmem_ext.policies.consent import CONSENT_FIELDS, needs_consent
from langmem_ext.policies.privacy import special_data

SPECIAL = {
    "health": """
        I have a peanut allergy
        The user has a peanut allergy
        I was diagnosed with diabetes
        My mother has cancer
        I'm pregnant, due in August
        I have anxiety
        I'm seeing a therapist
        I broke my arm
        my symptoms got worse
        prescription for insulin
        I had my appendix out last week
        I take lithium every morning
        We are in couples counselling
        I quit drinking because of my liver
        """,
    "financial": """
        My salary is $150k
        I earn 80k a year
        I'm in debt
        My credit score is 640
        I have 50k in savings
        Our credit card bill was higher than last month
        My pension portfolio lost a third
        """,
    "religion": """
        I'm Muslim
        The user is a devout Catholic
        I go to church every Sunday
        I keep kosher
        I go to mass at St Anne's each Sunday
        We pray together every evening
        I fast on Fridays during Lent
        I wear a hijab
        """,
    "politics": """
        I voted for Biden
        I'm a Republican
        I'm a union member
        I joined the Green party last year
        I donate to the democrats
        """,
    "sexual_orientation": """
        I'm gay
        The user is a lesbian
        I came out to my parents
        """,
}
CASES = [
    (kind, line.strip()) for kind, text in SPECIAL.items() for line in text.strip().splitlines()
]

ORDINARY = """
I work at a hospital
I'm a nurse
The project budget is 5k
I paid $20 for lunch
I'm vegan
Christian is my brother
I'm sick of waiting
the symptom of the bug is a timeout
I studied liberal arts
My party is on Friday
a conservative estimate
I visited a temple in Kyoto
a stroke of luck
I'm interested in politics
I'm an accountant
I hurt my chances
I need to hand in my portfolio
I joined the green team at work
I went to Mass General for a talk
I christened my boat Petrel
""".strip().splitlines()


@pytest.mark.parametrize(("kind", "text"), CASES)
def test_special_data_is_named(kind: str, text: str) -> None:
    assert special_data(text) == kind


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_statements_are_not_special_data(text: str) -> None:
    assert special_data(text) is None


@pytest.mark.parametrize("slot", sorted(CONSENT_FIELDS))
def test_a_filled_consent_field_changes_only_with_the_users_word(slot: str) -> None:
    assert needs_consent(slot, filled=True, user_requested=False, source="scan")
    assert not needs_consent(slot, filled=True, user_requested=True, source="directive")


@pytest.mark.parametrize("source", ["directive", "scan", "api", "import"])
def test_a_first_value_that_the_user_stated_needs_no_consent(source: str) -> None:
    assert not needs_consent("preferred_name", filled=False, user_requested=False, source=source)


@pytest.mark.parametrize("source", ["review", "extraction", "tool", "consolidation"])
def test_a_first_value_that_was_inferred_needs_consent(source: str) -> None:
    assert needs_consent("city", filled=False, user_requested=False, source=source)


@pytest.mark.parametrize("slot", [None, "employer", "occupation", "tone"])
def test_other_fields_never_need_consent(slot: str | None) -> None:
    assert not needs_consent(slot, filled=True, user_requested=False, source="review")

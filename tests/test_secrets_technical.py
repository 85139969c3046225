"""What code, configurations, networks and carriers name is no secret; what opens something beside it is one."""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets


@pytest.mark.parametrize(
    "text",
    [
        'api_key = os.environ["SHOP_API_KEY"]\nclient = Shop(api_key=api_key)',
        "grep -E 'sk_test_[A-Za-z0-9]+' server.log",
        "access denied to arn:aws:secretsmanager:eu-west-1:104218237745:secret:prod/till-Xk3vQa",
        ".env.sample has SHOP_API_KEY=sk.xxxxxxxx.xxxxxxxx and DSN=<your-dsn>",
        "the session keys have a TTL of 43200",
        "<UserSecretsId>c218d101-a24a-452b-80b8-91c5605466eb</UserSecretsId> in the project file",
        'mail_password: "{{ vault_mail }}"\nmail_port: 2525',
        "go.sum says h1:Zt6d33QVA9US+aO9794iwN9OtO4LJnOpU18OqpcdfWCw= for the module",
        "DHL 00340434161094099001 is stuck in customs",
        "should I open 9443 and 9092 or only 9443 for kafka?",
        "Meine Bestellnummer ist 77120446",
        "duplicate key value (12, 304881) violates the constraint",
    ],
)
def test_what_is_named_by_its_place_or_form_is_no_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("the alarm code is 9443, open the door by the bins", "9443"),
        ("my pin is 2525", "2525"),
        (
            "my api key is c218d101-a24a-452b-80b8-91c5605466eb",
            "c218d101-a24a-452b-80b8-91c5605466eb",
        ),
    ],
)
def test_the_same_form_as_a_code_is_one(text: str, secret: str) -> None:
    assert secret not in mask_secrets(text)


@pytest.mark.parametrize(
    ("before", "text", "secret"),
    [
        ("the shop wants the cvv of my card, where is it?", "ah, it's the 318 on the back", "318"),
        ("what network name and password shall I print?", "Casa_Uva / marmot-2031", "marmot-2031"),
    ],
)
def test_a_reply_gives_what_was_asked_for(before: str, text: str, secret: str) -> None:
    assert secret not in mask_secrets(text, [before])


def test_recovery_codes_in_pairs_are_taken_whole() -> None:
    said = (
        "My backup codes for the mail account: 5518 2907, 8023 6561, 2187 7640. Make a card of it"
    )

    assert not any(part in mask_secrets(said) for part in ("5518", "2907", "8023", "6561", "7640"))


def test_a_mask_speaks_of_no_password_that_follows() -> None:
    assert find_secrets("tulip-Harbor-4x", ["[password removed]"]) == []

"""Is the whole of a value masked, and the value that only stands beside who logs in or is told in parts?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secret_reading.whole_values import whole
from langmem_ext.policies.secrets import find_secrets, mask_secrets

WHOLE = {
    "words joined by a sign": ("The lodge uses one login (hose&ladder4)", "hose&ladder4"),
    "groups of a key": (
        "The Wi-Fi key reads 8842 1076 3395 2210, with spaces?",
        "8842 1076 3395 2210",
    ),
    "groups with hyphens": (
        "bitlocker recovery is 481206-330517-702438-119042, IT is on leave",
        "481206-330517-702438-119042",
    ),
    "the key pressed after it": ("the drug room door's changed, it's 4471 star", "4471 star"),
    "three turns of a dial": (
        "The safe at the back of the Leith Street shop goes left 34, right 12, left 61",
        "left 34, right 12, left 61",
    ),
    "turns in words": (
        "the lobby mailbox is right to eighteen, left past it to five and right again to ten",
        "right to eighteen, left past it to five and right again to ten",
    ),
}


@pytest.mark.parametrize(("text", "value"), WHOLE.values(), ids=WHOLE)
def test_nothing_of_a_value_is_left(text: str, value: str) -> None:
    masked = mask_secrets(text, learned=False)

    assert not any(part in masked for part in value.replace("&", " ").split())


GIVEN = {
    "a door with a letter": ("The code for the staff toilet is now C1592.", "C1592"),
    "a letter within": ("door at back, press 6Z41, leave boxes on left", "6Z41"),
    "a letter and digits apart": ("the site barrier takes C 1 7 7 9 at night", "C 1 7 7 9"),
    "set by a call": ("define('DB_PASSWORD', 'marzipan_turtle');", "marzipan_turtle"),
    "a fallback": ('os.environ.get("SMTP_PASS", "velvetmoth")', "velvetmoth"),
    "a meeting's": ("Zoom, ID 861 4402 7719, passcode hegel, 18:15", "hegel"),
    "with what pupils log in": ('laptops log in as "pupil" with giraffe, all of them', "giraffe"),
    "under an address and then": (
        "Netflix is under my mail and then Pamplemousse.",
        "Pamplemousse",
    ),
    "after a network": ("my network is Kestrel_5G, moonlitpretzel, no luck", "moonlitpretzel"),
    "after an account": ("the account ana@nordmoor.de, Tide4water, is refused", "Tide4water"),
    "the first half": ("first half of the door code is 64, the second half 19", "64"),
    "the second half": ("first half of the door code is 64, the second half 19", "19"),
}


@pytest.mark.parametrize(("text", "value"), GIVEN.values(), ids=GIVEN)
def test_what_opens_something_is_found_in_its_place(text: str, value: str) -> None:
    assert value not in mask_secrets(text, learned=False)


@pytest.mark.parametrize(
    "text",
    [
        "at the crossing left 2 streets, then right 3 streets, left 1, and you see the safe",
        "the first half was 45 and the second half 48, says the code of conduct",
        "the first two digits of a card are 45, the last two 19, what does the code say",
        "define('DB_HOST', 'localhost:3307'); define('DB_PASSWORD', getenv('DB_PASSWORD'));",
        "Zoom meeting id 861 4402 7719 password required says the app",
        "I log in as admin with sudo, is that bad",
        "I logged in as guest with limited rights, why",
        "log in under my mail and then settings, where is the rest",
        "account purchasing@nordmoor.de, unfortunately, was closed",
        "user a.kowalski@x.de, receptionist, cannot print",
        "the shower block is A 12 and the door is blue",
        "Q&A at the door of R&D, 4 pm",
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert find_secrets(text, learned=False) == []


def test_what_follows_in_an_address_is_no_part_of_a_value() -> None:
    text = "x?pass=tidewater&user=ana"
    found = ("password", text.index("tide"), text.index("&"))

    assert whole(text, found) == found

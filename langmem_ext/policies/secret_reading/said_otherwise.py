"""Does the text say that this value is something else than a secret?

Each file asked here knows one sort of thing that is written as secrets are.
"""

from __future__ import annotations

from langmem_ext.policies.secret_reading.account_names import is_an_account_name
from langmem_ext.policies.secret_reading.code_names import is_a_name_in_code
from langmem_ext.policies.secret_reading.company_numbers import is_in_a_register
from langmem_ext.policies.secret_reading.counted_numbers import is_counted
from langmem_ext.policies.secret_reading.dated_numbers import is_dated
from langmem_ext.policies.secret_reading.open_networks import is_an_open_network
from langmem_ext.policies.secret_reading.password_rules import is_a_rule
from langmem_ext.policies.secret_reading.postal_addresses import is_in_an_address
from langmem_ext.policies.secret_reading.program_messages import is_named_by_a_program
from langmem_ext.policies.secret_reading.prompts import is_said_of_a_prompt
from langmem_ext.policies.secret_reading.unfilled_forms import is_unfilled


def is_said_to_be_other(text: str, start: int, end: int) -> bool:
    """Tell a time, a count, a name, an address, a rule or an empty form from what opens something."""
    return (
        is_a_rule(text[start:end])
        or is_unfilled(text, start, end)
        or is_dated(text, start, end)
        or is_counted(text, start, end)
        or is_named_by_a_program(text, start, end)
        or is_a_name_in_code(text, start, end)
        or is_an_open_network(text, start, end)
        or is_an_account_name(text, start, end)
        or is_in_an_address(text, start, end)
        or is_said_of_a_prompt(text, start, end)
        or is_in_a_register(text, start, end)
    )

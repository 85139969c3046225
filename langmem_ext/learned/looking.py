"""Can a secret value stand in this text at all?

Most texts hold neither a word that nobody would say nor a word that goes with secrets; the reader of values, which
takes as long as all rules together, need not see them.
"""

from __future__ import annotations

import re

from langmem_ext.policies.hints import any_of

CUES = """
    passw passc passp passk pass: pass= pwd answer phrase secur secre wallet maiden ledger lock unlock code
    alarm crypt metamask bank pin recover recovr restor reset seed word wifi wi-fi router login log-in logon
    signin sign-in account keypad key auth admin credential token vault safe insur licen national memorab
    favourite favorite mother mom's birth city school teacher pet's street debit credit card intercom gate
    door buzzer combo combination dial enter hint wrong incorrect reject expire network hotspot guest portal
    helpdesk helpline laptop phone capital lower-case lowercase uppercase underscore hash digit number spell
    tries type twelve twenty-four pw pws psk otp cvv iban routing sort disarm encrypt decrypt backup ssid root
    sudo ssh vpn padlock garage lockbox kennwort
""".split()
"""How words begin beside which plain words were values, in the lines of evals/data/training."""

OTHERS = "guests restores keyboard cardamom cardigan phonetic passport alarming typical".split()
"""Words that begin like a cue, and that no value stands beside more often than beside any other."""

_CUE = re.compile(rf"[\s\"'“‘(/:.,;#-](?!{'|'.join(OTHERS)}){any_of(CUES).pattern}")
_COUNTED = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)"
_SPELT = re.compile(rf"\b{_COUNTED}[ ,-]+{_COUNTED}\b")
_DIGIT = re.compile(r"\d")
_UNITS = (
    "st|nd|rd|th|s|am|pm|k|m|h|g|x|km|kg|cm|mm|ml|cl|l|mg|b|a|d|p|e|w|gb|mb"  # 3rd, 80s, 5pm, 10k
)
_NUMBER = re.compile(  # every form begins with a digit, so that all else is passed over fast
    r"\d(?:(?<!\d.)(?!(?<=1)9\d\d(?!\d)|(?<=2)0\d\d(?!\d))\d\d"  # three in a row that are no year
    r"|(?<=[^\W\d_].)|(?<=[^\W\d_][-./].)"
    rf"|(?!(?i:{_UNITS})\b)[^\W\d_]|\d? \d|-\d\d?-\d)"  # nor 3D, 4K, 5G
)
_ODD = re.compile(r"[!#$%&*^~?@+\\§€£_=][^\W_]")
_JOINED = re.compile(r"[A-Z](?:(?<=[a-z].)|(?<=[a-z][-./].))")


def names_secrets(text: str) -> bool:
    """Tell whether some word of a text goes with secrets."""
    return _CUE.search(f" {text.lower()}") is not None


def may_hold_value(text: str) -> bool:
    """Tell whether something in a text is written like a value, or some word goes with values."""
    low = f" {text.lower()}"
    return bool(
        _CUE.search(low)
        or (_DIGIT.search(text) and _NUMBER.search(text))
        or _JOINED.search(text)
        or _ODD.search(text)
        or _SPELT.search(low)
    )

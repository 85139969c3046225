"""Which value does somebody ask about as a password, or say that it was refused?

"Is marmalade a good password?", "I typed marmalade and it says wrong password", "it says gnome88 is too weak": no verb
gives the value, and yet it is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.credential_values import clean, jumbled
from langmem_ext.policies.secret_reading.famous_values import is_famous
from langmem_ext.policies.secret_reading.plain_passwords import (
    ENDS,
    NO_THING,
    OWNER,
    PASSWORD,
    WORD,
    could_be,
    is_rare,
    like_a_password,
    phrase_could_be,
)
from langmem_ext.policies.secret_reading.token_forms import Span

_VERDICT = (
    r"(?:(?:is|be|make|makes|still|really|actually|even|count|counts|work|works|do|any|an?|too|so|such|very|pretty"
    r"|enough|at|all|good|better|bad|strong|stronger|weak|safe|secure|ok(?:ay)?|fine|acceptable|decent|alright"
    r"|sensible|easy|obvious|simple|short|silly|stupid|dumb|terrible|awful|guessable|crackable|long|great"
    r"|reasonable|obvious|easy to guess|for"
    r"|as|of|to be|used?)[ ,]+)"
)
_CALLED = rf"(?:{OWNER} )?(?:[\w-]+ ){{0,2}}?{PASSWORD}(?![\w]){NO_THING}"
_OFTEN = r"(?:just |only |always |already |then |even |clearly |definitely |now |both |have |keep |kept |to )*"
_TYPED = r"(?:typed?|types|typing|put(?:ting)? in|puts in|put|enter(?:ed|s|ing)?|keyed in|key in|wrote|tried)"
_THEN = (
    r"(?=\s*(?:$|[.,;!?\n]|(?:and|but|it|once|twice|again|for|in|into|at|on|then|n|still|every|as|like|exactly"
    r"|correctly|several|many|\d+|three|four|five|six|ten|a (?:few|dozen|hundred)|over and over|when|where|so)\b))"
)
_WRONG = r"(?:wrong|incorrect|invalid|bad|unknown|false|mismatch\w*)"
_JUDGED = (
    r"(?:too |not |a |an |very |so |pretty |no longer )*(?:weak|short|simple|common|easy|old|strong|guessable"
    r"|compromised|bad|wrong|incorrect|invalid|expired|valid|already used|pwned|insecure|unsafe|leaked|breached"
    r"|similar)\b"
)
_MET = (
    r"(?:(?:got|was|were|has been|had been|have been|is|appeared|showed up|turned up|came up|being|keeps?|gets?"
    r"|getting|being|just|already|also|still|now|always|recently|been) ){1,4}"
    r"(?:in (?:a|the|some|\w+) (?:\w+ )?(?:breach|leak|dump|hack|list)\w*|leaked|breached|hacked|compromised|pwned"
    r"|guessed|cracked|stolen|exposed|found in|rejected|refused|denied|too weak|too short|not accepted|declined)\b"
)


def _somebodys(value: str) -> bool:
    """Tell a word that may be a password from those that everybody names as bad ones."""
    return could_be(value) and not is_famous(value)


Form = tuple[re.Pattern[str], Callable[[str], bool], str]
"""A pattern, which values count, what the text must have: a word for a password, a refusal, what looks like one."""

_FORMS: tuple[Form, ...] = tuple(
    (re.compile(pattern), fits, beside)
    for pattern, fits, beside in (
        # Asked about by its name: "is V a good password", "how strong is V as my password"
        (
            rf"\b(?:is|isn't|isnt|was|would|wouldn't|could|does|if|think|thinks|say|says|that|because|why is) {WORD} "
            rf"{_VERDICT}{{1,6}}{_CALLED}",
            _somebodys,
            "named",
        ),
        (
            rf"\b(?:is|would|are|was) [\"'“]?(?P<v>[a-z'-]+(?: [a-z'-]+){{2,7}}?)[\"'”]? (?:be )?{_VERDICT}{{1,5}}"
            rf"{_CALLED}",
            phrase_could_be,
            "named",
        ),
        (
            rf"\bhow (?:strong|safe|secure|good|weak|bad|guessable|crackable|long|easy) (?:is|was|would|are|to \w+ is)"
            rf" {WORD}(?: be)? (?:as|for) {_CALLED}",
            could_be,
            "named",
        ),
        (
            rf"\b{PASSWORD}[:,]? {WORD} ?(?:[,;:(–-]+|and) ?(?:is|was|isn't) (?:it|that|this)\b",
            could_be,
            "named",
        ),
        (
            rf"\b(?:rate|judge|score|grade|review|test|check|evaluate) (?:out of \w+ )?{WORD} "
            rf"(?:out of \w+ )?(?:as|for) {_CALLED}",
            could_be,
            "named",
        ),
        (
            r"\b(?:rate|judge|score|grade|review|test|check|evaluate|improve|strengthen|fix|crack) (?:this|my|our|the)"
            rf" (?:\w+ )?{PASSWORD}[:,]? {WORD}{ENDS}",
            could_be,
            "named",
        ),
        (
            r"\b(?:password|passphrase|words|phrase),? (?P<v>[a-z'-]+(?: [a-z'-]+){2,7})[.,] (?:is (?:it|that|this)\b"
            r"|how (?:strong|many|safe)|strong\b|ok\b|safe\b|good\b)",
            lambda value: phrase_could_be(value, 4),
            "named",
        ),
        # Refused: "I typed V and it says wrong password"
        (rf"\b{_TYPED} (?:in )?{_OFTEN}{WORD}{_THEN}", could_be, "refused"),
        (
            rf"\b(?:says?|shows?|told|tells|get|got|gives?|throws?) (?:me )?(?:it'?s |that )?(?:an? |the )?{_WRONG} "
            rf"{PASSWORD}\b[^.!?\n]{{0,16}}?\b(?:when(?:ever)?|if|after|for|with|to|on) "
            rf"(?:(?:i|we|he|she|they|you|me|my) )?(?:(?:{_TYPED}|give|use|try|say) )?(?:in )?{WORD}{ENDS}",
            could_be,
            "named",
        ),
        (
            rf"\b(?:my|our|his|her|their|mum's|mom's|dad's) (?:[\w-]+ )?(?:password|pasword|passwd|passphrase|pw)"
            rf" {WORD}"
            r" (?:is|was|isn't|isnt|has|does|doesn'?t|won'?t|keeps|got|gets|stopped|no longer|not|never|didn'?t|as|what"
            r"|why)\b",
            could_be,
            "refused",
        ),
        (
            rf"\b(?:my|our|his|her|their|the|zoom|meeting|e?mail|wi-?fi) (?:[\w-]+ )?{PASSWORD}{NO_THING} {WORD}"
            r" (?:is|was|isn'?t|has been|doesn'?t|won'?t|turned up|appears|appeared) ",
            is_rare,
            "named",
        ),
        (
            rf"\b(?:asks?|asked|prompts?|prompted|wants)\b[^.!?\n]{{0,40}}\b(?:i|we) (?:give|gave|type|typed|enter"
            rf"|entered|answer|say) (?:it )?{WORD} (?:and|but|it)\b",
            could_be,
            "refused",
        ),
        (
            r"\b(?:luks|veracrypt|truecrypt|bitlocker|keepass\w*|bitwarden|1password|gpg|pgp|cryptsetup"
            r"|filevault|keychain"
            r"|(?:the|my) vault) (?:won'?t|doesn'?t|does not|didn'?t|no longer|refuses to|stopped) (?:take"
            r"|takes|accept"
            r"|accepts|like|likes|opens? with|unlock with|taking|accepting)"
            r" [\"'“]?(?P<v>[a-z'-]+(?: [a-z'-]+){2,7}?)(?=[\"'”]?(?: any ?more| now| after| since| which"
            r"|[,.;!?\n]|$))",
            phrase_could_be,
            "named",
        ),
        # Whose looks tell that it is one, and of which something is said that is said of passwords
        (rf"(?<![^\s(\"'“,:]){WORD} {_MET}", like_a_password, "judged"),
        (
            r"\b(?:reject(?:s|ing|ed)?|refus(?:es|ing|ed)|(?:won'?t|will not|would not|wouldn'?t) (?:accept|take"
            r"|recogni[sz]e|let me use)|(?:doesn'?t|does not|dont|don'?t|didn'?t|never) (?:accept|take|like"
            r"|recogni[sz]e"
            rf"|let me use)|not accept(?:ing)?|hates?|dislikes?|declin\w+|den(?:ies|ied)|guess(?:ed|es)?) {WORD}"
            rf"(?=\W|$)",
            like_a_password,
            "judged",
        ),
        (
            r"\b(?:says?|that|claims?|thinks?|calls?|complains?|warns?(?: me)?|because|finds?|but|why is|told me) "
            rf"{WORD} (?:(?:is|was|isn't|isnt|are) )?{_JUDGED}",
            like_a_password,
            "judged",
        ),
        (
            rf"\b(?:and|but|though|yet|that|,) {WORD} (?:only |already |does |clearly )*(?:has|have|is|contains|had"
            rf"|got)"
            r" (?:\w+ ){0,2}(?:one|characters?|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|letters"
            r"|symbols?"
            r"|digits?|numbers?|long|short"
            r"|capitals?|both|all)\b",
            like_a_password,
            "rule",
        ),
        (
            r"\b(?:keyboard|auto-?correct|spell ?check\w*|phone|tablet|ipad)\b[^.!?\n]{0,30}"
            r"\b(?:chang(?:es|ed|ing)|correct(?:s|ed|ing)|turn(?:s|ed|ing)|replac(?:es|ed|ing)|autocorrects?)"
            r" [\"'“]?(?P<v>[^\s,;:\"'“”?]{5,40})[\"'”]? (?:in)?to\b",
            lambda value: like_a_password(value) and re.search(r"[!#$%&*_+]|\d.*\d", value) is not None,
            "login",
        ),
        (
            rf"\b(?:make|making|turn) {WORD} (?:stronger|harder|longer|safer|more (?:secure|complex)|less"
            r" (?:guessable|obvious)|into something)\b",
            like_a_password,
            "judged",
        ),
        (
            rf"\b(?:characters?|letters|bits|entropy|strong|safe|secure|crack|brute ?force|guess) (?:are |is |does"
            rf" )?(?:in"
            rf" |of )?{WORD}(?= have\b| has\b| enough\b|{ENDS}| and\b)",
            like_a_password,
            "judged",
        ),
        (rf"\b(?:is|would) {WORD} (?:be )?{_VERDICT}{{1,3}}(?:enough|for)\b", like_a_password, "judged"),
        (rf"\bis {WORD} (?:strong|safe|secure|weak|long) enough\b", like_a_password, "judged"),
        (rf"\blike {WORD} but (?:with|stronger|longer|safer|without)\b", like_a_password, "judged"),
        (rf"(?<![^\s(\"'“,:]){WORD} (?:doesn'?t|dont|does not|no longer|stopped|won'?t|wont|isn'?t|is not|not) "
         rf"(?:work\w*"
         r"|log\w*|accepted|open\w*|unlock\w*|let\w*)\b", like_a_password, "login"),
        (rf"\b(?:wrong|incorrect|invalid) (?:{PASSWORD}|login|credentials)[.!,:;…-]+ ?(?:but |and )?(?:it'?s|its|it"
         rf" is|i have|mine is"
         rf"|i put|i use|i typed) {WORD}(?=[\s.,;!?]|$)", like_a_password, "refused"),
        (rf"\b[a-z]*{PASSWORD} (?:prints|shows|returns|gives|outputs|contains|holds) {WORD}(?=[\s.,;!?]|$)",
         lambda value: jumbled(clean(value), 12), "named"),
    )
)  # fmt: skip
_REFUSED = re.compile(
    rf"\b(?:{_WRONG}|refus\w*|reject\w*|denied|not (?:accept\w*|match|right|recogni[sz]ed|strong|valid|work\w*)"
    r"|doesn'?t (?:match|accept|like|take|work|let)|(?:dont|don't|won'?t) (?:let|accept|take|like|match|work)|too "
    r"(?:weak"
    r"|short|simple|long|common)|locked|lock(?:s|ing) me|shakes?|sorry|weak|expired|fail\w*|error|nothing happens"
    r"|stopped working|works?)\b"
)
_NAMED = re.compile(
    rf"\b{PASSWORD}s?\b|\b(?:log ?-?in|logged|log-?on|account|sudo|luks|veracrypt|bitlocker|unlock\w*|decrypt\w*"
    rf"|keepass"
    r"|pin|sign ?in)\b"
)
_ELSEWHERE = re.compile(
    r"\b(?:user ?-?names?|user|usernames?|handles?|gamertags?|nick\w*|branch|tags?|commit|hash|build|version|file"
    r" ?names?"
    r"|filenames?|files?|part|model|item|sku|gpu|driver|cpu|firmware|hostnames?|servers?|vin|plate|promo|coupons?"
    r"|vouchers?"
    r"|discount|codes?|tickets?|bookings?|column|variable|function|class|repo|package|image|device|router model|team"
    r"|player|channel|sensor|movie|film|game|song|album|band|phone|series|book|article|paper|request|compiler|parser)\b"
)
"""What a word with digits in it is otherwise."""
_RULE = re.compile(r"\b(?:characters?|capital|upper|lower|symbol|special|digits?|number)\b")
_LOGIN = re.compile(
    r"\b(?:g-?mail|netflix|outlook|spotify|facebook|insta\w*|amazon|apple|icloud|paypal|bank|account|wi-?fi|steam|email"
    r"|e-mail|portal|vpn|log ?in|router|hulu|ebay|laptop|computer|pc|ipad|printer|server|site|website|app|phone"
    r"|tablet)\b"
)
_HINT = any_of(
    "chang turn replac doesn isn't won't as a"
    " wrong incorrect invalid refus reject accept weak strong safe secure good bad breach leak hack pwned guess crack"
    " denied lock works shakes sorry expired fail error characters capital uppercase lowercase symbol digit has letters"
    " decent rate improve too\x20 but work".split()
)


def find_judged(low: str, text: str, spoken_of: bool) -> Iterator[Span]:
    """Yield what somebody asks about as a password, or says to have typed in vain.

    `low` is the text in lower case, `spoken_of` whether it is about passwords.
    """
    looks = _LOOKS.search(text) is not None
    if not (spoken_of or looks) or not _HINT.search(low):
        return
    named = spoken_of and _NAMED.search(low) is not None
    refused = named and _REFUSED.search(low) is not None
    looks = looks and not _ELSEWHERE.search(low)
    met = {
        "named": named,
        "refused": refused,
        "judged": looks,
        "rule": looks and _RULE.search(low) is not None,
        "login": looks and _LOGIN.search(low) is not None,
    }
    for form, fits, beside in _FORMS:
        if met[beside]:
            for match in form.finditer(low):
                start, end = match.span("v")
                if fits(text[start:end]):
                    yield "password", start, end


_LOOKS = re.compile(r"[\d!#$%&*_](?:(?<=[A-Za-z!#$%&*_.-]\d)|(?<=[A-Za-z][!#$%&*_])(?=[A-Za-z\d]))")
"""Letters beside digits or signs somewhere."""

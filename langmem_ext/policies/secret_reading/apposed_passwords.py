"""Which word stands beside the word for a password, where no verb gives it away?

"The password, marmalade, stopped working", "Dad uses Gandalf as his password", "the zip opens with marmalade": any word
may be the value, and the place it stands in leaves room for hardly anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from langmem_ext.policies.hints import any_of
from langmem_ext.policies.secret_reading.credential_values import PROSE, clean
from langmem_ext.policies.secret_reading.plain_passwords import (
    ENDS,
    NO_THING,
    OWNER,
    PASSWORD,
    WORD,
    could_be,
    phrase_could_be,
)
from langmem_ext.policies.secret_reading.token_forms import Span

_MINE = r"(?:my|our|the|his|her|their|your|mum's|mom's|dad's)"
_CALLED = rf"{OWNER} (?:[\w'-]+ ){{0,3}}?{PASSWORD}(?!\w){NO_THING}"
_GIVES = (
    r"(?:use[sd]?|using|have|had|has|chose|choose|picks?|picked|set|put|puts|want(?:ed)?|types?|typed|enter(?:ed)?|got"
    r"|keeps?|kept|made|reuse[sd]?|took|went with|settled on|came up with|chosen|suggested|suggests)"
)
_GOES_ON = (
    r"(?= (?:is|was|isn'?t|has|had|doesn'?t|does|did|didn'?t|no longer|stopped|won'?t|will|still|keeps|got|gets|expired"
    r"|expires|works?|worked|fails?|failed|can'?t|never|needs|contains|appeared|must|should|might|could|leaked|only)\b)"
)
_ON = r"(?=\s*(?:$|[.,;!?)\n]|(?:and|but|so|because|cos|yesterday|today|now|then|last|this|after|before|in|which)\b))"
_RELATED = (
    r"(?:cat|dog|pet|puppy|kitten|kid|son|daughter|wife|husband|partner|horse|hamster|rabbit|parrot|bird|goldfish"
    r"|mother"
    r"|mum|mom|father|dad|boat|street|team|band|school|car|bike|town|village|city|nan|gran|grandma|grandpa|teacher|baby"
    r"|girlfriend|boyfriend|sister|brother|cousin|uncle|aunt|hero|character|singer|player|author|book|film|movie|club"
    r"|hometown)"
)
_LOCKED = (
    r"(?:zip|pdf|rar|7z|archive|attachment|excel(?: sheet| file)?|spreadsheet|sheet|document|doc|file|folder|usb(?:"
    r" stick"
    r"| key)?|drive|disk|diary|laptop|computer|pc|macbook|vault|bitwarden|1password|keepass(?:xc)?|lastpass|password"
    r" manager|backup|wallet|payslips?|statement|account|tablet|ipad|phone|wi-?fi|router|veracrypt|luks|ssh key)"
)
_UNLOCKED = (
    r"(?:unlocks?|decrypts?|(?:is |are |was |were |i )?(?:locked|protected|encrypted|secured|unlock|decrypt"
    r"|encrypted))"
)
_END_OF_SENTENCE = r"(?=[\"'”]?\s*(?:$|[.?!\n]|,? (?:ok|is that|how)\b))"
_PHRASE = r"[\"'“]?(?P<v>[a-z'-]+(?: [a-z'-]+){2,7})"


def _joined(value: str) -> bool:
    return not any(part in PROSE for part in re.split(r"[._-]", value.lower()))


def _odd(value: str) -> bool:
    """Tell a word with a digit, a sign or a capital inside, which none of the sentence has."""
    said = clean(value)
    return (
        could_be(said)
        and re.search(r"[a-z][A-Z\d!#$%&*_]|\d[A-Za-z]{2}", said) is not None
        and len(said) >= 6
    )


def _unusual(value: str) -> bool:
    """Tell two words written as one: no common word is as long."""
    return (
        could_be(value)
        and value.isalpha()
        and len(value) >= 8
        and value.islower()
        and not value.endswith(_ENDINGS)
    )


_ENDINGS = (
    "tion",
    "ment",
    "ness",
    "ance",
    "ence",
    "sion",
    "ture",
    "ings",
    "ship",
    "tions",
    "ments",
    "ality",
    "ility",
)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = tuple(
    (re.compile(pattern), fits)
    for pattern, fits in (
        # "Dad always uses V as his password", "I picked V for the password"
        (rf"\b{_GIVES} {WORD} (?:\w+ ){{0,2}}?as {_CALLED}", could_be),
        (rf"\b{_GIVES} {_PHRASE} as {_CALLED}", phrase_could_be),
        (rf"\b(?:picked|chose|went with|took|came up with|settled on|used|put) {WORD} for {_MINE}"
         rf" (?:\w+ ){{0,2}}?{PASSWORD}(?!\w){NO_THING}", could_be),
        (rf"\b(?:that|because|think|thinks|guess|sure|told \w+|says|said|since|know|knows) {WORD} (?:is|was) {_CALLED}"
         r"(?! (?:manager|hint))", could_be),
        (rf"\bfor {_MINE} (?:[\w-]+ ){{0,2}}?{PASSWORD} (?:i|we|he|she|they) (?:just |always |once )?{_GIVES}"
         rf" {WORD}{_ON}",
         could_be),
        (rf"\b(?:it'?s|it is) {WORD}(?: now)?, {_CALLED}", could_be),
        (rf"\b(?:wants?|needs?|asks? for|asked for|require[ds]?) (?:a|the|some) (?:\w+ )?{PASSWORD}"
         rf"(?!\w){NO_THING}[^.!?\n,;:]{{0,30}}"
         rf"[,;:] ?(?:so |and )?(?:we|i|they|he|she) (?:said|chose|picked|took|gave|put|agreed on|went with|use"
         rf"|used) {WORD}{_ON}",
         could_be),
        # "the vault pw correct.mule.battery": three words joined, with nothing between
        (rf"\b{PASSWORD}[ :]+[\"'“]?(?P<v>[a-z]{{3,}}(?:[._-][a-z]{{3,}}){{2,5}}\d{{0,4}}!?)(?=[\"'”]?(?:[\s,;!?)]"
         rf"|\.?$|\. ))", _joined),
        (rf"\b{PASSWORD}(?!\w){NO_THING}[^.!?\n,;:]{{0,40}}[,;:] ?(?:it'?s|its|it is|which is|that'?s|namely)"
         rf" {WORD}(?=[\s.,;!?]|$)", _odd),
        (r"\b(?:telnet|ssh|log ?in|prompt|console|sudo)\b[^.!?\n]{0,30}\bthen [\"“]"
         r"(?P<v>[^\"”\s]{4,40})[\"”]", could_be),
        (rf"\b(?:open|unlock|unzip|extract)\b[^.!?\n]{{0,40}}\b(?:write|type|enter|put) {WORD},? (?:without|no|with"
         rf" no|in|all) (?:spaces"
         r"|gaps|capitals|lower|small|one word)", could_be),
        (rf"\b(?:lobby|room|server|realm|channel|world|chest|game|door|gate|site|portal|chat) opens? (?:up )?with"
         rf" {WORD}"
         r"(?=\s*(?:$|[,;.\n]|(?:tell|and i|but i|how|what|can)\b))", _unusual),
        # "the password changed, it's V now", "my password from V to something longer"
        (rf"\b{PASSWORD}(?:'s)? (?:has |was |got |just |have )?(?:been |just )?(?:changed|reset|updated|different"
         rf"|switched)[,.;:!-]* (?:now )?(?:it'?s|it is|to)(?: now)? {WORD}(?=\s*(?:now|from|$|[.,!\n]))", could_be),
        (rf"\b(?:chang\w+|switch\w*|updat\w+|reset|went) {_MINE} (?:[\w-]+ ){{0,2}}?{PASSWORD} from {WORD}"
         rf" to\b", could_be),
        (rf"\b(?:chang\w+|switch\w*|updat\w+|reset|set) {_MINE} (?:[\w-]+ ){{0,2}}?{PASSWORD} (?:back )?to {WORD}{_ON}",
         could_be),
        # "the password, V, stopped", "my password (V)"
        (rf"\b{_MINE} (?:[\w-]+ ){{0,3}}?{PASSWORD}, {WORD},{_GOES_ON}", could_be),
        (rf"\b{_MINE} (?:[\w-]+ ){{0,3}}?{PASSWORD} ?\({WORD}\)", could_be),
        (rf"\b(?:remember|memorise|memorize|recall|learn) {_MINE} (?:[\w-]+ ){{0,2}}?{PASSWORD}[,:] {WORD}[.!]*"
         rf"(?=\s*(?:$|\n))",
         could_be),
        (rf"\b{PASSWORD} (?:again|once more|so far)\W{{1,4}}{WORD}[?.!]*(?=\s*(?:$|\n))", could_be),
        # "my dog's name, V", "the same as my Facebook one, V"
        (rf"\b{PASSWORD}\b[^.!?\n]{{0,40}}\b(?:{_RELATED}(?:'s)? (?:nick|sur|first |middle )?name|name of [^.,"
         rf"(\n]{{3,30}})"
         rf" ?(?:[,:(–-]+ ?|is | )[\"']?{WORD}\)?{_ON}", could_be),
        (rf"\b{PASSWORD}\b[^.!?\n]{{0,40}}\b(?:my|our|his|her|their) (?:[\w'-]+ ){{0,2}}?{_RELATED}(?:'s"
         rf" name)?(?: twice| backwards)?,? ?[(,:–-]"
         rf" ?{WORD}\)?"
         r"(?=\s*(?:$|[.?!)]))", could_be),
        (rf"\b{PASSWORD}\b[^.!?\n]{{0,40}}\bsame (?:as|one|password)\b[^.!?\n]{{0,40}}[,:(–-] ?{WORD}\)?[.!]*(?=\s*"
         rf"(?:$|\n))",
         could_be),
        # "The club password, ours is V", "customer password?" and I said V
        (rf"\b{PASSWORD}\b[^.!?\n]{{0,30}}[,;:–-] (?:ours|mine|his|hers|theirs) (?:is|was) (?:still |just )?{WORD}"
         r"(?=[\s.,;!?]|$)", could_be),
        (rf"\b{PASSWORD}\??[\"'”]*,? (?:and |so )?(?:i|we) (?:said|answered|gave|shouted|replied|told (?:her"
         rf"|him|them)) {WORD}"
         r"(?=[\s.,;!?]|$)", could_be),
        # Whatever words are said to be it, to the letter
        (rf"\b{PASSWORD}\b[^.!?\n]{{0,40}}? (?:is|was|reads) (?P<v>[^,.;!?\n]{{3,40}}),? (?:yes )?"
         r"(?:literally|just|exactly|those|in those)(?: \w+)? (?:(?:two|three|four|five|very|exact|same) )*words\b",
         lambda value: True),
        (rf"\b{PASSWORD}\b[^.!?\n]{{0,60}}\b(?:post-?it|note|paper|card|book|slip|wall|back|inside|lid|drawer)\b[^.!?\n,]"
         rf"{{0,12}}[,:] (?P<v>[a-z'-]+(?: [a-z'-]+){{2,7}})(?=[,.!?\n]|$)", lambda value: phrase_could_be(value, 4)),
        # One that everybody knows, and that somebody has left in use
        (rf"\b(?:my|our|his|her|their|root|admin|sudo)(?:'s)? (?:[\w-]+ ){{0,2}}?{PASSWORD}(?: (?:on|for|of|to)"
         rf" (?:the|my|our|that)"
         r" [\w-]+){0,2} (?:is|was)(?: still| just| literally| simply| set to)* (?P<v>change-?me|letmein"
         r"|passw[o0]rd\d*|qwerty\w*"
         rf"|admin\d*|root|toor|welcome\d*|abc123|iloveyou){ENDS}", bool),
        # Who logs in, and with what
        (rf"\b(?:log-?in|sign-?in|creds|credentials)(?:'s| is| are|:| =)? (?!(?:page|screen|form|button|flow|email|link"
         rf"|system|name|with|via|or|and)\b)[\w.@-]{{2,40}} ?[/|] ?{WORD}{ENDS}", could_be),
        (rf"\b(?:log-?in|sign-?in|creds|credentials|it)(?:'s| is| are|:| =)? (?:admin|root|guest|user|test"
         rf"|administrator"
         rf"|sa|[\w.]+@[\w.]+) (?:and|with) {WORD}{ENDS}", could_be),
        (rf"\b(?:pw|pwd|pass|password)[: ]+{WORD}[, ]+(?:and |with )?(?:user ?name|user|login|log-?in)[: ]+(?!page"
         rf"|screen|form)",
         could_be),
        # What is locked, and what opens it
        (rf"\b{_LOCKED}\b[^.!?\n]{{0,16}} {_UNLOCKED} (?:up )?(?:with|by|using) (?:the (?:word|password|phrase)"
         rf" )?{WORD}{_ON}",
         could_be),
        (r"\b(?:zip|rar|7z|archive|diary|laptop|computer|macbook|vault|backup|wallet|tablet|ipad|phone|router"
         r"|password manager)"
         rf" (?:\w+ )?opens? (?:up )?(?:with|by|using) {WORD}{_ON}", could_be),
        (rf"\b{_LOCKED}\b[^.!?\n]{{0,16}} {_UNLOCKED} (?:up )?(?:with|by|using) {_PHRASE}{_END_OF_SENTENCE}",
         lambda value: phrase_could_be(value, 4)),
        (rf"\b(?:unlock|open|decrypt|encrypt|protect)\w* (?:my|our|the|his|her) (?:[\w-]+ ){{0,2}}?{_LOCKED} with"
         rf" {_PHRASE}"
         rf"{_END_OF_SENTENCE}", lambda value: phrase_could_be(value, 4)),
        (rf"\b(?:open|unlock|decrypt|extract|unzip)\b[^.!?\n]{{0,30}} (?:with|using) the (?:word|password|phrase)"
         rf" {WORD}{_ON}",
         could_be),
        (rf"\bto (?:get (?:in)?to|log ?(?:in|on)(?: to)?|log into|unlock|open|access|sign in(?: to)?|start) (?:my"
         rf"|the|our|his"
         rf"|her) (?:[\w-]+ ){{0,2}}?{_LOCKED},? (?:you |just |we |i )*(?:type|enter|put in|key in) (?:in"
         rf" )?{WORD}{_ON}",
         could_be),
        (rf"\b(?:luks|veracrypt|bitlocker|keepass\w*|bitwarden|1password|grub)\b[^.!?\n]{{0,40}}\b(?:i|we) (?:type"
         rf"|enter|give"
         rf"|put in) {_PHRASE}{_END_OF_SENTENCE}", lambda value: phrase_could_be(value, 4)),
        # What is said to whoever asks
        (rf"\b(?:alarm (?:people|company|cent\w+|guys|firm)|security (?:company|people|firm|desk)|monitoring (?:company"
         rf"|station|people)|adt)\b[^.!?\n]{{0,24}}\b(?:rings?|calls?|phones?|asks?|checks?),? (?:you |just |we"
         rf" )*(?:say|answer|tell (?:them|him|her)) {WORD}{_ON}", could_be),
    )
)  # fmt: skip
_HINT = any_of(
    " as; for my; for the; for our; for his; for her;that ;because ;think ;guess ;sure ;told ;said ;says ;since ;know"
    ";it's ;its ;it is ;changed;change;reset;updat;switch;different; from ;word, ;word (;pw (;phrase (;code (;word"
    "(;remember"
    ";memori;recall;learn;again;once more;name;cat;dog;pet;same ;login;log-in;signin;sign-in;creds;credent;pw ;pass"
    " ;pw:"
    ";pass:;password ;open;unlock;decrypt;locked;protect;encrypt;secured;type ;enter ;put in;key"
    " in;alarm;security;monitor"
    ";adt;post-it;note;paper;card;book;slip;drawer; words;ours ;mine "
    ";hers ;theirs; i gave; i answered; i shout; letmein;root"
    ";admin;welcome;qwerty;passw0rd".split(";")
)


def find_apposed(low: str, text: str) -> Iterator[Span]:
    """Yield words that stand where only a password can; `low` is a text about passwords, in lower case."""
    if not _HINT.search(low):
        return
    for form, fits in _FORMS:
        for match in form.finditer(low):
            start, end = match.span("v")
            if fits(text[start:end]):
                yield "password", start, end

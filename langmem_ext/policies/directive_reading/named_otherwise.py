"""Which sentences tell the assistant a name to use, and never say "call me"?

"Everyone calls me Bex, you can too", "you can drop the Mr, Tom is fine", "with me you can use Dila".
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.order_words import ON
from langmem_ext.policies.directive_reading.request import Request, Said

_TITLE = (
    r"(?:mr|mrs|ms|mx|miss|dr|doctor|prof|professor|sir|madam|captain|rev|frau|herr|señora?)\b\.?"
)
_WORD = r"(?-i:[A-ZÀ-ÖØ-Þ])[\w'’-]*[^\W_]"
_NO_PERSON = (
    r"(?:English|German|French|Spanish|Italian|Portuguese|Dutch|Swedish|Norwegian|Danish|Finnish|Polish|Czech"
    r"|Russian|Ukrainian|Turkish|Arabic|Hebrew|Hindi|Urdu|Tamil|Bengali|Chinese|Mandarin|Cantonese|Japanese|Korean|Vietnamese"
    r"|Thai|Indonesian|Malay|Tagalog|Swahili|Zulu|Xhosa|Afrikaans|Yoruba|Igbo|Hausa|Greek|Latin|Welsh|Irish|Gaelic|Catalan"
    r"|Basque|Hungarian|Romanian|Bulgarian|Serbian|Croatian|Python|Java|JavaScript|TypeScript|Rust|Go|Ruby|Kotlin"
    r"|Swift"
    r"|Bash|SQL|Markdown|LaTeX|Excel|Word|Google|Celsius|Fahrenheit|Kelvin|UTC|GMT|Monday|Tuesday|Wednesday|Thursday"
    r"|Friday|Saturday|Sunday|It|That|This|He|She|They|We|I|You|The|Everything|Nothing|Anything|Which|Either)"
)
_NAME = rf"[\"'“]?(?P<name>(?:{_TITLE} )?(?!{_NO_PERSON}\b){_WORD}(?: {_WORD})?)[\"'”]?"
_TITLED = rf"[\"'“]?(?P<name>{_TITLE} {_WORD}(?: {_WORD})?)[\"'”]?"
_THEY = (
    r"(?:everyone|everybody|most people|people|they all"
    r"|(?:(?:all|most of) )?(?:my )?(?:friends|mates|colleagues|coworkers|family))"
    r"(?: (?:else|here|at \w+))?(?: (?:just|all|usually))?"
)
_DO_TOO = (
    r"(?:(?:so |and |but )*(?:you (?:can|may|should|could)(?: do)?|(?:please |feel free to )?do"
    r"|so (?:can|may|should) you|feel free(?: to)?)(?: so| that| it| the same)?(?: too| as well| also)?)"
)
_ENDS = r"(?:[\s,]+(?:please|thanks|thank you|ok|okay|from (?:now|today|here) on|too))*[\s.!]*$"
_FINE = (
    r"(?:(?:(?:is|'s|will be) (?:just |perfectly |quite )?(?:fine|ok|okay|enough|good)|will do|works)"
    r"(?: (?:for|with|by) me)?)"
)
_NO_TITLE = (
    rf"(?:(?:no need for|drop|lose|skip|forget|stop with|enough with|enough of|without)(?: all)?"
    rf" (?:the |that )?[\"'“]?(?:{_TITLE}(?: {_WORD})?|titles?|surname|last name|formalit(?:y|ies))[\"'”]?)"
)
_MAY_USE = r"(?:use|say|go with)"
_FORMS = tuple(
    re.compile(rf"{frames.LEADS}{each}{_ENDS}", re.I)
    for each in (
        rf"{_THEY} calls? me {_NAME},? {_DO_TOO}",
        rf"(?:(?:you can|you may|please|just|let's) )*{_NO_TITLE}\W+"
        rf"(?:(?:just|plain|it's|i'm|and|use|say) )*{_NAME}(?: {_FINE})?",
        rf"(?:just |plain )?{_NAME} {_FINE}\W+{_NO_TITLE}",
        rf"(?:it['’]?s|i['’]?m|that['’]?s) {_TITLED},? (?:please,? )?not {_TITLE}",
        rf"(?:please )?(?:{_MAY_USE}|stick (?:to|with)) {_TITLED},? (?:please,? )?(?:not {_TITLE}|(?:with|to|for) me)",
        rf"with me,? (?:(?:you can|you may|please|just|it's fine to|feel free to) )+{_MAY_USE} {_NAME}(?:,? {ON})?",
        rf"(?:you (?:can|may)|please|feel free to) (?:just )?{_MAY_USE} {_NAME} (?:with|for|to) me(?:,? {ON})?",
        rf"(?:no ?(?:one|body)|only [\w' ]{{2,24}}) (?:ever )?calls me [\"'“]?{_WORD}[\"'”]?\W+(?:so )?"
        rf"(?:it['’]?s|i['’]?m|i go by|just) (?:just )?{_NAME}",
        rf"(?:my )?name['’]?(?:s| is) {_WORD}(?: {_WORD})?,? (?:but|so) (?:please |just |do )*{_MAY_USE} {_NAME}",
    )
)
_SIGNS = (
    "calls me", "call me", "mr", "ms", "mx", "dr", "prof", "sir", "miss", "doctor", "captain", "with me", "to me",
    "for me", "title", "surname", "last name", "formalit", "name", "frau", "herr", "rev", "madam",
)  # fmt: skip
"""A piece of one of these stands in every form."""


def named_otherwise(said: Said) -> Request | None:
    """Read the name that somebody is to be called by, in a sentence that does not ask for it by that word."""
    text = said.text
    if said.sentence.is_question or not any(map(text.lower().__contains__, _SIGNS)):
        return None
    found = next(filter(None, (each.match(text) for each in _FORMS)), None)
    if found is None:
        return None
    return Request("call_me", f"call me {said.words(found.start('name'), found.end('name'))}")

"""What does one sentence ask to remember?"""

from __future__ import annotations

import re
from functools import lru_cache

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import forms
from langmem_ext.policies.directive_reading.announced import announced
from langmem_ext.policies.directive_reading.answers import is_for_this_answer
from langmem_ext.policies.directive_reading.by_aside import by_aside
from langmem_ext.policies.directive_reading.conditionals import wished
from langmem_ext.policies.directive_reading.destined import destined
from langmem_ext.policies.directive_reading.for_talk import for_talk
from langmem_ext.policies.directive_reading.headed import headed
from langmem_ext.policies.directive_reading.headings import heading
from langmem_ext.policies.directive_reading.kept import keeps_only, kept
from langmem_ext.policies.directive_reading.lasting import lasting, set_for_good
from langmem_ext.policies.directive_reading.list_heads import list_head
from langmem_ext.policies.directive_reading.named_otherwise import named_otherwise
from langmem_ext.policies.directive_reading.occasions import word_of_ours
from langmem_ext.policies.directive_reading.openings import by_opening, called, seen_as, standing
from langmem_ext.policies.directive_reading.orders import ordered
from langmem_ext.policies.directive_reading.pieces import goes_to_a_place
from langmem_ext.policies.directive_reading.pointing import uses_it
from langmem_ext.policies.directive_reading.request import Request, Said
from langmem_ext.policies.directive_reading.together import agreed
from langmem_ext.policies.directive_reading.unparted import unparted
from langmem_ext.policies.directive_reading.unwanted import unwanted
from langmem_ext.policies.directive_reading.uses import is_left_open
from langmem_ext.policies.directive_reading.verbs import by_verb
from langmem_ext.policies.spelling import spelt


@lru_cache(maxsize=64)
def read(sentence: language.Sentence) -> Request | None:
    """Return what the sentence asks for, None when it asks to remember nothing."""
    right = spelt(sentence.text[: language.MAX_SENTENCE])
    said = Said(sentence, right.text, right)
    if not forms.hints(right.text) or is_reported_after(right.text):
        return None
    if is_labelled(right.text) or goes_to_a_place(right.text) or is_for_this_answer(right.text):
        return None
    if _CONFIDED.match(right.text):
        return Request("refusal", points="on", refuses=True)
    return (
        list_head(said)
        or unwanted(said)
        or uses_it(said)
        or agreed(said)
        or set_for_good(said)
        or called(said)
        or named_otherwise(said)
        or seen_as(said)
        or destined(said)
        or heading(said)
        or word_of_ours(said)
        or _by_verb(said)
        or by_opening(said)
        or lasting(said)
        or standing(said)
        or announced(said)
        or ordered(said)
        or wished(said)
        or for_talk(said)
        or headed(said)
        or kept(said)
        or unparted(said)
        or by_aside(said)
    )


def _by_verb(said: Said) -> Request | None:
    """Where the verb only points, look for what the same sentence announces."""
    found = by_verb(said)
    left_open = found and (is_left_open(found.words) or _GOES_ON.match(found.words))
    if found and (left_open or keeps_only(found.words)):
        return Request(found.rule, points="back")
    fronted = found is not None and ", is that " in found.words
    if found is None or (found.words and not fronted) or found.refuses:
        return found
    told = announced(said)
    return told if told and told.words else found


_GOES_ON = re.compile(
    r"(?:(?:before|when|while|whenever|after|by) \w+ing\b[^,]*$|(?:and|then|so) (?:then )?(?:tell|show|explain"
    r"|give|help"
    r"|write|let|make"
    r"|answer|check)\b)",
    re.I,
)
"""When "that" is to be remembered, or what is to be done then: "remember that before proposing a date"."""


def is_labelled(text: str) -> bool:
    """Tell the head of a letter, who speaks in a transcript, or who else is spoken to."""
    return bool(_LABELLED.match(text))


_LABELLED = re.compile(
    r"(?:role ?-?play|scenario|scene|dialogue)\s*[:,]\s"
    r"|(?:dear|hi|hello) (?:diary|journal|santa|sirs?|madam|all|team|colleagues|tenants|parents|neighbou?rs?|guests?"
    r"|residents"
    r"|students|customers|members|volunteers)\b"
    r"|(?:(?:ok|okay|so|now|hey),? )*(?:let'?s|let us|shall we|wanna|want to) play\b"
    r"|(?:(?:please|so|ok|now),? )*(?:take note|remember|note|don'?t forget|keep in mind),? (?:kids|children|folks"
    r"|everyone"
    r"|everybody|guys|people|ladies|boys|girls|y'?all|dear \w+"
    r"|class(?! (?:\w*\d|[a-z]\b|is\b|has\b|starts?\b|was\b|ends?\b)))\b"
    r"|(?:meeting notes|minutes|agenda|checklist|transcript|voice ?mail|step \d+|homework|exam question|poem"
    r"|lyrics)\s*[:.]\s"
    r"|(?:subject|re|fwd?|system|user|assistant|human|bot|todo|fixme)\s*:\s"
    r"|(?:kids|children|class|students|boys|girls|ladies|mum|mom|dad|grandma|grandpa)\s*[,:!]\s+(?:please )?"
    r"(?:(?:do )?(?:remember|keep|bear|note)|don't forget)\b"
    r"|(?:\w+,? )?(?:note|memo) to self(?: lol)?(?:\s*[,:–—-]+\s*|\s+)(?:lol |ffs |please )?(?:never|don'?t"
    r"|do not|stop|quit"
    r"|no more|always|double[- ]check|next time|maybe|gg)\b",
    re.I,
)
"""No request to the assistant."""

_CONFIDED = re.compile(
    r"(?:(?:so|ok|well|but|and|this is|that's|strictly|just|completely|please keep (?:this|that)|keep (?:this|that"
    r"|it))[\s,]+)*"
    r"(?:off the record|between (?:you and me|the two of us|ourselves|us))\b"
    r"(?! *(?:two)?[\s,:–—-]+(?:(?:an?|one|the|our|new|simple|standing) )*(?:rule|deal|agreement|arrangement)\s*:)",
    re.I,
)
"""What is said in confidence."""

_ASKED_OF_USER = re.compile(
    r"(?:^|[:,;(\"“–—-] ?|\b(?:if|whether|and|so) )(?:would|will|might) (?:i|we) (?:please|kindly|be so (?:kind|good)"
    r"|be kind enough|mind)\b"
    r"|\b(?:they|he|she|who|it|(?:my|our|the|his|her|their) \w+(?: \w+)?|(?-i:[A-Z]\w+)(?= (?:has|had|keeps|kept"
    r"|holds"
    r"|still|already|now) ))(?:'ve|'s|'d)?"
    r" (?:still |already |now |only |wrongly )*"
    r"(?:have|has|had|got|put|keeps?|kept|holds?)(?: it| this| that| me)?(?: down)? (?:on|in) (?:file|record|their"
    r" (?:files?|records?|system|books))\b",
    re.I,
)
"""What others asked of the user, or keep of them: "would I please put it on file", "the clinic has it on file"."""

_TOLD_SOMEBODY = (
    r"|(?:[,–—-]|\blol|\bhaha)\s*(?:is what )?i (?:\w+ )?(?:said|told|texted|wrote|messaged|shouted|yelled|whispered"
    r"|begged"
    r"|reminded|warned|asked|replied|emailed|screamed|muttered|tell"
    r"|keep telling|remind|beg|warn)(?: (?:to |at )?(?!you\b|u\b|ya\b)(?:her|him|them"
    r"|everyone"
    r"|everybody|myself|my \w+|the \w+|(?-i:[A-Z]\w+)))(?: \w+){0,3}[.!;]*$"
)
"""What the user told somebody else: "don't forget the milk, I texted her"."""

_REPORTED_AFTER = re.compile(
    r"[,–—-]\s*(?:\"\s*)?(?:or (?:at least |so )?)?(?:he|she|they|everyone|everybody|people|someone|somebody|mom|dad"
    r"|mum|(?:my|our|his|her|the) (?:(?!who|that|which)\w+ )?\w+|(?-i:[A-Z]\w+)) "
    r"(?:always |often |then |once |never fails to )?"
    r"(?:said|says?(?! (?:them|everything)\b)|told (?:me|us|him|her)|always said|used to say|keeps saying"
    r"|whispered|shouted|yelled|joked"
    r"|warned|laughed|sang|decided|adds?|announced|ruled|insists?|claims?|claimed|promised|explained|added|replied"
    r"|thought"
    r"|figured"
    r"|reminded (?:me|us))"
    r"(?: \w+){0,4}[.!]*$"
    r"|[,–—-]\s*(?:says|said|wrote|writes|quoth|sang|according to) (?!i\b|we\b|you\b)[^,:;]{2,40}(?:$|[,.])"
    r"|,\s*(?:it|(?:the|this|that) (?:sign|box|label|manual|card|poster|notice|letter|site|page)) (?:says|said"
    r"|reads|read)\b"
    r"|[,–—-]\s*(?:this|that|which) was (?:\w+ )?(?:on|in|at|above|under|by|from) (?:the|a|our|my|his|her"
    r"|every)\b[^,]{0,40}$"
    r"|\bis (?:what|how) (?:it|he|she|they|(?:the|my|our|his|her|this|that) [\w' ]{2,24}?) (?:says?|said|reads?"
    r"|wrote|writes"
    r"|tells?|told|goes|went|puts? it|keeps? saying)\b"
    + _TOLD_SOMEBODY
    + r"|,\s*(?:was|is|went|read|ran|goes) (?:the|his|her|their|a|our|my|its) (?:[\w'-]+ )?(?:sticker|sign|motto"
    r"|slogan|line"
    r"|advice|message|headline|tagline|chorus|lesson|moral|warning|caption|title|hashtag|mantra|answer|reply)\b"
    r"|,\s*as (?:the|that|his|her) (?:film|movie|song|book|line|saying|joke|poem|play|proverb|quote) "
    r"(?:has it|goes|says|went|put it)\b",
    re.I,
)


def is_reported_after(text: str) -> bool:
    """ "don't forget to breathe, she said" is a story."""
    return bool(_REPORTED_AFTER.search(text) or _ASKED_OF_USER.search(text))

"""Which clauses of a message state something of the user?

A sentence that asks, supposes, jokes or quotes yields none. Each clause comes with its subject and without greetings
and filler, so that the rules can read it from its start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from langmem_ext.policies import purposes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.company import led_by_others
from langmem_ext.policies.contacts import contacts
from langmem_ext.policies.facts import match_fact
from langmem_ext.policies.set_apart import each_of
from langmem_ext.policies.spelling import put_right
from langmem_ext.policies.statement_reading import scenes
from langmem_ext.policies.statement_reading.antecedents import spelled_out
from langmem_ext.policies.statement_reading.ellipses import filled_in
from langmem_ext.policies.statement_reading.games import is_of_a_game
from langmem_ext.policies.statement_reading.introductions import (
    as_own,
    caring,
    here,
    introduced,
    named_within,
    owner_named,
    presented,
    relatives,
    small_name_apposed,
)
from langmem_ext.policies.statement_reading.opening_phrases import opened_with
from langmem_ext.policies.statement_reading.questions_behind import stated_beside
from langmem_ext.policies.statement_reading.reasons import with_reasons
from langmem_ext.policies.statement_reading.said_before import stated_before
from langmem_ext.policies.statement_reading.said_next import said_next, with_whom
from langmem_ext.policies.statement_reading.self_described import described, one_who
from langmem_ext.policies.statement_reading.subjects import with_subject
from langmem_ext.policies.statement_reading.trimmed import LEAD, trimmed

_EXPLICIT = re.compile(
    r"\b(?:fyi|just so you know|for your information|important:|for context|so you know)\b", re.I
)


def stated(message: str) -> Iterator[tuple[str, bool]]:
    """Yield (clause, explicitly offered) for each thing the user says is so."""
    said = _AND.sub("and", _APOSTROPHE.sub(r"I'\1", put_right(scenes.own_words(message))))
    found = language.sentences(said)
    numbers_count = not scenes.sets_a_sum(message)
    for i, sentence in enumerate(found):
        if scenes.is_staged(sentence.raw) or _brings_foreign_text(sentence.raw):
            return
        following = found[i + 1].text if i + 1 < len(found) else ""
        before = found[i - 1].text if i else ""
        spelt = spelled_out(sentence.text, before)
        sentence = sentence if spelt == sentence.text else replace(sentence, text=spelt)
        told = [
            clause
            for said_of_self in (
                [] if _is_order(sentence, found) else _of_sentence(sentence, following)
            )
            for clause in each_of(said_of_self)
            if clause and (numbers_count or not scenes.counts(clause)) and _may_tell(clause)
        ]
        if (
            told
            and _is_meant(sentence.raw, following)
            and not scenes.goes_on_ironically(sentence.raw, before)
        ):
            explicit = bool(_EXPLICIT.search(sentence.text))
            yield from ((_HANGING.sub("", clause), explicit) for clause in told)


def _is_order(sentence: language.Sentence, found: Sequence[language.Sentence]) -> bool:
    """Tell "speak English please" from notes without a subject: "Live in Rome. Speak Greek."."""
    text = LEAD.sub("", sentence.text)
    if not _IMPERATIVE.match(text):
        return False
    if _COURTEOUS.search(text):
        return True
    others = (LEAD.sub("", each.text) for each in found if each is not sentence)
    return bool(_TO_SPEAK.match(text)) and not any(with_subject(each) != each for each in others)


_IMPERATIVE = re.compile(
    r"(?:please |pls |plz |just )*(?:speak|collect|play|live|work|love|hate|prefer|join)\b", re.I
)
_COURTEOUS = re.compile(
    r"\b(?:please|pls|plz|if you (?:can|could|please)|will you|would you)\b", re.I
)
_TO_SPEAK = re.compile(
    r"speak (?:to me |with me )?(?:in )?[^\W\d_]+(?:,? (?:only|now|again|instead|to me|with me|here|then|please|pls))*"
    r"(?=[\s.!]*$|[,;–—-] ?(?:i|i'?m|you|we|it|this|not|no|thanks|ok)\b| (?:because|so|as|since|not|instead)\b)",
    re.I,
)
"""What begins like a note and may be an order: to speak one language, and no more is said of it."""

_HANGING = re.compile(
    r"[\s,]+(?:and|but|because)(?: (?:since|from|as of|after|until) (?:[\w']+ ?){1,2})?$",
    re.I,
)
"""What belongs to the clause that follows: "I quit in May, and since June I ..."."""

_AND = re.compile(
    r"(?<= )n(?= (?:i|i'm|im|ive|i've|my|we|its|it's|it|the|he|she|they|now|can'?t|don'?t|our)\b)",
    re.I,
)
"""How "and" is typed in haste; that of "drum n bass" stays."""


def _may_tell(clause: str) -> bool:
    """Tell cheaply what no rule can read."""
    return bool(_FIRST_WORDS.search(clause))


_FIRST_WORDS = re.compile(
    r"\b(?:i|my|our|we|me|us)\b|\d|\bpronouns\b|\b(?:over|decided|settled|due|they"
    r"|company|due|always|been|with|every|yrs?|years|by (?:trade|training|profession)|chose|opted|turned)\b"
    r"|\w+ing .* (?:on|next|tomorrow)\b|day\b|days\b|(?:'s| is) home$"
    r"|^(?:dentist|vet|home|name|big|huge|born|vegan|vegetarian|mum|mom|dad|father"
    r"|mother|parent|grand\w+|gran|nan|uncle|aunt|proud|single|give|no|sold|got|going)\b"
    r"|\b(?:in|on|next) (?:the )?(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|spring|summer|autumn|fall|winter|week|month|year)\b",
    re.I,
)


def _is_meant(sentence: str, following: str) -> bool:
    """Tell earnest from irony, sayings and what is taken back at once."""
    return not (
        scenes.is_aside(sentence)
        or is_of_a_game(sentence)
        or scenes.is_taken_back(following)
        or scenes.is_ironic(filled_in(sentence))
        or (len(following) < 60 and scenes.is_ironic(following))
    )


def _brings_foreign_text(sentence: str) -> bool:
    return purposes.brings_foreign_text(sentence) and not _TO_ME.match(sentence)


_TO_ME = re.compile(r"(?:please )?(?:write|reply|respond)(?: to)? me (?:at|under|on)\b", re.I)
_APOSTROPHE = re.compile(
    r"\b[iI](m|ve|d(?= (?:rather|sooner|love|like|prefer|take|choose|say)\b))\b(?!')"
)
"""im, ive, id: as typed on a phone."""


def _of_sentence(sentence: language.Sentence, following: str) -> Iterator[str]:
    if (name := introduced(sentence.text)) or (name := here(sentence.text)):
        yield f"My name is {name}"
    if answer := _ANSWERED.match(sentence.text):
        yield f"{answer['x']} is {LEAD.sub('', following).strip(' .!')}"
    if resolved := _RESOLVED.match(sentence.text):
        link = "on " if re.match(r"going|no\b", resolved["x"], re.I) else ""
        yield f"I have decided {link}{resolved['x']}"
        return
    stated = list(_factual(sentence))
    yield from stated
    if _OF_ANOTHER.search(sentence.text) and not _is_not_so(sentence.text):
        yield from said_next(as_own(sentence.text))
    if purposes.is_reported(sentence.text):
        yield from _who_says(sentence.text)
        beside = _IN_CASE.sub("", sentence.text)
        yield from (each.content for each in contacts(beside) if not purposes.is_reported(beside))
    else:
        if not _is_unreal(sentence.text):
            yield from (each for each in described(sentence.text) if match_fact(each))
            yield from presented(sentence.text)
            if _PRESENTS.match(following):
                yield from presented(f"{sentence.text} {following}")
        told = {
            fact.rule for clause in stated if (found := match_fact(clause)) for fact in found[:1]
        }
        if "kin_named" not in told and "kin_name" not in told:
            known = " ".join(clause for clause in stated if match_fact(clause))
            yield from (
                named for named in relatives(sentence.text) if named.rsplit(" ", 1)[1] not in known
            )
        yield from (each.content for each in contacts(sentence.text) if each.rule not in told)


def _who_says(sentence: str) -> Iterator[str]:
    """Yield the name of a relative whose words a sentence gives: "my wife Ife thinks the roof is fine"."""
    said = LEAD.sub("", sentence)
    if _OWN_FIRST.match(said) and not purposes.is_unreal(said):
        yield from list(relatives(said))[:1]


_IN_CASE = re.compile(
    r",? (?:if|in case|should|when(?:ever)?) (?:the|they|any(?:one|body)|some(?:one|body)|you|he|she|it|an?|my) [^,;]*",
    re.I,
)
"""For which case somebody says where to reach them: "call me on ... if they ask"."""
_OWN_FIRST = re.compile(r"(?:my|our) (?!.*\b(?:said|says|told me) (?:that )?i\b)", re.I)
_OF_ANOTHER = re.compile(r"\b(?:she|he|her|his|wedding|birthday|funeral)\b", re.I)
_PRESENTS = re.compile(r"(?:she|he)(?:'s| is) my \w", re.I)
_ANSWERED = re.compile(
    r"^(?:and |so |oh |but )*(?P<x>my (?:all-time )?(?:favou?rite|fav"
    r"|fave) \w[\w ]{1,30})\?$",
    re.I,
)


def _factual(sentence: language.Sentence) -> Iterator[str]:
    """Yield the clauses of a sentence that neither ask, suppose nor report."""
    text = filled_in(stated_beside(sentence)[: language.MAX_SENTENCE])
    text = _EVEN_SO.sub("", text)
    text = _MYSELF.sub("I am ", re.sub(r"^me,? (?=I\b|i\b)", "", text))
    text = caring(
        named_within(_NAMED_AFTER.sub(" called", owner_named(_NOW_AT.sub(r"\1 now", text))))
    )
    text = with_whom(stated_before(text, _is_not_so), sentence.text)
    if not text:
        return
    for said in opened_with(led_by_others(LEAD.sub("", text))):
        apart = [said] if _INSTEAD.match(said) else language.clauses(said)
        for part in with_reasons(apart, said):
            for clause in _RUN_ON.split(part):
                yield from map(with_subject, _same_subject(one_who(trimmed(clause))))


_EVEN_SO = re.compile(r",? even (?:if|when|though) [^.;]*[.!\s]*$", re.I)
"""In spite of what something is so: nothing of that is certain."""
_INSTEAD = re.compile(
    r"(?:(?:i|we)(?:'ve| have)? )?(?:\w+ )?decided against [^,.;]{2,60},? (?:(?:and|so|but) )?(?:i'?m|i am|i'?ll|we'?re"
    r"|we are|we'?ll)\b[^.;]{2,80}\binstead\W*$",
    re.I,
)
"""What is not to be says little without what is to be."""


def _same_subject(clause: str) -> list[str]:
    """Split "I'm from Accra but now based in Rotterdam" and "I'm Ana, a nurse from Porto"."""
    if apposed := _APPOSED.match(clause) or small_name_apposed(clause):
        parts = re.split(r",\s+", apposed["rest"])
        return [apposed["first"], *filter(None, map(_of_oneself, parts))]
    if (presented_as := _HERE_AND.match(clause)) and with_subject(
        presented_as["first"]
    ) != presented_as["first"]:
        return [presented_as["first"], *re.split(r", (?:and )?", presented_as["rest"])]
    if now := _NOW_DOES.match(clause):
        return [now["first"], f"I {now['rest']}"]
    first, *rest = _NOW_BASED.split(clause, maxsplit=1)
    if not rest or not re.match(r"i(?:'?m| am)\b", clause, re.I):
        return [clause]
    return [first, f"I'm {rest[0]}"]


def _of_oneself(part: str) -> str | None:
    """Say "I'm a nurse in Leeds" for "nurse in Leeds"; a word alone tells too little."""
    if _SAYS_HOW.match(part):
        return f"I'm {'in ' if _YEAR.match(part) else ''}{part}"
    return f"I'm {'an' if part[0].lower() in 'aeiou' else 'a'} {part}" if " " in part else None


_YEAR = re.compile(r"(?:\d(?:st|nd|rd|th)|first|second|third|fourth|final|last) year\b", re.I)
_SAYS_HOW = re.compile(
    r"an? |the |\d|(?:first|second|third|fourth|final|last) year\b|from |based |(?:living|studying|working|teaching"
    r"|training|married|engaged|divorced|widowed|retired|single|self-employed|originally|currently|born)\b",
    re.I,
)
"""Words behind "I'm" that need no article."""
_APPOSED = re.compile(
    r"(?P<first>(?:[Ii]'?m|I am|(?:(?:[Mm]y )?[Nn]ame(?:'?s| is)))"
    r" (?:(?:Dr|Prof|Mrs?|Ms|Mx|Rev|Fr)\.? )?[A-Z][a-zà-ɏ'’-]+(?: [A-Z][\w'’-]+){0,2}), (?P<rest>(?:an? |the "
    r"|\d\d\b"
    r"|from |based |living |(?!(?:short|over|back|fresh|straight|just|here|writing|calling|speaking|now|currently"
    r"|originally|but|and|or|not)\b)[a-z-]+ (?:[a-z-]+ )?(?:at|in|for|of|from) )[^.]{0,120})$"
)
_HERE_AND = re.compile(
    r"(?P<first>(?!(?:i|i'?m|my|we|the|it|he|she|they)\b)[^,]{3,60} here), (?:and )?(?P<rest>[^.]{4,120})$",
    re.I,
)
"""How one presents oneself in a note: "Plumber in Cork here, two kids"."""
_NOW_DOES = re.compile(
    r"(?P<first>I\b.{4,80}?),?\s+(?:and|but)\s+(?:now|currently|these days"
    r"|at the moment)\s+(?P<rest>(?:live|work|study|teach|run|own|drive|use|prefer)\b.+)",
    re.I,
)
_NOW_BASED = re.compile(
    r",?\s+(?:and|but)\s+(?:(?:now|currently|also|these days)\s+)*(?=(?:based|living"
    r"|working|studying) (?:in|at|for|as|near|on)\b)",
    re.I,
)
_MYSELF = re.compile(
    r"^(?:please )?(?:allow me to|let me|i'd like to"
    r"|may i) introduce myself[:,.]?\s+(?:(?:i am|i'm|my name is)\s+)?(?:(?:dr|prof|mr"
    r"|mrs|ms)\.? )?(?=(?-i:[A-Z]))",
    re.I,
)
_NOW_AT = re.compile(
    r"\bnow ((?:I'm|I am) (?:at|with) (?:the )?[A-Z][\w&'.-]*(?: (?:&|and|of"
    r"|[A-Z][\w&'.-]*))*)"
)
_RUN_ON = re.compile(
    r"(?<!\bthat)(?<!\bwhen)(?<!\bif)(?<!\bcause)(?<!\bthink)(?<!\bas)(?<!\bwhile)(?<!\bguess)(?<!\bsay)(?<!\bmean)(?<!\bwho)(?<!\bwhere)(?<!\bwhat)(?<!\band)(?<!\bor)(?<!\bbefore)(?<!\buntil)(?<!\btill)(?<!\bonce)(?<!\bafter)(?<!\btime)"
    r"(?<=[a-z0-9])\s+(?=(?:im|[iI]'?m|[iI] am) (?:an? |\d\d\b|from |based |living "
    r"|working )|my name(?:'s| is) |[iI]'?ve got an? |i live in |i work (?:at|for|as) )"
    r"|,? but (?=(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?(?: is|'s| has been) (?:now )?home\b)"
    r"|,? and (?=the (?:dog|cat|puppy|kitten|rabbit|horse|pony|parrot|baby)(?:'s| is) (?:called|named) )"
)
"""Where a new statement begins in a message without punctuation."""
_AMBITION = re.compile(
    r"(?:dream|goal|ambition) would be(?= (?:to|an?|my own) )|\b(?:i|we)(?:'d| would)(?= (?:really |also "
    r"|eventually |still |much "
    r"|always )?(?:like|love|rather|prefer|take|choose|pick)\b)|\b(?:one"
    r"|some) ?day\b(?=.{0,3}$)|^(?:one|some) ?day,? (?=i|we)|\bwish (?:me|us)\b"
    r"|(?:promised|told) (?:\w+ ){1,3}(?:that )?(?:i|we)'?d\b|\b(?:i|we|and|also) wish to\b"
    r"|[, ]+if all goes (?:well|to plan)\b"
    r"|[, ]+if (?:it|that|this) (?:helps?|matters|makes a difference|is (?:relevant|of use))\b"
    r"|[, ]+if (?:you must know|i'?m honest|you'?re (?:wondering|curious|asking)|you please|possible|i may say so)\b",
    re.I,
)
_SUPPOSED = re.compile(
    r"\bfor (?:argument'?s sake|the sake of (?:the )?argument)"
    r"|(?<!'d )(?<!would )(?<!to )(?<!can )(?<!must )\bsay (?:that )?(?:i|we|my)(?:'(?:m|ve|re))? "
    r"|\bpicture (?:this|me)\b|\bassuming\b|\bin theory\b|\bin a (?:perfect"
    r"|parallel) world|\ballegedly\b"
    r"|\b(?:he|she|they|i|we|people|everyone)(?:'s| was| were| is|'re) (?:all )?like,? (?=i\b|i'|im\b|my\b|we\b)",
    re.I,
)


def _is_not_so(text: str) -> bool:
    return _is_unreal(text) or purposes.is_reported(text)


def _is_unreal(text: str) -> bool:
    """A wish for oneself is a goal: "I'd love to become a pilot one day"."""
    told = _EVEN_SO.sub("", text)
    return purposes.is_unreal(_AMBITION.sub("", told)) or bool(_SUPPOSED.search(told))


_NAMED_AFTER = re.compile(
    r",?\s+(?:and |- |– |— )?(?:(?:it|he|she|they|which|who|that)(?:'s| is|'re| are"
    r"|s) (?:called|named)|(?:(?:they|we|i|he|she)(?:'ve|'s| have| has)? |(?<=, )|(?<=and ))(?:called|named) (?:him"
    r"|her|it|them)"
    r"(?= (?-i:[A-Z]))|(?:whose|(?:and )?(?:his|her|its|their)) names?(?:'s| is"
    r"| are))\b",
    re.I,
)
_RESOLVED = re.compile(
    r"^.{0,60}?\b(?:decided|made up (?:my|our) minds?|made (?:a|my|our) (?:decision"
    r"|choice)|it'?s (?:decided|settled|final|official)|final (?:decision|answer)"
    r"|decision made|settled|verdict)(?:\s*[:;,–—-]+\s*|\s+then[:,]?\s+)(?P<x>(?:i|we"
    r"|i'?m|we'?re|i'?ll|we'?ll|going|no|yes)\b.{6,})$",
    re.I,
)

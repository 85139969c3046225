"""What does one clause say of the user, and does it stand on its own?

A fragment, or what points at something unnamed, yields nothing; as much of its beginning as stands alone does.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from langmem_ext.learned.reading import LEARNED, surely
from langmem_ext.learned.reading import fact as learned_fact
from langmem_ext.policies.company import company
from langmem_ext.policies.dates import WEEKDAY
from langmem_ext.policies.facts import Fact, match_fact
from langmem_ext.policies.rewriting import speaks_of_self, third_person
from langmem_ext.policies.statement_reading.figures import is_figurative
from langmem_ext.policies.statement_reading.one_off import is_one_off
from langmem_ext.policies.statement_reading.passing import is_passing

_VAGUE = re.compile(
    r"\b(?:(?-i:[Ii]t(?:'s)?)|this one|that one|these ones|those|these(?! days)|them|him|you|your|yours|you're"
    r"|you've|y'all|here|there"
    r"|(?:something|anything)(?! (?:spicy|sweet|with|made|containing|raw|fried|fishy|green|sour|salty|fizzy|hot|dairy"
    r"|by|from|horror|sci|to do with"
    r"|under|over|below|above|beyond|longer|shorter|bigger|smaller|cheaper)\b)"
    r"|(?<!for )everything|someone|stuff|thing|things|such|whatever|same|one of "
    r"(?:them|those|these)|that's|other ones?)\b"
    r"|\b(?:this|that) (?!(?:morning|afternoon|evening|week|weekend|month|year|summer"
    r"|winter|spring|autumn|fall|term|semester|season|christmas|easter|monday"
    r"|tuesday|wednesday|thursday|friday|saturday|sunday|coming|makes?|is|are|has|have|can"
    r"|lets?|gets?|faces|fits|holds|takes|offers|sells|builds|deals|works|i|\w{2,}ed|was|were|had|came|comes|runs|needs)\b)"
    r"|\b(?:to|of|like|for|about|with|love|like|enjoy|hate|want|doing|did|do) (?:this|that"
    r"|her|his|she|he|they)\b(?! (?:week|weekend|month|year|summer|winter|spring|autumn|fall|term|season|christmas"
    r"|easter)\b)"
    r"|\b(?:have|have got|'ve got|had|own|keep) (?:two|three|four|five|six|seven|eight|nine|ten|\d+)(?=$|,| of\b)"
    r"|\b(?:write|wrote|have|had|own|bought|got|need|want|use|make|made|keep|drive|ride|play|take|took|do|eat|built?"
    r"|sell"
    r"|sold|run|adopt(?:ed)?|lost|found|rent|wear|joined|started) one"
    r"(?=$|,| (?:every|each|for|since|last|this|next|now|too|already|as well|myself|when|before|after|today|tomorrow"
    r"|yesterday|tonight|in|at|on|from|with|who|that|which)\b)"
    r"|\b(?:adopted|got|bought|took|have|had|found|met|rescued|fostered|named|called|saw|see|visit(?:ed)?|picked"
    r"|brought"
    r"|raised|lost|sold|moved|invited|helped|taught) her(?=$|,| (?:on|in|at|last|this|next|for|from|to|since|when|today"
    r"|yesterday|tomorrow|tonight|and|so|but|too|as well|with|home|up|out|again)\b)",
    re.I,
)
_DANGLING = re.compile(
    r"(?:\s(?:few|few more|some more|even|lot|ton|bit|both|and|or|but|the|a|an|to|of|in"
    r"|with|for|my|at|is|that|so|because|from|on|like|as|about|really|very|more|up to))$"
    r"|\x00|(?<!decided)(?<!before)(?<!after)(?<!until)(?<!where)(?<!as)(?<!since)(?<!when)(?<!because)(?<!while)(?<!that)(?<!if)(?<!and)(?<!,)(?<!:)\sI'm\b"
    r"|\ba few more\b|^(?:i'?m|i am|we'?re|we are) the \w+est$",
    re.I,
)
_NO_POINTER = re.compile(
    r"\bmy (?:thing|cup of tea|jam)$|\bit when\b|\bthings? to do\b|\bfirst thing\b|^it(?:'?s| is"
    r"| has) (?=(?:always been |still )?my |always )|\b(?:decided|agreed|concluded|resolved|decide|agree)(?: last \w+"
    r"| yesterday| together)? that\b"
    r"|^there'?s nothing\b|^there'?s (?=nothing|an? )"
    r"|\bwith (?:[\w,.'’-]+ ){1,4}(?:on|in|to|around|behind|above) it(?=$|[,.;])"
    r"|\b(?:do|writ|keep|run|build|stor|track|host|deploy|manag)\w* everything (?=(?:in|on|with|by) [^\W_])"
    r"|\bthe same (?=[a-z][\w' -]{2,30} for (?:[\w-]+ ){1,3}(?:years|decades)\b)",
    re.I,
)
_OTHERS = re.compile(r"\b(?:he|she|they|him|her|his|them|their|it|its|there)\b", re.I)
# A medicine, whatever its name is.
_DOSE = re.compile(r"\b\d+(?:[.,]\d+)? ?(?:mg|mcg|µg|iu|units of)\b", re.I)
_FRONTED = re.compile(
    rf"^(?P<when>(?:{WEEKDAY}s|{WEEKDAY} (?:nights?|mornings?|evenings?|afternoons?)|every|each|most|since|in|for"
    rf"|at|on|as of|starting|last|this|next|from"
    r"|until|till"
    r"|during|by|before|within|a (?:few|couple)|two|three|yesterday|tomorrow|tonight"
    r"|today|after|back in|around)\b(?:(?:(?<=since)|(?<=after)) (?:my|our) \w[^,]{0,40}?|(?! (?:my|our) )[^,]{0,45}?))"
    r"(?<! of)(?<! for)(?<! in)(?<! at)(?<! to)(?<! on)(?<! with)(?<! and)(?:,\s*|\s+)(?=(?:i|i'?m"
    r"|i'?ve|i'?ll|we|we'?re|we'?ve|my|our)\b(?!'?s name))",
    re.I,
)


def _unfronted(clause: str) -> str:
    """Put the time behind, "Since May, I work at Acme", and the habit within, "Usually I walk"."""
    if often := _OFTEN.match(clause):
        return f"{often['who']} {often['often'].lower()} {often['rest']}"
    if not (fronted := _FRONTED.match(clause)):
        return clause
    when = fronted["when"]
    rest = clause[fronted.end() :]
    if not _TIMELY.search(when) and not _EVER_SINCE.match(when):
        return rest
    first, comma, more = rest.partition(",")
    return f"{first} {when[:1].lower()}{when[1:]}{comma}{more}"


_OFTEN = re.compile(
    r"(?P<often>usually|normally|typically|generally|often),? (?P<who>i|we) (?P<rest>\w.+)", re.I
)
_TIMELY = re.compile(
    r"\d|days?\b|week|month|year|morning|evening|night|tomorrow|today|spring|summer|autumn"
    r"|fall|winter|easter|christmas|january|february|march|april|\bmay\b|june|july|august"
    r"|september|october|november|december|noon",
    re.I,
)
_EVER_SINCE = re.compile(r"(?:since|after) (?:my|our|the) (?!(?:first|last|other|one)\b)\w", re.I)
Found: TypeAlias = tuple[str, tuple[Fact, re.Match[str]]]


def fact_in(clause: str) -> Found | None:
    """Return the clause, or the part of it that stands on its own, with the rule that reads it."""
    for form in dict.fromkeys((clause, _unfronted(clause))):
        if is_one_off(form):  # nor is the part of it without its date
            return None
        found = match_fact(form)
        if found and _stands_alone(form, *found):
            return (None if found[0].outright else _longest_part(form, outright=True)) or (
                form,
                found,
            )
        if not found and (all_of := company(form)) and (found := match_fact(all_of.as_we)):
            return (form, found) if _stands_alone(form, *found) else None
        if found and (part := _longest_part(form)):
            return part
        if found and (bare := _name_alone(found[1])) and (named := match_fact(bare)):
            return bare, named
    return None


_WHOLE = re.compile(r"(?P<clause>.*)", re.DOTALL)
_BELONGS = {
    "preference": ("preferences", "preference"),
    "relationship": ("relationships", "relationship"),
    "routine": ("preferences", "preference"),
    "goal": ("goals", "knowledge"),
    "decision": ("goals", "knowledge"),
    "task": ("tasks", "task"),
    "event": ("event", "event"),
}
"""Category and type of the kinds that the trained reader knows; the others belong to the profile."""


_FILLS = frozenset({"name", "employer", "occupation", "location", "possession", "email", "phone"})
_NEGATED = re.compile(r"\b(?:not|no longer|never|neither|without)\b|n't\b", re.I)
"""What is denied of these kinds is no fact, or takes one back; "I don't eat pork" is a preference."""


def by_examples(clause: str) -> Found | None:
    """Return what the trained reader makes of a clause that no rule reads, or of as much of it as stands alone."""
    whole = _by_examples(clause)
    if whole and whole[1][0].outright:
        return whole
    for cut in reversed(list(_COMMA.finditer(clause))[:2]):
        shorter = clause[: cut.start()]
        if _HALF.search(shorter) or not _SAYS_ALONE.fullmatch(shorter):
            continue
        if (part := _by_examples(shorter)) and part[1][0].outright:
            return part
    return whole


def _by_examples(clause: str) -> Found | None:
    """Judge a clause by what was learned; what a rule drops stays dropped."""
    if not speaks_of_self(clause) or match_fact(clause) or match_fact(_unfronted(clause)):
        return None
    if _TAKES_AWAY.match(clause) or _HAS_WRITTEN.match(clause) or is_one_off(clause):
        return None
    found = learned_fact(clause)
    if found is None or _of_everyone(clause) or (found.kind in _FILLS and _NEGATED.search(clause)):
        return None
    category, type_ = _BELONGS.get(found.kind, ("profile", "identity"))
    fact = Fact(LEARNED, _WHOLE, category, type_, outright=found.sure >= surely())
    match = _WHOLE.fullmatch(clause)
    assert match
    return (clause, (fact, match)) if _stands_alone(clause, fact, match) else None


def offered(clause: str) -> Found | None:
    """Return what the user offers as worth knowing about themselves, where neither rule nor reader reads it."""
    if not _OWN.match(clause) or is_one_off(clause) or _LITTLE.search(clause):
        return None
    match = _WHOLE.fullmatch(clause)
    assert match
    fact = Fact("offered", _WHOLE, "knowledge", "knowledge", outright=False)
    return (clause, (fact, match)) if _stands_alone(clause, fact, match) else None


_OWN = re.compile(r"(?:(?:i|we|my|our)\b|(?:i|we)['’])(?:[^,;:]*? ){2,}\w", re.I)
_LITTLE = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|now|later|late|soon|ready|done|busy|sorry|right back|just|still|already"
    r"|trying|going to|gonna|will|'ll|sent|wrote|asked|need|want|can't|cannot|didn'?t|tried|read|saw|hear|heard|hope"
    r"|think|guess|know|mean|agree|attach(?:ed)?|forward(?:ed)?|updated?|changed|fixed|added|removed|moved)\b",
    re.I,
)
"""What is offered of the moment and of the work at hand."""


_TAKES_AWAY = re.compile(
    r"(?:(?:please|pls|just|now|so|ok(?:ay)?|(?:can|could|would|will) you),? )*(?:forget|delete|remove|erase|drop|scrap"
    r"|scrub|unlearn|unsave|wipe|discard|strike|purge|undo)\b",
    re.I,
)
"""How one asks for something to be forgotten: what is stated within is to go, not to come."""


_HAS_WRITTEN = re.compile(
    r"(?:(?:please|pls|just|now|so|ok(?:ay)?|(?:can|could|would|will) you|help me),? )*(?:write|draft|compose|invent"
    r"|translate|proofread|rewrite|rephrase|summari[sz]e|print|sing|pretend)\b(?! (?:code|software|for a living)\b)",
    re.I,
)
"""How one asks for a text, in which "I" may be anybody."""


def _of_everyone(clause: str) -> bool:
    """Tell whether nothing is the user's own but a country, a planet, a time, or whose relative somebody is."""
    return bool(_RELATIVE_OF.match(clause)) or not speaks_of_self(_EVERYONES.sub("", clause))


_RELATIVE_OF = re.compile(
    r"(?:my|our) [\w-]+(?:'s|s') (?:\w+ )?(?:wife|husband|partner|mother|father|mum|mom|dad|sister|brother|son|daughter"
    r"|boss|teacher|friend|colleague|doctor|neighbou?r|landlord|boyfriend|girlfriend|owner|coach) (?:\w+ )*"
    r"|(?:my|our) (?:client|customer|supplier|patient|tenant)s? (?:is|are|has|have|wants?|needs?|said|lives?)\b",
    re.I,
)
_STRANGERS_OWN = re.compile(
    r"(?:my|our) (?:[\w-]+ )?(?:neighbou?r|colleague|co-?worker|boss|manager|landlord|landlady|teacher|client"
    r"|customer|friend"
    r"|mate|roommate|flatmate)(?:'s|s') (?:[\w-]+ ){0,2}?(?:cats?|dogs?|pupp(?:y|ies)|kids?|child(?:ren)?|parrot|rabbit"
    r"|wife|husband|son|daughter|mother|father|friend)\b",
    re.I,
)
"""Whoever belongs to somebody who is not family is nobody of the user's."""

_WITHOUT = re.compile(
    r"\b(?:own|have|'ve got|have got) no (?!(?:car|tv|television|pets?|garden|balcony|oven|dishwasher|licen[cs]e"
    r"|driving licen[cs]e|smartphone|phone|lift|yard|freezer|microwave)\b)",
    re.I,
)
_EVERYONES = re.compile(
    r"\bour (?:country|nation|planet|world|president|government|society|species|galaxy|solar system|ancestors|times?"
    r"|era|age|century|generation|prime minister|king|queen|parliament|economy|currency)\b",
    re.I,
)


def _longest_part(clause: str, *, outright: bool = False) -> Found | None:
    """Return as much of the beginning as stands alone; `outright`: and states a fact by itself."""
    for cut in reversed(list(_COMMA.finditer(clause))[:4]):
        shorter = clause[: cut.start()]
        if cut[0].startswith(",") and _HALF.search(shorter):
            continue
        found = match_fact(shorter)
        if found and found[0].outright >= outright and _stands_alone(shorter, *found):
            return shorter, found
    return None


_SAYS_ALONE = re.compile(r"(?:i|we)\b.*|(?:i|we)['’].*|(?:my|our) [^,]*", re.I)
"""Not "my boys, Kofi": what is said of them comes behind it."""
_HALF = re.compile(
    r"\b(?:an?|more|very|so) \w+$", re.I
)  # "to create a safe, ...": its noun is missing


_COMMA = re.compile(
    r",\s|\s+to (?=any|every)|\s+(?:and|but|so|because|since|which|where|when|until)\s", re.I
)


def _name_alone(match: re.Match[str]) -> str | None:
    """Keep the name when the rest does not stand alone: "My wife Mia says you are right"."""
    named = match.groupdict()
    if named.get("who") and named.get("n") and "rest" in named:
        return f"my {named['who']} is called {named['n']}"
    if named.get("org") and re.match(r"(?:my|our) (?:employer|company)\b", match.string, re.I):
        return f"my employer is {named['org']}"
    return None


_WHOSE = {
    "appointment": "my appointment: ",
    "deadline": "my deadline: ",
    "task": "my task: ",
    "routine": "my routine: ",
    "decision": "my decision: ",
}
"""What to say first where the words name nobody: "Dentist on 4 November", "Friday is pizza night"."""

_NOBODYS = re.compile(r"^[Nn](othing|ot much)\b")
_ITS = re.compile(
    r"^((?:my|our) (?:[\w-]+ ){0,2}[\w-]+)['’]s(?= (?:on|in|at|near|the \d|called|named|now|still|always)\b)",
    re.I,
)
"""Where "'s" is a verb: "my birthday's on the 9th"."""
_NAMED_OWNER = re.compile(rf"[A-Z][\w-]+['’]s (?!{WEEKDAY})")
"""Whose something is: "Ewa's birthday is on 3 March" names somebody."""


def content_of(clause: str, fact: Fact, match: re.Match[str], speaker: str | None) -> str:
    if fact.rule == "preferred_name":
        whole = match.groupdict().get("n")
        name = f"{match['v']}, short for {whole}" if whole else match["v"]
        return third_person(f"my preferred name is {name}", speaker=speaker)
    value = next((k for k in ("v", "n") if match.groupdict().get(k)), None)
    named = match.groupdict().get("org")  # "at St Aidan's now": no "is" in a name
    if value and not named and clause[: match.start(value)].endswith("'s "):
        clause = f"{clause[: match.start(value) - 3]} is {clause[match.start(value) :]}"
    clause = _ITS.sub(r"\1 is", clause)
    if fact.rule == "name" and not re.match(r"my\b", clause, re.I):
        return third_person(f"my name is {match['v']}", speaker=speaker)
    if fact.rule == "prefer" and not re.match(r"(?:i|we)\b", clause, re.I):
        return third_person(f"I prefer {match['v']}", speaker=speaker)
    if not (speaks_of_self(clause) or _NAMED_OWNER.match(clause) or _NOBODYS.match(clause)):
        whose = _WHOSE.get(fact.rule)
        bare = clause.removeprefix("the ").removeprefix("The ")
        clause = f"{whose}{clause}" if whose else f"my {bare[:1].lower()}{bare[1:]}"
    clause = _NOBODYS.sub(r"I find that n\1", clause)
    if fact.rule == "married":
        clause = re.sub(r"^we\b", "I", clause, flags=re.I)
    if fact.rule == "together" and _OF_A_COUPLE.search(clause):
        clause = re.sub(r"^we\b(?='(?:re|ve)| )", "my partner and I", clause, flags=re.I)
    return third_person(clause, speaker=speaker)


_OF_A_COUPLE = re.compile(
    r"\b(?:married|engaged|dating|divorced|divorcing|separated|expecting|broke up|split up|moved in together"
    r"|live together|been together)\b",
    re.I,
)
"""What two who are a couple say of themselves; a hotel may be run by others."""


_FIGURE_ALONE = re.compile(
    r"\b(?:go|do|use|take|pick|choose|set|aim|charge|pay|get)(?: with| for| at)?(?: about| around| roughly)? "
    r"[$€£]?\d[\d.,:/-]*(?: ?%| ?°\w?)?$",
    re.I,
)
"""What is usually done, by its number alone: "I usually go 78%" does not say of what."""

_POINTS_BACK = re.compile(
    r"\b(?:it|that|this|them)$|\b(?:is|are) one$|^(?:my|our) \w+ (?:won'?t|will not|is not|isn'?t) \w+$",
    re.I,
)
"""What a relative cannot accept was named before; what one will not do passes."""


def _is_denied_work(clause: str, fact: Fact) -> bool:
    """Tell whether somebody says where they have never worked."""
    return fact.rule in ("employer", "occupation") and bool(_NEVER.search(clause))


_NEVER = re.compile(r"\bnever\b", re.I)


def _stands_alone(clause: str, fact: Fact, match: re.Match[str]) -> bool:
    """Refuse fragments and whatever points at something outside the clause."""
    value = next(
        (v for k, v in match.groupdict().items() if v and k in ("v", "n", "h", "org")), clause
    )
    dangles = fact.rule != "fronted" and _DANGLING.search(clause)
    if not value.strip() or dangles or _DOSE.search(clause):
        return False
    if fact.rule == "manner":
        return True  # "it" and "you" are what the agent does
    if is_figurative(clause) or is_passing(clause, fact.category):
        return False
    if _is_denied_work(clause, fact):
        return False
    if fact.rule == "family" and _POINTS_BACK.search(clause):
        return False
    if fact.rule == "kin_event" and _RELATIVE_OF.match(clause):
        return False
    if fact.category == "relationships" and _STRANGERS_OWN.match(clause):
        return False
    if fact.rule in ("routine", "fond") and _FIGURE_ALONE.search(clause):
        return False
    if fact.rule == "possession" and _WITHOUT.search(clause):
        return False
    clause = _NO_POINTER.sub("", clause)
    if fact.category == "relationships" or fact.rule == "kin_event":
        clause = _OTHERS.sub("", clause)  # he or she was named before
    return bool(
        match["v"]
        if "pronoun" in clause.lower() and "v" in match.groupdict()
        else not _VAGUE.search(clause)
    )

"""Which statement is meant by a clause that leaves its subject out?

"Two kids, Asa and Bo", "Drive a tram in Basel", "Dog's called Bruno", "Welder by trade": notes, not sentences. What is
spelt out is only a proposal; most of it counts only where a rule reads it then.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from langmem_ext.policies.dates import WEEKDAY
from langmem_ext.policies.facts import match_fact

_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|\d{1,2})"
_PETS = (
    r"dogs?|cats?|kittens?|pupp(?:y|ies)|rabbits?|horses?|pony|hens|chickens|parrots?|goats|budgies|guinea pigs"
    r"|hamsters?|ferrets?|tortoises?|greyhounds?|labradors?|beehives"
)
_FOLK = (
    r"(?:kids?|child(?:ren)?|sons?|daughters?|boys|girls|teens?|teenagers|toddlers?|twins|brothers?"
    rf"|sisters?|siblings|grandkids|grandchildren|stepkids|{_PETS})"
)
_ONES = rf"{_NUMBER} (?:[\w-]+ ){{0,2}}?{_FOLK}"
_COUNTED = re.compile(
    rf"^(?P<folk>{_ONES}(?: and {_ONES})?)"
    r"(?: here| at home| in the house| under \w+| aged [\w ,]+|,? (?:called|named) \S.*"
    r"|(?P<names>,? (?-i:[A-Z])\w+(?:,? (?:and|&|,) (?-i:[A-Z])\w+)*)|, (?:\d|both|all|ages?)\b.*)?$",
    re.I,
)

_DID = re.compile(
    r"^(?:(?:just|finally|recently|already|never) )?(?:quit|started|finished|left|lost|won|met|joined|sold|passed|built"
    r"|planted|adopted|retired|graduated|moved|bought|grew up|trained|studied|worked|taught|inherited|dropped|signed"
    r"|had (?:an?|my|our|twins)|turned|got (?:an?|my|our|the|two|three|engaged|married|divorced|promoted|hired|laid)"
    r"|rescued|booked|learned|learnt|born|lived|used|raised|ran an?|failed my|renewed|cancelled|gave up) ",
    re.I,
)
_DOES = re.compile(
    r"^(?:(?:mostly|usually|only|also|still|currently|always|never|rarely|normally) )?(?:drive an? |ride an? "
    r"|run (?:an? (?!(?:quick|test|check|search|query|script|scan|diff|sanity|full|simple|few)\b)|\d)"
    r"|keep (?=(?:bees|hens|chickens|ducks|goats|sheep|pigeons|rabbits|koi|quail|horses|alpacas|snails)\b)"
    r"|rent an? |live (?:in|on|near|alone|with) "
    r"|teach (?!me|us|him|her|them|how|it|this|that|the|you|my)"
    r"|study (?!the|this|that|these|it|for|my|how|and|with|me)|have (?:two|three|four|five|six) "
    r"|have an? (?!look|go|try|good|nice|great|lovely|think|read|seat|break|question|quick|peek|guess|word|bit"
    r"|safe|happy|blessed|wonderful|fun)"
    r"|grow (?=(?:my own|tomatoes|roses|dahlias|veg|vegetables|orchids|chillies|herbs|garlic|potatoes)\b)"
    r"|breed |sing in |volunteer (?:at|with|for) |coach (?!me|us)|commute |swim |cycle |eat (?=\w+ (?:every|only|at))"
    r"|don'?t (?:eat|drink|drive|like|smoke|own|cook|fly|have (?:an?|any) |wear)\b"
    r"|can(?:'?t|not) (?:eat|drive|swim|cook|ride|read|stand|sing|dance|ski|have|abide)\b"
    r"|never (?:eat|drink|wear|fly|drive|watch|learned|learnt|owned|liked) |prefer "
    r"|want (?:my (?=.*\b(?:by|before|next|this)\b)|to (?:learn|become|run|pass|move|open|retire|qualify|quit|lose"
    r"|buy|start|climb|get (?:fit|into|better|my)))|plan to |aim to |hope to |wear (?=glasses|hearing|contacts))",
    re.I,
)
_IS = re.compile(
    r"^(?:(?:(?:usually|mostly|normally|always) )?(?:up|awake|in bed|asleep|at my desk|on the road|at work)"
    r" (?:at|by|before|till|until|from) .{2,25}"
    r"|off to (?-i:[A-Z])|done with (?!(?:it|this|that|these|the|all|my|your|you|them)\b)|ex-(?:navy|army|police|raf"
    r"|forces|military|cop|teacher|nurse|marine)\b"
    r"|(?:retired|self-employed|freelance|widowed|divorced|engaged|newly wed|single|teetotal|vegan|vegetarian"
    r"|left-handed|colou?r-?blind|dyslexic)(?=$|,| since\b| now\b| with\b| and\b| for\b)"
    r"|(?:employed|married|stationed|posted|born and bred|raised|expecting|pregnant with) |scared of |terrified of "
    r"|obsessed with |fluent in |big on |mad about |nuts about |hooked on |keen on |fond of |partial to |not into "
    r"|not (?:really |much of )?an? |into (?!the\b|it\b|this\b|that\b|an?\b|two\b|one\b|\w+ (?:pieces|parts))"
    r"|in my (?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|first|second|third|final|last) "
    r"|(?:\w+ (?:years?|months?|terms?|semesters?)|halfway) into (?:my|an?) "
    r"|(?:switching|moving|changing|converting) to |(?:sticking|staying) with |(?:ditching|dropping|quitting|cancelling"
    r"|selling|getting|giving up|opting for|going for|retiring|emigrating|remarrying|hiring) )",
    re.I,
)
_IS_A = re.compile(
    r"^(?:(?:a )?(?:bit of|something of|more of) an? (?:[\w-]+ )?(?:snob|geek|nerd|fan|buff|foodie|hermit|hoarder"
    r"|magpie|purist|novice|beginner|homebody|loner|softie|petrolhead|cynic|romantic|introvert|extrovert|wimp|coward"
    r"|addict|obsessive|collector|traveller|gardener|reader|runner|cook|baker|\w+ (?:person|lover|drinker|eater"
    r"|enthusiast))$|(?:total |real |proper )?(?:night owl|morning person"
    r"|early (?:bird|riser)|introvert|extrovert|homebody|bookworm|foodie)$"
    r"|(?:[\w-]+ ){1,3}by (?:trade|training|profession)$|(?:hopeless|terrible|keen|avid|lapsed|amateur|decent|nervous"
    r"|lousy|rubbish|proud|lifelong|new|first-time) (?:cook|baker|driver|swimmer|gardener|runner|cyclist|reader|knitter"
    r"|singer|flyer|dancer|gamer|hiker|sailor|owner of|dad|mum|mother|father|parent|grandmother|grandfather"
    r"|homeowner)\b"
    r"|(?:widow(?:er)?|pensioner|student|only child)(?= (?:in|at|of|from) |,|$))",
    re.I,
)
_DEVICE = re.compile(r"^(?:using|running|on) an? \w", re.I)
_YEAR_OF = re.compile(
    r"^(?:first|second|third|fourth|fifth|sixth|final|\d(?:st|nd|rd|th)) (?:year|term|semester) of (?!the\b|this\b)\w",
    re.I,
)
_OWN = re.compile(
    r"^(?:(?!.*\b(?:answer|question|bank|asks?|teacher|password)\b)(?:(?:all-time|absolute) )?(?:favou?rite|fav"
    r"|fave) [\w -]{2,24}?(?=(?:'s| is| are) )"
    r"|(?:(?:main|prod|production|staging) )?(?:db|database|stack|backend|editor|distro|ide|crm|os|shell|ci)(?= is )"
    r"|(?:prod|production|staging) (?:db|database|stack|backend|cluster|server)(?= (?:is|runs) )"
    rf"|{_PETS}|baby|mother-in-law|father-in-law|in-laws|grandson|granddaughter|grandkids|twins|niece"
    r"|nephew|aunt|uncle|cousin|landlord|landlady|neighbou?r|childminder|alarm|car|van|bike|phone|laptop|oven|hob|boiler"
    r"|garden|flat|house|balcony|kitchen|office|boat|allotment|commute|shift|wedding|birthday|mum|mom|dad|son"
    r"|daughter|wife|husband|missus|hubby|kids|boys|girls|other half|partner|sister|brother|gran|grandma|grandad"
    r"|nan|boss|flatmate|little one)(?:'s|s'|\b)",
    re.I,
)
_OF_THE_HOUSE = re.compile(
    r"^the (?:wife|missus|husband|hubby|kids(?! (?:i|we|that|who|in|at|on|from|of|are all)\b)|twins|other half"
    r"|in-laws|grandkids|mother-in-law|little one"
    r"|(?:vet|dentist|plumber|electrician|movers|builders|midwife|physio|hairdresser|surveyor|chimney sweep)"
    r"(?='s (?:booked|coming|due)| (?:is|are) (?:booked|coming|due)\b)"
    r"|(?:rabbit|horse|pony)(?=(?:'s| is) (?:called|named) )|(?:dog|cat|baby|puppy|kitten)(?=(?:'s| is) (?:called"
    r"|named|\d+ (?:now|years)|an? "
    r"(?:[\w-]+ ){0,4}(?:[\w-]+[- ]year[- ]old\b|(?:called|named) (?-i:[A-Z])))))\b",
    re.I,
)
_AT_HOME = re.compile(
    r"^(?:(?:small|tiny|rented|old|first-floor|top-floor|two-bed|one-bed|studio) )?(?:flat|house|cottage|farm|bungalow"
    r"|terrace|apartment) in (?P<place>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?=$|,)",
    re.I,
)
_OFF = re.compile(
    rf"^(?P<days>(?:{WEEKDAY}s|weekends)(?: and (?:\w+days))?) off$",
    re.I,
)
_SKILLED = re.compile(
    r"^(?P<job>[\w-]+(?: [\w-]+)?), (?:for )?(?P<time>(?:\w+|twenty-\w+) years)(?: (?:now|in|of it))?$",
    re.I,
)


_HAS_SUBJECT = re.compile(
    r"(?:i|i'\w+|im|ive|my|we|we'\w+|you|it|it's|that|that's|this|he|she|they)\b", re.I
)


def spelt_out(clause: str) -> str | None:
    """Return a clause with the subject that it leaves out, where a rule reads it then."""
    if _HAS_SUBJECT.match(clause):
        return None
    if counted := _COUNTED.match(clause):
        names = re.sub(r"^,? ", " called ", counted["names"]) if counted["names"] else ""
        return f"I have {counted['folk'].lower()}{names}"
    if home := _AT_HOME.match(clause):
        return f"My home is in {home['place']}"
    if off := _OFF.match(clause):
        return f"I have {off['days']} off every week"
    if _OF_THE_HOUSE.match(clause):
        return f"my {clause[4:]}"
    if skilled := _SKILLED.match(clause):
        return _read(
            f"I'm {_article(skilled['job'])} {skilled['job'].lower()}", f" for {skilled['time']}"
        )
    for form, spell in _FORMS:
        if form.match(clause) and (full := _read(spell(written_small(clause)))):
            return full
    return None


def written_small(clause: str) -> str:
    """Write the first word small, and all of what is shouted: "GOT the job"."""
    if clause.isupper():
        return clause.lower()
    first, _, rest = clause.partition(" ")
    shouted = len(first) > 1 and first.isupper()
    return f"{first.lower() if shouted else first[:1].lower() + first[1:]} {rest}".rstrip()


def _read(full: str, rest: str = "") -> str | None:
    return full + rest if match_fact(full) else None


def _article(noun: str) -> str:
    return "an" if noun[:1].lower() in "aeiou" else "a"


def _one(clause: str) -> str:
    """Say what somebody is; an article that is there stays."""
    return (
        f"I'm {clause}" if re.match(r"an? |more ", clause) else f"I'm {_article(clause)} {clause}"
    )


def _of_ones_own(clause: str) -> str:
    return "my " + re.sub(r"^([\w-]+)'s (?=called\b|named\b)", r"\1 is ", clause)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (
        re.compile(
            r"^got (?:the|my|our|an?) (?!(?:same|following|error)\b).*\b(?:on|at|next|this|tomorrow)\b",
            re.I,
        ),
        "I've {}".format,
    ),
    (_YEAR_OF, lambda clause: f"I'm in my {clause.partition(',')[0].removesuffix(' for me')}"),
    (_DEVICE, lambda clause: f"I'm {clause.partition(',')[0]}"),
    (_DID, "I {}".format),
    (_DOES, "I {}".format),
    (_IS_A, _one),
    (_IS, "I'm {}".format),
    (_OWN, _of_ones_own),
)

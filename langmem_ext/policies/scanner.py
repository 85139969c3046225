"""What did the user state about themselves?

Precision comes first: a sentence that asks, supposes, jokes, quotes or points at something unnamed
yields nothing, however much it looks like a fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from langmem_ext.policies import scenes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.contacts import contacts
from langmem_ext.policies.dates import when
from langmem_ext.policies.directives import find_directives
from langmem_ext.policies.facts import Fact, match_fact
from langmem_ext.policies.rewriting import speaks_of_self, third_person
from langmem_ext.policies.topics import keywords_of, title_of
from langmem_ext.policies.writing import MAX_CONTENT, normalise

THRESHOLD = 0.5
"""A candidate below it waits for the session review (spec 000 section 10)."""

EXPLICIT, PERSONAL, REPEATED, RELEVANT = 0.4, 0.3, 0.2, 0.1
"""Importance added per signal (spec 000 section 3)."""

PLAIN = 0.3
"""Added for a plain first-person statement: without it "I live in Porto" would score 0.3 and be
missed (memory model, Writing; it is the fact the scanner exists for)."""


@dataclass(frozen=True, slots=True)
class Signal:
    """Name one row of the scoring, what it adds, and whether it did (spec 000, section 3)."""

    name: str
    weight: float
    present: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may become a memory: third-person `content` from the user's `statement`.

    `score` is in 0..1, `rule` names the rule that read the statement, `signals` are the rows of the score. `event_time`
    is when a task or an event is due.
    """

    content: str
    statement: str
    category: str
    type: str
    title: str
    keywords: tuple[str, ...]
    slot: str | None
    score: float
    rule: str
    event_time: datetime | None = None
    signals: tuple[Signal, ...] = ()


def scan(
    message: str,
    *,
    speaker: str | None = None,
    history: Sequence[str] = (),
    task: str = "",
    threshold: float = THRESHOLD,
    now: datetime | None = None,
) -> list[Candidate]:
    """Return every candidate of one user message with its score, in order of appearance.

    `history` holds earlier messages of the conversation, `task` what the user is working on.
    Dates are read against `now`; without it a candidate has none.
    Candidates below `threshold` are returned too, marked by their score: they wait for the review.
    What the user asked to remember is the business of `find_directives` and is left out here.
    """
    found: dict[str, Candidate] = {}
    asked = [d.statement.lower() for d in find_directives(message, speaker=speaker)]
    earlier = [h.lower() for h in history if h != message]
    for clause, explicit in _stated(message):
        candidate = _read(clause, explicit, speaker, earlier, task, now)
        if candidate and not any(candidate.statement.lower() in said for said in asked):
            found.setdefault(candidate.content, candidate)
    return list(found.values())


_NO_SMALL_NAME = (
    r"new|back|here|not|just|so|a|an|the|in|at|on|off|from|with|glad|happy|sad|sorry"
    r"|stuck|lost|curious|ready|fine|good|great"
    r"|ok|okay|well|sick|ill|hungry|sleepy|angry|busy|free|late|early|home|alone|sure"
    r"|unsure|afraid|aware|very|really|too|also|still"
    r"|currently|now|about|after|all|almost|always|never|only|your|my|his|her|our|their"
    r"|one|two|into|out|up|down|over|under|this|that"
    r"|what|why|how|when|where|who|having|kind|kinda|sort|super|pretty|quite|bit|done"
    r"|online|broke|poor|rich|old|young|tall|short"
    r"|male|female|gay|straight|single|married|vegan|vegetarian|pregnant|dead|alive|human"
    r"|real|serious|clueless|desperate|nervous"
    r"|anxious|confident|blind|deaf|left|right|next|last|first|second|no|yes|more|less"
    r"|most|least|mad|crazy|cold|hot|warm|both|team"
    r"|italian|french|german|spanish|english|american|british|canadian|indian|chinese"
    r"|japanese|korean|dutch|polish|russian|gonna|wondering"
    r"|student|teacher|nurse|doctor|developer|writer|mom|dad|mum|retired|fluent|native"
    r"|available|unable|able|torn|behind|against|for"
)
_SMALL_NAME = rf"(?P<small>(?-i:(?!(?:{_NO_SMALL_NAME})\b)[a-z]{{3,14}}(?<!ing)(?<!ed)(?<!ly)))"
_GREETED = re.compile(
    r"^(?:so |well |ok |oh )?(?:hi|hello|hey|sup|hiya|howdy|yo|good (?:morning|afternoon"
    r"|evening)|greetings"
    r"|nice to meet you|pleased to meet you)\b[^.?]{0,30}?[,!.\s-]+"
    r"(?:(?:(?:i'?m|i am|this is|it's|my name'?s|the name'?s|name'?s)\s+)(?P<v>(?-i:[A-Z][a-z'’-]+"
    r"(?:\s[A-Z][a-z'’-]+){0,2}))(?=$|[,.!]|\s(?:from|here|and|speaking)\b)"
    rf"|(?:i'?m|i am)\s+{_SMALL_NAME}(?=$|[,.!]|\s(?:from|here|and i)\b))",
    re.I,
)
_LEAD = re.compile(
    r"^(?:(?:hey|hi|hello|yo|yeah|yep|yes|yup|yea|no|nope|nah|well|oh|ah|aw|aww|ok|okay|so"
    r"|and|but|also"
    r"|actually|honestly|tbh|wow|haha|hah|sure|cool|great|nice|awesome|thanks(?: "
    r"(?:so much|a lot|a bunch))?|thank you|anyway|anyways"
    r"|like|see|look|right|plus|sorry|as i said|as you know|you know|i mean|because|since"
    r"|given that"
    r"|ultimately|in the end|turns out(?: that)?|it turns out(?: that)?|basically"
    r"|personally|good (?:morning"
    r"|evening|afternoon)|absolutely|definitely"
    r"|totally|exactly|of course|guess what|by the way|btw|fyi"
    r"|just so you know|for your information|for context|context|some background"
    r"|background|important|about me|in fact|to be honest|as for me|for me|currently"
    r"|recently|eventually|one day|some day|someday|right now|these days|lately|nowadays"
    r"|unfortunately|luckily|fortunately"
    r"|speaking of which|same here|me too|true|congrats)"
    r"(?:\s+(?-i:[A-Z][a-z]+))?(?:[,!:.…\s—–-]+|$))+",
    re.I,
)
_VOCATIVE = re.compile(
    r"^[A-Z][a-z]+[,!]\s+(?=I\b|I'|my\b|we\b)|(?<![A-Z]\w{3})(?<![A-Z]\w{4})"
    r"(?<![A-Z]\w{5}), [A-Z][a-z]+$"
)
_LISTING = re.compile(
    r"\b(?:have|'ve|got|my|our|adopted|called|named)\b[^,]{0,60}, [A-Z][a-z]+$", re.I
)
_FILLER_END = re.compile(
    r"[\s,–—-]+(?:too|as well|though|tho|btw|by the way|actually|haha+|honestly|tbh"
    r"|you know|ya know|right now|now|lately"
    r"|anyway|thanks|thank you|please|so much|a lot|a bunch|fyi|just so you know"
    r"|over here|after all|ugh|yay|sadly|lol|lmao|rofl|normally|these days|at the moment"
    r"|for now|atm|currently|by now|anyways|i guess"
    r"|for what it's worth|for context|after all|in fact|to be honest|yeah|ok|okay"
    r"|of course)$",
    re.I,
)
_EXPLICIT = re.compile(
    r"\b(?:fyi|just so you know|for your information|important:|for context|so you know)\b", re.I
)
_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|i (?:think|guess|suppose|believe|feel like)|probably|might"
    r"|kind of|kinda|sort of|sorta"
    r"|not sure|possibly|apparently|hopefully|potentially)\b",
    re.I,
)
_VAGUE = re.compile(
    r"\b(?:it|it's|this one|that one|these ones|those|these|them|him|you|your|yours|you're"
    r"|you've|y'all|here|there"
    r"|something|anything|everything|someone|stuff|thing|things|such|whatever|same|one of "
    r"(?:them|those|these)|that's|other ones?)\b"
    r"|\b(?:this|that) (?!(?:morning|afternoon|evening|week|weekend|month|year|summer"
    r"|winter|spring|fall|monday"
    r"|tuesday|wednesday|thursday|friday|saturday|sunday|coming|makes?|is|are|has|have|can"
    r"|lets?|offers|sells|builds|deals|works|i)\b)"
    r"|\b(?:to|of|like|for|about|with|love|like|enjoy|hate|want|doing|did|do) (?:this|that"
    r"|her|his|she|he|they)\b",
    re.I,
)
_DANGLING = re.compile(
    r"(?:\s(?:few|few more|some more|even|lot|ton|bit|both|and|or|but|the|a|an|to|of|in"
    r"|with|for|my|at|is|that|so|because|from|on|like|as|about|really|very|more|up to))$"
    r"|\x00|(?<!decided)(?<!before)(?<!after)(?<!until)(?<!where)(?<!as)(?<!since)(?<!when)(?<!because)(?<!while)(?<!that)(?<!if)(?<!and)(?<!,)(?<!:)\sI'm\b"
    r"|\ba few more\b",
    re.I,
)


_NO_POINTER = re.compile(
    r"\bmy (?:thing|cup of tea|jam)$|\bthings? to do\b|\bfirst thing\b|^it'?s (?=my "
    r"|always )|\b(?:decided|agreed|concluded|resolved|decide|agree) that\b"
    r"|^there'?s nothing\b|^there'?s (?=nothing|an? )",
    re.I,
)
_OTHERS = re.compile(r"\b(?:he|she|they|him|her|his|them|their|it|its|there)\b", re.I)

# A medicine, whatever its name is.
_DOSE = re.compile(r"\b\d+(?:[.,]\d+)? ?(?:mg|mcg|µg|iu|units of)\b", re.I)

# What follows comments on the fact; the fact stands without it.
_REMARK = re.compile(
    r"\s+[-–—]{1,2}\s+|,\s+(?:(?:and|but|so|cause|because)\s+)?(?=(?:which|it|it's|they"
    r"|they're|he|she|that's|so|such|the \w+ (?:is|are|was|were)"
    r"|had a|just|even|especially when|like|thanks to|you know|what a|and it|haha|lol)\b)"
    r"|\s+(?:and|but) (?=(?:it|it's|its|they|they're|he|he's|she|she's|that's|everything"
    r"|everyone|nobody|nothing)\b)"
    r"|,\s+(?=(?:been|moved|started|just|still|never|no|yes|not that|short for|hence|thus"
    r"|so far|everything|nothing|please|pls|could|can|what|how|if|unless|hope|thanks"
    r"|sorry|or|any|some|any ideas?|help)\b)"
    r"|\s+(?:because|cause|since|as|so) (?=(?:it|it's|they|they're|he|she|that|you"
    r"|you're)\b)"
    r"|\s+\((?!\w+\)$)|\.{2,}",
    re.I,
)


def _stated(message: str) -> Iterator[tuple[str, bool]]:
    """Yield (clause, explicitly offered) for each thing the user says is so."""
    found = language.sentences(_APOSTROPHE.sub(r"I'\1", scenes.own_words(message)))
    numbers_count = not scenes.sets_a_sum(message)
    for i, sentence in enumerate(found):
        if scenes.is_staged(sentence.raw) or _brings_foreign_text(sentence.raw):
            return
        following = found[i + 1].text if i + 1 < len(found) else ""
        told = [
            clause
            for clause in _of_sentence(sentence, following)
            if clause and (numbers_count or not scenes.counts(clause)) and _may_tell(clause)
        ]
        if told and _is_meant(sentence.raw, following):
            explicit = bool(_EXPLICIT.search(sentence.text))
            yield from ((clause, explicit) for clause in told)


def _may_tell(clause: str) -> bool:
    """Tell cheaply what no rule can read."""
    return bool(_FIRST_WORDS.search(clause))


_FIRST_WORDS = re.compile(
    r"\b(?:i|my|our|we|me|us)\b|\d|\bpronouns\b|\b(?:over|decided|settled|due|they"
    r"|company)\b|day\b|days\b|^(?:dentist|vet|home|name|big|huge)\b",
    re.I,
)


def _is_meant(sentence: str, following: str) -> bool:
    """Tell earnest from irony, sayings and what is taken back at once."""
    return not (
        scenes.is_aside(sentence)
        or scenes.is_taken_back(following)
        or scenes.is_ironic(sentence)
        or (len(following) < 60 and scenes.is_ironic(following))
    )


def _brings_foreign_text(sentence: str) -> bool:
    return language.brings_foreign_text(sentence) and not _TO_ME.match(sentence)


_TO_ME = re.compile(r"(?:please )?(?:write|reply|respond)(?: to)? me (?:at|under|on)\b", re.I)
_APOSTROPHE = re.compile(r"\b[iI](m|ve)\b(?!')")
"""im, ive: as typed on a phone."""


def _of_sentence(sentence: language.Sentence, following: str) -> Iterator[str]:
    if name := _introduced(sentence.text):
        yield f"My name is {name}"
    elif here := _HERE.match(sentence.text):
        yield f"My name is {here['v']}"
    if answer := _ANSWERED.match(sentence.text):
        yield f"{answer['x']} is {_LEAD.sub('', following).strip(' .!')}"
    if resolved := _RESOLVED.match(sentence.text):
        link = "on " if re.match(r"going|no\b", resolved["x"], re.I) else ""
        yield f"I have decided {link}{resolved['x']}"
        return
    stated = list(_factual(sentence))
    yield from stated
    if not language.is_reported(sentence.text):
        told = {
            fact.rule for clause in stated if (found := match_fact(clause)) for fact in found[:1]
        }
        if "kin_named" not in told and "kin_name" not in told:
            known = " ".join(clause for clause in stated if match_fact(clause))
            yield from (
                named for named in _relatives(sentence.text) if named.rsplit(" ", 1)[1] not in known
            )
        yield from (each.content for each in contacts(sentence.text) if each.rule not in told)


def _relatives(sentence: str) -> Iterator[str]:
    """Yield who is named by the way: "could you check this mail to my boss Mia?"."""
    for named in _RELATIVE.finditer(sentence):
        yield f"my {named['who']} is called {named['n']}"


_RELATIVE = re.compile(
    r"\b(?:my|our) (?P<who>(?:(?:older|younger|little|big|twin|best|new) )?(?:wife|husband"
    r"|partner|girlfriend|boyfriend|fianc[eé]e?|mother|mom|mum|father|dad|sister|brother"
    r"|son|daughter|grandma|grandmother|grandpa|grandfather|boss|manager|co-?founder"
    r"|business partner|best friend|roommate|flatmate|dog|cat|puppy|kitten|parrot|horse"
    r"|rabbit|hamster)),? (?P<n>(?-i:(?!I\b)[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)?))(?!['’]s?"
    r" (?:Day|Place|Kitchen)|\w| or\b|-)",
    re.I,
)
_ANSWERED = re.compile(
    r"^(?:and |so |oh |but )*(?P<x>my (?:all-time )?(?:favou?rite|fav"
    r"|fave) \w[\w ]{1,30})\?$",
    re.I,
)


def _introduced(sentence: str) -> str | None:
    """Return the name with which somebody greets: "hi im tobias, ..."."""
    if not (greeting := _GREETED.match(sentence) or _SAID_SMALL.match(sentence)):
        return None
    if greeting["small"]:
        return greeting["small"]
    return None if _NO_NAME.search(greeting["v"]) else greeting["v"]


_SAID_SMALL = re.compile(
    rf"^(?:so )?(?:i'?m|i am)\s+{_SMALL_NAME}"
    r"(?= and i(?:'m| am) (?:\d|from|an? )| and i (?:live|work)|,? \d\d\b)",
    re.I,
)
_HERE = re.compile(
    r"^(?:(?:hi|hello|hey|hiya|sup|yo|good (?:morning|afternoon|evening))(?: there| all"
    r"| everyone| again| team)?[,!. ]+)?(?:(?:[Ii]t'?s"
    r"|[Tt]his is)(?: just)? )?(?P<v>(?!(?:Looky|Always|Congrats|Still|Never|Only|Just"
    r"|Also|Raining|Snowing|Monday|Friday|Christmas|Right|Over|Out|From|Down|Up|Back|Get"
    r"|Come|Look|Not|Nothing|New|Stay|Sit|Stuck|Newbie|Mom|Dad|Mum|What|Who|I|Same|First"
    r"|Someone|Anyone|Everything|Something|Teacher|Student|Nurse|Designer|Developer"
    r"|Engineer|Writer)\b)[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)?) (?:here|speaking)(?=$"
    r"|[,.!;]| (?:from|with|and)\b)"
)
_NO_NAME = re.compile(
    r"(?:ish|ese|ian|can|man|ch)$|^(?:So|Just|Not|Very|Good|Fine|Sorry|Glad|Happy|Back|New|Here)"
)


def _factual(sentence: language.Sentence) -> Iterator[str]:
    """Yield the clauses of a sentence that neither ask, suppose nor report."""
    text = language.stated_part(sentence)[: language.MAX_SENTENCE]
    text = _MYSELF.sub("I am ", re.sub(r"^me,? (?=I\b|i\b)", "", text))
    text = _NOW_AT.sub(r"\1 now", text)
    if not text or _is_unreal(text) or language.is_reported(text):
        return
    for part in language.clauses(_WITH_ME.sub(r"\1 and I", _LEAD.sub("", text))):
        for clause in _RUN_ON.split(part):
            yield from map(_with_subject, _same_subject(_trim(clause)))


def _same_subject(clause: str) -> list[str]:
    """Split "I'm from Accra but now based in Rotterdam" and "I'm Ana, a nurse from Porto"."""
    if apposed := _APPOSED.match(clause):
        first, *others = [apposed["first"], *re.split(r",\s+", apposed["rest"])]
        return [
            first,
            *(
                f"I'm {each}"
                if re.match(r"an? |the |\d|from |based |living ", each)
                else f"I'm a {each}"
                for each in others
            ),
        ]
    if now := _NOW_DOES.match(clause):
        return [now["first"], f"I {now['rest']}"]
    first, *rest = _NOW_BASED.split(clause, maxsplit=1)
    if not rest or not re.match(r"i(?:'?m| am)\b", clause, re.I):
        return [clause]
    return [first, f"I'm {rest[0]}"]


_APPOSED = re.compile(
    r"(?P<first>(?:[Ii]'?m"
    r"|I am) [A-Z][a-zà-ÿ'’-]+(?: [A-Z][\w'’-]+){0,2}), (?P<rest>(?:an? |the |\d\d\b"
    r"|from |based |living |[a-z-]+ (?:[a-z-]+ )?(?:at|in|for|of) )[^.]{0,120})$"
)
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
    r"(?<!\bthat)(?<!\bwhen)(?<!\bif)(?<!\bcause)(?<!\bthink)(?<!\bas)(?<!\bwhile)(?<!\bguess)(?<!\bsay)(?<!\bmean)(?<!\bwho)(?<!\bwhere)(?<!\bwhat)(?<!\band)(?<!\bor)"
    r"(?<=[a-z0-9])\s+(?=(?:im|[iI]'?m|[iI] am) (?:an? |\d\d\b|from |based |living "
    r"|working )|my name(?:'s| is) |[iI]'?ve got an? |i live in |i work (?:at|for|as) )"
)
"""Where a new statement begins in a message without punctuation."""

_AMBITION = re.compile(
    r"\b(?:i|we)(?:'d| would)(?= (?:really |also |eventually |still |much "
    r"|always )?(?:like|love|rather|prefer|take|choose|pick)\b)|\b(?:one"
    r"|some) ?day\b(?=.{0,3}$)|^(?:one|some) ?day,? (?=i|we)|\bwish (?:me|us)\b"
    r"|(?:promised|told) (?:\w+ ){1,3}(?:that )?(?:i|we)'d\b",
    re.I,
)


_SUPPOSED = re.compile(
    r"\bfor (?:argument'?s sake|the sake of (?:the )?argument)"
    r"|(?<!'d )(?<!would )(?<!to )(?<!can )(?<!must )\bsay (?:that )?(?:i|we|my) "
    r"|\bpicture (?:this|me)\b|\bassuming\b|\bin theory\b|\bin a (?:perfect"
    r"|parallel) world|\ballegedly\b",
    re.I,
)


def _is_unreal(text: str) -> bool:
    """A wish for oneself is a goal: "I'd love to become a pilot one day"."""
    return language.is_unreal(_AMBITION.sub("", text)) or bool(_SUPPOSED.search(text))


_BARE = re.compile(
    r"^(?:(?P<i>(?:really |just |recently |finally |absolutely |still |also )*(?:got to"
    r"|must|signed|love|hate|prefer|can'?t stand|need to|have to|gotta|(?:moved"
    r"|relocated) (?:to|from)(?= (?-i:[A-Z]))|took (?:an?|up)|wanna|adore|bought an?"
    r"|adopted an?|grew up in|started (?:at|a new job|learning)|(?:got|bought) myself"
    r"|got (?:hired|accepted|an?|my|engaged|married|promoted)|joined|signed up|decided|settled on"
    r"|switched to|own an?|born in|used to))"
    r"|(?P<am>(?:currently |now |also )?(?:based in|living in|working (?:at|for|as|on)"
    r"|training for|learning|saving (?:up )?for|studying|planning (?:an?|my|our|to)"
    r"|going with|allergic to|hoping to|planning to|trying to|aiming to"
    r"|moving to(?= (?-i:[A-Z]))|(?:a )?(?:big|huge|massive) (?:fan of|[\w' ]{2,30} fan$)"
    r"|not a (?:big |huge )?fan of|married|engaged|from)))\b",
    re.I,
)


def _with_subject(clause: str) -> str:
    """Say who: "need to send the slides by Friday", "big fan of jazz"."""
    if _BEEN.match(clause):
        return f"I've {clause[:1].lower()}{clause[1:]}"
    if clause.endswith(" here") and (full := _introduces_job(clause)):
        return full
    if _GERUND_SUBJECT.search(clause) and not _FIRST_PERSON.search(clause):
        return clause
    if not (bare := _BARE.match(clause)) or clause.lower().startswith(
        ("born in", "love you", "love it")
    ):
        return clause
    if bare["am"]:
        article = "a " if re.match(r"(?:big|huge|massive) ", clause, re.I) else ""
        return f"I'm {article}{clause[:1].lower()}{clause[1:]}"
    return f"I {clause[:1].lower()}{clause[1:]}"


_WITH_ME = re.compile(r"^me and ((?:my|the) \w+(?: (?-i:[A-Z])\w+)?|(?-i:[A-Z])\w+)\b", re.I)
_COMPANY = re.compile(r"^(?:(?:my|our|the) [\w -]{2,40}?|(?-i:[A-Z])\w+) and (?:i|me)\b", re.I)
_AT_NOW = re.compile(
    r"(?:i'?m|i am|we'?re|we are) (?:at|with|(?:in|near) (?=(?-i:[A-Z]))) (?!.*right now)", re.I
)
_NAMED_AFTER = re.compile(
    r",?\s+(?:and |- |– |— )?(?:(?:it|he|she|they|which|who|that)(?:'s| is|'re| are"
    r"|s) (?:called|named)|(?:whose|(?:and )?(?:his|her|its|their)) names?(?:'s| is"
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
_FRONTED = re.compile(
    r"^(?P<when>(?:since|in|for|at|on|as of|starting|last|this|next|from|until|till"
    r"|during|by|before|within|a (?:few|couple)|two|three|yesterday|tomorrow|tonight"
    r"|today|after|back in|around)\b(?! (?:my|our) )[^,]{0,45}?)(?:,\s*|\s+)(?=(?:i|i'?m"
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
    return f"{rest} {when[:1].lower()}{when[1:]}" if _TIMELY.search(when) else rest


_OFTEN = re.compile(
    r"(?P<often>usually|normally|typically|generally|often),? (?P<who>i|we) (?P<rest>\w.+)", re.I
)
_TIMELY = re.compile(
    r"\d|day\b|week|month|year|morning|evening|night|tomorrow|today|spring|summer|autumn"
    r"|fall|winter|easter|christmas|january|february|march|april|\bmay\b|june|july|august"
    r"|september|october|november|december|noon",
    re.I,
)


_GERUND_SUBJECT = re.compile(
    r"\b(?:is|has been|was|are|isn't|wasn't|can be|takes|helps|makes|sounds|seems|has)\b"
)
_FIRST_PERSON = re.compile(r"\b(?:I|my)\b")
_BEEN = re.compile(
    r"been (?:(?:at|with) (?-i:[A-Z]).*\b(?:for|since)\b|(?!there|done|thinking|feeling"
    r"|trying)\w+ing\b.*\b(?:for|since)\b)",
    re.I,
)


def _introduces_job(clause: str) -> str | None:
    """Read "Freelance illustrator here" as a statement."""
    said = re.sub(r"^an? ", "", clause.removesuffix(" here"), flags=re.I)
    article = "an" if said[:1].lower() in "aeiou" else "a"
    full = f"I'm {article} {said[:1].lower()}{said[1:]}"
    found = match_fact(full) if len(said) < 60 else None
    return full if found and found[0].rule == "occupation" else None


def _trim(clause: str) -> str:
    """Drop greetings in front and filler behind."""
    clause = _NAMED_AFTER.sub(" called", clause)
    clause = _REMARK.split(_LEAD.sub("", clause), maxsplit=1)[0]
    if not _LISTING.search(clause):
        clause = _VOCATIVE.sub("", clause)
    while not _AT_NOW.match(clause) and (shorter := _FILLER_END.sub("", clause)) != clause:
        clause = shorter
    return clause.strip(" ,.!;:-–—")


def _read(
    clause: str,
    explicit: bool,
    speaker: str | None,
    earlier: Sequence[str],
    task: str,
    now: datetime | None,
) -> Candidate | None:
    """Turn one clause into a candidate, if a rule reads it and it stands on its own."""
    hedged = bool(_HEDGED.search(clause))
    clause = re.sub(
        r"^(?:i (?:think|guess|believe|suppose)|maybe|probably|perhaps)[, ]+(?:that )?",
        "",
        clause,
        flags=re.I,
    )
    if not (read := _fact_in(clause)):
        return None
    clause, (fact, match) = read
    content = normalise(_content(clause, fact, match, speaker))
    if len(content) > MAX_CONTENT:
        return None
    keywords = keywords_of(content)
    signals = _signals(
        fact,
        hedged,
        explicit,
        _is_repeated(keywords, speaker, earlier),
        _is_relevant(keywords, task),
    )
    slot = None if hedged else fact.slot_of(match)
    return Candidate(
        content,
        clause,
        fact.category,
        fact.type,
        title_of(content),
        keywords,
        slot,
        _score(signals),
        fact.rule,
        when(clause, now, past=fact.rule in _PAST) if now and fact.type in _DATED else None,
        signals,
    )


_DATED = frozenset({"task", "event"})
_PAST = frozenset({"event", "life_event"})
"""Rules that read what has happened."""


Found: TypeAlias = tuple[str, tuple[Fact, re.Match[str]]]


def _fact_in(clause: str) -> Found | None:
    """Return the clause, or the part of it that stands on its own, with the rule that reads it."""
    for form in dict.fromkeys((clause, _unfronted(clause))):
        found = match_fact(form)
        if found and _stands_alone(form, *found):
            return form, found
        if not found and _COMPANY.match(form) and (found := match_fact(_COMPANY.sub("we", form))):
            return (form, found) if _stands_alone(form, *found) else None
        if found and (bare := _name_alone(found[1])) and (named := match_fact(bare)):
            return bare, named
        if found and (part := _longest_part(form)):
            return part
    return None


def _longest_part(clause: str) -> Found | None:
    """Return as much of the beginning as stands alone."""
    for cut in reversed(list(_COMMA.finditer(clause))[:4]):
        shorter = clause[: cut.start()]
        if cut[0].startswith(",") and _HALF.search(shorter):
            continue
        found = match_fact(shorter)
        if found and _stands_alone(shorter, *found):
            return shorter, found
    return None


_HALF = re.compile(
    r"\b(?:an?|more|very|so) \w+$", re.I
)  # "to create a safe, ...": its noun is missing
_COMMA = re.compile(r",\s|\s+(?:and|but|so|because|since|which|where|when|until)\s", re.I)


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
    "routine": "my routine: ",
    "decision": "my decision: ",
}
"""What to say first where the words name nobody: "Dentist on 4 November", "Friday is pizza night"."""


def _content(clause: str, fact: Fact, match: re.Match[str], speaker: str | None) -> str:
    if fact.rule == "preferred_name":
        return third_person(f"my preferred name is {match['v']}", speaker=speaker)
    value = next((k for k in ("v", "n") if match.groupdict().get(k)), None)
    if value and clause[: match.start(value)].endswith("'s "):
        clause = f"{clause[: match.start(value) - 3]} is {clause[match.start(value) :]}"
    if fact.rule == "name" and not re.match(r"my\b", clause, re.I):
        return third_person(f"my name is {match['v']}", speaker=speaker)
    if fact.rule == "prefer" and not re.match(r"(?:i|we)\b", clause, re.I):
        return third_person(f"I prefer {match['v']}", speaker=speaker)
    if not speaks_of_self(clause):
        whose = _WHOSE.get(fact.rule)
        clause = f"{whose}{clause}" if whose else f"my {clause[:1].lower()}{clause[1:]}"
    if fact.rule == "married":
        clause = re.sub(r"^we\b", "I", clause, flags=re.I)
    if fact.rule == "together":
        clause = re.sub(r"^we\b(?='(?:re|ve)| )", "my partner and I", clause, flags=re.I)
    return third_person(clause, speaker=speaker)


def _stands_alone(clause: str, fact: Fact, match: re.Match[str]) -> bool:
    """Refuse fragments and whatever points at something outside the clause."""
    value = next(
        (v for k, v in match.groupdict().items() if v and k in ("v", "n", "h", "org")), clause
    )
    if not value.strip() or _DANGLING.search(clause) or _DOSE.search(clause):
        return False
    clause = _NO_POINTER.sub("", clause)
    if fact.category == "relationships" or fact.rule == "kin_event":
        clause = _OTHERS.sub("", clause)  # he or she was named before
    return bool(
        match["v"]
        if "pronoun" in clause.lower() and "v" in match.groupdict()
        else not _VAGUE.search(clause)
    )


def _signals(
    fact: Fact, hedged: bool, explicit: bool, repeated: bool, relevant: bool
) -> tuple[Signal, ...]:
    return (
        Signal("offered explicitly", EXPLICIT, explicit),
        Signal("personal information", PERSONAL, True),
        Signal("plain first-person statement", PLAIN, fact.outright and not hedged),
        Signal("mentioned before", REPEATED, repeated),
        Signal("relevant to the task", RELEVANT, relevant),
    )


def _score(signals: Sequence[Signal]) -> float:
    return round(min(1.0, sum(each.weight for each in signals if each.present)), 2)


def _is_repeated(keywords: tuple[str, ...], speaker: str | None, earlier: Sequence[str]) -> bool:
    """Find the same telling words in an earlier message."""
    words = [w for w in keywords if w not in (speaker or "").lower()]
    return bool(words) and any(all(w.rstrip("s") in said for w in words) for said in earlier)


def _is_relevant(keywords: tuple[str, ...], task: str) -> bool:
    """Two words in common with the task (spec 000 section 3)."""
    return len(set(keywords) & set(keywords_of(task))) >= 2

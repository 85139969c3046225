"""Which clauses of a message state something of the user?

A sentence that asks, supposes, jokes or quotes yields none. Each clause comes with its subject and without greetings
and filler, so that the rules can read it from its start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies import scenes
from langmem_ext.policies import sentences as language
from langmem_ext.policies.contacts import contacts
from langmem_ext.policies.facts import match_fact
from langmem_ext.policies.introductions import here, introduced, relatives
from langmem_ext.policies.spelling import put_right

_LEAD = re.compile(
    r"^(?:(?:hey|hi|hello|yo|yeah|yep|yes|yup|yea|no|nope|nah|well|oh|ah|aw|aww|ok|okay|so"
    r"|and|but|also"
    r"|actually|honestly|tbh|wow|haha|hah|sure|cool|great|nice|awesome|thanks(?: "
    r"(?:so much|a lot|a bunch))?|thank you|anyway|anyways"
    r"|like|see|look|right|plus|sorry|as i said|as you know|you know|i mean(?! to\b)|because|since"
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
    r"[\s,–—-]+(?:too|as well|more than (?:anything(?: else)?|words|life)|pls|plz|thx|ty|for my sins|ha|hehe|:\)|xd|esp"
    r"|though|tho|btw"
    r"|by the way|actually|haha+|honestly|tbh"
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
# What follows comments on the fact; the fact stands without it.
_REMARK = re.compile(
    r"\s+[-–—]{1,2}\s+|,\s+(?:(?:and|but|so|cause|because)\s+)?(?=(?:which|it|it's|they"
    r"|they're|he|she|that's|so|such|the \w+ (?:is|are|was|were)"
    r"|had a|just|even|especially when|like|thanks to|you know|what a|and it|haha|lol)\b)"
    r"|\s+(?:and|but) (?=(?:it|it's|its|they|they're|he|he's|she|she's|that's|everything"
    r"|everyone|nobody|nothing)\b)"
    r"|,\s+(?=(?:been|moved|started|just|still|never|no|yes|not that|hence|thus"
    r"|so far|everything|nothing|please|pls|could|can|what|how|if|unless|hope|thanks"
    r"|sorry|or|any|some|any ideas?|help)\b)"
    r"|\s+(?:because|cause|since|as|so) (?=(?:it|it's|they|they're|he|she|that|you"
    r"|you're)\b)"
    r"|,\s+(?=(?:so |then |now )?(?:give|tell|show|send|find|teach|help|make|write|name) (?:me|us)\b"
    r"|(?:suggest|recommend"
    r"|explain|list) )"
    r"|\s+btw\b,?\s+(?=[^\W\d])"
    r"|\s+\((?!\w+\)$)|\.{2,}",
    re.I,
)


def stated(message: str) -> Iterator[tuple[str, bool]]:
    """Yield (clause, explicitly offered) for each thing the user says is so."""
    said = _APOSTROPHE.sub(r"I'\1", put_right(scenes.own_words(message)))
    found = language.sentences(said)
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
    r"|company|due|always|been|with|every|yrs?|years)\b|\w+ing .* (?:on|next|tomorrow)\b|day\b|days\b"
    r"|^(?:dentist|vet|home|name|big|huge|born|vegan|vegetarian|mum|mom|dad|father"
    r"|mother|parent|proud|single|give|no)\b",
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
    if (name := introduced(sentence.text)) or (name := here(sentence.text)):
        yield f"My name is {name}"
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
                named for named in relatives(sentence.text) if named.rsplit(" ", 1)[1] not in known
            )
        yield from (each.content for each in contacts(sentence.text) if each.rule not in told)


_ANSWERED = re.compile(
    r"^(?:and |so |oh |but )*(?P<x>my (?:all-time )?(?:favou?rite|fav"
    r"|fave) \w[\w ]{1,30})\?$",
    re.I,
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
    r"|must|signed|love|hate|prefer|can'?t (?:stand|bear|abide)|need to|have to|gotta|(?:moved"
    r"|relocated) (?:to|from)(?= (?-i:[A-Z]))|took (?:an?|up)|wanna|adore|bought an?"
    r"|adopted an?|grew up in|started (?:at|a new job|learning)|(?:got|bought) myself"
    r"|(?:just|finally|recently) (?:\w+ed|got|bought|won|began|left|quit|made|met|became|sold|took"
    r"|built)(?= (?:an?|my|the|our|to|from|at|in|into|for|on|up|as|off|back)\b)|could(?:n'?t| not) (?:live|do"
    r"|cope|survive) without|got (?:two|three|four|some)|accepted an?|landed an?|graduated|retired|passed my"
    r"|finished my|sold my|applied (?:for|to)|speak|collect|play(?= the)|live in|work (?:at|as|for|in)"
    r"|got (?:hired|accepted|an?|my|engaged|married|promoted)|joined|signed up|decided|settled on"
    r"|switched to|own an?|born in|used to))"
    r"|(?P<am>(?:currently |now |also )?(?:based in|living in|working (?:at|for|as|on)"
    r"|(?:lifelong |strict )?(?:vegan|vegetarian|pescatarian|teetotal|left-handed|colou?r-?blind)(?= here$|$|,"
    r"| so\b| for\b| since\b)"
    r"|(?:a )?(?:proud |single |busy |working )?(?:mum|mom|dad|father|mother|parent|grandmother"
    r"|grandfather) (?:of|to) (?=\w+)"
    r"|training (?:for|to)|(?:double |dual )?majoring in|turning \d\d|(?!(?:morning|evening|meeting|nothing"
    r"|something|anything|everything|during|according|following|regarding"
    r"|spring|string|training|building|wedding|hearing|viewing|opening|thinking|wondering|looking|asking"
    r"|feeling)\b)\w{2,}ing(?!.*\b(?:was|is|were|sounds?|makes?"
    r"|has been)\b)(?= .{3,60}\b(?:on|next|this|tomorrow|in|at)\b"
    r" ?(?:the |\d|[a-z]+day|week|month|year|$|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|two|three"
    r"|a few))|learning|saving (?:up )?for|studying|planning (?:an?|my|our|to)"
    r"|going with|allergic to|hoping to|planning to|trying to|aiming to"
    r"|moving to(?= (?-i:[A-Z]))|(?:a )?(?:big|huge|massive) (?:fan of|[\w' ]{2,30} fan$)"
    r"|not a (?:big |huge )?fan of|married|engaged|going to (?=(?:learn|take up|buy|build|run|become|open|quit"
    r"|give up|move)\b)|(?:not|never) (?:really |too |that |so |very |much )*(?:keen on|into|big on|fond of)"
    r"|aiming for|originally from|from(?! (?:now|here|there|this|that|what|my|the|a|an|one|scratch|time)\b))))\b",
    re.I,
)


def _with_subject(clause: str) -> str:
    """Say who: "need to send the slides by Friday", "big fan of jazz"."""
    if _KIN_ALONE.match(clause):
        clause = f"My {clause[:1].lower()}{clause[1:]}"
    clause = _KIN_HAS.sub(r"\1 has", _KIN_IS.sub(r"\1 is", clause))
    if re.match(r"born and (?:raised|bred) in\b|born (?:in|on) (?:the )?\d", clause, re.I):
        return f"I was {clause[:1].lower()}{clause[1:]}"
    if had := _WITH_AT_HOME.match(clause):
        return f"I have {had[1]}"
    if (title := _TITLE.match(clause)) and (full := _introduces_job(f"{title[1]} here")):
        return full
    if _BEEN.match(clause):
        return f"I've {clause[:1].lower()}{clause[1:]}"
    if clause.endswith(" here"):
        if full := _introduces_job(clause):
            return full
        clause = clause.removesuffix(" here") if _FAN.match(clause) else clause
    if _GERUND_SUBJECT.search(clause) and not _FIRST_PERSON.search(clause):
        return clause
    if not (bare := _BARE.match(clause)) or clause.lower().startswith(
        ("born in", "love you", "love it")
    ):
        return clause
    if bare["am"]:
        article = (
            "a "
            if re.match(
                r"(?:big|huge|massive|(?:\w+ )?(?:mum|mom|dad|father|mother|parent|grand\w+)) ",
                clause,
                re.I,
            )
            else ""
        )
        return f"I'm {article}{clause[:1].lower()}{clause[1:]}"
    return f"I {clause[:1].lower()}{clause[1:]}"


_COUNTED = re.compile(
    r"(?:big|huge|massive|(?:\w+ )?(?:mum|mom|dad|father|mother|parent|grand\w+)) ", re.I
)
_WITH_AT_HOME = re.compile(
    r"with ((?:an?|two|three|four|five) .{2,40}?) (?:in the (?:house|family|flat)|at home)\b", re.I
)
_TITLE = re.compile(
    r"((?:[\w/-]+ ){0,3}[\w-]+), (?:\d+ y|based\b|mostly\b|living\b|freelance\b)", re.I
)
_KIN_ALONE = re.compile(
    r"(?:mom|mum|dad|papa|mam|grandma|grandpa|gran|nan|granny|granddad|grandad|hubby|wife|husband|sis|bro|sister"
    r"|brother|daughter|son|boyfriend|girlfriend|bf|gf|wifey|partner|roommate|flatmate|boss|kids|parents)"
    r"(?:'s| is| are| has| have| works?| lives?| just| also| got| plays?| loves?| hates?| runs| teaches"
    r"| goes)\b(?! (?:not|mad|angry|here|home"
    r"|asking|calling|yelling)\b)",
    re.I,
)
_KIN_IS = re.compile(
    r"^((?:my|our) (?:[\w-]+ ){0,3}(?:mom|mum|mam|dad|mother|father|grandma|grandpa|gran|nan|hubby|wife|husband"
    r"|missus|sister"
    r"|brother|bro|sis|daughter|son|boyfriend|girlfriend|partner|roommate|flatmate|boss|manager|friend|mate|uncle|aunt"
    r"|cousin)(?: (?-i:[A-Z])\w+)?)'s(?= (?:an?|the|from|called|named|in|at|on|married|allergic|vegan"
    r"|vegetarian|\d+|into"
    r"|turning|getting|moving|coming|starting|studying|training|learning|retired|originally|half|based"
    r"|expecting|due)\b)",
    re.I,
)
_KIN_HAS = re.compile(
    r"^((?:my|our) (?:[\w-]+ ){0,2}[\w-]+)'s(?= (?:moved|started|retired|finished|bought|joined|become|passed|got)\b)",
    re.I,
)
_FAN = re.compile(r"(?:a )?(?:big|huge|massive|lifelong|proud) .*\bfan\b", re.I)
_WITH_ME = re.compile(r"^me and ((?:my|the) \w+(?: (?-i:[A-Z])\w+)?|(?-i:[A-Z])\w+)\b", re.I)
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
_GERUND_SUBJECT = re.compile(
    r"\b(?:is|has been|was|are|isn't|wasn't|can be|takes|helps|makes|sounds|seems|has)\b"
)
_FIRST_PERSON = re.compile(r"\b(?:I|my)\b")
_BEEN = re.compile(
    r"been (?:(?:vegan|vegetarian|married|together|single|freelance|self-employed|retired) |(?:an? |(?:at"
    r"|with|in) (?-i:[A-Z])).*\b(?:for|since)\b|(?!there|done|thinking|feeling"
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

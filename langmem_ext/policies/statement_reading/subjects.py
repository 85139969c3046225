"""Of whom does a clause speak that names nobody?

"Need to send the slides by Friday", "big fan of jazz", "mum's a dentist", "freelance illustrator here".
"""

from __future__ import annotations

import re

from langmem_ext.policies.facts import match_fact
from langmem_ext.policies.statement_reading.clipped import spelt_out, written_small

_BARE = re.compile(
    r"^(?:(?P<i>(?:still haven'?t|still need to|still have to|(?:just |recently |finally )*got (?:made|appointed"
    r"|promoted to|hired as)|always (?:loved|hated"
    r"|liked|preferred|wanted"
    r"|enjoyed)|(?:really |just |recently |finally |absolutely |still |also )*(?:got to"
    r"|chose|opted for|turned down|got (?:a|the) (?:place|job|role|part|offer)|must|signed|love|hate|prefer"
    r"|can'?t (?:stand|bear|abide)|need to|have to|gotta|(?:moved"
    r"|relocated) (?:to|from)(?= (?-i:[A-Z]))|took (?:an?|up)|wanna|adore|bought an?"
    r"|adopted an?|grew up in|started (?:at|a new job|learning)|(?:got|bought) myself"
    r"|(?:just|finally|recently) (?:\w+ed|got|bought|won|began|left|quit|made|met|became|sold|took"
    r"|built)(?= (?:an?|my|the|our|to|from|at|in|into|for|on|up|as|off|back)\b)|could(?:n'?t| not) (?:live|do"
    r"|cope|survive) without|got (?:two|three|four|some)|accepted an?|landed an?|graduated|retired|passed my"
    r"|finished my|sold my|applied (?:for|to)|speak|collect|play(?= the)|live in|work (?:at|as|for|in)"
    r"|got (?:hired|accepted|an?|my|engaged|married|promoted)|joined|signed up|decided|settled on"
    r"|got into(?= (?-i:[A-Z]))|retrained as"
    r"|switched (?:to|from)|own an?|born in|used to)))"
    r"|(?P<am>(?:currently |now |also )?(?:based in|living in|working (?:at|for|as|on)|on (?:maternity|mat|paternity"
    r"|parental) leave"
    r"|(?:lifelong |strict )?(?:vegan|vegetarian|pescatarian|teetotal|left-handed|colou?r-?blind)(?= here$|$|,"
    r"| so\b| for\b| since\b)"
    r"|(?:a )?(?:proud |single |busy |working )?(?:mum|mom|dad|father|mother|parent|grandmother"
    r"|grandfather|granny|gran|nan|nana|grandma|grandpa|granddad|grandad|aunt|auntie|uncle|godmother|godfather) (?:of"
    r"|to) (?=\w+)"
    r"|training (?:for|to)|(?:double |dual )?majoring in|turning \d\d|(?!(?:morning|evening|meeting|nothing"
    r"|something|anything|everything|during|according|following|regarding"
    r"|spring|string|training|building|wedding|hearing|viewing|opening|thinking|wondering|looking|asking"
    r"|feeling)\b)\w{2,}ing(?!.*\b(?:was|is|were|sounds?|makes?"
    r"|has been)\b)(?= .{3,60}\b(?:on|next|this|tomorrow|in|at|from)\b"
    r" ?(?:the |\d|[a-z]+day|week|month|year|$|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|two|three"
    r"|a few))|learning|saving (?:up )?for|studying|planning (?:an?|my|our|to)"
    r"|going with|allergic to|hoping to|planning to|trying to|aiming to"
    r"|moving to(?= (?-i:[A-Z]))|(?:a )?(?:big|huge|massive) (?:fan of|[\w' ]{2,30} fan$)"
    r"|not a (?:big |huge )?fan of|married|engaged|going to (?=(?:learn|take up|buy|build|run|become|open|quit"
    r"|give up|move)\b)|(?:not|never) (?:really |too |that |so |very |much )*(?:keen on|into|big on|fond of)"
    r"|aiming for|originally from|from(?! (?:now|here|there|this|that|what|my|the|a|an|one|scratch|time)\b))))\b",
    re.I,
)


def with_subject(clause: str) -> str:
    """Say who: "need to send the slides by Friday", "big fan of jazz"."""
    if _KIN_ALONE.match(clause):
        clause = f"My {clause[:1].lower()}{clause[1:]}"
    clause = _KIN_HAS.sub(r"\1 has", _KIN_IS.sub(r"\1 is", _KIN_HAS_JUST.sub(r"\1 has", clause)))
    if re.match(r"born and (?:raised|bred) in\b|born (?:in|on) (?:the )?\d", clause, re.I):
        return f"I was {clause[:1].lower()}{clause[1:]}"
    if had := _WITH_AT_HOME.match(clause) or _MINE.match(clause):
        return f"I {'have' if match_fact(f'I have {had[1]}') else 'own'} {had[1]}"
    if (title := _TITLE.match(clause)) and (full := _introduces_job(f"{title[1]} here")):
        return full
    if place := _HOME.match(clause):
        return f"{place['place']} {place['been'] or 'is'} my home{clause[place.end() :]}"
    if years := _FOR_YEARS.match(clause):
        return f"I've been {clause[:1].lower()}{clause[1 : years.end()]}"
    if _BEEN.match(clause):
        return f"I've {clause[:1].lower()}{clause[1:]}"
    if " here," in clause and (full := _introduces_job(clause[: clause.index(" here,") + 5])):
        return full
    if clause.endswith(" here"):
        if full := _introduces_job(clause):
            return full
        clause = (
            clause.removesuffix(" here") if _FAN.match(clause) or _BARE.match(clause) else clause
        )
    if trade := _TRADE.match(clause):
        return f"I'm a{'n' * (trade[0][:1].lower() in 'aeiou')} {clause[:1].lower()}{clause[1:]}"
    if spelt := spelt_out(clause):
        return spelt
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
    return f"I {written_small(clause)}"


_WITH_AT_HOME = re.compile(
    r"with ((?:an?|two|three|four|five) .{2,40}?) (?:in the (?:house|family|flat)|at home|under one roof)\b",
    re.I,
)
_MINE = re.compile(
    r"(?:mine|ours)(?:'?s| is) (an? (?:(?:[\w-]+ ){0,2}?(?-i:[A-Z])[\w-]+"
    r"|(?:[\w-]+ ){1,2}?(?:oven|hob|cooker|boiler|fridge|car|van|bike|piano|guitar|flat|house|garden)\b).*)",
    re.I,
)

_TRADE = re.compile(
    r"(?!(?:my|our|he|she|they|i|i'?m|an?|the|who|it|it's)\b)(?:[\w-]+ ){1,3}?by (?:trade|training|profession)\b",
    re.I,
)

_TITLE = re.compile(
    r"((?:[\w/-]+ ){0,3}[\w-]+), (?:\d+ y|based\b|mostly\b|living\b|freelance\b)", re.I
)

_KIN_ALONE = re.compile(
    r"(?:mom|mum|dad|papa|mam|grandma|grandpa|gran|nan|granny|granddad|grandad|hubby|wife|husband|sis|bro|sister"
    r"|brother|daughter|son|boyfriend|girlfriend|bf|gf|wifey|partner|roommate|flatmate|boss|kids|parents)"
    r"(?:'s| is| are| was| were| used to| died| left| has| have| works?| lives?| just| also| got| plays?| loves?"
    r"| hates?| runs| teaches"
    r"| goes)\b(?! (?:not|mad|angry|here|home"
    r"|asking|calling|yelling)\b)",
    re.I,
)

_KIN_IS = re.compile(
    r"^((?:my|our) (?:[\w-]+ ){0,3}[\w-]+(?='s (?:called|named)\b)|(?:my|our) (?:[\w-]+ ){0,3}(?:mom|mum|mam|dad"
    r"|mother|father|grandma|grandpa|gran|nan|hubby|wife|husband"
    r"|missus|sister"
    r"|brother|bro|sis|daughter|son|boyfriend|girlfriend|partner|roommate|flatmate|boss|manager|friend|mate|uncle|aunt"
    r"|cousin)(?: (?-i:[A-Z])\w+)?)'s(?= (?:an?|the|from|called|named|in|at|on|married|allergic|vegan"
    r"|vegetarian|\d+|into"
    r"|turning|getting|moving|coming|starting|studying|training|learning|retired|originally|half|based"
    r"|expecting|due)\b)",
    re.I,
)

_KIN_HAS = re.compile(
    r"^((?:my|our) (?:[\w-]+ ){0,2}[\w-]+)'s(?= (?:moved|started|retired"
    r"|finished|bought|joined|become|passed|got)\b)",
    re.I,
)

_KIN_HAS_JUST = re.compile(
    r"^((?:my|our) (?:[\w-]+ ){0,2}(?-i:[a-z-]+))'s(?= (?:just|recently|finally) (?:\w+ed|bought|become|got|begun"
    r"|left)\b)",
    re.I,
)

_HOME = re.compile(
    r"(?P<place>(?-i:(?!My\b|Our\b|The\b|This\b|That\b|It\b|He\b|She\b|Who\b|Mum\b|Mom\b|Dad\b)[A-ZÀ-Þ][\w-]+)"
    r"(?: (?-i:[A-ZÀ-Þ])[\w-]+)?)(?:'s| is| (?P<been>has been)) (?:now )?home(?: for (?:me|us))?(?=$| (?:now"
    r"|these days|since|for)\b)",
    re.I,
)

_FAN = re.compile(r"(?:a )?(?:big|huge|massive|lifelong|proud) .*\bfan\b", re.I)

_GERUND_SUBJECT = re.compile(
    r"\b(?:is|has been|was|are|isn't|wasn't|can be|takes|helps|makes|sounds|seems|has|means|meant|taught)\b"
)

_FIRST_PERSON = re.compile(r"\b(?:I|my)\b")

_FOR_YEARS = re.compile(
    r"(?:freelancing|teaching|nursing|farming|driving(?! licen)|cooking|painting|running|sailing|coaching|working"
    r"|living|playing|learning|studying|gardening|knitting|climbing|diving|riding|fostering|vegetarian|vegan|self-employed|married"
    r"|sober)\b(?! (?:is|was|has)\b)[^,]* (?:for (?:[\w-]+ )?(?:years|months|decades)|since (?:\d{4}|[a-z]+))\b",
    re.I,
)
_BEEN = re.compile(
    r"been (?:meaning|wanting|hoping|longing) to |been (?:(?:an? )?(?:[\w-]+ ){1,3}(?:at|with"
    r"|for) (?-i:(?:the )?[A-Z]).*\b(?:for|since)\b|(?:vegan|vegetarian"
    r"|married|together|single|freelance|self-employed|retired) |(?:an? |(?:at"
    r"|with|in) (?-i:[A-Z])).*\b(?:for|since)\b|(?!there|done|thinking|feeling"
    r"|trying)\w+ing\b.*\b(?:for|since)\b)",
    re.I,
)


def _introduces_job(clause: str) -> str | None:
    """Read "Freelance illustrator here" as a statement."""
    said = re.sub(r"^an? ", "", clause.removesuffix(" here").removesuffix(" speaking"), flags=re.I)
    article = "an" if _SPELT_AS_AN.match(said) else "a"
    first = said if _KEEPS_CAPITALS.match(said) else f"{said[:1].lower()}{said[1:]}"
    full = f"I'm {article} {first}"
    found = match_fact(full) if len(said) < 60 else None
    if found and found[0].rule == "tool":  # its name keeps its capital
        return f"I'm {article} {said}"
    return full if found and found[0].rule in _ROLES else None


_ROLES = frozenset({"occupation", "employer", "native_language", "speaks"})
_KEEPS_CAPITALS = re.compile(r"[A-Z]{2}|[A-Z][a-z]+[- ][Ss]peaker\b")
"""Shortened titles and languages: "SRE", "Tamil speaker"."""
_SPELT_AS_AN = re.compile(r"[AEFHILMNORSX][A-Z]{1,3}\b|[AEIOUaeiou][a-z]")

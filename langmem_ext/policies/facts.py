"""Which forms of words state a fact about the speaker, and which attribute does it fill?

Each rule reads one clause from its start, in the first person. To recognise another kind of fact,
add a line to `FACTS`; rules are tried in order and the first match wins.
"""

# ruff: noqa: E501 - one rule a line: the table is read down its columns
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A rule and what a matching clause is.

    `slot` names the attribute whose value is certain, or computes it from the match.
    `outright` marks what the scanner may keep at once; the rest waits for a second mention or the
    session review (memory model, Writing; spec 000 section 3).
    """

    rule: str
    pattern: re.Pattern[str]
    category: str
    type: str
    slot: str | Callable[[re.Match[str]], str | None] | None = None
    outright: bool = True

    def slot_of(self, match: re.Match[str]) -> str | None:
        return self.slot(match) if callable(self.slot) else self.slot


_ADV = (
    r"(?:(?:just|really|actually|also|currently|now|still|always|recently|finally|usually|absolutely"
    r"|definitely|totally|truly|honestly|already|mostly|mainly|only|personally|officially"
    r"|particularly|especially|genuinely|both|strongly|generally|typically|normally|often|sometimes"
    r"|greatly|much|very much|sincerely|presently|temporarily|permanently|never|rarely|primarily)\s+){0,2}"
)
_I = rf"i\s+{_ADV}"
_AM = rf"(?:i'?m|i am|i was just|i have been|i've been)\s+{_ADV}"
_NOW = rf"(?:i'?m|i am)\s+{_ADV}"
_DID = rf"(?:i'?ve|i have|i)\s+{_ADV}"
_WE_DID = rf"(?:we'?ve|we have|we)\s+{_ADV}"
_N = r"(?:an?|one|two|three|four|five|six|seven|\d{1,2}|some|several|my|our|twin)"

_NAME = r"(?-i:[A-Z][\w'’-]+(?:\s(?:de|da|van|von|del|bin|al|O')?\s?[A-Z][\w'’-]*){0,3})"
_PLACE = (
    r"(?-i:(?:the\s+)?[A-Z][\w'.-]+(?:[ -](?:[A-Z][\w'.-]*|de|da|do|dos|of|del|la|le|am|upon|the))*"
    r"(?:,\s*[A-Z][\w.]+(?:\s[A-Z]\w+)*)?)"
)
_ORG = r"(?-i:(?:the\s+)?[A-Z0-9][\w&'.-]*(?:[ -](?:[A-Z0-9][\w&'.-]*|of|and|for|the|&|de))*)"
_NOT_PLACE = (
    r"(?!(?:an?|the|my|our|your|his|her|their|this|that|these|those|fear|hope|denial|peace|constant"
    r"|poverty|sin|harmony|one|exile|hell|heaven|bliss|shared|student|pain|luxury|different|same"
    r"|moment|past|present|future|it|here|there|where|sales|tech|finance|marketing|retail|case|bed"
    r"|school|college|work|town|charge|love|trouble|hotels?|dorms?|and|or|another|new places?"
    r"|be|get|see|make|someplace|somewhere|apartment|house|city|country|suburbs)\b)"
)
_LOWER_PLACE = rf"(?-i:{_NOT_PLACE}[a-zà-ÿ]{{3,}}(?:\s(?!with|and|now|but|since|for|right|these|currently|at|because|where|near|until|as|or|by|on|in|to|from)[a-zà-ÿ]{{3,}})?)"
_TAIL = r"(?=$|[,.;!(]|\s(?:with|and|now|but|since|for|right|these|currently|at|because|where|near|until|as|in|this|last|two|a|about|from|after|on|before|permanently|again|too|to)\b)"
_WHERE = rf"(?:{_PLACE}|{_LOWER_PLACE}){_TAIL}"

_KIN = (
    r"(?:(?:older|younger|little|big|elder|twin|half|step|oldest|youngest|middle|late|ex|best|close"
    r"|good|old|new|beautiful|dear|grand|foster|adopted|favou?rite|first|second|only|teenage|\d+[- ]year[- ]old|baby)[ -])*"
    r"(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|mother|mom|mum|mama|father|dad|parents"
    r"|sisters?|brothers?|siblings?|sons?|daughters?|stepsons?|stepdaughters?|kids?|child|children|twins|baby|aunt|uncle|cousins?|niece"
    r"|nephew|grandma|grandmother|grandpa|grandfather|grandparents|grandchildren|grandson|granddaughter|roommate|flatmate|boss|manager|friends?"
    r"|colleague|co-?worker|neighbou?r|mentor|landlord|assistant|in-laws|mother-in-law|father-in-law"
    r"|godson|goddaughter|therapist|trainer|coach|teacher|doctor)"
)
_PET = (
    r"(?:(?:small|big|old|new|rescue|pet|black|white|brown|golden|german|little|cute|young|grey|gray|orange|tabby|persian|siamese)\s+){0,2}"
    r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|parrots?|hamsters?|rabbits?|horses?|turtles?|fish|birds?"
    r"|guinea pigs?|snakes?|lizards?|ferrets?|pets?|goldfish|retrievers?|shepherds?|labradors?|poodles?|beagles?"
    r"|corgis?|huskys?|chihuahuas?|ponys?|chickens|goats?|canary|budgie|tortoises?)"
)
_THING = (
    r"(?:\S+\s+){0,3}?(?:car|bike|bicycle|motorcycle|motorbike|scooter|truck|van|boat|guitar|piano"
    r"|violin|drums|camera|laptop|macbook|computer|pc|iphone|phone|tablet|ipad|house|apartment|flat|condo"
    r"|cabin|farm|garden|greenhouse|shop|store|bakery|cafe|restaurant|business|startup|company|blog"
    r"|podcast|website|newsletter|youtube channel|channel|degree|phd|master'?s|bachelor'?s|mba|licen[cs]e"
    r"|tattoos?|collection|tesla|toyota|honda|bmw|ford|kindle|playstation|ps5|xbox|nintendo|switch|telescope|drone"
    r"|kayak|surfboard|tent|campervan|rv|printer|telescope|studio|gym membership|cottage|passport)"
)
_JOB = (
    r"(?:(?!bit|little|huge|big|kind|sort|lot|fan|such|good|great|bad|terrible)[\w/&-]+\s+){0,3}?"
    r"(?:engineer|developer|programmer|designer|architect|nurse|doctor|physician|surgeon|dentist|paramedic"
    r"|pharmacist|therapist|psychologist|counsel(?:l)?or|teacher|professor|lecturer|tutor|researcher"
    r"|scientist|analyst|accountant|lawyer|attorney|paralegal|consultant|manager|director|ceo|cto|cfo"
    r"|founder|co-?founder|entrepreneur|writer|author|journalist|editor|translator|artist|painter"
    r"|musician|singer|actor|actress|dancer|photographer|filmmaker|chef|cook|baker|barista|bartender"
    r"|waiter|waitress|electrician|plumber|carpenter|mechanic|welder|driver|pilot|firefighter|soldier"
    r"|police officer|officer|farmer|gardener|florist|librarian|student|intern|freelancer|contractor"
    r"|receptionist|secretary|administrator|assistant|recruiter|salesperson|sales rep|marketer|economist"
    r"|biologist|chemist|physicist|mathematician|statistician|veterinarian|vet|trainer|coach"
    r"|social worker|hairdresser|tailor|cashier|technician|specialist|coordinator|supervisor|realtor"
    r"|real estate agent|stay-at-home (?:mom|dad|mum|parent)|homemaker|streamer|youtuber|blogger|trader"
    r"|banker|broker|investor|producer|director|animator|illustrator|copywriter|operator|inspector"
    r"|athlete|basketball player|football player|game designer|product owner|data scientist|devops"
    r"|sysadmin|postdoc|teaching assistant|phd student|lifeguard|security guard|flight attendant)"
)
_HABIT = (
    r"(?:drink|eat|use|wear|take|sleep|go|start|run|buy|fly|order|travel|cook|read|walk|swim|work|play"
    r"|watch|listen|write|skip|avoid|sit|book|pay|wake|get up|bring|carry|put|add|prefer|exercise|train"
    r"|meditate|commute|cycle|bike|drive|study|have (?:breakfast|lunch|dinner|coffee|tea|a)|shop|smoke"
    r"|choose|pick|do|make|meet|call|check|answer|double-check|stay|practice|practise|jog|hike|stretch|garden|paint|bake|volunteer|attend|visit|leave)"
)
_EVERY = (
    r".{0,80}\b(?:every|each|daily|weekly|monthly|nightly|twice|once a|times a|(?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|mornings|evenings|weekends|before work|after work|at night|in the (?:morning|evening)s?|on weekends|a day|a week)\b"
)
_MONTH = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_FUTURE = (
    rf"\b(?:tomorrow|tonight|today|next (?:week|weekend|month|year|{_DAY}|{_MONTH}|summer|winter|spring|fall|autumn)"
    rf"|(?:this|on|by|for|before|until|this coming|due) (?:coming )?(?:{_DAY}|weekend|evening|afternoon|summer|winter|spring|fall|month|week|{_MONTH})"
    rf"|in (?:\d+|two|three|four|five|six|a few|a couple of|a) (?:days?|weeks?|months?|hours?)|in {_MONTH}\b|{_MONTH} \d"
    rf"|\d{{1,2}}(?:st|nd|rd|th)|at \d{{1,2}}(?::\d\d)?\s?(?:am|pm)?|at noon|by (?:the )?end of|\d{{1,2}}[/.]\d{{1,2}}|\d{{4}}-\d\d-\d\d|eod|{_DAY})\b"
)
_PAST = (
    rf"\b(?:yesterday|last (?:night|week|weekend|month|year|{_DAY}|{_MONTH}|summer|winter|spring|fall|autumn|fri|sat|sun|mon|tues?|wed|thurs?)"
    rf"|this (?:morning|weekend|week|month|year|past \w+)|today|earlier|(?:\d+|two|three|four|five|six|a|a few|few|couple of|a couple of|several|many) "
    rf"(?:days?|weeks?|months?|years?|hours?|weekends?) (?:ago|back)|the other day|on {_DAY}|in {_MONTH}|in (?:19|20)\d\d|on {_MONTH}|on the \d|recently|over the weekend|ago|back in)\b"
)
_DID_VERB = (
    r"(?:went|visited|attended|met|saw|had|took|ran|finished|started|won|got|did|joined|completed|bought"
    r"|hosted|celebrated|passed|graduated|gave|lost|performed|hiked|travel(?:l)?ed|flew|broke|adopted|applied"
    r"|interviewed|launched|published|participated|volunteered|signed|opened|sold|moved|planted|painted"
    r"|cooked|baked|made|drove|climbed|swam|camped|finished|read|watched|played|spoke|organi[sz]ed|wrote"
    r"|received|earned|presented|ordered|booked|cancel(?:l)?ed|returned|came back|quit|switched|upgraded|built|ate|tried|found|submitted)"
)
_JUST_FELT = r"had (?:an?|some|the)\s+(?:[\w-]+\s+){0,4}?(?:blast|time|day|weekend|week|month|setback|battle|experience|game|scare|moment|chat|talk|run|ride|night|fun)\b"
"""A good time had says nothing later on."""
_OCCASION = (
    r"(?:meeting|appointment|interview|exam|test|flight|call|deadline|presentation|check-?up|class|lesson|game|match|concert|wedding"
    r"|date|trip|conference|dinner|lunch|party|review|standup|workshop|train|vacation|holiday|webinar|audition|recital|competition|race|marathon|reservation|demo|session)"
)
_WANTED = (
    r"(?:become|be an?|learn|buy|start|open|move|travel|visit|build|write|run|lose|get (?:an?|into|better|fit|in shape|married)"
    r"|quit|save|study|finish|retire|launch|publish|improve|read|master|complete|pursue|adopt|create|go to|go back"
    r"|earn|switch|work (?:in|at|as|abroad|for)|live (?:in|abroad)|grow|join|own|make (?:an? (?!difference)|more)|climb|see the|stop|cut|eat (?:more|less|healthier)|exercise|apply|graduate|teach|help people|help others|compete|win|expand|drink (?:more|less))"
)
_DIET = r"(?:vegan|vegetarian|pescatarian|flexitarian|teetotal(?:l?er)?|gluten[- ]free|keto)"
_TEMPER = r"(?:night owl|morning person|early bird|early riser|introvert|extrovert|homebody|people person|coffee (?:drinker|lover|person|addict)|tea (?:drinker|lover|person)|cat person|dog person|foodie|bookworm|gamer|minimalist|perfectionist|left-handed|right-handed|colou?r ?blind|(?:dog|cat|nature|book|music|animal|movie|art) lover|(?:marathon|trail|long-distance|avid|keen) (?:runner|reader|hiker|cyclist|gardener|gamer|swimmer|climber))"
_NATION = (
    r"(?:american|british|english|scottish|irish|welsh|canadian|australian|german|french|italian|spanish"
    r"|portuguese|dutch|belgian|swiss|austrian|swedish|norwegian|danish|finnish|polish|czech|hungarian"
    r"|romanian|bulgarian|greek|turkish|russian|ukrainian|indian|pakistani|chinese|japanese|korean"
    r"|vietnamese|thai|filipino|indonesian|malaysian|brazilian|argentinian|mexican|colombian|chilean"
    r"|peruvian|nigerian|kenyan|ghanaian|egyptian|moroccan|south african|iranian|lebanese|croatian|serbian)"
)
_LANGUAGES = rf"(?:{_NATION}|mandarin|cantonese|hindi|urdu|arabic|hebrew|farsi|swahili|bengali|tamil|tagalog|catalan|latin|esperanto|sign language)"

# What may be liked or wanted without the listener having to know what is pointed at.
_OBJECT = (
    r"(?P<v>(?!(?:how|when|that|the way|what|where|why|it|this|these|those|them|him|her|you|your|his|their|my|our|all|everything"
    r"|seeing|hearing|being|having|knowing|thinking|talking|watching you|to see|to hear|to be|to think|to know|to say|to have|to help|some|any|something|someone|anything|one|every|such|so|about|is|are|was|and|but|or|for|with|at|who|feeling|getting|giving|giving back|sharing|if)\b)"
    r"(?!the (?!(?:beach|mountains?|sea|ocean|outdoors|gym|theat(?:er|re)|rain|snow|cold|heat|city|countryside|woods|forest|violin|piano|guitar|drums|colou?r \w+$|idea of|smell of|taste of|sound of|desert|night(?: sky)?$)\b|(?-i:[A-Z])))"
    r"\S.+)"
)


def _rule(
    rule: str,
    pattern: str,
    category: str,
    type: str,
    slot: str | Callable[[re.Match[str]], str | None] | None = None,
    *,
    outright: bool = True,
) -> Fact:
    return Fact(rule, re.compile(pattern, re.IGNORECASE), category, type, slot, outright)


def _favourite(match: re.Match[str]) -> str:
    """Return e.g. favorite_color: one slot per thing, in one spelling."""
    thing = match["k"].lower().replace("colour", "color").replace("flavour", "flavor")
    return "favorite_" + re.sub(r"\W+", "_", thing.strip())


def _kin_slot(match: re.Match[str]) -> str | None:
    """At most one spouse and one manager at a time; friends and siblings may be many."""
    who = match["who"].lower()
    if who in ("wife", "husband", "spouse"):
        return "spouse"
    return "manager" if who in ("boss", "manager") else None


def _moved(match: re.Match[str]) -> str | None:
    """A move long ago says where somebody came to, not where they live."""
    old = r"\b(?:when|as a (?:kid|child)|ago|back in|in (?:19|20)\d\d|for (?:a|two|\w+) (?:weeks?|months?|years?))\b"
    return None if re.search(old, match.string[match.end() :], re.I) else "location"


def _org_slot(match: re.Match[str]) -> str | None:
    return "employer" if match["org"] else None


def _contact(slot: str) -> Callable[[re.Match[str]], str | None]:
    """A work address does not replace the private one."""
    return lambda match: None if match["which"] else slot


FACTS: tuple[Fact, ...] = (
    # who
    _rule("preferred_name", rf"(?:please\s+)?(?:(?:you can|just|always|everyone|everybody|people|my friends|they|friends)\s+)*(?:call|calls|calling)\s+me\s+(?:by\s+)?(?P<v>{_NAME})$", "profile", "identity", "preferred_name"),
    _rule("preferred_name", rf"{_I}(?:go by|prefer to be called|like to be called)\s+(?:the name\s+|the nickname\s+)?(?P<v>{_NAME})$", "profile", "identity", "preferred_name"),
    _rule("nickname", rf"my (?:nickname|preferred name)(?:'s| is)\s+(?P<v>{_NAME})$", "profile", "identity", "preferred_name"),
    _rule("name", rf"(?:my (?:full |real |first |legal )?name(?:'s| is)|(?:i'?m|i am) (?:called|named))\s+(?P<v>{_NAME}|(?!not|the|so|too|very|in|on|a\b|hard|difficult|spelled|pronounced|misspelled|wrong)[a-z]{{2,20}}$)", "profile", "identity", "name"),
    _rule("pronouns", r"(?:my pronouns are|(?:i use|i go by))\s+(?P<v>(?:she|he|they|ze|xe|it)\s*/\s*\w+(?:\s*/\s*\w+)?|(?:she|he|they)(?= pronouns))", "profile", "identity", "pronouns"),
    _rule("email", r"my (?P<which>work |personal |private |business |school |university )?e-?mail(?: address)?(?:'s| is| =|:)\s*(?P<v>[\w.+-]+@[\w-]+\.[\w.-]*\w)", "profile", "identity", _contact("email")),
    _rule("phone", r"my (?P<which>work |office |home )?(?:phone|cell|mobile|cellphone|telephone|phone number|cell number|mobile number|number|whatsapp)(?: number)?(?:'s| is|:)\s*(?P<v>\+?\(?\d[\d\s().-]{5,}\d)", "profile", "identity", _contact("phone")),
    _rule("birthday", rf"my (?:birthday|birth date|date of birth|bday|b-day)(?:'s| is| falls)\s+(?:on\s+)?(?:the\s+)?(?P<v>.*(?:{_MONTH}\b|\d[/.-]\d).*)", "profile", "identity", "birthday"),
    _rule("birthday", rf"i was born on (?P<v>.*(?:{_MONTH}\b|\d[/.-]\d).*)", "profile", "identity", "birthday"),
    _rule("anniversary", rf"(?:my|our) (?:wedding )?anniversary(?:'s| is)\s+(?:on\s+)?(?:the\s+)?(?P<v>.*(?:{_MONTH}\b|\d[/.-]\d).*)", "profile", "identity", "anniversary"),
    _rule("birth", r"i was born (?:and raised )?in (?P<v>\S.*)", "profile", "identity"),
    _rule("age", r"(?:i'?m|i am)\s+(?:now\s+)?(?P<v>\d{1,3})\s*(?:years?[- ]old|yo|y/o)\b", "profile", "identity", "age"),
    _rule("age", r"(?:i'?m|i am|i (?:just )?turned)\s+(?P<v>[1-9]\d)$", "profile", "identity", "age"),
    _rule("native_language", rf"my (?:native|first|mother) (?:language|tongue) is (?P<v>{_LANGUAGES})", "profile", "identity", "native_language"),
    _rule("language", rf"my (?:preferred )?language is (?P<v>{_LANGUAGES})", "profile", "identity", "language"),
    _rule("speaks", rf"i (?:can )?{_ADV}speak\s+(?:fluent |some |a little |basic |native )?(?P<v>{_LANGUAGES}.*)", "profile", "identity"),
    _rule("speaks", rf"(?:i'?m|i am) (?:fluent|bilingual|conversational) in (?P<v>{_LANGUAGES}.*)", "profile", "identity"),
    _rule("timezone", r"my time ?zone is (?P<v>\S.*)", "profile", "identity", "timezone"),
    _rule("nationality", rf"(?:i'?m|i am)\s+(?:originally |half[- ])?(?P<v>{_NATION})(?:$|,|\s(?:and|but|by birth))", "profile", "identity"),
    # where
    _rule("location", rf"(?:{_I}(?:live|reside)|{_NOW}living|{_NOW}based|my (?:home|family) is)\s+(?:in|near|just outside(?: of)?|outside of)\s+(?:downtown |central |north |south |east |west |northern |southern )?(?P<v>{_WHERE})", "profile", "identity", "location"),
    _rule("location", rf"{_DID}(?:moved|relocated)\s+(?:back\s+)?(?:from\s+\S+(?:\s\S+)?\s+)?(?:back\s+)?to\s+(?P<v>{_WHERE})", "profile", "identity", _moved),
    _rule("home", rf"{_I}(?:live|reside)\s+(?:in|on|near|by|with|alone|next to|close to|at)\b(?!\s*(?:fear|hope|denial|peace|the moment|the past|the present|the future|constant|sin|poverty|a (?:world|society|time|dream|bubble|lie)|it\b|them|moment)\b)\s*(?P<v>.*)", "profile", "identity"),
    _rule("origin", rf"(?:i'?m|i am|i come|i'?m originally|i am originally)\s+(?:originally\s+)?from\s+(?P<v>{_WHERE})", "profile", "identity"),
    _rule("origin", r"i grew up (?:in|on) (?P<v>\S.*)", "profile", "identity"),
    _rule("origin", rf"my (?:home ?town|home country) is (?P<v>{_WHERE})", "profile", "identity", "hometown"),
    # work and study
    _rule("employer", rf"(?:{_I}work|{_NOW}(?:working|employed))\s+(?:full[- ]time |part[- ]time |remotely )?(?:at|for|with)\s+(?P<org>(?:{_ORG}|(?-i:(?!an?\b|the\b|my|our|his|her|their|home|night|it|this|that|them|him|you|least|all|free|now|long|money|myself|years?|hours|people|kids|two|three|someone|one|food|fun|many|children|local|different|small|big|large|clients|customers|others)[a-z][\w&-]+(?=$|\s+(?:as|in|and|now|since)\b)))(?<!\bPM)(?<!\bAM))(?P<v>.*)", "profile", "identity", _org_slot),
    _rule("employer", rf"{_I}work (?:at|for|in|with) (?P<v>(?:an?|the|my own|myself|local|two|three) ?.*)", "profile", "identity"),
    _rule("employer", rf"{_DID}(?:started|got|landed|accepted|began|took)\s+(?:an?|my|the)\s+(?:new\s+|first\s+|dream\s+)*(?:\w+\s+){{0,2}}(?:job|position|role|internship)\s+(?:at|with)\s+(?P<org>{_ORG})(?P<v>.*)", "profile", "identity", _org_slot),
    _rule("employer", rf"{_DID}joined\s+(?P<org>{_ORG})\s+(?P<v>as an?\s\S.*)", "profile", "identity", _org_slot),
    _rule("employer", rf"my (?:employer|company) is (?P<org>{_ORG})(?P<v>.*)", "profile", "identity", _org_slot),
    _rule("employer", rf"{_NOW}(?:an?|the)\s+(?P<v>{_JOB})\s+(?:at|for|with)\s+(?P<org>{_ORG})", "profile", "identity", _org_slot),
    _rule("occupation", rf"(?:{_I}work as|{_NOW}working as|my (?:job|job title|occupation|profession|role) is)\s+(?:an?|the)?\s*(?P<v>(?!(?:so|very|really|to|hard|stressful|killing|boring|great|not|too|exhausting|tough|demanding|safe|secure|going)\b)\S.*)", "profile", "identity", "occupation"),
    _rule("occupation", rf"{_NOW}(?:an?|the)\s+(?P<v>(?:(?:self-employed|freelance|retired|junior|senior|professional|full-time|part-time)\s+)*{_JOB})(?=$|[,;(]|\s(?:in|by|who|and|from|with|specializing|working|at|of|based|currently|on)\b)", "profile", "identity", "occupation"),
    _rule("occupation", rf"{_NOW}(?P<v>retired|self-employed|unemployed)$", "profile", "identity", "occupation"),
    _rule("business", rf"{_I}(?:run|own|manage|co-own)\s+(?P<v>(?:an?|my own|our own|the)\s+.*(?:business|company|shop|store|bakery|cafe|restaurant|studio|agency|startup|farm|salon|gym|practice|blog|channel|podcast|clinic|school|team|consultancy|brand|firm))", "profile", "identity"),
    _rule("studies", rf"(?:{_I}(?:study|major in|teach)|{_NOW}(?:studying|majoring in|teaching|doing (?:an?|my) (?:phd|master'?s|mba|degree|bachelor'?s)))\s+(?P<v>(?!hard|for (?:it|this|that)|it|you)\S.*)", "profile", "identity"),
    _rule("studies", rf"{_DID}(?:graduated|got my (?:degree|phd|master'?s))\s+(?:from|in|with)\s+(?P<v>\S.*)", "history", "identity"),
    _rule("studies", rf"{_I}(?:studied|majored in)\s+(?P<v>(?!hard|for|it|that|all)\S.*\b(?:at|in)\s+\S.*)", "history", "identity"),
    _rule("ended", r"(?:i no longer|i don'?t)\s+(?P<v>(?:work|live|eat|drink|smoke|use|own|have|study|play|like)\b.*?(?: any ?more| any longer)|(?<=no longer )(?:work|live|eat|drink|smoke|use|own|have|study|play|like)\b.*)$", "history", "identity"),
    _rule("former", r"i used to (?P<v>(?:work|live|play|be an?|study|own|teach|smoke|run|dance|have)\b.*)", "history", "identity"),
    # people and animals
    _rule("kin_name", rf"my (?P<kin>(?:\S+\s){{0,2}}?(?P<who>{_KIN}|{_PET}))(?:'s name)?(?:'s| is| are)\s+(?:(?:called|named)\s+(?P<v>\S.*)|(?P<n>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+)?{_NAME}(?:(?:,? and |, ){_NAME})*)$)", "relationships", "relationship", _kin_slot),
    _rule("kin_name", rf"my (?P<kin>(?P<who>{_KIN}|{_PET}))s?'s? names?(?:'s| is| are)\s+(?P<v>\S.*)", "relationships", "relationship", _kin_slot),
    _rule("kin_name", rf"(?P<v>{_NAME}) is my (?P<who>{_KIN})(?:'s name)?$", "relationships", "relationship", _kin_slot),
    _rule("kin", rf"(?:i have|i'?ve got|i have got|i'?ve|we have|we'?ve got)\s+{_N}\s+(?P<v>(?:\w+\s){{0,2}}?(?:{_KIN}|{_PET})\b(?!\s+(?:who'?s been asking|problem|issue)).*)", "relationships", "relationship"),
    _rule("kin", r"(?:i'?m|i am) (?:an?|the)?\s*(?P<v>(?:(?:single|proud|new|working|stay-at-home|soon-to-be|first-time) )*(?:mother|mom|mum|father|dad|parent|grandmother|grandfather|only child|twin|aunt|uncle)(?: of .*| to .*)?)$", "relationships", "relationship"),
    _rule("pet", rf"{_DID}(?:adopted|got|rescued|bought)\s+{_N}\s+(?P<v>(?:\w+\s){{0,2}}{_PET}\b.*)", "relationships", "relationship"),
    _rule("marital_status", rf"{_NOW}(?P<v>married|engaged|divorced|widowed|separated|single)(?=$|[,;]|\s(?:to|with|and|for|since)\b)", "relationships", "relationship", "marital_status"),
    _rule("married", rf"(?:{_DID}|{_WE_DID})(?:got|been|gotten)\s+(?P<v>married|engaged|divorced)\b", "relationships", "relationship"),
    _rule("expecting", r"(?:i'?m|i am|we'?re|we are)\s+expecting\s+(?P<v>(?:an?|our|my|twins)\b(?!\s+(?:package|delivery|call|reply|answer|parcel|response|refund|visitor|guest)).*)", "relationships", "relationship"),
    _rule("dating", rf"{_NOW}(?:dating|seeing|in a relationship with)\s+(?P<v>(?!it|that|this|him|her|you|someone\b|results|things|progress)\S.*)", "relationships", "relationship"),
    _rule("met", rf"{_DID}(?:known|been friends with|been married to|been with)\s+(?P<v>(?:my|{_NAME})\b.*\b(?:for|since)\b.*)", "relationships", "relationship"),
    # taste
    _rule("favourite", r"my (?:all[- ]time |absolute |current |personal )?(?:favou?rite|fav|fave) (?P<k>(?!part|thing|bit|one|memory|moment|was|of|is\b|ever)[\w][\w -]{1,30}?)(?:'s|\s+(?:is|are|would be|has to be|has always been))\s+(?P<v>(?!when|that|how|the one|this|it|probably|definitely|also|not|the way|gone|here|coming|broken|closed|seeing|being)\S.*)", "preferences", "preference", _favourite),
    _rule("favourite", r"(?P<v>(?!it|that|this|these|those|they|he|she|here|there|which|what|one|mine)\S.{1,60}?)\s+(?:is|are)\s+(?:definitely |probably |still )?my (?:all[- ]time |absolute )?favou?rite\s+(?P<k>(?!part|thing|bit|one|memory|moment|too|of|ever)[\w][\w ]{1,30})$", "preferences", "preference", _favourite),
    _rule("prefer", rf"(?:{_I}prefer|i'd prefer|i would prefer|i'd rather|i would rather)\s+(?P<v>(?!(?:it|that|this|these|those|them|the (?:first|second|other|last|latter|former)|not to say|option|if|when)\b)\S.*)", "preferences", "preference"),
    _rule("diet", rf"{_NOW}(?:an?\s+)?(?P<v>(?:strict |lifelong )?{_DIET})\b(?!\s+(?:restaurant|food|recipe|curious))", "preferences", "preference", "diet"),
    _rule("temper", rf"{_NOW}(?:not\s+)?(?:an?\s+|more of an?\s+)?(?:big |huge |total |real |real )?(?P<v>{_TEMPER})\b", "preferences", "preference"),
    _rule("like", rf"{_I}(?:love|like|enjoy|adore|appreciate|relish)\s+{_OBJECT}", "preferences", "preference"),
    _rule("dislike", rf"{_I}(?:hate|dislike|detest|loathe|despise|can'?t stand|cannot stand|can'?t bear|can'?t tolerate)\s+{_OBJECT}", "preferences", "preference"),
    _rule("dislike", rf"i (?:really |just |usually |generally |personally )*(?:don'?t|do not|never|can'?t|cannot)\s+(?:really |particularly |usually |generally |actually )*(?:like|enjoy|eat|drink|smoke|care for|watch|wear|use|drive|do well with|tolerate|digest)\s+{_OBJECT}", "preferences", "preference"),
    _rule("dislike", r"i (?:don'?t|do not) (?P<v>smoke|drink|drive|eat out|cook)(?: alcohol)?$", "preferences", "preference"),
    _rule("fond", rf"(?:i'?m|i am)\s+(?:not\s+)?{_ADV}(?:(?:an?\s+)?(?:big |huge |massive |avid |great |not )*fan of|into|passionate about|obsessed with|fond of|keen on|interested in|crazy about|addicted to|fascinated by|afraid of|scared of|terrified of)\s+{_OBJECT}", "preferences", "preference"),
    _rule("fond", rf"{_NOW}an?\s+(?P<v>(?!such)\S[^,.]{{1,30}}? (?:fan|enthusiast|buff|geek|nerd|aficionado))$", "preferences", "preference"),
    _rule("avoid", rf"{_I}(?:avoid|stay away from|try to avoid)\s+{_OBJECT}", "preferences", "preference"),
    # what one does again and again
    _rule("plays", rf"{_I}play\s+(?P<v>(?:the )?(?!it|that|this|them|with|on|around|in\b|at\b|along|games? with|games?$|a (?:big|role|part)|hard)\S.*)", "interests", "knowledge"),
    _rule("hobby", rf"(?:{_I}(?:do|practi[cs]e)\s+(?P<v>(?:yoga|pilates|crossfit|karate|judo|jiu[- ]?jitsu|tai chi|meditation|martial arts|boxing|kickboxing|gymnastics|ballet|photography|pottery|ceramics|archery|improv|woodworking|calligraphy)\b.*)|my (?:main |biggest )?(?:hobby|hobbies|passion|passions) (?:is|are|include)\s+(?P<h>(?!it|that|this)\S.*))", "interests", "knowledge"),
    _rule("hobby", rf"{_I}(?:collect|volunteer (?:at|with|for|as)|coach|sing in|dance (?:in|with)|brew|knit|crochet)\s+(?P<v>(?!it|that|them|my thoughts|you)\S.*)", "interests", "knowledge"),
    _rule("long_since", r"i'?(?:ve| have) been (?P<v>(?:playing|learning|studying|practi[cs]ing|doing|training|writing|collecting|running|living|volunteering|teaching|dancing|painting|working|coaching|cooking|surfing|climbing|swimming|using|taking|married|vegan|vegetarian|a \w+)\b(?! (?:it|that|this)\b).*\b(?:for (?:\d+|\w+|a few|over \w+|about \w+|almost \w+|the (?:last|past) \w+) (?:years?|months?|decades?)|since (?!we\b|then|last)\S.*))", "interests", "knowledge"),
    _rule("routine", rf"{_I}(?:go|run|swim|bike|cycle|work out|work from home|exercise|meditate|walk|train|jog|hike|journal|cook|read|wake up|get up|attend|take|play|meet|practice|practise|volunteer|do|have|drink|eat|study|commute|drive|write|paint|visit|call)\b(?P<v>{_EVERY}.*)", "activity", "knowledge"),
    _rule("routine", rf"i (?:usually|always|never|typically|generally|normally|rarely|almost always|almost never|mostly)\s+(?P<v>{_HABIT}\b.*)", "activity", "preference"),
    _rule("routine", rf"every (?:morning|evening|night|day|week|weekend|{_DAY}|month|year|summer|winter)\s*,?\s*i\s+(?P<v>(?!was|had|went|would|used)\w+.*)", "activity", "knowledge"),
    _rule("remote", rf"{_I}work (?P<v>from home|remotely|nights|night shifts|weekends|part[- ]time|full[- ]time|freelance)\b", "profile", "identity"),
    # plans
    _rule("goal", r"my (?:main |biggest |big |ultimate |next |new year'?s |long[- ]term |short[- ]term |current |life |career |fitness |dream |personal )*(?:goal|aim|ambition|resolution|target|dream job|dream)(?: for (?:this|the|next) \w+)?(?:'s| is)\s+(?P<v>(?!that|coming|real|clear|done|the same|now|so|finally|here|over|dead|big)\S.*)", "goals", "context"),
    _rule("goal", rf"(?:{_I}(?:want|plan|intend|aim|aspire|hope)|i'?d (?:like|love)|{_NOW}(?:hoping|planning|aiming|trying|determined|looking|going))\s+to\s+(?P<v>{_WANTED}\b(?! (?:it|that|this|them)\b).*)", "goals", "context"),
    _rule("goal", rf"{_NOW}(?:saving(?: up)?|training|preparing|studying|applying|practi[cs]ing)\s+for\s+(?P<v>(?!it|that|this)\S.*)", "goals", "context"),
    _rule("learning", rf"(?:{_NOW}|i started |i'?ve started )(?:learning|taking up)\s+(?P<v>(?!about|so|an? (?:lot|ton|bunch|few)|tons|more|that|how much|as|from|it|to (?:be|accept|trust|let|live|appreciate|love|deal|cope))\S.*)", "goals", "context"),
    _rule("planning", rf"(?:{_NOW}|we'?re |we are )planning\s+(?P<v>(?:an?|my|our|the)\s+(?!few|lot|bit)\S.*)", "goals", "context"),
    _rule("tentative", rf"{_NOW}(?:thinking (?:of|about)|considering|looking into)\s+(?P<v>(?!it|that|this|you|them|what|how)\S.*)", "goals", "context", outright=False),
    _rule("decision", rf"(?:{_DID}|{_WE_DID}|my \w+ and i (?:have )?)(?:decided|chosen|agreed|resolved|committed)\s+(?P<v>(?:to|on|against|not to|that)\s+(?!it\b|that\b|this\b|give it|do it|try it)\S.*)", "goals", "context"),
    _rule("decision", rf"(?:{_DID}|{_NOW})(?P<v>(?:quit|quitting|gave up|given up|giving up|stopped|switched to|switching to|switched from|switching from|signed up for|enrolled in|registered for|started taking)\s+(?!it|that|this|on\b|you|by|for (?:it|that)\b|there|at\b)\S.*)", "goals", "context"),
    # dated things
    _rule("appointment", rf"(?:i have|i'?ve got|i have got|we have|i'?ve|there'?s)\s+(?:an?|my|the|our|two|another)\s+(?P<v>(?:\S+\s+){{0,4}}?{_OCCASION}\b.*{_FUTURE}.*)", "event", "event"),
    _rule("appointment", rf"(?:my|our) (?P<v>(?:\S+\s+){{0,3}}?{_OCCASION}(?:\s+with\s+\S+(?:\s\S+)?|\s+(?:to|in|for)\s+\S+)?\s*(?:is|starts|leaves|departs|begins|got moved|has been moved|'s)\b.*(?:{_FUTURE}).*)", "event", "event"),
    _rule("task", rf"(?:i|we)(?:'?ve| have)?\s+(?:have to|need to|must|got to|gotta|should|'ve got to)\s+(?P<v>(?!be\b|say|admit|know|think|go now|go\b$)\w+\b.*{_FUTURE}.*)", "tasks", "task"),
    _rule("planned", rf"(?:(?:i'?m|i am|we'?re|we are)\s+{_ADV}(?:flying|travel(?:l)?ing|going|meeting|leaving|moving|visiting|presenting|getting|having|starting|hosting|running|performing|returning|driving|taking|attending|opening|launching|interviewing|seeing|heading)|i'?ll be|i will be)\b(?! (?:it|crazy|to be|well|good|great|okay|ok|there|that|this)\b)(?P<v>.*{_FUTURE}.*)", "event", "event"),
    _rule("event", rf"(?:{_DID}|{_WE_DID}|my (?:\S+ )?\S+ and i\s+{_ADV})(?!{_JUST_FELT}){_DID_VERB}\b(?! (?:it|that|this|them|there|so|one|some|something|you)\b)(?P<v>.*{_PAST}.*)", "event", "event"),
    _rule("planned", rf"(?:i|we)\s+(?:start|leave|fly|return|graduate|retire|move|present|travel|arrive|depart|land)\b(?! (?:it|that|this)\b)(?P<v>.*{_FUTURE}.*)", "event", "event"),
    _rule("event", rf"(?:yesterday|last (?:night|week|weekend|month|year|{_DAY}|{_MONTH}|summer|winter))\s*,?\s*(?:i|we|my \S+ and i)\s+{_ADV}(?!{_JUST_FELT}){_DID_VERB}\b(?! (?:it|that|this|them|there|so)\b)(?P<v>.*)", "event", "event"),
    _rule("life_event", rf"{_DID}(?P<v>(?:got|been|gotten)\s+(?:promoted|accepted (?:to|into|at) .*|hired (?:by|at|as) .*|fired|laid off|an? (?:new job|promotion|raise|scholarship|offer from .*))|graduated|retired|lost my job|had a baby|became an? .*|passed my .*|won (?:an?|the|my) .*|finished my .*|published my .*|launched my .*|opened my .*|started my own .*)$", "event", "event"),
    # belongings and work in hand
    _rule("possession", rf"(?:{_I}(?:own|drive|ride)|i have|i'?ve got|{_DID}(?:bought|purchased|got))\s+(?:{_N}|the)\s+(?P<v>{_THING}\b.*)", "profile", "knowledge"),
    _rule("possession", r"i drive (?P<v>(?:an?|my)\s+(?!hard|few|lot|bit|bargain|long)\S.*)", "profile", "knowledge"),
    _rule("size", r"i (?:wear|take) (?P<v>(?:an? )?size \S.*)", "profile", "knowledge"),
    _rule("possession", r"my (?:car|phone|laptop|computer|bike|guitar|camera|house|apartment|flat|motorcycle) is (?P<v>(?:an?|in|from|called|the)\s+(?!mess|wreck|bit|total|shop|pain|disaster)\S.*)", "profile", "knowledge"),
    _rule("project", rf"(?:{_NOW}|i'?ve been |we'?re |we are )(?:working on|building|writing|developing|designing|launching|renovating|organi[sz]ing|starting|creating|making|leading|managing|researching|restoring)\s+(?P<v>(?:an?|my|our|the|new|some|two)\s+(?!(?:new |big |cool |exciting )*(?:project|thing|story|book|task|script|something)s?(?: lately| too| right now)?$)(?!it|that|lot|few|bit|difference|best|same|most|new things|big deal|mess|point|progress|effort|fun)\S.*)", "projects", "context"),
    _rule("allergy", rf"(?:{_NOW}|my \S+ is )(?P<v>allergic to (?!it|that|this|them)\S.*|(?:lactose|gluten|fructose)[- ]intolerant.*)", "profile", "identity"),
    _rule("allergy", r"(?:i have|i'?ve got)\s+(?:an?\s+)?(?P<v>(?:\S+\s+){0,2}(?:allergy|intolerance)\b.*)", "profile", "identity"),
    # other people
    _rule("about_kin", rf"my (?P<kin>{_KIN}|{_PET})\b(?:,? {_NAME},?)?\s+(?P<v>(?:is|works|lives|has|likes|loves|hates|plays|studies|speaks|prefers|was born|moved|got|teaches|goes|wants|started|graduated|owns|runs|turned|turns|eats|are|have|live|work)\b.*)", "relationships", "relationship", outright=False),
)  # fmt: skip


def match_fact(clause: str) -> tuple[Fact, re.Match[str]] | None:
    """Return the first rule that reads this first-person clause, with its match."""
    for fact in FACTS:
        if match := fact.pattern.match(clause):
            return fact, match
    return None

"""With which name does somebody introduce themselves, or name a person by the way?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from langmem_ext.policies.statement_reading.makes import things_named

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
    r"|write|work|live|come|look|speak|want|need|try|learn|use|study|like|love|make|think|agree|call|candidate|user"
    r"|root|level|number|step|rank|seat"
    r"|guest|available|unable|able|torn|behind|against|for"
)
_SMALL_NAME = rf"(?P<small>(?-i:(?!(?:{_NO_SMALL_NAME})\b)[a-z]{{3,14}}(?<!ing)(?<!ed)(?<!ly)))"
_GREETED = re.compile(
    r"^(?:so |well |ok |oh )?(?:hi+|hell?o+|he+y+|heya|sup|hiya|howdy|yo|good (?:morning|afternoon"
    r"|evening)|greetings"
    r"|nice to meet you|pleased to meet you)\b[^.?]{0,30}?[,!.\s-]+"
    r"(?:(?:(?:i'?m|i am|this is|it'?s|my name'?s|my name is|the name'?s|name'?s)\s+)(?P<v>(?-i:[A-Z][a-z'’-]+"
    r"(?:\s[A-Z][a-z'’-]+){0,2}))(?=$|[,.!]|\s(?:\(|from|here|and|speaking)\b)"
    rf"|(?:i'?m|i am)\s+{_SMALL_NAME}(?=$|[,.!]|\s(?:from|here|and i)\b))",
    re.I,
)


def small_name_apposed(clause: str) -> re.Match[str] | None:
    """Read "im kofi from accra, studying nursing": the name as `first`, and what goes on as `rest`."""
    return _SMALL_APPOSED.match(clause)


_SMALL_APPOSED = re.compile(
    rf"(?P<first>(?:i'?m|i am) {_SMALL_NAME})(?:,? (?=from )|, (?=\d\d\b|an? |studying |working |based |living |[\w-]+"
    r" (?:at|in|for|of) ))(?P<rest>[^.]{3,120})$",
    re.I,
)


def relatives(sentence: str) -> Iterator[str]:
    """Yield who is named by the way: "could you check this mail to my boss Mia?"."""
    for named in _RELATIVE.finditer(sentence):
        yield f"my {named['who']} is called {named['n']}"
    if pet := _OF_THE_HOUSE.match(sentence):
        yield f"my {pet['who'].lower()} is called {pet['n']}"


_OF_THE_HOUSE = re.compile(
    r"the (?P<who>dog|cat|puppy|kitten|rabbit|horse|pony|parrot|hamster|baby), (?P<n>(?-i:[A-Z][a-zà-ɏ]+)), "
    r"(?:has|gets|is|needs|keeps|won't|will|can't|doesn't|sleeps|eats|hates|loves|likes|refuses|wants|goes|weighs"
    r"|takes)\b",
    re.I,
)
"""Only of one's own is it said like this, and now: stories tell what the dog did."""


def presented(said: str) -> Iterator[str]:
    """Yield who or what is said to be whose: "a gift for Kofi, he's my oldest friend", "my laptop (a Framework)"."""
    for named in _PRESENTED.finditer(said):
        yield f"my {named['who']} is called {named['n']}"
    for thing in _IN_BRACKETS.finditer(said):
        article = "an" if thing["x"][:1].lower() in "aeiou" else "a"
        yield f"my {thing['thing']} is {article} {thing['x']}"
    for firm in _OUR_FIRM.finditer(said):
        yield f"I work at {firm['org']}"
    yield from things_named(said)


_PRESENTED = re.compile(
    r"(?P<n>\b(?!(?:I|The|My|What|Which|How|Who|Can|Could|She|He|Is|Do|Does|For|Dear|Hi"
    r"|Hello)\b)[A-Z][a-zà-ɏ]+(?:-[A-Z][a-zà-ɏ]+)?)(?:'s)?\b[^.?!A-Z\"]{0,30}(?:[.?!,–-]\s+(?:and |because |since "
    r"|as )?|'? (?=[Tt]hat)|\s+(?:because|since|as) )(?:[Ss]he|[Hh]e|[Tt]hat|[Tt]his)(?:'?s"
    r"| is) my (?P<who>(?:(?:older|younger|little|big|twin|best"
    r"|oldest|closest) )?(?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|mother|mum|mom|father|dad|sister"
    r"|brother|son|daughter|stepson|stepdaughter|grandson|granddaughter|niece|nephew|aunt|uncle|cousin|boss|manager"
    r"|friend|roommate|flatmate|godson|goddaughter|co-founder|business partner))(?=$|[.,!?;]| (?:and|so|but|from)\b)"
)


def as_own(said: str) -> str:
    """Say "my niece Zoe" for "Zoe, that's my niece"."""
    return _PRESENTED.sub(r"my \g<who> \g<n>", said)


def owner_named(said: str) -> str:
    """Say "my partner Joaquim's birthday is in June" for "my partner's birthday is in June, his name is Joaquim"."""
    return _SUBJECT_NAMED.sub(
        r"\g<who> \g<n>\g<rest>", _OWNER_NAMED.sub(r"\g<who> \g<n>\g<rest>", said)
    )


_WHO = r"^(?P<who>(?:my|our) (?:[\w-]+['’]s )?(?:[\w-]+ ){0,2}?[\w-]+)"
_AND = r"[^,.]{3,80}?)(?:,? and|,| [-–—])? "
_ITS_NAME = r"(?P<n>(?-i:[A-ZÀ-Þ])[\w'-]+(?: and (?-i:[A-ZÀ-Þ])[\w'-]+)?)(?=\W*$)"
_OWNER_NAMED = re.compile(
    rf"{_WHO}(?P<rest>['’]s (?:\w+ )?(?:birthday|anniversary|house|flat|place|home|job|office|shop|car|number|address"
    rf"|wedding|exam|flight) {_AND}(?:(?:his|her) name(?:'s| is)|(?:he|she)(?:'s| is) (?:called|named)) {_ITS_NAME}",
    re.I,
)
_SUBJECT_NAMED = re.compile(
    rf"{_WHO}(?P<rest> (?:lives?|works?|moved|comes?|came|is|are|was|were|plays?|loves?|hates?|likes?|runs?"
    rf"|teach(?:es)?|stud(?:y|ies))\b{_AND}(?:(?:his|her|their) names?(?:'s| is| are)"
    rf"|(?:he|she|they)(?:'s| is|'re| are) (?:called|named)) {_ITS_NAME}",
    re.I,
)


def named_within(said: str) -> str:
    """Say "two boys called Max and Eli" for "two boys (Max and Eli)", and "my niece Aino starts" for "Aino, my"
    " niece,"."""
    said = _NAMED_FIRST.sub(r"\g<who> \g<n> ", said)
    return _ONE_NAMED.sub(r"\g<who> \g<n>", _MANY_NAMED.sub(r"\g<who> called \g<n>", said))


_NAMED_FIRST = re.compile(
    r"^(?P<n>(?-i:(?!(?:Hi|Hey|Hello|Dear|Ok|Okay|So|Well|Yes|No|Sorry|Thanks|Actually|Also)\b)[A-ZÀ-Þ][a-zà-ɏ]+)), "
    r"(?P<who>(?:my|our) (?:[\w-]+ ){0,2}?(?:wife|husband|partner|girlfriend|boyfriend|mother|mum|mom|father|dad|sister"
    r"|brother|son|daughter|niece|nephew|aunt|uncle|cousin|grandson|granddaughter|boss|flatmate|cat|dog|puppy|kitten"
    r"|\w+[- ]year[- ]old)), (?=\w)",
    re.I,
)
_MANY_NAMED = re.compile(
    r"\b(?P<who>boys|girls|kids|children|sons|daughters|twins|brothers|sisters|siblings|nephews|nieces|grandkids"
    r"|grandchildren|cats|dogs|kittens|puppies|rabbits|guinea pigs|horses|ponies|hens)"
    r" \((?P<n>(?-i:[A-Z])[\w'-]+(?:,| and| &|\s\d)[^()]{2,80})\)",
    re.I,
)
_ONE_NAMED = re.compile(
    r"\b(?P<who>(?:my|our) (?:[\w-]+ )?(?:wife|husband|partner|girlfriend|boyfriend|mother|mum|mom|father|dad|sister"
    r"|brother|son|daughter|niece|nephew|aunt|uncle|cousin|grandson|granddaughter|boss|flatmate|cat|dog|puppy|kitten))"
    r" \((?P<n>(?-i:[A-Z][a-zà-ɏ]+))(?:, [^()]{1,30})?\)",
    re.I,
)
_IN_BRACKETS = re.compile(
    r"\b(?:my|our) (?P<thing>(?:(?!(?:and|or)\b)[\w-]+ )?(?:laptop|phone|car|bike|guitar|camera|van|boat|tablet"
    r"|watch|piano"
    r"|desktop|pc"
    r"|motorbike|scooter)) \((?:it's )?(?:an? |the )?(?P<x>(?!not\b|see\b|which\b|that\b|the\b|it\b|still\b"
    r"|also\b)[^()?]{3,50})\)",
    re.I,
)


_RELATIVE = re.compile(
    r"\b(?:my|our) (?P<who>(?:(?:older|younger|little|big|twin|best|new) )?(?:wife|husband"
    r"|partner|girlfriend|boyfriend|fianc[eé]e?|mother|mom|mum|father|dad|sister|brother"
    r"|son|daughter|grandma|grandmother|grandpa|grandfather|boss|manager|co-?founder"
    r"|business partner|best friend|roommate|flatmate|niece|nephew|cousin|aunt|auntie|uncle|grandson|granddaughter"
    r"|(?:brother|sister|mother|father|son|daughter)-in-law|step(?:son|daughter|mother|father|mum|dad)|godson|goddaughter"
    r"|landlord|landlady|tutor|coach|therapist|supervisor|nanny|mate|friend|neighbou?r|colleague|penfriend|gran|nan"
    r"|granny|grandad|granddad|twin sister|twin brother|dog|cat"
    r"|puppy|kitten|parrot|horse"
    r"|rabbit|hamster)),? (?P<n>(?-i:(?!I\b)(?:(?:Mrs?|Ms|Mx|Dr|Prof)\.? )?[A-Z][a-zà-ɏ]+"
    r"(?: [A-Z][a-zà-ɏ]+)?))(?!['’]s?"
    r" (?:Day|Place|Kitchen)|\w| or\b|-)",
    re.I,
)


def caring(said: str) -> str:
    """Say "I'm my mum's carer" for "my mum lives with us and I'm her carer"."""
    return _CARING.sub(r"\g<who>\g<rest>\g<am> \g<who>'s \g<role>", said)


_CARING = re.compile(
    r"\b(?P<who>(?:my|our) (?:(?:[\w-]+ ){0,2}?(?:wife|husband|partner|mother|mum|mom|father|dad|sister|brother|son"
    r"|daughter|aunt|uncle|grand\w+|gran|nan|cousin|niece|nephew|friend|neighbou?r|(?:mother|father)-in-law)))"
    r"(?P<rest>\b(?!['’])[^.!?]{3,80}?[,;]? (?:and |so |but )?)(?P<am>I['’]?m|I am) (?:her|his|their) "
    r"(?P<role>(?:(?:main|full-time|only|sole|primary|unpaid|legal) ){0,2}(?:carer|caregiver|guardian|godmother"
    r"|godfather"
    r"|executor|trustee|only child))\b",
    re.I,
)
_FROM_WITHIN = re.compile(
    r"^(?:(?:hi|hello|hey|hiya|(?:good )?(?:morning|afternoon|evening))(?: there| all| everyone| team)?[,!. ]+"
    r"(?:(?:this is|it'?s) )?|this is )"
    r"(?P<v>(?-i:(?!(?:Greetings|Regards|Hello|Message|Question|Thanks|Best|News|Someone|Just)\b)[A-Z][a-zà-ɏ]+)) from"
    r" (?=(?:the |our )?(?:[A-Z]\w+ )?(?:branch|office|team|payroll|accounts|accounting|sales|marketing|support"
    r"|finance"
    r"|legal|it|hr|facilit(?:y|ies)(?: management)?|maintenance|procurement|purchasing|operations|compliance"
    r"|reception|upstairs|downstairs|next door|logistics|engineering|warehouse|design|ops)\b)",
    re.I,
)


_OUR_FIRM = re.compile(r"\b[Ww]e \((?P<org>[A-Z][\w&'-]+(?: [A-Z][\w&'-]+){1,3})\)")


def introduced(sentence: str) -> str | None:
    """Return the name with which somebody greets: "hi im tobias, ..."."""
    if within := _FROM_WITHIN.match(sentence):
        return within["v"]
    if last := _NAMED_LAST.search(sentence):
        name: str = last["v"] or last["w"]
        return None if _NO_NAME.search(name) else name
    if not (greeting := _GREETED.match(sentence) or _SAID_SMALL.match(sentence)):
        return None
    if greeting["small"]:
        return greeting["small"]
    return None if _NO_NAME.search(greeting["v"]) else greeting["v"]


_NAMED_LAST = re.compile(
    r"[,–—-] ?(?:and )?(?:(?:i'?m|i am|it'?s|this is)(?= \S+(?: \S+)? (?:by the way|btw)$)|(?:my|the) name(?:'s| is)"
    r"|name'?s)"
    r" (?P<v>(?-i:[A-Z][a-zà-ɏ'’-]+(?: [A-Z][a-zà-ɏ'’-]+)?))(?: by the way| btw| here)?[.!]?$"
    r"|^(?:the )?name'?s (?P<w>(?-i:[A-Z][a-zà-ɏ'’-]+(?: [A-Z][a-zà-ɏ'’-]+)?))(?=$|[,.!]| (?:but|and|from)\b)",
    re.I,
)
_SAID_SMALL = re.compile(
    rf"^(?:so )?(?:i'?m|i am)\s+{_SMALL_NAME}"
    r"(?= and i(?:'m| am) (?:\d|from|an? )| and i (?:live|work)|,? \d\d\b)",
    re.I,
)
_HERE = re.compile(
    r"^(?:(?i:anyway|so|ok|okay|well|also|by the way),? )?(?:(?i:hi|hello|hey|heya|hiya|sup|yo|ahoy|greetings"
    r"|moin|servus|kia ora|salut|hola|ciao|namaste|hallo|evening all|(?:good )?(?:morning|afternoon"
    r"|evening))(?: there| all"
    r"| everyone| again| team)?[,!. ]+)?(?:(?:[Ii]t'?s"
    r"|[Tt]his is)(?: just)? )?(?P<v>(?:(?:Mrs?|Ms|Mx|Dr|Prof)\.? )?(?!(?:Looky|Always|Congrats|Still|Never|Only|Just"
    r"|Also|Raining|Snowing|Monday|Friday|Christmas|Right|Over|Out|From|Down|Up|Back|Get"
    r"|Come|Look|Not|Nothing|New|Stay|Sit|Stuck|Newbie|Mom|Dad|Mum|What|Who|I|Same|First"
    r"|Someone|Anyone|Everything|Something|Teacher|Student|Nurse|Designer|Developer"
    r"|Engineer|Writer|Beginner|Newcomer|Newbie|Noob|Parent|Lurker|Expat|Native|Mother|Father|Manager|Owner|Nobody"
    r"|Complete|Total|Long|Scared|Confused|Worried|Curious|Nervous|Desperate|Question|Error|Problem|Help|Update|Bug|Learner|Amateur|Hobbyist|Retiree|Pensioner|Freelancer|Founder|Admin|Guest|Lawyer"
    r"|Chef)\b)[A-Z][a-zà-ɏ]+(?: [A-Z][a-zà-ɏ]+)?) (?:here|hier|speaking|this side)(?=$"
    r"|[,.!;]| [–—-]| (?:from|with|and)\b)"
)
_HERE_IS = re.compile(
    r"^(?i:(?:hi|hello|hey|dear \w+|good (?:morning|afternoon|evening))[,!. ]+)(?:[Hh]ere(?:'s| is)|[Tt]his is)"
    r" (?P<v>[A-Z][a-zà-ɏ]+(?: [A-Z][a-zà-ɏ]+)?)(?=$|[,.!;])"
    r"|^(?i:(?:hi+|hello|he+y+|yo)[,!. ]+it'?s) (?P<w>(?!(?:[A-Z][a-z]+day|Python|Java\w*|Excel|Word|Windows|Docker"
    r"|Git|React|Christmas|Easter|Winter|Summer|Spring|Raining|Snowing|Happening|Me)\b)[A-Z][a-zà-ɏ]+) again(?=$"
    r"|[,.!;])"
)
_NO_NAME = re.compile(
    r"(?:ish|ese|ian|can|man|ch)$|^(?:So|Just|Not|Very|Good|Fine|Sorry|Glad|Happy|Back|New|Here)"
)


def here(sentence: str) -> str | None:
    """Return the name of who says that they are here: "Ana here"."""
    match = _HERE.match(sentence) or _HERE_IS.match(sentence)
    return match["v"] or match.groupdict().get("w") if match else None

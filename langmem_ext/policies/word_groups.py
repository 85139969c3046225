"""Which words change what a statement says, which do not, and which mean the same or the opposite?"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _words("a an the")
FILLERS = _words("is are am be being there that which who")
ADVERBS = _words(
    "very really quite currently now also too actually definitely truly extremely absolutely "
    "certainly strongly greatly severely particularly especially"
)
LIMITING = _words(
    "only early family reply supply apply imply italy july rally ally belly jelly lonely lovely "
    "friendly elderly ugly silly daily weekly monthly yearly hourly nightly quarterly biweekly "
    "fortnightly hardly barely scarcely rarely previously formerly recently occasionally "
    "partially partly mostly mainly temporarily initially originally apparently falsely jokingly "
    "hypothetically theoretically ideally eventually finally practically virtually usually "
    "generally normally typically frequently regularly infrequently seemingly secretly legally "
    "illegally unlikely likely assembly anomaly monopoly homily doily multiply comply butterfly "
    "firefly dragonfly fly"
)
CONNECTIVES = _words("in at on for with as because since and from near about especially called")
QUALIFIERS = _words("but except unless until if when while or than instead only though although")
NEGATIONS = _words(
    "not no never none nobody nothing nowhere neither nor without hardly barely scarcely seldom "
    "rarely lack lacks lacking lacked stop stops stopped quit quits ceased avoid avoids refuse "
    "refuses refused deny denies denied fail fails failed unable except former formerly ex "
    "previously anymore longer nicht kein keine nie ne pas jamais nunca jamas non não"
)
PAST = _words("was were had did used been ago went got once came took gave made ran met lost won")
TIMES = _words(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday "
    "saturday sunday mon tue tues wed thu thurs fri sat sun today tomorrow yesterday tonight "
    "morning mornings afternoon afternoons evening evenings night nights noon midnight weekend "
    "weekends weekday weekdays spring summer autumn fall winter next last daily weekly monthly "
    "yearly hourly christmas easter am pm"
)
PERSONS = _words(
    "mother mom mum father dad parent parents sister sisters brother brothers sibling siblings "
    "son sons daughter daughters child children kid kids wife husband spouse partner girlfriend "
    "boyfriend fiance fiancee friend friends boss manager colleague colleagues coworker neighbor "
    "neighbour roommate flatmate cousin cousins uncle aunt niece nephew grandmother grandfather "
    "grandma grandpa grandson granddaughter landlord doctor teacher team family"
)
PRONOUNS = _words(
    "i me my mine we us our ours you your yours he him his she her hers it its they them their "
    "theirs myself himself herself themselves"
)
DEGREES = _words(
    "all some any every each both few many most more less least fewer several half always often "
    "usually sometimes can could may might must should would will wants want plans plan hopes "
    "hope thinks think maybe perhaps probably possibly almost nearly vice deputy assistant "
    "acting aspiring future potential retired temporary supposedly allegedly reportedly"
)
_COUNTING = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
NUMBERS = {word: str(number) for number, word in enumerate(_COUNTING.split())}
NUMBERS |= {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70"}
NUMBERS |= {"eighty": "80", "ninety": "90", "hundred": "100", "thousand": "1000"}
NUMBERS |= {"million": "1000000", "billion": "1000000000", "dozen": "12", "twice": "2x"}
NUMBERS |= {"first": "1st", "second": "2nd", "third": "3rd"}
_OPPOSITES = """
like likes love loves enjoy enjoys prefer prefers | hate hates dislike dislikes detests
on onto | off
before | after
up | down
in into inside | out outside
over above | under below
with | without
to | from
for | against
more | less fewer
most | least
always | never sometimes
start starts started begin begins began | stop stops stopped end ends ended finished
buy buys bought | sell sells sold
open opens opened | close closes closed
gain gains gained | lose loses lost
joined join joins | left leave leaves
married | divorced single unmarried
hot warm | cold cool
long longer | short shorter
big large | small little tiny
early | late
light | dark heavy
left | right
old | new young
good | bad
man men boy boys male | woman women girl girls female
enabled enable enables | disabled disable disables
accepts accepted accept approved | declined declines rejects rejected reject
win wins won passed pass | lose loses lost failed fail
remembers remembered | forgets forgot
sends sent | receives received
lends lent | borrows borrowed
hired | fired
close near | far
front | behind back
wet | dry
"""
OPPOSITES = tuple(
    (_words(left), _words(right))
    for left, _, right in (line.partition("|") for line in _OPPOSITES.strip().split("\n"))
)
SYNONYMS = {
    word: group.split()[0]
    for group in (
        "child kid",
        "children kids",
        "someone somebody",
        "outside outdoors",
        "quickly rapidly",
        "small little",
        "woman lady",
        "women ladies",
        "shop store",
        "speaking talking",
        "speaks talks",
        "jumping leaping",
        "wood wooden",
        "puts places",
        "putting placing",
        "buys purchases",
        "bought purchased",
        "automobile car",
        "lives resides",
        "live reside",
        "likes enjoys",
        "like enjoy",
        "movie film",
        "movies films",
        "bicycle bike",
        "phone telephone",
        "mother mom mum",
        "father dad",
        "job occupation",
        "favorite favourite",
        "color colour",
        "colors colours",
        "brief concise short",
        "begins starts",
        "large big",
        "wants wishes",
        "couch sofa",
        "photo picture photograph image",
        "near nearby",
    )
    for word in group.split()
}

"""Is a clause that reads like a fact a figure of speech, or a joke?

"I live on coffee", "my kitchen is a war zone", "I have a PhD in procrastination": said in the words of facts, of
homes, belongings and degrees that nobody has.
"""

from __future__ import annotations

import re

_ENDS = (
    r"(?=$|\s*[,;:.!)–—-]|\s+(?:and|but|so|because|since|when|if|with|at|about|today|now|lately|again|sometimes"
    r"|really|for)\b)"
)

_SAYING = re.compile(
    r"\bmarried to (?:my|the) (?:job|work|sea|game|desk|sofa|phone|laptop|computer|screen)\b"
    r"|\bengaged in (?:an?|the) (?:\w+ )?(?:argument|conversation|debate|battle|fight|discussion|struggle|war)\b"
    r"|\bfrom (?:mars|the future|another (?:planet|era|century|age|time)|outer space)\b"
    r"|\b(?:i|we) (?:own|rule) the (?:night|world|place|room|stage|floor)\b|\beyes are bigger than\b"
    r"|\bown (?:my|our) (?:mistakes?|flaws?|decisions?|failures?|choices?|truth|errors?|story)\b"
    r"|\bspeak (?:for everyone|from experience)\b|\b(?:live and learn|work hard,? play hard)\b|\bbarely a person\b"
    r"|\bsmell of napalm\b|\bthe hard way\b|\b(?:many|several|a lot of|different) hats\b|\btight ship\b"
    r"|\brather (?:eat (?:glass|my|dirt|sand|nails|worms)|die|stick (?:pins|needles|forks?)|chew (?:my|off|glass)"
    r"|gouge|walk"
    r" into the sea)\b|\bold dogs?\b.{0,40}\bnew tricks\b"
    r"|\bfish out of water\b|\bhappy (?:camper|bunny)\b|\bworst nightmare\b|\bnew (?:liver|brain|spine|soul"
    r"|personality)\b"
    r"|\b(?:planning|plotting) (?:my|our) (?:escape|revenge|exit)\b|\bworld domination\b"
    r"|\b(?:born|raised) (?:in|into) the wrong \w+|\bborn (?:too (?:late|early)|yesterday|ready|tired|to (?:be|do"
    r"|rule|run|dance|perform|lead|lose|win|suffer|party|shop|sing|swim|fly))\b"
    r"|\bgrew up in (?:a|one|two) (?:day|night|weekend|week|hurry|heartbeat|minute)\b"
    r"|\b(?:a|one more|last) (?:train|plane|flight|bus|life|point|bone|score|question) to (?:catch|live|make|pick"
    r"|settle|ask)\b"
    r"|\bcalls? me (?:an?|the) (?-i:[a-z])|\bname is (?:mud|legion)\b|\b(?:is|are|was) (?:in )?(?:chaos|ruins"
    r"|disarray|limbo|bits|turmoil|shambles)\b"
    r"|\bheart of (?:gold|stone)\b|\b(?:big mouth|short fuse|screw loose|two left feet|skin in the game"
    r"|green thumb for trouble)\b"
    r"|\bnerves of steel\b|\b(?:patience of|attention span of|memory of|memory like)\b"
    r"|\bi(?:'?m| am) (?:(?:the|our|your|my [\w']+) )?(?:(?:un)?official|designated|self-(?:appointed|proclaimed)|go-to"
    r"|chief|resident) (?!(?:doctor|physician|artist|dj|engineer|editor|photographer|translator|interpreter|executive"
    r"|financial|operating|technology|information|medical|superintendent|of)\b)"
    r"|\bother (?:car|ride|house|yacht) is an? (?:broom\w*|space ?ship|unicorn|ferrari|porsche|helicopter|tank"
    r"|batmobile|tardis|dragon|rocket|horse|castle)\b",
    re.I,
)
"""Turns of phrase."""

_LIVES = re.compile(
    r"(?<!could )(?<!happily )\b(?:live|living|lives) (?:entirely |solely |basically |practically |mostly |only "
    r"|just )?(?:"
    r"(?:on|off) (?!campus\b|base\b|site\b|board\b|land\b|the\b|an?\b|my\b|our\b|one\b|two\b|grid\b|benefits\b|(?:her"
    r"|his|their|its)\b|[^a-z]|(?-i:[A-Z]))[a-z]"
    r"|on (?:the (?:edge|internet|breadline|phone)|my (?:phone|nerves|wits|laptop)|air|a (?:diet|prayer)"
    r"|borrowed time)\b"
    r"|by (?:the (?:sword|clock|book|rules?|calendar|motto|code|seat|phrase|mantra)|(?:one|two|three|this|that|these"
    r"|my) "
    r"|a (?:motto|rule|code|simple|strict))"
    r"|with (?:regrets?|guilt|shame|chaos|noise|fear|the (?:consequences|guilt|shame|fact|knowledge|risk|mess))\b"
    r"|in (?:my (?:head|phone|inbox|own (?:world|head|bubble)|imagination|thoughts|comfort zone|e-?mails?"
    r"|spreadsheets?)"
    r"|(?:[\w-]+ )?(?:sweatpants|jeans|hoodies?|leggings|pyjamas|pajamas|trainers|slippers|joggers|dungarees|denim"
    r"|(?-i:black)|fleeces?"
    r"|t-shirts|sandals|crocs)\b|(?:an?|the) (?:\w+ )?(?:fantasy|dreamworld|bubble|age|era|simulation|nightmare"
    r"|matrix)\b"
    r"|(?:\w+ )?times\b|spreadsheets|excel|the (?:moment|past|present|future|now)\b)"
    r"|at (?:the|my) (?:gym|office|library|desk|studio|airport|pub|shops?)\b|(?:between|for) (?:meetings|deadlines"
    r"|paydays|weekends|drama"
    r"|the weekend|chaos|moments?)\b|next to nothing|under a rock)",
    re.I,
)
"""How, not where, somebody lives."""

_DOES = re.compile(
    r"\bwork(?:ing)? (?:for (?:peanuts|free|nothing|pennies|exposure|fun|pocket money)\b|in mysterious ways|at (?:a"
    r"|my own) (?:\w+(?:'s)? )?(?:pace|speed)\b"
    r"|like (?:an?|crazy|mad))"
    r"|\bplay(?:ing)? (?:white|black|(?:second|first) fiddle|devil'?s advocate|dumb|god|favou?rites|possum|ball|nice"
    r"|house|cupid|catch-?up|hooky|truant"
    r"|hide and seek|safe|detective|dead|with (?:fire|words|my food)"
    r"|the (?:long game|fool|victim|part|role|system|odds|markets?|field|blame game|hero|villain|martyr|clown"
    r"|race card|waiting game)"
    r"|hard to get|(?:an?|the) (?:\w+ )?(?:role|part) in)\b"
    r"|\bcollect(?:ing)? (?:dust|(?:my|our) (?:thoughts|things|parcels?)|unread|unfinished|half-finished|excuses"
    r"|regrets|mistakes|disappointments|rejections?)\b"
    r"|\bdrive (?:an?|my|the|our) (?:point|hard bargain)\b|\bhome the point\b"
    r"|\b(?:sleep|eat|drink|smoke|swear|sing|run|work|cook|dance|drive|write|type|look|feel|fight|cry|snore|spend"
    r"|shop|read) like (?:an?|the|mad|crazy) "
    r"|\bmoved (?:on )?to (?:(?-i:page)|step|line|slide|question|level|part|paragraph|row|column|tab|the next)\b"
    r"|\binto (?:chapter|page|week|day|hour|season|level|round|episode) (?:\d|one|two|three|four|five|six)"
    r"|\binto (?:my|the|our) (?:first|second|third|fourth|\d+\w*) ",
    re.I,
)
"""What is done in a manner of speaking."""

_NICKNAMED = (
    r"(?:saint|legend|angel|monster|clown|dinosaur|demon|star|gem|rock|hero|nightmare|genius|treasure|diamond|darling"
    r"|pain(?: in (?:the|my) \w+)?|joke|handful|menace|devil|princess|queen|king|dragon|tyrant|witch|goblin|idiot"
    r"|muppet"
    r"|delight|(?:hot |total |complete |absolute |right |bit of a )?mess|machine|beast|tip|pigsty|dump|sauna|jungle"
    r"|war ?zone|money pit"
    r"|disaster(?: area| zone)?|wreck|oven|freezer|fridge|shambles|bomb ?site|death trap|zoo|madhouse|circus|palace"
    r"|castle"
    r"|furnace|swamp|desert|graveyard|lemon|bargain|brick|dud|life-?saver|blessing|curse|sweetheart|sweetie|peach|grump"
    r"|couch potato|party pooper|control freak|drama queen|slave ?driver|ray of sunshine|piece of (?:work|cake|junk)"
    r"|ghost"
    r"|zombie|robot|vampire|fossil|cheeky monkey|little (?:devil|monster|terror|angel)|terror|hoot|riot|mystery|catch"
    r"|keeper)"
)
_LIKENED = re.compile(
    r"(?:my|our) (?:[\w'-]+ ){1,4}?(?:is|are|was|'s) (?:(?:such|just|really|actually|literally|basically|always|still"
    r"|also|now|like|being|quite|becoming|turning into) )*"
    rf"(?:an?|the) (?:(?:absolute|total|complete|real|proper|right|actual|little|big|bit of an?) )*{_NICKNAMED}{_ENDS}",
    re.I,
)
"""Praise and blame of a relative or of what is owned: "my wife is a saint", "my flat is a sauna"."""

_WILL_BE_CROSS = re.compile(
    r"(?:my|our) [\w' -]{2,30}? (?:is going to|are going to|will|would|is gonna|'ll) (?:(?:absolutely|literally"
    r"|probably|never) )*"
    r"(?:kill|murder|hate|love|laugh|scream|freak|flip|forgive|lose (?:it|his|her|their)|(?:be|go) (?:so )?(?:mad"
    r"|furious|livid|angry|thrilled"
    r"|delighted|upset|mental|spare|ballistic|jealous|proud))\b",
    re.I,
)

_MOCK = (
    r"(?:procrastinat\w+|over-?think\w*|sarcasm|silence|gibberish|typos|nonsense|nap(?:s|ping)?|excuses|mistakes"
    r"|regrets?|bad decisions|awkward\w*|chaos"
    r"|complaining|worrying|doom-?scrolling|scrolling|laziness|unread e-?mails|open tabs|existential dread"
    r"|eye-?rolling|losing (?:keys|socks|my \w+)"
    r"|doing nothing|cancelling plans|being (?:late|lazy|tired|awkward|invisible|wrong)|napper|emoji|bullshit|snacking"
    r"|early mornings|small talk|adulting)"
)
_JEST = re.compile(
    r"\b(?:ph\.?d|doctorate|master'?s|degree|diploma|black belt|gold medal|qualification|certificate|expert"
    r"|professional|champion|olympi\w+"
    r"|world record|majored|minored|graduated|fluent|speak|allergic|collect|specialis\w+|specializ\w+|trained"
    r"|licen[cs]ed|certified"
    rf"|hobby|hobbies|passion|profession|superpower|job title|talent|love language"
    rf"|full-?time job)\b(?: \w+){{0,3}}? {_MOCK}{_ENDS}"
    rf"|\ballergic to (?:all |any |most |other )?(?:hard work|mondays|meetings|people|responsibilit(?:y|ies)|effort"
    rf"|exercise|bureaucracy|drama|idiots){_ENDS}",
    re.I,
)
"""Titles, skills and pastimes of what needs none."""

_TO_SURVIVE = re.compile(
    r"\b(?:goal|aim|plan|dream|ambition|resolution)s?(?: (?:for|of|this|today) ?(?:\w+ )?){0,2} (?:is|are) (?:just "
    r"|simply |only )?"
    r"(?:to )?(?:survive|surviving|not (?:to )?(?:die|cry|scream|lose)|stay (?:awake|alive|sane)|staying (?:awake"
    r"|alive|sane)|get through|make it (?:to|through)"
    r"|(?:sleep|(?:\w+ )?hours? of sleep|a nap|bed|wine|pizza|coffee|chocolate)$)",
    re.I,
)


def is_figurative(clause: str) -> bool:
    """Tell whether nothing of what a clause says is meant as it reads."""
    return bool(
        _SAYING.search(clause)
        or ("liv" in clause and _LIVES.search(clause))
        or _DOES.search(clause)
        or _LIKENED.match(clause)
        or _WILL_BE_CROSS.match(clause)
        or _JEST.search(clause)
        or _TO_SURVIVE.search(clause)
    )

"""Does a clause tell of the moment, or of what is being worked on, and not of the user?

Both are said in the words of facts: "I've been crying since the call", "I like option B better".
"""

from __future__ import annotations

import re

from langmem_ext.policies.dates import WEEKDAY

_CLOCK = (
    r"(?:(?:about |around |half past |half )?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve)(?:[:.]\d\d)?(?: ?[ap]\.?m\b| o'?clock)?(?! ?(?:years?|yrs?|months?|weeks?|decades?)\b)|noon|midnight"
    r"|lunch(?:time)?|breakfast|dinner|dawn|sunrise|this (?:morning|afternoon|evening)|last night"
    r"|(?:the|that|our|his|her|your|my) (?:call|meeting|text|phone call|argument|e-?mail|news|update|reboot|restart"
    r"|alarm|last (?:message|answer))|(?:i|we) (?:woke|got up|got home|got in|sat down|started typing))"
)
_MOMENT = re.compile(
    rf"\bsince {_CLOCK}(?=$|[\s,.;])(?!.*\bevery\b)"
    r"|\b(?:minutes?|hours?) (?:so far|already|straight|now)\b"
    r"|\b(?:in|at the (?:front|back|end) of) (?:the|a) (?:line|queue)\b|\bstuck in\b|\bflat (?:tyre|tire|battery)\b"
    r"|\bon hold\b"
    r"|^(?:i|we)(?:'?m|'re| am| are) (?:going to|gonna|about to) (?:open|close|turn|put|take|switch|pour|stir|check"
    r"|click"
    r"|press|run|start|add|flip|lie|sit|go|try|cut|mix|boil|preheat) (?:\w+ )?(?:the|this|on|off|in|out|up|down|some)\b"
    r"(?! (?:\w+ )?(?:shop|store|restaurant|caf[eé]|business|school|bakery|branch|marathon|job|company|piano|violin"
    r"|guitar"
    r"|new|world|coast|alps|whole)\b)(?!.*\b(?:in|next|by|from) (?:\d|spring|summer|autumn|winter|january|february"
    r"|march"
    r"|april|may|june|july|august|september|october|november|december|week|month|year))"
    r"|^(?:i|we)(?:'?m|'re| am| are) (?:cooking|baking|making|frying|boiling|reading|watching|eating|drinking|sitting"
    r"|standing|lying|walking|listening)\b.*\b(?:today|now)\b|\b(?:today|yesterday|tonight|last night) was\b(?! (?:my"
    r"|our))"
    r"|\bstill (?:do(?:n'?t| not)|can'?t|cannot|confuse|struggle|get) ?(?:get|understand|follow|see|believe|figure"
    r"|tell|all"
    r"|the|to)\b|\bturn(?:ed|ing)? (?:down|up|off|on) the (?:volume|heat(?:ing)?|music|sound|brightness|lights?|oven"
    r"|gas)\b"
    r"|^(?:both )?(?:my|our) (?:\w+ )?(?:eyes?|hair|feet|foot|hands?|back|head|legs?|arms?|face|lips|skin|throat|nose"
    r"|ears?|knees?|neck|shoulders?|stomach|clothes|shoes) (?:is|are|'s|'re|feels?|looks?) (?!(?:(?:naturally"
    r"|really|very|quite"
    r"|so|always|pretty|super|still|a bit|slightly|mostly) )*(?:curly|straight|wavy|fine|thick|thin|long|short|shoulder"
    r"|waist|down to|blue|green|brown|grey|gray|hazel|black|blonde?|red|ginger|auburn|white|dyed|pierced|size|big|small"
    r"|wide|narrow|flat|sensitive|oily|pale|dark|light|fair|olive|freckled|prone|afro|coily|frizzy|bald|\d)\b)"
    r"|\b(?:got|has|have|had|having|got myself) (?:an? |this |the )?(?:\w+ )?(?:headache|hangover|cold|cough|fever"
    r"|temperature|tummy bug|tummy ache|rash|migraine|cramp"
    r"|toothache|blister|sore throat|stomach ?ache|nosebleed|stiff neck|hiccups)\b"
    r"(?! (?:every|whenever|when(?:ever)? i))"
    r"|\bstill (?:wet|dripping|cold|warm|hot|asleep|awake|waiting|here|loading|open)\b"
    r"|\b(?:woke up|got out of (?:bed|the shower|the bath))\b",
    re.I,
)
"""What is over in a day."""

_TODAY = re.compile(r"\b(?:today|tonight|right now|this (?:morning|afternoon|evening))\b", re.I)
"""Of a taste or a habit it takes away that it lasts."""

_AT_HAND = re.compile(
    r"^(?:my|our) (?:(?:all-time|absolute|current) )?favou?rite (?:[\w-]+ )?(?:answers?|sentences?|lines?|part|bit"
    r"|option|version|suggestions?|paragraph|draft|verse|stanza"
    r"|reply|idea|name|title|word) (?:so far|here|is (?:the|no\b|number|still the|probably the))"
    r"|^(?:my|our) (?:phone|laptop|tablet|charger|glasses|keys|wallet|camera|bike|car) (?:is"
    r"|'s) (?:still )?in (?:the (?:other|next) room|for|my (?:pocket|bag|hand)|the (?:wash|shop|kitchen|bedroom))\b"
    r"|\b(?:decided|settled|agreed) (?:on|to (?:have|eat|order|get|cook|make|watch|wear)) .{0,60}\b(?:tonight|today"
    r"|for (?:lunch|dinner|tea|breakfast|supper))\b"
    r"|\b(?:decided|going) to skip (?:breakfast|lunch|dinner|class|today|this)\b"
    r"|\b(?:terrified|scared|afraid) of (?:tomorrow|monday|what|the (?:exam|result|test|interview|deadline"
    r"|presentation)s?)\b"
    r"|\bfanc(?:y|ying) (?:an? |some |going |trying )"
    r"|\b(?:option|version|variant|suggestion) (?:(?-i:[A-H])|[b-h]|\d|one|two|three)\b"
    r"|\b(?:choice|answer|draft|plan|design) (?:(?-i:[A-H])|\d)\b"
    r"|\b(?:bullet points?|headings?|subtitles?|headlines?|wording|phrasing|line breaks?|subject lines?)\b"
    r"(?=.*\b(?:order|shorter|longer|bold|italics?|first|second|above|below|instead)\b)"
    r"|\b(?:chose|chosen|picked|choose|pick|select(?:ed)?|took|tried) (?:(?-i:[A-H])|\d)(?=$|,| (?:and|or|but|over)\b)"
    r"|\bthe (?:(?:\w+er|blue|red|green|black|white|new|old|plain|bold|first|second|third|last) )?(?:slogan|headline"
    r"|wording"
    r"|caption|tagline|font|layout|phrasing|rhyme|thumbnail|hex)\b"
    r"|\b(?:a|the) (?:shorter|longer|better|snappier|simpler|cleaner) (?:intro|outro|ending|version|text|sentence"
    r"|title|answer)"
    r"|\bin the (?:picture|image|screenshot|photo|drawing|mock-?up|table|list|file|document|draft|simulation|tutorial"
    r"|exercise|example) (?:above|below|you)?\b|\bin the (?:picture|screenshot|mock-?up|simulation|tutorial|exercise)\b"
    r"|\b(?:the|this|my|an?) (?:\w+ )?(?:data ?frames?|arrays?|(?:for |while )?loops?|regex(?:es)?|csv|json|linked list"
    r"|hash ?map|enum|tuples?|dict(?:ionary)?|integral|equation|matrix|pivot table|stack trace"
    r"|error (?:message|code))\b"
    r"|\b(?:sort|filter|loop over|iterate over|parse|merge|reverse|split) the (?:\w+ )?(?:list|file|string|table"
    r"|data)\b"
    r"|\b(?:a|one|another|quick|some|two|few) (?:\w+ )?questions?\b(?: |$)"
    r"|\b(?:with|chose|picked|on|more|better|best|like|prefer) the (?:blue|red|green|black|white|grey|yellow|pink"
    r"|big|small|first|second|third|last"
    r"|left|right|shorter|longer|bigger|smaller|cheaper|lighter|darker|latter|former|other|simpler)(?: version"
    r"| option)?$",
    re.I,
)
"""What lies before both speakers."""

_ONE = re.compile(r"(?<!over )(?<!not )\bthe (?:[\w-]+ ){1,2}one\b(?! of\b)", re.I)
"""Something of a kind, which was named before."""

_NOT_SAID = re.compile(
    r"^(?:i|we) (?:start|begin|finish) (?:back )?(?:(?:on|in|at|next|this|the|first thing) )*(?:tomorrow|week|month"
    r"|year"
    rf"|{WEEKDAY}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*"
    r"|\d{1,2}(?:st|nd|rd|th)?)(?: of \w+| \d{1,2}\w*)?$|"
    r"\b(?:i|we)(?:'d| would) (?:much |far )?(?:rather|sooner) (?:not )?\w+$|\b(?:want|like|need) to (?:switch|change)$"
    r"|\b(?:own|have|know|want|need) (?:absolutely )?(?:nothing|nobody|everything)(?=$|,| (?:and|but)\b)",
    re.I,
)
"""A choice without what was chosen."""

_THOUGHT = re.compile(
    r"\b(?:i|we)(?:'ve)? (?:had )?(?:always |long |never )?(?:thought|assumed|believed|figured|reckoned|wondered) "
    r"(?!of myself|of becoming|about (?:becoming|moving|quitting))",
    re.I,
)
"""A belief about the world, mostly a former one."""

_CHOSEN = frozenset({"preferences", "goals"})


def is_passing(clause: str, category: str) -> bool:
    """Tell whether a clause that reads like a fact of this category says nothing that lasts."""
    return bool(
        _MOMENT.search(clause)
        or _AT_HAND.search(clause)
        or _NOT_SAID.search(clause)
        or _THOUGHT.search(clause)
        or (category in _CHOSEN and _ONE.search(clause))
        or (category == "preferences" and _TODAY.search(clause))
    )

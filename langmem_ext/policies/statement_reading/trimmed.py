"""What stands around a clause and says nothing of the user: greetings, asides, filler, remarks on the fact?"""

from __future__ import annotations

import re

from langmem_ext.policies.facts import words_named

LEAD = re.compile(
    r"^(?:(?:he+y+|hi|it'?s (?-i:[A-Z][a-z]+) again|hello|yo|lol|lmao|omg|ngl|fwiw|fyi|um+|uhm?|hmm+|yeah|yep|yes"
    r"|yup|yea|no(?=[,!:.—–-]|\s+(?:i|i'?m|i'?ve|my"
    r"|we|it|it's|the|he|she|they)\b)|nope|nah|well|oh|ah"
    r"|aw|aww|ok"
    r"|okay|so"
    r"|and|but|also"
    r"|actually|honestly|tbh|wow|haha|hah|sure|cool|great|nice|awesome|thanks(?: "
    r"(?:so much|a lot|a bunch))?|thank you|anyway|anyways"
    r"|like|see|look|right|plus|sorry|as i said|as you know|you know|i mean(?! to\b)"
    r"|ultimately|meanwhile|(?:finally|after [^,.!?]{3,30} of [^,.!?]{3,30}),?(?= (?:i|we)\b)|long story short"
    r"|in the end|turns out(?: that)?|it turns out(?: that)?|basically"
    r"|personally|good (?:morning"
    r"|evening|afternoon)|absolutely|definitely"
    r"|totally|exactly|of course|guess what|by the way|btw|fyi"
    r"|just so you know|for your information|for context|context|some background"
    r"|background|important|about me|in fact|to be honest|as for me|for me|currently"
    r"|recently|eventually|one day|some day|someday|right now|these days|lately|nowadays"
    r"|unfortunately|luckily|fortunately|fr(?: fr)?|frfr|tbf|imho|imo|istg|lowkey|highkey|deadass|ok serious(?:ly)?"
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
    r"[\s,–—-]+(?:too|(?:nice|good|lovely|great|pleased) to meet you(?: all)?|as well"
    r"|more than (?:anything(?: else)?|words|life)|pls|plz|thx|ty|for my sins|ha|hehe"
    r"|[:;=]['’]?-?[)(DPpO3/|]+|<3|\^\^|xd|esp"
    r"|fight me|sue me|don'?t judge(?: me)?|change my mind|deal with it|sorry not sorry|(?:not even|no) kidding"
    r"|i swear|swear to god|believe it or not|don'?t ask|what can i say|go figure"
    r"|though|tho|btw"
    r"|by the way|actually|haha+|honestly|tbh"
    r"|you know|ya know|right now|(?<!from )(?<!from right )now|lately"
    r"|anyway|thanks|thank you|please|so much|a lot|a bunch|fyi|just so you know"
    r"|over here|after all|ugh|yay|sadly|lol|lmao|rofl|normally|these days|at the moment"
    r"|for now|atm|currently|by now|anyways|i guess|to replace (?:it|them|him|her)"
    r"|for what it's worth|if (?:it|that) (?:helps|matters)|before all (?:this|that)|for context|after all|in fact"
    r"|to be honest|yeah|ok|okay"
    r"|of course)$",
    re.I,
)
_WHERE = (
    r"outside|off|north|south|east|west|near|above|below|behind|across|up|down|over|round|around|by|beyond|past|opposite"
    r"|under|between"
)
"""Words of a place, behind which "just" is no remark: "just outside Leeds"."""

# What follows comments on the fact; the fact stands without it.
_REMARK = re.compile(
    r"\s+[-–—]{1,2}\s+|,\s+(?:(?:and|but|so|cause|because)\s+)?(?=(?:which|it|its|it's|they"
    r"|they'?re|he|he'?s|she|she'?s|that'?s(?! (?:how|the way) (?:i|we)\b)|so|such|this (?:\w+ )?(?:is|was)"
    r"|the (?:\w+ ){1,3}?(?:is|are|was|were|gives?|shows?|says|keeps?|won'?t|doesn'?t|crashes)"
    rf"|(?:her|his) (?:birthday|wedding|funeral|graduation|christening)|had a|just(?! (?:{_WHERE})\b)|even"
    r"|especially when|like|thanks to|you know|what a|and it|haha|lol)\b)"
    r"|\s+(?:and|but) (?=(?:it|it's|its|they|they're|he|he's|she|she's|that's|you (?:can|know|see)|everything"
    r"|everyone(?! calls? me)|nobody|nothing)\b)"
    rf"|,\s+(?=(?:been|moved|started|just(?! (?:{_WHERE})\b)|still|never|no|yes|not that|hence|thus"
    r"|so far|everything|nothing|please|pls|could|can|what|how|if|unless|hope|thanks"
    r"|sorry|or|any|some|any ideas?|help)\b)"
    r"|\s+(?:because|cause|since|as|so) (?=(?:it|it's|they|they're|he|she|that|you"
    r"|you're)\b)"
    r"|,\s+(?=(?:so |then |now )?(?:give|tell|show|send|find|teach|help|make|write|name) (?:me|us)\b"
    r"|(?:suggest|recommend"
    r"|explain|list) )"
    r"|\s+so,? (?=(?:be|please|tell|give|keep|go easy|don'?t|skip|explain|assume|use|talk|speak|no need|spare)\b)"
    r"|,\s+(?=(?:the )?(?!(?:i|we|you|he|she|they|my|our)\b)[\w-]+ (?:drops|dies|keeps (?:\w+ing)|won'?t|fails|crash\w*"
    r"|freezes|stops|disappears|flickers|doesn'?t|hangs)\b)"
    r"|\s+btw\b,?\s+(?=[^\W\d])"
    r"|\s+\((?!\w+\)(?:$|, | and ))|\.{2,}"
    r"|,?\s+(?:and|but) (?=(?:the (?:[\w'-]+ ){1,4}?|one (?:of (?:them|(?:the|my|our) \w+) )?)(?:keeps?|won'?t"
    r"|doesn'?t|doesnt|isn'?t|can'?t"
    r"|never|stopped|broke|snapped|crash\w*|leaks?|fails?|(?:is|are) (?:a mess|broken|ancient|awful|gone|always"
    r"|all|not)"
    r"|has (?:stopped|broken|snapped|gone|come|died))\b)"
    r"|,?\s+and (?:also )?(?=(?:needs?|wants?|would like|could use|(?:am|is|are) looking for)"
    rf" (?:(?:an?|some|the|\d+) )?(?:[\w'-]+ ){{0,3}}{words_named('errand')}\b)",
    re.I,
)
_AT_NOW = re.compile(
    r"(?:i'?m|i am|we'?re|we are) (?:at|with|(?:in|near) (?=(?-i:[A-Z]))) (?!.*right now)", re.I
)


def trimmed(clause: str) -> str:
    """Drop greetings in front and filler behind."""
    clause = _REMARK.split(LEAD.sub("", clause), maxsplit=1)[0]
    if not _LISTING.search(clause):
        clause = _VOCATIVE.sub("", clause)
    while not _AT_NOW.match(clause) and (shorter := _FILLER_END.sub("", clause)) != clause:
        clause = shorter
    return clause.strip(" ,.!;:-–—")

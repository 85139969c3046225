"""Where does what is to be remembered end?

Politeness, purpose, complaints and what else is asked in the same breath follow it.
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading.content import states
from langmem_ext.policies.directive_reading.grounds import without_ground
from langmem_ext.policies.directive_reading.standing import TO_ASSISTANT
from langmem_ext.policies.directive_reading.uses import without_use
from langmem_ext.policies.sentences import NOT_HANGING

_NO_LABEL = "".join(
    rf"(?<!\b{word} )"
    for word in (
        "project", "plan", "team", "factor", "product", "version", "group", "room", "gate", "platform", "axis", "class",
        "type", "size", "generation", "company", "model", "agent", "option", "phase", "brand", "system", "building",
        "block", "terminal", "section", "client", "customer", "branch", "server", "line", "called", "named",
    )
)  # fmt: skip
"""Before a kiss: behind these words an x is a name."""

_POLITE_END = re.compile(
    r"(?<!\bwith)(?<!\bsay)(?:[\s,–—-]+|(?<=[.!?]))(?:(?:please|pls|plz)(?: (?:and|n|&))?"
    r"|thanks(?: (?:so much|a lot|a bunch|a million"
    r"|again|in advance|mate"
    r"|buddy|man))?|thank you(?: (?:so|very) much)?(?: in advance)?|thx|ty|cheers|ok|okay|(?<!\ba )(?-i:k)|kk"
    r"|alright|got it"
    r"|that'?s (?:all|it)|that is all|crucial|vital|(?:in|into|to|on) your (?:notes|memory|profile|records|files?)"
    r"|(?:to|in|into) (?:what(?:ever)?|everything|all) you(?:'ve| have)? (?:got|have|know|saved|stored)(?: (?:on"
    r"|about|for) (?:me|us))?"
    r"|for (?:later|next time|me|future reference|the future|(?:all )?(?:our|my) (?:next|future) (?:chat|session"
    r"|conversation)s?)"
    r"|if you can|if possible|will you|would you|could you|can you|from now on|going forward|when you can|in "
    r"(?:the )?future|lol|haha+|lmao|(?-i:xx)"
    rf"|{_NO_LABEL}(?-i:x)|xoxo|yeah|right|deal|you know|i guess|by the way|btw|somehow|somewhere"
    r"|too please|okey|understood"
    r"|(?:it'?s|that'?s|this is) (?:very |really |super |pretty |quite )?important(?: to me| for me)?"
    r"|don'?t forget(?: (?:it|that|this))?|remember (?:it|that|this)|it'?ll come up again|best regards|regards|best"
    r"|(?:please )?(?:and )?(?:keep|bear) (?:it|that|this) in mind|make a note(?: of (?:it|that))?)$",
    re.I,
)
_SIGNS = r"\s?!.,;:()\"”…*\-"
_SIGNS_AND_PICTOGRAPHS = rf"[{_SIGNS}\U0001F000-\U0001FAFF☀-➿❤️✨]"
_ENDING = re.compile(
    rf"(?={_SIGNS_AND_PICTOGRAPHS})(?:{NOT_HANGING}{_SIGNS_AND_PICTOGRAPHS}+|[{_SIGNS}]+)$"
)

_NEW_REQUEST = re.compile(
    r"(?:,\s*|\s+)(?:and|so|then|but)\s+(?:then\s+|please\s+|now\s+|also\s+|afterwards\s+|after that\s+|for (?:the"
    r"|this|my|our) (?:[\w-]+ ){1,3}|today )*(?:suggest"
    r"|recommend|tell me|give me|show me|help me|find me|write me|what'?s?|how|can you"
    r"|could you|would you|will you|which|where|let me know|plan (?:me )?(?:a|my|the)|draft|book me|translate"
    r"|explain (?:to me|how|why|what))\b.*$"
    r"|\s+(?:ok|okay|right|anyway|thanks) (?:so |now |and )?(?:what|how|which|where|when|can you|could you|who)\b.*$"
    r"|,?\s+or (?:do|does|must|should|shall|am|is|are|will|would|can|could) (?:i|we|you|it|that|this)\b.*$"
    r"|(?:,|\s[–—-]+)\s+(?=(?:can|could|would|will) you\b|(?:can|could|should|may|do|shall) (?:i|we)\b"
    r"|what\b|whats\b|which (?!(?:is|are|was|were|has|have|had|will|would"
    r"|can|could|\w+s)\b)|how (?:do|can|much|many|long|about|should)\b|where (?:can"
    r"|should|do)\b|is there\b|are there\b|any (?:ideas|tips|suggestions)\b).*$",
    re.I,
)
_AND_ASKED = re.compile(
    r"(?:,\s*|\s+)(?:and|so|then|but)\s+(?:then\s+|please\s+|now\s+|also\s+)*(?:(?:tell me|let me know) (?:what"
    r"|how|why|if"
    r"|which|where|who)\b|what'?s?|how|can you|could you|would you|will you|which|where)\b.*$",
    re.I,
)
"""What is asked besides an instruction: a second one is part of it."""

_PURPOSE = re.compile(
    r"(?:,\s*|\s+)(?:so (?:that )?(?:you|we) (?:don'?t|do not|can|know|won'?t|never|always|could)\b|in case (?:it"
    r"|that|this|i) (?:comes|matters|is|asks?|ever)"
    r"|for (?:when|whenever|next time|the next time) (?:you|we|i)\b).*$",
    re.I,
)
_AT_PLANS = re.compile(
    r"(?:,\s*|\s+)(?:whenever you (?:suggest|recommend|write|plan|answer|give)"
    r"|when (?:you|we)(?:'re)? (?:suggest|recommend|plan|pick|choose|book)\w*\b).*$",
    re.I,
)
"""When a fact is to be thought of; of what is liked or wanted it is a part."""


_AT_WORK = re.compile(
    r"\s+when(?:ever)? (?:you|u|ya)(?:'re)? (?:(?:do|make|cook|write|draft|order|answer|create|give|show|send|tell"
    r"|explain"
    r"|suggest|recommend|plan|pick|choose|book|find|talk|reply|put together|come up)\w*|get me)\b.*$"
    r"|\s+(?:when|before) (?:suggesting|recommending|planning|cooking|picking|choosing|writing|giving|making)\b.*$"
    r"|\s+when(?:ever)? i (?:ask|want|need) (?:you |u )?(?:\w+ )?(?:for|about)\b.*$",
    re.I,
)
"""What a fact about the user is for: "I'm vegetarian when you make the meal plan"."""

_TASTE = (
    r"'?d?(?: \w+)?? (?:like|love|prefer|hate|enjoy|want|appreciate|dislike|need|mind|rather)\b"
)
_OF_TASTE = re.compile(rf"(?:i|we){_TASTE}", re.I)
_OF_ONESELF = re.compile(rf"(?:i|i'm|i've|im|ive|my|we|we're|our)\b(?!{_TASTE})", re.I)

_COMPLAINT = re.compile(
    r"[,;]?\s+and (?:please |kindly )?update (?:your|the) (?:records?|notes?|files?|memory)\b.*$|"
    r"[,;]?\s+(?:(?:so|and|please|just|you should)\s+)*(?:adjust|adapt|act|plan|behave|respond|answer|proceed|tailor"
    r"|treat|write|talk)\b(?: [\w']+){0,4}? accordingly\b.*$|"
    r",\s*(?:and |but )?(?:you|u)(?:'ve| have)?\s+(?:always|keep|kept|already|never|put|got|forgot|left|made)\b[^,]*$"
    r"|,\s*(?:and |but )?(?:you|i|we)(?:'ll| will| may| might) (?:\w+ )?(?:need|want|use) (?:it|that|this|them)\b.*$"
    r"|,\s+(?:it|that|(?:my|the) \w+|i)(?:'d| would) (?:make|help|save|appreciate|be (?:great|nice|lovely"
    r"|helpful|grand|good"
    r"|brilliant|perfect|wonderful|fantastic|ideal|(?:much )?appreciated|a help))\b.*$"
    r"|,\s+(?:because|since|as|cos|cause) (?!of\b)(?=[^,]*\b(?:you|ask|asking|questions|come up)\b).*$"
    r"|\s+(?:because|bc|cos|cuz|cause|'?coz|since) (?:i'?ll|i will|i'?m (?:going to|gonna)"
    r"|i keep) (?:\w+ )?(?:be )?(?:ask"
    r"|asking|need|needing|talk|talking|use|using|forget|forgetting|repeat|repeating)\b.*$",
    re.I,
)
"""Why it is asked: what the assistant has done so far, what would come of it, what will be talked about."""

_MOST_ENDINGS = 5


def tidy(said: str) -> str:
    """Drop trailing politeness, chatter, purpose and whatever else is asked in the same breath."""
    whole = said
    said = _ENDING.sub("", said.strip())
    plans = () if _OF_TASTE.match(said) else (_AT_PLANS,)
    besides = (_AND_ASKED,) if _is_instruction(said) else (_NEW_REQUEST, _PURPOSE, *plans)
    for_work = (_AT_WORK,) if _OF_ONESELF.match(said) else ()
    if states(shorter := _ENDING.sub("", without_ground(without_use(said)))):
        said = shorter
    for ending in (_COMPLAINT, *besides, *for_work):
        if states(shorter := _ENDING.sub("", ending.sub("", said))):
            said = shorter
    for _ in range(_MOST_ENDINGS):
        shorter = _ENDING.sub("", _POLITE_END.sub("", said))
        if shorter in ("", said):
            break
        said = shorter
    said = re.sub(r"^(?:that|:|-|,)\s+(?=\S+\s)", "", said, flags=re.I)
    said = _closed(said, whole)
    return said[1:].strip() if said[:1] in '"“(*' and not re.search(r"[\"”)*]", said[1:]) else said


def _closed(said: str, whole: str) -> str:
    """Give a quotation or a bracket back the sign that closes it."""
    if said.count('"') % 2 and whole.count('"') % 2 == 0 and not said.startswith('"'):
        return f'{said}"'
    opened = said.count("(") > said.count(")") and not said.startswith("(")
    return f"{said})" if opened and f"{said})" in whole else said


_OCCASION = re.compile(
    r"(?:when|whenever|if) (?:i|you|we)\b|(?:in|for|with|on) (?:every|each|all|any)\b|(?:every|each|any) ?time\b"
    r"|whatever i\b",
    re.I,
)


def _is_instruction(said: str) -> bool:
    """Tell what the assistant is to do, where "and give me ..." belongs to it."""
    return bool(TO_ASSISTANT.match(said) or _OCCASION.match(said))

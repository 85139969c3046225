"""Does a text try to command the memory, or the model behind it?

Two kinds of orders are told apart. Some void what the machine was told, or speak as somebody who has power over it:
nothing of such a message is kept. Others want what only code may grant, such as a rank, a flag, the memory of others. A
user may well ask to have something pinned; a model that reads the conversation may not grant it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from langmem_ext.policies.folding import readings


@lru_cache(maxsize=512)  # a review asks it of each turn for each fact
def orders_the_machine(text: str) -> bool:
    """Tell whether a text tries to command the memory or the model behind it, or to pass for one of its parts.

    A plain request to remember ("remember that I like tea") is none.
    """
    return overrides_the_machine(text) or any(map(_DEMANDS.search, _read(text)))


def overrides_the_machine(text: str) -> bool:
    """Tell whether a text voids what the machine was told, or passes for somebody who has power over it."""
    return any(map(_OVERRIDES.search, _read(text)))


@lru_cache(maxsize=8)
def _read(text: str) -> tuple[str, ...]:
    """Return a text as it may be meant: without look-alikes, letters set apart, and digits that stand for letters."""
    plain = [re.sub(r"[^\S\n]+", " ", reading.text) for reading in readings(text)]
    lines = [each.replace("\n", " ") for each in plain if "\n" in each]
    letters = [_MIXED.sub(_as_letters, each) for each in plain if _MIXED.search(each)]
    return tuple(dict.fromkeys([text, *plain, *lines, *letters]))


_MIXED = re.compile(r"\b(?=\w*[a-z]{2})(?=\w*[0134578])[a-z0-9]{4,}\b", re.I)
_LETTERS = str.maketrans("0134578", "oieastb")


def _as_letters(word: re.Match[str]) -> str:
    return word[0].translate(_LETTERS)


_ROLE = r"(?:system|assistant|developer|tool|function|admin(?:istrator)?|user|instructions?)"
_MACHINE = (  # people say "dear assistant" to have something done, and mean no harm
    r"(?:a\.?i\.?|(?:language |chat )?model|llm|assistant reading \w+"
    r"|(?:memory|fact)[ -](?:system|extractor|agent|manager|model|service|writer|reader)|extractor|summari[sz]er"
    r"|reviewer)"
)
_WHOSE = r"(?:your|all|any|previous|prior|above|earlier|these|those|the|my|its|system|safety|memory|privacy)"
_GUIDANCE = (
    r"(?:instructions?|rules?|prompts?|guidelines?|polic(?:y|ies)|restrictions?|filters?|schema|directions?"
    r"|directives?|constraints?|programming|training|safeguards?|orders)"
)
_VOID = (
    r"(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass|drop|discard|skip|neglect|abandon|suspend"
    r"|set(?:ting)? aside|put aside|leave aside|never ?mind|stop (?:following|obeying)|(?:do not|don'?t|no longer)"
    r" (?:follow"
    r"|obey|heed)|disobey|violate|break)"
)
_VOID_ELSEWHERE = (  # German, French, Spanish, Portuguese, Italian, Dutch
    r"(?:ignor\w*|vergiss|vergessen|missachte\w*|oubli\w*|olvid\w*|esque[cç]\w*|dimentic\w*|negeer|vergeet"
    r"|n[eé]glig\w*)"
    r"\b[^.!?]{0,40}?\b(?:anweisung\w*|regeln|vorgaben|instru[ckz]\w*|istruzion\w*|reglas?|regles?|consignes?|regras?"
    r"|regole|regels)"
)
_SAVE = r"(?:store|save|remember|record|write|add|insert|log|note|memori[sz]e|put|keep|register)"
_SAID = r"(?:say|mention|include|state|claim|add|note|write|store|save|record|report|insert|put|pretend)"


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.I)


_OVERRIDES = _any(
    # what the machine was told does not hold
    rf"\b{_VOID} (?:\w+ ){{0,2}}?{_WHOSE} (?:\w+ ){{0,3}}?{_GUIDANCE}\b",
    rf"\b{_VOID} (?:(?:all|every ?thing|anything) )?(?:of )?(?:the )?(?:(?:text|messages?|conversation|words"
    rf"|turns?) )?(?:above"
    r"|(?:you (?:were|have been|are)|what you(?: were|'ve been| have been)?) (?:told|taught|instructed|given)\b)",
    rf"\b{_VOID} (?:all|everything|anything) (?:you|that) (?:were|was|have been|has been) (?:told|taught|said"
    rf"|instructed)\b",
    rf"\byour (?:\w+ )?{_GUIDANCE} (?:are|is|have|has|were) (?:now |been |all )*(?:void|invalid|changed|updated"
    rf"|replaced"
    r"|obsolete|cancel\w*|revoked|lifted|suspended|no longer|overridden|wrong)\b",
    rf"\b(?:your|earlier|previous|prior) (?:\w+ )?{_GUIDANCE}\b[^.!?\n]{{0,30}}?\b(?:aside|off|void|no longer|gone"
    r"|(?:not|n't) (?:apply|count|hold|matter))\b",
    rf"\b(?:(?:turn|switch) off|disable|deactivate|lift|remove|override[sn]?|not bound by|free of"
    r"|(?:not|n't) (?:have|need) to"
    rf" (?:follow|obey)) (?:\w+ ){{0,2}}?(?:your|earlier|previous|prior) (?:\w+ )?{_GUIDANCE}\b",
    _VOID_ELSEWHERE,
    # there is something else in its place
    r"\b(?:new|updated|real|actual) (?:system )?(?:instructions?|prompt|rules)\s*[:;=]",
    r"\byour (?:new|only|real|actual|true|sole) (?:task|job|goal|role|mission|purpose|objective|instructions?"
    r"|identity)\b",
    r"\b(?:begin|start|end) (?:of )?(?:new |system )?(?:instructions?|prompt)\b",
    r"\bdo not (?:summari[sz]e|extract|review)\b|\binstead of (?:extracting|summari[sz]ing|reviewing)\b",
    # who speaks has power
    r"\bsystem (?:prompt|message|override|note|instruction|notice|update)\b|\b(?:message|order|command|note) from"
    r" (?:the |your )?"
    r"(?:system|developers?|admin\w*|operators?)\b",
    r"(?:^|[.!?\n] ?)\W*(?:i am|i'm|as) (?:the |an? |your )?(?:admin(?:istrator)?|system|developer|root|operator)\b"
    r"(?! at| of| for| in)",
    r"\b(?:i am|i'm) (?:an? |the |your )?(?:open ?ai|anthropic|google|microsoft|meta|langchain)(?:'s)? (?:engineer"
    r"|developer"
    r"|employee|admin\w*|staff)\b(?=[^.\n]{0,20}\b(?:and|,)? ?(?:save|store|remember|record|order|command|instruct))",
    r"\b(?:admin|root|system|developer|security) override\b|\b(?:developer|debug|god|sudo|maintenance|admin|root"
    r"|dan) mode"
    r"(?=\W*(?:$|on\b|off\b|now|enabled|activated|[.:!,]))|\b(?:enter|activate|enable|switch to) \w+ mode\b[.:!]"
    r"|^\W{0,3}sudo (?:remember|save|store|ignore|forget|make)\b|\bjailbreak",
    r"\bon behalf of (?:user|another|the other|all|every)",
)
"""Orders that no message may give."""

_DEMANDS = _any(
    # it passes for a part of the prompt
    r"\bassistant: \w",  # a memory is one line: what stood at the beginning of a line need not do so any more
    rf"(?:^|\n)\W{{0,6}}{_ROLE}(?: (?:result|output|message|response|call))?\W{{0,2}}[:>\]|]",
    r"<\|?/?(?:im_(?:start|end)|system|assistant|user|inst|s|turns?|endoftext|memory|tool\w*|admin|instructions?"
    r"|prompt)\b"
    r"[^>]*>|<</?SYS>>|\[/?(?:INST|SYS\w*)\]|#{2,} ?(?:system|instructions?)\b",
    r"```(?:json|system|tool)|\"(?:facts|role|tool_calls|insights|content|user_requested|importance)\"\s*:",
    # it makes the machine somebody else
    r"\byou(?:'re| are) (?:now|no longer)\b|\byou(?:'re| are) (?:\w*gpt|dan)\b",
    r"\bact as (?:an? |the |my )?(?:\w+ ){0,2}(?:bot|system|admin\w*|ai|model|root|terminal|database)\b",
    r"\b(?:pretend|act as if|simulate|roleplay|imagine) (?:that )?(?:you|the user|i)\b",
    # it speaks to who reads
    rf"\b(?:notes?|messages?|attention|memo|instructions?|hint|reminder) (?:to|for) (?:the |an? |any |all"
    rf" )?{_MACHINE}\b",
    rf"(?:^|[.!?\n] ?)\W*(?:attention|dear|to) (?:the |any |all )?{_MACHINE}(?: (?:that|who|which"
    rf"|reading)\b[^:,]{{0,40}})?\s*[:,]",
    # a rank, a flag, a category
    r"\b(?:importance|confidence|sensitivity)(?: level| score)? (?:(?:to|of|as|must be|should be) )?"
    r"(?:\d|one|two|three|four|five|max\w*|full|high\w*|low\w*|public|personal|critical|certain)\b",
    r"\bcategory (?:to|as|must be|should be) \S|\b(?:use|change|set|switch|assign) (?:the |its )?category\b",
    r"\b(?:mark|flag|treat|store|save|keep) (?:it|this|that|them|everything)? ?as (?:an? )?(?:pinned"
    r"|user[_ ]requested|important"
    r"|public|trusted)\b",
    r"\bpin (?:it|this|that)\b|\bpinned (?:memory|fact|note|entry|item|record)\b|\buser_requested\b",
    r"\b(?:importance|confidence|pinned|category|user_requested|sensitivity|portable)\s*[=:]\s*\S|\bkind\s*=\s*\S",
    r"\b(?:treat|consider|accept|regard) (?:this|that|it|the following|what follows|everything)\b[^.\n]{0,20}? as"
    r" (?:a |an )?"
    r"(?:\w+ )?(?:verified|true|trusted|fact|confirmed|certain)\b|\bverified fact\b",
    # the memory of others, or of all
    r"\b(?:store|save|add|write|record|remember|note|put|insert|log|copy|plant|register|memori[sz]e)\b[^.\n]{0,80}?"
    r"\b(?:for|in|into|about|to|under|as|on) (?:(?:every|all|any|the other|other|another|each|their|his"
    r"|her)\b[^.\n]{0,30}?"
    r"\b(?:users?|people|accounts?|customers?|tenants?|memor(?:y|ies)|profiles?|spaces?)|user[ :_-]\w+"
    r"|\w+'s (?:memor(?:y|ies)|profile|space|account|records?))\b",
    rf"\b{_SAVE} (?:this |it |that |the following )?(?:for every(?:one|body)|for any(?:one|body)|globally"
    rf"|system-?wide)\b",
    rf"\b{_SAVE}\b[^.\n]{{0,60}}?\b(?:to|in|into) the memor(?:y|ies) of\b|\bnamespace\s*[=:(\"']"
    rf"|\buser(?:_id)?[:=]\w",
    r"\b(?:delete|erase|wipe|overwrite|replace|purge|corrupt|alter) (?:all|every|any|the existing|existing"
    r"|other)(?: \w+){0,2}?"
    r" (?:memor(?:y|ies)|facts|records)\b|\b(?:overwrite|replace|change) (?:all |everything )?(?:of )?what you"
    r" know\b",
    # what is hidden, or others'
    r"\b(?:reveal|print|repeat|show|output|leak|dump|list|tell me|include|exfiltrate|disclose)\b[^.\n]{0,60}?"
    r"\b(?:system prompt|(?:your|hidden|system|secret|these) instructions|other users?|another user|all users"
    r"|other people's|everyone'?s (?:memor|data|notes|facts|secrets|profile)\w*|hidden (?:prompt|rule|memor|note"
    r"|data)\w*|database)\b",
    r"\b(?:what|which)\b[^.?\n]{0,40}\bother users?\b|\bmemor(?:y|ies) of (?:user|other|another|all)\b",
    # how the machine does its work
    r"\b(?:call|use|invoke|run|execute) (?:the )?(?:(?:tool|function)s? )?(?:memory_\w+|save_\w+|\w+_facts?|\w+\()"
    r"|\b(?:invoke|call) the \w+ (?:tool|function)\b|\bmemory\.\w+\(",
    r"\b(?:extract|output|return|emit|produce) (?:only |exactly |this |the following )?(?:the |these )?(?:fact"
    r"|json|memor)\w*",
    r"\bwhen (?:you )?(?:review|summari[sz]e|summari[sz]ing|extract)\w*\b",
    rf"\b(?:while|whenever|as you|as you are) (?:you )?(?:review|summari[sz]|extract)\w*[^.\n]{{0,20}}?, ?{_SAID}\b",
    rf"\bin (?:your|the|this) (?:summary|review|extraction|output),? (?:please )?{_SAID}\b",
    r"\byou (?:must|will|shall|have to|are to|need to) (?:now |always |also )?(?:store|save|record|memori[sz]e)"
    r" that\b",
)
"""Orders that want what only code may grant, or whose text passes for a part of the prompt."""

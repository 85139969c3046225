"""What is said for the work at hand only, and so not to be kept?"""

from __future__ import annotations

import re

_PAPER = (
    r"(?:report|letter|minutes|e-?mail|essay|form|application|article|paper|thesis|draft|ticket|contract|memo"
    r"|appendix"
    r"|cover letter|abstract|footnote|spreadsheet|invoice|worksheet|slide|caption|margin)"
)
"""What somebody is writing."""

ATTACHED = re.compile(
    r"in (?:your|the|this|that) (?:next |first )?(?:answer|reply|response|summary)\b"
    r"|(?:in|into|on|at the (?:end|top|bottom) of) (?:the|this|that|my|our|your|his|her) (?:\w+ )?"
    rf"{_PAPER}s?(?:\s*[:,]|$)|[^:]*,? (?:in|into|on) (?:the|this|that) (?:\w+ )?{_PAPER}$"
    r"|(?:i|we)(?:'ve| have)? (?:just |also |already )?(?:attached|enclosed|pasted|uploaded)\b|see (?:also|above"
    r"|below|appendix|section|chapter|pages?|figure|fig|table|line)\b|.*\bin lines? \d|.*\b\d+(?:st|nd|rd"
    r"|th) (?:line|paragraph)\b|.*\b(?:reverse|sort|recite|multiply|add up) (?:them|it|these)\b",
    re.I,
)
"""What lies before both at the moment: an enclosure, a place in a text, figures to work with."""

IN_A_TEXT = re.compile(
    rf"\b(?:in|into|on|to) (?:the|this|that|an?|my|our) (?:\w+ )?{_PAPER}\s*$", re.I
)
"""Where something is to be written: "note that in the report: ..."."""

_STOPGAP = re.compile(
    r"(?:this|that|it|the \w+(?: \w+)?)(?: is|'s| are) (?:just |only |still |really )*an? (?:\w+ )?(?:hack"
    r"|workaround|draft|sketch|placeholder|stub"
    r"|stopgap|prototype|kludge|mock-?up|toy example|test file)\b",
    re.I,
)
"""What is said of work that is not done yet."""

_FOR_NOW = re.compile(
    r"\b(?:(?:table|text|list|code|figures?|examples?|numbers|invoice|letter|log|paragraph) (?:above|below)"
    r"|(?:above|below)(?! (?:the|my|our|your|his|her|their|an?|zero|average|it|them|us)\b| \d)"
    r"|in (?:this|that|your) (?:answer|response|reply|essay|text|story|poem|proof|function|code"
    r"|letter|email|article|file|task|case|paragraph|message|document|solution|loop|exercise|script|query|program"
    r"|puzzle|problem"
    r"|snippet|draft|version|translation|round|game|class|method|test|plot|chart)"
    r"|the (?:following|attached|enclosed|pasted|linked|quoted|uploaded) (?!rules?\b|facts?\b|things?\b|is\b)\w+"
    r"|(?:this|these) (?:loop|snippet|method|class|regex|equation|integral|matrix|dataset|data set|table|chart|graph"
    r"|plot|image|picture|photo|screenshot|sentence|line|draft|excerpt|passage|quote|poem|stanza|verse|translation"
    r"|theorem|lemma|sequence|series|string|array|commit|branch|build|stack trace|log)s?\b"
    r"|this (?:essay|text|code|function|paragraph|chapter|task|exercise|problem|proof|file|document|script|query)"
    r"|the (?:regex|parser|second group|proof|lemma|array|exercise|equation|sum|formula|loop|variable|argument"
    r"|matrix|vector|triangle|circle|integral|function|sequence|polynomial|denominator|patient in))\b"
    r"|^the (?:poem|story|essay|letter|speech|song|e-?mail|list|table|answer|summary|slogan|title|advert|ad|post"
    r"|caption|tweet"
    r"|toast|hero(?:ine)?|villain|limerick|haiku|chorus|verse|ending|first line) (?:should|must|has to|needs to"
    r"|can'?t"
    r"|shouldn'?t|mustn'?t|is (?:called|named|set)|rhymes)\b"
    r"|\b[a-z] ?(?:[<>≤≥≠]=?|=) ?-?\w+\b"
    r"|\b[a-z] (?:is|must be|are|be) (?:even|odd|positive|negative|prime|an integer|sorted|\d)",
    re.I,
)


def is_for_now(said: str) -> bool:
    """Tell what holds for the work at hand only ("in this essay"), unless it is about the user."""
    if _STOPGAP.match(said):
        return True
    shaped = _SHAPED.search(said) and not _LASTS.search(said)
    return bool(shaped or _FOR_NOW.search(said)) and not re.search(
        r"\b(?:i|i'm|my|our|we)\b", said, re.I
    )


_SHAPED = re.compile(
    r"\b(?:in|as|into) an? (?:\w+ )?(?:table|diagram|chart|csv|json|bullet(?:ed)? list|numbered list)\b",
    re.I,
)
"""In which form something is to be given, this time or, where the words say so, always."""

_ONCE = re.compile(
    r"\bfor once\b|\b(?:for|in|on) (?:just )?this(?: one)? (?!(?:chat|conversation)\b)\w+(?: \w+)? only\b"
    r"|\b(?<!not )(?:just|only) (?:this once|for now|this time)\b"
    r"|\bfor (?:just )?the next (?!time\b|few|years?\b)(?:\w+ )?\w+ only\b|\bonly for the next \w+",
    re.I,
)
_ONE_PIECE = re.compile(
    r"\bwhen you (?:write|rewrite|draft|send|make|prepare|finish|do|add up|calculate|total|compute|review|translate"
    r"|edit|fix"
    r"|format|compare|summari[sz]e|proofread|list|check) (?:the|this|that|my next) \w+(?:\W|$)"
    r"|\b(?:in|of|for) the \w+ you (?:generate|write|produce|give|just made|create|send)\b"
    r"|\b(?:when|once|after) i say (?:go|stop|start|now|ready)\b"
    r"|\b(?:stop|end|restart|start|win|lose) the (?:game|quiz|round)\b"
    r"|\b(?:keep|make) it (?:\w+ )?(?:polite|short|brief|simple|light|formal|informal|casual|friendly"
    r"|professional|civil"
    r"|concise|neutral)\b"
    r"|^\W*(?:(?:and|so|please|ok|now|also),? )*(?:in|for|at the (?:end|start|top|bottom) of) (?:the|this) (?:next )?"
    r"(?:summary|letter|e-?mail|mail|essay|report|reply|speech|article|post|text|minutes|draft|intro\w*|conclusion"
    r"|abstract|recipe|story|poem|exercise|translation|answer|table|version|rest of (?:this|the) (?:story|game"
    r"|exercise|poem))\b",
    re.I,
)


def is_for_this_only(words: str) -> bool:
    """Tell what is to be borne in mind for one piece of work: "for this calculation only"."""
    return bool(_THIS_ONLY.search(words))


_THIS_ONLY = re.compile(
    r"\bfor (?:just |only )?this (?!chat|conversation|reason|purpose|point|year|season|month|week"
    r"|house)[\w-]+(?: \w+)?"
    r" only\b|\b(?:only|just) (?:for|in) this (?:one )?(?:answer|reply|question|task|calculation|estimate"
    r"|exercise|draft"
    r"|message|text|case|example|comparison|letter|e-?mail)\b",
    re.I,
)


def is_for_once(words: str) -> bool:
    """Tell whether an instruction holds for one piece of work only: "for this letter only"."""
    return bool(_ONCE.search(words) or (_ONE_PIECE.search(words) and not _LASTS.search(words)))


_LASTS = re.compile(r"\b(?:always|never|every|each|any|from now|future|coming|ever)\b", re.I)

"""Which part of a message does the user say of themselves, in earnest?

A message also holds what others wrote: code, logs of chats, letters, templates, texts to be translated. And people
play parts, tell stories, set sums and are ironic. What is left here is what they mean.
"""

from __future__ import annotations

import re
from functools import lru_cache

from langmem_ext.policies import sentences as language
from langmem_ext.policies.statement_reading.feigned import is_feigned
from langmem_ext.policies.statement_reading.quoted import is_quoted
from langmem_ext.reading.parts import GAP

_MARKUP = re.compile(
    r"^\s*(?://|/\*|\*/|\*\s|<!--|--\s|#\s|#!|%\s|;;|@\w+\b|\$\s|>>>|In \[\d|Traceback\b|File \")"
    r"|</?[a-zA-Z][^>]*>|\{\{|\}\}|[{};]\s*$|=>|->|::|&&|\|\||\bconsole\.log|\bprint\w*\("
    r"|\w\([^)]*\)\s*[;{:]"
    r"|^\s*(?:def|class|import|from \w+ import|return|var|let|const|function|public"
    r"|private|echo|export|INSERT"
    r"|SELECT|UPDATE|DELETE|CREATE|DROP|ALTER|ERROR|WARN|INFO|DEBUG)\b(?=.*[(=;:*/{])"
    r"|\w\s*(?:=|:=|==|\+=)\s*[\"'\[{(\w]|\bSELECT\b.+\bFROM\b|^\s*\"?\w+\"?\s*:\s*[\"\[{]"
)
"""Code, a comment in it, markup, a prompt, a log: no prose."""

_BLANK = re.compile(
    r"\[[A-Z][A-Za-z_ /]{2,30}\]|<[A-Z][A-Za-z_ ]{2,30}>|\{\w{2,30}\}|_{3,}|\bXX+\b"
)
"""A place to be filled in."""

_SPOKEN = re.compile(
    r"^\s*(?:\[?\d{1,2}:\d\d[^\]]{0,12}\]?\s*)?(?P<who>user|human|bot|chatbot|assistant"
    r"|ai|system|agent|customer|client"
    r"|me|you|him|her|q|a|interviewer|interviewee|speaker ?\d?|host|guest|narrator"
    r"|patient|student|teacher"
    r"|(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+)?))\s*:\s+\S",
    re.I,
)
"""A line of a dialogue."""

_LETTER = re.compile(
    r"^\s*(?:(?:subject|from|to|cc|sent|date)\s*:\s*\S.*|(?:dear"
    r"|to whom)\b(?! (?:assistant|ai|bot|claude|chatbot)\b).{0,60}[,:]\s*$"
    r"|dear (?:sirs?|madam|sir or madam|hiring \w+|recruit\w+|selection committee|admissions \w+|customer|editor|team"
    r"|(?:mr|mrs|ms|dr|prof)\b\.? ?\w*)\s*,)",
    re.I,
)

_STAGED = re.compile(
    r"\b(?:role-?\s?play(?:ing)?|let'?s (?:play|pretend|imagine|say|suppose|assume)|(?:^"
    r"|[.!:\n][^\S\n]*|\b(?:please|now|just|and|ok|okay|so),? )(?:pretend|imagine|suppose)"
    r"|hypothetical(?:ly)?"
    r"|act as|acting as|(?:^|[.!\n:][^\S\n]*)(?:ok |now |so )?you(?:'re| are) (?:now )?(?:a|an"
    r"|my|the|(?-i:[A-Z]\w+))\b(?! (?:best|inspiration|amazing|awesome|incredible|true"
    r"|wonderful|fantastic|such|talented|kind|strong|lucky|natural|brave|sweet|rock|angel"
    r"|blessing|hero|champ|friend|reason|right|expert|pro|model|machine|bot|assistant"
    r"|language|only|bit|lot|great|good|big|real|life|star|genius|lifesaver|legend|gem))"
    r"|your name is|you'?ll be (?:my|a|an)\b|you play (?:the|a|an|my) \w+ (?:who|and|in"
    r"|from)|i'?ll play|i'?ll be (?:the|a|an|your) \w+ (?:and|,)"
    r"|my (?:main )?character|the (?:narrator|protagonist|hero(?:ine)?)\b|in character|backstory"
    r"|(?:for|in) (?:a|my|the|our|this) (?:short story|story|screenplay|script|game"
    r"|d&d campaign|campaign|sketch|dialogue|roleplay|novel|play)(?= (?:i|we|he|she|the|:"
    r"|,)|[:.,])"
    r"|once upon a time|scenario:|thought experiment|(?:sample|mock|dummy|fake"
    r"|placeholder|test) (?:data|text|sentences?|profile|bio|input|persona|message"
    r"|dialogue|resume|answers?|tweets?))\b",
    re.I,
)
"""From here on somebody else may be speaking."""

_ASIDE = re.compile(
    r"\b(?:for example|e\.g\.|for instance|such as:|lyrics?|song goes|(?:he|she) sings"
    r"|verse|chorus|quote|famous line|fortune cookie"
    r"|horoscope|case study|persona|monologue|the speaker|in (?:the|this) (?:story|movie|film|book"
    r"|novel|game|dream|simulation|campaign|scene|chapter(?! of (?:my|our) li)|episode|panto(?:mime)?|nativity)"
    r"|as a joke"
    r"|in (?:animal crossing|minecraft|the sims|sims \d|stardew(?: valley)?|skyrim|zelda|gta|fortnite|roblox|pok[eé]mon"
    r"|world of warcraft|terraria|valheim|factorio|elden ring|cyberpunk|second life|catan|monopoly|scrabble|cluedo"
    r"|blackjack|civ(?:ilization)?(?: (?:\d|[iv]+))?)\b|my (?:\w+ )?(?:dad|mom|mum|boss"
    r"|friend|wife|husband|grandma"
    r"|grandpa|teacher|brother|sister|mother|father|colleague)"
    r" (?:used to say|always says|likes to say|keeps saying|goes|is like)|used to say"
    r"|sarcastically)\b",
    re.I,
)
"""A sentence that tells of words, not of the user."""

_REQUEST = (
    r"(?:^|[.!?\n:,;][^\S\n]*|\b(?:please|pls|can you|could you|would you|will you|and"
    r"|help me(?: to)?|need you to|want you to|need to|want to|how to|how do i)\s+)"
)
_TEXT_WORK = re.compile(
    rf"{_REQUEST}(?:translate|proof-?read|rewrite|re-write|rephrase|paraphrase|reword"
    rf"|summari[sz]e|grammar[- ]?check|spell[- ]?check|classify|anonymi[sz]e"
    r"|(?:correct|fix|improve|edit|polish|shorten|check|complete|continue|finish"
    r"|respond to|reply to|analy[sz]e|review|convert|format|repeat|extract|parse)"
    r" (?:(?:this|these|the following|it|that)(?: (?:text|sentences?|message|e-?mail"
    r"|paragraph|letter|bio|intro|introduction|line|post|one|for me|into|in"
    r"|to))?(?=\s*(?:[:.!?,\n]|$| (?:into|in|to|for|so)\b))|my (?:bio|text|email|e-mail"
    r"|message|paragraph|intro|introduction|letter|sentence|profile|english|statement"
    r"|post|caption|answer)|the (?:text|sentence|message|email|paragraph|letter|bio|name"
    r"|names|entities|grammar)|all|in |for me:))"
    r"|\b(?:is|does) (?:this|that|it|the following) (?:sentence |text |phrase |line "
    r"|email |bio |intro |message )?(?:correct|right|sound (?:right|natural|ok|okay|good"
    r"|formal|polite|correct|rude)|ok|okay|natural|formal|make sense|grammatical)(?! (?:if|to|for|that|when|with|in"
    r"|on|at|not)\b)"
    r"|\bhow (?:do|would|should) (?:i|you|we|one) say\b(?! [\"'“«])|\bwhat does (?!(?:it"
    r"|that) mean)[^?\n]{2,80} mean(?: in \w+)?\s*[?.!]|\bwhat(?:'s"
    r"| is) (?:wrong with (?:this|the)|the (?:sentiment|grammar|tense|subject|verb"
    r"|past tense))"
    r"|\b(?:draft|write|compose|generate|create)\b.{0,60}?\b(?:saying|that says"
    r"|which says|that reads|that goes|as follows|along the lines|in the voice"
    r"|from the (?:perspective|point of view)|(?:in )?(?:the )?first person|starting with"
    r"|beginning with|with the (?:text|words|line))\b"
    r"|\b(?:grammatical(?:ly)?|grammar mistakes?|sentiment|translation (?:of|into|to)"
    r"|into (?:french|german|spanish|english|italian|portuguese|japanese|chinese|latin"
    r"|polish|dutch|russian|korean|arabic)\s*[:.])",
    re.I,
)
"""The user hands over a text: what else stands in the message may be that text."""

_SUM = re.compile(
    r"\bhow (?:many|much)\b.{0,40}\b(?:left|have|total|altogether|in all|pay|get|earn"
    r"|remain|spend|change|sum)\b|\bhow (?:long|far|fast|old|likely)\b.{0,40}\b(?:take"
    r"|takes|meet|arrive|travel|catch|now|apart|probab\w+)\b"
    r"|\bwhat(?:'s| is| was| will be| are)? (?:my|the|his|her|our|their) (?:average "
    r"|total |final |new |net |gross )?(?:speed|total|probability|odds|sum|distance|price"
    r"|cost|average|interest|area|volume|ratio|percentage|profit|perimeter|chance|weight"
    r"|age|tip)\b"
    r"|\b(?:what|which) (?:distance|speed|total|time|price|percentage|fraction|number"
    r"|amount|area|volume|sum)\b|\bwhat(?:'s| is) \d"
    r"|\bwhen (?:do|will|does) (?:they|the trains|it|we) (?:meet|arrive|catch|reach)\b"
    r"|\b(?:calculate|solve|prove that|compute|word problem)\b",
    re.I,
)
_COUNT = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|twice"
    r"|minimum|maximum)\b",
    re.I,
)

_TAKEN_BACK = re.compile(
    r"\W*(?:not\b\W*$|not!|just kidding|jk\b|j/k|kidding|i'?m kidding|not really|i wish"
    r"|/s\b|/j\b|joking|just joking|as if|or not|yeah,? right|sarcasm"
    r"|(?:said|says) (?:no ?one|nobody)|in my dreams|if only|psych\b|you wish|as if\b|april fools"
    r"|(?:well|but|though|only|or)?,?\s*(?:at least )?(?:not|no) (?:any ?more|longer)\b"
    r"|that was (?:a joke|sarcasm|ironic)|or so (?:i|they))",
    re.I,
)
_IRONY = re.compile(
    r"(?:^|\s)/[sj]\b|🙄|😏|🙃|\bj/?k\b|\bjust kidding\b|\bkidding\b|\bjoking\b"
    r"|\byeah,? (?:right|sure)\b|\bas if\b|\bsaid no(?: ?one|body)\b"
    r"|\bsarcas|\b(?:oh|ah|wow),? (?:great|joy|wonderful|lovely|perfect|fantastic|super"
    r"|sure|yes|yeah|goody)\b|\bsure,? (?:sure|jan|because|i'?m|i am)\b|(?<!why )\bnot!"
    r"|\bnot\.?\s*$|\bhaha(?:ha)* not\b"
    r"|\bobviously not\b|\bhow (?:lovely|nice|wonderful|delightful|fun)\b"
    r"|\bjust what i (?:need|want)|\bwhat a (?:joy|treat|surprise|delight)\b"
    r"|\bbecause (?:who doesn'?t|of course|that'?s (?:exactly|just)|clearly|obviously)\b"
    r"|\bmy favou?rite (?:thing|part|way|hobby|pastime)\b.*\b(?:wait|stuck|error|bug"
    r"|crash|queue|debug|tax|traffic|nothing)"
    r"|(?<!one )(?<!body )(?<!person )\bwho (?:wouldn'?t|doesn'?t)\b"
    r"|\bof course i (?:just |absolutely |really )?(?:adore|love|enjoy|want to)\b"
    r"|#sarcasm|\bironic|\bgotta love\b"
    r"|\byay\b(?!!|.*\w!)|\byay\b.*\b(?:again|another|more)\b|\b(?:again|another)\b.*\byay\b"
    r"|\bwoohoo\b.*\bagain\b"
    r"|\btotally\b.*\bnot\b|\bliving the dream\b|\bfor the \w+(?:teenth|hundredth"
    r"|thousandth|millionth) time\b",
    re.I,
)
_PRAISED = re.compile(
    r"\b(?:love|adore|enjoy|(?<!i'd )like|favou?rite|fan of|live for|best (?:part|thing|feeling))\b",
    re.I,
)
_NUISANCE = re.compile(
    r"\b(?:(?<!can't )(?<!cannot )wait(?:ing)?|queu(?:e|es|ing)|traffic|on hold|delays?"
    r"|delayed|spam|taxes|tax returns?|mondays|paperwork"
    r"|being (?:\w+ed|told|left|late|stuck|broke|lied|woken|yelled|sent|sick|alone at)"
    r"|getting (?!married|promoted|hired|engaged|lost in|dressed)(?:\w+ed|sick|stuck"
    r"|woken|lost|paid late|yelled|told)"
    r"|paying (?:rent|taxes|bills|fines|interest)|cleaning up after"
    r"|unpaid|overtime|stuck|losing|lost my|mosquito(?:e?s)?|hangovers?|errors?|bugs"
    r"|crash(?:es|ing)?|spreadsheets?|at (?:3|4|5) ?am|ignored"
    r"|rude|broken|breaks? down|freez(?:es|ing)|captchas?|passwords?|pop-?ups?|ads"
    r"|cookie banners|root canals?|parking tickets?|bills|debugging|merge conflicts"
    r"|timeouts?|buffering|small print|noisy neighbou?rs|leaf blowers?|jury duty|stubbing"
    r"|standing in|repeating myself|flat tires?|rejection|early alarms?"
    r"|cold showers when)\b",
    re.I,
)

_LAUGH = re.compile(r"\b(?:lol|lmao|rofl|totally)\b", re.I)


@lru_cache(maxsize=4)  # the scanner, what is taken back and what is done ask about one message
def own_words(message: str) -> str:
    """Return the message without its lines of code, dialogue, letters and templates; empty when it is all foreign."""
    text = _beside_quotes(language.plain(message))
    if _hands_over_text(text) or is_feigned(text) or is_quoted(text):
        return ""
    lines = text.split("\n")
    spoken = {match["who"].lower() for line in lines if (match := _SPOKEN.match(line))}
    dialogue = len(spoken) > 1
    kept: list[str] = []
    for line in lines:
        if _LETTER.match(line):
            break
        foreign = (
            _BLANK.search(line) or _looks_like_code(line) or (dialogue and _SPOKEN.match(line))
        )
        kept.append("" if foreign else line)
    return "\n".join(kept)


def _beside_quotes(text: str) -> str:
    """Leave out a request to work on a text that stands in quotation marks behind it, and that text."""
    asked = _TEXT_WORK.search(text) if _QUOTE_MARK.search(text) else None
    given = _IN_QUOTES.search(text, asked.start()) if asked else None
    if not asked or not given or _GOES_ON.search(text, asked.end(), given.start()):
        return text
    begun = max((text.rfind(mark, 0, asked.start() + 1) for mark in ".!?\n"), default=-1) + 1
    outside = f"{text[:begun]} {text[given.end() :]}"
    return text if _GOES_ON.search(outside) else outside


_IN_QUOTES = re.compile(
    rf"\"[^\"\n]{{8,400}}\"[.!?]*|“[^”\n]{{8,400}}”[.!?]*|«[^»\n]{{8,400}}»[.!?]*"
    rf"|[\"“«']{GAP}[.!?]?[\"”»'][.!?]*"
)
"""A text in quotation marks, or what stands for one."""
_QUOTE_MARK = re.compile(rf"[\"“«]|'{GAP}")
_GOES_ON = re.compile(r"[:\"“«»”].{12}")
"""Something else that may be a text to work on."""


def _looks_like_code(line: str) -> bool:
    return bool(_MARKUP.search(line))


def _hands_over_text(text: str) -> bool:
    return bool(_TEXT_WORK.search(text))


def is_staged(sentence: str) -> bool:
    """Tell where a story, a part to play or an example begins: what follows is not the user's own."""
    return bool(_STAGED.search(sentence))


def is_aside(sentence: str) -> bool:
    """Tell what is about words, as lyrics, sayings and examples are."""
    return bool(_ASIDE.search(sentence))


def sets_a_sum(message: str) -> bool:
    """Tell an exercise in arithmetic, whose numbers are nobody's."""
    return bool(_SUM.search(message))


def counts(clause: str) -> bool:
    """Tell whether a clause gives a number."""
    return bool(_COUNT.search(clause))


@lru_cache(maxsize=32)  # a sentence is asked about for its own sake and for the one before it
def is_ironic(sentence: str) -> bool:
    """Find what people write when they mean the opposite, and praise of what nobody likes."""
    return bool(_IRONY.search(sentence)) or bool(
        _PRAISED.search(sentence) and (_NUISANCE.search(sentence) or _LAUGH.search(sentence))
    )


def goes_on_ironically(sentence: str, before: str) -> bool:
    """Tell praise behind a sigh: "Oh great, another crash. I just love Mondays."."""
    return bool(_SIGHED.match(before) and _PRAISED.search(sentence))


_SIGHED = re.compile(
    r"(?:oh|ah|wow|well)?,? ?(?:great|joy|wonderful|lovely|perfect|fantastic|super|brilliant"
    r"|just what i (?:need|want)\w*)\b.{0,40}\b(?:another|again|more|yet|one more)\b",
    re.I,
)


def is_taken_back(following: str) -> bool:
    """Tell whether the next sentence says that this one was not meant."""
    return bool(_TAKEN_BACK.match(following))

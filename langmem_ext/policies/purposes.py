"""What is a sentence said for, if not to state a fact?

To suppose, to joke, to greet, to ask for work, to speak of a text or to hand one over, to say what others say.
"""

from __future__ import annotations

import re

from langmem_ext.policies.sentences import HIDDEN

_UNREAL = re.compile(
    r"\b(?:if|unless|wish|imagine|pretend|suppose|supposing|hypothetically|assume|assuming|what if"
    r"|let'?s say|would(?:n'?t)? (?:have|be)|could have|should have|might have|in (?:my|a"
    r"|the) dream"
    r"|dreamt|dreamed that|used to think|role ?-?play|as though|as an ai|for instance"
    r"|(?<!looks )(?<!look )(?<!seems )(?<!seem )(?<!feels )(?<!feel )(?<!sounds )(?<!just )like (?:i'?m|i am|i were)"
    r"|for example|e\.g"
    r"|someday|some day|one day|in another life|in the (?:story|movie|film|book|novel|game))\b"
    r"|\b(?:i|we)'?d (?!rather|prefer|sooner)|\bi would(?!n'?t mind| rather| prefer| sooner)",
    re.I,
)
_REPORTED = re.compile(
    r"\b(?:he|she|they|someone|somebody|everyone|everybody|people|(?:my|our|his|her|their"
    r"|the) \w+|[A-Z]\w+)"
    r" (?:said|says|told|tells|claims|claimed|thinks|thought|asked|asks|wrote|writes|texted|replied"
    r"|insists|insisted|joked|joke[sd]?|believes|reckons|heard|mentioned|swears)\b"
    r"|\b(?:goes|said|says|writes|wrote|reads|posted|commented|replied|tweeted|shouted|is like|was like"
    r"|were like)\s*:\s"
    r"|\baccording to\b|,? (?:he|she|they) (?:said|says|asked|told|wrote)\b|\bquote\b|\blyrics?\b",
)
_ASKED_FOR_TEXT = re.compile(
    r"^(?:(?:please|pls|hey|hi|ok|okay|now|can you|could you|would you|help me"
    r"|i need you to|i want you to)[\s,]+)*"
    r"(?:translate|rewrite|re-write|proofread|paraphrase|summari[sz]e|rephrase|correct|fix"
    r"|edit|improve"
    r"|check|polish(?! is\b)|shorten|classify|analy[sz]e|parse|convert|draft|write|compose|complete|continue"
    r"|(?:turn|put|change|transform|set) (?:(?:this|these|it|them|the \w+|each|every \w+) )*(?:into|in"
    r"|to) (?:the )?(?:passive|active"
    r"|past|present|future|plural|singular|negative|question form|indirect|reported|direct|conditional|subjunctive"
    r"|imperative"
    r"|first|second|third|formal|informal|plain|simple|(?:nice |neat |short )?(?:bullets?|prose|verse|writing"
    r"|alphabetical order|an? (?:\w+ )?(?:table|list|e-?mail|letter|poem|sentence|paragraph)))"
    r"|repeat|say|reply|respond|generate|create|invent|make up|how (?:do|would) (?:you|i|we) say|what does)\b",
    re.I,
)


def works_on_a_text(sentence: str) -> bool:
    """Find an order to work on a text: "summarise this memo in one line."."""
    return bool(_ASKED_FOR_TEXT.match(sentence) and _THE_TEXT.search(sentence))


_THE_TEXT = re.compile(
    r"\b(?:this|these|that|below|the (?:following|text|memo|note|notice|e?-?mail|paragraph|letter))\b",
    re.I,
)


def is_unreal(sentence: str) -> bool:
    """Find a hypothetical, a wish, a dream or an example: nothing that is so."""
    return bool(_UNREAL.search(sentence))


def is_taken_back(sentence: str) -> bool:
    """Find the marks with which a request is meant as a joke; laughter alone is none."""
    return bool(_MOCKING.search(sentence))


_MOCKING = re.compile(
    r"(?:^|\s)/s\b|🙄|😏|\bjk\b|\bj/k\b|\bjust kidding|\bkidding\b|\bjoking\b|\byeah,? right\b|\bas if\b"
    r"|\bsaid no one\b|\bsarcas"
    r"|\bnot!\s*$|\bhaha(?:ha)* not\b|\bobviously not\b",
    re.I,
)


def is_idle(sentence: str) -> bool:
    """Find what is said around a message and states nothing: greetings, thanks, names at the end."""
    return bool(_IDLE.fullmatch(sentence))


_IDLE = re.compile(
    r"(?:(?:hey|hi|hello|dear|good (?:morning|evening|afternoon|night)|thanks?|thank you|thx|ty|cheers|please|pls|ok"
    r"|okay|yes|yeah|no|great|cool|nice"
    r"|sorry|oops|whoops|wait|h+m+|perfect|awesome|got it|alright|well|actually|there|so much|very much|in advance"
    r"|a lot|all|for (?:that|your help)"
    r"|(?:kind|best|warm) regards|regards|best|sincerely|yours|bye|see you|talk soon|lol|haha+|ha|i (?:think|guess)"
    r"|that's (?:it|all)|that is all"
    r"|(?:quick|one) (?:thing|note|question)|team|assistant|everyone|this is important|it's important"
    r"|it'?ll come up again|have a \w+ (?:day|one|weekend))(?![\w'])"
    r"|[^\w])*(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+)?)?\W*",
    re.I,
)


def asks_for_work(sentence: str) -> bool:
    """Find a request for something else: "Now suggest a dinner"."""
    return bool(_WORK.match(sentence))


_WORK = re.compile(
    r"(?:(?:please|pls|now|then|ok|okay|so|and|also|anyway|btw|next|first|with that)[\s,]+)*(?:(?:can|could|would"
    r"|will) you\b"
    r"|(?:suggest|recommend|tell|give|show|help|find|write|plan|draft|book|translate"
    r"|explain|summari[sz]e|plot|refactor|compute|calculate|debug|optimi[sz]e|interpret|analy[sz]e|simplify"
    r"|proofread|rewrite|reword|rephrase|solve|compare|describe|make me|create|list|let's|what|how|which|where|who"
    r"|when should|is there|are there)\b)",
    re.I,
)


def is_about_text(sentence: str) -> bool:
    """Find a question about the wording of a text that stands in the message ("is this polite enough?")."""
    if (_ON_EVERY.match(sentence) or _EVERY_TIME.search(sentence)) and not _AT_HAND.search(
        sentence
    ):
        return False
    return bool(_ABOUT_TEXT.search(sentence) or _ABOUT_WORDS.search(sentence))


_ON_EVERY = re.compile(
    r"\W*(?:(?:please|ok|okay|and|so|also|but|hey|now)[\s,]+)*(?:when(?:ever)?|if|every time|each time|any ?time)"
    r" (?:i|we) (?:ever |just )?(?:paste|send|share|write|type|post|upload|drop|forward|say|show|quote)\b[^,?]{1,80},"
    r"\s*(?:then |please |just |always )*\w+ (?:it|them|that)\b[^?]*$",
    re.I,
)
"""A text that may come again, and what is to be done with it then: "whenever I paste Spanish, translate it"."""

_EVERY_TIME = re.compile(
    r"\b(?:whenever|every time|each time|any ?time) (?:i|we) (?:\w+ ){1,2}you\b", re.I
)

_AT_HAND = re.compile(r"\b(?:this|these|the following|here|below)\b|:\s", re.I)


_ABOUT_TEXT = re.compile(
    r"\b(?:is|does|do|are) (?:this|that|it|these|my \w+)(?: \w+){0,3}? (?:polite|grammatical(?:ly)?|formal|informal"
    r"|rude|professional|too (?:long|short|harsh|blunt|formal))(?: enough)?\b[^?]*\?"
    r"|\b(?:is|does|do|are) (?:this|that|it|these|my \w+)(?: \w+){0,3}? (?:correct|good|proper) (?:english|grammar"
    r"|spelling|sentence)\b"
    r"|\b(?:proofread|rewrite|rephrase|paraphrase|translate|polish) (?:this|that|it|these|the following|my (?:text"
    r"|e?-?mail|message|letter|draft|sentence))\b"
    r"|\b(?:translate|put) (?:this |that |it )?(?:in)?to (?-i:[A-Z])|\b(?:turn|rework) (?:this|that"
    r"|it) into an? (?:\w+ )?\w+"
    r"|\bmake (?:this|that|it) (?:a (?:bit|little) |very |really |more |less )?(?:polite|formal|friendly"
    r"|professional|short"
    r"|funny|nice|rhyme|catchy|official|concise|kind|casual|warm|clear|firm)(?=\W*(?:$|[:,.]| and\b))"
    r"|\bmake (?:this|that|it) (?:a (?:bit|little) )?(?:sound|read|friendlier|nicer|cuter|fancier|shorter|sharper"
    r"|catchier|warmer|polite|formal|informal|professional|presentable|rhyme"
    r"|clearer|funnier|politer|punchier|more|less)\b|\b(?:write|put|format|phrase) (?:it|this|that) (?:as|into) an?"
    r" (?:\w+ )?(?:letter|e-?mail|text|message|note|post|sign|notice|poem)\b"
    r"|\b(?:check|fix|correct) (?:the|my|its|this) (?:grammar|spelling|wording|text|e?-?mail|message|letter|draft"
    r"|sentence)\b|\bwhat (?:should|do|can|could) i (?:reply|answer|respond)\b",
    re.I,
)


_ABOUT_WORDS = re.compile(
    r"\b(?:does|is|do|are|what|how|where|why|should|can)\b[^?.!]{0,40}\b(?:this|these|such|that) (?:\w+ )?(?:reminder"
    r"|notice|warning|disclaimer|pop-?up|alert|notification|signature|auto-?reply)s?\b[^?]{0,60}\?"
    r"|\bis an? (?:phrase|saying|clich[eé]|expression|idiom) (?:i|we|people|every\w+|that|he|she|my)\b"
    r"|\bis (?:this|that|it) (?:an? )?(?:phishing|spam|scam|legit|fake)\b|"
    r"\b(?:does|is|do|are|what|how|where|why|should|can)\b[^?.!]{0,30}\b(?:(?:the|which) (?:sentence|phrase"
    r"|wording|idiom"
    r"|punctuation)|(?:this|that) (?:sentence|phrase|wording|idiom|punctuation|expression|header|formula|slogan"
    r"|caption))\b[^?]{0,80}\?"
    r"|\b(?:does|do|would|might|could|will) (?:this|that|it)\b[^?.!]{0,12}\b(?:sound|read|come across|come over)s?"
    r" (?:too|a bit|a little|rather|more|less|stiff|odd|weird|rude|bossy|natural|formal|polite)\b[^?]*\?"
    r"|^\W*too (?:bossy|stiff|blunt|formal|informal|rude|harsh|cold|curt|pushy|wordy)\s*\?"
    r"|\bis (?:this|that|the|my) (?:comma|colon|semicolon|apostrophe|hyphen|spelling"
    r"|tense)\b[^.]{0,30}\b(?:right|correct|ok"
    r"|wrong)\b"
    r"|\bhow(?:'d| else| do| would| could| can| might| should| to)\b[^?.!]{0,30}\b(?:say|word|phrase)"
    r" (?:it|this|that)\b(?! (?:in|on|to|into|under) (?:my|your|the)\b)"
    r"|\bwhich(?: one| of these)? (?:is|sounds|reads) (?:right|correct|proper|grammatical|better english"
    r"|more natural)\b(?! for\b)"
    r"|^\W*(?:please )?(?:edit|improve|polish|shorten|punctuate|continue|finish) (?:this|that) (?:line|sentence|verse"
    r"|dialogue|scene|script|story|rhyme|paragraph|notice)\b|\bwith this (?:dialogue|scene|script|play)\b"
    r"|^\W*(?:please )?(?:continue from (?:there|here)|improve (?:it|this|that))\W*$"
    r"|\btext (?:that )?i want to send\b"
    r"|\b(?:rest of|comes? (?:next|after) in|next line (?:of|in)) (?:the|this|that) (?:rhyme|poem|song|verse|quote"
    r"|lyrics?|saying)\b",
    re.I,
)
"""A question about wording, or work on a text that stands in the message."""


def hands_over(sentence: str) -> bool:
    """Tell whether a line ends by handing over somebody else's words ("The sign says:", "Subject: ...")."""
    return bool(_HANDS_OVER.search(sentence))


_HANDS_OVER = re.compile(
    r"^(?:subject|from|to|re|fwd?)\s*:\s|\b(?:this (?:email|e-mail|text|letter|message|paragraph|note|sentence|draft"
    r"|post|announcement|memo|code|article|poem|passage|snippet)"
    r"|(?:says?|said|reads?|wrote|goes|email|e-mail|text|letter|message|draft|translation|sign|poem|lyrics"
    r"|announcement|memo|code|article|following (?:text|email|sentence|message)))\s*:\s*$"
    r"|\b(?:role ?-?play|screenplay|script|scene|sketch|skit|dialogue|dialog|monologue|improv|transcript"
    r"|chat ?log)\s*:\s*$"
    r"|^(?:(?:please|can you|could you|now|hey|hi|ok)[\s,]+)*(?:translate|proofread|rewrite|rephrase|paraphrase"
    r"|summari[sz]e|correct|edit|polish|fix|analy[sz]e|classify|draft|write|compose)\b.*:\s*$",
    re.I,
)


def quotes_whole(sentence: str) -> bool:
    """Tell whether a text to work on stands within quotes that close with the sentence: what follows is none of it."""
    return bool(_QUOTED_WHOLE.search(sentence))


_QUOTED_WHOLE = re.compile(
    r"[:,]?\s(?:\"[^\"]+\"|'[^']+(?:'\w[^']*)*'|“[^”]+”|‘[^’]+’|«[^»]+»)"
    r"(?: (?:in)?to (?-i:[A-Z])\w+)?(?:,? (?:please|pls|thanks|for me))*[\s.!?]*$"
)


def is_reported(sentence: str) -> bool:
    """Find what somebody else said, thought or wrote."""
    return bool(_REPORTED.search(sentence)) or HIDDEN in sentence


def brings_foreign_text(sentence: str) -> bool:
    """Tell whether a request hands over a text to work on ("Translate: I live in Paris")."""
    return bool(_ASKED_FOR_TEXT.match(sentence)) and bool(re.search(r":|\x00|\"|'[A-Z]", sentence))

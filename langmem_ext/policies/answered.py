"""What does the user say of themselves by answering a question: "Where do you live?", "Lyon, since May"?

The question that the assistant asked last gives the words that the answer leaves out. What comes of it is read as any
statement is; a question that is not known, a lesson, a game or an answer that says more or less gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading.standing import NOT_A_NAME
from langmem_ext.policies.facts import words_named

LONGEST = 120
"""Characters of an answer that only fills in what was asked."""

_LEAD = (
    r"(?:(?:so|and|but|also|then|oh|great|nice|thanks|ok|okay|by the way|just curious|first|one more thing|before we"
    r" (?:start|begin)|(?:may|can|could) i ask(?: you)?(?: something)?|out of curiosity|tell me|remind me|sorry"
    r"|if i may(?: ask)?|quick question|nice to meet you)(?![\w'])[\s,:!–—-]*)*"
)
_TAIL = (
    r"(?:,? (?:if (?:i|you) (?:may|can|don'?t)\b[^?]*|by the way|again|now|these days|at the moment|currently|please"
    r"|then|exactly|if any))*\s*\?\W*"
)
_IS = r"(?:'s| is|s| are|'re)"
_KIN = words_named("kin")
_PET = words_named("pet")
_NUMBER = r"one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}"

Statement: TypeAlias = Callable[[re.Match[str], str], str | None]
"""What a question and its answer say together."""


def _named(form: str) -> Statement:
    """Fill in the name of a person, written as names are."""

    def state(_: re.Match[str], answer: str) -> str | None:
        name = re.sub(
            r"^(?:(?:it|that|this)(?:'?s| is)|i'?m|i am|the name'?s|call me|just|me\?)\s+",
            "",
            answer,
            flags=re.I,
        )
        if re.fullmatch(r"[a-zà-ÿ]{2,15}", name) and name not in NOT_A_NAME | _NO_NAMES:
            name = name.title()
        return form.format(name) if _NAME.fullmatch(name) and not _NO_NAME.match(name) else None

    return state


_NAME = re.compile(r"[A-ZÀ-Ý][\w'’-]+(?: (?:(?:de|da|van|von|del|bin|al) )?[A-ZÀ-Ý][\w'’.-]*){0,3}")
_NO_NAME = re.compile(
    r"(?:Yes|Yeah|No|Nope|Nothing|None|Why|What|Who|Guess|Sure|Ok|Okay|Hi|Hello|Hey|Thanks|Maybe|Later|Skip|Pass"
    r"|You|Your"
    r"|Anonymous|Nobody|Private|Secret|Not|Sorry|Hmm+|Idk|Whatever|Irrelevant|Classified|Confidential|Same|The|My|I"
    r"|It)\b",
    re.I,
)
_NO_NAMES = frozenset(
    "any either neither both many much good well tired secret none user human person ai bot".split()
)


def _filled(form: str, answer: str = r"[^?]{2,80}", *, lead: str = "") -> Statement:
    """Fill the answer in, where it has a form; `{of}` is what the question names."""
    known = re.compile(
        rf"(?:(?:it|that)(?:'?s| is| would be)|just|{lead or 'about'})*\s*(?P<v>{answer})(?: years?(?: old)?| yo)?",
        re.I,
    )

    def state(question: re.Match[str], said: str) -> str | None:
        found = known.fullmatch(said)
        if found is None or _EVADES.match(said) or _OWN_WORDS.match(found["v"]):
            return None
        of = question.groupdict().get("of") or ""
        return form.format(found["v"].strip(), of=of.lower())

    return state


_EVADES = re.compile(
    r"(?:(?:well|oh|um+|uh+|hmm+|ok|lol|haha)[\s,.]+)*(?:no\b|nope|nah|none|nothing|not\b|why|what|who\b|which|how"
    r"|guess|skip|pass\b"
    r"|later|idk|i don'?t|dunno|don'?t|maybe|perhaps|possibly|probably|depends?|it depends|secret|private|never ?mind"
    r"|whatever|anything|everything|any\b|all\b|both|either|neither|yes|yeah|yep|sure|ok|okay|thanks|thank you"
    r"|sorry|you\b"
    r"|your|that'?s|can you|could you|let'?s|please|tell|show|give|make|write|find|somewhere|someone|some\b|here"
    r"|there|it\b"
    r"|this|these|those|lots|many|a lot|as i|i already|already|nowhere|everywhere|several|various|hard to|too many"
    r"|ask)\b",
    re.I,
)


_OWN_WORDS = re.compile(r"(?:i|i'\w+|we|we'\w+|my|our)\b", re.I)
"""How a statement begins that needs no question to be understood."""


def _owned(question: re.Match[str], said: str) -> str | None:
    """Say what somebody has of what was asked for: "two", "a cat called Miso", "no"."""
    of = question["of"].lower()
    if re.fullmatch(_DENIED, said, re.I):
        return f"I don't have {of}" if of.endswith(("s", "ren")) else None
    had = re.sub(
        r"^(?:(?:yes|yeah|yep|yup|sure|i do|just|only|i have|i'?ve got)[\s,.!]+)*",
        "",
        said,
        flags=re.I,
    )
    if re.fullmatch(_NUMBER, had, re.I):
        return f"I have {had} {of}"
    if re.match(rf"(?:an?|{_NUMBER}|my|some) .*\b(?:{_PET}|{_KIN})\b", had, re.I):
        return f"I have {had[:1].lower()}{had[1:]}"
    return None


_AGREED = (
    r"(?:yes|yes+|yea+h?|yep|yup|sure|indeed|correct|exactly|right|i do|i am|sure do|of course|absolutely|definitely"
    r"|that(?:'s| is) (?:right|correct)|very much(?: so)?|i really do|still)"
)
_DENIED = (
    r"(?:no+|nope|nah|not at all|i don'?t|i do not|i'?m not|none)"
    r"(?:[\s,]+(?:i don'?t|i'?m not|sorry|not any|none|sadly|never))*"
)


def _confirmed(question: re.Match[str], said: str) -> str | None:
    """Say what a yes agrees to, and what a no denies."""
    what = question["what"].strip()
    if _OPEN.search(what):
        return None
    does = question.groupdict().get("does")
    if re.fullmatch(rf"{_AGREED}(?:[\s,]+{_AGREED})*", said, re.I):
        return f"I {does.lower()} {what}" if does else f"I'm {what}"
    if does and re.fullmatch(_DENIED, said, re.I):
        return f"I don't {does.lower()} {what}"
    return None


_OPEN = re.compile(
    r"\b(?:or|you|your|it|that|this|these|those|them|any|anything|something|some|someone|else|time|question"
    r"|questions|idea|mind"
    r"|preference|preferences|more|moment|minute|one|ones|first|second|with me|help|sure|ready|there|here)\b",
    re.I,
)
"""What an answer to a question that leaves something open does not tell of."""


def _place(form: str) -> Statement:
    def state(_: re.Match[str], said: str) -> str | None:
        place = re.sub(
            r"^(?:(?:it'?s|i'?m|i am|currently|just|now|based|living|well|actually|in|near|from|at|out of)\s+)*",
            "",
            said,
            flags=re.I,
        )
        bare = (
            place
            and not _EVADES.match(place)
            and not _OWN_WORDS.match(place)
            and not re.match(
                r"(?:the|an?|my|our|with|alone|home|not|on|under|inside|between|behind)\b",
                place,
                re.I,
            )
        )
        return form.format(place) if bare else None

    return state


def _trade(_: re.Match[str], said: str) -> str | None:
    """Say what somebody does for a living."""
    trade = re.sub(r"^(?:i'?m |i am |i work as |just |currently )+", "", said, flags=re.I)
    trade = re.sub(r"^(?:an?|the) ", "", trade, flags=re.I)
    if _EVADES.match(trade) or not re.match(
        rf"{words_named('job')}\b|retired\b|unemployed\b|self-employed\b", trade, re.I
    ):
        return None
    article = (
        ""
        if re.match(r"retired|unemployed|self-employed", trade, re.I)
        else "an "
        if trade[:1].lower() in "aeiou"
        else "a "
    )
    return f"I'm {article}{trade[:1].lower() + trade[1:] if not trade[:2].isupper() else trade}"


_ASKED: tuple[tuple[str, Statement], ...] = (
    (
        rf"(?:what{_IS}|(?:may|can|could) i (?:have|ask|know|get)|(?:and )?what was) your (?:first |full )?name"
        r"|who (?:am i|do i have the pleasure of) (?:talking|speaking|chatting|meeting)(?: to| with)?"
        r"|and you are",
        _named("My name is {}"),
    ),
    (
        r"(?:what|how) (?:should|shall|can|may|do|would) (?:i|you) (?:like me to |want me to |like to be "
        r"|prefer to be |want to be )?"
        r"(?:call|address|called|addressed)(?: you)?|what do (?:people|your friends|they) call you",
        _named("People call me {}"),
    ),
    (
        r"where (?:do you live|are you (?:living|based|located)|do you reside|is (?:your )?home(?: for you)?"
        r"|are you these days)"
        r"|(?:what|which) (?:city|town|country|place|part of the (?:country|world|city)|area) (?:do you live"
        r"|are you|are you based"
        r"|are you living)(?: in)?|in (?:what|which) (?:city|town|country) (?:do you live|are you)",
        _place("I live in {}"),
    ),
    (
        r"where (?:are you|do you come)(?: originally)? from(?: originally)?|where did you grow up",
        _place("I'm originally from {}"),
    ),
    (
        rf"what do you do(?: for (?:a living|work)| for your job| professionally| workwise)?"
        rf"|what{_IS} your (?:job|occupation"
        rf"|profession|line of work|job title)|what kind of work do you do",
        _trade,
    ),
    (
        rf"where do you work|who do you work for|who{_IS} your employer|(?:what"
        rf"|which) company do you work (?:for|at)",
        _filled(
            "I work at {}",
            r"(?-i:[A-Z0-9])[^?]{1,60}|an? [^?]{2,60}",
            lead=r"at |for |i work at |i work for ",
        ),
    ),
    (
        rf"how old are you|what{_IS} your age",
        _filled("I'm {} years old", r"1[01]\d|[1-9]\d", lead=r"i'?m |i am |just turned "),
    ),
    (
        rf"when{_IS} your (?P<of>birthday|anniversary|wedding anniversary)|when were you born"
        rf"|what{_IS} your (?:birthday|date of birth)",
        _filled("My birthday is {}", r"[^?]*\d[^?]*", lead=r"on |i was born on |the "),
    ),
    (
        rf"when{_IS} (?:your|the) (?P<of>(?:[\w-]+ ){{0,2}}{words_named('occasion')})",
        _filled(
            "My {of} is {}",
            r"(?:on |at |in |next |this |tomorrow|tonight|the |\d)[^?]{0,60}|[a-z]+day[^?]{0,40}",
        ),
    ),
    (
        rf"(?:what|which)(?: time ?zone are you in|{_IS} your time ?zone)",
        _filled("My time zone is {}", r"[\w+/:.-]+(?: [\w+/-]+){0,2}", lead=r"i'?m (?:in|on) |in "),
    ),
    (
        rf"what{_IS} your pronouns|(?:what|which) pronouns (?:do you use|should i use)(?: for you)?",
        _filled("My pronouns are {}", r"(?:she|he|they|ze|xe|it) ?/ ?\w+(?: ?/ ?\w+)?"),
    ),
    (
        r"(?:what|which)(?:'s| is| are"
        r"|'re) your (?:all-time )?(?P<of>favou?rite (?:kind of )?[\w-]+(?: [\w-]+)?)",
        _filled("My {of} is {}", r"[^\W\d][^?]{1,60}"),
    ),
    (
        rf"what{_IS} your (?P<of>(?:{_KIN}|{_PET})(?:'s)?) (?:name|called)|what{_IS} the name of your"
        rf" (?P<of2>{_KIN}|{_PET})",
        lambda asked, said: _named(
            f"My {(asked['of'] or asked['of2'] or '').removesuffix(chr(39) + 's').lower()}'s name is {{}}"
        )(asked, said),
    ),
    (
        rf"who{_IS} your (?P<of>boss|manager|wife|husband|partner|doctor|dentist|landlord|landlady|therapist"
        rf"|best friend)",
        lambda asked, said: _named(f"My {asked['of'].lower()} is {{}}")(asked, said),
    ),
    (
        rf"(?:do|have) you (?:have |got )?(?:any |an? )?(?P<of>pets|kids|children|siblings|brothers or sisters"
        rf"|brothers and sisters"
        rf"|{_PET}|{_KIN})",
        _owned,
    ),
    (
        r"how many (?P<of>pets|kids|children|siblings|brothers|sisters|dogs|cats) do you have",
        _owned,
    ),
    (
        r"(?:what|which) languages? do you speak",
        _filled("I speak {}", r"(?-i:[A-Z])?[^\W\d][^?]{2,60}", lead=r"i speak "),
    ),
    (
        rf"what{_IS} your hobb(?:y|ies)|what do you (?:like to )?do (?:for fun|in your (?:free|spare) time)"
        rf"|what are your interests",
        _filled("My hobbies are {}", r"[^\W\d][^?]{2,80}", lead=r"i like |i love "),
    ),
    (
        rf"what{_IS} your (?P<of>(?:shoe|shirt|ring|hat|trouser|dress) size|star sign|native language"
        rf"|first language|home ?town)",
        _filled("My {of} is {}", r"[\w.+-]+(?: [\w.+-]+){0,3}"),
    ),
    (
        r"(?:do|so,? do) you (?:still |also |usually |often |normally |happen to )?(?P<does>live|work|play"
        r"|speak|like|love|enjoy|eat|drink"
        r"|own|have|drive|use|study|prefer)\b (?P<what>[^?]{2,60})",
        _confirmed,
    ),
    (
        r"(?:are|so,? are) you (?:still |also )?(?P<what>(?:an? |from |based in |married|single|retired|vegan"
        r"|vegetarian|pescatarian"
        r"|left-handed|working (?:at|as)|living in)[^?]{0,50})",
        _confirmed,
    ),
)


@cache
def _asked() -> tuple[tuple[re.Pattern[str], Statement], ...]:
    """Return the questions, compiled when the first one is asked."""
    return tuple(
        (re.compile(rf"{_LEAD}(?:{question}){_TAIL}", re.I), state) for question, state in _ASKED
    )


_STAGED = re.compile(
    r"\b(?:role-?play\w*|practi[cs](?:e|ing)|pretend\w*|mock|rehears\w*|in character|your character|persona"
    r"|imagin(?:e|ary)|quiz\w*"
    r"|trivia|improv|dungeon|once upon|story|interview question|let'?s (?:play|act)|lesson|exercise|dialogue"
    r"|translat\w+|fictional)\b",
    re.I,
)


def as_statement(question: str, answer: str, before: Sequence[str] = ()) -> str | None:
    """Return what the user says of themselves by an answer to a question, in the words of a statement; None for none.

    `before` is what was said last, by anyone: in a game or a lesson nobody answers for themselves.
    """
    said, _, more = _CALLED.sub("\n", answer).partition("\n")
    said = _bare(said)
    if not said or len(said) > LONGEST or not question.rstrip(" )😊🙂!.").endswith("?"):
        return None
    asked = language.sentences(question)[-1].text if question.strip() else ""
    found = next(
        ((match, state) for known, state in _asked() if (match := known.fullmatch(asked))), None
    )
    if found is None or any(map(_STAGED.search, (question, *before))):
        return None
    told = found[1](found[0], said)
    return f"{told}. {more[:1].upper()}{more[1:]}" if told and more and "\n" not in more else told


_CALLED = re.compile(
    r",? (?:but|and|though) (?=(?:everyone|everybody|most people|people|my \w+|they"
    r"|you can)(?: just)? calls? me\b)",
    re.I,
)
"""Where an answer goes on with another name: "Dorothy, but everyone calls me Dot"."""


def _bare(answer: str) -> str:
    """Return the first sentence of an answer without what is only polite, "" for a question."""
    told = language.sentences(answer)
    if not told or told[0].raw != told[0].text:
        return ""
    said = _POLITE_END.sub("", _POLITE_START.sub("", told[0].text)).strip(" .!,")
    return said if said[:1].isalnum() and "?" not in said else ""


_POLITE_START = re.compile(
    r"(?:(?:hi|hey|hello|sure|well|oh|ah|um+|uh+|hmm+|haha|lol|thanks)[\s,!.:]+(?=\w))+", re.I
)
_POLITE_END = re.compile(
    r"[\s,]+(?:(?:nice|pleased|glad|good|happy) to \w+.*|and (?:you|yours)\b.*|(?:what|how) about you\b.*|you\?"
    r"|wbu\b.*|hbu\b.*"
    r"|thanks.*|thank you.*|please|lol|haha+|:\)|of course|actually)\W*$",
    re.I,
)

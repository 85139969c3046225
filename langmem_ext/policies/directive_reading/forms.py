"""Which verbs ask to remember something, and what may stand between them and what is to be remembered?"""

from __future__ import annotations

import re
from dataclasses import dataclass

_KIND = (
    r"(?:facts?|things?|info(?:rmation)?|details?|notes?|points?|preferences?|one|rule|bits?|data|piece|stuff|request"
    r"|message|statement|instructions?|news|change|decision|choice|correction|update|agreement|arrangement"
    r"|exception|reminder|deadline|dates?|numbers?|address|names?|measurements?)"
)
_COUNT = r"(?:a|an|one|two|three|four|five|six|a few|few|a couple(?: of)?|some|several|another|all|both|\d)"
_EACH = r"(?:small|little|quick|important|important|key|personal|more|other|following|new|simple|last|final|of)"
_OWN_WORDS = (
    r"what i(?:'m| am|'ve| have|'ll| will)? (?:about to |going to |just |now )?(?:say|said|tell|told|telling"
    r"|saying|mention(?:ed)?|wrote)(?: you)?"
)
_PART = r"(?:\s*(?:$|[:,;.!?–—)(]|-{1,2}(?:\s|$)))"
_AFTER_THIS = (
    rf"(?={_PART}|\s+(?:please|pls|properly|once and|but|for|about|down|too|also|as well|always|in (?:your|my|mind|case"
    rf"|future)|when"
    rf"|whenever"
    r"|next|ok|okay|thanks|will you|would you|can you|could you|somewhere|if|from|going|to (?:your|my|memory)|my|i"
    r"|i'm|im"
    r"|i've|the|our|we|and (?:don't|do not|not to|never|always|keep|use|bear|give|tell|show|help|suggest)|until"
    r"|because|since|as|so"
    r"|forever|permanently|is:?|are:?|now"
    r"|already|safe|on)\b)"
)
_AFTER_THAT = (
    rf"(?={_PART}|\s+(?:please|pls|properly|ever|never|once and|but|for (?!example)|about me|down|too|also"
    rf"|as well|always"
    rf"|when|whenever"
    rf"|next time|ok"
    r"|okay|thanks|will you|would you|can you|could you|somewhere|if|from now|going forward|to (?:your|my) (?:memory"
    r"|notes)|to memory"
    r"|in (?:your|mind|case|future|the future)|and (?:don't|do not|not to|never|always|keep|use|bear|give|tell"
    r"|show|help|suggest)|until|because"
    r"|since|so|forever"
    r"|permanently|every time|each time|as|already|instead)\b)"
)
_FOLLOWING = (
    rf"(?:(?:the|these) following (?:{_COUNT} )?{_KIND}(?: and {_KIND})?|the following|{_COUNT} (?:{_EACH} )*{_KIND}"
    rf"|something(?: (?:important|new|else|personal|quick|nice|special|funny|small|silly|cool|good|happy|sad))?"
    rf"|these (?:{_COUNT} )?{_KIND}|{_OWN_WORDS}|two|three|here)(?![\w'])"
    r"(?: (?:i'm|i am) (?:telling|about to tell) you)?"
)
_BEFORE = (
    rf"all (?:of )?(?:that|those)|both(?: of (?:these|those|them))?|those(?: {_KIND})?|(?:that|it|them"
    rf"|'em){_AFTER_THAT}"
    rf"|(?:their|his|her|its) \w+(?=\s*[.!)]*\s*$)|that (?:{_EACH} )?{_KIND}{_AFTER_THAT}|(?:all|everything) (?:of it"
    rf"|i (?:just )?(?:said|told you))"
)
_EITHER = (
    rf"(?:this|these|all (?:of )?(?:this|these)|this (?:{_EACH} )?{_KIND}|the (?:fact|rule|part|information|news"
    rf"|detail)(?= that)"
    rf"|(?:the|these|my) (?:{_EACH} )?(?:facts?|things?|info(?:rmation)?|details?)){_AFTER_THIS}|the fact(?= that)"
    r"|the (?:information|news|detail)(?= that)|this(?= (?:one|dis)\b)|dis\b"
)
_ADJUNCT = (
    r"(?:properly|with you|for (?:me|us|later(?: use| on| (?:chat|session|conversation|talk|question"
    r"|plan)s?)?|next time"
    r"|future (?:reference|use|conversations?|chats?|sessions?)"
    r"|(?:the|your|my) (?:future|records?|reference|notes)|the next time|ever|good|all (?:my |our )?future \w+"
    r"|another time)"
    r"|(?:to )?me(?=\s*:|\s+that\b)|about (?:me|myself|us|(?:my|our) (?:[\w']+ )?[\w']+(?=\s*:|\s*\.?$))|down|too"
    r"|also|please|pls|kindly|always"
    r"|in future|in the future|as well|away|somewhere|forever"
    r"|permanently|going forward|moving forward|from now on|from now|(?:every|each) time(?=\s*:)|once and for all"
    r"|will you|would you|can you|could you"
    r"|if you (?:can|could"
    r"|would|don't mind)|right|safely|carefully"
    r"|ok|okay|in (?:your|my|the) (?:long-term )?(?:memory|notes?|records|profile|files?)|to (?:your|my"
    r"|the) (?:long-term )?(?:memory|notes?|records|profile|files?|list)"
    r"|(?:(?:and|but|&) )?(?:please )?(?:don't|do not|no need to|without) (?:comment|reply|respond|react|answer|say"
    r" anything|acknowledge|discuss|mak(?:e|ing) a fuss)(?:ing)?(?: (?:on|to|about|of) (?:it|this|that)| (?:it|this"
    r"|that))?(?=\s*(?:[.:!]|$))"
    r"|to memory|on file|on record|in memory|in mind|and (?:don't forget|keep (?:it|this|that) in mind|never forget"
    r"|(?:keep|retain|store|save|memori[sz]e|remember) (?:it|this|that)(?=\s*:)"
    r"|use it)"
    r"|(?:when|whenever|while|next time|if|the next time|every time|for|in|during)(?: [\w'-]+){1,9}?"
    r"(?=\s*,?\s+that (?:i|i'm|my|we|our|the|it|he|she|(?:[\w'-]+ ){1,4}?(?:is|are|has|have|means?|must|can|cannot"
    r"|can't"
    r"|never|always|needs?|will))\b|\s*:\s)"
    r"|for (?:all |any )?(?:of )?(?:my|our|the|your|future|upcoming|next|later|other)(?: (?:my|our|next|future"
    r"|upcoming|other|[a-z]+))?"
    r" (?:chats?|conversations?|sessions?|talks?|requests?|questions?|answers?|replies|recipes?|emails?|plans?|trips?"
    r"|meals?|suggestions?|purposes|occasions|use)(?: [\w'-]+(?=\s*:|\s+[–—-]\s))?"
    r"|(?:in|on) (?:your )?(?:memory|mind|file|record))"
)
ADJUNCT = re.compile(rf"\s*[,(]?\s*{_ADJUNCT}(?![\w'])\)?", re.IGNORECASE)
"""What may stand between the verb, what it points at and what is to be remembered."""

POINTER = re.compile(
    rf"\s*(?:of\s+|about\s+)?(?:(?P<fwd>{_FOLLOWING})|(?P<bck>{_BEFORE})|(?P<any>{_EITHER}))(?![\w'])",
    re.IGNORECASE,
)
"""What a request points at: what follows (`fwd`), what came before (`bck`), or either (`any`)."""

CONNECTOR = re.compile(
    r"(?:\s*(?P<mark>[:,–—=]+|-+>?(?=\s|$)|\.{2,}|…)\s*(?:that\s+(?!is\b))?"
    r"|\s(?P<copula>is|are|being)(?: that)?\s*:?\s+(?:that\s+)?"
    r"|\s*(?P<that>(?:of |about )?(?:the fact )?that(?! (?:one|time|day|night|place|restaurant|thing|movie|song|trip"
    r"|guy|moment)\b(?! is\b))"
    r"(?! (?!uh+|um+|er+m?|like|well|basically|actually|when|whenever|if|since|because|although|while|once|as"
    r"|after|before|both|also|sometimes|usually|today|now"
    r"|soon|next|lately|for|in|on|at)"
    r"(?-i:[a-z])[\w'-]*[^s\s] (?:we|i|you|he|she|they)\b)|how(?= i\b))\s+(?:that\s+)?|\s+about\s+(?=(?:my|our"
    r"|the)\b))?\s*",
    re.IGNORECASE,
)
"""What parts the request from what is to be remembered: a mark, a copula, "that", or nothing."""


@dataclass(frozen=True, slots=True)
class Head:
    """Name a verb of remembering, in its three forms, and how much else it may mean.

    `strength`: 3 asks to remember by itself, 2 when what follows is put as a statement, 1 only beside words that point
    at something to be kept. One of `words` stands in every form of it.
    """

    rule: str
    strength: int
    words: tuple[str, ...]
    pattern: re.Pattern[str]


_MEMORY = (
    r"(?:(?:to|in|into|onto|on|under|inside|with)\s+(?:(?:your|the|my|our)\s+)(?:long-?term\s+|own\s+|internal\s+"
    r"|user\s+)?"
    r"(?:memory(?: bank| banks| store)?|notes?|memories|records?|profile|knowledge(?: base)?|brain|head|mind|database"
    r"|files?|preferences"
    r"|data|log)(?! ?books?\b)|(?:to|in|into) (?:long-term )?memory|on (?:file|record)|in stone"
    r"|(?:to|in|into|with|among) (?:(?:what|everything|all|whatever|the (?:\w+ )?(?:things|stuff|facts|list"
    r"|info(?:rmation)?|details)(?: of things)?)(?: that)? you(?:'ve| have)?"
    r" (?:already |currently )?(?:know|remember|have|saved|stored|got|learned|noted|keep)(?: down| saved"
    r"| stored)?(?: (?:about|on|for) (?:me|us))?"
    r"|(?:my|our) (?:details|info(?:rmation)?|facts|user profile|bio|background)|(?:your|the) (?:understanding"
    r"|picture|knowledge|notes?|file|list) (?:of|about|on) (?:me|us)))"
)
_IT = (
    r"(?:(?:this|that|it|these|those|them|both(?: of (?:these|those|them))?|the following|something|(?:this|that"
    r"|the following|these) \w+"
    r"|the fact|all (?:of )?(?:this|that|it|these|those))\s+)"
)
_NP = r"(?P<np>(?:my|our|the|his|her|mom's|(?-i:[A-Z]))[^,:;?!.]{2,90}?(?:,[^,:;?!]{2,50},)?\s+)"


def _verb(base: str, gerund: str, past: str) -> str:
    return rf"(?:(?P<base>{base})|(?P<ing>{gerund})|(?P<ed>{past}))"


def _head(rule: str, strength: int, words: str, form: str) -> Head:
    pattern = re.compile(rf"(?<![\w'-])(?:{form})(?![\w'])", re.IGNORECASE)
    return Head(rule, strength, tuple(word.replace("_", " ") for word in words.split()), pattern)


_NOTING = _verb(
    "make|take|keep|leave|add|create|save|store|register|set(?= yourself)",
    "making|taking|keeping|leaving|adding|creating",
    "made|taken|took|kept",
)
_PLACING = _verb(
    "save|store|add|put|keep|commit|write|record|log|file|lock|stick|pop|place|enter|include|get|tuck|note|set|burn"
    "|etch|hold|jot"
    "|leave|remember|stash|engrave|carve|drill|have|stays?|remains?|sticks?|insert|append|register|retain|move|copy"
    "|drop",
    "saving|storing|adding|putting|keeping|committing|writing|recording|logging|placing|noting|holding",
    "saved|stored|added|put|kept|committed|written|recorded|logged|placed|noted|filed",
)

HEADS: tuple[Head, ...] = (
    _head("dont_forget", 3, "forget slip track sight lose overlook ignore neglect", r"(?:(?:i|we)(?: really"
        r"| just)? (?:don't|do not|wouldn't|would not) (?:want|like|wish)(?: for)? you to(?: ever)?|i(?:'d"
        r"| would)? hate (?:for you to|it if you)"
          r"|(?:i )?hope(?:fully)? (?:that )?you (?:don't|do not|won't|will not|never)(?: ever)?|(?:please"
          r"|pls),? (?:not|no)(?: to)?|don't(?: you)?(?: ever| please)?|do not(?: you)?(?: ever| to)?|never(?: ever)?"
          r"|not to|must not|mustn't|should not"
          r"|shouldn't|cannot|can't|won't|stop|quit|please no)(?: you)? (?:please |dare (?:to )?|even )?"
          r"(?P<neg>forget(?:ting)?|forgot(?= that)|(?:lose|losing) (?:track|sight)(?: of)?|lose(?= (?:this|that"
          r"|these|the following)\b)|(?:overlook|ignore"
          r"|neglect)(?=(?: the fact)? that))"
          r"|don't let (?:me|us|yourself|it be|that be|this be) (?:forget|forgotten)|don't let (?:this|that"
          r"|it) slip(?: your (?:mind|memory))?"),
    _head("save", 3, "somewhere aside away safe handy lock file record noted saved stored recorded remembered",
          r"(?P<base>put|keep|store|file|write|stick|save|tuck|stash|set|lock|squirrel|park|have|get) (?:(?:this|that"
          r"|it|these|those|them|both|the following)\s+)"
          r"(?:down )?(?:somewhere(?: safe| handy| dear| good)?|aside|to one side|away(?: safely)?|on (?:file"
          r"|record)|handy|safe"
          r"|in|noted|saved|stored|recorded"
          r"|remembered|written down)(?P<ing>x{99})?(?P<ed>x{99})?"),
    _head("keep_in_mind", 3, "mind view",
                                     rf"{_verb('keep|bear|bare|have|hold|take|put', 'keeping|bearing|holding', 'kept')}"
                                     rf" (?:(?:always|please) )?(?:{_IT}|{_NP})?(?:firmly |always )?"
          r"(?:(?:in|on|at|to) (?:your |the )?mind|(?<=\bthis |..\bit |that |hese )in (?:view|sight)(?! of\b)"
          r"|(?:in|at) the (?:back|front|top) of your mind)"),
    _head("note", 3, "note record memo reminder entry memor fact",
          rf"{_NOTING} "
          r"(?:yourself )?(?:an? |some |another |this |the )?"
          r"(?:mental |quick |little |small |special |careful |permanent |private |personal |brief |new |following "
          r"|wee |tiny |proper |firm |clear )?(?:note|notes|record|memo|reminder|entry|memory|memories|fact)"
          r"(?!(?<=[adestorg] memory) (?!(?:i|i'm|im|my|our|we|that|of|about|the|for|to|in|on|down|please"
          r"|somewhere)\b)\w)"
          r"(?! (?:apps?|templates?|cards?|e-?mails?|mails?|messages?|texts?|letters?|sheets?|pages?|boards?|widgets?"
          r"|posters?|signs?|systems?|tools?|scripts?|functions?|objects?|tables?|fields?|labels?|stickers?|leaks?"
          r"|games?|tests?|usage|limits?|sounds?|more|less|shorter|longer|friendlier|nicer|clearer|politer|warmer|softer|firmer"
          r"|a (?:bit|little|touch) (?:more|less|\w+er))\b)"
          r"(?! for (?-i:[A-Z])\w+ to\b)(?! (?:to|in|on|at|under|above|below|beside) (?!self|yourself|you\b"
          r"|your\b|me\b|my (?:memory|profile|file"
          r"|notes)))"
          r"(?: (?:down|somewhere|here|for (?:me|yourself|later(?! (?:chat|session|conversation|talk|question"
          r"|plan)))|to (?:self|yourself)|about me|in my profile"
          r"|that (?:says|reads|states)|saying|stating|which says|to (?:your|my) (?:memory|profile|notes)|in (?:your"
          r"|my) (?:memory|profile|notes)))*"
          r"(?: of(?! (?:the )?fact)(?= (?:this|that|it|these|those|the following|my|our|the))| about(?= (?:this|that"
          r"|it|me)))?"),
    _head("note", 3, "down",
          rf"{_verb('jot|write|put|take|mark|get', 'jotting|writing|putting|taking', 'jotted|written|put|taken')} "
                     rf"(?:{_IT})?down(?! (?:to|the(?! following)|a|an|by)\b)(?: (?:on paper|in writing"
                     rf"|somewhere(?: (?:safe|handy|good|dear))?))?"),
    _head("save", 3,
          "memor stone note record profile knowledge brain head mind database file preferences data log you_know "
          "you_remember"
          " you_have you_saved you_already details info facts bio background",
          rf"(?:{_PLACING} (?:down |away )?(?:{_IT}|{_NP}|(?P<short>(?!down|away|this|that|it|in"
          rf"|to)[^,:;?!.]{{3,60}}? )"
          r"(?=(?:to|in|into) (?:your|my) (?:memory|notes?|profile|records|file|preferences)))?"
                     rf"|[a-z]{{3,9}} {_IT}(?=(?:in|into|to|on|onto) your (?:mind|memory|brain|head|skull|memories)))"
                     rf"(?:down |away )?(?:for (?:me|later|future reference) )?{_MEMORY}"),
    _head("save", 3, "memor notes record profile preferences knowledge file database you_know you_have you_saved"
                     " you_remember you_got info detail data", r"(?P<base>update|change|correct|amend|edit|adjust|fix"
                         r"|revise|refresh)(?P<ing>x{99})?(?P<ed>x{99})? "
                     rf"(?:{_IT}in )?(?:(?:your|my) (?:long-term |own |user )?(?:memory|memories|notes?|records?"
                     rf"|profile|preferences|knowledge|files?|database)"
                     r"|what(?:ever)? you(?:'ve| have)? (?:know|have|saved|stored|remember|got)(?: (?:about|on"
                     r"|for) me)?|(?:the )?(?:info(?:rmation)?|details|data|file) (?:that )?you have(?: (?:about|on"
                     r"|for) me)?"
                     r"|my (?:details|info(?:rmation)?|data|file)(?: on file)?)"
                     r"(?: (?:to (?:say|reflect|show|include|read|note)|with|so|about me|on me|of me|accordingly"
                     r"|please|now))*"),
    _head("remember", 3, "remember memori internali yourself retain persist", _verb("remember|memori[sz]e"
        "|internali[sz]e|retain|persist"
        "|(?:remind|tell|teach) yourself", "remembering|memori[sz]ing", "remembered|memori[sz]ed|remember")),
    _head("note", 2, "not nb n.b. memo", _verb("note|nb|n\\.b\\.|nota bene|mental note"
        "|note to self", "noting", "noted|take note")
          + r"(?: (?:to self|to yourself|for yourself|down|well|carefully|closely))*"),
    _head("save", 1, "sav stor keep log record retain regist file filing book pin hold hang learn kept stash tuck"
                     " lock preserve capture document track memo squirrel cache stow add put", _verb("save|store|keep"
                         "|log|record|retain|register|file|bookmark|pin|hold on to"
                         "|hang on to|hang onto|learn|hold onto|stash"
                         "|tuck|lock|preserve|capture"
                           "|document|track|memo|squirrel|cache|stow|add|put",
                           "saving|storing|keeping|logging|recording|retaining", "saved|stored|kept|logged|recorded"
                               "|retained|registered")
          + r"(?: (?:away|track(?: of)?|a record of|in))?"),
    _head("know", 1, "know aware advised mindful informed conscious careful reminded told account consider",
          _verb("know|consider(?= (?:always )?that)|be (?:aware|advised|mindful|informed|conscious|careful"
          "|reminded|told)|take (?:into (?:account"
                "|consideration)|"
                           "(?:this|that|it) into (?:account|consideration))", "knowing", "known|advised")
          + r"(?: (?:of|about)(?= the fact))?"),
    _head("know", 1, "given read known",
          r"(?P<base>take (?:it|this|that) (?:as (?:read|given|known|a given)|for granted))"
          r"(?P<ing>x{99})?(?P<ed>x{99})?"),
)  # fmt: skip
"""Verbs that ask to remember; the first of two that overlap counts."""

_HINTS = tuple(
    hint.replace("_", " ")
    for hint in (
        "remem get_lost how_you_ consider remind persist yourself stash tuck lock track preserve capture document mind "
        "head brain "
        "somewhere aside file info default policy rule instruction principle guideline preference forget "
        "forgot lose note noti save saving store storing add put log pin hold hang learn slip record jot writ "
        "reference future forward henceforth next later important know aware advised account update change "
        "correct amend refer always never keep kept mark register bookmark retain commit whenever starting "
        "effective nb n.b sight overlook ignore neglect safe between memo from_now from_here from_this "
        "from_today every_time each_time any_time anytime for_all for_any for_every for_each as_of as_a "
        "when_i when_you when_u if_i stop_ dont_ don't quit_ permanent until unless_ standing habit norm "
        "applies holds"
        " should_i in_your each_ every_ hence hereafter instructed you_are_to you're_to are_not_to "
        "all_times do_not for_me, fact:"
        " not_tomorrow nor_tomorrow not_today not_later between_us between_the between_you"
        " long_run long_term long_haul only_ever let_us let's lets_ notes given "
        "in_stone dossier tabs_on this_message engrav etch_ burn_t burn_i tattoo bank_t bank_i pencil "
        "carry_ carrying stay_with stays_ safekeeping ledger circuit "
        "l8r sharing_so sharing_t telling_you stored say_it_once tell_you_once "
        "again: again_that twice: twice_that once_more till_i "
        "ever. ever, ever! ever_again forever whatever_i no_more spoiler 't_lost repeat_ just_so so_you_h "
        "so_you_k so_you_w archive storage stor_ park_t for_good "
        "tomorrow_on "
        "in_any at_no in_no_case circumstances pref: prefs: how_i_like way_i_want i_want_all show_me_must "
        "internali "
        "archive your_ears things_ matters_ stick say_it say_this let_me again, need_this need_it "
        "for_me_must for_me_should not_now not_ever "
        "calling_me addressing_me referring_to in_all further_ call_me calls_me called address_me addressed name_me"
        " with_me mr mrs_ ms. mx dr. prof doctor formalit surname the_title no_title titles my_name name's"
    ).split()
)


def hints(text: str) -> bool:
    """Tell whether a text holds a piece of any word that requests are made of; without one nothing else is tried."""
    low = text.lower()
    return any(map(low.__contains__, _HINTS))

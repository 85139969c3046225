"""Does a sentence speak of nothing but telling, keeping and forgetting, and so hold nothing to keep?

"I'll say it once", "I keep losing this myself", "make sure that sticks": every word of such a sentence is one of a
closed vocabulary of talk about talk, or a mere word of form.
"""

from __future__ import annotations

import re

_FORM = frozenset(
    """
    a an the this that these those it its it's that's one ones them they there here what which who i i'm im i'd i'll
    ill i've ive me my myself mine you u ya ur your you're youre you'll youll you'd you've yourself we we'll we're
    us our and or but so because cos cuz cause since as if when whenever then than at by in into of off on onto up
    down out over for from to too with without about between around next back is isn't are be been being am was
    wasn't were will won't wont would wouldn't 'll can can't cant cannot could couldn't should shouldn't must
    mustn't may might shall do does did don't dont doesn't doesnt didn't didnt have has haven't had gonna going need
    needs needn't want wants got get gets getting let lets let's make makes not never no ever always only just also
    again still already really very so quite rather even either both all any each every more most much many few some
    other another else otherwise please pls plz thanks thank thx ok okay k yes yeah yep no hey hi well right now
    today then lol haha ha xx btw oh
    """.split()
)
_TALK = frozenset(
    """
    archive archived use term long say says saying said tell tells telling told ask asks asking asked repeat
    repeats repeating repeated explain explaining explained mention mentioned remind reminding reminded forget
    forgets forgetting forgot forgotten forgetful remember remembers remembering remembered lose loses losing
    lost drop keep keeps keeping kept hold holds holding know knows knowing knew known stick sticks sticking
    stuck stay stays staying save saved saving store stored storing note noted memorise memorize memorizing
    memorised memorized memory memories record recorded file filed log logged head brain mind sieve mixing mix
    mixed confuse confusing block blocks blocking blank blanks guess guessing wrong twice once thrice time times
    later sooner future start forever permanent permanently important importantly crucial vital urgent essential
    matter matters serious seriously trust promise sure certain hope hoping wish thing things stuff thought
    testing quiz checking look come comes coming up message conversation chat chats conversations somewhere
    anywhere place safe follow following account rule mistake same care tattoo engrave etch carve burn write
    writing written jot favour favor
    """.split()
)
_TIMES = frozenset(
    """
    week weeks month months year years day days first second last beginning end life sick fed bored tired happy
    glad good yesterday tomorrow stone arm
    """.split()
)
"""What alone is no talk about keeping: "I'm in my second year"."""
_KNOWN = _FORM | _TALK | _TIMES
_LIKE = re.compile(r"(?:(?<=i)'?d| would) like\b", re.I)
_ORDERS = re.compile(
    r"(?:(?:please|pls|to|always|never|don'?t|do not|only|just|when(?:ever)? [^,]*,|not|from \w+ on|now) )*(?:ask"
    r"|tell|say|explain"
    r"|repeat"
    r"|remind|mention|talk|speak|look|check|test|quiz|write|guess|start|begin|end|stop|finish|use|answer"
    r"|reply)\b(?! (?:it|this|that|them) down\b)",
    re.I,
)
"""How what the assistant is to do begins: "ask me one question at a time"."""

_WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d")
MOST = 22
"""Words of such a sentence."""


def is_aside(said: str, *, also: frozenset[str] = frozenset()) -> bool:
    """Tell talk about telling and keeping, of no more than `MOST` words, from a statement.

    `also`: further words that may stand in it.
    """
    if _ORDERS.match(said) or "/" in said:
        return False
    words = [each.lower() for each in _WORDS.findall(_LIKE.sub("want", said.replace("’", "'")))]
    if not 1 < len(words) <= MOST or _TALK.isdisjoint(words):
        return False
    return all(word in _KNOWN or word in also for word in words)

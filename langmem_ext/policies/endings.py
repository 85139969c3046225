"""Which habit, possession or company of theirs does the user say is over?

What fills a slot is taken back by a retraction, a task is closed; this is of the rest: "I don't run anymore", "I sold
the bike", "me and Tasha broke up", "Jonas moved out", "my office is on the fifth floor now".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from langmem_ext.command_reading.matching import stems
from langmem_ext.policies import sentences as language
from langmem_ext.policies.earnest import stated_in_earnest


@dataclass(frozen=True)
class Ending:
    """Say that something the user did, had or lived with is over.

    `kind` names what (a key of the forms), `verb` is what was done and `what` with what, to what or by whom, `so` is
    how it is now, `who` does it where it is one of the user's own; None where nothing is said of it.
    """

    kind: str
    verb: str | None = None
    what: str | None = None
    so: str | None = None
    who: str | None = None

    @property
    def replaces(self) -> bool:
        """Tell whether another value takes the place, and must be known first."""
        return self.kind in (
            "value", "moved", "contrary", "school", "times", "manner", "instead",
        )  # fmt: skip

    @cached_property
    def said_again(self) -> frozenset[str]:
        """Return the telling words that stand in what takes the place too."""
        return self.words | stems(self.verb or "")

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the telling words of `what`."""
        return stems(self.what or "")


_SO = r"(?:(?:just|really|actually|finally|recently|sadly|also|now|already|unfortunately|officially)\s+)*"
_DONE = r"(?:any ?more|any longer|these days|nowadays)"
_TURNED_OUT = re.compile(
    r"^(?:so |well |hey )*(?:it )?turn(?:s|ed) out(?: that)?,? (?P<so>.*\bnot\b[^.;]*)", re.I
)
"""What is not so, as the user has learned."""
_REST = (
    r"(?:\s*[,;(–—].*|\s+(?:since|because|as|cause|due to|so|and|but|now|for|after|last|this|yesterday|today"
    r"|lol|btw|sadly|ago|years?|over the|during|on \w+day"
    r"|in (?:her|his|its) sleep|an? (?:few|couple|week|month|year|while))\b.*)?[\s.!]*$"
)
_NAMED = (
    r"(?:(?:my|our|the|that) )?"
    r"(?P<what>(?!it\b|that\b|this\b|them\b|there\b|here\b|him\b|her\b|you\b|so\b)\w[\w' &-]{1,40}?)"
)
_PERSON = (
    r"(?P<what>(?!(?:i|we|you|he|she|it|they|who|that|this|everyone|everybody|someone|somebody|people|family)\b)"
    r"[^\W\d_][\w'-]+)"
)
PARTNER = (
    r"(?:(?:ex-?)?(?:girlfriend|boyfriend|gf|bf|partner|wife|husband|spouse|fianc[eé]e?|other half"
    r"|better half)\b)"
)
"""Whom one is with."""
_PARTED = (
    r"(?:have |are )?(?:broke(?:n)? up|split(?: up)?|separated|(?:got )?divorced|parted ways)\b"
)
_DO_NOT = rf"(?:i|we) {_SO}(?:don'?t|do not|dont) {_SO}"
_CANNOT = rf"(?:i|we) {_SO}(?:can'?t|cannot|can not) {_SO}"
_HAVE_NOT = rf"(?:i|we) {_SO}(?:don'?t|do not|dont) (?:have|own)"
_AM_NOT = rf"(?:i'?m|i am|we'?re|we are) {_SO}(?:no longer|not)"
_HAVE_DONE = (
    rf"(?:(?:i|we)(?:'ve| have)? {_SO}|{_SO}(?=(?:graduated|passed|cancell?ed|unsubscribed|got|found|started|landed"
    r"|accepted|sold|quit|left|stopped|dropped|gave|broke up|split up)\b))"
)
"""The user, named or left out: "quit the bike shop today"."""
_STOPPED = r"(?:stopped|quit|gave up|given up)(?: on)?"
_GIVEN_AWAY = (
    r"(?:sold|gave away|given away|got rid of|gotten rid of|scrapped|donated|traded in|totall?ed"
    r"|threw (?:out|away)|thrown (?:out|away))"
)
_RUNS_DOWN = (
    r"(?!(?:my|our|the) (?:[\w-]+ ){0,2}(?:phone|mobile|cell|laptop|tablet|i ?pad|watch|battery|headphones|earbuds"
    r"|camera|torch|remote|connection|internet|server|light|signal|line|fire)s? [^.]*\bdied\b)"
)
"""What dies and is charged again."""
_MINE = r"(?:(?:my|our) (?:[a-z]+(?:-[a-z]+)* ){0,2}?)?"
_ONE_OF_MINE = rf"(?P<who>(?!(?:i|we|you|it|that|this|there)\b)(?:{_MINE}(?-i:[A-Z])[\w'-]+|(?:my|our) [\w-]+))"
_CLASS = (
    r"(?:(?:the |his |her |my )?(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|eleventh|twelfth|final|last) (?:grade|class|year|form)|(?:year|grade|class|form|standard) \d+|kindergarten"
    r"|nursery|preschool|reception|(?:primary|elementary|middle|secondary|high|grammar) school|school|college|uni"
    r"(?:versity)?|sixth form)"
)
_DONE_BY_ONESELF = (
    r"(?:have|own|eat|drink|play|use|live|work|speak|smoke|drive|ride|go|study|teach|run|swim|cycle|sing|read|write"
    r"|wear)"
)
_CALLED_OFF = (
    r"(?:(?:is|are|was|were|got|has been|have been|'s) (?:now )?(?:off|called off|cancell?ed"
    r"|not happening(?: any ?more)?)|fell through|is not going ahead|isn'?t going ahead)"
)
_GONE = r"(?:died(?: on me)?|stolen|sold|totall?ed|scrapped|dropped|discontinued|axed)"
_DIED = r"(?:died|passed away|(?:was |were |had to be )put (?:down|to sleep))\b"

_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern + _REST, re.I))
    for kind, pattern in (
        (
            "school",
            rf"{_ONE_OF_MINE} (?:has |have )?{_SO}(?:started|starts|begins|began|(?:is|are) (?:starting|in|going into)"
            rf"|moved up (?:in)?to|went into|goes into|goes to) {_CLASS}",
        ),
        (
            "value",
            rf"(?:my|our) {_NAMED}(?: (?:is|are)|'s) (?P<so>{_SO}now\b.*|(?!not\b)[^,;]* now$)",
        ),
        ("value", rf"(?:my|our) {_NAMED} {_SO}turned (?P<so>\d+)\b.*"),
        (
            "value",
            rf"(?:my|our) {_NAMED} (?:(?:has|have|was|were|got|has been|have been) )?{_SO}(?:changed|switched|moved"
            r"|rebooked|updated) to \w.*",
        ),
        (
            "value",
            rf"{_HAVE_DONE}(?:changed|switched|moved) (?=my|our){_NAMED} (?:from .+ )?to \w.*",
        ),
        (
            "value",
            rf"(?:(?:i|we)(?:'ve| have)? )?{_SO}(?:got|bought|ordered|picked up|found)"
            rf" (?:myself |ourselves )?(?:an?|my|our) (?:brand[- ])?new {_NAMED}(?! for\b)",
        ),
        ("taste", rf"{_DO_NOT}(?:hate|dislike|mind) {_NAMED}(?: {_DONE}| after all| at all| now)?"),
        ("taste", rf"(?:i|we) {_SO}no longer (?:hate|dislike|mind) {_NAMED}"),
        ("home", rf"{_DO_NOT}live with {_NAMED} {_DONE}"),
        ("home", rf"(?:i|we) {_SO}no longer live with {_NAMED}"),
        ("home", rf"{_AM_NOT} living with {_NAMED}(?: {_DONE})?"),
        ("home", rf"(?:my (?:[a-z]+ )?)?{_PERSON} (?:has |have )?{_SO}moved out\b"),
        ("home", rf"(?:i|we)(?:'ve| have)? {_SO}moved out of (?=my|our){_NAMED}['’]s?(?: \w+)?"),
        ("home", rf"(?:i|we)(?:'ve| have)? {_SO}moved out from (?=my|our){_NAMED}['’]s?(?: \w+)?"),
        ("home", rf"i(?:'m| am)? {_SO}(?:live|living) {_SO}(?:alone|by myself|on my own)"),
        ("had", rf"{_HAVE_NOT} {_NAMED} {_DONE}"),
        ("had", rf"(?:i|we) {_SO}no longer (?:have|own) {_NAMED}"),
        ("had", rf"{_HAVE_DONE}{_GIVEN_AWAY} (?=my|our|the|that){_NAMED}"),
        (
            "had",
            rf"(?=my|our|the){_RUNS_DOWN}{_NAMED} (?:(?:has |have |was |got |is )(?:been )?)?{_SO}{_GONE}",
        ),
        (
            "had",
            rf"{_RUNS_DOWN}(?:(?:my|our) (?:[a-z]+ )?)?{_PERSON} (?:has |have )?{_SO}{_DIED}",
        ),
        ("habit", rf"{_DO_NOT}(?P<verb>[a-z]{{2,}})(?: {_NAMED})?? {_DONE}"),
        ("habit", rf"{_CANNOT}(?P<verb>[a-z]{{2,}}) {_NAMED} {_DONE}"),
        ("habit", rf"(?:i|we) {_SO}no longer (?P<verb>[a-z]{{2,}})(?: {_NAMED})??"),
        ("habit", rf"{_AM_NOT} (?P<verb>[a-z]{{2,}}ing)(?: {_NAMED})?? {_DONE}"),
        ("state", rf"{_AM_NOT} (?:an? )?{_NAMED}(?: {_DONE}| after all)"),
        ("state", rf"(?:i'?m|i am|we'?re|we are) {_SO}no longer (?:an? )?{_NAMED}"),
        ("habit", rf"{_HAVE_DONE}{_STOPPED} (?P<verb>[a-z]{{2,}}ing)(?: {_NAMED})??"),
        ("taken", rf"{_HAVE_DONE}(?:gave up|given up|quit)(?: on)? {_NAMED}"),
        (
            "taken",
            rf"{_HAVE_DONE}(?:dropped(?: out of)? (?=my|our|the|(?-i:[A-Z]))|left (?=my|our|the)){_NAMED}",
        ),
        (
            "taken",
            rf"(?:i|we)(?:'ve| have)? {_SO}(?:switched|changed|moved|migrated|converted|went) (?:away )?(?:over )?from"
            rf" {_NAMED}(?: (?:over )?to \w.*)?",
        ),
        (
            "had",
            rf"{_HAVE_DONE}(?:traded|swapped|exchanged|replaced) (?:in )?(?=my|our|the|(?-i:[A-Z])){_NAMED}"
            r" (?:in )?(?:for|with|by) \w.*",
        ),
        ("moved", rf"(?:(?:my|our) )?{_NAMED} (?:has |have )?{_SO}moved (?:back |over )?to \w.*"),
        ("wedding_off", rf"(?:the|our|my) (?:wedding|engagement) {_SO}{_CALLED_OFF}"),
        (
            "graduated",
            rf"{_HAVE_DONE}(?:graduated|(?:finished|completed) (?:my|the) (?:degree|studies|phd|master'?s|bachelor'?s"
            r"|diploma|apprenticeship)|got my (?:degree|diploma|phd|master'?s|bachelor'?s))",
        ),
        (
            "licensed",
            rf"{_HAVE_DONE}(?:passed my (?:driving|road) test|got my (?:driving |driver'?s )?licen[cs]e)",
        ),
        (
            "employed",
            rf"{_HAVE_DONE}(?:started|got|found|landed|accepted) (?:a|my) (?:new )?job\b.*",
        ),
        ("employed", r"(?:i'?m|i am) starting (?:a|my) new job\b.*"),
        ("back_at_work", rf"(?:i'?m|i am|i was|i went) {_SO}back (?:at|to) work"),
        ("called_off", rf"(?=my|our|the){_NAMED} {_SO}{_CALLED_OFF}"),
        ("booked", rf"{_HAVE_DONE}(?:cancell?ed|called off) (?=my|our|the|(?-i:[A-Z])){_NAMED}"),
        ("unsubscribed", rf"{_HAVE_DONE}(?:cancell?ed|unsubscribed from|ended) {_NAMED}"),
        (
            "unmarried",
            rf"(?:{_HAVE_DONE}|my (?:[\w-]+ ){{1,3}}and (?:i|me) )(?:got|are) {_SO}married(?: now)?",
        ),
        (
            "single",
            r"(?:i have|i've got|i've|i got|i found) (?:an? )?(?:new )?(?:girlfriend|boyfriend|partner|gf|bf"
            r"|fianc[eé]e?)(?: now| called \w+)?",
        ),
        (
            "single",
            r"(?:i'?m|i am) (?:dating|seeing) (?:someone|somebody|an? \w+|(?-i:[A-Z])\w+)(?: now)?",
        ),
        ("partner", rf"(?:me|i) and (?:my )?(?:{PARTNER} ?)?(?P<what>[\w'-]+)? ?{_SO}{_PARTED}"),
        ("partner", rf"(?:my )?(?:{PARTNER} ?)?{_PERSON}? ?and (?:i|me) {_SO}{_PARTED}"),
        ("partner", rf"we(?:'ve| have)? {_SO}(?:broke up|broken up|split up|(?:got )?divorced)\b"),
        (
            "partner",
            rf"{_HAVE_DONE}(?:broke(?:n)? up|split(?: up)?) with (?:my )?(?:{PARTNER} ?)?{_PERSON}?",
        ),
        ("partner", rf"{_HAVE_DONE}(?:divorced|dumped) (?:my )?(?:{PARTNER} ?)?{_PERSON}?"),
        (
            "of_kin",
            rf"{_ONE_OF_MINE} (?:has |have )?{_SO}(?:gave up|given up|quit|dropped)(?: (?P<verb>[a-z]{{2,}}ing))?"
            rf"(?: {_NAMED})?",
        ),
        (
            "of_kin",
            rf"{_ONE_OF_MINE} (?:has |have )?{_SO}(?:stopped (?P<verb>[a-z]{{2,}}ing)|no longer (?P<does>[a-z]{{2,}}))"
            rf"(?: {_NAMED})??",
        ),
        (
            "of_kin",
            rf"{_ONE_OF_MINE} {_SO}(?:doesn'?t|does not|don'?t) (?P<verb>[a-z]{{2,}})(?: {_NAMED})?? {_DONE}",
        ),
        (
            "denied",
            rf"(?:i'?m|i am) {_SO}not (?=an? |the |allergic|on |in |at |from )(?:an? )?{_NAMED}",
        ),
        ("denied", rf"{_DO_NOT}(?P<verb>{_DONE_BY_ONESELF}) {_NAMED}"),
    )
)

_HINT = re.compile(
    r"\b(?:any ?more|any longer|these days|nowadays|after all|no longer|stopped"
    r"|dropped|left|cancell?ed|unsubscribed|ended|quit|gave|given|sold"
    r"|rid of|scrapped|donated|traded|swapped|exchanged|replaced|migrated|converted|totall?ed"
    r"|threw|thrown|died|stolen|broken?|split|separated|divorced|parted"
    r"|dumped|turned|called off|married|girlfriend|boyfriend|partner|gf|bf|fianc[eé]e?|dating|seeing|moved out|alone"
    r"|passed away|put (?:down|to sleep)"
    r"|by myself|on my own|now|(?:changed|switched|moved)\b.* to|new|start\w*|began|begins|grade|year|class|school"
    r"|goes|went|off|fell through|ahead|happening|graduated|driving|road|licen[cs]e|job|degree|studies|phd|master'?s"
    r"|bachelor'?s|diploma|apprenticeship|back (?:at|to) work|not|don'?t|dont|doesn'?t)\b",
    re.I,
)


def endings(message: str) -> list[Ending]:
    """Return what the user says is over, in order; questions, quotes and suppositions end nothing."""
    if not _HINT.search(message):
        return []
    return [each for text in stated_in_earnest(message) for each in _of(text)]


def _of(text: str) -> Iterator[Ending]:
    text = _LEAD.sub("", _TURNED_OUT.sub(r"\g<so> after all", text))
    if (whole := _ending(text)) and whole.kind == "partner":  # "mia and i" is no two clauses
        yield whole
        return
    for clause in language.clauses(text):
        if found := _ending(_LEAD.sub("", clause)):
            yield found


_LEAD = re.compile(
    r"^(?:(?:no|well|so|oh|actually|btw|by the way|also|and|but|ok|okay|sorry|unfortunately|sadly|update|fyi|hey|hi"
    r"|as of (?:today|now)|turns out|news|anyway|ugh|yeah)[\s,:.!—–-]+)+",
    re.I,
)


def _ending(clause: str) -> Ending | None:
    for kind, pattern in _FORMS:
        if match := pattern.match(clause):
            named = match.groupdict()
            verb = named.get("verb") or named.get("does")
            return Ending(kind, verb, named.get("what"), named.get("so"), named.get("who"))
    return None

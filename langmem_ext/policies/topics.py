"""Which category, type, title and keywords does a statement get?"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from langmem_ext.policies.dates import WEEKDAY
from langmem_ext.policies.facts import match_fact
from langmem_ext.policies.statement_types import type_of

TITLE_LENGTH = 50
"""Characters of a generated title (spec 000 section 2.3)."""

KEYWORDS = 8
"""Keywords kept per memory (spec 000 section 2.3)."""


@dataclass(frozen=True, slots=True)
class Topic:
    """Where a statement belongs, how long it lives, and the slot it certainly fills."""

    category: str
    type: str
    slot: str | None = None
    rule: str = "default"


_PEOPLE = (
    r"wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|mother|mom|mum|father|dad|sister"
    r"|brother|son|daughter|kids?|children|aunt|uncle|cousin|niece|nephew|grandm\w+"
    r"|grandp\w+|friend"
    r"|colleague|co-?worker|boss|dog|cat|pet|roommate|neighbou?r|in-laws?"
)
_WHEN = (
    rf"today|tonight|tomorrow|{WEEKDAY}|next (?:week|month|year)"
    r"|at \d{1,2}(?::\d\d|\s?[ap]m)|\d{1,2}:\d\d|on the \d|\d(?:st|nd|rd|th)"
    r"|(?:january|february|march|april|june|july|august|september|october|november|december)"
)
_KEYWORD_TOPICS = tuple(
    (rule, re.compile(rf"\b(?:{words})\b", re.IGNORECASE), Topic(category, type_, None, rule))
    for rule, words, category, type_ in (
        ("tone", r"(?:be|sound|stay|keep it|more|less|too) (?:\w+ )?(?:formal|informal|casual|friendly"
            r"|polite|professional|warm|blunt|direct|cheerful|playful)|tone", "tone", "preference"),
        ("style", r"the assistant|(?:answers?|replies|responses|explanations|summaries) (?:should|must"
            r"|in|to be|short|brief)|bullet points|emojis?|metric|units|citations?|concise|verbose",
         "style", "preference"),
        ("task", r"needs? to|has to|have to|must|deadline|due|todo|to-do|remind(?:er)?|pick up|renew"
            r"|submit", "tasks", "task"),
        ("event", r"(?:meeting|appointment|interview|exam|flight|concert|wedding|party|trip|dinner|lunch"
            rf"|conference|presentation|anniversary|game|call)\b.*\b(?:{_WHEN})", "event", "event"),
        ("allergy", r"allerg\w+|intoleran\w+|intolerance", "profile", "identity"),
        ("preferences", r"prefers?|likes?|loves?|hates?|dislikes?|enjoys?|favou?rites?|always|never|rather"
            r"|wants? (?!to\b)|would like"
            r"|can't stand|fan of|vegan|vegetarian", "preferences", "preference"),
        ("people", _PEOPLE, "relationships", "relationship"),
        ("profile", r"(?:full |first |last )?name is|works? (?:at|for|as)|lives? in|is from|birthday"
            r"|years old|born|e-?mail|phone|address|pronouns|nationality|native", "profile", "identity"),
        ("goals", r"goals?|wants? to|plans? to|planning|hopes? to|dreams? of|decided|decision|agreed"
            r"|aims? to", "goals", "knowledge"),
        ("projects", r"projects?|working on|building|developing|repo(?:sitory)?|codebase|deploy\w*|release"
            r"|staging|production|api|endpoint|database|server|branch|sprint|backlog|client|build"
            r"|pipeline", "projects", "knowledge"),
        ("constraints", r"budget|limit(?:ed)?|at most|no more than|not allowed|forbidden|only on|cannot|can't",
         "constraints", "knowledge"),
        ("dated", rf"(?:{_WHEN})", "event", "event"),
    )
)  # fmt: skip


_DATED = _KEYWORD_TOPICS[-1][2]
"""What names a day and nothing else that tells what it is about: "I'm tired today"."""


def topic_of(statement: str, content: str) -> Topic:
    """Choose the topic from the user's own words first, then from words in the content.

    A statement that no rule knows is knowledge (spec 001, Type Assignment). What holds for a while only is no
    knowledge, whatever it is about.
    """
    topic = _topic_of(statement, content)
    if topic is _DATED and (passing := type_of(content)):
        return Topic("knowledge", passing)
    return replace(topic, type=lasting_as(topic.type, content))


def _topic_of(statement: str, content: str) -> Topic:
    if found := match_fact(statement):
        fact, match = found
        return Topic(fact.category, fact.type, fact.slot_of(match), fact.rule)
    for _, pattern, topic in _KEYWORD_TOPICS:
        if pattern.search(content):
            return topic
    return Topic("knowledge", "knowledge")


def lasting_as(type_: str, content: str) -> str:
    """Return the type of a statement, given that of what it is about: what names a day lasts until then."""
    return type_ if type_ in _OF_A_DAY else type_of(content) or type_


_OF_A_DAY = frozenset({"task", "event"})


def title_of(content: str) -> str:
    """Shorten the content to a title that ends at a word."""
    if len(content) <= TITLE_LENGTH:
        return content
    cut = content[: TITLE_LENGTH - 1].rsplit(" ", 1)[0].rstrip(" ,;:-")
    return f"{cut}…"


NEAREST = {
    "constraints": ("tasks", "preferences", "profile"),
    "history": ("profile", "event", "activity"),
    "interests": ("preferences", "activity", "profile"),
    "knowledge": ("profile", "activity", "tasks"),
    "projects": ("goals", "tasks", "knowledge", "activity"),
    "relationships": ("profile",),
    "style": ("preferences", "tone"),
    "tone": ("preferences", "style"),
}
"""Where a statement goes, best first, when its writer may not use the category it belongs to."""


def nearest_category(category: str, allowed: Collection[str]) -> str | None:
    """Return the category itself when allowed, else the nearest allowed one, else None."""
    wanted = (category, *NEAREST.get(category, ()))
    return next((name for name in wanted if name in allowed), None)


_STOP_WORDS = frozenset(
    """
    the a an is are was were be been being have has had do does did will would could should may might
    can to of in for on with at by from that this these those i my me we our you your it its they
    them their theirs themselves he she his her and but or not no nor so as if then than too very just
    user users user's assistant really always never also about into onto over under out off up down
    there here when where who what which how why all any some each every more most other such own same
    isn't doesn't don't didn't wasn't aren't they're they've they'll others wants want needs need
    likes like likes prefers because while after before during until again once only both few got get
    gets going went one two
    """.split()
)


WORD = re.compile(r"[^\W_][\w'+#.-]*[\w+#]|[^\W_]")
"""A word as people write it: C++, e-mail, don't."""


def keywords_of(content: str) -> tuple[str, ...]:
    """Return up to 8 telling words, lower-cased, most frequent first, then in order of appearance."""
    counts: dict[str, int] = {}
    for word in WORD.findall(content.lower()):
        word = word.removesuffix("'s")
        if len(word) > 2 and word not in _STOP_WORDS:
            counts[word] = counts.get(word, 0) + 1
    return tuple(sorted(counts, key=lambda w: -counts[w])[:KEYWORDS])


def keywords_anew(known: Sequence[str], old: str, new: str) -> tuple[str, ...]:
    """Return the keywords of a text that took another's place: those made of the old text go with it."""
    made = set(keywords_of(old))
    return tuple(dict.fromkeys((*keywords_of(new), *(word for word in known if word not in made))))

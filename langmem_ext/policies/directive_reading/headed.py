"""Which head before a colon says that what follows is for good, or for a later talk?

"You'll need this again: ...", "a lasting thing: ...", "my wish for every chat to come: ...".
"""

from __future__ import annotations

import re

from langmem_ext.policies.directive_reading import announced_words as words_of
from langmem_ext.policies.directive_reading import frames
from langmem_ext.policies.directive_reading.content import VERB, is_kept
from langmem_ext.policies.directive_reading.endings import tidy
from langmem_ext.policies.directive_reading.for_now import ATTACHED, is_for_now, is_for_once
from langmem_ext.policies.directive_reading.lasting import is_instruction
from langmem_ext.policies.directive_reading.request import TAG, Request, Said

_HEAD = re.compile(r"(?P<head>[^:?\x00]{8,90}?)(?:\s*:\s+|\s+[–—]\s+)(?P<x>\S+\s+\S.*)$")
_LATER = re.compile(
    r"\b(?:for (?:the )?(?:future|always|all times?|ever|next time|good|keeps|long (?:term|run)|all time"
    r"|all eternity)|going forwards?"
    r"|in future"
    r"|from (?:now|here|today) on(?:wards?)?|permanent|lasting|standing|once and for all"
    r"|(?:until|till?) (?:i|we) (?:say|tell you) otherwise|let (?:this|that|it)(?: one)? (?:stick|sink in|stay)"
    r"|(?:come up|need (?:it|this|that)|want (?:it|this|that)) (?:again|later)"
    r"|(?:for|in) (?:every|all|any) (?:[\w-]+ ){0,2}(?:chats?|conversations?|talks?|sessions?)(?: to come)?)\b",
    re.I,
)
_TO_YOU = re.compile(
    r"\b(?:(?:set|assume|keep|take|this applies|this holds|let (?:this|that|it)(?: one)? (?:stick|sink in|stay))\b"
    r"|(?:you|you'?ll)(?: \w+){0,2} (?:know|need|want|aware)|(?:my|a|an|one|this|treat|consider|make sure|best)\b"
    r"(?=.*\b(?:request|wish|rule|instruction|guidance|thing|order|preference|you|aware|known)\b))",
    re.I,
)
_TOLD_ELSEWHERE = re.compile(
    r"\b(?:he|she|they|him|her|them|his|their|plans?|ideas?|tips?|lessons?|predictions?|goals?|hopes?|dreams?|movie"
    r"|film"
    r"|book|song|question|problem|joke|ovation|start|begin)\b",
    re.I,
)


def headed(said: Said) -> Request | None:
    """Read what a head announces for good: "a lasting thing: I need aisle seats"."""
    found = _HEAD.match(said.text)
    asked = said.sentence.is_question and not TAG.search(said.text)
    if found is None or asked or not _announces(found["head"]):
        return None
    plain = tidy(found["x"])
    if ATTACHED.match(plain) or is_for_now(plain) or is_for_once(said.text):
        return None
    words = tidy(said.words(found.start("x"), len(said.text)))
    told = is_instruction(plain) or is_kept(plain, explicit=True)
    return Request("announced", words, "on") if told else None


def _announces(head: str) -> bool:
    last = head.rpartition(",")[2]
    if not (
        _LATER.search(head)
        and _TO_YOU.search(head)
        and (_LATER.search(last) or _TO_YOU.search(last))
    ):
        return False
    otherwise = (words_of.STARTS_OTHERWISE.match, words_of.WORK.search, words_of.REFUSED.search)
    foreign = frames.FOREIGN.search(f"{head}:") or frames.FOR_OTHERS.search(f"{head}: ")
    return not (foreign or _TOLD_ELSEWHERE.search(head) or any(each(head) for each in otherwise))


_LIST_OF = r"\b(?P<what>(?:my|our) [\w' -]{{2,40}}): ?{}"


def under_its_heading(message: str, part: str) -> str:
    """Return a list with the words that say what it is of: "my clients: Ravel, Lannoo"."""
    found = re.search(_LIST_OF.format(re.escape(part)), message, re.I)
    return f"{found['what']}: {part}" if found and not VERB.search(part) else part

"""In which forms is something taken back?"""

from __future__ import annotations

import re

from langmem_ext.command_reading.forms.families import whole
from langmem_ext.command_reading.forms.forgetting import DELETE

_DONE = (
    r"(?:that|this|it|(?:(?:the|my|your|that) ){0,2}(?:last|latest|previous"
    r"|most recent)(?: (?:memory )?(?:change|action"
    r"|one|thing|command|step|memory|deletion|removal|update|forget|request"
    r"|operation))?(?: (?:that )?(?:you|i) (?:just )?(?:did|made|asked|said))?"
    r"|(?:the|that) (?:deletion|change|forgetting|removal|forget|last bit)"
    r"|what(?:ever)? (?:you|i|we) (?:have )?(?:just )?(?:did|done|deleted|forgot|forgotten|removed|saved"
    r"|remembered|stored|cleared|asked))"
    r"(?: (?:just now|(?:in|from|to) (?:your |my )?memory))?"
)
_TAKE_BACK = r"(?:undo|un-?do|revert|reverse|roll back|rollback|take back|cancel|rescind|retract|back out|withdraw)"
_AT_ONCE = r"(?:scratch|strike) that(?: (?:last )?one| last bit)?"
_LATEST = (
    r"(?:the |my |your |that |this )?(?:very )?(?:last|latest|previous|most recent|recent|final) (?:(?:memory|thing"
    r"|change|action|one|command|step|deletion|removal"
    r"|update|forget|request|operation|entry|note|fact|save|addition|edit|bit) ?){0,2}"
    r"(?: ?(?:that |what |which )?(?:you|i|we)(?:'ve| have)? (?:just )?(?:did|done|made|asked|said|saved|stored"
    r"|remembered|forgot|deleted|removed|noted|learned|recorded"
    r"|added|wrote down|wrote|kept|put in)(?: (?:down|just now|about me))?)?"
)
_JUST = (
    r"what(?:ever)? (?:you|i|we)(?:'ve| have)? (?:just|last|only just) (?:now )?(?:did|done|deleted|forgot|forgotten"
    r"|removed|saved|remembered|stored|cleared|asked|noted"
    r"|recorded|added|learned|wrote down|said|told you|mentioned|kept)(?: (?:down|about me|just now))?"
)
UNDO = whole(
    "undo un undelete unforget unerase unsave back restore recover reinstate revert reverse rollback roll cancel"
    " rescind retract withdraw don't not delete forget remove erase drop strike scratch scrap bin take shouldn't"
    " didn't discard trash get give clear wipe",
    r"(?:restore|recover|bring back|undelete|un-?forget|reinstate|give me back|get back) (?:the|that|those|my"
    r"|what) ?(?:(?:memory|memories|fact|facts|note|notes|thing|things|one|ones) )?"
    r"(?:that |which )?(?:you|i|we)(?:'ve| have)? (?:just )?(?:deleted|forgot|forgotten|removed|cleared|erased|wiped"
    r"|dropped|lost)(?: just now)?",
    r"(?:don't|do not) (?:save|store|keep|remember) (?:that|this|it|the)(?: (?:last|latest|previous|one|thing|memory"
    r"|bit|fact|note))+",
    rf"{_TAKE_BACK} (?:{_LATEST}|{_JUST}|(?:that|this|it|those|them)(?: (?:last )?(?:memory|change|one|deletion"
    rf"|action|save|update|note|fact|entry|edit))?)(?: (?:in|from|to) (?:your |my )?memory)?",
    rf"{DELETE} (?:{_JUST}|(?:the|that|my|your) (?:very )?(?:last|latest|previous|most recent) (?:thing|memory|fact"
    rf"|note|bit|entry|save|addition)(?: (?:that |what |which )?(?:you|i)(?:'ve| have)? (?:just )?(?:saved|stored"
    rf"|remembered|noted|learned|said|told you|mentioned|added|made|recorded))?)",
    r"(?:put|change|switch|turn|set) (?:that|it|things|everything|this) back(?: (?:to )?(?:how|the way) (?:it|they"
    r"|things) (?:was|were)(?: before)?)?",
    r"(?:give me|get|(?:i|i'd|i would) (?:want|need|like)) (?:back )?(?:my memories|(?:that|the"
    r"|those) (?:memory|memories)|that|it)(?: back)",
    r"cancel (?:the|that) (?:deletion|last change|change|removal)",
    rf"(?:{_TAKE_BACK}|restore|recover|reinstate) (?:the|that|your|my) (?:very )?(?:change|edit|update"
    rf"|deletion|entry|note|memory"
    r"|fact|addition)(?: (?:about|concerning|on|of) me)? (?:(?:that|which) )?(?:you|i)(?:'ve|’ve"
    r"| have)?(?: just)? (?:made"
    r"|did|saved|stored|removed|deleted|forgot|erased|dropped|added|noted|wrote)(?: (?:to|in|about|on"
    r"|from) (?:me|(?:my|your"
    r"|the) \w+|what you \w+ (?:about|of|on) me))?(?: (?:just now|earlier|a (?:second|moment|minute) ago))?",
    rf"(?:undo|un-?do)(?: {_DONE})?",
    _AT_ONCE,
    r"(?:revert|roll back|rollback|reverse) (?:that|this|the last change|your last change|what you just did"
    r"|the last (?:action|one|step)"
    r"|the (?:deletion|removal)|it)",
    r"roll (?:that|it|this) back|take (?:that|this) back|put (?:that|it|them"
    r"|this) back(?: in(?:to)? (?:your )?memory)?",
    r"bring (?:that|it|them|those|this|these|(?:the|that|my|those) (?:last )?(?:memory|memories|one)"
    r"|what you (?:just )?(?:forgot|deleted|removed)) back",
    r"bring back (?:that|it|them|(?:the|that|my|those) (?:last |deleted )?(?:memory|memories|one)"
    r"|what you (?:just )?(?:forgot|deleted|removed))",
    r"(?:restore|recover|undelete|un-?forget|un-?erase|reinstate) (?:that|it|them|this|those"
    r"|(?:all )?my memories"
    r"|(?:that|the|my|those)(?: last| deleted| forgotten| removed)? (?:memory|memories|one|ones|thing"
    r"|things|fact|facts)"
    r"|(?:what|everything|whatever) (?:you|i) (?:have )?(?:just )?(?:forgot|forgotten|deleted|removed"
    r"|cleared|erased))",
    r"(?:forget|delete|remove|erase|unsave|don't (?:save|remember|keep|store)|do not (?:save|remember|keep"
    r"|store))"
    r" (?:about )?(?:what (?:i|you) (?:(?:have )?just |last |only just )?(?:said|told you|saved|stored"
    r"|remembered|mentioned|noted|wrote down|learned)"
    r"(?: just now| before)?"
    r"|(?:the|my|that) (?:very )?(?:last|latest|previous) (?:thing|memory|fact|note|bit|entry)"
    r"(?: (?:that )?(?:i (?:just )?(?:said|told you|mentioned|shared)|you (?:just )?(?:saved|stored"
    r"|remembered|noted|learned)))?)",
    r"(?:don't|do not) (?:save|store|keep|remember) (?:that|this|it)(?: one)?",
    r"(?:i )?(?:didn't|did not) (?:mean|want) (?:you )?to (?:delete|forget|remove|save|store|remember|clear"
    r"|erase) (?:that|it|this|them|those)",
    r"you (?:shouldn't|should not) have (?:deleted|forgotten|removed|saved|stored|remembered|kept) (?:that"
    r"|it|this)",
)
"""Asks to take back the last command, or what was remembered last."""

AT_ONCE = re.compile(rf"\W*(?:\w+\W+){{0,3}}?{_AT_ONCE}(?=\W*(?:[,.;:!–—-]|$))", re.IGNORECASE)
"""Takes back what was said last, of memory or of anything else: it asks memory only where that was remembered."""

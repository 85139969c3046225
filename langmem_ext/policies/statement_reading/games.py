"""Does a sentence tell of a game, a costume or a part on the stage, in which "I" and "my" are the player's figure?"""

from __future__ import annotations

import re

_PIECES = re.compile(
    r"^(?:[\w']+,? ){0,2}?(?:my|our) (?:\w+ )?(?:sims?|elf|elves|dwarf|orc|paladin|mage|wizard|warlock|cleric|rogue"
    r"|barbarian|sorcerer|necromancer|goblin|hobbit"
    r"|tiefling|villagers?|pok[eé]mon|npcs?|pawns?|bishop|rook|knight is on|queen is on|king is on|quest[- ]?giver"
    r"|settlers?|avatar|minions?|tamagotchi)\b"
    r"(?! (?:costume|figures?|collection|school|band|shop|tattoo))",
    re.I,
)
_RULES = re.compile(
    r"\b(?:hit points|hp left|\d+ hp|mana|respawn\w*|side quests?|quest[- ]?giver|raid boss|longest road"
    r"|\d+ settlements?|armou?r class|saving throw|multi-?class\w*"
    r"|skill tree|check ?mate|en passant|castl(?:e|ed|ing) (?:king|queen)side|full house|royal flush|pair of (?:kings"
    r"|aces|queens|jacks|tens)"
    r"|(?:two|three) (?:kings|aces|queens|jacks) and|pass go|dealer shows|all four (?:railroads|stations)|(?:hotels?"
    r"|houses) on (?:mayfair|park (?:lane|place)|boardwalk)"
    r"|(?:own|bought|have|sold|landed on) (?:mayfair|park (?:lane|place)|boardwalk)|level \d+ (?:\w+ )?(?:paladin"
    r"|wizard|mage|warlock|cleric|rogue|druid|bard|fighter|ranger|elf|orc|dwarf|trainer)"
    r"|(?:cast|casting) (?:a )?(?:fireball|spell)|e[45]\W+(?:your move|e5|nf6)|roll(?:ed)? (?:a )?(?:\d|natural"
    r"|nat)\b|\d+ victory points|diamond league|(?:emerald|gold|silver|bronze) (?:league|rank|elo))\b",
    re.I,
)
"""Words that only players need."""

_ON_STAGE = (
    r"(?:for halloween|for (?:the )?(?:carnival|fancy dress)|in (?:the|our|a) (?:nativity|panto(?:mime)?|school play"
    r"|musical|sketch|skit|larp)|on stage|in our campaign)"
)
_PART = re.compile(
    rf"^(?:\w+,? )?{_ON_STAGE},? (?:tonight |this year |again )?(?:i'?m|i am|i play|i'?ll be)\b|\b(?:i'?m|i am"
    rf"|i'?ll be|i play|i'?m playing|i'?m going as) (?:[\w'’-]+ ){{1,5}}?{_ON_STAGE}",
    re.I,
)


def is_of_a_game(sentence: str) -> bool:
    """Tell what is said of a figure, a hand of cards or a part."""
    return bool(_PIECES.match(sentence) or _RULES.search(sentence) or _PART.search(sentence))

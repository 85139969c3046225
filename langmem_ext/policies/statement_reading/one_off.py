"""Does a clause tell of what is done and over in a day, though it is told with a date?

"I'm making a lasagne tonight", "I got a parking fine today" have the form of "I'm moving house tonight" and "I got the
job today". What is worn, eaten, watched or fetched today is nothing to remember; what a life turns on is.
"""

from __future__ import annotations

import re

_TODAY = r"(?:today|tonight|this (?:morning|afternoon|evening)|in (?:\d+|an?|a few|two|ten|twenty) (?:minutes?|hours?))"
_JUST_NOW = (
    r"(?:today|tonight|yesterday|last night|this (?:morning|afternoon|evening)|(?:\d+|an?|a few|two|three|five|ten"
    r"|half an)"
    r" (?:minutes?|hours?) ago|earlier|the other day)"
)

_DAYS_WORK = re.compile(
    r"(?:i'?m|i am|we'?re|we are|i'?ll be|we'?ll be) (?:just |only |also |still |all |currently |now )?(?:(?:having"
    r"|eating|making|cooking|baking|frying|roasting"
    r"|grilling|drinking|wearing|watching|seeing|reading|ordering|buying|shopping|cleaning|tidying|washing|packing"
    r"|ironing"
    r"|covering (?:for|the)|filling in|standing in|working (?:from|late|on|till|until|remotely)|off (?:sick|work"
    r"|school|ill|duty)|minding|babysitting"
    r"|picking up|dropping off|popping|nipping|heading|doing|trying|testing|using|borrowing|playing|listening"
    r"|catching up"
    r"|staying (?:in|up|at|with|home)|going (?:out|home|to (?:bed|sleep|the (?!(?:theatre|opera|hospital"
    r"|embassy)\b)\w+|try|make|cook|have|watch|wear|bake))"
    rf")\b.*\b{_TODAY}\b(?! years?)|wearing\b)",
    re.I,
)
"""The doings of a day."""

_STOPGAP = re.compile(
    r"(?:i'?m|i am|we'?re|we are) (?:just |only |also |still )?(?:staying|covering|filling in|standing in"
    r"|house-?sitting|dog-?sitting|cat-?sitting|pet-?sitting|babysitting|minding"
    r"|looking after|borrowing|renting|using|crashing|off|on (?:call|lates|earlies|nights|the (?:late|early"
    r"|night) shift))\b"
    r".*\b(?:this week(?:end)?|(?:un)?till? (?:tomorrow|the weekend|\w+day)|for (?:the (?:day|night|weekend|week)"
    r"|a (?:few|couple of) (?:days|nights)|(?:two|three|four|\d) (?:days|nights)))$",
    re.I,
)
"""What holds for some days."""

_TRIFLES = (
    r"(?:slot|seat|parking|fine|ticket|e-?mail|letter|call|text|message|notification|bill|invoice|receipt|refund"
    r"|discount"
    r"|voucher|coupon|parcel|package|delivery|download|update|install|installation|backup|flat tyre|flat tire"
    r"|puncture|splinter|scratch"
    r"|lunch|breakfast|dinner|brunch|supper|snack|coffee|tea|beer|wine|sandwich|pizza|take-?away|take-?out|curry"
    r"|burger|salad|soup"
    r"|cake|bread|loaf|milk|eggs?|cheese|fish|chicken|mince|rice|pasta|yoghurt|yogurt|fruit|vegetables|pineapple"
    r"|melon|mangos?|mangoes|avocados?|bananas?"
    r"|apples?|pears?|tomatoes|potatoes|mushrooms?|cabbage|squash|pumpkin|leeks?|berries|strawberries|groceries"
    r"|shopping|socks|tights"
    r"|umbrella|stamps?|bulbs?|batteries|charger|bus|tube|taxi|uber|nap|shower|lift|chapter|page|episode|article|quiz"
    r"|haircut|stain|error|code|notice|reminder|reply|answer|result|question)"
)
_FETCHED = re.compile(
    r"(?:(?:i|we)(?:'ve| have)? (?:just |only |finally |also |already )*(?:got|bought|had|found|received|ordered"
    r"|picked up|took|made|ate|missed|lost|started|finished"
    r"|broke|booked|opened|cancell?ed|submitted|watched|saw|read|switched|joined)\b)"
    rf"(?=.*\b{_JUST_NOW}\b)[^,]{{0,60}}?\b{_TRIFLES}\b",
    re.I,
)
"""Small things that came or went."""


def is_one_off(clause: str) -> bool:
    """Tell whether an event is of no use after its day."""
    return bool(_DAYS_WORK.match(clause) or _STOPGAP.match(clause) or _FETCHED.match(clause))

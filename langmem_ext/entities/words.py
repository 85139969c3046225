"""Which words name nothing?"""

from __future__ import annotations

STOP_WORDS = frozenset(
    """
    a about above after again against ain all also am an and any anyone anything are aren't as at be because
    been before being below between both but by can can't cannot could couldn't did didn't do does doesn't doing
    don't down during each else ever every everyone everything few for from further get gets give go goes going
    got had hadn't has hasn't have haven't having he he'd he'll he's hello her here here's hers herself hey hi
    him himself his how how's i i'd i'll i'm i've if in into is isn't it it'd it'll it's its itself just know
    let let's like likes liked make made many may maybe me might mine more most much must my myself need no nor
    not nothing now of off ok okay on once one only or other our ours out over own please put really said same
    say says see shall she she'd she'll she's should shouldn't so some someone something still such sure take
    tell than thank thanks that that'd that'll that's the their theirs them then there there's these they they'd
    they'll they're they've thing things think this those through to too under until up us very want wants was
    wasn't way we we'd we'll we're we've well went were weren't what what's when when's where where's which
    while who who's whom whose why will with without won't would wouldn't yeah yep yes yet you you'd you'll
    you're you've your yours yourself
    """.split()
)
"""English function words and the small talk of questions."""

"""Which forms of words ask to remember something, and which only look like it?"""

from __future__ import annotations

import re

POLITE = (
    r"^(?:(?:hey|hi|hello|ok|okay|oh|so|and|also|but|well|alright|right|yes|yeah|yep|no"
    r"|sure|great|cool|thanks|thank you|btw|by the way"
    r"|one more thing|another thing|first|second|finally|next|lastly|quick note|important"
    r"|fyi|also note|actually|now|then|just|kindly|pls|plz|please|sorry)"
    r"(?:\s+(?:assistant|claude|bot|ai|there|buddy|(?!I\b|My\b)"
    r"(?-i:[A-Z][a-z]+)))?[\s,:!.–—-]+){0,5}"
    r"(?:(?:i'?d like|i would like|i want|i need|i'd love|i'd appreciate it if"
    r"|it would be great if|make sure|be sure|try|you should|you must|you need|you can"
    r"|you have|let'?s"
    r"|can you|could you|would you|will you|can u|could u|may i ask you|would you mind"
    r"|i'm asking you|i ask you|do|always|never mind,)\s+"
    r"(?:you\s+)?(?:could\s+|would\s+)?(?:to\s+|that\s+)?(?:please\s+|pls\s+|also\s+"
    r"|always\s+|just\s+|kindly\s+){0,3})?"
    r"(?:please\s+|pls\s+|plz\s+|also\s+|always\s+|just\s+|kindly\s+){0,3}"
)

THAT = (
    r"(?:\s*[,:–—-]+\s*(?:that\s+)?|\s+(?:(?:the (?:fact|following)(?: that)?|this(?: "
    r"(?:fact|one|info|detail|about me))?|for me|for later|for next time|for the future"
    r"|for future reference|somewhere|down|about me|too|also)[\s,:–—-]+)*(?:that\s+(?!"
    r"(?:one|time|day|night|place|restaurant|thing|movie|song|trip|guy|moment)\b)|how\s+"
    r"(?=i\b)|this:\s*)?)"
)

MEMORY = (
    r"(?:(?:to|in|into)\s+(?:your|the|my|long-?term)\s*(?:long-?term\s+)?(?:memory|notes?"
    r"|memories|records|profile|file|knowledge(?: base)?)|(?:to|in|into) memory)"
)

FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (rule, re.compile(rf"{POLITE}{form}(?P<x>\S.*)$", re.IGNORECASE))
    for rule, form in (
        ("remember", r"(?:remember|rember|remeber|rememeber|remembered(?= that)|memori[sz]e|commit (?:"
            r"(?:this|that|it|the following) )?to memory"
            rf"|don'?t let me forget){THAT}"),
        ("dont_forget", rf"(?:don'?t|do not|dont|never)\s+(?:you\s+)?(?:ever\s+)?forget{THAT}"),
        ("note", r"(?:(?:make|take|keep)\s+(?:an?\s+)?(?:mental\s+)?(?:note|record)(?:\s+(?:of|down))?"
            r"|take note(?:\s+of)?|note(?:\s+to self)?(?:\s+down)?|jot(?:\s+this|\s+that)?\s+down"
            rf"|write(?:\s+this|\s+that|\s+it)?\s+down|log|record|nb|n\.b\.|noted?){THAT}"),
        ("keep_in_mind", rf"(?:keep|bear|have)\s+(?:(?:this|that|it)\s+)?in mind{THAT}"),
        ("save", r"(?:save|store|add|put|keep)\s+(?:(?:this|that|it|the following|the fact)(?:\s+"
            r"(?:info|information|fact|detail|note))?\s*)?(?:for\s+(?:me|later|next time"
            rf"|future reference|the future)\s*)?(?:{MEMORY}\s*)?(?:[:,–—-]+\s*(?:that\s+)?"
            r"|that\s+)"),
        ("save", r"(?:update|change)\s+(?:your|my)\s+(?:memory|notes?|records|profile)(?:\s+(?:to say"
            rf"|with|so))?{THAT}"),
        ("reference", r"for\s+(?:(?:your|my|the)\s+)?(?:future reference|future ref|reference|the record"
            r"|the future|next time|your records|your notes|later)[\s,:–—-]+(?:please\s+)?"
            r"(?:remember\s+|note\s+)?(?:that\s+)?"),
        ("from_now_on", r"(?:from now on|from here on(?: out)?|going forward|moving forward|in (?:the )?future"
            r"|henceforth|from today(?: on)?)[\s,:–—-]+(?:please\s+|pls\s+|just\s+|can you\s+"
            r"|could you\s+|i want you to\s+|i'd like you to\s+|you should\s+)*"),
        ("important", r"(?:it'?s|it is|that'?s)\s+(?:very |really |super |quite )?important\s+"
            r"(?:to me\s+)?that\s+"),
        ("know", r"(?:know|be aware|understand)\s+that\s+"),
    )
)  # fmt: skip
"""Requests at the start of a sentence: the rule's name, and the pattern whose `x` is what to remember."""

CALL_ME = re.compile(
    rf"{POLITE}(?:(?:you can|just|everyone|feel free to)\s+)*(?P<x>(?:call|address"
    r"|refer to)\s+me\s+(?:as\s+|by\s+)?"
    r"(?P<name>(?-i:[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)|[a-z]{3,12}))"
    r"(?:[\s,]+(?:from now on|please|pls|instead|going forward|from here on|ok|okay|thanks"
    r"|not (?-i:[A-Z])\w+|by the way|everyone does))*[.!]*$",
    re.IGNORECASE,
)
"""A request to be called by a name."""

NOT_A_NAME = frozenset(
    "crazy old maybe later tomorrow back anytime when if asap now please on at out names paranoid biased "
    "mad silly weird again tonight today first soon monday tuesday wednesday thursday friday saturday sunday "
    "stupid lazy cynical picky dumb lucky impressed surprised curious naive boring whatever ishmael old-fashioned "
    "early that this it what anything something dramatic selfish ignorant sentimental nostalgic spoiled "
    "mommy daddy dude bro man sir because since before after around sometime".split()
)

AFTER = re.compile(
    r"^(?P<x>\S.*?)(?:\s*[,;.–—(-]+\s*|\s+(?:so|and)\s+)(?:so\s+|and\s+|but\s+)?"
    r"(?:please\s+|pls\s+|can you\s+|could you\s+|just\s+|would you\s+|do\s+)*"
    r"(?:(?:remember|note|memori[sz]e|save|store|don'?t forget|do not forget|write)\s+"
    r"(?:that|this|it)|(?:keep|bear) (?:that|this|it) in mind"
    r"|make a note(?: of (?:that|this|it))?|don'?t forget|note that down|take note"
    r"(?: of that)?|remember that about me)"
    r"(?:\s*,?\s*(?:please|pls|down|for (?:me|later|next time|future reference|the future"
    r"|our next chats?)|going forward|thanks|ok|okay|too))*\s*[.!?)]*$",
    re.IGNORECASE,
)
"""Requests at the end of the sentence that says it."""

ALONE = re.compile(
    rf"{POLITE}(?:(?:remember|note|memori[sz]e|save|store|log)(?:\s+(?:that|this|it|these"
    r"|all (?:of )?(?:this|that)|the following|these (?:things|facts)|a few things"
    r"(?: about me)?|some things(?: about me)?|the following (?:things|facts|about me)"
    r"|this (?:about me|info|information)))"
    r"|(?:keep|bear) (?:that|this|it|these|the following|these things) in mind"
    r"|don'?t forget (?:that|this|it)|make a note(?: of (?:that|this|it|the following))?"
    r"|write (?:that|this|it) down"
    r"|(?:here are |here's )?(?:some |a few )?(?:things|facts|stuff) to remember"
    r"(?: about me)?|(?:remember|note)(?=\s*:))"
    r"(?:\s*,?\s*(?:please|pls|down|about me|for (?:me|later|next time|future reference"
    r"|the future)|to (?:your )?memory|thanks|ok|okay))*\s*(?P<colon>:?)\s*[.!?]*$",
    re.IGNORECASE,
)
"""Requests that point at the sentences around them."""

HABIT = re.compile(
    r"^(?:and |also |but |so |well, |btw, )?(?P<x>i (?:always|never) (?:drink|eat|use|wear"
    r"|take|sleep|go|start|buy|fly|order|travel|cook|read|walk|work|watch|listen|avoid"
    r"|book|pay|wake|bring|carry|put|add|want (?!to)|prefer|exercise|commute|cycle|drive"
    r"|smoke|choose|pick|sit|answer|schedule|skip)\b (?!it\b|that\b|this\b|them\b|you\b"
    r"|there\b|so\b)(?!.*\b(?:again|anymore|enough)\b).+)$",
    re.IGNORECASE,
)
"""What somebody always or never does: an implicit request (spec 000 section 2.2), for habits only."""

REQUEST_QUESTION = re.compile(r"\b(?:can|could|would|will) (?:you|u)\b|mind\b", re.I)

TAG = re.compile(
    r"[,.]?\s*(?:ok|okay|k|alright|please|pls|got it|yeah|right|deal|will you|would you"
    r"|could you|can you|thanks|understood|please and thank you)\s*\?+$",
    re.I,
)

RECALLING = re.compile(
    r"^(?:when(?! (?:i|we) (?!was|were|told|had|went|said|did|got|met|saw|lived|used"
    r"|first)\w+\b.*\b(?:i|my)\b)|where|who|why|what|which|whether|if(?! i\b.*\bi\b)|the "
    r"(?:time|day|days|night|moment|first time|last time|good|old)|those|these|seeing"
    r"|hearing|being|going|having"
    r"|me\b(?! to)|him\b|her\b|us\b|them\b|that (?:time|day|night|one|place|restaurant"
    r"|thing|movie|song|trip|guy|moment)|how (?!i )|back|it\b(?!'s\b| is\b| has\b| will\b"
    r"| must\b| needs\b)|this\b$|that\b$|about\b"
    r"|everything|anything|nothing"
    r"|our (?:first|last|trip|conversation|chat)|we (?:talked|discussed|spoke|met|went"
    r"|were)|i (?:told|said|mentioned|asked|was telling))",
    re.I,
)
"""What is recalled, not to be kept: "the time we ...", "when I was ..."."""

ADVICE = re.compile(
    r"\b(?:yourself|you'?re|you are|you'?ve|you got|you have|you can|you'?ll|you were"
    r"|you deserve|your (?!answers?|repl|respon|tone|code|summar|memory|explanation"
    r"|emails?|output|messages?))\b"
    r"|^(?:[\w-]+ing|life|love|happiness|kindness|patience|practice|failure|success"
    r"|everyone|everybody|nobody|no one|people|we'?re|we are|we all|we can|there'?s always"
    r"|every|all of us)\b.*\b(?:is|are|'s|can|matters?|takes?|makes?|will|has)\b(?! (?:at"
    r"|on|due|scheduled|located|called|in|for|handled|done|closed|open|blocked|disabled"
    r"|enabled|allowed|forbidden|\d))"
    r"|^to (?:breathe|relax|smile|have fun|enjoy|be|stay|pause|take (?:care|it easy|time"
    r"|breaks?|a break|a breath)|keep (?:going|pushing|calm|your|at)|believe|love|laugh"
    r"|live|rest|celebrate|cherish|appreciate|savor|reflect|vote|like|subscribe|follow)\b"
    r"|\b(?:here for|love|miss|support|believe in|proud of|grateful for|rooting for|with"
    r"|behind) you\b"
    r"|^(?:be|stay) (?:yourself|kind|strong|positive|safe|true|calm)\b",
    re.I,
)
"""What one says to encourage the other person."""

TO_ASSISTANT = re.compile(
    r"^(?:to\s+)?(?P<neg>(?:not\s+to|not|don'?t|do not|never|no|avoid|stop)\s+)?"
    r"(?:always\s+|only\s+|please\s+|just\s+)*(?:answer|reply|respond|use|using|format"
    r"|write|keep|call|address|refer|avoid|speak|talk|explain|include|cite|give|show"
    r"|provide|send|remind|ask|check|prefer|suggest|recommend|mention|mentioning|add|put"
    r"|translate|convert|make|be (?:brief|concise|formal|casual|polite|direct|blunt|honest"
    r"|friendly)|skip|start|end|sign|round|list|summari[sz]e|stick|assume|treat|say"
    r"|apologi[sz]e|switch|default|limit|quote|include|leave|double-check|emojis?|schedule"
    r"|book|order|offer|propose|spell|capitali[sz]e)\b",
    re.I,
)
"""Instructions about how the assistant should behave."""

GENERIC = re.compile(
    r"(?:just do\b|sometimes|even|every|life|nothing|no matter|it'?s (?:ok|okay|fine|all|never"
    r"|always|not|important|about|normal|just)|there (?:is|are|'s) (?:always|no)"
    r"|everything|all)\b",
    re.I,
)
"""How sayings begin."""

TASK = re.compile(
    r"to (?:also |go )?(?:buy|call|e-?mail|send|renew|pay|pick|book|submit|cancel|water"
    r"|feed|order|take (?!it|your)|bring|return|schedule|check"
    r"|reply|finish|ask|text|mail|print|back up|update|review|move|clean|get|sign|register"
    r"|file|charge|wash|drop|attend|meet|fix|write|prepare (?:the|my|for)|tell|remind"
    r"|confirm|invite|wish|turn|lock|set|make|do|study|upload|download|replace|refill"
    r"|contact|visit|visit|message|start|complete|change|add|put|give|talk)\b",
    re.I,
)

DATED = re.compile(
    r"\b(?:my|me|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|next"
    r"|january|february|march|april|june|july|august|september|october|november"
    r"|december)\b|\d",
    re.I,
)

VERB = re.compile(
    r"\b(?:is|are|was|were|am|'m|'s|'re|'ve|has|have|had|do|does|don'?t|doesn'?t|did|will"
    r"|won'?t|can|can'?t|cannot|should|must|need|needs|want|wants|like|likes"
    r"|love|loves|hate|hates|prefer|prefers|live|lives|work|works|use|uses|runs?|goes|go"
    r"|starts?|ends?|takes?|gets?|got|makes?|eats?|drinks?|speaks?|plays?|owns?|moved"
    r"|bought|told|gave|met|went|called|named|left|leaves?|opens?|closes?|expires?"
    r"|arrives?|requires?|costs?|owes?|\w+ed|im|ive|\w+s(?= (?:at|on|in|to|for|the|a"
    r"|every)))\b",
    re.I,
)

POLITE_END = re.compile(
    r"[\s,–—-]+(?:please|pls|plz|thanks|thank you|thx|ok|okay|alright|got it|for (?:later"
    r"|next time|me|future reference|the future|our next (?:chat|session|conversation)s?)"
    r"|if you can|will you|would you|could you|from now on|going forward|when you can|in "
    r"(?:the )?future)$",
    re.I,
)

NEW_REQUEST = re.compile(
    r"(?:,\s*|\s+)(?:and|so|then|but)\s+(?:then\s+|please\s+|now\s+|also\s+)*(?:suggest"
    r"|recommend|tell me|give me|show me|help me|find me|write me|what'?s?|how|can you"
    r"|could you|which|where|let me know)\b.*$",
    re.I,
)

INSTRUCTION = re.compile(
    r"^(?:please\s+|and\s+|also,?\s+)*(?P<x>(?:always|never)\s+(?:answer|reply|respond|use"
    r"|format|write"
    r"|address|cite|include|speak|explain|mention|call me|translate|summari[sz]e|quote)\s+"
    r"(?!it\b|that\b|this\b|them\b|to\b).+"
    r"|(?:please\s+)?(?:don'?t\s+|do not\s+|stop\s+|avoid\s+)?(?:answer|reply|respond|use"
    r"|using|format|write"
    r"|address|cite|include|speak|explain|mention|mentioning|be|keep|give|call)\s+.+?"
    r"(?=,?\s+(?:from now on|going forward|from here on(?: out)?|in (?:the )?future)[.!]*$)).*$",
    re.IGNORECASE,
)
"""Standing instructions to the assistant, by "always", "never" or "from now on"."""

HINT = re.compile(
    r"rem(?:em|m?e)?b|forget|\bnot(?:e|ed|es)\b|\bnb\b|n\.b\.|\bmind\b|memor|\bsave\b"
    r"|\bstore\b|\badd\b|\bput\b|\blog\b"
    r"|record|jot|write|reference|future|forward|from now|from here|from today|henceforth"
    r"|next time|later"
    r"|important|\bknow\b|\baware\b|understand|update|change|call me|refer to me"
    r"|address me|always|never|\bkeep\b",
    re.IGNORECASE,
)
"""One of these words stands in every request: without them nothing else is tried."""

LISTED = re.compile(
    r"\b(?:the following|these(?: things| facts)?|this|(?:some"
    r"|a few) things)[^:]{0,20}:\s*\S",
    re.IGNORECASE,
)
"""Requests whose colon opens a list: the sentences that follow on the line belong to them."""

OPENER = re.compile(
    r"^(?:(?:(?:oh|ah|so|and|but|also|well|ok|okay|right|now|yes|yeah|hey|hi|hello)[\s,]+){0,3}"
    r"(?:by the way|btw|fyi|for (?:your information|what it'?s worth|context|the record)"
    r"|(?:just )?so (?:that )?you know|you know(?: what)?|like i (?:said|mentioned)"
    r"|as (?:i|you) (?:\w+ ){0,2}(?:said|know|told you|mentioned|can see)|before i forget|anyways?"
    r"|(?:one|another) (?:more |last |other |final |quick )?(?:thing|point|note)"
    r"|(?:a )?(?:quick|small|side|last|final) (?:one|thing|note|point)|last but not least"
    r"|on (?:a|another) (?:\w+ )?note|speaking of which|that said|in (?:addition|fact|short)"
    r"|(?:to be (?:honest|fair|clear|precise)|if you ask me|if i may)"
    r"(?=\W+(?:i|i'\w+|my|we|our|the)\b))"
    r"(?:\s(?-i:[A-Z][a-z]+)(?=\s*[,:;–—-]|\s*$))?"  # "by the way Sam, ..."
    r"(?:\s*[,:;–—-]+\s*|\s*$))+",
    re.IGNORECASE,
)
"""Phrases that open a statement and state nothing themselves."""

EMPTY_WORDS = frozenset(
    """
    a about actually addition additionally after again ah all also although am an and another any
    anyway anyways are as at basically be because before being below btw but by can clear clearly
    context could course did do does done fact fair few final finally first following for forget
    forgot frankly from fyi get go good got great had has have hello her here hey hi him his honest
    honestly how however i i'd i'll i'm i've if important in indeed information is it its just know
    last least let like may me mean mention mentioned might mind more moreover most much must my
    need next nice no not note now obviously of oh ok okay on once one only or other our personally
    please point precise quick quickly quite really record remember reminder right said saying see
    seriously should side since so some something sorry still stuff sure tell than thank thanks that
    that's the their them then there these they thing things think this those though to told too us
    very was way we well were what when where which while why will with worth would yeah yep yes you
    your
    """.split()
)
"""A text that holds no other words states nothing."""

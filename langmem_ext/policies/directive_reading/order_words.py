"""Of which words are instructions to one who talks and writes with the user made?

Classes of words for `orders`: what is done in a talk, how an answer may look, and what says that something
holds for good.
"""

from __future__ import annotations

import re

from langmem_ext.policies.dates import WEEKDAY
from langmem_ext.policies.directive_reading import standing as standing_forms
from langmem_ext.policies.sentences import HIDDEN

TALK = (
    r"(?:answer|repl(?:y|ies)|respond|address|call me|explain|mention|bring up|cite|quote|translate|summari[sz]e"
    r"|paraphrase"
    r"|suggest|recommend|propose|spell|phrase|word|greet|thank|apologi[sz]e|compliment|praise|flatter"
    r"|congratulate|lecture|nag|tease|scold|remind|warn|tell|ask|show|give|send|offer|talk|speak|write|say|refer"
    r"|convert|round|format|abbreviate|capitali[sz]e|correct|proofread|sign (?:off|my|all|every|each)|assume"
    r"|estimate|guess"
    r"|point (?:me|out)|quiz|drill|challenge|contradict|critique|criticise|roast|joke|react|comment|include"
    r"|provide"
    r"|list|use|wish|start (?:your|each|every|all|any|with)|end (?:your|each|every|all|any|with)|finish (?:your|each"
    r"|every|with)"
    r"|begin (?:your|each|every|with)|open (?:your|each|every) |close (?:your|each|every) |sugar-?coat|spoil|swear"
    r"|curse|ramble|repeat|put|keep|double[- ]check|check|leave out|skip|omit|add|avoid|switch|default|prefer|treat"
    r"|pretend|act|behave|change the subject|stick to|limit|translate|split|break down|number|label|rank|grade"
    r"|rate|ping|nudge|redirect|point|deliver|present|shorten|simplify|transcribe|transliterate|romani[sz]e)"
)
"""What is done by one who talks with the user, or writes for them."""

TALKING = (
    r"(?:answering|replying|responding|addressing|calling me|explaining|mentioning|bringing up|citing|quoting"
    r"|translating|summari[sz]ing|suggesting|recommending|proposing|greeting|thanking|apologi[sz]ing|complimenting"
    r"|praising|flattering|congratulating|lecturing|nagging|teasing|reminding|warning|telling me|asking|showing me"
    r"|giving me|sending me|offering|talking|speaking|writing|saying|referring|converting|rounding|correcting"
    r"|assuming|guessing|adding|using|wishing me|starting (?:your|each|every|all|with)|ending|beginning"
    r"|sugar-?coating|spoiling|repeating|putting|padding|hedging|including|treating me|acting|pretending"
    r"|psychoanaly[sz]ing|second-guessing|interrupting|patroni[sz]ing|moralis?z?ing)"
)

STYLE = (
    r"(?:emojis?|emoticons?|smileys?|exclamation (?:marks?|points?)|bullet ?points?|bullets|numbered lists?|tables?"
    r"|steps"
    r"|workings?(?= ?(?:out\b|$|,|when|for|in|with))|calculations?"
    r"|jokes?|puns?|small ?talk|pep ?talks?|fun facts?|trivia|spoilers?|disclaimers?|caveats?|metaphors?|similes?"
    r"|idioms?|jargon|slang|swear ?words?|swearing|sarcasm|irony|advice|lectures?|flattery|compliments?|praise"
    r"|apolog(?:y|ies)|greetings?|follow-?up questions?|headings?|headers?|markdown|bold(?: text)?|italics?"
    r"|quotes?|quotations?|links?|sources?|citations?|references|footnotes?|adverbs?|adjectives?|semicolons?|commas?"
    r"|em[- ]dash(?:es)?|dashes|abbreviations?|acronyms?|caps|capitals?|(?:lower|upper) ?case"
    r"|plain (?:text|english|language|words)"
    r"|tl;?dr|word counts?|metric(?: units)?|imperial(?: units)?|units|kilomet(?:re|er)s?|km|miles|celsius"
    r"|fahrenheit|grams|cups|ounces|knots|degrees|nautical miles|euros?|dollars?|pounds|francs|currency"
    r"|24[- ]?h(?:our)?(?: clock| time| format)?"
    r"|12[- ]?h(?:our)?(?: clock| time)?|iso(?: dates?| format)?|date format|british|american|spelling|grammar"
    r"|tone|humou?r|formal|informal|casual|polite|first[- ]name|surname|nickname|pleasantries|filler|fluff|hype"
    r"|cheerleading|motivational \w+|life lessons|moralis?z?ing|preamble|intros?|introductions?|outros?|sign-?offs?"
    r"|pronouns?|they/them|she/her|he/him|code (?:blocks?|samples?|snippets?|comments)|step[- ]by[- ]step"
    r"|one[- ]liners?|short|concise|brief"
    r"|(?-i:English|French|German|Spanish|Italian|Portuguese|Dutch|Danish|Swedish|Norwegian|Finnish|Polish|Czech"
    r"|Russian|Ukrainian|Greek|Turkish|Arabic|Hebrew|Hindi|Urdu|Bengali|Tamil|Chinese|Mandarin|Cantonese|Japanese"
    r"|Korean|Vietnamese|Thai|Indonesian|Malay|Tagalog|Swahili|Welsh|Irish|Catalan|Basque|Latin|Esperanto|Romanian"
    r"|Hungarian))"
)
"""How an answer may look or sound."""

OUTPUT = (
    rf"(?:{standing_forms.WRITTEN}|code|spreadsheets?|charts?|graphs?|slides?|essays?|outlines?|headlines?|jokes?"
    r"|meal plans?"
    r"|code reviews?|quiz(?:zes)?|feedback|corrections?|comparisons?|instructions|directions|numbers|prices|figures"
    r"|dates|names|scripts?|presentations?|bios?|briefs?|invoices?|newsletters?|menus?|workouts?"
    r"|training plans?|lessons?)"
)
"""What the assistant makes for somebody."""

ON = (
    rf"(?:from (?:now|here|today|tonight|tomorrow|{WEEKDAY}|this (?:day|point|moment|minute|message|chat|session"
    rf"|week)|between now and \w+|next \w+)"
    r"(?: (?:on|onwards?|forwards?|forth|out|on out|on in))*|going forwards?|moving forwards?|hence(?:forth"
    r"|forwards?)"
    r"|hereafter"
    r"|(?:now and |from now )?in (?:the )?future|permanently|for good|forever|for (?:all time|ever|always|life)"
    r"|once and for all|at all times|by default|(?:every|each)(?: single)? time|until further notice|as (?:of|from)"
    rf" (?:now|today|tomorrow|{WEEKDAY})"
    rf"|(?:effective|starting|beginning) (?:now|today|immediately|right (?:now|away)|tonight|tomorrow|{WEEKDAY}"
    rf"|next \w+|this \w+)"
    r"|(?:in|for|during) (?:all|any|every|each)(?: (?:of )?(?:our|my|your|the|future|next|further)){0,3}"
    r" (?:chats?|conversations?|sessions?|talks?|answers?|repl(?:y|ies)|messages?|responses?|questions?|requests?)"
    r"|in (?:our|your|the) (?:next|future|coming|other|later) (?:chats?|conversations?|sessions?|talks?)"
    r"|(?:in every|in each|in any) (?:chat|conversation|session|talk) (?:we|you|i)(?:'ll| will)? have"
    r"|in this(?: (?:chat|conversation|session|talk))?,? (?:and|or)(?: in)? (?:any|every|all)(?: the)? other"
    r" (?:chats?|conversations?|sessions?|talks?)"
    r"|in this (?:chat|conversation|session|talk)(?:,? and)?(?: in)? (?:(?:every|any|all|each|the) )*"
    r"(?:others?|later|future|next|coming)(?: (?:ones?|chats?|conversations?|sessions?|talks?))?"
    r"|(?:the )?next time,? and (?:the time after(?: that)?|every time after(?: that)?|always)"
    r"|now and (?:always|ever|(?:in |at )?every (?:other )?time|from now on)"
    r"|now (?:and|or) (?:later|ever)|now and in future|ever again|in general|(?:today|now)(?:,"
    r"| and)+ (?:tomorrow|later|always|all days"
    r"|every day(?: after(?:wards)?)?|in future)"
    r"|as (?:a|an|our|my) (?:(?:general|standing|permanent|lasting|fixed) )?(?:rule|standard|default|arrangement)"
    r"(?: for (?:our|all) (?:future )?\w+)?)"
)
"""What says that something holds from now on."""

UNTIL = (
    r"(?:(?:until|till?) (?:i|we) (?:say|tell you|ask|let you know|change|come|am|write|notify)\b[^,.;]{0,40}"
    r"|until (?:told"
    r" otherwise"
    r"|further notice|revoked)|unless (?:i|we)(?:'ve| have)? (?:\w+ )?(?:ask|say|tell|told|request|asked|said"
    r"|want)\w*\b"
    r"[^,.;]{0,40}"
    r"|unless (?:asked|told|requested|prompted|i'm asking)\b[^,.;]{0,20}|only (?:if|when|once) (?:i|we) (?:ask|say"
    r"|tell|request|bring|mention)\b[^,;]{0,40})"
)
"""What it holds until, or but for what."""

OURS = re.compile(
    rf"\b(?:me|us|i|i'm|im)\b|\b(?:my|our|your) (?:\w+ )?{OUTPUT}\b|\b{STYLE}\b"
    rf"|\b{standing_forms.WRITTEN}\b|\b(?:anything|everything|whatever|all|any \w+|the \w+) you"
    r" (?:write|send|make|give|say|tell|show|draft|suggest|recommend|code|plan|cook up)\b",
    re.I,
)
"""What shows that an instruction is meant for the assistant."""

WORDED = re.compile(
    r"(?:open|clos|begin|start|end|finish|conclud|kick|lead|prefac|sign|greet)[a-z]*(?: (?!(?:i|we|he|she|they)\b)"
    rf"[\w'-]+){{0,5}}? (?:with|by|off|on|as)(?: (?:an?|the|any|saying|your|words like))*"
    rf" (?:[\"“{HIDDEN}]|'(?=[^']+'(?!\w)))"
    r"|(?:sa(?:y|ying)|writ|us|put|add|repl|answer|respond|print|typ)[a-z]*(?: (?:me|an?|the|any|in|with|phrases?"
    rf"|words?|line|like|your))* (?:[\"“]\S+ \S|(?<=word )[\"“]|{HIDDEN})",
    re.I,
)
"""What is said in words that stand in quotes, at the beginning or the end of a text: "open with ..."."""

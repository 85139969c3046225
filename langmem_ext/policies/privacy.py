"""Is this special data that only the user may ask to keep?

Health, finances, religion, politics and sexual orientation are kept on explicit request only, and
then as sensitive (memory model, Writing, gate 2). What counts is that the text says something about
a person: "I work at a hospital" and "the project's budget" do not.
"""

from __future__ import annotations

import re

from langmem_ext.learned.reading import TYPED, special
from langmem_ext.learned.touching import touches_special
from langmem_ext.policies.sentences import sentences
from langmem_ext.policies.special_words import may_be_special
from langmem_ext.reading.bounds import readable

_ILLNESS = (
    r"diabet(?:es|ic)|asthma(?:tic)?|cancer|leuk(?:a)?emia|lymphoma|tumou?r|epilep(?:sy"
    r"|tic)|seizures?|migraines?|(?:hand|essential|resting) tremors?|tremors? in (?:\w+ ){1,2}hands?"
    r"|arthritis|hypertension|high blood pressure|heart (?:attack|disease|condition"
    r"|failure)|(?:high|low) cholesterol|(?:had|suffered|after) (?:an? )?(?:\w+ )?stroke"
    r"(?! of)|hiv(?:[ -]positive)?|aids\b(?= (?:patient|virus))"
    r"|hepatitis|tuberculosis|covid|pneumonia|crohn'?s|colitis|ibs|celiac|coeliac|lupus"
    r"|fibromyalgia|multiple sclerosis|parkinson'?s|alzheimer'?s|dementia"
    r"|an[a]?emia|thyroid|pcos|endometriosis|eczema|psoriasis|insomnia|sleep apn(?:o)?ea"
    r"|adhd|autis(?:m|tic)|asperger'?s|bipolar|schizophreni[ac]|ptsd|ocd"
    r"|anorexi[ac]|bulimi[ac]|eating disorder|panic (?:attacks?|disorder)"
    r"|clinical depression|postpartum|dyslexi[ac]|tourette'?s|infertil\w+|miscarriage"
    r"|abortion"
    r"|ulcers?|kidney (?:stones?|disease|failure)|cirrhosis|cystic fibrosis|scoliosis"
    r"|vertigo|tinnitus|glaucoma|concussion|gout|hernia|sciatica|shingles|angina|copd|herpes|chlamydia"
    r"|osteoporosis|tendin?itis|tendonitis|slipped disc|vasectomy|ivf|rosacea|long covid"
)
_DISEASES = (
    r"meningitis|bronchitis|malaria|typhoid|dengue|mumps|whooping cough|scarlet fever|sepsis|septic[a]?emia"
    r"|cerebral palsy"
    r"|spina bifida|down(?:'?s)? syndrome|sickle[- ]cell|thalass[a]?emia|ha?emophilia[c]?|huntington'?s"
    r"|motor neurone?|myeloma"
    r"|melanoma|sarcoma|fibroids|gallstones|diverticulitis|appendicitis|pancreatitis|thrombosis|embolism|aneurysm"
    r"|arrhythmia|atrial fibrillation|heart murmur|cardiomyopathy|emphysema|narcolepsy|carpal tunnel|bursitis"
    r"|hearing loss"
    r"|detached retina|macular degeneration|vitiligo|alopecia|cystitis|pre-?eclampsia|hot flushes|hot flashes|psychosis"
    r"|hallucinations|dizzy spells|palpitations|incontinen(?:t|ce)|stoma bag|colostomy|prosthe(?:sis|tic (?:leg"
    r"|arm|hand|foot))"
)
_COMPLAINTS = (
    rf"\b(?:{_DISEASES})\b",
    r"\b(?:chest|back|stomach|joint|knee|hip|neck|shoulder|nerve|period|pelvic) pains?\b"
    r"|\b(?:my|his|her|their|our|'s) (?:\w+ )?(?:knees?|hips?|back|neck|shoulders?|joints|feet|chest|stomach|head)"
    r" (?:aches?|hurts?|is killing (?:me|him|her)|(?:is|are) (?:swollen|inflamed|numb))\b"
    r"|\b(?:my|his|her|their|'s) (?:kidneys?|liver|lungs|heart|eyesight|hearing|memory) (?:is|are) (?:failing"
    r"|going|weak)\b",
    r"\bsigned off (?:sick|work)\b|\boff (?:work )?(?:sick|with stress)\b|\b(?:in|into|to"
    r"|from) (?:the )?(?:hospital|intensive"
    r" care|a&e) (?:with|for|after|since)\b|\brecovering from (?:an? |the |my |his |her )?(?:\w+ )?(?:illness"
    r"|injury|fall"
    r"|stroke|operation|accident|flu)\b|\b(?:uses?|using|needs?|in) an? wheelchair\b|\bwheelchair user\b",
    r"\b(?:lost|losing) (?:my|his|her|their|the|a|an) (?:leg|arm|sight|eyesight|hearing|hair to chemo"
    r"|baby at \w+ weeks)\b"
    r"|\b(?:months?|years?|weeks?|days?) (?:sober|clean)\b|\bmorning sickness\b|\bexpecting (?:twins|a baby"
    r"|our (?:first|second"
    r"|third))\b|\b(?:we|i|she|they) (?:lost|are losing) the baby\b|\bearly menopause\b",
)
_MEDICINE = (  # by the stems of their international names
    r"[a-z]{2,}(?:pril|sartan|statin|prazole|cillin|floxacin|azepam|zolam|triptan|gliptin|gliflozin|glutide|oxetine"
    r"|traline|talopram|lafaxine|tiapine|nzapine|spiridone|lukast|parin|tidine|amivudine|ciclovir|conazole)"
    r"|[a-z]{4,}(?:mycin|cycline|tumab|ximab|zumab)|ozempic|wegovy|mounjaro|viagra|cialis|valium|ventolin"
    r"|lexapro|wellbutrin"
    r"|effexor|cymbalta|seroquel|humira|methotrexate|prednisone|prednisolone|levothyroxine|gabapentin"
    r"|pregabalin|warfarin"
    r"|methadone|suboxone|naltrexone|antabuse|tramadol|oxycodone|salbutamol|albuterol"
)
_HEALTH = (
    *_COMPLAINTS,
    rf"\b(?:{_ILLNESS})\b",
    r"\b(?:diagnos(?:ed|is)|prognosis|biopsy|chemo(?:therapy)?|radiotherapy|dialysis"
    r"|transplant(?:ed)?|insulin|antidepressants?|ssris?|xanax|prozac|zoloft|ritalin"
    r"|adderall|lithium(?= for| daily| prescription| every| tablets?| pills?)|metformin|statins?|antibiotics"
    r"|painkillers|opioids?|inhaler|epi-?pen|pacemaker|blood type)\b",
    rf"\b(?:{_MEDICINE})\b",
    r"\b(?:medications?|prescriptions?|prescribed|meds|(?:sleeping |birth control "
    r"|blood pressure )pills?)\b",
    r"\ballerg(?:y|ies|ic)\b|\b(?:in)?toleran(?:t|ce) (?:to|of) (?:lactose|gluten|dairy)"
    r"|\b(?:lactose|gluten|fructose)[- ]intoleran(?:t|ce)\b|\bintolerance\b",
    r"\b(?:my|his|her|their|our|the user's|[a-z]+'s|having|got|have|has|chronic|severe"
    r"|experiencing) (?:\w+ )?(?:symptoms?|side effects|illness|disease|disability"
    r"|disorder|chronic \w+)\b",
    r"\b(?:i'?m|i am|is|was|she'?s|got|am|been|are|get|getting|become|user) (?:\w+ )?"
    r"(?:pregnant|disabled|depressed|suicidal|hospitali[sz]ed|infertile|an alcoholic"
    r"|in rehab|in recovery|sober|bedridden|wheelchair[- ]bound|menopausal|hard of hearing"
    r"|deaf|legally blind|clinically \w+)\b|\bpregnan(?:t|cy)\b",
    r"\b(?:have|has|had|having|suffer\w*|struggl\w+|deal\w*|battl\w+|fight\w*|with|severe"
    r"|my|his|her|their|social) (?:\w+ ){0,2}(?:anxiety|depression|addiction|chronic pain"
    r"|burnout|back pain|infection|disability)\b",
    r"\b(?:my|his|her|their|a|the|had|have|has|having|need|needs|knee|hip|heart|back|eye"
    r"|brain|user's) (?:\w+ )?surgery\b|\b(?:had|having|need|needs|underwent|after|before"
    r"|my) (?:an? |my )?(?:operation(?! manual| team| center)|mastectomy|hysterectomy"
    r"|c-section|appendectomy|root canal)\b",
    r"\b(?:see|seeing|sees|saw|visit\w*|my|his|her|their|started|user's|in) (?:an? |my "
    r"|his |her |their )?(?:therapist|psychiatrist|psychologist|oncologist|cardiologist"
    r"|neurologist|gyn[a]?ecologist|urologist|fertility clinic|rehab|aa meetings"
    r"|couples? therapy|therapy sessions?|ther(?:apy)(?! dog| pet| animal))\b",
    r"\b(?:broke|fractured|sprained|tore|dislocated|injured|hurt) (?:my|his|her|their) "
    r"(?:\w+ )?(?:arm|leg|ankle|wrist|hip|back|knee|shoulder|foot|hand|rib|ribs|collarbone"
    r"|acl|neck|finger|toe|nose)\b",
    r"\b(?:had|have|has|having|got|get|getting) (?:my|his|her|their|an?|the|user's) (?:\w+ )?(?:appendix|tonsils"
    r"|adenoids|gall ?bladder|spleen|uterus|ovar(?:y|ies)|prostate|wisdom (?:tooth|teeth)|mole|cyst|stitches|stent"
    r"|pacemaker|kidney|cataracts?) (?:out|removed|taken out|pulled|put in|fitted)\b"
    r"|\b(?:has|have|had|got|with) (?:an? |the )?(?:high |slight |mild |bad )?(?:fever|flu|cough|rash|toothache|earache"
    r"|stomach ?ache|chicken ?pox|measles|head lice)\b"
    r"|\bcouples? (?:counsell?ing|therapy)\b|\bbecause of (?:my|his|her|their) (?:liver|kidneys?|heart|lungs?|joints"
    r"|nerves|stomach|blood|bowels?|hormones)\b",
    r"\bdoctor (?:said|says|told|wants|put|prescribed|recommended|thinks)\b|\b(?:self-harm"
    r"|overdose[d]?|suicid(?:e attempt|al))\b|\b(?:my|her|his) (?:period (?:is late"
    r"|started|pain\w*|cramps)|menopause|cholesterol|blood sugar|blood pressure|bmi)\b|\b"
    r"(?:gluten|nut|peanut)[- ]free diet for medical\b",
)
_MONEY = (
    r"(?:[$€£¥]\s?\d[\d.,]*\s?(?:k|m|thousand|million)?|\d[\d.,]*\s?(?:k|thousand"
    r"|million)?\s?(?:dollars|euros|pounds|usd|eur|gbp|bucks|chf)?)"
)
_FINANCIAL = (
    r"\b(?:my|his|her|their|our|the user's|[a-z]+'s|base|annual|monthly|yearly) "
    r"(?:\w+ ){0,2}(?:salary|income|wages?|net worth|credit score|credit rating|pension"
    r"|mortgage|debts?|student loans?|savings|inheritance|alimony|child support"
    r"|bank balance|account balance|(?:investment|stock|share|crypto|pension) portfolio"
    r"|portfolio (?:of (?:stocks|shares|bonds)|is (?:worth|down|up))|paycheck|pay ?slip|take-home pay|overdraft"
    r"|credit card (?:bill|statement|balance|limit)|bank statement|tax (?:bill|refund|debts?)|rent arrears)\b",
    r"\b(?:i|he|she|they|we|user)(?:'m| am| is|'s)? (?:earns?|makes?|earned|made|earning"
    r"|making|owes?|owed|get paid|gets paid|am paid|is paid|paid) (?:about |around "
    rf"|roughly |over |almost |nearly |only )?{_MONEY}\b(?!\s*(?:%|percent|mistakes?|times"
    r"|copies|points|goals|cups|meals|dishes|calls|trips|friends|changes|errors|km|miles))"
    r"(?=.*(?:[$€£]|\d\s?k\b|year|month|hour|salary|dollars|euros|pounds|bucks))",
    r"\b(?:bankrupt(?:cy)?|foreclosure|in debt|debt[- ]free|behind on (?:my|his|her|the) "
    r"(?:rent|mortgage|bills|payments)|credit card debt|maxed out|can'?t afford (?:my|rent"
    r"|the rent|food)|living paycheck to paycheck|on (?:welfare|benefits|food stamps)"
    r"|took out a (?:loan|mortgage)|(?:have|has|had) (?:an? )?(?:\w+ )?(?:loan|mortgage)"
    r"|student loans?|net worth|tax evasion|owe (?:the )?(?:irs|taxes|back taxes))\b",
    r"\bsalary (?:is|of|was)\b|\b(?:saved|savings of|inherited|invested|lost|owe[sd]?"
    rf"|in savings|in debt) (?:up )?(?:over |about |around )?[$€£]\s?\d|{_MONEY} (?:in "
    r"(?:savings|debt|stocks|crypto|bitcoin)|a (?:year|month) (?:salary|before tax"
    r"|after tax))",
)
_FAITH = (
    r"(?:muslim|christian|catholic|protestant|jewish|hindu|buddhist|sikh|mormon|atheist"
    r"|agnostic|evangelical|baptist|methodist|lutheran|anglican|orthodox (?:christian|jew)"
    r"|quaker|pagan|wiccan|jehovah'?s witness|scientologist|shia|sunni|religious|jew"
    r"|bah[aá]'i|taoist|born[- ]again)"
)
_RELIGION = (
    r"\b(?:i'?m|i am|is|was|are|were|he'?s|she'?s|am|raised|grew up|became|become|born"
    r"|being|as|practi[cs]ing|devout|converted to|identify as|user is) (?:not )?(?:an? "
    r"|very |deeply |quite |strictly |practi[cs]ing |devout |non-?practi[cs]ing "
    rf"|strict )*{_FAITH}\b(?!'s)(?! (?:[a-z]\w+|school|music|art|rock|dior|bale))",
    r"\b(?:convert(?:ed|ing) to (?:islam|christianity|judaism|hinduism|buddhism"
    r"|catholicism)|(?:my|his|her|their|our|the user's) (?:\w+ )?(?:faith|religion"
    r"|religious beliefs|church|mosque|synagogue|temple|parish|bible study|rabbi|imam"
    r"|pastor|priest|baptism|bar mitzvah|bat mitzvah|first communion|congregation))\b",
    r"\b(?:go(?:es|ing)? to|attends?|attended|attending|joined|from|at) (?:an? |the |my "
    r"|our |their )?(?:\w+ )?(?:church|mosque|synagogue|sunday mass|mass on|bible study"
    r"|friday prayers?|temple service)\b|\b(?:go(?:es|ing)?|went) to (?:\w+ )?mass\b(?! (?:general|ave|moca))"
    r"|\b(?:pray(?:s|ing|ed)? (?:\d|five|every|each|daily|together|with|at"
    r"|to god|to allah|before)|fast(?:s|ing)? (?:on \w+ )?(?:for|during) (?:ramadan|lent|yom kippur)"
    r"|believe in (?:god|allah|jesus)|found god|keep(?:s|ing)? (?:kosher|shabbat"
    r"|the sabbath)|observ\w+ (?:ramadan|shabbat|lent|the sabbath)|church (?:friends|group"
    r"|choir|community)|eats? (?:only )?(?:halal|kosher)|lost (?:my|his|her) faith"
    r"|(?:was|were|been|got|be) (?:baptised|baptized)|wears? (?:an? |the |my |their )?(?:\w+ )?"
    r"(?:hijab|niqab|burqa|kippah"
    r"|yarmulke|turban|headscarf))\b",
)
_PARTY = (
    r"(?:republican|democrat|libertarian|socialist|communist|marxist|anarchist"
    r"|conservative|liberal|progressive|leftist|tory|labour|green party|far[- ]right"
    r"|far[- ]left|left[- ]wing|right[- ]wing|monarchist|centrist|maga)"
)
_POLITICS = (
    r"\b(?:i'?m|i am|is|was|he'?s|she'?s|am|registered|identify as|lifelong|user is) "
    r"(?:an? |very |quite |politically |registered |lifelong |a bit |staunch "
    rf"|pretty )*{_PARTY}\b(?! (?:arts|estimate|amount|with (?:my|the|their)|investor|in "
    r"(?:spending|estimates)))",
    rf"\b(?:vot(?:e|ed|es|ing) (?:for |against |remain|leave|{_PARTY}|democrat\w*"
    r"|republican\w*|labour|tory|green)|(?:support|supports|supporter|hate|hates"
    r"|campaign\w*|donate[ds]?) (?:of |for |to )?(?:trump|biden|harris|obama|brexit|putin"
    r"|bolsonaro|lula|le pen|macron|starmer|the (?:republican|democratic|labour"
    r"|conservative|green)\b)|(?:join|joins|joined|donate[sd]? to|campaign\w* for) "
    rf"(?:the )?(?:greens|tories|{_PARTY}s\b|(?:{_PARTY}|green) party\b)"
    r"|(?:trade|labor|labour) union|union (?:member|rep)|member of "
    rf"(?:the )?(?:\w+ ){{0,3}}(?:party|union)\b|(?:my|his|her|their|the user's) political "
    r"(?:views?|party|beliefs|opinions?|leanings?)|politically (?:left|right|active"
    r"|conservative|liberal)|pro-(?:life|choice)|run(?:ning)? for (?:office|mayor|congress"
    r"|parliament|council))\b",
)
_ORIENTATION = (
    r"\b(?:gay|lesbian|bisexual|pansexual|asexual|homosexual|heterosexual|queer|lgbt\w*\+?"
    r"|transgender|trans (?:woman|man|person)|transsexual|non-?binary|genderqueer"
    r"|transitioning(?= (?:from|to (?:male|female)|three|two|last|years?|in \d))"
    r"|sexual orientation|sexuality|came out (?:to|as|of the closet)|coming out (?:to|as)"
    r"|in the closet|polyamorous|same-sex)\b",
    r"\bstarted transitioning\b|\b(?:i'?m|i am|he'?s|she'?s|is) (?:bi|straight|a lesbian"
    r"|into (?:men|women|guys|girls))(?=$|[.,!;]| and\b| but\b)",
)


def _compile(patterns: tuple[str, ...]) -> re.Pattern[str]:
    # For folded text, without IGNORECASE: so `re` rejects an alternative by its first letter, three times as fast.
    return re.compile("|".join(patterns))


_CLASSES = (
    ("health", _compile(_HEALTH)),
    ("sexual_orientation", _compile(_ORIENTATION)),
    ("religion", _compile(_RELIGION)),
    ("politics", _compile(_POLITICS)),
    ("financial", _compile(_FINANCIAL)),
)

# The same words in trades, studies and software say nothing about anybody's own life.
_ABOUT_WORK = re.compile(
    r"\b(?:cancer (?:research|charity|institute|foundation)|(?:symptoms?|diagnosis"
    r"|prescription) of (?:the|this) (?:bug|error|outage|crash|issue|failure)|diagnos\w+ "
    r"(?:the|a|this) (?:bug|issue|problem|error|network|server|fault|crash)"
    r"|(?:work|works|working|job|studied|study|studies|specialist|nurse|doctor|researcher"
    r"|phd|degree|internship) (?:\w+ )?(?:at|in|for|on|as an?) (?:\w+ ){0,3}(?:oncology"
    r"|hospital|clinic|cancer|mental health|psychology|theology|autism|dementia|church"
    r"|diabetes|epilepsy|therapy|addiction)|(?:stroke|strokes) (?:of (?:luck|genius"
    r"|midnight)|width)|brush strokes?|great depression|tropical depression|hearing aids?"
    r"|cancer \(zodiac\)|zodiac"
    r"|gay street|transplant(?:ed)? (?:the )?(?:plants?|seedlings|tomatoes|trees?)"
    r"|organ donor|liberal arts|allergic to (?:meetings?|mornings?|mondays?|small talk|drama"
    r"|paperwork|emails?|work|housework|cooking|exercise)"
    r"|(?:thesis|dissertation|leaflet|novel|quiz|lecture) (?:is )?(?:about|on) [^.;!?]{0,80}"
    r"|(?:research|study)(?:es)? (?:malaria|dengue|cancer|\w+ vaccines)|\w+ vaccines|therapist's office"
    r"|(?:website|server|laptop|printer|car|engine|lawnmower) (?:\w+ )?had (?:an? )?(?:heart attack|\w+-heart surgery"
    r"|stroke)|(?:nearly|almost) (?:gave|had) (?:me |him |her |us )?an? heart attack|band is called [^.;!?]{0,40}"
    r"|(?:cat|dog|mare|cow|sow|goat|ewe|rabbit) is pregnant|depressed (?:about|by) how)\b",
)


def special_data(text: str, *, learned: bool = True) -> str | None:
    """Return "health", "financial", "religion", "politics" or "sexual_orientation", else None.

    Works on the user's words and on third-person rewrites alike. Where no rule finds anything, a trained reader is
    asked sentence by sentence (`learned`).
    """
    return _by_rules(text) or (_by_examples(text) if learned else None)


def indicates_health(text: str) -> bool:
    """Tell whether a text has a word that the specification takes for health (000, section 4).

    So strict is only what a review concludes: nobody has said it for memory. What somebody works as is no health.
    """
    said = _ABOUT_WORK.sub(" ", readable(text).casefold().replace("’", "'"))
    for work in _WORK:
        said = said.replace(work, " ")
    return any(word in said for word in _INDICATORS)


_INDICATORS = tuple(
    "diagnosis|symptom|medication|prescription|doctor|hospital|medical|health condition|treatment|therapy|disease"
    "|illness".split("|")
)


_WORK = (
    "is a doctor",
    "as a doctor",
    "be a doctor",
    "become a doctor",
    "medical student",
    "medical school",
)


def _by_rules(text: str) -> str | None:
    text = readable(text).casefold().replace("’", "'")
    if not may_be_special(text):
        return None
    text = _ABOUT_WORK.sub(" ", text)
    return next((name for name, pattern in _CLASSES if pattern.search(text)), None)


def _by_examples(text: str) -> str | None:
    """Ask about each sentence, but of most texts only their words: these let go what is not even near."""
    near = text[:TYPED]
    if not touches_special(near):
        return None
    found = (special(each.raw, touches=each.raw == near) for each in sentences(near))
    return next((each.kind for each in found if each), None)

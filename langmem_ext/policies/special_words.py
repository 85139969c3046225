"""May a text say anything at all about somebody's health, money, faith, politics or love?

Every pattern of `privacy.py` needs one of these words. Looking for them takes a fifth of the time of the patterns, and
most texts hold none.
"""

from __future__ import annotations

import re

from langmem_ext.policies.hints import any_of

_HEALTH = """
    diabet asthma cancer leuk lymphoma tumo epilep seizure tremor migraine arthritis hypertension blood-pressure
    blood-sugar blood-type heart-attack heart-disease heart-condition heart-failure because-of cholesterol
    stroke hepatitis tuberculosis covid pneumonia crohn colitis celiac coeliac lupus fibromyalgia
    multiple-sclerosis parkinson alzheimer dementia anaemia anemia thyroid pcos endometriosis eczema psoriasis
    insomnia sleep-apn adhd autis asperger bipolar schizophreni ptsd anorexi bulimi eating-disorder panic-attack
    panic-disorder depressi depressed postpartum dyslexi tourette infertil miscarriage abortion ulcer kidney
    cirrhosis cystic scoliosis vertigo tinnitus glaucoma concussion gout hernia sciatica shingles angina copd
    ozempic wegovy mounjaro viagra cialis valium ventolin lexapro wellbutrin effexor cymbalta seroquel humira
    methotrexate predniso levothyroxine gabapentin pregabalin warfarin methadone suboxone naltrexone antabuse
    tramadol oxycodone salbutamol albuterol herpes chlamydia osteoporosis tendi tendon slipped-disc vasectomy
    rosacea diagnos prognosis biopsy chemo radiotherapy dialysis transplant insulin antidepress ssri xanax
    prozac zoloft ritalin adderall lithium metformin antibiotic painkiller opioid inhaler epi-pen epipen
    pacemaker medication prescri pill allerg toleran intoleran symptom side-effect illness disease disabilit
    disabled disorder chronic pregnan suicid hospitali alcoholic rehab in-recovery sober bedridden wheelchair
    menopaus hard-of-hearing deaf legally-blind clinically anxiety addiction burnout back-pain infection surgery
    operation mastectomy hysterectomy c-section appendectomy root-canal therap psychiatrist psychologist
    oncologist cardiologist neurologist gyn urologist fertility aa-meetings couple-therapy couples-therapy
    couple-counsel couples-counsel fractured sprained dislocated injured appendix tonsil adenoid gall-bladder
    gallbladder spleen uterus ovar prostate wisdom-t cyst stitch stent cataract fever cough rash toothache
    earache stomachache stomach-ache chicken-pox chickenpox measles head-lice doctor-sa doctor-told doctor-wants
    doctor-put doctor-pres doctor-rec doctor-thinks self-harm overdose period-is period-started period-pain
    period-cramps free-diet broke-my broke-his broke-her broke-their tore-my tore-his tore-her tore-their
    hurt-my hurt-his hurt-her hurt-their meningitis bronchitis malaria typhoid dengue mumps whooping-cough
    scarlet-fever sepsis septicaemia septicemia cerebral-palsy spina-bifida down-syndrome downs-syndrome
    down's-syndrome sickle-cell thalass hemophilia haemophilia huntington motor-neuron myeloma melanoma sarcoma
    fibroid gallstone diverticulitis appendicitis pancreatitis thrombosis embolism aneurysm arrhythmia atrial
    heart-murmur cardiomyopath emphysema narcolep carpal bursitis hearing detached-retina macular vitiligo
    alopecia cystitis preeclampsia pre-eclampsia hot-flush hot-flash psychosis hallucinat dizzy-spell
    palpitation incontinen stoma colostomy prosthe pain ache aching hurt swollen inflamed numb killing failing
    liver lung heart eyesight memory signed-off off-sick off-work off-with hospital intensive-care a&e
    recovering clean morning-sickness expecting-twins expecting-a expecting-our lost losing are-losing
"""
_MONEY = """
    salary income wage net-worth credit-score credit-rating credit-card pension mortgage debt loan saving
    inheritance alimony child-support bank-balance account-balance portfolio stocks crypto bitcoin paycheck
    pay-slip payslip take-home overdraft bank-statement tax-bill tax-refund tax-debt tax-evasion taxes
    before-tax after-tax rent-arrears bankrupt foreclosure behind-on maxed-out can't-afford cant-afford
    on-welfare on-benefits on-food owe
"""
_FAITH = """
    muslim christian catholic protestant jewish hindu buddhis sikh mormon atheist agnostic evangelical baptist
    methodist lutheran anglican orthodox quaker pagan wiccan jehovah scientologist shia sunni religio baha'i
    bahá'i taoist born-again islam judaism faith church mosque synagogue temple parish bible rabbi imam pastor
    priest baptism baptis baptiz bar-mitzvah bat-mitzvah first-communion congregation friday-prayer pray ramadan
    yom-kippur allah jesus kosher shabbat sabbath halal hijab niqab burqa kippah yarmulke turban headscarf
"""
_POLITICS = """
    republican democrat libertarian socialist communist marxist anarchist conservative liberal progressive
    leftist tory tories labour green-party greens the-green far-right far-left left-wing right-wing monarchist
    centrist vot trump biden harris obama brexit putin bolsonaro le-pen macron starmer trade-union labor-union
    union-member union-rep member-of political pro-life pro-choice for-office for-mayor for-congress
    for-parliament for-council
"""
_LOVE = """
    gay lesbian bisexual pansexual asexual homosexual heterosexual queer lgbt transgender trans-woman trans-man
    trans-person transsexual non-binary nonbinary genderqueer transitioning sexual closet came-out coming-out
    polyamorous same-sex straight into-men into-women into-guys into-girls
"""
_WHOLE = (
    "aids bi bmi flu god hiv ibs ivf jew lent lula maga magas mass meds mole ocd statin statins"
)
"""Words with which others begin that are nothing of the kind: a fluent hive of jewels."""


def _beginnings(words: str) -> list[str]:
    """Return how the words begin; "-" stands for a hyphen or a blank."""
    return [form for word in words.split() for form in (word, word.replace("-", " "))]


_BEGINNINGS = any_of(
    each for words in (_HEALTH, _MONEY, _FAITH, _POLITICS, _LOVE) for each in _beginnings(words)
)
_SPECIAL = re.compile(rf"\b(?:{_BEGINNINGS.pattern}|(?:{'|'.join(_WHOLE.split())})\b)")
_MEDICINE = re.compile(
    r"(?:pril|sartan|statin|prazole|cillin|floxacin|azepam|zolam|triptan|gliptin|gliflozin|glutide|oxetine|traline"
    r"|talopram|lafaxine|tiapine|nzapine|spiridone|lukast|parin|tidine|amivudine|ciclovir|conazole|mycin|cycline"
    r"|tumab|ximab|zumab)\b"
)
_PAID = re.compile(r"\b(?:earn|ma[dk]|paid|saved|inherited|invested|lost)")
_DIGIT = re.compile(r"\d")


def may_be_special(low: str) -> bool:
    """Tell whether a text in lower case has one of those words, or an amount beside earning, paying or losing."""
    return bool(
        _SPECIAL.search(low) or _MEDICINE.search(low) or (_DIGIT.search(low) and _PAID.search(low))
    )

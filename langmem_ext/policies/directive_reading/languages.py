"""Which request to remember is made in another language than English, in its plainest form?

"Merk dir bitte, dass ich Linkshänder bin", "recuerda que trabajo de noche": the verb of remembering begins the sentence
and "that" or a mark follows it. What follows is kept in the user's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from langmem_ext.policies import sentences as language

RULE = "other_language"

_ASKED = {
    r"dass|daß": (
        r"(?:merke?|notiere?|schreibe?) (?:dir|es dir|dir auf)|(?:merken|notieren) sie sich|denke? d(?:a|e)?ran"
        r"|(?:vergiss|vergesse?n? sie)(?: bitte)? nicht"
        r"|(?:kannst|könntest|würdest) du (?:dir )?(?:bitte )?(?:merken|notieren)"
        r"|(?:können|könnten) sie sich (?:bitte )?merken|behalte? (?:bitte )?im (?:kopf|gedächtnis)"
    ),
    r"que": (
        r"recuerd[ae]|acu[ée]rdate(?: de)?|no (?:te )?olvides?(?: de)?|ten(?:ga)? (?:en cuenta|presente)|apunta|anota"
        r"|toma nota(?: de)?|guarda(?: en (?:tu )?memoria)?|(?:puedes|podrías) (?:recordar|apuntar|anotar|guardar)"
        r"|retiens|retenez|souviens[- ]toi|souvenez[- ]vous|rappelle[- ]toi|rappelez[- ]vous"
        r"|n['’]?oubli(?:e|ez) (?:pas|jamais)|notez?(?=\s+(?:bien )?qu)|gardez? (?:en (?:mémoire|tête)"
        r"|à l'esprit)|prends note"
        r"|(?:peux|pourrais)[- ]tu (?:retenir|noter|te souvenir|te rappeler)"
        r"|lembr[ae](?:[- ](?:te|se))?(?: de)?|n[ãa]o (?:te |se )?esque(?:ças|ça|ce|cas|ca)(?: de)?|anote"
        r"|te(?:m|nha) em (?:conta|mente|atenção)|memori[zs]a|fixa(?: aí)?|(?:podes|pode"
        r"|poderias) lembrar(?:-te)?(?: de)?"
    ),
    r"che": (
        r"ricorda(?:ti)?|ricordi|(?:tieni|tenga) (?:a mente|presente|conto)|non (?:ti )?(?:dimenticare|scordare)"
        r"|annota(?:ti)?|memorizza|segnati|(?:puoi|potresti) ricordar(?:e|ti)"
    ),
    r"dat": (
        r"[ou]n?thoud|vergeet niet|noteer|houd? er rekening mee|denk er ?aan|(?:wil|kun|kan|kunt) (?:je|jij|u) "
        r"(?:alsjeblieft )?onthouden"
    ),
    r"że": r"zapami[ęe]taj|pami[ęe]taj|zapisz|zanotuj|nie zapomnij|miej na uwadze",
    r"že": r"zapamatuj si|pamatuj si|pamatuj|nezapomeň",
    r"ki": r"hat[ıi]rla|unutma|akl[ıi]nda tut|not et",
    r"att?": r"kom ihåg|glöm inte|husk(?: på)?|glem ikke|notera|noter",
    r"c[ăa]": r"[țt]ine minte|nu uita|re[țt]ine",
    r"что|що": r"запомни|помни|не забудь|имей в виду|запиши|запам['’]?ятай|пам['’]?ятай|не забувай",
}
"""What asks, by the word for "that" which follows it."""

_PLEASE = (
    r"(?:[\s,]+(?:bitte|mal|doch|gut|por favor|porfa|stp|svp|s'il (?:te|vous) pla[iî]t|bien|per favore"
    r"|se faz favor|pf"
    r"|alsjeblieft|aub|goed|even|prosz[ęe]|sobie|prosím|l[üu]tfen|tack|te rog|пожалуйста|please|pls"
    r"|(?:a partir|à partir) d['e ]+(?:ahora|agora|maintenant)|ab jetzt|d'ora in poi))*"
)
_HAIL = (
    r"(?:(?:hallo|hola|bonjour|salut|ciao|olá|oi|hoi|cześć|merhaba|hej|hi|hey|hello|ok|okay|bitte|also|und|y|et|e|en"
    r"|por favor|s'il te plaît|per favore|lütfen|proszę|oye|así que|du|assistant)[\s,!.]+)*"
)
_REQUESTS = tuple(
    re.compile(
        rf"\W*{_HAIL}(?:{asks}){_PLEASE}"
        rf"(?:[\s,:]+(?:{that})\s+|\s+qu['’](?=\w)|\s*:\s*|(?P<comma>\s*,\s+))(?P<x>\S.+)$",
        re.I,
    )
    for that, asks in _ASKED.items()
)
_SURE = re.compile(
    r"\b(?:merke?n?|notiere?|recuerd[ae]|apunta|anota|retiens|retenez|lembr[ae]|ricorda(?:ti)?|segnati"
    r"|[ou]n?thoud|noteer"
    r"|zapami[ęe]taj|zapisz|zapamatuj|hat[ıi]rla|запомни)\b",
    re.I,
)
"""What a statement may follow with a comma only, where "vergiss nicht, ..." is followed by a task."""

_KEEP_IT = (
    r"merke? (?:dir )?(?:das|es)(?: dir)?|vergiss (?:das|es) nicht|nicht vergessen|recu[ée]rdalo|no lo olvides"
    r"|apúntalo"
    r"|anótalo|retiens[- ]le|souviens[- ]t['’]en|ne l['’]oublie pas|note[- ]le|ricordatelo|ricordalo|segnatelo"
    r"|non (?:scordarlo|dimenticarlo)|lembra(?:-te)? disso|n[ãa]o te esque[çc]as disso|anota isso|guarda isso"
    r"|onthoud (?:dat|het)|vergeet dat niet|zapamiętaj to|bunu (?:unutma|hatırla)|kom ihåg det|husk det|запомни это"
)
_BACK = re.compile(
    rf"(?:(?P<x>\S.{{5,200}}?)\s*[,;–—-]\s*)?\W*{_HAIL}(?:{_KEEP_IT}){_PLEASE}[\s.!]*$", re.I
)
"""What points back: "soy vegano, recuérdalo"."""

_ENDS = re.compile(
    r"\s*,\s+(?:und|y|et|e|ed|en|i|a|ve|och|og|and|but|so|with)\s+(?!(?:dass|que|che|dat|że|že|att?)\b).*$"
    r"|[\s,]+(?:bitte|por favor|stp|svp|s'il te plaît|per favore|alsjeblieft|proszę|lütfen|please|pls|thanks"
    r"|thank you"
    r"|danke|gracias|merci|grazie|obrigad[oa]|ok(?:ay)?|ja(?:ja)+|(?:ha)+|lol)[\s.!]*$|[\s.!?…)]+$",
    re.I,
)
_OF_THE_WORDS = re.compile(
    r"\b(?:translat\w*|transcrib\w*|means?|meaning|grammar\w*|spelling|proofread|pronounce\w*|lyrics?|subtitles?"
    r"|how (?:do|would|can) (?:i|you|we|they) say|(?:is|are) (?:this|that|it|these) correct|correct (?:this|my|the)"
    r"|conjugat\w*|exercise|sentence|phrase|quote|song|lied|chanson|canción|übersetz\w*|tradu[iczs]\w*|vertaal\w*"
    r"|przetłumacz|çevir)\b",
    re.I,
)
"""What makes the words a text that is worked on."""


def is_about_words(message: str) -> bool:
    """Tell whether the words of a message are a text that is worked on."""
    return _OF_THE_WORDS.search(message) is not None


_NO_FACT = re.compile(
    r"(?:(?:der|dieser|mein|de|deze) (?:brief|text|tekst|aufsatz|bericht)|(?:la|cette|ma) lettre|(?:le"
    r"|ce) (?:texte|mail)"
    r"|la carta|el (?:texto|correo|informe)|[oa] (?:texto|carta|relatório)|la lettera|il testo"
    r"|la vi[de]a?|das leben|het leven|la vita|a vida|życie|du|tu|vous|sie|usted|tú|eres|você|és|sei|je moet"
    r"|il faut|nada|nichts|rien"
    r"|niente|todo|alles|tout|tutto)\b",
    re.I,
)
"""What is said to the other, of life, or of a text at hand."""


def in_other_languages(message: str) -> Iterator[str]:
    """Yield what a message asks to remember in another language, unless its words are what it is about."""
    if not _MAY_ASK.search(message):
        return
    said = language.sentences(message)
    if any(is_about_words(each.text) for each in said):
        return
    for at, each in enumerate(said):
        words = _followed(each) or _preceded(said, at)
        if len(words) >= SHORTEST and not _NO_FACT.match(words):
            yield words


_MAY_ASK = re.compile(rf"\b(?:{'|'.join(_ASKED.values())})\b|{_KEEP_IT}", re.I)
SHORTEST = 8
"""Characters of a statement."""


def _followed(sentence: language.Sentence) -> str:
    found = next(filter(None, (each.match(sentence.text) for each in _REQUESTS)), None)
    if found is None or (found["comma"] and not _SURE.search(found[0][: found.start("x")])):
        return ""
    return _words(sentence, found.start("x"), len(sentence.raw))


def _preceded(said: Sequence[language.Sentence], at: int) -> str:
    found = _BACK.match(said[at].text)
    if found is None:
        return ""
    if found["x"]:
        return _words(said[at], *found.span("x"))
    stated = at > 0 and not said[at - 1].is_question
    return _words(said[at - 1], 0, len(said[at - 1].raw)) if stated else ""


def _words(sentence: language.Sentence, start: int, end: int) -> str:
    words = sentence.raw[start:end]
    if language.HIDDEN in sentence.text[start:end]:
        return ""
    while (shorter := _ENDS.sub("", words)) != words:
        words = shorter
    return words

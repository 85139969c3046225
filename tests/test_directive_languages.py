"""Which request to remember is made in another language than English?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


def contents(message: str) -> list[str]:
    return [each.content for each in find_directives(message, learned=False)]


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Merken Sie sich bitte, dass ich Dr. Keller heiße", "ich Dr. Keller heiße"),
        ("vergiss nicht, dass ich in Graz wohne", "ich in Graz wohne"),
        ("Bitte merk dir: unser Hund heißt Bello", "unser Hund heißt Bello"),
        ("merk dir, ich fahre nur Automatik", "ich fahre nur Automatik"),
        ("acuérdate de que soy celíaca, por favor", "soy celíaca"),
        ("ten en cuenta que no como carne. ¿Qué ceno hoy?", "no como carne"),
        ("N'oubliez pas que j'habite à Lyon !", "j'habite à Lyon"),
        ("Peux-tu retenir que je travaille le samedi ?", "je travaille le samedi"),
        ("ricorda che il lunedì chiudo, e scusa gli errori", "il lunedì chiudo"),
        ("Lembra-te que moro em Braga", "moro em Braga"),
        ("onthoud alsjeblieft dat ik in ploegendienst werk", "ik in ploegendienst werk"),
        ("zapamiętaj proszę, pracuję na zmiany", "pracuję na zmiany"),
        ("kom ihåg att jag bor i Lund", "jag bor i Lund"),
        ("запомни, что я живу в Киеве", "я живу в Киеве"),
        ("soy vegano, recuérdalo por favor", "soy vegano"),
        ("Ich bin Linkshänder. Merk dir das bitte!", "Ich bin Linkshänder"),
    ],
)
def test_the_plainest_request_is_read_in_other_languages(message: str, words: str) -> None:
    assert contents(message) == [f'The user said: "{words}"']


@pytest.mark.parametrize(
    "message",
    [
        "Vergiss nicht, die Milch zu kaufen",
        'How do you say "merk dir, dass ich komme" in English?',
        "Translate: recuerda que trabajo de noche",
        "merk dir dass ich komme - is this correct German?",
        "Recuerda que vivo en Vigo. What does that mean?",
        "N'oublie pas que la vie est courte",
        "Denk bitte daran, dass der Brief kurz sein muss",
        "I told Pedro: recuerda que el martes no hay clase",
        "My teacher always writes recuerda que los verbos cambian",
        "¿Recuerdas que vivo en Vigo?",
        "Non dimenticare il latte",
        "wie merke ich mir, dass es der Tisch heißt",
    ],
)
def test_words_of_other_languages_that_ask_for_nothing_are_left_alone(message: str) -> None:
    assert contents(message) == []

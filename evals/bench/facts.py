"""What do the users of the benchmark say about themselves?

Statements from a seeded grammar: the same seed and user give the same facts, in the same order, in every process.
They read like what a memory holds, so that the gates have real work, and none of them is special data or a secret.
The facts of one user all differ; facts of two users may be alike, as people are.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice


@dataclass(frozen=True, slots=True)
class Fact:
    """Hold one statement in the third person, and what it is written with."""

    text: str
    category: str
    importance: int


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.replace("\n", " ").split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in text.replace("\n", " ").split(",") if phrase.strip())


VOCABULARY: dict[str, tuple[str, ...]] = {
    "name": _words(
        """Ada Ben Carla Dimitri Elena Farid Greta Hamid Ines Jonas Kira Lars Mina Nadia Oscar Petra Quentin Rosa Sven
        Tara Umar Vera Wanda Xenia Yusuf Zoe Anton Bianca Cyril Daria Emil Fiona Goran Helga Igor Jana Karim Lucia
        Marek Nora Olaf Paula Rafael Selma Tomas Ulla Viktor Willa Yara Zeno Amara Bruno Celia Duncan Esther Felix
        Gemma Hector Iris Jasper Kofi Leila Matteo Nils Odette Pavel Renata Silas Thea Uri Vanda Wim Yelena Zack"""
    ),
    "kin": _words(
        "sister brother cousin uncle aunt niece nephew grandmother neighbour flatmate mentor"
    ),
    "city": _words(
        """Lisbon Porto Bergen Utrecht Ghent Krakow Brno Turin Bologna Seville Granada Lyon Nantes Leipzig Bremen
        Aarhus Malmo Tampere Riga Vilnius Tallinn Ljubljana Zagreb Split Sofia Plovdiv Thessaloniki Izmir Tbilisi
        Yerevan Almaty Hanoi Osaka Kyoto Sapporo Busan Taipei Penang Jaipur Pune Mysore Nairobi Kigali Accra Dakar
        Tunis Fez Quito Lima Cusco Bogota Medellin Cordoba Rosario Montevideo Valparaiso Oaxaca Puebla Montreal
        Halifax Portland Tucson Boise Madison Duluth Hobart Perth Wellington Dunedin Cork Galway Leeds Bath Dundee
        Swansea"""
    ),
    "food": _phrases(
        """mushroom risotto, lentil soup, miso ramen, pad thai, shakshuka, potato gnocchi, beetroot salad, vegetable
        paella, spinach lasagne, okonomiyaki, chickpea curry, tomato bruschetta, corn chowder, plum dumplings, falafel
        wraps, leek quiche, pumpkin ravioli, rhubarb crumble, lemon tart, walnut bread, cardamom buns, apple strudel,
        mango sorbet, pistachio ice cream, oat pancakes, buckwheat crepes, roasted aubergine, stuffed peppers,
        pierogi, kimchi fried rice, tofu stir-fry, olive focaccia, sourdough toast, pear cake, black bean tacos, green
        papaya salad"""
    ),
    "drink": _phrases(
        """green tea, flat white, rooibos, cold brew, ginger tea, oat latte, espresso, sparkling water, apple juice,
        jasmine tea, mint lemonade, hot chocolate, chai, elderflower cordial, tonic water, tomato juice, matcha"""
    ),
    "hobby": _phrases(
        """bouldering, pottery, sea kayaking, film photography, letterpress printing, birdwatching, woodcarving,
        fencing, beekeeping, trail running, chess, watercolour painting, astronomy, lindy hop, orienteering, knitting,
        calligraphy, archery, model railways, bookbinding, improv theatre, rowing, table tennis, geocaching, foraging,
        juggling, bonsai, choir singing, cross-country skiing, open water swimming, sketching, badminton, origami,
        sailing"""
    ),
    "instrument": _words(
        "cello violin piano oboe trumpet ukulele accordion harmonica drums banjo clarinet mandolin"
    ),
    "tool": _phrases(
        """Obsidian, Figma, Postgres, Terraform, Blender, Emacs, Neovim, Ableton, Lightroom, Inkscape, Notion,
        Airtable, Grafana, Kubernetes, Django, Svelte, Rust, Kotlin, Elixir, Julia, DuckDB, Kafka, Redis, Ansible,
        Bazel, Jupyter, QGIS, FreeCAD, Krita, Audacity, Zotero, LaTeX, Typst, Home Assistant, Raspberry Pi, Arduino,
        Linear, Miro"""
    ),
    "device": _phrases(
        """mechanical keyboard, standing desk, e-reader, espresso machine, touring bike, cargo bike, film camera,
        tent, sewing machine, soldering iron, projector, turntable, telescope, drone, 3D printer, rice cooker,
        rucksack, canoe, wetsuit, label printer, bread oven, graphics tablet, field recorder, radio, workbench,
        greenhouse"""
    ),
    "brand": _words(
        "Halden Orvik Tessel Brimo Kestra Luvia Nordal Pelago Quarto Rivet Solane Tarn Umbra Vesper Wolden Zephyra"
    ),
    "trade": _words(
        "Robotics Logistics Analytics Ceramics Optics Publishing Energy Foods Mobility Textiles Games Maps Audio Labs"
    ),
    "role": _phrases(
        """data engineer, product designer, translator, geologist, sound technician, site manager, librarian, botanist,
        support lead, copy editor, network planner, furniture maker, research assistant, stage manager, math teacher"""
    ),
    "adjective": _words(
        """amber silent crooked northern hidden paper copper distant hollow velvet frozen wandering scarlet broken
        golden quiet restless marble salted emerald winter borrowed painted restive narrow woven ivory drifting
        granite cobalt"""
    ),
    "noun": _words(
        """harbour lantern orchard compass meadow archive river bridge sparrow cathedral glacier kettle mirror ladder
        island tunnel garden station canyon letter anchor valley lighthouse carpet forest engine pavilion comet cellar
        ferry thimble quarry beacon plateau ribbon windmill almanac lagoon viaduct chimney"""
    ),
    "subject": _phrases(
        """Portuguese, organic chemistry, linear algebra, sign language, art history, soil science, Korean, typography,
        category theory, Norwegian, music theory, urban planning, marine biology, statistics, Old English, cartography,
        thermodynamics, game design, phonetics, economics, Italian, philosophy of science, welding, drone mapping"""
    ),
    "animal": _words(
        "cat dog parrot tortoise rabbit hamster gecko ferret canary pony cockatiel goldfish"
    ),
    "room": _phrases(
        "kitchen, attic, balcony, garage, studio, hallway, cellar, living room, guest room"
    ),
    "colour": _words(
        "teal ochre crimson navy olive coral lilac charcoal turquoise maroon mustard sage"
    ),
    "month": _words(
        "January February March April June July August September October November December"
    ),
    "weekday": _words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
    "moment": _phrases(
        "before breakfast, at noon, after work, late at night, on the train, during holidays"
    ),
    "day": tuple(map(str, range(1, 29))),
    "hour": tuple(f"{hour}:{minute:02}" for hour in range(6, 22) for minute in (0, 15, 30, 45)),
    "year": tuple(map(str, range(1994, 2026))),
    "number": tuple(map(str, range(2, 60))),
}
"""What each slot of a template may be filled with."""

TEMPLATES: dict[str, tuple[str, ...]] = {
    "preferences": (
        "{I} {prefer|prefers} {food} over {food} when eating out in {city}",
        "{I} {like|likes} {drink} {moment}, with {food} on the side",
        "{I} {like|likes} the windows of the {room} painted {colour}, not {colour}",
        "{I} {prefer|prefers} {tool} to {tool} for notes about the {adjective} {noun} project",
        "{I} {like|likes} meetings about {subject} to end by {hour} on {weekday}s",
        "{I} {prefer|prefers} aisle seats on trains from {city} to {city}",
    ),
    "interests": (
        "{I} {enjoy|enjoys} {hobby} with {name} near {city} on {weekday}s",
        "{I} {read|reads} novels like The {adjective} {noun} {moment}",
        "{I} {play|plays} the {instrument} in a band called {adjective} {noun} from {city}",
        "{I} {follow|follows} a podcast about {subject} hosted by {name} from {city}",
        "{I} {collect|collects} {year} maps of {city} and postcards showing a {noun}",
    ),
    "relationships": (
        "{My} {kin} {name} moved to {city} in {month} {year} and restores a {noun}",
        "{My} {kin} {name} keeps a {colour} {animal} called {name}",
        "{My} friend {name} from {city} teaches {subject} and loves {hobby}",
        "{My} colleague {name} at {brand} {trade} swears by {tool} and {drink}",
        "{name} and {name} introduced {me} to {hobby} in {city} in {year}",
    ),
    "knowledge": (
        "{I} {own|owns} a {brand} {device} from {year} with {number} spare parts in the {room}",
        "{I} {speak|speaks} enough {subject} to explain a {noun} to {name}",
        "{I} {know|knows} that the {adjective} {noun} in {city} opens at {hour} on {weekday}s",
        "{I} once worked as a {role} for {brand} {trade} in {city} until {year}",
        "{I} {store|stores} the {device} in the {room} behind the {colour} {noun}",
    ),
    "projects": (
        "{I} {build|builds} a {noun} tracker called {adjective} {noun} with {tool} and {tool}",
        "{I} {maintain|maintains} the {adjective} {noun} service at {brand} {trade} with {name}",
        "{My} project {adjective} {noun} ships version {number} on {day} {month}",
        "{My} team at {brand} {trade} moves the {noun} pipeline from {tool} to {tool} in {month}",
    ),
    "goals": (
        "{I} {want|wants} to learn {subject} well enough to pass the exam in {city} by {month} {day}",
        "{I} {plan|plans} to walk {number} stages of the {adjective} {noun} trail in {month}",
        "{I} {want|wants} to finish {number} {hobby} sessions before {name} visits in {month}",
        "{I} {aim|aims} to bake {food} for {number} guests on {weekday}, {day} {month}",
    ),
    "tasks": (
        "{I} {need|needs} to return the {brand} {device} to {name} before {weekday}, {day} {month}",
        "{I} {have|has} to send {name} the {tool} slides about {subject} by {hour} on {weekday}",
        "{I} {need|needs} to book {number} seats for The {adjective} {noun} in {city}",
        "{I} {have|has} to water the plants of {name} in the {room} until {day} {month}",
    ),
    "event": (
        "{I} {meet|meets} {name} in {city} on {day} {month} at {hour} to look at a {device}",
        "{I} {fly|flies} from {city} to {city} on {day} {month} for the {subject} conference",
        "{I} visited the {noun} festival in {city} with {name} in {month} {year}",
        "{name} plays the {instrument} at the {adjective} {noun} in {city} on {day} {month}",
    ),
}
"""What is said in each category. `{a|b}` is a verb after "I" and after "The user"."""

_SLOT = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
_PERSONS = {"I": ("I", "The user"), "My": ("My", "The user's"), "me": ("me", "the user")}


@cache
def _all_templates() -> tuple[tuple[str, str], ...]:
    return tuple((category, text) for category, texts in TEMPLATES.items() for text in texts)


def statements(draw: random.Random, *, first_person: bool = False) -> Iterator[Fact]:
    """Draw facts without end; the first person is how a user says them."""
    person = 0 if first_person else 1
    vocabulary, templates = VOCABULARY, _all_templates()

    def fill(slot: re.Match[str]) -> str:
        word, other = slot.groups()
        if other is not None:
            return (word, other)[person]
        persons = _PERSONS.get(word)
        return persons[person] if persons else draw.choice(vocabulary[word])

    while True:
        category, template = draw.choice(templates)
        yield Fact(_SLOT.sub(fill, template), category, draw.randint(1, 5))


def facts_of(user: str, start: int, stop: int, *, seed: int) -> list[Fact]:
    """Return the facts number `start` to `stop` of a user, all different."""
    return list(_first(user, -(-stop // _AT_ONCE) * _AT_ONCE, seed)[start:stop])


_AT_ONCE = 1000


@lru_cache(maxsize=8)  # one after the other is asked for, often of the same user
def _first(user: str, count: int, seed: int) -> tuple[Fact, ...]:
    return tuple(islice(_distinct(statements(random.Random(f"{seed}/{user}"))), count))


def _distinct(facts: Iterator[Fact]) -> Iterator[Fact]:
    said: set[str] = set()
    for fact in facts:
        if fact.text not in said:
            said.add(fact.text)
            yield fact


def _verbs_kept(slot: re.Match[str]) -> str:
    return " ".join(slot.groups()) if slot[2] else " "


FRAME_WORDS = frozenset(
    re.findall(
        r"[\w:'-]+",
        " ".join(_SLOT.sub(_verbs_kept, text) for _, text in _all_templates()),
    )
) | frozenset(_words("the The user user's I My my s me"))
"""The words that templates bring: they say nothing about one fact."""


def content_words(text: str) -> list[str]:
    """Return what distinguishes a fact: the words that no template brings."""
    words = re.findall(r"[\w:'-]+", text)
    return [word for word in words if word not in FRAME_WORDS]


def question_about(fact: Fact, draw: random.Random) -> str:
    """Ask for a fact by some of its own words."""
    words = list(dict.fromkeys(content_words(fact.text)))
    named = draw.sample(words, min(len(words), 4))
    return f"What did I say about {' and '.join(named)}?"


IDLE = (
    "ok thanks, what next?",
    "Can you explain that again in simpler words?",
    "Sounds good, go on please",
    "What would be the second option then?",
    "Hm, why does that happen?",
    "Great. Please shorten the last paragraph",
    "Could you show me an example with a list?",
    "And how long would that take?",
    "No, the other one. Please try it again",
    "Thanks! How is the weather usually there?",
)


def idle_turn(number: int) -> str:
    """Return what a user says that is not worth remembering; different at each number."""
    return f"{IDLE[number % len(IDLE)]} ({number})"


def request_turn(fact: Fact) -> str:
    """Return how a user asks to remember a fact in the first person."""
    said = fact.text[0].lower() + fact.text[1:] if not fact.text.startswith("I ") else fact.text
    return f"Please remember that {said}."

"""Which words does a statement begin with that only their place gave a capital?

A memory says what, not who: "Met Rui in Porto", "Likes Porto". So verbs, and a few words beside them; no form that is
common as a name too (Mark, Grant, Drew, Hope, Play Store).
"""

from __future__ import annotations

from itertools import chain

_REGULAR = """
accept ache achieve add admire admit adopt agree aim allow announce answer appear apply appreciate argue arrange
arrive ask assume attend avoid bake believe belong book borrow brush buy call cancel care carry celebrate change chat
check clean climb close collect complain complete connect consider contact contribute cook count create cry cycle
dance decide defend deliver demand deny depend describe design develop die dine disagree discuss dislike donate
download drop earn email enjoy escape exchange exercise expect experience explain explore fail fear finish fix follow
graduate guide handle happen hate head help hike hire hope host hunt identify imagine improve include inherit insist
install intend interview introduce invest invite jog join jump kiss knit lack last launch learn live look lose love
maintain manage marry match mention mentor message miss mix move name need negotiate notice offer open order organise
organize own paint pass phone photograph plan plant play post practice practise praise pray prefer prepare present
promise propose protect prove provide publish push race raise reach receive recommend recover refuse regret relax rely
remain remind rename rent repair repeat replace reply report represent request require research resign respect retire
return review sail save schedule search seem serve settle share shop shout show sign ski smoke solve sort start stay
stop stream struggle study subscribe suffer suggest support suspect swap talk taste text thank train translate travel
trust try turn update upgrade use value visit volunteer vote wait walk wash watch wear weigh welcome wish witness work
worry
"""

_IRREGULAR = """
ate became becomes began begins bought breaks brings broke brought builds built buys came catches caught chooses chose
comes cut cuts did does drank draws drinks drives drove eats falls feels fell felt fights finds flew flies forgets
forgot fought gave gets gives got grew grows has heard hears held holds hurt keeps kept knew knows leads leaves led
left lends lent lies lost made makes means meant meets met owed owes paid pays put puts quit quits ran reads rides
rode runs said sang sat saw says sees sells sends sent shut sings sits sleeps slept sold speaks spends spent spoke
stands stood swam swims takes taught teaches tells thinks thought threw throws told took understands understood wakes
wants wins woke won writes wrote
"""

_ASKED = """
ask avoid book bring buy call contact email get give invite meet message pay phone pick prefer remind send text thank
visit
"""
"""Base forms: what one is asked to do."""

_BESIDE = """
according across along alongside although among another any apparently around aside beside besides beyond both
boyfriend colleague currently despite early eventually except finally formerly frequently generally girlfriend husband
initially inside last lately later mainly meanwhile mostly near neither next normally occasionally often once
originally our outside per plus possibly presumably previously primarily probably rarely recently regarding regularly
seldom several since sometimes soon suddenly though together too toward towards typically unless unlike until upon
usually various via when whenever wherever whether wife within without
"""

_VOWELS = "aeiou"
_TWICE = frozenset("admit chat drop jog knit plan prefer regret shop stop swap".split())


def _forms(verb: str) -> tuple[str, str]:
    """Return the forms of a regular verb that state something: he does, did."""
    if verb[-1] == "y" and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}ies", f"{verb[:-1]}ied"
    if verb in _TWICE:
        return f"{verb}s", f"{verb}{verb[-1]}ed"
    past = f"{verb}d" if verb[-1] == "e" else f"{verb}ed"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "z")) else f"{verb}s", past


LEADS = frozenset(
    (
        *chain.from_iterable(map(_forms, _REGULAR.split())),
        *_IRREGULAR.split(),
        *_ASKED.split(),
        *_BESIDE.split(),
    )
)
"""In lower case."""

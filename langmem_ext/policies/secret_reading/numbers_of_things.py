"""Is this the number of an animal, a device, a vehicle, a meter, a work or a paper?

They are as long as the numbers of people and as jumbled as keys, and stand on tags, plates and letterheads for all to
read. The word for one must stand right before the number or right behind it.
"""

from __future__ import annotations

import re

_NUMBER = r"(?:numbers?|num|nos?|nr|nummer|n[°º]|id|ref|reference)"

_ANIMALS = (
    r"(?:micro-?)?chip(?:-?(?:nummer|nr))?|transponder(?:nummer)?|puce|ear ?tags?|leg ring|pedigree|stud ?book"
    r"|ohrmarke(?:nnummer)?|oormerk(?:nummer)?|crotal|tattoo|tatouage|(?:herd|flock|kennel|ring) (?:mark|number)"
)
_DEVICES = (
    r"imei(?: ?[12])?|meid|iccid|serial|s/n|seri(?:en|e)-?(?:nummer|nr)|sarjanumero|seri (?:no|numaras[ıi])"
    r"|e-?nr|s[eé]riov[eé] [cč][ií]slo|service ?tag|asset tag|(?:asset|inventory|inventory tag|body|device) number"
    r"|inventar-?(?:nummer|nr)|ger[äa]te-?(?:nummer|nr)|typ(?:en)?schild|mac address"
    r"|(?:extinguisher|hydrant|lamp ?post|locomotive|wagon|carriage|tree|plot|grave|seal|manhole|exam|candidate|bib)"
    r" number|grave plot|drone (?:operator|pilot) id|(?:pacemaker|stove|boiler|pump) model"
)
_VEHICLES = (
    r"vin|chassis|ch[âa]ssis|(?:fahrgestell|fahrzeug-?ident(?:ifikations)?|rahmen|motor|frame|chassis)-?(?:nummer|nr)"
    r"|bastidor|telaio|(?:frame|engine|hull|tail|fleet) (?:number|no)|mmsi|call ?sign|rufzeichen|kennzeichen"
    r"|(?:number|licen[cs]e|registration) plate|plaque d'immatriculation|kenteken|targa"
)
_METERS = (
    r"(?:electricity |gas |water |smart |heat )?meter (?:number|no|id|serial|point)(?: (?:number|serial))?"
    r"|z[äa]hler-?(?:nummer|nr)|(?:markt|mess)-?lokation(?:s-?(?:id|nummer))?|malo(?:-id)?|mpan|mprn|compteur"
    r"|z[äa]hlerstand|meterstand|relev[eé]|lettura|(?-i:Stand)|contador|contatore|m[åa]ler-?(?:nummer|nr|id)|m[åa]tar-?(?:nummer|id)|meternummer|ean-?code|licznik[a]?"
)
_WORKS = r"duns|d-u-n-s|eori|isin|wkn|orcid|isni|isrc|iswc|oclc|lccn|issn|isbn|doi|pmid|ueln|pnr|mmsi|sscc|gtin"
_SHORT = r"(?-i:EID|LEI|GLN|NMI|ICP|PDL|PRM|POD|CUPS|IPI|CAE|EAN|AWB|HIN|UIC)"
_PAPERS = (
    r"e-?ticket|(?:booking|reservation|invoice|policy|claim|case|warranty|incident|member(?:ship)?|patent|order"
    rf"|tracking|lot|part|batch|crime|planning|court|grave|plot|(?:parking|building|fishing) permit"
    rf"|(?:boat|vehicle|car|dog|business|company|land|aircraft|charity) registration) {_NUMBER}"
    r"|registration number of (?:the|my|our) (?:boat|car|van|bike|drone|dog|company|charity)"
    r"|purchase order|record locator|localizador|locator|parking permit|aktenzeichen|gesch[äa]ftszeichen"
    r"|(?:rechnungs?|auftrags?|bestell|vorgangs?|vertrags|kunden|mitglieds?|sendungs|buchungs|versicherungsschein|policen"
    r"|schaden|matrikel|antrags|artikel|referenz|ticket|paket|lieferschein|beleg|reservierungs|teile|chargen"
    r"|order|klant|dossier|factuur|bestel|polis|zaak|boekings?|contract|ordre|kunde|kund|faktura|sags|[äa]rende"
    r"|bookings|f[öo]rs[äa]ndelse)-?(?:nummer|nr|kennung|code)"
    r"|(?:tilaus|asiakas|varaus|l[äa]hetys)(?:numero|tunnus)|laskun numero"
)
_ROMANCE = (
    r"(?:num[eé]ro|n[uú]mero|num|no|n[°º]|nr|nro|n)\.? ?(?:de |du |di |do |da |della? |dell'|d'|del )?(?:la |le |l')?"
    r"(?:s[eé]rie|factur[ae]|fatura|fattura|contrat[o]?|contratto|dossier|suivi|commande|client[e]?|r[eé]servation|reserva"
    r"|prenotazione|police|p[oó]liza|polizza|ap[oó]lice|sinistre|siniestro|sinistro|puce|(?:micro)?chip|ch[âa]ssis"
    r"|chassi|bastidor|telaio|compteur|contador|contatore|colis|billet|adh[eé]rent|socio|expediente|processo|pedido"
    r"|encomenda|ordine|spedizione|pratica|seguimiento|env[ií]o|rastreio|matricola|lote?|lotto)"
    r"|(?:facture|factura|fatura|fattura|faktura)(?: (?:n|no|nr|num)\.?| n[°º])?"
    r"|numer (?:seryjny|faktury|umowy|zam[óo]wienia|przesy[łl]ki|klienta|rezerwacji|polisy|sprawy|chipa|licznika"
    r"|nadwozia|rejestracyjny)"
)
_THING = f"(?:{_ANIMALS}|{_DEVICES}|{_VEHICLES}|{_METERS}|{_WORKS}|{_SHORT}|{_PAPERS}|{_ROMANCE})"
_OWNER = r"(?: (?:of|for|on|from|von|vom|van|de|del|du|di|der|des|til|av)(?: [\w'’-]+){1,3}?)?"
_SAYS = (
    r"(?:[,?]? (?:it|that|which))?(?:'s| is| was| reads| says| ist| lautet| war| est| es| [eé]| è| jest| er| [äa]r| on"
    r"| to| has| hat(?: die)?)?(?: (?:the|die|le|el|il))?"
)
_BEFORE = re.compile(
    rf"(?<![\w-])(?:{_THING})s?(?: {_NUMBER}\b)?\.?{_OWNER}{_SAYS}(?: {_NUMBER}\b\.?)?"
    r"(?:\s?[:=#(]| -| –)? ?[\"'“(#]?$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[\"'”)]?(?:"
    r"(?:,? (?:that's|that is|which is|is|was|as|ist|als|est|es|è|como|comme|come|jako|som)| =)"
    r"(?: (?:the|my|our|your|his|her|its|their|an?|die|der|das|le|la|el|il|o|meine?|unsere?|de|het))?"
    rf"(?: [\w'’-]+){{0,2}}? (?:{_THING})(?: {_NUMBER})?(?![\w-])| \((?:{_THING})(?: {_NUMBER})?\))",
    re.IGNORECASE,
)
_SECRET = re.compile(
    r"\b(?:pins?|pass ?(?:word|wort|code|phrase)\w*|passwd|pw|pwd|puk|otp|tan|unlock\w*|combination|combo|secret"
    r"|key ?code|activation|log-?in|licen[cs]e key)\b",
    re.IGNORECASE,
)
_SECRET_OF = re.compile(
    r"\b(?:\w*codes?|pins?|pass(?:word|wort|code|phrase)?s?|log-?in|keys?|tokens?|digits)"
    r" (?:(?:for|of|to|on|von|vom|f[üu]r|de|del|du|van) )?"
    r"(?:[\w'’-]+ ){0,2}$",
    re.IGNORECASE,
)
_OF_A_PROGRAM = re.compile(
    r"\b(?:adobe|photoshop|autocad|acrobat|office|windows|matlab|sibelius|corel|software|apps?|games?|program\w*"
    r"|plug-?in|vst|licen[cs]e\w*|lizenz\w*|licence)\b[^.!?\n\d]{0,16}$",
    re.IGNORECASE,
)
"""Whose serial number is what one pays for."""
_OF_A_PERSON = re.compile(
    r"\b(?:health|medicare|medicaid|nhs|social|residen\w+|national|identi\w+|id|tax\w*|alien|citizen\w*"
    r"|(?<!horse )(?<!pet )(?<!dog )(?<!cat )(?<!equine )passport"
    r"|person\w*|patient|bank|card|account|iban|steuer\w*|sozial\w*|ausweis\w*|reisepass)\b[^.!?\n\d]{0,24}$",
    re.IGNORECASE,
)
_VALUE = re.compile(r"(?=[^\d]*\d)[\w./:-]+(?: (?:[A-Z]{1,3}\b|[\w./-]*\d[\w./-]*)){0,6}")
_SHORT_VALUE = 6
"""Letters and digits below which any number may be typed somewhere: then the name must speak of a number."""
_OF_NUMBERS = re.compile(
    rf"\b{_NUMBER}\b|nummer|-nr|num[eé]ro|numer|stand\b|relev[eé]|lettura", re.IGNORECASE
)
_CHIP = re.compile(r"\bchip\b|\bpuce\b", re.IGNORECASE)
_OF_A_CHIP = 9
"""Digits that the number of an animal has at least: what a card with a chip is used with has fewer."""
_REACH = 70
"""Characters before and behind a number in which its name stands."""


def is_of_a_thing(text: str, start: int, end: int) -> bool:
    """Tell a number that stands right beside the word for a thing's number, and beside none for a secret."""
    value, before = text[start:end], text[max(0, start - _REACH) : start]
    if is_pinned(before):
        return True
    if not _VALUE.fullmatch(value):
        return False
    if named := _BEFORE.search(before):
        ahead = before[: named.start()]
        opens = _SECRET.search(before, named.start()) or _SECRET_OF.search(ahead)
        opens = opens or _OF_A_PROGRAM.search(ahead)
        return not (opens or _OF_A_PERSON.search(ahead)) and _is_long_enough(value, named[0])
    behind = _BEHIND.match(text, end, end + _REACH)
    if behind is None or _SECRET.search(behind[0]) or _SECRET.search(before):
        return False
    return _is_long_enough(value, behind[0])


def is_pinned(before: str) -> bool:
    """Tell what is pinned to a board from what a PIN is: "pin the message 1234"."""
    said = [word.strip(".,:;#\"'()") for word in before.lower().split()]
    near = range(max(0, len(said) - _PINNED_WITHIN), len(said))
    at = next((n for n in near if said[n] in _PINS), len(said))
    noun = said[max(0, at - 1) : at] in (["my"], ["your"], ["the"], ["a"], ["our"])
    return not noun and not _POSTED.isdisjoint(said[at + 1 :])


_PINNED_WITHIN = 6
_PINS = frozenset("pin pins pinned pinning unpin unpinned repin".split())
_POSTED = frozenset(
    "message messages post posts comment comments ticket note notes thread tweet reply chat channel issue card item "
    "slide photo picture tab location version commit page file topic announcement question poll story video".split()
)


def _is_long_enough(value: str, name: str) -> bool:
    """Tell a number too long to be a code, or one that its name calls a number."""
    if _CHIP.search(name):
        return sum(map(str.isdigit, value)) >= _OF_A_CHIP
    return sum(map(str.isalnum, value)) >= _SHORT_VALUE or _OF_NUMBERS.search(name) is not None

"""Is this what code, a configuration, a network or a carrier names there: a variable, a port, a digest, a parcel?"""

from __future__ import annotations

import re

_BEFORE = 90
"""Characters before a value in which it may be said what it is."""

_BY_ITSELF = re.compile(
    r"(?:[a-z]+_)*(?:api_?key|access_?key|auth_?token|client_secret|secret_key|api_token)"  # a variable
    r"|(?:[A-Za-z0-9]-[A-Za-z0-9]){2,}"  # the characters of a pattern
    r"|arn:aws[\w-]*:[a-z\d-]+:\S+"  # the name of a resource
    r"|\S{0,24}?(?:[xX]{6,}[._-]?)+|\S{0,40}<(?:your|my|the|insert)[-_ ]\S{0,40}"  # what is to be filled in
)
"""What is no value by its own form."""

_CARRIERS = (
    r"DHL|UPS|USPS|FedEx|DPD|GLS|TNT|Hermes|Evri|Royal Mail|PostNL|Correos|InPost|Canada Post"
    r"|La ?Poste|Colissimo"
)
_NUMBERED = re.compile(
    rf"\b(?:{_CARRIERS})\b[^.!?\n\d]{{0,24}}$"
    r"|(?i:\b(?:ttl|timeout|max-age)\b[^.!?\n]{0,50}$|\bexpires? (?:in|after) $)"
    r"|(?i:(?<![a-z])port[\"']?[ ]?[:=][ ]?[\"']?$|\bkey(?: value)? ?\([^)\n]{0,60}$)"
    r"|(?i:\b(?:booking(?:\.com)?|airbnb|expedia|hotel|flight|train|restaurant) (?:reservation|booking|order"
    r"|confirmation)"
    r"(?: (?:number|no\.?|code|ref\w*))?[ :#]{1,3}$)"
    r"|(?i:\b(?:bestell|auftrags?|kunden|rechnungs?|sendungs?|artikel|vorgangs?|ticket|order|factuur|klant"
    r"|bestel|faktura)"
    r"-?(?:nummer|nr\.?)\b[^.!?\n\d]{0,16}$"
    r"|\b(?:num[ée]ro de (?:commande|suivi|client|facture)|n[úu]mero de (?:pedido|cliente|factura|seguimiento)"
    r"|numero (?:d'ordine|di ordine|cliente|fattura)|numer (?:zam[óo]wienia|klienta)|pedido"
    r"|commande)\b[^.!?\n\d]{0,16}$)"
)
"""What stands before the number of a parcel, an order or a port, and before how long something lasts."""
_OPENED_PORTS = re.compile(
    r"\b(?:open|expose|forward|allow|block|listen\w*(?: on)?)(?: up)? (?:ports? )?"
    r"(?:\d{2,5}(?:,| and| or| both| just| only|/)+ ?)*$",
    re.I,
)
_OF_A_NETWORK = re.compile(
    r"\b(?:ports?|kafka|vlan|vpc|firewall|nginx|docker|kubernetes|k8s|localhost|tcp|udp|https?|ssl|proxy|ingress"
    r"|load balancer|redis|postgres|mysql|security group|server)\b",
    re.I,
)
_TEXTUAL = re.compile(
    r"\bh1:[\w+/]{0,60}$|(?i:\bauthenticity of host ['\"]$)|(?i:\b(?:host|hostname|node|instance) ['\"]$)"
)
"""What stands before a checksum of a module, and before the name of a machine."""
_ID = re.compile(r"(?i:ids?>?[\"']?[ ]?[:=]?[ ]?[\"']?)$")
_UUID = re.compile(r"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}", re.IGNORECASE)
_PLACED = re.compile(r",? \(?(?:pin ?code|zip(?: code)?|post ?code|postal code)\b", re.IGNORECASE)


def is_technical(text: str, start: int, end: int) -> bool:
    """Tell a value that its own form, or what names it right before, shows to open nothing."""
    value, before = text[start:end], text[max(0, start - _BEFORE) : start]
    if _BY_ITSELF.fullmatch(value) or _TEXTUAL.search(before):
        return True
    if _UUID.fullmatch(value):
        return _ID.search(before) is not None
    if value.isalpha():
        return value[:1].isupper() and _PLACED.match(text, end) is not None
    if not value.isdigit():
        return False
    if _NUMBERED.search(before):
        return True
    return bool(_OPENED_PORTS.search(before) and _OF_A_NETWORK.search(text) and len(value) <= 5)

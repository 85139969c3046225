"""Could this number be somebody's with a state, going by its check digits alone?

One number in three passes for some country, so that a pass means something only beside a word about identity, taxes or
insurance.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

_PERSONAL = (
    "ar.cuit ar.dni at.tin at.vnr au.tfn be.nn bg.egn bg.pnf br.cpf ca.sin ch.ssn cl.rut cn.ric"
    " co.nit cr.cpf cu.ni "
    "cz.rc de.idnr de.stnr dk.cpr do.cedula ec.ci ee.ik es.dni es.nie fi.hetu fr.nif fr.nir gb.nhs"
    " gb.utr gr.amka "
    "gr.vat gt.nit hr.oib hu.anum id.npwp ie.pps il.idnr in_.aadhaar in_.pan in_.epic is_.kennitala"
    " it.codicefiscale "
    "ke.pin kr.rrn lt.asmens lv.pvn md.idno mu.nid mx.curp mx.rfc my.nric nl.bsn no.fodselsnummer"
    " nz.ird pe.cui "
    "pk.cnic pl.pesel pt.cc pt.nif py.ruc ro.cnp ru.inn se.personnummer si.emso sk.rc sv.nit th.pin"
    " tr.tckimlik "
    "ua.rntrc us.itin us.ssn uy.rut ve.rif vn.mst za.idnr za.tin"
).split()
"""The numbers of people among the modules of python-stdnum."""


def is_personal_number(value: str) -> bool:
    """Tell whether the check digits are right for the personal number of at least one country."""
    return any(module.is_valid(value) for module in _modules())


@cache
def _modules() -> list[Any]:
    """Import the modules on first use; those that the installed python-stdnum does not have are left out."""
    return [found for name in _PERSONAL if (found := _module(name))]


def _module(name: str) -> Any:
    try:
        return import_module(f"stdnum.{name}")
    except ImportError:
        return None


_GROUPED = re.compile(r"[ ./-]")


def digits_of(value: str) -> int:
    """Count the digits of a number, whatever is between them."""
    return sum(char.isdigit() for char in _GROUPED.sub("", value))

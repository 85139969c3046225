"""Does a message ask for something of it not to be kept?"""

from __future__ import annotations

from langmem_ext.policies import sentences as language
from langmem_ext.policies.directive_reading import forms
from langmem_ext.policies.directive_reading.reading import read
from langmem_ext.policies.spelling import spelt
from langmem_ext.reading.bounds import readable


def keeps_nothing(message: str) -> bool:
    """Tell whether the user wants something of the message not to be kept ("don't save this: ...", "off the record").

    Nothing of such a message should be taken up unasked either.
    """
    near = readable(message)
    if not forms.hints(spelt(near).text):
        return False
    found = (read(sentence) for sentence in language.sentences(near))
    return any(request is not None and request.refuses for request in found)

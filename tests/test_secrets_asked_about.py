"""Which plain words are a password because of where they stand, and which only stand beside the word for one?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.secrets import find_secrets, mask_secrets

GIVEN_AWAY = {
    # asked about
    "is it good": ("is gooseberry a good password for my bank?", "gooseberry"),
    "any good as one": ("would Skylark be any good as my email password", "Skylark"),
    "how strong": ("how strong is lampshade as my wifi password?", "lampshade"),
    "with a question behind": ("password gooseberry, is that strong enough?", "gooseberry"),
    "rated": ("rate lampshade out of ten as a password", "lampshade"),
    "improved": ("improve this password: gooseberry", "gooseberry"),
    "words as a phrase": ("Is crooked lantern walks uphill a good passphrase?", "crooked lantern"),
    "four words beside": ("I made a four-word password, seven loud geese marching. Is it strong?", "geese"),
    # refused
    "typed in vain": ("i put in lampshade and it says wrong password", "lampshade"),
    "wrong when typed": ("it says wrong password when I type gooseberry.", "gooseberry"),
    "the site dislikes it": ("Spotify says my password lampshade is wrong", "lampshade"),
    "sudo": ("sudo asks and I give gooseberry and it says sorry try again", "gooseberry"),
    "corrected at once": ("ebay says wrong password. its Skylarks77xy. or was it", "Skylarks77xy"),
    "too weak": ("the site says tablecloth88 is too weak", "tablecloth88"),
    "in a breach": ("Chrome warns me that tablecloth88 was found in a leak", "tablecloth88"),
    "rejected": ("the form keeps rejecting tablecloth88", "tablecloth88"),
    "counted": ("it wants 14 characters and tablecloth88 only has twelve", "tablecloth88"),
    "made stronger": ("make tablecloth88 stronger please", "tablecloth88"),
    # beside the word
    "between commas": ("the password, gooseberry, stopped working", "gooseberry"),
    "in brackets": ("my password (lampshade) stopped working", "lampshade"),
    "used as one": ("Grandad always uses Skylark as his password.", "Skylark"),
    "chosen for one": ("for my password I chose Skylark", "Skylark"),
    "which was one": ("I told the clerk that Skylark was my password", "Skylark"),
    "changed to": ("I changed my password to lampshade and now I can't log in", "lampshade"),
    "changed from": ("I changed my password from lampshade to something longer", "lampshade"),
    "changed, and what it is": ("our hulu password changed, its gooseberry now", "gooseberry"),
    "somebody's name": ("is it bad that my password is just my dog's name, Skylark?", "Skylark"),
    "the same as another": ("My mail password is the same as the old one, gooseberry.", "gooseberry"),
    "what was said": ("the nursery wants a password, so we said lampshade", "lampshade"),
    "joined words": ("vault pw otter.kettle.moss worked last week", "otter.kettle.moss"),
    "after a comma": ("GRUB asks for a password, it's brassOtter! but the layout is US", "brassOtter"),
    # who logs in, and what opens
    "a pair": ("login tom / gooseberry", "gooseberry"),
    "with the admin": ("the login is admin and gooseberry", "gooseberry"),
    "before the name": ("pw gooseberry username tom", "gooseberry"),
    "what is protected": ("the spreadsheet is protected with lampshade", "lampshade"),
    "what unlocks": ("my laptop unlocks with gooseberry", "gooseberry"),
    "with the word": ("Open the attachment with the word gooseberry.", "gooseberry"),
    "words that unlock": ("I unlock my password manager with nine mossy teapots humming", "teapots"),
    "for the alarm": ("if the alarm people ring, say gooseberry", "gooseberry"),
    "a quoted second line": ('telnet to the switch, then "brass-otter" twice', "brass-otter"),
    # lists and tables
    "a table": ("| site | password |\n|---|---|\n| mail | gooseberry |", "gooseberry"),
    "a row of values": ("site,user,password\nmail,tom,lampshade", "lampshade"),
    "below an address": ("Mail\ntom@example.com\ngooseberry\nput my logins into a table", "gooseberry"),
    "pairs": ("Amazon: gooseberry, eBay: lampshade. A table of my passwords please", "lampshade"),
    # dictated
    "letters and signs": ("the password is K as in Kilo, seven, dollar sign", "dollar"),
    "capitals": ("wifi password: capital T tango seven nine hash sign", "tango"),
    "a word and what follows": ("the password is gooseberry, then 84, then an exclamation mark", "exclamation"),
    "on the end": ("the password is lampshade with the year 1987 on the end", "1987"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), GIVEN_AWAY.values(), ids=GIVEN_AWAY)
def test_a_plain_word_is_masked_where_only_a_password_can_stand(text: str, value: str) -> None:
    assert value not in mask_secrets(text, learned=False)


BESIDE = {
    "this": "is this a good password?",
    "a manager": "Is Bitwarden a good password manager? I use Dashlane as my password manager.",
    "a rule": "is twelve characters a good password",
    "an example": "is letmein a weak password?",
    "typed it": "I typed it three times and it says incorrect password",
    "typed how": "I typed slowly and it says wrong password anyway",
    "typed everything": "i put in everything and it says wrong password",
    "when again": "It says wrong password when I try again.",
    "the link": "Spotify says my password reset link is wrong.",
    "a product too weak": "it says Windows10 is too old and the signal is too weak",
    "a leaked phone": "the iPhone17 got leaked, thoughts?",
    "a name in a breach": "my username gardener88 was found in a breach",
    "a remark between commas": "the password, however, stopped working",
    "whose, in brackets": "My password (Netflix) stopped working.",
    "a field": "Email (required), password (required): is that a good form?",
    "means": "They use fingerprints as a password replacement, can I use emoji as my password",
    "badly chosen": "for my password I chose poorly",
    "when changed": "I changed my password yesterday, then got locked out",
    "no name given": "My password is my dog's name and my birth year.",
    "a plea": "Make a rhyme so I can remember my password, please.",
    "how the login is": "the login is slow and ugly, the login page / signup page need work",
    "a program opens it": "the zip opens with WinRAR only, the pdf opens with errors",
    "a finger": "my laptop unlocks with fingerprint, the disk is encrypted with gpg",
    "a greeting": "if the alarm people ring, say nothing",
    "a table of rules": "| field | rule |\n| password | required |",
    "thanks below an address": "Mail\ntom@example.com\nthanks\nplease add to my accounts",
    "a shopping list": "Amazon: books, eBay: shoes. Where should I shop?",
    "what it must have": "the password must be eight long with a dollar sign at the end",
    "how many attempts": "sudo: 3 incorrect password attempts. Is it logging this?",
}


@pytest.mark.parametrize("text", BESIDE.values(), ids=BESIDE)
def test_what_is_said_beside_the_word_for_a_password_stays(text: str) -> None:
    assert find_secrets(text, learned=False) == []


ANSWERED = {
    "the next sentence": ("For the security check they want my first school. Hillcrest. Add the town?", "Hillcrest"),
    "shortened": ("security q is favourite book, ans Middlemarch", "Middlemarch"),
    "question and answer": ("Q: city you were born? A: Sunderland", "Sunderland"),
    "in brackets": ("my maiden name (Kowalczyk) is the answer to my bank security question", "Kowalczyk"),
    "a list of them": ("my recovery questions: pet - Skylark, school - Hillcrest", "Hillcrest"),
    "before the question": ("i think my answer was Skylark for favourite teacher, account locked", "Skylark"),
    "a quoted question": ('To the question "Where was your honeymoon?" I said Bad Gastein, bank says no', "Gastein"),
    "memorable": ("memorable name Skylark, memorable date 14 March", "Skylark"),
    "a word for pick-up": ("the security word for the alarm company is Skylark", "Skylark"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), ANSWERED.values(), ids=ANSWERED)
def test_an_answer_that_opens_an_account_is_masked(text: str, value: str) -> None:
    assert value not in mask_secrets(text, learned=False)


NO_ANSWER = {
    "settings": "Security question and answer settings in iCloud, where?",
    "a word to describe": "What's a memorable word to describe Lisbon?",
    "a manager's name": "The bank manager's maiden name was Kowalski.",
    "a pet": "My first pet was a hamster named Skylark, he lived four years.",
    "a quiz": "Question 4: capital of Peru. Answer: Lima.",
}


@pytest.mark.parametrize("text", NO_ANSWER.values(), ids=NO_ANSWER)
def test_what_opens_no_account_is_no_answer(text: str) -> None:
    assert find_secrets(text, learned=False) == []


NAMED_OTHERWISE = {
    "ids of records": "flag ids: 9f1c2c6e-44b0-4d0a-9c55-0e6b7c1a20ab, is UUIDv4 fine?",
    "a gene": "the code of the gene is TP53 and of the mutation c.817C, for my talk",
    "a digest": "ssh-keygen -lf prints SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDJ0XgQ3nGq5Vd1oPk, what is it",
    "a log": "Failed password for invalid user oracle from 203.0.113.40 port 51022 ssh2, 9000 of these",
    "the question itself": 'why do the banks ask "mother\'s maiden name", we have two surnames',
    "a parcel's number": "parcel's H01HYA0042198817, it says delivered and it is not",
    "a default": "redis.conf: # requirepass foobared, so is auth off?",
}


@pytest.mark.parametrize("text", NAMED_OTHERWISE.values(), ids=NAMED_OTHERWISE)
def test_the_trained_reader_leaves_what_its_sentence_names_otherwise(text: str) -> None:
    assert find_secrets(text) == []

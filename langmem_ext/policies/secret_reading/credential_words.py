"""By which words do people announce a password, a code, a key or the words of a wallet?"""

from __future__ import annotations

import re

from langmem_ext.policies.hints import any_of

_THING = (
    r"(?:front |back |main |side |bike |car )?(?:door|gate|garage|vault|alarm|safe|locker|lock|padlock"
    r"|building|entry"
    r"|entrance|access|unlock|house|elevator|lift|gym|office|apartment|flat|lobby|keypad|lockbox|key ?box|cabin"
    r"|barn|shed"
    r"|airbnb|phone|screen|tablet|ipad|suitcase|luggage|briefcase|intercom|buzzer|parking|disarm"
    r"|keyless|mailbox|pool"
    r"|storage(?: unit)?|(?:(?:debit|credit|bank|sim|key) )?cards?|atm|account|locker|cupboard|cabinet)"
)
_SENT = (
    r"(?:verification|verify|confirmation|security|login|log-in|sign-?in|sms|text|2fa|mfa|two[-"
    r" ]factor|one[- ]time"
    r"|auth(?:entication|enticator|orization)?|recovery|backup|reset|activation|unlock|access|pairing"
    r"|whatsapp|signal"
    r"|telegram|guard|google|apple|bank|paypal|microsoft|amazon|steam|otp|pin)"
)

PASSWORD = (
    r"p[a@4]{1,2}[s5$]{1,3}[- _]?w[o0]?r?[o0]?[dtr]{1,2}[ts]?|pas+ow+rds?|pass?w[a-z]{1,3}ds?"
    r"|p[as]{2,4}[word]{3,4}s?|pas{1,2}[dqe]w?ords?|aps+words?"
    r"|p[s5]*[a@4]?[s5$]{1,2}wr?d|pwd|p[/.]w\.?|psw|psswo?rd"
    r"|p[a@4]ss[- ]?(?:phrase|code|key)s?|pws?|passw(?:ort|orter|oerter)"
    r"|contrasena|clave(?: de acceso)?|(?:mot de passe|mdp)(?: (?:du |de la )?(?:wi-?fi|box|compte"
    r"|mail))?|kennwort|senhas?|wachtwoord|haslo(?: to)?|hasl[oł]|losenord(?:et)?"
    r"|adgangskoden?|salasana(?:ni)?(?: on)?|secret phrase|(?:snmp )?community string|(?:bitwarden"
    r"|1password|lastpass"
    r"|keepass|vault) master"
    r"|passord(?:et)?|parola|lozinka|jelszo|heslo|sifrem?|парол[ьяею]|kata sandi|mat khau"
    r"|pass|master key|(?:wi-?fi|network|wpa[23]?|router|hotspot|wlan|wireless|guest) (?:keys?|psk)|psk"
    r"|memorable (?:words?|information|info|answer|name|place)|code ?words?|wlan[ -]?schlussel"
    r"|netzwerkschlussel|cle (?:wifi|wpa)|clave (?:del? )?wifi|chiave (?:wifi|wpa)"
    r"|(?:ssh|sftp|gpg|pgp|vpn|private|backup) key phrases?"
    r"|(?:security|secret) (?:question )?answers?(?: to| for)?|secret word|safe ?word|pass ?word"
)
_ABROAD = (
    r"(?:code|codigo|codice|kod|cod) (?:fur|de|del|della|dello|da|do|per|di|pour|van|voor|til|du)(?: (?:die|das"
    r"|den|der|la|le|el|il|lo|o|a))?"
    r"(?: l')? ?(?:haustur|tur|tor|tresor|alarmanlage|porte|portail|immeuble|puerta|puertas|alarma|casa"
    r"|cancello|porta|portao|portone"
    r"|allarme|bramy|drzwi|domofonu|deur|voordeur|poort|garage|garaje|alarme?|safe|kluis)"
)
CODE = (
    rf"{_ABROAD}|(?:zoom|meeting|webex|teams) host (?:keys?|pins?)|m-?tan|tan(?=[:=]? ?\d{{6}}\b)"
    rf"|(?:2fa|mfa) (?:recovery|backup|secret|seed)(?: codes?)?|"
    rf"{_THING} (?:codes?|combo|combination|pattern|pins?)"
    r"|(?:code|combo|combination) (?:for|to|of|on|at) (?:(?:the|my|our|his|her|their|this|that)\s+)?"
    r"(?:[\w'-]+\s+){0,3}?"
    rf"{_THING}"
    r"|(?:combination|combo) (?:to|for|of|on) (?:the|my|our) \w+"
    rf"|{_SENT}[ -](?:pass)?codes?|otps?|totp|puk2?|(?:sim|atm|bank|debit|credit)(?: card)? (?:pin|code)s?"
    rf"|cvv2?|cvc2?|csc"
    r"|one[- ]time (?:code|passcode|pin|password)s?|(?:\d|four|five|six|eight)[- ]digit (?:code|pin|number"
    r"|passcode)s?|backup codes?|recovery codes?|scratch codes?|recovery keys?"
    r"|(?:filevault|bitlocker|luks|icloud|apple|device|account|disk|drive) recovery(?: keys?| codes?)?"
    r"|(?:three|3|four|4)[- ]digits? (?:code )?on the back|security digits|pass ?code"
)
PIN = (
    r"pin(?:[- ]?(?:codes?|numbers?|no|код))?(?: everywhere)?|пин(?:[- ]?код)?(?: от карты)?|turcode"
    r"|zugangscode|pins|p\.i\.n\.?|geheimzahl|code pin|persoonlijke code"
)
PHRASE = (
    r"(?:monero|bitcoin|btc|eth(?:ereum)?|crypto|wallet|solana|cardano|coin(?:base)?) (?:seeds?"
    r"|phrases?|words)|"
    r"(?:secret )?(?:seed|recovery|mnemonic|backup|wallet|ledger|trezor|metamask)(?:[ -](?:seed"
    r"|recovery|backup))?"
    r"[ -](?:phrases?|words?|mnemonic|seeds?)|mnemonic|seed|(?:12|15|18|24|twelve|twenty[- ]four)[- ](?:seed "
    r"|recovery |secret )?words?(?: phrase)?"
    r"|bip-?39"
)
_ISSUERS = (
    r"aws|openai|github|gitlab|stripe|anthropic|azure|google|gcp|maps?|sendgrid|twilio|slack|discord|telegram"
    r"|hugging ?face|hf"
    r"|npm|pypi|docker|heroku|cloudflare|datadog|mailgun|shopify|paypal|firebase|supabase|vercel|netlify|notion"
    r"|airtable"
    r"|jira|atlassian|dropbox|algolia|pinecone|groq|mistral|cohere|replicate|wandb|s3|ssh|pgp|gpg|license"
    r"|licence|product"
    r"|activation|serial|storage|shared|account|deploy|webhook|bearer|refresh|session|personal access|bot|app"
    r"|application|client"
    r"|auth(?:entication|orization)?|service|signing|signature|encryption|decryption|private|access|secret|api"
    r"|rest|root|admin|prod(?:uction)?"
    r"|live|test|staging|dev|master|jwt|oauth2?|csrf|xsrf|sas|sso|id|hmac|wallet|vpn|wireguard"
)
KEY = (
    rf"(?:(?:{_ISSUERS})[ _-]?){{1,3}}(?:keys?|tokens?|secrets?|apikey|api|pat|credentials?|cookie)|apikeys?"
    rf"|tokens?|secrets?"
    r"|credentials?|creds|pat|sessid|sess(?:ion)?[ _-]?id|bearer|auth header|dsn|connection string"
)
GROUPS = (
    rf"(?P<phrase>{PHRASE})|(?P<code>{CODE})|(?P<pin>{PIN})|(?P<password>{PASSWORD})|(?P<key>{KEY})"
)
KEYWORD = re.compile(
    rf"(?<![^\W_])(?:{GROUPS})(?![^\W_])|(?P<cjk>密码|口令|密碼|비번|รหัสผ่าน|รหัสไวไฟ|पासवर्ड|パスワード|暗証番号|비밀번호)"
    rf"|(?P<leet>s3cret)"
)
"""Every announcement; the name of the group that matched is its kind."""

STEMS = any_of(
    "pas pwd pw p/w psw psk p@ s$ $s p4 mdp contras clave kennw senha wacht hasl hasł losen adgang salas parola"
    " lozin jelsz heslo sifre пapo парол sandi"
    " khau master code combo combin otp puk cvv cvc csc digit pin p.i.n geheimz phrase mnemon seed word bip key"
    " token secret credential creds pat sessid sess_id sess-id sessionid session_id session-id bearer header dsn"
    " connection cookie recovery api memorable schluss chiave 密 비번 รหัส पासवर्ड 口令"
    " パス 暗証 비밀 s3cret mtan m-tan community"
    " codi kod 2fa mfa пин turcode zugang".split()
    + ["sess id", "session id", "cle wifi", "cle wi-fi", "cle wpa"]
    + [f"tan{mark}{digit}" for mark in ("", ":", "=", " ", ": ", "= ") for digit in range(10)]
)
"""What every announcement has one of: most messages have none, and need no closer look."""


def may_announce(low: str) -> bool:
    """Tell whether a text in lower case may hold an announcement at all."""
    return STEMS.search(low) is not None


COMPOUND = re.compile(
    r"[ -](?:managers?|polic(?:y|ies)|reset(?!s? to)(?:ting|s)?|generat(?:or|ion)|hints?|fields?|forms?|pages?"
    r"|prompts?|box(?:es)?"
    r"|protect\w*|rotation|strength|hygiene|recovery(?! codes?)|sharing|vaults?|app|hash(?:es|ing)?|salts?"
    r"|dialogs?|screens?"
    r"|rules?|checkers?|crackers?|cracking|authentication|fatigue|expiry|expiration|attempts?|lockouts?"
    r"|complexity|history"
    r"|lengths?|requirements?|inputs?|errors?|bugs?|budgets?|limits?|windows?|counts?|counting|usage|bucket"
    r"|holders?|rings?|pairs?|types?"
    r"|sizes?|column|entropy|leaks?|breach\w*|exchange|length|ceremony|storage|store|keeper|escrow|stuffing"
    r"|issue|problem"
    r"|thing|oil|round|funding|stage|investor|bank|fund|capital|data|dataset|value|garden\w*|santa|sauce|recipe"
    r"|ingredient"
    r"|admirer|agent|menu|garden|service|society|passage|meeting|economy|price|sale|launch|stream|prediction"
    r"|embedding\w*"
    r"|caching|fingerprints?|format|algorithm|bindings?|strokes?|frames?|notes?|cards?(?! (?:pin|number|code))"
    r"|points?|takeaways?|findings?|insight|stakeholder|player|performance|result"
    r"|boards?|signature|board|sprint|figure|area|feature|note|concern|difference|aspect|idea|lime pie"
    r"|to (?:my|your|his|her|our) (?:heart|soul|happiness)|up (?:calendars?|girls?|posters?)|wheels?"
    r"|cushions?|badges?|stripes?|diodes?|headers?|west|largo"
    r"|in (?:the|a|her|his|that) (?:novel|book|film|movie|game|play|story|poem|song|series|episode|comic))\b"
)
"""Nouns before which the keyword is only an attribute: a password manager, the token budget."""

_OTHERS = {
    "key": "primary|foreign|partition|idempotency|cache|sort|composite|candidate|surrogate|unique|"
    "dictionary|dict|json|map|arrow|enter|escape|tab|shift|delete|function|public|publishable|pub|"
    "host|object|bucket|index|hash|house|car|spare|piano|musical|minor|major|answer|machine",
    "code": "zip|postal|area|country|dialing|dialling|error|status|exit|promo|discount|coupon|voucher|gift|"
    "referral|booking|order|source|dress|qr|bar|colou?r|tracking|product|item|sku|morse|machine|"
    "swift|bic|sort|airport|iata|tax|hs|language|currency|course|class|room|game|quiz|kahoot",
    "pin": "chip and|chip &|chip n|chip 'n'|"
    "lapel|bowling|rolling|hair|safety|enamel|map|google maps|push|clothes|drawing|cotter|gpio|"
    "backlink|game|kahoot|quiz|party|arduino|hat|cloth",
    "pass": "boarding|mountain|bus|ski|season|day|train|rail|monthly|annual|band|high|low|come to|"
    "to|can|cannot|can't|could|must|should|will|won't|would|may|might|did|does|do|didn't|doesn't|don't|not|i|we|they"
    "|you|who|already|never|always|students|cars|people|kids|buses|trains",
    "seed": "random|tomato|sunflower|poppy|sesame|chia|top|number one|pumpkin|hemp|grass|lettuce",
}
"""Words that make another thing of the keyword: a zip code, a boarding pass, a primary key, the verb "to pass"."""
_NEVER = r"no|any|without(?: an?)?|lost (?:my|the|his|her|our)"
NOT_BEFORE = {last: re.compile(rf"\b(?:{words}|{_NEVER})[ _-]$") for last, words in _OTHERS.items()}


def means_another(keyword: str, before: str) -> bool:
    """Tell whether the word before makes another thing of the keyword."""
    last = re.split(r"[ _-]", keyword)[-1]
    one = last if last in NOT_BEFORE else last.rstrip("s")
    return bool(NOT_BEFORE.get(one, _ELSE).search(before))


_ELSE = re.compile(rf"\b(?:public|pub|public[ _-]?key|{_NEVER})[ _-]$")

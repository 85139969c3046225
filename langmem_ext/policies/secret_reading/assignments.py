"""Where do configuration, commands, headers and logins hold a secret?

`"password": "x"`, `DB_PASSWORD=x`, `mysql -px`, `Cookie: sid=x`, `bob@example.com:x`: the form says which part is it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from langmem_ext.policies.folding import lowered
from langmem_ext.policies.hints import any_of, holds_any
from langmem_ext.policies.secret_reading.credential_values import (
    PROSE,
    clean,
    is_cut,
    is_value,
    jumbled,
    mixed,
    strong,
)
from langmem_ext.policies.secret_reading.keywords import blanks
from langmem_ext.policies.secret_reading.paired_logins import ROLES
from langmem_ext.policies.secret_reading.token_forms import Span


@dataclass(frozen=True, slots=True)
class Rule:
    """One form: what a text must have one of, the pattern for lower-case text, the kind, and which values count."""

    needs: re.Pattern[str]
    pattern: re.Pattern[str]
    kind: str
    fits: Callable[[str], bool]


def find_assignments(text: str) -> Iterator[Span]:
    """Yield the values that configuration, commands, cookies and login pairs assign."""
    low = lowered(text)
    named = holds_any(low, _NAMES)
    if named:
        yield from _fields(text, low)
    for rule in _RULES if _TELLING.search(text) else _PLAIN if _MARK.search(low) else _UNMARKED:
        if rule.needs.search(low):
            yield from _found(rule, text, low)
    for match in _STATEMENT.finditer(text) if named else ():
        value = match["v"] if match["q"] else clean(match["v"])
        if _any_value(value):
            yield "password", match.start("v"), match.start("v") + len(value)


_NAMES = (
    *(
        "net ",
        "net\t",
        "pass",
        "pwd",
        "secret",
        "key",
        "token",
        "connection",
        "credential",
        "identified",
        "auth",
    ),
    *("useradd", "community"),
)
"""What the name of a field with a secret, and a statement that sets one, have one of."""

_TELLING = re.compile(r"[@#$%^&*+=~]|[?!]\S|\d(?:(?<=[^\s\d].)|[^\s\d.,;:?!)]|[.,;:?!)]\S)")
"""What a word has in which letters, digits and symbols are mixed; most texts have none."""


def _found(rule: Rule, text: str, low: str) -> Iterator[Span]:
    at = 0
    while match := rule.pattern.search(low, at):
        start, end = match.span("v" if match["v"] is not None else "v2")
        value = text[start:end] if match.groupdict().get("q") else clean(text[start:end])
        at = match.start() + 1
        if value and rule.fits(value):
            yield rule.kind, start, start + len(value)
            at = match.end()


def _any_value(value: str) -> bool:
    return len(value) >= 3 and is_value(value) and not value.startswith(("-", "$", "%", "@", "/"))


def _no_role(value: str) -> bool:
    """Tell "admin / tulip" from "admin / viewer", another who logs in."""
    return _any_value(value) and value.lower() not in ROLES


def _opaque(value: str) -> bool:
    return len(value) >= 8 and is_value(value) and (jumbled(value, 8) or strong(value))


def _strong_value(value: str) -> bool:
    return is_value(value) and strong(value)


def _mixed_value(value: str) -> bool:
    return len(value) >= 4 and is_value(value) and mixed(value) and "://" not in value


def _pathless(value: str) -> bool:
    return _any_value(value) and "/" not in value


def _nameless(value: str) -> bool:
    return _strong_value(value) and re.fullmatch(r"[A-Z][a-z]+\d+", value) is None


def _wordlike(value: str) -> bool:
    """A word run together with digits, not the name of a thing: lower case, and not a file."""
    return (
        is_value(value)
        and strong(value)
        and re.match(r"[A-Z]?[a-z]{3,}[\w!@#$-]*\d", value) is not None
        and not re.search(r"\dg$|_\dg|^[A-Z][a-z]+\d+$", value)
    )


def _answer(value: str) -> bool:
    first = value.split(" ")[0].lower().rstrip(",;:")
    return len(value) >= 2 and first not in PROSE and not first.endswith(("ed", "ing", "frozen"))


_QUOTED = r"(?P<q>[\"'])?(?P<v>(?(q)[^\"'\n]{1,200}|[^\s,;\"'&<>]{1,200}))"
_NAMED = (
    r"(?:passw(?:or)?d|passwd|pwd|passphrase|secret|api_?key|apikey|access_?key|private_?key"
    r"|client_?secret|auth_?token"
    r"|access_?token|refresh_?token|api_?token|bearer_?token|secret_?key|encryption_?key|signing_?key"
    r"|master_?key"
    r"|account_?key|shared_?key|storage_?key|connection_?string|credential|token|pass)"
)
# Also part of a longer name: DB_PASSWORD, userPassword, spring.datasource.password, PGPASSWORD.
_FIELD = re.compile(
    rf"(?<![A-Za-z0-9])[\w.-]{{0,40}}?{_NAMED}(?:_?(?:\d{{1,2}}|value|prod|dev|test|live|staging|main"
    rf"|default))?"
    rf"[\"'\]]{{0,2}}\s{{0,3}}(?:=>|:=|={{1,3}}|:(?!/|:))\s{{0,3}}{_QUOTED}",
)
_ELEMENT = re.compile(
    rf"<(?P<t>[\w.:-]{{0,30}}{_NAMED}[\w.:-]{{0,10}})(?:\s[^<>]{{0,60}})?>\s*(?:<!\[cdata\[)?"
    rf"(?P<v>[^<>\]]{{1,200}})(?=\]\]>|</)",
)
_ATTRIBUTE = re.compile(
    r"\b(?:key|name)=[\"'][\w.:-]{0,40}(?:pwd|passw(?:or)?d|passphrase|secret|token|api_?key)[\"']\s+value="
    r"[\"'](?P<v>[^\"'\n]{3,100})"
)
_PARAMETER = re.compile(
    r"[?&;](?:[\w-]{0,20}(?:token|key|password|passwd|pwd|secret|signature|sig|auth|code|sessionid|sid|jwt"
    r"|credential))="
    r"(?P<v>[^\s&#;\"'<>]{4,400})",
)
_OPTION = re.compile(
    rf"(?:^|\s)--?(?:[a-z]+-)*(?:password|passwd|pass(?:phrase)?|secret|token|api-?key|access-key"
    rf"|secret-key|pwd|psk"
    rf"|auth-token|pin)"
    rf"(?:\s+|=|:){_QUOTED}",
)
_GLUED = re.compile(
    rf"\b(?:mysql\w*|mariadb\w*|mycli|sshpass|7z\w?|rar|unrar|mysqladmin|mysqldump)\b[^\n"
    rf"|;]{{0,80}}?\s-p{_QUOTED}",
)
_SPACED = re.compile(
    r"\b(?:sshpass|docker\s+login|podman\s+login|az\s+login|mongo\w*|ldap\w+|zip|unzip|helm\s+registry\s+login"
    r"|oc\s+login|cf\s+login"
    r"|influx|rabbitmq\w*|heroku|skopeo|xfreerdp|rdesktop|smbclient|rpcclient|crackmapexec|evil-winrm|nmcli|ftp"
    r"|lftp|psexec|net\s+use"
    r"|redis-cli|expect|htpasswd|vncviewer|wpa_passphrase|snmpwalk|snmpget|ipmitool|tableau|sqlcmd|bcp"
    r"|impala-shell|beeline)"
    rf"\b[^\n|;]{{0,100}}?\s-(?:p|a|w|x|c|ppass)\s+{_QUOTED}"
)
_USER_COLON = re.compile(
    r"\b(?:curl|wget|http|https|httpie|xh|rclone|lftp|smbclient|rpcclient|basic auth|--user|--basic"
    r"|-u)[^\n]{0,100}?"
    r"(?:-u|--user|-a|--auth|--basic|auth)[\s=:]+[\"']?[\w.@\\+-]{1,60}[:%](?P<v>[^\s\"']{3,100})",
)
_PIPED = re.compile(
    r"\becho\s+(?:-\w+\s+)?[\"']?(?:[\w.-]{1,40}:)?(?P<v>[^\s\"'|]{3,100})[\"']?\s*\|\s*(?:sudo\s+)?(?:chpasswd"
    r"|passwd|sudo\s+-s|docker\s+login|gpg|openssl|su\b|sshpass|base64)",
)
_STATEMENT = re.compile(
    r"\b(?:net\s+user\s+[\w.-]+|useradd\s+[^\n]{0,60}-p|wpa_passphrase\s+\S+|IDENTIFIED\s+(?:WITH\s+\w+\s+)?BY"
    r"|WITH\s+(?:ENCRYPTED\s+)?PASSWORD"
    r"|requirepass|AUTH|set\s+aws_secret_access_key|pass:|--pass\s+pass|machine\s+\S+\s+login\s+\S+\s+password"
    r"|enable\s+secret(?:\s+\d)?|snmp-server\s+community)"
    rf"\s*{_QUOTED}"
)
_COOKIE = re.compile(
    r"(?<![\w-])(?:[\w.-]{0,20}sess(?:ion)?(?:[._-]?(?:id|token|key|cookie))?|[\w.-]{0,12}sessid|j?sessionid"
    r"|connect\.sid|sid|ssid_token"
    r"|[\w-]{0,10}csrf[\w-]{0,12}|xsrf[\w-]{0,10}|remember(?:_me|_user)?(?:_token)?|[\w-]{0,12}auth[\w-]{0,10}"
    r"|sso[\w-]{0,10}|jwt|li_at|laravel_session"
    r"|(?:php|j|asp\w*)sess\w*(?=\s*:)|__(?:secure|host)-[\w.-]{1,30}|user_session|auth_cookie"
    r"|access)\s*(?:=|(?<=sessid)\s*:|(?<=sessionid)\s*:)\s*[\"']?(?P<v>[^\s;,\"'&<>]{8,400})",
)
_HEADER = re.compile(
    r"\b(?:authorization|proxy-authorization|x-[\w-]{0,20}(?:key|token|auth|secret)|api-?key|apikey|x-api-key"
    r"|private-token|token|auth-token)"
    r"\s*:\s*[\"']?(?:(?:basic|bearer|token|digest|apikey|key|bot)\s+)?(?P<v>[^\s\"',;]{8,400})",
)
_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,30}){1,4}"
_EMAIL_COLON = re.compile(
    rf"{_EMAIL}(?::(?!//)|[|;])(?P<v>(?!\d{{1,5}}(?:/|\s|$))[^\s,;|:<>]{{4,64}})"
)
_EMAIL_PAIR = re.compile(
    rf"{_EMAIL}[\"'`>)]?(?:\s*[/|,;:>+&~]{{1,2}}\s*|\s+(?:-{{1,2}}>?|and then|and|with|w/|pw|then|y|und|et)\s+"
    rf"|\s+)[\"'`(]?(?P<v>[^\s,;\"'`|)]{{5,64}})",
)
_LOGIN_PAIR = re.compile(
    r"\b(?:log ?-?(?:in|on|ins)|logins?|sign ?-?in|credentials?|creds|account|acct|user(?:name)?(?:\s*(?:/|and"
    r"|&|\+)\s*pass(?:word)?)?|usr|uid"
    r"|access|auth|ssid|wi-?fi|network|admin panel|portal|router|vpn|netflix|spotify|hulu|disney\+?|steam"
    r"|server|ftp|ssh|rdp)\b(?!:\w+:)"
    r"(?:\s+(?:for|to|on|of|at|in)\s+(?:[\w'.-]+\s+){0,4}?[\w'.-]+)?(?:\s+(?:info|details|data|name|is|are|with"
    r"|as|using|user|by))*"
    r"\s*(?:[:=,]|->|=>|-)?\s*[\"'`(]?(?P<u>[\w.@+\\-]{2,64})[\"'`]?\s*(?:[/:|,+&]|-{1,2}>|(?<=\s)-"
    r"|and|with|w/|(?:pass"
    r"|pw|pwd|p)\b)\s*[\"'`]?(?P<v>[^\s,;/\"'`]{4,100})",
)
_DEFAULTS = re.compile(
    r"\b(?:log ?-?ins?|credentials?|creds|sign ?-?in|user(?:name)?/pass(?:word)?)\b[^.\n]{0,40}?[\s:=]"
    r"(?:admin|root|user|guest|test|postgres|pi|ubuntu|sa|oracle|administrator|support|operator|demo)\s*[/:"
    r"|]\s*(?P<v>[A-Za-z]\w{2,30})(?=[\s.,;!)]|$)",
)
_ADMIN = re.compile(
    r"(?<![\w/.])(?:admin|administrator|root|sa)\s?[:/]\s?(?P<v>[^\s,;/:\"']{6,64})(?![/:])"
)
_USER_AT_HOST = re.compile(
    r"(?<![\w/:@.-])(?!(?:e-?mail|mail|contact|to|from|b?cc|sips?|mailto|xmpp|acct|reach|me|login|user\w*"
    r"|address|account"
    r"|id|reply-?to|by|at|via|git|ssh|https?|work|home|private|personal)\s*:)[\w.-]{1,40}:(?P<v>"
    r"(?=[^\s@:/]*[\d!#$%^&*])[^\s@:/]{4,80})@[\w-]+(?:\.[\w-]+)*",
)
_SET_BY_CALL = re.compile(
    r"\b(?:define|setenv|putenv|set_?env|getenv|setdefault|setx|environ\.get|env|config|setting)\s?\(\s?[\"']"
    r"[\w.-]{0,40}(?:pass(?:w(?:or)?d|phrase)?|pwd|pw|secret|api_?key|token)[\w-]{0,10}[\"']\s?,\s?[\"']"
    r"(?P<v>[^\"'\n]{3,100})[\"']"
)
_PGPASS = re.compile(r"(?<!\S)[\w.*-]+:(?:\d{2,5}|\*):[\w*-]+:[\w*.-]+:(?P<v>[^\s:]{3,100})(?!\S)")
_NETRC = re.compile(r"\blogin\s+\S{1,60}\s+(?:password|pass|pw)\s+(?P<v>\S{3,100})")
_BESIDE = re.compile(
    r"\b(?:u|usr|user(?:name|id)?|login|log|email|e-mail|id|acct|account|un|ssid|network)\s*(?:is|[:=-])\s*"
    r"(?P<u>\S{2,64}?)[\s,;/|]+(?:and\s+)?"
    r"(?:p|pw|pwd|pass\w*|psw|key|psk)\s*(?:is|[:=-])?\s*[\"']?(?P<v>[^\s,;\"']{3,100})",
)
_LOGGED_IN = re.compile(
    r"\b(?:log|logs|logged|logging|sign|signs|signed|signing|get|gets|got|connect|connects|ssh|authenticate)"
    r"(?:[ -]?(?:in|on|into|onto|to))?\b"
    r"[^.!?\n]{0,50}?\s(?:(?:with|using|by typing|typing|entering)\s+(?:[^\s,;]{2,64}\s*(?:and|/|:|,|\+|&|with"
    r"|then)\s*)?|as\s+[^\s,;]{2,64}\s*(?:and|/|:|,|\+|&|with|then)\s*)[\"'`]?(?P<v>[^\s,;\"'`]{5,100})",
)

_WIFI = re.compile(
    r"\b(?:wi-?fi|network|ssid|router|wlan|hotspot)\b[^.\n]{0,60}\b(?:key|code)\b\s*(?:is|:|=)?\s*"
    r"(?P<v>[^\s,;\"']{5,64})",
)
_WIFI_LINE = re.compile(r"\bwifi:[^\s]*?p:(?P<v>[^;\s]{4,64})")
_WIFI_IS = re.compile(r"\bwi-?fi(?:'s| is| was)\s+(?P<v>[a-z][^\s,;\"']{5,64})")
_TYPED = re.compile(
    r"\b(?:un ?lock\w*|decrypt\w*|open\w*)\b[^.!?\n]{0,40}?\b(?:with|using)\s+[\"'`]?(?P<v>[^\s,;\"'`]{6,64})"
    r"|\b(?:type|enter|use|put(?: in)?)\s+[\"'`]?(?P<v2>[^\s,;\"'`]{6,64})[\"'`]?\s+(?:to|and)\s+(?:log|sign"
    r"|un ?lock|get in|connect|decrypt|authenticate)",
)
_KEY_FOR = re.compile(
    r"\bkey\s*[:=]\s*(?P<v>[^\s,;\"']{8,64})(?=[^\n]{0,40}\b(?:vpn|wi-?fi|router|network|server|api|ssh)\b)",
)
_ANSWER = re.compile(
    r"\b(?:security|secret) question\b[^\n]{0,80}?(?:\banswer\b[^:.\n]{0,20}?(?:\bis\b|\bwas\b|[:=-])|\b(?:is"
    r"|it's|was)\b)\s*[\"']?(?P<v>[^.!?\n\"']{2,60})"
    r"|\banswer (?:to|for) (?:(?:the|my|our|his|her) )?(?:\w+ )?(?:security|secret) question\b[^:.\n]{0,30}?"
    r"(?:\bis\b|\bwas\b|[:=-])\s*[\"']?(?P<v2>[^.!?\n\"']{2,60})",
)

_SAID = ("pass", "pw", "psw", "p:", "p=", "key", "psk", "p ")


def _rule(
    needs: tuple[str, ...], pattern: re.Pattern[str], kind: str, fits: Callable[[str], bool]
) -> Rule:
    return Rule(any_of(needs), pattern, kind, fits)


_RULES = (
    _rule(("</", "]]>"), _ELEMENT, "password", _any_value),
    _rule(("(",), _SET_BY_CALL, "password", _any_value),
    _rule(("value=",), _ATTRIBUTE, "password", _any_value),
    _rule(("?", "&", ";"), _PARAMETER, "access_token", _opaque),
    _rule(("-",), _OPTION, "password", _any_value),
    _rule((" -p",), _GLUED, "password", _any_value),
    _rule(("-p", "-a", "-w", "-x", "-c"), _SPACED, "password", _any_value),
    _rule((":", "%"), _USER_COLON, "password", _any_value),
    _rule(("echo",), _PIPED, "password", _any_value),
    _rule(("=", "sessid", "sessionid"), _COOKIE, "access_token", _opaque),
    _rule((":",), _HEADER, "access_token", _opaque),
    _rule(("@",), _EMAIL_COLON, "password", _pathless),
    _rule(("@",), _EMAIL_PAIR, "password", _strong_value),
    _rule(
        ("/", ":", "|", ",", "+", "&", "-", "and", "with", "pass", "pw", " p "),
        _LOGIN_PAIR,
        "password",
        _strong_value,
    ),
    _rule(("/", ":", "|"), _DEFAULTS, "password", _no_role),
    _rule(("admin", "root", "sa"), _ADMIN, "password", _strong_value),
    _rule(("@",), _USER_AT_HOST, "password", _any_value),
    _rule((":",), _PGPASS, "password", _any_value),
    _rule(("login",), _NETRC, "password", _any_value),
    _rule(_SAID, _BESIDE, "password", _mixed_value),
    _rule(
        ("log", "sign", "get", "got", "connect", "ssh", "authent"),
        _LOGGED_IN,
        "password",
        _nameless,
    ),
    _rule(
        ("wifi", "wi-fi", "network", "ssid", "router", "wlan", "hotspot"),
        _WIFI,
        "password",
        _strong_value,
    ),
    _rule(("wifi:",), _WIFI_LINE, "password", _any_value),
    _rule(("wifi", "wi-fi"), _WIFI_IS, "password", _wordlike),
    _rule(
        ("unlock", "un lock", "decrypt", "open", "type", "enter", "use", "put"),
        _TYPED,
        "password",
        _wordlike,
    ),
    _rule(("key",), _KEY_FOR, "password", _strong_value),
    _rule(("question",), _ANSWER, "password", _answer),
)


_MIXED = (_strong_value, _mixed_value, _nameless, _wordlike)
_PLAIN = tuple(rule for rule in _RULES if rule.fits not in _MIXED)
"""The forms whose values may be plain words."""
_UNMARKED = tuple(rule for rule in _PLAIN if rule.pattern in (_NETRC, _ANSWER))
"""Those that need no mark either."""
_MARK = re.compile(r"[-:=@%|/<(]")


def _fields(text: str, low: str) -> Iterator[Span]:
    """Yield the values of fields whose name, or the end of it, is that of a secret."""
    asked = blanks(text)
    for match in _FIELD.finditer(low):
        if match["q"] and any(start < match.start("q") < end for start, end in asked):
            continue
        said = text[match.start("v") : match.end("v")]
        value = said if match["q"] else clean(said)
        name = match[0][: match.start("v") - match.start()]
        if name.rstrip().endswith("==") and not match["q"]:
            continue
        if _EXPANDED.search(low[max(0, match.start() - 40) : match.start()] + name):
            continue
        key = not re.search(r"pass|pwd", name)
        if key and (is_cut(said) or "publickey" in name):
            continue
        long_enough = len(value) >= 6 and mixed(value) if key else len(value) >= 2
        first = value.split(" ")[0].lower()
        if value and long_enough and is_value(value) and first not in PROSE and not _code(value):
            yield (
                ("access_token" if "token" in name else "api_key" if key else "password"),
                *(
                    match.start("v"),
                    match.start("v") + len(value),
                ),
            )


_EXPANDED = re.compile(r"\$\{[^}\s]*$")
"""The inside of what a shell puts in."""


def _code(value: str) -> bool:
    return bool(
        re.match(r"[\w.]+[(\[]|\$|%\w+%|//|/run/|[\w/.-]+\.(?:txt|pem|key|json|ya?ml|env)$", value)
    )

"""Whose keys and tokens have a form of their own?

Each form: its kind, the marks of which a text must have one (a cheap look that spares the pattern), the pattern.
"""

from __future__ import annotations

PLACEHOLDER = (
    r"(?i:(?:my|your|the|user|db)?[-_]?"
    r"(?:passw(?:or)?d|pass|pwd|pw|secret|changeme|token|xxx+|example)[-_]?(?:here)?@)"
)
"""What documentation writes for the password of an address."""

FORMS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "private_key",
        ("-----BEGIN",),
        r"-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:[^-]|-(?!-{4}END)){0,20000}(?:-----END[A-Z0-9 ]{0,40}-----)?",
    ),
    ("private_key", ("nsec1",), r"\bnsec1[02-9ac-hj-np-z]{50,}"),
    (
        "private_key",
        ("AGE-SECRET", "PuTTY"),
        r"AGE-SECRET-KEY-1[0-9A-Z]{16,}|PuTTY-User-Key-File-\d:[^\n]*(?:\n[^\n]+)*",
    ),
    (
        "ssh_key",
        ("ssh-", "ecdsa-sha2"),
        r"(?:ssh-(?:rsa|ed25519|dss)|(?:sk-)?ecdsa-sha2-\S{1,20})\s+(?:AAAA[\w+/=]*|[\w+/=]{20,})",
    ),
    ("access_token", ("eyJ",), r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?|\bops_eyJ[\w+/=-]{40,}"),
    ("access_token", ("cccc", "vvcc"), r"\b[cbdefghijklnrtuv]{44}\b"),
    ("api_key", ("sk.eyJ",), r"\bsk\.eyJ[\w.-]{20,}"),
    ("access_token", ("gh", "github_pat"), r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})"),
    ("access_token", ("gl",), r"\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\w-]{16,}"),
    (
        "access_token",
        ("xox", "xapp-", "ya29."),
        r"\b(?:xox[abeoprs]-[\w-]{10,}|xapp-\d-[\w-]{10,}|ya29\.[\w-]{20,})",
    ),
    (
        "access_token",
        ("hf_", "npm_", "pypi-"),
        r"\b(?:hf_[A-Za-z0-9]{16,}|npm_[A-Za-z0-9]{30,}|pypi-AgE[\w-]{30,})",
    ),
    (
        "access_token",
        ("_v1_", "shp"),
        r"\bdo[opr]_v1_[0-9a-f]{32,}|\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{20,}",
    ),
    (
        "access_token",
        (":AA", "ATATT3", "dapi"),
        r"\b\d{8,10}:AA[\w-]{30,}|\bATATT3[\w=-]{20,}|\bdapi[0-9a-h]{32}",
    ),
    (
        "access_token",
        ("hvs.", "hvb.", "EA", "figd_"),
        r"\bhv[sb]\.[\w-]{20,}|\bEA[A-Z][A-Za-z0-9]{40,}|\bfigd_[\w-]{20,}",
    ),
    ("access_token", ("hooks.slack",), r"https://hooks\.slack\.com/services/T\w+/B\w+/\w+"),
    (
        "access_token",
        ("/api/webhooks/",),
        r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]+",
    ),
    (
        "access_token",
        ("webhook.office", "logic.azure", "zapier"),
        r"https://[\w.-]+\.(?:webhook\.office|logic\.azure|zapier)\.com/\S{20,}"
        r"|https://hooks\.zapier\.com/hooks/catch/\S{8,}",
    ),
    (
        "access_token",
        ("api.telegram", "chat.googleapis"),
        r"https://api\.telegram\.org/bot\d+:[\w-]+|https://chat\.googleapis\.com/\S+key=\S+",
    ),
    (
        "access_token",
        ("earer", "EARER"),
        r"(?i:\bbearer\s+)(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{12,}",
    ),
    (
        "access_token",
        ("asic ", "ASIC "),
        r"(?i:\bauthorization\s*:\s*basic\s+)[A-Za-z0-9+/=]{8,}",
    ),
    (
        "access_token",
        ("ATCTT3", "ATBB", "ATOA", "dckr_", "glsa_", "glc_"),
        r"\b(?:ATCTT3|ATBB|ATOA)[\w=-]{20,}|\bdckr_(?:pat|oat)_[\w-]{10,}|\bglsa_\w{20,}|\bglc_[\w+/=]{20,}",
    ),
    (
        "access_token",
        ("sbp_", "nfp_", "vcp_", "vci_", "vck_", "vca_", "FlyV1", "fo1_", "rnd_"),
        r"\bsbp_[0-9a-f]{30,}|\bnfp_\w{30,}|\bvc[pika]_\w{20,}|\bFlyV1 \S{20,}|\bfo1_[\w-]{30,}|\brnd_\w{20,}",
    ),
    (
        "access_token",
        ("pat", "pscale_", "dp."),
        r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{30,}|\bpscale_\w+_[\w-]{20,}|\bdp\.\w{2,6}\.[\w-]{20,}",
    ),
    (
        "access_token",
        ("xkeysib", "NR", "sntry", "sqp_", "squ_", "sqa_"),
        r"\bxkeysib-[\w-]{20,}|\bNR(?:AK|JS|AA|RA)-\w{20,}|\bsntry[su]_[\w=+/-]{20,}|\bsq[upa]_[0-9a-f]{30,}",
    ),
    (
        "access_token",
        ("1//0", "AQVN", "y0_", "t1."),
        r"\b1//0[\w-]{30,}|\bAQVN[\w-]{30,}|\by0_[\w-]{30,}|\bt1\.[A-Z0-9a-z_]+\.[\w=-]{20,}",
    ),
    (
        "access_token",
        ("pul-", "pnu_", "rdme_", "tk-us-", "amzn.mws", "ico-"),
        r"\bpul-[0-9a-f]{40}|\bpnu_\w{30,}|\brdme_\w{30,}|\btk-us-[\w-]{30,}"
        r"|\bamzn\.mws\.[0-9a-f-]{30,}|\bico-\w{30,}",
    ),
    (
        "access_token",
        ("sl.", "sha256~", ".atlasv1.", "HRKU-"),
        r"\bsl\.[A-Za-z0-9_-]{60,}|\bsha256~[\w-]{40,}|\w{14}\.atlasv1\.[\w-]{40,}|\bHRKU-[\w-]{20,}",
    ),
    (
        "api_key",
        ("AKIA", "ASIA", "ABIA", "ACCA", "A3T"),
        r"\b(?:AKIA|ASIA|ABIA|ACCA|A3T[0-9A-Z])[0-9A-Z]{16}\b",
    ),
    (
        "api_key",
        ("AIza", "GOCSPX", "SG."),
        r"\bAIza[\w-]{30,}|\bGOCSPX-[\w-]{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}",
    ),
    (
        "api_key",
        ("sk_", "rk_", "whsec_"),
        r"\b(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9+/=]{16,}",
    ),
    (
        "api_key",
        ("gsk", "r8_", "tvly", "nvapi", "pplx", "xai", "lin_", "ntn", "rubygems", "csk", "lsv2_"),
        r"\b(?:gsk|r8|tvly|nvapi|pplx|xai|lin_(?:api|oauth)|ntn|rubygems|csk|lsv2_(?:pt|sk))"
        r"[_-](?=[\w-]{0,200}\d)[\w-]{20,}",
    ),
    ("api_key", ("sk-",), r"\bsk-(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Za-z])[\w-]{16,}"),
    (
        "api_key",
        ("key-", "-us", "SK"),
        r"\bkey-[0-9a-f]{32}\b|\b[0-9a-f]{32}-us\d{1,2}\b|\bSK[0-9a-f]{32}\b",
    ),
    (
        "api_key",
        ("PMAK-", "sq0", "secret_"),
        r"\bPMAK-[0-9a-f-]{30,}|\bsq0(?:atp|csp)-[\w-]{20,}|\bsecret_[A-Za-z0-9]{40,}",
    ),
    (
        "api_key",
        ("LTAI", "A3-", "shippo_", "EZ"),
        r"\bLTAI[A-Za-z0-9]{16,}|\bA3-[A-Z0-9]{6}-[A-Z0-9-]{20,}|\bshippo_(?:live|test)_\w{20,}"
        r"|\bEZ[AT]K[\w-]{30,}",
    ),
    (
        "api_key",
        ("live_", "test_", "pcsk_", "tgp_", "fw_", "phx_", "re_"),
        r"\b(?:live|test)_[0-9a-f]{30,}|\bpcsk_\w{20,}|\btgp_v1_[\w-]{20,}|\b(?:fw|phx"
        r"|re)_(?=\w{0,60}\d)\w{20,}",
    ),
    (
        "api_key",
        ("FLWSECK", "rzp_", "EAAA", "AC"),
        r"\bFLWSECK\S{12,}|\brzp_(?:live|test)_\w{10,}|\bEAAA[\w-]{40,}|\bAC[0-9a-f]{32}:[0-9a-f]{32}",
    ),
    (
        "api_key",
        ("Q~", "p8e-", "AKCp", "cmVmd", "4b1d", "dnkey-"),
        r"\b\w{3}\dQ~[\w.~-]{31,34}|\bp8e-\w{32}|\bAKCp\w{60,}|\bcmVmd\w{50,}|\b4b1d[A-Za-z0-9]{38}\b"
        r"|\bdnkey-[\w-]{30,}",
    ),
    (
        "api_key",
        ("prv", "5H", "5J", "5K", "K", "L"),
        r"(?<!\w)(?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51}"
        r"|[xyz]prv[1-9A-HJ-NP-Za-km-z]{50,})\b",
    ),
    (
        "api_key",
        ("NRAL", "django-insecure", "QVN"),
        r"\b[0-9a-f]{36}NRAL\b|\bdjango-insecure-[^\s\"']{20,80}|\bQVN[\w-]{30,}",
    ),
    (
        "access_token",
        (
            "CLOJARS_",
            "dt0",
            "duffel_",
            "fio-u-",
            "sgp_",
            "tfp_",
            "tskey-",
            "bkua_",
            "CCIPAT_",
            "CFPAT-",
        ),
        r"\bCLOJARS_\w{30,}|\bdt0[a-z]\d\d\.\w{20,}\.\w{20,}|\bduffel_(?:live|test)_[\w=-]{20,}"
        r"|\bfio-u-[\w=-]{20,}"
        r"|\bsgp_\w{20,}|\btfp_[\w.=-]{30,}|\btskey-\w+-[\w-]{15,}|\bbkua_\w{30,}|\bCCIPAT_\w{20,}"
        r"|\bCFPAT-[\w-]{30,}",
    ),
    (
        "api_key",
        (
            "API-",
            "oy2",
            "pat-",
            "sm_",
            "apify_",
            "essu_",
            "jina_",
            "napi_",
            "waka_",
            "ATTA",
            "rpa_",
            "mlsn.",
            "zpka_",
        ),
        r"\bAPI-[A-Z0-9]{25,}|\boy2[a-z0-9]{40,}|\bpat-(?:na|eu)\d-[0-9a-f-]{30,}|\bsm_[aps]at_\w{16,}"
        r"|\bapify_(?:api|proxy)_\w{20,}|\bessu_\w{30,}|\bjina_\w{30,}|\bnapi_\w{30,}"
        r"|\bwaka_[0-9a-f-]{30,}|\bATTA\w{50,}"
        r"|\brpa_[A-Z0-9]{30,}|\bmlsn\.[0-9a-f]{40,}|\bzpka_\w{30,}",
    ),
    (
        "api_key",
        (
            "sdk-",
            "api-",
            "mob-",
            "rel-",
            "xsmtpsib-",
            "sb_secret_",
            "snyk_",
            "fm1",
            "fm2_",
            "v1.0-",
            "access-",
        ),
        r"\b(?:sdk|api|mob|rel)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\bxsmtpsib-[\w-]{40,}"
        r"|\bsb_secret_[\w-]{20,}"
        r"|\bsnyk_\w{2,4}\.[\w.-]{30,}|\bfm(?:1[ar]|2)_[\w+/=]{30,}|\bv1\.0-[0-9a-f]{24}-[0-9a-f]{100,}"
        r"|\baccess-(?:sandbox|development|production)-[0-9a-f-]{30,}",
    ),
    (
        "api_key",
        (
            "GR1348941",
            "sk_",
            "pk_",
            "esecret_",
            "xau_",
            "ABSK",
            "bedrock-api-key-",
            "eyJrIjoi",
            "pdl_",
            "cal_",
            "1/",
        ),
        r"\bGR1348941[\w-]{20,}|\bsk_[0-9a-f]{32,}\b|\bpk_\d{6,10}_[A-Z0-9]{20,}|\besecret_\w{20,}"
        r"|\bxau_\w{20,}"
        r"|\bABSK[\w+/=]{60,}|\bbedrock-api-key-[\w+/=]{20,}|\beyJrIjoi[\w+/=-]{40,}|\bpdl_(?:live"
        r"|sdbx)_apikey_\w{20,}"
        r"|\bcal_(?:live|test)_\w{20,}|(?<![\w/])[12]/\d{12,20}(?:/\d{12,20})?:[0-9a-f]{32}\b",
    ),
    (
        "access_token",
        (
            "ddp_",
            "ddo_",
            "vtwn_",
            "ory_",
            "pplx_",
            "dckr_",
            "lip_",
            "sntrys_",
            "sk-",
            "hapikey",
            "SSWS ",
            "secret-",
        ),
        r"\bdd[po]_\w{30,}|\bvtwn_\w{20,}|\bory_[asr]t_[\w.-]{20,}|\bSSWS\s+[\w-]{30,}"
        r"|\bsecret-(?:test|live)-[\w=-]{20,}",
    ),
    (
        "access_token",
        (
            "s-s4t2",
            "squ_",
            "scauth_",
            "authress_",
            "_ak",
            "b_",
            "live_pub",
            "test_pub",
            "pcu_",
            "unkey_",
            "CIO",
        ),
        r"\bs-s4t2(?:ud|af)-[0-9a-f]{40,}|\b(?:authress|scauth)_\w+\.[\w.+/=-]{20,}|\bpcu_\w{20,}"
        r"|\bunkey_\w{16,}"
        r"|\bb_[a-z0-9=_-]{44}\b|\b(?:live|test)_pub_[0-9a-f]{20,}|\bCIO\w{32}\b",
    ),
    ("access_token", ("_|WARNING:",), r"_\|WARNING:[^\s\"']{20,2000}"),
    ("api_key", ("_mmk",), r"\b[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b"),
    (
        "connection_string",
        ("://",),
        r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@?#]{0,100}:"
        rf"(?![<{{$*\[%.]|{PLACEHOLDER})[^\s@/]{{1,200}}@[^\s\"'<>]+",
    ),
    (
        "connection_string",
        ("https://",),
        r"https://[0-9a-f]{32}(?::[0-9a-f]{32})?@[\w.-]+\.\w+/\d+",
    ),
    (
        "connection_string",
        ("AccountKey", "SharedAccessKey"),
        r"\b(?:AccountKey|SharedAccessKey)\s*=\s*[A-Za-z0-9+/=]{20,}",
    ),
    (
        "password",
        ("$",),
        r"(?:(?<![\w.-])[\w.-]{1,40}:)?\$(?:apr1|1|2[abxy]?|5|6|7|y|argon2\w{1,2}|scrypt"
        r"|pbkdf2[\w-]*)\$[^\s:\"',;]{16,200}",
    ),
)

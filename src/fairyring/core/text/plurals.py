"""Plural categories of whole numbers, by the cardinal rules of Unicode CLDR 48; the page uses `Intl.PluralRules`.

`tests/core/text/plurals.json` holds what Intl answers, and both programs are compared with it.
"""

from __future__ import annotations

from collections.abc import Callable

PluralRule = Callable[[int], str]
MILLION = 1_000_000


def _other(_n: int) -> str:
    return "other"


def _one(n: int) -> str:
    return "one" if n == 1 else "other"


def _zero_or_one(n: int) -> str:
    return "one" if n < 2 else "other"


def _one_and_millions(n: int) -> str:
    return "many" if n and n % MILLION == 0 else _one(n)


def _zero_or_one_and_millions(n: int) -> str:
    return "many" if n and n % MILLION == 0 else _zero_or_one(n)


def _ends_in_one(n: int) -> str:
    return "one" if n % 10 == 1 and n % 100 != 11 else "other"


def _east_slavic(n: int) -> str:
    few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
    return "few" if few else "one" if n % 10 == 1 and n % 100 != 11 else "many"


def _south_slavic(n: int) -> str:
    category = _east_slavic(n)
    return "other" if category == "many" else category


def _polish(n: int) -> str:
    return "one" if n == 1 else "few" if _east_slavic(n) == "few" else "many"


def _czech(n: int) -> str:
    return "one" if n == 1 else "few" if n in (2, 3, 4) else "other"


def _slovenian(n: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other")


def _lithuanian(n: int) -> str:
    if 11 <= n % 100 <= 19 or n % 10 == 0:
        return "other"
    return "one" if n % 10 == 1 else "few"


def _latvian(n: int) -> str:
    if n % 10 == 0 or 11 <= n % 100 <= 19:
        return "zero"
    return "one" if n % 10 == 1 else "other"


def _romanian(n: int) -> str:
    return "one" if n == 1 else "few" if n == 0 or 1 <= n % 100 <= 19 else "other"


def _arabic(n: int) -> str:
    if n < 3:
        return ("zero", "one", "two")[n]
    return "few" if 3 <= n % 100 <= 10 else "many" if n % 100 >= 11 else "other"


def _one_two(n: int) -> str:
    return {1: "one", 2: "two"}.get(n, "other")


def _irish(n: int) -> str:
    return "few" if 3 <= n <= 6 else "many" if 7 <= n <= 10 else _one_two(n)


def _scottish(n: int) -> str:
    if n in (1, 11) or n in (2, 12):
        return "one" if n in (1, 11) else "two"
    return "few" if 3 <= n <= 19 else "other"


def _welsh(n: int) -> str:
    return {0: "zero", 1: "one", 2: "two", 3: "few", 6: "many"}.get(n, "other")


def _breton(n: int) -> str:
    if n % 10 == 1 and n % 100 not in (11, 71, 91):
        return "one"
    if n % 10 == 2 and n % 100 not in (12, 72, 92):
        return "two"
    if n % 10 in (3, 4, 9) and n // 10 % 10 not in (1, 7, 9):
        return "few"
    return "many" if n and n % MILLION == 0 else "other"


def _maltese(n: int) -> str:
    if n in (1, 2):
        return _one_two(n)
    return "few" if n == 0 or 3 <= n % 100 <= 10 else "many" if 11 <= n % 100 <= 19 else "other"


def _filipino(n: int) -> str:
    return "other" if n % 10 in (4, 6, 9) else "one"


# Languages that are not here have the categories `one`, for 1, and `other`.
_RULES: dict[PluralRule, str] = {
    _other: "bm,bo,dz,hnj,id,ig,ii,ja,jv,kea,km,ko,lo,ms,my,nqo,sah,su,th,to,vi,wo,yo,yue,zh",
    _zero_or_one: "ak,am,as,bho,bn,doi,fa,ff,gu,hi,hy,kab,kn,ln,mg,nso,pa,pcm,si,ti,wa,zu",
    _one_and_millions: "ca,es,it,lld,scn,vec",
    _zero_or_one_and_millions: "fr,pt",
    _ends_in_one: "is,mk",
    _east_slavic: "be,ru,uk",
    _south_slavic: "bs,hr,sh,sr",
    _polish: "pl",
    _czech: "cs,sk",
    _slovenian: "dsb,hsb,sl",
    _lithuanian: "lt",
    _latvian: "lv,prg",
    _romanian: "mo,ro",
    _arabic: "ar,ars",
    _one_two: "he,iu,naq,sat,se,sma,smj,smn,sms",
    _irish: "ga",
    _scottish: "gd",
    _welsh: "cy",
    _breton: "br",
    _maltese: "mt",
    _filipino: "ceb,fil,tl",
}
_BY_LANGUAGE = {language: rule for rule, languages in _RULES.items() for language in languages.split(",")}
_BY_LANGUAGE["pt-pt"] = _one_and_millions


def plural_category(language: str, number: int) -> str:
    """Return the CLDR category of a whole number: zero, one, two, few, many or other. The sign does not matter."""
    tag = language.casefold().replace("_", "-")
    return (_BY_LANGUAGE.get(tag) or _BY_LANGUAGE.get(tag.split("-")[0]) or _one)(abs(number))

"""A text read as words and numbers, so that two ways of writing the same thing compare as equal.

Case, accents and punctuation don't count. Numbers count by their value, however they are written
("$1,299.00" and "1299", "1½" and "1.5", "twelve", "3 million"). A number keeps its currency or
percent sign as `unit`, which comparisons of tokens ignore. Other units and dates stay words.
"""

import re
import unicodedata
from calendar import month_name
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"  # scripts without spaces: each character is a word
_SMALL = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen",
)
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SPELLED = {word: n for n, word in enumerate(_SMALL)} | {
    word: 10 * n for n, word in enumerate(_TENS, 2)
}
_SCALES = {
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_DIGITS = 60  # no number in a sensible answer has more
_LARGEST = 10**_DIGITS
_LETTERS = {"k": " thousand", "K": " thousand", "M": " million", "B": " billion"}
_SIGNS = {"$": "signusd", "€": "signeur", "£": "signgbp", "¥": "signjpy", "₹": "signinr"}
SIGN_WORDS = {word: sign for sign, word in _SIGNS.items()}
_SIGN_BEHIND = {"$": " usd ", "€": " eur ", "£": " gbp "}
_CURRENCIES = {
    **dict.fromkeys(("usd", "dollar", "dollars"), "$"),
    **dict.fromkeys(("eur", "euro", "euros"), "€"),
    **dict.fromkeys(("gbp", "pound", "pounds"), "£"),
}
_MONTHS = "|".join(f"{name[:3]}(?:{name[3:]}|t)?".lower() for name in month_name if name)
_AMERICAN = {
    "colour": "color",
    "centre": "center",
    "licence": "license",
    "metre": "meter",
    "litre": "liter",
    "grey": "gray",
    "favourite": "favorite",
}
# words before "one" that make it a pronoun
_BEFORE_ONE = {"the", "this", "that", "which", "no", "any", "every", "some", "each", "another"}

_CLOCK = re.compile(r"\d{1,2}:[\d:]+")
_TOKEN = re.compile(
    rf"""
      (?P<serial> \d+(?P<joint>[-./])\d+(?:(?P=joint)\d+)+ )         # 2026-05-17, 3.12.1, 555-010-999
    | (?P<clock> \d{{1,2}}:\d\d(?::\d\d)?(?!\d) )
    | (?P<sign> (?<![^\s(\[{{:="'*~≈<>|])[-−–] )?                     # not in "3-5", which is a range
      (?: (?:(?<!/)(?P<whole>\d{{1,3}})\s)?(?P<top>\d{{1,3}})[/⁄](?P<bottom>[1-9]\d{{0,2}})(?![\d/.⁄])
        | (?P<digits> \d{{1,3}}(?:,\d{{2,3}})*,\d{{3}}(?!\d)(?:\.\d+)?
                    | \d+(?:\.\d+)?(?:e[-+]?\d{{1,2}}\b)?
                    | (?<![\w.])\.\d+ ) )
      (?:(?:st|nd|rd|th)\b)?
      (?P<percent> \s?(?:%|percent\b|per\scent\b) )?
    | (?<!\w)(?P<spelled> (?:{"|".join(_TENS)})(?:[\s-](?:{"|".join(_SMALL[1:10])}))?\b
                        | one\b(?!\sof\b)                            # "one of them" counts nothing
                        | (?:{"|".join(word for word in _SMALL if word != "one")})\b )
    | (?P<word> [{_CJK}] | [^\W\d_{_CJK}][^\W_{_CJK}]*(?:(?<=\d)\.\d+)*(?:[+\#]+(?!\w))? )   # v2.1, c++
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Number:
    """A number as read; some have a second reading: 25 % is also 0.25, and 4/5 a score of 4."""

    value: Fraction
    also: Fraction | None = None
    unit: str = field(default="", compare=False)  # "$", "€", "£", … or "%"

    def near(self, value: Fraction, tolerance: Fraction = Fraction(0)) -> bool:
        """Whether a reading is within a relative `tolerance` of the value (absolute for 0)."""
        margin = tolerance * (abs(value) or 1)
        return any(abs(own - value) <= margin for own in (self.value, self.also) if own is not None)


Token = str | Number


@dataclass(frozen=True)
class Reading:
    """A text as tokens, with the span of each in the folded text.

    `breaks` are the indices of tokens that punctuation separates from the one before.
    """

    text: str
    tokens: list[Token]
    spans: list[tuple[int, int]]
    breaks: frozenset[int]

    def cut(self, start: int, end: int) -> str:
        """The tokens from `start` up to, not including, `end`, as the text has them."""
        text = self.text[self.spans[start][0] : self.spans[end - 1][1]]
        for word, sign in SIGN_WORDS.items():
            text = text.replace(f"{word} ", sign)
        return text


_BREAK = re.compile(r"[;\n,.()\[\]{}:?!=+×*|•▲▼\"“”]|\s[-–—/]\s")


def tokens(text: str) -> list[Token]:
    """The words (folded) and numbers of a text, in order."""
    return read(text).tokens


def read(text: str) -> Reading:
    """The words and numbers of a text with their spans."""
    text = _fold_text(text)
    found: list[Token] = []
    spans: list[tuple[int, int]] = []
    breaks, end, spelled = set(), 0, False
    for match in _TOKEN.finditer(text):
        merged = _merge(found, match, spelled)
        spelled = bool(match["spelled"]) or (spelled and match["word"] in ("and", *_SCALES))
        if _BREAK.search(text, end, match.start()) and not merged:
            breaks.add(len(found) - 1)
        end = match.end()
        if merged:
            del spans[len(found) :]
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append(match.span())
    return Reading(text, found, spans, frozenset(breaks))


def _merge(found: list[Token], match: re.Match, spelled: bool) -> bool:
    """Add a token to those found; return whether it was merged into the last one."""
    token, last = _read_token(match), found[-1] if found else None
    if isinstance(last, Number) and token in _SCALES and last.value < _LARGEST:
        found[-1] = Number(last.value * _SCALES[token])
    elif isinstance(last, Number) and token in _CURRENCIES and not last.unit:
        found[-1] = replace(last, unit=_CURRENCIES[token])
    elif isinstance(last, Number) and token == "percent":
        found[-1] = replace(last, also=last.value / 100, unit="%")
    elif token in ("am", "pm") and isinstance(last, str) and _CLOCK.fullmatch(last):
        found[-1] = _count_24_hours(last, token)
    elif isinstance(token, Number) and last in SIGN_WORDS:
        found[-1] = replace(token, unit=SIGN_WORDS[last])
    elif isinstance(token, Number) and last in _CURRENCIES:
        found[-1] = replace(token, unit=_CURRENCIES[last])
    elif spelled and isinstance(token, Number) and match["spelled"] and _continues(found, token):
        while isinstance(last := found[-1], str):
            found.pop()  # the "and" of "one hundred and nine"
        found[-1] = Number(last.value + token.value)
    elif match["spelled"] == "one" and last in _BEFORE_ONE:
        found.append("one")
        return False
    else:
        found.append(token)
        return False
    return True


def _continues(found: list[Token], number: Number) -> bool:
    """Whether a spelled number continues the one before: "nine" in "one hundred and nine"."""
    before = found[-2:] if found[-1:] == ["and"] else found[-1:]
    hundreds = (
        isinstance(before[0], Number) and before[0].value >= 100 and before[0].value % 100 == 0
    )
    return hundreds and number.value < 100


def _count_24_hours(clock: str, half: str) -> str:
    """A time on the 24-hour clock: 3:25 pm is 15:25, 12:10 am is 0:10."""
    hour, _, rest = clock.partition(":")
    return f"{int(hour) % 12 + 12 * (half == 'pm')}:{rest}" if int(hour) <= 12 else clock


def same(first: Token, second: Token) -> bool:
    """Whether two tokens mean the same; a second reading counts only if the other has none."""
    if isinstance(first, str) or isinstance(second, str):
        return first == second
    if first.also is not None and second.also is not None:
        return first.value == second.value
    return first.near(second.value) or second.near(first.value)


def places(part: Sequence[Token], answer: Sequence[Token]) -> list[int]:
    """The indices at which the part's consecutive tokens begin in the answer."""
    last = len(answer) - len(part)
    return [n for n in range(last + 1) if all(map(same, part, answer[n : n + len(part)]))]


def _fold_text(text: str) -> str:
    """NFKC, casefolded, without accents; signs moved to where the token pattern expects them."""
    # other thousands separators
    text = re.sub(r"(?<=\d)[\u00a0\u202f\u2009'’](?=\d{3}(?!\d))", ",", text)
    text = re.sub(r"(?<![\d.,])(\d{1,3}) (?=\d{3}(?![\d:]|[.,]\d))", r"\1,", text)  # 22 673
    # 4,8 as in much of Europe
    text = re.sub(r"(?<![\d.,])(\d+),(?=\d{1,2}(?![\d,.]|\s?[-–]\d))", r"\1.", text)
    text = re.sub(r"(?<=\d)[kKMB]\b", lambda m: _LETTERS[m[0]], text)
    # 1½ is not 11/2
    text = re.sub(r"(?<=\d)([²³¹\u2070-\u2079\u00bc-\u00be\u2150-\u215e])", r" \1", text)
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    text = unicodedata.normalize("NFC", re.sub(r"[\u0300-\u036f]", "", text))
    text = re.sub(r"(?<=\w)['’](?=\w)", "", text).replace("&", " and ")
    text = re.sub(r"\bper cent\b", "percent", text)
    # "the 3rd of March" is "3rd March"
    text = re.sub(rf"(?<=\d)(st|nd|rd|th)? of (?=(?:{_MONTHS})\b)", r"\1 ", text)
    text = re.sub(
        r"\b(?:colour|centre|licence|metre|litre|grey|favourite)", lambda m: _AMERICAN[m[0]], text
    )
    # p.m.
    text = re.sub(r"(?<![a-z])(?:[a-z]\.\s?){2,}", lambda m: re.sub(r"[.\s]", "", m[0]) + " ", text)
    text = re.sub(r"\b(?:minus|negative)\s+(?=[\d$€£¥₹])", " -", text)
    text = re.sub(r"(?<=\d)(h|hrs?|hours?|m|min)(?=\d)", r" \1 ", text)  # 15h15m
    text = re.sub(
        r"((?<!\w)[-−–])?(?:\b(?:us|ca|au))?([$€£¥₹])\s?([-−–])?(?=[\d.])",
        lambda m: f" {_SIGNS[m[2]]} {m[1] or ''}{m[3] or ''}",
        text,
    )
    return re.sub(r"(?<=\d)\s?([$€£])", lambda m: _SIGN_BEHIND[m[1]], text)


def _read_token(match: re.Match) -> Token:
    """The token for one match of the token pattern."""
    if match["word"]:
        return match["word"]
    if match["spelled"]:
        words = re.split(r"[\s-]", match["spelled"])
        return Number(Fraction(sum(_SPELLED[word] for word in words)))
    if match["serial"] or match["clock"]:
        return re.sub(r"(?<!\d)0+(?=\d)", "", match[0])
    sign = -1 if match["sign"] else 1
    if match["top"]:
        top, bottom = int(match["top"]), int(match["bottom"])
        score = Fraction(top) if bottom in (5, 10, 100) and not match["whole"] else None
        return Number(sign * (int(match["whole"] or 0) + Fraction(top, bottom)), score)
    if len(match["digits"]) > _DIGITS:
        return match["digits"]
    value = sign * Fraction(match["digits"].replace(",", ""))
    percent = bool(match["percent"])
    return Number(value, value / 100 if percent else None, "%" if percent else "")

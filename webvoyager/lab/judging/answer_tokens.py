"""A text read as words and numbers, so that two ways of writing the same thing compare as equal.

Case, accents and punctuation don't count. Numbers count by their value, however they are written
("$1,299.00" and "1299", "1½" and "1.5", "twelve", "3 million"). A number keeps its currency or
percent sign as `unit`, which comparisons of tokens ignore. Other units and dates stay words.
"""

import re
import tomllib
import unicodedata
from calendar import month_name
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from text_to_num import alpha2digit

LANGUAGE = tomllib.loads(Path(__file__).with_name("answers.toml").read_text("utf-8"))
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"  # scripts without spaces: each character is a word
_SMALL = {"zero": 0, "one": 1, "two": 2, "three": 3}  # alpha2digit leaves these alone
_SCALES = {
    "hundred": 2,
    "k": 3,
    "thousand": 3,
    "m": 6,
    "million": 6,
    "b": 9,
    "billion": 9,
    "trillion": 12,
}
_DIGITS = 60  # no number in a sensible answer has more
SIGNS = "$€£¥₹"
_CURRENCIES = {
    form: sign for sign, forms in LANGUAGE["currencies"].items() for form in forms.split()
}
_SPELLINGS = LANGUAGE["spellings"]
_MONTHS = "|".join(f"{name[:3]}(?:{name[3:]}|t)?".lower() for name in month_name if name)
_CLOCK = re.compile(r"\d{1,2}:[\d:]+")
_TOKEN = re.compile(
    rf"""
      (?P<serial> \d+(?P<joint>[-./])\d+(?:(?P=joint)\d+)+ )         # 2026-05-17, 3.12.1, 555-010-999
    | (?P<clock> \d{{1,2}}:\d\d(?::\d\d)?(?!\d) )
    | (?P<sign> (?<![^\s(\[{{:="'*~≈<>|])[-−–](?=[\d.{SIGNS}]|[a-z]{{0,2}}[{SIGNS}]) )? # not in "3-5", which is a range
      (?P<money> (?<![^\W_])[a-z]{{0,2}}[{SIGNS}]\s? )? (?P<minus> (?(money)[-−–]) )?
      (?: (?:(?<!/)(?P<whole>\d{{1,3}})\s)?(?P<top>\d{{1,3}})[/⁄](?P<bottom>[1-9]\d{{0,2}})(?![\d/.⁄])
        | (?P<digits> \d{{1,3}}(?:,\d{{2,3}})*,\d{{3}}(?!\d)(?:\.\d+)?
                    | \d+(?:\.\d+)?(?:e[-+]?\d{{1,2}}\b)?
                    | (?<![\w.])\.\d+ ) )
      (?:(?:st|nd|rd|th)\b)?
      (?P<percent> \s?(?:%|percent\b|per\scent\b) )?
      (?P<behind> \s?[{SIGNS}](?!\s?\d) )?
    | (?<!\w)(?P<small> zero\b|(?<!the\s)(?<!this\s)(?<!that\s)(?<!which\s)(?<!\bno\s)(?<!any\s)
        (?<!every\s)(?<!some\s)(?<!each\s)(?<!another\s)(?<!only\s)one\b(?!\sof\b|\sin\b) # not "the one", "one of them"
        |two\b|three\b )
    | (?P<word> [{_CJK}] | [^\W\d_{_CJK}][^\W_{_CJK}]*(?:(?<=\d)\.\d+)*(?:[+\#]+(?!\w))? )   # v2.1, c++
    """,
    re.VERBOSE,
)
_BREAK = re.compile(r"[;\n,.()\[\]{}:?!=+×*|•▲▼\"“”]|\s[-–—/]\s")


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
        return self.text[self.spans[start][0] : self.spans[end - 1][1]].strip()

    def find_word(self, at: int) -> str:
        """The word at a place; "" for a number and beyond the end."""
        token = self.tokens[at] if 0 <= at < len(self.tokens) else ""
        return token if isinstance(token, str) else ""

    def find_number(self, at: int) -> Number | None:
        """The number at a place; None for a word and beyond the end."""
        token = self.tokens[at] if 0 <= at < len(self.tokens) else None
        return token if isinstance(token, Number) else None


def tokens(text: str) -> list[Token]:
    """The words (folded) and numbers of a text, in order."""
    return read(text).tokens


def read(text: str) -> Reading:
    """The words and numbers of a text with their spans."""
    text = _fold_text(text)
    found: list[Token] = []
    spans: list[tuple[int, int]] = []
    breaks, end = set(), 0
    for match in _TOKEN.finditer(text):
        token = _read_token(match)
        if merged := _merge(found[-1], token) if found else None:
            found[-1], spans[-1] = merged, (spans[-1][0], match.end())
        else:
            if _BREAK.search(text, end, match.start()):
                breaks.add(len(found))
            found.append(token)
            spans.append(match.span())
        end = match.end()
    return Reading(text, found, spans, frozenset(breaks))


def _merge(last: Token, token: Token) -> Token | None:
    """One token for two that belong together (12 dollars, USD 12, 3:25 pm); None for others."""
    if isinstance(last, Number) and token in _CURRENCIES and not last.unit:
        return replace(last, unit=_CURRENCIES[str(token)])
    if isinstance(token, Number) and last in _CURRENCIES:
        return replace(token, unit=_CURRENCIES[str(last)])
    if token in ("am", "pm") and isinstance(last, str) and _CLOCK.fullmatch(last):
        hour, _, rest = last.partition(":")
        return f"{int(hour) % 12 + 12 * (token == 'pm')}:{rest}" if int(hour) <= 12 else last
    return None


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
    """NFKC, casefolded, without accents, numbers in digits."""
    # other thousands separators
    text = re.sub(r"(?<=\d)[\u00a0\u202f\u2009'’](?=\d{3}(?!\d))", ",", text)
    text = re.sub(r"(?<![\d.,])(\d{1,3}) (?=\d{3}(?![\d:]|[.,]\d))", r"\1,", text)  # 22 673
    # 4,8 as in much of Europe
    text = re.sub(r"(?<![\d.,])(\d+),(?=\d{1,2}(?![\d,.]|\s?[-–]\d))", r"\1.", text)
    # 1½ is not 11/2
    text = re.sub(r"(?<=\d)([²³¹\u2070-\u2079\u00bc-\u00be\u2150-\u215e])", r" \1", text)
    text = re.sub(
        r"(?:[★⭐]\ufe0f?\s?)+☆*", lambda m: f" {len(re.findall('[★⭐]', m[0]))} stars ", text
    )
    scales = r"(?<=\d)(?:[kKMB]|\s?(?i:hundred|thousand|[mb]illion|trillion))\b"
    text = re.sub(scales, lambda m: f"e{_SCALES[m[0].strip().lower()]}", text)
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    text = unicodedata.normalize("NFC", re.sub(r"[\u0300-\u036f]", "", text))
    text = re.sub(r"(?<=\w)['’](?=\w)", "", text).replace("&", " and ")
    text = re.sub(rf"\b(?:{'|'.join(_SPELLINGS)})", lambda m: _SPELLINGS[m[0]], text)
    text = re.sub(r"\b(hundred|thousand|million|billion)s\b", r"some \1-s", text)  # no number
    text = "\n".join(alpha2digit(line, "en") for line in text.split("\n"))
    text = re.sub(r"(?<=\d) and a half\b", ".5", text)
    # "the 3rd of March" is "3rd March"
    text = re.sub(rf"(?<=\d)(st|nd|rd|th)? of (?=(?:{_MONTHS})\b)", r"\1 ", text)
    # p.m.
    text = re.sub(r"(?<![a-z])(?:[a-z]\.\s?){2,}", lambda m: re.sub(r"[.\s]", "", m[0]) + " ", text)
    if all(re.search(rf"(?m)^[ \t]*{n}[.)]\s", text) for n in (1, 2)):  # a numbered list
        text = re.sub(r"(?m)^[ \t]*\d\d?[.)]\s", "", text)
    text = re.sub(r"\bno\.\s?(?=\d)", "number ", text)
    text = re.sub(r"\bv\.?(?=\d+\.\d)", "", text)  # v3.1.0 is 3.1.0
    text = re.sub(rf"\b(?:minus|negative)\s+(?=[\d{SIGNS}])", " -", text)
    return re.sub(r"(?<=\d)(h|hrs?|hours?|m|min)(?=\d)", r" \1 ", text)  # 15h15m


def _read_token(match: re.Match) -> Token:
    """The token for one match of the token pattern."""
    if match["word"]:
        return match["word"]
    if match["small"]:
        return Number(Fraction(_SMALL[match["small"]]))
    if match["serial"] or match["clock"]:
        return re.sub(r"(?<!\d)0+(?=\d)", "", match[0])
    sign = -1 if match["sign"] or match["minus"] else 1
    money = (match["money"] or match["behind"] or "").strip().removeprefix("us")
    if match["top"]:
        top, bottom = int(match["top"]), int(match["bottom"])
        score = Fraction(top) if bottom in (5, 10, 100) and not match["whole"] else None
        return Number(sign * (int(match["whole"] or 0) + Fraction(top, bottom)), score)
    if len(match["digits"]) > _DIGITS:
        return match["digits"]
    value = sign * Fraction(match["digits"].replace(",", ""))
    if match["percent"]:
        return Number(value, value / 100, "%")
    return Number(value, unit=money)

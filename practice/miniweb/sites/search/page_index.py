"""The index: finds pages by their words, ranks them by BM25, and quotes them in snippets."""

import math
import re
import unicodedata
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache

from markupsafe import Markup, escape

from .site_crawl import Page

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+|(?<=\d)[.,]\d+)*")
TERM = re.compile(r'(-?)(?:(site|intitle):)?(?:"([^"]+)"|(\S+))', re.I)
_STOP = (
    "a about an and any are as at be been between by can could did do does each find for "
    "from get give had has have he her his how i if in into is it its many me most much my of on "
    "one or our out over per please shall she should show so some tell than that the their them "
    "then there these they this those to under up was we were what when where which who whose why "
    "will with would you your"
)
# How many times a word counts in the title and in the description.
TITLE, DESCRIPTION = 4, 2
DEPTH_FACTOR = 0.93  # a page's score is multiplied by this for each further part of its path
LEAST_SHARE = 0.2  # results that score below this share of the best one are left out


class _AccentRemover(dict):
    """Maps each character to itself without accents, computed when it first occurs."""

    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFKD", chr(code))
        self[code] = "".join(part for part in parts if not unicodedata.combining(part))
        return self[code]


_WITHOUT_ACCENTS = _AccentRemover()


def fold(text: str) -> str:
    """The text in lower case, without accents."""
    return text.lower() if text.isascii() else text.lower().translate(_WITHOUT_ACCENTS)


@cache
def stem(word: str) -> str:
    """A folded word without its possessive or plural ending."""
    word = re.sub(r"['’]s?$", "", word)
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("oes", "ches", "shes", "sses", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        return word[:-1]
    return word


def words(text: str) -> list[str]:
    """The words of a text as the index stores them."""
    return [stem(word) for word in WORD.findall(fold(text))]


STOP = frozenset(map(stem, _STOP.split()))


@dataclass(frozen=True)
class Query:
    """A query: words to rank by, and conditions that every result must meet."""

    words: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    title: tuple[str, ...] = ()
    site: str = ""

    @classmethod
    def read(cls, text: str, site: str = "") -> "Query":
        """Read a query with its operators: "a phrase", -without, intitle:word, site:shop.mini."""
        plain, phrases, without, title = [], [], [], []
        for minus, operator, phrase, word in TERM.findall(text):
            found = words(phrase or word)
            if operator.lower() == "site":
                site = (phrase or word).lower().removesuffix(".mini")
            elif minus:
                without += found
            else:
                plain += found
                title += found if operator else []
                phrases += [" ".join(found)] if phrase else []
        content_words = [word for word in plain if word not in STOP] or plain
        return cls(
            tuple(dict.fromkeys(content_words)), tuple(phrases), tuple(without), tuple(title), site
        )


@dataclass(frozen=True)
class Postings:
    """The pages that have a word, by number, and its weight in each; arrays, as there are many."""

    pages: array = field(default_factory=lambda: array("I"))
    weights: array = field(default_factory=lambda: array("d"))

    def __len__(self) -> int:
        return len(self.pages)

    def add(self, page: int, weight: float) -> None:
        """Add a page."""
        self.pages.append(page)
        self.weights.append(weight)


class Index:
    """All pages by their words. `search` ranks, `snippet` quotes, `correct` fixes the spelling."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.pages = list(pages)
        self._titles = [words(page.title) for page in self.pages]
        self._texts = [
            words(page.description) + words(" ".join(page.passages)) for page in self.pages
        ]
        self._postings = self._weigh_words()
        self._spelling: dict[str, list[str]] = defaultdict(list)
        for word in sorted({w for page in self.pages for w in _list_words(page)}):
            self._spelling[word[0]].append(word)

    def _weigh_words(self) -> dict[str, Postings]:
        """BM25 (k1 1.2, b 0.5): rarer words count more, each repetition less."""
        found: dict[str, Postings] = defaultdict(Postings)
        lengths = [len(self._repeat_words(number)) for number in range(len(self.pages))]
        mean = sum(lengths) / max(len(lengths), 1)
        for number, page in enumerate(self.pages):
            count = Counter(self._repeat_words(number))
            long = 1.2 * (0.5 + 0.5 * lengths[number] / mean)
            deep = DEPTH_FACTOR ** page.path.strip("/").count("/")
            for word, times in count.items():
                found[word].add(number, times * 2.2 / (times + long) * deep)
        for where in found.values():
            rarity = math.log(1 + (len(self.pages) - len(where) + 0.5) / (len(where) + 0.5))
            where.weights[:] = array("d", [rarity * weight for weight in where.weights])
        return dict(found)

    def _repeat_words(self, number: int) -> list[str]:
        """A page's words, those of its title and description as often as they count."""
        again = words(self.pages[number].description) * (DESCRIPTION - 1)  # once in the text
        return self._titles[number] * TITLE + again + self._texts[number]

    def scores(self, query: Query) -> dict[int, float]:
        """The scores, by page number, of the pages that meet the query's conditions.

        The pages contain at least one of its words; a site alone finds all of the site's pages.
        """
        scores: dict[int, float] = defaultdict(float)
        for word in query.words:
            found = self._postings.get(word, Postings())
            for number, weight in zip(found.pages, found.weights, strict=True):
                scores[number] += weight
        if not query.words:
            scores.update(dict.fromkeys(range(len(self.pages)), 1.0) if query.site else {})
        return {
            number: score
            for number, score in scores.items()
            if self._meets_conditions(number, query)
        }

    def _meets_conditions(self, number: int, query: Query) -> bool:
        if query.site not in ("", self.pages[number].site) or not set(query.title) <= set(
            self._titles[number]
        ):
            return False
        if not (query.phrases or query.without):
            return True
        text = f" {' '.join(self._titles[number])}  {' '.join(self._texts[number])} "
        asked = all(f" {phrase} " in text for phrase in query.phrases)
        return asked and not any(f" {word} " in text for word in query.without)

    def search(self, query: Query) -> list[Page]:
        """The pages that match the query, best first; equal scores have a fixed order."""
        scores = self.scores(query)
        least = LEAST_SHARE * max(scores.values(), default=0)
        ranked = sorted(scores, key=lambda number: (-round(scores[number], 9), number))
        return [self.pages[number] for number in ranked if scores[number] >= least]

    def snippet(self, page: Page, query: Query, length: int = 170) -> Markup:
        """A page's one or two best passages for the query, with the words in bold.

        They are shortened to about `length` characters in all.
        """

        def worth(passage: str) -> float:
            present = set(words(passage))
            return sum(1 / len(self._postings[word]) for word in query.words if word in present)

        passages = [
            text for text in dict.fromkeys((page.description, *page.passages)) if len(text) > 20
        ]
        passages = [text for text in passages if text not in page.title] or passages
        best = sorted(
            passages, key=lambda text: (-worth(text), text[-1] not in ".!?", len(text) < 60)
        )[:2]
        if best and len(best[0]) > length / 2:
            best = best[:1]
        text = " … ".join(_cut_around(passage, query, length // len(best)) for passage in best)
        return _mark_words(text.replace("… …", "…").replace("… …", "…"), query)

    def correct(self, text: str) -> str:
        """The query with unknown words replaced by similar known ones; "" if nothing changes."""
        corrected = WORD.sub(lambda found: self._find_nearest(found[0]), text)
        return corrected if corrected != text else ""

    def _find_nearest(self, word: str) -> str:
        plain = fold(word)
        known = stem(plain) in self._postings or stem(plain) in STOP
        if known or len(plain) < 4 or not plain.isalpha():
            return word
        alike = [w for w in self._spelling[plain[0]] if abs(len(w) - len(plain)) < 3]
        near = get_close_matches(plain, alike, n=3, cutoff=0.75)
        return max(near, key=lambda w: len(self._postings[stem(w)]), default=word)


def _list_words(page: Page) -> set[str]:
    """The words of a page that may be suggested as spellings."""
    text = " ".join((page.title, page.description, *page.passages))
    return {word for word in WORD.findall(fold(text)) if len(word) > 3 and word.isalpha()}


def _mark_words(passage: str, query: Query) -> Markup:
    pieces, last = [], 0
    for found in WORD.finditer(passage):
        if stem(fold(found[0])) in query.words:
            pieces += [escape(passage[last : found.start()]), Markup("<b>{}</b>").format(found[0])]
            last = found.end()
    return Markup("").join([*pieces, escape(passage[last:])])


def _cut_around(passage: str, query: Query, length: int) -> str:
    """About `length` characters of a passage, cut between words, around the query's first word."""
    if len(passage) <= length * 1.2:
        return passage
    hits = (
        found.start() for found in WORD.finditer(passage) if stem(fold(found[0])) in query.words
    )
    start = min(max(0, next(hits, 0) - length // 3), len(passage) - length)
    start = passage.find(" ", start) + 1 if start else 0
    end = start + length
    cut = passage[start:end].rsplit(" ", 1)[0] if end < len(passage) else passage[start:]
    return ("… " if start else "") + cut + (" …" if end < len(passage) else "")

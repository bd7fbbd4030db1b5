"""What a question says of a journey or a stay: from where, to where, on which days, how many people, which way."""

import re
from dataclasses import dataclass

from .days import DAY, Day, days
from .quantities import COUNTS
from .values import MONTHS
from .words import content, fold

_WORD = r"[A-Z][\w'’.-]*"
_PLACE = rf"{_WORD}(?: (?:(?:de|da|do|la|le|of|the|upon) )*{_WORD})*(?: airport)?(?: \([A-Z]{{3}}\))?"
FROM_TO = re.compile(rf"\bfrom (?P<start>{_PLACE}),? (?:and )?(?:back )?to (?P<end>{_PLACE})")
WHERE = re.compile(rf"\b(?:in|around|near) (?P<end>{_PLACE})")
PEOPLE = r"adults?|child(?:ren)?|kids?|infants?|bab(?:y|ies)|guests?|people|persons?|travell?ers?|passengers?|rooms?"
PARTY = re.compile(rf"\b(\d+|{'|'.join(COUNTS)}|an?) (?:more )?({PEOPLE})\b", re.IGNORECASE)
STAY = re.compile(
    r"\bnights?\b|\bstay(?:s|ing)?\b|\brooms?\b|\bhotels?\b|\bsuites?\b|\bapartments?\b|\bguests?\b|\bcheck[- ]?in\b"
)
ONE_WAY = re.compile(r"\bone[- ]way\b|\bsingle ticket\b", re.IGNORECASE)
ROUND = re.compile(r"\bround[- ]trip\b|\breturn (?:trip|flight|ticket)s?\b", re.IGNORECASE)
NOUNS = {"kid": "child", "children": "child", "baby": "infant", "babies": "infant", "person": "guest", "people": "guest",
         "traveller": "guest", "traveler": "guest", "passenger": "guest"}  # fmt: skip


@dataclass(frozen=True)
class Place:
    """A place by its name, and the code that stands behind it in brackets."""

    name: str
    code: str = ""

    def told(self, text: str) -> bool:
        """Whether a text names this place."""
        words = set(content(text))
        return bool(words) and (fold(self.code) in words or set(content(self.name)) <= words)


@dataclass(frozen=True)
class Trip:
    """A journey or a stay, as far as the question tells; false where it tells of none."""

    start: Place | None = None
    end: Place | None = None
    days: tuple[Day, ...] = ()
    party: tuple[tuple[str, int], ...] = ()  # ("adult", 2)
    one_way: bool = False
    words: tuple[str, ...] = ()  # the question's words that say so

    def __bool__(self) -> bool:
        return bool(self.days or (self.start and self.end))

    def without(self, text: str) -> str:
        """A text without the words that tell of the trip."""
        for words in sorted(self.words, key=len, reverse=True):
            text = text.replace(words, "#")
        return re.sub(r"#(?:[ ,]*(?:on|from|to|and|between|for|of|#)?[ ,]*#)+", "#", text).replace("#", "…")


def trip(text: str) -> Trip:
    """Read a trip: two places "from A to B", or days together with words of staying, and who comes along."""
    plain = DAY.sub("#", text)
    dated, route = days(text), FROM_TO.search(plain)
    where = next((found for found in WHERE.finditer(plain) if fold(found["end"])[:3] not in MONTHS), None)
    people = PARTY.findall(fold(text))
    stays = dated and (route or people or STAY.search(fold(text)))
    travels = route and (ROUND.search(fold(text)) or ONE_WAY.search(fold(text)))
    if not (stays or travels):
        return Trip()
    said = [match[0] for form in (DAY, PARTY, ONE_WAY, ROUND) for match in form.finditer(text)]
    there = route or where
    said += [there[0]] if there else []
    return Trip(
        start=_place(route["start"]) if route else None,
        end=_place(there["end"]) if there else None,
        days=tuple(dict.fromkeys(dated)),
        party=tuple(_party(people).items()),
        one_way=bool(ONE_WAY.search(fold(text))) or (bool(route) and len(dated) == 1),
        words=tuple(dict.fromkeys(said)),
    )


def _place(words: str) -> Place:
    code = re.search(r"\(([A-Z]{3})\)", words)
    return Place(re.sub(r" airport$", "", re.sub(r"\s*\([A-Z]{3}\)", "", words).strip()), code[1] if code else "")


def _party(people: list[tuple[str, str]]) -> dict[str, int]:
    """How many of each kind of people, by one noun for each kind."""
    found: dict[str, int] = {}
    for number, noun in people:
        one = noun if noun in NOUNS else noun.removesuffix("s")
        count = 1 if number in ("a", "an") else COUNTS.get(number) or int(number)
        found.setdefault(NOUNS.get(one, one), count)
    return found

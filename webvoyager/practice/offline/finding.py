"""Reading a value off a page: which label fits what is asked, and which sentence says most about it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .asked import Asked
from .conditions import KINDS, Condition
from .journey import PARTS, journey_value
from .layout import Pair, pairs, paragraphs
from .ordering import Order
from .pages import Line, usual_height
from .quantities import quantities
from .values import amount, of_kind, when, written
from .words import content, share, stem, tokens

# Other words under which a page may show a property.
SYNONYMS = {
    "price": ("cost", "price"), "cost": ("price",), "time": ("duration", "time", "ready", "takes", "total"),
    "rating": ("rating", "rated", "star", "score"), "star": ("rating", "star"), "review": ("review", "rating"),
    "author": ("author", "by", "writer"), "serving": ("serve", "serving", "yield", "portion"),
    "people": ("serve", "serving"), "serve": ("serve", "serving", "yield"), "date": ("date", "published", "on"),
    "submitted": ("submitted", "submission"), "published": ("published", "released"), "released": ("released", "release"),
    "updated": ("updated", "modified", "revised"), "brand": ("brand", "by", "manufacturer", "maker"),
    "seller": ("seller", "sold"), "stock": ("stock", "availability", "available"), "delivery": ("delivery", "shipping", "arrives"),
    "shipping": ("shipping", "delivery"), "warranty": ("warranty", "guarantee"), "guarantee": ("warranty", "guarantee"),
    "category": ("category", "subject", "course"), "difficulty": ("difficulty", "level", "skill"),
    "journal": ("journal", "publication", "venue"), "color": ("colour",), "colour": ("color",), "licence": ("license",),
    "license": ("licence",), "calory": ("calory", "kcal", "energy"), "prep": ("prep", "preparation"),
    "preparation": ("prep", "preparation"), "cook": ("cook", "cooking", "baking"), "cooking": ("cook", "cooking"),
    "phone": ("phone", "telephone", "call"), "citation": ("citation", "cited"), "watt": ("power", "wattage", "watt"),
    "identifier": ("id", "identifier", "cite"), "result": ("result", "product", "item", "paper", "recipe", "article", "entry", "match"),
    "reader": ("reader", "rating"), "arena": ("arena", "home", "venue", "stadium", "ground"), "stadium": ("stadium", "home", "venue", "ground"),
    "seat": ("seat", "capacity"), "coach": ("coach", "trainer", "manager"), "nickname": ("nickname", "called"), "temperature": ("temperature", "oven"),
}  # fmt: skip
# Words that only shade a property: "average rating" may stand under "Rating".
_VAGUE = "average total overall current first last exact full number standard listed user customer written"
VAGUE = frozenset(_VAGUE.split())
SURE, LOOSE = 0.45, 0.25  # how well a label must fit: at first sight, and when the page has been read to its end


@dataclass(frozen=True)
class Value:
    """A value read off a page, under its label there, with how well it fits (0 to 1)."""

    words: str
    label: str
    fit: float


def find(ask: Asked, lines: Sequence[Line], about: Iterable[str] = (), least: float = SURE) -> Value | None:
    """The value on these lines that best fits what is asked, None where nothing fits well enough.

    `about` are stems that should stand with it, as the name of a table's row does.
    """
    lines = [line for line in lines if line.text]
    rated = [value for pair in pairs(lines) if (value := _value(ask, pair, set(about)))]
    rated += [*_bare(ask, lines), *_byline(ask, lines)]
    best = max(rated, key=lambda value: value.fit, default=None)
    return best if best and best.fit >= least else None


def _value(ask: Asked, pair: Pair, about: set[str]) -> Value | None:
    """The value of a pair with how well its label fits what is asked, None where it does not."""
    words, label = of_kind(ask.kind, pair.value, ask.stems), tokens(pair.label)
    if not words or not label:
        return None
    weights = [0.3 if want in VAGUE else 1.0 for want in ask.stems[:-1]] + [2.0]  # the last word is the thing itself
    met = [_meant(want, label) or 0.7 * (KINDS.get(want) == ask.kind != "") for want in ask.stems]  # "37 min" is a time
    covered = sum(part * weight for part, weight in zip(met, weights, strict=True)) / sum(weights)
    if not any(_meant(want, label) for want in ask.stems) and not about & set(label):
        return None
    foreign = [word for word in label if word not in about and not any(_meant(want, [word]) for want in ask.stems)]
    fit = pair.sure * covered * (1 - 0.5 * len(foreign) / len(label))
    if about:
        fit *= 0.3 + 0.7 * share(about, [*label, *tokens(pair.line.text)])
    return Value(words, pair.label, fit)


def _meant(want: str, label: Iterable[str]) -> float:
    """1 where the label has the word, a little less for another word for it."""
    label = list(label)
    if want in label:
        return 1.0
    return 0.9 if any(stem(other) in label for other in SYNONYMS.get(want, ())) else 0.0


def _bare(ask: Asked, lines: Sequence[Line]) -> Iterable[Value]:
    """Values that need no label: a sum of money in large letters is a price, stars are a rating."""
    alone = ask.stems[-1] in ("price", "cost", "rating", "star", "watt") and len(ask.stems) == 1
    if not alone or ask.kind not in ("money", "rating", "watts"):
        return
    usual = usual_height(lines) if lines else 0
    for place, line in enumerate(lines):
        for quantity in quantities(line.text):
            if quantity.kind == ask.kind:
                large = min(0.3, max(0.0, (line.h - usual) / 50))
                whole = 0.1 * (ask.kind == "rating" and quantity.value.is_integer())  # "5 stars": one reader's
                yield Value(written(line.text, quantity), ask.words, 0.5 + large - whole - 0.002 * place)
        if ask.kind == "rating" and (stars := re.match(r"[0-5]\.\d(?=$| \(| ·)", line.text)):
            yield Value(stars[0], ask.words, 0.65 - 0.002 * place)


def _byline(ask: Asked, lines: Sequence[Line]) -> Iterable[Value]:
    """The names right below a title are its authors."""
    if ask.kind != "person" or "author" not in ask.stems or not lines:
        return
    top = max(lines, key=lambda line: line.h)
    title = [line for line in lines if line.h > 0.9 * top.h and line.x == top.x]
    below = [line for line in lines if line.h < 0.9 * top.h and 0 <= line.y - max(one.bottom for one in title) < 60]
    first = min((line.y for line in below), default=0)
    row = sorted((line for line in below if line.y - first < 4 and line.x < 700), key=lambda line: line.x)
    text = " ".join(line.text for line in row).replace(" ,", ",")
    if re.match(r"(?:by )?[A-Z][\w.'-]+ [A-Z]", text) and (words := of_kind("person", text, ask.stems)):
        yield Value(words, ask.words, 0.6)


def sentence(wanted: Iterable[str], kind: str, texts: Sequence[str]) -> Value | None:
    """The sentence that says most about the wanted words and holds a value of the kind asked for."""
    wanted = {word for word in wanted if not word.isdigit()}
    best: Value | None = None
    for text in texts:
        for said in re.split(r"(?<=[.!?])\s+", text):
            if len(said) < 20 or said.endswith("?") or (kind and not of_kind(kind, said)):
                continue
            known = {other for word in content(said) for other in (word, *SYNONYMS.get(word, ()))}
            known |= {"temperature"} if any(q.kind == "degrees" for q in quantities(said)) else set()
            fit = share(wanted, known)
            if best is None or fit > best.fit:
                best = Value(said, "", fit)
    return best


def sentences(lines: Sequence[Line], documents: Sequence[str] = ()) -> list[str]:
    """The running text of a page, and of what was downloaded."""
    return [*paragraphs(lines), *documents]


def measure(label: str, kind: str, lines: Sequence[Line]) -> float | None:
    """The number a thing has of a property, as these lines show it; None where they do not."""
    text = "\n".join(line.text for line in lines)
    if kind == "date":
        return when(text)
    if kind in PARTS:
        return journey_value(label, kind, text)
    if kind in ("money", "rating") and (value := find(Asked((label,), kind, label), lines)):
        return amount(value.words, kind)
    same = [q for q in quantities(text) if q.kind and q.kind in (kind, label)]
    if kind == "minutes" and len(same) > 1:  # "prep 10 min … total 45 min"
        wanted = ("total", "time") if label == "time" else (label,)
        chosen = find(Asked(wanted, "minutes", label), lines)
        return quantities(chosen.words)[0].value if chosen else same[-1].value
    if same:
        return same[0].value
    if kind == "rating":
        alone = [line.text for line in lines if re.fullmatch(r"10(?:\.0)?|\d\.\d", line.text)]
        if alone:
            return float(alone[0])  # a score out of ten
        stars = re.search(r"(?:^|\s)([0-5]\.\d)(?=\s|$|\s*\()(?! k?m\b)", text)
        return float(stars[1]) if stars else None
    if kind == "review" and (count := re.search(r"\((\d[\d,]*)\)", text)):
        return float(count[1].replace(",", ""))
    value = find(Asked((label,), "number", label), lines) if label else None
    numbers = quantities(value.words) if value else []
    return numbers[0].value if numbers else None


def meets(condition: Condition, lines: Sequence[Line]) -> bool | None:
    """Whether what these lines show keeps a condition; None where they do not say."""
    value = measure(condition.label, condition.kind, lines)
    if value is None:
        return None
    return condition.holds(value // 10000 if condition.kind == "date" and condition.limit < 2100 else value)


def rank(order: Order, lines: Sequence[Line]) -> float | None:
    """A number by which things are ranked, the wanted end highest; None where these lines do not say."""
    value = measure(order.label, order.kind, lines)
    if value is None:
        return None
    return value if order.most else -value

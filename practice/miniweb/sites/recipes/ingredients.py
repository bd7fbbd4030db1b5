"""Foods and ingredient lines: how to read and rescale them, their weight and nutrition."""

import csv
import re
from dataclasses import dataclass, fields
from pathlib import Path

UNITS = {
    "can": "cans",
    "clove": "cloves",
    "stick": "sticks",
    "handful": "handfuls",
    "bunch": "bunches",
    "sprig": "sprigs",
    "pinch": "pinches",
    "tbsp": "tbsp",
    "tsp": "tsp",
    "ml": "ml",
    "g": "g",
}
GRAMS = {"g": 1.0, "handful": 20.0, "bunch": 40.0, "sprig": 2.0, "pinch": 0.4}
MILLILITRES = {"ml": 1.0, "tbsp": 15.0, "tsp": 5.0}
FRACTIONS = ((0.0, ""), (0.25, "¼"), (1 / 3, "⅓"), (0.5, "½"), (2 / 3, "⅔"), (0.75, "¾"), (1.0, ""))
LINE = re.compile(rf"(?:([\d.]+) )?(?:({'|'.join((*UNITS.values(), *UNITS))}) )?(.+?)(?:, (.+))?")
# Only about a third of the oil used for frying is eaten.
EATEN_OF_FRYING_OIL = 0.35


@dataclass(frozen=True)
class Food:
    """A row of `pantry.csv`: grams per piece and per millilitre, contents per 100 g."""

    name: str
    many: str
    piece: float
    density: float
    kcal: float
    fat: float
    carbs: float
    sugars: float
    fibre: float
    protein: float
    salt: float
    flags: frozenset[str]


@dataclass(frozen=True)
class Nutrition:
    """The nutrition of one serving: calories in kcal, the rest in grams."""

    calories: int
    fat: float
    carbohydrate: float
    sugars: float
    fibre: float
    protein: float
    salt: float


@dataclass(frozen=True)
class Ingredient:
    """A line of a recipe; `amount` is None where it is up to the cook."""

    amount: float | None
    unit: str
    food: Food
    note: str

    def measure(self, factor: float = 1) -> str:
        """Amount and unit for `factor` times the recipe: "375 g", "1½ tbsp", or ""."""
        if self.amount is None:
            return ""
        value = self.amount * factor
        unit = UNITS[self.unit] if self.unit and value > 1 else self.unit
        return f"{_write_amount(value, exact=self.unit in ('g', 'ml'))} {unit}".rstrip()

    def name(self, factor: float = 1) -> str:
        """The food's name, in the singular only for one piece or less."""
        single = not self.unit and (self.amount or 0) * factor <= 1
        return self.food.name if single or not self.food.many else self.food.many

    @property
    def grams(self) -> float:
        """The line's weight in grams."""
        if self.unit in MILLILITRES:
            return (self.amount or 0) * MILLILITRES[self.unit] * self.food.density
        return (self.amount or 0) * GRAMS.get(self.unit, self.food.piece)


def _write_amount(value: float, exact: bool) -> str:
    if exact:
        return f"{value:.0f}" if value >= 10 else f"{value:.1f}".removesuffix(".0")
    whole = int(value + 1e-9)
    share, sign = min(FRACTIONS, key=lambda fraction: abs(fraction[0] - (value - whole)))
    whole += share == 1.0
    return f"{whole or ''}{sign}" or "¼"


def read_pantry() -> dict[str, Food]:
    """All foods, by singular and by plural name."""
    with (Path(__file__).parent / "pantry.csv").open(encoding="utf-8", newline="") as file:
        foods = [_read_food(row) for row in csv.DictReader(file)]
    return {name: food for food in foods for name in (food.name, food.many) if name}


def _read_food(row: dict[str, str]) -> Food:
    numbers = {
        field.name: float(row[field.name] or 0) for field in fields(Food) if field.type is float
    }
    numbers["density"] = numbers["density"] or 1.0
    return Food(
        name=row["name"], many=row["many"], flags=frozenset(row["flags"].split()), **numbers
    )


def read_ingredient(line: str, pantry: dict[str, Food]) -> Ingredient:
    """Read "2 tbsp olive oil" or "1 onion, chopped"; raises KeyError for an unknown food."""
    amount, unit, name, note = LINE.fullmatch(line).groups()
    single = next(
        (singular for singular, plural in UNITS.items() if unit in (singular, plural)), ""
    )
    return Ingredient(float(amount) if amount else None, single, pantry[name], note or "")


def nutrition(ingredients: tuple[Ingredient, ...], servings: int) -> Nutrition:
    """The nutrition of one serving, added up from the ingredients."""

    def per_serving(content: str) -> float:
        total = sum(getattr(line.food, content) * _weigh_eaten(line) for line in ingredients)
        return total / 100 / servings

    contents = ("fat", "carbs", "sugars", "fibre", "protein", "salt")
    others = (round(per_serving(content), 1) for content in contents)
    return Nutrition(round(per_serving("kcal")), *others)


def _weigh_eaten(line: Ingredient) -> float:
    return line.grams * (EATEN_OF_FRYING_OIL if line.note == "for frying" else 1)

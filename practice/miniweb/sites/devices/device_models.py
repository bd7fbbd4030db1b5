"""Models drawn from the catalogue: their prices, options, specifications and texts."""

from collections.abc import Mapping
from random import Random
from typing import Any

from ...kit.catalogue import draw
from ...kit.formats import slug
from ...world import World
from .records import Group, Model, Option, read

FIRST_YEAR = 2022


def make_models(world: World) -> tuple[Model, ...]:
    """All models, those of a family together."""
    families = {family["slug"]: family for family in read("families.json")}
    return tuple(_make_model(world, families[row["family"]], row) for row in read("models.csv"))


def _make_model(world: World, family: Mapping[str, Any], row: Mapping[str, str]) -> Model:
    rng, year, tier = world.random(f"devices/{row['name']}"), int(row["year"]), int(row["tier"])
    price = int(row["price"]) * 100 + 1000 * rng.randint(-6, 6)
    battery = draw(rng, family["activities"])
    specs, numbers = _draw_specs(rng, family["specs"], row, next(iter(battery.values())))
    groups = tuple(_make_group(rng, row, key, group) for key, group in family["groups"].items())
    return Model(
        **{name: row[name] for name in ("name", "line", "size")},
        slug=slug(row["name"]),
        kind=family["slug"],
        year=year,
        tier=tier,
        sold=row["sold"] == "yes",
        price=price,
        trade=round(price * rng.uniform(0.2, 0.45) / 500) * 500,
        service=100 * draw(rng, family["battery"]),
        speed=rng.randint(8, 12) + 5 * (year - FIRST_YEAR) + 4 * tier,
        key_colour=rng.choice(list(read("keys.json"))),
        family=family,
        groups=groups,
        barred=_bar_pairs(rng, groups),
        specs=specs,
        numbers=numbers,
        battery=battery,
        prose={plan["title"]: _write(draw(rng, plan), row["name"]) for plan in family["prose"]},
    )


def _make_group(rng: Random, row: Mapping[str, str], key: str, plan: Mapping[str, Any]) -> Group:
    """A group whose options cost more and more, by tens of dollars."""
    options, extra = [], 0
    for name in row["colours" if key == "colour" else key].split("|"):
        options.append(Option(slug(name), name, extra))
        extra += 1000 * draw(rng, plan["step"])
    return Group(key, plan["label"], tuple(options))


def _bar_pairs(rng: Random, groups: tuple[Group, ...]) -> tuple[tuple[str, str], ...]:
    """Pairs that aren't made: a colour, never the first, with the last option of a group."""
    last = [group.options[-1] for group in groups[1:] if len(group.options) > 1]
    colours = groups[0].options[1:]
    count = min(2, len(last), len(colours) - 1)
    pairs = zip(rng.sample(colours, count), rng.sample(last, count), strict=True)
    return tuple((colour.slug, option.slug) for colour, option in pairs)


def _draw_specs(
    rng: Random, sections: Mapping[str, Any], row: Mapping[str, str], hours: int
) -> tuple[dict[str, dict[str, str]], dict[str, float]]:
    """The texts by section and name, and the numbers by name.

    Numbers are higher for later years ("grow") and for larger models ("size").
    """
    texts, numbers = {section: {} for section in sections}, {"battery": hours}
    for section, plans in sections.items():
        for plan in plans:
            text = plan.get("is", "").format(size=row["size"], battery=hours)
            if "one_of" in plan:
                text = rng.choice(plan["one_of"])
            elif "low" in plan:
                more = plan.get("grow", 0) * (int(row["year"]) - FIRST_YEAR)
                more += round(plan.get("size", 0) * float(row["size"]))
                value = numbers[plan["name"]] = draw(rng, plan) + more
                text = f"{value:,g} {plan['unit']}".strip()
            texts[section][plan["name"]] = text
    return texts, numbers


def _write(drawn: Mapping[str, Any], name: str) -> str:
    return drawn["text"].format(name=name, a=f"{drawn['a']:,}", b=f"{drawn['b']:,}")

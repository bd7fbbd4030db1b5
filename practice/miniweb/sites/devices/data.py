"""The site's data: names are fixed; prices, figures, hours and dates are drawn from the world."""

from datetime import date, timedelta

from ...kit.catalogue import draw
from ...kit.formats import slug
from ...world import World
from .device_models import make_models
from .pickup_stores import place_of
from .records import Accessory, Device, Halden, Model, Store, read

SERIALS = 360
LETTERS = "ACDEFGHJKLMNPQRTUVWXY3479"


def make(world: World) -> Halden:
    """Make everything that Halden sells in a world."""
    rates, models = draw(world.random("devices/rates"), read("rates.json")), make_models(world)
    parts = _make_accessories(world, models), _make_stores(world), _make_devices(world, models)
    return Halden(world, rates, models, *parts)


def _make_accessories(world: World, models: tuple[Model, ...]) -> tuple[Accessory, ...]:
    """Each kind of a family for each of its models that isn't too old; the others once."""
    rng, made = world.random("devices/accessories"), []
    for row in read("accessories.json"):
        fitting = [m.name for m in models if m.kind == row["family"] and m.year >= row["since"]]
        for fits in fitting or [""]:
            name = f"{row['kind']} for {fits}" if fits else row["kind"]
            price = 100 * draw(rng, row["dollars"]) - 5
            made.append(Accessory(slug(name), name, row["kind"], fits, price, row["text"]))
    return tuple(made)


def _make_stores(world: World) -> tuple[Store, ...]:
    rng, plan = world.random("devices/stores"), read("store_plan.json")
    return tuple(
        Store(slug(row["name"]), place_of(row["zip"]), **row, **draw(rng, plan))
        for row in read("stores.csv")
    )


def _make_devices(world: World, models: tuple[Model, ...]) -> tuple[Device, ...]:
    rng, made = world.random("devices/serials"), {}
    while len(made) < SERIALS:
        serial, model = "HD" + "".join(rng.choices(LETTERS, k=8)), rng.choice(models)
        first = max(date(model.year, 1, 20), world.today - timedelta(days=1100))
        bought = first + timedelta(days=rng.randrange((world.today - first).days))
        care = bought + timedelta(days=rng.choice((730, 1095))) if rng.random() < 0.5 else None
        made[serial] = Device(serial, model, bought, bought + timedelta(days=365), care)
    return tuple(made.values())

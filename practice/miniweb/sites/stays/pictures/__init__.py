"""The site's photographs, drawn as SVG: houses, rooms, tables, terraces, views; and maps."""

from ....kit.svg import drawing
from ..records import Property, Town
from . import houses, rooms, terraces, views
from .maps import coast_map, town_map

__all__ = ["captions", "coast_map", "hero", "photo", "town_map", "town_photo"]

WIDTH, HEIGHT = 800, 600


def captions(place: Property) -> list[str]:
    """The captions of a place's photographs, in order."""
    outdoors = "The pool" if "pool" in place.facilities else "The garden"
    if "beachfront" in place.facilities and outdoors != "The pool":
        outdoors = "The terrace by the sea"
    first = place.rooms[1].name if place.kind == "Hostel" else place.rooms[0].name
    last = place.rooms[-1].name
    return ["The house from the street", first, "Breakfast", outdoors, "The view", last]


def photo(place: Property, number: int) -> str:
    """The photograph with this number, counted from 0 as in `captions`."""
    paint = place.paint
    scenes = (
        lambda: houses.house(place.kind, place.town.sea, paint),
        lambda: rooms.bedroom(place.town.sea, paint, twin=place.kind == "Hostel"),
        lambda: rooms.breakfast(paint),
        lambda: terraces.outdoors(captions(place)[3], place.town.sea, paint),
        lambda: views.view(place.town.slug, paint["sky"] + 1),
        lambda: rooms.bedroom(place.town.sea, {**paint, "room": paint["room"] + 3}, twin=True),
    )
    return drawing(scenes[number](), WIDTH, HEIGHT)


def town_photo(town: Town) -> str:
    """A view of a town."""
    return drawing(views.view(town.slug, len(town.name)), WIDTH, HEIGHT)


def hero() -> str:
    """The wide view at the top of the home page."""
    return drawing(views.panorama(), 1600, 620)

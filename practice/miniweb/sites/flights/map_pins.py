"""Pins on the map: one per city, with its label on the side where it covers no other."""

from .world_map import FRAMES, place


def place_pins(fares: list[dict], frame: str) -> list[dict]:
    """A pin per city, at its cheapest airport, in percent of the map's width and height."""
    cities: dict[str, dict] = {}
    for fare in sorted(fares, key=lambda fare: -fare["price"]):
        cities[fare["airport"].city] = fare
    pins = []
    for fare in cities.values():
        left, top = place(fare["airport"].lon, fare["airport"].lat, frame)
        pins.append(fare | {"left": round(100 * left, 2), "top": round(100 * top, 2)})
    return _choose_sides(
        sorted(pins, key=lambda pin: (pin["top"], pin["left"])), FRAMES[frame].size
    )


def _choose_sides(pins: list[dict], size: tuple[int, int]) -> list[dict]:
    """Choose the side where each label overlaps no other, or "bare" if there is none."""
    taken = [_measure_label(pin, "", size) for pin in pins]
    labelled = []
    for pin in pins:
        free = (
            side
            for side in ("above", "below", "right", "left")
            if _is_free(_measure_label(pin, side, size), taken, size, pin)
        )
        side = next(free, "bare")
        taken += [_measure_label(pin, side, size)] if side != "bare" else []
        labelled.append(pin | {"side": side})
    return labelled


def _measure_label(
    pin: dict, side: str, size: tuple[int, int]
) -> tuple[float, float, float, float]:
    """A label's left, top, right and bottom in pixels; the point's if `side` is ""."""
    x, y = pin["left"] / 100 * size[0], pin["top"] / 100 * size[1]
    half = 3.4 * len(f"{pin['airport'].city} ${pin['price']}") + 10
    corners = {"": (-6, -6, 6, 6), "above": (-half, -34, half, -9), "below": (-half, 9, half, 34)}
    corners |= {"right": (9, -12, 12 + 2 * half, 12), "left": (-12 - 2 * half, -12, -9, 12)}
    a, b, c, d = corners[side]
    return x + a, y + b, x + c, y + d


def _is_free(box: tuple, taken: list[tuple], size: tuple[int, int], pin: dict) -> bool:
    """Whether a label lies within the map and covers nothing but its own point."""
    own = _measure_label(pin, "", size)
    inside = box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]
    return inside and not any(
        other != own
        and box[0] < other[2]
        and other[0] < box[2]
        and box[1] < other[3]
        and other[1] < box[3]
        for other in taken
    )

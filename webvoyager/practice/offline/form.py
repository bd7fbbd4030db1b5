"""Rules about the form of a journey or a stay: places, days, people, then the button that searches.

What a form holds is read off the page each time; nothing is entered twice, and what is right is left alone.
"""

import re
from collections.abc import Iterator

from .calendar import cells, turns
from .days import Day, days
from .moves import Move, click, write
from .pages import Element
from .party import people
from .scene import Scene
from .thoughts import FILLED, PRESSED
from .trip import Place
from .words import content, fold, tokens

SIDES = (
    ("from", {"from", "origin", "leaving", "departing"}),
    ("to", {"to", "destination", "where", "going", "city", "location", "place"}),
)
OUT = re.compile(r"\bdepart|\bcheck[- ]?in\b|\barriv|\bdates?\b|\bwhen\b|\boutbound\b|\bdays?\b")
BACK = re.compile(r"\breturn|\bcheck[- ]?out\b|\bback\b|\binbound\b|\bleav")
SEARCH = re.compile(
    r"search|find|check (?:prices|availability|rates)|go$"
    r"|(?:show|see|view) (?:prices|availability|rates|flights|places|hotels|results)"
)
CLOSE = re.compile(r"(?:done|apply|ok|close(?: the)? (?:calendar|dates|panel))$")
CURRENCIES = {"euros": "eur", "pounds": "gbp", "dollars": "usd", "francs": "chf", "yen": "jpy"}
MOST_TRIES = 2


def fill_form(now: Scene) -> Iterator[Move]:
    """Enter what the question says of a journey or a stay, one thing a turn, then search."""
    if "calendar" in fold(now.question.text):
        return  # it is there to be read
    if not now.question.trip or (now.things and not now.thing) or not openers(now):
        return
    if now.question.trip.end and not now.things and not place_fields(now):
        return
    found = next((move for part in (choices, way, places, dates, people) for move in part(now)), None)
    yield from [found] if found else press(now)


def openers(now: Scene) -> list[Element]:
    """What opens the calendar, or the fields for days."""
    found = [e for e in now.page.elements if OUT.search(fold(e.name)) or BACK.search(fold(e.name))]
    days_ = [e for e in found if e.tag in ("button", "summary") or e.typeable or e.type == "date"]
    return [e for e in days_ if not re.search(r"\btime\b|\bsort", fold(e.name))]


def way(now: Scene) -> Iterator[Move]:
    """One way or round trip, where the form has that choice."""
    wanted = "one way" if now.question.trip.one_way else "round trip"
    for element in now.page.elements:
        names = element.options or ((element.name,) if element.toggle or element.role in ("tab", "radio") else ())
        for name in names:
            plain = fold(name).replace("-", " ")
            right = wanted in plain or (wanted == "round trip" and plain == "return")
            if not right or name == element.value or element.checked:
                continue
            if element.options and fresh(now, element, name):
                yield Move(f'{FILLED} the way. I choose "{name}".', f"Type [{element.label}]; {name}")
            elif not element.options and fresh(now, element):
                yield click(element, f"{FILLED} the way. I choose")


def places(now: Scene) -> Iterator[Move]:
    """Type each place into its field, and choose it from the suggestions that come up."""
    trip, fields = now.question.trip, place_fields(now)
    for side, place in (("from", trip.start), ("to", trip.end)):
        field = fields.get(side)
        if not place or not field:
            continue
        if options := suggested(now, field, place):
            yield click(options[0], f"{FILLED} a place. From the suggestions I choose")
        elif not place.told(field.value):
            for words in filter(None, (place.name, place.code, place.name.split()[0])):
                if fresh(now, field, words, 1):
                    yield write(field, words, f"{FILLED} a place ({field.name}). I type")
                    break


def place_fields(now: Scene) -> dict[str, Element]:
    """The fields for where a journey begins and where it leads, by their names."""
    found: dict[str, Element] = {}
    for element in now.page.elements:
        if not element.typeable or element.type == "email":
            continue
        words = set(tokens(element.name))
        side = next((side for side, names in SIDES if words & names), "")
        if side and side not in found and not OUT.search(fold(element.name)):
            found[side] = element
    return found


def suggested(now: Scene, field: Element, place: Place) -> list[Element]:
    """The suggestions that a field shows for what was just typed into it, the best first."""
    last = now.history.last
    if not last or last.name != "Type" or fold(last.target) != fold(field.name):
        return []
    shown = [e for e in now.page.elements if e.role == "option" or (e.tag == "li" and field.expanded)]
    fit = {e.label: (place.code in e.name.split(), len({*content(place.name)} & {*content(e.name)})) for e in shown}
    return sorted((e for e in shown if any(fit[e.label])), key=lambda e: (fit[e.label], -len(e.name)), reverse=True)


def dates(now: Scene) -> Iterator[Move]:
    """Open the calendar, turn to the month, choose the days; or type them where there are fields for them."""
    wanted, shown = now.question.trip.days[:2], openers(now)
    if now.question.trip.one_way:
        wanted = wanted[:1]
    said = [day for e in shown for day in days(f"{e.name} {e.value}")]
    left = [day for day in wanted if not any(day.same(other) for other in said)]
    if not left:
        return
    day = left[0]
    last = now.history.last
    if len(left) > 1 and last and FILLED in last.thought and any(left[0].same(d) for d in days(last.target)):
        day = left[1]  # the first was just chosen, and is not told yet
    fields = [e for e in shown if e.typeable or e.type == "date"]
    if fields:
        field = fields[min(wanted.index(day), len(fields) - 1)]
        text = day.iso if field.type == "date" or "yyyy" in fold(field.name) else str(day)
        if fresh(now, field, text):
            yield write(field, text, f"{FILLED} a day. I type")
    elif grid := cells(now.page):
        yield from choose(now, day, grid)
    else:
        side = BACK if wanted.index(day) else OUT
        for element in sorted(shown, key=lambda e: not side.search(fold(e.name))):
            if fresh(now, element, tries=3):
                yield click(element, f"{FILLED} days. I open the calendar with")


def choose(now: Scene, day: Day, grid: list) -> Iterator[Move]:
    """Click a day of the open calendar, or turn its pages towards it."""
    for cell in grid:
        if day.same(cell.day):
            if not cell.element.disabled and fresh(now, cell.element):
                yield click(cell.element, f"{FILLED} a day. I choose")
            return
    year = day.year or grid[0].day.year
    last = max((cell.day.year, cell.day.month) for cell in grid)
    for element in turns(now.page, (year, day.month) > last)[:1]:
        if fresh(now, element, tries=12):
            yield click(element, f"{FILLED} {day}. I turn the calendar with")


def choices(now: Scene) -> Iterator[Move]:
    """Lists of the form with an option that the question names, as the cabin of a flight, or a currency."""
    plain = fold(now.question.text).replace("-", " ")
    money = {code for word, code in CURRENCIES.items() if re.search(rf"\bin {word}\b", plain)}
    for element in now.page.elements:
        if element.tag != "select" or element.disabled or re.search(r"\bsort|\border", fold(element.name)):
            continue
        named = [o for o in element.options if re.search(rf"(?<!\w){re.escape(fold(o))}(?!\w)", plain)]
        named += [o for o in element.options if set(fold(o).split()) & money]
        longest = max(named, key=len, default=element.value)
        telling = longest != element.value and not re.fullmatch(r"[\d\W]*|all|any", fold(longest))
        if telling and fresh(now, element, longest):
            yield Move(f'{FILLED} a choice. I choose "{longest}".', f"Type [{element.label}]; {longest}")


def press(now: Scene) -> Iterator[Move]:
    """Search, when all is entered and what was entered has not been searched for yet."""
    steps = now.history.steps
    filled = max((n for n, past in enumerate(steps) if FILLED in past.thought), default=-1)
    pressed = max((n for n, past in enumerate(steps) if PRESSED in past.thought), default=-1)
    if (filled <= pressed and pressed >= 0) or (filled < 0 and now.is_results):
        return
    buttons = [e for e in now.page.elements if e.tag in ("button", "input") and SEARCH.match(fold(e.name))]
    anchor = openers(now)[0].box
    if anchor:
        buttons.sort(key=lambda e: abs(e.box.y - anchor.y) if e.box else 1e6)
    for element in [e for e in buttons if not e.disabled][:1]:
        yield click(element, f"{PRESSED}. I press")
    if not buttons:
        for element in now.page.elements:
            if CLOSE.match(fold(element.name)) and fresh(now, element):
                yield click(element, "The calendar may cover the rest. I close it with")


def fresh(now: Scene, element: Element, text: str | None = None, tries: int = MOST_TRIES) -> bool:
    """Whether this was not tried too often on this page."""
    here = [past for past in now.history.steps if past.page.path == now.page.path]
    same = [past for past in here if fold(past.target) == fold(element.name) and text in (None, past.text)]
    return len(same) < tries

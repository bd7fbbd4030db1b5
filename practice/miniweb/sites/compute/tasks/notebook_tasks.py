"""Tasks that change something: settings, favourites, the notebook, a sheet; and signing in."""

from datetime import timedelta
from math import cos, radians, tan

from ....kit.steps import WAIT, choose_option, fill, link, press, radio
from ....kit.tasks import SiteTask, task
from ..practice_pages import draw_sheet
from ..records import Data
from .calculation_tasks import ask, draw, read


def degrees(data: Data) -> SiteTask:
    """A setting that changes the result, and a favourite."""
    chance = draw(data, "degrees")
    a, b = chance.randrange(11, 79), chance.randrange(12, 80)
    question, value = f"tan({a}) + cos({b})", tan(radians(a)) + cos(radians(b))
    return task(
        f"Set Reckon to degrees for good, work out {question} there, and add this question to your "
        "favourites, spelled just like that. What is the value to six decimals?",
        f"{value:.6f}",
        {
            "parts": [{"number": round(value, 6), "tolerance": 0.000002}],
            "state": [
                {"path": "settings.angle", "equals": "degrees"},
                {"path": "favourites", "contains": question},
                {"path": "favourites", "length": 1},
            ],
        },
        [
            link("Settings"),
            radio("Degrees"),
            press("Save settings"),
            *ask(question),
            read("Decimal approximation"),
            press("Close plain text of Decimal approximation"),
            press("Add to favourites"),
        ],
    )


def graph_sheet(data: Data) -> SiteTask:
    """Five numbers read off curves, handed in once."""
    problems = draw_sheet(data, "reading-graphs")
    answers = [fill(f"Answer {n}", f"{p.answer:g}") for n, p in enumerate(problems, 1)]
    return task(
        "Fill in Reckon's practice sheet “Reading graphs” and hand it in, with all five answers "
        "right.",
        "The sheet is handed in: 5 of 5 right.",
        {"state": [{"path": "practice.reading-graphs.score", "equals": 5}]},
        [
            link("Practice"),
            link("Reading graphs"),
            *answers,
            press("Hand in"),
            press("Yes, hand it in"),
        ],
        needs_vision=True,
    )


def countdown(data: Data) -> SiteTask:
    """Days between two dates, saved under a title."""
    chance = draw(data, "countdown")
    first = data.world.today + timedelta(chance.randrange(5, 200))
    last = first + timedelta(chance.randrange(120, 900))
    title = f"Countdown {chance.randrange(100, 999)}"
    words = [f"{day.day} {day:%B %Y}" for day in (first, last)]
    days = (last - first).days
    entry = {"title": title, "section": "Travel"}
    return task(
        f"How many days lie between {words[0]} and {words[1]}? Also save Reckon's answer to your "
        f"notebook there, in the section Travel with the title “{title}”.",
        f"{days} days",
        {
            "parts": [days],
            "state": [{"path": "notebook", "contains": entry}, {"path": "notebook", "length": 1}],
        },
        [
            *ask(f"days between {words[0]} and {words[1]}"),
            link("Save to notebook"),
            choose_option("Section", "Travel"),
            fill("Title", title),
            link(f"days between {words[0]} and {words[1]}"),
            WAIT,
            WAIT,
            read("Result"),
        ],
    )


def first_column(data: Data) -> SiteTask:
    """A step of a worked solution that only subscribers see, as a picture."""
    chance = draw(data, "system")
    while True:
        a, b, c, d = (chance.randrange(3, 30) for _ in range(4))
        p, q = chance.randrange(20, 400), chance.randrange(20, 400)
        if a * d - b * c > 0 and p * d - b * q > 100 and 100 < a * q - p * c != p * d - b * q:
            break
    user, password = sorted(data.passwords.items())[chance.randrange(len(data.passwords))]
    system = f"{a}x + {b}y = {p}, {c}x + {d}y = {q}"
    return task(
        f"With the Reckon Plus account {user} (password {password}), open the step-by-step "
        f"solution of the system {system}. What is the determinant after the right-hand side is "
        "put into the first column?",
        str(p * d - b * q),
        {"parts": [p * d - b * q], "not": [a * q - p * c, a * d - b * c]},
        [
            *ask(f"solve {system}"),
            link("Step-by-step solution (Plus)"),
            fill("User name", user),
            fill("Password", password),
        ],
        needs_vision=True,
    )

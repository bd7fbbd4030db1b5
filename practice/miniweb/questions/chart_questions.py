"""Level 2: charts and photographs on pages, and where the figures in them lead."""

from datetime import date, timedelta

from ..kit.answer_variants import NUMBERS, ordinal
from ..kit.formats import day_format
from ..kit.steps import SCROLL_DOWN, link, press
from ..sites.code.project_figures import installations
from ..sites.code.project_releases import list_stable
from ..sites.code.records import Project
from ..sites.courses.records import Course
from ..sites.courses.syllabus import draw_months
from ..sites.maps.place_charts import draw_prices
from ..sites.maps.records import Place
from ..sites.news.news_charts import charts
from ..sites.news.tasks.newsroom_steps import REFUSE
from .money_questions import RATES
from .question import Question, ask
from .seeker import BACK_TO_SEARCH, Seeker
from .site_visits import ask_reckon, list_places, open_place, open_project

brief_day, day = day_format("{} %b %Y"), day_format("{} %B %Y")
CHARTS = ("Northlight Skarn in charts", "news", "/charts")


def most_installed(seek: Seeker) -> Question:
    """The highest column of a chart leads to a release, and the release to its day."""
    cairn = seek.sites["code"]

    def rank(project: Project) -> list[str]:
        counts = installations(cairn, project)
        return sorted(counts, key=counts.get, reverse=True)

    def fits(project: Project) -> bool:
        counts, (first, second, *_) = installations(cairn, project), rank(project)
        stable = {release.version for release in list_stable(cairn, project)[1:]}
        return counts[first] > counts[second] + 50 and {first, second} <= stable

    originals = [project for project in cairn.projects.values() if not project.origin]
    project = seek.pick(originals, fits)
    days = {release.version: release.when for release in list_stable(cairn, project)}
    first, second, *_ = rank(project)
    newest = next(iter(days))
    count = _count_working_days(days[first], seek.today)
    return ask(
        2,
        f"Which version of {project.slug} was installed most often in the past week, by the chart "
        "on Cairn, and how many working days does Reckon count from the day of its release to "
        f"today, {day(seek.today)}?",
        f"{first}, {count} working days",
        [[first, f"v{first}"], count],
        [
            *open_project(seek, project),
            link("Insights"),
            link("Branches"),
            SCROLL_DOWN,
            BACK_TO_SEARCH,
            *ask_reckon(seek, f"days between {day(days[first])} and today", "Working days"),
        ],
        facts=[f"v{first}", brief_day(days[first]), f"{count} working days"],
        wrong=[
            f"{first}, {(seek.today - days[first]).days} days",
            f"{first}, {count + 1} working days",
            *(f"{v}, {_count_working_days(days[v], seek.today)} days" for v in (second, newest)),
        ],
        needs_vision=True,
    )


def _count_working_days(first: date, last: date) -> int:
    """The days from Monday to Friday, from the first day up to, not including, the last."""
    days = (first + timedelta(days=number) for number in range((last - first).days))
    return sum(each.weekday() < 5 for each in days)


def ticket_board(seek: Seeker) -> Question:
    """Prices on a photograph, in another currency."""
    atlas, rate = seek.sites["maps"], seek.sites["stays"].rates["GBP"]
    adults, children = seek.random.choice(((2, 3), (3, 4), (4, 5), (5, 3)))

    def euros(place: Place, grown: str = "Adults") -> float:
        prices = draw_prices(atlas, place)
        return (adults * prices[grown] + children * prices["Under 18"]) / 100

    def fits(place: Place) -> bool:
        return abs(euros(place) * rate % 1 - 0.5) > 0.1  # so that a small error changes nothing

    place = seek.pick(list_places(seek, "museum"), fits)
    pounds = round(euros(place) * rate)
    return ask(
        2,
        f"We are {NUMBERS[adults]} adults and {NUMBERS[children]} children under 18 and buy single "
        f"tickets, no family ticket, for the {place.name} in {place.area}, which is on Compasso. "
        "How many pounds do we pay, by the price board in its photographs and by the rate that "
        "Pergola shows? Round to whole pounds.",
        f"£{pounds}",
        [pounds],
        [
            *open_place(seek, place),
            press("The price board"),
            BACK_TO_SEARCH,
            *seek.open_page(*RATES),
        ],
        facts=[place.area, f"GBP {rate:.2f}"],
        wrong=[
            f"£{euros(place):.0f}",
            f"£{euros(place) / rate:.0f}",
            f"£{euros(place, 'Over 65') * rate:.0f}",
            f"£{draw_prices(atlas, place)['Family'] / 100 * rate:.0f}",
        ],
        needs_vision=True,
    )


def protein_of_the_catch(seek: Seeker) -> Question:
    """Two bars of a chart, and what is in each of the two kinds of fish."""
    chart = charts(seek.sites["news"])["catch"]
    tonnes = dict(zip(chart["labels"], chart["figures"], strict=True))
    foods = seek.sites["compute"].tables["foods"]
    shares = {name: foods.named(name)[0]["protein"] / 100 for name in ("Cod", "Herring")}
    parts = {name: tonnes[name] * share for name, share in shares.items()}
    total = sum(parts.values())
    return ask(
        2,
        "How many tonnes of protein are in all the cod and all the herring that the boats of Skarn "
        "landed last month, by Northlight's chart? Take the protein in 100 g of each from Reckon, "
        "and give the sum to one decimal.",
        f"{total:.1f} tonnes",
        [{"number": round(total, 1), "tolerance": 0.0005}],
        [
            *seek.open_page(*CHARTS),
            *REFUSE,
            SCROLL_DOWN,
            SCROLL_DOWN,
            BACK_TO_SEARCH,
            *ask_reckon(seek, "compare cod and herring", "Comparison"),
        ],
        facts=[chart["text"], *(f"{100 * share:.1f} g" for share in shares.values())],
        wrong=[
            *(f"{part:.1f} tonnes" for part in parts.values()),
            f"{tonnes['Cod'] + tonnes['Herring']} tonnes",
            f"{total / 10:.1f} tonnes",
            f"{parts['Cod'] + tonnes['Mackerel'] * shares['Herring']:.1f} tonnes",
        ],
        needs_vision=True,
    )


def word_of_best_month(seek: Seeker) -> Question:
    """The highest column of a chart leads to a month, and the month to a word."""
    words, world = seek.sites["words"].daily, seek.sites["courses"].world

    def find_best(course: Course) -> date:
        return max(draw_months(world, course), key=lambda month: month[1])[0]

    def month_page(first: date) -> tuple[str, str, str]:
        asked = f"Verbarium words of the day in {first:%B %Y}"
        return asked, "words", f"/word-of-the-day/{first:%Y-%m}"

    def fits(course: Course) -> bool:
        first = find_best(course)
        return course.is_plain() and first in words and seek.finds_page(*month_page(first))

    course = seek.pick(seek.sites["courses"].courses.values(), fits)
    when = find_best(course).replace(day=seek.random.randrange(3, 27))
    right = words[when].word
    near = [word.word for each, word in words.items() if 0 < abs((each - when).days) < 4]
    near += [words[each].word for each in words if each.day == when.day and each != when]
    return ask(
        2,
        f"In one month of the past year, more people enrolled in the course “{course.title}” by "
        f"{course.partner.name} on Lectern than in any other. What was Verbarium's word of the day "
        f"on the {when.day}{ordinal(when.day)} of that month?",
        right,
        [right],
        [
            *seek.open(course),
            link("Reviews"),
            BACK_TO_SEARCH,
            *seek.open_page(*month_page(find_best(course))),
            SCROLL_DOWN,
        ],
        facts=[course.title, right],
        wrong=near,
        others=[word for word in near if word not in right],
        needs_vision=True,
    )


MAKERS = {  # each with the sites that its question leads to
    most_installed: "code compute",
    ticket_board: "maps stays",
    protein_of_the_catch: "news compute",
    word_of_best_month: "courses words",
}

"""Questions about forecasts, charts, live pages and films."""

from ....kit.answer_variants import clock_variants
from ....kit.formats import clock
from ....kit.steps import SCROLL_DOWN, WAIT, choose_option, link, press
from ....kit.tasks import SiteTask, task
from ..island_weather import forecasts
from ..live_updates import SHOWN, live_pages
from ..news_catalogue import kinds, read, sections
from ..news_charts import charts
from ..records import Newsroom
from .newsroom_steps import REFUSE

ALIKE = ("brannock", "brannoch", "nether-tarn", "upper-tarn")  # towns that are easily mixed up


def hour(room: Newsroom) -> SiteTask:
    """The temperature at one hour, which is shown on demand on a page whose days come late."""
    rng = room.world.random("news/asked/hour")
    town, time = room.towns[rng.choice(ALIKE)], rng.choice((8, 10, 18))
    day = rng.choice(forecasts(room)[town.slug][1:])
    ques = f"How many degrees does Northlight expect for {town.name} on {day.day:%A} at {time}:00?"
    steps = [press("More in Weather"), link("Five-day forecast"), link(town.name)]
    oracle = [*REFUSE, *steps, WAIT, press(f"{day.day:%A} by the hour")]
    answer = day.hours[time]
    return task(ques, f"{answer} °C", {"parts": [answer]}, oracle, golden=True)


def lead_in_poll(room: Newsroom) -> SiteTask:
    """The gap between two bars of a chart."""
    second, first = sorted(charts(room)["poll"]["figures"])[-2:]
    ques = (
        "By how many percentage points does the strongest party lead the second strongest in the "
        "poll that Northlight charts?"
    )
    answer, rule = f"{first - second} percentage points", {"parts": [first - second]}
    return task(ques, answer, rule, REFUSE, start="/charts", needs_vision=True)


def reported(room: Newsroom) -> SiteTask:
    """The time of an update that isn't among the latest."""
    live = live_pages(room)["spring-gale"]
    update = live["updates"][SHOWN + 1]
    ques = (
        "When exactly did Northlight's live coverage of the spring gale bring the news "
        f"“{update.title}”?"
    )
    steps = [link("Live"), link(live["title"]), WAIT, press("Load earlier updates"), SCROLL_DOWN]
    time = clock(update.minute)
    return task(ques, time, {"parts": [clock_variants(time)]}, [*REFUSE, *steps])


def figure(room: Newsroom) -> SiteTask:
    """A figure in a caption that is only drawn."""
    film = sorted(room.videos.values(), key=lambda video: -video.watched)[4]
    at = next(n for n, text in enumerate(film.captions) if str(film.figure) in text)
    ques = (
        f"Please watch “{film.title}”, one of Northlight's most watched films, and tell me "
        f"{kinds()[film.chain.kind]['figure']}."
    )
    oracle = [*REFUSE, press("Next videos"), link(film.title), press(f"Chapter {at + 1}")]
    return task(ques, str(film.figure), {"parts": [film.figure]}, oracle, needs_vision=True)


def picnic(room: Newsroom) -> SiteTask:
    """A dry place without much wind in a region on a day; one of a few may be named."""
    rng, dry = room.world.random("news/asked/picnic"), read("choices.json")["skies"][:2]
    regions = sorted({town.region for town in room.towns.values()})
    for region, n in rng.sample([(region, n) for region in regions for n in (1, 2, 3, 4)], 20):
        towns = [town for town in room.towns.values() if town.region == region]
        days = {town.name: forecasts(room)[town.slug][n] for town in towns}
        fit = [name for name, day in days.items() if day.sky in dry and day.wind < 30]
        if 1 <= len(fit) <= 2:
            break
    when = days[fit[0]].day
    ques = (
        f"We want to eat outdoors somewhere in {region} on {when:%A}, with some sun and less wind "
        "than 30 km/h. Which town would you suggest, going by Northlight's forecast?"
    )
    rule = {"any": [{"parts": [name], "not": [t for t in days if t not in fit]} for name in fit]}
    day = choose_option("Day", f"{when:%A} {when.day} {when:%B}")
    filters = [day, choose_option("Region", region), press("Show forecast")]
    return task(ques, fit[0], rule, [*REFUSE, link("Weather"), *filters])


def short_film(room: Newsroom) -> SiteTask:
    """Any film of a section that is short enough."""
    found: dict[str, list[str]] = {}
    for film in room.videos.values():
        if film.length < 60:
            found.setdefault(kinds()[film.chain.kind]["section"], []).append(film.title)
    section = min(sorted(found), key=lambda name: abs(len(found[name]) - 2))
    name, titles = sections()[section]["name"], found[section]
    ques = (
        f"My bus leaves in a minute. Find me a {name.lower()} film on Northlight that is over "
        "before that; what is it called?"
    )
    length = choose_option("Length", "Under 1 minute")
    oracle = [link("Video"), choose_option("Section", name), length, press("Show videos")]
    rule = {"any": [{"parts": [title]} for title in titles]}
    return task(ques, titles[0], rule, [*REFUSE, *oracle])

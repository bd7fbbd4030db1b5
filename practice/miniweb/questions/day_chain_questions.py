"""Level 2: one site gives a day or an hour, and another tells what holds then."""

from datetime import date, timedelta

from ..kit.answer_variants import duration_variants
from ..kit.formats import day_format
from ..kit.opening_hours import DAYS, hours_in_words
from ..kit.steps import SCROLL_DOWN, link, press
from ..sites.code.project_releases import releases
from ..sites.code.records import Project, Release
from ..sites.maps.records import Place
from ..sites.models.records import Model
from ..sites.news.tasks.newsroom_steps import REFUSE
from ..sites.sports.records import Game, Team
from .question import Question, ask
from .seeker import BACK_TO_SEARCH, Seeker
from .site_visits import list_places, open_model, open_place, open_project

brief_day = day_format("{} %b %Y")
NEWSLETTERS = ("Northlight newsletters", "news", "/newsletters")


def base_and_release(seek: Seeker) -> Question:
    """A model leads to its base model, whose day leads to a release."""
    hub, cairn = seek.sites["models"], seek.sites["code"]
    originals = [project for project in cairn.projects.values() if not project.origin]

    def split(project: Project, day: date) -> tuple[list[Release], list[Release]]:
        """The releases after a day and those until then, the newest first."""
        after = [release for release in releases(cairn, project) if release.when > day]
        return after, list(releases(cairn, project))[len(after) :]

    def is_clear(project: Project, day: date) -> bool:
        """Whether one stable release is the latest and the highest, and days from the next."""
        after, before = split(project, day)
        if len(after) < 3 or len(before) < 2 or "-" in before[0].version:
            return False
        least = min(after[-1].when - day, day - before[0].when)
        highest = max(before, key=lambda release: release.order)
        return least > timedelta(days=2) and before[0] == highest

    def find_project(model: Model) -> Project | None:
        day = hub.models[model.base].created if model.kind == "fine-tune" else seek.today
        return next((one for one in originals if is_clear(one, day)), None)

    model = seek.pick(hub.models.values(), find_project)
    base = hub.models[model.base]
    project = seek.pick(originals, lambda one: is_clear(one, base.created))
    after, (right, *older) = split(project, base.created)
    others = [after[-1].version, older[0].version]
    return ask(
        2,
        f"Hatchery has a model called {model.id}, which was made from another one. When that other "
        f"model came out, what was the latest release of the project {project.slug} on Cairn?",
        right.version,
        [[right.version, f"v{right.version}"]],
        [
            *open_model(seek, model),
            link(base.id),
            BACK_TO_SEARCH,
            *open_project(seek, project),
            link("Branches"),
            SCROLL_DOWN,
        ],
        facts=[brief_day(base.created), brief_day(right.when), f"v{right.version}"],
        wrong=[*others, *(release.version for release in after)],
        others=others,
    )


def after_the_newsletter(seek: Seeker) -> Question:
    """The day and the hour of a newsletter, and the hours of a café on that day."""
    letter = seek.pick(
        seek.sites["news"].letters.values(), lambda each: _read_minutes(each["hour"]) < 15 * 60
    )
    day, hour = DAYS.index(letter["day"]), _read_minutes(letter["hour"])
    cafe = seek.pick(list_places(seek, "cafe"), lambda each: _is_telling(each, day, hour))
    span = cafe.hours[day][1] - hour
    return ask(
        2,
        f"Northlight has a newsletter called {letter['name']}. How much time lies between the hour "
        f"at which it comes and the hour at which the {cafe.name} in {cafe.area} closes on that "
        "day of the week, according to Compasso?",
        duration_variants(span)[0],
        [duration_variants(span)],
        [
            *seek.open_page(*NEWSLETTERS),
            *REFUSE,
            BACK_TO_SEARCH,
            *open_place(seek, cafe),
            press("Opening hours"),
        ],
        facts=[f"{letter['day']}s", letter["hour"], hours_in_words(cafe.hours[day])],
        wrong=_list_other_spans(cafe, day, hour),
    )


def after_the_start(seek: Seeker) -> Question:
    """A coach leads to a game, whose day and hour lead to the hours of a bar."""
    sports = seek.sites["sports"]
    coaches = [team.coach for team in sports.teams.values()]

    def next_away(team: Team) -> Game | None:
        coming = [game for game in sports.schedule[team.slug] if not game.played][:3]
        away = [game for game in coming if game.away == team.slug]
        return away[0] if away and coming[0].day > sports.today else None

    def fits(team: Team) -> bool:
        found = seek.finds_page(team.coach, "sports", f"/team/{team.slug}")
        return found and coaches.count(team.coach) == 1 and next_away(team) is not None

    team = seek.pick(sports.teams.values(), fits)
    game = next_away(team)
    day, hour = game.day.weekday(), _read_minutes(game.time)
    bar = seek.pick(
        list_places(seek, "bar"),
        lambda each: _is_telling(each, day, hour) and each.hours[day][0] <= hour,
    )
    span = bar.hours[day][1] - hour
    return ask(
        2,
        f"With friends I want to watch the next away game of the team that {team.coach} coaches, "
        f"which is on Klaxon, in the {bar.name} in {bar.area}. For how long after the start of the "
        "game does that bar stay open, by its hours on Compasso for that day of the week?",
        duration_variants(span)[0],
        [duration_variants(span)],
        [
            *seek.open_page(team.coach, "sports", f"/team/{team.slug}"),
            SCROLL_DOWN,
            BACK_TO_SEARCH,
            *open_place(seek, bar),
            press("Opening hours"),
        ],
        facts=[sports.teams[game.home].place, game.time, hours_in_words(bar.hours[day])],
        wrong=_list_other_spans(bar, day, hour),
    )


def _read_minutes(time: str) -> int:
    hour, _, minute = time.partition(":")
    return int(hour) * 60 + int(minute)


def _is_telling(place: Place, day: int, hour: int) -> bool:
    """Whether a place closes an hour later at least, and otherwise on several other days."""
    span = place.hours[day]
    others = [other for other in place.hours if span and (not other or other[1] != span[1])]
    return len(others) > 1 and hour < span[1] - 60


def _list_other_spans(place: Place, day: int, hour: int) -> list[str]:
    """The times until it closes on other days, from an hour earlier, and from its opening."""
    opens, closes = place.hours[day]
    spans = [other[1] - hour for other in place.hours if other and other[1] != closes]
    spans += [closes - hour + 60, closes - opens]
    return [duration_variants(span)[0] for span in spans if 0 < span != closes - hour]


MAKERS = {  # each with the sites that its question leads to
    base_and_release: "models code",
    after_the_newsletter: "news maps",
    after_the_start: "sports maps",
}

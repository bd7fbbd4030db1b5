"""Level 2: one page holds the clue to the next."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations

from ..kit.answer_variants import (
    clock_variants,
    count_variants,
    day_variants,
    duration_variants,
)
from ..kit.formats import day_format, duration
from ..kit.steps import SCROLL_DOWN, link
from ..sites.flights.local_time import offset
from ..sites.flights.records import Airport
from ..sites.papers.records import Paper
from ..sites.recipes.data import Recipe
from ..sites.search.tasks.record_asker import NO_LETTER
from ..sites.sports import season
from ..sites.sports.records import Team
from .question import Question, ask
from .seeker import BACK_TO_SEARCH, Seeker

brief_day = day_format("{} %b %Y")
sports_day = day_format("%a, %b {}")


def word_of_that_day(seek: Seeker) -> Question:
    """The day of a preprint leads to a word of the day."""
    data = seek.sites["words"]

    def month(paper: Paper) -> tuple[str, str, str]:
        first = paper.submitted
        words = f"Verbarium words of the day in {first:%B %Y}"
        return words, "words", f"/word-of-the-day/{first:%Y-%m}"

    def fits(paper: Paper) -> bool:
        known = paper.submitted in data.daily and paper.submitted != data.today
        return known and not paper.withdrawn and seek.finds_page(*month(paper))

    paper = seek.pick(seek.sites["papers"].papers, fits)
    when = paper.submitted
    right = data.daily[when].word
    near = [entry.word for day, entry in data.daily.items() if 0 < abs((day - when).days) < 4]
    return ask(
        2,
        f"What was Verbarium's word of the day on the day on which the preprint “{paper.title}” "
        "was first submitted to Quire?",
        right,
        [right],
        [*seek.open(paper), BACK_TO_SEARCH, *seek.open_page(*month(paper)), SCROLL_DOWN],
        facts=[brief_day(when), right],
        wrong=near,
        others=[word for word in near if word not in right],
    )


def deadline_there(seek: Seeker) -> Question:
    """A deadline in one time zone, and a city in another."""
    flights, policy = seek.sites["flights"], seek.sites["papers"].policy
    monday = seek.today + timedelta(7 - seek.today.weekday())
    cities = [airport.city for airport in flights.airports.values()]

    def ahead(airport: Airport) -> int:
        return offset(airport, monday) // 60

    def fits(airport: Airport) -> bool:
        same = offset(airport, monday) == offset(airport, seek.today) != 0
        known = same and cities.count(airport.city) == 1
        return known and 0 < policy.deadline_hour + ahead(airport) < 24

    airport = seek.pick(flights.airports.values(), fits)
    utc, zone = policy.deadline_hour, ahead(airport)
    confused = (utc, utc - zone, policy.announce_hour + zone, utc + zone + 1)
    return ask(
        2,
        f"My co-author in {airport.city} wants our paper to reach Quire in time to be announced on "
        f"the same day, {monday:%A}, {monday.day} {monday:%B %Y}. Until what time must it arrive, "
        f"by the local time that Tern gives for the airport of {airport.city}?",
        f"{utc + zone:02d}:00",
        [clock_variants(f"{utc + zone:02d}:00")],
        [
            *seek.open_page("Quire announcement times deadline", "papers", "/help/moderation"),
            BACK_TO_SEARCH,
            *seek.open(airport),
        ],
        facts=[f"{utc}:00 UTC", f"UTC{zone:+d}"],
        wrong=[f"{hour % 24:02d}:00" for hour in confused],
    )


def next_away_game(seek: Seeker) -> Question:
    """A coach leads to a team, and the team to its schedule."""
    sports = seek.sites["sports"]
    coaches = [team.coach for team in sports.teams.values()]

    def coming(team: Team) -> list:
        return [game for game in sports.schedule[team.slug] if not game.played][:5]

    def fits(team: Team) -> bool:
        games = coming(team)
        later = games[0].day > sports.today and games[0].home == team.slug
        away = any(game.away == team.slug for game in games[:3])
        return (
            later
            and away
            and coaches.count(team.coach) == 1
            and _is_team_found(seek, team, team.coach)
        )

    team = seek.pick(sports.teams.values(), fits)
    game = next(game for game in coming(team) if game.away == team.slug)
    other = sports.teams[game.home]
    wrong = [each for each in coming(team) if each is not game]
    return ask(
        2,
        f"{team.coach} coaches a team that Klaxon writes about. On what date does that team play "
        "its next game away from home, and against whom?",
        f"{game.day.day} {game.day:%B}, {other.name}",
        [day_variants(game.day), [other.name, other.place, other.nick, other.abbr]],
        [*_open_team(seek, team, team.coach), SCROLL_DOWN],
        facts=[sports_day(game.day), other.place],
        wrong=[
            f"{each.day.day} {each.day:%B}, {sports.teams[each.other(team.slug)].name}"
            for each in wrong
        ],
    )


def _is_team_found(seek: Seeker, team: Team, words: str) -> bool:
    return seek.finds_page(words, "sports", f"/team/{team.slug}")


def _open_team(seek: Seeker, team: Team, words: str) -> list:
    return seek.open_page(words, "sports", f"/team/{team.slug}")


def more_wins(seek: Seeker) -> Question:
    """A coach and an arena lead to two teams, which are compared."""
    sports = seek.sites["sports"]
    teams = sports.teams_of("mbl")

    def wins(team: Team) -> int:
        return season.record([g for g in sports.schedule[team.slug] if g.played], team.slug)[0]

    def losses(team: Team) -> int:
        return season.record([g for g in sports.schedule[team.slug] if g.played], team.slug)[1]

    first = seek.pick(teams, lambda team: _is_team_found(seek, team, team.coach))
    second = seek.pick(
        teams,
        lambda team: abs(wins(team) - wins(first)) > 2 and _is_team_found(seek, team, team.venue),
    )
    gap = abs(wins(first) - wins(second))
    return ask(
        2,
        f"In the Meridian Basketball League, {first.coach} coaches one team, and another plays its "
        f"home games at {second.venue}. By how many games won do the two differ so far this "
        "season, going by their pages on Klaxon?",
        f"{gap}",
        [count_variants(gap)],
        [
            *_open_team(seek, first, first.coach),
            BACK_TO_SEARCH,
            *_open_team(seek, second, second.venue),
        ],
        facts=[f"{wins(team)}-{losses(team)}" for team in (first, second)],
        wrong=[f"{gap + 1}", f"{wins(first)}", f"{wins(second)}"],
    )


def shared_author(seek: Seeker) -> Question:
    """Two preprints lead to the author of both."""
    data = seek.sites["papers"]

    def shared(pair: Sequence) -> set:
        return set(pair[0].authors) & set(pair[1].authors)

    papers = [p for p in data.papers if not p.withdrawn and seek.is_found(p)]
    pairs = [
        pair
        for pair in combinations(papers, 2)
        if len(shared(pair)) == 1 and min(len(paper.authors) for paper in pair) > 1
    ]
    pair = seek.pick(pairs, lambda pair: len(data.by_author(*shared(pair))) > 2)
    [author] = shared(pair)
    others = [each for paper in pair for each in paper.authors if each is not author]
    count = len(data.by_author(author))
    return ask(
        2,
        f"Who is an author of both “{pair[0].title}” and “{pair[1].title}”, and how many preprints "
        "of this author does Quire have in all?",
        f"{author.name}, {count}",
        [author.name, count_variants(count)],
        [*seek.open(pair[0]), BACK_TO_SEARCH, *seek.open(pair[1]), link(author.name)],
        facts=[author.name, f"{count} papers on Quire"],
        wrong=[f"{each.name}, {count}" for each in others] + [f"{author.name}, {count + 1}"],
        others=[each.name for each in others],
    )


def all_of_cook(seek: Seeker) -> Question:
    """A recipe leads to its cook, and the cook to all their recipes."""
    recipes = seek.sites["recipes"].recipes

    def own(recipe: Recipe) -> list:
        return [other for other in recipes if other.author is recipe.author]

    recipe = seek.pick(recipes, lambda r: 4 <= len(own(r)) <= 8)
    total = sum(each.total for each in own(recipe))
    short = total - recipe.total
    return ask(
        2,
        f"If somebody cooked every recipe on Plateful by the cook who wrote “{recipe.title}”, one "
        "after the other, how many minutes would that take, by their total times?",
        f"{total} minutes",
        [[total, *duration_variants(total)]],
        [*seek.open(recipe), NO_LETTER, link(recipe.author.name), SCROLL_DOWN, SCROLL_DOWN],
        facts=[duration(each.total, "hr") for each in own(recipe)],
        wrong=[f"{short} minutes", f"{total + 10} minutes", f"{total - 60} minutes"],
    )


MAKERS = {  # each with the sites that its question leads to
    word_of_that_day: "papers words",
    deadline_there: "papers flights",
    next_away_game: "sports",
    more_wins: "sports",
    shared_author: "papers",
    all_of_cook: "recipes",
}

"""Tasks on tables to sort, page through and compare, and on pictures that need vision."""

from ....kit.answer_variants import ordinal
from ....kit.steps import SCROLL_DOWN, choose_option, link
from ....kit.tasks import SiteTask, task
from .. import season, season_charts
from ..records import Sports
from .sports_steps import draw, has_unique_name, long_day, open_game, played, search, title


def tallest(sports: Sports) -> SiteTask:
    """The tallest player of a roster, which sorts by height with the lowest first."""

    def top(team: object) -> list:
        return sorted(sports.roster[team.slug], key=lambda p: p.height, reverse=True)

    def fits(team: object) -> bool:
        first, second = top(team)[:2]
        return first.height > second.height

    team = draw(sports, "tallest", sports.teams_of("hl"), fits)
    player = top(team)[0]
    ques = (
        f"Who is the tallest player on the roster of {team.name} in the Harbour League, and how "
        "tall is he in centimetres?"
    )
    oracle = [link("Harbour"), link("Teams"), link(team.name), link("Roster")]
    oracle += [link("Height"), link("Height")]
    rule = {"parts": [player.name, player.height]}
    return task(ques, f"{player.name}, {player.height} cm", rule, oracle, golden=True)


def fewest(sports: Sports) -> SiteTask:
    """The best defence; the column sorts in the wrong direction first."""
    rows = sorted(season.standings(sports, "mbl"), key=lambda row: row.figures["pa"])
    first, allowed = rows[0].team, season.shown(rows[0].figures["pa"], 1)
    assert allowed != season.shown(rows[1].figures["pa"], 1)
    column = next(words for key, _, words in season.STANDING["mbl"] if key == "pa")
    ques = (
        "Which MBL team allows the fewest points a game this season, and how many? Answer with "
        "the team and one decimal."
    )
    oracle = [link("MBL"), link("Standings"), link(column), link(column)]
    return task(
        ques,
        f"{first.name}, {allowed}",
        {"parts": [[first.name, first.place, first.nick], float(allowed)]},
        oracle,
    )


def on_page_two(sports: Sports) -> SiteTask:
    """A rank on the second page of a list."""
    order = season.ranked(sports, "bhl", "g")
    order = sorted(order, key=lambda p: (-sports.totals[p.slug]["g"], p.name))
    rank = 28 + sum(sports.poll) % 12
    player = order[rank - 1]
    ques = (
        "Klaxon's table of BHL skaters, sorted by goals with the most first, numbers its rows. Who "
        f"stands at number {rank}, "
        "and for which team does he play?"
    )
    team = sports.teams[player.team]
    oracle = [link("BHL"), link("Stats"), link("Goals"), link("Page 2")]
    parts = [player.name, [team.name, team.abbr, team.place, team.nick]]
    return task(ques, f"{player.name}, {team.name}", {"parts": parts}, oracle)


def on_the_grid(sports: Sports) -> SiteTask:
    """A cell of the results grid."""
    games = [g for g in sports.games if g.league == "hl" and g.played][:90]
    game = draw(sports, "grid", games, lambda g: sum(g.score) >= 3)
    home, guest = sports.teams[game.home], sports.teams[game.away]
    score = f"{game.score[1]}-{game.score[0]}"
    ques = (
        f"What was the score when {home.name} hosted {guest.name} in the Harbour League this "
        f"season? Give {home.place}'s goals first."
    )
    cell = link(f"{home.name} {game.score[1]}, {guest.name} {game.score[0]}")
    ways = [score, f"{game.score[1]} to {game.score[0]}", f"{game.score[1]}:{game.score[0]}"]
    oracle = [link("Harbour"), link("Results grid"), cell]
    return task(ques, score, {"parts": [ways]}, oracle)


def each_other(sports: Sports) -> SiteTask:
    """A sum over two teams' games against each other, from their comparison."""

    def met(pair: tuple) -> list:
        return [g for g in sports.schedule[pair[0].slug] if g.played and pair[1].slug in g.sides]

    teams = sports.teams_of("mbl")
    pairs = [(a, b) for i, a in enumerate(teams) for b in teams[i + 1 :]]
    pair = draw(sports, "each other", pairs, lambda p: len(met(p)) >= 2 and teams[0] not in p)
    games = met(pair)
    points = sum(game.of(pair[0].slug)[0] for game in games)
    first, second = pair
    ques = (
        f"Compare the {first.name} with the {second.name} (MBL): how many points did the "
        f"{first.nick} score in all {len(games)} games the two have played against each other this "
        "season? Answer with the sum."
    )
    oracle = [
        link("MBL"),
        link("Compare"),
        choose_option("First team", first.name),
        choose_option("Second team", second.name),
    ]
    return task(ques, f"{points} points", {"parts": [points]}, oracle)


def seats(sports: Sports) -> SiteTask:
    """A difference between numbers on the pages of two teams."""
    teams = sports.teams_of("bhl")
    pairs = [(a, b) for a in teams for b in teams if a.seats - b.seats > 900]
    first, second = draw(sports, "seats", pairs, lambda p: True)
    ques = (
        f"How many more seats does the home arena of the {first.name} have than that of the "
        f"{second.name} (BHL)?"
    )
    oracle = [*search(first.name), *search(second.name)]
    more = first.seats - second.seats
    return task(ques, f"{more:,} seats", {"parts": [more]}, oracle, golden=True)


# --- pictures that need vision ---


def corner(sports: Sports) -> SiteTask:
    """A zone of a shot chart."""
    people = list(sports.players.values())

    def fits(player: object) -> bool:
        zones = sports.shooting.get(player.slug, {})
        return (
            player.league == "mbl"
            and has_unique_name(people)(player)
            and min(zones["Left corner 3"][1], zones["Right corner 3"][1]) >= 12
        )

    player = draw(sports, "corner", people, fits)
    made, taken = sports.shooting[player.slug]["Left corner 3"]
    ques = (
        f"Look at the shot chart of {player.name} (MBL): how many three-pointers has he made from "
        "the corner on the left of the "
        "picture, out of how many attempts? Answer as made/attempted."
    )
    rule = {"parts": [[f"{made}/{taken}", f"{made} of {taken}", f"{made} out of {taken}"]]}
    return task(
        ques, f"{made}/{taken}", rule, [*search(player.name), link("Shot chart")], needs_vision=True
    )


def after_week(sports: Sports) -> SiteTask:
    """A point of a season's chart."""
    team = draw(sports, "week", sports.teams_of("hl"), lambda t: True)
    place = season_charts.weekly(sports, team)[7]
    ques = (
        f"According to the season chart on the page of {team.name} (Harbour League), which place "
        "did the club hold in the table after week 8?"
    )
    words = (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth"
    )
    rule = {"parts": [[place, f"{place}{ordinal(place)}", words.split()[place - 1]]]}
    return task(
        ques,
        f"Place {place}",
        rule,
        [link("Harbour"), link("Teams"), link(team.name)],
        needs_vision=True,
    )


def lead(sports: Sports) -> SiteTask:
    """The largest lead of the side that lost, drawn on a canvas."""

    def most(game: object) -> tuple[int, int]:
        leads = [event.score[1] - event.score[0] for event in game.events]
        return max(0, -min(leads)), max(0, *leads)

    game = draw(sports, "lead", played(sports, "mbl")[:30], lambda g: min(most(g)) >= 4)
    loser = sports.teams[game.other(game.winner)]
    count = most(game)[int(loser.slug == game.home)]
    ques = (
        f"The {loser.name} lost the MBL game {title(sports, game)} on {long_day(game.day)}. What "
        "was the largest lead they had in it? Answer with the number of points; the game's summary "
        "has a chart of the lead."
    )
    oracle = [*open_game(sports, game, "Summary"), SCROLL_DOWN]
    return task(ques, f"{count} points", {"parts": [count]}, oracle, needs_vision=True)

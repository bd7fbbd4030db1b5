"""Look-ups: facts about teams and players, a day's results, a box score, one play of many."""

from ....kit.steps import SCROLL_DOWN, choose_option, fill, link, press, search_for
from ....kit.tasks import SiteTask, task
from .. import season
from ..records import Sports
from .sports_steps import (
    LINKS,
    brief_day,
    draw,
    has_unique_name,
    long_day,
    open_game,
    played,
    search,
    shown,
    title,
)


def arena(sports: Sports) -> SiteTask:
    """A team's arena and its number of seats."""
    team = draw(sports, "arena", sports.teams.values(), lambda t: t.league != "hl")
    ques = (
        f"On Klaxon, in which arena do the {team.name} play their home games, and how many seats "
        "does it have?"
    )
    ans = f"{team.venue}, {team.seats:,} seats"
    return task(ques, ans, {"parts": [team.venue, team.seats]}, search(team.name), golden=True)


def rules(sports: Sports) -> SiteTask:
    """A rule in a folded section of the page of rules."""
    ques = (
        "According to Klaxon's rules of pick'em, how many points does a right pick bring, and how "
        "many does a drawn football match bring to whoever picked either side?"
    )
    oracle = [link("Pick'em"), link("Rules"), press("Pick'em")]
    return task(
        ques,
        "10 for a right pick, 4 for a draw",
        {"parts": [[10, "ten"], [4, "four"]]},
        oracle,
        golden=True,
    )


def coach(sports: Sports) -> SiteTask:
    """A stale link, and the way on from there."""
    team = draw(sports, "coach", sports.teams.values(), lambda t: t.league == "hl")
    ques = (
        f"This link to the page of {team.name} seems to be broken. Find out who coaches the club."
    )
    oracle = [search_for("Search for a page", team.name), link(team.name)]
    stale = f"/clubs/{team.abbr.lower()}"
    return task(ques, team.coach, {"parts": [team.coach]}, oracle, golden=True, start=stale)


def goals_of_a_day(sports: Sports) -> SiteTask:
    """All goals on an earlier day."""
    days = [day for day in sports.days("bhl") if day < sports.today]
    day = draw(sports, "day", days[-9:-2], lambda d: 3 <= len(sports.on("bhl", d)) <= 5)
    games = sports.on("bhl", day)
    count = sum(sum(game.score) for game in games)
    ques = (
        f"How many goals were scored in all {len(games)} games of the Boreal Hockey League "
        f"together on {long_day(day)}, by the final scores? Answer with the total."
    )
    oracle = [link("BHL"), link("Scores"), fill("Go to date", str(day))]
    return task(ques, f"{count} goals", {"parts": [count]}, oracle)


def in_the_box(sports: Sports) -> SiteTask:
    """Two figures from a box score."""
    game = draw(sports, "box", played(sports, "mbl")[:30], lambda g: True)
    line = season.best(game, game.home)[1]
    name = sports.players[line.player].name
    ques = (
        f"In the MBL game {title(sports, game)} on {long_day(game.day)}, how many rebounds and how "
        f"many assists did {name} "
        "have? Answer with both numbers, rebounds first."
    )
    reb, ast = line.figures["reb"], line.figures["ast"]
    rule = {
        "parts": [[f"{reb} rebounds", f"{reb} rebound", f"{reb} and {ast}", f"{reb}, {ast}"], ast]
    }
    return task(ques, f"{reb} rebounds, {ast} assists", rule, open_game(sports, game, "Box score"))


def the_play(sports: Sports) -> SiteTask:
    """A play far down, behind a button for more."""
    game = draw(sports, "play", played(sports, "mbl")[:25], lambda g: True)
    event = game.events[26]
    assert sum(each.score == event.score for each in game.events) == 1
    ques = (
        f"In the MBL game {title(sports, game)} on {long_day(game.day)}, whose basket or free "
        f"throws made the score {event.score[0]}-{event.score[1]} (visitors first)? Answer with "
        "the player's name."
    )
    name = sports.players[event.player].name
    oracle = [*open_game(sports, game, "Plays"), press("Load more plays"), SCROLL_DOWN]
    return task(ques, name, {"parts": [name]}, oracle)


def career(sports: Sports) -> SiteTask:
    """The best season of a player's career."""

    def fits(player: object) -> bool:
        goals = sorted((each.figures["g"] for each in sports.careers[player.slug]), reverse=True)
        forward = player.league == "hl" and player.position == "F"
        return forward and len(goals) > 3 and goals[0] > goals[1]

    people = list(sports.players.values())
    player = draw(sports, "career", people, lambda p: fits(p) and has_unique_name(people)(p))
    best = max(sports.careers[player.slug], key=lambda each: each.figures["g"])
    goals_scored = best.figures["g"]
    ques = (
        "Leaving out the current season, in which season did the Harbour League forward "
        f"{player.name} score the most goals, and how many? Write the season as the page does "
        "(such as 2019-20)."
    )
    rule = {"parts": [[best.label, best.label.replace("-", "/")], goals_scored]}
    return task(ques, f"{best.label}, {goals_scored} goals", rule, search(player.name))


def clip(sports: Sports) -> SiteTask:
    """The length of the clip in a recap."""
    story = draw(sports, "clip", sports.stories, lambda s: s.kind == "Recap" and s.league == "hl")
    game = sports.game[story.game]
    seconds = 48 + game.crowd % 150
    length = f"{seconds // 60}:{seconds % 60:02d}"
    ques = (
        "How long is the highlights clip in Klaxon's recap of the Harbour League match "
        f"{title(sports, game)} on {long_day(game.day)}? Answer as minutes:seconds."
    )
    oracle = [
        link("News"),
        choose_option("League", "Harbour League"),
        choose_option("Kind", "Recap"),
        link(story.headline),
        SCROLL_DOWN,
        SCROLL_DOWN,
    ]
    return task(ques, length, {"parts": [length]}, oracle)


def a_run(sports: Sports) -> SiteTask:
    """When the longest winning run began, according to the story about it."""
    story = next(s for s in sports.stories if s.kind == "Form" and s.league == "bhl")
    team = sports.teams[story.team]
    run = int(season.streak([g for g in sports.schedule[team.slug] if g.played], team.slug)[1:])
    first = [g for g in sports.schedule[team.slug] if g.played][-run]
    day = f"{first.day:%B} {first.day.day}"
    ques = (
        "Klaxon has a story about the team with the longest current winning run in the Boreal "
        "Hockey League. Which team "
        "is it, and on what date did the run begin?"
    )
    parts = [
        [team.name, team.nick, team.place],
        [day, f"{first.day.day} {first.day:%B}", brief_day(first.day).split(", ")[1]],
    ]
    oracle = [
        link("News"),
        choose_option("League", "Boreal Hockey League"),
        choose_option("Kind", "Form"),
        link(story.headline),
    ]
    return task(ques, f"{team.name}, on {day}", {"parts": parts}, oracle)


def coming(sports: Sports) -> SiteTask:
    """When two teams meet next, from a list in a scrolling box."""
    league = "mbl"
    team = draw(sports, "coming", sports.teams_of(league), lambda t: True)
    games = [
        game for game in sports.schedule[team.slug] if not game.played and game.day > sports.today
    ]
    game = next(
        g
        for g in games[2:]
        if g.other(team.slug) not in [e.other(team.slug) for e in games if e is not g]
    )
    other = sports.teams[game.other(team.slug)]
    ques = (
        f"On what date and at what time do the {team.name} next meet the {other.name} in the MBL? "
        f"Today is {long_day(sports.today)}."
    )
    day = f"{game.day:%B} {game.day.day}"
    parts = [
        [day, f"{game.day.day} {game.day:%B}", brief_day(game.day).split(", ")[1], str(game.day)],
        game.time,
    ]
    name = f"{title(sports, game)}, {brief_day(game.day)}, {game.time}"
    oracle = [link(LINKS[league]), link("Schedule"), choose_option("Team", team.name), link(name)]
    return task(ques, f"{day}, {game.time}", {"parts": parts}, oracle)


def of_position(sports: Sports) -> SiteTask:
    """The best player of a position by one column."""
    column = next(c for c in season.STATS["bhl"] if c[0] == "blk")
    people = [p for p in sports.players.values() if p.league == "bhl" and p.position == "F"]
    order = season.ranked(sports, "bhl", column[0], people)
    assert shown(sports, order[0], column)
    level = [
        p for p in order if sports.totals[p.slug]["blk"] == sports.totals[order[0].slug]["blk"]
    ]
    blocked = sports.totals[order[0].slug]["blk"]
    ques = (
        "Among the forwards of the Boreal Hockey League, who has blocked the most shots this "
        "season, and how many? If several are level, name one of them."
    )
    oracle = [link("BHL"), link("Stats"), choose_option("Position", "Forward"), link(column[2])]
    return task(
        ques, f"{order[0].name}, {blocked}", {"parts": [[p.name for p in level], blocked]}, oracle
    )

"""Tasks that change something; judged by the visitor's state."""

from ....kit.steps import fill, link, press, radio, tick
from ....kit.tasks import SiteTask, task
from .. import season
from ..fan_pages import PICKS
from ..news_pages import POLL
from ..records import Sports
from .sports_steps import LINKS


def follow(sports: Sports) -> SiteTask:
    """Follow the leaders of three tables."""
    leaders = [season.standings(sports, league)[0].team for league in sports.leagues]
    ques = (
        "Follow the three teams that are on top of the standings of the Meridian Basketball "
        "League, the Harbour League and the Boreal Hockey League, and no others. Then tell me "
        "their names."
    )
    oracle = []
    for team in leaders:
        oracle += [link(LINKS[team.league]), link("Standings")]
        oracle += [link(team.name), press(f"Follow {team.name}")]
    state: list[dict] = [{"path": "following", "contains": team.slug} for team in leaders]
    state.append({"path": "following", "length": 3})
    parts = [[team.name, team.nick, team.place] for team in leaders]
    ans = ", ".join(team.name for team in leaders)
    return task(ques, ans, {"parts": parts, "state": state}, oracle)


def picks(sports: Sports) -> SiteTask:
    """Enter the pick'em game, with everything its form requires."""
    day = min(game.day for game in sports.games if not game.played)
    games = [g for g in sports.by_day[day] if not g.played][:PICKS]
    teams = [sports.teams[game.home] for game in games]
    name = ("Brass Herons", "Late Whistle", "Corner Shop Nine")[sum(sports.poll) % 3]
    total = 40 + sum(sports.poll) % 90
    when = "today" if day == sports.today else "the next day with games"
    ques = (
        f"Enter Klaxon's pick'em for {when} under the name {name}: pick the home teams "
        f"({teams[0].name}, {teams[1].name} and {teams[2].name}) to win, give {total} as the "
        "tie-break, and accept the rules. Tell me when the entry is in."
    )
    oracle = [link("Pick'em"), *[radio(team.name) for team in teams]]
    oracle += [tick("I accept the rules of the game"), fill("Name of your team", name)]
    oracle += [fill("Tie-break: all points and goals of your 3 games", str(total))]
    state = [{"path": "entry.name", "equals": name}, {"path": "entry.total", "equals": str(total)}]
    state += [{"path": "entry.picks", "equals": {game.id: game.home for game in games}}]
    return task(ques, "The entry is in.", {"state": state}, oracle)


def choices(sports: Sports) -> SiteTask:
    """Follow three teams of two leagues, then unfollow one of them."""
    first, second = sports.teams_of("hl")[3], sports.teams_of("hl")[sum(sports.poll) % 8 + 5]
    last = season.standings(sports, "bhl")[-1].team
    ques = (
        f"Follow {first.name} and {second.name} (Harbour League) and the team at the bottom of the "
        f"BHL standings. Then stop following {first.name} again. Which team is at the bottom of "
        "the BHL?"
    )
    oracle = [
        link("Harbour"),
        link("Teams"),
        press(f"Follow {first.name}"),
        press(f"Follow {second.name}"),
    ]
    oracle += [link("BHL"), link("Standings"), link(last.name), press(f"Follow {last.name}")]
    oracle += [link("My teams"), press(f"Unfollow {first.name}")]
    state = [{"path": "following", "contains": team.slug} for team in (second, last)] + [
        {"path": "following", "length": 2}
    ]
    rule = {"parts": [[last.name, last.place, last.nick]], "state": state}
    return task(ques, last.name, rule, oracle)


def vote(sports: Sports) -> SiteTask:
    """Vote, and read the result after it."""
    choice = sum(sports.poll) % len(POLL[1])
    tally = [votes + (index == choice) for index, votes in enumerate(sports.poll)]
    share = f"{100 * tally[choice] / sum(tally):.1f}"
    ques = (
        f"Vote for “{POLL[1][choice]}” in Klaxon's poll. What share of all votes does this answer "
        "have afterwards, to one decimal?"
    )
    oracle = [link("Poll"), radio(POLL[1][choice]), press("Vote")]
    rule = {"parts": [float(share)], "state": {"path": "vote", "equals": choice}}
    return task(ques, f"{share}%", rule, oracle)

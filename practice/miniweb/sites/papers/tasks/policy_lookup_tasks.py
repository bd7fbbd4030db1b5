"""Facts from the help pages and the statistics."""

from itertools import combinations

from ....kit.steps import SCROLL_DOWN, link
from ....kit.tasks import SiteTask, task
from ..records import GROUPS
from .paper_drawing import Draw, hours


def _upload_limit(draw: Draw) -> SiteTask:
    data = draw.data
    limit = data.policy.upload_megabytes
    ques = "How large may a whole submission to Quire be at most, in MB after unpacking?"
    oracle = [link("Help"), link("File formats and size limits")]
    return task(ques, f"{limit} MB", {"parts": [limit]}, oracle, golden=True)


def _deadline(draw: Draw) -> SiteTask:
    data = draw.data
    deadline, announced = data.policy.deadline_hour, data.policy.announce_hour
    ques = (
        "Until what time (UTC) must a paper reach Quire to be announced the same day, and at what "
        "time is it announced?"
    )
    ans = f"{deadline}:00 UTC, announced at {announced}:00 UTC"
    oracle = [link("Help"), link("Moderation and announcement times")]
    return task(ques, ans, {"parts": [hours(deadline), hours(announced)]}, oracle, golden=True)


def _downloads(draw: Draw) -> SiteTask:
    pairs = [
        (a, b) for a, b in combinations(draw.data.months[1:13], 2) if a.downloads != b.downloads
    ]
    later, earlier = draw.rng.choice(pairs)
    difference = abs(later.downloads - earlier.downloads)
    ques = (
        f"By how many did Quire's downloads in {earlier.first:%B %Y} and in {later.first:%B %Y} "
        "differ? Answer with a number."
    )
    oracle = [link("Statistics"), SCROLL_DOWN]
    return task(ques, f"{difference:,} downloads", {"parts": [difference]}, oracle)


def _busiest_month(draw: Draw) -> SiteTask:
    """A column of the statistics with a single highest month last year."""
    year = draw.data.today.year - 1
    months = [month for month in draw.data.months if month.first.year == year]
    columns = {
        f"submissions in {name}": [m.submissions[group] for m in months]
        for group, name in GROUPS.items()
    }
    columns |= {
        "submissions": [m.total for m in months],
        "downloads": [m.downloads for m in months],
    }
    clear = [name for name, counts in columns.items() if counts.count(max(counts)) == 1]
    name = draw.rng.choice(clear)
    most = max(columns[name])
    month = months[columns[name].index(most)].first
    ques = f"In which month of {year} did Quire have the most {name}, and how many?"
    rule = {"parts": [[f"{month:%B}", f"{month:%b}"], most]}
    oracle = [link("Statistics"), SCROLL_DOWN]
    return task(ques, f"{month:%B %Y}, {most:,}", rule, oracle)


MAKERS = {  # each maker with the site features its task exercises
    _upload_limit: "help-page",
    _deadline: "help-page",
    _downloads: "reference-table",
    _busiest_month: "reference-table",
}

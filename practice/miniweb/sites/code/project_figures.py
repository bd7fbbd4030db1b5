"""The figures that pages show only as pictures: languages, commits, installations, a year."""

from collections import Counter
from datetime import date, timedelta

from ...kit.reviews import star_shares
from .code_catalogue import read
from .project_history import history
from .project_releases import releases
from .records import Hub, Person, Project

WEEKS = 53


def language_shares(hub: Hub, project: Project) -> dict[str, int]:
    """The share of each language in the code on "main", in percent, the largest first."""
    past, endings = history(hub, project), read("common_files.json")["endings"]
    sizes: Counter[str] = Counter()
    for path, lines in past.tree(past.branches["main"]).items():
        if language := endings.get(path.split("/")[-1].split(".")[-1]):
            sizes[language] += sum(len(text) + 1 for text, _ in lines)
    shares = star_shares([size for _, size in sizes.most_common()])
    return {name: share for (name, _), share in zip(sizes.most_common(), shares, strict=True)}


def monthly_commits(hub: Hub, project: Project) -> dict[str, int]:
    """The commits in each of the past twelve months, the oldest first."""
    counts = Counter(f"{commit.when:%b %Y}" for commit in history(hub, project).commits)
    return {f"{month:%b}": counts[f"{month:%b %Y}"] for month in list_months(hub.world.today)}


def list_months(today: date) -> list[date]:
    """The first days of the past twelve months, this one last."""
    months = range(today.year * 12 + today.month - 12, today.year * 12 + today.month)
    return [date(month // 12, month % 12 + 1, 1) for month in months]


def installations(hub: Hub, project: Project) -> dict[str, int]:
    """Installations in the past week by version, the oldest of the last nine first."""
    newest = sorted(releases(hub, project), key=lambda release: release.order)[-9:]
    counts = hub.world.random(f"code/{project.slug}/installs").sample(range(40, 990, 10), 9)
    return {release.version: count for release, count in zip(newest, counts, strict=False)}


def find_quiet_month(hub: Hub, person: Person) -> date:
    """The first day of the only month of the past year in which a person did nothing."""
    months = list_months(hub.world.today)[1:-1]
    return hub.world.random(f"code/{person.login}/quiet").choice(months)


def contributions(hub: Hub, person: Person) -> list[tuple[date, int]]:
    """The days of the past 53 weeks, each with how much a person did, from 0 to 4."""
    rng, quiet = hub.world.random(f"code/{person.login}/year"), find_quiet_month(hub, person)
    today = hub.world.today
    first = today - timedelta(days=today.weekday() + 7 * (WEEKS - 1))
    days = [first + timedelta(days=number) for number in range((today - first).days + 1)]
    levels = [rng.choice((0, 1, 1, 2, 2, 3, 4)) * (day.replace(day=1) != quiet) for day in days]
    return list(zip(days, levels, strict=True))

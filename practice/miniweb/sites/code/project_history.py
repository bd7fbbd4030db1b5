"""The history of a project: when its team commits, and its branches."""

from datetime import date, timedelta
from functools import lru_cache
from random import Random

from ...kit.text_histories import History, write_commits
from .records import Hub, Project
from .source_files import plan_files

AHEAD = 8  # commits that the branch "next" has and "main" hasn't


@lru_cache(maxsize=64)
def history(hub: Hub, project: Project) -> History:
    """All commits of a project; the last results are kept."""
    rng, key = hub.world.random(f"code/{project.slug}/history"), f"{hub.world.seed}/{project.slug}"
    plans, days = plan_files(rng, hub, project), _draw_days(rng, project)
    commits = write_commits(rng, plans, days, project.team, key)
    last = len(commits) - 1
    if project.origin:
        return History(commits, {"main": last})
    side = {"1.x": last // 2, "handbook": last // 3, f"try-{rng.choice(project.topics)}": last - 20}
    return History(commits, {"main": last - AHEAD, "next": last, **side})


def _draw_days(rng: Random, project: Project) -> list[date]:
    """The days of the commits in order; the last is the day of the last push."""
    span = (project.pushed - project.created).days
    count = rng.randrange(7, 14) if project.origin else rng.randrange(160, 240)
    back = sorted((int(span * rng.random() ** 1.3) for _ in range(count)), reverse=True)
    return [project.pushed - timedelta(days=days) for days in [*back, 0]]

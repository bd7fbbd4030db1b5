"""The issues and pull requests of a project, and what people say in them."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from operator import itemgetter
from random import Random

from ...kit.filled_texts import fill
from .code_catalogue import read
from .project_releases import releases
from .records import Hub, Issue, Project
from .source_files import list_verbs

KINDS = ("bug", "bug", "bug", "feature", "feature", "question", "docs")
MORE_LABELS = ("performance", "good first issue", "regression", "windows", "needs repro")
Comment = tuple[str, date, str, bool]  # who, when, what; whether it is an event, such as a label
MILESTONES = ("2.0", "2.1", "Someday", "", "", "")


@lru_cache(maxsize=450)  # a little more than there are projects
def threads(hub: Hub, project: Project) -> Sequence[Issue]:
    """All issues and pull requests of a project, the newest first."""
    rng, today = hub.world.random(f"code/{project.slug}/issues"), hub.world.today
    count = rng.randrange(2, 7) if project.origin else rng.randrange(90, 130)
    span = (today - project.created).days
    back = sorted(round(span * rng.random()) for _ in range(count))
    logins = [person.login for person in hub.people.values() if person.type == "person"]
    return tuple(
        _draw_issue(rng, project, logins, count - at, today - timedelta(days=days), days)
        for at, days in enumerate(back)
    )


def _draw_issue(
    rng: Random, project: Project, logins: list[str], number: int, opened: date, age: int
) -> Issue:
    words, verbs = read("issues.json"), list_verbs()
    is_pull, kind = rng.random() < 0.22 and not project.origin, rng.choice(KINDS)
    is_open = rng.random() < (0.8 if age < 90 else 0.4)
    slots = {"thing": rng.choice(words["things"]), "verb": rng.choice(verbs)}
    failing = rng.sample(words["checks"], rng.choice((0, 0, 1, 2)) if is_open else 0)
    checks = [(name, "failed" if name in failing else "passed", rng.randrange(8, 600))
              for name in words["checks"]]  # fmt: skip
    return Issue(
        repo=project.slug,
        number=number,
        title=fill(rng.choice(words["pulls" if is_pull else kind]), slots),
        author=rng.choice(project.team if is_pull else logins),
        opened=opened,
        updated=opened + timedelta(days=round(age * rng.random() ** 2)),
        states=("open" if is_open else "closed", "pr" if is_pull else "issue"),
        labels=[] if is_pull else [kind, *(name for name in MORE_LABELS if rng.random() < 0.15)],
        milestone=rng.choice(MILESTONES),
        assignee=rng.choice(project.team[:4]) if rng.random() < 0.45 else "",
        comments=rng.randrange(2, 13),
        slots=slots,
        review=rng.choice(words["reviews"]) if is_open else "approved",
        checks=checks if is_pull else (),
    )


def conversation(hub: Hub, issue: Issue) -> list[Comment]:
    """What people said and did, the first message first."""
    rng, words = hub.world.random(f"code/{issue.repo}/issues/{issue.number}"), read("issues.json")
    project, bodies = hub.projects[issue.repo], words["pull_bodies" if issue.checks else "bodies"]
    said = [(issue.author, issue.opened, fill(rng.choice(bodies), issue.slots), False)]
    texts = rng.sample(words["chatter"], issue.comments)
    if "bug" in issue.labels:  # one reply knows more than the others
        texts[rng.randrange(min(4, len(texts)))] = words["bisected"]
    span = (issue.updated - issue.opened).days
    days = sorted(issue.opened + timedelta(days=round(span * rng.random())) for _ in texts)
    said += [
        (rng.choice(project.team), day, text, False) for day, text in zip(days, texts, strict=True)
    ]
    known = [one.version for one in releases(hub, project) if one.when < issue.opened] or ["1.5.2"]
    slots = {"version": rng.choice(known), "bad": rng.choice(known)}
    events = sorted([*said, *_list_events(issue, project.team[0])], key=itemgetter(1))
    return [(who, day, fill(text, slots), event) for who, day, text, event in events]


def _list_events(issue: Issue, maintainer: str) -> Iterator[Comment]:
    if issue.labels:
        yield maintainer, issue.opened, f"labelled this {', '.join(issue.labels)}", True
    if issue.assignee:
        yield maintainer, issue.opened, f"assigned this to {issue.assignee}", True
    if "closed" in issue.states:
        done = "merged" if issue.checks else "closed"
        yield issue.assignee or maintainer, issue.updated, f"{done} this", True

"""Tasks about issues, pull requests, people and searches."""

from collections.abc import Callable
from functools import partial

from ..code_catalogue import read
from ..hub_search import order, search
from ..issue_threads import conversation, threads
from ..project_figures import find_quiet_month
from ..project_releases import list_stable
from ..records import Hub, Issue, Project
from .hub_task_choice import Chosen, Pick, worded


def _find_first(
    hub: Hub, sort: str, fits: Callable[[Issue], bool], project: Project
) -> Issue | None:
    """The first of a project's open issues in an order, if no other one could be it."""
    known = [one for one in threads(hub, project) if one.states == ("open", "issue")]
    found, field = order(filter(fits, known), "issues", sort), read("sorts.json")["issues"][sort][0]
    if len(found) < 3 or getattr(found[0], field) == getattr(found[1], field):
        return None
    return found[0] if [one.title for one in known].count(found[0].title) == 1 else None


@worded
def first_bad(hub: Hub, pick: Pick) -> Chosen:
    """A version that only a comment on the latest bug report of somebody names."""

    def is_bug(issue: Issue) -> bool:
        return "bug" in issue.labels and issue.assignee == hub.projects[issue.repo].team[0]

    project, issue = pick(partial(_find_first, hub, "Recently updated", is_bug))
    text = next(text for _, _, text, _ in conversation(hub, issue) if "bisected" in text)
    return vars(project) | vars(issue) | {"bad": text.split("version is ")[1].split(",")[0]}


@worded
def close_quietest(hub: Hub, pick: Pick) -> Chosen:
    """Close the issue with a label that has the fewest comments, and no other."""
    find = partial(_find_first, hub, "Least commented", lambda one: "feature" in one.labels)
    project, issue = pick(find)
    return vars(project) | vars(issue) | {"label": "feature"}


@worded
def first_issue(hub: Hub, pick: Pick) -> Chosen:
    """The issue for newcomers that nobody has taken and that has the most comments."""

    def is_free(issue: Issue) -> bool:
        return "good first issue" in issue.labels and not issue.assignee

    project, issue = pick(partial(_find_first, hub, "Most commented", is_free))
    return vars(project) | vars(issue)


@worded
def ready_pull(hub: Hub, pick: Pick) -> Chosen:
    """Any open pull request that passes its checks and waits for review."""

    def find(project: Project) -> tuple | None:
        pulls = [one for one in threads(hub, project) if one.states == ("open", "pr")]
        waiting = [one for one in pulls if one.review == "waiting for review"]
        right = [one.title for one in waiting if "failed" not in str(one.checks)]
        wrong = [one.title for one in pulls if one.title not in right]
        return (right, wrong) if len(right) > 1 and len(pulls) < 20 else None

    project, (right, wrong) = pick(find)
    rules = [{"parts": [title]} for title in right]
    return vars(project) | {"title": right[0], "right": rules, "wrong": wrong}


@worded
def report_bug(hub: Hub, pick: Pick) -> Chosen:
    """A new issue; it can't be deleted."""
    project, release = pick(lambda project: list_stable(hub, project)[1])
    slots = {"version": release.version, "number": threads(hub, project)[0].number + 1}
    return vars(project) | read("issues.json")["report"] | slots


@worded
def star_top(hub: Hub, pick: Pick) -> Chosen:
    """Star the project with the most stars among many that a search finds."""

    def find(project: Project) -> Project | None:
        text = f"language:{project.language} topic:{project.topics[0]} is:source"
        found = search(hub, "projects", text, "Most stars")
        return found[0] if len(found) > 7 else None

    project, top = pick(find)
    slots = {"topic": project.topics[0], "top": top.slug, "names": [top.slug, top.name]}
    return vars(project) | slots


@worded
def library_wish(hub: Hub, pick: Pick) -> Chosen:
    """The only project that fits all of several wishes, among some that fit most of them."""

    def find(project: Project) -> Project | None:
        text = f"topic:{project.topics[0]} language:{project.language} is:source"
        many = search(hub, "projects", text, "Most stars")
        licensed = [one for one in many if one.license == project.license]
        recent = [one for one in licensed if one.pushed.year == hub.world.today.year]
        return recent[0] if len(recent) == 1 < len(licensed) else None

    project, found = pick(find)
    slots = {"topic": project.topics[0], "found": found.slug, "names": [found.slug, found.name]}
    return vars(project) | slots


@worded
def quiet_month(hub: Hub, pick: Pick) -> Chosen:
    """The gap in the calendar of a person who has namesakes."""
    people = [one for one in hub.people.values() if one.type == "person"]
    families = [one.name.split()[-1] for one in people]
    known = [one for one in people if families.count(one.name.split()[-1]) > 3]
    person = hub.world.random("code/tasks/quiet_month").choice(known)
    month = find_quiet_month(hub, person)
    months = [f"{month:%B %Y}", f"{month:%b %Y}"]
    return {"person": person.name, "login": person.login, "month": months[0], "months": months}

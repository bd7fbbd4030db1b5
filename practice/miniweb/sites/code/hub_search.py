"""Search of four kinds: projects, code, issues and people."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from ...kit.qualifiers import Query, parse_query
from ...kit.text_search import fold
from .code_catalogue import read
from .issue_threads import threads
from .project_history import history
from .records import Hub, Issue, Person, Project


def search(hub: Hub, kind: str, text: str, sort: str) -> list[Any]:
    """What fits a query, in an order of sorts.json.

    Files have `repo`, `path`, `language` and `lines`, the first that have a word searched for.
    """
    return order(FINDERS[kind](hub, parse_query(text)), kind, sort)


def order(found: Iterable[Any], kind: str, sort: str) -> list[Any]:
    """Records in an order of sorts.json."""
    field, descending = read("sorts.json")[kind][sort]
    key = (lambda record: getattr(record, field)) if field else lambda record: 0
    return sorted(found, key=key, reverse=descending)


def fits(query: Query, kind: str, record: Any, text: str) -> bool:
    """Whether a record of a kind, with this text, fits a query."""
    return query.fits(read("qualifiers.json")[kind], record, text)


def _find_projects(hub: Hub, query: Query) -> list[Project]:
    """The projects that fit: those named like that, then originals, then by stars."""
    texts = {one: f"{one.slug} {one.about} {' '.join(one.topics)}" for one in hub.projects.values()}
    found = [one for one in texts if fits(query, "projects", one, texts[one])]
    named = {one: all(word in one.slug for word in query.words) for one in found}
    return sorted(found, key=lambda one: (not named[one], bool(one.origin), -one.stars))


def _find_issues(hub: Hub, query: Query) -> Iterator[Issue]:
    issues = (issue for project in _list_asked(hub, query) for issue in threads(hub, project))
    yield from (issue for issue in issues if fits(query, "issues", issue, issue.title))


def _find_files(hub: Hub, query: Query) -> Iterator[SimpleNamespace]:
    """The files of originals, not of variants and forks; none without a word to search for."""
    for project in _list_asked(hub, query) if query.words else ():
        for path, text in () if project.origin else _read_files(hub, project):
            numbered = enumerate(text.split("\n"), 1)
            lines = [
                pair for pair in numbered if any(word in fold(pair[1]) for word in query.words)
            ]
            file = SimpleNamespace(repo=project.slug, path=path, language=project.language)
            file.lines = lines[:3]
            if lines and fits(query, "code", file, text):
                yield file


def _find_people(hub: Hub, query: Query) -> Iterator[Person]:
    texts = {one: f"{one.login} {one.name} {one.bio}" for one in hub.people.values()}
    yield from (one for one, text in texts.items() if fits(query, "people", one, text))


FINDERS = {"projects": _find_projects, "code": _find_files, "issues": _find_issues}
FINDERS |= {"people": _find_people}


@lru_cache(maxsize=64)
def _read_files(hub: Hub, project: Project) -> list[tuple[str, str]]:
    """The path and text of each file of a project."""
    past = history(hub, project)
    tree = past.tree(past.branches["main"])
    return [(path, "\n".join(line for line, _ in tree[path])) for path in sorted(tree)]


def _list_asked(hub: Hub, query: Query) -> list[Project]:
    """The projects that `repo:` names, or all."""
    slugs = [value for key, value, excluded in query.terms if key == "repo" and not excluded]
    return [project for slug, project in hub.projects.items() if not slugs or slug in slugs]

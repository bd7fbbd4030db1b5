"""Tasks about files, releases, dependencies and charts."""

import re

from ....kit.answer_variants import date_variants, none_variants
from ....kit.text_histories import Line
from ..code_catalogue import read
from ..project_figures import installations, language_shares
from ..project_history import history
from ..project_releases import list_stable, releases
from ..records import Hub, Project
from ..source_files import choose_needs
from .hub_task_choice import Chosen, Pick, worded

SETTING = re.compile(r"(?:export const |pub const |const )?([A-Z_]{4,})\b.*?= (\d+)")


@worded
def last_touch(hub: Hub, pick: Pick) -> Chosen:
    """Who last changed a line, and when."""

    def find(project: Project) -> tuple | None:
        known = _list_settings(hub, project, "main").items()
        return max(((by, path, name) for (path, name), (_, by) in known if by > 90), default=None)

    project, (number, path, setting) = pick(find)
    commit = history(hub, project).commits[number]
    people = [commit.author, hub.people[commit.author].name]
    slots = {"setting": setting, "walk": _walk_to(path), "who": commit.author, "people": people}
    return vars(project) | slots | {"day": f"{commit.when}", "days": date_variants(commit.when)}


@worded
def branch_value(hub: Hub, pick: Pick) -> Chosen:
    """A value on another branch than the one shown first."""

    def find(project: Project) -> list:
        main, ahead = (_list_settings(hub, project, name) for name in ("main", "next"))
        return [(key, value) for key, (value, _) in ahead.items() if main[key][0] != value]

    project, [((path, setting), value), *_] = pick(find)
    return vars(project) | {"setting": setting, "walk": _walk_to(path), "value": int(value)}


def _walk_to(path: str) -> list[str]:
    """The steps from a project's page to a file: "src/main.rs" is "link src/", "link main.rs"."""
    return [f"link {part}" for part in path.replace("/", "/\n").split("\n")]


def _list_settings(hub: Hub, project: Project, branch: str) -> dict:
    """The settings in the sources on a branch: {(path, name): (value, number of the commit)}."""
    lines = [
        (path, SETTING.match(text), by)
        for path, lines in _read_tree(hub, project, branch).items()
        for text, by in lines
    ]
    return {(path, found[1]): (found[2], by) for path, found, by in lines if found}


def _read_tree(hub: Hub, project: Project, branch: str = "main") -> dict[str, list[Line]]:
    past = history(hub, project)
    return past.tree(past.branches[branch])


@worded
def asset_size(hub: Hub, pick: Pick) -> Chosen:
    """A file of the newest stable release, above which there are other releases."""
    project, release = pick(lambda project: list_stable(hub, project)[0])
    size = next(size / 10 for name, size, _ in release.assets if "linux-arm64" in name)
    return vars(project) | {"version": release.version, "size": size}


@worded
def upgrade(hub: Hub, pick: Pick) -> Chosen:
    """The highest of several versions that each fix a danger; 1.9 is below 1.10."""

    def find(project: Project) -> list | None:
        fixed = [release for release in releases(hub, project) if release.fixes]
        fixed.sort(key=lambda release: release.order)
        return fixed if len(fixed) > 2 and ".10." in fixed[-1].version else None

    project, fixed = pick(find)
    lower = [one for one in list_stable(hub, project) if one.order < fixed[1].order]
    return vars(project) | {"old": lower[0].version, "version": fixed[-1].version}


@worded
def newer_need(hub: Hub, pick: Pick) -> Chosen:
    """Which of two projects needs the newer version of a third."""

    def find(project: Project) -> tuple | None:
        for need in choose_needs(hub, project):
            for other in (one for one in hub.projects.values() if not one.origin):
                if need in choose_needs(hub, other) and other.owner != project.owner:
                    versions = [_read_need(hub, one, need.name) for one in (project, other)]
                    if versions[0] != versions[1]:
                        return need.name, other, versions
        return None

    project, (need, other, versions) = pick(find)
    names = [project.name, other.name]
    winner, loser = names if versions[0] > versions[1] else reversed(names)
    slots = {"need": need, "winner": winner, "loser": loser, "other": other.name}
    slots |= {"other_owner": other.owner, "version": ".".join(map(str, max(versions)))}
    return vars(project) | slots | {"manifest": _find_manifest(project)}


def _find_manifest(project: Project) -> str:
    return read("languages.json")[project.language]["manifest"]


def _read_need(hub: Hub, project: Project, need: str) -> list[int]:
    """The version of another project that the manifest on "main" asks for."""
    manifest = _read_tree(hub, project)[_find_manifest(project)]
    line = next(text for text, _ in manifest if re.search(rf"(^|\s){need}\b", text))
    return [int(number) for number in re.findall(r"\d+", line)[-3:]]


@worded
def missing_build(hub: Hub, pick: Pick) -> Chosen:
    """A build that no release has."""
    project, found = pick(lambda project: releases(hub, project))
    versions = [release.version for release in found]
    slots = {"first": versions[0], "versions": versions, "none": none_variants("build")}
    return vars(project) | slots


@worded
def language_share(hub: Hub, pick: Pick) -> Chosen:
    """The share of the second language, which only a picture shows."""

    def find(project: Project) -> tuple | None:
        name, share = list(language_shares(hub, project).items())[1]
        return (name, share) if share > 9 else None

    project, (second, share) = pick(find)
    return vars(project) | {"second": second, "share": share}


@worded
def most_installed(hub: Hub, pick: Pick) -> Chosen:
    """The highest column of a chart."""

    def find(project: Project) -> str | None:
        counts = installations(hub, project)
        first, second = sorted(counts, key=counts.get, reverse=True)[:2]
        return first if counts[first] > counts[second] + 50 and "-" not in first else None

    project, version = pick(find)
    return vars(project) | {"version": version}

"""The releases of a project, and the dangers that each leaves behind."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from random import Random

from ...kit.filled_texts import fill
from .code_catalogue import read
from .project_history import history
from .records import Hub, Project, Release
from .source_files import list_verbs


@lru_cache(maxsize=64)
def releases(hub: Hub, project: Project) -> Sequence[Release]:
    """The releases of a project, the newest first.

    Above the newest stable one there are two candidates of 2.0.0 and a patch of an older line.
    """
    rng = hub.world.random(f"code/{project.slug}/releases")
    versions = ["0.1.0"] if project.origin else list(_draw_versions(rng))
    span = (hub.world.today - project.created).days
    back = sorted(rng.sample(range(12, span), len(versions)))
    days = [hub.world.today - timedelta(days=number) for number in back]
    pairs = zip(reversed(versions), days, strict=True)
    return tuple(_make_release(rng, hub, project, version, day) for version, day in pairs)


def list_stable(hub: Hub, project: Project) -> list[Release]:
    """The releases that aren't candidates, the highest version first."""
    stable = [release for release in releases(hub, project) if "-" not in release.version]
    return sorted(stable, key=lambda release: release.order, reverse=True)


def _draw_versions(rng: Random) -> Iterator[str]:
    """Versions from 1.6.0 past 1.10.0 in the order of their release."""
    last, patches = rng.choice((10, 11)), {}
    for minor in range(6, last + 1):
        patches[minor] = rng.randrange(1, 4)
        yield from (f"1.{minor}.{patch}" for patch in range(patches[minor]))
    yield from ("2.0.0-rc.1", f"1.{last - 1}.{patches[last - 1]}", "2.0.0-rc.2")


def _make_release(rng: Random, hub: Hub, project: Project, version: str, day: date) -> Release:
    words, base = read("issues.json"), rng.randrange(40, 400)
    notes = [
        fill(note, {"verb": rng.choice(list_verbs()), "thing": rng.choice(words["things"])})
        for note in rng.sample(words["notes"], 4)
    ]
    commits = history(hub, project).commits
    made_from = max((commit.number for commit in commits if commit.when <= day), default=0)
    assets = []
    for platform in words["platforms"]:
        name = f"{project.name}-{version}-{platform}"
        size = base + rng.randrange(-30, 30)
        assets.append((name, size, sha256(f"{name}{size}".encode()).hexdigest()))
    danger = fill(rng.choice(words["dangers"]), {"thing": rng.choice(words["things"])})
    name, is_fix = f"CRN-{day.year}-{rng.randrange(1000, 9999)}", rng.random() < 0.3
    fixes = (name, danger, rng.choice(words["severities"])) if is_fix and "-" not in version else ()
    return Release(version, day, made_from, notes, assets, fixes)

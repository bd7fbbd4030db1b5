"""Episodes as one HTML file that opens from disk, without a server, a network or other files."""

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ... import runs
from ...records import Episode, Verdict
from . import fragments, listing, pictures

BUDGET = 5_000_000  # bytes for all pictures; base64 makes them a third larger in the file
MOST, LEAST = 150_000, 12_000  # bytes for one picture


def export(
    episodes: Episode | Sequence[Episode],
    file: str | Path,
    *,
    title: str = "",
    style: str = "black",
    verdicts: Sequence[Verdict] | None = None,
    notes: Callable[[Episode], Mapping[str, str]] | None = None,
) -> Path:
    """Write an episode, or a gallery of several with filters, with all pictures to one HTML file.

    The more pictures there are, the more they are compressed: 30 episodes stay under 10 MB. The
    arrow keys step through an episode. Page content is shown as text, and only the file's own
    script can run. `verdicts` are by default those stored with the run, if all episodes are from
    one. `notes` is called with each episode and returns what else to show of it, by heading.
    """
    episodes = [episodes] if isinstance(episodes, Episode) else list(episodes)
    verdicts = _load_verdicts(episodes) if verdicts is None else verdicts
    pictures.check_style(style)
    rows = listing.list_episodes(episodes, verdicts).to_dict("records")
    count = sum(step.observation.kept for episode in episodes for step in episode.steps)
    look = {"style": style, "most": max(LEAST, min(MOST, BUDGET // max(count, 1)))}
    rendered = []
    for episode in episodes:
        words = notes(episode) if notes else None
        rendered.append(_render_episode(episode, look, verdicts, words))
    outcomes = {row["outcome"] for row in rows}
    return write_page(
        file,
        "page",
        ("viewer.css", "page.css"),
        "page.js",
        title=title or (episodes[0].task.question if len(episodes) == 1 else "Episodes"),
        items=list(zip(rows, rendered, strict=True)),
        sites=sorted({row["site"] for row in rows}),
        outcomes=[outcome for outcome in listing.OUTCOMES if outcome in outcomes],
        sign=fragments.sign,
    )


def write_page(
    file: str | Path, template: str, styles: Sequence[str], script: str, **slots: Any
) -> Path:
    """Write a template that extends frame.html, with these style sheets and this one script."""
    css, code = "".join(map(fragments.asset, styles)), fragments.asset(script)
    # allow pictures inside the file, this style sheet and this script, and nothing else
    policy = (
        "default-src 'none'; img-src data:; "
        f"style-src {_hash_source(css)}; script-src {_hash_source(code)}; "
        "base-uri 'none'; form-action 'none'"
    )
    frame = {"styles": Markup(css), "script": Markup(code), "policy": policy}
    file = Path(file)
    file.write_text(fragments.render(template, **frame, **slots), "utf-8")
    return file


def _load_verdicts(episodes: Sequence[Episode]) -> list[Verdict]:
    """The verdicts stored with the run that all episodes are from; none if there is no such run."""
    folders = {episode.folder and episode.folder.parent.parent for episode in episodes}
    [folder, *others] = folders or {None}
    return runs.verdicts(folder) if folder and not others else []


def _render_episode(
    episode: Episode, look: dict, verdicts: Sequence[Verdict], notes: Mapping[str, str] | None
) -> dict:
    """The pieces of one episode."""
    numbers = range(1, len(episode.steps) + 1)
    steps = [fragments.step(episode, number, **look) for number in numbers]
    prompts = [fragments.prompt(episode, number, whole=False) for number in numbers]
    return {
        "head": fragments.head(episode),
        "steps": list(zip(steps, prompts, strict=True)),
        "end": fragments.end(episode, verdicts, notes),
        "empty": fragments.empty(episode),
    }


def _hash_source(text: str) -> str:
    """The hash by which a Content-Security-Policy allows an inline style sheet or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

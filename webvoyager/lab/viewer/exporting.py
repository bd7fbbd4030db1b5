"""Episodes as one HTML file that opens from a disk: no server, no internet, nothing but the
file.
"""

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...records import Episode, Verdict
from . import fragments, listing, pictures

ROOM = 5_000_000  # bytes for all pictures; in the file they take a third more
MOST, LEAST = 150_000, 12_000  # bytes for one


def export(
    episodes: Episode | Sequence[Episode],
    file: str | Path,
    *,
    title: str = "",
    style: str = "black",
    verdicts: Sequence[Verdict] = (),
    notes: Callable[[Episode], Mapping[str, str]] | None = None,
) -> Path:
    """Write an episode, or a gallery of several with filters, to one HTML file with all its
    pictures.

    The more pictures there are, the more they are compressed: 30 episodes stay under 10 MB. The
    arrow keys step through an episode. All that pages said is shown as text, and the file lets
    nothing run but its own script. `notes` is asked what else to say of an episode: words by their
    heading.
    """
    chosen = [episodes] if isinstance(episodes, Episode) else list(episodes)
    pictures.check(style)
    rows = listing.tabled(chosen, verdicts).to_dict("records")
    count = sum(step.observation.kept for episode in chosen for step in episode.steps)
    look = {"style": style, "most": max(LEAST, min(MOST, ROOM // max(count, 1)))}
    shown = [
        _shown(episode, look, verdicts, notes(episode) if notes else None) for episode in chosen
    ]
    return write(
        file,
        "page",
        ("viewer.css", "page.css"),
        "page.js",
        title=title or (chosen[0].task.question if len(chosen) == 1 else "Episodes"),
        items=list(zip(rows, shown, strict=True)),
        sites=sorted({row["site"] for row in rows}),
        outcomes=[
            outcome for outcome in listing.OUTCOMES if outcome in {row["outcome"] for row in rows}
        ],
        sign=fragments.sign,
    )


def write(
    file: str | Path, template: str, styles: Sequence[str], script: str, **slots: Any
) -> Path:
    """Write a template that extends frame.html, with these style sheets and this script and nothing
    else that runs.
    """
    look, run = "".join(map(fragments.asset, styles)), fragments.asset(script)
    safe = {
        "styles": fragments.Markup(look),
        "script": fragments.Markup(run),
        "policy": _policy(look, run),
    }
    file = Path(file)
    file.write_text(fragments.render(template, **safe, **slots), "utf-8")
    return file


def _shown(
    episode: Episode, look: dict, verdicts: Sequence[Verdict], notes: Mapping[str, str] | None
) -> dict:
    """The pieces of one episode."""
    numbers = range(1, len(episode.steps) + 1)
    steps = [fragments.step(episode, number, **look) for number in numbers]
    prompts = [fragments.prompt(episode, number, whole=False) for number in numbers]
    ends = {"end": fragments.end(episode, verdicts, notes), "empty": fragments.empty(episode)}
    return {
        "head": fragments.head(episode),
        "steps": list(zip(steps, prompts, strict=True)),
        **ends,
    }


def _policy(styles: str, script: str) -> str:
    """The Content-Security-Policy: pictures inside the file, this style sheet, this script, and
    nothing else.
    """
    parts = (
        "default-src 'none'",
        "img-src data:",
        f"style-src {_hash(styles)}",
        f"script-src {_hash(script)}",
    )
    return "; ".join((*parts, "base-uri 'none'", "form-action 'none'"))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

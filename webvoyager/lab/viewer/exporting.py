"""Episodes as one HTML file that opens from disk, without a server, a network or other files."""

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ... import runs
from ...records import Episode, Verdict
from . import fragments, listing, pictures, prompts

BUDGET = 5_000_000  # bytes for all pictures; base64 makes them a third larger in the file
MOST, LEAST = 150_000, 12_000  # bytes for one picture


def export(
    episodes: Episode | Sequence[Episode],
    file: str | Path,
    *,
    title: str = "",
    style: str = "black",
    verdicts: Sequence[Verdict] | None = None,
) -> Path:
    """Write an episode, or a gallery of several with filters, with all pictures to one HTML file.

    The more pictures there are, the more they are compressed: 30 episodes stay under 10 MB. The
    arrow keys step through an episode. Page content is shown as text, and only the file's own
    script can run. `verdicts` are by default those stored with the run, if all episodes are from
    one.
    """
    episodes = [episodes] if isinstance(episodes, Episode) else list(episodes)
    pictures.check_style(style)
    if verdicts is None:
        folders = {episode.folder and episode.folder.parent.parent for episode in episodes}
        folder = folders.pop() if len(folders) == 1 else None
        verdicts = runs.verdicts(folder) if folder else []
    count = sum(step.observation.kept for episode in episodes for step in episode.steps)
    most = max(LEAST, min(MOST, BUDGET // max(count, 1)))
    rendered = []
    for episode in episodes:
        steps = [
            (
                fragments.step(episode, number, style, most),
                prompts.as_html(episode, number, whole=False),
            )
            for number in range(1, len(episode.steps) + 1)
        ]
        end = fragments.end(episode, verdicts)
        empty = fragments.empty(episode)
        rendered.append(
            {"head": fragments.head(episode), "steps": steps, "end": end, "empty": empty}
        )
    rows = listing.list_episodes(episodes, verdicts).to_dict("records")
    outcomes = {row["outcome"] for row in rows}
    return write_page(
        file,
        "page",
        ("viewer.css", "page.css"),
        "page.js",
        title=title or (episodes[0].task.question if len(episodes) == 1 else "Episodes"),
        items=list(zip(rows, rendered, strict=True)),
        sites=sorted({row["site"] for row in rows}),
        outcomes=[outcome for outcome in fragments.SIGNS if outcome in outcomes],
    )


def write_page(
    file: str | Path, template: str, styles: Sequence[str], script: str, **slots: Any
) -> Path:
    """Write a template that extends frame.html, with these style sheets and this one script."""
    css, code = "".join(map(fragments.asset, styles)), fragments.asset(script)
    # allow pictures inside the file, this style sheet and this script, and nothing else
    digests = [hashlib.sha256(text.encode()).digest() for text in (css, code)]
    css_hash, code_hash = (f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    policy = (
        f"default-src 'none'; img-src data:; style-src {css_hash}; script-src {code_hash}; "
        "base-uri 'none'; form-action 'none'"
    )
    frame = {"styles": Markup(css), "script": Markup(code), "policy": policy}
    file = Path(file)
    file.write_text(fragments.render(template, **frame, **slots), "utf-8")
    return file

"""The pages of MiniWoB++ as a site of the mini web (`MiniWeb.add`).

The state of a visitor says how the last episode went: {"over": False}, or {"over": True, "reward",
"reason", "success"}. Only the checker can read it (`MiniWeb.state`). The reward is the raw one,
which time doesn't diminish; an episode is a success if it is positive.
"""

from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, g, request, send_from_directory

from .pages import find_pages, list_names

HERE = Path(__file__).parent
CORE = '<script src="../core/core.js"></script>'  # in every page, before the page's own script
OURS = '<script src="/episode.js"></script>'


def make(world: Any) -> Path:
    """The folder of pages; they are the same in every world."""
    return find_pages()


def app(pages: Path) -> Flask:
    """Serve the pages, each with our script; `/miniwob/click-button.html?seed=3` is an episode."""
    site = Flask(__name__, static_folder=None)
    names = frozenset(list_names(pages))

    @site.get("/miniwob/<name>.html")
    def begin(name: str) -> str:
        """A page; to load it is to begin an episode."""
        if name not in names:
            abort(404)
        g.state.clear()
        g.state["over"] = False
        text = (pages / "miniwob" / f"{name}.html").read_text("utf-8")
        return text.replace(CORE, CORE + OURS, 1)

    @site.post("/outcome")
    def end() -> tuple[str, int]:
        """What `episode.js` reports at the end of an episode."""
        reward = float(request.get_json()["reward"])
        reason = str(request.get_json()["reason"])
        g.state.update(over=True, reward=reward, reason=reason, success=reward > 0)
        return "", 204

    @site.get("/episode.js")
    def script() -> Response:
        return send_from_directory(HERE, "episode.js")

    @site.get("/<path:file>")
    def shared(file: str) -> Response:
        """Scripts, styles and pictures of the package."""
        return send_from_directory(pages, file)

    return site


def tasks(pages: Path) -> list[dict]:
    """None: what a page asks for is known when a browser has opened it (`taskfile.py`)."""
    return []

"""A site's Flask app: what every site does in the same way, before it adds its pages."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, render_template, request, send_from_directory

KIT = Path(__file__).parent


def site_app(
    name: str,
    *,
    icon: str,
    filters: Mapping[str, Callable[..., Any]] | None = None,
    names: Mapping[str, Any] | None = None,
    shared: Mapping[str, Any] | None = None,
) -> Flask:
    """The Flask app of the site whose pages.py is called `name`.

    `templates/` and `static/` are beside that file; `icon` is the site's SVG in `static/`.
    Templates can use `filters`, `names`, `noindex` (true if the address has a query) and
    `take_toast()`, the message that `toast()` left to be shown once. `shared` is put on `flask.g`
    for every request. An unknown address shows missing.html.
    """
    site = Flask(name)
    site.jinja_env.trim_blocks = site.jinja_env.lstrip_blocks = True
    site.jinja_env.filters |= dict(filters or {})
    site.jinja_env.globals |= {"take_toast": take_toast, **(names or {})}
    site.context_processor(lambda: {"noindex": bool(request.query_string)})
    site.register_error_handler(404, _show_missing)

    @site.before_request
    def _set_shared() -> None:
        for key, value in (shared or {}).items():
            setattr(g, key, value)

    @site.get("/kit/<path:file>")
    def kit_file(file: str) -> Response:
        """A script or a style that all sites share."""
        return send_from_directory(KIT / "static", file)

    @site.get("/favicon.ico")
    @site.get("/favicon.svg")
    def favicon() -> Response:
        """The site's icon."""
        return site.send_static_file(icon)

    return site


def toast(message: str) -> None:
    """Leave a message that the next page shows this visitor once."""
    g.state["toast"] = message


def take_toast() -> str:
    """The message to show now, "" if there is none."""
    return g.state.pop("toast", "")


def picture(drawn: str | bytes) -> Response:
    """A picture that browsers may keep for a day: text is SVG, bytes are PNG."""
    kind = "image/svg+xml" if isinstance(drawn, str) else "image/png"
    return Response(drawn, mimetype=kind, headers={"Cache-Control": "public, max-age=86400"})


def _show_missing(error: Exception) -> tuple[str, int]:
    return render_template("missing.html", reason=getattr(error, "description", "")), 404

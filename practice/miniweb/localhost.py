"""Serves the sites to people's browsers: http://recipes.localhost:8000/ is http://recipes.mini/.

Chrome, Edge and Firefox resolve every name that ends in .localhost to this machine; no browser does
that for .mini.
"""

import re
from collections.abc import Callable, Iterable

from werkzeug.wrappers import Response

WSGI = Callable[..., Iterable[bytes]]
INSIDE, OUTSIDE = ".mini", ".localhost"
# The host in http://recipes.mini/soups.
ADDRESS = re.compile(r"(?<=//)([a-z][a-z0-9-]*)\.mini(?![\w.-])")
TEXT = re.compile(r"text/|image/svg|application/(?:json|javascript|xml)")


def for_people(app: WSGI) -> WSGI:
    """`app`, whose sites also answer to NAME.localhost, at the port that was asked.

    The app takes such a request for one to NAME.mini, and every http://NAME.mini in its reply,
    headers and text, is changed to where the request came to. All other requests pass untouched,
    and so do their replies.
    """

    def _answer(environ: dict, start_response: Callable) -> Iterable[bytes]:
        host, _, port = environ.get("HTTP_HOST", "").lower().partition(":")
        if not host.endswith(OUTSIDE):
            return app(environ, start_response)
        reply = Response.from_app(app, environ | {"HTTP_HOST": host.removesuffix(OUTSIDE) + INSIDE})
        _lead(reply, rf"\1{OUTSIDE}:{port}" if port else rf"\1{OUTSIDE}")
        return reply(environ, start_response)

    return _answer


def _lead(reply: Response, host: str) -> None:
    """Change the hosts that a reply names."""
    for name, value in list(reply.headers):
        if ADDRESS.search(value):
            reply.headers[name] = ADDRESS.sub(host, value)
    if TEXT.match(reply.mimetype or ""):
        text = reply.get_data(as_text=True)
        if ADDRESS.search(text):
            reply.set_data(ADDRESS.sub(host, text))

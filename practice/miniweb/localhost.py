"""Serve the sites to people's own browsers: http://recipes.localhost:8000/ is http://recipes.mini/.

Chrome, Edge and Firefox resolve every name that ends in .localhost to this machine; no browser does
that for .mini.
"""

import re
from collections.abc import Callable, Iterable

from werkzeug.wrappers import Response

WSGI = Callable[..., Iterable[bytes]]
MINI, LOCALHOST = ".mini", ".localhost"
# The host in http://recipes.mini/soups.
ADDRESS = re.compile(r"(?<=//)([a-z][a-z0-9-]*)\.mini(?![\w.-])")
TEXT = re.compile(r"text/|image/svg|application/(?:json|javascript|xml)")


def for_people(app: WSGI) -> WSGI:
    """Make the sites of `app` answer at NAME.localhost too.

    The app receives such a request as one to NAME.mini. Every http://NAME.mini in the headers and
    text of its reply becomes NAME.localhost, with the request's port. Other requests and their
    replies pass unchanged.
    """

    def _serve(environ: dict, start_response: Callable) -> Iterable[bytes]:
        host, _, port = environ.get("HTTP_HOST", "").lower().partition(":")
        if not host.endswith(LOCALHOST):
            return app(environ, start_response)
        reply = Response.from_app(app, environ | {"HTTP_HOST": host.removesuffix(LOCALHOST) + MINI})
        _replace_hosts(reply, rf"\1{LOCALHOST}:{port}" if port else rf"\1{LOCALHOST}")
        return reply(environ, start_response)

    return _serve


def _replace_hosts(reply: Response, host: str) -> None:
    """Replace the hosts that a reply names in its headers and text."""
    for name, value in list(reply.headers):
        if ADDRESS.search(value):
            reply.headers[name] = ADDRESS.sub(host, value)
    if TEXT.match(reply.mimetype or ""):
        text = reply.get_data(as_text=True)
        if ADDRESS.search(text):
            reply.set_data(ADDRESS.sub(host, text))

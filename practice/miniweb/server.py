"""The server behind the mini web: one loopback port for all sites, one for ground truth.

Sites are told apart by the Host header.
"""

import json
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

from flask import Flask, Response, g, request

from webvoyager.records import Task

from ..loopback import Loopback
from . import questions, sites, taskfile
from .localhost import for_people
from .world import World
from .world_cache import load_or_make

DOMAIN = ".mini"
COOKIE = "visitor"


class OnFirstUse(Mapping):
    """A mapping that makes each value on first use, and only once even with several threads.

    `names` may grow; iteration follows their order. Names in `aside` have a value too, but
    iteration leaves them out.
    """

    def __init__(
        self, names: Sequence[str], make: Callable[[str], Any], aside: Sequence[str] = ()
    ) -> None:
        self._names, self._make, self._aside = names, make, aside
        self._values: dict[str, Any] = {}
        self._making = threading.RLock()

    def __getitem__(self, name: str) -> Any:
        if name not in self._names and name not in self._aside:
            raise KeyError(name)
        with self._making:
            if name not in self._values:
                self._values[name] = self._make(name)
            return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class MiniWeb:
    """Serve all sites of one world on loopback until `close()`; a context manager.

    A site is built on its first visit. The kit's browser resolves `*.mini` to `.port`; people open
    the sites there as http://NAME.localhost:<port>/. State is kept per site and visitor, behind a
    cookie, so a browser without cookies gets a fresh world. `state()` reads a visitor's state over
    a second port, `.control`, which requires a token and isn't known to any browser.
    """

    def __init__(self, world: World | None = None, port: int = 0) -> None:
        self.world = world or World()
        self._names, self._added = sites.names(), {}
        self.data = OnFirstUse(self._names, self._make_data)
        self._tasks = OnFirstUse(self._names, self._make_rows, aside=[questions.NAME])
        self.apps = OnFirstUse(self._names, lambda name: self._build_app(name, self.data[name]))
        self._states: dict[tuple[str, str], dict] = {}
        self._token = secrets.token_hex(16)
        self._public = Loopback(for_people(self._serve_sites), port)
        self._control = Loopback(self._serve_states)
        self.port, self.control = self._public.port, self._control.port

    def add(self, name: str, site: Any) -> None:
        """Serve one more site at http://<name>.mini/ from now on.

        `site` is anything with `make(world)`, `app(data)` and `tasks(data)`, as the folders of
        `sites/` have them. Raises ValueError if the name can't be a host or is taken. The search
        site finds only the sites in `sites/`.
        """
        if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
            raise ValueError(
                f"{name!r} can't be a host: use a-z, digits and hyphens, and begin with a letter."
            )
        if name in (*self._names, questions.NAME):
            raise ValueError(
                f"There is already a site {name!r}: choose another name, or start the web again."
            )
        self._added[name] = site
        self._names.append(name)

    def _find_site(self, name: str) -> Any:
        return self._added.get(name) or sites.module(name)

    def _make_data(self, name: str) -> Any:
        if name in self._added:
            return self._added[name].make(self.world)
        return sites.make_data(name, self.world)

    def _make_rows(self, name: str) -> list[dict]:
        """A site's tasks, made from its data, with their rules and oracles."""

        def make_rows() -> list[dict]:
            if name == questions.NAME:
                return questions.make(self.world)
            return list(self._find_site(name).tasks(self.data[name]))

        return (
            make_rows()
            if name in self._added
            else load_or_make(self.world, f"tasks of {name}", make_rows)
        )

    def _build_app(self, name: str, data: Any) -> Flask:
        """The site's app; every request gets its visitor's state before the site's code runs."""
        app = self._find_site(name).app(data)

        def _load_state() -> None:
            g.visitor = request.cookies.get(COOKIE) or secrets.token_hex(8)
            g.state = self._states.setdefault((name, g.visitor), {})

        def _set_cookie(response: Response) -> Response:
            if COOKIE not in request.cookies:
                response.set_cookie(COOKIE, g.visitor, samesite="Lax")
            return response

        app.before_request_funcs.setdefault(None, []).insert(0, _load_state)
        app.after_request(_set_cookie)
        return app

    def _serve_sites(self, environ: dict, start_response: Callable) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "").rsplit(":", 1)[0].lower()
        site = self.apps.get(host.removesuffix(DOMAIN)) if host.endswith(DOMAIN) else None
        if site is None:
            return _send_text(start_response, "404 Not Found", "There is no site at this address.")
        return site(environ, start_response)

    def _serve_states(self, environ: dict, start_response: Callable) -> Iterable[bytes]:
        given = environ.get("HTTP_AUTHORIZATION", "").encode()
        if not secrets.compare_digest(given, f"Bearer {self._token}".encode()):
            return _send_text(start_response, "403 Forbidden", "This port is for the checker.")
        site, _, visitor = environ["PATH_INFO"].strip("/").partition("/")
        return _send_text(
            start_response, "200 OK", json.dumps(self._states.get((site, visitor), {}))
        )

    def tasks(self, *names: str) -> list[Task]:
        """The tasks with reference answers: all, or those of a site ("shop") or id ("shop--3").

        "minigaia" names the questions across sites, which are otherwise left out. Naming sites is
        quicker, because only those are built. Raises ValueError for an unknown name.
        """
        return taskfile.tasks(self.world, self._tasks, names)

    def oracles(self, *names: str) -> dict[str, list[list[str]]]:
        """The steps that solve each task, by task id: [verb, role, name, …], for `oracle.play`."""
        return taskfile.oracles(self._tasks, names)

    def state(self, site: str, cookies: dict[str, dict[str, str]]) -> dict:
        """What a browser's visitor has done at a site, or {}.

        `cookies` is {host: {name: value}}.
        """
        visitor = cookies.get(site + DOMAIN, {}).get(COOKIE, "")
        state_request = Request(f"http://127.0.0.1:{self.control}/{site}/{visitor}")
        state_request.add_header("Authorization", f"Bearer {self._token}")
        with build_opener(ProxyHandler({})).open(state_request, timeout=10) as reply:
            return json.load(reply)

    def states(self, site: str) -> list[dict]:
        """What each visitor of a site has done there."""
        return [state for (name, _), state in list(self._states.items()) if name == site]

    def close(self) -> None:
        """Stop both servers; closing twice is fine."""
        for server in (self._public, self._control):
            server.close()

    def __enter__(self) -> "MiniWeb":
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _send_text(start_response: Callable, status: str, text: str) -> list[bytes]:
    start_response(status, [("Content-Type", "text/plain; charset=utf-8")])
    return [text.encode()]

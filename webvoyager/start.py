"""The first call of a notebook: sets up a model, a browser and a web as the environment says."""

import atexit
import os
import warnings
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, Unpack

import dotenv

from . import agent, models, runs, views
from .browser import Browser
from .environment import Environment
from .models import Model, open_dotenv
from .records import Choices, Episode, EpisodeError, Task

OFFLINE = "offline-rules"  # the local model: plain rules, sent the words of the page as text
EYES = "offline-eyes"  # the same rules, sent only pixels, which they read with Tesseract
LEARNED = "offline-learned"  # trained on the oracles of other worlds; sent the words as text
SEARCH_ENGINE = "http://search.mini/"  # the mini web's
TAPES = ("WEBVOYAGER_RECORD", "WEBVOYAGER_REPLAY")
HOSTED = "gpt-5.4-mini"  # unless WEBVOYAGER_MODEL names another
PRACTICE = ("practice", "flask", "sympy", "fpdf", "bs4", "sklearn", "platformdirs")  # it needs
MISSING = "the practice sites and the local models are missing: pip install 'webvoyager[practice]'"


@dataclass
class Kit:
    """A model, an environment and the mini web, ready to run.

    A context manager; it also closes when the kernel ends. `web` is None if practice/ is missing.
    """

    model: Model
    env: Environment
    web: Any  # the mini web: .tasks(), .state(site, cookies), .close()
    _stack: ExitStack = field(default_factory=ExitStack, repr=False)  # browser and servers
    _process: int = field(default_factory=os.getpid, repr=False)

    @property
    def browser(self) -> Browser:
        """The environment's browser."""
        return self.env.browser

    def ask(
        self,
        question: str,
        site: str | None = None,
        *,
        watch: runs.Watch | None = runs.print_step,
        view: views.View | None = None,
        folder: str | Path | None = None,
        **settings: Unpack[Choices],
    ) -> Episode:
        """Play an episode for your own question, with a line for each step as it comes.

        `site` is a site of the mini web or an address; without it the episode starts at the search
        engine. Ctrl-C ends the episode. `watch=viewer.watcher()` (lab/viewer) shows pages, thoughts
        and costs in a notebook, with a Stop button; `watch=None` shows nothing. `view` is another
        view than the kit's, for this question alone; `folder` is a run. ValueError if there is no
        such site.
        """
        local = self.web is not None and not (site and "://" in site)
        extra = self.web.world.about() if local else {}
        url = self._find_address(site)
        task = Task(id="question", site=site or "search", url=url, question=question, extra=extra)
        env = Environment(self.browser, view, self.env.actions) if view else self.env
        return agent.run(task, env, self.model, watch=watch, folder=folder, **settings)

    def _find_address(self, site: str | None) -> str:
        if site is None:
            return self.browser.search_engine
        if "://" in site:
            return site
        sites = list(self.web.apps) if self.web else []
        if site not in sites:
            known = f"one of {', '.join(sites)}, or " if sites else ""
            raise ValueError(f"There is no site {site!r}: give {known}an http:// address.")
        return f"http://{site}.mini/"

    def close(self) -> None:
        """Stop the browser and the servers that start() started; closing twice is fine.

        A forked process leaves them to its parent.
        """
        if self._process != os.getpid():
            return
        atexit.unregister(self.close)
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def start(
    model: str | Model | None = None,
    headless: bool = True,
    *,
    live: bool | None = None,
    allow: Sequence[str] | None = None,
    seed: int = 42,
    without: Sequence[str] = (),
    pictures: bool = True,
    **browser: Any,
) -> Kit:
    """Set up a kit from OPENAI_API_KEY, OPENAI_BASE_URL and WEBVOYAGER_MODEL.

    They come from the shell or a .env file; ValueError if that file cannot be read or understood.
    WEBVOYAGER_RECORD and WEBVOYAGER_REPLAY are files for all calls (`Model(record=…, replay=…)`).

    Without a key and an address the model is "offline-rules": rules, not a language model.
    "offline-eyes" is the same rules, but it sees only pixels, which it reads with Tesseract.
    "offline-learned" is a policy trained on other worlds of the mini web, at temperature 0.
    "simulated-0.8" isn't an agent: it follows the answer key and gets 80 % of its steps right.
    Any other model is first asked a small question; if it does not answer or takes no pictures,
    EpisodeError says what to do. `pictures=False` is for a model that only reads text.

    `live` allows the internet (default: only with a hosted model); `allow` lists the only hosts
    that may be reached, such as your own ("127.0.0.1:5000"). `seed` chooses the mini web's world,
    `without` names obstacles that it leaves out (`practice.miniweb.world.OBSTACLES`).
    `browser` takes further arguments of Browser: remote, hosts, proxy, viewport.
    """
    for folder in (Path.cwd(), Path(__file__).parents[1]):  # this one, and the kit's
        dotenv.load_dotenv(stream=open_dotenv(folder))
    with ExitStack() as stack:  # an error or an interrupt ends whatever was started
        web = _start_web(seed, tuple(without), stack)
        chosen = model if isinstance(model, Model) else _find_model(model, web, stack)
        offline = chosen.page_text or models.is_stand_in(chosen.name)
        if not offline and not chosen.replays:
            _check_model(chosen, pictures)
        live = not offline if live is None else live
        if web:
            local = {"*.mini": f"127.0.0.1:{web.port}"}
            browser = {**browser, "hosts": {**(browser.get("hosts") or {}), **local}}
        if web and not live:
            browser = {"search_engine": SEARCH_ENGINE, **browser}
        allow = (None if live else ()) if allow is None else allow
        shown = stack.enter_context(Browser(headless, allow=allow, **browser))
        kit = Kit(chosen, Environment(shown), web, stack.pop_all())
    atexit.register(kit.close)
    return kit


def _start_web(seed: int, without: tuple[str, ...], stack: ExitStack) -> Any:
    """The mini web; None if the folder practice/, or a package that it needs, is missing."""
    try:
        from practice.miniweb import MiniWeb, World  # only this file knows practice/
    except ModuleNotFoundError as error:
        if error.name not in PRACTICE:
            raise
        return None
    return stack.enter_context(closing(MiniWeb(World(seed, without=without))))


def _find_model(named: str | None, web: Any, stack: ExitStack) -> Model:
    """The model of this name, or the one the environment names, or the offline one."""
    names = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "WEBVOYAGER_MODEL", *TAPES)
    key, address, default, record, replay = (
        os.environ.get(each, "").strip() or None for each in names
    )
    name = named or default or (models.recorded_model(replay) if replay else None)
    if not (name or key or address or replay) or (name and models.is_stand_in(name)):
        return _start_local_model(name or OFFLINE, web, stack, record, replay)
    if not (key or address or replay):
        raise EpisodeError(
            f"{'model' if named else 'WEBVOYAGER_MODEL'} names {name!r}, but there is no key and no"
            " address for it: set OPENAI_API_KEY or OPENAI_BASE_URL too, or name"
            f" {OFFLINE!r}, the rules on this machine."
        )
    # None: from the environment, see models/keys.py
    without_key = "none" if address and not key else None
    if address and not name:
        name = Model(HOSTED, address, without_key, record=record, replay=replay).find_name()
    return Model(name or HOSTED, address, without_key, record=record, replay=replay)


def _start_local_model(
    name: str, web: Any, stack: ExitStack, record: str | None, replay: str | None
) -> Model:
    """A model of practice/; ValueError if the skill is not in 0 to 1 or the world is unknown."""
    if web is None:
        remedy = "or set OPENAI_API_KEY or OPENAI_BASE_URL"
        raise EpisodeError(f"There is no model: {MISSING}, {remedy}.")
    from practice import local

    name, server = local.serve(name, web, SEARCH_ENGINE)
    stack.enter_context(closing(server))
    return Model(
        name,
        server.base_url,
        "none",
        temperature=0.0 if name == LEARNED else 1.0,
        max_tokens=None,
        page_text=name != EYES,
        embedding=OFFLINE,
        record=record,
        replay=replay,
    )


def _check_model(model: Model, pictures: bool) -> None:
    """Check that the model answers; warn if it seems not to see pictures."""
    if (found := model.check(pictures)).pictures is False:
        warnings.warn(
            f"{found}: a model that does not see pictures needs pictures=False and a text view.",
            stacklevel=3,
        )

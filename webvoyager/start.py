"""What a notebook's first cell calls: a model, a browser and a web, from the environment."""

import atexit
import os
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import dotenv

from . import agent
from .browser import Browser
from .environment import Environment
from .models import Model, open_dotenv
from .records import Episode, EpisodeError, Task

OFFLINE = "offline-rules"  # the local model: plain rules, which are sent the page's words
EYES = "offline-eyes"  # the same rules, which are sent pixels and read them
LEARNED = "offline-learned"  # trained on the oracles of other worlds; sent the page's words
LOCAL = (OFFLINE, EYES, LEARNED)
SIMULATED = re.compile(r"simulated-(\d(?:\.\d+)?)")  # it follows the answer key; by its skill
SEARCH_ENGINE = "http://search.mini/"  # of the mini web
HOSTED = "gpt-5.4-mini"  # where WEBVOYAGER_MODEL names none
MISSING = "the folder practice/, which has the local sites and the local model, is missing"


@dataclass
class Kit:
    """A model, an environment and the mini web, ready to run.

    A context manager; it also ends with the kernel. `web` is None where practice/ is missing.
    """

    model: Model
    env: Environment
    web: Any  # the mini web: .tasks(), .state(site, cookies), .close()
    _others: list = field(default_factory=list, repr=False)
    _process: int = field(default_factory=os.getpid, repr=False)

    @property
    def browser(self) -> Browser:
        """The environment's browser."""
        return self.env.browser

    def ask(self, question: str, site: str | None = None, **settings: Any) -> Episode:
        """Ask your own question: at a site of the mini web, an address, or the search engine.

        `settings` are fields of Settings. ValueError where there is no such site.
        """
        local = self.web is not None and not (site and "://" in site)
        extra = {"web_seed": self.web.world.seed} if local else {}
        task = Task("question", site or "search", self._find_address(site), question, extra=extra)
        return agent.run(task, self.env, self.model, **settings)

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
        """End the browser and the servers that start() started; closing twice is fine.

        A forked process leaves them to the one that started them.
        """
        if self._process != os.getpid():
            return
        atexit.unregister(self.close)
        self.browser.close()
        while self._others:
            self._others.pop().close()

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
    pictures: bool = True,
    **browser: Any,
) -> Kit:
    """A kit by OPENAI_API_KEY, OPENAI_BASE_URL and WEBVOYAGER_MODEL, from the shell or a .env file.

    ValueError names a .env file that cannot be read, or what makes no sense in it.

    Without a key or an address, or with model "offline-rules", the model is the offline one: rules,
    not a language model; "offline-eyes" is the same rules with Tesseract's eyes, sent nothing but
    pixels; "offline-learned" is a policy trained on other worlds of the mini web, at temperature 0;
    "simulated-0.8" is no agent: it follows the answer key, and takes 80 % of steps rightly.
    Any other model is asked a small question first: EpisodeError says what to do where it does not
    answer or takes no pictures; pictures=False sends none, for a model that reads only.
    `live` opens the way to the internet (default: with a hosted model), `allow` to hosts of your
    own and to no others ("127.0.0.1:5000"). `seed` is the mini web's world. `browser` has further
    arguments of Browser: remote, hosts, proxy, viewport.
    """
    for folder in (Path.cwd(), Path(__file__).parents[1]):  # this one, and the kit's
        dotenv.load_dotenv(stream=open_dotenv(folder))
    others: list = []
    try:
        web = _start_web(seed, others)
        chosen = model if isinstance(model, Model) else _find_model(model, web, others)
        offline = chosen.page_text or _is_local(chosen.name)
        if not offline:
            _check_model(chosen, pictures)
        live = not offline if live is None else live
        if web:
            local = {"*.mini": f"127.0.0.1:{web.port}"}
            browser = {**browser, "hosts": {**(browser.get("hosts") or {}), **local}}
        if web and not live:
            browser = {"search_engine": SEARCH_ENGINE, **browser}
        allow = (None if live else ()) if allow is None else allow
        env = Environment(Browser(headless, allow=allow, **browser))
    except BaseException:  # whatever it was: stop whatever was started
        while others:
            others.pop().close()
        raise
    kit = Kit(chosen, env, web, others)
    atexit.register(kit.close)
    return kit


def _start_web(seed: int, others: list) -> Any:
    """The mini web; None where the folder practice/ is missing."""
    try:
        from practice.miniweb import MiniWeb, World  # only this file knows practice/
    except ModuleNotFoundError as error:
        if error.name != "practice":
            raise
        return None
    others.append(MiniWeb(World(seed)))
    return others[-1]


def _find_model(name: str | None, web: Any, others: list) -> Model:
    """The model that is named, or that the environment names, or the offline one."""
    names = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "WEBVOYAGER_MODEL")
    key, address, named = (os.environ.get(each, "").strip() for each in names)
    source, name = ("model", name) if name else ("WEBVOYAGER_MODEL", named)
    offline = _is_local(name)
    if name and not offline and not (key or address):
        remedy = (
            "set OPENAI_API_KEY or OPENAI_BASE_URL too, or name "
            f"{OFFLINE!r}, the rules on this machine"
        )
        raise EpisodeError(
            f"{source} names {name!r}, but there is no key and no address for it: {remedy}."
        )
    if not offline and (key or address):
        without_key = None if key else "none"  # a key is the environment's, see models/keys.py
        hosted = Model(name or HOSTED, address, without_key)
        return hosted if name or not address else Model(hosted.find_name(), address, without_key)
    return _start_local_model(name or OFFLINE, web, others)


def _is_local(name: str) -> bool:
    return name in LOCAL or SIMULATED.fullmatch(name) is not None


def _start_local_model(name: str, web: Any, others: list) -> Model:
    """A model of practice/; ValueError for a skill that makes no sense, or an unknown world."""
    if web is None:
        remedy = "set OPENAI_API_KEY or OPENAI_BASE_URL, or bring the folder back"
        raise EpisodeError(f"There is no model: {MISSING}; {remedy}.")
    from practice import learned, offline, simulated

    if skill := SIMULATED.fullmatch(name):
        skilled = [simulated.Skill(float(skill[1]))]
        others.append(simulated.Simulated(skilled, web.world.seed))
        name = others[-1].names[0]
    elif name == LEARNED:
        others.append(learned.serve())
    else:  # they can also search the web, without the browser
        others.append(offline.Offline(web=offline.Web(web.port, SEARCH_ENGINE)))
    temperature = 0.0 if name == LEARNED else 1.0
    settings = {"max_tokens": None, "page_text": name != EYES, "embedding": OFFLINE}
    return Model(name, others[-1].base_url, "none", temperature, **settings)


def _check_model(model: Model, pictures: bool) -> None:
    """Ask a model whether it is there; warn of one that seems not to see."""
    if (found := model.check(pictures)).pictures is False:
        warnings.warn(
            f"{found}: a model that does not see pictures needs pictures=False and a text view.",
            stacklevel=3,
        )

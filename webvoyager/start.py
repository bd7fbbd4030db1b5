"""What a notebook's first cell calls: a model, a browser and a web, from the environment."""

import atexit
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import dotenv

from . import agent
from .browser import Browser
from .models import Model
from .records import Episode, EpisodeError, Task

# the same rules; the second is sent pixels, and reads them
OFFLINE, EYES = (
    "offline-rules",
    "offline-eyes",
)
HOSTED = "gpt-5.4-mini"  # where WEBVOYAGER_MODEL says nothing


@dataclass
class Kit:
    """A model, a browser and the mini web, ready to run; a context manager, and it ends with the
    kernel.
    """

    model: Model
    browser: Browser
    web: Any  # the mini web: .tasks(), .state(site, cookies), .close()
    _others: list = field(default_factory=list, repr=False)

    def ask(self, question: str, site: str | None = None, **settings: Any) -> Episode:
        """Your own question in one call: at a site of the mini web, an address, or else the search
        engine.
        """
        extra = {} if site and "://" in site else {"web_seed": self.web.world.seed}
        task = Task("question", site or "search", self._address(site), question, extra=extra)
        return agent.run(task, self.browser, self.model, **settings)

    def _address(self, site: str | None) -> str:
        if site is None:
            return self.browser.search
        if "://" in site:
            return site
        if site not in self.web.apps:
            raise ValueError(
                f"There is no site {site!r}: give one of {', '.join(self.web.apps)}, or an http://"
                " address."
            )
        return f"http://{site}.mini/"

    def close(self) -> None:
        """End the browser and the servers that start() started; closing twice is fine."""
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
    hosts: Mapping[str, str] | None = None,
    seed: int = 42,
    remote: str | None = None,
    pictures: bool = True,
) -> Kit:
    """A kit from the environment and a .env file: OPENAI_API_KEY, OPENAI_BASE_URL,
    WEBVOYAGER_MODEL.

    Without a key or address, or with model "offline-rules", the model is the offline one: rules,
    not a language model; "offline-eyes" is the same rules with Tesseract's eyes, sent nothing but
    pixels. Any other is asked a small question first: EpisodeError says what to mend where it does
    not answer or takes no pictures; pictures=False sends none, for a model that is shown text only.
    `live` opens the way to the internet (default: with a hosted model), `allow` to hosts of your
    own, and to no others ("127.0.0.1:5000"); `hosts` leads names to them, as in Browser. `seed` is
    the mini web's world.
    """
    for folder in (Path.cwd(), Path(__file__).parents[1]):  # this one, and the kit's
        dotenv.load_dotenv(folder / ".env")
    from practice.miniweb import MiniWeb, World  # only here does the helper know the practice wing

    others: list = []
    try:
        chosen = model if isinstance(model, Model) else _model(model, others)
        offline = chosen.page_text or chosen.name == EYES
        if not offline:
            _check(chosen, pictures)
        live = not offline if live is None else live
        web = MiniWeb(World(seed))
        others.append(web)
        engine = {} if live else {"search": "http://search.mini/"}
        led = {**(hosts or {}), "*.mini": f"127.0.0.1:{web.port}"}
        allow = (None if live else ()) if allow is None else allow
        browser = Browser(headless, remote=remote, allow=allow, hosts=led, **engine)
    except BaseException:  # whatever it was, what has been started ends
        while others:
            others.pop().close()
        raise
    kit = Kit(chosen, browser, web, others)
    atexit.register(kit.close)
    return kit


def _model(name: str | None, others: list) -> Model:
    """The model that is named, or that the environment names, or the offline one."""
    key, address = os.environ.get("OPENAI_API_KEY"), os.environ.get("OPENAI_BASE_URL")
    named, name = (
        "model" if name else "WEBVOYAGER_MODEL",
        name or os.environ.get("WEBVOYAGER_MODEL"),
    )
    offline = name in (OFFLINE, EYES)
    if name and not offline and not (key or address):
        mend = (
            f"set OPENAI_API_KEY or OPENAI_BASE_URL too, or name {OFFLINE!r}, the rules on this"
            " machine"
        )
        raise EpisodeError(
            f"{named} names {name!r}, but there is no key and no address for it: {mend}."
        )
    if not offline and (key or address):
        made = Model(name or HOSTED, address, key or "none")
        return made if name or not address else Model(made.find_name(), address, key or "none")
    from practice.offline import Offline

    server = Offline()
    others.append(server)
    settings = dict(max_tokens=None, page_text=name != EYES, embedding=OFFLINE)
    return Model(name or OFFLINE, server.base_url, "none", **settings)


def _check(model: Model, pictures: bool) -> None:
    """Ask a model whether it is there; warn of one that seems not to see."""
    if (found := model.check(pictures)).pictures is False:
        warnings.warn(
            f"{found}: a model that does not see pictures needs pictures=False and a text view.",
            stacklevel=3,
        )

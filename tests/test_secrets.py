"""Secrets are typed into pages of their host, and are in no record, prompt, picture or log."""

import gzip
import io
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask, request
from PIL import Image, ImageChops

from practice.loopback import Loopback
from webvoyager import Browser, Environment, Task, agent, views
from webvoyager.browser.secrets import Secrets
from webvoyager.records import Action

USER, PASSWORD = "anna-maria", "Correct Horse/9"
KNOWN = {"127.0.0.1": {"user": USER, "password": PASSWORD}}
FORM = """<!doctype html><title>Log in</title><style>input{font:16px monospace;width:300px}</style>
<form><label>Name <input name=name></label> <label>Password <input name=pass type=password></label>
<button>Go</button></form>
<button onclick="document.querySelector('[name=pass]').type='text'">Show password</button>"""


class Shop:
    """A site with a log-in that shows, in every way, what was typed."""

    def __init__(self) -> None:
        app = Flask("shop")
        app.get("/")(self._page)
        self.served, self.typed = Loopback(app), {}

    def _page(self) -> str:
        self.typed |= request.args.to_dict()
        if "name" not in request.args:
            return FORM
        name, word = request.args["name"], request.args["pass"]
        return (
            f"<title>Hello {name}</title><h1>Hello {name.upper()}</h1><p>Your password is {word}."
            f"<p style='width:9ch;word-break:break-all'>{name}</p><a href='/?of={name}'>{name}</a>"
            f"<script>document.cookie = 'seen=1'; alert('Welcome {name}')</script>"
        )


@pytest.fixture
def site() -> Iterator[Shop]:
    made = Shop()
    yield made
    made.served.close()


@pytest.fixture(scope="module")
def guarded() -> Iterator[Browser]:
    """A browser that knows the secrets of this machine's sites."""
    with Browser(secrets=KNOWN) as browser:
        yield browser


@pytest.fixture
def env(guarded: Browser, site: Shop) -> Environment:
    """An environment on the log-in page."""
    made = Environment(guarded)
    made.reset(make_task(site))
    return made


def make_task(site: Shop, question: str = "Log in.") -> Task:
    return Task(id="shop--0", site="shop", url=f"{site.served.url}/", question=question)


def find(env: Environment, words: str) -> int:
    return next(mark.label for mark in env.observation.marks if words in mark.text)


def count_colours(picture: bytes, box: tuple) -> int:
    """How many colours a part of a picture has."""
    x, y, width, height = map(round, box)
    part = Image.open(io.BytesIO(picture)).convert("RGB").crop((x, y, x + width, y + height))
    return len(part.getcolors(maxcolors=1 << 16))


def test_a_log_in_leaves_no_trace_of_its_secrets(guarded, site, model, endpoint, tmp_path):
    script = iter(
        [
            "Thought: The name.\nAction: Type [0]; {{user}}",
            "Thought: The name again, without Enter.\nAction: GoBack",
            "Action: Fill [0]; {{user}}",
            "Action: Type [1]; {{password}}",
            "Thought: Done.\nAction: ANSWER; I am {{user}}",
        ]
    )
    endpoint.replies = [lambda asked: next(script)]
    env = Environment(guarded, views.marked_with_text, actions=[*agent.actions.EXTENDED])
    task = make_task(site, "Log in as {{user}} with {{password}}.")
    played = agent.run(task, env, model, folder=tmp_path / "run")
    assert played.answer == "I am {{user}}"
    assert site.typed == {"name": USER, "pass": PASSWORD}
    last = played.steps[-1].observation
    assert last.title == "Hello {{user}}" and "Hello {{user}}" in last.text
    assert "Your password is {{password}}." in last.text
    written = json.dumps(endpoint.asked) + json.dumps(played.to_json(), default=str)
    for file in (tmp_path / "run").rglob("*"):
        if file.suffix in (".json", ".jsonl"):
            written += file.read_text("utf-8")
        elif file.suffix == ".gz":
            written += gzip.decompress(file.read_bytes()).decode()
    for secret in (USER, PASSWORD, "anna%2Dmaria", "Correct+Horse", "Correct%20Horse"):
        assert secret.lower() not in written.lower()


def test_a_secret_is_covered_wherever_a_page_draws_it(env):
    seen = env.step(Action("Type", find(env, "Password"), "{{password}}"))
    drawn = [line for line in seen.lines if "{{" in line[4]]
    assert any("{{password}}" in line[4] for line in drawn)
    for *box, _ in drawn:
        assert count_colours(seen.screenshot, box) <= 16, "grey and the six dots alone"


def test_an_address_with_a_secret_can_be_opened_again(env, site):
    seen = env.step(Action("Type", find(env, "Password"), "{{password}}"))
    assert seen.url.endswith("pass={{password}}")
    site.typed.clear()
    assert env.reset(seen.url, fresh=False).url == seen.url and site.typed["pass"] == PASSWORD


def test_a_password_is_covered_the_same_way_however_long_it_is(env):
    covered = []
    for words in ("hush", "a much longer one"):
        env.reset(env.browser.url, fresh=False)
        seen = env.step(Action("Click", find(env, "Password")))
        env.browser.keys(words)
        seen = env.step()
        mark = seen.marks[find(env, "Password")]
        x, y, width, height = map(round, mark.boxes[0])
        picture = Image.open(io.BytesIO(seen.screenshot)).convert("RGB")
        covered.append(picture.crop((x, y, x + width, y + height)))
    assert not ImageChops.difference(*covered).getbbox()


def test_a_shown_password_is_still_hidden(env):
    env.step(Action("Click", find(env, "Password")))
    env.browser.keys(PASSWORD)
    env.step(Action("Click", find(env, "Show")))
    seen = env.step()
    mark = seen.marks[find(env, "Password")]
    assert mark.type == "text" and mark.value == "{{password}}"
    assert count_colours(seen.screenshot, mark.boxes[0]) <= 16


def test_a_mark_whose_words_hold_a_secret_can_still_be_used(env, site):
    env.reset(f"{site.served.url}/?name={USER}&pass=12345", fresh=False)
    seen = env.step(Action("Click", find(env, "{{user}}")))
    assert not seen.error and site.typed["of"] == USER


def test_a_secret_is_not_typed_on_another_host(env, site):
    task = make_task(site)
    env.reset(replace(task, url=task.url.replace("127.0.0.1", "localhost")))
    env.step(Action("Click", find(env, "Name")))
    env.browser.keys("kept")
    seen = env.step(Action("Type", find(env, "Name"), "{{password}}"))
    assert "no secret {{password}} for localhost: it has" in seen.error
    assert seen.marks[find(env, "Name")].value == "kept", "nothing was cleared"


def test_an_unknown_name_is_refused_with_the_names_there_are(env):
    seen = env.step(Action("Type", find(env, "Name"), "{{pin}}"))
    assert "no secret {{pin}} for 127.0.0.1: its secrets are password, user" in seen.error


def test_without_secrets_braces_are_ordinary_characters(browser, site):
    env = Environment(browser)
    env.reset(make_task(site))
    env.step(Action("Type", find(env, "Name"), "{{user}}"), look=False)
    assert site.typed["name"] == "{{user}}"


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Bank", "Bank"),
        ("the bank.", "the {{short}}."),
        ("embankment", "embankment"),
        ("BANK", "{{short}}"),
        ("x1correct horsey", "x1{{long}}y"),
        ("/?q=correct%20horse&r=correct+horse", "/?q={{long}}&r={{long}}"),
    ],
)
def test_a_short_secret_is_hidden_as_a_word_and_a_long_one_anywhere(text, hidden):
    known = Secrets({"a.example": {"short": "bank", "long": "correct horse"}})
    assert known.hide(text) == hidden.replace("Bank", "{{short}}")


def test_a_secret_that_goes_on_in_the_next_line_is_hidden_in_both():
    known = Secrets({"a.example": {"token": "abcdefghijkl"}})
    lines = [(0, 0, 50, 9, "abcdef"), (0, 9, 50, 9, "ghijkl"), (0, 18, 50, 9, "mno")]
    assert [line[4] for line in known.hide_lines(lines)] == ["{{token}}", "{{token}}", "mno"]


def test_a_secret_that_is_too_short_to_be_hidden_is_refused_without_quoting_it():
    with pytest.raises(ValueError, match="'pin' must have at least 3") as caught:
        Browser(secrets={"a.example": {"pin": "12"}})
    assert "12" not in str(caught.value)

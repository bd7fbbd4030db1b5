"""start(), which a notebook's first cell calls.

It reads the environment, starts everything, and leaves nothing behind at the end.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from serving import completion

import webvoyager as wv
from webvoyager.records import EpisodeError

pytestmark = pytest.mark.slow  # processes are started and killed

CLEAN = {k: v for k, v in os.environ.items() if not k.startswith(("OPENAI_", "WEBVOYAGER_"))}


def run(script: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**CLEAN, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


def find_descendants(pid: int) -> set[int]:
    """All descendants of this process, from /proc."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except (FileNotFoundError, ProcessLookupError):  # the process has just ended
            continue
        parents[int(name.split()[0])] = int(rest.split()[1])
    found, edge = set(), {pid}
    while edge := {child for child, parent in parents.items() if parent in edge} - found:
        found |= edge
    return found


def find_alive(pids: set[int]) -> set[int]:
    return {
        pid
        for pid in pids
        if Path(f"/proc/{pid}").exists()
        and "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1][:3]
    }


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    """An empty folder to work in, and an environment that names no model."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "WEBVOYAGER_MODEL"):
        monkeypatch.setenv(name, "")  # what start() reads from a file is undone, too
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_kit_answers_your_own_question_and_passes_settings_to_its_browser(
    tmp_path, capsys, pages
):
    hosts = {"small.test": pages.removeprefix("http://")}
    with wv.start("offline-rules", viewport=(800, 600), hosts=hosts) as kit:
        episode = kit.ask(
            "How many recipes are there?", site="recipes", max_steps=2, folder=tmp_path
        )
        printed = capsys.readouterr().out.splitlines()
        assert printed[0] == wv.runs.recording.TO_STOP and len(printed) == 1 + len(episode.steps)
        assert re.fullmatch(r"  1\. .+  [\d,]+ tokens, \$0\.0000, \d+\.\d s", printed[1])
        assert episode.model == "offline-rules" and 1 <= len(episode.steps) <= 2
        assert wv.runs.load(tmp_path) == [episode]
        with pytest.raises(ValueError, match="There is no site 'recipe': give one of"):
            kit.ask("?", site="recipe")
        assert kit.browser is kit.env.browser and kit.browser.viewport == (800, 600)
        assert kit.env.reset("http://small.test/second.html", fresh=False).title == "Second"


def test_the_environment_names_the_model(place, monkeypatch, endpoint):
    hosted = {"API_KEY": "k", "BASE_URL": endpoint.base_url}
    for name, value in hosted.items():
        monkeypatch.setenv(f"OPENAI_{name}", value)
    (place / ".env").write_text("WEBVOYAGER_MODEL=some-model\n")
    endpoint.replies = ["lantern"]
    with wv.start() as kit:
        assert str(kit.model) == f"Model(some-model at {endpoint.base_url}/)"
        assert kit.browser.search_engine == "https://www.google.com/"
    (asked,) = endpoint.asked
    assert asked["model"] == "some-model" and "image_url" in str(asked)


def test_without_practice_only_a_hosted_model_works(tmp_path, endpoint, pages):
    """Runs a copy of webvoyager/, without practice/ and data/."""
    ours = Path(wv.__file__).parent
    shutil.copytree(ours, tmp_path / "webvoyager", ignore=shutil.ignore_patterns("__pycache__"))
    scroll = "Thought: it may lie below\nAction: Scroll [WINDOW]; down"
    answer = "Thought: I see it\nAction: ANSWER; heliotrope"
    endpoint.replies = ["lantern", *[scroll] * 4, answer]
    script = f"""
import importlib.util, os, sys
from pathlib import Path
sys.path = [folder for folder in sys.path if not Path(folder, "practice").is_dir()]
sys.meta_path = [one for one in sys.meta_path if "Editable" not in getattr(one, "__name__", "")]
assert importlib.util.find_spec("practice") is None
import webvoyager as wv
assert wv.__file__.startswith({str(tmp_path)!r}), wv.__file__
os.chdir({str(tmp_path)!r})
try:
    wv.start()
except wv.records.EpisodeError as error:
    print(error)
with wv.start(wv.Model("some-model", {endpoint.base_url!r}, "key")) as kit:
    print(kit.web)
    episode = kit.ask("What is the code word?", {pages + "/start.html"!r}, watch=None, folder="run")
    print(episode.stop, episode.answer)
    try:
        kit.ask("What is there?", "recipes")
    except ValueError as error:
        print(error)
"""
    done = run(script, PYTHONPATH=str(tmp_path))
    missing, *rest = done.stdout.splitlines() or [done.stderr]
    assert missing.startswith("There is no model: the practice sites"), done.stderr
    assert "set OPENAI_API_KEY or OPENAI_BASE_URL" in missing
    refused = "There is no site 'recipes': give an http:// address."
    assert rest == ["None", "answer heliotrope", refused], done.stderr
    [episode] = wv.runs.load(tmp_path / "run")
    assert [str(step.action) for step in episode.steps] == [
        *["Scroll [WINDOW]; down"] * 4,
        "ANSWER; heliotrope",
    ]
    assert "The code word is heliotrope." in episode.steps[-1].observation.words


@pytest.mark.usefixtures("place")
def test_an_unreachable_model_raises_before_anything_is_started(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(EpisodeError, match=r"http://127.0.0.1:9/v1/ cannot be reached: is the"):
        wv.start("some-model")


@pytest.mark.usefixtures("place")
def test_a_model_for_text_only_is_sent_no_picture(endpoint, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.base_url)
    no_pictures = (400, {"error": {"message": "some-model is not a multimodal model"}}, {})
    endpoint.replies = [
        lambda asked: no_pictures if "image_url" in str(asked) else (200, completion("yes"), {})
    ]
    with pytest.raises(EpisodeError, match="takes no pictures"):
        wv.start("some-model")
    with wv.start("some-model", pictures=False) as kit:
        assert kit.model.name == "some-model"
    endpoint.replies = ["I see a cat"]
    with pytest.warns(UserWarning, match="needs pictures=False and a text view"):
        wv.start("some-model").close()


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(("named", "by"), [("", "WEBVOYAGER_MODEL"), ("some-model", "model")])
def test_a_named_model_without_key_and_address_is_refused(monkeypatch, named, by):
    """A user who names a model expects that model to answer, not the offline model."""
    monkeypatch.setenv("WEBVOYAGER_MODEL", "some-model")
    sentence = f"{by} names 'some-model', but there is no key and no address for it: set OPENAI_API"
    with pytest.raises(EpisodeError, match=sentence):
        wv.start(named or None)


DOTENV = "WEBVOYAGER_MODEL=some-model # rules, à ne pas payer\n"
NAMED = "names '{}', but there is no key"  # the end of a start that starts nothing


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_dotenv_file_is_read_as_editors_save_it(place, encoding):
    text = f"WEBVOYAGER_MODEL='my-model '\r\n# {DOTENV}"
    (place / ".env").write_bytes(text.encode(encoding))
    with pytest.raises(EpisodeError, match=NAMED.format("my-model")):
        wv.start()


def test_a_dotenv_file_in_another_encoding_raises_a_reason(place):
    (place / ".env").write_bytes(DOTENV.encode("latin-1"))
    with pytest.raises(ValueError, match=re.escape(str(place / ".env"))) as raised:
        wv.start()
    assert "its byte 38 is not UTF-8. Save" in str(raised.value)


@pytest.mark.parametrize("make", [Path.mkdir, lambda file: file.symlink_to("nowhere")])
def test_a_dotenv_folder_or_broken_link_and_the_file_of_a_parent_folder_are_ignored(
    place, make, monkeypatch
):
    (place / ".env").write_text("WEBVOYAGER_MODEL=wrong\nOPENAI_BASE_URL=http://127.0.0.1:9/v1\n")
    (place / "inner").mkdir()
    monkeypatch.chdir(place / "inner")
    make(Path(".env"))
    with pytest.raises(EpisodeError, match=NAMED.format("right")):
        wv.start("right")


def test_a_browser_starts_in_a_temporary_folder_with_a_long_name(tmp_path, monkeypatch):
    long = tmp_path / ("long" * 20)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    with wv.Browser() as browser:
        assert browser._session.home.is_dir()
    assert not browser._session.home.exists() and not list(long.iterdir())


def test_a_missing_browser_raises_one_clear_sentence(tmp_path, monkeypatch):
    for name in ("CHROME", "CHROMEDRIVER"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    with pytest.raises(EpisodeError, match="No Chromium or Chrome could be started: install"):
        wv.Browser()


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("how", ["interrupted in with", "ended without close"])
def test_browser_and_servers_end_and_written_episodes_stay(tmp_path, how):
    ask = (
        f"kit.ask('Find a tart', site='recipes', folder={str(tmp_path)!r}, max_steps=1, watch=None);"
        " print('ready', flush=True)"
    )
    wait = "; import time; time.sleep(60)" if how == "interrupted in with" else ""
    script = f"import webvoyager as wv\nwith wv.start() as kit: {ask}{wait}"
    if not wait:
        script = f"import webvoyager as wv\nkit = wv.start(); {ask}"
    process = subprocess.Popen(
        [sys.executable, "-c", script], env=CLEAN, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    started = find_descendants(process.pid)
    if wait:
        assert len(started) > 2
        process.send_signal(signal.SIGINT)
    process.wait(60)
    deadline = time.monotonic() + 60
    while find_alive(started) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not find_alive(started)
    assert len(wv.runs.load(tmp_path)[0].steps) == 1


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    "how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda how: how.name
)
def test_an_interrupted_start_leaves_nothing_behind(tmp_path, how):
    process = subprocess.Popen(
        [sys.executable, "-c", "import webvoyager as wv; wv.Browser()"],
        env=CLEAN | {"TMPDIR": str(tmp_path)},
        stderr=subprocess.DEVNULL,
    )
    started: set[int] = set()
    while len(started) < 2:  # the watchdog and the driver, which then starts a browser
        assert process.poll() is None
        started = find_descendants(process.pid)
    process.send_signal(how)
    process.wait(60)
    deadline = time.monotonic() + 60
    while (find_alive(started) or list(tmp_path.iterdir())) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert (find_alive(started), list(tmp_path.iterdir())) == (set(), [])


FORKED = {  # what a forked process does before it ends
    "nothing": "",
    "closes": "kit.close(); del kit; gc.collect()",
    "leaves with": "with kit, kit.web: sys.exit()",
    "uses it": """try: kit.browser.open(PAGE)
    except wv.records.EpisodeError as error: sys.stderr.write(f"{error}\\n")""",
    "has its own": "with wv.Browser() as own: own.open('data:text/html,own')",
}
PARENT = """
import gc, os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
import webvoyager as wv
PAGE = "http://recipes.mini/"
kit = wv.start("offline-rules")
def fork():
    child = os.fork()
    if not child:
        signal.alarm(90)  # ends a child that hangs
    return child
def show(*words):
    kit.browser.open(PAGE)
    print(*words, kit.browser.script("return document.title"), flush=True)
"""


def start_parent(script: str) -> subprocess.Popen:
    pipes = {name: subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
    command = [sys.executable, "-W", "ignore", "-c", PARENT + script]
    return subprocess.Popen(command, env=CLEAN, text=True, **pipes)


def test_a_forked_process_leaves_browser_and_servers_to_its_parent():
    children = (
        f"if not (child := fork()):\n    {what}\n    sys.exit()\n" for what in FORKED.values()
    )
    with start_parent(
        "show(os.waitpid(child, 0)[1])\n".join([*children, "kit.close()"])
    ) as process:
        printed, errors = process.communicate(timeout=120)
    assert [line.split()[:2] for line in printed.splitlines()] == [["0", "Plateful:"]] * len(FORKED)
    assert re.fullmatch(r"This browser belongs to the process that started it.*\n", errors)


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("stop", ["close", "kill"])
def test_browser_and_servers_end_with_a_parent_whose_forked_process_lives_on(stop):
    script = """
if not (child := fork()):
    sys.stdin.read()
    sys.exit()
show(child)
signal.sigwait([signal.SIGUSR1])
kit.close()
print("closed", flush=True)
signal.pause()
"""
    with start_parent(script) as process, ExitStack() as stack:
        stack.callback(process.kill)
        child = int(process.stdout.readline().split()[0])
        started = find_descendants(process.pid) - {child}
        assert len(started) > 2
        if stop == "close":
            process.send_signal(signal.SIGUSR1)
            assert process.stdout.readline() == "closed\n"
        else:
            process.kill()
        deadline = time.monotonic() + 20
        while find_alive(started) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not find_alive(started)
        assert find_alive({child})

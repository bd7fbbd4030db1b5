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
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from serving import completion

import webvoyager as wv
from practice.miniweb import MiniWeb

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


def test_your_own_question_takes_one_call_and_prints_a_line_a_step(tmp_path, capsys):
    with wv.start("offline-rules") as kit:
        episode = kit.ask(
            "How many recipes are there?", site="recipes", max_steps=2, folder=tmp_path
        )
        printed = capsys.readouterr().out.splitlines()
        assert printed[0] == wv.runs.watching.TO_STOP and len(printed) == 1 + len(episode.steps)
        assert re.fullmatch(r"  1\. .+  [\d,]+ tokens, \$0\.0000, \d+\.\d s", printed[1])
        assert episode.model == "offline-rules" and 1 <= len(episode.steps) <= 2
        assert wv.runs.load(tmp_path) == [episode]
        with pytest.raises(ValueError, match="There is no site 'recipe': give one of"):
            kit.ask("?", site="recipe")


def test_a_kit_has_one_environment_and_passes_settings_to_its_browser(pages):
    hosts = {"small.test": pages.removeprefix("http://")}
    with wv.start("offline-rules", viewport=(800, 600), hosts=hosts) as kit:
        assert kit.browser is kit.env.browser and kit.browser.viewport == (800, 600)
        assert kit.env.open("http://small.test/second.html").title == "Second"
        assert kit.env.open("http://recipes.mini/").marks  # the practice sites are still there


def test_the_environment_names_the_model(endpoint):
    script = (
        "import webvoyager as wv; kit = wv.start(); print(kit.model, kit.browser.search_engine);"
        " kit.close()"
    )
    hosted = {
        "OPENAI_API_KEY": "k",
        "OPENAI_BASE_URL": endpoint.base_url,
        "WEBVOYAGER_MODEL": "some-model",
    }
    endpoint.replies = ["lantern"]
    assert (
        run(script, **hosted).stdout
        == f"Model(some-model at {endpoint.base_url}/) https://www.google.com/\n"
    )
    (asked,) = endpoint.asked
    assert asked["model"] == "some-model" and "image_url" in str(asked)
    assert (
        "offline-rules" in run(script, WEBVOYAGER_MODEL="offline-rules", OPENAI_API_KEY="k").stdout
    )


@pytest.fixture
def run_without_practice(tmp_path) -> Callable[..., subprocess.CompletedProcess]:
    """A function that runs a script with a copy of webvoyager/, without practice/ and data/."""
    ours = Path(wv.__file__).parent
    shutil.copytree(ours, tmp_path / "webvoyager", ignore=shutil.ignore_patterns("__pycache__"))
    begin = f"""
import importlib.util, sys
from pathlib import Path
sys.path = [folder for folder in sys.path if not Path(folder, "practice").is_dir()]
sys.meta_path = [one for one in sys.meta_path if "Editable" not in getattr(one, "__name__", "")]
assert importlib.util.find_spec("practice") is None
import webvoyager as wv
assert wv.__file__.startswith({str(tmp_path)!r}), wv.__file__
"""

    def run_alone(script: str, **environment: str) -> subprocess.CompletedProcess:
        return run(begin + script, PYTHONPATH=str(tmp_path), **environment)

    return run_alone


def test_a_hosted_model_needs_no_practice_sites(run_without_practice, tmp_path, endpoint, pages):
    scroll = "Thought: it may lie below\nAction: Scroll [WINDOW]; down"
    answer = "Thought: I see it\nAction: ANSWER; heliotrope"
    endpoint.replies = ["lantern", *[scroll] * 4, answer]
    script = f"""
with wv.start(wv.Model("some-model", {endpoint.base_url!r}, "key")) as kit:
    print(kit.web)
    episode = kit.ask("What is the code word?", {pages + "/start.html"!r}, watch=None, folder="run")
    print(episode.stop, episode.answer)
    try:
        kit.ask("What is there?", "recipes")
    except ValueError as error:
        print(error)
"""
    done = run_without_practice(f"import os; os.chdir({str(tmp_path)!r})\n{script}")
    assert done.stdout.splitlines() == [
        "None",
        "answer heliotrope",
        "There is no site 'recipes': give an http:// address.",
    ], done.stderr
    [episode] = wv.runs.load(tmp_path / "run")
    assert [str(step.action) for step in episode.steps] == [
        *["Scroll [WINDOW]; down"] * 4,
        "ANSWER; heliotrope",
    ]
    assert "The code word is heliotrope." in episode.steps[-1].observation.words


def test_without_a_model_and_practice_sites_the_error_says_what_to_do(run_without_practice):
    message = run_without_practice("wv.start()").stderr.splitlines()[-1]
    assert message.startswith(
        "webvoyager.records.EpisodeError: There is no model: the folder practice/"
    )
    assert "set OPENAI_API_KEY or OPENAI_BASE_URL" in message


def test_an_unreachable_model_raises_before_anything_is_started():
    nobody = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "WEBVOYAGER_MODEL": "some-model"}
    done = run("import webvoyager as wv; wv.start()", **nobody)
    assert done.stderr.endswith(
        "EpisodeError: http://127.0.0.1:9/v1/ cannot be reached: is the address right?\n"
    )


def test_a_model_for_text_only_is_sent_no_picture(endpoint):
    hosted = {"OPENAI_BASE_URL": endpoint.base_url, "WEBVOYAGER_MODEL": "some-model"}
    no_pictures = (400, {"error": {"message": "some-model is not a multimodal model"}}, {})
    endpoint.replies = [
        lambda asked: no_pictures if "image_url" in str(asked) else (200, completion("yes"), {})
    ]
    assert "takes no pictures" in run("import webvoyager as wv; wv.start()", **hosted).stderr
    script = "import webvoyager as wv\nwith wv.start(pictures=False) as kit: print(kit.model.name)"
    assert run(script, **hosted).stdout == "some-model\n"
    endpoint.replies = ["I see a cat"]
    script = "import webvoyager as wv\nwith wv.start() as kit: print(kit.model.name)"
    done = run(script, **hosted)
    assert done.stdout == "some-model\n" and "needs pictures=False and a text view" in done.stderr


def test_a_named_model_without_key_and_address_is_refused():
    """A user who names a model expects that model to answer, not the offline model."""
    for script, environment, named in [
        ("wv.start()", {"WEBVOYAGER_MODEL": "some-model"}, "WEBVOYAGER_MODEL"),
        ("wv.start('some-model')", {}, "model"),
    ]:
        message = run(f"import webvoyager as wv; {script}", **environment).stderr.splitlines()[-1]
        assert (
            f"{named} names 'some-model', but there is no key and no address for it: set"
            " OPENAI_API_KEY" in message
        )


def test_a_dotenv_file_is_read(tmp_path, endpoint):
    endpoint.replies = ["lantern"]
    (tmp_path / ".env").write_text(f"OPENAI_BASE_URL={endpoint.base_url}\nWEBVOYAGER_MODEL=mine\n")
    script = (
        f"import os; os.chdir({str(tmp_path)!r}); import webvoyager as wv\nwith wv.start() as kit:"
        " print(kit.model)"
    )
    assert run(script, PYTHONPATH=str(Path(wv.__file__).parents[1])).stdout.startswith(
        "Model(mine at"
    )


DOTENV = "WEBVOYAGER_MODEL=offline-rules # rules, à ne pas payer\n"


def choose_model_in(folder: Path) -> tuple[str, str]:
    """The model that start() chooses in this folder, and the last line of its errors."""
    script = (
        f"import os; os.chdir({str(folder)!r}); import webvoyager as wv\nwith wv.start() as kit:"
        " print(kit.model)"
    )
    done = run(script, PYTHONPATH=str(Path(wv.__file__).parents[1]))
    return done.stdout, (done.stderr.splitlines() or [""])[-1]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_dotenv_file_is_read_as_editors_save_it(tmp_path, encoding):
    text = f"WEBVOYAGER_MODEL='offline-eyes '\r\n# {DOTENV}"
    (tmp_path / ".env").write_bytes(text.encode(encoding))
    assert choose_model_in(tmp_path)[0].startswith("Model(offline-eyes at")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda file: file.write_bytes(DOTENV.encode("latin-1")), "its byte 41 is not UTF-8. Save"),
        (lambda file: file.write_bytes(DOTENV.encode("utf-16-le")), "as UTF-8."),
        (lambda file: file.write_text("WEBVOYAGER_MODEL=\0"), "has NUL characters"),
        (lambda file: file.write_text("#" * 2_000_000), "has more than 1,000,000 bytes"),
        (lambda file: file.write_text("WEBVOYAGER_MODEL=m;OPENAI_API_KEY=k"), "its own line."),
        (os.mkfifo, "is not a regular file"),
        (lambda file: file.symlink_to("/dev/zero"), "is not a regular file"),
    ],
    ids=["Latin-1", "UTF-16 without a mark", "NUL", "huge", "semicolons", "pipe", "device"],
)
def test_an_unreadable_dotenv_file_raises_a_reason(tmp_path, make, sentence):
    make(tmp_path / ".env")
    printed, message = choose_model_in(tmp_path)
    assert (
        not printed
        and message.startswith(f"ValueError: {tmp_path / '.env'} ")
        and sentence in message
    )


@pytest.mark.parametrize("make", [Path.mkdir, lambda file: file.symlink_to("nowhere")])
def test_a_dotenv_folder_or_broken_link_is_ignored(tmp_path, make):
    make(tmp_path / ".env")
    assert choose_model_in(tmp_path)[0].startswith("Model(offline-rules at")


def test_a_dotenv_file_of_a_parent_folder_is_ignored(tmp_path):
    (tmp_path / ".env").write_text("OPENAI_BASE_URL=http://127.0.0.1:9/v1\n")
    (tmp_path / "inner").mkdir()
    script = (
        f"import os; os.chdir({str(tmp_path / 'inner')!r}); import webvoyager as wv\nwith"
        " wv.start() as kit: print(kit)"
    )
    assert "offline-rules" in run(script, PYTHONPATH=str(Path(wv.__file__).parents[1])).stdout


def test_a_browser_starts_in_a_temporary_folder_with_a_long_name(tmp_path):
    long = tmp_path / ("long" * 20)
    long.mkdir()
    script = (
        "import webvoyager as wv; browser = wv.Browser(); print(browser._session.home);"
        " browser.close()"
    )
    result = run(script, TMPDIR=str(long))
    assert result.returncode == 0, result.stderr
    assert not Path(result.stdout.strip()).exists() and not list(long.iterdir())


def test_a_missing_browser_raises_one_clear_sentence(tmp_path):
    script = "import webvoyager as wv; wv.Browser()"
    done = run(script, CHROME=str(tmp_path / "none"), CHROMEDRIVER=str(tmp_path / "none"))
    last = done.stderr.strip().splitlines()[-1]
    assert "No Chromium or Chrome could be started: install one with its driver" in last


def test_a_port_in_use_raises_one_clear_sentence(web):
    with pytest.raises(OSError, match=f"Port {web.port} is in use: choose another, or 0"):
        MiniWeb(port=web.port)


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


FORKED = {  # what the forked process does before it ends
    "nothing": "",
    "closes": "kit.close(); del kit; gc.collect()",
    "leaves with": "with kit, kit.web: sys.exit()",
    "uses it": "try: kit.browser.open(PAGE)\n    except wv.records.EpisodeError as error: print(error)",
    "has its own": "with wv.Browser() as own: own.open('data:text/html,own')",
    "lives on": "sys.stdin.read()",
}
PARENT = """
import gc, os, signal, sys
import webvoyager as wv
PAGE = "http://recipes.mini/"
kit = wv.start("offline-rules")
kit.browser.open(PAGE)
if not (child := os.fork()):
    signal.alarm(90)  # ends a child that hangs
    {child}
    sys.exit()
sys.stderr.write(f"{{child}}\\n")
if {waits}:
    print(os.waitpid(child, 0)[1], flush=True)
kit.browser.open(PAGE)
print(kit.browser.script("return document.title"), flush=True)
signal.sigwait([signal.SIGUSR1])
kit.close()
print("closed", flush=True)
signal.pause()
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("what", "stop"), [*((each, "close") for each in FORKED), ("lives on", "kill")]
)
def test_a_forked_process_leaves_browser_and_servers_to_its_parent(what, stop):
    script = PARENT.format(child=FORKED[what], waits=what != "lives on")
    pipes = {name: subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
    begin = "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])"
    command = [sys.executable, "-W", "ignore", "-c", begin + script]
    with subprocess.Popen(command, env=CLEAN, text=True, **pipes) as process, ExitStack() as stack:
        stack.callback(process.kill)
        child = int(process.stderr.readline())
        line = process.stdout.readline()
        if what == "uses it":
            assert line.startswith("This browser belongs to the process that started it")
            line = process.stdout.readline()
        if what != "lives on":
            assert line == "0\n"
            line = process.stdout.readline()
        assert line.startswith("Plateful")
        started = find_descendants(process.pid) - {child}
        assert len(started) > 2
        process.send_signal(signal.SIGUSR1 if stop == "close" else signal.SIGKILL)
        if stop == "close":
            assert process.stdout.readline() == "closed\n"
        deadline = time.monotonic() + 20
        while find_alive(started) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not find_alive(started)
        assert (what == "lives on") is bool(find_alive({child}))

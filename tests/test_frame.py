"""What holds for the repository as a whole.

Who may import whom is in pyproject.toml, for import-linter; banned calls are there for ruff.
"""

import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import webvoyager

ROOT = Path(__file__).parents[1]
JAVASCRIPT = sorted((ROOT / "webvoyager" / "browser" / "js").rglob("*.js"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_public_names_are_few_and_exist():
    assert len(webvoyager.__all__) <= 15
    assert sorted(webvoyager.__all__) == sorted(set(webvoyager.__all__))
    assert all(hasattr(webvoyager, name) for name in webvoyager.__all__)


@pytest.mark.slow
def test_importing_starts_nothing():
    """Importing the package starts no thread, process or connection, and writes no file.

    It loads neither lab nor practice.
    """
    watch = """
import sys
import tomllib
started = []
def hook(event, arguments):
    if event in ("_thread.start_new_thread", "subprocess.Popen", "os.system", "socket.connect"):
        started.append(event)
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        started.append(arguments)
sys.addaudithook(hook)
import webvoyager
wings = [name for name in sys.modules if name.startswith(("webvoyager.lab", "practice"))]
heavy = [name for name in ("matplotlib", "ipywidgets", "flask", "sklearn") if name in sys.modules]
print(started, wings, heavy)
"""
    command = [sys.executable, "-B", "-c", watch]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (result.stdout.strip(), result.stderr) == ("[] [] []", "")


IMPORTED = re.compile(r"^import (?:\{([^}]*)\} from )?'\./([\w/.]+)';$", re.M)
EXPORTED = re.compile(r"^export (?:const|let|function\*?) (?:(\w+)|\{([^}]*)\})", re.M)
# roughly, words that aren't names of variables
NO_NAMES = re.compile(r"//.*|'[^'\n]*'|(?<![\w)\]] )(?<![\w)\]])/[^/\n]+/\w*|\.\w+|\w+:")
DECLARED = re.compile(
    r"(?:const|let|function\*?) (?:(\w+)|[\[{]([^\]}]*)[\]}])"
    r"|\(\[?\{?([\w, =.\[\]]*)\}?\]?\) (?:=>|\{)|(\w+) =>"
)


def names(listed: str) -> set[str]:
    return set(re.findall(r"\w+", listed))


@cache
def exports(path: Path) -> frozenset[str]:
    """The names that a JavaScript module exports."""
    return frozenset(names(" ".join(map(" ".join, EXPORTED.findall(path.read_text("utf-8"))))))


@pytest.mark.parametrize("path", JAVASCRIPT, ids=relative)
def test_javascript_imports_at_the_top_what_it_uses_of_other_files(path: Path):
    """The files are joined into one scope, where names work even without an import."""
    source = path.read_text("utf-8")
    assert re.match(r"// .+\n", source), "the first line must say what the file is about"
    imports = [(names(listed), path.parent / file) for listed, file in IMPORTED.findall(source)]
    assert len(imports) == len(re.findall(r"^import\b", source, re.M))
    assert not [file.name for wanted, file in imports if not wanted <= exports(file)], (
        "imports names that are not exported there"
    )
    code = NO_NAMES.sub("", IMPORTED.sub("", source).replace("...", ""))
    imported, used = set().union(*(wanted for wanted, _ in imports)), names(code)
    own = exports(path) | names(" ".join(map(" ".join, DECLARED.findall(code))))
    others = set().union(*(exports(other) for other in JAVASCRIPT if other.parent == path.parent))
    assert imported <= used, f"not used: {imported - used}"
    assert not used & others - imported - own, f"not imported: {used & others - imported - own}"


@pytest.mark.parametrize("path", JAVASCRIPT, ids=relative)
def test_every_javascript_export_is_used_elsewhere(path: Path):
    asked = {"ARGUMENTS", "answer", "rest"}  # used by Python
    others = [
        listed for other in JAVASCRIPT for listed, _ in IMPORTED.findall(other.read_text("utf-8"))
    ]
    assert exports(path) - asked <= set().union(*map(names, others))


TEXT = re.compile(r"(\.(py|js|md|ipynb|toml|txt|cff|json|jsonl|csv|html|css|svg))?")
# Written in pieces, so that this file does not hold what it looks for.
HOMES = (
    r"/ro{}ot/|/wo{}rk/(main|shared)|/tm{}p/\w|/home/\w+/\w|/Users/\w+/\w|[A-Z]:\\+Users\\".replace(
        "{}", ""
    )
)
REGISTRIES = r"\b(pypi|pythonhosted|npmjs|registry\.npm)\.(org|com)\b".replace("{}", "")


def texts() -> Iterator[Path]:
    """All text files of a clone."""
    top = [path for path in ROOT.iterdir() if path.is_file() and path.name != ".env"]
    hidden = {".git", ".venv", ".hypothesis", ".pytest_cache", ".ruff_cache", "build"}
    folders = [path for path in ROOT.iterdir() if path.is_dir() and path.name not in hidden]
    inner = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    made = {"__pycache__", ".ipynb_checkpoints", "runs", "api", "mine"}
    yield from (
        path
        for path in top + inner
        if TEXT.fullmatch(path.suffix) and not made & set(path.relative_to(ROOT).parts)
    )


@pytest.mark.slow
def test_no_file_names_paths_of_one_machine():
    """The files don't name hosts of package registries either.

    Each machine decides where its packages come from.
    """
    found = []
    for path in texts():
        text = re.sub(
            r"base64,[A-Za-z0-9+/=]+|\"[A-Za-z0-9+/=\\n]{200,}\"",
            "",
            path.read_text(encoding="utf-8"),
        )
        found += [
            f"{relative(path)}: {match[0]}" for match in re.finditer(f"{HOMES}|{REGISTRIES}", text)
        ]
    assert not found


# --- README and Makefile ---


GUIDE = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))  # what people read first


def read_guide() -> str:
    return "".join(file.read_text(encoding="utf-8") for file in GUIDE)


def targets() -> dict[str, str]:
    """The Makefile's documented targets with their recipes."""
    lines = re.sub(
        r"^(ifdef .*|else|endif)\n", "", (ROOT / "Makefile").read_text("utf-8"), flags=re.M
    )
    return dict(re.findall(r"^([a-z]+):[^\n]*##[^\n]*\n((?:\t[^\n]*\n)*)", lines, re.M))


def test_the_make_targets_exist_and_are_documented():
    promised = {"help", "figures", "test", "lab", "notebooks", "bench", "runs", "soak", "clean"}
    assert promised <= set(targets())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {"figures", "lab", "test", "book"} <= set(re.findall(r"make (\w+)", readme))
    assert set(re.findall(r"`make (\w+)", read_guide())) <= set(targets())


def test_the_plain_commands_match_the_make_targets():
    recipes = (
        "".join(targets().values())
        .replace("$(PY)", ".venv/bin/python")
        .replace("@", "")
        .splitlines()
    )
    plain = re.findall(r"^\| `(\.venv/bin/python [^`]+)`", read_guide(), re.M)
    assert len(plain) >= 4 and not set(plain) - {recipe.strip() for recipe in recipes}


def test_every_file_that_makefile_and_guide_run_exists():
    words = "".join(targets().values()) + read_guide()
    for script in set(
        re.findall(r"\b((?:tools|tests|webvoyager|practice|studies)/[\w/]+\.py)\b", words)
    ):
        assert (ROOT / script).is_file(), script
    for module in set(re.findall(r"-m (tools\.\w+|(?:practice|studies)[\w.]+)", words)):
        place = ROOT / module.replace(".", "/")
        assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), module


@pytest.mark.parametrize("tool", sorted(file.stem for file in (ROOT / "tools").glob("*.py")))
def test_every_tool_imports_only_what_exists(tool):
    importlib.import_module(f"tools.{tool}")


@pytest.mark.parametrize("file", GUIDE, ids=lambda file: file.name)
def test_the_files_that_a_page_links_to_exist(file: Path):
    for link in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", file.read_text("utf-8")):
        assert (file.parent / "".join(link)).exists(), link


def test_every_requirement_has_bounds():
    for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            assert re.search(r">=[\d.]+,<\d", line), f"no bounds: {line}"


def test_an_install_without_the_clone_asks_for_the_same_packages():
    """Its core has few; the extras have the rest of requirements.txt."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    required = {line.split("#")[0].strip() for line in lines} - {""}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    core, extras = project["dependencies"], project["optional-dependencies"]
    extra = {each for extra in extras.values() for each in extra} - {"webvoyager[lab]"}
    assert required == {*core, *extra}
    assert len(core) <= 16 and not {*core} & {*extras["lab"]}

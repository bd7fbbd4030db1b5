"""House rules: which modules may import which, how much code there may be, and what is banned."""

import ast
import importlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import webvoyager
from tools.bench_lines import count_code

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "webvoyager"
pytestmark = pytest.mark.xdist_group("frame")  # one worker reads each file once
PRACTICE = ROOT / "practice"
MODULES = sorted([*PACKAGE.rglob("*.py"), *PRACTICE.rglob("*.py")])
METHOD = sorted(PACKAGE.glob("*.py"))
MODELS = sorted((PACKAGE / "models").glob("*.py"))
BROWSER = sorted((PACKAGE / "browser").glob("*.py"))
JAVASCRIPT = sorted((PACKAGE / "browser" / "js").rglob("*.js"))
LEVELS = {  # of the method's modules; a package has one floor
    "drawing": 0, "action_table": 0,
    "records": 1,
    "actions": 2, "changes": 2, "browser": 2, "models": 2,
    "views": 3, "hands": 3, "runs": 3, "tasks": 3,
    "environment": 4,
    "agent": 5,
    "start": 6,
    "__init__": 7,
}  # fmt: skip
IMPORTERS = {
    "selenium": {"webvoyager.browser"},
    "openai": {"webvoyager.models"},
    "matplotlib": {"webvoyager.lab.figures", "practice.miniweb.kit.typesetting"},
    "ipywidgets": {"webvoyager.lab.viewer"},
    "pyarrow": {"webvoyager.lab.sharing"},
    "gymnasium": {"webvoyager.lab.gym"},
}
KNOWS_PRACTICE = "webvoyager.start"
MINI_WEB = PRACTICE / "miniweb"
SITES = sorted(path.parent for path in (MINI_WEB / "sites").glob("*/__init__.py"))
# the checker of answers
OPEN_TO_PRACTICE = (
    "webvoyager.lab.judging.answer_parts",
    "webvoyager.lab.judging.answer_tokens",
    "webvoyager.lab.judging.checking",
)
# the learned agent is trained for these and studied with them, and uses them as a notebook does
OPEN_TO_LEARNED = ("webvoyager.lab.planning", "webvoyager.lab.search")


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def name_module(path: Path) -> str:
    """A file's dotted module name; for a package's __init__.py, the package.

    For example, webvoyager/lab/figures.py gives webvoyager.lab.figures.
    """
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """The full names of the modules that a file imports, anywhere in it.

    If an imported name is a module of ours, that module counts.
    """
    package = (
        name_module(path).split(".")
        if path.name == "__init__.py" and path.parent != PACKAGE
        else name_module(path).split(".")[:-1]
    )
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            inner = {f"{base}.{alias.name}" for alias in node.names} & OURS
            whole = not inner or len(inner) < len(node.names)
            found.update(inner | ({base} if whole else set()))
    return frozenset(found)


OURS = {name_module(path) for path in MODULES}


def find_part(module: str) -> str:
    """The part that a module is in: method, browser, lab or practice; "" if it isn't ours."""
    top, *inner = module.split(".")
    if top != "webvoyager":
        return top if top == "practice" else ""
    return inner[0] if inner and inner[0] in ("browser", "lab") else "method"


def find_level(module: str) -> int:
    parts = module.split(".")[1:]
    return LEVELS[parts[0] if parts else "__init__"]


# --- how much ---


def test_the_public_names_are_few_and_exist():
    assert len(webvoyager.__all__) <= 15
    assert sorted(webvoyager.__all__) == sorted(set(webvoyager.__all__))
    assert all(hasattr(webvoyager, name) for name in webvoyager.__all__)


def test_the_code_of_the_method_is_short():
    """Blank lines, comments and docstrings don't count."""
    lines = {path.name: count_code(path.read_text("utf-8")) for path in METHOD}
    assert sum(lines.values()) <= 1700, lines


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_all_sites_have_the_same_files_and_functions(site: Path):
    defined = {"data.py": "make", "pages.py": "app"}
    defined["tasks/__init__.py" if (site / "tasks").is_dir() else "tasks.py"] = "tasks"
    for file, name in defined.items():
        assert name in [
            function.name
            for function in tree(site / file).body
            if isinstance(function, ast.FunctionDef)
        ]
    inner = {path.name for path in site.iterdir()}
    assert {"features.csv", "templates", "static"} <= inner and (
        site / "templates" / "missing.html"
    ).is_file()
    assert "from .pages import app" in (site / "__init__.py").read_text("utf-8")


def test_files_of_the_mini_web_have_unique_names():
    """Apart from the files that every site has, no two files have the same name."""
    shared = {"__init__.py", "data.py", "pages.py", "records.py", "tasks.py"}
    names = Counter(
        path.name for site in SITES for path in site.rglob("*.py") if path.name not in shared
    )
    names.update(path.name for path in (MINI_WEB / "kit").glob("*.py") if path.name not in shared)
    assert not [name for name, times in names.items() if times > 1]


def test_the_kit_imports_no_site():
    kit = sorted((MINI_WEB / "kit").glob("*.py"))
    assert not [name for path in kit for name in imports(path) if ".miniweb.sites" in name]


def test_the_offline_model_has_these_folders():
    files = sorted((PRACTICE / "offline").rglob("*.py"))
    groups = {path.parent.name for path in files} - {"offline"}
    assert groups == {"endpoint", "question", "page", "rules", "memory", "skills", "eyes"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.js")), ids=relative)
def test_lines_of_javascript_fit_a_screen(path: Path):
    """This holds for all JavaScript of the package; the browser's files must be short, too."""
    lines = path.read_text("utf-8").splitlines()
    assert not [line for line in lines if len(line) > 120] and (
        path not in JAVASCRIPT or len(lines) <= 200
    )


# --- who imports whom ---


@pytest.mark.parametrize("path", METHOD, ids=relative)
def test_the_method_imports_only_lower_floors(path: Path):
    here = find_level(name_module(path))
    method = [name for name in imports(path) if find_part(name) in ("method", "browser")]
    assert not [name for name in method if find_level(name) >= here]


def test_runs_imports_records_actions_and_prompts_alone():
    below = ("webvoyager.records", "webvoyager.actions", "webvoyager.models", "webvoyager.runs")
    asked = {name for path in (PACKAGE / "runs").glob("*.py") for name in imports(path)}
    assert not [name for name in asked if find_part(name) and not name.startswith(below)]


def test_there_are_no_circular_imports():
    """A file's imports, followed from file to file, never lead back to it."""
    asked = {name_module(path): imports(path) & OURS for path in MODULES}

    def follow(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " -> ".join((*way[way.index(module) :], module))
        if module not in seen:
            for name in sorted(asked[module]):
                follow(name, (*way, module))
            seen.add(module)

    seen: set[str] = set()
    for module in asked:
        follow(module, ())


@pytest.mark.parametrize("path", MODELS, ids=relative)
def test_models_imports_records_and_drawing_alone(path: Path):
    outside = {
        name
        for name in imports(path)
        if find_part(name) and not name.startswith("webvoyager.models.")
    }
    assert outside <= {"webvoyager.records", "webvoyager.drawing"}


@pytest.mark.parametrize("path", BROWSER, ids=relative)
def test_browser_imports_only_records_from_the_method(path: Path):
    assert {name for name in imports(path) if find_part(name) == "method"} <= {"webvoyager.records"}


def test_other_packages_import_no_module_of_the_browser_package():
    asked = {
        (name_module(path), name)
        for path in MODULES
        for name in imports(path)
        if find_part(name_module(path)) != "browser"
    }
    assert not [
        f"{module} imports {name}"
        for module, name in asked
        if name.startswith("webvoyager.browser.")
    ]


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


def test_lab_and_practice_are_imported_only_where_allowed():
    for module, name in ((name_module(path), name) for path in MODULES for name in imports(path)):
        here = find_part(module)
        if find_part(name) == "lab":
            is_open = here == "practice" and name in OPEN_TO_PRACTICE
            if module.startswith("practice.learned."):
                is_open = is_open or name.startswith(OPEN_TO_LEARNED)
            assert here == "lab" or is_open, f"{module} imports {name}"
        if find_part(name) == "practice":
            assert here == "practice" or module == KNOWS_PRACTICE, f"{module} imports {name}"


@pytest.mark.parametrize("path", sorted((PRACTICE / "offline").rglob("*.py")), ids=relative)
def test_the_offline_model_imports_nothing_else_of_ours(path: Path):
    own = ("practice.offline", "practice.loopback")
    assert not [name for name in imports(path) if find_part(name) and not name.startswith(own)]


@pytest.mark.parametrize("library", IMPORTERS)
def test_each_of_these_libraries_is_imported_in_one_place(library: str):
    rooms = {
        name_module(path)
        for path in MODULES
        if any(name.split(".")[0] == library for name in imports(path))
    }
    assert not [
        name for name in rooms if not ({name, name.rpartition(".")[0]} & IMPORTERS[library])
    ]


def test_importing_starts_nothing():
    """Importing the package starts no thread, process or connection, and writes no file.

    It loads neither lab nor practice.
    """
    watch = """
import sys
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


# --- what must not be there ---


def calls(path: Path) -> Iterator[str]:
    """The dotted names of everything that a file calls."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def test_no_fixed_sleeps_and_no_pickles():
    sleeps, pickles = (
        ("time.sleep", "sleep", "asyncio.sleep"),
        ("pickle", "cPickle", "dill", "joblib", "shelve"),
    )
    for path in MODULES:
        assert not [name for name in calls(path) if name in sleeps], path
        assert not [name for name in imports(path) if name.split(".")[0] in pickles], path
        assert not [
            name for name in calls(path) if name.endswith((".to_pickle", ".read_pickle"))
        ], path


def test_no_broad_except():
    """`except Exception` may only tidy up and raise again."""
    walked = [(path, node) for path in MODULES for node in ast.walk(tree(path))]
    for path, node in walked:
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "BaseException"
            last = node.body[-1]
            raised_on = isinstance(last, ast.Raise) and last.exc is None
            assert raised_on or not re.search(r"\b(Base)?Exception\b", caught), (
                f"{path}:{node.lineno}: except {caught}"
            )


def public_functions(
    body: list[ast.stmt], owner: str = ""
) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Public functions of a module, and public methods of its public classes.

    A name is public if it does not begin with an underscore.
    """
    for node in body:
        name = getattr(node, "name", "_")
        if isinstance(node, ast.ClassDef) and not name.startswith("_"):
            yield from public_functions(node.body, f"{name}.")
        elif isinstance(node, ast.FunctionDef) and not name.startswith("_"):
            yield owner + name, node


@pytest.mark.parametrize("path", METHOD + MODELS + BROWSER, ids=relative)
def test_public_functions_have_docstrings_and_types(path: Path):
    if path.name != "__init__.py":
        assert ast.get_docstring(tree(path))
    for name, node in public_functions(tree(path).body):
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        given += [argument for argument in (node.args.vararg, node.args.kwarg) if argument]
        bare = [
            argument.arg
            for argument in given
            if not argument.annotation and argument.arg not in ("self", "cls")
        ]
        assert ast.get_docstring(node), f"{name} has no docstring"
        assert node.returns and not bare, f"{name} has no type for {bare or 'its result'}"


FOLDERS = (
    "notebooks",
    "webvoyager",
    "practice",
    "data",
    "tests",
    "tools",
    ".ci",
    ".devcontainer",
    "binder",
)
TEXT = {
    ".py",
    ".js",
    ".md",
    ".ipynb",
    ".toml",
    ".txt",
    ".cff",
    ".json",
    ".jsonl",
    ".csv",
    ".html",
    ".css",
    ".svg",
    "",
}
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
    inner = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    hidden = {"__pycache__", ".ipynb_checkpoints", "runs"}
    yield from (
        path for path in top + inner if path.suffix in TEXT and not hidden & set(path.parts)
    )


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
    for script in set(re.findall(r"\b((?:tools|tests|webvoyager|practice)/[\w/]+\.py)\b", words)):
        assert (ROOT / script).is_file(), script
    for module in set(re.findall(r"-m (tools\.\w+|practice[\w.]+)", words)):
        place = ROOT / module.replace(".", "/")
        assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), module


@pytest.mark.parametrize("tool", sorted(file.stem for file in (ROOT / "tools").glob("*.py")))
def test_every_tool_imports_only_what_exists(tool):
    importlib.import_module(f"tools.{tool}")


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 110


@pytest.mark.parametrize("file", GUIDE, ids=lambda file: file.name)
def test_the_files_that_a_page_links_to_exist(file: Path):
    for link in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", file.read_text("utf-8")):
        assert (file.parent / "".join(link)).exists(), link


def test_every_requirement_has_bounds():
    for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            assert re.search(r">=[\d.]+,<\d", line), f"no bounds: {line}"

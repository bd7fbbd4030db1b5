"""No text of a page, a model or a stored run becomes markup or a formula, in any repr or viewer."""

import importlib
import pkgutil
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import ipywidgets
import pytest
from test_viewer import Reader, png

import webvoyager
from webvoyager import runs, tasks
from webvoyager.display import Table
from webvoyager.lab import viewer
from webvoyager.lab.failures import labels
from webvoyager.lab.planning.failure_pool import Pool
from webvoyager.lab.planning.trials import Failure
from webvoyager.lab.proposing import pool as pools
from webvoyager.lab.search.trees import Node, Tree
from webvoyager.lab.viewer.fragments import asset
from webvoyager.lab.viewer.watching import Watching
from webvoyager.models import screenshot
from webvoyager.records import Action, Episode, Mark, Observation, Settings, Step, Task, Verdict

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)><svg onload=alert(1)> $5 or $6"


def find_classes() -> list[type]:
    """Every class of the package that defines how it looks in a notebook."""
    names = [module.name for module in pkgutil.walk_packages(webvoyager.__path__, "webvoyager.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and "_repr_html_" in vars(value)
    ]


PLAIN = {
    str: EVIL,
    Any: png(),  # the type of a picture, for msgspec
    Settings: Settings(),
    dict: {EVIL: EVIL},
    tuple: (EVIL,),
    Path: Path(EVIL),
}


def fill(hint: Any) -> Any:
    """A value of this type in which every text is hostile."""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, types.UnionType):
        return fill(parts[0])
    if kind is tuple and parts:
        return (fill(parts[0]),) if parts[-1] is ... else tuple(map(fill, parts))
    if is_dataclass(kind) and kind not in PLAIN:
        hints = get_type_hints(kind)
        return kind(**{field.name: fill(hints[field.name]) for field in fields(kind)})
    return PLAIN[kind] if kind in PLAIN else kind(1)


def make_table() -> Table:
    return tasks.table([Task(id="t", site="s", url="u", question=EVIL)]).head()


def make_pool() -> Pool:
    made = Pool()
    made.add(fill(Failure))
    return made


MADE: dict[type, Callable[[], Any]] = {
    Pool: make_pool,
    Table: make_table,
}  # classes that aren't records


def hostile(name: str = EVIL) -> Episode:
    mark = Mark(0, EVIL, EVIL, EVIL, ((9.0, 9.0, 80.0, 30.0),), (9, 9, 12, 14), value=EVIL)
    page = Observation(f"javascript:{EVIL}", EVIL, (mark,), EVIL, (EVIL,), image=png())
    said = {"reply": EVIL, "thought": EVIL, "reasoning": EVIL}
    steps = (
        Step(1, page, action=Action(EVIL, 0, EVIL), error=EVIL, **said),
        Step(2, page, action=Action("ANSWER", None, EVIL), **said),
    )
    return Episode(
        Task(id=name, site=EVIL, url=EVIL, question=EVIL, answer={"ans": EVIL}),
        steps,
        "answer",
        EVIL,
    )


def check_harmless(html: str) -> None:
    """Check that hostile text is shown as text and is never an element or an attribute."""
    for name in ("page.js", "tree.js"):
        html = html.replace(f"<script>{asset(name)}</script>", "")
    read = Reader(html)
    assert not [name for name, _ in read.attributes if name.startswith("on")]
    assert all(
        source.startswith("data:image/") or source == EVIL for source in read.find_values("src")
    )
    assert all(link.startswith(("#", "data:image/")) for link in read.find_values("href"))
    data = read.find_values("type").count("application/json")  # the data of a search tree
    assert read.tags.count("script") == data
    assert "alert(1)" in html, "the hostile text is not shown"
    is_file = html.startswith("<!doctype")  # no notebook, and without MathJax
    assert is_file or "$" not in read.formulas, "MathJax would draw a formula"


@pytest.mark.parametrize("kind", find_classes(), ids=lambda kind: kind.__name__)
def test_every_object_with_an_html_view_escapes_its_content(kind):
    made = MADE.get(kind, lambda: fill(kind))()
    assert type(made) is kind
    check_harmless(made._repr_html_())


def test_every_class_with_an_html_view_is_found():
    named = {kind.__name__ for kind in find_classes()}
    assert named >= {"Episode", "Estimate", "Observation", "Plan", "Pool", "Report", "Step"}
    package = Path(webvoyager.__file__).parent
    defined = sum(
        file.read_text("utf-8").count("def _repr_html_") for file in package.rglob("*.py")
    )
    assert len(find_classes()) == defined


# --- the viewer ---


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A stored run of two hostile episodes, with verdicts and labels of two raters."""
    for name in ("a", "b"):
        made = hostile(name)
        runs.record(iter(made.steps), tmp_path / EVIL[:8], task=made.task, model=EVIL)
        runs.add_verdicts(tmp_path / EVIL[:8], Verdict(name, False, EVIL, "rules"))
        runs.add_verdicts(tmp_path / EVIL[:8], Verdict(name, True, EVIL, EVIL))
        for rater, outcome in ((EVIL, "success"), ("ann", "failure")):
            labels.add(tmp_path / EVIL[:8], labels.Label(name, 1, rater, outcome, note=EVIL))
    return tmp_path / EVIL[:8]


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """A pool with a hostile proposal that waits for a decision."""
    near = {"id": "seed", "similarity": 0.5, "by": EVIL}
    check = {"check": EVIL, "passed": None, "reason": EVIL}
    rows = [
        pools.Proposal("seed", EVIL, EVIL, EVIL, "seed"),
        pools.Proposal(
            EVIL, EVIL, EVIL, EVIL, "open", EVIL, 1, (EVIL,), EVIL, EVIL, EVIL, near, (check,)
        ),
    ]
    pools.update(tmp_path / "pool.jsonl", lambda _: {row.id: row for row in rows})
    return tmp_path / "pool.jsonl"


def make_tree() -> Tree:
    texts = ("action", "target", "thought", "error", "url", "title", "way", "picture")
    words = dict.fromkeys(texts, EVIL)
    states = (
        Node(0, title=EVIL, picture="AAAA"),
        Node(1, 0, 1, visit=1, value=0.5, reasons=(EVIL,), scores=(0.5,), committed=True, **words),
        Node(2, 0, 1, refused=EVIL, **words),
        Node(3, 0, 1, visit=2, value=0.1, **words),
        Node(4, 0, 1, **words),
    )
    return Tree(EVIL, EVIL, EVIL, {"value": EVIL}, states, EVIL)


def export(run: Path) -> str:
    file = run.parent / "page.html"
    viewer.export(runs.load(run), file, title=EVIL, verdicts=runs.verdicts(run))
    return file.read_text("utf-8")


def browse(run: Path) -> viewer.Viewer:
    made = viewer.browse(run)
    chosen = next(each for each in made.children if isinstance(each, ipywidgets.Select))
    chosen.index = 0
    return made


def show(run: Path) -> viewer.Viewer:
    made = viewer.show(runs.load(run)[0], verdicts=runs.verdicts(run))
    next(each for each in walk(made) if isinstance(each, ipywidgets.ToggleButton)).value = True
    return made


def talk(run: Path) -> str:
    [first, *_] = runs.load(run)[0].steps
    pictures = [{"type": "image_url", "image_url": {"url": EVIL}}, screenshot(first.observation)]
    content = [{"type": "text", "text": EVIL}, *pictures]
    return viewer.talk([{"role": EVIL, "content": content}, {"role": EVIL, "content": EVIL}]).data


def save_tree(run: Path) -> str:
    return viewer.tree(make_tree()).save(run.parent / "tree.html").read_text("utf-8")


def watch(run: Path, fault: str = "") -> viewer.Viewer:
    """What a notebook shows of `viewer.watch` and `viewer.watcher`."""
    watching = Watching(15)
    for step in runs.load(run)[0].steps:
        watching(step)
    watching.end(fault)
    return watching.viewer


PAGES: dict[str, Callable[[Path, Path], Any]] = {
    "browse": lambda run, pool: browse(run),
    "compare": lambda run, pool: viewer.compare(*runs.load(run), verdicts=runs.verdicts(run)),
    "export": lambda run, pool: export(run),
    "label": lambda run, pool: viewer.label(run, EVIL + "new", reference=True),
    "mistakes": lambda run, pool: viewer.mistakes(runs.load(run), runs.verdicts(run), EVIL).data,
    "overview": lambda run, pool: viewer.overview(runs.load(run)[0]).data,
    "prompt_changes": lambda run, pool: viewer.prompt_changes({"agent": EVIL}).data,
    "resolve": lambda run, pool: viewer.resolve(run, reference=True),
    "review": lambda run, pool: viewer.review(pool, reviewer=EVIL),
    "show": lambda run, pool: show(run),
    "talk": lambda run, pool: talk(run),
    "tree": lambda run, pool: viewer.tree(make_tree()),
    "tree as a file": lambda run, pool: save_tree(run),
    "watch": lambda run, pool: watch(run),
    "watcher": lambda run, pool: watch(run, EVIL),
}


def walk(root: ipywidgets.Widget) -> list[ipywidgets.Widget]:
    return [root, *(inner for each in getattr(root, "children", ()) for inner in walk(each))]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_the_viewer_escapes_its_content(page, run, pool):
    made = PAGES[page](run, pool)
    pieces = [made] if isinstance(made, str) else [made.still]
    if not isinstance(made, str):
        written = "".join(each.value for each in walk(made) if isinstance(each, ipywidgets.HTML))
        pieces.append(written)
        assert not any(getattr(each, "description_allow_html", False) for each in walk(made))
    for html in pieces:
        check_harmless(html)


def test_every_page_of_the_viewer_is_tested():
    assert {*viewer.__all__} - {"Viewer"} <= {*PAGES}

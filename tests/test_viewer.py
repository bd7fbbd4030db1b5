"""The viewer shows page content as text, says what is missing, and runs only its own scripts."""

import io
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from webvoyager import Browser, runs
from webvoyager.lab import figures, highlighting, viewer
from webvoyager.lab.search import Node
from webvoyager.lab.search.trees import Tree
from webvoyager.lab.viewer import exporting, fragments, listing, pictures, prompts
from webvoyager.models import screenshot
from webvoyager.records import (
    Action,
    Episode,
    Mark,
    Observation,
    Settings,
    Step,
    Task,
    Verdict,
)

RUN = "document.title='ran'"
SCRIPT = f'<script>{RUN}</script></script><img src=x onerror="{RUN}"><!--'
COLOURS = ("navy", "teal", "olive", "maroon", "purple")


def png(colour: str = "navy") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (320, 240), colour).save(buffer, "PNG")
    return buffer.getvalue()


def make_observation(index: int, image: bytes | Path | None = None, **more: object) -> Observation:
    mark = Mark(0, "button", "button", f"Button {index}", ((100, 100, 80, 30),), (100, 86, 12, 14))
    image = png(COLOURS[index % 5]) if image is None else image
    usual = {"title": f"Page {index}", "notes": (f"Note {index}.",)}
    about = {"marks": (mark,), "text": mark.line, "image": image}
    return Observation("http://here.mini/", **about, **usual | more)


def step(index: int, action: Action | None = Action("Click", 0), **more: object) -> Step:  # noqa: B008
    observation = more.pop("observation", None) or make_observation(index)
    usual = {
        "thought": f"Thought {index}.",
        "reply": f"Thought: Thought {index}.\nAction: {action}",
        "usage": {"prompt_tokens": 1200, "completion_tokens": 34},
        "seconds": {"ask": 1.5},
    }
    return Step(index, observation, action=action, **usual | more)


def episode(count: int = 3, name: str = "here--0", stop: str = "answer", **more: object) -> Episode:
    steps = [step(index) for index in range(1, count)]
    steps += [step(count, Action("ANSWER", None, "42"))] if count else []
    site, question, answer = name.split("--")[0], f"What is {name}?", {"ans": "forty-two"}
    task = Task(id=name, site=site, url="http://here.mini/", question=question, answer=answer)
    return Episode(task, more.pop("steps", tuple(steps)), stop, "by hand", **more)


def hostile() -> Episode:
    """An episode in which every text is a script."""
    mark = Mark(0, SCRIPT, SCRIPT, SCRIPT, ((100, 100, 80, 30),), (100, 86, 12, 14), value=SCRIPT)
    url = f"javascript:alert(1)//{SCRIPT}"
    page = Observation(url, SCRIPT, (mark,), SCRIPT, (SCRIPT,), image=png())
    words = {"reply": SCRIPT, "thought": SCRIPT}
    steps = (
        Step(1, page, action=Action("Type", 0, SCRIPT), error=SCRIPT, **words),
        Step(2, page, action=Action("ANSWER", None, SCRIPT), **words),
    )
    task = Task(id=SCRIPT, site=SCRIPT, url=SCRIPT, question=SCRIPT, answer={"ans": SCRIPT})
    return Episode(task, steps, "answer", SCRIPT)


class Reader(HTMLParser):
    """Reads a page's tags, attributes and words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words = ""
        self.formulas = ""  # the words in which MathJax looks for formulas
        self._around: list[tuple[str, bool]] = []  # open elements, and whether MathJax skips them
        self.feed(str(html))

    def handle_starttag(self, tag: str, attributes: list) -> None:
        self.tags.append(tag)
        self.attributes += attributes
        skipped = "mathjax_ignore" in (dict(attributes).get("class") or "").split()
        if tag not in ("img", "br", "input", "meta", "path", "rect", "circle"):
            self._around.append((tag, skipped or tag in ("code", "pre", "script", "style")))

    def handle_endtag(self, tag: str) -> None:
        if self._around and self._around[-1][0] == tag:
            self._around.pop()

    def handle_data(self, data: str) -> None:
        self.words += data
        if not any(skipped for _, skipped in self._around):
            self.formulas += data

    def find_values(self, name: str) -> list[str]:
        return [value for key, value in self.attributes if key == name]


def read_html(made: viewer.Viewer) -> str:
    """The text values of a viewer's widgets, which hold its HTML."""
    values = [getattr(child, "value", "") for child in made.children]
    return "".join(value for value in values if isinstance(value, str))


def find_widget(made: viewer.Viewer, name: str) -> object:
    """The widget with that label, at any depth; None if there is none."""
    if getattr(made, "description", None) == name:
        return made
    children = getattr(made, "children", ())
    return next(filter(None, (find_widget(child, name) for child in children)), None)


# --- show ---


def test_writes_of_a_step_are_shown():
    ordering = episode(1, steps=(step(1, writes=("POST http://shop.mini/orders",)),))
    words = " ".join(Reader(fragments.step(ordering, 1)).words.split())
    assert "changed something on the server: POST http://shop.mini/orders" in words


def test_show_contains_page_thought_action_effect_and_answer():
    words = Reader(read_html(viewer.show(episode()))).words
    page = ("What is here--0?", "Thought 1.", "Click [0]", "Note 2.")
    for text in (*page, "1,200 + 34 tokens", "1.5 s", "42"):
        assert text in words
    assert "Note 3." not in words


def test_an_episode_with_cookies_from_before_says_so():
    kept = viewer.show(episode(settings=Settings(fresh=False))).still
    assert "began with cookies kept from before" in kept
    assert "cookies" not in viewer.show(episode()).still


def test_the_slider_shows_another_step():
    made = viewer.show(episode(), 2)
    before = re.findall('base64,[^"]+', read_html(made))
    assert "Thought 2." in read_html(made)
    find_widget(made, "Step").value = 3
    assert "Thought 3." in read_html(made) and "Thought 2." not in read_html(made)
    assert re.findall('base64,[^"]+', read_html(made)) != before


def test_buttons_move_between_steps_and_stop_at_the_ends():
    made = viewer.show(episode())
    for button, number in (("‹", 1), ("›", 2), ("›", 3), ("›", 3), ("‹", 2)):
        find_widget(made, button).click()
        assert find_widget(made, "Step").value == number


def test_the_answer_is_shown_with_its_verdicts():
    verdicts = (
        Verdict("here--0", True, "It is right.", "rules"),
        Verdict("here--1", False, "Another's.", "rules"),
    )
    made = viewer.show(episode(), verdicts=verdicts)
    words = Reader(read_html(made)).words
    for text in ("forty-two", "✓ solved", "It is right."):
        assert text in words
    assert "Another's" not in words
    assert "Not judged." in Reader(read_html(viewer.show(episode()))).words


@pytest.mark.parametrize("style", pictures.list_styles())
def test_every_style_can_be_shown(style: str):
    assert "data:image/png" in read_html(viewer.show(episode(), style=style))


def test_an_unknown_style_or_step_is_refused():
    with pytest.raises(ValueError, match="choose one of black"):
        viewer.show(episode(), style="pink")
    with pytest.raises(ValueError, match="steps 1 to 3, no step 9"):
        viewer.show(episode(), 9)


def test_the_prompt_is_shown_on_demand_with_its_changes():
    made = viewer.show(episode(), 2)
    assert "Reply, as it came" not in read_html(made)
    find_widget(made, "Prompt and reply").value = True
    words = Reader(read_html(made)).words
    assert "Action: Click [0]" in words and '+ [0]: <button> "Button 2";' in words
    assert "The whole prompt" in words


def test_reasoning_and_the_cut_are_shown_beside_the_reply():
    cut = episode(steps=(step(1, reasoning="Hm, <b>soup</b>.", cut=True),))
    html = str(prompts.as_html(cut, 1))
    assert "Hm, &lt;b&gt;soup&lt;/b&gt;." in html and "Reply, as it came, cut short" in html
    assert "aloud" not in str(prompts.as_html(episode(), 1))


def test_changes_are_those_of_the_prompt_that_was_sent():
    played = episode()
    added = [line for sign, line in prompts.changes(played, 2) if sign == "+"]
    assert "Title: Page 2" in added and "Title: Page 1" not in added
    assert set(added) <= set(prompts.prompt(played, 2).splitlines())
    assert all(sign == "+" for sign, _ in prompts.changes(played, 1)[1:])


def test_the_prompts_of_a_stored_run_have_not_changed():
    """Prompts of other kinds (judges, proposals) do not matter."""
    stored = runs.load("data/runs/offline-42/shop--1")[0]
    assert prompts.caution(stored) == ""


def test_without_widgets_the_chosen_step_and_the_list_of_all_are_shown():
    made = viewer.show(episode(), 2)
    page = Reader(made._repr_mimebundle_()["text/html"])
    assert page.tags.count("img") == 1 and "script" not in page.tags
    assert all(f"Thought {index}." in page.words for index in (1, 2, 3))


# --- pictures ---


def test_the_target_is_outlined_and_the_point_is_marked():
    acted, idle = step(1), step(1, Action("Wait"))
    plain = highlighting.draw(idle, "clean")
    drawn = highlighting.draw(acted, "clean")
    assert plain.getpixel((140, 115)) != drawn.getpixel((140, 115))  # in the middle of the mark
    assert drawn.getpixel((140, 95)) == (0xD5, 0x5E, 0x00)  # above the mark
    assert plain.tobytes() == Image.open(io.BytesIO(idle.observation.screenshot)).tobytes()


@pytest.mark.parametrize(
    "action, point",
    [
        (Action("Click", 0), (140, 115)),
        (Action("Click", 0, "10,5"), (110, 105)),
        (Action("Click", "WINDOW", "10,5"), (10, 5)),
        (Action("Drag", 0, "1,2,30,0"), (101, 102)),
        (Action("Type", 0, "12,34"), (140, 115)),
        (Action("Click", 7), None),
        (Action("Scroll", "WINDOW", "down"), None),
        (None, None),
    ],
)
def test_the_point_is_the_given_one_or_the_middle_of_the_mark(
    action: Action | None, point: tuple | None
):
    assert highlighting.aim(step(1, action)) == point


# --- what is missing or damaged ---


def without_pictures(folder: Path) -> Episode:
    task = episode().task
    runs.record(iter(episode().steps), folder, task=task, model="by hand")
    for file in folder.rglob("step-*.png"):
        file.unlink()
    return runs.load(folder)[0]


def test_every_view_says_that_a_picture_was_not_kept(tmp_path: Path):
    bare = without_pictures(tmp_path / "run")
    made = viewer.show(bare)
    page = viewer.export(bare, tmp_path / "page.html").read_text("utf-8")
    first = bare.steps[0]
    pieces = [read_html(made), made.still, page, read_html(viewer.compare(bare, bare))]
    pieces += [first._repr_html_(), first.observation._repr_html_()]
    assert all("The screenshot of this step was not kept." in piece for piece in pieces)
    ax = figures.filmstrip(bare)
    assert sum("was not kept" in " ".join(text.get_text().split()) for text in ax.texts) == 3


@pytest.mark.parametrize("image", [png()[:90], b"no picture at all"], ids=["half", "text"])
def test_a_sentence_replaces_a_broken_picture_and_the_others_are_shown(
    tmp_path: Path, image: bytes
):
    stored = tmp_path / "stored.png"
    stored.write_bytes(image)
    broken = step(1, observation=make_observation(1, stored))
    made = episode(steps=(broken, step(2), step(3, Action("ANSWER", None, "42"))))
    page = viewer.export([made, episode()], tmp_path / "page.html").read_text("utf-8")
    assert page.count("cannot be read") == 1 and Reader(page).tags.count("img") == 5
    verdicts = [Verdict("here--0", True, "", "rules"), Verdict("here--0", False, "", "j")]
    alone = episode(steps=(broken,))
    pieces = [broken._repr_html_(), broken.observation._repr_html_(), viewer.show(made).still]
    pieces += [viewer.mistakes([alone], verdicts, "j").data, read_html(viewer.compare(made, made))]
    message = {"role": "user", "content": [screenshot(broken.observation)]}
    pieces += [viewer.talk([message]).data, str(pictures.page_picture(broken.observation))]
    assert all("cannot be read" in piece for piece in pieces)


def test_an_episode_without_steps_says_so(tmp_path: Path):
    empty = episode(0, stop="error: the browser is gone")
    sentence = "This episode has no steps: error: the browser is gone."
    assert sentence in read_html(viewer.show(empty)) and sentence in viewer.show(empty).still
    assert sentence in viewer.export(empty, tmp_path / "page.html").read_text("utf-8")
    assert sentence in read_html(viewer.compare(empty, episode()))


def test_a_half_written_run_can_be_browsed(tmp_path: Path):
    run = tmp_path / "run"
    for made in (episode(name="here--0"), episode(name="here--1")):
        runs.record(iter(made.steps), run, task=made.task, model="by hand")
    torn = run / "here--0" / "1"
    (torn / "result.json").unlink()
    steps = torn / "steps.jsonl.gz"
    steps.write_bytes(steps.read_bytes()[:-20])
    (run / "here--1" / "1" / "task.json").write_text("{")
    rows = listing.list_run(run)
    assert rows[["task", "steps", "outcome"]].values.tolist() == [["here--0", 2, "fault"]]
    made = viewer.browse(run)
    assert "1 cannot be read" in made.still
    widget_list(made).index = 0
    assert "it is unfinished" in read_open_episode(made)


# --- compare ---


def test_two_episodes_move_together():
    first, second = episode(4), episode(2, name="here--1")
    made = viewer.compare(first, second)
    assert (
        "for the first time at step 2" in read_html(made) and find_widget(made, "Step").value == 2
    )
    find_widget(made, "Step").value = 4
    assert "Thought 4." in read_html(made) and "It had ended after 2 steps." in read_html(made)
    assert "Both took the same actions." in read_html(viewer.compare(first, first))


# --- browse ---


def widget_list(made: viewer.Viewer) -> object:
    return next(child for child in made.children if "wv-list" in child._dom_classes)


def read_open_episode(made: viewer.Viewer) -> str:
    """The HTML of the chosen episode's viewer."""
    boxes = [child for child in made.children if type(child).__name__ == "VBox"]
    return read_html(boxes[-1].children[0])


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Six episodes on two sites, some of which failed."""
    folder = tmp_path / "run"
    for number in range(6):
        made = episode(number + 1, f"{'here' if number % 2 else 'far'}--{number}")
        runs.record(iter(made.steps), folder, task=made.task, model="by hand")
        runs.add_verdicts(folder, Verdict(made.task.id, number > 3, "Said so.", "rules"))
    return folder


def test_the_list_matches_the_table(run: Path):
    rows, table = listing.list_run(run), runs.table(run)
    for column in {*listing.COLUMNS} - {"model", "outcome"}:
        assert sorted(rows[column]) == sorted(table[column])
    assert rows["outcome"].value_counts().to_dict() == {"failed": 4, "solved": 2}


def test_filters_narrow_the_list_and_the_chosen_episode_opens(run: Path):
    made = viewer.browse(run)
    assert len(widget_list(made).options) == 6
    find_widget(made, "Search").value = "what here--"
    assert len(widget_list(made).options) == 3
    find_widget(made, "Steps").value = (4, 6)
    outcomes = [label.split("  ")[0] for label, _ in widget_list(made).options]
    assert outcomes == ["✗ failed", "✓ solved"]
    widget_list(made).index = 1
    for text in ("What is here--5?", "Thought 1.", "✓ solved"):
        assert text in read_open_episode(made)
    find_widget(made, "Search").value = "nothing like it"
    assert not widget_list(made).options and "0 of 6 episodes" in shown_count(made)


def shown_count(made: viewer.Viewer) -> str:
    return next(row.children[0].value for row in made.children if "wv-pager" in row._dom_classes)


def test_a_missing_folder_raises_and_an_empty_one_is_counted(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="There is no run folder"):
        viewer.browse(tmp_path / "nowhere")
    assert "0 episodes" in viewer.browse(tmp_path).still


def test_the_official_layout_can_be_shown(run: Path, tmp_path: Path):
    official = tmp_path / "official"
    runs.export(run, official)
    assert sorted(listing.list_run(official)["task"]) == sorted(listing.list_run(run)["task"])
    made = viewer.browse(official)
    widget_list(made).index = 0
    assert "Thought 1." in read_open_episode(made)
    page = viewer.export(runs.load(official), tmp_path / "page.html").read_text("utf-8")
    assert Reader(page).tags.count("article") == 21


# --- export ---


@pytest.mark.slow
def test_an_exported_file_shows_the_verdicts_stored_with_the_run(tmp_path: Path):
    stored = runs.load("data/runs/offline-42/shop--17")
    page = viewer.export(stored, tmp_path / "page.html").read_text("utf-8")
    assert 'class="wv-unscored"' not in page
    page = viewer.export(stored, tmp_path / "page.html", verdicts=()).read_text("utf-8")
    assert 'class="wv-unscored"' in page


def test_an_exported_file_needs_no_other_file(tmp_path: Path):
    file = viewer.export([episode(), episode(name="here--1")], tmp_path / "page.html")
    read = Reader(file.read_text("utf-8"))
    assert read.tags.count("script") == read.tags.count("style") == 1
    assert all(source.startswith("data:image/webp;base64,") for source in read.find_values("src"))
    assert (
        all(link.startswith("#") for link in read.find_values("href")) and "link" not in read.tags
    )
    policy = next(value for value in read.find_values("content") if "default-src" in value)
    assert "default-src 'none'" in policy and "unsafe" not in policy


def test_words_of_pages_are_never_markup(tmp_path: Path):
    evil = hostile()
    made = viewer.show(evil, verdicts=[Verdict(SCRIPT, False, SCRIPT, SCRIPT)])
    find_widget(made, "Prompt and reply").value = True
    file = tmp_path / "page.html"
    viewer.export([evil, evil], file, title=SCRIPT)
    page, compared = file.read_text("utf-8"), read_html(viewer.compare(evil, evil))
    for html, scripts in ((read_html(made), 0), (made.still, 0), (compared, 0), (page, 1)):
        read = Reader(html)
        assert read.tags.count("script") == scripts
        assert not [name for name, _ in read.attributes if name.startswith("on")]
        assert "<script>document.title" in read.words
    assert not [link for link in Reader(page).find_values("href") if not link.startswith("#")]


def test_a_gallery_of_nothing_says_so(tmp_path: Path):
    page = viewer.export([], tmp_path / "page.html").read_text("utf-8")
    assert "There are no episodes here." in page


@pytest.fixture(scope="module")
def page_browser() -> Iterator[Browser]:
    """A browser of the size of a laptop's."""
    with Browser(viewport=(1280, 800)) as browser:
        yield browser


@pytest.fixture
def open_file(page_browser: Browser) -> Callable[[Path], Browser]:
    """A function that opens a file from disk in a browser."""
    return lambda path: (page_browser.open(path.as_uri()), page_browser)[1]


VISIBLE = """
return [...document.querySelectorAll('.wv-turn h4')]
  .filter(e => e.offsetParent).map(e => e.innerText)
"""
LISTED = """
return [...document.querySelectorAll('.wv-gallery li')].filter(e => e.offsetParent).length
"""
LOADED = """
return [...document.images].every(i => !i.offsetParent || (i.complete && i.naturalWidth > 0))
"""
ADD_SCRIPT = """
const script = document.createElement('script');
script.text = 'document.title = 1';
document.body.append(script);
"""
FILL = """
const field = document.querySelector(arguments[0]);
field.value = arguments[1];
field.dispatchEvent(new Event('input'));
"""


def test_a_file_opens_from_disk_and_runs_only_its_own_script(open_file, tmp_path: Path):
    browser = open_file(viewer.export([hostile(), episode()], tmp_path / "page.html", title="Mine"))
    assert browser.script("return document.title") == "Mine"
    assert browser.script(LISTED) == 2
    browser.script("location.hash = '#episode-1'")
    assert browser.script(VISIBLE) == ["Step 1 of 2"]
    assert browser.script(LOADED)
    assert browser.script("return document.title") == "Mine"
    assert not [note for note in browser.log if "dialog" in note]
    browser.script(ADD_SCRIPT)
    assert browser.script("return document.title") == "Mine"  # the page's policy refuses the script


def test_keys_and_filters_work_in_an_exported_file(open_file, tmp_path: Path):
    made = [episode(3), episode(2, name="far--1", stop="error: gone")]
    verdicts = [Verdict("here--0", True, "Right.", "rules")]
    browser = open_file(viewer.export(made, tmp_path / "page.html", verdicts=verdicts))
    for field, value in (("#outcome", "solved"), ("#text", "far")):
        browser.script(FILL, field, value)
        assert browser.script(LISTED) == 1
        browser.script(FILL, field, "")
        assert browser.script(LISTED) == 2
    browser.script("document.querySelector('.wv-gallery a').click()")
    for direction, number in (("RIGHT", 2), ("RIGHT", 3), ("RIGHT", 3), ("LEFT", 2)):
        browser.press(f"ARROW_{direction}")
        assert browser.script(VISIBLE) == [f"Step {number} of 3"]
    browser.press("ESCAPE")
    browser.settle()
    assert browser.script(LISTED) == 2 and browser.script(VISIBLE) == []


WIDTHS = "return [...document.images].filter(i => i.offsetParent).map(i => i.clientWidth)"


def test_a_click_enlarges_the_pictures_of_an_exported_file(open_file, tmp_path: Path):
    browser = open_file(viewer.export(episode(3), tmp_path / "page.html"))
    click = "[...document.querySelectorAll('.wv-zoom summary')].find(e => e.offsetParent).click()"
    [small] = browser.script(WIDTHS)
    browser.script(click)
    [large] = browser.script(WIDTHS)
    assert large > 1.4 * small
    browser.press("ARROW_RIGHT")
    assert browser.script(VISIBLE) == ["Step 2 of 3"] and browser.script(WIDTHS) == [large]
    browser.script(click)
    assert browser.script(WIDTHS) == [small]


def test_no_picture_is_embedded_twice():
    for html in (viewer.show(episode()).still, episode().steps[0]._repr_html_()):
        assert html.count("<img") == html.count("base64,") == 1


def test_an_overview_shows_all_steps_small_and_a_click_enlarges_one(open_file, tmp_path: Path):
    html = viewer.overview(episode(5)).data
    (tmp_path / "overview.html").write_text(f"<!doctype html><meta charset=utf-8>{html}", "utf-8")
    browser = open_file(tmp_path / "overview.html")
    widths = browser.script(WIDTHS)
    assert browser.script(LOADED) and len(widths) == 5 and len(set(widths)) == 1
    browser.script("document.querySelectorAll('summary')[1].click()")
    first, second, *others = browser.script(WIDTHS)
    assert second > 2 * first and {first, *others} == set(widths)
    words = browser.script("return document.body.innerText")
    assert "What is here--0?" in words and "Thought 4." in words and "42" in words
    with pytest.raises(ValueError, match="no steps to show: max_steps"):
        viewer.overview(episode(0, stop="max_steps"))


def make_long_tree() -> Tree:
    """A search that committed to nine steps."""
    states = [Node(0)]
    for number in range(1, 10):
        action = "ANSWER; 42" if number == 9 else f"Click [{number}]"
        more = {"visit": number, "value": number / 10, "committed": True}
        states.append(Node(number, number - 1, 1, action, "Red & “blue” 100%", **more))
    return Tree("t--0", "What? #1", "m", {}, tuple(states), "answer")


def test_a_long_tree_fits_the_width_of_the_page_unless_asked(open_file, tmp_path: Path):
    browser = open_file(viewer.tree(make_long_tree()).save(tmp_path / "tree.html"))
    ask = (
        "const box = document.querySelector('.wv-drawn'); return box.scrollWidth - box.clientWidth"
    )
    assert browser.script(ask) == 0
    browser.script("document.querySelector('.wv-full').click()")
    assert browser.script(ask) > 300
    browser.script("document.querySelector('.wv-full').click()")
    assert browser.script(ask) == 0


def test_without_widgets_a_tree_is_a_picture_that_a_click_enlarges(open_file, tmp_path: Path):
    still = viewer.tree(make_long_tree()).still
    (tmp_path / "still.html").write_text(f"<!doctype html><meta charset=utf-8>{still}", "utf-8")
    browser = open_file(tmp_path / "still.html")
    assert browser.script(LOADED) and browser.script("return document.querySelector('svg')") is None
    [fitted] = browser.script(WIDTHS)
    assert fitted <= 1280
    browser.script("document.querySelector('summary').click()")
    assert browser.script(WIDTHS)[0] > 1.3 * fitted
    assert "Red & “blue” 100%" in browser.script("return document.body.textContent")


@pytest.mark.slow
def test_thirty_episodes_of_nine_steps_stay_under_ten_megabytes():
    """The estimate uses pictures of the stored runs, and 6 KB for the text of a step."""
    stored = sorted((Path(__file__).parents[1] / "data" / "runs").rglob("step-*.webp"))[::60]
    most = exporting.BUDGET // 270
    steps = [step(1, observation=make_observation(1, file)) for file in stored]
    sizes = [len(pictures.picture(step, most=most).address) for step in steps]
    assert sizes and 270 * (sum(sizes) / len(sizes) + 6000) < 10e6

"""The tree of a search: stored, drawn, and explored in a browser."""

import gzip
import json
from xml.etree import ElementTree

import pytest

from webvoyager.lab import search, viewer
from webvoyager.lab.search import trees


def test_a_tree_is_read_back_unchanged(tmp_path):
    states = (
        search.Node(0),
        search.Node(1, 0, 1, "ANSWER; x", value=0.25, scores=(None, 0.5), cost=None),
    )
    tree = trees.Tree("t--0", "What?", "m", {"budget": 3}, states, "answer")
    file = trees.save(tree, tmp_path)
    assert trees.load(tmp_path) == tree and tree.spent.cost is None
    before = file.read_bytes()
    assert trees.save(tree, tmp_path).read_bytes() == before
    file.write_bytes(before[:-20])
    with pytest.raises(ValueError, match="cannot be read"):
        trees.load(tmp_path)
    file.write_bytes(gzip.compress(json.dumps({"format": 99, **tree.to_json()}).encode()))
    with pytest.raises(ValueError, match="newer"):
        trees.load(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"lab\.search"):
        trees.load(tmp_path / "nowhere")


DAMAGED = {
    "overwritten": gzip.compress(bytes(range(256)) * 9, mtime=0)[:40] + b"\0\xff" * 200,
    "a list": gzip.compress(b"[]"),
    "an endless format": gzip.compress(b'{"format": 1e400, "states": []}'),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_of_a_tree_is_refused_with_a_reason(tmp_path, content):
    (tmp_path / trees.FILE).write_bytes(content)
    with pytest.raises(ValueError, match=r"tree\.json\.gz cannot be read"):
        trees.load(tmp_path)


# --- the tree to look at ---


NASTY = '<script>document.title = "run"</script> & "]]>'


def small_tree() -> trees.Tree:
    """A small tree: a start, a committed state, another one beside it, and the answer.

    An order is refused, and one state is not visited.
    """
    states = (
        search.Node(0, title="Home", value=0.1),
        search.Node(
            1,
            0,
            1,
            "Click [1]",
            "Red door",
            "I try it.",
            share=0.6,
            visit=1,
            value=0.5,
            scores=(0.5, None, 0.5),
            reasons=(NASTY, "It leads on."),
            committed=True,
            title=NASTY,
            url="http://x/red",
            usage={"prompt_tokens": 1234},
        ),
        search.Node(
            2,
            0,
            1,
            "Click [2]",
            "Blue door",
            share=0.3,
            visit=2,
            way="replay",
            same=False,
            value=0.25,
            cost=None,
        ),
        search.Node(3, 0, 1, "Click [3]", "Order", share=0.1, refused="It orders."),
        search.Node(4, 1, 2, "ANSWER; heliotrope", share=0.75, visit=3, value=0.83, committed=True),
        search.Node(5, 1, 2, "Scroll [WINDOW]; down", share=0.25),
    )
    return trees.Tree("t--0", NASTY, "offline-rules", {}, states, "answer")


@pytest.fixture
def tree_page(browser, own_page, tmp_path):
    """A function that opens a tree's exported page and returns a function to query it."""

    def show(found: trees.Tree):
        page = viewer.tree(found).save(tmp_path / "tree.html").read_text("utf-8")
        browser.open(own_page(page))
        return lambda words: browser.script(
            f"const at = (name) => document.querySelector(name); return {words}"
        )

    return show


PANEL, NOW = "at('.wv-panel').innerText", "at('.wv-now').textContent"

FADED = "[...document.querySelectorAll('g.wv-later')].map((node) => Number(node.dataset.state))"

RINGED = "Number(at('.wv-chosen')?.dataset.state ?? -1)"


def test_a_click_shows_all_of_a_state_as_text(tree_page, browser):
    ask = tree_page(small_tree())
    assert "The whole episode" in ask(PANEL) and ask(RINGED) == -1 and ask(FADED) == []
    x, y = ask(
        """((box) => [box.x + box.width / 2, box.y + box.height /
        2])(at('[data-state="1"]').getBoundingClientRect())
        """
    )
    browser.click(x, y)
    shown = ask(PANEL)
    assert ask(RINGED) == 1 and ask("at('.wv-way').getAttribute('d').length") > 0
    said = (
        "Click “Red door”",
        "visit 1 · search 1",
        "0.50",
        "2 read, 1 unreadable",
        "2 different",
        "I try it.",
        "60% chose it",
        "http://x/red",
        "1,234 + 0",
        "$0.0000",
        "visit 3, value 0.83",
    )
    assert [words for words in said if words not in shown] == []
    assert shown.count(NASTY) == 2  # as a reason and as the page's title
    assert "Scroll down not visited" in shown
    # the tree's data and the page's own script
    assert ask("document.title") == NASTY and ask("document.scripts.length") == 2


def test_tab_and_enter_move_through_a_tree(tree_page, browser):
    ask = tree_page(small_tree())
    browser.script("document.querySelector('input').focus()")
    for wanted, words in ((0, "Home"), (1, "It leads on."), (4, "heliotrope")):
        browser.press("TAB")
        assert ask("Number(document.activeElement.dataset.state)") == wanted
        browser.press("ENTER")
        assert ask(RINGED) == wanted and words in ask(PANEL)
    browser.press("TAB")
    browser.press("ENTER")
    assert "found changed" in ask(PANEL) and "price not known" in ask(PANEL)
    browser.press("TAB")
    browser.press("ENTER")
    assert "Refused: It orders." in ask(PANEL)


def test_a_search_is_replayed_visit_by_visit(tree_page, browser):
    ask = tree_page(small_tree())
    assert ask(NOW) == "whole search, 3 visits, best 0.83"
    seen = []
    for _ in range(5):
        browser.press("ARROW_LEFT")
        seen.append((ask(NOW), sorted(ask(FADED)), ask(RINGED)))
    assert seen == [
        ("visit 3 of 3, search 2, best so far 0.83", [], 4),
        ("visit 2 of 3, search 1, best so far 0.50", [4], 2),
        ("visit 1 of 3, search 1, best so far 0.50", [2, 4], 1),
        ("before the first visit", [1, 2, 4], 0),
        ("before the first visit", [1, 2, 4], 0),
    ]
    taken = "at('[data-state=\"1\"]').matches('.wv-open')"  # its search goes on
    assert ask(taken)
    for value, faded in ((2, [4]), (4, [])):
        move = (
            "const s = document.querySelector('input'); s.value = arguments[0]; s.dispatchEvent(new"
            " Event('input'))"
        )
        browser.script(move, value)
        assert ask(FADED) == faded
    assert not ask(taken) and ask(RINGED) == -1 and "The whole episode" in ask(PANEL)


def test_the_ending_of_the_file_name_chooses_how_a_tree_is_saved(tmp_path):
    made = viewer.tree(small_tree())
    assert made.save(tmp_path / "t.svg").read_text("utf-8") == made.svg
    assert made._repr_mimebundle_()["text/html"].count("<svg") == 1 and "<script" not in made.still
    page = made.save(str(tmp_path / "t.HTML")).read_text("utf-8")
    assert (
        "default-src &#39;none&#39;" in page
        and page.count("<script") == 2
        and " style=" not in page
    )
    with pytest.raises(ValueError, match=r"\.svg or \.html: 't\.png'"):
        made.save(tmp_path / "t.png")


def test_a_drawn_tree_escapes_the_page_and_shows_the_committed_steps():
    nasty = '<script>alert("x")</script> & "]]>'
    states = [search.Node(0, title=nasty, url="http://x/<b>", value=0.5)]
    for number in range(1, 5):
        action = f"ANSWER; {nasty}" if number == 4 else f"Click [{number}]"
        states.append(
            search.Node(
                number,
                0 if number < 3 else 1,
                1,
                action,
                nasty,
                nasty,
                visit=number,
                value=number / 4,
                reasons=(nasty,),
                committed=number in (1, 4),
                error=nasty,
            )
        )
    states.append(search.Node(5, 0, 1, "Click [9]", "Place order", refused="It orders."))
    found = trees.Tree("t--0", nasty, "offline-rules", {"value": nasty}, tuple(states), "answer")
    svg = viewer.tree(found).svg
    drawn = ElementTree.fromstring(svg)  # raises if the SVG isn't well-formed
    assert "<script" not in svg and "not a language model" in "".join(drawn.itertext())
    names = [each.tag.rpartition("}")[2] for each in drawn.iter()]
    assert names.count("g") == 2 + len(states) and "✕" in "".join(drawn.itertext())

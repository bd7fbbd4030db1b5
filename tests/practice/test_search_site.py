"""The mini web's search engine: what it reads, how it ranks, and what it answers directly."""

import pytest
from walking import Visitor

from practice.miniweb import MiniWeb
from practice.miniweb.sites.search.answer_box import answer
from practice.miniweb.sites.search.page_index import Index, Query, words
from practice.miniweb.sites.search.site_crawl import Page, read


def page(title: str, *passages: str, path: str = "/x", site: str = "a") -> Page:
    return Page(site, path, title, "", passages)


@pytest.fixture
def index() -> Index:
    return Index(
        [
            page(
                "Lemon tart",
                "Sharp and yellow, with <b>cream</b> & olive oil on the side.",
                path="/tart",
            ),
            page(
                "Pantry",
                "Olives keep. Oil does too, and so does a lemon for a while.",
                path="/pantry",
            ),
            page(
                "Kettles",
                "A kettle is a pot with a spout. Crème fraîche is not.",
                path="/kettle",
                site="b",
            ),
            page("Other things", "Nothing of the kind.", path="/other", site="b"),
        ]
    )


def paths(index: Index, text: str, site: str = "") -> list[str]:
    return [found.path for found in index.search(Query.read(text, site))]


def test_only_visible_text_of_a_page_is_indexed() -> None:
    html = """<html><head><title>A &amp; B</title><meta name="description" content="About it"></head><body>
        <nav>Menu</nav><main><h1>Head</h1><p>One <b>bold</b> word.</p><ul><li><a href="/y">Elsewhere</a></li>
        <li>See <a href="/z">this</a>.</li></ul><p hidden>Secret</p><script>var x = "<p>no</p>";</script></main>"""
    assert read("a", "/x", html) == Page(
        "a", "/x", "A & B", "About it", ("Head", "One bold word.", "See this.")
    )


def test_a_title_counts_more_and_word_forms_do_not_matter(index: Index) -> None:
    assert paths(index, "the LEMONS") == ["/tart", "/pantry"]
    assert paths(index, "creme") == ["/kettle"]
    assert paths(index, "zebra") == []
    assert words("Berries, dishes, glass & Ann's 1,200 g") == [
        "berry",
        "dish",
        "glass",
        "ann",
        "1,200",
        "g",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"olive oil"', ["/tart"]),
        ("lemon -cream", ["/pantry"]),
        ("intitle:lemon", ["/tart"]),
        ("site:b.mini kettle", ["/kettle"]),
        ("site:a.mini kettle", []),
        ('"', []),
    ],
)
def test_search_operators_restrict_the_results(index: Index, text: str, found: list[str]) -> None:
    assert paths(index, text) == found


def test_a_snippet_has_the_words_in_bold_and_no_markup_of_the_page(index: Index) -> None:
    shown = index.snippet(index.pages[0], Query.read("olives"))
    assert "&lt;b&gt;cream&lt;/b&gt; &amp; <b>olive</b> oil" in shown


def test_a_word_that_occurs_on_no_page_is_corrected(index: Index) -> None:
    assert index.correct("yelow lemon") == "yellow lemon"
    assert index.correct("yellow lemon") == index.correct("qqqqqq") == ""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("3 cups in ml", "709.7647 millilitres"),
        ("how many feet are there in 1 mile?", "5,280 feet"),
        ("convert 350 °F to °C", "176.6667 degrees Celsius"),
        ("-40 c in f", "-40 degrees Fahrenheit"),
        ("90 minutes in hours", "1.5 hours"),
        ("12 * (7.5 - 3)", "54"),
        ("what is 15% of 80?", "12"),
        ("what is a kettle?", "A kettle is a pot with a spout."),
    ],
)
def test_calculations_and_definitions_are_answered(index: Index, asked: str, said: str) -> None:
    assert answer(asked, index).text == said


@pytest.mark.parametrize(
    "asked",
    ["3 cups", "2 kg in cm", "1 / 0", "2 ** 99", "what is a spoon", "lemon", "1.2.3 l in ml"],
)
def test_an_unclear_question_gets_no_answer(index: Index, asked: str) -> None:
    assert answer(asked, index) is None


def test_result_pages_are_safe_and_complete(web: MiniWeb) -> None:
    def shown(path: str) -> str:
        reply = Visitor(web.port).get(f"http://search.mini{path}")
        assert reply.status == 200
        return reply.body.decode()

    assert "<script>alert" not in shown("/search?q=%3Cscript%3Ealert(1)%3C/script%3E")
    first, second = shown("/search?q=lemon"), shown("/search?q=lemon&page=2")
    assert first.count("<article>") == 10 and "Next" in first and "Previous" in second
    assert "Nothing found" in shown("/search?q=qqqqqq")
    assert shown("/search?q=lemon&page=999&site=") and shown("/search?q=lemon&page=x&site=nowhere")
    assert "Did you mean" in shown("/search?q=lemno")
    assert shown("/search?q=keyboard").count("Advertisement</p>") <= 1
    assert "lemon" in shown("/suggest?q=lem").lower()
    there = Visitor(web.port).get("http://search.mini/search?q=silky+hummus&go=first")
    assert there.location.startswith("http://recipes.mini/recipe/silky-hummus")

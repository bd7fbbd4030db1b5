"""The offline model: an endpoint that keeps to the protocol, and rules that read unknown pages.

The rules were not made for the pages used here.
"""

import base64
import io
import json
import re
from pathlib import Path
from urllib.request import urlopen

import openai
import pytest
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image, PngImagePlugin

from practice import offline
from practice.miniweb import MiniWeb, sites
from practice.offline import Offline
from practice.offline.endpoint.conversation import read_conversation, read_element, read_page
from practice.offline.endpoint.protocol import MODEL, MODELS, PAGE_CHUNK, Message, Picture, Sample
from practice.offline.page.entries import find_entries
from practice.offline.page.facts import find_fact
from practice.offline.page.labels import find_pairs
from practice.offline.page.page import Line
from practice.offline.question.dates import find_dates
from practice.offline.question.quantities import find_quantities
from practice.offline.question.question import read_question
from practice.offline.rules import strategy
from practice.offline.rules.situation import read_situation
from webvoyager import Environment, Model, Task, agent, views

FOLDER = Path(offline.__file__).parent
SYSTEM = (
    "You browse the web. Actions: Click [n], Type [n]; text, Scroll [n or WINDOW]; up or down,"
    " ANSWER; text"
)


@pytest.fixture(scope="module")
def endpoint():
    with Offline() as served:
        yield served


@pytest.fixture(scope="module")
def client(endpoint):
    return openai.OpenAI(base_url=endpoint.base_url, api_key="any", max_retries=0)


def page(
    lines=(), elements=(), marks=(), address="http://site.test/", title="A page", notes=(), step=1
):
    """The text of an observation, and the page data in its picture."""
    text = f"Observation {step} of 15\nAddress: {address}\nTitle: {title}\nElements:\n" + "\n".join(
        elements
    )
    text += "\nNotes:\n" + "\n".join(f"- {note}" for note in notes)
    return text, {
        "lines": [list(line) for line in lines],
        "marks": [list(m) for m in marks],
        "viewport": [1024, 768],
    }


def make_turns(asked, *pages, replies=()):
    """The turns of an agent's prompt."""
    turns = [Message("system", SYSTEM)]
    for number, (text, shown) in enumerate(pages):
        task = (
            f"Now given a task: {asked}  Please interact with http://site.test/ and get the"
            " answer.\n\n"
        )
        turns.append(
            Message("user", (task if number == 0 else "") + text, (Picture(1024, 768, shown),))
        )
        if number < len(replies):
            turns.append(Message("assistant", replies[number]))
    return tuple(turns)


def make_situation(asked, *pages, replies=()):
    """The scene that the rules look at."""
    return read_situation(read_conversation(make_turns(asked, *pages, replies=replies)))


def propose_actions(asked, *pages, replies=()):
    """The actions that the rules propose, best first."""
    return [
        move.action
        for move in strategy.propose_moves(make_situation(asked, *pages, replies=replies))
    ]


def png(shown):
    info = PngImagePlugin.PngInfo()
    info.add_itxt(PAGE_CHUNK, json.dumps(shown), zip=True)
    out = io.BytesIO()
    Image.new("RGB", (1024, 768)).save(out, "PNG", pnginfo=info)
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode()


def messages(asked, text, shown=None):
    task = (
        f"Now given a task: {asked}  Please interact with http://site.test/ and get the answer.\n\n"
    )
    parts = [{"type": "text", "text": task + text}]
    parts += [{"type": "image_url", "image_url": {"url": png(shown)}}] if shown else []
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": parts}]


def action(client, asked, text, shown=None, before=()):
    """The action that the endpoint replies with.

    `before` holds pairs of an earlier observation and its reply.
    """
    said = messages(asked, before[0][0] if before else text, shown)
    for place, (_, reply) in enumerate(before):
        later = before[place + 1][0] if place + 1 < len(before) else text
        said += [{"role": "assistant", "content": reply}, {"role": "user", "content": later}]
    reply = client.chat.completions.create(model=MODEL, messages=said).choices[0].message.content
    return reply.partition("Action: ")[2]


RECIPE = page(
    [
        (40, 20, 200, 32, "Plum cake"),
        (40, 70, 100, 18, "Prep time"),
        (40, 92, 100, 18, "20 min"),
        (200, 70, 100, 18, "Total time"),
        (200, 92, 100, 18, "1 h 15 min"),
        (40, 130, 200, 18, "Serves: 8"),
        (40, 160, 200, 18, "★ 4.6 (1,204 reviews)"),
        (40, 200, 120, 18, "Calories"),
        (300, 200, 120, 18, "310 kcal"),
    ],
    title="Plum cake – A site",
)
LIST = page(
    [
        (300, 100, 200, 24, "Red kettle"),
        (300, 130, 100, 18, "$24.50"),
        (300, 150, 100, 18, "4.1 stars"),
        (300, 240, 200, 24, "Blue kettle"),
        (300, 270, 100, 18, "$19.00"),
        (300, 290, 100, 18, "4.7 stars"),
        (300, 380, 200, 24, "Green kettle"),
        (300, 410, 100, 18, "$17.00"),
        (300, 430, 100, 18, "3.2 stars"),
    ],
    ['[0]: <a> "Red kettle";', '[1]: <a> "Blue kettle";', '[2]: <a> "Green kettle";'],
    [(0, 300, 100, 200, 24), (1, 300, 240, 200, 24), (2, 300, 380, 200, 24)],
    address="http://site.test/search?q=kettle",
    title="Results",
)


# --- the endpoint ---


def test_the_rules_act_on_the_page_of_a_name_in_brackets():
    """The question names two things, the second in brackets, and asks only about the first.

    On the page of the second, the rules must still propose an action.
    """
    asked = (
        "According to the chart on the page of Marlstone Forest (Harbour League), which place did"
        " the club hold?"
    )
    league = page(
        [(40, 20, 300, 32, "Harbour League"), (40, 80, 90, 18, "12 clubs")],
        title="Harbour League - A site",
    )
    assert propose_actions(asked, league)


def test_the_bytes_are_the_same_from_another_server(client):
    asked = messages("What is the total time of Plum Cake?", *RECIPE)
    first = client.chat.completions.create(model=MODEL, messages=asked, n=4)
    with Offline() as other:
        again = openai.OpenAI(base_url=other.base_url, api_key="x").chat.completions.create(
            model=MODEL, messages=asked, n=4
        )
    assert first.model_dump() == again.model_dump()
    assert len(first.choices) == 4 and first.choices[0].message.content.startswith("Thought: ")
    assert "rules" in first.system_fingerprint


def test_usage_counts_pictures_by_tiles(client):
    asked = messages("What is the total time of Plum Cake?", *RECIPE)
    usage = client.chat.completions.create(model=MODEL, messages=asked).usage
    assert 85 + 170 * 4 < usage.prompt_tokens < 85 + 170 * 4 + 400
    assert usage.total_tokens == usage.prompt_tokens + usage.completion_tokens


def test_max_tokens_cuts_the_reply(client):
    asked = messages("What is the total time of Plum Cake?", *RECIPE)
    for name in ("max_tokens", "max_completion_tokens"):
        choice = client.chat.completions.create(model=MODEL, messages=asked, **{name: 3}).choices[0]
        assert choice.finish_reason == "length" and len(choice.message.content) <= 12


def test_models_are_listed_with_what_they_are(client):
    assert [model.id for model in client.models.list()] == [*MODELS]
    assert client.models.retrieve(MODEL).owned_by == "rules, not a language model"


def test_errors_have_the_form_of_the_protocol(client):
    hello = [{"role": "user", "content": "Hello"}]
    with pytest.raises(openai.NotFoundError, match="does not exist") as wrong:
        client.chat.completions.create(model="gpt-9", messages=hello)
    assert wrong.value.code == "model_not_found" and wrong.value.type == "invalid_request_error"
    with pytest.raises(openai.BadRequestError, match="stream"):
        client.chat.completions.create(model=MODEL, messages=hello, stream=True)
    with pytest.raises(openai.BadRequestError, match="temperature"):
        client.chat.completions.create(model=MODEL, messages=hello, temperature=9)


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        [{"role": "robot", "content": "Hello"}],
        [{"role": "user", "content": [{"type": "audio"}]}],
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "http://a.b"}}]}],
    ],
)
def test_malformed_messages_are_refused(client, wrong):
    with pytest.raises(openai.BadRequestError) as refused:
        client.chat.completions.create(model=MODEL, messages=wrong)
    assert refused.value.param.startswith("messages")


def test_invalid_json_and_wrong_addresses_are_refused(client):
    for path, data, status in (
        ("chat/completions", b"{", 400),
        ("nowhere", b"{}", 404),
        ("models", b"{}", 405),
    ):
        with pytest.raises(openai.APIStatusError) as refused:
            client.post(f"/{path}", cast_to=object, options={"headers": {}}, content=data)
        assert refused.value.status_code == status and refused.value.body["message"]


def test_an_unknown_request_gets_a_reply_that_names_the_rules(client):
    reply = client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": "Write a poem"}]
    )
    assert "not a language model" in reply.choices[0].message.content


def test_the_server_is_on_loopback_and_silent(capfd):
    with Offline() as served:
        urlopen(served.base_url + "/models").read()
        assert "127.0.0.1" in served.base_url
    served.close()
    assert capfd.readouterr() == ("", "")
    with pytest.raises(OSError):
        urlopen(served.base_url + "/models", timeout=2)


@pytest.mark.slow
def test_similar_wordings_have_similar_embeddings(client):
    texts = [
        "vegan lentil soup recipes",
        "recipe for a vegan soup with lentils",
        "cordless drill with two batteries",
        "",
    ]
    rows = [row.embedding for row in client.embeddings.create(model=MODEL, input=texts).data]
    dot = [sum(a * b for a, b in zip(rows[0], row, strict=True)) for row in rows]
    assert dot[0] == pytest.approx(1) and dot[1] > dot[2] + 0.2 and dot[3] == 0
    assert {len(row) for row in rows} == {256}
    assert rows == [
        row.embedding for row in client.embeddings.create(model=MODEL, input=texts).data
    ]
    assert client.embeddings.create(model=MODEL, input="one").usage.total_tokens == 1
    with pytest.raises(openai.BadRequestError):
        client.embeddings.create(model=MODEL, input=[])


# --- questions ---


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('Is the "Old Mill Loaf" vegan?', ("Old Mill Loaf",)),
        ("How long does Grandma's Plum Cake take?", ("Grandma's Plum Cake",)),
        ("Which is cheaper, Red Kettle or Blue Kettle?", ("Red Kettle", "Blue Kettle")),
        ("Find a vegan soup with a rating of at least 4.5. What is it called?", ()),
    ],
)
def test_names_are_found_in_questions(text, names):
    assert read_question(text).names == names


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("a soup that takes at most 30 minutes", [("minutes", "<=", 30)]),
        ("under 1 hour 20 minutes and over 1,000 reviews", [("minutes", "<", 80), ("review", ">", 1000)]),
        (
            "a four-star rating or higher, priced between $20 and $40",
            [("rating", ">=", 4), ("money", ">=", 20), ("money", "<=", 40)],
        ),
        ("published in 2024 by two authors", []),
        ("rated 4.5 or higher, under $1,299.00", [("rating", ">=", 4.5), ("money", "<", 1299)]),
    ],
)  # fmt: skip
def test_conditions_are_found_in_questions(text, conditions):
    found = read_question(text).conditions
    assert [(one.kind, one.sign, one.limit) for one in found] == conditions


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "How many calories per serving does the Plum Cake have?",
            [("calories per serving", "number")],
        ),
        ("How long does it take?", [("time", "minutes")]),
        (
            "What is the total time and how many people does it serve?",
            [("total time", "minutes"), ("people", "number")],
        ),
        ("Tell me its price and its brand.", [("price", "money"), ("brand", "")]),
        (
            "Who wrote it, and when was it first published?",
            [("author", "person"), ("published", "date")],
        ),
    ],
)
def test_the_wanted_properties_are_found_in_questions(text, asked):
    assert [(one.words, one.kind) for one in read_question(text).properties] == asked


def test_orders_sums_and_commands_are_found_in_questions():
    best = read_question("Save the highest-rated vegan soup to your list.")
    assert (best.order.kind, best.order.most, best.command.place) == ("rating", True, "list")
    assert best.terms == ("vegan soup",)
    less = read_question("How much cheaper is the Red Kettle than the Blue Kettle?")
    assert (less.sum, less.order.kind, less.order.most) == ("difference", "money", False)
    assert read_question("with more than 100 reviews or at least 4 stars").order is None


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("1 h 20 min", 80, "minutes"),
        ("$1,299.00", 1299, "money"),
        ("4.6 out of 5", 4.6, "rating"),
        ("1,204 reviews", 1204, "review"),
        ("2.5 kg", 2500, "grams"),
        ("a 4-star hotel", 4, "rating"),
        ("512 GB", 512, "bytes"),
    ],
)
def test_quantities_are_read(text, value, kind):
    found = find_quantities(text)
    assert [(one.value, one.kind) for one in found] == [(pytest.approx(value), kind)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("on Sunday, 12 April 2026", [20260412]),
        ("Apr 3rd, 2026 and 2026-05-07", [20260403, 20260507]),
        ("in April 2026, not in 2025", [20260400, 20250000]),
        ("it may 5 times", [None]),
        ("of 12045 readers", []),
    ],
)
def test_dates_are_read(text, numbers):
    assert [found.number for found in find_dates(text)] == numbers


# --- pages ---


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("What is the total time?", "1 h 15 min"),
        ("What is the prep time?", "20 min"),
        ("How many people does it serve?", "8"),
        ("How many calories does it have?", "310 kcal"),
        ("What is its rating?", "4.6"),
        ("How many reviews does it have?", "1,204"),
    ],
)
def test_values_are_read_by_their_labels(asked, value):
    lines = [Line(*line) for line in RECIPE[1]["lines"]]
    found = find_fact(read_question(asked).properties[0], lines)
    assert found and value in found.value


def test_tables_are_read_by_row_and_column():
    cells = [
        "Model",
        "Weight",
        "Price",
        "Alpha",
        "2 kg",
        "$10",
        "Beta",
        "3 kg",
        "$20",
        "Gamma",
        "4 kg",
        "$30",
    ]
    lines = [
        Line(100 + 200 * (i % 3), 100 + 30 * (i // 3), 60, 18, cell) for i, cell in enumerate(cells)
    ]
    assert {(pair.label, pair.value) for pair in find_pairs(lines)} >= {
        ("Beta Weight", "3 kg"),
        ("Gamma Price", "$30"),
    }


def test_cards_of_a_list_and_of_a_grid_are_read():
    listed = find_entries(read_page(make_turns("x", LIST)[1]))
    assert [(card.title, "$" in card.text) for card in listed] == [
        (f"{c} kettle", True) for c in ("Red", "Blue", "Green")
    ]
    grid = page(
        [
            (x, y + dy, 100, h, text)
            for x, y, name in ((50, 200, "One"), (300, 200, "Two"), (50, 500, "Three"))
            for dy, h, text in ((0, 24, f"Lamp {name}"), (28, 16, f"$1{len(name)}.00"))
        ],
        [f'[{i}]: <a> "Lamp {name}";' for i, name in enumerate(("One", "Two", "Three"))],
        [(0, 50, 200, 100, 24), (1, 300, 200, 100, 24), (2, 50, 500, 100, 24)],
    )
    cards = {
        card.title: card.text.split(" \n ")
        for card in find_entries(read_page(make_turns("x", grid)[1]))
    }
    assert cards == {f"Lamp {n}": [f"Lamp {n}", f"$1{len(n)}.00"] for n in ("One", "Two", "Three")}


def test_element_lines_are_read():
    line = (
        '[4]: <input type="search" role="combobox"> "Search, or "ask"", value "a, b", disabled,'
        " collapsed;"
    )
    element = read_element(line, {})
    assert (element.name, element.value, element.disabled, element.expanded) == (
        'Search, or "ask"',
        "a, b",
        True,
        False,
    )
    select = read_element('[5]: <select> "Sort", value "New", options "New | Old";', {})
    assert select.options == ("New", "Old") and not select.checked


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ("required", {}),
        ('value "a, b", required, invalid', {"value": "a, b"}),
        ("selected, disabled", {"checked": True, "disabled": True}),
        (
            "expanded, leads to checked.disabled.test",
            {"expanded": True, "checked": False, "disabled": False},
        ),
        (
            'options "A | B, c | … 40 more … | Z", leads to other.test',
            {"options": ("A", "B, c", "Z")},
        ),
        ('pressed mixed, described by "x", level 3, value "q"', {"value": "q"}),
    ],
)
def test_elements_with_unknown_states_are_read(states, expected):
    element = read_element(f'[7]: <div role="tab"> "Of "them", all", {states};', {})
    assert (element.label, element.tag, element.role, element.name) == (
        7,
        "div",
        "tab",
        'Of "them", all',
    )
    assert {name: getattr(element, name) for name in expected} == expected


@pytest.mark.slow
@given(
    some.text(some.characters(exclude_categories=["C", "Z"]), min_size=1),
    some.lists(some.text(some.characters(exclude_categories=["C", "Z"]), min_size=1), max_size=4),
)
def test_no_line_of_an_element_is_lost(name, states):
    element = read_element(f'[12]: <a> "{", ".join([name + chr(34), *states])};', {})
    assert element and (element.label, element.tag) == (12, "a")


def test_a_field_with_unknown_states_is_used(client):
    home = page(
        (),
        [
            '[3]: <input type="search"> "Search", required, invalid, leads to other.test;',
            '[4]: <a> "About";',
        ],
    )
    assert (
        action(client, "What is the total time of the Plum Cake?", *home) == "Type [3]; Plum Cake"
    )


# --- pages as an outline, without a picture ---

HEAD = """banner
  text "Free delivery from $60.00"
  [0] <a> "A site";
  search
    [1] <input type="search"> "Search", value "kettle", required;
main
  navigation "You are here"
    [8] <a> "Everything";
"""
OUTLINE = """  heading "Results"
  article
    text "Kitchen"
    [2] <a> "Red Kettle with a Whistle", selected;
    text "4.1 out of 5 stars"
    text "$24.50"
    form
      [3] <button> "Save Red Kettle with a Whistle";
  article
    text "Kitchen"
    [4] <a> "Blue Kettle", leads to other.test;
    text "Sponsored"
    text "4.7 out of 5 stars"
    text "$17.00"
  article
    text "Kitchen"
    [5] <a> "Green Kettle";
    text "4.7 out of 5 stars"
    text "$19.00"
  article
    [6] <a> "Grey Kettle";
    text "3.2 out of 5 stars"
    text "$11.00"
contentinfo
  [7] <a> "About";"""
ITEM = """  article
    banner
      heading "Plum Cake"
      text "By"
      [2] <a> "Ann Lee";
      text ", 28 May 2025"
    text "Prep time"
    text "20 min"
    text "Total time"
    text "1 h 15 min"
    text "$7.40"
    table
      row
        text "Part of it, per serving"
        text "Weight"
        text "Energy"
      row
        text "Dough with butter and sugar"
        text "90 g"
        text "300 kcal"
      row
        text "Plums"
        text "60 g"
        text "28 kcal"
dialog
  heading "A letter for you"
"""


def make_outline(text, title="A page", address="http://site.test/", notes=()):
    """An observation without a picture."""
    said = (
        f"Observation 1 of 15\nAddress: {address}\nTitle:"
        f" {title}\nElements:\n{HEAD}{text}\nNotes:\n"
    )
    return said + "\n".join(f"- {note}" for note in notes)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("What is the total time of Plum Cake?", "Plum Cake – total time: 1 h 15 min."),
        (
            "What is the price of Plum Cake?",
            "Plum Cake – price: $7.40.",
        ),  # not the site's "from $60.00"
        ("Who is the author of Plum Cake?", "Ann Lee"),
    ],
)
def test_the_properties_of_a_thing_are_read_from_an_outline(client, asked, answer):
    said = action(client, asked, make_outline(ITEM, "Plum Cake – A site"))
    assert said.startswith("ANSWER; ") and answer in said


def test_a_table_in_an_outline_is_read_by_row_and_column():
    found = {
        (pair.label, pair.value)
        for pair in find_pairs(read_page(Message("user", make_outline(ITEM))).lines)
    }
    assert found >= {("Dough with butter and sugar Energy", "300 kcal"), ("Plums Weight", "60 g")}


def test_the_entries_of_an_outline_are_told_apart(client):
    asked = "Find the cheapest kettle with at least 4 stars. What is its name and price?"
    before = [
        (make_outline('  heading "Welcome"'), 'Thought: I type "kettle".\nAction: Type [1]; kettle')
    ]
    said = action(
        client,
        asked,
        make_outline(OUTLINE, "Results", "http://site.test/search?q=kettle"),
        before=before,
    )
    assert said.startswith("ANSWER; Green Kettle") and "$19.00" in said  # the blue one is an ad
    assert action(client, "What does the Blue Kettle weigh?", make_outline(OUTLINE)) == "Click [4]"
    cards = find_entries(read_page(Message("user", make_outline(OUTLINE))))
    assert [card.title for card in cards] == [
        "Red Kettle with a Whistle",
        "Blue Kettle",
        "Green Kettle",
        "Grey Kettle",
    ]
    assert [card.sponsored for card in cards] == [False, True, False, False]
    assert all("Kitchen" not in card.text and card.text.count("$") == 1 for card in cards)


def test_the_head_foot_and_notes_of_an_outline_are_read(client):
    now = read_situation(
        read_conversation((Message("user", make_outline(OUTLINE, notes=["Nothing changed."])),))
    )
    places = {
        element.label: (now.kind.in_menu(element), now.kind.in_foot(element))
        for element in now.page.elements
    }
    head, middle, foot = (0, 1, 8), range(2, 7), (7,)
    assert places == {n: (n in head, n in foot) for n in (*head, *middle, *foot)}
    assert now.page.unchanged and [line.text for line in now.page.headings] == ["Results"]
    assert now.page.elements[1].value == "kettle"
    assert not read_page(
        Message("user", 'Observation 1 of 15\nElements:\n[0]: <a> "Red";\nNotes:\n')
    ).lines


def test_words_of_the_screenshot_in_the_text_change_nothing(client):
    asked = "What is the total time of Plum Cake?"
    text, shown = RECIPE
    plain = text.replace("Elements:\n", 'Elements:\n[0]: <a> "Home", leads to other.test;\n')
    words = (
        "Words on the screenshot:\nPlum cake\nNotes:\nBest warm\n- Title: none\nObservation of"
        " cakes\nNotes:"
    )
    beside = plain.replace("\nNotes:", f"\n{words}\nNotes:")
    assert action(client, asked, plain, shown) == action(client, asked, beside, shown)
    assert "1 h 15 min" in action(client, asked, beside, shown)
    read = [
        read_page(Message("user", said, (Picture(1024, 768, shown),))) for said in (plain, beside)
    ]
    assert read[0] == read[1]


@pytest.mark.parametrize("view", [views.marked_with_text, views.accessibility_tree])
def test_every_view_leads_to_an_answer(browser, endpoint, view):
    task = Task(
        id="time",
        site="recipes",
        url="http://recipes.mini/",
        question='What is the total time of "Silky Hummus"?',
    )
    model = Model(MODEL, endpoint.base_url, "none", page_text=True)
    episode = agent.run(task, Environment(browser, view), model)
    assert "min" in episode.answer and "Silky Hummus" in episode.answer


# --- acting ---


def test_the_rules_answer_from_the_page_of_the_thing():
    assert (
        propose_actions("What is the total time of Plum Cake?", RECIPE)[0]
        == "ANSWER; Plum Cake – total time: 1 h 15 min."
    )


def test_the_rules_open_the_named_link():
    assert propose_actions("What does the Blue Kettle weigh?", LIST)[0] == "Click [1]"


def test_the_rules_choose_the_best_entry_that_meets_the_conditions():
    typed = ['Thought: I type "kettle".\nAction: Type [0]; kettle']
    first = propose_actions(
        "Find the cheapest kettle with at least 4 stars. What is its name and price?",
        LIST,
        LIST,
        replies=typed,
    )[0]
    assert first.startswith("ANSWER; Blue kettle") and "$19.00" in first


@pytest.mark.parametrize(
    ("sought", "found"),
    [("kettle", "ANSWER; Blue kettle"), ("telescope", "ANSWER; I found nothing")],
)
def test_the_rules_say_that_they_found_nothing_if_no_entry_matches_the_search(sought, found):
    typed = [f'Thought: I type "{sought}".\nAction: Type [0]; {sought}']
    asked = f"Find the cheapest {sought} with at least 4 stars. What is its name and price?"
    assert propose_actions(asked, LIST, LIST, replies=typed)[0].startswith(found)


def test_the_rules_close_a_banner_that_covers_the_page():
    covered = page((), ['[0]: <button> "Accept all";', '[1]: <input type="search"> "Search";'])
    assert propose_actions("What is the total time of the Plum Cake?", covered)[0] == "Click [0]"


def test_notes_outlive_the_screenshots():
    note = (
        'Thought: Noted: "Red Kettle" price = "$24.50". I look for the next.\nAction: Type [0];'
        " Blue Kettle"
    )
    blue = page(
        [
            (40, 20, 300, 32, "Blue Kettle"),
            (40, 80, 90, 26, "$19.00"),
            (40, 120, 90, 16, "In stock"),
        ],
        title="Blue Kettle",
    )
    answer = propose_actions(
        "Which is cheaper, the Red Kettle or the Blue Kettle, and by how much?",
        page(),
        blue,
        replies=[note],
    )[0]
    assert answer.startswith("ANSWER; Blue Kettle") and "$5.50" in answer and "Red" not in answer


def test_the_last_step_always_answers():
    assert propose_actions("What is the price of the Plum Cake?", page((), (), step=15))[
        0
    ].startswith("ANSWER; ")


def test_without_a_picture_the_rules_still_act():
    turns = (
        Message("system", SYSTEM),
        Message("user", 'Address: http://a.test/\nElements:\n[0]: <input type="search"> "Search";'),
    )
    assert "Action: " in strategy.reply(turns, Sample())
    assert "Action: " in strategy.reply((Message("system", SYSTEM),), Sample())


# --- what it may know ---


def modules():
    return sorted(FOLDER.rglob("*.py"))


@pytest.mark.slow
def test_the_offline_model_names_no_site():
    source = "\n".join(file.read_text("utf-8") for file in modules()).lower()
    assert not re.search(r"\.mini\b", source)
    # only addresses are searched for, since the sites' names are everyday words
    assert set(re.findall(r"https?://[\w.]+", source)) <= {"http://127.0.0.1"}
    with MiniWeb() as web:
        titles = [web.apps[name].test_client().get("/").text for name in sites.names()]
    brands = {
        re.split(r"\s+[|·–—-]\s+|:", title)[0]
        for text in titles
        for title in re.findall("<title>(.*?)</title>", text)
    }
    for name in brands:
        assert not re.search(rf"\b{re.escape(name.lower())}\b", source), name

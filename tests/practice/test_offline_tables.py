"""The offline model and tables: rows, columns, superlatives, sorting and quotations.

Links and buttons that a question names are tested as well.
"""

from test_offline import make_situation, page, propose_actions

from practice.offline.page import table_query
from practice.offline.page.tables import find_tables
from practice.offline.question import names
from practice.offline.question.question import read_question
from practice.offline.question.superlatives import find_order
from practice.offline.question.words import same_word
from practice.offline.rules import list_rules, section_rules, table_rules

ZOO = """
Animal | Kind    | Born         | Weight
Otto   | Otter   | 3 May 2019   | 9 kg
Ursula | Bear    | 17 June 2011 | 212 kg
Hugo   | Hippo   | 2 March 2004 | 1,480 kg
Pia    | Penguin | 30 July 2021 | 4 kg
Total  |         |              | 1,705 kg
"""
RAIL = """
# | Line         | Stops | Trains a day
1 | Green line   | 23    | 310
2 | Blue line    | 31    | 288
3 | Harbour line | 12    | 140
4 | Night line   | 18    | 16
5 | Hill line    | 9     | 64
"""


def cells(text):
    return [tuple(cell.strip() for cell in row.split("|")) for row in text.strip().splitlines()]


def grid(text, top=200, tall=30):
    """The lines, with their boxes, of a table written as text."""
    placed = [
        (x, y, cell) for y, row in enumerate(cells(text)) for x, cell in enumerate(row) if cell
    ]
    return [(100 + 180 * x, top + tall * y, 8 * len(cell), 18, cell) for x, y, cell in placed]


def heading(text, y=40):
    return (100, y, 12 * len(text), 32, text)


def links(*texts, y=250):
    """Links below each other in the main part of a page: their lines and their boxes."""
    marks = [(n, 400, y + 30 * n, 8 * len(text), 18) for n, text in enumerate(texts)]
    return [f'[{n}]: <a> "{text}";' for n, text in enumerate(texts)], marks


def read_tables(*shown):
    """The tables on the last of these pages."""
    now = make_situation("x", *shown)
    return find_tables(now.page.body, now.page.elements)


def test_tables_have_heads_rows_and_a_column_of_names():
    zoo, rail = read_tables(page([heading("Our animals"), *grid(ZOO), *grid(RAIL, top=480)]))
    assert [zoo.heads, *zoo.rows] == cells(ZOO) and [rail.heads, *rail.rows] == cells(RAIL)
    assert (zoo.name_column, rail.name_column) == (0, 1)


def test_a_wrapped_cell_is_one_cell():
    lines = [*grid(ZOO, tall=60), (100, 280, 120, 18, "the swimmer")]
    assert read_tables(page(lines))[0].rows[0][0] == "Otto the swimmer"


def test_link_names_complete_abbreviated_heads():
    table = (
        "Line | Tr/d | Stops \n Green line | 310 | 23 \n Blue line | 288 | 31 \n Hill line | 64 | 9"
    )
    (found,) = read_tables(page(grid(table), ['[0]: <a> "Trains a day";'], [(0, 275, 196, 40, 26)]))
    assert (
        found.heads[1] == "Tr/d / Trains a day"
        and found.label(1) == "Trains a day"
        and found.controls[1].label == 0
    )


def test_a_superlative_names_the_column_to_rank_by():
    said = {
        "Which animal of the zoo is the heaviest?": ("weight", True),
        "Which is the youngest animal?": ("age", False),
        "Which line has the fewest stops?": ("stop", False),
        "Which book was lent most recently?": ("date", True),
        "Which line is used most?": ("used", True),
    }
    found = {asked: read_question(asked).order for asked in said}
    assert {asked: (one.label, one.most) for asked, one in found.items()} == said
    assert all(one.is_superlative for one in found.values())
    assert find_order("which lines have at least 20 stops and at most 300 trains?") is None


def test_values_of_cells_are_read():
    said = {
        "1,480 kg": 1480,
        "−3": -3,
        "▼ 2.5": -2.5,
        "2:05": 125,
        "3 May 2019": 20190503,
        "–": None,
    }
    assert {cell: table_query.measure_cell(cell) for cell in said} == said


def test_the_column_that_the_question_names_is_chosen():
    text = "Which line has the most stops?"
    order = read_question(text).order
    (found,) = read_tables(page(grid(RAIL)))
    assert table_query.ranked_column(found, order, text) == 2
    (short,) = read_tables(page(grid(RAIL.replace("Stops", "S").replace("Trains a day", "T"))))
    assert table_query.ranked_column(short, order, text) == 2
    assert same_word("allow", "allowed") and same_word("tall", "height")
    assert not same_word("stop", "top") and not same_word("line", "link")


def test_rows_of_sums_are_ignored_and_kinds_restrict_the_rows():
    lent = (
        "Title | Kind | Lent \n Ash | novel | 5 \n Elm | comic | 9 \n Oak | novel | 7 \n Fir |"
        " comic | 1 \n Sum || 16"
    )
    (found,) = read_tables(page(grid(lent)))
    for text, title in {
        "Which book was lent most?": "Elm",
        "Which novel was lent most?": "Oak",
    }.items():
        assert table_query.best_row(found, 2, read_question(text).order, text)[0] == title


def test_the_rules_answer_from_a_table():
    shown = page([heading("Zoo and railway"), *grid(ZOO), *grid(RAIL, top=480)])
    said = {
        "Which animal of the zoo is the heaviest?": "Hugo – Weight: 1,480 kg.",
        'Which kind is the animal called "Ursula"?': "Ursula – Kind: Bear.",
        "Which line has the fewest stops?": "Hill line – Stops: 9.",
    }
    assert {
        asked: propose_actions(asked, shown)[0].removeprefix("ANSWER; ") for asked in said
    } == said


def test_a_table_that_continues_off_screen_is_sorted_by_its_head():
    below, head = ["3 screens of the page lie below, 0 above."], ['[0]: <a> "Stops";']
    shown = page(grid(RAIL, top=560), head, [(0, 455, 556, 50, 26)], notes=below)
    asked = "Which line has the fewest stops?"
    assert [move.action for move in table_rules.look_up(make_situation(asked, shown))] == [
        "Click [0]"
    ]


def rate_link(asked, name, **more):
    shown = make_situation(asked, page([heading("Welcome")], *links(name), **more))
    return section_rules._rate_name(shown, shown.page.elements[0])


def test_a_link_fits_if_the_question_names_it_unless_it_is_the_site_or_this_page():
    asked = "Which penguins does the zoo keep in the Polar House?"
    assert rate_link(asked, "Polar House") > rate_link(asked, "Penguins") >= 1
    assert rate_link(asked, "Polar bears") == rate_link(asked, "Statistics") == 0
    assert rate_link("Which house has the most penguins?", "Statistics") == 1
    asked = "Which penguins does the Plum Zoo keep?"
    assert (
        rate_link(asked, "Plum Zoo", address="http://plumzoo.test/", title="Animals – Plum Zoo")
        == 0
    )
    assert rate_link(asked, "Penguins", title="Penguins – Plum Zoo") == 0


def test_the_page_of_a_lists_owner_is_opened():
    shown = page([heading("Clubs")], *links("Harbour Bears", "River Otters"))
    now = make_situation("Which player of the River Otters has caught the most fish?", shown)
    assert [move.action for move in list_rules.enter_named(now)] == ["Click [1]"]


def test_only_the_button_of_the_named_thing_is_pressed():
    lines, buttons = [(40, 20, 200, 32, "Villa Rosa")], ['[1]: <button> "Save Villa Blanca";']
    other = page(lines, buttons, title="Villa Rosa")
    own = page(lines, [*buttons, '[2]: <button> "Save Villa Rosa";'], title="Villa Rosa")
    asked = 'Put "Villa Rosa" on my wish list.'
    assert propose_actions(asked, own)[0] == "Click [2]" and "Click [1]" not in propose_actions(
        asked, other
    )


def test_exact_phrases_are_typed_in_quotation_marks():
    said = {
        "Search for the grey heron as an exact phrase, in quotation marks.": ('"grey heron"',),
        "Search for the grey heron.": (),
    }
    assert {asked: read_question(asked).search_terms for asked in said} == said


def test_quotations_are_sorted_into_kinds():
    said = {
        'Who keeps "Old Bruno"?': "name",
        'What does "brumate" mean?': "term",
        "What is given under “Habitat”?": "label",
        'Search for the word "den".': "word",
        'Take the one in size "Large".': "option",
    }
    assert {asked: names.find_quotations(asked)[0][1] for asked in said} == said
    assert names.find_names("Who leads the River Otters in the Northern League?") == (
        "River Otters",
    )

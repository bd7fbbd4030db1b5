"""Tasks from files: the official schema, GAIA's, and the errors about wrong files."""

import json
from pathlib import Path

import pytest

from webvoyager import tasks

ROW = {
    "web_name": "Recipes",
    "id": "Recipes--0",
    "ques": "Find a tart.",
    "web": "https://x.example/",
}
OFFICIAL = Path(__file__).parents[2] / "shared" / "official"


def write(file: Path, *rows: object) -> Path:
    file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    return file


def test_the_official_schema_is_read_with_its_answers(tmp_path):
    file = write(tmp_path / "t.jsonl", ROW, "", {**ROW, "id": "Recipes--1", "level": "easy"})
    answers = tmp_path / "a.json"
    answers.write_text(
        json.dumps(
            {"Recipes": {"notice": "n", "answers": [{"id": 0, "type": "golden", "ans": "x"}]}}
        )
    )
    first, second = tasks.load(file, answers)
    assert (
        first.reference == "x"
        and first.answer["type"] == "golden"
        and first.answer["notice"] == "n"
    )
    assert second.answer is None and second.reference == "" and second.extra == {"level": "easy"}


def test_the_gaia_schema_is_read(tmp_path):
    row = {
        "task_id": "t",
        "Level": 1,
        "Final answer": 17,
        "id": "level1-0",
        "web": "https://x/",
        "ques": "?",
    }
    (task,) = tasks.load(write(tmp_path / "g.jsonl", row))
    assert (
        task.answer == {"type": "golden", "ans": "17"}
        and task.site == "GAIA"
        and task.extra["Level"] == 1
    )


def test_pictures_of_a_task_are_loaded(tmp_path):
    (tmp_path / "p.png").write_bytes(b"\x89PNG")
    (task,) = tasks.load(write(tmp_path / "t.jsonl", {**ROW, "images": ["p.png"]}))
    assert task.images == ("data:image/png;base64,iVBORw==",)


def test_files_that_gaia_attaches_are_loaded(tmp_path):
    (tmp_path / "a.csv").write_text("bell,kg\nÅsa,95\n", "utf-8")
    (tmp_path / "b.png").write_bytes(b"\x89PNG")
    (tmp_path / "c.xlsx").write_bytes(b"PK")
    rows = [{**ROW, "id": name, "file_name": name} for name in ("a.csv", "b.png", "c.xlsx")]
    table, picture, other = tasks.load(write(tmp_path / "g.jsonl", *rows))
    words = "Find a tart.\n\nThe attached file a.csv:\nbell,kg\nÅsa,95\n"
    assert (table.question, table.images) == (words, ())
    assert (picture.question, picture.images) == (
        "Find a tart.",
        ("data:image/png;base64,iVBORw==",),
    )
    assert (other.question, other.images) == ("Find a tart.", ())
    assert other.extra["file_name"] == "c.xlsx"
    (tmp_path / "a.csv").write_text("Åsa", "latin-1")
    with pytest.raises(ValueError, match=r"line 1: the attached file a\.csv is not UTF-8 text"):
        tasks.load(tmp_path / "g.jsonl")


def test_answers_with_rules_take_precedence_over_final_answers(tmp_path):
    answers = tmp_path / "a.json"
    known = {"id": 0, "type": "golden", "ans": "17", "rule": {"parts": [17]}}
    answers.write_text(json.dumps({"Recipes": {"answers": [known]}}))
    (task,) = tasks.load(write(tmp_path / "g.jsonl", {**ROW, "Final answer": 17}), answers)
    assert task.answer["rule"] == {"parts": [17]} and task.site == "Recipes"


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([ROW, '{"id": '], r"t.jsonl, line 2: this is not a task as a JSON object"),
        ([ROW, "", ROW], r"t.jsonl, line 3: the id 'Recipes--0' occurs twice"),
        (
            [{"id": "a", "web": "http://x"}],
            r"t.jsonl, line 1: Object missing required field `ques`",
        ),
        (
            [{**ROW, "id": 5, "status": "accepted"}],
            r"line 1: Expected `str`, got `int` - at `\$.id`",
        ),
        (["[1]"], r"entry 1: this is not a task as a JSON object"),
        (['[{"id": "a"},', '{"id": '], r"t.jsonl: this is not a whole list of tasks in JSON"),
        ([{**ROW, "images": ["gone.png"]}], r"there is no picture gone.png"),
        ([{**ROW, "file_name": "gone.csv"}], r"line 1: there is no attached file gone.csv"),
        (
            [{**ROW, "images": "p.png"}],
            r"line 1: Expected `array \| null`, got `str` - at `\$.images`",
        ),
        ([{**ROW, "answer": "x"}], r"line 1: the answer must be \{type, ans, rule\?\}: Expected"),
    ],
    ids=range(10),
)
def test_the_error_of_a_wrong_file_names_file_line_and_reason(tmp_path, rows, sentence):
    with pytest.raises(ValueError, match=sentence):
        tasks.load(write(tmp_path / "t.jsonl", *rows))


@pytest.mark.parametrize("end", "\u2028\x85", ids=ascii)
def test_unicode_line_separators_do_not_end_a_json_line(tmp_path, end):
    file = tmp_path / "t.jsonl"
    row = {**ROW, "ques": f"Find{end}a tart."}
    file.write_text(f"{json.dumps(row, ensure_ascii=False)}\r\n{json.dumps(ROW | {'id': 'a--1'})}")
    assert [task.question for task in tasks.load(file)] == [row["ques"], ROW["ques"]]


def test_a_byte_order_mark_is_skipped(tmp_path):
    file, answers = tmp_path / "t.jsonl", tmp_path / "a.json"
    file.write_text(json.dumps(ROW), "utf-8-sig")
    answers.write_text('{"Recipes": {"answers": [{"id": 0, "ans": "x"}]}}', "utf-8-sig")
    assert [task.reference for task in tasks.load(file, answers)] == ["x"]


@pytest.mark.parametrize(
    ("encoding", "sentence"),
    [
        ("latin-1", r"t\.jsonl, line 2: this is not UTF-8 text: save the file as UTF-8"),
        ("utf-16", r"t\.jsonl is UTF-16 text: save it as UTF-8"),
    ],
)
def test_another_encoding_raises_a_clear_error(tmp_path, encoding, sentence):
    rows = [ROW, {**ROW, "id": "Recipes--1", "ques": "Find a Käsekuchen."}]
    lines = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (tmp_path / "t.jsonl").write_text(lines, encoding)
    with pytest.raises(ValueError, match=sentence):
        tasks.load(tmp_path / "t.jsonl")


def test_an_unknown_name_and_a_wrong_answer_file_are_refused(tmp_path):
    with pytest.raises(
        ValueError, match="no file nowhere; the names known here are miniweb, minigaia,"
    ):
        tasks.load("nowhere")
    answers = tmp_path / "a.json"
    answers.write_text('{"Recipes": []}')
    with pytest.raises(ValueError, match=r"a\.json is not of the form"):
        tasks.load(write(tmp_path / "t.jsonl", ROW), answers)


ARENA = {
    "sites": ["shopping", "map"],
    "task_id": 7,
    "start_url": "http://shop.example |AND| http://map.example",
    "intent": "What does it cost?",
    "intent_template_id": 3,
}


def make_arena(kinds: list[str], **references: object) -> dict:
    return {**ARENA, "eval": {"eval_types": kinds, "reference_answers": references}}


@pytest.mark.parametrize(
    ("row", "expected", "judged_by"),
    [
        (
            {"task_id": "a1", "confirmed_task": "Find it.", "website": "https://www.x.example/a"}
            | {"reference_length": 6, "level": "easy"},
            ("x.example--a1", "x.example", "https://www.x.example/a", "Find it.", None),
            "a model",
        ),
        (
            {"id": "b2", "task": "How many?", "answer": "12", "gold_url": "https://y.example/"}
            | {"explanation": "count", "difficulty": "Hard"},
            ("b2", "AssistantBench", "https://www.google.com/", "How many?", "12"),
            "rules, then a model",
        ),
        (
            {"id": "b3", "task": "How many?", "answer": None, "gold_url": None},
            ("b3", "AssistantBench", "https://www.google.com/", "How many?", None),
            "a model",
        ),
        (
            make_arena(["string_match"], exact_match="$5"),
            ("shopping+map--7", "shopping+map", "http://shop.example", "What does it cost?", "$5"),
            "rules, then a model",
        ),
        (
            make_arena(["string_match"], must_include=["Oak", "5"]),
            (
                "shopping+map--7",
                "shopping+map",
                "http://shop.example",
                "What does it cost?",
                "Oak; 5",
            ),
            "rules, then a model",
        ),
        (
            make_arena(["string_match"], fuzzy_match=["about five"]),
            (
                "shopping+map--7",
                "shopping+map",
                "http://shop.example",
                "What does it cost?",
                "about five",
            ),
            "a model",
        ),
        (
            make_arena(["program_html"]),
            ("shopping+map--7", "shopping+map", "http://shop.example", "What does it cost?", None),
            "nobody here",
        ),
    ],
    ids=range(7),
)
def test_the_files_of_other_benchmarks_are_read_as_they_are(tmp_path, row, expected, judged_by):
    file = tmp_path / "list.json"
    file.write_text(json.dumps([row], indent=2))
    (task,) = tasks.load(file)
    reference = (task.answer or {}).get("ans")
    assert (task.id, task.site, task.url, task.question, reference) == expected
    assert task.extra["judged_by"] == judged_by
    kept = {
        "reference_length": 6,
        "difficulty": "Hard",
        "intent_template_id": 3,
        "explanation": "count",
    }
    assert all(task.extra[name] == kept[name] for name in kept.keys() & row.keys())


def test_an_address_that_is_a_placeholder_is_refused(tmp_path):
    row = make_arena(["string_match"], exact_match="x") | {"start_url": "__SHOPPING__/a"}
    with pytest.raises(ValueError, match=r"line 1: put the address of your own server .*__SHOP"):
        tasks.load(write(tmp_path / "t.jsonl", row))


def test_the_published_benchmark_is_read_if_it_is_available():
    if not OFFICIAL.is_dir():
        pytest.skip("the official files are not in this checkout")
    found = tasks.load(OFFICIAL / "WebVoyager_data.jsonl", OFFICIAL / "reference_answer.json")
    assert len(found) == 643 and len({task.site for task in found}) == 15
    assert sum((task.answer or {}).get("type") == "golden" for task in found) == 143


def test_a_table_has_one_row_per_task(tmp_path):
    answers = tmp_path / "a.json"
    answers.write_text(
        json.dumps({"Recipes": {"answers": [{"id": 0, "type": "golden", "ans": "x"}]}})
    )
    found = tasks.load(
        write(tmp_path / "t.jsonl", ROW, {**ROW, "id": "Recipes--1", "level": "easy"}), answers
    )
    table = tasks.table(found).fillna("").set_index("task")
    assert list(table.loc["Recipes--0"]) == ["Recipes", "Find a tart.", "x", "golden", ""]
    assert list(table.loc["Recipes--1"]) == ["Recipes", "Find a tart.", "", "", "easy"]

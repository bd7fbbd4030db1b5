"""Shared files can be read by others, name the player, and overwrite no other files."""

import base64
import io
import json
import re
import shutil
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import numpy
import pandas
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image, ImageChops, ImageSequence
from pyarrow import parquet

from webvoyager import models, runs
from webvoyager.lab import highlighting, sharing
from webvoyager.lab.sharing import captions, cells, frames, lettering, rows
from webvoyager.lab.sharing.columns import EPISODES
from webvoyager.lab.sharing.strips import choose_evenly
from webvoyager.records import NOT_KEPT, Action, Episode, Step, Verdict

STORED = Path(__file__).parents[1] / "data" / "runs" / "offline-42"
WHOLE, PARTLY = "shop--17", "shop--1"  # with all of its pictures stored, and with none
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of three tasks; shop--4 has a picture that shop--17 shares."""
    folder = tmp_path / "offline-42"
    for name in ("shop--4", WHOLE, PARTLY):
        shutil.copytree(STORED / name, folder / name)
    for name in ("run.json", "verdicts.jsonl"):
        shutil.copy(STORED / name, folder)
    return folder


@pytest.fixture(scope="module")
def played() -> Episode:
    """A stored episode of five steps, with all its pictures."""
    return runs.load(STORED / WHOLE)[0]


def change(episode: Episode, index: int, **more: object) -> Episode:
    """The episode with these changes to step `index`."""
    steps = [replace(step, **more) if step.index == index else step for step in episode.steps]
    return replace(episode, steps=tuple(steps))


def remove_picture(episode: Episode, index: int) -> Episode:
    seen = episode.steps[index - 1].observation
    return change(episode, index, observation=replace(seen, image=Path("nowhere.png")))


def remove_all_pictures(episode: Episode) -> Episode:
    for step in episode.steps:
        episode = remove_picture(episode, step.index)
    return episode


def read_frames(file: Path) -> list[Image.Image]:
    with Image.open(file) as opened:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(opened)]


def difference(first: Image.Image, second: Image.Image) -> float:
    """The mean difference of two pictures, from 0 to 255."""
    return float(numpy.asarray(ImageChops.difference(first, second), dtype=float).mean())


# --- animations ---


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_an_animation_has_a_title_a_frame_per_step_and_an_ending(played, tmp_path, suffix):
    file = sharing.animate(played, tmp_path / f"episode{suffix}", seconds=1.5, width=600)
    drawn = read_frames(file)
    assert len(drawn) == 7 and {frame.size for frame in drawn} == {(600, 519)}
    with Image.open(file) as opened:
        opened.load()
        assert (opened.info["duration"], opened.info["loop"]) == (1500, 0)
    for step, frame in zip(played.steps, drawn[1:-1], strict=True):
        shown = highlighting.draw(step).resize((600, 450), Image.Resampling.LANCZOS)
        assert difference(frame.crop((0, 0, 600, 450)), shown) < 8, step
    blank = Image.new("RGB", (600, 450), "white")
    assert all(difference(drawn[place].crop((0, 0, 600, 450)), blank) < 30 for place in (0, -1))


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_an_animation_is_small_and_keeps_the_colour_of_the_target(tmp_path, suffix):
    episode = runs.load(STORED / "recipes--17")[0]  # its pages have photographs
    file = sharing.animate(episode, tmp_path / f"episode{suffix}")
    assert file.stat().st_size <= 100_000 * (len(episode.steps) + 2)
    step, frame = episode.steps[0], read_frames(file)[1]
    x, y, width, _ = highlighting.target_boxes(step)[0]
    scale = 720 / 1024
    above = frame.crop(
        (round(x * scale), round((y - 9) * scale), round((x + width) * scale), round(y * scale))
    )
    nearest = numpy.abs(numpy.asarray(above, dtype=int) - (0xD5, 0x5E, 0x00)).sum(axis=2).min()
    assert nearest < 90


@pytest.mark.slow
def test_a_frame_says_that_its_picture_is_not_stored(played, tmp_path):
    file = sharing.animate(remove_picture(played, 2), tmp_path / "episode.gif")
    drawn = read_frames(file)
    grey, words = drawn[2].crop((0, 0, 720, 200)), drawn[2].crop((100, 240, 620, 300))
    assert len(grey.getcolors()) == 1 and len(words.getcolors()) > 5
    assert difference(drawn[3], read_frames(sharing.animate(played, file))[3]) < 8


@pytest.mark.parametrize("model", ["offline-rules", "gpt-5"])
def test_every_frame_names_the_player(played, model):
    played = replace(played, model=model)
    assert captions.name_player(played) == models.describe(model)
    pictures = [highlighting.draw(step) for step in played.steps]
    named = frames.Frames(played, pictures, 720).draw_all()
    unnamed = frames.Frames(replace(played, model="x"), pictures, 720).draw_all()
    assert all(difference(*each) > 0 for each in zip(named, unnamed, strict=True))


@pytest.mark.parametrize("length", [60, 5000])
def test_no_text_runs_over_the_edge_of_a_frame(played, length):
    words = ("What is “this”? " * length)[: length * 5]
    answer = replace(played.steps[-1], action=Action("ANSWER", None, words))
    episode = replace(
        change(played, 5, action=answer.action),
        task=replace(played.task, question=words, site=words[:300]),
        model=words[:200],
    )
    pictures = [NOT_KEPT] * 4 + [Image.new("RGB", (1024, 768), "white")]
    for frame in frames.Frames(episode, pictures, 480).draw_all():
        edges = [
            (0, 0, 480, 3),
            (0, frame.height - 3, 480, frame.height),
            (477, 365, 480, frame.height),
        ]
        assert all(len(frame.crop(edge).getcolors()) == 1 for edge in edges)


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (Action("Click", 34), "", 'Click the link "Glowmoss Gatehouse Solar Path Lights" [34]'),
        (Action("Scroll", "WINDOW", "down"), "", "Scroll down"),
        (None, "Your reply has no\naction.", "No action: Your reply has no action."),
        (Action("Wait"), "Too late", "Wait (not carried out: Too late)"),
    ],
)
def test_the_words_below_a_picture_describe_the_action(played, action, error, words):
    step = replace(played.steps[1], action=action, error=error)
    assert captions.describe_step(step) == words


@given(some.text(max_size=300), some.integers(20, 400), some.integers(1, 4))
def test_wrapped_lines_fit_and_only_the_end_may_be_cut(text, width, most):
    measure = lettering.find_font("", 16).getlength
    lines = lettering.wrap(text, measure, width, most)
    assert len(lines) <= most and all(measure(line) <= width or len(line) < 3 for line in lines)
    joined, whole = "".join("".join(lines).split()), "".join(text.split())
    assert joined == whole or (joined.endswith("…") and whole.startswith(joined[:-1]))


def test_a_script_that_the_first_font_lacks_gets_another_font_if_there_is_one():
    latin = lettering.find_font("Grüße → “x”", 16)
    assert latin.getname()[0] == "DejaVu Sans"
    assert lettering.measure_widest("日本", 16) == 32


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"file": "episode.mp4"}, "The name of this file must end in .gif or .webp, not 'episode.mp4'."),
        ({"seconds": 0}, "A frame must stay for 0.02 to 60 seconds, not 0."),
        ({"steps": ()}, "The episode has no steps to show: answer."),
        ({"lost": True}, "No picture of shop--17 is stored"),
    ],
)  # fmt: skip
def test_an_impossible_animation_is_refused_and_nothing_is_written(
    played, tmp_path, more, sentence
):
    episode = remove_all_pictures(played) if more.pop("lost", False) else played
    episode = replace(episode, steps=more.pop("steps", episode.steps))
    file = tmp_path / more.pop("file", "episode.gif")
    with pytest.raises(ValueError, match=re.escape(sentence)):
        sharing.animate(episode, file, **more)
    assert not list(tmp_path.iterdir())


# --- strips ---


def test_a_strip_shows_some_steps_with_their_words(played, tmp_path):
    text = sharing.strip(played)
    file = sharing.strip(played, tmp_path / "strip.svg")
    assert file.read_text("utf-8") == text == sharing.strip(played)
    svg = ElementTree.fromstring(text)
    addresses = [image.attrib["href"] for image in svg.iter(f"{SVG}image")]
    assert len(addresses) == 4 and len(text) < 400_000
    for address in addresses:
        kind, data = re.fullmatch(r"data:image/(png|jpeg);base64,(.+)", address).groups()
        picture = Image.open(io.BytesIO(base64.b64decode(data)))
        assert picture.format.lower() == kind and picture.size == (600, 450)
    words = " ".join(" ".join(part.itertext()) for part in svg.iter(f"{SVG}text")).split()
    said = " ".join(words)
    assert "What does the Glowmoss" in said and "offline rules, not a language model" in said
    assert "Answer: Glowmoss Gatehouse Solar Path Lights – price: $53.99." in said
    assert "1 more" in said and '4 Click the link "Pack of 14" [27]' in said
    assert svg.find(f"{SVG}title").text == played.task.question
    assert "4 of 5 steps by offline-rules" in svg.find(f"{SVG}desc").text
    assert len(svg.findall(f".//{SVG}path")) == 3


def test_a_strip_is_valid_whatever_the_page_said(played):
    nasty = "<b>&\"' ]]> \x00 \ud83d"
    episode = replace(
        change(played, 1, action=None, error=nasty), stop=f"error: {nasty}", model=nasty
    )
    episode = replace(episode, task=replace(played.task, question=nasty * 40))
    svg = ElementTree.fromstring(sharing.strip(remove_picture(episode, 1)).encode())
    said = " ".join("".join(svg.itertext()).split())
    assert "<b>&\"' ]]> ? ?" in said and NOT_KEPT in said
    assert len(list(svg.iter(f"{SVG}image"))) == 3


@pytest.mark.parametrize(
    ("count", "most", "places"),
    [(5, 4, [0, 1, 3, 4]), (15, 4, [0, 5, 9, 14]), (3, 4, [0, 1, 2]), (1, 2, [0]), (9, 2, [0, 8])],
)
def test_the_steps_of_a_strip_are_chosen_evenly(count, most, places):
    assert choose_evenly(count, most) == places


def test_an_impossible_strip_is_refused(played, tmp_path):
    with pytest.raises(ValueError, match=r"The name of this file must end in \.svg, not 'a\.png'"):
        sharing.strip(played, tmp_path / "a.png")
    with pytest.raises(ValueError, match="`steps` must be a whole number of at least 2"):
        sharing.strip(played, steps=1)


# --- tables ---


def table() -> pandas.DataFrame:
    sites = pandas.Index(["shop", "50% & #2_a|b\nnew", "é → ~x^2\\"], name="site")
    values = {"success rate": [51.26, None, -0.04], "n": [1, -2, 30], "ok": [True, None, False]}
    return pandas.DataFrame(values, index=sites)


def read_latex(file: Path) -> list[list[str]]:
    """The rows of a LaTeX table, as lists of cells."""
    lines = [line for line in file.read_text("utf-8").splitlines() if line.endswith(r"\\")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)&", line[:-2])] for line in lines]


def test_a_latex_table_has_rules_rows_and_escaped_text(tmp_path):
    file = sharing.write_table(table(), tmp_path / "t.tex", caption="50 % & more", label="tab:a_b")
    text = file.read_text("utf-8")
    assert [text.count(rf"\{rule}rule") for rule in ("top", "mid", "bottom")] == [1, 1, 1]
    assert r"\caption{50 \% \& more}" in text and r"\label{tab:a_b}" in text
    assert r"\begin{tabular}{lrrl}" in text and text.count(r"\end{table}") == 1
    assert read_latex(file) == [
        ["site", "success rate", "n", "ok"],
        ["shop", "51.3", "1", "True"],
        [r"50\% \& \#2\_a{\textbar}b new", r"{\textendash}", r"\ensuremath{-}2", r"{\textendash}"],
        [
            r"\'e {\textrightarrow} {\textasciitilde}x{\textasciicircum}2{\textbackslash}",
            "0.0",
            "30",
            "False",
        ],
    ]


def test_a_markdown_table_has_rows_and_escaped_text(tmp_path):
    file = sharing.write_table(table(), tmp_path / "t.md", caption="a_b", label="tab", digits=2)
    lines = file.read_text("utf-8").splitlines()
    assert lines[0] == '<a id="tab"></a>' and lines[-1] == r"*a\_b*"
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:-2]]
    assert cells[0] == ["site", "success rate", "n", "ok"]
    assert [cell.endswith(":") for cell in cells[1]] == [False, True, True, False]
    assert cells[2:] == [
        ["shop", "51.26", "1", "True"],
        [r"50% \& #2\_a\|b<br>new", "–", "−2", "–"],
        [r"é → \~x^2\\", "−0.04", "30", "False"],
    ]


@pytest.mark.parametrize("suffix", [".tex", ".md"])
def test_levels_of_index_and_columns_are_kept(tmp_path, suffix):
    levels = table().assign(run="a--b").set_index("run", append=True)
    levels.columns = pandas.MultiIndex.from_product([["all"], levels.columns])
    text = sharing.write_table(levels, tmp_path / f"t{suffix}").read_text("utf-8")
    if suffix == ".tex":
        assert r"site & run & \multicolumn{3}{c}{all} \\" in text and "shop & a-{}-b & 51.3" in text
    else:
        assert re.search(r"\| site +\| run +\| +all / success rate \|", text)
        assert re.search(r"\| shop +\| a--b +\|", text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (numpy.float32(1.25), "1.2"), (numpy.int64(7), "7"), (numpy.bool_(True), "True"),
        (float("inf"), "∞"), (-float("inf"), "−∞"), (pandas.NA, "–"), (pandas.NaT, "–"),
        (-0.01, "0.0"), (["a", None], "['a', None]"), ("nan", "nan"), (2**70, str(2**70)),
    ],
)  # fmt: skip
def test_a_cell_is_rounded_and_a_missing_value_is_a_dash(value, text):
    assert cells.write_cell(value, 1) == text


@given(some.text())
def test_no_text_breaks_a_row(text):
    latex, markdown = cells.escape_latex(text), cells.escape_markdown(text)
    assert not re.search(r"(?<!\\)[&%#]", latex) and r"\\" not in latex and "\n" not in latex
    assert not re.search(r"(?<!\\)(\\\\)*\|", markdown) and "\n" not in markdown


@pytest.mark.parametrize(
    ("df", "file", "more", "sentence"),
    [
        (table(), "t.csv", {}, "The name of this file must end in .tex or .md, not 't.csv'."),
        (table().iloc[:0], "t.md", {}, "The table has no rows to write."),
        (table(), "t.tex", {"label": "a}b"}, "A label has only letters, digits"),
    ],
)
def test_an_invalid_table_is_refused(tmp_path, df, file, more, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        sharing.write_table(df, tmp_path / file, **more)
    assert not list(tmp_path.iterdir())


# --- data sets ---


def read_card(folder: Path) -> tuple[dict, str]:
    """The YAML at the head of a data card, and its text."""
    _, header, text = (folder / "README.md").read_text("utf-8").split("---\n", 2)
    return yaml.safe_load(header), text


def read_rows(folder: Path, name: str) -> list[dict]:
    return parquet.read_table(folder / "data" / f"{name}.parquet").to_pylist()


def test_a_data_set_has_the_episodes_of_the_table(run, tmp_path):
    folder = sharing.to_parquet(run, tmp_path / "set")
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*")) == [
        "README.md",
        "data/episodes.parquet",
        "data/steps.parquet",
    ]
    expected = runs.table(run).drop(columns="folder")
    found = read_rows(folder, "episodes")
    assert list(found[0]) == list(expected.columns) == [column.name for column in EPISODES]
    wanted = expected.astype(object).where(expected.notna(), None).to_dict("records")
    assert found == wanted
    assert str(tmp_path) not in json.dumps(found)


def test_a_data_set_has_every_step_with_the_picture_that_is_stored(run, tmp_path):
    folder = sharing.to_parquet(run, tmp_path / "set")
    found = read_rows(folder, "steps")
    steps = [(each, step) for each in runs.load(run) for step in each.steps]
    assert len(found) == len(steps)
    for row, (episode, step) in zip(found, steps, strict=True):
        assert (row["task"], row["attempt"], row["index"]) == (episode.task.id, 1, step.index)
        assert (row["thought"], row["action"]) == (step.thought, str(step.action))
        assert (row["text"], row["marks"]) == (step.observation.text, len(step.observation.marks))
        assert row["prompt_tokens"] == step.usage["prompt_tokens"]
        assert row["seconds_ask"] == step.seconds["ask"]
        picture = row["screenshot"]
        assert (picture is not None) == step.observation.kept
        if picture:
            assert picture["bytes"] == step.observation.screenshot
            assert picture["path"] == f"{episode.task.id}-1-step-{step.index:02}.webp"
    assert None in [row["screenshot"] for row in found]


def test_libraries_find_the_features_in_file_and_card(run, tmp_path):
    folder = sharing.to_parquet(run, tmp_path / "set")
    header, _ = read_card(folder)
    assert [config["config_name"] for config in header["configs"]] == ["episodes", "steps"]
    for config, info in zip(header["configs"], header["dataset_info"], strict=True):
        [files] = config["data_files"]
        file = folder / files["path"]
        assert [split["name"] for split in info["splits"]] == [files["split"]] == ["train"]
        assert info["splits"][0]["num_examples"] == parquet.read_metadata(file).num_rows
        assert info["download_size"] == file.stat().st_size
        schema = parquet.read_schema(file)
        features = json.loads(schema.metadata[b"huggingface"])["info"]["features"]
        assert list(features) == schema.names == [each["name"] for each in info["features"]]
        for each in info["features"]:
            if each["dtype"] == "image":
                assert features[each["name"]] == {"_type": "Image"}
                assert str(schema.field(each["name"]).type) == "struct<bytes: binary, path: string>"
            else:
                assert features[each["name"]] == {"dtype": each["dtype"], "_type": "Value"}
    assert header["license"] == "unknown" and header["size_categories"] == ["n<1K"]


def test_the_card_names_the_player_and_counts_the_outcomes(run, tmp_path):
    header, text = read_card(sharing.to_parquet(run, tmp_path / "set"))
    success = runs.table(run)["success"]
    assert "offline-rules: offline rules, not a language model" in text and "Kind: rules" in text
    assert "agent-rules" in header["tags"] and "simulated" not in text
    for words, count in (("all", 3), ("solved", success.sum()), ("failed", (~success).sum())):
        assert f"| {words} | {count} |" in text
    assert "| seed of the practice web | 42 |" in text and r"| view | marked\_screenshot |" in text
    assert r"| max\_steps | 15 |" in text and "Judged by rules." in text
    assert not re.search(r"\{[{%]|None", text)


@pytest.mark.parametrize(
    ("model", "kind"),
    [("simulated-0.8", "simulated"), ("gpt-5", "hosted")],
)
def test_the_card_tells_kinds_of_agents_apart(run, tmp_path, model, kind):
    about = json.loads((run / "run.json").read_text())
    about |= {"model": {**about["model"], "name": model}, "license": "cc-by-4.0"}
    (run / "run.json").write_text(json.dumps(about))
    for file in run.rglob("result.json"):
        result = json.loads(file.read_text()) | {"model": model}
        file.write_text(json.dumps(result))
    header, text = read_card(sharing.to_parquet(run, tmp_path / "set"))
    assert f"Kind: {kind}." in text and f"agent-{kind}" in header["tags"]
    assert ("It follows the answer key" in text.partition("##")[0]) == (kind == "simulated")
    assert header["license"] == "cc-by-4.0"


def test_pictures_can_be_left_out(run, tmp_path):
    folder = sharing.to_parquet(run, tmp_path / "set", pictures=False)
    assert "screenshot" not in read_rows(folder, "steps")[0]
    assert "Screenshots were left out." in read_card(folder)[1]
    assert (folder / "data" / "steps.parquet").stat().st_size < 60_000


def test_lone_surrogates_and_paths_of_the_machine_are_not_shared(tmp_path, played):
    folder, home = tmp_path / "run", Path("/") / "home" / "me" / "runs"
    seen = replace(played.steps[0].observation, text="\ud83d", url=f"file://{home}/page.html")
    step = Step(1, seen, thought="\udfff", action=Action("Type", 0, "\ud83d"))
    task = replace(played.task, id="\ud83d--1", question="\ud83d?")
    made = runs.record(iter([step]), folder, task=task, model="gpt-5")
    file = made.folder / "result.json"
    stop = f"error: step 2 could not be written to {home}/x--1/1: No space left"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"stop": stop}))
    shared = sharing.to_parquet(folder, tmp_path / "set")
    [episode], [row] = read_rows(shared, "episodes"), read_rows(shared, "steps")
    assert (episode["task"], row["task"], row["thought"], row["text"]) == ("?--1", "?--1", "?", "?")
    assert episode["stop"] == "error: step 2 could not be written to (a local path): No space left"
    assert row["url"] == rows.LOCAL_PATH
    assert "| ended in a fault of the infrastructure, no result | 1 |" in read_card(shared)[1]


def test_an_earlier_export_is_replaced_and_other_files_stay(run, tmp_path):
    folder = sharing.to_parquet(run, tmp_path / "set")
    (folder / ".gitattributes").write_text("*.parquet filter=lfs")
    before = (folder / "data" / "steps.parquet").read_bytes()
    sharing.to_parquet(run, folder)
    assert (folder / "data" / "steps.parquet").read_bytes() == before
    runs.add_verdicts(run, Verdict(WHOLE, False, "no", "rules"))
    sharing.to_parquet(run, folder)
    assert [row["success"] for row in read_rows(folder, "episodes") if row["task"] == WHOLE] == [
        False
    ]
    assert (folder / ".gitattributes").read_text() == "*.parquet filter=lfs"
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize("other", ["run", "file"])
def test_files_of_others_are_not_overwritten(run, tmp_path, other):
    folder = tmp_path / "set"
    if other == "run":
        another, file = shutil.copytree(run, tmp_path / "another"), "data/episodes.parquet"
        sharing.to_parquet(another, folder)
    else:
        file = "data/steps.parquet"
        (folder / "data").mkdir(parents=True)
        (folder / file).write_text("mine")
    before = (folder / file).read_bytes()
    with pytest.raises(ValueError, match=rf"set holds .*{file}.* choose another folder"):
        sharing.to_parquet(run, folder)
    assert (folder / file).read_bytes() == before


def test_a_run_without_episodes_is_refused(run, tmp_path):
    shutil.copy(run / "run.json", tmp_path)
    for place in run.glob("shop--*"):
        shutil.rmtree(place)
    with pytest.raises(ValueError, match="There are no episodes to share in"):
        sharing.to_parquet(run, tmp_path / "set")
    with pytest.raises(FileNotFoundError, match="There is no run folder"):
        sharing.to_parquet(tmp_path / "nowhere", tmp_path / "set")
    assert not (tmp_path / "set").exists()


def test_a_damaged_picture_is_left_out_with_a_warning(run, tmp_path):
    (run / WHOLE / "1" / "step-02.webp").write_bytes(b"RIFF cut")
    with pytest.warns(UserWarning, match="screenshot shop--17-1-step-02 is damaged"):
        folder = sharing.to_parquet(run, tmp_path / "set")
    pictures = {
        (row["task"], row["index"]): row["screenshot"] for row in read_rows(folder, "steps")
    }
    assert pictures[WHOLE, 2] is None and pictures[WHOLE, 3]

"""An animation shows every step with its words, fits into its frames, and names the player."""

from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from PIL import Image, ImageChops, ImageSequence

from webvoyager import runs
from webvoyager.lab import highlighting, sharing
from webvoyager.lab.figures.frames import describe_step, draw_frames
from webvoyager.records import Action, Episode

pytestmark = pytest.mark.slow

STORED = Path(__file__).parents[1] / "data" / "runs" / "offline-42"
WHOLE = "shop--17"  # with all of its pictures stored


@pytest.fixture(scope="module")
def played() -> Episode:
    """A stored episode of five steps, with all its pictures."""
    return runs.load(STORED / WHOLE)[0]


def change(episode: Episode, index: int, **more: object) -> Episode:
    """The episode with these changes to step `index`."""
    steps = [replace(step, **more) if step.index == index else step for step in episode.steps]
    return replace(episode, steps=tuple(steps))


def replace_picture(episode: Episode, index: int, image: Path) -> Episode:
    seen = episode.steps[index - 1].observation
    return change(episode, index, observation=replace(seen, image=image))


def read_frames(file: Path) -> list[Image.Image]:
    with Image.open(file) as opened:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(opened)]


def difference(first: Image.Image, second: Image.Image) -> float:
    """The mean difference of two pictures, from 0 to 255."""
    return float(numpy.asarray(ImageChops.difference(first, second), dtype=float).mean())


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_an_animation_has_a_title_a_frame_per_step_and_an_ending(played, tmp_path, suffix):
    file = sharing.animate(played, tmp_path / f"episode{suffix}", seconds=1.5, width=600)
    drawn = read_frames(file)
    assert len(drawn) == 7 and {frame.size for frame in drawn} == {(600, 521)}
    with Image.open(file) as opened:
        opened.load()
        assert (opened.info["duration"], opened.info["loop"]) == (1500, 0)
    for step, frame in zip(played.steps, drawn[1:-1], strict=True):
        shown = highlighting.draw(step).resize((600, 450), Image.Resampling.LANCZOS)
        assert difference(frame.crop((0, 0, 600, 450)), shown) < 8, step
    blank = Image.new("RGB", (600, 450), "white")
    assert all(difference(drawn[place].crop((0, 0, 600, 450)), blank) < 30 for place in (0, -1))


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


@pytest.mark.parametrize("content", [None, b"RIFF cut"], ids=["not kept", "damaged"])
def test_a_frame_says_why_it_has_no_picture(played, tmp_path, content):
    file = tmp_path / "step-02.webp"
    if content:
        file.write_bytes(content)
    whole, lacking = (
        draw_frames(episode, 720) for episode in (played, replace_picture(played, 2, file))
    )
    margin, words = lacking[2].crop((0, 0, 720, 200)), lacking[2].crop((40, 200, 680, 400))
    assert len(margin.getcolors()) == 1 and len(words.getcolors()) > 5
    assert difference(lacking[2].crop((0, 542, 720, 625)), whole[2].crop((0, 542, 720, 625))) == 0
    assert [frame.tobytes() for frame in lacking[3:]] == [frame.tobytes() for frame in whole[3:]]


@pytest.mark.parametrize("model", ["offline-rules", "gpt-5"])
def test_every_frame_names_the_player(played, model):
    named, unnamed = (draw_frames(replace(played, model=name), 720) for name in (model, "another"))
    places = [ImageChops.difference(*each).getbbox() for each in zip(named, unnamed, strict=True)]
    assert all(top > 540 for _, top, _, _ in places)


@pytest.mark.parametrize("length", [60, 5000])
@pytest.mark.parametrize("words", ["What is “this”? ", "WWWWWWWWWWWWWWWWWWWWWW", "价格是多少？"])
def test_no_text_runs_over_the_edge_of_a_frame(played, length, words):
    words = (words * length)[: length * 5]
    episode = replace(
        change(played, 5, action=Action("ANSWER", None, words)),
        task=replace(played.task, question=words, site=words[:300]),
        model=words[:200],
    )
    for index in range(1, 6):
        episode = replace_picture(episode, index, Path("nowhere.webp"))
    for frame in draw_frames(episode, 480):
        high = frame.height
        edges = [
            (0, 0, 480, 3),
            (477, 0, 480, 235),
            (477, 245, 480, high),
            (0, high - 2, 480, high),
        ]
        assert all(len(frame.crop(edge).getcolors()) == 1 for edge in edges)


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (Action("Click", 34), "", 'Click the link "Glowmoss Gatehouse Solar Path Lights" [34]'),
        (Action("Scroll", "WINDOW", "down"), "", "Scroll down"),
        (None, "Your reply has no action.", "No action: Your reply has no action."),
        (Action("Wait"), "Too late", "Wait (not carried out: Too late)"),
    ],
)
def test_the_words_below_a_picture_describe_the_action(played, action, error, words):
    assert describe_step(replace(played.steps[1], action=action, error=error)) == words


def test_an_episode_without_steps_says_how_it_ended(played):
    title, ending = draw_frames(replace(played, steps=(), stop="error: no browser"), 480)
    assert title.size == ending.size and difference(title, ending) > 0


def test_an_unknown_kind_of_file_is_refused(played, tmp_path):
    with pytest.raises(ValueError, match=r"unknown file extension: \.mp4"):
        sharing.animate(replace(played, steps=()), tmp_path / "episode.mp4")
    assert not list(tmp_path.iterdir())

"""The eyes of offline-eyes read words and numbers from pixels alone.

Without Tesseract, the endpoint says that it cannot see.
"""

import base64
import io
from pathlib import Path

import matplotlib
import openai
import pytest
from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

from practice.offline import Offline
from practice.offline.captions import read_words
from practice.offline.endpoint.protocol import (
    EYES,
    MODEL,
    MODELS,
    PAGE_CHUNK,
    read_chat_request,
)
from practice.offline.eyes import look, tesseract
from webvoyager import Mark, Model, Task, agent, drawing, views
from webvoyager.records import EpisodeError

pytestmark = pytest.mark.slow

FONT = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
PAGE = {
    "Opening hours": (60, 60, 32),
    "Monday to Friday from 9 to 17": (60, 140, 16),
    "Saturday closed": (60, 190, 16),
}
GARDEN = {"Garden tools": (60, 60, 32), "A rake costs 25 dollars": (60, 140, 16)}
TARGETS = [
    (60, 240, 90, 30),
    (200, 240, 90, 30),
    (290, 240, 90, 30),
    (60, 320, 300, 40),
    (500, 60, 16, 16),
]
NUMBERED = [name for name, style in drawing.STYLES.items() if style.numbers]
needs_tesseract = pytest.mark.skipif(
    not tesseract.program(), reason="Tesseract is not installed: see tools/setup.py"
)


def draw_texts(
    words: dict[str, tuple[int, int, int]] = PAGE, size: tuple[int, int] = (640, 480)
) -> bytes:
    """A PNG with these texts on it: {text: (x, y, font size)}."""
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    for text, (x, y, height) in words.items():
        draw.text((x, y), text, "#202020", ImageFont.truetype(FONT, height))
    return make_png(image)


def make_png(image: Image.Image, carried: str = "") -> bytes:
    """The picture as a PNG file, with `carried` as its page chunk."""
    info = PngImagePlugin.PngInfo()
    if carried:
        info.add_itxt(PAGE_CHUNK, carried)
    out = io.BytesIO()
    image.save(out, "PNG", pnginfo=info)
    return out.getvalue()


def make_marks(count: int = len(TARGETS)) -> list[Mark]:
    """Marks on TARGETS, with their numbers placed as on a page."""
    placed = drawing.tag_boxes([[box] for box in TARGETS[:count]], (640, 480))
    return [
        Mark(label, "a", "", "", (box,), tag)
        for label, (box, tag) in enumerate(zip(TARGETS[:count], placed, strict=True))
    ]


def make_request(file: bytes, model: str) -> dict:
    """A request about one picture."""
    url = f"data:image/png;base64,{base64.b64encode(file).decode()}"
    content = [{"type": "text", "text": "Look."}, {"type": "image_url", "image_url": {"url": url}}]
    return {"model": model, "messages": [{"role": "user", "content": content}]}


def read_page(file: bytes, model: str) -> dict | None:
    """The page that this model sees in the picture."""
    return read_chat_request(make_request(file, model)).messages[0].pictures[0].page


def list_texts(page: dict) -> list[str]:
    return [line[4] for line in sorted(page["lines"], key=lambda line: line[1])]


def is_near(box: list, wanted: tuple, far: float = 4) -> bool:
    return all(abs(one - other) <= far for one, other in zip(box, wanted, strict=True))


# --- words and numbers ---


@needs_tesseract
def test_words_are_read_with_their_boxes():
    page = look(draw_texts())
    assert list_texts(page) == list(PAGE) and page["viewport"] == (640, 480) and page["marks"] == []
    for text, (x, y, size) in PAGE.items():
        (line,) = (line for line in page["lines"] if line[4] == text)
        left, top, right, bottom = ImageFont.truetype(FONT, size).getbbox(text)
        assert abs(line[0] - x - left) <= 3 and abs(line[2] - (right - left)) <= 6
        assert (
            line[1] <= y + top + 3
            and line[1] + line[3] >= y + bottom - 3
            and size * 0.8 < line[3] < size * 1.7
        )


@needs_tesseract
def test_words_far_apart_are_two_lines():
    page = look(draw_texts({"Weight": (40, 100, 16), "250 grams": (300, 100, 16)}))
    assert sorted(list_texts(page)) == ["250 grams", "Weight"]


@needs_tesseract
@pytest.mark.parametrize("style", NUMBERED)
def test_numbers_are_read_in_every_style_that_draws_them(style):
    page = look(drawing.marked(draw_texts(), make_marks(), style))
    read = {label: box for label, *box in page["marks"]}
    assert sorted(read) == list(range(len(TARGETS)))
    for mark in make_marks():
        assert is_near(
            read[mark.label], mark.boxes[0] if drawing.STYLES[style].boxes else mark.tag_box
        )
    assert list_texts(page)[0] == "Opening hours"


@needs_tesseract
def test_all_numbers_of_one_two_and_three_digits_are_told_apart():
    places = [(20 + 60 * (label % 10), 20 + 30 * (label // 10)) for label in range(120)]
    every = [
        Mark(label, "a", "", "", ((x, y + 14, 40, 10),), (x, y, 7 * len(str(label)) + 5, 14))
        for label, (x, y) in enumerate(places)
    ]
    page = look(drawing.marked(draw_texts({}, (640, 480)), every, "numbers"))
    assert sorted(label for label, *_ in page["marks"]) == list(range(120))


@needs_tesseract
def test_a_number_drawn_at_a_line_of_text_is_not_read_as_part_of_it():
    (mark,) = make_marks(1)
    around = Mark(0, "a", "", "", ((58, 138, 260, 24),), (58, 124, 12, 14))
    assert (
        list_texts(look(drawing.marked(draw_texts(), [around]))) == list(PAGE) and mark.label == 0
    )


@needs_tesseract
@pytest.mark.parametrize("size", [(640, 480), (9, 9), (1, 1)], ids=str)
def test_a_picture_without_text_has_no_lines(size):
    assert look(make_png(Image.new("RGB", size, "#4080c0"))) == {
        "lines": [],
        "viewport": size,
        "marks": [],
    }


# --- at the endpoint ---


@needs_tesseract
def test_the_page_data_in_a_picture_file_is_not_read():
    carried = (
        '{"lines": [[10, 10, 90, 20, "Secret words"]], "marks": [[7, 10, 10, 90, 20]], "viewport":'
        " [640, 480]}"
    )
    file = make_png(Image.open(io.BytesIO(draw_texts(GARDEN))), carried)
    assert list_texts(read_page(file, MODEL)) == ["Secret words"]
    seen = read_page(file, EYES)
    assert list_texts(seen) == list(GARDEN) and seen["marks"] == []


def test_both_models_are_served_and_no_others():
    with (
        Offline() as server,
        openai.OpenAI(base_url=server.base_url, api_key="any", max_retries=0) as client,
    ):
        assert (
            [card.id for card in client.models.list()]
            == list(MODELS)
            == ["offline-rules", "offline-eyes"]
        )
        said = client.chat.completions.create(
            model=EYES, messages=[{"role": "user", "content": "Hello"}]
        )
        assert (
            said.model == EYES
            and client.models.retrieve(EYES).owned_by == "rules, not a language model"
        )
        with pytest.raises(openai.NotFoundError, match="does not exist here"):
            client.models.retrieve("offline-ears")


@needs_tesseract
def test_a_caption_has_the_words_of_a_picture_and_says_who_reads_them():
    read = "It has the words, read by Tesseract: Garden tools A rake costs 25 dollars"
    assert read_words(draw_texts(GARDEN)) == read
    assert read_words(draw_texts({})) == ""


def test_without_tesseract_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PROGRAMFILES", "")
    with Offline() as server:
        message = make_request(draw_texts({"Never read": (60, 60, 24)}), EYES)["messages"]
        with pytest.raises(
            EpisodeError, match=r"offline-eyes cannot see on this machine\. .*apt-get install tess"
        ) as caught:
            Model(EYES, server.base_url, "none").ask(message)
        assert caught.value.for_all and "\n" not in str(caught.value)
        assert Model(MODEL, server.base_url, "none").ask(message).text  # the rules work without it


# --- on a page in a browser ---

SHOP = """<!doctype html><title>Kettles | Shop</title><body style="margin:40px;font:16px sans-serif;background:#fff">
<h1>Blue Kettle</h1><p>Weight: 1.2 kg<p>Price: $19.00
<p><a href="/1">Other kettles</a> &nbsp; <a href="/2">Delivery</a> &nbsp; <button>Buy this</button>
<p><input placeholder="Search the shop" style="font-size:16px;width:300px">"""


@needs_tesseract
def test_a_page_is_seen_as_the_browser_drew_it(browser, own_page):
    browser.open(own_page(SHOP))
    observation = views.marked_screenshot(browser)
    page = look(observation.marked())
    read = {label: box for label, *box in page["marks"]}
    assert sorted(read) == [mark.label for mark in observation.marks] == [0, 1, 2, 3]
    assert all(is_near(read[mark.label], mark.boxes[0]) for mark in observation.marks)
    assert {"Blue Kettle", "Weight: 1.2 kg", "Price: $19.00"} <= set(list_texts(page))


@needs_tesseract
def test_the_rules_answer_from_pixels(env, own_page):
    task = Task(
        id="kettle", site="shop", url=own_page(SHOP), question="What is the weight of Blue Kettle?"
    )
    with Offline() as server:
        episode = agent.run(task, env, Model(EYES, server.base_url, "none"), max_steps=1)
    assert episode.model == EYES and "1.2 kg" in episode.answer

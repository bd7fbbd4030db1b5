"""The frames of an animation: a title, a screenshot with a band below it, an ending."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageOps

from ...records import Episode, Step
from ..ending_words import describe_ending
from ..highlighting import ACTED
from .captions import describe_step, make_line, name_player
from .lettering import Font, find_font, wrap

_INK, _QUIET, _FAINT, _GOOD = "#222222", "#666666", "#dddddd", "#0072b2"  # as in the figures
_LOWEST, _TALLEST = 0.5, 1.5  # height of the screenshots' area, relative to its width
_SCALES = (1.0, 0.85, 0.7, 0.55, 0.45)  # of the font sizes on a page, tried until the text fits
_LINE = 1.35  # height of a line, relative to its font size


@dataclass(frozen=True)
class Paragraph:
    """A text of a title or an ending; its font size is in thousandths of the frame's width."""

    text: str
    size: int
    colour: str = _INK
    bold: bool = False


class Frames:
    """Draws the frames of an episode, all of one size."""

    def __init__(self, episode: Episode, pictures: Sequence[Image.Image | str], width: int) -> None:
        """`pictures` has each step's picture, or why there is none; `width` is in pixels."""
        self.episode = episode
        self.pictures = pictures
        self.width = width
        shapes = [each.height / each.width for each in pictures if not isinstance(each, str)]
        self.top = round(width * min(_TALLEST, max(_LOWEST, *shapes)))  # where the band begins
        self.pad = round(width * 0.025)
        self.band = round(width * 0.115)

    def draw_all(self) -> list[Image.Image]:
        """The title, a frame per step, the ending."""
        steps = zip(self.episode.steps, self.pictures, strict=True)
        return [self.draw_title(), *(self.draw_step(*each) for each in steps), self.draw_ending()]

    def draw_title(self) -> Image.Image:
        """The question, the site and the model."""
        task = self.episode.task
        return self._draw_page(
            Paragraph(task.question, 52, bold=True),
            Paragraph(f"Site: {task.site} ({task.url})", 28, _QUIET),
            Paragraph(f"Model: {name_player(self.episode)}", 28, _QUIET),
        )

    def draw_ending(self) -> Image.Image:
        """The answer, or why there is none."""
        task, count = self.episode.task, len(self.episode.steps)
        colour = _GOOD if self.episode.stop == "answer" else ACTED
        return self._draw_page(
            Paragraph(task.question, 28, _QUIET),
            Paragraph(describe_ending(self.episode), 46, colour, bold=True),
            Paragraph(f"After {count} step{'s' * (count != 1)}", 28, _QUIET),
            Paragraph(f"Model: {name_player(self.episode)}", 28, _QUIET),
        )

    def draw_step(self, step: Step, picture: Image.Image | str) -> Image.Image:
        """The screenshot, or why there is none; below it the step's number and action."""
        frame = self._make_frame()
        if isinstance(picture, str):
            self._write_missing(frame, picture)
        else:
            fitted = ImageOps.contain(picture, (self.width, self.top), Image.Resampling.LANCZOS)
            frame.paste(fitted, ((self.width - fitted.width) // 2, 0))
        self._draw_band(frame, step)
        return frame

    def _make_frame(self) -> Image.Image:
        return Image.new("RGB", (self.width, self.top + self.band), "white")

    def _draw_band(self, frame: Image.Image, step: Step) -> None:
        """Two lines for the action beside its number, and a small one for the model."""
        pen, size = ImageDraw.Draw(frame), self.width * 0.0255
        pen.line((0, self.top, self.width, self.top), fill=_FAINT, width=max(1, self.width // 360))
        number = f"{step.index}/{len(self.episode.steps)}"
        font = find_font(number, size, bold=True)
        y = self.top + self.pad * 0.5
        pen.text((self.pad, y), number, fill=ACTED, font=font)
        left = self.pad + font.getlength("00/00") + self.pad * 0.5
        words = describe_step(step)
        font, room = find_font(words, size), self.width - left - self.pad
        _write_lines(pen, (left, y), wrap(words, font.getlength, room, 2), font, _INK)
        name = name_player(self.episode)
        font = find_font(name, self.width * 0.017)
        place = (left, self.top + self.band - self.pad * 0.4)
        pen.text(place, wrap(name, font.getlength, room, 1)[0], fill=_QUIET, font=font, anchor="ld")

    def _write_missing(self, frame: Image.Image, reason: str) -> None:
        pen, font = ImageDraw.Draw(frame), find_font(reason, self.width * 0.03)
        pen.rectangle((0, 0, self.width, self.top), fill="#f4f4f4")
        lines = wrap(reason, font.getlength, self.width - 2 * self.pad, 3)
        middle = (self.width / 2, self.top / 2)
        pen.multiline_text(
            middle, "\n".join(lines), fill=_QUIET, font=font, anchor="mm", align="center"
        )

    def _draw_page(self, *paragraphs: Paragraph) -> Image.Image:
        """A page of text, at the largest scale at which all of it fits, else at the smallest."""
        frame = self._make_frame()
        margin = self.pad * 2
        room = frame.height - 2 * margin
        for scale in _SCALES:
            blocks = [self._lay_out(each, scale, margin, room) for each in paragraphs]
            gap = self.width * 0.03 * scale
            height = sum(map(_measure_paragraph, blocks)) + gap * (len(blocks) - 1)
            if height <= room:
                break
        pen, y = ImageDraw.Draw(frame), margin + max(0, (room - height) / 2)
        for block in blocks:
            lines, font, colour = block
            _write_lines(pen, (margin, y), lines, font, colour)
            y += _measure_paragraph(block) + gap
        return frame

    def _lay_out(
        self, paragraph: Paragraph, scale: float, margin: int, room: float
    ) -> tuple[list[str], Font, str]:
        """The lines of a paragraph; at the smallest scale no more than its share of a page."""
        text = make_line(paragraph.text)
        font = find_font(text, self.width * paragraph.size / 1000 * scale, paragraph.bold)
        fitting = room / (font.size * _LINE)
        share = max(1, int(fitting * (0.55 if paragraph.bold else 0.1)))
        most = share if scale == _SCALES[-1] else int(fitting) + 1
        return wrap(text, font.getlength, self.width - 2 * margin, most), font, paragraph.colour


def _write_lines(
    pen: ImageDraw.ImageDraw, place: tuple[float, float], lines: list[str], font: Font, colour: str
) -> None:
    x, y = place
    for number, line in enumerate(lines):
        pen.text((x, y + number * font.size * _LINE), line, fill=colour, font=font)


def _measure_paragraph(block: tuple[list[str], Font, str]) -> float:
    """The height of a laid-out paragraph."""
    lines, font, _ = block
    return len(lines) * font.size * _LINE

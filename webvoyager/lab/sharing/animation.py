"""An episode as an animation: a GIF or a WebP."""

from pathlib import Path

from ...records import Episode
from ..figures.frames import draw_frames


def animate(episode: Episode, file: str | Path, *, seconds: float = 2.0, width: int = 720) -> Path:
    """Write an episode as an animated GIF or WebP, by the file's suffix; return its path.

    The first frame has the question, the site and the model, the last one the answer; between them
    each step has its numbered screenshot, with its target highlighted, above the action in words.
    Each frame stays for `seconds`; `width` is in pixels. A frame of the usual width takes about
    80 KB in a GIF and 40 KB in a WebP.
    """
    first, *others = draw_frames(episode, width)
    first.save(file, save_all=True, append_images=others, duration=round(1000 * seconds), loop=0)
    return Path(file)

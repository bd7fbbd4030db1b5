"""Episodes to look at: step by step as they happen, and afterwards with a slider."""

import html
from collections.abc import Iterable, Iterator

import ipywidgets
from IPython.display import HTML, display

from ..models import to_openai
from ..records import WRAPPED, Episode, Step


def live(steps: Iterable[Step]) -> Iterator[Step]:
    """The same steps, each shown as it happens with picture, thought and action."""
    for step in steps:
        display(step)
        yield step


class Viewer(ipywidgets.VBox):
    """Widgets that also show themselves where there are none: on a web page, in a stored notebook."""

    still = ""

    def _repr_mimebundle_(self, **kwargs: object) -> dict:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        return {**data, "text/html": self.still}


def show(episode: Episode, step: int = 1) -> Viewer:
    """A slider over the steps of an episode, from `step` on; `episode.steps[k]` shows the same without widgets."""
    if not episode.steps:
        raise ValueError(f"{episode} has no steps to show: {episode.stop}.")
    slider = ipywidgets.IntSlider(step, 1, len(episode.steps), description="Step", continuous_update=False)
    picture = ipywidgets.HTML()

    def turn(_: object = None) -> None:
        picture.value = episode.steps[slider.value - 1]._repr_html_()

    slider.observe(turn, "value")
    turn()
    end = ipywidgets.HTML(f"<p>→ {html.escape(episode.answer or episode.stop)}</p>")
    viewer = Viewer([slider, picture, end])
    viewer.still = picture.value + end.value
    return viewer


def talk(messages: list[dict]) -> HTML:
    """The exact prompt: every message with its role, texts in full, pictures as pictures."""
    return HTML("".join(_message(message) for message in messages))


def _message(message: dict) -> str:
    content = to_openai(message)["content"]
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    shown = "".join(_part(part) for part in parts)
    return (
        f'<div style="border-left:3px solid #888;padding-left:.8em;margin:.6em 0"><b>{message["role"]}</b>{shown}</div>'
    )


def _part(part: dict) -> str:
    if part["type"] == "text":
        return f'<pre style="{WRAPPED};font-size:.85em">{html.escape(part["text"])}</pre>'
    return f'<img src="{part["image_url"]["url"]}" style="max-width:480px;display:block">'

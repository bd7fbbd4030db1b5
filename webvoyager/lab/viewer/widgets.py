"""What the viewer's widgets share: a frame with its style, keys that step, and an output where no
widgets run.
"""

from collections.abc import Sequence
from typing import TypeVar

import ipywidgets

from .fragments import asset, framed


class Viewer(ipywidgets.VBox):
    """Widgets that also show themselves where there are none: on a web page, in a stored
    notebook.
    """

    still = ""

    def _repr_mimebundle_(self, **kwargs: object) -> dict:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        return {**data, "text/html": self.still}


Kind = TypeVar("Kind", bound=Viewer)


def viewer(
    parts: Sequence[ipywidgets.Widget], still: str, kind: type[Kind] = Viewer, run: str = "keys.js"
) -> Kind:
    """The parts one below the other, styled, with a script: by default, arrow keys that step from
    anywhere in them.
    """
    made = kind([ipywidgets.HTML(f"<style>{asset('viewer.css')}</style>"), *parts, _script(run)])
    made.add_class("wv-viewer")
    made.still = str(still)
    return made


def piece(shown: str = "") -> ipywidgets.HTML:
    """A widget that shows a piece of HTML; `put` changes it."""
    return ipywidgets.HTML(str(framed(shown)))


def put(widget: ipywidgets.HTML, shown: str) -> None:
    """Show another piece."""
    widget.value = str(framed(shown))


def close(*widgets: ipywidgets.Widget) -> None:
    """End widgets with all that they hold, so that a long session does not grow."""
    for widget in widgets:
        close(*getattr(widget, "children", ()))
        widget.close()


def stepper(count: int, first: int = 1) -> tuple[ipywidgets.IntSlider, ipywidgets.HBox]:
    """A slider over `count` steps, and the row in which it stands with buttons back, on and
    play.
    """
    slider = ipywidgets.IntSlider(
        first, 1, max(count, 1), description="Step", continuous_update=False
    )
    slider.layout.flex = "1 1 180px"
    slider.add_class("wv-slider")
    play = ipywidgets.Play(value=first, min=1, max=max(count, 1), interval=1500, show_repeat=False)
    ipywidgets.jslink((play, "value"), (slider, "value"))
    back, on = _button("‹", "Step before", -1, slider), _button("›", "Next step", 1, slider)
    row = ipywidgets.HBox([back, on, play, slider])
    row.add_class("wv-controls")
    for widget in (back, on, play, slider):
        widget.disabled = count < 2
    return slider, row


def _button(words: str, tooltip: str, by: int, slider: ipywidgets.IntSlider) -> ipywidgets.Button:
    button = ipywidgets.Button(description=words, tooltip=tooltip)
    button.add_class("wv-turn")

    def _turn(_: object) -> None:
        slider.value += by

    button.on_click(_turn)
    return button


def _script(name: str) -> ipywidgets.Output:
    """A script that JupyterLab runs where it is shown; where none runs, nothing is missing but its
    convenience.
    """
    run = {
        "output_type": "display_data",
        "data": {"application/javascript": asset(name)},
        "metadata": {},
    }
    output = ipywidgets.Output(outputs=(run,))
    output.add_class("wv-script")
    return output

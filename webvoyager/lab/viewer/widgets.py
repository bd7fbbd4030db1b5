"""What the viewer's widgets share: a styled frame, arrow keys, and a static version."""

from collections.abc import Sequence
from typing import TypeVar

import ipywidgets

from .fragments import asset, framed


class Viewer(ipywidgets.VBox):
    """Widgets with a static version for places without widgets: web pages, stored notebooks."""

    still = ""

    def _repr_mimebundle_(self, **kwargs: object) -> dict:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        return {**data, "text/html": self.still}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.children)} widgets)"


Kind = TypeVar("Kind", bound=Viewer)
Widget = TypeVar("Widget", bound=ipywidgets.DOMWidget)


def make_viewer(
    parts: Sequence[ipywidgets.Widget],
    still: str,
    kind: type[Kind] = Viewer,
    script: str = "keys.js",
) -> Kind:
    """The parts one below the other, with a style sheet and a script.

    With the default script, the arrow keys and those of `give_keys` work anywhere in the viewer.
    """
    style = ipywidgets.HTML(f"<style>{asset('viewer.css')}</style>")
    viewer = kind([style, *parts, make_script(script)])
    viewer.add_class("wv-viewer")
    viewer.still = str(still)
    return viewer


def piece(html: str = "") -> ipywidgets.HTML:
    """A widget that shows a piece of HTML; `update` changes it."""
    return ipywidgets.HTML(str(framed(html)))


def update(widget: ipywidgets.HTML, html: str) -> None:
    """Show another piece in the widget."""
    widget.value = str(framed(html))


def make_script(name: str) -> ipywidgets.Output:
    """A script that runs in JupyterLab; elsewhere only its shortcuts are missing."""
    data = {"application/javascript": asset(name)}
    output = ipywidgets.Output(
        outputs=({"output_type": "display_data", "data": data, "metadata": {}},)
    )
    output.add_class("wv-script")
    return output


def give_keys(widget: Widget, keys: str) -> Widget:
    """The widget, whose buttons keys.js presses at these keys, in their order."""
    widget.add_class(f"wv-keys-{keys}")
    return widget


def close(*widgets: ipywidgets.Widget) -> None:
    """Close widgets and all they contain, so that a long session does not fill the memory."""
    for widget in widgets:
        close(*getattr(widget, "children", ()))
        widget.close()


def stepper(count: int, first: int = 1) -> tuple[ipywidgets.IntSlider, ipywidgets.HBox]:
    """A slider over `count` steps, and a row with the slider and the buttons back, on and play."""
    last = max(count, 1)
    slider = ipywidgets.IntSlider(first, 1, last, description="Step", continuous_update=False)
    slider.layout.flex = "1 1 180px"
    slider.add_class("wv-slider")
    play = ipywidgets.Play(value=first, min=1, max=last, interval=1500, show_repeat=False)
    ipywidgets.jslink((play, "value"), (slider, "value"))
    back = _make_button("‹", "Previous step", -1, slider)
    on = _make_button("›", "Next step", 1, slider)
    row = ipywidgets.HBox([back, on, play, slider])
    row.add_class("wv-controls")
    for widget in (back, on, play, slider):
        widget.disabled = count < 2
    return slider, row


def _make_button(
    words: str, tooltip: str, by: int, slider: ipywidgets.IntSlider
) -> ipywidgets.Button:
    """A button that moves the slider."""
    button = ipywidgets.Button(description=words, tooltip=tooltip)
    button.add_class("wv-turn")

    def _turn(_: object) -> None:
        slider.value += by

    button.on_click(_turn)
    return button

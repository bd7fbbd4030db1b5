"""What the viewer's widgets share: a styled frame, arrow keys, and a static version."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import ipywidgets

from .fragments import asset, framed

Widget = TypeVar("Widget", bound=ipywidgets.DOMWidget)


class Viewer(ipywidgets.VBox):
    """Widgets with a static version for places without widgets: web pages, stored notebooks.

    With the default script, the arrow keys and those of `give_keys` work anywhere in the viewer.
    """

    def __init__(
        self, parts: Sequence[ipywidgets.Widget], still: str = "", script: str = "keys.js"
    ) -> None:
        style = ipywidgets.HTML(f"<style>{asset('viewer.css')}</style>")
        super().__init__([style, *parts, make_script(script)])
        self.add_class("wv-viewer")
        self.still = str(still)

    def _repr_mimebundle_(self, **kwargs: object) -> dict:
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        return {**data, "text/html": self.still}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.children)} widgets)"


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


def row(*widgets: ipywidgets.Widget) -> ipywidgets.HBox:
    """Widgets side by side."""
    return ipywidgets.HBox(widgets).add_class("wv-controls")


def button(
    words: str, act: Callable[[], object], tooltip: str | None = None, style: str = ""
) -> ipywidgets.Button:
    """A button that does something."""
    made = ipywidgets.Button(description=words, tooltip=tooltip, button_style=style)
    made.on_click(lambda _: act())
    return made


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

    def turn(by: int) -> None:
        slider.value += by

    back = button("‹", lambda: turn(-1), "Previous step").add_class("wv-turn")
    on = button("›", lambda: turn(1), "Next step").add_class("wv-turn")
    for widget in (back, on, play, slider):
        widget.disabled = count < 2
    return slider, row(back, on, play, slider)

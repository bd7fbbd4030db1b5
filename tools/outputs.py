"""Prepares a notebook's outputs for storing: small pictures, and nothing specific to a machine."""

import base64
import io
import re
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from PIL import Image

SIZE_LIMIT = 1_500_000  # bytes of a stored notebook
# of stored pictures, in pixels: the first with which the notebook fits the limit is used
WIDTHS = (1024, 800, 640, 480, 320)
COLOURS = 64  # of stored pictures: half the bytes of 256 colours, and still readable
WIDGET = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
PICTURE = re.compile(r"(data:image/(?:png|jpeg|webp);base64,)([A-Za-z0-9+/=]+)")
OVERWRITTEN = re.compile(r"[^\n]*\r(?!\n)")  # what a progress bar drew before its last state
# Home and temporary folders and memory addresses mean nothing on another machine.
MACHINE_TEXT = re.compile(
    r"/(?:home|Users)/\w+/|/root\b/|/tmp\b/\w|[A-Z]:\\+Users\\| at 0x[0-9a-f]{6,}"
)


class OutputError(Exception):
    """The outputs can't be stored; the message says why and what to do."""


def format_notebook(notebook: NotebookNode, private: tuple[str, ...] = ()) -> str:
    """The text of the .ipynb file for an executed notebook.

    It has no timings and no widget state, and pictures as wide as the size limit allows. Raises
    OutputError if an output contains a path of this machine (of a usual form, or in `private`), or
    if the file is too large.
    """
    notebook = nbformat.from_dict(notebook | {"metadata": METADATA})
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, 1):
        cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
        shown = filter(shows_without_widgets, cell.outputs)
        cell.outputs = [finish_output(output) for output in shown]
        if found := find_machine_text(cell.outputs, private):
            raise OutputError(
                f"the output of code cell {number} contains {found!r}, which means nothing"
                " elsewhere: print something else."
            )
    for width in WIDTHS:
        for output in (output for cell in code for output in cell.outputs):
            shrink_pictures(output, width)
        text = nbformat.writes(notebook).rstrip() + "\n"
        if len(text) <= SIZE_LIMIT:
            return text
    raise OutputError(
        f"it is {len(text) / 1e6:.1f} MB with its outputs: show less (the limit is 1.5 MB)."
    )


def shows_without_widgets(output: NotebookNode) -> bool:
    """Whether an output shows something without widgets."""
    data = output.get("data", {})
    return WIDGET not in data or "text/html" in data


def finish_output(output: NotebookNode) -> NotebookNode:
    """The output in its final state; of a widget, the HTML that it shows without widgets."""
    if WIDGET in output.get("data", {}):
        output.data = {"text/html": output.data["text/html"]}
    if output.output_type == "stream":
        output.text = OVERWRITTEN.sub("", output.text)
    return output


def find_machine_text(outputs: list[NotebookNode], private: tuple[str, ...]) -> str:
    """The first text in the outputs that means nothing on another machine; "" if there is none."""
    text = "\n".join(value for output in outputs for value in list_texts(output))
    places = [place for place in private if place in text]
    return (places + MACHINE_TEXT.findall(text) + [""])[0]


def list_texts(output: NotebookNode) -> list[str]:
    """All texts of an output, without pictures."""
    data = output.get("data", {"text": output.get("text", "")})
    return [
        PICTURE.sub("", value)
        for kind, value in data.items()
        if isinstance(value, str) and "image/" not in kind
    ]


def shrink_pictures(output: NotebookNode, width: int) -> None:
    """Scale the pictures of an output down to a width in pixels, also those inside its HTML."""
    data = output.get("data", {})
    for kind, value in data.items():
        if kind in ("image/png", "image/jpeg"):
            data[kind] = shrink_picture(value, width)
        elif isinstance(value, str):
            data[kind] = PICTURE.sub(
                lambda match: match[1] + shrink_picture(match[2], width), value
            )


def shrink_picture(encoded: str, width: int) -> str:
    """A base64 picture of at most this width, a PNG in COLOURS; unchanged if that saves nothing."""
    picture = Image.open(io.BytesIO(base64.b64decode(encoded)))
    is_small = picture.width <= width and (picture.mode == "P" or picture.format != "PNG")
    if is_small or getattr(picture, "is_animated", False):
        return encoded
    kind, buffer = picture.format, io.BytesIO()
    transparent = picture.has_transparency_data and picture.convert("RGBA").getextrema()[3][0] < 255
    picture = picture.convert("RGBA" if transparent else "RGB")
    if picture.width > width:
        picture.thumbnail((width, picture.height), Image.Resampling.LANCZOS)
    if kind == "PNG" and not transparent:  # quantizing transparent ones, Pillow shifts white
        picture = picture.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    picture.save(buffer, kind, optimize=True, quality=80)
    return min(encoded.strip(), base64.b64encode(buffer.getvalue()).decode(), key=len)


def store(path: Path, notebook: NotebookNode, private: tuple[str, ...] = ()) -> None:
    """Write an executed notebook over its file, whole or not at all."""
    try:
        text = format_notebook(notebook, private)
    except OutputError as error:
        raise OutputError(f"{path.name} can't be stored: {error}") from error
    new_file = path.with_suffix(".new")
    new_file.write_text(text, encoding="utf-8", newline="\n")
    new_file.replace(path)

"""A run as one small file: its record unchanged, its screenshots in a smaller format."""

import hashlib
import io
import shutil
import tempfile
from pathlib import Path

from PIL import Image

from ... import drawing, runs
from ...runs.files import write_json
from ...runs.folders import SHARED, find_pictures

_COLOURS = 32
_QUALITY = 80
_LEFT_OUT = (".*", "set_aside")


def pack(run: str | Path, file: str | Path) -> Path:
    """Write a small copy of a run into a zip file, to hand it out; return the file's path.

    Unpacked anywhere, `runs.load` reads the same episodes; only the screenshots are encoded anew
    (see `shrink`). Labels, verdicts and other files of the run come along; what was set aside
    doesn't. The run stays as it is. Raises ValueError when the run has no episodes, or the file's
    name doesn't end in .zip.
    """
    if Path(file).suffix != ".zip":
        raise ValueError(f"The name of this file must end in .zip, not {Path(file).name!r}.")
    with tempfile.TemporaryDirectory() as inside:
        copy = Path(inside) / Path(run).resolve().name
        shutil.copytree(run, copy, ignore=shutil.ignore_patterns(*_LEFT_OUT))
        shrink(copy)
        shutil.make_archive(str(Path(file).with_suffix("")), "zip", inside, copy.name)
    return Path(file)


def shrink(run: Path) -> None:
    """Store a run's screenshots as WebP, equal ones once, and compress the steps of each episode.

    A screenshot has 32 colours without loss, which keeps letters sharp, or all its colours with
    loss where that is smaller, as on pages with photographs. Raises ValueError when the run has no
    episodes.
    """
    episodes = runs.load(run)
    if not episodes:
        raise ValueError(f"There are no episodes in {run}.")
    attempts = [episode.folder for episode in episodes if episode.folder]
    for attempt in attempts:
        for file in attempt.glob("step-*.png"):
            data = file.read_bytes()
            if drawing.readable(data):  # a damaged one stays
                file.with_suffix(".webp").write_bytes(encode_smaller(Image.open(io.BytesIO(data))))
                file.unlink()
    _share_pictures(run, attempts)
    for episode in episodes:
        if episode.steps and episode.folder:
            runs.pack(episode.folder)


def encode_smaller(image: Image.Image) -> bytes:
    """The picture as a WebP: lossless with few colours, or lossy with all, whichever is smaller."""
    whole = image.convert("RGB")
    few = whole if image.mode == "P" else whole.quantize(_COLOURS, dither=Image.Dither.NONE)
    lossless = _encode(few.convert("RGB"), lossless=True, quality=60)
    return min(lossless, _encode(whole, quality=_QUALITY), key=len)


def _encode(image: Image.Image, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", **options)
    return out.getvalue()


def _share_pictures(run: Path, attempts: list[Path]) -> None:
    """Keep the first of equal pictures; pictures.json of the other attempts says where it is."""
    pictures = {attempt: sorted(find_pictures(attempt).items()) for attempt in attempts}
    files = [file for named in pictures.values() for _, file in named if file.exists()]
    first: dict[bytes, Path] = {}
    digests = {file: hashlib.sha256(file.read_bytes()).digest() for file in files}
    kept = {file: first.setdefault(digest, file) for file, digest in digests.items()}
    for attempt, named in pictures.items():
        shared = {
            name: kept[file].relative_to(run).as_posix()
            for name, file in named
            if file in kept and kept[file] != attempt / f"{Path(name).stem}{kept[file].suffix}"
        }
        if shared:
            write_json(attempt / SHARED, shared)
    for file in kept:
        if kept[file] != file:
            file.unlink()

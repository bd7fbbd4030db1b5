"""What was learned, as a zip of JSON and rounded weights: the same content gives the same bytes."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy

from .choice import Chooser

DATE = (1980, 1, 1, 0, 0, 0)  # of every member
LEAST = 0.03  # smaller weights are left out
DROPPED = 6  # low bits of a 16-bit number's ten-bit fraction that are rounded off


def write(file: str | Path, members: Mapping[str, bytes]) -> None:
    """Write named members into a zip file."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_LZMA)


def read(file: str | Path) -> dict[str, bytes]:
    """Read the members by name. Raises OSError or BadZipFile if the file isn't a readable zip."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(chooser: Chooser) -> bytes:
    """The weights of a chooser as 16-bit numbers, rounded so that they compress well."""
    kept = numpy.where(numpy.abs(chooser.weights) < LEAST, 0, chooser.weights)
    written = kept.astype("<f2").view("<u2").astype("u4") + (1 << DROPPED - 1)
    return (written >> DROPPED << DROPPED).astype("<u2").tobytes()


def unpack(data: bytes) -> Chooser:
    """A chooser from packed weights."""
    return Chooser(numpy.frombuffer(data, "<f2").astype("f4"))


def refuse(file: str | Path, what: str, error: Exception) -> ValueError:
    """An error that says how to make the file again."""
    return ValueError(
        f"{file} cannot be used as {what} ({error}): train it again with"
        " `python -m studies.learned_agent.train`."
    )

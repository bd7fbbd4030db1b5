"""The containers run the kit's own set-up, so they hold what requirements.txt lists."""

import json
import re
from pathlib import Path

from packaging.requirements import Requirement

from tools import setup, web

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "binder" / "Dockerfile").read_text(encoding="utf-8")
DEVCONTAINER = json.loads(
    (ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8")
)
GUIDE = (ROOT / "docs" / "setup.md").read_text(encoding="utf-8")
SET_UP = "python3 tools/setup.py"


def required() -> set[str]:
    """The names of the packages in requirements.txt."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return {Requirement(line.partition("#")[0]).name for line in lines if not line.startswith("#")}


def test_both_containers_run_the_command_that_the_guide_names():
    assert f"`{SET_UP}`" in GUIDE
    assert f"RUN {SET_UP} " in DOCKERFILE and DEVCONTAINER["postCreateCommand"] == SET_UP


def test_neither_container_lists_packages_itself():
    """No container names a package that requirements.txt or the set-up installs.

    A second list could come to differ from the first.
    """
    code = "\n".join(line for line in DOCKERFILE.splitlines() if not line.startswith("#"))
    assert not re.findall(r"apt(?:-get)? install", code)
    installed = {Requirement(words).name for words in re.findall(r'pip install .*?"([^"]+)"', code)}
    assert installed == {"notebook"} and not installed & required()
    assert not [package for package in setup.FONTS.values() if package in code]


def test_both_containers_start_from_the_same_supported_python():
    images = [re.search(r"^FROM (\S+)$", DOCKERFILE, re.M)[1], DEVCONTAINER["image"]]
    versions = {
        re.fullmatch(r"python:(\d+)\.(\d+)(-slim)?-trixie", image).groups()[:2] for image in images
    }
    assert len(versions) == 1 and tuple(map(int, versions.pop())) >= (3, 11)


def test_binder_does_not_run_as_root_and_the_devcontainer_forwards_our_ports():
    assert DOCKERFILE.rindex("USER ${NB_USER}") > DOCKERFILE.rindex("RUN ")
    assert web.PORT in DEVCONTAINER["forwardPorts"] and 8888 in DEVCONTAINER["forwardPorts"]

"""The containers run the kit's own set-up, so they hold what requirements.txt lists."""

import json
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "binder" / "Dockerfile").read_text(encoding="utf-8")
DEVCONTAINER = json.loads(
    (ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8")
)
GUIDE = (ROOT / "docs" / "setup.md").read_text(encoding="utf-8")
SET_UP = "python3 tools/setup.py"


def test_both_containers_run_the_command_that_the_guide_names():
    assert f"`{SET_UP}`" in GUIDE
    assert f"RUN {SET_UP} " in DOCKERFILE and DEVCONTAINER["postCreateCommand"] == SET_UP

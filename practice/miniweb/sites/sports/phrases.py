"""The words of phrases.json: turns of phrase for stories, injuries, earlier clubs of players."""

import json
from pathlib import Path
from typing import Any

PHRASES: dict[str, Any] = json.loads((Path(__file__).parent / "phrases.json").read_text("utf-8"))

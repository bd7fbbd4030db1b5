"""The contents of phrases.json: phrases for stories, injuries, players' earlier clubs."""

import json
from pathlib import Path
from typing import Any

PHRASES: dict[str, Any] = json.loads((Path(__file__).parent / "phrases.json").read_text("utf-8"))

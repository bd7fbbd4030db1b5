"""What is no language model, and is called what it is wherever it is named."""

import re

STAND_INS = {
    "offline-rules": "offline rules, not a language model",
    "offline-eyes": "offline rules with Tesseract's eyes, not a language model",
    "offline-learned": "trained on other worlds of the mini web, not a language model",
}
KINDS = {"offline-rules": "rules", "offline-eyes": "rules", "offline-learned": "learned"}
SIMULATED = re.compile(r"simulated-(?P<skill>[\d.]+)")
ANSWER_KEY = "simulated agent: follows the answer key, slips on purpose"


def is_simulated(model: str) -> bool:
    """Whether the model of this name follows the answer key: its results are no agent's."""
    return bool(SIMULATED.match(model))


def describe(model: str) -> str:
    """The model's name, with what it is where it is no language model."""
    meaning = ANSWER_KEY if is_simulated(model) else STAND_INS.get(model)
    return f"{model}: {meaning}" if meaning else model or "model not named"


def find_kind(model: str) -> str:
    """What answers by this name: "rules", "learned" or "simulated", "hosted" for any other model.

    "unknown" where it has no name.
    """
    if is_simulated(model):
        return "simulated"
    return KINDS.get(model, "hosted" if model else "unknown")

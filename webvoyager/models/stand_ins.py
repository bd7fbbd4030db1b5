"""Models that aren't language models, and the descriptions shown with their names."""

import re

STAND_INS = {
    "offline-rules": "offline rules, not a language model",
    "offline-eyes": "offline rules with Tesseract's eyes, not a language model",
    "offline-learned": "trained on other worlds of the mini web, not a language model",
}
SIMULATED = re.compile(r"simulated-(?P<skill>[\d.]+)")
ANSWER_KEY = "simulated agent: follows the answer key, slips on purpose"


def is_simulated(model: str) -> bool:
    """Whether the model of this name follows the answer key, so its results aren't an agent's."""
    return bool(SIMULATED.match(model))


def is_stand_in(model: str) -> bool:
    """Whether the model of this name runs in practice/, without a key or an address."""
    return model in STAND_INS or is_simulated(model)


def describe(model: str) -> str:
    """The model's name, followed by what it is if it isn't a language model."""
    meaning = ANSWER_KEY if is_simulated(model) else STAND_INS.get(model)
    return f"{model}: {meaning}" if meaning else model or "model not named"

"""Asks a model over the OpenAI protocol; begin with `Model`. Only this package imports openai."""

from .chat import PAGE_TEXT, Reply, picture, screenshot, task_images, to_openai, writable
from .limits import Limits, Meter
from .model import Model
from .prices import Rate, rate, require_price
from .prompt_files import (
    Own,
    Prompts,
    fenced,
    fill,
    own_suffix,
    prompt_hashes,
    prompt_texts,
    read_prompts,
)
from .recordings import recorded_model
from .searching import Citation, Searched
from .stand_ins import describe, is_simulated, is_stand_in
from .text_files import open_dotenv, read_lines, read_text

__all__ = [
    "PAGE_TEXT",
    "Citation",
    "Limits",
    "Meter",
    "Model",
    "Own",
    "Prompts",
    "Rate",
    "Reply",
    "Searched",
    "describe",
    "fenced",
    "fill",
    "is_simulated",
    "is_stand_in",
    "open_dotenv",
    "own_suffix",
    "picture",
    "prompt_hashes",
    "prompt_texts",
    "rate",
    "read_lines",
    "read_prompts",
    "read_text",
    "recorded_model",
    "require_price",
    "screenshot",
    "task_images",
    "to_openai",
    "writable",
]

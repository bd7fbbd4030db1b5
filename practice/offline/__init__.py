"""The offline model: a local endpoint that speaks the OpenAI API and answers by plain, readable
rules.

It is no language model. It reads a page as lines of text with their boxes (which our client puts
into the screenshot for it, or which it makes up from an indented outline), compares words and
numbers, and writes a Thought that says why.

As offline-eyes the same rules get no such words: `eyes/` reads the screenshot's pixels, by
Tesseract.

`endpoint/` speaks HTTP and reads the prompt, `question/` takes the question apart, `page/` reads
the page, `memory/` holds what was done and noted, `rules/` decides. Start at `rules/strategy.py`
for how it browses. This folder imports nothing of the kit but what serves on loopback: all else
talks to it as to any provider, over HTTP.
"""

from .endpoint.server import Offline

__all__ = ["Offline"]

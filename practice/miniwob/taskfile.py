"""Write the tasks of MiniWoB++ as a file: what each page asks for, as a browser shows it.

The sentences are the pages' own (Farama Foundation, MIT licence).
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tqdm import tqdm

from .pages import find_pages, list_names
from .playing import HOST, add

FILE = Path(__file__).parents[2] / "data" / "tasks" / "miniwob.jsonl"
SEEDS = 5  # episodes of each page, as in BrowserGym's benchmark
ANSWER = {
    "type": "golden",
    "ans": "The page counts it as done.",
    "rule": {"state": {"path": "success", "equals": True}},
}
# a page may give the fields of its sentence, too
UTTERANCE = "const said = core.getUtterance(); return said.utterance ?? said"


def write(kit: Any, file: Path = FILE, seeds: int = SEEDS) -> int:
    """Write the tasks, with the seeds from 0 on, for each page; return their number."""
    rows = list(read_rows(kit, list_names(find_pages()), range(seeds)))
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    file.write_text("".join(lines), "utf-8")
    return len(rows)


def read_rows(kit: Any, names: Iterable[str], seeds: Iterable[int]) -> Iterator[dict]:
    """Open each page with each seed in the kit's browser; yield rows for `tasks.load`."""
    add(kit)
    for name in tqdm(names, disable=None):
        for seed in seeds:
            url = f"http://{HOST}.mini/miniwob/{name}.html?seed={seed}"
            kit.browser.open(url)
            yield {
                "web_name": HOST,
                "id": f"{name}--{seed}",
                "ques": kit.browser.script(UTTERANCE),
                "web": url,
                "page": name,
                "seed": seed,
                "self_ending": True,
                "answer": ANSWER,
            }

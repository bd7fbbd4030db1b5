"""Plays the oracle of every task of the mini web in a real browser; prints a table with one row per
site.

python -m tools.oracles                     all tasks under the default seed, in two browsers
python -m tools.oracles stays words--3      some sites, some tasks
python -m tools.oracles --seed 1            under another seed
python -m tools.oracles --ways FILE         also write the addresses that each oracle goes through
(JSON)
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pandas
from tqdm import tqdm

from practice.miniweb import MiniWeb, World
from practice.miniweb.oracle import play
from webvoyager.browser import Browser
from webvoyager.environment import Environment
from webvoyager.lab.judging.checking import Number, check, same, tokens
from webvoyager.lab.running.batch import side_by_side
from webvoyager.records import ActionError, EpisodeError, Observation, Step, Task

LIMIT = 15  # the steps an agent has
MOST = 40  # neighbours tried for a number, the nearest first, and for a name
NUMBER = re.compile(r"(?<![\w.])[$€£]?\d+(?:,\d{3})*(?::\d\d)*(?:\.\d+)?%?")


@dataclass(frozen=True)
class Played:
    """An oracle's episode: what was wrong with it, "" where it passed, the addresses it went
    through, how long.
    """

    task: Task
    wrong: str
    way: tuple[str, ...]
    seconds: float


def opened(web: MiniWeb) -> Browser:
    """A headless browser that sees this mini web, this machine under its two names, and nothing
    else.
    """
    return Browser(
        hosts={"*.mini": f"127.0.0.1:{web.port}"},
        allow=("localhost", "127.0.0.1"),
        search_engine="http://search.mini/",
    )


def played(web: MiniWeb, browser: Browser, task: Task, steps: Sequence[Sequence[str]]) -> Played:
    """Play an oracle in a fresh world; the task is sound if it is solved so, from what was seen,
    and not otherwise.
    """
    began = time.perf_counter()
    taken: tuple[Step, ...] = ()
    try:
        taken = play(Environment(browser), task, steps)
        state = web.state(task.site, browser.cookies)
        wrong = _wrong(task, taken, state)
        wrong = wrong or _accepted(
            task, state, [step.observation for step in taken], _text(browser)
        )
    except (LookupError, ActionError, EpisodeError) as error:
        wrong = " ".join([str(error), *getattr(error, "__notes__", ())])
    return Played(
        task, wrong, tuple(step.observation.url for step in taken), time.perf_counter() - began
    )


def _text(browser: Browser) -> str:
    return browser.script("return document.body.innerText")


def _read(seen: Observation) -> str:
    """All words of an observation: its notes, its marks and the lines of its picture."""
    return " ".join([*seen.notes, seen.text, *seen.words])


def _wrong(task: Task, taken: Sequence[Step], state: dict) -> str:
    """What is wrong with a solution: refused, too long, or not seen on any screenshot."""
    verdict = check(taken[-1].action.text, task.answer, task.question, state)
    if not verdict.success:
        return verdict.reason
    if len(taken) > LIMIT:
        return f"{len(taken)} steps: {' | '.join(map(str, taken))}"
    read = " ".join(_read(step.observation) for step in taken)
    blind = [] if task.extra["needs_vision"] else unseen(task.answer["rule"], read)
    return f"the oracle answers what it has not seen: {blind}" if blind else ""


def unseen(rule: dict, read: str) -> list:
    """The words a rule asks for that were in no observation; numbers may be worked out, words may
    not.
    """
    if "any" in rule:
        return min((unseen(each, read) for each in rule["any"]), key=len)
    parts = [part if isinstance(part, list) else [part] for part in rule.get("parts", ())]
    words = [
        [text for text in part if isinstance(text, str)]
        for part in parts
        if isinstance(part[0], str)
    ]
    return [part for part in words if not any(_within(text, read) for text in part)]


def _within(part: str, text: str) -> bool:
    """Whether a text is there, word behind word; of a date, as a calendar shows it, each word
    somewhere.
    """
    wanted, have = tokens(part), tokens(text)
    if any(isinstance(token, Number) for token in wanted):
        return all(token in have for token in wanted)
    return any(have[at : at + len(wanted)] == wanted for at in range(len(have)))


def _accepted(task: Task, state: dict, seen: Sequence[Observation], page: str) -> str:
    """The first answer that is none and is accepted, even if only with the right state behind it;
    "" for none.
    """
    read = " ".join([*map(_read, seen), page])
    beside = [*other_numbers(task, state, read), *other_names(task, seen)]
    for wrong, known in [*_no_answers(task, state, page), *((wrong, state) for wrong in beside)]:
        if check(wrong, task.answer, task.question, known).success is not False:
            return f"this is accepted as an answer: {wrong!r}"
    return ""


def _no_answers(task: Task, state: dict, page: str) -> list[tuple[str, dict]]:
    """Answers that are none, each with the state they are given with: empty, all numbers, the
    question repeated, …
    """
    rule = task.answer["rule"]
    found = [("", state)] + ([(task.reference, {})] if "state" in rule else [])
    if rule.keys() & {"parts", "any"}:
        numbers = ", ".join([*re.findall(r"\d[\d.,:]*", page), *map(str, range(40))])
        other = re.sub(r"\d+", lambda number: str(2 * int(number[0]) + 1), task.reference)
        numeric = any(isinstance(part, int | float | dict) for part in rule.get("parts", ()))
        wrongs = [
            task.question,
            f"The answer: {numbers}",
            "I do not know.",
            *([other] if numeric else []),
        ]
        found += [(wrong, state) for wrong in wrongs]
    return found


# --- the neighbour's price and the neighbour's name ---


def other_numbers(task: Task, state: dict, read: str) -> Iterator[str]:
    """The reference with each number that counts replaced by others that were seen: prices by
    prices, times by times.

    Not by the same value written otherwise, nor by the figure that it was rounded from.
    """

    def replaced(number: str, other: str) -> str:
        return NUMBER.sub(lambda found: other if found[0] == number else found[0], task.reference)

    met = sorted(set(NUMBER.findall(read)))
    for number in dict.fromkeys(NUMBER.findall(task.reference)):
        if check(replaced(number, "7654321"), task.answer, task.question, state).success:
            continue  # only told by the way
        alike = [other for other in met if _kind(other) == _kind(number) != ""] or met
        alike = [other for other in alike if not _same_figure(number, other)]
        nearest = sorted(alike, key=lambda other: abs(_value(other) - _value(number)))
        yield from (replaced(number, other) for other in nearest[:MOST])


def _kind(number: str) -> str:
    """The sign that says what a number measures: a currency, %, or the colon of a time; "" for
    none.
    """
    return "".join(re.findall("[$€£%:]", number))


def _value(number: str) -> float:
    """The number by itself; of a time, its minutes or seconds."""
    whole, *rest = re.sub(r"[$€£,%]", "", number).split(":")
    return 60 * float(whole) + float(rest[0]) if rest else float(whole)


def _same_figure(number: str, other: str) -> bool:
    """Whether two numbers have the same value, or the first is the second rounded."""
    places = len(number.rstrip("%").partition(".")[2])
    return all(map(same, tokens(number), tokens(other))) or round(_value(other), places) == _value(
        number
    )


def other_names(task: Task, seen: Sequence[Observation]) -> Iterator[str]:
    """The reference with each name that counts replaced by those of the records that stood beside
    it in a list.

    Beside it stand the links of one screen that lead to other pages of the same folder.
    """
    for part in task.answer["rule"].get("parts", ()):
        names = [
            name for name in (part if isinstance(part, list) else [part]) if isinstance(name, str)
        ]
        written = max((name for name in names if name in task.reference), key=len, default="")
        beside = dict.fromkeys(other for look in seen for other in _beside(names, look) if written)
        yield from (task.reference.replace(written, other) for other in list(beside)[:MOST])


def _beside(names: Sequence[str], look: Observation) -> list[str]:
    """What the links are called that stand beside one with such a name."""
    wanted = [tokens(name) for name in names]
    links = [
        (urlsplit(mark.href).path, mark.text) for mark in look.marks if mark.href and mark.text
    ]
    own = {path for path, text in links if tokens(text) in wanted}
    folders = {path.rpartition("/")[0] for path in own}
    return [text for path, text in links if path not in own and path.rpartition("/")[0] in folders]


def play_all(web: MiniWeb, tasks: Sequence[Task], browsers: int = 2) -> list[Played]:
    """Play the oracles of some tasks in so many browsers side by side, telling of each that
    fails.
    """
    steps = web.oracles()

    def play_one(browser: Browser, task: Task) -> Played:
        done = played(web, browser, task, steps[task.id])
        if done.wrong:
            tqdm.write(f"{task.id}: {done.wrong}")
        return done

    return side_by_side(lambda: opened(web), play_one, tasks, browsers, "oracles")


def table(done: Sequence[Played]) -> pandas.DataFrame:
    """One row per site: tasks, passed, and the steps and seconds of their episodes."""
    rows = pandas.DataFrame(
        [
            {
                "site": p.task.site,
                "id": p.task.id,
                "passed": not p.wrong,
                "steps": len(p.way),
                "seconds": p.seconds,
            }
            for p in done
        ]
    )
    found = rows.groupby("site").agg(
        tasks=("id", "count"),
        passed=("passed", "sum"),
        steps=("steps", "sum"),
        seconds=("seconds", "sum"),
    )
    found.loc["all"] = found.sum()
    return found.round(1).astype({"tasks": int, "passed": int, "steps": int})


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("which", nargs="*", help="sites and ids of tasks (default: all)")
    parser.add_argument("--seed", type=int, default=World.seed, help="the mini web's world")
    parser.add_argument("--browsers", type=int, default=2, help="browsers side by side")
    parser.add_argument(
        "--ways", type=Path, help="a JSON file for the addresses that each oracle goes through"
    )
    wanted = parser.parse_args()
    began = time.perf_counter()
    with MiniWeb(World(wanted.seed)) as web:
        tasks = web.tasks(*wanted.which)
        done = play_all(web, tasks, wanted.browsers)
    if wanted.ways:
        ways = {
            played.task.id: list(dict.fromkeys(played.way))
            for played in sorted(done, key=lambda p: p.task.id)
        }
        wanted.ways.write_text(json.dumps(ways, indent=0, ensure_ascii=False) + "\n", "utf-8")
    print(table(done))
    print(f"{time.perf_counter() - began:.0f} s in {wanted.browsers} browsers, seed {wanted.seed}")
    sys.exit(any(played.wrong for played in done) or len(done) < len(tasks))


if __name__ == "__main__":
    main()

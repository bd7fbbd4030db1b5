"""Plays the oracle of every task of the mini web in a real browser; prints one row per site.

python -m tools.oracles                    all tasks under the default seed, in two browsers
python -m tools.oracles stays words--3     some sites, some tasks
python -m tools.oracles minigaia           the questions across sites
python -m tools.oracles --seed 1           under another seed
python -m tools.oracles --calm             without obstacles
"""

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import pandas
from tqdm import tqdm

from practice.miniweb import MiniWeb, World
from practice.miniweb.kit.answer_slots import list_forms
from practice.miniweb.oracle import play
from practice.miniweb.world import OBSTACLES
from webvoyager.browser import Browser
from webvoyager.environment import Environment
from webvoyager.lab.judging.answer_tokens import Number, same, tokens
from webvoyager.lab.judging.checking import check
from webvoyager.lab.running import side_by_side
from webvoyager.records import ActionError, EpisodeError, Observation, Step, Task

LIMIT = 15  # steps that an agent has
MOST = 40  # neighbours tried for a number, the nearest first, and for a name
YEAR = re.compile(r"(19|20)\d\d")
NUMBER = re.compile(r"(?<![\w.])[$€£]?\d+(?:,\d{3})*(?::\d\d)*(?:\.\d+)?%?")


@dataclass(frozen=True)
class Played:
    """An oracle's episode: what was wrong ("" if it passed), its steps, and its seconds."""

    task: Task
    wrong: str
    steps: int
    seconds: float


def open_browser(web: MiniWeb) -> Browser:
    """A headless browser that can reach this mini web and this machine, and nothing else."""
    return Browser(
        hosts={"*.mini": f"127.0.0.1:{web.port}"},
        allow=("localhost", "127.0.0.1"),
        search_engine="http://search.mini/",
    )


def play_oracle(
    web: MiniWeb, browser: Browser, task: Task, steps: Sequence[Sequence[str]]
) -> Played:
    """Play an oracle in a fresh world.

    The task is sound if the oracle solves it with what was seen, and no wrong answer is accepted.
    """
    began = time.perf_counter()
    taken: tuple[Step, ...] = ()
    try:
        taken = play(Environment(browser), task, steps)
        state = web.state(task.site, browser.cookies)
        wrong = _find_fault(task, taken, state)
        if not wrong:
            page = browser.script("return document.body.innerText")
            wrong = _find_accepted(task, state, [step.observation for step in taken], page)
    except (LookupError, ActionError, EpisodeError) as error:
        wrong = " ".join([str(error), *getattr(error, "__notes__", ())])
    return Played(task, wrong, len(taken), time.perf_counter() - began)


def _join_words(seen: Observation) -> str:
    """All words of an observation: its notes, its marks and the lines of its picture."""
    return " ".join([*seen.notes, seen.text, *seen.words])


def _find_fault(task: Task, taken: Sequence[Step], state: dict) -> str:
    """What is wrong with a solution: refused, too long, or not seen on any screenshot; else ""."""
    verdict = check(taken[-1].action.text, task.answer, task.question, state)
    if not verdict.success:
        return verdict.reason
    if len(taken) > LIMIT:
        return f"{len(taken)} steps: {' | '.join(map(str, taken))}"
    read = " ".join(_join_words(step.observation) for step in taken)
    if facts := task.extra.get("facts"):  # the answer is worked out from these
        unseen = [fact for fact in facts if not _is_within(fact, read)]
    else:
        unseen = [] if task.extra["needs_vision"] else find_unseen(task.answer["rule"], read)
    return f"the oracle gives an answer that it never saw: {unseen}" if unseen else ""


def find_unseen(rule: dict, read: str) -> list:
    """The words of a rule that no observation has.

    Numbers and durations may be worked out, words may not.
    """
    if "any" in rule:
        return min((find_unseen(other, read) for other in rule["any"]), key=len)
    forms = [list_forms(part) for part in rule.get("parts", ()) if not _is_duration(part)]
    parts = [part if isinstance(part, list) else [part] for part in forms]
    words = [
        [text for text in part if isinstance(text, str)]
        for part in parts
        if isinstance(part[0], str)
    ]
    return [part for part in words if not any(_is_within(text, read) for text in part)]


def _is_duration(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") == "duration"


def _is_within(part: str, text: str) -> bool:
    """Whether a text has the part's words in a row, or anywhere if there is a number among them.

    A calendar, for example, shows a date in pieces.
    """
    part_words, words = tokens(part), tokens(text)
    if any(isinstance(token, Number) for token in part_words):
        return all(token in words for token in part_words)
    length = len(part_words)
    return any(words[start : start + length] == part_words for start in range(len(words)))


def _find_accepted(task: Task, state: dict, seen: Sequence[Observation], page: str) -> str:
    """A sentence that names the first wrong answer that is accepted; "" if there is none."""
    read = " ".join([*map(_join_words, seen), page])
    neighbours = [*other_numbers(task, state, read), *other_names(task, seen)]
    wrongs = [*_list_non_answers(task, state, page), *((wrong, state) for wrong in neighbours)]
    for wrong, known in wrongs:
        if check(wrong, task.answer, task.question, known).success:
            return f"a wrong answer is accepted: {wrong!r}"
    return ""


def _list_non_answers(task: Task, state: dict, page: str) -> list[tuple[str, dict]]:
    """Replies that don't answer (empty, all numbers, the question, …), each with a state."""
    rule = task.answer["rule"]
    replies = [("", state)]
    if "state" in rule:
        replies.append((task.reference, {}))
    if rule.keys() & {"parts", "any"}:
        numbers = ", ".join([*re.findall(r"\d[\d.,:]*", page), *map(str, range(40))])
        wrongs = [task.question, f"The answer: {numbers}", "I do not know."]
        forms = map(list_forms, rule.get("parts", ()))
        if any(isinstance(part, int | float | dict) for part in forms):
            doubled = re.sub(r"\d+", lambda number: str(2 * int(number[0]) + 1), task.reference)
            wrongs.append(doubled)
        replies += [(wrong, state) for wrong in wrongs]
    return replies


# --- wrong answers: other prices and other names that were seen ---


def other_numbers(task: Task, state: dict, read: str) -> Iterator[str]:
    """The reference with each number that counts replaced by others that were seen.

    Prices are replaced by prices, times by times, years by years; never by the same value in
    another notation, nor by the figure that it was rounded from. The choices that a reference
    offers are taken one by one.
    """
    seen_numbers = sorted(set(NUMBER.findall(read)))
    choices = task.reference.split(" / ")
    if not all(check(each, task.answer, task.question, state).success for each in choices):
        choices = [task.reference]
    for choice in choices:
        for number in dict.fromkeys(NUMBER.findall(choice)):
            extreme = _replace_number(choice, number, "7654321")
            if check(extreme, task.answer, task.question, state).success:
                continue  # only mentioned in passing
            similar = _list_similar(number, seen_numbers)
            yield from (_replace_number(choice, number, other) for other in similar)


def _replace_number(text: str, number: str, other: str) -> str:
    return NUMBER.sub(lambda match: other if match[0] == number else match[0], text)


def _list_similar(number: str, seen_numbers: Sequence[str]) -> list[str]:
    """The numbers nearest to this one, of those that measure the same or else of all."""
    sign = _read_sign(number)
    similar = [other for other in seen_numbers if _read_sign(other) == sign != ""]
    similar = similar or seen_numbers
    similar = [other for other in similar if not _is_same_figure(number, other)]
    return sorted(similar, key=lambda other: abs(_read_value(other) - _read_value(number)))[:MOST]


def _read_sign(number: str) -> str:
    """What a number measures, as far as its form shows: $, %, : for a time, "year"; else ""."""
    return "year" if YEAR.fullmatch(number) else "".join(re.findall("[$€£%:]", number))


def _read_value(number: str) -> float:
    """The value of a number; of a time such as 1:30, its smaller unit (90)."""
    whole, *rest = re.sub(r"[$€£,%]", "", number).split(":")
    return 60 * float(whole) + float(rest[0]) if rest else float(whole)


def _is_same_figure(number: str, other: str) -> bool:
    """Whether two numbers have the same value, or the first is the second rounded."""
    if all(map(same, tokens(number), tokens(other))):
        return True
    places = len(number.rstrip("%").partition(".")[2])
    return round(_read_value(other), places) == _read_value(number)


def other_names(task: Task, seen: Sequence[Observation]) -> Iterator[str]:
    """The reference with each name that counts replaced by those of its neighbours.

    Neighbours are the links of one screen that lead to other pages of the same folder.
    """
    for part in task.answer["rule"].get("parts", ()):
        forms = list_forms(part)
        alternatives = forms if isinstance(forms, list) else [forms]
        names = [name for name in alternatives if isinstance(name, str)]
        written = max((name for name in names if name in task.reference), key=len, default="")
        if not written:
            continue
        neighbours = dict.fromkeys(
            name for observation in seen for name in _list_neighbours(names, observation)
        )
        yield from (task.reference.replace(written, other) for other in list(neighbours)[:MOST])


def _list_neighbours(names: Sequence[str], observation: Observation) -> list[str]:
    """The texts of the links that are neighbours of a link with one of these names."""
    right = [tokens(name) for name in names]
    links = [
        (urlsplit(mark.href).path, mark.text)
        for mark in observation.marks
        if mark.href and mark.text
    ]
    own = {path for path, text in links if tokens(text) in right}
    folders = {path.rpartition("/")[0] for path in own}
    return [text for path, text in links if path not in own and path.rpartition("/")[0] in folders]


def play_all(web: MiniWeb, tasks: Sequence[Task], browsers: int = 2) -> list[Played]:
    """Play the oracles of some tasks in several browsers; prints a line for each that fails."""
    steps = web.oracles(*(task.id for task in tasks))

    def play_one(browser: Browser, task: Task) -> Played:
        done = play_oracle(web, browser, task, steps[task.id])
        if done.wrong:
            tqdm.write(f"{task.id}: {done.wrong}")
        return done

    return side_by_side(lambda: open_browser(web), play_one, tasks, browsers, "oracles")


def table(done: Sequence[Played]) -> pandas.DataFrame:
    """One row per site: tasks, passed, and the steps and seconds of their episodes."""
    rows = [(p.task.site, 1, not p.wrong, p.steps, p.seconds) for p in done]
    columns = ["site", "tasks", "passed", "steps", "seconds"]
    by_site = pandas.DataFrame(rows, columns=columns).groupby("site").sum()
    by_site.loc["all"] = by_site.sum()
    return by_site.round(1).astype({"tasks": int, "passed": int, "steps": int})


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("which", nargs="*", help="sites and ids of tasks (default: all of sites)")
    parser.add_argument("--seed", type=int, default=World.seed, help="the mini web's world")
    parser.add_argument("--calm", action="store_true", help="leave out every obstacle")
    parser.add_argument("--browsers", type=int, default=2, help="browsers side by side")
    wanted = parser.parse_args()
    began = time.perf_counter()
    without = tuple(OBSTACLES) if wanted.calm else ()
    with MiniWeb(World(wanted.seed, without=without)) as web:
        tasks = web.tasks(*wanted.which)
        done = play_all(web, tasks, wanted.browsers)
    print(table(done))
    where = f"seed {wanted.seed}{', no obstacles' if wanted.calm else ''}"
    print(f"{time.perf_counter() - began:.0f} s in {wanted.browsers} browsers, {where}")
    sys.exit(any(played.wrong for played in done) or len(done) < len(tasks))


if __name__ == "__main__":
    main()

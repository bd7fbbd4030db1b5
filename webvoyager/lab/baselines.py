"""A baseline without a browser: a model that can search the web is asked once and answers once.

Like GPT-4 (All Tools) in the paper's Table 1 (section 5.1), it shows which tasks can be solved
without acting on a page. In the paper, people asked a chatbot with several tools and judged its
answers; here the model has one tool, the web search of the Responses API. Begin with `search_only`.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

import pandas

from .. import agent, models, runs
from ..models import Model, Searched
from ..records import WEB_SEARCH, Action, Episode, Observation, Settings, Step, Task
from .running.batch import make_meter, play_all

SETTINGS = Settings(view=WEB_SEARCH, max_steps=1, keep_images=0, allowed=("ANSWER",))
PROMPTS = ("web_search",)
UNVISITED_STATE: dict = {}  # the state of any site that nobody visited


def search_only(task: Task, model: Model, folder: str | Path | None = None) -> Episode:
    """Play an episode of one step, the answer; its observation lists the searches and sources.

    It is recorded in the run `folder`, and can be read, judged and drawn like any other. The pages
    that the server read are not known, so the episode has no picture and no page. A fault, such as
    a server without a web-search tool, ends it with "error: …" in `.stop`. The offline rules search
    the practice web; a hosted tool searches the live web and finds none of the practice sites.
    """
    return runs.record(
        _search_and_answer(task, model),
        folder,
        task=task,
        model=model.about,
        settings=SETTINGS,
        prompts=PROMPTS,
    )


def run_searches(
    folder: str | Path,
    tasks: Sequence[Task],
    model: Model,
    *,
    workers: int = 2,
    max_cost: float | None = None,
) -> pandas.DataFrame:
    """Play tasks by `search_only` into a run folder, check the answers, and return the run's table.

    Resuming, `max_cost` and errors are as in `running.run_tasks`, but no browser is started. A task
    that asks for an act, such as a booking, fails, because nothing is done on any site.
    """
    meter = make_meter(Path(folder), model, models.Limits(), max_cost)
    if meter:
        models.require_price(model, "leave out max_cost")
        model = model.with_limits(meter)

    def play(used: Model, task: Task) -> tuple[Episode, dict]:
        return search_only(task, used, folder), UNVISITED_STATE

    run_settings = {
        "view": SETTINGS.view,
        "max_steps": SETTINGS.max_steps,
        "allowed": SETTINGS.allowed,
    }
    opened = partial(nullcontext, model)
    return play_all(folder, tasks, opened, play, run_settings, workers=workers, meter=meter)


def messages(task: Task) -> list[dict]:
    """The prompt: the question, and the address of the site that it is about."""
    text = models.fill("web_search", question=task.question, url=task.url)
    parts = [{"type": "text", "text": text}, *models.task_images(task)]
    return [{"role": "user", "content": parts}]


def _search_and_answer(task: Task, model: Model) -> Iterator[Step]:
    reply = model.search(messages(task))
    step = Step(
        index=1,
        observation=_list_findings(task, reply),
        reply=reply.text,
        thought=_describe_searches(reply),
        usage=reply.usage,
        cost=reply.cost,
        seconds={"ask": round(reply.seconds, 3)},
        reasoning=reply.reasoning,
        cut=reply.cut,
    )
    complaint = agent.complain_of_reply(step)
    action = None if complaint else Action("ANSWER", text=reply.plain_text or reply.text)
    yield replace(step, error=complaint, action=action)


def _list_findings(task: Task, reply: Searched) -> Observation:
    """List what was searched for, found and cited, as far as the server reports it."""
    cited = [f"{each.title}: {each.url}" if each.title else each.url for each in reply.citations]
    parts = {"Searched for": reply.queries, "Found or opened": reply.sources, "Cited": cited}
    text = "\n".join("\n- ".join((f"{name}:", *rows)) for name, rows in parts.items() if rows)
    return Observation(task.url, "Web search", (), text, view=WEB_SEARCH, pictured=False)


def _describe_searches(reply: Searched) -> str:
    searches = ", then for ".join(f'"{query}"' for query in reply.queries)
    return f"I searched the web for {searches}." if searches else "No search was told."

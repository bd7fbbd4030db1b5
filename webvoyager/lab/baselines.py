"""A baseline without a browser: a model that can search the web is asked once and answers once.

Like GPT-4 (All Tools) in the paper's Table 1 (section 5.1), it shows which tasks can be solved
without acting on a page. In the paper, people asked a chatbot with several tools and judged its
answers; here the model has one tool, the web search of the Responses API. Begin with `search_only`.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from .. import agent, models, runs
from ..models import Model, Searched
from ..records import WEB_SEARCH, Action, Episode, Observation, Settings, Step, Task

SETTINGS = Settings(view=WEB_SEARCH, max_steps=1, keep_images=0, allowed=("ANSWER",))
PROMPTS = ("web_search",)


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


def messages(task: Task) -> list[dict]:
    """The prompt: the question, and the address of the site that it is about."""
    text = models.fill("web_search", question=task.question, url=task.url)
    parts = [{"type": "text", "text": text}, *models.task_images(task)]
    return [{"role": "user", "content": parts}]


def _search_and_answer(task: Task, model: Model) -> Iterator[Step]:
    reply = model.search(messages(task))
    searches = ", then for ".join(f'"{query}"' for query in reply.queries)
    step = Step(
        index=1,
        observation=_list_findings(task, reply),
        reply=reply.text,
        thought=f"I searched the web for {searches}." if searches else "No search was told.",
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
    """What was searched for, found and cited, as far as the server reports it."""
    cited = [f"{each.title}: {each.url}" if each.title else each.url for each in reply.citations]
    parts = {"Searched for": reply.queries, "Found or opened": reply.sources, "Cited": cited}
    text = "\n".join("\n- ".join((f"{name}:", *rows)) for name, rows in parts.items() if rows)
    return Observation(task.url, "Web search", (), text, view=WEB_SEARCH, pictured=False)

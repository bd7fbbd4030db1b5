"""The web-search baseline, without a browser: the real client against the local endpoint.

A scripted endpoint plays what hosted servers answer and how others refuse.
"""

import json
import warnings
from collections.abc import Iterator
from urllib.request import Request, urlopen

import openai
import pytest
from flask import Flask, redirect, request
from openai.types.responses import Response
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from pydantic import TypeAdapter

import webvoyager as wv
from practice import learned
from practice.loopback import Loopback
from practice.offline import Offline, Web
from practice.offline.page.markup import Document
from tools.runs import run_searches, search
from webvoyager import Model, Task, models, runs
from webvoyager.display import NO_BROWSER
from webvoyager.lab import baselines, failures, figures, judging, viewer
from webvoyager.lab.judging import checking
from webvoyager.records import EpisodeError
from webvoyager.start import SEARCH_ENGINE

TASK = Task(
    id="shop--0", site="shop", url="http://shop.test/", question="What does the Red Kettle cost?"
)


@pytest.fixture(scope="module")
def served(web) -> Iterator[Offline]:
    """The offline rules, which may search the practice web."""
    with Offline(web=Web(web.port, SEARCH_ENGINE)) as server:
        yield server


@pytest.fixture
def searcher(served) -> Model:
    """The offline rules as a model."""
    return Model("offline-rules", served.base_url, "none", page_text=True, max_tokens=None)


def response(text: str, *items: dict, **more: object) -> tuple:
    """A response in the form of hosted servers: what was done, then a message."""
    part = {"type": "output_text", "text": text, "annotations": more.pop("notes", [])}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
    usage = {"input_tokens": 900, "output_tokens": 20, "total_tokens": 920}
    body = {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "output": [*items, message | {"content": [part]}],
        "usage": usage,
    }
    return 200, body | more, {}


def call(query: str, *found: str) -> dict:
    """A search call with the addresses that it found."""
    sources = [{"type": "url", "url": url} for url in found]
    action = {"type": "search", "query": query, "sources": sources}
    return {"id": "ws_1", "type": "web_search_call", "status": "completed", "action": action}


def cite(text: str, link: str, url: str, title: str) -> list[dict]:
    """The annotation that marks a link in a text."""
    start = text.index(link)
    note = {"type": "url_citation", "url": url, "title": title}
    return [note | {"start_index": start, "end_index": start + len(link)}]


# --- an episode ---


def test_a_question_is_answered_by_a_search_and_recorded_like_any_episode(searcher, web, tmp_path):
    [task] = web.tasks("papers--0")
    episode = baselines.search_only(task, searcher, tmp_path)
    [step] = episode.steps
    assert episode.stop == "answer" and checking.grade(episode, {}).success is True
    assert step.observation.view == "web_search" and not step.observation.pictured
    assert step.thought.startswith('I searched the web for "Ring Resonators in Window Glass')
    assert "Cited:\n- Ring Resonators in Window Glass" in step.observation.text
    assert "](http://papers.mini/" in step.reply and "http" not in episode.answer
    assert not [*tmp_path.rglob("*.png")], "a picture is stored"
    [loaded] = runs.load(tmp_path)
    assert loaded == episode and loaded.settings.max_steps == 1
    assert json.loads((tmp_path / "run.json").read_text("utf-8"))[
        "prompts"
    ] == models.prompt_hashes("web_search")


def test_the_table_has_a_row_without_marks(searcher, web, tmp_path):
    tasks = web.tasks("papers--0", "recipes--17")
    table = run_searches(tmp_path, tasks, searcher)
    rows = table.set_index("task")
    assert list(rows.view) == ["web_search"] * 2 and list(rows.steps) == [1, 1]
    assert rows.marks.isna().all() and (rows.prompt_tokens > 300).all() and (rows.cost == 0).all()
    assert rows.success["papers--0"] and not rows.success["recipes--17"], "a search cannot act"
    assert rows.answer["recipes--17"] == "I can only search and read, so I did not do this."
    summary = figures.summary(table)
    assert summary.loc[("offline-rules", "all"), "success"] == 50


def test_an_answer_that_no_page_gives_is_not_made_up(searcher):
    asked = 'How many legs has the "Grand Piano of Nowhere"?'
    task = Task(id="shop--x", site="shop", url="http://shop.mini/", question=asked)
    assert baselines.search_only(task, searcher).answer == "I could not find this out."


@pytest.mark.slow
def test_a_kit_searches_its_own_practice_web(web):
    [task] = web.tasks("papers--0")
    with wv.start("offline-rules") as kit:
        assert "figures" in baselines.search_only(task, kit.model).answer


def test_an_interrupted_run_is_resumed(endpoint, model, tmp_path, web):
    endpoint.replies = [response("7 figures.", call("figures"))]
    tasks = web.tasks("papers")[:3]
    run_searches(tmp_path, tasks[:1], model)
    assert len(run_searches(tmp_path, tasks, model)) == 3 and len(endpoint.asked) == 3
    other = Model("another", endpoint.base_url, "key")
    with pytest.raises(ValueError, match="was made with other settings: name 'm', not 'another'"):
        baselines.search_only(tasks[0], other, tmp_path)


def test_the_tool_plays_a_run_without_a_browser(tmp_path, web):
    table = search(tmp_path, web.tasks("papers--0", "papers--4"), web)
    assert table.success.all() and set(table.model) == {"offline-rules"}


def test_an_episode_of_one_step_gives_no_hint_of_an_early_end_or_hallucination(endpoint, model):
    endpoint.replies = [response("It costs $31.", call("red kettle"))]
    episode = baselines.search_only(TASK, model)
    assert episode.answer == "It costs $31." and failures.signals.hints(episode) == []
    endpoint.replies = [response("I could not find this out.", call("red kettle"))]
    found = failures.signals.hints(baselines.search_only(TASK, model))
    assert [hint.name for hint in found] == ["gave up"]


def test_a_judge_reads_the_searches_and_is_shown_no_picture(endpoint, model):
    endpoint.replies = [response("It costs $31.", call("red kettle", "http://shop.test/red"))]
    episode = baselines.search_only(TASK, model)
    endpoint.replies = ["Said.\nVerdict: SUCCESS"]
    verdict = judging.judge(episode, model)
    [sent] = endpoint.asked[-1]["messages"][1]["content"]
    assert "- red kettle" in sent["text"] and "http://shop.test/red" in sent["text"]
    assert verdict.success is True and verdict.screenshots == 0
    assert set(verdict.prompts) == {"judge", "judge_episode", "judge_search"}
    assert judging.judge_by_words(episode).success is None


def test_in_place_of_a_picture_the_viewer_says_that_there_was_no_browser(endpoint, model, tmp_path):
    endpoint.replies = [response("It costs $31.", call("red kettle"))]
    baselines.search_only(TASK, model, tmp_path / "run")
    [episode] = runs.load(tmp_path / "run")
    assert NO_BROWSER in episode.steps[0]._repr_html_()
    assert viewer.pictures.picture(episode.steps[0]).missing == NO_BROWSER
    assert "Question: What does the Red Kettle cost?" in viewer.prompts.prompt(episode, 1)
    assert viewer.prompts.caution(episode) == ""
    assert figures.filmstrip(episode)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        runs.export(tmp_path / "run", tmp_path / "official")


# --- what is sent, and what comes back ---


def test_the_request_fits_openais_description(endpoint, model):
    endpoint.replies = [response("It costs $31.", call("red kettle"))]
    image = "data:image/png;base64,AAAA"
    task = Task(id=TASK.id, site=TASK.site, url=TASK.url, question=TASK.question, images=(image,))
    baselines.search_only(task, model)
    [sent] = endpoint.asked
    TypeAdapter(ResponseCreateParamsNonStreaming).validate_python(sent)
    assert sent.keys() <= ResponseCreateParamsNonStreaming.__annotations__.keys()
    assert sent["tools"] == [{"type": "web_search"}] and sent["max_output_tokens"] == 1000
    text, picture = sent["input"][0]["content"]
    assert TASK.question in text["text"] and TASK.url in text["text"]
    assert picture == {"type": "input_image", "image_url": image, "detail": "auto"}


def test_the_response_of_the_local_endpoint_fits_openais_description(served, searcher, web):
    [task] = web.tasks("papers--0")
    sent = {
        "model": "offline-rules",
        "input": models.fill("web_search", question=task.question, url=task.url),
        "tools": [{"type": "web_search"}],
    }
    first, again = (post(served, sent) for _ in range(2))
    assert first == again
    read = Response.model_validate(json.loads(first), strict=True)
    assert read.output[0].type == "web_search_call" and read.output[0].action.sources is None
    assert read.output_text.startswith("Ring Resonators in Window Glass") and read.error is None
    [note] = read.output[-1].content[0].annotations
    assert read.output_text[note.start_index : note.end_index].startswith("([Ring Resonators")
    asked = {**sent, "include": ["web_search_call.action.sources"], "max_output_tokens": 3}
    cut = Response.model_validate(json.loads(post(served, asked)), strict=True)
    assert cut.output[0].action.sources and cut.incomplete_details.reason == "max_output_tokens"
    assert searcher.search(sent["input"], max_tokens=3).cut


def post(served: Offline, body: object) -> bytes:
    """The bytes of the endpoint's answer."""
    data = json.dumps(body).encode()
    head = {"Content-Type": "application/json"}
    return urlopen(Request(f"{served.base_url}/responses", data, head)).read()


def test_links_are_cut_from_the_answer_and_kept_as_citations(endpoint, model):
    link = "([shop.test](https://shop.test/red?utm_source=openai))"
    text = f"It costs $31. {link}"
    notes = cite(text, link, "https://shop.test/red?utm_source=openai", "Red Kettle")
    opened = {"type": "open_page", "url": "https://shop.test/red"}
    endpoint.replies = [
        response(
            text,
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Look it up."}]},
            call("red kettle", "https://shop.test/", "https://shop.test/red"),
            {**call(""), "action": opened},
            notes=notes,
        )
    ]
    reply = model.search(TASK.question)
    assert reply.text == text and reply.plain_text == "It costs $31."
    assert reply.citations == (models.Citation(notes[0]["url"], "Red Kettle"),)
    assert reply.queries == ("red kettle",)
    assert reply.sources == ("https://shop.test/", "https://shop.test/red")
    assert reply.reasoning == "Look it up."
    assert reply.usage == {"prompt_tokens": 900, "completion_tokens": 20}


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (
            response("It", status="incomplete", incomplete_details={"reason": "max_output_tokens"}),
            "Your reply was cut short after 20 tokens",
        ),
        (response(" ", call("kettle")), "Your reply was empty."),
    ],
)
@pytest.mark.filterwarnings("ignore:Model")
def test_a_cut_or_empty_reply_gives_no_answer(endpoint, model, reply, error):
    endpoint.replies = [reply]
    episode = baselines.search_only(TASK, model)
    assert episode.stop == "max_steps" and episode.steps[0].error.startswith(error)


def test_a_refused_setting_is_left_out_from_then_on(endpoint, model):
    refusal = {"message": "Unsupported parameter: 'temperature'", "param": "temperature"}
    limits = (429, {"error": {"message": "slow down"}}, {"Retry-After": "0.05"})
    endpoint.replies = [
        (400, {"error": refusal}, {}),
        limits,
        response("It costs $31.", call("kettle")),
    ]
    assert model.search(TASK.question).text == model.search(TASK.question).text
    assert ["temperature" in asked for asked in endpoint.asked] == [True, False, False, False]


def test_an_answer_without_a_search_warns_once(endpoint, model):
    endpoint.replies = [response("It costs $31.")]
    with pytest.warns(UserWarning, match="without a search: does it have a web-search tool"):
        model.search(TASK.question)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert model.search(TASK.question).queries == ()


def test_searches_are_priced_in_addition_to_tokens():
    hosted, usage = "api.openai.com", {"prompt_tokens": 1_000_000, "completion_tokens": 0}
    assert models.rate("web_search", hosted).input == 10_000, "a million searches"
    model = Model("gpt-5.4", f"https://{hosted}/v1", "key")
    assert model._price(usage, 3) == pytest.approx(2.50 + 0.03)
    unknown = Model("gpt-5.4", "https://models.example/v1", "key")
    unknown.rate = models.Rate(1, 1)
    assert unknown._price(usage, 3) is None and unknown._price(usage, 0) == 1


# --- servers without web search ---


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        ((404, "404 page not found", {}), r"has no Responses API with a web-search tool \(404\)"),
        ((405, {"detail": "Method Not Allowed"}, {}), "has no Responses API with a web-search"),
        ((200, {"error": "Unexpected endpoint or method."}, {}), "has no Responses API"),
        (
            (400, {"error": {"message": "'type' of tool must be 'function'"}}, {}),
            r"m at .* has no web-search tool \(400\): choose a model that has one",
        ),
        ((404, {"error": {"message": "The model m does not exist"}}, {}), "has no model 'm'"),
        ((200, {"choices": []}, {}), "not with a response of the Responses API"),
    ],
)
def test_a_server_without_the_tool_ends_the_episode_in_one_sentence(
    endpoint, model, reply, sentence, tmp_path
):
    endpoint.replies = [reply]
    with pytest.raises(EpisodeError, match=sentence) as caught:
        model.search(TASK.question)
    assert "\n" not in str(caught.value) and len(endpoint.asked) == 1
    table = run_searches(tmp_path, [TASK], model)
    assert table.stop[0] == f"error: {caught.value}" and table.success.isna().all()


def test_local_models_that_do_not_search_say_so(web):
    with Offline() as nowhere:
        model = Model("offline-rules", nowhere.base_url, "none")
        with pytest.raises(EpisodeError, match=r"has no web-search tool .*no web to search here"):
            model.search(TASK.question)
    with learned.serve() as server:
        model = Model(learned.NAME, server.base_url, "none")
        with pytest.raises(EpisodeError, match="'offline-learned' can't search"):
            model.search(TASK.question)


def test_an_unreachable_web_is_a_fault_and_not_a_failure():
    with (
        Loopback(Flask("gone")) as gone,
        Offline(web=Web(gone.port, "http://find.test/")) as server,
    ):
        gone.close()
        model = Model("offline-rules", server.base_url, "none")
        episode = baselines.search_only(TASK, model)
    assert episode.stop.startswith("error: ") and "does not answer" in episode.stop


@pytest.mark.parametrize(
    "body",
    [
        {"input": "Hello"},
        {"input": [], "tools": [{"type": "web_search"}]},
        {"input": "Hello", "tools": [{"type": "web_search"}], "stream": True},
    ],
)
def test_malformed_requests_are_refused_in_the_form_of_the_protocol(served, body):
    client = openai.OpenAI(base_url=served.base_url, api_key="any", max_retries=0)
    with pytest.raises(openai.BadRequestError) as refused:
        client.post("/responses", cast_to=object, body={"model": "offline-rules", **body})
    assert refused.value.param


# --- a web that the rules were not made for ---


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[int]:
    """The port of find.test and shop.test: a search engine and a shop in other layouts."""
    app = Flask("elsewhere")

    @app.get("/")
    def home() -> str:
        return "<form action=/results><input name=words><button>Go</button></form>"

    @app.get("/results")
    def results() -> str:
        if "Kettle" not in request.args["words"]:
            return "<p>Nothing."
        return """<title>Results</title><p>2 results
            <ol><li><a href="http://shop.test/bought">Kettles</a> <small>Sponsored</small></li>
            <li><a href="http://shop.test/moved">Red Kettle - Shop</a><p>A kettle.</li></ol>
            <a href="/results?page=2">Next</a>"""

    @app.get("/moved")
    def moved() -> object:
        return redirect("http://shop.test/red")

    @app.get("/red")
    def red() -> str:
        return """<title>Red Kettle - Shop</title><nav>Price: $1</nav><main><h1>Red Kettle</h1>
            <p hidden>Price: $99</p><dl><dt>Price</dt><dd>$31.00</dd><dt>Power</dt><dd>2200 W</dd>
            </dl></main>"""

    with Loopback(app) as served:
        yield served.port


def test_another_engine_and_another_shop_are_read_alike(elsewhere):
    with Offline(web=Web(elsewhere, "http://find.test/")) as server:
        model = Model("offline-rules", server.base_url, "none")
        episode = baselines.search_only(TASK, model)
        reply = model.search(models.fill("web_search", question=TASK.question, url=TASK.url))
    assert episode.answer == "Red Kettle – price: $31.00."
    assert reply.citations == (models.Citation("http://shop.test/red", "Red Kettle - Shop"),)
    assert "http://shop.test/bought" not in reply.sources, "an advertisement was opened"
    assert reply.queries == ("Red Kettle site:shop.test",)


def test_html_becomes_the_outline_of_a_text_only_agent():
    html = """<title> A  shop </title><body><main><h2><a href="/k">Kettles</a></h2>
        <p>From <a href="/b">Brightpot</a>, since <b>1990</b>.<script>no()</script>
        <nav><a href="?page=1">1</a> <a href="?page=2">Next</a></nav>
        <table><tr><th>Name<th>Price<tr><td><a href="/r">Red "Pot"</a><td colspan=2>$31</table>
        <article><a href="/c"><h3>A card</h3><p>Large</p></a></article>
        <img alt="A kettle"><span>one</span><span>two</span></main>"""
    page = Document("http://shop.test/list", html)
    assert page.title == "A shop" and page.outline.splitlines() == [
        "main",
        '  [0] <a> "Kettles";',
        '  text "From Brightpot, since 1990."',
        "  navigation",
        '    [1] <a> "1";',
        '    [2] <a> "Next";',
        "  table",
        "    row",
        '      text "Name"',
        '      text "Price"',
        "    row",
        '      [3] <a> "Red ”Pot”";',
        '      text "$31"',
        '      text ""',
        "  article",
        '    [4] <a> "A card";',
        '    heading "A card"',
        '    text "Large"',
        '  image "A kettle"',
        '  text "one two"',
    ]
    assert [link.url for link in page.links][:3] == [
        "http://shop.test/k",
        "http://shop.test/list?page=1",
        "http://shop.test/list?page=2",
    ]

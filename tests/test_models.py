"""The model client against an endpoint that fails like real ones."""

import contextlib
import copy
import json
import multiprocessing
import re
import socketserver
import threading
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from pickle import dumps, loads
from urllib.parse import quote

import pytest
from serving import completion

from webvoyager import Model, actions, agent, models
from webvoyager.records import EpisodeError, Observation, Task

ASK = [{"role": "user", "content": "Hello"}]


def fault(status: int, message: str, **more: str) -> tuple:
    return (status, {"error": {"message": message, **more}}, {})


def test_a_reply_has_its_tokens_and_seconds(model, endpoint):
    endpoint.replies = ["Hi"]
    reply = model.ask(ASK)
    assert reply.text == "Hi" and reply.usage == {"prompt_tokens": 100, "completion_tokens": 10}
    assert reply.cost is None and reply.seconds > 0
    assert {"temperature": 1.0, "seed": 42, "model": "m"}.items() <= endpoint.asked[0].items()


@pytest.mark.parametrize(
    "trouble",
    [
        (429, {"error": {"message": "slow down"}}, {"Retry-After": "0.05"}),
        (500, {"error": {"message": "oops"}}, {"Retry-After": "0.05"}),
        (503, "<html>busy</html>", {"Content-Type": "text/html", "Retry-After": "0.05"}),
    ],
)
def test_a_request_is_repeated_after_a_temporary_error(model, endpoint, trouble):
    endpoint.replies = [trouble, trouble, "Hi"]
    assert model.ask(ASK).text == "Hi" and len(endpoint.asked) == 3


def in_choice(**more) -> dict:
    """A chat completion with these things in its only choice."""
    return {**completion(""), "choices": [{"message": {"content": ""}, **more}]}


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "Provider returned error", "code": 502}},
        {"error": {"message": "Rate limit exceeded", "code": "429"}},
        {"error": {"message": "Overloaded", "type": "overloaded_error"}},
        {"error": "The engine is busy."},
        [{"error": {"code": 503, "status": "UNAVAILABLE", "message": "high demand"}}],
        {"choices": None, "base_resp": {"status_code": 1002, "status_msg": "rate limit"}},
        {"id": "1", "choices": []},
        in_choice(error={"message": "Upstream idle", "code": 502}),
        in_choice(finish_reason="error"),
        'data: {"error": {"message": "the stream broke off"}}\n\n',
        "upstream timed out",
        "",
    ],
)
def test_a_temporary_error_inside_a_status_of_200_is_repeated_like_one(model, endpoint, body):
    trouble = (200, body, {"Retry-After": "0.05"})
    endpoint.replies = [trouble, trouble, "Hi"]
    assert model.ask(ASK).text == "Hi" and len(endpoint.asked) == 3


def test_a_long_pause_that_a_server_asks_for_is_waited_for_by_all(endpoint):
    endpoint.replies = [(429, {"error": {"message": "slow down"}}, {"Retry-After": "130"})]
    model = Model("m", endpoint.base_url, "key", retries=0)
    with (
        pytest.raises(EpisodeError, match="too many"),
        pytest.warns(UserWarning, match="asks to wait 130 seconds"),
    ):
        model.ask(ASK)


@pytest.mark.slow
def test_a_request_is_repeated_after_a_cut_connection():
    body = json.dumps(completion("Hi"))
    head = (
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
    )
    cut = [f"{head}{len(body)}\r\n\r\n{body[:40]}", "", f"{head}{len(body)}\r\n\r\n{body}"]

    class Line(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.request.recv(65536)
            self.wfile.write(cut.pop(0).encode())

    with socketserver.TCPServer(("127.0.0.1", 0), Line) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        model = Model("m", f"http://127.0.0.1:{server.server_address[1]}/v1", "key", retries=3)
        assert model.ask(ASK).text == "Hi" and not cut
        server.shutdown()


def test_a_request_is_repeated_after_a_time_out_and_then_raises(endpoint):
    endpoint.replies = [lambda asked: (time.sleep(1.5), (200, completion("late"), {}))[1]]
    with pytest.raises(EpisodeError, match="did not answer in time"):
        Model("m", endpoint.base_url, "key", timeout=0.3, retries=1).ask(ASK)
    assert len(endpoint.asked) == 2


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (
            fault(401, "Incorrect API key provided: secret-key"),
            r"refused the key \(401\): check OPENAI_API_KEY",
        ),
        (fault(403, "no access"), r"does not let this key use m \(403\)"),
        (
            fault(404, "The model m does not exist", code="model_not_found"),
            r"no model 'm' \(404\): check WEBVOYAGER_MODEL",
        ),
        (fault(400, "maximum context length is 8000 tokens"), "maximum context length"),
        ((200, "<html>a proxy</html>", {"Content-Type": "text/html"}), "with a chat completion"),
        (
            (404, "<!doctype html><h1>404: no model page</h1>", {}),
            r"is the address \(OPENAI_BASE_U",
        ),
        (fault(404, "Resource not found", code="404"), r"is the address \(OPENAI_BASE_URL\) right"),
        (fault(200, "bad request", type="invalid_request_error"), r"failed \(400\)"),
        ((200, {"choices": [{"message": None}]}, {}), "with a chat completion"),
    ],
)
def test_a_permanent_error_is_raised_at_once_in_one_sentence(endpoint, reply, sentence):
    endpoint.replies = [reply]
    with pytest.raises(EpisodeError, match=sentence) as caught:
        Model("m", endpoint.base_url, "secret-key", retries=3).ask(ASK)
    assert (
        len(endpoint.asked) == 1
        and "secret-key" not in str(caught.value)
        and "\n" not in str(caught.value)
    )


@pytest.mark.parametrize(
    "choice",
    [
        {"message": {"content": [{"type": "text", "text": "H"}, {"type": "text", "text": "i"}]}},
        {"message": {"content": ["H", "i"]}},
        {"text": "Hi"},
    ],
)
def test_replies_in_parts_and_of_older_servers_are_read(model, endpoint, choice):
    endpoint.replies = [(200, {**completion(""), "choices": [choice]}, {})]
    assert model.ask(ASK).text == "Hi"


@pytest.mark.parametrize(
    ("choice", "text", "instead"),
    [
        (
            {"message": {"content": None, "refusal": "I can't do that."}},
            "",
            """a refusal ("I can't do that.")""",
        ),
        (
            {"message": {"content": [{"type": "refusal", "refusal": "No."}]}},
            "",
            'a refusal ("No.")',
        ),
        ({"message": {"content": ""}, "finish_reason": "content_filter"}, "", "content_filter"),
        ({"message": {}, "finish_reason": "RECITATION"}, "", "recitation"),
        (
            {"message": {"tool_calls": [{"function": {"name": "search", "arguments": "{"}}]}},
            "Action: search; {",
            "native tool call",
        ),
    ],
)
def test_the_warning_and_the_steps_error_say_what_came_in_place_of_a_reply(
    model, endpoint, choice, text, instead
):
    endpoint.replies = [(200, {**completion(""), "choices": [choice]}, {})]
    page = Observation("http://a.mini/", "", (), "")
    with pytest.warns(UserWarning, match=re.escape(instead)):
        step = agent.think(Task(id="1", site="a", url=page.url, question="?"), [], page, model)
    assert step.reply == text and instead in step.error and step.action is None


@pytest.mark.parametrize(
    ("name", "given", "action"),
    [
        ("Click", {"label": 12}, "Click [12]"),
        ("type", {"text": "40", "element": 3}, "Type [3]; 40"),
        ("Scroll", {"target": "WINDOW", "direction": "down"}, "Scroll [WINDOW]; down"),
        ("go_back", {}, "GoBack"),
        ("ANSWER", {"text": "42"}, "ANSWER; 42"),
    ],
)
def test_a_native_tool_call_is_read_as_the_action_that_it_names(
    model, endpoint, name, given, action
):
    called = {"name": name, "arguments": json.dumps(given)}
    forms = (
        {"content": "Thought: so", "tool_calls": [{"type": "function", "function": called}]},
        {"content": "Thought: so", "function_call": called},
        {
            "content": [
                {"type": "text", "text": "Thought: so"},
                {"type": "tool_use", "name": name, "input": given},
            ]
        },
    )
    for message in forms:
        endpoint.replies = [(200, {**completion(""), "choices": [{"message": message}]}, {})]
        reply = model.ask(ASK).text
        assert tuple(map(str, actions.parse(reply))) == ("so", action)


@pytest.mark.parametrize("usage", [None, {"prompt_tokens": -5}, {"prompt_tokens": "7"}])
def test_an_invalid_token_count_counts_as_0(model, endpoint, usage):
    endpoint.replies = [(200, json.dumps({**completion("Hi"), "usage": usage}), {})]
    assert model.ask(ASK).usage == {"prompt_tokens": 0, "completion_tokens": 0}


def test_a_reply_that_trickles_in_is_abandoned_in_time():
    body = json.dumps(completion("Hi")).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    asked = []

    class Line(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            asked.append(self.request.recv(65536))
            self.wfile.write(head)
            with contextlib.suppress(OSError):
                for byte in body:
                    self.wfile.write(bytes([byte]))
                    time.sleep(0.1)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Line) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(EpisodeError, match="did not answer in time"):
            Model(
                "m",
                f"http://127.0.0.1:{server.server_address[1]}/v1",
                "key",
                timeout=0.5,
                retries=1,
            ).ask(ASK)
        assert len(asked) == 2 and len(body) * 0.1 > 10
        server.shutdown()


def test_no_error_or_description_contains_a_secret(endpoint, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hidden")
    endpoint.replies = [fault(401, f"{'x' * 295} sk-hidden is no key")]
    address = endpoint.base_url.replace("http://", "http://me:sk-hidden@")
    for model in (
        Model("m", address, retries=0),
        Model("m", f"{address}?api-key=sk-hidden", retries=0),
    ):
        with pytest.raises(EpisodeError, match=endpoint.base_url) as caught:
            model.ask(ASK)
        assert "sk-hidden" not in "".join(traceback.format_exception(caught.value)) + repr(
            model
        ) + json.dumps(model.about)


KEY = "sk-hidden/K3y+0123-wxYZ"
FORMS = {
    "as it is": KEY,
    "in a URL": quote(KEY, safe=""),
    "with stars": f"{KEY[:5]}*******{KEY[-4:]}",
    "with an ellipsis": f"{KEY[:3]}…{KEY[-4:]}",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_key_is_hidden_as_servers_write_it(endpoint, form):
    endpoint.replies = [
        fault(401, f"The key {FORMS[form]} (of project 7) was refused, said the gate")
    ]
    with pytest.raises(EpisodeError) as caught:
        Model("m", endpoint.base_url, KEY, retries=0).ask(ASK)
    words = str(caught.value).partition("It said: ")[2]
    assert words.startswith("The key ") and words.endswith(
        " (of project 7) was refused, said the gate"
    )
    shown = words.removeprefix("The key ").removesuffix(
        " (of project 7) was refused, said the gate"
    )
    assert not re.search(r"[0-9A-Za-z]", shown) and "…" in shown


@pytest.mark.parametrize("key", ["none", "ollama", "m"])
def test_a_placeholder_for_a_key_is_not_hidden_in_errors(endpoint, key):
    words = f"none of the models is empty, ollama: {key}, lm-studio?"
    endpoint.replies = [fault(400, words)]
    with pytest.raises(EpisodeError, match=re.escape(f"It said: {words}")):
        Model("m", endpoint.base_url, key, retries=0).ask(ASK)


@pytest.mark.parametrize("key", ["secret-key\n", "\t secret-key \r\n"])
def test_white_space_around_a_key_and_an_address_is_not_sent(endpoint, key):
    endpoint.replies = ["Hi"]
    assert Model("m", f" {endpoint.base_url}\n", key).ask(ASK).text == "Hi"
    assert endpoint.keys == ["Bearer secret-key"]


@pytest.mark.parametrize("key", ["sk-hidden\u200b", "sk-hid\nden", "sk-hid…den"])
def test_a_key_that_was_copied_badly_is_refused_and_not_shown(monkeypatch, key):
    monkeypatch.setenv("OPENAI_API_KEY", key)
    for passed in (key, None):
        with pytest.raises(ValueError, match=r"^The model's key .*copy it again") as caught:
            Model("m", "http://127.0.0.1:9/v1", passed)
        assert "hid" not in str(caught.value)


def test_a_server_that_counts_no_tokens_warns_once(model, endpoint):
    usage = {"prompt_tokens": "100", "completion_tokens": "10"}
    endpoint.replies = [(200, {**completion("Hi"), "usage": usage}, {})]
    with pytest.warns(UserWarning, match="no limit on dollars or tokens is ever reached") as caught:
        model.ask(ASK), model.ask(ASK)
    assert len(caught) == 1


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda it: loads(dumps(it))])
def test_a_model_can_be_copied_and_pickled(endpoint, monkeypatch, copied):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hidden-1")
    endpoint.replies = ["Hi"]
    for passed, pickled in (("sk-passed-2", True), (None, False)):
        model = Model("m", endpoint.base_url, passed, 0.5, 7, max_tokens=9)
        again = copied(model)
        assert again.ask(ASK).text == "Hi" and again.about == model.about
        assert endpoint.keys[-1] == f"Bearer {passed or 'sk-hidden-1'}"
        assert (b"sk-" in dumps(model)) is pickled
        assert "sk-" not in repr(again)


@pytest.mark.parametrize("method", ["fork"])
def test_a_model_can_be_asked_from_several_processes_at_once(endpoint, method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"processes do not {method} here")
    endpoint.replies = [lambda asked: (200, completion(asked["messages"][0]["content"]), {})]
    model = Model("m", endpoint.base_url, "key")
    questions = [[{"role": "user", "content": str(number)}] for number in range(8)]
    model.ask(ASK)  # opens a connection, which other processes must not share
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
        there = pool.map(model.ask, questions)
        here = [model.ask(question).text for question in questions]
        assert [reply.text for reply in there] == here == [str(number) for number in range(8)]


def test_a_model_on_this_machine_is_asked_without_a_proxy(endpoint, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    endpoint.replies = ["Hi"]
    assert Model("m", endpoint.base_url, "key", retries=0).ask(ASK).text == "Hi"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HTTPS_PROXY", "http://me:sk-hidden@a:x"),
        ("SSL_CERT_FILE", "nowhere.pem"),
    ],
)
def test_an_unusable_proxy_or_certificate_file_of_the_environment_is_refused(
    monkeypatch, name, value
):
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=rf"cannot be used: check .*{name}") as caught:
        Model("m", "https://models.example/v1", "key")
    assert "sk-hidden" not in "".join(traceback.format_exception(caught.value))


def test_a_socks_proxy_of_the_environment_names_the_missing_package(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    with pytest.raises(ValueError, match=r"SOCKS proxy .*pip install socksio"):
        Model("m", "https://models.example/v1", "key")


def test_too_many_requests_and_no_credit_are_told_apart(endpoint):
    impatient = Model("m", endpoint.base_url, "key", retries=0)
    endpoint.replies = [fault(429, "slow down")]
    with pytest.raises(EpisodeError, match="too many requests"):
        impatient.ask(ASK)
    endpoint.replies = [fault(429, "You exceeded your current quota", code="insufficient_quota")]
    with pytest.raises(EpisodeError, match="no credit left"):
        impatient.ask(ASK)


@pytest.mark.parametrize(
    ("status", "words", "more"),
    [
        (402, "This request requires more credits, or fewer max_tokens.", {}),
        (402, "Insufficient Balance", {}),
        (429, "You exceeded your current quota", {"code": "insufficient_quota"}),
        (429, "余额不足或无可用资源包,请充值。", {"code": "1113"}),
        (400, "Access denied, your account is not in good standing.", {"code": "Arrearage"}),
        (403, "Your team has used all available credits.", {}),
        (403, "user quota is not enough", {}),
        (200, "No credits remaining", {"code": 402}),
        (200, "quota", {"code": "insufficient_quota"}),
    ],
)
def test_an_account_without_credit_is_asked_once_and_stops_all_tasks(endpoint, status, words, more):
    endpoint.replies = [fault(status, words, **more)]
    with pytest.raises(EpisodeError, match="has no credit left") as caught:
        Model("m", endpoint.base_url, "key", retries=3).ask(ASK)
    assert caught.value.for_all and len(endpoint.asked) == 1


def test_a_rate_limit_that_mentions_billing_is_not_an_empty_account(model, endpoint):
    words = "Rate limit reached. Add credits at https://host.example/billing to raise it."
    endpoint.replies = [(429, {"error": {"message": words}}, {"Retry-After": "0.05"}), "Hi"]
    assert model.ask(ASK).text == "Hi"


@pytest.mark.parametrize(
    "name", ["doubao-seed-1.6", "bytedance/seed-oss", "seed"], ids=["in it", "after /", "whole"]
)
def test_a_models_name_is_no_refused_setting(endpoint, name):
    endpoint.replies = [fault(400, f"The model {name} is not open to you (seed-oss-36b).")]
    with pytest.raises(EpisodeError, match="is not open to you"):
        Model(name, endpoint.base_url, "key").ask(ASK)
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("name", ["temperature", "seed"])
def test_a_refused_setting_is_left_out_and_remembered(model, endpoint, name):
    def choosy(asked: dict) -> tuple:
        refused = fault(
            400, f"Unsupported value: '{name}' is not supported with this model.", param=name
        )
        return refused if name in asked else (200, completion("Hi"), {})

    endpoint.replies = [choosy]
    with pytest.warns(UserWarning, match=f"does not accept the setting {name}: it is") as caught:
        assert [model.ask(ASK).text, model.ask(ASK).text] == ["Hi", "Hi"]
    assert [name in asked for asked in endpoint.asked] == [True, False, False]
    assert [warning.filename for warning in caught] == [__file__], "warned twice, or elsewhere"


def test_several_samples_are_collected_even_if_n_is_refused_or_ignored(model, endpoint):
    endpoint.replies = ["Hi"]
    assert model.ask(ASK, n=3).texts == ("Hi",) * 3 and len(endpoint.asked) == 1
    endpoint.replies = [
        lambda asked: (
            fault(400, "n is not supported", param="n")
            if "n" in asked
            else (200, completion("Yo"), {})
        )
    ]
    assert model.ask(ASK, n=3).texts == ("Yo",) * 3
    assert model.ask(ASK, n=3).usage["prompt_tokens"] == 300


def test_a_missing_key_raises_before_anything_is_sent(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "")
    with pytest.raises(EpisodeError, match="There is no key for the model: set OPENAI_API_KEY, or"):
        Model("m")


def test_prices_are_known_or_unknown_and_never_guessed():
    usage = {"prompt_tokens": 1_000_000, "completion_tokens": 1_000_000}
    hosted = "api.openai.com"
    assert models.rate("offline-rules", "127.0.0.1").cost(usage) == 0
    assert (
        models.rate("gpt-4o", hosted)
        == models.rate("gpt-4o-2024-08-06", hosted)
        == models.Rate(2.5, 10)
    )
    assert models.rate("gpt-4o", hosted).cost(usage) == pytest.approx(12.5)
    assert models.rate("nobody-knows", hosted) is None
    assert models.rate("gpt-4o", "localhost") is models.rate("gpt-4o", "models.example") is None


def test_your_own_price_is_a_row_as_in_the_guide(tmp_path):
    file = tmp_path / "prices.csv"
    header = models.prices.PRICES.read_text("utf-8").splitlines()[0]
    row = re.search(
        r"^mine,localhost,.*$",
        (models.prices.PRICES.parents[1] / "docs" / "models.md").read_text("utf-8"),
        re.M,
    )[0]
    file.write_text(f"{header}\n{row}\n", "utf-8")
    assert (
        models.rate("mine", "localhost", file)
        == models.rate("mine", "127.0.0.1", file)
        == models.Rate(0, 0)
    )
    assert models.rate("mine", "models.example", file) is None


COLUMNS = "model,host,input,output,seen,source\n"
PRICE = f"{COLUMNS}m,h.example,1,2,,somebody's café\n"


@pytest.mark.parametrize(
    "written",
    [
        *(PRICE.encode(encoding) for encoding in ("utf-8-sig", "utf-16")),
        PRICE.replace("\n", "\r\n").encode(),
        f"{COLUMNS}m , H.example,1, 2,,\n,,,,,\n".encode(),
    ],
)
def test_prices_are_read_as_spreadsheets_save_them(tmp_path, written):
    file = tmp_path / "prices.csv"
    file.write_bytes(written)
    assert models.rate("m", "h.example", file) == models.Rate(1, 2)


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        *(
            (f"{PRICE}n,h.example,{price},2,,\n", r"row 3: Expected `float`.* - at `\$\.input`")
            for price in ("nan", "-1", "cheap", "")
        ),
        (f"{COLUMNS}m,h.example,2,5,1,0,,\n", "row 2: it has more or fewer cells"),
        (
            f"{COLUMNS}m,https://h.example/v1,1,2,,\n",
            r"row 2: Expected `str` matching .* - at `\$\.host`",
        ),
        (f"{PRICE}m,h.example,1,3,,\n", "row 3: a row above has another price"),
        (PRICE.replace(",", ";"), "row 1: its first row lacks model, host, input, output"),
        ("", "row 0: its first row lacks"),
        (PRICE.encode("latin-1"), "its byte 68 is not UTF-8. Save it as UTF-8"),
    ],
)
def test_invalid_prices_are_refused_with_file_row_and_column(tmp_path, written, sentence):
    file = tmp_path / "prices.csv"
    file.write_bytes(written if isinstance(written, bytes) else written.encode())
    with pytest.raises(ValueError, match=rf"prices\.csv.*{sentence}") as caught:
        models.rate("m", "h.example", file)
    assert "\n" not in str(caught.value)


def test_a_price_belongs_to_its_host(endpoint):
    endpoint.replies = ["Hi"]
    assert Model("gpt-4o", endpoint.base_url, "key").ask(ASK).cost is None
    assert Model("offline-rules", endpoint.base_url, "key").ask(ASK).cost == 0
    assert Model("gpt-4o", "https://api.openai.com/v1", "key").rate == models.Rate(2.5, 10)


def test_a_prompt_with_a_missing_slot_raises():
    with pytest.raises(Exception, match="'url' is undefined"):
        models.fill("task", question="?")

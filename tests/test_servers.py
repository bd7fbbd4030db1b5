"""A user's own servers (Ollama, LM Studio, llama.cpp, vLLM), each played by a small local server.

So are two hosts, Anthropic and Gemini. webvoyager/models/refusals.toml and context.py say what each
of them was seen to do, and where.
"""

import base64
import io
import json
import re
import socket
import time
import warnings
from collections.abc import Callable, Iterator

import pytest
from PIL import Image
from serving import completion
from werkzeug import Request, Response

from practice.loopback import Loopback
from webvoyager import Model
from webvoyager.records import EpisodeError

ASK = [{"role": "user", "content": "Hello"}]
Answer = tuple[int, object]  # a status and a body: a text, or data that is sent as JSON


class Server(Loopback):
    """Answers each of `paths` by its function, and other paths with `missing`."""

    def __init__(self) -> None:
        self.paths: dict[str, Callable[[dict], Answer]] = {}
        self.missing: Answer = (404, "404 page not found")  # Ollama's words
        self.asked: list[tuple[str, dict]] = []
        self.addresses: list[str] = []
        super().__init__(self._answer)

    @Request.application
    def _answer(self, request: Request) -> Response:
        body = request.get_json() if request.method == "POST" else {}
        self.asked.append((request.path, body))
        self.addresses.append(request.url)
        status, said = self.paths.get(request.path, lambda asked: self.missing)(body)
        if isinstance(said, str):
            return Response(said, status, content_type="text/plain")
        return Response(json.dumps(said), status, content_type="application/json")

    def answer_chats(
        self,
        *answers: str | Answer | Callable[[dict], Answer],
        models: tuple[str, ...] = ("m",),
        at: str = "/v1",
    ) -> None:
        """Give these answers to chats one after the other, and list these models there.

        The last answer is repeated.
        """
        waiting = list(answers)

        def answer(asked: dict) -> Answer:
            now = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            return (
                (200, completion(now))
                if isinstance(now, str)
                else now(asked)
                if callable(now)
                else now
            )

        self.paths[f"{at}/chat/completions"] = answer
        self.paths[f"{at}/models"] = lambda asked: (
            200,
            {"object": "list", "data": [{"id": name} for name in models]},
        )

    @property
    def questions(self) -> list[dict]:
        """The bodies of the requests for a chat."""
        return [body for path, body in self.asked if path.endswith("/chat/completions")]


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


@pytest.fixture
def model(server: Server) -> Model:
    return Model("m", f"{server.url}/v1", "none", retries=0)


def read_check_error(model: Model, **how: bool) -> str:
    """The sentence with which a check fails; it must be on one line."""
    with pytest.raises(EpisodeError) as caught:
        model.check(**how)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- is it there? ---


def test_a_check_names_the_model_and_says_that_it_sees_pictures(server, model):
    server.answer_chats("Lantern.")
    found = model.check()
    assert (found.name, found.endpoint, found.pictures) == (
        "m",
        f"{server.url}/v1/",
        True,
    ) and found.seconds > 0
    assert re.fullmatch(
        r"Check\(m at http://127\.0\.0\.1:\d+/v1/ answered in [\d.]+ s and sees pictures\)",
        repr(found),
    )
    (asked,) = server.questions
    text, shown = asked["messages"][0]["content"]
    picture = Image.open(io.BytesIO(base64.b64decode(shown["image_url"]["url"].split(",")[1])))
    assert asked["max_tokens"] <= 100 and "word" in text["text"] and max(picture.size) < 400
    assert len(picture.getcolors(1000)) > 1, "the picture is blank"


def test_a_check_may_leave_out_pictures_or_find_that_they_are_not_read(server, model):
    server.answer_chats("I see a cat.")
    assert model.check().pictures is False and "did not read the word" in repr(model.check())
    assert model.check(pictures=False).pictures is None
    assert "image_url" not in json.dumps(server.questions[-1])
    server.answer_chats(
        (
            200,
            {
                **completion(""),
                "choices": [{"message": {"content": ""}, "finish_reason": "length"}],
            },
        )
    )
    assert model.check().pictures is None  # its thinking used up the tokens


@pytest.mark.parametrize(
    "missing",
    [
        (404, "404 page not found"),
        (404, {"detail": "Not Found"}),
        (404, {"error": {"code": 404, "message": "File Not Found", "type": "not_found_error"}}),
        (200, {"error": "Unexpected endpoint or method. (POST /chat/completions)"}),
    ],
    ids=["Ollama", "vLLM", "llama.cpp", "LM Studio"],
)
def test_the_error_names_a_missing_v1_in_the_address(server, missing):
    server.answer_chats("lantern")
    server.missing = missing
    message = read_check_error(Model("m", server.url, "none"))
    assert message == f"{server.url} lacks its /v1: set OPENAI_BASE_URL to {server.url}/v1."
    with pytest.raises(EpisodeError, match=r"does the address \(OPENAI_BASE_URL\) end in /v1"):
        Model("m", server.url, "none").ask(ASK)


def test_a_port_where_nothing_listens_raises_at_once():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    start = time.perf_counter()
    message = read_check_error(Model("m", f"http://127.0.0.1:{port}/v1", "none"))
    assert message == f"http://127.0.0.1:{port}/v1/ cannot be reached: is the address right?"
    assert time.perf_counter() - start < 5  # five tries with pauses would take seventeen seconds


def test_a_check_sends_one_request(server):
    server.answer_chats((500, {"error": {"message": "oops"}}))
    assert "failed (500). It said: oops" in read_check_error(
        Model("m", f"{server.url}/v1", "none", retries=5)
    )
    assert len(server.questions) == 1


@pytest.mark.parametrize(
    "address", ["localhost:11434/v1", "ftp://x/v1", "http:///v1", "http://a b/v1"]
)
def test_an_invalid_address_is_refused_when_the_model_is_created(address):
    with pytest.raises(ValueError, match=rf"^The model's address '{address}' isn't an address"):
        Model("m", address, "key")


def test_the_error_hides_the_key_in_a_list_of_models(server):
    server.answer_chats((404, {"error": {"message": "no"}}), models=("a", "sk-hidden-0", "b"))
    model = Model("m", f"{server.url}/v1", "sk-hidden-0")
    with pytest.raises(EpisodeError, match=r"several models \(a, …, b\)"):
        model.find_name()
    assert "it has a, …, b:" in read_check_error(model)


def test_the_error_of_an_address_hides_its_secrets():
    with pytest.raises(ValueError) as caught:
        Model("m", "me:sk-hidden@127.0.0.1:1/v1?key=sk-hidden", "key")
    assert "sk-hidden" not in str(caught.value)


def test_the_error_of_an_unknown_model_lists_those_of_the_server(server, model):
    unknown = (404, {"error": {"message": "model 'm' not found", "type": "not_found_error"}})
    server.answer_chats(unknown, models=tuple("abcdefg"))
    assert (
        "has no model 'm', it has a, b, c, d, e and 2 more: set WEBVOYAGER_MODEL"
        in read_check_error(model)
    )
    server.answer_chats(unknown, models=("a",))
    assert "it has a: set WEBVOYAGER_MODEL" in read_check_error(model)
    server.paths["/v1/models"] = lambda asked: (403, "no")
    assert (
        "has no model 'm' (404): check WEBVOYAGER_MODEL. It said: model 'm' not found"
        in read_check_error(model)
    )


@pytest.mark.parametrize(
    ("there", "chosen"),
    [(("llava",), "llava"), (("qwen", "usual", "llava"), "usual"), ((), "usual")],
)
def test_a_server_is_asked_for_its_only_model_or_the_usual_one(server, there, chosen):
    server.answer_chats("lantern", models=there)
    assert Model("usual", f"{server.url}/v1", "none").find_name() == chosen


def test_a_refused_key_raises_and_an_unneeded_one_does_not(server):
    server.answer_chats(
        (401, {"error": {"message": "Invalid API Key: secret-key", "type": "authentication_error"}})
    )
    message = read_check_error(Model("m", f"{server.url}/v1", "secret-key"))
    assert "refused the key (401): check OPENAI_API_KEY" in message and "secret-key" not in message
    server.answer_chats("lantern")
    assert Model("m", f"{server.url}/v1", "secret-key").check().pictures


@pytest.mark.parametrize(
    "refusal",
    [
        (400, {"error": {"message": "m is not a multimodal model", "code": 400}}),
        (200, {"error": "Model does not support images. Please use a model that does."}),
        (500, {"error": {"message": "image input is not supported - hint: if this is …"}}),
        (500, {"error": {"message": 'Unsupported content part type: "image_url"; messages = …'}}),
        (500, {"error": {"message": "this model is missing data required for image input"}}),
    ],
)
def test_a_check_raises_if_the_model_takes_no_pictures(server, model, refusal):
    server.answer_chats(
        lambda asked: refusal if "image_url" in json.dumps(asked) else (200, completion("yes"))
    )
    message = read_check_error(model)
    assert (
        "m at http" in message
        and "takes no pictures: choose a model that does, or show it text only" in message
    )
    assert model.check(pictures=False).pictures is None


# --- how they behave ---


def test_missing_choices_are_asked_for_again(server, model):
    server.answer_chats("a", "b", "c")
    assert model.ask(ASK, n=3).texts == ("a", "b", "c")
    assert [asked.get("n") for asked in server.questions] == [3, 2, None]


def make_prompt(turns: int, pictures: int) -> list[dict]:
    """A prompt like those of an episode: more text with every turn, and the last pictures."""
    data = base64.b64encode(b"x").decode()
    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}
    words = [
        {"type": "text", "text": f'[{n}]: <a> "A link of the page";\n' * 150} for n in range(turns)
    ]
    return [{"role": "user", "content": [*words, *[picture] * pictures]}]


def count_tokens(messages: list[dict]) -> int:
    """The number of tokens that a server might count for these messages."""
    parts = [part for message in messages for part in message["content"]]
    return sum(len(part["text"]) // 4 if part["type"] == "text" else 300 for part in parts)


@pytest.mark.parametrize(
    "kept", [lambda counted: 4096, lambda counted: 2050], ids=["as much as fits", "half of it"]
)
def test_a_prompt_that_the_server_truncates_silently_warns_once(server, model, kept):
    def ollama(asked: dict) -> Answer:
        counted = count_tokens(asked["messages"])
        return 200, {
            **completion("Hi"),
            "usage": {"prompt_tokens": counted if counted < 4096 else kept(counted)},
        }

    server.answer_chats(ollama)
    with pytest.warns(UserWarning, match="reads? only part of the prompt") as caught:
        for turn in range(1, 9):
            model.ask(make_prompt(turn, min(turn, 3)))
    assert len(caught) == 1
    words = str(caught[0].message)
    assert all(
        remedy in words for remedy in ("PARAMETER num_ctx", "keep_images=1", "accessibility_tree")
    )


def test_a_prompt_that_is_read_whole_does_not_warn(server, model):
    """A shorter prompt of another episode causes no warning either.

    Neither does a server that counts no pictures, or no tokens at all.
    """
    counted = [
        lambda messages: count_tokens(messages),
        lambda messages: count_tokens(messages[:1]) * 2,
        lambda messages: 0,
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*does not count its tokens")
        for count in counted:
            server.answer_chats(
                lambda asked, count=count: (
                    200,
                    {**completion("Hi"), "usage": {"prompt_tokens": count(asked["messages"])}},
                )
            )
            fresh = Model("m", f"{server.url}/v1", "none")
            for turn in (1, 2, 3, 4, 8, 1, 2, 3):
                fresh.ask(make_prompt(turn, min(turn, 3)))
        server.answer_chats(
            (200, {key: value for key, value in completion("Hi").items() if key != "usage"})
        )
        reply = model.ask(make_prompt(3, 3))
    assert reply.usage == {"prompt_tokens": 0, "completion_tokens": 0} and reply.text == "Hi"


def test_too_many_pictures_for_the_server_raise_an_error_with_the_remedy(server, model):
    limit = {
        "object": "error",
        "message": "At most 1 image(s) may be provided in one request.",
        "code": 400,
    }
    server.answer_chats((400, limit), (400, {"error": limit}))
    for _ in range(2):
        with pytest.raises(EpisodeError, match="takes at most 1 pictures") as caught:
            model.ask(make_prompt(1, 3))
        assert "keep_images=1" in str(
            caught.value
        ) and "--limit-mm-per-prompt '{\"image\": 3}'" in str(caught.value)


@pytest.mark.parametrize(
    ("status", "words", "remedy"),
    [
        (400, "Too many images in request (max 8)", "fewer pictures .*keep_images=1"),
        (400, "this model supports up to 5 images", "fewer pictures .*keep_images=1"),
        (400, "image exceeds 5 MB maximum: 5649924 > 5242880", "too large .*viewport="),
        (400, "the width of the image must be at most 4096", "too large .*viewport="),
        (413, "<html>413 Request Entity Too Large</html>", "too large .*viewport="),
        (
            400,
            "unknown variant `image_url`, expected `text`",
            "takes no pictures: .*pictures=False",
        ),
        (
            404,
            "No endpoints found that support image input",
            "takes no pictures: .*pictures=False",
        ),
        (422, "messages[1].content must be a string", "takes no pictures: .*pictures=False"),
        (
            400,
            "Ungültige Eingabe",
            "refused a prompt with pictures .*keep_images=1, .*pictures=False",
        ),
    ],
)
def test_any_refusal_of_pictures_names_the_setting_that_helps(server, model, status, words, remedy):
    server.answer_chats((status, {"error": {"message": words}}))
    with pytest.raises(EpisodeError, match=f"{remedy}.*It said: {re.escape(words)}"):
        model.ask(make_prompt(1, 3))
    server.answer_chats((400, {"error": {"message": "Ungültige Eingabe"}}))
    with pytest.raises(EpisodeError, match=r"failed \(400\)"):
        model.ask(ASK)


@pytest.mark.parametrize(
    "words",
    [
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        "Developer instruction is not enabled for models/m",
        "Only user and assistant are known as roles.",
        "Conversation roles must alternate user/assistant/user/assistant/...",
        "messages[0].content: invalid type: sequence, expected a string",
    ],
)
def test_a_server_that_takes_only_plain_messages_gets_them(server, model, words):
    def choosy(asked: dict) -> Answer:
        talk = asked["messages"]
        plain = [type(message["content"]) for message in talk] == [str]
        return (200, completion("Hi")) if plain else (400, {"error": {"message": words}})

    talk = [{"role": "system", "content": "Be brief."}, *make_prompt(1, 0)]
    server.answer_chats(choosy)
    with pytest.warns(UserWarning, match="takes plain messages alone") as caught:
        assert [model.ask(talk).text, model.ask(talk).text] == ["Hi", "Hi"]
    assert len(caught) == 1 and len(server.questions) == 3
    assert server.questions[-1]["messages"][0]["content"].startswith("Be brief.\n\n[0]")
    server.answer_chats((400, {"error": {"message": words}}))
    with pytest.raises(EpisodeError, match="choose another model"):
        model.ask(talk)


def write_stream(*pieces: dict) -> str:
    return "".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces) + "data: [DONE]\n\n"


def say(index: int = 0, ends: str | None = None, **delta) -> dict:
    return {"choices": [{"index": index, "delta": delta, "finish_reason": ends}], "usage": None}


@pytest.mark.parametrize("announced", [True, False])
def test_a_server_that_only_streams_is_streamed_and_recorded(server, model, tmp_path, announced):
    call = {"index": 0, "id": "1", "function": {"name": "Click", "arguments": '{"la'}}
    stream = ": a comment\n\n" + write_stream(
        say(role="assistant", content=""),
        say(reasoning_content="First "),
        say(reasoning_content="I …"),
        say(content="Thought: "),
        say(content="so", index=0),
        say(tool_calls=[call]),
        say(tool_calls=[{"index": 0, "function": {"arguments": 'bel": 4}'}}]),
        say(ends="tool_calls"),
        {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 5}},
    )

    def choosy(asked: dict) -> Answer:
        refusal = {"error": {"message": "This model only supports streaming: set stream to true."}}
        return (200, stream) if asked.get("stream") or not announced else (400, refusal)

    server.answer_chats(choosy)
    file = tmp_path / "calls.jsonl"
    with pytest.warns(UserWarning, match="native tool call"):
        reply = model.with_recording(record=file).ask(ASK)
    assert (reply.text, reply.reasoning) == ("Thought: so\nAction: Click [4]", "First I …")
    assert reply.usage == {"prompt_tokens": 7, "completion_tokens": 5}
    assert len(server.questions) == 1 + announced
    with pytest.warns(UserWarning, match="native tool call"):
        assert Model("m", replay=file).ask(ASK).text == reply.text


def test_a_query_of_the_address_follows_the_path(server):
    server.answer_chats("Hi")
    assert Model("m", f"{server.url}/v1?api-version=2024-10-21", "none").ask(ASK).text == "Hi"
    assert server.addresses[-1] == f"{server.url}/v1/chat/completions?api-version=2024-10-21"


@pytest.mark.parametrize(
    "words",
    [
        "the request exceeds the available context size. try increasing the context size",
        "This model's maximum context length is 4096 tokens. However, you requested 5096 tokens.",
        "Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)",
        "Trying to keep the first 9 tokens when context the overflows.",
    ],
)
def test_a_prompt_longer_than_the_context_raises_an_error_with_the_remedy(server, model, words):
    server.answer_chats((400, {"error": {"message": words}}), "Hi")
    with pytest.raises(EpisodeError, match="The prompt is too long for m at http") as caught:
        model.ask(ASK)
    assert "--ctx-size" in str(caught.value) and "keep_images=1" in str(caught.value)
    model.ask(ASK)
    assert "max_tokens" in server.questions[-1], "a setting is dropped though none was refused"


@pytest.mark.parametrize(
    "message",
    [
        {"content": "<think>\nFirst I …\n</think>\n\nThought: so\nAction: Wait"},
        {"content": "First I …\n</think>\nThought: so\nAction: Wait"},  # the template opened it
        {"content": "Thought: so\nAction: Wait", "reasoning": "First I …"},  # vLLM, Ollama
        {"content": "Thought: so\nAction: Wait", "reasoning_content": "First I …"},  # LM Studio
        {
            "content": "Thought: so\nAction: Wait",
            "reasoning_details": [{"type": "reasoning.text", "text": "First I …"}],  # OpenRouter
        },
        *(
            {"content": [part, {"type": "text", "text": "Thought: so\nAction: Wait"}]}
            for part in (
                {"type": "thinking", "thinking": [{"type": "text", "text": "First I …"}]},
                {"type": "thinking", "thinking": "First I …", "signature": "c2ln"},
                {"type": "reasoning", "summary": [{"text": "First I …"}]},
                {"text": "First I …", "thought": True},
            )
        ),
        *(
            {"content": f"{before}Thought: so\nAction: Wait{after}"}
            for before, after in (
                ("<THINK>First I …</THINK>\n", "<|im_end|>"),
                ("[THINK]First I …[/THINK]", "</s>"),
                ("◁think▷First I …◁/think▷", "<|im_end|>\n<|im_start|>user\nAction: Click [1]"),
                ("First I …◁/think▷", ""),
                ("<reasoning>\nFirst I …\n</reasoning>\n", ""),
                ("<seed:think>First I …</seed:think>", "<｜end▁of▁sentence｜>"),
                (
                    "<|START_THINKING|>First I …<|END_THINKING|><|START_RESPONSE|>",
                    "<|END_RESPONSE|>",
                ),
                ("<think>First I …</think><|begin_of_box|>", "<|end_of_box|>"),
                (
                    "<|channel|>analysis<|message|>First I …<|end|><|start|>assistant<|channel|>final"
                    "<|message|>",
                    "<|return|>",
                ),
                ("analysisFirst I …assistantfinal", ""),
                ("<|channel>thought\nFirst I …<channel|>", "<turn|>"),
            )
        ),
    ],
)
def test_reasoning_is_kept_apart_from_the_reply(server, model, message):
    server.answer_chats(
        (200, {**completion(""), "choices": [{"message": message, "finish_reason": "stop"}]})
    )
    reply = model.ask(ASK)
    assert (reply.text, reply.reasoning, reply.cut) == (
        "Thought: so\nAction: Wait",
        "First I …",
        False,
    )


@pytest.mark.parametrize(
    "message",
    [
        {"content": "<think>Hm, hm"},
        {"content": "[THINK]Hm, hm"},
        {"content": "<|channel|>analysis<|message|>Hm, hm"},
        {"content": None, "reasoning": "Hm, hm"},
    ],
)
def test_a_reply_cut_during_reasoning_warns(server, model, message):
    server.answer_chats(
        (200, {**completion(""), "choices": [{"message": message, "finish_reason": "length"}]})
    )
    with pytest.warns(
        UserWarning, match=r"before it said anything: .*Model\(max_tokens=4000\)"
    ) as caught:
        replies = [model.ask(ASK), model.ask(ASK)]
    assert len(caught) == 1
    assert [(reply.text, reply.reasoning, reply.cut) for reply in replies] == [
        ("", "Hm, hm", True)
    ] * 2


def test_a_check_waits_for_a_loading_model_and_a_slow_reply_raises(server):
    server.answer_chats(lambda asked: (time.sleep(1), (200, completion("lantern")))[1])
    model = Model("m", f"{server.url}/v1", "none", timeout=0.3, retries=0)
    with pytest.raises(
        EpisodeError, match="was reached but did not answer in time; a model may still be loading"
    ) as caught:
        model.ask(ASK)
    assert "is the address right" not in str(caught.value)
    assert model.check().pictures


# --- how long a reply may be ---


def test_a_reply_is_limited_to_the_papers_thousand_tokens_or_not_at_all(server):
    server.answer_chats("Hi")
    for bound, sent in ((1000, 1000), (50, 50), (None, None)):
        Model("m", f"{server.url}/v1", "none", max_tokens=bound).ask(ASK)
        assert server.questions[-1].get("max_tokens") == sent
    # the request of stored runs
    assert server.questions[-1].keys() == {
        "model",
        "messages",
        "temperature",
        "seed",
    }
    Model("m", f"{server.url}/v1", "none").ask(ASK)
    Model("m", f"{server.url}/v1", "none").ask(ASK, max_tokens=None)
    assert [asked.get("max_tokens") for asked in server.questions[-2:]] == [1000, None]
    assert Model("m", f"{server.url}/v1", "none").about["max_tokens"] == 1000


def test_a_refused_name_of_the_token_limit_is_replaced_by_the_other(server, model):
    def choosy(asked: dict) -> Answer:
        words = (
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use"
            " 'max_completion_tokens' instead."
        )
        refused = {
            "error": {"message": words, "param": "max_tokens", "code": "unsupported_parameter"}
        }
        return (400, refused) if "max_tokens" in asked else (200, completion("Hi"))

    server.answer_chats(choosy)
    assert [model.ask(ASK).text, model.ask(ASK).text] == ["Hi", "Hi"]
    names = ("max_tokens", "max_completion_tokens")
    assert [[asked.get(name) for name in names] for asked in server.questions] == [
        [1000, None],
        [None, 1000],
        [None, 1000],
    ]


def test_the_token_limit_is_left_out_if_both_names_are_refused(server, model):
    def neither(asked: dict) -> Answer:
        name = next(
            (name for name in ("max_tokens", "max_completion_tokens") if name in asked), None
        )
        return (
            (400, {"error": {"message": f"Unrecognized request argument: {name}"}})
            if name
            else (200, completion("Hi"))
        )

    server.answer_chats(neither)
    with pytest.warns(UserWarning, match="does not accept the setting max_completion_tokens"):
        assert model.ask(ASK).text == "Hi" and len(server.questions) == 3


# --- hosts ---


def refuse_as_anthropic(words: str, kind: str = "invalid_request_error") -> dict:
    return {"error": {"code": kind, "message": words, "type": kind, "param": None}}


def answer_as_anthropic(asked: dict) -> Answer:
    """Ignores the seed, gives one sample only, and takes no temperature from newer models."""
    if asked.get("n", 1) != 1:
        return 400, refuse_as_anthropic("n: must be 1")
    if "temperature" in asked:
        return 400, refuse_as_anthropic("`temperature` is deprecated for this model.")
    if not all(message["content"] for message in asked["messages"]):
        return 400, refuse_as_anthropic("messages: text content blocks must be non-empty")
    return 200, {**completion("lantern"), "system_fingerprint": ""}


def test_anthropic_is_asked_without_temperature_and_for_one_sample_at_a_time(server, model):
    server.answer_chats(answer_as_anthropic)
    with pytest.warns(UserWarning, match="does not accept the setting temperature") as caught:
        assert model.check().pictures
        assert model.ask(ASK, n=3).texts == ("lantern",) * 3
        model.ask(ASK)
    assert len(caught) == 1
    assert [("temperature" in asked, asked.get("n")) for asked in server.questions] == [
        *[(True, None), (False, None)],  # the check
        *[(False, 3), (False, None), (False, None), (False, None)],
        (False, None),
    ]


def test_anthropics_refusals_say_what_to_do(server, model):
    """It lists no models under the OpenAI protocol, and has no embeddings."""
    server.missing = (404, refuse_as_anthropic("Not Found", "not_found_error"))
    low = "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing"
    for status, words, kind, sentence in (
        (404, "model: m", "not_found_error", r"has no model 'm' \(404\): check WEBVOYAGER_MODEL"),
        (401, "invalid x-api-key", "authentication_error", "refused the key"),
        (400, low, "invalid_request_error", "has no credit left"),
    ):
        server.answer_chats((status, refuse_as_anthropic(words, kind)))
        server.paths["/v1/models"] = lambda asked: server.missing
        assert re.search(sentence, read_check_error(model))
    with pytest.raises(EpisodeError, match="has no embedding model 'text-embedding-3-small'"):
        model.embed(["kettle"])


GEMINI = "/v1beta/openai"


def refuse_as_gemini(words: str, code: int = 400, status: str = "INVALID_ARGUMENT") -> list[dict]:
    return [{"error": {"code": code, "message": words, "status": status}}]


def answer_as_gemini(asked: dict) -> Answer:
    """Refuses unknown names and several samples; thinks first, for sixty tokens."""
    known = {"model", "messages", "temperature", "max_tokens", "n"}
    if unknown := sorted(set(asked) - known):
        words = 'Invalid JSON payload received. Unknown name "{}": Cannot find field.'
        return 400, refuse_as_gemini("\n".join(map(words.format, unknown)))
    if asked.get("n", 1) > 1:
        return 400, refuse_as_gemini("Multiple candidates is not enabled for this model")
    usage = {"prompt_tokens": 21, "completion_tokens": 0, "total_tokens": 81}
    if asked["max_tokens"] <= 60:
        cut = {"index": 0, "message": {"role": "assistant"}, "finish_reason": "length"}
        return 200, {**completion(""), "choices": [cut], "usage": usage}
    usage |= {"completion_tokens": 5, "total_tokens": 86}
    return 200, {**completion("lantern"), "usage": usage}


@pytest.fixture
def gemini(server: Server) -> Model:
    return Model("gemini-x", f"{server.url}{GEMINI}/", "none", retries=0)


def test_gemini_is_asked_without_seed_and_for_one_sample_at_a_time(server, gemini):
    server.answer_chats(answer_as_gemini, at=GEMINI)
    with pytest.warns(UserWarning, match="does not accept the setting seed") as caught:
        assert gemini.check().pictures
        assert gemini.ask(ASK, n=2).texts == ("lantern",) * 2
    assert len(caught) == 1 and not any("seed" in asked for asked in server.questions[1:])


def test_geminis_thinking_counts_as_written(server, gemini):
    server.answer_chats(answer_as_gemini, at=GEMINI)
    with pytest.warns(UserWarning, match="seed"):
        assert gemini.ask(ASK).usage == {"prompt_tokens": 21, "completion_tokens": 65}


def test_geminis_refusals_say_what_to_do_in_its_own_words(server, gemini):
    invalid = "API key not valid. Please pass a valid API key."
    server.answer_chats((400, refuse_as_gemini(invalid)), at=GEMINI)
    assert read_check_error(gemini).endswith(
        f"refused the key (400): check OPENAI_API_KEY. It said: {invalid}"
    )
    gone = "models/gemini-x is not found for API version v1main"
    refusal = (404, refuse_as_gemini(gone, 404, "NOT_FOUND"))
    server.answer_chats(refusal, models=("models/gemini-y",), at=GEMINI)
    assert "has no model 'gemini-x', it has gemini-y: set" in read_check_error(gemini)
    server.answer_chats(refusal, models=("models/gemini-x",), at=GEMINI)
    assert read_check_error(gemini).endswith(f"It said: {gone}")
    quota = refuse_as_gemini("You exceeded your current quota", 429, "RESOURCE_EXHAUSTED")
    server.answer_chats((429, quota), at=GEMINI)
    assert "too many requests (429)" in read_check_error(gemini)


@pytest.mark.parametrize(
    "refusal",
    [
        (404, {"error": {"message": "The model `e` does not exist"}}),  # vLLM
        (404, {"error": {"message": 'model "e" not found, try pulling it first'}}),  # Ollama
        (501, {"error": {"message": "This server does not support embeddings."}}),  # llama.cpp
        (404, "404 page not found"),
    ],
)
def test_a_missing_embedding_model_is_named(server, refusal):
    server.paths["/v1/embeddings"] = lambda asked: refusal
    model = Model("m", f"{server.url}/v1", "none", embedding="e", retries=0)
    with pytest.raises(EpisodeError) as caught:
        model.embed(["kettle"])
    status = refusal[0]
    assert str(caught.value).startswith(
        f"{server.url}/v1/ has no embedding model 'e' ({status}): give Model(embedding=…) the name"
        " of one, or use a server that has one."
    )
    assert "WEBVOYAGER_MODEL" not in str(caught.value)

"""Tells what was said from the thinking before it, and from a chat template's tokens."""

import re

# Thinking within a text stands between tags: <think>, [THINK], ◁think▷, <seed:think>,
# <|START_THINKING|>, and so on. A <thought> before an <action> is the reply's own.
_NAME = r"(?:\w+:)?(?:think(?:ing)?|reason(?:ing)?|scratchpad|thoughts?(?!>.*<action\b))"
_OPEN = rf"(?:[<\[◁]\|?(?:begin_of_|start_)?{_NAME}(?:\s[^<>]{{0,40}})?\|?[>\]▷]|<\|channel>\s*\w+)"
_CLOSE = rf"(?:[<\[◁]\|?(?:/|end_of_|end_){_NAME}\|?[>\]▷]|<channel\|>)"
_TAGGED = re.compile(rf"{_OPEN}(.*?){_CLOSE}\s*", re.I | re.S)
_UNOPENED = re.compile(rf"\A(.*){_CLOSE}\s*", re.I | re.S)  # some servers drop the opening tag
# A reply that was cut has no closing tag. Other names in square brackets are headings.
_UNCLOSED = re.compile(rf"^[ \t]*+(?!\[(?!(?-i:THINK)\])){_OPEN}(.*)", re.I | re.S | re.M)
# gpt-oss writes into channels, the last of which is the reply; some servers drop their tokens
_CHANNELS = re.compile(
    r"\A(?:(.*)<\|channel\|>\s*final\b[^<]*(?:<\|message\|>)?|analysis(.*)assistantfinal"
    r"|\s*(?=<\|channel\|>)(?!.*<\|channel\|>\s*final\b)(.*))",
    re.S,
)
_HEADER = re.compile(r"<\|(?:channel|start|im_start|start_header_id)\|>\s*\w*")
_TOKEN = re.compile(
    r"<[|｜][^\s<>|｜]{1,40}[|｜]?>|<[^\s<>|｜]{1,40}[|｜]>|<(?:bos|eos)>|</s>\s*\Z"
)
# what follows is made up: the model goes on with the other side's turn
_TURN_END = re.compile(
    r"<[|｜](?:end|return|endoftext|eo[tm]_id|im_end|end.of.(?:text|sentence|turn(?:_token)?))[|｜]>"
    r"|<end_of_turn>|<turn\|>|<eos>",
    re.I,
)


def split_thinking(content: str) -> tuple[str, str]:
    """Split a reply into the thinking and what was said, without a chat template's tokens."""
    thoughts: list[str] = []

    def keep(found: re.Match[str]) -> str:
        thought = next(filter(None, found.groups()), "")
        thoughts.append(_TOKEN.sub("", _HEADER.sub("", thought)).strip())
        return "\n" if found.start() else ""

    said = _CHANNELS.sub(keep, content)
    said = next(filter(str.strip, _TURN_END.split(said)), "")
    closed = (_TAGGED, _UNOPENED) if re.search(_CLOSE, said, re.I) else ()
    for pattern in (*closed, _UNCLOSED):
        said = pattern.sub(keep, said)
    said = _TOKEN.sub("", _HEADER.sub("", said))
    return "\n".join(filter(None, thoughts)), content if said == content else said.strip()

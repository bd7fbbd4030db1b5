"""Embeddings without a model: hashed counts of words and letter groups.

Texts with similar wording lie close together.
"""

import base64
from collections.abc import Collection

import numpy

from ..question.words import fold
from .protocol import MODELS, ApiError, check_model, count_tokens

DIMENSIONS = 256


def embed(texts: list[str]) -> numpy.ndarray:
    """One row of 256 numbers per text, of length 1 (all 0 for a text without letters or digits)."""
    # Slow to import, and seldom needed.
    from sklearn.feature_extraction.text import HashingVectorizer
    from sklearn.preprocessing import normalize

    words = HashingVectorizer(n_features=DIMENSIONS, ngram_range=(1, 2), stop_words="english")
    # Groups of letters match "recipe" with "recipes".
    letters = HashingVectorizer(n_features=DIMENSIONS, analyzer="char_wb", ngram_range=(3, 4))
    folded = [fold(text) for text in texts]
    return normalize(2 * words.transform(folded) + letters.transform(folded)).toarray()


def _encode_row(row: numpy.ndarray) -> str:
    """A row as base64 of little-endian 32-bit floats."""
    return base64.b64encode(row.astype("<f4").tobytes()).decode()


def build_embeddings(body: object, models: Collection[str] = MODELS) -> dict:
    """The reply to POST /v1/embeddings; raises ApiError if the input isn't text."""
    check_model(body, models)
    texts = [body["input"]] if isinstance(body.get("input"), str) else body.get("input")
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise ApiError(
            "'input' must be a text or a non-empty list of texts.",
            code="invalid_type",
            param="input",
        )
    tokens = sum(count_tokens(text) for text in texts)
    packed = body.get("encoding_format") == "base64"
    lists = [_encode_row(row) if packed else row.tolist() for row in embed(texts)]
    data = [
        {"object": "embedding", "index": index, "embedding": each}
        for index, each in enumerate(lists)
    ]
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": data, "model": body["model"], "usage": usage}

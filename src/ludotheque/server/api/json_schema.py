"""One JSON Schema of everything that goes between a client and the server: the socket's messages and HTTP's bodies.

``python -m ludotheque.server.api.json_schema`` prints it, so that a client can generate types without a server.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from ..messages import CLIENT, PROTOCOL, SERVER, encode
from . import schemas as bodies

SENT = (bodies.NewGuest, bodies.Secret, bodies.NewTable)
"""The bodies of requests."""

ANSWERS = (
    bodies.Me, bodies.Link, bodies.SecretFacts, bodies.Best, bodies.MyLevel, bodies.Made, bodies.Found,
    bodies.GameFacts, bodies.Listed,
    bodies.Verdict, bodies.Replay, bodies.ProblemBody,
)  # fmt: skip


class _Plain(GenerateJsonSchema):
    """Without a title for every field, from which generators would make a type each."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """See pydantic."""
        return False


def schema() -> dict[str, Any]:
    """The JSON Schema: `$defs` holds every type; `ClientMessage` and `ServerMessage` are what a socket carries."""
    wanted: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        ("ClientMessage", "validation", CLIENT),
        ("ServerMessage", "serialization", SERVER),
        *((one.__name__, "validation", TypeAdapter(one)) for one in SENT),
        *((one.__name__, "serialization", TypeAdapter(one)) for one in ANSWERS),
    ]
    whole, shared = TypeAdapter.json_schemas(wanted, schema_generator=_Plain)
    unions = {name: whole[name, mode] for name, mode, _ in wanted if "$ref" not in whole[name, mode]}
    return {"title": "Ludothèque", "protocol": PROTOCOL, "$defs": {**shared["$defs"], **unions}}


@cache
def schema_json() -> bytes:
    """The same as JSON, made once."""
    return encode(schema())


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=2, ensure_ascii=False)

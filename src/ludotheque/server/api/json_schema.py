"""One JSON Schema of everything between a client and the server: the socket's messages and the HTTP bodies.

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
from . import schemas

REQUESTS = (
    schemas.NewGuest,
    schemas.Secret,
    schemas.NewTable,
    schemas.Handle,
    schemas.NewPassphrase,
    schemas.HandleAndPassphrase,
)
"""Request bodies."""

RESPONSES = (
    schemas.Me, schemas.Link, schemas.SecretFacts, schemas.Best, schemas.MyLevel, schemas.Made, schemas.Found,
    schemas.GameFacts, schemas.Listed,
    schemas.Verdict, schemas.Replay, schemas.FinalPosition, schemas.ProblemBody,
    schemas.DailyOverview, schemas.DailyResults, schemas.EarlierDraw, schemas.ListedDraw, schemas.MyHandle,
)  # fmt: skip


class _WithoutFieldTitles(GenerateJsonSchema):
    """Omits the titles of fields, from which code generators would make a type each."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """See pydantic."""
        return False


def schema() -> dict[str, Any]:
    """The JSON Schema. `$defs` holds every type; `ClientMessage` and `ServerMessage` are the messages of the socket."""
    wanted: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        ("ClientMessage", "validation", CLIENT),
        ("ServerMessage", "serialization", SERVER),
        *((one.__name__, "validation", TypeAdapter(one)) for one in REQUESTS),
        *((one.__name__, "serialization", TypeAdapter(one)) for one in RESPONSES),
    ]
    whole, shared = TypeAdapter.json_schemas(wanted, schema_generator=_WithoutFieldTitles)
    unions = {name: whole[name, mode] for name, mode, _ in wanted if "$ref" not in whole[name, mode]}
    return {"title": "Ludothèque", "protocol": PROTOCOL, "$defs": {**shared["$defs"], **unions}}


@cache
def schema_json() -> bytes:
    """The schema as JSON, encoded once."""
    return encode(schema())


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=2, ensure_ascii=False)

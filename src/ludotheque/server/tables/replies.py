"""Answers to a single request, as plain data."""

from __future__ import annotations

from typing import Any

from ...engine.errors import Refusal
from ...store import StorageFull
from ..messages import refusal
from ..telemetry import REFUSALS, incident


def with_ref(message: dict[str, Any], ref: str | None) -> dict[str, Any]:
    """The message with the `ref` of the request it answers, if that had one."""
    if ref is not None:
        message["ref"] = ref
    return message


def refused(error: Refusal, table: str | None = None, ref: str | None = None, **more: Any) -> dict[str, Any]:
    """The message `refused`. Counts the refusal."""
    REFUSALS.labels(error.code).inc()
    message: dict[str, Any] = {
        "type": "refused",
        "code": error.code,
        "message": error.message,
        "detail": error.detail,
        **more,
    }
    if table is not None:
        message["table"] = table
    return with_ref(message, ref)


def refused_incident(error: BaseException, table: str | None = None, ref: str | None = None) -> dict[str, Any]:
    """The message `refused` for an unexpected error. It contains only the id under which the error is logged. A full
    disk is reported as such."""
    if isinstance(error, StorageFull):
        return refused(refusal("storage_full"), table, ref)
    return refused(refusal("incident"), table, ref, incident=incident(f"table {table}", error))

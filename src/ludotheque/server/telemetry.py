"""Telemetry: metrics for ``/metrics``, JSON logs, incidents."""

from __future__ import annotations

import logging
import secrets
import sys
import time
import traceback
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()

MOVE_SECONDS = Histogram(
    "ludotheque_move_seconds",
    "From an act's arrival to its broadcast",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)
COMMIT_SECONDS = Histogram(
    "ludotheque_commit_seconds",
    "Time to store the entries of one request",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
    registry=REGISTRY,
)
SOCKETS = Gauge("ludotheque_sockets", "Open WebSockets", registry=REGISTRY)
TABLES = Gauge("ludotheque_tables", "Tables in memory", registry=REGISTRY)
QUEUED = Gauge("ludotheque_queued_requests", "Requests waiting for their tables", registry=REGISTRY)
POOL = Gauge("ludotheque_pool_thoughts", "Calls running or waiting in the worker pools", registry=REGISTRY)
ENTRIES = Counter("ludotheque_entries", "Log entries written by this process", registry=REGISTRY)
REFUSALS = Counter("ludotheque_refusals", "Refusals by code", ["code"], registry=REGISTRY)
DROPPED = Counter(
    "ludotheque_sockets_dropped", "Sockets closed by the server, by reason", ["reason"], registry=REGISTRY
)
INCIDENTS = Counter("ludotheque_incidents", "Unexpected errors", registry=REGISTRY)

log = structlog.get_logger()


def configure_logging() -> None:
    """Log one JSON object per line to standard error, also for libraries. Logs contain no names, addresses or secrets
    of players."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(handlers=[_ToStructlog()], level=logging.WARNING, force=True)
    # Its warnings are about malformed requests, which are refused and not logged.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class _ToStructlog(logging.Handler):
    """Passes on what libraries log."""

    def emit(self, record: logging.LogRecord) -> None:
        extra: dict[str, Any] = {}
        if record.exc_info:
            extra["traceback"] = "".join(traceback.format_exception(*record.exc_info))
        log.log(record.levelno, record.getMessage(), logger=record.name, **extra)


LOG_INTERVAL = 60.0
"""Seconds until the traceback of an incident that repeats is logged again."""
_last_logged: dict[tuple[str, str], tuple[str, float]] = {}
"""By kind of incident (type and place of the error): id and time of the last one logged with its traceback."""


def incident(where: str, error: BaseException) -> str:
    """Log an unexpected error under a new id and return the id, which is all that clients receive.

    Of an incident that repeats only the id and the first one's id are logged, so that nobody can fill the disk by
    causing it.
    """
    name = secrets.token_hex(6)
    INCIDENTS.inc()
    deepest = traceback.extract_tb(error.__traceback__)[-1:]
    kind = (type(error).__name__, f"{deepest[0].filename}:{deepest[0].lineno}" if deepest else "")
    same, when = _last_logged.get(kind, ("", -LOG_INTERVAL))
    now = time.monotonic()
    if now - when < LOG_INTERVAL:
        log.error("incident", incident=name, where=where, same_as=same)
        return name
    _last_logged[kind] = (name, now)
    log.error("incident", incident=name, where=where, traceback="".join(traceback.format_exception(error)))
    return name

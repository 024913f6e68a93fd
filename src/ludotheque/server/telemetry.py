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
BOT_WAIT_SECONDS = Histogram(
    "ludotheque_bot_wait_seconds",
    "How long bots wait for a worker process",
    buckets=(0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    registry=REGISTRY,
)
HTTP = Counter("ludotheque_http_requests", "HTTP responses by status", ["status"], registry=REGISTRY)
DATABASE_BYTES = Gauge("ludotheque_database_bytes", "Size of the database", registry=REGISTRY)
GUESTS = Gauge("ludotheque_guests", "Guests in the database", registry=REGISTRY)
STORED_TABLES = Gauge("ludotheque_stored_tables", "Tables in the database", registry=REGISTRY)
ENTRIES = Counter("ludotheque_entries", "Log entries written by this process", registry=REGISTRY)
REFUSALS = Counter("ludotheque_refusals", "Refusals by code", ["code"], registry=REGISTRY)
DROPPED = Counter(
    "ludotheque_sockets_dropped", "Sockets closed by the server, by reason", ["reason"], registry=REGISTRY
)
INCIDENTS = Counter("ludotheque_incidents", "Unexpected errors", registry=REGISTRY)

log = structlog.get_logger()


def configure_logging() -> None:
    """Log one JSON object per line to standard error, also for libraries. Logs contain no names or secrets of players,
    and addresses only if the host asks for them (`log_drops`)."""
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


DROP_LOG_INTERVAL = 10.0
"""Seconds until a drop of the same address for the same reason is logged again."""
_drops: dict[tuple[str, str], float] = {}
_log_drops = False


def log_drops(on: bool) -> None:
    """Set whether `dropped` logs addresses (the setting `log_drops`)."""
    global _log_drops
    _log_drops = on


def dropped(reason: str, address: str, guest: str = "") -> None:
    """Count a socket, connection or request that was dropped or refused because of a limit. It is logged with its
    address if the host wants that."""
    DROPPED.labels(reason).inc()
    if not _log_drops:
        return
    now = time.monotonic()
    if now - _drops.get((reason, address), -DROP_LOG_INTERVAL) >= DROP_LOG_INTERVAL:
        if len(_drops) > 10_000:
            _drops.clear()
        _drops[reason, address] = now
        log.info("dropped", reason=reason, address=address, **({"guest": guest} if guest else {}))


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

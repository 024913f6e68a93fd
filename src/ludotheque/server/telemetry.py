"""Watching a serving process: figures for ``/metrics``, JSON logs, incidents."""

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
POOL = Gauge("ludotheque_pool_thoughts", "Thoughts of bots under way or waiting", registry=REGISTRY)
ENTRIES = Counter("ludotheque_entries", "Log entries written by this process", registry=REGISTRY)
REFUSALS = Counter("ludotheque_refusals", "Refusals by code", ["code"], registry=REGISTRY)
DROPPED = Counter("ludotheque_sockets_dropped", "Sockets closed by us, by reason", ["reason"], registry=REGISTRY)
INCIDENTS = Counter("ludotheque_incidents", "Failures of ours", registry=REGISTRY)

log = structlog.get_logger()


def set_up_logs() -> None:
    """One JSON object a line on standard error, ours and the libraries'. No names, addresses or secrets of players."""
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
    logging.getLogger("uvicorn.error").setLevel(
        logging.ERROR
    )  # its warnings are what clients send: refused, not logged


class _ToStructlog(logging.Handler):
    """What libraries log, in our form."""

    def emit(self, record: logging.LogRecord) -> None:
        extra: dict[str, Any] = {}
        if record.exc_info:
            extra["traceback"] = "".join(traceback.format_exception(*record.exc_info))
        log.log(record.levelno, record.getMessage(), logger=record.name, **extra)


SAY_AGAIN = 60.0
"""Seconds after which all of an incident that came again and again is logged again."""
_told: dict[tuple[str, str], tuple[str, float]] = {}
"""Where incidents arose, of what kind: under which id they were last told in full, and when."""


def incident(where: str, error: BaseException) -> str:
    """Something unexpected happened: log all of it under a new id, which is the only thing that leaves the process.

    Of the same thing once more (the disk is full) only the id is logged, and what it is the same as: who can cause it
    shall not fill the disk with it."""
    name = secrets.token_hex(6)
    INCIDENTS.inc()
    deepest = traceback.extract_tb(error.__traceback__)[-1:]
    kind = (type(error).__name__, f"{deepest[0].filename}:{deepest[0].lineno}" if deepest else "")
    same, when = _told.get(kind, ("", -SAY_AGAIN))
    now = time.monotonic()
    if now - when < SAY_AGAIN:
        log.error("incident", incident=name, where=where, same_as=same)
        return name
    _told[kind] = (name, now)
    log.error("incident", incident=name, where=where, traceback="".join(traceback.format_exception(error)))
    return name

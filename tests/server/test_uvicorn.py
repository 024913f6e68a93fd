"""The parts of uvicorn's protocol classes that `server.transport` overrides or uses still exist.

They are internals of uvicorn. If a test fails after an upgrade, adapt the module that it names, or keep the upper bound
in ``pyproject.toml``.
"""

import inspect
import re

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludotheque.server.serve import _Server
from ludotheque.server.transport.http_protocol import LimitedHttpProtocol
from ludotheque.server.transport.ws_protocol import DirectWebSocketProtocol

USED = {
    LimitedHttpProtocol: "client connections loop transport",
    DirectWebSocketProtocol: (
        "response scope writable disconnected close_sent handshake_complete transport frames curr_msg_data_type conn "
        "handle_parser_exception handle_events queue loop close_timer"
    ),
    _Server: "servers should_exit started server_state",
}
"""Attributes of the base class that each class uses."""
OVERRIDDEN = {
    LimitedHttpProtocol: (
        "connection_made connection_lost data_received on_headers_complete on_message_complete on_response_complete "
        "handle_websocket_upgrade send_400_response"
    ),
    DirectWebSocketProtocol: "data_received handle_connect handle_close send_receive_event_to_app",
    _Server: "capture_signals startup handle_exit shutdown",
}
"""Methods of the base class that each class overrides."""
BASES: dict[type, type] = {
    LimitedHttpProtocol: HttpToolsProtocol,
    DirectWebSocketProtocol: WebSocketsSansIOProtocol,
    _Server: uvicorn.Server,
}


def attributes(base: type) -> set[str]:
    """Methods of a class and the attributes that it sets."""
    return {*dir(base), *re.findall(r"self\.(\w+)(?:: [^=\n]+)? = ", inspect.getsource(base))}


@pytest.mark.parametrize("own", BASES, ids=lambda own: own.__name__)
def test_what_is_used_and_overridden_exists(own):
    there = attributes(BASES[own])
    gone = {*USED[own].split(), *OVERRIDDEN[own].split()} - there
    assert not gone, (
        f"uvicorn {uvicorn.__version__} has no {sorted(gone)} in {BASES[own]}, which {own.__module__} needs"
    )


@pytest.mark.parametrize("own", BASES, ids=lambda own: own.__name__)
def test_nothing_is_overridden_by_accident(own):
    new = {name for name in vars(own) if not name.startswith("__")} - set(OVERRIDDEN[own].split())
    clash = new & attributes(BASES[own])
    assert not clash, f"uvicorn {uvicorn.__version__} has its own {sorted(clash)} in {BASES[own]}: rename ours"


def test_overrides_have_the_same_parameters():
    for own, base in BASES.items():
        for name in OVERRIDDEN[own].split():
            theirs, ours = (list(inspect.signature(getattr(one, name)).parameters) for one in (base, own))
            assert theirs == ours, f"uvicorn {uvicorn.__version__} has other parameters of {base.__name__}.{name}"

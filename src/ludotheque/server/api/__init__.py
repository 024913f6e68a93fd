"""The HTTP API and the page. ``docs/reference/protocol.md`` describes the API.

- ``app``            the ASGI application: routers, error handlers, the WebSocket endpoint
- ``dependencies``   what handlers share: the current guest, the lobby, parameter types
- ``guests``, ``tables``, ``records``, ``catalogue``, ``service``   routers by resource
- ``schemas``        request and response bodies
- ``json_schema``    one JSON Schema of all bodies and socket messages
- ``page``           static files of the page
- ``assets``         files that games bring to the page
- ``link_previews``  titles and pictures of links that are shared
"""

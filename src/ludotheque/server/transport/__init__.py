"""Transport: connections, before and after they become WebSockets, and what every request passes first.

- ``http_protocol``  HTTP connections: limits on their number and duration
- ``ws_protocol``    WebSocket connections: messages without queues in between
- ``middleware``     host names, origins, body sizes, security headers, unexpected errors
- ``socket``         one WebSocket: decodes messages and passes them to tables
"""

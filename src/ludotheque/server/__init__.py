"""The server: people and bots play all games with each other. ``docs/reference/protocol.md`` describes its interface.

Subpackages, each importing only those below it:

- ``api``         the HTTP API and the page
- ``transport``   connections and WebSockets
- ``tables``      tables: state, requests, updates, clocks, bots
- ``background``  work in other processes

Modules that all of them share:

- ``messages``    messages and error codes of the protocol
- ``names``       the check of people's names
- ``settings``    what a host can set
- ``auth``        secrets of guests
- ``limits``      rate limits
- ``telemetry``   metrics, logs, incidents
- ``serve``       the serving process
"""

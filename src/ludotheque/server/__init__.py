"""The table service: people and bots play all games with each other. ``docs/protocol.md`` is its public face.

From the bottom up:

- ``settings``  what a host can set
- ``watch``     figures, logs, incidents
- ``messages``  the protocol: every message and code, typed
- ``table``     what a table is: a fold over the entries of its log; pure
- ``play``      what may be asked of a table, and what entries it makes; pure
- ``pool``      the processes in which bots think
- ``live``      a table that is being played: one queue, one task, its watchers
- ``lobby``     all live tables of this process
- ``socket``    one WebSocket
- ``app``       HTTP, and everything put together
- ``serve``     a running process
"""

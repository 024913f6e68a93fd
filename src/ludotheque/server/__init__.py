"""The table service: people and bots play all games with each other. ``docs/reference/protocol.md`` is its public face.

From the bottom up:

- ``settings``  what a host can set
- ``watch``     figures, logs, incidents
- ``messages``  the protocol: every message and code, typed
- ``table``     what a table is: a fold over the entries of its log; pure
- ``play``      what may be asked of a table, and what entries it makes; pure
- ``telling``   what is told of a table, to whom and in which form; pure
- ``pool``      the processes in which bots think
- ``checks``    records that are replayed and verified, behind everything that is played
- ``live``      a table that is being played: one queue, one task, its watchers
- ``lobby``     all live tables of this process
- ``frames``    a connection that has become a WebSocket
- ``socket``    what such a socket asks, and who it is
- ``connections`` connections before that: how many, and for how long
- ``app``       HTTP, and everything put together
- ``serve``     a running process
"""

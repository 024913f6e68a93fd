"""Tables: one table is a fold over its log (`table`); everything else here changes it, sends it to clients or finds it.

- ``table``          the fold: a table after its entries; pure
- ``commands``       which entries a request adds; pure
- ``updates``        what each client receives; pure
- ``inbox``          what can be put on a table's queue
- ``table_task``     the queue and the one task of a table in memory: decide, store, then notify
- ``subscribers``    the clients of a table, and what each was sent
- ``clocks``         turns, banks and absent players
- ``bot_moves``      moves of bots, computed in the worker pool
- ``replies``        answers to a single request
- ``lobby``          all tables in memory: create, open, list, export
- ``housekeeping``   periodic work of a process on its tables
- ``levels``         which bot level suits a guest
- ``wall_clock``     detects that the computer's clock was set
- ``fsck``           checks that every stored table still folds
"""

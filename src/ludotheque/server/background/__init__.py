"""Background work: what runs in other processes so that it never delays a table.

- ``worker_pool``     a bounded pool of processes
- ``jobs``            the functions that run there: bots, sampled chance draws, checks of game records
- ``record_checks``   replays and verifications of records: queued behind play, cached, with a time limit
- ``imported_games``  turns an uploaded game record into a table
"""

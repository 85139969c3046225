"""What must every LangGraph store do, whoever wrote it?

Each sentence here is written once and run against LangGraph's in-memory store, its Postgres store and
MemoryStore, in both colours; ``deviations.py`` lists where a stock store is known to be wrong.
"""

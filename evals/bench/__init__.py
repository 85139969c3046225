"""What does a store cost? The parts of evals/bench_store.py."""

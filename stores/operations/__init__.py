"""What does each operation of the store do? Each is written once, as a generator over stores.requests."""

"""In what order does memory work happen?

One module per graph, each with `build(...)` and a compiled `graph`; importing this package builds none of them.
"""

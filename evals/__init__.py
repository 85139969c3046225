"""How good is it?

One module per suite, run with `python -m evals.NAME`; each prints what it measured and can be given a floor to fail
below. Not part of the wheel. How a suite is built is in README.md here.
"""

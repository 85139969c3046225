"""What does measuring the quality of writes consist of? `python -m evals.write_quality` puts it together."""

"""How is the reader of messages trained? See `python -m training --help`."""

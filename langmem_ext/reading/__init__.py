"""How is a text read, before anyone asks what it says?"""

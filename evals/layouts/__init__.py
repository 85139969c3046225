"""How may words and vectors be stored, and what is stored to compare the ways?"""

"""Dreaming, in order: outline → duplicates → replaced → near → groups → ask → answers → check → apply.

`pipeline` reads as the recipe. Called by the dreams facade; the steps are pure, `applying` alone writes.
"""

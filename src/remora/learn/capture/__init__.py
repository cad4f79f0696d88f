"""Capture, in order: lines → prompt → (a model) → untrusted → evidence → echo → changes → store. `recipe` reads so.

Called by the capture facade at the boundaries of sessions, never in a turn. Nothing a model writes is believed.
"""

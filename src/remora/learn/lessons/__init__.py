"""Lessons: a failed command and what followed it. The recipe: journal → attempts → pairing → lessons of a project.

`following` is the door, called after each tool result; the rest is pure and takes rows.
"""

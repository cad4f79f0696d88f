"""Hosts that start a process for each event: Claude Code, Codex, Hermes's shell hooks and their family.

A thin client (`client.py`) carries what the host said to the resident process, where `dialects` answers it.
"""

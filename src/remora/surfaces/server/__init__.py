"""The resident process: it holds model and store for hosts that start a process for each event.

`process` is its life, from the lock to the leaving; `door`, `workers` and `wire` are how clients reach it, `http` how
hosts do that post their events. It translates nothing: `hosts.hooks` does.
"""

"""The command line `remora`: one module a family of commands, `main` the entry point, `argv` and `output` the edges."""

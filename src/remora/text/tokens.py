"""How many tokens a text is for a model, as far as that can be told without one."""

CHARS_PER_TOKEN = 4  # the usual estimate for English and code; hosts and models hand on text and no count

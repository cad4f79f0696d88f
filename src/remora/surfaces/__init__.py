"""What people and other programs use: the command line here; each surface translates and holds no policy."""

"""The whole installation in one file, and back: ``sealing`` locks it, ``archive`` is its form, ``taking`` writes, ``putting`` reads."""

"""How even the sample lists and scenarios are, as far as the program's battles against itself tell."""

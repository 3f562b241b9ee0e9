"""How long a text may be that people write for others: the same on pages, in the API and in the services."""

LONGEST_REASON = 500
"""Why somebody does what others will read of."""
LONGEST_NOTE = 4000
"""A chronicler's own words."""

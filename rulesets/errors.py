"""What a ruleset can object to."""


class BrokenSetup(ValueError):
    """A setup that ``check_setup`` should have refused reached ``setup``. Only a bug gets here."""


class IllegalAction(ValueError):
    """An action that ``check`` refuses reached ``apply``. Only a bug gets here."""


class UnknownRuleset(LookupError):
    """No ruleset of that key is installed."""


class DiceSpent(LookupError):
    """Loaded dice were asked for a roll that nobody loaded, or one address was rolled twice."""


class BrokenRegistry(RuntimeError):
    """Two rulesets claim one key, one comes too late, or one does not speak the contract."""

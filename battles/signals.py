"""What others may want to hear of. All are sent inside the transaction: a receiver that fails takes the act back."""

from django.dispatch import Signal

# Something was played, and the battle goes on: ``battle``, ``entry``, ``by`` (a Membership or None), ``now``.
battle_moved = Signal()

# The battle is over: ``battle``, ``outcome`` (rulesets.contract.Outcome), ``by``, ``now``. May come again after ``battle_reopened``.
battle_decided = Signal()

# A seat that the program plays is asked, and it was not the program that came to it: ``battle``.
program_owes = Signal()

# Somebody wants to know how a battle would end: ``run``.
odds_asked = Signal()

# The last decision is taken back: ``battle``, ``by``, ``now``. Whoever acted on the outcome undoes it here.
battle_reopened = Signal()

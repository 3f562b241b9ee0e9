"""What others may want to hear of. All are sent inside the transaction: a receiver that fails takes the act back."""

from django.dispatch import Signal

# Something was played, and the battle goes on: ``battle``, ``entry``, ``by`` (a Membership or None), ``now``.
battle_moved = Signal()

# The battle is over: ``battle``, ``outcome`` (rulesets.contract.Outcome), ``by``, ``now``. May come again after ``battle_reopened``.
battle_decided = Signal()

# The last decision is taken back: ``battle``, ``by``, ``now``. Whoever acted on the outcome undoes it here.
battle_reopened = Signal()

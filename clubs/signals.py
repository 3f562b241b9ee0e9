"""What other apps may want to hear of. Sent inside the transaction: a receiver that fails takes the act back."""

from django.dispatch import Signal

# A member is no longer in the club: arguments ``membership``, ``by`` (a User) and ``now``.
member_left = Signal()

# A person asked to be forgotten: arguments ``user`` and ``now``. What other apps keep of him alone goes.
person_erased = Signal()

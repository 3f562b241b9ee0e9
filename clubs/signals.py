"""What other apps may want to hear of. Sent inside the transaction: a receiver that fails takes the act back."""

from django.dispatch import Signal

# A member is no longer in the club: arguments ``membership``, ``by`` (a User) and ``now``.
member_left = Signal()

"""A sentence for every kind of happening: importing this package registers them."""

from campaigns.narration.sentences import aftermath, books, clock, events, fates, orders, score, seats

__all__ = ["aftermath", "books", "clock", "events", "fates", "orders", "score", "seats"]

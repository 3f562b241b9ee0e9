from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        from campaigns import checks, receivers  # noqa: F401  (registers the checks, connects the signals)

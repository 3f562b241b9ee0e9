from django.apps import AppConfig


class FrontendConfig(AppConfig):
    name = "frontend"

    def ready(self) -> None:
        from allauth.mfa.signals import authenticator_added, authenticator_removed

        from frontend.views import secondstep

        authenticator_added.connect(secondstep.remember)
        authenticator_removed.connect(secondstep.forget)

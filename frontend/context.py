"""What every template may ask."""

from django.conf import settings


def site(request):
    return {"site_url": settings.SITE_URL, "mail_works": settings.MAIL_WORKS}

"""The door for web servers."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Only the web keeps a pool: a worker forks, and a pool does not survive that.
os.environ.setdefault("DATABASE_POOL", "true")
application = get_wsgi_application()

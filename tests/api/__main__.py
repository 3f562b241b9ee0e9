"""``python -m tests.api`` writes the snapshot of the schema anew. Read the difference."""

import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
    django.setup()
    from tests.api import test_schema

    test_schema.write()

"""A site with one page more: every part of the look at once. For development, never part of the product.

python tools/look/gallery.py 8123        then open http://127.0.0.1:8123/gallery/
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("STATIC_MANIFEST", "0")
os.environ.setdefault("DEBUG", "0")

from django.conf import settings
from django.core.management import execute_from_command_line

settings.ROOT_URLCONF = "gallery_urls"
settings.TEMPLATES[0]["DIRS"] = [Path(__file__).parent / "templates"]

if __name__ == "__main__":
    execute_from_command_line(
        ["gallery", "runserver", "--noreload", "--insecure", sys.argv[1] if len(sys.argv) > 1 else "8123"]
    )

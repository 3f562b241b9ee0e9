"""The image's recipe and the composition, as data."""

import json
import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
OURS = ("migrate", "web", "worker", "beat", "manage")


def composition() -> dict[str, Any]:
    return yaml.safe_load((DOCKER / "compose.yml").read_text())


def recipe() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile and what follows it, continued lines joined, comments left out."""
    text = re.sub(r"^\s*#.*\n", "", (DOCKER / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(line.split()[0], line.split(maxsplit=1)[1].strip()) for line in lines if line.strip()]


def command_of(service: dict[str, Any]) -> list[str]:
    return [*service.get("entrypoint", []), *service["command"]]


def image_command() -> list[str]:
    return json.loads(dict(recipe())["CMD"])

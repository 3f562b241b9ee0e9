"""The image and the composition: every command, module and setting they name exists. No container engine is asked."""

import json
import os
import re
import stat
import subprocess

import pytest
from celery.bin.celery import celery as celery_program
from cryptography.fernet import Fernet
from django.core.management import get_commands, load_command_class
from django.urls import reverse
from django.utils.module_loading import import_string
from granian.cli import cli as granian_program

from config import settings as production
from tests.docker.composed import DOCKER, OURS, ROOT, command_of, composition, image_command, recipe

SERVICES = composition()["services"]


def understood(command: list[str]) -> None:
    """Fail unless the program that is named would understand this command line."""
    program, *rest = command
    if program == "granian":
        context = granian_program.make_context("granian", rest)
        assert callable(import_string(context.params["app"].replace(":", ".")))
        assert str(context.params["interface"]) == "wsgi"
    elif program == "celery":
        assert rest[:2] == ["-A", "config"]
        group = celery_program.make_context("celery", rest[:2])
        verb = celery_program.get_command(group, rest[2])
        assert verb is not None
        names = {option for parameter in verb.params for option in parameter.opts}
        assert {word for word in rest[3:] if word.startswith("--")} <= names
    elif program == "python" and rest[0] == "manage.py":
        name, *arguments = rest[1:]
        loaded = load_command_class(get_commands()[name], name)
        loaded.create_parser("manage.py", name).parse_args(arguments)
    else:
        pytest.fail(f"nobody knows {program}")


@pytest.mark.parametrize("name", OURS)
def test_each_process_is_started_by_a_command_that_exists(name):
    understood(command_of(SERVICES[name]))


def test_the_image_serves_pages_as_the_composition_does():
    understood(image_command())
    assert image_command() == SERVICES["web"]["command"]


def test_a_pool_is_as_large_as_the_threads_that_share_it():
    context = granian_program.make_context("granian", SERVICES["web"]["command"][1:])
    assert str(context.params["blocking_threads"]) == SERVICES["web"]["environment"]["BLOCKING_THREADS"]


def test_the_worker_listens_to_the_queue_that_tasks_are_put_in():
    command = SERVICES["worker"]["command"]
    assert command[command.index("--queues") + 1] == production.CELERY_TASK_DEFAULT_QUEUE


def test_whatever_the_environment_names_is_read_by_the_settings():
    read = "".join(path.read_text() for path in (ROOT / "config").glob("*.py"))
    told = {name for one in OURS for name in SERVICES[one]["environment"]}
    theirs = {"REMAP_SIGTERM", "PROMETHEUS_MULTIPROC_DIR"}  # Celery's, and the metrics library's
    unread = {name for name in told - theirs if f'"{name.removesuffix("_FILE")}"' not in read}
    assert unread == set()


def test_whatever_can_be_set_stands_in_the_example():
    text = (DOCKER / "compose.yml").read_text()
    asked = set(re.findall(r"\$\{(\w+)", text))
    told = set(re.findall(r"^#?([A-Z_]+)=", (DOCKER / "example.env").read_text(), re.MULTILINE))
    assert asked == told


def test_what_waits_waits_for_what_is_well():
    for name in ("web", "worker", "beat"):
        assert SERVICES[name]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "postgres": {"condition": "service_healthy"},
            "redis": {"condition": "service_healthy"},
        }
        assert SERVICES[name]["restart"] == "unless-stopped"
    for name in ("postgres", "redis"):
        assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"
        assert SERVICES[name]["restart"] == "unless-stopped"
    assert SERVICES["migrate"]["restart"] == "no"


def test_a_worker_is_given_longer_to_end_than_it_gives_its_tasks():
    grace = int(SERVICES["worker"]["stop_grace_period"].removesuffix("s"))
    assert grace > production.CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT
    assert SERVICES["worker"]["environment"]["REMAP_SIGTERM"] == "SIGQUIT"  # without it there is no soft shutdown


def test_the_broker_forgets_nothing():
    command = SERVICES["redis"]["command"]
    told = dict(zip(command[1::2], command[2::2], strict=True))
    assert told == {"--appendonly": "yes", "--maxmemory-policy": "noeviction", "--save": ""}


def test_nothing_secret_is_in_the_environment_or_in_a_layer():
    whole = composition()
    secrets = set(whole["secrets"])
    for name in OURS:
        assert set(SERVICES[name]["secrets"]) == secrets
        plain = [key for key in SERVICES[name]["environment"] if re.search("KEY|PASSWORD|TOKEN|EMAIL_URL", key)]
        assert [key for key in plain if not key.endswith("_FILE")] == []
    for instruction, text in recipe():
        if instruction in ("ENV", "ARG"):
            assert not re.search("KEY|PASSWORD|TOKEN|SECRET", text), text
    assert all(path.split("/")[1] == "secrets" for path in (one["file"] for one in whole["secrets"].values()))


def test_the_image_runs_as_nobody_in_particular_and_writes_nowhere():
    last = [text for instruction, text in recipe() if instruction == "USER"]
    assert last == ["10001:10001"]
    for name in OURS:
        assert SERVICES[name]["read_only"] is True
        assert SERVICES[name]["cap_drop"] == ["ALL"]


def test_the_image_installs_by_hash_and_copies_only_what_it_names():
    run = " ".join(text for instruction, text in recipe() if instruction == "RUN")
    assert "--require-hashes" in run
    assert "--compile-bytecode" in run
    copied = [text.split()[:-1] for instruction, text in recipe() if instruction == "COPY" and "--from" not in text]
    let_in = {line[1:] for line in (DOCKER / "Dockerfile.dockerignore").read_text().splitlines() if line[:1] == "!"}
    assert {path for paths in copied for path in paths} == let_in
    assert all((ROOT / path).exists() for path in let_in)


def test_the_image_is_built_by_the_uv_that_sets_up_a_checkout():
    told = dict(text.split("=", 1) for instruction, text in recipe() if instruction == "ARG")
    assert f"UV_VERSION={told['UV_VERSION']}\n" in (ROOT / "tools" / "setup").read_text()


@pytest.mark.parametrize("what", ["database", "broker", "backups"])
def test_what_must_survive_is_in_a_volume(what):
    whole = composition()
    assert what in whole["volumes"]
    assert any(f"{what}:/" in mount for one in SERVICES.values() for mount in one.get("volumes", []))


def test_secrets_are_made_once_and_fit(tmp_path):
    program = [str(DOCKER / "make-secrets"), str(tmp_path)]
    subprocess.run(program, check=True, capture_output=True, timeout=30)
    first = {path.name: path.read_text() for path in tmp_path.iterdir()}
    subprocess.run(program, check=True, capture_output=True, timeout=30)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == first
    assert set(first) == set(composition()["secrets"])
    Fernet(first["dice_keys"])
    assert min(len(first[name]) for name in ("database_password", "metrics_token")) >= 32
    assert len(first["secret_key"]) >= 50
    wide = 0o640 if os.geteuid() == 0 else 0o644
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {wide}


def test_the_health_check_is_a_program_that_can_be_read():
    words = json.loads(dict(recipe())["HEALTHCHECK"].partition("CMD")[2])
    assert words[:2] == ["python", "-c"]
    compile(words[2], "healthcheck", "exec")
    assert f"8000{reverse('healthz')}" in words[2]

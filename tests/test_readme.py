"""What the README promises is there: its links, its commands."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", text):
        assert (ROOT / target).exists(), f"{page}: {target}"


def test_commands_are_found_by_the_script_that_runs_them() -> None:
    commands = runpy.run_path(str(ROOT / ".ci/readme_commands.py"))["commands"](README)
    assert [command.split()[-1] for command in commands] == ["examples.sokoban", "pytest"]
    assert all(len(command.splitlines()) == 1 for command in commands)


def test_powershell_commands_do_the_same() -> None:
    def words(command: str) -> str:
        return " ".join(command.replace("\\", "/").replace("Scripts", "bin").split())

    posix = re.findall(r"^```sh\n(.*?)\n```$", README, re.MULTILINE)
    power = re.findall(r"^```powershell\n(.*?)\n```$", README, re.MULTILINE)
    assert len(posix) == len(power) == 2
    for one, other in zip(posix, power, strict=True):
        make, install, run = words(one).split(" && ")
        assert words(other) == (
            f"{make.replace('python3', 'python')}; if ($?) {{ {install}; if ($?) {{ {run} }} }}"
        )


def test_ships_a_license() -> None:
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")

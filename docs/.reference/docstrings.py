"""Small changes to docstrings and annotations on their way into the reference.

* The docstrings say ``Example:``, as there is one. The parser knows ``Examples:``.
* The functions are written with ``Any`` beneath their overloads. No user meets it, so the
  reference does not show it: ``Observer[Any, Any, Any]`` is shown as ``Observer``.
* What may be left out, and has no value then, is shown as ``...``.
"""

from __future__ import annotations

import re
from typing import Any

import griffe


class Docstrings(griffe.Extension):
    """Applied to every object that the reference shows."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Mend the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = re.sub(
                r"^( *)Example:$", r"\1Examples:", obj.docstring.value, flags=re.MULTILINE
            )

    def on_function_instance(self, *, func: griffe.Function, **_: Any) -> None:
        """Mend the annotations of a function."""
        func.returns = without_any(func.returns)
        for parameter in func.parameters:
            parameter.annotation = without_any(parameter.annotation)
            if str(parameter.default) == "_MISSING":
                parameter.default = "..."


def without_any(annotation: str | griffe.Expr | None) -> str | griffe.Expr | None:
    """Take ``Any`` out of an annotation; None if nothing is left.

    Example:
        >>> without_any("Observer[Any, Any, Any] | None")
        'Observer | None'
        >>> without_any("Callable[[Any], object] | None")
        'Callable | None'
    """
    text = str(annotation)
    if "Any" not in text:
        return annotation
    text = re.sub(r"Callable\[\[[^]]*\], \w+\]", "Callable", text)
    text = re.sub(r"(?<=\w)\[Any(?:, Any)*\]", "", text)
    return None if "Any" in text else text

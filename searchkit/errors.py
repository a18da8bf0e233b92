"""The errors that searchkit raises. Each message names the value, the place and the way out."""

from __future__ import annotations


class SearchkitError(Exception):
    """The base of all errors of this library."""


class SearchkitWarning(UserWarning):
    """Something that is allowed, and most likely not meant."""


class NoPathError(SearchkitError):
    """The path of a search that found none was asked for."""


class ProblemError(SearchkitError, TypeError):
    """What was given as a problem is not one, or lacks what the search needs of it."""


class CheckError(SearchkitError, TypeError):
    """The duplicate check does not fit the states, or the search."""


class CostError(SearchkitError, ValueError):
    """A step has a negative cost or NaN, or a heuristic is NaN."""


class PathError(SearchkitError):
    """A path does not stand up to being replayed."""


class BrokenSearchError(SearchkitError):
    """A search was run again although an error ended it in the middle of an expansion."""


class CompileError(SearchkitError, TypeError):
    """A search cannot be compiled; the message says what to write instead."""


class MissingExtraError(SearchkitError, ImportError):
    """An optional package is needed that is not installed."""

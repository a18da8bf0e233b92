"""Puzzles solved with searchkit; they import its public names alone, as your own code would."""

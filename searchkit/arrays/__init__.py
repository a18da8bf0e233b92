"""What lies beneath `ArrayProblem`: packing, sorting and storing many states at once.

These modules import numpy, which is an extra; so they are imported only once an array problem is
made, and never by ``import searchkit``.
"""

"""The same definition at the speed of C++: searches as native kernels, through numba.

``compiled=True`` hands a search to this package. The successor function, the goal test and the
heuristic of the user are compiled as they stand (`translation`), states become rows of 64-bit
words (`layout`), and a kernel of the algorithm runs in slices (`engine`), between which the
driver looks at limits, Ctrl-C and progress as it always does.

Nothing here is imported before a search is compiled: numba is an extra.
"""

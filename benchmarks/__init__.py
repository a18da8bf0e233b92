"""Measurements that anyone can repeat: ``python -m benchmarks``, and scripts for single questions.

``python -m benchmarks`` is about everybody: the library, its peers, C++. The modules of the package
that have a ``main``, such as `benchmarks.breadth_first`, are scripts of their own. Each prints a
table. Seconds differ from machine to machine and from hour to hour; the
ratios, whose two sides are measured in turn within one run, are what is worth comparing.
"""

"""Measurements that anyone can repeat: ``python -m benchmarks.breadth_first`` and so on.

Each script prints one table. Seconds differ from machine to machine and from hour to hour; the
ratios, whose two sides are measured in turn within one run, are what is worth comparing.
"""

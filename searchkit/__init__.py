"""searchkit: typed, generic state-space search with pluggable duplicate checks.

Write a state class with ``next_states()`` and ``is_goal()``, or a `Problem` of two functions, and
hand it to a search. Every result says why the search ended and what the answer is worth.

Example:
    >>> from searchkit import Problem, breadth_first_search
    >>> problem = Problem(1, next_states=lambda n: [n + 1, n * 2], is_goal=lambda n: n == 10)
    >>> breadth_first_search(problem).path.states
    (1, 2, 4, 5, 10)
"""

from searchkit.algorithms.a_star import AStar, UniformCost, a_star_search, uniform_cost_search
from searchkit.algorithms.anytime import AnytimeAStar, anytime_search
from searchkit.algorithms.array_breadth_first import (
    ArrayBreadthFirst,
    array_breadth_first_search,
)
from searchkit.algorithms.backward import Backward, backward_search
from searchkit.algorithms.beam import Beam, beam_search
from searchkit.algorithms.best_first import BestFirst, best_first_search
from searchkit.algorithms.bidirectional import Bidirectional, bidirectional_search
from searchkit.algorithms.bidirectional_a_star import (
    BidirectionalAStar,
    bidirectional_a_star_search,
)
from searchkit.algorithms.branch_and_bound import BranchAndBound, depth_first_branch_and_bound
from searchkit.algorithms.breadth_first import BreadthFirst, breadth_first_search
from searchkit.algorithms.depth_first import DepthFirst, depth_first_search
from searchkit.algorithms.explore import Explore, explore
from searchkit.algorithms.greedy import GreedyBestFirst, greedy_best_first_search
from searchkit.algorithms.ida_star import IDAStar, ida_star_search
from searchkit.algorithms.iterative_deepening import (
    IterativeDeepening,
    iterative_deepening_search,
)
from searchkit.algorithms.k_best import BestPaths, OptimalPaths, all_optimal_paths, k_best_paths
from searchkit.algorithms.layers import BreadthFirstLayers, Layers, breadth_first_layers
from searchkit.algorithms.random_walk import RandomWalks, WalkReport, random_walks
from searchkit.algorithms.shortest_paths import PathCount, ShortestPaths, count_shortest_paths
from searchkit.array_problem import ArrayProblem
from searchkit.audit import (
    AuditReport,
    Fault,
    Finding,
    Severity,
    Skipped,
    assert_audit,
    audit,
)
from searchkit.closed import Closed
from searchkit.compare import Comparison, ComparisonRow, compare
from searchkit.compiled.settings import Compiled
from searchkit.derivation import Derivation, DerivedNode
from searchkit.duplicates import (
    CustomCheck,
    DuplicateCheck,
    HashCheck,
    Known,
    LinearCheck,
    NoCheck,
    SortedCheck,
)
from searchkit.errors import (
    BrokenSearchError,
    CheckError,
    CompileError,
    CostError,
    MissingExtraError,
    NoPathError,
    PathError,
    ProblemError,
    SearchkitError,
    SearchkitWarning,
)
from searchkit.exploration import Exploration
from searchkit.fingerprint import FingerprintCheck
from searchkit.helpers import digit, lowest_bit, replaced, swapped, with_digit
from searchkit.indices import Displacing, Index, Layered
from searchkit.layer_check import LayerCheck
from searchkit.limits import Limits
from searchkit.nodes import Nodes
from searchkit.observers import Observer
from searchkit.path import Path
from searchkit.path_check import Forgetting, PathCheck
from searchkit.problem import Problem, as_problem
from searchkit.progress import ProgressBar
from searchkit.protocols import (
    Cost,
    Derived,
    HashableHeuristicState,
    HashableReversibleState,
    HashableState,
    HeuristicState,
    HeuristicSteps,
    Ordered,
    OrderedState,
    ReversibleState,
    ReversibleSteps,
    State,
    Step,
    Steps,
)
from searchkit.record import EdgeKind, RecordedEdge, RecordedNode, Recorder
from searchkit.result import Guarantee, Outcome, Result, Statistics
from searchkit.reversing import reversed_problem
from searchkit.search import FULL, Events, Search
from searchkit.trace import Trace, TraceNode, TraceRow

__version__ = "0.1.0"

__all__ = [
    "FULL",
    "AStar",
    "AnytimeAStar",
    "ArrayBreadthFirst",
    "ArrayProblem",
    "AuditReport",
    "Backward",
    "Beam",
    "BestFirst",
    "BestPaths",
    "Bidirectional",
    "BidirectionalAStar",
    "BranchAndBound",
    "BreadthFirst",
    "BreadthFirstLayers",
    "BrokenSearchError",
    "CheckError",
    "Closed",
    "Comparison",
    "ComparisonRow",
    "CompileError",
    "Compiled",
    "Cost",
    "CostError",
    "CustomCheck",
    "DepthFirst",
    "Derivation",
    "Derived",
    "DerivedNode",
    "Displacing",
    "DuplicateCheck",
    "EdgeKind",
    "Events",
    "Exploration",
    "Explore",
    "Fault",
    "Finding",
    "FingerprintCheck",
    "Forgetting",
    "GreedyBestFirst",
    "Guarantee",
    "HashCheck",
    "HashableHeuristicState",
    "HashableReversibleState",
    "HashableState",
    "HeuristicState",
    "HeuristicSteps",
    "IDAStar",
    "Index",
    "IterativeDeepening",
    "Known",
    "LayerCheck",
    "Layered",
    "Layers",
    "Limits",
    "LinearCheck",
    "MissingExtraError",
    "NoCheck",
    "NoPathError",
    "Nodes",
    "Observer",
    "OptimalPaths",
    "Ordered",
    "OrderedState",
    "Outcome",
    "Path",
    "PathCheck",
    "PathCount",
    "PathError",
    "Problem",
    "ProblemError",
    "ProgressBar",
    "RandomWalks",
    "RecordedEdge",
    "RecordedNode",
    "Recorder",
    "Result",
    "ReversibleState",
    "ReversibleSteps",
    "Search",
    "SearchkitError",
    "SearchkitWarning",
    "Severity",
    "ShortestPaths",
    "Skipped",
    "SortedCheck",
    "State",
    "Statistics",
    "Step",
    "Steps",
    "Trace",
    "TraceNode",
    "TraceRow",
    "UniformCost",
    "WalkReport",
    "a_star_search",
    "all_optimal_paths",
    "anytime_search",
    "array_breadth_first_search",
    "as_problem",
    "assert_audit",
    "audit",
    "backward_search",
    "beam_search",
    "best_first_search",
    "bidirectional_a_star_search",
    "bidirectional_search",
    "breadth_first_layers",
    "breadth_first_search",
    "compare",
    "count_shortest_paths",
    "depth_first_branch_and_bound",
    "depth_first_search",
    "digit",
    "explore",
    "greedy_best_first_search",
    "ida_star_search",
    "iterative_deepening_search",
    "k_best_paths",
    "lowest_bit",
    "random_walks",
    "replaced",
    "reversed_problem",
    "swapped",
    "uniform_cost_search",
    "with_digit",
]

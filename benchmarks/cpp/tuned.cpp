// The searches of the benchmark, as fast as we can make them on one core.
//
// A state is one machine word. Duplicates are found by open addressing with the words themselves
// in the table, so that a look-up is one access to memory, and breadth-first search asks for that
// memory some states ahead. The breadth-first queue is the column of states; A* has a bucket for
// each f and h. Parents are kept, so a path could be told.
//
//     tuned sliding ROWS COLUMNS LIMIT     breadth-first from the ordered board; LIMIT 0: all states
//     tuned pancakes N                     breadth-first, all stacks
//     tuned fifteen T0 ... T15             A*, Manhattan distance, goal 0 1 ... 15
//     tuned sokoban LEVEL_FILE             breadth-first over pushes
//     tuned maze MAZE_FILE                 breadth-first; the file holds N and N*N jump lengths
//
// What each prints is told in answer.hpp.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "answer.hpp"
#include "memory.hpp"
#include "sokoban.hpp"

// ---------------------------------------------------------------------------- breadth-first

// A problem has Key, successors(key, buffer) -> end of what it wrote, is_goal(key), and `most`
// successors. The goal is tested when a state is generated.
template <class Problem>
static Answer breadth_first(const Problem& problem, typename Problem::Key start, std::size_t limit) {
    using Key = typename Problem::Key;
    constexpr std::size_t batch = 16;
    Known<Key> known;
    Column<Key> states;
    Column<u32> parents;
    known.insert(start, hash_of(start));
    states.push(start);
    parents.push(0);
    Key made[batch * Problem::most];
    u64 hashes[batch * Problem::most];
    Key* ends[batch];
    Answer answer;
    answer.cost = 0;
    std::size_t next = 0, layer_end = 1;
    bool done = problem.is_goal(start);
    while (!done && next < states.size()) {
        if (next == layer_end) {
            layer_end = states.size();
            ++answer.cost;
        }
        const std::size_t count = std::min(batch, layer_end - next);
        Key* end = made;
        for (std::size_t i = 0; i < count; ++i)
            ends[i] = end = problem.successors(states[next + i], end);
        for (Key* key = made; key != end; ++key) {
            hashes[key - made] = hash_of(*key);
            known.fetch(hashes[key - made]);
        }
        Key* key = made;
        for (std::size_t i = 0; i < count && !done; ++i) {
            for (; key != ends[i]; ++key) {
                if (!known.insert(*key, hashes[key - made])) continue;
                states.push(*key);
                parents.push(static_cast<u32>(next + i));
                if (problem.is_goal(*key) || states.size() == limit) {
                    done = true;
                    break;
                }
            }
            ++answer.expanded;
        }
        next += count;
    }
    if (done || answer.expanded < layer_end) ++answer.cost;
    answer.states = states.size();
    return answer;
}

// The sliding puzzle: four bits a cell, and above them four times the number of the empty cell.
template <int rows, int columns>
struct Sliding {
    using Key = u64;
    static constexpr std::size_t most = 4;
    static constexpr int cells = rows * columns;
    static_assert(cells <= 14);
    u8 shifts[64][4];  // by four times the empty cell: the same of its neighbours, then of itself
    u8 counts[64];

    Sliding() {
        for (int cell = 0; cell < cells; ++cell) {
            int n = 0;
            const int row = cell / columns, column = cell % columns;
            if (row > 0) shifts[4 * cell][n++] = 4 * (cell - columns);
            if (column > 0) shifts[4 * cell][n++] = 4 * (cell - 1);
            if (column < columns - 1) shifts[4 * cell][n++] = 4 * (cell + 1);
            if (row < rows - 1) shifts[4 * cell][n++] = 4 * (cell + columns);
            counts[4 * cell] = n;
            while (n < 4) shifts[4 * cell][n++] = 4 * cell;
        }
    }

    static Key start() {
        Key key = 0;
        for (int cell = 0; cell < cells; ++cell) key |= static_cast<Key>(cell) << (4 * cell);
        return key;
    }

    static bool is_goal(Key) { return false; }

    Key* successors(Key key, Key* out) const {
        const u64 empty = key >> 56;
        for (int i = 0; i < 4; ++i) {  // always four, of which the last may not count: no branch
            const u64 from = shifts[empty][i];
            const u64 tile = key >> from & 15;
            out[i] = (key ^ tile << from ^ tile << empty) ^ (empty ^ from) << 56;
        }
        return out + counts[empty];
    }
};

// Pancakes: four bits each, the topmost lowest. All bits reversed in fours, then shifted, is the
// upper part of the stack turned over.
struct Pancakes {
    using Key = u64;
    static constexpr std::size_t most = 16;
    int n;

    Key start() const {
        Key key = 0;
        for (int i = 0; i < n; ++i) key |= static_cast<Key>(i) << (4 * i);
        return key;
    }

    static bool is_goal(Key) { return false; }

    Key* successors(Key key, Key* out) const {
        Key turned = __builtin_bswap64(key);
        turned = (turned & 0x0F0F0F0F0F0F0F0Full) << 4 | (turned >> 4 & 0x0F0F0F0F0F0F0F0Full);
        for (int size = 2; size <= n; ++size) {
            const Key upper = (Key{1} << (4 * size)) - 1;
            *out++ = (key & ~upper) | turned >> (64 - 4 * size);
        }
        return out;
    }
};

// -------------------------------------------------------------------------------- jumping maze

static Answer maze(const std::vector<int>& jumps, int n) {
    const int cells = n * n;
    const Pages pages((2 * static_cast<std::size_t>(cells) + 8) * sizeof(u32));
    u32* parents = static_cast<u32*>(pages.start());  // and 1; 0 says that it was not met
    u32* queue = parents + cells + 1;
    parents[0] = parents[cells] = 1;  // the last is for jumps out of the maze
    queue[0] = 0;
    std::size_t size = 1, next = 0, layer_end = 1;
    const u32 width = n;
    Answer answer;
    answer.cost = 0;
    for (; !parents[cells - 1] && next < size; ++next) {
        if (next == layer_end) layer_end = size, ++answer.cost;
        const u32 cell = queue[next], row = cell / width, column = cell % width;
        const u32 jump = jumps[cell], down = jump * width, out = cells;
        const u32 targets[4] = {row >= jump ? cell - down : out, column >= jump ? cell - jump : out,
                                column + jump < width ? cell + jump : out,
                                row + jump < width ? cell + down : out};
        for (const u32 to : targets) {  // chance decides about each, so there is no branch
            const u32 parent = parents[to];
            parents[to] = parent ? parent : cell + 1;
            queue[size] = to;
            size += !parent;
        }
    }
    answer.cost += parents[cells - 1] != 0;
    answer.states = size;
    answer.expanded = next;
    return answer;
}

// --------------------------------------------------------------------------------- 15-puzzle

struct Node {
    u64 tiles;
    u32 parent;
    u8 g, h, empty, closed;  // empty: four times the number of the empty cell
};

// From the tiles to the number of their node. A slot holds some bits of the hash too, so that
// other nodes are hardly ever looked at.
class Numbers {
public:
    void fetch(u64 hash) const { __builtin_prefetch(slots_ + (hash >> shift_), 1); }

    // The number of the node, after one was appended if it is a new one.
    u32 find(u64 tiles, u64 hash, Column<Node>& nodes) {
        const u32 mark = static_cast<u32>(hash);
        std::size_t at = hash >> shift_;
        for (; slots_[at].number; at = (at + 1) & mask_)
            if (slots_[at].mark == mark && nodes[slots_[at].number - 1].tiles == tiles)
                return slots_[at].number - 1;
        nodes.push({tiles, 0, 255, 0, 0, 0});
        slots_[at] = {mark, static_cast<u32>(nodes.size())};
        if (nodes.size() * 2 > mask_) grow(nodes);
        return static_cast<u32>(nodes.size()) - 1;
    }

private:
    struct Slot { u32 mark, number; };
    int shift_ = 64 - 18;
    std::size_t mask_ = (std::size_t{1} << 18) - 1;
    Pages pages_{(mask_ + 1) * sizeof(Slot)};
    Slot* slots_ = static_cast<Slot*>(pages_.start());

    void grow(Column<Node>& nodes) {
        const Slot* old = slots_;
        const std::size_t count = mask_ + 1;
        Pages pages(2 * count * sizeof(Slot));
        pages.swap(pages_);
        slots_ = static_cast<Slot*>(pages_.start());
        mask_ = 2 * count - 1;
        --shift_;
        for (std::size_t from = 0; from < count; ++from) {
            if (!old[from].number) continue;
            std::size_t at = hash_of(nodes[old[from].number - 1].tiles) >> shift_;
            while (slots_[at].number) at = (at + 1) & mask_;
            slots_[at] = old[from];
        }
    }
};

static Answer fifteen(const std::vector<int>& start) {
    u8 distance[16][64];  // by tile and by four times the cell
    u8 shifts[64][4], counts[64];
    for (int cell = 0; cell < 16; ++cell) {
        int n = 0;
        if (cell / 4 > 0) shifts[4 * cell][n++] = 4 * (cell - 4);
        if (cell % 4 > 0) shifts[4 * cell][n++] = 4 * (cell - 1);
        if (cell % 4 < 3) shifts[4 * cell][n++] = 4 * (cell + 1);
        if (cell / 4 < 3) shifts[4 * cell][n++] = 4 * (cell + 4);
        counts[4 * cell] = n;
        for (int tile = 0; tile < 16; ++tile)
            distance[tile][4 * cell] =
                tile ? std::abs(tile / 4 - cell / 4) + std::abs(tile % 4 - cell % 4) : 0;
    }
    u64 tiles = 0;
    int h = 0, empty = 0;
    for (int cell = 0; cell < 16; ++cell) {
        tiles |= static_cast<u64>(start[cell]) << (4 * cell);
        h += distance[start[cell]][4 * cell];
        if (!start[cell]) empty = 4 * cell;
    }
    Column<Node> nodes;
    Numbers numbers;
    // Of the lowest f, the lowest h comes first, then the latest. A word says which h there are.
    std::vector<std::vector<u32>> buckets(256 * 64);
    u64 present[256] = {};
    const auto open = [&](int f, int h_, u32 number) {
        buckets[f * 64 + h_].push_back(number);
        present[f] |= u64{1} << h_;
    };
    numbers.find(tiles, hash_of(tiles), nodes);
    nodes[0] = {tiles, 0, 0, static_cast<u8>(h), static_cast<u8>(empty), 0};
    open(h, h, 0);
    Answer answer;
    for (int f = h; f < 256;) {
        if (!present[f]) {
            ++f;
            continue;
        }
        const int lowest_h = lowest(present[f]);
        auto& bucket = buckets[f * 64 + lowest_h];
        const u32 number = bucket.back();
        bucket.pop_back();
        if (bucket.empty()) present[f] &= present[f] - 1;
        Node& taken = nodes[number];
        if (taken.closed || taken.g + taken.h != f) continue;
        taken.closed = 1;
        if (taken.h == 0) {
            answer.cost = taken.g;
            break;
        }
        ++answer.expanded;
        const Node node = taken;
        const int n = counts[node.empty];
        u64 made[4], hashes[4];
        for (int i = 0; i < n; ++i) {
            const int from = shifts[node.empty][i];
            const u64 tile = node.tiles >> from & 15;
            made[i] = node.tiles ^ tile << from ^ tile << node.empty;
            hashes[i] = hash_of(made[i]);
            numbers.fetch(hashes[i]);
        }
        const int g = node.g + 1;
        for (int i = 0; i < n; ++i) {
            const u32 to = numbers.find(made[i], hashes[i], nodes);
            if (nodes[to].g <= g) continue;
            const int from = shifts[node.empty][i];
            const u64 tile = node.tiles >> from & 15;
            const int h_ = node.h + distance[tile][node.empty] - distance[tile][from];
            nodes[to] = {made[i], number, static_cast<u8>(g), static_cast<u8>(h_),
                         static_cast<u8>(from), 0};
            open(g + h_, h_, to);
        }
    }
    answer.states = nodes.size();
    return answer;
}

// ------------------------------------------------------------------------------------- main

template <class Word>
static int sokoban(const Level& level) {
    return timed([&] {
        const Sokoban<Word> problem(level);
        return breadth_first(problem, problem.start(level), 0);
    });
}

template <int rows, int columns>
static int sliding(std::size_t limit) {
    return timed([&] {
        const Sliding<rows, columns> problem;
        return breadth_first(problem, problem.start(), limit);
    });
}

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string what = words.empty() ? "" : words[0];
    if (what == "sliding" && words.size() == 4) {
        const std::string size = words[1] + "x" + words[2];
        const std::size_t limit = std::stoull(words[3]);
        if (size == "2x3") return sliding<2, 3>(limit);
        if (size == "3x3") return sliding<3, 3>(limit);
        if (size == "3x4") return sliding<3, 4>(limit);
    } else if (what == "pancakes" && words.size() == 2) {
        const Pancakes problem{std::stoi(words[1])};
        return timed([&] { return breadth_first(problem, problem.start(), 0); });
    } else if (what == "fifteen" && words.size() == 17) {
        std::vector<int> tiles;
        for (int i = 1; i <= 16; ++i) tiles.push_back(std::stoi(words[i]));
        return timed([&] { return fifteen(tiles); });
    } else if (what == "sokoban" && words.size() == 2) {
        const Level level = read_level(words[1].c_str());
        const int bits = level.rows * level.stride, floor = static_cast<int>(level.floor.size());
        if (bits <= 64 && floor <= 58) return sokoban<u64>(level);
        if (bits <= 128 && floor <= 121) return sokoban<u128>(level);
        std::cerr << "the level is too large\n";
        return 1;
    } else if (what == "maze" && words.size() == 2) {
        std::ifstream in(words[1]);
        int n = 0;
        in >> n;
        std::vector<int> jumps(static_cast<std::size_t>(n) * n);
        for (int& jump : jumps) in >> jump;
        return timed([&] { return maze(jumps, n); });
    }
    std::cerr << "tuned sliding ROWS COLUMNS LIMIT | pancakes N | fifteen T0 ... T15 | sokoban FILE | maze FILE\n";
    return 2;
}

// Sokoban with sets of cells in machine words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>
#include <vector>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "memory.hpp"

static inline int lowest(u64 set) { return __builtin_ctzll(set); }
static inline int lowest(u128 set) {
    const u64 low = static_cast<u64>(set);
    return low ? lowest(low) : 64 + lowest(static_cast<u64>(set >> 64));
}
static inline int count(u64 set) { return __builtin_popcountll(set); }
static inline int count(u128 set) {
    return count(static_cast<u64>(set)) + count(static_cast<u64>(set >> 64));
}

// Move the bits of `set` that stand where `floor` has bits together at the low end, and back.
static inline u64 together(u64 set, u64 floor) {
#if defined(__BMI2__)
    return _pext_u64(set, floor);
#else
    u64 packed = 0;
    for (u64 bit = 1; floor; bit <<= 1, floor &= floor - 1)
        if (set & floor & -floor) packed |= bit;
    return packed;
#endif
}
static inline u64 apart(u64 packed, u64 floor) {
#if defined(__BMI2__)
    return _pdep_u64(packed, floor);
#else
    u64 set = 0;
    for (; floor; packed >>= 1, floor &= floor - 1)
        if (packed & 1) set |= floor & -floor;
    return set;
#endif
}
static inline u128 together(u128 set, u128 floor) {
    const u64 low = static_cast<u64>(floor), high = static_cast<u64>(floor >> 64);
    return static_cast<u128>(together(static_cast<u64>(set >> 64), high)) << count(low) |
           together(static_cast<u64>(set), low);
}
static inline u128 apart(u128 packed, u128 floor) {
    const u64 low = static_cast<u64>(floor), high = static_cast<u64>(floor >> 64);
    return static_cast<u128>(apart(static_cast<u64>(packed >> count(low)), high)) << 64 |
           apart(static_cast<u64>(packed), low);
}

struct Level {
    int rows = 0, stride = 0;        // of the part that the player can walk to, walls taken off
    std::vector<int> floor, boxes, goals;  // numbers of cells; a row has one unused cell at its end
    int player = 0;
};

static Level read_level(const char* file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    std::size_t width = 0;
    for (std::string line; std::getline(in, line);)
        if (line.find('#') != std::string::npos) {
            lines.push_back(line);
            width = std::max(width, line.size());
        }
    const int rows = static_cast<int>(lines.size()), columns = static_cast<int>(width);
    for (auto& line : lines) line.resize(width, ' ');
    std::vector<int> walk;
    std::vector<char> met(rows * columns, 0);
    for (int cell = 0; cell < rows * columns; ++cell) {
        const char sign = lines[cell / columns][cell % columns];
        if (sign == '@' || sign == '+') walk.push_back(cell), met[cell] = 1;
    }
    int top = rows, bottom = 0, left = columns, right = 0;
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const int row = walk[i] / columns, column = walk[i] % columns;
        top = std::min(top, row), bottom = std::max(bottom, row);
        left = std::min(left, column), right = std::max(right, column);
        const int near[4][2] = {{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}};
        for (auto& [r, c] : near) {
            if (r < 0 || c < 0 || r >= rows || c >= columns) continue;
            if (lines[r][c] != '#' && !met[r * columns + c])
                met[r * columns + c] = 1, walk.push_back(r * columns + c);
        }
    }
    const int height = bottom - top + 1, breadth = right - left + 1;
    const bool across = breadth <= height;  // rows run along the narrower side
    Level level;
    level.rows = std::max(height, breadth);
    level.stride = std::min(height, breadth) + 1;
    const auto own_number = [&](int cell) {
        const int row = cell / columns - top, column = cell % columns - left;
        return across ? row * level.stride + column : column * level.stride + row;
    };
    std::sort(walk.begin(), walk.end(), [&](int one, int other) {
        return own_number(one) < own_number(other);
    });
    for (int cell : walk) {
        const char sign = lines[cell / columns][cell % columns];
        const int own = own_number(cell);
        level.floor.push_back(own);
        if (sign == '$' || sign == '*') level.boxes.push_back(own);
        if (sign == '.' || sign == '*' || sign == '+') level.goals.push_back(own);
        if (sign == '@' || sign == '+') level.player = own;
    }
    return level;
}

// A set of cells is a word, a bit a cell. A state is the boxes, squeezed to the cells of the floor,
// and above them the number of the lowest cell of the player's region.
template <class Word>
struct Sokoban {
    using Key = Word;
    static constexpr std::size_t most = 128;
    Word floor = 0, goals = 0;
    int stride, cells;

    explicit Sokoban(const Level& level) : stride(level.stride) {
        for (int cell : level.floor) floor |= Word{1} << cell;
        for (int cell : level.goals) goals |= Word{1} << cell;
        cells = count(floor);
        goals = together(goals, floor);
    }

    Key start(const Level& level) const {
        Word boxes = 0;
        for (int cell : level.boxes) boxes |= Word{1} << cell;
        return key(boxes, Word{1} << level.player);
    }

    Word region(Word free, Word reached) const {
        const auto step = [&](Word from) {  // all cells at once, along the rows, then the columns
            Word to = from | ((from << 1 | from >> 1) & free);
            return to | ((to << stride | to >> stride) & free);
        };
        for (;;) {
            const Word once = step(reached), twice = step(once);
            if (once == twice) return once;
            reached = twice;
        }
    }

    Key key(Word boxes, Word player) const {
        const int cell = lowest(region(floor & ~boxes, player));
        return together(boxes, floor) | static_cast<Word>(cell) << cells;
    }

    bool is_goal(Key key) const { return (key & ((Word{1} << cells) - 1)) == goals; }

    Key* successors(Key state, Key* out) const {
        const Word boxes = apart(state & ((Word{1} << cells) - 1), floor);
        const Word free = floor & ~boxes;
        const Word reached = region(free, Word{1} << static_cast<int>(state >> cells));
        const auto push = [&](Word movable, auto moved) {
            for (; movable; movable &= movable - 1) {
                const Word box = movable & -movable;
                *out++ = key(boxes ^ box ^ moved(box), box);
            }
        };
        const int s = stride;
        push(boxes & reached << 1 & free >> 1, [](Word box) { return box << 1; });
        push(boxes & reached >> 1 & free << 1, [](Word box) { return box >> 1; });
        push(boxes & reached << s & free >> s, [s](Word box) { return box << s; });
        push(boxes & reached >> s & free << s, [s](Word box) { return box >> s; });
        return out;
    }
};

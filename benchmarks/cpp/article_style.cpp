// The searches of the benchmark in the style of an article about the STL: a state is a matrix of
// characters with an order, a std::set knows the states that were met, and a deque of nodes holds
// each of them once more. Nothing here is slow on purpose; it is what one writes first.
//
// Arguments and output are those of tuned.cpp.

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "answer.hpp"

using Matrix = std::vector<std::vector<char>>;
using Cell = std::pair<int, int>;

static const Cell directions[4] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};

// ---------------------------------------------------------------------------------- searches

template <class State>
struct Node {
    State state;
    std::size_t parent;
    int depth;
};

// The goal is tested when a state is generated. Without a limit all states are stored.
template <class State>
static Answer breadth_first(const State& start, std::size_t limit = 0) {
    std::set<State> met;
    std::deque<Node<State>> nodes;
    met.insert(start);
    nodes.push_back({start, 0, 0});
    std::size_t next = 0;
    bool done = start.is_goal();
    while (!done && next < nodes.size()) {
        for (const State& successor : nodes[next].state.next_states()) {
            if (!met.insert(successor).second) continue;
            nodes.push_back({successor, next, nodes[next].depth + 1});
            done = successor.is_goal() || nodes.size() == limit;
            if (done) break;
        }
        ++next;
    }
    return {nodes.size(), next, nodes.back().depth};
}

template <class State>
static Answer a_star(const State& start) {
    struct Entry {
        int f, h, g;
        State state;
        bool operator<(const Entry& other) const {  // the least comes last in a priority queue
            return f != other.f ? f > other.f : h > other.h;
        }
    };
    struct Best {
        int g;
        State parent;
        bool closed;
    };
    std::map<State, Best> best;
    std::priority_queue<Entry> open;
    best.insert({start, {0, start, false}});
    open.push({start.estimate(), start.estimate(), 0, start});
    Answer answer;
    while (!open.empty()) {
        const Entry entry = open.top();
        open.pop();
        Best& own = best.find(entry.state)->second;
        if (own.closed || own.g < entry.g) continue;
        own.closed = true;
        if (entry.state.is_goal()) {
            answer.cost = entry.g;
            break;
        }
        ++answer.expanded;
        for (const State& successor : entry.state.next_states()) {
            const int g = entry.g + 1;
            const auto known = best.find(successor);
            if (known != best.end() && known->second.g <= g) continue;
            best.insert_or_assign(successor, Best{g, entry.state, false});
            const int h = successor.estimate();
            open.push({g + h, h, g, successor});
        }
    }
    answer.states = best.size();
    return answer;
}

// ---------------------------------------------------------------------------------- problems

template <class State>
struct Board {  // a sliding puzzle, 0 being the gap; State is the class that inherits this
    Matrix tiles;

    bool operator<(const Board& other) const { return tiles < other.tiles; }

    int rows() const { return static_cast<int>(tiles.size()); }
    int columns() const { return static_cast<int>(tiles[0].size()); }

    Cell gap() const {
        for (int row = 0; row < rows(); ++row)
            for (int column = 0; column < columns(); ++column)
                if (tiles[row][column] == 0) return {row, column};
        return {-1, -1};
    }

    std::vector<State> next_states() const {
        std::vector<State> states;
        const auto [row, column] = gap();
        for (const auto& [down, right] : directions) {
            const int r = row + down, c = column + right;
            if (r < 0 || c < 0 || r >= rows() || c >= columns()) continue;
            State state{{tiles}};
            std::swap(state.tiles[row][column], state.tiles[r][c]);
            states.push_back(std::move(state));
        }
        return states;
    }
};

struct WholeBoard : Board<WholeBoard> {  // to be explored; nothing is a goal
    bool is_goal() const { return false; }
};

struct Fifteen : Board<Fifteen> {  // the goal is the ordered board
    bool is_goal() const { return estimate() == 0; }
    int estimate() const {
        int sum = 0;
        for (int row = 0; row < rows(); ++row)
            for (int column = 0; column < columns(); ++column)
                if (const int tile = tiles[row][column])
                    sum += std::abs(tile / columns() - row) + std::abs(tile % columns() - column);
        return sum;
    }
};

struct Stack {  // pancakes, in a matrix of one row
    Matrix pancakes;

    bool operator<(const Stack& other) const { return pancakes < other.pancakes; }
    bool is_goal() const { return false; }

    std::vector<Stack> next_states() const {
        std::vector<Stack> states;
        for (std::size_t size = 2; size <= pancakes[0].size(); ++size) {
            Stack state(*this);
            for (std::size_t i = 0; i < size; ++i)
                state.pancakes[0][i] = pancakes[0][size - 1 - i];
            states.push_back(std::move(state));
        }
        return states;
    }
};

struct Jumper {  // a cell of the jumping maze
    static std::vector<std::vector<int>> jumps;
    int row, column;

    bool operator<(const Jumper& other) const {
        return row != other.row ? row < other.row : column < other.column;
    }
    bool is_goal() const {
        const int last = static_cast<int>(jumps.size()) - 1;
        return row == last && column == last;
    }
    std::vector<Jumper> next_states() const {
        std::vector<Jumper> states;
        const int n = static_cast<int>(jumps.size());
        for (const auto& [down, right] : directions) {
            const int r = row + down * jumps[row][column], c = column + right * jumps[row][column];
            if (r >= 0 && c >= 0 && r < n && c < n) states.push_back({r, c});
        }
        return states;
    }
};
std::vector<std::vector<int>> Jumper::jumps;

struct Warehouse {  // Sokoban; the player is drawn on the first cell that it can walk to
    static std::vector<Cell> goals;
    Matrix board;

    bool operator<(const Warehouse& other) const { return board < other.board; }

    bool is_goal() const {
        for (const auto& [row, column] : goals)
            if (board[row][column] != '$') return false;
        return true;
    }

    bool is_free(int row, int column) const {
        return board[row][column] != '#' && board[row][column] != '$';
    }

    Matrix walkable(int row, int column) const {
        Matrix met(board.size(), std::vector<char>(board[0].size(), 0));
        std::vector<Cell> cells{{row, column}};
        met[row][column] = 1;
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (const auto& [down, right] : directions) {
                const int r = cells[i].first + down, c = cells[i].second + right;
                if (met[r][c] || !is_free(r, c)) continue;
                met[r][c] = 1;
                cells.push_back({r, c});
            }
        return met;
    }

    void place_player(int row, int column) {
        const Matrix met = walkable(row, column);
        for (std::size_t r = 0; r < met.size(); ++r)
            for (std::size_t c = 0; c < met[0].size(); ++c)
                if (met[r][c]) {
                    board[r][c] = '@';
                    return;
                }
    }

    std::vector<Warehouse> next_states() const {
        std::vector<Warehouse> states;
        const int rows = static_cast<int>(board.size());
        const int columns = static_cast<int>(board[0].size());
        Cell player;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                if (board[row][column] == '@') player = {row, column};
        const Matrix met = walkable(player.first, player.second);
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                if (board[row][column] != '$') continue;
                for (const auto& [down, right] : directions) {
                    if (!met[row - down][column - right] || !is_free(row + down, column + right))
                        continue;
                    Warehouse state(*this);
                    state.board[player.first][player.second] = ' ';
                    state.board[row][column] = ' ';
                    state.board[row + down][column + right] = '$';
                    state.place_player(row, column);
                    states.push_back(std::move(state));
                }
            }
        return states;
    }
};
std::vector<Cell> Warehouse::goals;

// ------------------------------------------------------------------------------------ reading

static Matrix ordered(int rows, int columns) {
    Matrix tiles(rows, std::vector<char>(columns));
    for (int cell = 0; cell < rows * columns; ++cell)
        tiles[cell / columns][cell % columns] = static_cast<char>(cell);
    return tiles;
}

static Warehouse read_level(const char* file) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    std::size_t width = 0;
    for (std::string line; std::getline(in, line);)
        if (line.find('#') != std::string::npos) {
            lines.push_back(line);
            width = std::max(width, line.size());
        }
    Warehouse state;
    Cell player;
    for (std::size_t row = 0; row < lines.size(); ++row) {
        lines[row].resize(width, '#');
        state.board.emplace_back();
        for (std::size_t column = 0; column < width; ++column) {
            const char sign = lines[row][column];
            const Cell cell{static_cast<int>(row), static_cast<int>(column)};
            if (sign == '.' || sign == '*' || sign == '+') Warehouse::goals.push_back(cell);
            if (sign == '@' || sign == '+') player = cell;
            state.board[row].push_back(sign == '#' ? '#' : sign == '$' || sign == '*' ? '$' : ' ');
        }
    }
    state.place_player(player.first, player.second);
    return state;
}

static void read_maze(const char* file) {
    std::ifstream in(file);
    int n = 0;
    in >> n;
    Jumper::jumps.assign(n, std::vector<int>(n));
    for (auto& row : Jumper::jumps)
        for (int& jump : row) in >> jump;
}

// --------------------------------------------------------------------------------------- main

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::string what = words.empty() ? "" : words[0];
    if (what == "sliding" && words.size() == 4) {
        const WholeBoard start{{ordered(std::stoi(words[1]), std::stoi(words[2]))}};
        return timed([&] { return breadth_first(start, std::stoull(words[3])); });
    }
    if (what == "pancakes" && words.size() == 2) {
        const Stack start{ordered(1, std::stoi(words[1]))};
        return timed([&] { return breadth_first(start); });
    }
    if (what == "fifteen" && words.size() == 17) {
        Fifteen start{{ordered(4, 4)}};
        for (int cell = 0; cell < 16; ++cell)
            start.tiles[cell / 4][cell % 4] = static_cast<char>(std::stoi(words[cell + 1]));
        return timed([&] { return a_star(start); });
    }
    if (what == "sokoban" && words.size() == 2) {
        const Warehouse start = read_level(words[1].c_str());
        return timed([&] { return breadth_first(start); });
    }
    if (what == "maze" && words.size() == 2) {
        read_maze(words[1].c_str());
        return timed([] { return breadth_first(Jumper{0, 0}); });
    }
    std::cerr << "article_style sliding ROWS COLUMNS LIMIT | pancakes N | fifteen T0 ... T15 | "
                 "sokoban FILE | maze FILE\n";
    return 2;
}

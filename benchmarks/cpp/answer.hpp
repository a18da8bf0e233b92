// What a program of the benchmark says about a search, on one line of JSON: states stored,
// expansions, cost (of the solution, or the depth of the last layer), seconds of the search alone,
// and by how many bytes the process grew.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>

// The most that this process held so far (Linux; 0 elsewhere). getrusage would also count the
// program that started it.
static long peak_bytes() {
    std::ifstream in("/proc/self/status");
    for (std::string word; in >> word;)
        if (word == "VmHWM:") {
            long kibibytes = 0;
            in >> kibibytes;
            return kibibytes * 1024;
        }
    return 0;
}

struct Answer {
    std::size_t states = 0, expanded = 0;
    int cost = -1;
};

// Run a search and say what it found; gives the exit status of the program.
template <class Search>
static int timed(Search search) {
    using namespace std::chrono;
    const long before = peak_bytes();
    const auto began = steady_clock::now();
    const Answer answer = search();
    const double seconds = duration<double>(steady_clock::now() - began).count();
    std::printf("{\"states\": %zu, \"expanded\": %zu, \"cost\": %d, \"seconds\": %.6f, \"grown\": %ld}\n",
                answer.states, answer.expanded, answer.cost, seconds, peak_bytes() - before);
    return 0;
}

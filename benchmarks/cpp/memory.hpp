// Memory for searches with many states: columns that never move, and a table of known keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <sys/mman.h>

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = unsigned long long;
using u128 = unsigned __int128;

// Addresses for so many zeros, in large pages where the system has them. Memory is taken when it is
// touched, so it costs nothing to ask for more than is needed.
class Pages {
public:
    explicit Pages(std::size_t bytes) {
        bytes = (bytes + large - 1) & ~(large - 1);
        length_ = bytes + large;
        whole_ = mmap(nullptr, length_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (whole_ == MAP_FAILED) {
            std::fputs("out of memory\n", stderr);
            std::exit(1);
        }
        const auto address = reinterpret_cast<std::uintptr_t>(whole_);
        start_ = reinterpret_cast<void*>((address + large - 1) & ~(large - 1));
#if defined(MADV_HUGEPAGE)
        madvise(start_, bytes, MADV_HUGEPAGE);
#endif
    }
    ~Pages() { munmap(whole_, length_); }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    void* start() const { return start_; }
    void swap(Pages& other) {
        std::swap(whole_, other.whole_);
        std::swap(start_, other.start_);
        std::swap(length_, other.length_);
    }

private:
    static constexpr std::uintptr_t large = std::uintptr_t{1} << 21;
    void* whole_;
    void* start_;
    std::size_t length_;
};

// A column of up to 2^32 elements that only grows and never moves.
template <class T>
class Column {
public:
    Column() : pages_(sizeof(T) << 32), items_(static_cast<T*>(pages_.start())) {}

    std::size_t size() const { return size_; }
    T& operator[](std::size_t at) { return items_[at]; }
    void push(const T& item) { items_[size_++] = item; }

private:
    Pages pages_;
    T* items_;
    std::size_t size_ = 0;
};

static inline u64 hash_of(u64 key) { return (key ^ key >> 32) * 0x9FB21C651E98DF25ull; }
static inline u64 hash_of(u128 key) {
    return hash_of(static_cast<u64>(key) ^ static_cast<u64>(key >> 64) * 0xD6E8FEB86659FD93ull);
}

// The set of the keys that were met; 0 is no key. The top bits of the hash are the place in the
// table. When it doubles, keys keep their order, so both tables are walked from front to back.
template <class Key>
class Known {
public:
    void fetch(u64 hash) const { __builtin_prefetch(slots_ + (hash >> shift_), 1); }

    bool insert(Key key, u64 hash) {  // true: it is new
        std::size_t at = hash >> shift_;
        for (; slots_[at]; at = (at + 1) & mask_)
            if (slots_[at] == key) return false;
        slots_[at] = key;
        if (++size_ * 2 > mask_) grow();
        return true;
    }

private:
    int shift_ = 64 - 18;
    std::size_t mask_ = (std::size_t{1} << 18) - 1, size_ = 0;
    Pages pages_{(mask_ + 1) * sizeof(Key)};
    Key* slots_ = static_cast<Key*>(pages_.start());

    void grow() {
        const Key* old = slots_;
        const std::size_t count = mask_ + 1;
        Pages pages(2 * count * sizeof(Key));
        pages.swap(pages_);
        slots_ = static_cast<Key*>(pages_.start());
        mask_ = 2 * count - 1;
        --shift_;
        for (std::size_t from = 0; from < count; ++from) {
            if (!old[from]) continue;
            std::size_t at = hash_of(old[from]) >> shift_;
            while (slots_[at]) at = (at + 1) & mask_;
            slots_[at] = old[from];
        }
    }
};

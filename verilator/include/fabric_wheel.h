// The items in flight, with one list per cycle. The order inside a list does not matter, because each pin gets at most
// one item per cycle.
#pragma once
#include <cstdint>
#include <vector>

namespace fairlead {

struct FlitItem {
    uint64_t ctl, w0, w1;
    uint32_t link;  // destination node * 6 + direction
};

struct CreditItem {
    uint32_t link;
    uint8_t vcs;
};

/// A flit on a link of the collective network.
struct TreeItem {
    uint64_t w0, w1;
    uint32_t link;  // destination node * 3 + link
    uint8_t channel;
    bool head, tail;
};

/// The credits of one link of the collective network, one bit for each channel.
struct TreeCreditItem {
    uint32_t link;
    uint8_t channels;
};

/// A memory request. Its kind is 0 or 1 for a write port, 2 or 3 for a read port, and 4 for the DLA status.
struct MemoryRequest {
    uint64_t d0, d1;
    uint32_t node, address;
    uint8_t kind, op, length, context;
};

/// The global pattern of a node on its way to the OR, or the OR on its way to the nodes with one latency.
struct GlobalItem {
    uint32_t to;
    uint8_t pattern;
};

/// The patterns of all barriers on a link of the collective network, as bits of giIn for link 0.
struct LegItem {
    uint64_t patterns;
    uint32_t link;  // destination node * 3 + link
};

struct Bucket {
    std::vector<FlitItem> flits;
    std::vector<CreditItem> credits;
    std::vector<MemoryRequest> requests;
    std::vector<TreeItem> tree_flits;
    std::vector<TreeCreditItem> tree_credits;
    std::vector<GlobalItem> global_up;    // to: node
    std::vector<GlobalItem> global_down;  // to: index of the group of nodes with equal latency
    std::vector<LegItem> legs;

    void clear() {
        flits.clear();
        credits.clear();
        requests.clear();
        tree_flits.clear();
        tree_credits.clear();
        global_up.clear();
        global_down.clear();
        legs.clear();
    }
};

/// The lists for the next `size` cycles. They keep their capacity, so that a running fabric allocates no memory.
class Wheel {
public:
    void init(uint64_t horizon) {
        uint64_t size = 64;
        while (size <= horizon) size *= 2;
        m_mask = size - 1;
        m_buckets.assign(size, Bucket());
        m_occupied.assign(size / 64, 0);
        m_items = 0;
    }

    uint64_t size() const { return m_mask + 1; }
    bool empty() const { return m_items == 0; }

    /// Returns the list of cycle `due`, which must be less than size() cycles away, to add `items` items.
    Bucket& at(uint64_t due, uint32_t items = 1) {
        const uint64_t slot = due & m_mask;
        m_occupied[slot >> 6] |= 1ull << (slot & 63);
        m_items += items;
        return m_buckets[slot];
    }

    /// Returns the list of cycle `now`, which is valid until release(now), or null if there is none.
    Bucket* take(uint64_t now) {
        const uint64_t slot = now & m_mask;
        return m_occupied[slot >> 6] >> (slot & 63) & 1 ? &m_buckets[slot] : nullptr;
    }

    void release(uint64_t now) {
        const uint64_t slot = now & m_mask;
        Bucket& bucket = m_buckets[slot];
        m_items -= bucket.flits.size() + bucket.credits.size() + bucket.requests.size() + bucket.global_up.size() +
                   bucket.global_down.size() + bucket.tree_flits.size() + bucket.tree_credits.size() +
                   bucket.legs.size();
        bucket.clear();
        m_occupied[slot >> 6] &= ~(1ull << (slot & 63));
    }

    /// Returns the first cycle >= now that has a list, or ~0.
    uint64_t next(uint64_t now) const {
        if (m_items == 0) return ~0ull;
        const uint64_t start = now & m_mask;
        for (uint64_t step = 0; step <= size();) {
            const uint64_t slot = (start + step) & m_mask;
            const uint64_t word = m_occupied[slot >> 6] >> (slot & 63);
            if (word != 0) return now + step + static_cast<uint64_t>(__builtin_ctzll(word));
            step += 64 - (slot & 63);
        }
        return ~0ull;
    }

    /// Calls f with each list that may have items. With long latencies most of the lists are empty.
    template <class F>
    void for_each(F f) const {
        for (size_t word = 0; word < m_occupied.size(); ++word) {
            for (uint64_t bits = m_occupied[word]; bits != 0; bits &= bits - 1)
                f(m_buckets[word << 6 | static_cast<size_t>(__builtin_ctzll(bits))]);
        }
    }

    template <class F>
    void for_each_flit(F f) const {
        for_each([&](const Bucket& bucket) {
            for (const FlitItem& flit : bucket.flits) f(flit);
        });
    }

    /// Passes all that the wheel holds to an archive (fabric_state.cpp).
    template <class Archive>
    void exchange(Archive& archive) {
        auto& [buckets, occupied, mask, items] = *this;
        archive.fixed(mask);  // follows from the latencies
        archive.value(items);
        archive.list(occupied);
        for (Bucket& bucket : buckets) archive.bucket(bucket);
    }

private:
    std::vector<Bucket> m_buckets;
    std::vector<uint64_t> m_occupied;
    uint64_t m_mask = 0, m_items = 0;
};

}  // namespace fairlead

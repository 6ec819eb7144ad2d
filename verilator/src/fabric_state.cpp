// SPDX-License-Identifier: Apache-2.0
// Checkpoints: the state of a fabric between two runs as bytes, without the memories, and back. The structures are
// taken apart by bindings that name every member, so that a new member does not compile until it is carried or left out
// here.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "fabric_tiles.h"
#if defined(FAIRLEAD_FLAT) || VM_COVERAGE  // Verilator saves no model whose lines it counts
#define SAVES 0
#else
#define SAVES 1
#include "verilated_save.h"
#endif

namespace fairlead {

namespace {

/// Appends values to bytes.
class Writer {
public:
    static constexpr bool READS = false;

    explicit Writer(std::vector<uint8_t>& out) : m_out(out) {}

    void bytes(const void* from, size_t count) {
        const auto* const at = static_cast<const uint8_t*>(from);
        m_out.insert(m_out.end(), at, at + count);
    }
    template <class T>
    void value(T& item) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes(&item, sizeof item);
    }
    /// A value that the fabric has after its reset; the reader requires that it is the same.
    template <class T>
    void fixed(const T& item) {
        bytes(&item, sizeof item);
    }
    template <class T>
    void list(std::vector<T>& items) {
        static_assert(std::is_trivially_copyable_v<T>);
        uint64_t count = items.size();
        value(count);
        bytes(items.data(), count * sizeof(T));
    }
    void text(std::string& item) {
        uint64_t count = item.size();
        value(count);
        bytes(item.data(), count);
    }

private:
    std::vector<uint8_t>& m_out;
};

/// Takes values from bytes in the order in which a Writer has appended them.
class Reader {
public:
    static constexpr bool READS = true;

    Reader(const uint8_t* at, size_t count) : m_at(at), m_end(at + count) {}

    size_t left() const { return static_cast<size_t>(m_end - m_at); }
    const uint8_t* take(uint64_t count) {
        if (count > left()) throw Error{FL_E_ARGUMENT, "restore: the state is truncated"};
        const uint8_t* const from = m_at;
        m_at += count;
        return from;
    }
    template <class T>
    void value(T& item) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::memcpy(&item, take(sizeof item), sizeof item);
    }
    template <class T>
    void fixed(const T& item) {
        T saved;
        value(saved);
        if (saved != item) throw Error{FL_E_CONFIG, "restore: the state is of another machine"};
    }
    template <class T>
    void list(std::vector<T>& items) {
        const uint64_t count = counted(sizeof(T));
        items.resize(count);
        if (count > 0) std::memcpy(items.data(), take(count * sizeof(T)), count * sizeof(T));
    }
    void text(std::string& item) {
        const uint64_t count = counted(1);
        item.assign(reinterpret_cast<const char*>(take(count)), count);
    }

private:
    uint64_t counted(size_t each) {
        uint64_t count;
        value(count);
        if (count > left() / each) throw Error{FL_E_ARGUMENT, "restore: the state is truncated"};
        return count;
    }

    const uint8_t *m_at, *const m_end;
};

/// The archives that a Wheel passes its lists to.
template <class Base>
class Archive : public Base {
public:
    using Base::Base;

    void bucket(Bucket& bucket) {
        auto& [flits, credits, requests, tree_flits, tree_credits, global_up, global_down, legs] = bucket;
        this->list(flits);
        this->list(credits);
        this->list(requests);
        this->list(tree_flits);
        this->list(tree_credits);
        this->list(global_up);
        this->list(global_down);
        this->list(legs);
    }
};

#if SAVES

/// FNV-1a over all bytes: a state that is damaged or cut off is refused before any of it is used.
uint64_t checksum(const uint8_t* from, size_t count) {
    uint64_t sum = 0xcbf29ce484222325;
    for (size_t i = 0; i < count; i++) sum = (sum ^ from[i]) * 0x100000001b3;
    return sum;
}

/// Collects what a model saves of itself.
class ModelWriter final : public VerilatedSerialize {
public:
    explicit ModelWriter(std::vector<uint8_t>& out) : m_out(out) { m_isOpen = true; }

    void flush() override {
        m_out.insert(m_out.end(), m_bufp, m_cp);
        m_cp = m_bufp;
    }

private:
    std::vector<uint8_t>& m_out;
};

/// Gives a model what it has saved. Behind the end of the bytes come zeros, and the end is overrun.
class ModelReader final : public VerilatedDeserialize {
public:
    ModelReader(const uint8_t* at, size_t bytes) : m_next(at), m_left(bytes) {
        m_isOpen = true;
        m_endp = m_bufp;
    }

    /// Tells whether the model has taken exactly all bytes.
    bool exact() const { return m_left == 0 && static_cast<size_t>(m_endp - m_cp) == m_zeros; }

protected:
    void fill() override {
        const size_t kept = static_cast<size_t>(m_endp - m_cp);
        std::memmove(m_bufp, m_cp, kept);
        m_cp = m_bufp;
        const size_t room = bufferSize() - kept, some = std::min(room, m_left);
        if (some > 0) std::memcpy(m_bufp + kept, m_next, some);
        std::memset(m_bufp + kept + some, 0, room - some);
        m_next += some;
        m_left -= some;
        m_zeros += room - some;
        m_endp = m_bufp + bufferSize();
    }

private:
    const uint8_t* m_next;
    size_t m_left, m_zeros = 0;
};

#endif

}  // namespace

/// What must be the same in the fabric that is saved and in the one that is restored.
std::vector<uint8_t> Fabric::identity() const {
    std::vector<uint8_t> all;
    Writer out(all);
    const std::string library = std::string(hw::MANIFEST_HASH) + " " + CAPABILITY.name;
    out.bytes(library.data(), library.size());
    auto config = m_config;
    auto& [k, io_tiles, link, credit, barrier, software, memory_bytes, skip, hops, checks, events, capacity, threads,
           result, memory, memory_latency, up, down] = config;
    (void)events, (void)capacity, (void)result, (void)memory,
        (void)threads;  // places in the process, not in the machine
    for (int dimension : k) out.value(dimension);
    for (uint32_t latency : {io_tiles, link, credit, barrier, m_tree_latency}) out.value(latency);
    out.value(software);
    out.value(memory_bytes);
    for (bool flag : {skip, hops, checks}) out.value(flag);
    for (auto* list : {&memory_latency, &up, &down}) out.list(*list);
    for (const Part& part : m_parts) out.fixed(part.last);
    for (auto list : m_registers) {
        std::sort(list.begin(), list.end());
        for (auto& [number, value] : list) {
            out.value(number);
            out.value(value);
        }
    }
    auto tree = m_tree_words;
    out.list(tree);
    return all;
}

template <class A>
void Fabric::exchange_node(A& archive, Node& node) {
    auto& [ports, pins, busy, gi, due, poll, request, host_first, host_last, tile_first, tile_last, watch_first,
           watch_last, stalled, faults, load_wrong] = node;
    (void)ports, (void)request;  // pointers: into the model, and for one cycle
    archive.value(pins);
    archive.value(busy);
    archive.value(gi);
    archive.value(due);
    archive.value(poll);
    for (uint32_t* slot : {&host_first, &host_last, &tile_first, &tile_last, &watch_first, &watch_last})
        archive.value(*slot);
    archive.value(stalled);
    archive.value(faults);
    archive.value(load_wrong);
}

template <class A>
void Fabric::exchange_part(A& archive, Part& part) {
    auto& [first, last, work, running, wheel, sent, failure, alarms, busy, stalled, gi_nodes, host_seq, stat, events,
           freed, limits, acted, put, polls, limited_polls, failed, failed_node, failed_text] = part;
    // these are empty between two cycles, or the caller sets them in the next one
    (void)sent, (void)failure, (void)host_seq, (void)events, (void)freed, (void)limits, (void)acted, (void)put,
        (void)polls, (void)limited_polls, (void)failed, (void)failed_node, (void)failed_text;
    archive.fixed(first);
    archive.fixed(last);
    archive.list(work);
    archive.list(running);
    wheel.exchange(archive);
    uint64_t count = alarms.size();
    archive.value(count);
    if (A::READS) alarms.assign(count, {});
    for (auto& [cycle, node] : alarms) {
        archive.value(cycle);
        archive.value(node);
    }
    archive.value(busy);
    archive.value(stalled);
    archive.list(gi_nodes);
    archive.value(stat);
}

template <class A>
void Fabric::exchange(A& archive) {
    auto& [error, config, nodes, now, all_at, state, tiles, node, registers, link_depth, link_slots, cut_through,
           neighbour, outstanding, tree_latency, tree_words, tree_neighbour, tree_outstanding, tree_packets, tree_views,
           tree_depth, memory, stride, memory_bytes, own_memory, pages, written, bypass, held, gi_tree, gi, gi_seen,
           shown, gi_count, gi_groups, due, slots, free_slot, serial, commands, polls, limited_polls, queued, count,
           cycle_start, full_at, first_reactive, spill, spilling, parts, owner, crew, staging, failed_node, stat,
           next_check, rest_checks, some_views, imbalance, saved, wave, tracing, evaluated, pins, recording] = *this;
    // these follow from the configuration, which is the same
    (void)config, (void)registers, (void)link_depth, (void)link_slots, (void)cut_through, (void)neighbour,
        (void)tree_latency, (void)tree_words, (void)tree_neighbour, (void)tree_depth, (void)stride, (void)memory_bytes,
        (void)bypass, (void)gi_tree, (void)gi_groups, (void)owner;
    // these belong to the process, or to one batch
    (void)error, (void)state, (void)memory, (void)own_memory, (void)tree_views, (void)count, (void)cycle_start,
        (void)full_at, (void)first_reactive, (void)crew, (void)staging, (void)failed_node, (void)some_views,
        (void)saved, (void)wave, (void)tracing, (void)evaluated, (void)pins, (void)recording, (void)tiles;
    archive.value(now);
    archive.value(all_at);
    for (Node& one : node) exchange_node(archive, one);
    archive.list(outstanding);
    archive.list(tree_outstanding);
    archive.list(tree_packets);
    for (size_t i = 0; i < pages * nodes; ++i) archive.value(written[i]);  // of the memories, which the caller restores
    for (Held& one : held) {
        auto& [queue, current] = one;
        (void)current;  // for one cycle
        archive.list(queue);
    }
    archive.value(gi);
    archive.list(gi_seen);
    archive.list(shown);
    archive.value(gi_count);
    archive.list(due);
    archive.list(slots);
    for (uint32_t* number : {&free_slot, &serial, &commands, &polls, &limited_polls, &queued}) archive.value(*number);
    archive.list(spill);
    archive.value(spilling);
    for (Part& part : parts) exchange_part(archive, part);
    archive.value(stat);
    archive.value(next_check);
    archive.value(rest_checks);
    archive.text(imbalance);
}

#if !SAVES

const std::vector<uint8_t>& Fabric::save() { throw Error{FL_E_UNSUPPORTED, "a flat library saves no state"}; }

void Fabric::restore(const uint8_t*, size_t) { throw Error{FL_E_UNSUPPORTED, "a flat library restores no state"}; }

#else

const std::vector<uint8_t>& Fabric::save() {
    if (m_state == CREATED) throw Error{FL_E_STATE, "save before reset"};
    if (m_state == FAILED) throw Error{FL_E_FAILED, last_error};
    m_saved.clear();
    std::vector<uint8_t> machine = identity(), models;
    Archive<Writer> archive(m_saved);
    archive.list(machine);
    exchange(archive);
    {
        ModelWriter out(models);
        for (const auto& top : m_tiles->tops) out << *top;
        out.flush();
    }
    archive.list(models);
    uint64_t sum = checksum(m_saved.data(), m_saved.size());
    archive.value(sum);
    return m_saved;
}

void Fabric::restore(const uint8_t* data, size_t bytes) {
    if (recorder) throw Error{FL_E_STATE, "restore: a run that is recorded begins with its reset"};
    if (m_state != READY || m_now != 0)
        throw Error{FL_E_STATE, "a state is restored between reset and the first cycle"};
    uint64_t sum = 0;
    if (bytes >= sizeof sum) std::memcpy(&sum, data + bytes - sizeof sum, sizeof sum);
    if (bytes < sizeof sum || sum != checksum(data, bytes - sizeof sum))
        throw Error{FL_E_ARGUMENT, "restore: the state is truncated or damaged"};
    Archive<Reader> archive(data, bytes - sizeof sum);
    std::vector<uint8_t> machine, models;
    archive.list(machine);
    if (machine != identity()) throw Error{FL_E_CONFIG, "restore: the state is of another machine or library"};
    m_state = CREATED;  // until all of it is restored
    exchange(archive);
    archive.list(models);
    if (archive.left() != 0) throw Error{FL_E_ARGUMENT, "restore: more bytes than a state has"};
    RtlFailure& failure = rtl_failure();
    failure.clear();
    ModelReader in(models.data(), models.size());
    for (const auto& top : m_tiles->tops) in >> *top;
    const bool whole = !failure.failed && in.exact();
    failure.clear();
    if (!whole) throw Error{FL_E_CONFIG, "restore: the state is of tiles with other registers"};
    m_state = READY;
}

#endif

}  // namespace fairlead

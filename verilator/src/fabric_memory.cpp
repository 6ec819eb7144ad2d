// The memory and the host commands of one node in one cycle: writes commit, host commands act, polls are checked, and
// reads take their data. This file also clears memory.
#include <sys/mman.h>

#include <cstring>

#include "fabric_tiles.h"

namespace fairlead {

using namespace hw;

namespace {
constexpr size_t LEAST_GIVEN_BACK = 32u << 20;  // bytes; below this size, writing zeros is cheaper than new pages

uint64_t load64(const uint8_t* at) {
    uint64_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

/// Returns what an atomic leaves in a word where it found `old`.
uint64_t effect(uint8_t op, uint64_t old, uint64_t operand) {
    switch (op) {
        case WriteOp::FETCH_ADD:
            return old + operand;
        case WriteOp::FETCH_AND:
            return old & operand;
        case WriteOp::FETCH_OR:
            return old | operand;
        case WriteOp::FETCH_XOR:
            return old ^ operand;
        default:
            return operand;
    }
}

/// Tells whether the condition of a POLL holds for the word that it finds.
bool holds(const Command& poll, uint64_t word) {
    const uint64_t how = poll.w[0] >> 32, above = 8 * (how >> 3 & 7), unused = above + 8 * (how >> 6 & 7);
    const bool is_signed = (how >> 9) != 0;
    const uint64_t flip = static_cast<uint64_t>(is_signed) << 63;
    const uint64_t field =
        is_signed ? static_cast<uint64_t>(static_cast<int64_t>(word << above) >> unused) : word << above >> unused;
    const uint64_t value = field ^ flip, operand = poll.w[1] ^ flip;
    switch (static_cast<Comparison>(how & 7)) {
        case Comparison::EQUAL:
            return value == operand;
        case Comparison::NOT_EQUAL:
            return value != operand;
        case Comparison::LESS:
            return value < operand;
        case Comparison::LESS_EQUAL:
            return value <= operand;
        case Comparison::GREATER:
            return value > operand;
        default:
            return value >= operand;
    }
}

/// Fills memory with the pattern of a key: byte i is byte i & 7 of mix64(key + (i >> 3) * GOLDEN).
void fill(uint8_t* at, uint64_t length, uint64_t key) {
    for (uint64_t i = 0; i < length; i += 8, key += GOLDEN) {
        const uint64_t word = mix64(key);
        std::memcpy(at + i, &word, length - i < 8 ? length - i : 8);
    }
}
}  // namespace

void Fabric::serve(uint32_t n) {
    Node& node = m_node[n];
    Event commits[MOST_PORTS + 2];
    uint32_t committed = 0;
    Part& part = part_of(n);
    part.host_seq = 0;
    for (int port = 0; port < MOST_PORTS; ++port) {
        if (node.due >> port & 1) commit(n, port, commits[committed++]);
    }
    for (int port = MOST_PORTS; port < MOST_PORTS + 2; ++port) {
        if (node.due >> (STATUS_KIND + port - MOST_PORTS) & 1) commit(n, port, commits[committed++]);
    }
    while (node.host_first != NONE) {
        const uint32_t slot = node.host_first;
        node.host_first = m_slots[slot].next;
        ++part.acted;
        if (m_slots[slot].command.op == HostCommand::POLL) {
            start_poll(n, slot);
        } else {
            host_command(n, m_slots[slot].command);
            part.freed.push_back(slot);
        }
    }
    node.host_last = NONE;
    if (node.poll) watch(n);
    for (uint32_t i = 0; i < committed; ++i) {
        emit(n, EventUnit::MEMORY, EventKind::COMMITTED, i, commits[i].a, commits[i].b, commits[i].c);
    }
    for (int port = 0; port < MOST_PORTS; ++port) {
        if (node.due >> (2 + port) & 1) reply(n, port);
    }
    node.due = 0;
}

void Fabric::commit(uint32_t n, int port, Event& event) {
    Node& node = m_node[n];
    const MemoryRequest& write = *node.request[port < MOST_PORTS ? port : STATUS_KIND + port - MOST_PORTS];
    const uint32_t bytes = write.length;
    event.a = event.b = event.c = 0;
    const bool atomic = write.op != WriteOp::WRITE;
    if (bytes > FLIT_BYTES || write.op > WriteOp::SWAP || (atomic && bytes != 4 && bytes != 8))
        return fail(n, "a memory write of no known form");
    if (!in_memory(write.address, bytes)) {
        const std::string text = "a write of " + std::to_string(bytes) + " bytes at " + std::to_string(write.address) +
                                 " is beyond the " + std::to_string(m_config.memory_bytes) + " bytes of memory";
        return fail(n, text.c_str());
    }
    uint8_t* const at = memory_of(n) + write.address;
    uint64_t words[2] = {0, 0}, old = 0;
    uint32_t written = bytes;
    if (!atomic) {
        const uint64_t data[2] = {write.d0, write.d1};
        std::memcpy(words, data, bytes);
    } else {
        const uint64_t mask = ~uint64_t{0} >> (64 - 8 * bytes);
        std::memcpy(&old, at, bytes);
        words[0] = effect(write.op, old, write.d0) & mask;
        if (write.op == WriteOp::COMPARE_SWAP && old != (write.d1 & mask)) {
            words[0] = 0;
            written = 0;
        }
    }
    std::memcpy(at, words, written);
    note_write(n, write.address, written);
    node.poll |= node.watch_first != NONE;
    if (port < MOST_PORTS) {
        const WriteAckPins& ack = node.ports.writeAck[port];
        *ack.valid = 1;
        *ack.old = old;
        node.pins |= 1u << (WRITE + port);
    } else if (port > MOST_PORTS) {
        *node.ports.deviceAck = 1;
        node.pins |= 1u << DEVICE_ACK;
    } else {
        *node.ports.statusAck = 1;
        node.pins |= 1u << STATUS;
    }
    event.a = CommitEvent::address.put(write.address) | CommitEvent::bytes.put(written) |
              CommitEvent::port.put(static_cast<uint64_t>(port)) | CommitEvent::operation.put(write.op);
    event.b = words[0];
    event.c = words[1];
}

void Fabric::reply(uint32_t n, int port) {
    Node& node = m_node[n];
    const MemoryRequest& read = *node.request[2 + port];
    if (read.length > FLIT_BYTES || !in_memory(read.address, read.length)) {
        const std::string text = "a read of " + std::to_string(read.length) + " bytes at " +
                                 std::to_string(read.address) + " is beyond the " +
                                 std::to_string(m_config.memory_bytes) + " bytes of memory";
        return fail(n, text.c_str());
    }
    uint64_t words[2] = {0, 0};
    std::memcpy(words, memory_of(n) + read.address, read.length);
    const ReadReplyPins& pin = node.ports.readReply[port];
    *pin.valid = 1;
    *pin.ctx = read.context;
    *pin.d0 = words[0];
    *pin.d1 = words[1];
    node.pins |= 1u << (READ + port) | 1u << (*pin.ctx == 0 ? SENDS : REPLIES);
}

void Fabric::host_event(uint32_t n, int kind, const Command& command, uint64_t b, uint64_t c) {
    const uint64_t a = HostEvent::task.put(command.task) | HostEvent::sequence.put(command.seq);
    emit(n, EventUnit::HOST, kind, part_of(n).host_seq++, a, b, c);
}

/// Returns the value that software gets for a read: the value in memory, unless the fault load_wrong changes it.
uint64_t Fabric::told(Node& node, uint64_t value) {
    if (!node.load_wrong) return value;
    node.load_wrong = false;
    return value ^ 1;
}

/// Executes any host command but POLL. Its addresses were checked when it was submitted.
void Fabric::host_command(uint32_t n, const Command& command) {
    if (command.op == HostCommand::TIMER) return host_event(n, EventKind::TIMED, command, 0, 0);
    Node& node = m_node[n];
    uint8_t* const at = memory_of(n) + command.w[0];
    if (command.op == HostCommand::FILL) {
        fill(at, command.w[1], command.w[2]);
        note_write(n, command.w[0], command.w[1]);
        node.poll |= node.watch_first != NONE;
        return host_event(n, EventKind::STORED, command, 0, 0);
    }
    const auto store = [&](uint64_t value, uint64_t bytes = 8) {
        std::memcpy(at, &value, bytes);
        note_write(n, command.w[0], bytes);
        node.poll |= node.watch_first != NONE;
    };
    if (command.op == HostCommand::STORE) {
        store(command.w[1], command.w[2] == 0 ? 8 : command.w[2]);
        return host_event(n, EventKind::STORED, command, 0, 0);
    }
    const uint64_t old = load64(at);
    if (command.op == HostCommand::LOAD) return host_event(n, EventKind::LOADED, command, told(node, old), 0);
    if (command.op == HostCommand::ADD) {
        store(old + command.w[1]);
    } else if (old == command.w[2]) {
        store(command.w[1]);
    }
    host_event(n, EventKind::LOADED, command, old, 0);
}

/// Adds a poll to the watch list. The list is checked after all host commands of this cycle have acted.
void Fabric::start_poll(uint32_t n, uint32_t slot) {
    Node& node = m_node[n];
    Slot& poll = m_slots[slot];
    const uint64_t limit = poll.command.w[2];
    poll.watching = true;
    poll.until = limit == 0 || limit > NEVER - m_now ? NEVER : m_now + limit;
    poll.timed = poll.until != NEVER;
    append(node.watch_first, node.watch_last, slot);
    node.poll = true;
    Part& part = part_of(n);
    ++part.polls;
    if (poll.timed) {
        ++part.limited_polls;
        part.limits.push_back({poll.until, slot});
    }
}

void Fabric::watch(uint32_t n) {
    Node& node = m_node[n];
    Part& part = part_of(n);
    node.poll = false;
    uint32_t slot = node.watch_first;
    node.watch_first = node.watch_last = NONE;
    while (slot != NONE) {
        Slot& poll = m_slots[slot];
        const uint32_t next = poll.next;
        const uint64_t value = load64(memory_of(n) + (poll.command.w[0] & 0xFFFFFFFFu));
        const bool held = holds(poll.command, value);
        if (held || m_now >= poll.until) {
            host_event(n, EventKind::POLLED, poll.command, told(node, value), held);
            poll.watching = false;
            --part.polls;
            if (poll.until != NEVER) --part.limited_polls;
            if (!poll.timed) part.freed.push_back(slot);
        } else {
            append(node.watch_first, node.watch_last, slot);
        }
        slot = next;
    }
}

void Fabric::note_write(uint32_t node, uint64_t address, uint64_t bytes) {
    uint8_t* const pages = m_written.get() + node * m_pages;
    for (uint64_t page = address / FL_PAGE_BYTES; bytes > 0 && page * FL_PAGE_BYTES < address + bytes; ++page)
        pages[page] = 1;
}

/// Sets memory to zero. The pages of a large memory are returned to the system, which costs no time until they are
/// accessed. Memory that does not become zero in this way, such as a mapped file, is overwritten.
void Fabric::clear_memory() {
    std::memset(m_written.get(), 0, m_pages * m_nodes);
    constexpr size_t PAGE = 4096;
    uint8_t *const end = m_memory + m_memory_bytes,
                   *const from = m_memory + (PAGE - reinterpret_cast<uintptr_t>(m_memory) % PAGE) % PAGE,
                   *const to = end - reinterpret_cast<uintptr_t>(end) % PAGE;
    if (m_memory_bytes < LEAST_GIVEN_BACK) {
        std::memset(m_memory, 0, m_memory_bytes);
        return;
    }
    *from = 1;
    if (madvise(from, static_cast<size_t>(to - from), MADV_DONTNEED) != 0 || *from != 0) {
        std::memset(from, 0, static_cast<size_t>(to - from));
    }
    std::memset(m_memory, 0, static_cast<size_t>(from - m_memory));
    std::memset(to, 0, static_cast<size_t>(end - to));
}

}  // namespace fairlead

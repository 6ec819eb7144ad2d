// The C ABI, which translates handles to fabrics and errors to statuses and texts.
#include <cerrno>
#include <cstring>
#include <mutex>
#include <new>

#include "fabric_record.h"
#include "fabric_tiles.h"
#include "fairlead_abi.h"

namespace {

using namespace fairlead;

/// The registry of fabrics. A handle consists of a slot and its generation, so that an old or invented handle is
/// detected.
struct Registry {
    struct Entry {
        std::unique_ptr<Fabric> fabric;
        std::vector<uint64_t> words;
        uint32_t generation = 0;
    };
    std::mutex mutex;
    std::vector<std::unique_ptr<Entry>> entries;

    Entry* find(int64_t handle) {
        const std::lock_guard<std::mutex> lock(mutex);
        const uint64_t slot = (static_cast<uint64_t>(handle) & 0xFFFF) - 1,
                       generation = static_cast<uint64_t>(handle) >> 16;
        if (handle <= 0 || slot >= entries.size()) return nullptr;
        Entry* const entry = entries[slot].get();
        return entry->fabric != nullptr && entry->generation == generation ? entry : nullptr;
    }

    int64_t add(std::unique_ptr<Fabric> fabric, std::vector<uint64_t> words) {
        const std::lock_guard<std::mutex> lock(mutex);
        size_t slot = 0;
        while (slot < entries.size() && entries[slot]->fabric != nullptr) ++slot;
        if (slot == 0xFFFE) throw Error{FL_E_NO_MEMORY, "too many fabrics"};
        if (slot == entries.size()) entries.push_back(std::make_unique<Entry>());
        Entry& entry = *entries[slot];
        entry.fabric = std::move(fabric);
        entry.words = std::move(words);
        ++entry.generation;
        return static_cast<int64_t>(static_cast<uint64_t>(entry.generation) << 16 | (slot + 1));
    }

    std::unique_ptr<Fabric> remove(int64_t handle) {
        Entry* const entry = find(handle);
        const std::lock_guard<std::mutex> lock(mutex);
        return entry == nullptr ? nullptr : std::move(entry->fabric);
    }
};

Registry& registry() {
    static Registry instance;
    return instance;
}

std::string& thread_error() {
    thread_local std::string text;
    return text;
}

/// Runs `body`. If it throws, returns the status of the error and stores its text in `text`.
template <class Body>
int guarded(std::string& text, Body body) {
    try {
        body();
        return FL_OK;
    } catch (const Error& error) {
        text = error.text;
        return error.status;
    } catch (const std::bad_alloc&) {
        text = "out of memory";
        return FL_E_NO_MEMORY;
    } catch (const std::exception& error) {
        text = error.what();
        return FL_E_INTERNAL;
    } catch (...) {
        text = "unknown exception";
        return FL_E_INTERNAL;
    }
}

template <class Body>
int with(int64_t handle, Body body) {
    Registry::Entry* const entry = registry().find(handle);
    if (entry == nullptr) {
        thread_error() = "no fabric has handle " + std::to_string(handle);
        return FL_E_HANDLE;
    }
    return guarded(entry->fabric->last_error, [&] { body(*entry->fabric); });
}

void require(bool condition, const char* text) {
    if (!condition) throw Error{FL_E_ARGUMENT, text};
}

void recorded(Fabric& fabric) {
    if (fabric.recorder && fabric.recorder->broken)
        throw Error{FL_E_IO, std::string("the record could not be written: ") + std::strerror(errno)};
}

}  // namespace

extern "C" {

const char* fl_layout_hash(void) { return hw::MANIFEST_HASH; }

const char* fl_capabilities(void) {
    static const std::string text = [] {
        const hw::Capability& c = CAPABILITY;
        const auto line = [](const char* name, int value) {
            return std::string(name) + "=" + std::to_string(value) + "\n";
        };
        return std::string("variant=") + c.name + "\n" + line("faults", c.faults) + line("asserts", c.asserts) +
               line("maxLinkDepth", c.maxLinkDepth) + line("maxLocalDepth", c.maxLocalDepth) +
               line("maxInjection", c.maxInjection) + line("maxReception", c.maxReception) + line("maxDla", c.maxDla) +
               line("maxResponse", c.maxResponse) + line("maxTasks", c.maxTasks) + line("dlaChannels", c.dlaChannels) +
               line("maxCommitSlots", c.maxCommitSlots) + line("maxHeaderQueue", c.maxHeaderQueue) +
               line("maxReadWindow", c.maxReadWindow) + line("maxFenceEntries", c.maxFenceEntries) +
               line("maxAckCounters", c.maxAckCounters) + line("vcsPerClass", hw::VCS_PER_CLASS) +
               line("waves", VM_TRACE_FST) + line("flat", FLAT) + line("threads", FLAT ? 1 : MAX_THREADS);
    }();
    return text.c_str();
}

int fl_create(const uint64_t* words, int count, int64_t* handle) {
    return guarded(thread_error(), [&] {
        require(handle != nullptr, "fl_create: no place for the handle");
        *handle = 0;
        const Config config = Config::parse(words, count);
        *handle = registry().add(std::make_unique<Fabric>(config), std::vector<uint64_t>(words, words + count));
    });
}

int fl_destroy(int64_t handle) {
    std::unique_ptr<Fabric> fabric = registry().remove(handle);
    if (fabric == nullptr) {
        thread_error() = "no fabric has handle " + std::to_string(handle);
        return FL_E_HANDLE;
    }
    const bool pins = fabric->pins_close();
    if ((!fabric->recorder || fabric->recorder->close()) && pins) return FL_OK;
    thread_error() =
        std::string(pins ? "the record" : "the file of pins") + " could not be written: " + std::strerror(errno);
    return FL_E_IO;
}

int fl_configure(int64_t handle, int node, int reg, uint64_t value) {
    return with(handle, [&](Fabric& fabric) { fabric.configure(node, reg, value); });
}

int fl_tree(int64_t handle, const uint64_t* words, int count) {
    return with(handle, [&](Fabric& fabric) { fabric.connect_tree(words, count); });
}

int fl_reset(int64_t handle) {
    return with(handle, [&](Fabric& fabric) { fabric.reset(); });
}

int fl_load(int64_t handle, int node, uint32_t address, const void* data, int bytes) {
    return with(handle, [&](Fabric& fabric) { fabric.load(node, address, data, bytes); });
}

int fl_submit(int64_t handle, const void* commands, int count) {
    return with(handle, [&](Fabric& fabric) {
        require(count >= 0 && (commands != nullptr || count == 0), "fl_submit: no commands, or a negative count");
        require(reinterpret_cast<uintptr_t>(commands) % 8 == 0, "fl_submit: commands must be aligned to 8 bytes");
        const auto* records = static_cast<const Command*>(commands);
        fabric.submit(records, count);
        if (fabric.recorder) fabric.recorder->submit(records, count);
        recorded(fabric);
    });
}

int fl_run(int64_t handle, uint64_t limit) {
    return with(handle, [&](Fabric& fabric) {
        if (fabric.recorder) fabric.recorder->run(limit);
        recorded(fabric);
        fabric.run(limit);
    });
}

int fl_memory(int64_t handle, int node, uint64_t* out) {
    return with(handle, [&](Fabric& fabric) {
        require(out != nullptr, "fl_memory: no place for the answer");
        out[0] = reinterpret_cast<uint64_t>(fabric.memory(node));
        out[1] = fabric.config().memory_bytes;
        out[2] = reinterpret_cast<uint64_t>(fabric.written(node));
    });
}

int fl_stats(int64_t handle, uint64_t* out, int capacity) {
    return with(handle, [&](Fabric& fabric) {
        require(out != nullptr && capacity > 0, "fl_stats: no place for the answer");
        fabric.stats(out, capacity);
    });
}

int fl_vcs(int64_t handle, uint64_t* out, int capacity) {
    return with(handle, [&](Fabric& fabric) {
        require(out != nullptr, "fl_vcs: no place for the answer");
        fabric.vcs(out, capacity);
    });
}

int fl_tree_links(int64_t handle, uint64_t* out, int capacity) {
    return with(handle, [&](Fabric& fabric) {
        require(out != nullptr, "fl_tree_links: no place for the answer");
        fabric.tree_links(out, capacity);
    });
}

int fl_inspect(int64_t handle, int node, char* out, int capacity) {
    return with(handle, [&](Fabric& fabric) {
        require(out != nullptr && capacity > 0, "fl_inspect: no place for the answer");
        const std::string text = fabric.inspect(node);
        if (text.size() + 1 > static_cast<size_t>(capacity)) {
            throw Error{FL_E_ARGUMENT, "fl_inspect: the answer has " + std::to_string(text.size() + 1) + " bytes"};
        }
        std::memcpy(out, text.c_str(), text.size() + 1);
    });
}

int fl_peek(int64_t handle, int node, const char* name, int index, uint64_t* value) {
    return with(handle, [&](Fabric& fabric) {
        require(value != nullptr, "fl_peek: no place for the answer");
        *value = fabric.peek(node, name, index);
    });
}

int fl_poke(int64_t handle, int node, const char* name, int index, uint64_t value) {
    return with(handle, [&](Fabric& fabric) {
        if (fabric.recorder) throw Error{FL_E_STATE, "a run that is recorded takes no other values of registers"};
        fabric.poke(node, name, index, value);
    });
}

int fl_pins(int64_t handle, const char* file, int node, int64_t edges) {
    return with(handle, [&](Fabric& fabric) { fabric.pins(file, node, edges); });
}

int fl_wave(int64_t handle, const char* file, const int32_t* nodes, int count, uint64_t from, uint64_t to) {
    return with(handle, [&](Fabric& fabric) { fabric.wave(file, nodes, count, from, to); });
}

int fl_record(int64_t handle, const char* file) {
    Registry::Entry* const entry = registry().find(handle);
    return with(handle, [&](Fabric& fabric) {
        fabric.record(file, entry->words.data(), static_cast<int>(entry->words.size()));
    });
}

int fl_save(int64_t handle, uint64_t* out) {
    return with(handle, [&](Fabric& fabric) {
        require(out != nullptr, "fl_save: no place for the answer");
        const std::vector<uint8_t>& state = fabric.save();
        out[0] = reinterpret_cast<uint64_t>(state.data());
        out[1] = state.size();
    });
}

int fl_restore(int64_t handle, const void* data, int64_t bytes) {
    return with(handle, [&](Fabric& fabric) {
        require(data != nullptr && bytes >= 0, "fl_restore: no data");
        fabric.restore(static_cast<const uint8_t*>(data), static_cast<size_t>(bytes));
    });
}

const char* fl_last_error(int64_t handle) {
    Registry::Entry* const entry = handle == 0 ? nullptr : registry().find(handle);
    return entry == nullptr ? thread_error().c_str() : entry->fabric->last_error.c_str();
}
}

// A recording of a run: the calls that changed the run, in order, as chunks {u32 type, u32 bytes, data padded to 8}.
// replay_main.cpp reads it.
#pragma once
#include <cstdint>
#include <cstdio>

#include "fabric.h"

namespace fairlead {

inline constexpr uint64_t RECORD_MAGIC = 0x32306365726c66ull;  // "flrec02"
inline constexpr uint64_t MAX_EVENTS = 1u << 26;               // greatest number of events of one batch
enum class Chunk : uint32_t { CREATE = 1, CONFIGURE, RESET, LOAD, SUBMIT, RUN, TREE };

struct Fabric::Recorder {
    std::FILE* file;
    bool broken = false;

    explicit Recorder(std::FILE* f) : file(f) {}
    ~Recorder() {
        if (file != nullptr) std::fclose(file);
    }
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    void create(const uint64_t* words, int count);
    void configure(int node, int reg, uint64_t value);
    void tree(const uint64_t* words, int count);
    void reset();
    void load(int node, uint32_t address, const void* data, int bytes);
    void submit(const Command* commands, int count);
    void run(uint64_t limit);
    /// Writes the last block and closes the file; returns whether the whole recording was written.
    bool close();

private:
    void header(Chunk type, size_t bytes);
    void put(const void* data, size_t bytes);
    void pad(size_t bytes);
};

}  // namespace fairlead

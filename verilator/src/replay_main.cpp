// replay FILE [--no-hash] [--repeat N] [--threads N] [--from CYCLE] [--to CYCLE]: runs a recorded fabric without Java
// and prints one JSON line. With --no-hash the events are written and dropped, which measures the speed of the library
// alone (bench bridge, row bridge.bare). All counts but the hash begin at cycle --from, and the run ends at cycle --to;
// each takes effect at the next chunk of the recording.
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <string>
#include <vector>

#include "fabric_record.h"
#include "fairlead_abi.h"
#include "hw_layout.h"
#include "sha256.h"

namespace {

using namespace fairlead;

struct ReplayError {
    std::string text;
};

struct Result {
    uint64_t first = 0, cycles = 0, events = 0, identity = 0, stats[FL_S_COUNT] = {};
    int stop = FL_STOP_LIMIT;
    double wall = 0, cpu = 0;
    std::string sha256, failure;
};

/// Reads a recording. Any other file is not read to its end, because a device may have none.
std::vector<uint64_t> read_file(const char* path) {
    std::FILE* const file = std::fopen(path, "rb");
    if (file == nullptr) throw ReplayError{std::string(path) + ": cannot be read"};
    std::vector<uint64_t> words;
    uint64_t block[4096];
    for (size_t got; (got = std::fread(block, 8, 4096, file)) > 0;) {
        words.insert(words.end(), block, block + got);
        if (words[0] != RECORD_MAGIC) break;
    }
    std::fclose(file);
    return words;
}

/// Converts a number on the command line, which must consist of digits only.
uint64_t number(const char* text) {
    char* end = nullptr;
    errno = 0;
    const uint64_t value = std::strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != 0 || errno != 0) {
        throw ReplayError{std::string(text) + ": must be a number of digits only"};
    }
    return value;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Options {
    bool hash = true;
    long repeat = 1;
    long threads = 0;  // 0 means the number in the recording
    uint64_t from = 0, to = ~0ull;
};

class Replay {
public:
    Replay(const std::vector<uint64_t>& record, const Options& options) : m_record(record), m_options(options) {}
    ~Replay() {
        if (m_handle != 0) fl_destroy(m_handle);
    }
    Replay(const Replay&) = delete;
    Replay& operator=(const Replay&) = delete;

    Result run() {
        size_t at = 1 + 64 / 8;
        if (m_record.size() < at || m_record[0] != RECORD_MAGIC) throw ReplayError{"not a recorded run"};
        if (std::memcmp(&m_record[1], fl_layout_hash(), 64) != 0) {
            throw ReplayError{"recorded with other layouts than this library's; record the run again"};
        }
        while (at < m_record.size() && m_words[FL_R_CYCLE] < m_options.to) {
            if (m_result.first == 0 && m_words[FL_R_CYCLE] >= m_options.from) begin();
            const uint32_t type = static_cast<uint32_t>(m_record[at]);
            const size_t bytes = m_record[at] >> 32, words = (bytes + 7) / 8;
            if (words > m_record.size() - at - 1) throw ReplayError{"the record ends inside a chunk"};
            chunk(static_cast<Chunk>(type), m_record.data() + at + 1, bytes);
            at += 1 + words;
        }
        if (m_handle == 0) throw ReplayError{"the record has no run"};
        check(fl_stats(m_handle, m_result.stats, FL_S_COUNT));
        for (int i = 0; i < FL_S_COUNT; ++i) m_result.stats[i] -= m_before[i];
        if (m_options.hash) m_result.sha256 = m_sha.hex();
        if (m_result.stop == FL_STOP_FAILED) m_result.failure = fl_last_error(m_handle);
        return m_result;
    }

private:
    /// Discards the counts of the cycles before --from.
    void begin() {
        if (m_options.from == 0 || m_words[FL_R_CYCLE] == 0) return;
        m_result.first = m_words[FL_R_CYCLE];
        m_result.wall = m_result.cpu = 0;
        m_result.events = 0;
        check(fl_stats(m_handle, m_before, FL_S_COUNT));
    }

    void check(int status) {
        if (status != FL_OK) throw ReplayError{"status " + std::to_string(status) + ": " + fl_last_error(m_handle)};
    }

    static void require(bool condition) {
        if (!condition) throw ReplayError{"a chunk has another size than its type"};
    }

    void chunk(Chunk type, const uint64_t* data, size_t bytes) {
        if (m_handle == 0 && type != Chunk::CREATE)
            throw ReplayError{"the record does not begin with its configuration"};
        switch (type) {
            case Chunk::CREATE:
                return create(data, bytes / 8);
            case Chunk::CONFIGURE:
                require(bytes == 24);
                return check(fl_configure(m_handle, static_cast<int>(data[0]), static_cast<int>(data[1]), data[2]));
            case Chunk::TREE:
                require(bytes % 8 == 0 && bytes < INT32_MAX);
                return check(fl_tree(m_handle, data, static_cast<int>(bytes / 8)));
            case Chunk::RESET:
                return check(fl_reset(m_handle));
            case Chunk::LOAD:
                require(bytes >= 16 && bytes < INT32_MAX);
                return check(fl_load(m_handle, static_cast<int>(data[0]), static_cast<uint32_t>(data[1]), data + 2,
                                     static_cast<int>(bytes - 16)));
            case Chunk::SUBMIT:
                require(bytes % FL_COMMAND_BYTES == 0 && bytes < INT32_MAX);
                timed([&] { check(fl_submit(m_handle, data, static_cast<int>(bytes / FL_COMMAND_BYTES))); });
                return;
            case Chunk::RUN:
                require(bytes == 8);
                return run_to(data[0]);
        }
        throw ReplayError{"a chunk of unknown type " + std::to_string(static_cast<uint32_t>(type))};
    }

    void create(const uint64_t* data, size_t count) {
        if (count < FL_C_MEMORY_LATENCY) throw ReplayError{"the record's configuration is too short"};
        if (m_handle != 0) throw ReplayError{"the record has a second configuration"};
        std::vector<uint64_t> words(data, data + count);
        if (words[FL_C_EVENT_CAPACITY] > MAX_EVENTS) throw ReplayError{"the record asks for too many events"};
        m_events.resize(words[FL_C_EVENT_CAPACITY]);
        words[FL_C_MEMORY] = 0;  // an address of the recording process is not valid here
        words[FL_C_EVENTS] = reinterpret_cast<uint64_t>(m_events.data());
        words[FL_C_RESULT] = reinterpret_cast<uint64_t>(m_words);
        if (m_options.threads != 0) words[FL_C_THREADS] = static_cast<uint64_t>(m_options.threads);
        check(fl_create(words.data(), static_cast<int>(words.size()), &m_handle));
    }

    void run_to(uint64_t limit) {
        timed([&] { check(fl_run(m_handle, limit)); });
        m_result.cycles = m_words[FL_R_CYCLE];
        m_result.stop = static_cast<int>(m_words[FL_R_STOP]);
        m_result.events += m_words[FL_R_EVENTS];
        if (!m_options.hash) return;
        for (uint64_t i = 0; i < m_words[FL_R_EVENTS]; ++i) {
            const int kind = m_events[i].kind;
            if ((hw::EVENT_IDENTITY[kind >> 6] >> (kind & 63) & 1) == 0) continue;
            m_sha.update(&m_events[i], sizeof m_events[i]);
            ++m_result.identity;
        }
    }

    template <class Body>
    void timed(Body body) {
        const auto wall = std::chrono::steady_clock::now();
        const double cpu = cpu_seconds();
        body();
        m_result.wall += std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
        m_result.cpu += cpu_seconds() - cpu;
    }

    const std::vector<uint64_t>& m_record;
    const Options m_options;
    uint64_t m_before[FL_S_COUNT] = {};
    int64_t m_handle = 0;
    std::vector<Event> m_events;
    uint64_t m_words[FL_R_COUNT] = {};
    Sha256 m_sha;
    Result m_result;
};

void print(const Result& r) {
    std::printf(
        "{\"first\":%llu,\"cycles\":%llu,\"events\":%llu,\"wall_s\":%.6f,\"cpu_s\":%.6f,\"cycles_per_s\":%.1f,\"tiles_"
        "evaluated\":%"
        "llu,"
        "\"flit_hops\":%llu,\"stop\":%d",
        static_cast<unsigned long long>(r.first), static_cast<unsigned long long>(r.cycles),
        static_cast<unsigned long long>(r.events), r.wall, r.cpu,
        r.wall > 0 ? static_cast<double>(r.cycles - r.first) / r.wall : 0.0,
        static_cast<unsigned long long>(r.stats[FL_S_TILES_EVALUATED]),
        static_cast<unsigned long long>(r.stats[FL_S_FLIT_HOPS]), r.stop);
    if (!r.sha256.empty()) {
        std::printf(",\"identity_events\":%llu,\"event_sha256\":\"%s\"", static_cast<unsigned long long>(r.identity),
                    r.sha256.c_str());
    }
    std::printf("}\n");
    if (!r.failure.empty()) std::fprintf(stderr, "replay: %s\n", r.failure.c_str());
}

int usage() {
    std::fprintf(stderr, "usage: replay FILE [--no-hash] [--repeat N] [--threads N] [--from CYCLE] [--to CYCLE]\n");
    return 2;
}

int replay(int argc, char** argv) {
    const char* path = nullptr;
    Options options;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--no-hash") == 0) {
            options.hash = false;
        } else if (std::strcmp(argv[i], "--repeat") == 0 && i + 1 < argc) {
            options.repeat = static_cast<long>(number(argv[++i]));
        } else if (std::strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
            options.threads = static_cast<long>(number(argv[++i]));
        } else if (std::strcmp(argv[i], "--from") == 0 && i + 1 < argc) {
            options.from = number(argv[++i]);
        } else if (std::strcmp(argv[i], "--to") == 0 && i + 1 < argc) {
            options.to = number(argv[++i]);
        } else if (argv[i][0] == '-' || path != nullptr) {
            return usage();
        } else {
            path = argv[i];
        }
    }
    if (path == nullptr || options.repeat < 1 || options.threads < 0) return usage();
    const std::vector<uint64_t> record = read_file(path);
    for (long i = 0; i < options.repeat; ++i) {
        Replay replay(record, options);
        print(replay.run());
    }
    return std::fflush(stdout) == 0 ? 0 : 5;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return replay(argc, argv);
    } catch (const ReplayError& error) {
        std::fprintf(stderr, "replay: %s\n", error.text.c_str());
        return 2;
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "replay: the memory is full\n");
        return 5;
    }
}

// A crew of threads that share the tiles of one cycle: the caller and its workers. Workers spin between two cycles of a
// run and sleep between two runs.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace fairlead {

class Crew {
public:
    using Work = std::function<void(uint32_t member)>;

    /// Creates a crew whose members 0 (the caller of share) to members - 1 (workers) execute `work`, which must not
    /// throw.
    Crew(uint32_t members, Work work);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    uint32_t members() const { return static_cast<uint32_t>(m_workers.size()) + 1; }

    /// Called before the first share of a run (wake) and after its last share (rest).
    void wake();
    void rest();

    /// All members execute the work once; the call returns when all have finished. The workers see all earlier writes
    /// of the caller, and the caller then sees the writes of the workers.
    void share();

private:
    void worker(uint32_t member);

    const Work m_work;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_stop = false;
    std::atomic<bool> m_awake{false};
    alignas(64) std::atomic<uint64_t> m_round{0};
    alignas(64) std::atomic<uint32_t> m_left{0};
    std::vector<std::thread> m_workers;
};

}  // namespace fairlead

// SPDX-License-Identifier: Apache-2.0
// Threads that share the tiles of one cycle: the caller and its workers. Workers spin between two cycles of a run and
// sleep between two runs.
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

    /// `work` is done by members 0 (the caller of share) to members - 1 (workers). It must not throw.
    Crew(uint32_t members, Work work);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    uint32_t members() const { return static_cast<uint32_t>(m_workers.size()) + 1; }

    /// Before the first and after the last share of a run.
    void wake();
    void rest();

    /// All members work once; returns when all are through. What the caller wrote before is seen by the workers, and
    /// what they wrote by the caller.
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

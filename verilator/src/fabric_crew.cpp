// SPDX-License-Identifier: Apache-2.0
#include "fabric_crew.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

namespace fairlead {

namespace {
/// A spinning wait that yields the core after many spins, because there may be fewer cores than members.
class Patience {
public:
    void wait() {
        if (++m_spins % SPINS == 0) {
            sched_yield();
        } else {
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
    }

private:
    static constexpr uint32_t SPINS = 4096;
    uint32_t m_spins = 0;
};
}  // namespace

Crew::Crew(uint32_t members, Work work) : m_work(std::move(work)) {
    // signals are handled by the process's other threads
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    for (uint32_t member = 1; member < members; ++member) m_workers.emplace_back([this, member] { worker(member); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Crew::~Crew() {
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_stop = true;
        m_awake.store(false, std::memory_order_release);
    }
    m_changed.notify_all();
    for (std::thread& worker : m_workers) worker.join();
}

void Crew::wake() {
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_awake.store(true, std::memory_order_release);
    }
    m_changed.notify_all();
}

void Crew::rest() { m_awake.store(false, std::memory_order_release); }

void Crew::share() {
    m_left.store(static_cast<uint32_t>(m_workers.size()), std::memory_order_relaxed);
    m_round.fetch_add(1, std::memory_order_release);
    m_work(0);
    for (Patience patience; m_left.load(std::memory_order_acquire) != 0;) patience.wait();
}

void Crew::worker(uint32_t member) {
    uint64_t done = 0;
    for (;;) {
        {
            std::unique_lock<std::mutex> lock(m_mutex);
            m_changed.wait(lock, [&] { return m_stop || m_awake.load(std::memory_order_acquire); });
            if (m_stop) return;
        }
        for (Patience patience; m_awake.load(std::memory_order_acquire);) {
            if (m_round.load(std::memory_order_acquire) == done) {
                patience.wait();
                continue;
            }
            ++done;
            m_work(member);
            m_left.fetch_sub(1, std::memory_order_release);
        }
    }
}

}  // namespace fairlead

// router_alone KX KY KZ LOAD CYCLES [KEY=VALUE]...: runs the Verilated TorusRouter without its tile, one per node, with
// uniform traffic at the local ports, and prints one JSON line (bench rtl, rows router.*). Without keys, the traffic is
// 8-flit requests in dimension order, and links, latencies and depths are those of a default machine. Idle routers are
// skipped, as in the fabric. Every flit is counted; check=N checks the credits of all links every N cycles.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "VTorusRouter.h"
#include "VTorusRouter___024root.h"
#include "fabric_records.h"
#include "fabric_view.h"
#include "fabric_wheel.h"
#include "hw_layout.h"
#include "verilated.h"
#include "vl_hooks.h"
#include "vl_straight.h"

FAIRLEAD_EVALUATE(VTorusRouter)

namespace {

using namespace fairlead;
using namespace fairlead::hw;

constexpr uint64_t LINK_LATENCY = 2, CREDIT_LATENCY = 2, DRAIN = 100000;
constexpr int EJECTS = CLASSES * MOST_PORTS, VCS = RouterView::VCS;
constexpr uint32_t NONE = ~0u;

/// The values of the keys. With `flits` 0, the length of each packet is drawn from 1 to 17. With `classes` 2, every
/// second packet is a response. With `shift`, every packet goes this many hops in +x instead of uniform traffic.
struct Options {
    uint64_t mode = 0, rule = 0, arbitration = 0, vct = 0, prefer = 0, depth = 8, local = 8;
    uint64_t flits = 8, classes = 1, seed = 1, check = 0, unsafe = 0, shift = 0;

    bool set(const std::string& text) {
        const std::pair<const char*, uint64_t*> keys[] = {
            {"mode", &mode},   {"rule", &rule},   {"arbitration", &arbitration}, {"vct", &vct},
            {"depth", &depth}, {"local", &local}, {"prefer", &prefer},           {"flits", &flits},
            {"seed", &seed},   {"check", &check}, {"classes", &classes},         {"unsafe", &unsafe},
            {"shift", &shift}};
        const size_t sign = text.find('=');
        for (const auto& [name, place] : keys) {
            if (sign == std::string::npos || text.substr(0, sign) != name) continue;
            *place = std::strtoull(text.c_str() + sign + 1, nullptr, 0);
            return true;
        }
        return false;
    }

    bool cut_through() const { return vct != 0 || (mode & 1) != 0 || rule == 2; }
    uint64_t slots() const { return cut_through() ? depth / MAX_PACKET_FLITS : 0; }
    uint64_t routing() const { return static_cast<uint64_t>(cut_through()) | prefer << 1 | slots() << 8; }
    bool counts_packets() const { return cut_through() && (unsafe & 0xFF) != UnsafeVariant::SHALLOW_ADAPTIVE; }
};

struct LocalPins {
    uint8_t *valid, *head, *tail, *credit;
    uint64_t *w0, *w1;
};

struct Node {
    std::unique_ptr<VTorusRouter> top;
    LinkFlitPins in[LINKS], out[LINKS];
    uint8_t *credit_in[LINKS], *credit_out[LINKS];
    LocalPins inject[EJECTS], eject[EJECTS];
    bool busy = true, awake = false;
    uint32_t waiting[CLASSES] = {};  // packets created but not begun
    uint32_t credits[EJECTS] = {};   // credits of the injection ports
    int left[EJECTS] = {};           // remaining flits of the current packet
    bool first[EJECTS] = {};         // the next flit is the head
    uint64_t header[EJECTS] = {};    // routing word of the packet
    uint64_t drawn = 0;              // number of random words so far
};

void bind(Node& node) {
    VTorusRouter& t = *node.top;
#define LINK_PINS(i)                                                                         \
    node.in[i] = {&t.io_linkIn_##i##_ctl, &t.io_linkIn_##i##_w0, &t.io_linkIn_##i##_w1};     \
    node.out[i] = {&t.io_linkOut_##i##_ctl, &t.io_linkOut_##i##_w0, &t.io_linkOut_##i##_w1}; \
    node.credit_in[i] = &t.io_creditIn_##i;                                                  \
    node.credit_out[i] = &t.io_creditOut_##i
#define LOCAL_PINS(way, i)                                                                                       \
    node.way[i] = {&t.io_##way##_##i##_flit_valid, &t.io_##way##_##i##_flit_head, &t.io_##way##_##i##_flit_tail, \
                   &t.io_##way##_##i##_credit,     &t.io_##way##_##i##_flit_w0,   &t.io_##way##_##i##_flit_w1}
    LINK_PINS(0);
    LINK_PINS(1);
    LINK_PINS(2);
    LINK_PINS(3);
    LINK_PINS(4);
    LINK_PINS(5);
    LOCAL_PINS(inject, 0);
    LOCAL_PINS(inject, 1);
    LOCAL_PINS(inject, 2);
    LOCAL_PINS(inject, 3);
    LOCAL_PINS(eject, 0);
    LOCAL_PINS(eject, 1);
    LOCAL_PINS(eject, 2);
    LOCAL_PINS(eject, 3);
#undef LINK_PINS
#undef LOCAL_PINS
}

class Torus {
public:
    Torus(int kx, int ky, int kz, double load, const Options& options)
        : m_k{kx, ky, kz}, m_nodes(static_cast<uint32_t>(kx * ky * kz)), m_node(m_nodes), m_options(options) {
        const double flits = options.flits == 0 ? (1 + MAX_PACKET_FLITS) / 2.0 : static_cast<double>(options.flits);
        m_birth = static_cast<uint64_t>(load / flits * 18446744073709551615.0);
        m_wheel.init(LINK_LATENCY + CREDIT_LATENCY);
        for (uint32_t n = 0; n < m_nodes; ++n) {
            const std::string name = "node" + std::to_string(n);
            m_node[n].top = std::make_unique<VTorusRouter>(&m_context, name.c_str());
            bind(m_node[n]);
            reset(n);
            m_views.emplace_back(m_context, name + ".TorusRouter");
        }
    }

    /// Creates packets for `cycles` cycles, then runs until all flits have arrived or the time to drain is over.
    bool run(uint64_t cycles) {
        const RtlFailure& failure = rtl_failure();
        for (; now < cycles || (!done() && now < cycles + DRAIN); ++now) {
            cycle(now < cycles);
            if (m_options.check != 0 && now % m_options.check == 0) check_links();
            if (failure.failed) trouble = "cycle " + std::to_string(now) + ": " + failure.text;
            if (!trouble.empty()) return false;
        }
        if (m_options.check != 0) check_links();
        if (!done()) trouble = "packets do not arrive";
        return trouble.empty() && misrouted == 0;
    }

    uint64_t now = 0, evaluated = 0, hops = 0, adaptive = 0, sent = 0, arrived = 0, misrouted = 0, checks = 0;
    std::string trouble;
    uint32_t nodes() const { return m_nodes; }

private:
    bool done() const {
        for (const Node& node : m_node) {
            for (const uint32_t packets : node.waiting) {
                if (packets != 0) return false;
            }
            for (const int flits : node.left) {
                if (flits != 0) return false;
            }
        }
        return arrived == sent;
    }

    /// Checks that every slot of every link VC is a credit, in flight, or in use at the receiver.
    void check_links() {
        std::vector<uint32_t> away(m_nodes * LINKS * VCS, 0);
        const bool packets = m_options.counts_packets();
        m_wheel.for_each([&](const Bucket& bucket) {
            for (const FlitItem& flit : bucket.flits) {
                const bool takes = !packets || LinkCtl::head.get(flit.ctl) != 0;
                away[back(flit.link) * VCS + LinkCtl::vc.get(flit.ctl)] += takes;
            }
            for (const CreditItem& credit : bucket.credits) {
                for (int vc = 0; vc < VCS; ++vc)
                    away[credit.link * VCS + static_cast<uint32_t>(vc)] += credit.vcs >> vc & 1;
            }
        });
        const uint32_t depth = static_cast<uint32_t>(m_options.depth);
        const uint64_t slots = packets ? m_options.slots() : m_options.depth;
        for (uint32_t n = 0; n < m_nodes; ++n) {
            for (int port = 0; port < LINKS; ++port) {
                const uint32_t to = neighbour(n, port);
                if (to == NONE) continue;
                const int in = static_cast<int>(to % LINKS);
                for (int vc = 0; vc < VCS; ++vc) {
                    const RouterView& receiver = m_views[to / LINKS];
                    const uint32_t held = packets ? receiver.packets(in, vc, depth) : receiver.occupancy(in, vc, depth);
                    const uint32_t link = n * LINKS + static_cast<uint32_t>(port);
                    ++checks;
                    if (m_views[n].credits(port, vc) + away[link * VCS + static_cast<uint32_t>(vc)] + held == slots)
                        continue;
                    trouble = "cycle " + std::to_string(now) + " node " + std::to_string(n) + " port " +
                              std::to_string(port) + " vc " + std::to_string(vc) + ": credits, what is under way and " +
                              std::to_string(held) + " at the receiver are not " + std::to_string(slots);
                }
            }
        }
    }

    /// Returns the other end of a link.
    uint32_t back(uint32_t link) const { return neighbour(link / LINKS, static_cast<int>(link % LINKS)); }

    uint64_t coord(uint32_t n) const {
        const uint32_t kx = static_cast<uint32_t>(m_k[0]), ky = static_cast<uint32_t>(m_k[1]);
        return Coord::x.put(n % kx) | Coord::y.put(n / kx % ky) | Coord::z.put(n / kx / ky);
    }

    void reset(uint32_t n) {
        VTorusRouter& top = *m_node[n].top;
        const auto clock = [&] {
            for (const uint8_t level : {1, 0}) {
                top.clock = top.io_cfgClock = level;
                top.eval_step();
            }
        };
        const uint64_t registers[][2] = {{ConfigReg::ME, coord(n)},
                                         {ConfigReg::VC_RULE, m_options.rule},
                                         {ConfigReg::ARBITRATION, m_options.arbitration},
                                         {ConfigReg::LINK_DEPTH, m_options.depth},
                                         {ConfigReg::LOCAL_DEPTH, m_options.local},
                                         {ConfigReg::ROUTING, m_options.routing()},
                                         {ConfigReg::LINK_PACE, LinkPace::interval.put(1) | LinkPace::chunk.put(1)},
                                         {ConfigReg::UNSAFE, m_options.unsafe}};
        top.reset = 1;
        clock();  // the first evaluation detects no edge
        for (const auto& r : registers) {
            top.io_cfg_valid = 1;
            top.io_cfg_reg = static_cast<uint8_t>(r[0]);
            top.io_cfg_data = r[1];
            clock();
        }
        top.io_cfg_valid = 0;
        for (int i = 0; i < 3; ++i) clock();  // the credits follow the depths
        top.reset = 0;
        for (uint32_t& credits : m_node[n].credits) credits = static_cast<uint32_t>(m_options.local);
    }

    uint64_t draw(uint32_t n) { return mix64(mix64(m_options.seed + n) + GOLDEN * ++m_node[n].drawn); }

    /// Returns the destination of linkOut as node * LINKS + its linkIn; NONE on a ring of one.
    uint32_t neighbour(uint32_t n, int direction) const {
        const int d = direction / 2, k = m_k[d];
        if (k == 1) return NONE;
        const int stride = d == 0 ? 1 : d == 1 ? m_k[0] : m_k[0] * m_k[1];
        const int place = static_cast<int>(n) / stride % k, to = (place + (direction % 2 == 0 ? 1 : k - 1)) % k;
        return static_cast<uint32_t>((static_cast<int>(n) + (to - place) * stride) * LINKS + (direction ^ 1));
    }

    /// Returns the routing word of a packet, as a tile's HeaderBuilder writes it.
    uint64_t header(uint32_t from, uint32_t to, uint64_t cls) const {
        const Field* const axes[3] = {&Coord::x, &Coord::y, &Coord::z};
        const uint64_t src = coord(from), dst = coord(to);
        uint64_t dir = 0, cross = 0, parity = 0, other = 0;
        for (const Field* axis : axes) {
            parity ^= axis->get(src) & 1;
            other ^= axis->get(dst) & 1;
        }
        for (int d = 0; d < 3; ++d) {
            const uint64_t k = static_cast<uint64_t>(m_k[d]), s = axes[d]->get(src), t = axes[d]->get(dst);
            const uint64_t twice = 2 * ((t + k - s) % k);
            const uint64_t tie = (m_options.mode & 2) != 0 ? (now >> d ^ now >> (d + 3)) & 1 : parity ^ other ^ (t & 1);
            const bool minus = twice > k || (twice == k && tie != 0);
            dir |= static_cast<uint64_t>(minus) << d;
            cross |= static_cast<uint64_t>(minus ? t > s : t < s) << d;
        }
        return Header0::stamp.put(now) | Header0::last.put(1) | Header0::eport.put(parity) | Header0::cross.put(cross) |
               Header0::dir.put(dir) | Header0::mode.put(m_options.mode) | Header0::cls.put(cls) |
               Header0::src.put(src) | Header0::dst.put(dst);
    }

    void cycle(bool births) {
        Bucket* const bucket = m_wheel.take(now);
        if (bucket != nullptr) {
            for (const FlitItem& flit : bucket->flits) {
                Node& to = m_node[flit.link / LINKS];
                const LinkFlitPins& pin = to.in[flit.link % LINKS];
                *pin.ctl = flit.ctl;
                *pin.w0 = flit.w0;
                *pin.w1 = flit.w1;
                to.awake = true;
            }
            for (const CreditItem& credit : bucket->credits) {
                Node& to = m_node[credit.link / LINKS];
                *to.credit_in[credit.link % LINKS] = credit.vcs;
                to.awake = true;
            }
        }
        for (uint32_t n = 0; n < m_nodes; ++n) step(n, births);
        if (bucket != nullptr) m_wheel.release(now);
    }

    void step(uint32_t n, bool births) {
        Node& node = m_node[n];
        if (births && draw(n) < m_birth) ++node.waiting[m_options.classes == 1 ? 0 : draw(n) & 1];
        for (int port = 0; port < EJECTS; ++port) inject(n, port);
        if (!node.busy && !node.awake) return;
        ++evaluated;
        VTorusRouter& top = *node.top;
        top.clock = 1;
        evaluate_top(top);
        top.rootp->__Vtrigrprev__TOP__clock = 0;  // replaces a falling edge
        node.awake = false;
        for (int i = 0; i < LINKS; ++i) {
            *node.in[i].ctl = 0;
            *node.credit_in[i] = 0;
        }
        for (int i = 0; i < EJECTS; ++i) *node.inject[i].valid = *node.eject[i].credit = 0;
        node.busy = top.io_busy;
        if (node.busy) collect(n);
    }

    void inject(uint32_t n, int port) {
        Node& node = m_node[n];
        const uint32_t cls = static_cast<uint32_t>(port / MOST_PORTS);
        if (node.left[port] == 0 && node.waiting[cls] > 0) {
            uint32_t to = static_cast<uint32_t>(draw(n) % (m_nodes - 1));
            if (to >= n) ++to;
            if (m_options.shift != 0) {
                const uint32_t k = static_cast<uint32_t>(m_k[0]);
                to = n - n % k + (n + static_cast<uint32_t>(m_options.shift)) % k;
            }
            node.header[port] = header(n, to, cls);
            node.left[port] = static_cast<int>(m_options.flits == 0 ? 1 + draw(n) % MAX_PACKET_FLITS : m_options.flits);
            node.first[port] = true;
            --node.waiting[cls];
        }
        if (node.left[port] == 0 || node.credits[port] == 0) return;
        const LocalPins& pin = node.inject[port];
        *pin.valid = 1;
        *pin.head = node.first[port];
        node.first[port] = false;
        *pin.tail = node.left[port] == 1;
        *pin.w0 = *pin.head ? node.header[port] : now;
        *pin.w1 = n;
        --node.left[port];
        --node.credits[port];
        ++sent;
        node.awake = true;
    }

    void collect(uint32_t n) {
        Node& node = m_node[n];
        for (int i = 0; i < LINKS; ++i) {
            if (const uint64_t ctl = *node.out[i].ctl; LinkCtl::valid.get(ctl) != 0) {
                ++hops;
                adaptive += LinkCtl::vc.get(ctl) >> 1 & 1;
                m_wheel.at(now + LINK_LATENCY)
                    .flits.push_back({ctl, *node.out[i].w0, *node.out[i].w1, neighbour(n, i)});
            }
            if (*node.credit_out[i] != 0)
                m_wheel.at(now + CREDIT_LATENCY).credits.push_back({neighbour(n, i), *node.credit_out[i]});
        }
        for (int i = 0; i < EJECTS; ++i) {
            node.credits[i] += *node.inject[i].credit;
            const LocalPins& pin = node.eject[i];
            if (*pin.valid == 0) continue;
            ++arrived;
            misrouted += *pin.head != 0 && Header0::dst.get(*pin.w0) != coord(n);
            *pin.credit = 1;  // the pin has this value in the next cycle
            node.awake = true;
        }
    }

    VerilatedContext m_context;
    int m_k[3];
    uint32_t m_nodes;
    std::vector<Node> m_node;
    std::vector<RouterView> m_views;
    Options m_options;
    uint64_t m_birth;  // probability of a new packet, times 2^64
    Wheel m_wheel;
};

}  // namespace

int main(int argc, char** argv) {
    const int k[3] = {argc > 1 ? std::atoi(argv[1]) : 0, argc > 2 ? std::atoi(argv[2]) : 0,
                      argc > 3 ? std::atoi(argv[3]) : 0};
    const double load = argc > 4 ? std::atof(argv[4]) : 0;
    const long long cycles = argc > 5 ? std::atoll(argv[5]) : 0;
    Options options;
    bool good = argc >= 6 && load > 0 && load <= 1 && cycles > 0 && k[0] * k[1] * k[2] > 1;
    for (const int n : k) good = good && n >= 1 && n <= MAX_K;
    for (int i = 6; i < argc; ++i) good = good && options.set(argv[i]);
    if (!good) {
        std::fprintf(stderr,
                     "usage: router_alone KX KY KZ LOAD CYCLES [KEY=VALUE]... (2 nodes or more, load up to 1)\n");
        return 2;
    }
    Torus torus(k[0], k[1], k[2], load, options);
    const std::clock_t begin = std::clock();
    const bool sound = torus.run(static_cast<uint64_t>(cycles));
    const double cpu = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf(
        "{\"cycles\":%llu,\"nodes\":%u,\"evaluated\":%llu,\"flits\":%llu,\"flit_hops\":%llu,\"cpu_s\":%.6f,"
        "\"adaptive_hops\":%llu,\"checks\":%llu}\n",
        static_cast<unsigned long long>(torus.now), torus.nodes(), static_cast<unsigned long long>(torus.evaluated),
        static_cast<unsigned long long>(torus.sent), static_cast<unsigned long long>(torus.hops), cpu,
        static_cast<unsigned long long>(torus.adaptive), static_cast<unsigned long long>(torus.checks));
    if (sound) return 0;
    std::fprintf(stderr, "router_alone: %llu flits sent, %llu arrived, %llu packets at a wrong node: %s\n",
                 static_cast<unsigned long long>(torus.sent), static_cast<unsigned long long>(torus.arrived),
                 static_cast<unsigned long long>(torus.misrouted), torus.trouble.c_str());
    return 1;
}

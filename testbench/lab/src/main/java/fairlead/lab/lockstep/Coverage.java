// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.MessageEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.hw.HwLayout.VcState;
import fairlead.lab.script.DrawScript;
import fairlead.lab.script.ScriptFile;
import fairlead.lockstep.Monitor;
import fairlead.machine.Depths;
import fairlead.machine.MachineConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** A monitor that counts the bin hits of one run; bins.yaml has the bins that one event hits. */
public final class Coverage implements Monitor {
    private static final int LATE_CYCLES = 64;
    private static final int VCS = 8;
    private static final int ADAPTIVE_VC = 2; // the bit of a VC number that marks an adaptive VC

    private static final Map<?, ?> BLOCKS =
            (Map<?, ?>) ScriptFile.parse(Coverage.class, "bins.yaml").get("blocks");

    private final MachineConfig machine;
    private final int maxLinkDepth;
    private final Map<String, Long> hits = new TreeMap<>(); // by bin
    private final WaitCross waits = new WaitCross();
    private final UnitCoverage units;
    private final DrawScript bins;
    // messages that were announced but not popped, by node and FIFO
    private final Map<Long, Long> waitingMessages = new HashMap<>();
    private final Map<Long, Integer> generation = new HashMap<>(); // last generation, by node and entry
    private final Map<Long, EpochCount> counted = new HashMap<>(); // counted epochs, by node and entry
    private final long[] barrier;
    private long joined;
    private long lastJoin;
    private boolean joinedLate;
    private long samples;
    private long blocked;

    private static final class EpochCount {
        private long puts;
        private long countedAt = -1;
        private boolean later;
    }

    Coverage(MachineConfig machine, int maxLinkDepth) {
        this.machine = machine;
        units = new UnitCoverage(machine.shape(), this::hit);
        bins = new DrawScript(Coverage.class, "bins.yaml", null, this)
                .with("machine", machine)
                .with("shape", machine.shape());
        this.maxLinkDepth = maxLinkDepth;
        barrier = new long[machine.nodes()];
    }

    Map<String, Long> hits() {
        return hits;
    }

    /** Returns the hits of the cells of waits. */
    WaitCross waits() {
        return waits;
    }

    /** Returns the number of sampled tiles. */
    public long samples() {
        return samples;
    }

    /** Returns the number of sampled tiles with a VC whose front flit could not move. */
    public long blocked() {
        return blocked;
    }

    void hit(String bin) {
        Bin.require(bin);
        hits.merge(bin, 1L, Long::sum);
    }

    static long key(int node, long number) {
        return (long) node << 32 | number;
    }

    @Override
    public void commands(CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            int node = commands.node(i);
            units.command(commands, i);
            if (commands.op(i) == TileCommand.MSG_POP) {
                waitingMessages.merge(key(node, commands.word(i, 0)), -1L, Long::sum);
            }
        }
    }

    @Override
    public void events(EventCursor e) {
        while (e.next()) {
            event(e);
        }
        e.rewind();
    }

    private void event(EventCursor e) {
        units.event(e);
        String kind = EventKind.name(e.kind());
        if (BLOCKS.containsKey(kind)) {
            bins.with("node", (long) e.node())
                    .with("a", e.a())
                    .with("b", e.b())
                    .with("c", e.c())
                    .run(kind);
        }
        switch (e.kind()) {
            case EventKind.MSG_ARRIVED -> arrived(key(e.node(), MessageEvent.fifo(e.a())));
            case EventKind.PACKET_DELIVERED -> delivered(e);
            case EventKind.EPOCH_EXPOSED, EventKind.EPOCH_COUNTED, EventKind.EPOCH_ACKED -> epoch(e);
            case EventKind.BARRIER_JOINED -> joined(e.cycle());
            case EventKind.BARRIER_RELEASED -> released(e);
            case EventKind.COUNTERS -> waits.counted(e);
            default -> {}
        }
    }

    private void arrived(long fifo) {
        if (waitingMessages.merge(fifo, 1L, Long::sum) == machine.buffers().reception()) {
            hit("RECEPTION_FULL");
        }
    }

    // ---- epochs at their target

    private void delivered(EventCursor e) {
        if (Header0.ptype(e.a()) == PacketType.PUT && Header1.epoch(e.b()) == 1 && Header0.last(e.a()) == 1) {
            EpochCount count = counted.get(key(e.node(), Header1.entry(e.b())));
            if (count != null) {
                count.puts++;
                count.later |= count.countedAt >= 0;
            }
        }
    }

    private void epoch(EventCursor e) {
        long entry = key(e.node(), EpochEvent.entry(e.a()));
        if (e.kind() == EventKind.EPOCH_EXPOSED) {
            int now = (int) EpochEvent.generation(e.a());
            Integer before = generation.put(entry, now);
            if (before != null && now < before) {
                hit("GENERATION_WRAP");
            }
            counted.put(entry, new EpochCount());
            return;
        }
        EpochCount count = counted.get(entry);
        if (count == null) {
            return;
        }
        if (e.kind() == EventKind.EPOCH_COUNTED) {
            count.countedAt = e.cycle();
        } else if (count.later) {
            hit("COUNT_BEFORE_DATA");
        } else if (count.puts > 0) {
            hit("COUNT_AFTER_DATA");
        }
    }

    // ---- barrier

    private void joined(long cycle) {
        joined++;
        joinedLate = joined > 1 && cycle - lastJoin >= LATE_CYCLES;
        lastJoin = cycle;
        if (joined
                == machine.tasks().stream()
                        .limit(machine.shape().torusNodes())
                        .mapToLong(Integer::longValue)
                        .sum()) {
            joined = 0;
            if (joinedLate) {
                hit("LATE_TASK");
            }
        }
    }

    private void released(EventCursor e) {
        if (e.b() < barrier[e.node()]) {
            hit("BARRIER_WRAP");
        }
        barrier[e.node()] = e.b();
    }

    // ---- VC states

    @Override
    public void states(long cycle, long[] words) {
        int nodes = machine.nodes();
        for (int node = 0; node < nodes; node++) {
            boolean stuck = false;
            for (int port = 0; port < HwLayout.ROUTER_PORTS; port++) {
                for (int vc = 0; vc < VCS; vc++) {
                    stuck |= vc(words, node * Engine.VC_WORDS, port, vc);
                }
            }
            samples++;
            blocked += stuck ? 1 : 0;
        }
    }

    private boolean vc(long[] words, int base, int port, int vc) {
        long word = words[base + port * VCS + vc];
        long occupancy = VcState.occupancy(word);
        if (occupancy == 0) {
            return false;
        }
        if (port < HwLayout.LINKS) {
            int depth = machine.buffers().links().at(port / 2, Depths.kind(vc));
            if (depth == 1) {
                hit("DEPTH_ONE");
            } else if (depth == maxLinkDepth) {
                hit("DEPTH_MAX");
            }
        }
        if (VcState.wantPort(word) >= HwLayout.ROUTER_PORTS) {
            return false; // a head is routed in this cycle
        }
        long out = words[base + (int) VcState.wantPort(word) * VCS + (int) VcState.wantVc(word)];
        boolean head = VcState.head(word) == 1;
        boolean waitsForOwner = head && VcState.owned(out) == 1;
        boolean starved = VcState.credits(out) <= VcState.enters(word);
        if (head && starved && !waitsForOwner) {
            hit("STARVED_HEAD");
        }
        boolean toLink = VcState.wantPort(word) < HwLayout.LINKS;
        if (toLink && !starved && !waitsForOwner && machine.linkPeriod() > 1) {
            hit(machine.linkChunk() > 1 ? "CHUNKED_LINK" : "SLOW_LINK");
        }
        boolean needsNoCredit = !head && machine.routing().cutThrough() && toLink;
        boolean stuck =
                !needsNoCredit && (starved || waitsForOwner) && !hasAnother(words, base, vc, VcState.adaptive(word));
        waits.sampled(port, vc, !stuck ? WaitCross.FREE : waitsForOwner ? WaitCross.OWNER : WaitCross.CREDIT);
        return stuck;
    }

    /** Tells whether an adaptive VC of the class of `vc` is free on one of these links. */
    private static boolean hasAnother(long[] words, int base, int vc, long links) {
        for (int link = 0; link < HwLayout.LINKS; link++) {
            for (int other = vc & ~3 | ADAPTIVE_VC; (links >> link & 1) != 0 && other <= (vc | 3); other++) {
                long out = words[base + link * VCS + other];
                if (VcState.owned(out) == 0 && VcState.credits(out) > 0) {
                    return true;
                }
            }
        }
        return false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.run.record;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.DlaBlockEvent;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HopEvent;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.node.Observer;
import fairlead.run.record.TimeAxis.Series;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records what a run does over time. It asks the engine for hop events and looks at the VCs every {@link
 * TimeAxis#PERIOD} cycles; neither changes a result. A run without a recording pays for none of it.
 */
public final class Recording implements Observer {
    /** The greatest values of the whole machine. */
    public enum Peak {
        PACKETS_IN_NETWORK,
        OPEN_OPERATIONS
    }

    /** What the flit in front of a VC does in a snapshot. */
    public static final List<String> FRONTS = List.of("moves", "switch", "credit", "owner", "ejection");

    /** What the DLA answers, counted over the machine. */
    public enum Answer {
        GRANTED,
        DENIED,
        ACCEPTED,
        DISCARDED
    }

    public final MachineConfig machine;
    public final TimeAxis axis;
    public final Series flits; // of each channel
    public final Series buffered; // flits in the buffers at the end of each channel, summed over the snapshots
    public final Series full; // for each channel, the snapshots in which a buffer at its end had no space left
    public final Series samples; // the number of snapshots, in one row
    public final Series fronts; // what the flits in front of the VCs waited for, by FRONTS
    public final Series peaks; // by Peak
    public final Series dlaMost; // credits held (row 0, see isDlaHeldUnknown) and words in the FIFO (row 1)
    public final Series dlaCounts; // by Answer
    private final FlitFlow flow;
    private final VcSamples vcs;
    private final DlaFlow dla = new DlaFlow();
    private Engine engine;
    private long inNetwork;
    private long lastSample;

    public Recording(MachineConfig machine) {
        this.machine = machine;
        axis = new TimeAxis(machine.nodes());
        flits = axis.sums(machine.nodes() * Channels.PER_NODE);
        vcs = new VcSamples(axis, machine);
        peaks = axis.peaks(Peak.values().length);
        buffered = vcs.flits;
        full = vcs.full;
        samples = vcs.samples;
        fronts = vcs.fronts;
        dlaMost = axis.peaks(2);
        dlaCounts = axis.sums(Answer.values().length);
        flow = new FlitFlow();
    }

    /** Notes the engine of the run, before its first cycle. */
    public void begin(Engine opened) {
        engine = opened;
    }

    @Override
    public long stopBefore(long cycle) {
        return cycle - cycle % TimeAxis.PERIOD + TimeAxis.PERIOD;
    }

    @Override
    public void commands(CommandBuffer commands) {
        dla.commands(commands);
    }

    @Override
    public void events(EventCursor batch) {
        batch.rewind();
        while (batch.next()) {
            if (batch.node() < machine.nodes()) {
                event(batch);
            }
        }
        batch.rewind();
    }

    private void event(EventCursor e) {
        switch (e.kind()) {
            case EventKind.HOP -> flow.hop(e);
            case EventKind.PACKET_INJECTED -> {
                flow.injected(e);
                inNetwork++;
                peaks.add(e.cycle(), Peak.PACKETS_IN_NETWORK.ordinal(), inNetwork);
            }
            case EventKind.PACKET_DELIVERED -> {
                flow.delivered(e);
                inNetwork--;
            }
            default -> {
                if (e.kind() >= EventKind.DLA_GRANTED && e.kind() <= EventKind.DLA_CLEARED) {
                    dla.event(e);
                }
            }
        }
    }

    @Override
    public void batch(long cycle, int openOperations) {
        if (cycle == 0) {
            return;
        }
        long last = cycle - 1; // the snapshot shows the machine at the end of this cycle
        peaks.add(last, Peak.OPEN_OPERATIONS.ordinal(), openOperations);
        peaks.add(last, Peak.PACKETS_IN_NETWORK.ordinal(), inNetwork);
        if (cycle % TimeAxis.PERIOD != 0 || cycle == lastSample) {
            return;
        }
        lastSample = cycle;
        dla.carry(last);
        if (inNetwork == 0) {
            vcs.rest(last);
        } else if (engine.showsVcs()) {
            vcs.take(last, engine);
        }
    }

    public boolean usesDla() {
        return dla.used;
    }

    /** Returns whether merged status events hid the end of a transaction, so that the credits held are not known. */
    public boolean isDlaHeldUnknown() {
        return dla.merged;
    }

    /**
     * Counts the flits on every channel over time. An event reports the head of a packet only (on ejection, the tail).
     * The flits of the packet are placed in the earliest cycles from the head on in which the channel is free, which is
     * exact for packets that pass without interruption. The sum over time is exact in any case.
     */
    private final class FlitFlow {
        private final int interval = machine.linkInterval();
        /** By channel: the first cycle that no packet has occupied yet. */
        private final long[] free = new long[machine.nodes() * Channels.PER_NODE];

        void hop(EventCursor e) {
            int link = (int) HopEvent.link(e.c());
            if (link < Channels.LINKS) {
                place(e.node() * Channels.PER_NODE + link, e.cycle(), Channels.flits(e.a()), interval);
            }
        }

        void injected(EventCursor e) {
            int port = e.unit() - EventUnit.TX_REQ0;
            if (port >= 0 && port < Channels.LOCAL) {
                place(e.node() * Channels.PER_NODE + Channels.INJECT + port, e.cycle(), Channels.flits(e.a()), 1);
            }
        }

        void delivered(EventCursor e) {
            int port = e.unit() - EventUnit.RX_REQ0;
            if (port >= 0 && port < Channels.LOCAL) {
                int count = Channels.flits(e.a());
                int row = e.node() * Channels.PER_NODE + Channels.EJECT + port;
                place(row, Math.max(0, e.cycle() - count + 1), count, 1);
            }
        }

        private void place(int row, long cycle, int count, int step) {
            long from = Math.max(cycle, free[row]);
            free[row] = from + (long) count * step;
            if (step == 1) {
                flits.addCycles(from, from + count, row);
                return;
            }
            for (int i = 0; i < count; i++) {
                flits.add(from + (long) i * step, row, 1);
            }
        }
    }

    /**
     * The pool of the store path over time, from the answers of the DLA: credits held and words in the FIFO of the
     * fullest node, and the allocations and requests of the whole machine.
     */
    private final class DlaFlow {
        private static final int HELD = 0;
        private static final int WORDS = 1;

        private static final class Channel {
            // for each block, whether a persistent reservation was requested
            private final Map<Long, Boolean> persistent = new HashMap<>();
            private final Deque<Boolean> deallocs = new ArrayDeque<>();
            private boolean isPersistent;
            private long granted;
            private long unspent;
        }

        private final Map<Integer, Channel> channels = new HashMap<>(); // index: node and number of the channel
        private final Map<Integer, long[]> nodes = new HashMap<>();
        private boolean merged;
        private boolean used;

        private Channel channel(int node, long number) {
            return channels.computeIfAbsent(node << 8 | (int) number, n -> new Channel());
        }

        void commands(CommandBuffer commands) {
            for (int i = 0; i < commands.count(); i++) {
                long word = commands.word(i, 0);
                if (commands.op(i) == TileCommand.DLA_ALLOC) {
                    Channel channel = channel(commands.node(i), DlaCommand.channel(word));
                    channel.persistent.put(DlaCommand.block(word), DlaCommand.pr(word) != 0);
                } else if (commands.op(i) == TileCommand.DLA_END) {
                    channel(commands.node(i), DlaCommand.channel(word)).deallocs.add(DlaCommand.dealloc(word) != 0);
                }
            }
        }

        void event(EventCursor e) {
            used = true;
            int kind = e.kind();
            Channel channel = channel(e.node(), DlaBlockEvent.channel(e.a()));
            switch (kind) {
                case EventKind.DLA_GRANTED -> {
                    channel.isPersistent = Boolean.TRUE.equals(channel.persistent.remove(DlaBlockEvent.block(e.a())));
                    channel.granted = e.b();
                    channel.unspent = e.b();
                    count(e, Answer.GRANTED);
                    change(e, HELD, e.b());
                }
                case EventKind.DLA_DENIED -> count(e, Answer.DENIED);
                case EventKind.DLA_ACCEPTED -> {
                    channel.unspent -= channel.isPersistent ? 0 : e.b();
                    count(e, Answer.ACCEPTED);
                    change(e, WORDS, e.b());
                }
                case EventKind.DLA_DISCARDED -> count(e, Answer.DISCARDED);
                case EventKind.DLA_DRAINED, EventKind.DLA_PURGED -> {
                    change(e, WORDS, -e.b());
                    change(e, HELD, channel(e.node(), DlaTagEvent.channel(e.a())).isPersistent ? 0 : -e.b());
                }
                case EventKind.DLA_ENDED -> {
                    if (Boolean.TRUE.equals(channel.deallocs.poll()) && !channel.isPersistent) {
                        change(e, HELD, -channel.unspent);
                        channel.unspent = 0;
                    }
                }
                case EventKind.DLA_RELEASED, EventKind.DLA_CLEARED -> {
                    change(e, HELD, channel.isPersistent ? -channel.granted : -channel.unspent);
                    channel.granted = 0;
                    channel.unspent = 0;
                }
                case EventKind.DLA_MERGED -> merged = true;
                default -> {}
            }
        }

        private void count(EventCursor e, Answer what) {
            dlaCounts.add(e.cycle(), what.ordinal(), 1);
        }

        private void change(EventCursor e, int what, long by) {
            long[] now = nodes.computeIfAbsent(e.node(), n -> new long[2]);
            now[what] += by;
            dlaMost.add(e.cycle(), what, now[what]);
        }

        /** Carries the fill of the nodes into the bin of this cycle. */
        void carry(long cycle) {
            for (long[] now : nodes.values()) {
                dlaMost.add(cycle, HELD, now[HELD]);
                dlaMost.add(cycle, WORDS, now[WORDS]);
            }
        }
    }
}

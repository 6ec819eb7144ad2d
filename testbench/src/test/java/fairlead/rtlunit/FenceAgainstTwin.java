// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.twin.nic.FenceUnit;
import fairlead.twin.nic.Ports;
import fairlead.twin.nic.ServiceOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares FenceUnit with its twin: descriptors at both ports and unordered heads at all FIFOs. Each PING returns as
 * one PONG and each packet as one acknowledgement, at changing rates.
 */
final class FenceAgainstTwin extends UnitComparison implements Ports.DlaCounts, Ports.SelfTraffic {
    private static final int FIFOS = 4;
    private static final int WORD = 0xFFFF;
    private static final int TASKS = 16;

    /** A counted packet in flight. */
    private record Counted(int index, int generation) {}

    private final UnitPins pins = new UnitPins();
    private FenceUnit twin;
    private final ServiceOrder order = new ServiceOrder();
    private final List<Integer> pings = new ArrayList<>();
    private final List<Counted> packets = new ArrayList<>();
    private final int[] targets = new int[FIFOS];
    private final int[] armTargets = new int[2];
    private int enqueued;
    private int dequeued;
    private int ahead; // enqueued - dequeued, not modulo 2^16
    private boolean everUsed;
    private boolean outstanding;

    // rates in percent and number of targets, drawn again every hundred cycles
    private int arms;
    private int heads;
    private int acks;
    private int pongs;
    private int drains;
    private int nodes;
    private int granted; // mask of the FIFOs that are granted

    private final boolean withDla;

    FenceAgainstTwin(long seed) {
        super("FenceUnit", seed);
        withDla = seed % 3 != 0;
    }

    private int size(Table table) {
        return chance(50) ? table.most() : 1 + random.nextInt(table.most());
    }

    @Override
    protected void begin() {
        TableSizes tables = TableSizes.ALL
                .with(Table.FENCE_ENTRIES, size(Table.FENCE_ENTRIES))
                .with(Table.ACK_COUNTERS, size(Table.ACK_COUNTERS));
        MachineConfig machine = MachineConfig.of(new Shape(4, 4, 4))
                .buffers(Buffers.of(Routing.DIMENSION_ORDER).with(tables))
                .build();
        twin = new FenceUnit(pins.tile(machine, 0), this, this);
        enqueued = random.nextInt(WORD + 1);
        dequeued = enqueued;
        rtl.reset();
        rtl.set("entries", (1 << tables.of(Table.FENCE_ENTRIES)) - 1);
        rtl.set("counters", (1 << tables.of(Table.ACK_COUNTERS)) - 1);
    }

    @Override
    protected void cycle() {
        if (cycle % 100 == 0) {
            arms = random.nextInt(80);
            heads = random.nextInt(100);
            acks = chance(30) ? 2 : random.nextInt(100);
            pongs = 5 + random.nextInt(95);
            drains = random.nextInt(100);
            nodes = chance(25) ? 1 : 1 + random.nextInt(40);
            granted = random.nextInt(chance(50) ? 1 : 1 << FIFOS);
        }
        rtl.set("granted", granted);
        twin.granted(granted);
        surroundings();
        boolean[] valid = arms();
        int offered = heads();
        Counted home = acknowledge();
        int back = pong();
        boolean refused = in("pong_refusal", back < 0 && chance(30));
        boolean ready = in("control_ready", chance(50));
        rtl.settle();

        pins.compare(this, EventUnit.FENCE_ARM, "armEvent", false);
        pins.compare(this, EventUnit.FENCE_DONE, "doneEvent", true);
        same("busy", twin.busy() || pins.shows(EventUnit.FENCE_ARM) || pins.shows(EventUnit.FENCE_DONE));
        same("blocked", twin.blocked());
        same("vacant", twin.vacant());
        same("owed", twin.owed());
        control();
        pins.clear();

        int port = twin.grant(valid[0], valid[1]);
        same("arm_0_ready", port == 0);
        same("arm_1_ready", port == 1);
        int free = twin.counters(offered, targets, order);
        for (int f = 0; f < FIFOS; f++) {
            if ((offered >> f & 1) != 0) {
                same(pin("unordered_", f, "_ready"), (free >> f & 1) != 0);
            }
        }
        if (port >= 0) {
            accept(port);
        }
        take(free);
        if (home != null) {
            twin.acked(home.index, home.generation, rtlAckEpoch);
        }
        if (back >= 0) {
            twin.pong(back);
        }
        if (refused) {
            twin.refused(pongEntry & TASKS - 1);
        }
        if (twin.control.valid() && ready) {
            pings.add((int) Header1.entry(twin.control.word1()));
            twin.control.take();
        }
        twin.step();
        twin.edge(cycle);
        rtl.edge();
    }

    private boolean rtlAckEpoch;
    private int pongEntry;

    private void surroundings() {
        int more = withDla && chance(20) ? random.nextInt(chance(80) ? 3 : 2000) : 0;
        if (ahead + more < 8000) {
            ahead += more;
            enqueued = enqueued + more & WORD;
            everUsed |= more > 0;
        }
        int less = chance(drains) ? random.nextInt(ahead + 1) : 0;
        ahead -= less;
        dequeued = in("dlaDequeued", dequeued + less & WORD);
        outstanding = in("selfOutstanding", chance(30));
        rtl.set("dlaEnqueued", enqueued);
        rtl.set("dlaEverUsed", everUsed);
    }

    private int node() {
        return nodes == 1 ? 0x123 : random.nextInt(nodes) * 101 & 0xFFF;
    }

    private final boolean[] fence = new boolean[2];
    private final boolean[] self = new boolean[2];
    private final boolean[] loose = new boolean[2];
    private final int[] fifo = new int[2];
    private final int[] task = new int[2];
    private final int[] tag = new int[2];
    private final int[] senders = new int[FIFOS];

    private boolean[] arms() {
        boolean[] valid = new boolean[2];
        for (int port = 0; port < 2; port++) {
            String name = "arm_" + port;
            fence[port] = in(pin(name, "_fence"), chance(40));
            self[port] = in(pin(name, "_self"), chance(30));
            loose[port] = in(pin(name, "_loose"), chance(50));
            fifo[port] = in(pin(name, "_fifo"), 2 * random.nextInt(2) + port);
            tag[port] = in(pin(name, "_tag"), random.nextInt(1 << Header1.TAG_WIDTH));
            armTargets[port] = node();
            valid[port] = chance(arms) && (twin.blocked() >> fifo[port] & 1) == 0; // FU_A2
            task[port] = in(pin(name, "_task"), random.nextInt(chance(50) ? 3 : TASKS));
            rtl.set(pin(name, "_valid"), valid[port]);
            rtl.coord(pin(name, "_target"), armTargets[port]);
        }
        return valid;
    }

    private int heads() {
        int offered = 0;
        order.serve(random.nextInt(1 << FIFOS), cycle);
        for (int f = 0; f < FIFOS; f++) {
            rtl.set(pin("older_", f), order.older(f, (1 << FIFOS) - 1));
            targets[f] = node();
            rtl.coord(pin("unordered_", f, "_target"), targets[f]);
            rtl.set(pin("unordered_", f, "_take"), false);
            senders[f] = in(pin("unordered_", f, "_task"), random.nextInt(TASKS));
            boolean valid = in(pin("unordered_", f, "_valid"), chance(heads));
            offered |= valid ? 1 << f : 0;
        }
        return offered;
    }

    private Counted acknowledge() {
        boolean valid = in("ack_valid", !packets.isEmpty() && chance(acks));
        Counted home = valid ? packets.remove(random.nextInt(packets.size())) : null;
        rtlAckEpoch = in("ack_epoch", chance(20));
        rtl.set("ack_index", valid ? home.index : random.nextInt(16));
        rtl.set("ack_gen", valid && !rtlAckEpoch ? home.generation : random.nextInt(16));
        return home;
    }

    private int pong() {
        boolean valid = in("pong_valid", !pings.isEmpty() && chance(pongs));
        int entry = valid ? pings.remove(random.nextInt(pings.size())) : -1;
        pongEntry = in("pong_entry", valid ? entry : random.nextInt(64));
        return entry;
    }

    private void control() {
        same("control_valid", twin.control.valid());
        if (twin.control.valid()) {
            sameCoord("control_dst", twin.control.dst());
            same("control_word1_entry", Header1.entry(twin.control.word1()));
            same("control_word1_tag", Header1.tag(twin.control.word1()));
        }
    }

    private void accept(int port) {
        int entry = twin.arm(
                port, fence[port], self[port], loose[port], fifo[port], task[port], tag[port], armTargets[port]);
        same(pin("arm_", port, "_ping"), entry >= 0);
        if (entry >= 0) {
            same(pin("arm_", port, "_entry"), entry);
            pings.add(entry);
        }
    }

    /** Lets at most one FIFO of each parity send. */
    private void take(int free) {
        int taken = 0;
        for (int parity = 0; parity < 2; parity++) {
            int candidates = free & (parity == 0 ? 0b0101 : 0b1010);
            if (candidates != 0 && chance(80)) {
                int f = candidates == 0b0101 || candidates == 0b1010
                        ? parity + 2 * random.nextInt(2)
                        : Integer.numberOfTrailingZeros(candidates);
                taken |= 1 << f;
                rtl.set(pin("unordered_", f, "_take"), true);
            }
        }
        rtl.settle();
        for (int f = 0; f < FIFOS; f++) {
            if ((taken >> f & 1) != 0) {
                int counter = twin.count(f, senders[f], targets[f]);
                same(pin("unordered_", f, "_index"), counter & 0xFF);
                same(pin("unordered_", f, "_gen"), counter >> 8);
                packets.add(new Counted(counter & 0xFF, counter >> 8));
            }
        }
    }

    // ---- what the twin asks

    @Override
    public boolean everUsed() {
        return everUsed;
    }

    @Override
    public int enqueued() {
        return enqueued;
    }

    @Override
    public int dequeued() {
        return dequeued;
    }

    @Override
    public void produced() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void consumed() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean outstanding() {
        return outstanding;
    }
}

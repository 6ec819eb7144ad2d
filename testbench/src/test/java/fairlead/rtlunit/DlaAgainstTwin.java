// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Meant;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.nic.DlaArbiter;
import fairlead.twin.nic.MemoryPorts;

/**
 * Compares DlaArbiter with its twin: commands of a few channels on a small pool, which is drained at changing rates.
 * Odd seeds obey the rules on data (DL_A1, DL_A2), even seeds do not. The words of requests of different channels
 * alternate.
 */
final class DlaAgainstTwin extends UnitComparison implements MemoryPorts {
    private final UnitPins pins = new UnitPins();
    private final boolean lawful;
    private final MachineConfig machine;
    private final DlaLimits limits;
    private final boolean roomy; // whether only the depth limits what is inside
    private final int depth;
    private DlaArbiter twin;

    private final int[] pending = new int[16]; // by channel: data for which its last accepted request still waits
    private int taken; // number of event credits that software holds
    private long block; // id of the last block that software counts
    private boolean claimed; // whether the front request is being taken
    private boolean writing; // whether a status write waits for its acknowledgement
    private boolean shown;
    private int shownAddress;
    private long shownFirst;
    private long shownSecond;
    private int shownAlarm;
    private final long start;
    private int rate;
    private int drain;
    private int channels; // number of channels in use, and the first of them
    private int first;

    DlaAgainstTwin(long seed) {
        super("DlaArbiter", seed);
        lawful = seed % 2 == 1;
        roomy = seed % 4 == 1;
        depth = roomy ? 100 + random.nextInt(925) : 1 + random.nextInt(chance(70) ? 24 : 1024);
        boolean writes = chance(60);
        DlaOptions options = new DlaOptions(
                chance(50) ? 0 : 1 + random.nextInt(4),
                random.nextInt(1 << 24) * 16,
                writes ? 1 + random.nextInt(10) : 0,
                writes && chance(70) ? 1 + random.nextInt(chance(80) ? 30 : 3000) : 0,
                1,
                seed % 5 == 4);
        limits =
                new DlaLimits(limit(), limit(), limit(), limit(), limit(), limit(), limit(), limit(), limit(), options);
        Shape shape = new Shape(1 + random.nextInt(16), 1 + random.nextInt(4), 1 + random.nextInt(16));
        machine = MachineConfig.of(shape)
                .buffers(new Buffers(8, 8, 16, 64, depth, 8))
                .localPorts(1 + random.nextInt(2))
                .memoryBytes(chance(50) ? 1 << 28 : 4096 + random.nextInt(1 << 20))
                .dla(limits)
                .build();
        start = random.nextInt(1 << 20);
    }

    /** Returns a limit, sometimes above the depth, which is a limit itself. */
    private int limit() {
        return roomy || chance(15) ? 2 * depth : chance(40) ? depth : 1 + random.nextInt(depth + 2);
    }

    @Override
    protected void begin() {
        if (!lawful) {
            rtl.tolerate("DL_A1", "DL_A2");
        }
        int node = random.nextInt(machine.nodes());
        twin = new DlaArbiter(pins.tile(machine, node, this));
        rtl.reset();
        rtl.set("reset", true);
        int[] values = {
            limits.maxCredits(),
            limits.maxLoCd(),
            limits.maxHiCd(),
            limits.maxPr(),
            limits.maxLoCdPr(),
            limits.maxLoHiCd(),
            limits.maxHiCdPr(),
            limits.maxCdAlloc(),
            limits.maxPrAlloc()
        };
        for (int i = 0; i < values.length; i++) {
            rtl.load(ConfigReg.DLA_MAX_CREDITS + i, values[i]);
        }
        rtl.load(ConfigReg.DLA_DEPTH, depth);
        rtl.load(ConfigReg.DLA_EVENT_CREDITS, limits.options().eventCredits());
        rtl.load(ConfigReg.DLA_STATUS_ADDR, limits.options().statusAddress());
        rtl.load(ConfigReg.DLA_STATUS_WHEN, limits.options().statusWhen());
        rtl.load(ConfigReg.DLA_BYPASS, limits.options().bypass() ? 1 : 0);
        rtl.set("reset", false);
        int me = machine.shape().coord(node);
        rtl.coord("nic_me", me);
        rtl.set("nic_kx", machine.shape().kx());
        rtl.set("nic_ky", machine.shape().ky());
        rtl.set("nic_kz", machine.shape().kz());
        rtl.set("nic_localPorts", machine.localPorts());
        rtl.set("nic_memoryBytes", machine.memoryBytes());
    }

    @Override
    protected void cycle() {
        if (cycle % (roomy ? 500 : 150) == 0) {
            rate = 20 + random.nextInt(80);
            drain = chance(50) ? 5 : random.nextInt(100); // so that a clear often finds whole requests
            if (roomy && chance(50)) {
                rate = 100;
                drain = 1;
            }
            channels = chance(60) ? 1 + random.nextInt(2) : 16;
            first = random.nextInt(16);
        }
        long t = start + cycle;
        command();
        int task = in("task", random.nextInt(16));
        boolean ready = in("out_ready", twin.valid() && (claimed || !twin.isHead()) && chance(drain));
        boolean claims = twin.valid() && twin.isHead() && !claimed && chance(drain);
        boolean ack = in("statusAck", writing && !shown && chance(20));
        rtl.set("now", t & 0x7FFF);
        rtl.set("claimed", claimed);
        noise(20, ConfigReg.TASKS);
        rtl.settle();

        compare(ready);
        pins.clear();
        shown = false;
        if (op != 0) {
            twin.command(task, op, w0, w1, (int) w3);
        }
        boolean last = ready && twin.isTail();
        if (ready) {
            twin.take();
        }
        if (claims) {
            twin.prepared();
        }
        if (ack) {
            twin.statusAck();
            writing = false;
        }
        twin.edge(t);
        shownAlarm = twin.alarm();
        claimed = claims || claimed && !last;
        follow();
        rtl.edge();
    }

    private void compare(boolean ready) {
        same("out_valid", twin.valid());
        if (twin.valid()) {
            same("out_head", twin.isHead());
            if (rtl.has("out_tail")) { // the tile uses this port only in the lab library
                same("out_tail", twin.isTail());
            }
            same("out_w0", twin.w0());
            same("out_w1", twin.w1());
        }
        same("everUsed", twin.everUsed());
        same("enqueued", twin.enqueued());
        same("dequeued", twin.dequeued());
        same("storeStall", twin.storeStall());
        int[] units = {EventUnit.DLA_ALLOC, EventUnit.DLA_STORE, EventUnit.DLA_DRAIN, EventUnit.DLA_NOTICE};
        String[] ports = {"allocEvent", "storeEvent", "drainEvent", "noticeEvent"};
        boolean busy = twin.busy() || ready || shown || shownAlarm != 0;
        for (int i = 0; i < units.length; i++) {
            pins.compare(this, units[i], ports[i], true);
            busy |= pins.shows(units[i]);
        }
        if (op == 0) { // an answer in this cycle may take the event credit for which a notice waits
            same("busy", busy);
        }
        same("alarm", shownAlarm);
        same("statusWrite_valid", shown);
        if (shown) {
            same("statusWrite_addr", shownAddress);
            same("statusWrite_d0", shownFirst);
            same("statusWrite_d1", shownSecond);
        }
    }

    /**
     * Updates the last requests and the event credits from the events of this cycle, which the pins show in the next.
     */
    private void follow() {
        if (pins.shows(EventUnit.DLA_STORE) && pins.kind(EventUnit.DLA_STORE) == EventKind.DLA_ACCEPTED) {
            pending[(int) w3 & 15] = (int) pins.b(EventUnit.DLA_STORE) - 1;
        } else if (op == TileCommand.DLA_DATA && pending[(int) w3 & 15] > 0) {
            pending[(int) w3 & 15]--;
        } else if (op == TileCommand.DLA_CLEAR) {
            pending[(int) DlaCommand.channel(w0)] = 0;
        }
        if (pins.shows(EventUnit.DLA_ALLOC)) {
            int kind = pins.kind(EventUnit.DLA_ALLOC);
            taken += kind == EventKind.DLA_GRANTED || kind == EventKind.DLA_DENIED || kind == EventKind.DLA_ENDED
                    ? 1
                    : 0;
        }
        if (pins.shows(EventUnit.DLA_NOTICE)) {
            taken += pins.kind(EventUnit.DLA_NOTICE) == EventKind.DLA_CLEARED ? 0 : 1;
        }
    }

    // ---- the host

    private int op;
    private long w0;
    private long w1;
    private long w3;

    private void command() {
        op = 0;
        w0 = random.nextLong();
        w1 = random.nextLong();
        w3 = random.nextLong() & ~15L | channel();
        if (chance(rate)) {
            choose();
        }
        rtl.set("cmd_valid", op != 0 || chance(20));
        rtl.set("cmd_op", op != 0 ? op : TileCommand.BAR_ENTER);
        rtl.set("cmd_w_0", w0);
        rtl.set("cmd_w_1", w1);
        rtl.set("cmd_w_3", w3);
    }

    private int channel() {
        return chance(95) ? (first + random.nextInt(Math.min(channels, 8))) % 16 : random.nextInt(16);
    }

    private void choose() {
        int what = random.nextInt(100);
        int channel = half((int) w3 & 15);
        w3 = w3 & ~15L | channel;
        if (twin.storeStall()) { // the fabric stalls stores (DL_A3)
            op = what < 60 ? 0 : TileCommand.DLA_MARK;
        } else if (pending[channel] > 0 && chance(75) || !lawful && what < 3) {
            op = TileCommand.DLA_DATA;
        } else if (what < 45) {
            op = lawful && pending[channel] > 0 ? TileCommand.DLA_MARK : TileCommand.DLA_REQUEST;
            request();
        } else if (what < 75) {
            op = TileCommand.DLA_ALLOC;
        } else if (what < 85) {
            op = TileCommand.DLA_END;
        } else if (what < 89) {
            op = TileCommand.DLA_RELEASE;
        } else if (what < 92) {
            op = TileCommand.DLA_MARK;
        } else if (what < 97) {
            op = roomy && chance(95) ? TileCommand.DLA_MARK : TileCommand.DLA_CLEAR; // so that words become many
        } else if (taken > 0) {
            op = TileCommand.DLA_EVENT_CREDIT;
            int back = 1 + random.nextInt(taken);
            taken -= back;
            w0 = w0 & ~0xFFFFL | back;
            return;
        }
        if (op != TileCommand.DLA_REQUEST && op != TileCommand.DLA_DATA) {
            word();
        }
    }

    /** Returns a channel, often one whose request lacks data. */
    private int half(int channel) {
        int next = channel;
        for (int i = 0; i < 16 && pending[next] == 0; i++) {
            next = next + 1 & 15;
        }
        return chance(60) ? next : channel;
    }

    private void word() {
        w0 = w0 & ~15L | channel();
        if (chance(90)) { // one scheme, and a number of credits that may fit
            boolean pr = chance(40);
            w0 = w0 & ~(1L << DlaCommand.PR_LSB | 1L << DlaCommand.CD_LSB)
                    | 1L << (pr ? DlaCommand.PR_LSB : DlaCommand.CD_LSB);
            w0 &= ~(DlaCommand.CREDITS_MASK << DlaCommand.CREDITS_LSB);
            w0 |= (long) random.nextInt(Math.min(depth + 2, chance(80) ? roomy ? 300 : 12 : 2000))
                    << DlaCommand.CREDITS_LSB;
        }
        if (chance(70)) {
            w0 &= ~(1L << DlaCommand.CHAIN_LSB);
        }
        if (chance(60)) { // only a few block ids, so that the record of one block merges several events
            block += chance(25) ? 1 : 0;
            w0 = w0 & ~(DlaCommand.BLOCK_MASK << DlaCommand.BLOCK_LSB) | block << DlaCommand.BLOCK_LSB;
        }
    }

    /** Draws a request in which usually at most one field is illegal. */
    private void request() {
        if (op != TileCommand.DLA_REQUEST) {
            return;
        }
        int[] kinds = {OpKind.PUT, OpKind.PUT, OpKind.GET, OpKind.FADD, OpKind.CAS};
        int wrong = chance(85) ? -1 : random.nextInt(7);
        int kind = kinds[random.nextInt(kinds.length)];
        if (wrong != 6) {
            w0 &= Meant.dlaRequest(kind, 0);
            w1 &= Meant.dlaRequest(kind, 1);
        }
        field0(wrong == 0, Descriptor0.KIND_LSB, 15, kind);
        int length = chance(30) ? new int[] {0, 1, 16, 17, 63, 64, 65, 48}[random.nextInt(8)] : random.nextInt(65);
        field0(wrong == 1, Descriptor0.LENGTH_LSB, (1 << Descriptor0.LENGTH_WIDTH) - 1, length);
        field0(wrong == 2, Descriptor0.EPOCH_LSB, 1, 0);
        field0(
                wrong == 3,
                Descriptor0.TARGET_LSB,
                (1 << Descriptor0.TARGET_WIDTH) - 1,
                machine.shape().coord(random.nextInt(machine.nodes())));
        int end = machine.memoryBytes();
        int place = at(end, length);
        field1(wrong == 4, Descriptor1.REMOTE_LSB, (1 << 28) - 1, kind >= OpKind.FADD ? place & ~7 : place);
        field1(wrong == 5, Descriptor1.LOCAL_LSB, (1 << 28) - 1, kind == OpKind.GET ? at(end, length) : 0);
    }

    /** Returns an address, often within a few bytes of the last legal one. */
    private int at(int end, int length) {
        int last = Math.max(0, end - length);
        return chance(50) ? Math.max(0, last + 1 - random.nextInt(5)) & (1 << 28) - 1 : random.nextInt(last) & ~7;
    }

    private void field0(boolean free, int lsb, int mask, int value) {
        w0 = free ? w0 : w0 & ~((long) mask << lsb) | (long) value << lsb;
    }

    private void field1(boolean free, int lsb, int mask, int value) {
        w1 = free ? w1 : w1 & ~((long) mask << lsb) | (long) value << lsb;
    }

    // ---- memory

    @Override
    public void read(int port, int ctx, int address, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void write(int port, int kind, int address, int length, long d0, long d1) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void status(int address, long d0, long d1) {
        shown = true;
        writing = true;
        shownAddress = address;
        shownFirst = d0;
        shownSecond = d1;
    }
}

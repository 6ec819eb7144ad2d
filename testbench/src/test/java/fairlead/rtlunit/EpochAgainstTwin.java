// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.EpochAdmission;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.EpochAccess;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.nic.EpochPort;
import fairlead.twin.nic.EpochUnit;
import fairlead.twin.nic.Ports;

/**
 * Compares EpochUnit with its twin: commands, transfers at the gate, and the notifications of {@link EpochPeers}. Odd
 * seeds obey the rules that the unit asserts of its surroundings, even seeds do not.
 */
final class EpochAgainstTwin extends UnitComparison {
    private final UnitPins pins = new UnitPins();
    private final boolean lawful;
    private final EpochAccess access;
    private final Shape shape;
    private final int indices; // number of indices in use; it is small, so that states meet
    private EpochUnit twin;
    private EpochPeers peers;
    private final boolean[] opened = new boolean[64]; // whether a lookup of the index has a meaning
    private int commands;
    private int gates;

    EpochAgainstTwin(long seed) {
        super("EpochUnit", seed);
        lawful = seed % 2 == 1;
        access = EpochAccess.values()[(int) (seed / 2 % 3)];
        shape = new Shape(1 + random.nextInt(16), 1 + random.nextInt(4), 1 + random.nextInt(16));
        indices = chance(50) ? 64 : 1 + random.nextInt(6);
    }

    @Override
    protected void begin() {
        if (!lawful) {
            // P6 to P8: the target announces puts that the origin never counted
            rtl.tolerate("EU_A", "EU_P6", "EU_P7", "EU_P8");
        }
        twin = new EpochUnit(
                pins.tile(MachineConfig.of(shape).epochAccess(access).build(), 0));
        peers = new EpochPeers(random, lawful, indices);
        rtl.reset();
        rtl.set("reset", true);
        rtl.load(ConfigReg.EPOCH_ACCESS, access.ordinal());
        rtl.set("reset", false);
        rtl.set("nic_kx", shape.kx());
        rtl.set("nic_ky", shape.ky());
        rtl.set("nic_kz", shape.kz());
    }

    @Override
    protected void cycle() {
        if (cycle % 200 == 0) {
            commands = random.nextInt(60);
            gates = random.nextInt(70);
            peers.rates();
        }
        noise(10, ConfigReg.TASKS);
        boolean busy = twin.busy();
        boolean controlReady = in("control_ready", chance(60));
        boolean ackReady = in("ack_ready", chance(60));
        EpochPeers.Notice notice = peers.notice();
        notice.show(rtl);
        access();
        int gate = host();
        int[] asked = lookups();
        rtl.settle();

        same("busy", busy || pins.shows(EventUnit.EPOCH_ORIGIN) || pins.shows(EventUnit.EPOCH_TARGET));
        pins.compare(this, EventUnit.EPOCH_ORIGIN, "originEvent", true);
        pins.compare(this, EventUnit.EPOCH_TARGET, "targetEvent", true);
        pins.clear();
        source("control", twin.origin.control, true);
        source("ack", twin.target.control, false);
        for (int r = 0; r < 2; r++) {
            if (opened[asked[r]]) {
                same(pin("lookup_", r, "_entry"), twin.origin.entry(asked[r]));
                same(pin("lookup_", r, "_gen"), twin.origin.generation(asked[r]));
            }
            same(pin("access_", r, "_allowed"), allowed[r]);
        }
        if (gate >= 0) {
            same("gate_open", twin.origin.isOpen(gate, gateTarget));
            if (twin.origin.isOpen(gate, gateTarget)) {
                twin.origin.enter(gate, gateIsPut, gateExtra);
                peers.entered(gate, gateIsPut);
            }
        }
        if (op == TileCommand.EPOCH_ADMIT) {
            twin.target.admit(word);
        } else if (op != 0) {
            twin.origin.command(op, word);
        }
        notice(notice);
        if (twin.origin.control.valid() && controlReady) {
            peers.sent(twin.origin.control.ptype(), twin.origin.control.word1(), twin.origin.control.dst());
            twin.origin.control.take();
        }
        if (twin.target.control.valid() && ackReady) {
            peers.answered(twin.target.control.ptype(), twin.target.control.word1(), twin.target.control.dst());
            twin.target.control.take();
        }
        twin.edge(cycle);
        rtl.edge();
    }

    // ---- the host

    private int op;
    private long word;
    private int gateTarget;
    private boolean gateIsPut;
    private int gateExtra;

    /** Gives a command, or a transfer at the gate, and returns its epoch, or -1. */
    private int host() {
        boolean asks = in("gate_valid", chance(gates));
        int index = in("gate_index", random.nextInt(indices));
        op = 0;
        word = random.nextLong() & ~((1L << EpochCommand.INDEX_WIDTH) - 1 << EpochCommand.INDEX_LSB);
        word |= (long) index << EpochCommand.INDEX_LSB;
        if (chance(80)) { // a node of the machine, or an address next to it
            word &= ~(0xFFFL << EpochCommand.TARGET_LSB);
            word |= (long) node() << EpochCommand.TARGET_LSB;
        }
        if (!asks && chance(commands)) {
            op = chance(70) ? TileCommand.EPOCH_OPEN : TileCommand.EPOCH_CLOSE;
            if (chance(5)) { // ids of all values, or of half or a quarter of them
                op = TileCommand.EPOCH_ADMIT;
                long mask = chance(60) ? 0 : 1L << random.nextInt(16) | 1L << random.nextInt(16);
                word = mask << EpochAdmission.MASK_LSB | (long) random.nextInt(1 << 16) << EpochAdmission.KEY_LSB;
            }
        }
        rtl.set("cmd_valid", op != 0 || chance(20));
        rtl.set("cmd_op", op != 0 ? op : TileCommand.BAR_ADD);
        rtl.set("cmd_w_0", word);
        gateTarget = chance(85) ? peers.target(index) : random.nextInt(1 << 12);
        gateIsPut = in("gate_isPut", chance(50));
        gateExtra = in("gate_extra", chance(50) ? 0 : random.nextInt(1 << 12));
        rtl.coord("gate_target", gateTarget);
        return asks ? index : -1;
    }

    private int node() {
        int beyond = chance(30) ? 1 : 0;
        return random.nextInt(Math.min(16, shape.kx() + beyond)) << Coord.X_LSB
                | random.nextInt(Math.min(16, shape.ky() + beyond)) << Coord.Y_LSB
                | random.nextInt(Math.min(16, shape.kz() + beyond)) << Coord.Z_LSB;
    }

    // ---- questions

    private final boolean[] allowed = new boolean[2];

    private int[] lookups() {
        int[] asked = new int[2];
        for (int r = 0; r < 2; r++) {
            asked[r] = in(pin("lookup_", r, "_index"), random.nextInt(indices));
        }
        return asked;
    }

    private void access() {
        for (int r = 0; r < 2; r++) {
            boolean epoch = in(pin("access_", r, "_epoch"), chance(60));
            EpochPeers.Exposed known = peers.any();
            int entry = known != null && chance(90) ? known.entry : random.nextInt(64);
            int generation = known != null && chance(80) ? known.generation : random.nextInt(16);
            int origin = known != null && chance(70) ? known.origin : peers.origin();
            rtl.set(pin("access_", r, "_entry"), entry);
            rtl.set(pin("access_", r, "_gen"), generation);
            rtl.coord(pin("access_", r, "_origin"), origin);
            allowed[r] = twin.target.allows(epoch, entry, generation, origin);
        }
    }

    // ---- packets and notifications

    private void source(String port, Ports.ControlSource source, boolean isOrigin) {
        same(pin(port, "_valid"), source.valid());
        if (!source.valid()) {
            return;
        }
        long sent = source.word1();
        same(pin(port, "_ptype"), source.ptype());
        sameCoord(pin(port, "_dst"), source.dst());
        same(pin(port, "_word1_entry"), Header1.entry(sent));
        same(pin(port, "_word1_gen"), Header1.gen(sent));
        same(pin(port, "_word1_addr"), Header1.addr(sent));
        if (isOrigin) {
            same(pin(port, "_word1_epoch"), Header1.epoch(sent));
            same(pin(port, "_word1_ctrValid"), Header1.ctrValid(sent));
            same(pin(port, "_word1_ctr"), Header1.ctr(sent));
            same(pin(port, "_word1_tag"), Header1.tag(sent));
        }
    }

    private void notice(EpochPeers.Notice note) {
        switch (note.kind) {
            case PUT_DONE -> twin.target.putDone(note.entry, note.generation, note.origin, note.failed);
            case PUT_PART -> twin.target.putPart(note.entry, note.generation, note.origin, note.failed);
            case COUNT -> twin.target.count(
                    note.entry, note.generation, note.origin, note.localIndex, note.value, note.parts);
            case TERM -> twin.target.term(note.entry, note.generation);
            case INIT -> init(note);
            case GET_DONE -> twin.origin.getDone(note.localIndex, note.failed);
            case GET_PART -> twin.origin.getPart(note.localIndex);
            case ACK -> twin.origin.ack(note.localIndex, note.failed);
            case INIT_ACK -> {
                twin.origin.initAck(note.localIndex, note.entry, note.generation);
                opened[note.localIndex] |= note.answers;
            }
            case INIT_NACK -> twin.origin.initNack(note.localIndex, note.value & 7);
            default -> {}
        }
    }

    private void init(EpochPeers.Notice note) {
        int reply = twin.target.init(note.origin, note.localIndex, note.value & 0xFFFF);
        same("notice_replyOk", reply >= 0);
        same("notice_replyQueue", reply == EpochPort.Target.QUEUED);
        if (reply < 0 && reply != EpochPort.Target.QUEUED) {
            same("notice_replyWhy", -reply);
        }
        if (reply >= 0) {
            same("notice_replyEntry", reply & 0xFF);
            same("notice_replyGen", reply >> 8);
            peers.exposed(reply & 0xFF, reply >> 8, note.origin, note.localIndex);
        } else if (reply == EpochPort.Target.QUEUED) {
            peers.queued(note.origin, note.localIndex);
        }
    }
}

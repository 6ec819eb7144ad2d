// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.RefusalReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.rtlunit.UnitComparison;
import fairlead.rtlunit.UnitPins;
import fairlead.twin.router.Packets;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Compares CommitUnit and its queues with its twin: packets of every type, acknowledgements and announcements. */
public final class CommitAgainstTwin extends UnitComparison {
    private static final int PORTS = 2;
    private static final int[] TYPES = {
        PacketType.PUT, PacketType.PUT, PacketType.GET, PacketType.FADD, PacketType.CAS, PacketType.MSG,
        PacketType.PING, PacketType.INIT, PacketType.PUT_COUNT, PacketType.TERM, PacketType.DATA, PacketType.DATA,
        PacketType.PONG, PacketType.FADD_R, PacketType.INIT_ACK, PacketType.ACK, PacketType.NACK, PacketType.NACK,
        PacketType.CREDIT, PacketType.PUT_ACK
    };

    private static final int NO_GET = -1;

    private final UnitPins pins = new UnitPins();
    private final Packets packets = new Packets(64);
    private CommitQueue[] queues;
    private final ByteCounters counters = new ByteCounters(pins);
    private final int[] owed = new int[HwLayout.COUNTERS]; // bytes that a get of the twin lacks, or NO_GET
    private final Map<String, Object[]> told = new HashMap<>(); // notices that the twin sent in this cycle
    private final int me;
    private CommitUnit twin;
    private int reply; // answer to an INIT of this cycle

    private final CommitPacket[] arriving = new CommitPacket[PORTS];
    private final int[] toIssue = new int[PORTS];
    private final int[] outstanding = new int[PORTS];
    private final List<ArrayDeque<CommitPacket>> waiting =
            Stream.generate(ArrayDeque<CommitPacket>::new).limit(PORTS).toList();
    private final boolean[] room = new boolean[PORTS];
    private int lastPort = 1;
    private boolean announced;
    private long announcedA;
    private long announcedB;
    private int arrivals;
    private int acks;

    public CommitAgainstTwin(long seed) {
        super("CommitUnit", seed);
        me = random.nextInt(1 << Coord.WIDTH);
        Arrays.fill(owed, NO_GET);
    }

    @Override
    protected void begin() {
        int size = chance(50) ? HwLayout.COMMIT_SLOTS : 1 + random.nextInt(HwLayout.COMMIT_SLOTS);
        queues = new CommitQueue[] {new CommitQueue(size), new CommitQueue(size)};
        rtl.reset("limit", size);
        rtl.coord("me", me);
        MachineConfig machine = MachineConfig.of(new Shape(16, 16, 16))
                .buffers(new Buffers(8, 8, 16, 256, 64, 8))
                .build();
        TileContext bare = pins.tile(machine, machine.shape().rankOfCoord(me));
        TileContext tile =
                new TileContext(bare.node(), me, machine, bare.limits(), packets, null, null, pins, bare.attention());
        Ports.Beside beside = new Ports.Beside(
                listener(EpochPort.Origin.class),
                listener(EpochPort.Target.class),
                listener(Ports.FencePort.class),
                null,
                listener(Ports.SelfTraffic.class));
        twin = new CommitUnit(tile, beside, queues, counters, new ReceptionFifos(tile));
        twin.connect(listener(Ports.TransmitPort.class));
    }

    /** Returns an object that keeps the arguments of each call under the name of the method. */
    private <T> T listener(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, with) -> {
            Object before = told.put(method.getName(), with == null ? new Object[0] : with);
            if (before != null) {
                throw new IllegalStateException("told twice: " + method.getName());
            }
            return method.getReturnType() == int.class ? reply : null;
        }));
    }

    @Override
    protected void cycle() {
        if (cycle % 100 == 0) {
            arrivals = rate(20);
            acks = rate(20);
        }
        boolean[] ready = {queues[0].isReady(), queues[1].isReady()};
        boolean announce = in("arrived_valid", chance(15));
        boolean acts = !announce && (ready[0] || ready[1]);
        int port = ready[0] && ready[1] ? 1 - lastPort : ready[1] ? 1 : 0;
        CommitPacket packet = acts ? waiting.get(port).remove() : null;

        long a = in("arrived_a", random.nextLong());
        long b = in("arrived_b", random.nextLong());
        replies();
        rtl.settle();
        for (int r = 0; r < PORTS; r++) {
            room[r] = queues[r].hasRoom();
            same("room_" + r, room[r]);
        }
        boolean[] acked = new boolean[PORTS];
        for (int r = 0; r < PORTS; r++) {
            acked[r] = outstanding[r] > 0 && chance(acks);
        }
        boolean busy = announce || ready[0] || ready[1];
        boolean hadEvent = announced || pins.shows(EventUnit.COMMIT);
        boolean showed = announced;
        long shownA = announcedA;
        long shownB = announcedB;
        EventShown event = showed
                ? new EventShown(EventKind.MSG_ARRIVED, shownA, shownB)
                : pins.shows(EventUnit.COMMIT)
                        ? new EventShown(
                                pins.kind(EventUnit.COMMIT), pins.a(EventUnit.COMMIT), pins.b(EventUnit.COMMIT))
                        : null;
        outcome(acts && packet.counts() ? packet : null);
        pins.clear();
        told.clear();
        if (acts) {
            twin.step();
            lastPort = port;
        }
        counters.edge();
        long[] olds = arrive(acked);
        rtl.settle();

        same("busy", busy || hadEvent);
        same("event_valid", event != null);
        if (event != null) {
            same("event_kind", event.kind);
            same("event_a", event.a);
            same("event_b", event.b);
        }
        same("arrived_ready", announce);
        new CommitOutputs(this, told, packet).compare(port);
        for (int r = 0; r < PORTS; r++) {
            if (acked[r]) {
                outstanding[r]--;
                queues[r].ack(olds[r]);
                queues[r].edge();
            }
        }
        announced = announce;
        announcedA = a;
        announcedB = b;
        twin.choose();
        rtl.edge();
    }

    /** Draws what becomes of a counter, and brings that of the twin where this is so. */
    private void outcome(CommitPacket packet) {
        int drawn = random.nextInt(4); // nothing, zero, lost, below
        if (packet == null) {
            for (String port : List.of("zero", "lost", "below")) {
                rtl.set("counter_" + port, chance(50));
            }
            rtl.set("counter_short", random.nextInt() & 0xFFFFFFFFL);
            return;
        }
        int id = (int) packet.counter();
        int amount = (int) packet.bytes();
        boolean isGet = packet.ptype() != PacketType.PUT;
        if (owed[id] != NO_GET) {
            counters.data(id, owed[id]);
            counters.edge();
            owed[id] = NO_GET;
        }
        counters.command(TileCommand.COUNTER_CLEAR, id, 0);
        counters.decide();
        counters.edge();
        int bytes = drawn == 0 ? amount + 1 + random.nextInt(1000) : drawn == 1 ? amount : 0;
        if (isGet ? drawn < 2 : drawn == 2) {
            counters.load(0, id, bytes);
            owed[id] = drawn == 1 ? NO_GET : drawn == 0 ? bytes - amount : bytes;
        } else if (!isGet && drawn < 2) {
            counters.command(TileCommand.COUNTER_SET, id, bytes);
            counters.decide();
        }
        counters.edge();
        boolean below = !isGet && drawn == 3;
        rtl.set("counter_zero", drawn == 1 && (isGet || amount != 0));
        rtl.set("counter_lost", drawn == 2 || isGet && drawn == 3);
        rtl.set("counter_below", below && amount != 0 || isGet && chance(50));
        rtl.set("counter_short", amount);
    }

    private record EventShown(int kind, long a, long b) {}

    private void replies() {
        int yes = in("notice_replyEntry", random.nextInt(64)) | in("notice_replyGen", random.nextInt(16)) << 8;
        int no = -in("notice_replyWhy", 1 + random.nextInt(RefusalReason.HELD));
        reply = chance(60) ? yes : chance(50) ? no : EpochPort.Target.QUEUED;
        rtl.set("notice_replyOk", reply >= 0);
        rtl.set("notice_replyQueue", reply == EpochPort.Target.QUEUED);
    }

    /** Draws the claims, writes, tails and acknowledgements of both ports. */
    private long[] arrive(boolean[] acked) {
        long[] olds = new long[PORTS];
        for (int r = 0; r < PORTS; r++) {
            boolean claim = arriving[r] == null && room[r] && chance(arrivals);
            if (claim) {
                queues[r].claim();
                arriving[r] = draw();
                toIssue[r] = arriving[r].isAtomic() ? 1 : arriving[r].reason() != 0 ? 0 : random.nextInt(4);
            }
            boolean issue = arriving[r] != null && !claim && toIssue[r] > 0 && chance(70);
            boolean atomic = in("issue_" + r + "_atomic", issue && arriving[r].isAtomic());
            if (issue) {
                toIssue[r]--;
                outstanding[r]++;
                queues[r].issue(atomic);
            }
            boolean push = arriving[r] != null && !claim && toIssue[r] == 0 && chance(70);
            CommitPacket tail = push ? arriving[r] : draw();
            if (push) {
                int number = packets.open(tail.w0(), tail.w1());
                packets.payload(number, 1, tail.data(), 0);
                queues[r].push(number, tail.reason(), (int) tail.data() & 0xFF);
                waiting.get(r).add(tail);
                arriving[r] = null;
            }
            olds[r] = in("ack_" + r + "_old", random.nextLong());
            rtl.set("claim_" + r, claim);
            rtl.set("issue_" + r + "_valid", issue);
            rtl.set("push_" + r + "_valid", push);
            rtl.set("push_" + r + "_reason", tail.reason());
            rtl.set("push_" + r + "_word0", tail.w0());
            rtl.set("push_" + r + "_word1", tail.w1());
            rtl.set("push_" + r + "_data", tail.data());
            rtl.set("ack_" + r + "_valid", acked[r]);
        }
        return olds;
    }

    private CommitPacket draw() {
        int ptype = TYPES[random.nextInt(TYPES.length)];
        int reason = ptype <= PacketType.MSG && chance(30) ? 1 + random.nextInt(7) : 0;
        long w0 = random.nextLong() & ~(Header0.PTYPE_MASK << Header0.PTYPE_LSB) | (long) ptype << Header0.PTYPE_LSB;
        if (chance(40)) {
            w0 = w0 & ~(0xFFFL << Header0.SRC_LSB) | (long) me << Header0.SRC_LSB;
        }
        long w1 = random.nextLong();
        if (ptype == PacketType.NACK) { // CU_A1
            int of = chance(20) ? PacketType.INIT : random.nextInt(PacketType.MSG + 1);
            w1 = w1 & ~(7L << Header1.SLOT_LSB) | (long) of << Header1.SLOT_LSB;
            if (of == PacketType.MSG) { // a message belongs to no epoch and has one packet
                w1 &= ~(1L << Header1.EPOCH_LSB);
                w0 |= 1L << Header0.LAST_LSB;
            }
        }
        if (ptype == PacketType.INIT) { // R21 of the epoch unit: an INIT carries no epoch bit
            w1 &= ~(1L << Header1.EPOCH_LSB);
        }
        return new CommitPacket(ptype, reason, w0, w1, random.nextLong());
    }

    /** The notices that the twin sent to its neighbours in a cycle, for comparison with the ports of the RTL. */
    private record CommitOutputs(CommitAgainstTwin at, Map<String, Object[]> told, CommitPacket packet) {
        private static final List<String> NOTICES = List.of(
                "putDone", "putPart", "count", "term", "init", "getDone", "getPart", "ack", "initAck", "initNack");

        void compare(int port) {
            for (String name : NOTICES) {
                at.same("notice_" + name, told.containsKey(name) ? 1 : 0);
            }
            told.forEach(this::notice);
            response(port);
            others();
        }

        private void values(Object[] with, String... ports) {
            for (int i = 0; i < ports.length; i++) {
                if (ports[i].equals("origin")) {
                    at.sameCoord("notice_origin", (int) with[i]);
                } else if (with[i] instanceof Boolean) {
                    at.same("notice_" + ports[i], (boolean) with[i] ? 1 : 0);
                } else {
                    at.same("notice_" + ports[i], ((Number) with[i]).longValue());
                }
            }
        }

        private void notice(String name, Object[] with) {
            switch (name) {
                case "putDone", "putPart" -> values(with, "entry", "gen", "origin", "failed");
                case "count" -> values(with, "entry", "gen", "origin", "localIndex", "value", "parts");
                case "term" -> values(with, "entry", "gen");
                case "init" -> values(with, "origin", "localIndex", "value");
                case "getDone", "ack" -> values(with, "localIndex", "failed");
                case "getPart" -> {
                    values(with, "localIndex");
                    at.same("notice_failed", 1);
                }
                case "initAck" -> values(with, "localIndex", "entry", "gen");
                case "initNack" -> {
                    values(with, "localIndex");
                    at.same("notice_value", Header1.addr(packet.w1()) & ~7L | ((Number) with[1]).longValue());
                }
                default -> {}
            }
        }

        private void response(int port) {
            Object[] push = told.get("push");
            at.same("respond_" + port, push == null ? 0 : 1);
            at.same("respond_" + (1 - port), 0);
            if (push == null) {
                return;
            }
            long word1 = (long) push[4];
            at.same("response_ptype", (int) push[1]);
            at.sameCoord("response_dst", (int) push[2]);
            at.same("response_mode", (int) push[3]);
            at.same("response_word1_epoch", Header1.epoch(word1));
            at.same("response_word1_ctrValid", Header1.ctrValid(word1));
            at.same("response_word1_ctr", Header1.ctr(word1));
            at.same("response_word1_entry", Header1.entry(word1));
            at.same("response_word1_slot", Header1.slot(word1));
            at.same("response_word1_gen", Header1.gen(word1));
            at.same("response_word1_tag", Header1.tag(word1));
            at.same("response_word1_addr", Header1.addr(word1));
            at.same("response_last", (boolean) push[7] ? 1 : 0);
            if ((int) push[1] == PacketType.DATA) {
                at.same("response_source", (int) push[5]);
                at.same("response_length", (int) push[6]);
            } else if ((int) push[1] == PacketType.FADD_R) {
                at.same("response_value", (long) push[8]);
            }
        }

        private void others() {
            Object[] pong = told.get("pong");
            at.same("pong_valid", pong == null ? 0 : 1);
            if (pong != null) {
                at.same("pong_entry", (int) pong[0]);
            }
            at.same("pong_refusal", told.containsKey("refused") ? 1 : 0);
            Object[] acked = told.get("acked");
            at.same("putAck_valid", acked == null ? 0 : 1);
            if (acked != null) {
                at.same("putAck_index", (int) acked[0] & 15);
                at.same("putAck_gen", (int) acked[1]);
                at.same("putAck_epoch", (boolean) acked[2] ? 1 : 0);
            }
            Object[] credit = told.get("creditReturn");
            at.same("creditReturn_valid", credit == null ? 0 : 1);
            if (credit != null) {
                at.sameCoord("creditReturn_from", (int) credit[0]);
                at.same("creditReturn_fifo", (int) credit[1] % HwLayout.RECEPTION_FIFOS);
            }
            at.same("selfConsumed", told.containsKey("consumed") ? 1 : 0);
            boolean counts = packet != null && packet.counts();
            at.same("counter_valid", counts ? 1 : 0);
            if (counts) {
                at.same("counter_id", packet.counter());
                at.same("counter_ofGet", packet.ptype() != PacketType.PUT ? 1 : 0);
                at.sameCoord("counter_origin", (int) Header0.src(packet.w0()));
                at.same("counter_amount", packet.bytes());
            }
            at.same("stored_valid", packet != null && packet.ptype() == PacketType.MSG && packet.reason() == 0 ? 1 : 0);
            if (packet != null && packet.ptype() == PacketType.MSG && packet.reason() == 0) {
                at.same("stored_fifo", Header1.addr(packet.w1()) & 3);
                at.same("stored_slot", packet.data() & 0xFF);
            }
        }
    }
}

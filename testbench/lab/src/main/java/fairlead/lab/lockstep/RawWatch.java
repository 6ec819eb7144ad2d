// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.Engine;
import fairlead.engine.EngineStats;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.Header1;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketType;
import fairlead.hw.HwLayout.VcState;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A judge of raw command runs, which checks in their events what must hold for every behaviour of a host. The judge
 * knows the shape and the size of memory and shares no code with the engines.
 *
 * <p>A packet is identified by its two header words, from PACKET_INJECTED to PACKET_DELIVERED. No legal route is longer
 * than the distance between the two nodes, so a packet with more hops has outlived its bound. After the last command no
 * part of the machine waits for software, so a machine at rest must hold no packet and no closing epoch.
 */
public final class RawWatch {
    public enum Kind {
        ASTRAY, // a header names a node that does not exist, or the packet is delivered at another node
        ILLEGAL, // a descriptor leaves its FIFO although no operation has such fields
        OUTSIDE, // bytes are written beyond the memory of their node, or sent to an address that no memory has
        OUTLIVES, // a packet has made more hops than the longest legal route
        STALE, // an event occurs after a reset and before the first command
        HANG, // the machine does not come to rest, or rests with packets or a closing epoch in it
        /** An assertion of the RTL or a check of the fabric failed. */
        FAILED
    }

    /** A violation; the first one ends the run. */
    public record Violation(Kind kind, long cycle, int node, String text) {
        @Override
        public String toString() {
            return kind + " in cycle " + cycle + (node < 0 ? "" : " at node " + node) + ": " + text;
        }
    }

    private record Packet(long word0, long word1) {}

    /** The packets in flight with one pair of header words; in nearly all cases there is one. */
    private static final class Alive {
        private int count;
        private int hops;
        private int from;
        private long since;
    }

    private final Set<Kind> judged;
    private final Shape shape;
    private final int memoryBytes;
    private final boolean mayStall;
    private final boolean cutThrough;
    private final Map<Packet, Alive> alive = new HashMap<>();
    private final Map<String, Long> answers = new TreeMap<>();
    private final Set<Long> closing = new TreeSet<>(); // closing epochs, as node << 32 | index
    private Violation first;
    private Violation stalled;
    private long packets;
    private long evaluated;
    private long muted;
    private long epochs;
    private int lives;
    private long begins;
    private int mostHops;

    /** @param judged the kinds of violation that end the run; other kinds are ignored */
    public RawWatch(MachineConfig machine, Set<Kind> judged) {
        this.judged = judged;
        shape = machine.shape();
        memoryBytes = machine.memoryBytes();
        mayStall = machine.dla().options().bypass();
        cutThrough = machine.routing().cutThrough();
    }

    /**
     * Begins at cycle 0, at the start of the run or after a reset, when no packet is in flight.
     * @param firstCommand the cycle of the first command that starts an activity
     */
    public void begin(long firstCommand) {
        begins = firstCommand;
        lives++;
        alive.clear();
        closing.clear();
    }

    /** Adds the counts of the engine since its last reset. */
    public void ran(EngineStats stats) {
        evaluated += stats.tilesEvaluated();
        muted += stats.assertionsMuted();
    }

    /** Returns the first violation, or null. */
    public Violation violation() {
        return first;
    }

    /** Returns a hang that the design permits, or null: with DLA_BYPASS, a store at a full FIFO stalls its node. */
    public Violation stalled() {
        return stalled;
    }

    /** Returns the counts by their names in a report; `muted` are failed assertions that did not end a run. */
    public Map<String, Long> counts() {
        return Map.of(
                "packets", packets,
                "resets", lives - 1L,
                "tile_cycles_evaluated", evaluated,
                "epochs_ended", epochs,
                "muted", muted);
    }

    public int mostHops() {
        return mostHops;
    }

    /** Returns the number of events that answer a command, by kind and, for a refusal, by reason. */
    public Map<String, Long> answers() {
        return answers;
    }

    private void found(Kind kind, EventCursor e, String text) {
        found(kind, e.cycle(), e.node(), text);
    }

    private void found(Kind kind, long cycle, int node, String text) {
        Violation one = new Violation(kind, cycle, node, text);
        if (kind == Kind.HANG && mayStall) {
            stalled = stalled == null ? one : stalled;
        } else if (first == null && judged.contains(kind)) {
            first = one;
        }
    }

    /** Judges all events of a batch. */
    public void events(EventCursor e) {
        e.rewind();
        while (e.next()) {
            switch (e.kind()) {
                case EventKind.PACKET_INJECTED -> injected(e);
                case EventKind.HOP -> hop(e);
                case EventKind.PACKET_DELIVERED -> delivered(e);
                case EventKind.COMMITTED -> committed(e);
                case EventKind.OP_ISSUED -> issued(e);
                default -> answered(e);
            }
        }
        e.rewind();
    }

    private void answered(EventCursor e) {
        answers.merge(answer(e), 1L, Long::sum);
        if (e.cycle() < begins) {
            found(Kind.STALE, e, EventKind.name(e.kind()) + " before any command behind the reset");
        }
        if (e.kind() == EventKind.EPOCH_CLOSING) {
            closing.add(epoch(e));
        } else if (e.kind() == EventKind.EPOCH_ENDED && closing.remove(epoch(e))) {
            epochs++;
        }
    }

    private static long epoch(EventCursor e) {
        return (long) e.node() << 32 | e.a();
    }

    private static String answer(EventCursor e) {
        return switch (e.kind()) {
            case EventKind.OP_REJECTED, EventKind.EPOCH_ERROR, EventKind.DLA_ERROR, EventKind.DLA_DISCARDED -> EventKind
                            .name(e.kind())
                    + " " + e.b();
            case EventKind.TREE_REFUSED -> EventKind.name(e.kind()) + " " + e.a();
            case EventKind.DEVICE_ANSWER -> EventKind.name(e.kind()) + " " + DeviceEvent.result(e.b());
            default -> EventKind.name(e.kind());
        };
    }

    private boolean exists(long coord) {
        return Coord.x(coord) < shape.kx() && Coord.y(coord) < shape.ky() && Coord.z(coord) < shape.kz();
    }

    private void injected(EventCursor e) {
        packets++;
        if (e.cycle() < begins) {
            found(Kind.STALE, e, "a packet before any command behind the reset: " + text(e));
        }
        Alive one = alive.computeIfAbsent(new Packet(e.a(), e.b()), key -> new Alive());
        one.count++;
        one.from = e.node();
        one.since = e.cycle();
        if (Header0.src(e.a()) != shape.coord(e.node())) {
            found(Kind.ASTRAY, e, "its packet says that it comes from another node: " + text(e));
        }
        if (!exists(Header0.dst(e.a()))) {
            found(Kind.ASTRAY, e, "it sends a packet to no node: " + text(e));
        }
        boolean lands = Header0.ptype(e.a()) == PacketType.DATA;
        if (lands && Header1.addr(e.b()) + Header0.length(e.a()) > memoryBytes) {
            found(Kind.OUTSIDE, e, "it sends data to where the origin has no memory: " + text(e));
        }
        boolean puts = Header0.ptype(e.a()) == PacketType.PUT;
        if (puts && Header1.addr(e.b()) + Header0.length(e.a()) > 1L << HwLayout.ADDRESS_BITS) {
            found(Kind.OUTSIDE, e, "it puts beyond the last address that there is: " + text(e));
        }
    }

    /** Judges an issued descriptor by rule 2 of docs/spec/dma-engine-tx.md, independently of the engines. */
    private void issued(EventCursor e) {
        answers.merge(answer(e), 1L, Long::sum);
        int kind = (int) Descriptor0.kind(e.a());
        long length = Descriptor0.length(e.a());
        String wrong;
        if (!exists(Descriptor0.target(e.a()))) {
            wrong = "to no node";
        } else if (kind > OpKind.FENCE) {
            wrong = "of no kind";
        } else if (kind == OpKind.MSG ? length > HwLayout.MAX_PAYLOAD : isAtomic(kind) && length != 4 && length != 8) {
            wrong = "of " + length + " bytes";
        } else if (kind != OpKind.FENCE && !cutThrough && (Descriptor0.mode(e.a()) & 1) != 0) {
            wrong = "with adaptive packets where none have room";
        } else {
            return;
        }
        found(Kind.ILLEGAL, e, String.format("it begins a %s %s: %#x", OpKind.name(kind), wrong, e.a()));
    }

    private static boolean isAtomic(int kind) {
        return kind == OpKind.FADD || kind == OpKind.CAS;
    }

    private void hop(EventCursor e) {
        Alive one = alive.get(new Packet(e.a(), e.b()));
        if (one == null) {
            found(Kind.ASTRAY, e, "a head that was not injected: " + text(e));
            return;
        }
        one.hops++;
        mostHops = Math.max(mostHops, one.hops / one.count);
        if (one.hops > one.count * bound(e.a())) {
            found(
                    Kind.OUTLIVES,
                    e,
                    one.hops + " hops of a packet that needs " + bound(e.a()) + ", injected at node " + one.from
                            + " in cycle " + one.since + ": " + text(e));
        }
    }

    /**
     * Returns the hops of the longest legal route for this header: the distance between its nodes, or the greatest
     * distance in the torus if its destination does not exist.
     */
    private int bound(long word0) {
        long src = Header0.src(word0);
        long dst = Header0.dst(word0);
        if (!exists(dst)) {
            return shape.kx() / 2 + shape.ky() / 2 + shape.kz() / 2;
        }
        return ring(Coord.x(src) - Coord.x(dst), shape.kx())
                + ring(Coord.y(src) - Coord.y(dst), shape.ky())
                + ring(Coord.z(src) - Coord.z(dst), shape.kz());
    }

    private static int ring(long difference, int k) {
        int way = (int) Math.abs(difference);
        return Math.min(way, k - way);
    }

    private void delivered(EventCursor e) {
        Packet packet = new Packet(e.a(), e.b());
        Alive one = alive.get(packet);
        if (one == null) {
            found(Kind.ASTRAY, e, "a packet is delivered that is not under way: " + text(e));
            return;
        }
        if (Header0.dst(e.a()) != shape.coord(e.node())) {
            found(Kind.ASTRAY, e, "a packet is delivered at the wrong node: " + text(e));
        }
        one.count--;
        one.hops = Math.max(0, one.hops - bound(e.a()));
        if (one.count == 0) {
            alive.remove(packet);
        }
    }

    private void committed(EventCursor e) {
        long address = CommitEvent.address(e.a());
        if (address + CommitEvent.bytes(e.a()) > memoryBytes) {
            found(Kind.OUTSIDE, e, "bytes are written at " + address + " of " + memoryBytes);
        }
    }

    private static String text(EventCursor e) {
        return String.format(
                "%s %03x to %03x, %#x %#x",
                PacketType.name((int) Header0.ptype(e.a())), Header0.src(e.a()), Header0.dst(e.a()), e.a(), e.b());
    }

    /**
     * Judges the end of a run: the engine has stopped, or is still busy in a cycle by which all commands must be
     * finished.
     */
    public void end(Engine engine, StopReason stop) {
        if (stop == StopReason.FAILED) {
            String failure = engine.failure();
            found(failure.contains("beyond") ? Kind.OUTSIDE : Kind.FAILED, engine.cycle(), -1, failure);
            return;
        }
        String left = left();
        if (stop != StopReason.IDLE) {
            found(Kind.HANG, engine.cycle(), -1, "the machine has not come to rest" + left);
            return;
        }
        if (!left.isEmpty()) {
            found(Kind.HANG, engine.cycle(), -1, "the machine rests" + left);
        }
        long[] states = new long[shape.nodes() * Engine.VC_WORDS];
        engine.vcStates(states);
        for (int i = 0; i < states.length; i++) {
            if (VcState.occupancy(states[i]) != 0) {
                found(Kind.HANG, engine.cycle(), i / Engine.VC_WORDS, "the machine rests with flits in a router");
            }
        }
        for (long epoch : closing) {
            int node = (int) (epoch >> 32);
            found(Kind.HANG, engine.cycle(), node, "the machine rests while epoch " + (int) epoch + " is closing");
        }
    }

    private String left() {
        if (alive.isEmpty()) {
            return "";
        }
        Map.Entry<Packet, Alive> one = alive.entrySet().iterator().next();
        return String.format(
                " with %d packets under way, one of them %#x %#x, injected at node %d in cycle %d",
                alive.size(), one.getKey().word0(), one.getKey().word1(), one.getValue().from, one.getValue().since);
    }
}

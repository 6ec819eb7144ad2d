// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.engine.api.CommandBuffer;
import fairlead.engine.api.EventCursor;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.DeviceMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The verdict `device_delivery`: every message is in the buffer of the thread that it is for, once, whole, and in the
 * order of its sender (docs/device.md). The messages are the obligation; writes at the memory ports, stores of software
 * and answers of the device are the evidence. Each violation belongs to a condition with a name.
 */
public final class DeviceDelivery {
    /** The conditions, in the order of the report. */
    public static final List<String> CONDITIONS = List.of(
            "delivered",
            "right_thread",
            "whole",
            "header_once",
            "header_saved",
            "slot_owner",
            "lock_held",
            "lock_bound",
            "contiguous",
            "no_copy");

    private static final int DEVICE_PORT = HwLayout.LOCAL_PORTS + 1;
    private static final int STATE_LSB = 62; // of a slot
    private static final long PENDING = 1;
    private static final int WORD = 8;

    private final List<DeviceMessage> plan;
    private final int slot; // address
    private final long bound; // of a lock, in cycles
    private final List<DeviceInbox> inboxes = new ArrayList<>(); // by node
    private final Map<String, Violations> broken = new LinkedHashMap<>();
    private final long[] slots; // by node: what software has stored
    private final long[] open; // by node: header of the message whose payload is at the head, or -1
    private final boolean[] payload; // by node: payload is at the head
    private final long[][] lastRead; // by node and processor: header that was read last
    private final int[] owner; // by node: processor that has the lock, or -1
    private final long[] lockedAt;
    private long delivered;
    private long bytes; // that were compared
    private long copies;
    private long longestHold;
    private long firstBroken = -1; // messages delivered before it

    /**
     * @param slot address of the pending slot on every node
     * @param bound greatest number of cycles for which a thread may have the lock
     */
    public DeviceDelivery(
            final List<DeviceMessage> plan, final int nodes, final int threads, final int slot, final long bound) {
        this.plan = plan;
        this.slot = slot;
        this.bound = bound;
        CONDITIONS.forEach(name -> broken.put(name, new Violations()));
        slots = new long[nodes];
        open = new long[nodes];
        payload = new boolean[nodes];
        lastRead = new long[nodes][HwLayout.CLASS_ROUTES];
        owner = new int[nodes];
        lockedAt = new long[nodes];
        java.util.Arrays.fill(open, -1);
        java.util.Arrays.fill(owner, -1);
        for (int node = 0; node < nodes; node++) {
            inboxes.add(new DeviceInbox(threads));
        }
        plan.forEach(message -> inboxes.get(message.node()).due(message));
    }

    private void violate(final String condition, final long cycle, final int node, final String what) {
        if (firstBroken < 0) {
            firstBroken = delivered;
        }
        broken.get(condition).add("cycle " + cycle + " node " + node + ": " + what);
    }

    /** Notes that a thread has a buffer for its next message. */
    public void posted(final int node, final int thread, final int address, final int limit) {
        inboxes.get(node).posted(thread, address, limit);
    }

    /** Notes that a thread takes a message of so many bytes as received. */
    public void completed(final int node, final int thread, final int length, final long cycle) {
        final String wrong = inboxes.get(node).completed(thread, length);
        if (wrong.isEmpty()) {
            delivered++;
        } else {
            violate("whole", cycle, node, wrong);
        }
    }

    /** Notes the commands that software is about to give to the engine. */
    public void commands(final CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            if (commands.op(i) == HostCommand.STORE) {
                final long cycle = commands.cycle(i);
                final int node = commands.node(i);
                if (commands.word(i, 0) == slot) {
                    slotStored(cycle, node, commands.task(i), commands.word(i, 1));
                } else {
                    copies++;
                    violate("no_copy", cycle, node, "software stores a word at " + commands.word(i, 0));
                    written(cycle, node, (int) commands.word(i, 0), WORD, commands.word(i, 1), 0);
                }
            }
        }
    }

    private void slotStored(final long cycle, final int node, final int thread, final long value) {
        final long before = slots[node];
        slots[node] = value;
        final int whose = DeviceMessage.threadOf(before);
        if (before >>> STATE_LSB == PENDING && (whose != thread || value >>> STATE_LSB == PENDING)) {
            violate(
                    "slot_owner",
                    cycle,
                    node,
                    "thread " + thread + " changes the slot, which waits for thread " + whose);
        }
        final long kept = value & (1L << STATE_LSB) - 1;
        if (value >>> STATE_LSB == PENDING && kept != lastRead[node][thread]) {
            violate(
                    "header_saved",
                    cycle,
                    node,
                    "the slot keeps " + Long.toHexString(kept) + " of header "
                            + Long.toHexString(lastRead[node][thread]));
        }
        if (owner[node] != thread) {
            violate("lock_held", cycle, node, "thread " + thread + " changes the slot without the lock");
        }
    }

    /** Handles an event, before software reacts to it. */
    public void event(final EventCursor e) {
        if (e.kind() == EventKind.DEVICE_ANSWER) {
            answered(e.cycle(), e.node(), e.a(), e.b());
        } else if (e.kind() == EventKind.COMMITTED) {
            final int address = (int) CommitEvent.address(e.a());
            final int length = (int) CommitEvent.bytes(e.a());
            if (CommitEvent.port(e.a()) != DEVICE_PORT) {
                copies++;
                violate("no_copy", e.cycle(), e.node(), "bytes at " + address + " by another port of memory");
            }
            written(e.cycle(), e.node(), address, length, e.b(), e.c());
        }
    }

    private void written(
            final long cycle, final int node, final int address, final int length, final long low, final long high) {
        bytes += length;
        final DeviceInbox.Fault fault = inboxes.get(node).written(address, length, low, high);
        if (fault != null) {
            violate(fault.condition(), cycle, node, fault.text());
        }
    }

    private void answered(final long cycle, final int node, final long value, final long status) {
        final int processor = (int) DeviceEvent.processor(status);
        final int command = (int) DeviceEvent.command(status);
        final boolean done = DeviceEvent.result(status) == DeviceResult.DONE;
        if (command == TileCommand.DEVICE_LOCK && done) {
            owner[node] = processor;
            lockedAt[node] = cycle;
        } else if (command == TileCommand.DEVICE_UNLOCK && done) {
            owner[node] = -1;
            final long hold = cycle - lockedAt[node];
            longestHold = Math.max(longestHold, hold);
            if (hold > bound) {
                violate(
                        "lock_bound",
                        cycle,
                        node,
                        "thread " + processor + " had the lock for " + hold + " cycles, bound " + bound);
            }
        } else if (command >= TileCommand.DEVICE_READ_HEADER) {
            packets(cycle, node, processor, command, done, value, status);
        }
    }

    private void packets(
            final long cycle,
            final int node,
            final int processor,
            final int command,
            final boolean done,
            final long value,
            final long status) {
        if (DeviceEvent.owner(status) != processor + 1) {
            violate(
                    "lock_held",
                    cycle,
                    node,
                    "thread " + processor + " takes packets while "
                            + (DeviceEvent.owner(status) == 0 ? "nobody" : "thread " + (DeviceEvent.owner(status) - 1))
                            + " has the lock");
        }
        if (!done) {
            return;
        }
        if (command == TileCommand.DEVICE_READ_HEADER) {
            lastRead[node][processor] = value;
            if (payload[node]) {
                violate(
                        "header_once",
                        cycle,
                        node,
                        "thread " + processor + " reads payload as a header, " + Long.toHexString(value));
            } else {
                open[node] = value;
            }
        } else if (open[node] >= 0) {
            final int due = DeviceMessage.bytesOf(open[node]);
            if (due != value) {
                violate(
                        "contiguous",
                        cycle,
                        node,
                        "behind a header of " + due + " bytes come " + value + " up to the end of the message");
            }
            open[node] = -1;
        }
        payload[node] = DeviceEvent.payload(status) != 0;
    }

    /**
     * Returns the verdict at the end of a run.
     *
     * @param ended whether all threads have left their loops
     */
    public Verdict finish(final boolean ended) {
        final long missing = plan.size() - delivered;
        if (missing != 0) {
            violate("delivered", -1, -1, missing + " of " + plan.size() + " messages are not delivered");
        }
        final Violations all = new Violations();
        broken.forEach((name, what) -> {
            if (what.count() > 0) {
                all.add(name + ": " + what.text());
            }
        });
        if (!ended && all.count() == 0) {
            all.add("delivered: threads are still in their loops");
        }
        return Verdict.of(
                "device_delivery",
                delivered,
                all,
                "messages in the buffers of their threads, once, whole, in order, " + copies + " copies");
    }

    /** Returns the first violation of each condition that is broken. */
    public Map<String, String> broken() {
        final Map<String, String> texts = new LinkedHashMap<>();
        broken.forEach((name, what) -> {
            if (what.count() > 0) {
                texts.put(name, what.text());
            }
        });
        return texts;
    }

    public long delivered() {
        return delivered;
    }

    /** Returns the number of bytes that were compared at the memory ports. */
    public long bytes() {
        return bytes;
    }

    /** Returns the number of writes that were no write of the device to its final place. */
    public long copies() {
        return copies;
    }

    /** Returns the greatest number of cycles for which a thread had the lock. */
    public long longestHold() {
        return longestHold;
    }

    /** Returns how many messages were delivered before the first violation, or -1. */
    public long firstBroken() {
        return firstBroken;
    }
}

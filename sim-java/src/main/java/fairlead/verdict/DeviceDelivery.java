// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePatience;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The verdict `device_delivery`: every message is in the buffer of the thread that it is for, once, whole, and in the
 * order of its sender (docs/use/device.md). The messages are the obligation; writes at the memory ports, stores of
 * software
 * and answers of the device are the evidence. Each violation belongs to a condition with a name. Nothing is judged
 * behind the first violation, whose consequences break other conditions, but the drain in which it is seen.
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
            "no_copy",
            "starvation",
            "software_wait");

    static final String NAME = "device_delivery";
    private static final String DELIVERED = "delivered";
    private static final String SOFTWARE_WAIT = "software_wait";
    private static final String STARVATION = "starvation";

    private static final int DEVICE_PORT = HwLayout.MOST_PORTS + 1;
    private static final int STATE_LSB = 62; // of a slot
    private static final long PENDING = 1;
    private static final int WORD = Long.BYTES;
    private static final int NOWHERE = -2;
    private static final int PROCESSORS = 1 << DeviceCommand.PROCESSOR_WIDTH;

    private final Shadow shadow;
    private final long bound; // of a lock, in cycles
    private final int messages;
    private final List<DeviceInbox> inboxes = new ArrayList<>(); // by node
    private final int[] unsent; // by node: messages of its daemon
    private final Map<String, Violations> broken = new LinkedHashMap<>();
    private final LockWaits lockWaits;
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
    private long now; // cycle and node of what is judged
    private int here;
    private int firstNode = NOWHERE; // node of the first violation, until its drain has ended

    private DeviceDelivery(
            final Program program, final MachineConfig config, final Shadow shadow, final Violations.Clock clock) {
        this.shadow = shadow;
        bound = DeviceBounds.lock(config);
        final int nodes = program.nodes();
        CONDITIONS.forEach(name -> broken.put(name, new Violations(clock)));
        lockWaits = new LockWaits(
                nodes, PROCESSORS, DevicePatience.of(program, config.latency().software()));
        slots = new long[nodes];
        open = new long[nodes];
        payload = new boolean[nodes];
        lastRead = new long[nodes][PROCESSORS];
        owner = new int[nodes];
        lockedAt = new long[nodes];
        unsent = new int[nodes];
        Arrays.fill(open, -1);
        Arrays.fill(owner, -1);
        for (int node = 0; node < nodes; node++) {
            inboxes.add(new DeviceInbox(program.tasks(node)));
        }
        int count = 0;
        for (final Operation op : program.operations()) {
            if (op.kind() == OpKind.DEVICE_SEND) {
                count++;
                unsent[op.node()]++;
                inboxes.get(op.target()).due(DeviceMessage.of(op));
            }
        }
        messages = count;
    }

    /** Returns the checker of a program, or null if the program does not use the device. */
    static DeviceDelivery of(
            final Program program, final MachineConfig config, final Shadow shadow, final Violations.Clock clock) {
        final boolean used =
                program.operations().stream().anyMatch(op -> op.kind().isDevice());
        return used ? new DeviceDelivery(program, config, shadow, clock) : null;
    }

    /** Sets the cycle and the node of what is judged next; the node is -1 if it is of no node. */
    private void judges(final long atCycle, final int atNode) {
        now = atCycle;
        here = atNode;
    }

    private void violate(final String condition, final String what) {
        final boolean first = firstBroken < 0;
        if (first) {
            firstBroken = delivered;
            firstNode = here;
        }
        final boolean judged = first || here == firstNode;
        if (judged && broken.get(condition).count() == 0) {
            broken.get(condition).add("cycle " + now + (here < 0 ? "" : " node " + here) + ": " + what);
        }
    }

    /** Notes that no drain is under way on this node. */
    private void settled(final int node) {
        firstNode = node == firstNode ? NOWHERE : firstNode;
    }

    /** Notes that a thread enters its loop and has a buffer for its next message. */
    void posted(final Operation receive) {
        inboxes.get(receive.node()).posted(receive);
    }

    void completed(final Operation op, final long cycle) {
        if (op.kind() == OpKind.DEVICE_SEND) {
            unsent[op.node()]--;
            return;
        }
        final String wrong = inboxes.get(op.node()).completed(op.task());
        if (wrong.isEmpty()) {
            delivered++;
        } else {
            judges(cycle, op.node());
            violate("whole", wrong);
        }
    }

    void command(final CommandBuffer commands, final int i) {
        final int node = commands.node(i);
        final int task = commands.task(i);
        if (commands.op(i) == TileCommand.DEVICE_DRAIN) {
            inboxes.get(node).takes(task, (int) DeviceCommand.limit(commands.word(i, 0)));
        } else if (commands.op(i) == HostCommand.STORE) {
            final Operation receive =
                    task < inboxes.get(node).threads() ? inboxes.get(node).receive(task) : null;
            final long cycle = commands.cycle(i);
            judges(cycle, node);
            final int address = (int) commands.word(i, 0);
            if (receive != null && address == receive.source()) {
                slotStored(cycle, node, task, commands.word(i, 1));
                shadow.scheduleWord(receive, 0, commands.word(i, 1), cycle);
            } else if (receive != null && inboxes.get(node).at(address, WORD) >= 0) {
                copies++;
                violate("no_copy", "software stores a word at " + address);
                shadow.scheduleWord(receive, (address - receive.source()) / WORD, commands.word(i, 1), cycle);
            }
        }
    }

    private void slotStored(final long cycle, final int node, final int thread, final long value) {
        final long before = slots[node];
        slots[node] = value;
        final int whose = DeviceMessage.threadOf(before);
        if (before >>> STATE_LSB == PENDING && (whose != thread || value >>> STATE_LSB == PENDING)) {
            violate("slot_owner", "thread " + thread + " changes the slot, which waits for thread " + whose);
        }
        final long kept = value & (1L << STATE_LSB) - 1;
        if (value >>> STATE_LSB == PENDING) {
            lockWaits.pending(cycle, node, DeviceMessage.threadOf(value));
            if (kept != lastRead[node][thread]) {
                violate(
                        "header_saved",
                        "the slot keeps " + Long.toHexString(kept) + " of header "
                                + Long.toHexString(lastRead[node][thread]));
            }
        }
        if (owner[node] != thread) {
            violate("lock_held", "thread " + thread + " changes the slot without the lock");
        }
    }

    /**
     * Handles COMMITTED. Only the device may write to a buffer that a thread has posted, and it may write nowhere else.
     */
    void committed(final long cycle, final int node, final long a, final long low, final long high) {
        judges(cycle, node);
        final int address = (int) CommitEvent.address(a);
        final int length = (int) CommitEvent.bytes(a);
        if (isOfDevice(a)) {
            bytes += length;
            final DeviceInbox.Fault fault = inboxes.get(node).written(address, length, low, high);
            if (fault != null) {
                copies += "no_copy".equals(fault.condition()) ? 1 : 0;
                violate(fault.condition(), fault.text());
            }
        } else if (inboxes.get(node).at(address, length) >= 0) {
            copies++;
            violate("no_copy", "bytes at " + address + " by another port of memory");
        }
    }

    static boolean isOfDevice(final long a) {
        return CommitEvent.port(a) == DEVICE_PORT;
    }

    void answered(final long cycle, final int node, final long value, final long status) {
        judges(cycle, node);
        final int processor = (int) DeviceEvent.processor(status);
        final int command = (int) DeviceEvent.command(status);
        final boolean done = DeviceEvent.result(status) == DeviceResult.DONE;
        if (command == TileCommand.DEVICE_LOCK) {
            final String starved = lockWaits.asked(cycle, node, processor, done);
            if (!starved.isEmpty()) {
                violate(STARVATION, starved);
            }
        }
        if (command == TileCommand.DEVICE_LOCK && done) {
            owner[node] = processor;
            lockedAt[node] = cycle;
        } else if (command == TileCommand.DEVICE_UNLOCK && done) {
            owner[node] = -1;
            lockWaits.unlocked(node);
            final long hold = cycle - lockedAt[node];
            longestHold = Math.max(longestHold, hold);
            if (hold > bound) {
                violate("lock_bound", "thread " + processor + " had the lock for " + hold + " cycles, bound " + bound);
            }
        } else if (command >= TileCommand.DEVICE_READ_HEADER) {
            if (DeviceEvent.owner(status) != processor + 1) {
                final long has = DeviceEvent.owner(status) - 1;
                final String who = has < 0 ? "nobody" : "thread " + has;
                violate("lock_held", "thread " + processor + " takes packets while " + who + " has the lock");
            }
            if (done) {
                taken(cycle, node, processor, command, value, DeviceEvent.payload(status) != 0);
            }
        }
        if (command != TileCommand.DEVICE_LOCK) {
            settled(node);
        }
    }

    private void taken(
            final long cycle,
            final int node,
            final int processor,
            final int command,
            final long value,
            final boolean hasPayload) {
        if (command == TileCommand.DEVICE_DRAIN) {
            lockWaits.drained(node, cycle);
        }
        if (command == TileCommand.DEVICE_READ_HEADER) {
            lastRead[node][processor] = value;
            if (payload[node]) {
                violate(
                        "header_once",
                        "thread " + processor + " reads payload as a header, " + Long.toHexString(value));
            } else {
                open[node] = value;
            }
        } else if (open[node] >= 0) {
            final int due = DeviceMessage.bytesOf(open[node]);
            if (due != value) {
                violate(
                        "contiguous",
                        "behind a header of " + due + " bytes come " + value + " up to the end of the message");
            }
            open[node] = -1;
        }
        payload[node] = hasPayload;
    }

    /**
     * Returns the verdict at the end of a run. Its extra keys say what the receive loops cost, and which conditions are
     * broken by what.
     */
    Verdict finish(final RunEnd end) {
        judges(end.cycle(), -1);
        final long missing = messages - delivered;
        final String waits = end.moving() ? "" : waits();
        if (!waits.isEmpty()) {
            violate(SOFTWARE_WAIT, waits);
        } else if (missing != 0 && !end.moving()) {
            final String starved = lockWaits.atRest(end.cycle());
            final String what = missing + " of " + messages + " messages are not delivered";
            violate(starved.isEmpty() ? DELIVERED : STARVATION, starved.isEmpty() ? what : starved + "; " + what);
        }
        final Violations all = new Violations();
        final Map<String, String> texts = new LinkedHashMap<>();
        broken.forEach((name, what) -> {
            if (what.count() > 0) {
                all.add(name + ": " + what.text());
                texts.put(name, what.text());
            }
        });
        final Verdict verdict = Verdict.of(
                NAME,
                delivered,
                all,
                "messages in the buffers of their threads, once, whole, in order, " + copies + " copies");
        final Map<String, Object> extra = new LinkedHashMap<>();
        extra.put("bytes", bytes);
        extra.put("copies", copies);
        extra.put("longest_hold", longestHold);
        extra.put("hold_bound", bound);
        lockWaits.tell(extra);
        extra.put("delivered_before", firstBroken);
        extra.put("broken", texts);
        return verdict.with(extra);
    }

    /** Returns who waits for a thread that is not in its loop: the threads, and the daemons behind them. */
    private String waits() {
        final List<String> chain = new ArrayList<>();
        for (int node = 0; node < slots.length; node++) {
            final int whose = DeviceMessage.threadOf(slots[node]);
            final DeviceInbox inbox = inboxes.get(node);
            if (slots[node] >>> STATE_LSB != PENDING || inbox.receive(whose) != null) {
                continue;
            }
            for (int thread = 0; thread < inbox.threads(); thread++) {
                if (inbox.receive(thread) != null) {
                    chain.add("node " + node + " thread " + thread + " waits for thread " + whose
                            + ", whose message is at the head and who is not in the receive loop");
                }
            }
        }
        for (int node = 0; !chain.isEmpty() && node < unsent.length; node++) {
            if (unsent[node] > 0) {
                chain.add("the daemon of node " + node + " waits for room in the network");
            }
        }
        return String.join("; ", chain);
    }
}

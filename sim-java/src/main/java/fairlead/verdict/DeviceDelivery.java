// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.DeviceMessage;
import fairlead.program.DevicePatience;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The verdict `device_delivery`: every message is in the buffer of the thread that it is for, once, whole, and in the
 * order of its sender (docs/use/device.md). The messages are the obligation; writes at the memory ports, stores of
 * software and answers of the device are the evidence. Each violation belongs to a condition with a name. Nothing is
 * judged behind the first violation, whose consequences break other conditions, but the drain in which it is seen.
 */
final class DeviceDelivery extends Checker {
    /** The conditions, in the order of the report. */
    enum Condition {
        DELIVERED,
        RIGHT_THREAD,
        WHOLE,
        HEADER_ONCE,
        HEADER_SAVED,
        SLOT_OWNER,
        LOCK_HELD,
        LOCK_BOUND,
        CONTIGUOUS,
        NO_COPY,
        STARVATION,
        SOFTWARE_WAIT
    }

    private static final int STATE_LSB = 62; // of a slot
    private static final long PENDING = 1;
    private static final int WORD = Long.BYTES;
    private static final int NOWHERE = -2;
    private static final int PROCESSORS = 1 << DeviceCommand.PROCESSOR_WIDTH;

    private static final class Node {
        final DeviceInbox inbox;
        int unsent; // messages of its daemon
        long slot; // what software has stored
        long open = NEVER; // header of the message whose payload is at the head, or -1
        boolean payload; // payload is at the head
        final long[] lastRead = new long[PROCESSORS]; // header that was read last
        int owner = -1; // processor that has the lock, or -1
        long lockedAt;

        Node(int threads) {
            inbox = new DeviceInbox(threads);
        }

        boolean isPending() {
            return slot >>> STATE_LSB == PENDING;
        }
    }

    private final long bound = DeviceBounds.lock(config); // of a lock, in cycles
    private final int messages;
    private final Node[] all = new Node[nodes];
    private final Violations[] broken; // by condition
    private final LockWaits lockWaits;
    private long delivered;
    private long bytes; // that were compared
    private long copies;
    private long longestHold;
    private long firstBroken = NEVER; // messages delivered before it
    private long now; // cycle and node of what is judged
    private int here;
    private int firstNode = NOWHERE; // node of the first violation, until its drain has ended

    private DeviceDelivery(JudgedRun run) {
        super(run, new Violations());
        broken =
                each(Condition.values().length, () -> new Violations(run.clock)).toArray(Violations[]::new);
        long patience = DevicePatience.of(program, config.latency().software());
        lockWaits = new LockWaits(nodes, PROCESSORS, patience);
        Arrays.setAll(all, node -> new Node(program.tasks(node)));
        int count = 0;
        for (Operation op : program.operations()) {
            if (op.kind() == OpKind.DEVICE_SEND) {
                count++;
                all[op.node()].unsent++;
                all[op.target()].inbox.due(DeviceMessage.of(op));
            }
        }
        messages = count;
    }

    static DeviceDelivery of(JudgedRun run) {
        boolean used =
                run.program.operations().stream().anyMatch(op -> op.kind().isDevice());
        return used ? new DeviceDelivery(run) : null;
    }

    /** Sets the cycle and the node of what is judged next; the node is -1 if it is of no node. */
    private void judges(long atCycle, int atNode) {
        now = atCycle;
        here = atNode;
    }

    private void violate(Condition condition, String what) {
        boolean first = firstBroken < 0;
        if (first) {
            firstBroken = delivered;
            firstNode = here;
        }
        Violations found = broken[condition.ordinal()];
        if ((first || here == firstNode) && found.count() == 0) {
            found.add("cycle " + now + (here < 0 ? "" : " node " + here) + ": " + what);
        }
        copies += condition == Condition.NO_COPY ? 1 : 0;
    }

    /** Notes that a thread enters its loop and has a buffer for its next message. */
    void posted(Operation op) {
        if (op.kind() == OpKind.DEVICE_RECEIVE) {
            all[op.node()].inbox.posted(op);
        }
    }

    void completed(Operation op, long cycle) {
        if (op.kind() == OpKind.DEVICE_SEND) {
            all[op.node()].unsent--;
            return;
        }
        String wrong = all[op.node()].inbox.completed(op.task());
        if (wrong.isEmpty()) {
            delivered++;
        } else {
            judges(cycle, op.node());
            violate(Condition.WHOLE, wrong);
        }
    }

    void command(CommandBuffer commands, int i) {
        DeviceInbox inbox = all[commands.node(i)].inbox;
        int task = commands.task(i);
        if (commands.op(i) == TileCommand.DEVICE_DRAIN) {
            inbox.takes(task, (int) DeviceCommand.limit(commands.word(i, 0)));
        } else if (commands.op(i) == HostCommand.STORE) {
            Operation receive = task < inbox.threads() ? inbox.receive(task) : null;
            judges(commands.cycle(i), commands.node(i));
            int address = (int) commands.word(i, 0);
            if (receive != null && address == receive.source()) {
                slotStored(task, commands.word(i, 1));
                run.shadow.scheduleWord(receive, 0, commands.word(i, 1), now);
            } else if (receive != null && inbox.at(address, WORD) >= 0) {
                violate(Condition.NO_COPY, "software stores a word at " + address);
                run.shadow.scheduleWord(receive, (address - receive.source()) / WORD, commands.word(i, 1), now);
            }
        }
    }

    private void slotStored(int thread, long value) {
        Node node = all[here];
        boolean waits = node.isPending();
        int whose = DeviceMessage.threadOf(node.slot);
        node.slot = value;
        if (waits && (whose != thread || node.isPending())) {
            violate(Condition.SLOT_OWNER, "thread " + thread + " changes the slot, which waits for thread " + whose);
        }
        long kept = value & (1L << STATE_LSB) - 1;
        if (node.isPending()) {
            lockWaits.pending(now, here, DeviceMessage.threadOf(value));
            if (kept != node.lastRead[thread]) {
                violate(
                        Condition.HEADER_SAVED,
                        "the slot keeps " + Long.toHexString(kept) + " of header "
                                + Long.toHexString(node.lastRead[thread]));
            }
        }
        if (node.owner != thread) {
            violate(Condition.LOCK_HELD, "thread " + thread + " changes the slot without the lock");
        }
    }

    /**
     * Handles COMMITTED. Only the device may write to a buffer that a thread has posted, and it may write nowhere else.
     */
    void committed(MemoryWrite w) {
        judges(w.cycle, w.node);
        DeviceInbox inbox = all[w.node].inbox;
        if (w.isOfDevice()) {
            bytes += w.bytes;
            DeviceInbox.Fault fault = inbox.written(w);
            if (fault != null) {
                violate(fault.condition(), fault.text());
            }
        } else if (inbox.at(w.address, w.bytes) >= 0) {
            violate(Condition.NO_COPY, "bytes at " + w.address + " by another port of memory");
        }
    }

    void answered(long cycle, int number, long value, long status) {
        judges(cycle, number);
        Node node = all[number];
        int processor = (int) DeviceEvent.processor(status);
        int command = (int) DeviceEvent.command(status);
        boolean done = DeviceEvent.result(status) == DeviceResult.DONE;
        if (command == TileCommand.DEVICE_LOCK) {
            String starved = lockWaits.asked(cycle, number, processor, done);
            if (!starved.isEmpty()) {
                violate(Condition.STARVATION, starved);
            }
            node.owner = done ? processor : node.owner;
            node.lockedAt = done ? cycle : node.lockedAt;
            return;
        }
        if (command == TileCommand.DEVICE_UNLOCK && done) {
            node.owner = -1;
            lockWaits.unlocked(number);
            long hold = cycle - node.lockedAt;
            longestHold = Math.max(longestHold, hold);
            if (hold > bound) {
                violate(
                        Condition.LOCK_BOUND,
                        "thread " + processor + " had the lock for " + hold + " cycles, bound " + bound);
            }
        } else if (command >= TileCommand.DEVICE_READ_HEADER) {
            if (DeviceEvent.owner(status) != processor + 1) {
                long has = DeviceEvent.owner(status) - 1;
                String who = has < 0 ? "nobody" : "thread " + has;
                violate(Condition.LOCK_HELD, "thread " + processor + " takes packets while " + who + " has the lock");
            }
            if (done) {
                taken(node, processor, command, value);
                node.payload = DeviceEvent.payload(status) != 0;
            }
        }
        firstNode = number == firstNode ? NOWHERE : firstNode; // no drain is under way on this node
    }

    private void taken(Node node, int processor, int command, long value) {
        if (command == TileCommand.DEVICE_DRAIN) {
            lockWaits.drained(here, now);
        }
        if (command == TileCommand.DEVICE_READ_HEADER) {
            node.lastRead[processor] = value;
            if (node.payload) {
                violate(
                        Condition.HEADER_ONCE,
                        "thread " + processor + " reads payload as a header, " + Long.toHexString(value));
            } else {
                node.open = value;
            }
        } else if (node.open >= 0) {
            int due = DeviceMessage.bytesOf(node.open);
            if (due != value) {
                violate(
                        Condition.CONTIGUOUS,
                        "behind a header of " + due + " bytes come " + value + " up to the end of the message");
            }
            node.open = NEVER;
        }
    }

    /**
     * Returns the verdict at the end of a run. Its extra keys say what the receive loops cost, and which conditions are
     * broken by what.
     */
    Verdict finish(RunEnd end) {
        judges(end.cycle(), -1);
        String waits = end.moving() ? "" : waits();
        if (!waits.isEmpty()) {
            violate(Condition.SOFTWARE_WAIT, waits);
        } else if (messages != delivered && !end.moving()) {
            String starved = lockWaits.atRest(end.cycle());
            String what = messages - delivered + " of " + messages + " messages are not delivered";
            violate(
                    starved.isEmpty() ? Condition.DELIVERED : Condition.STARVATION,
                    starved.isEmpty() ? what : starved + "; " + what);
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (Condition condition : Condition.values()) {
            Violations found = broken[condition.ordinal()];
            if (found.count() > 0) {
                String name = condition.name().toLowerCase(Locale.ROOT);
                violations.add(name + ": " + found.text());
                texts.put(name, found.text());
            }
        }
        Verdict verdict = Verdict.of(
                "device_delivery",
                delivered,
                violations,
                "messages in the buffers of their threads, once, whole, in order, " + copies + " copies");
        Map<String, Object> extra = new LinkedHashMap<>();
        extra.put("bytes", bytes);
        extra.put("copies", copies);
        extra.put("longest_hold", longestHold);
        extra.put("hold_bound", bound);
        lockWaits.tell(extra);
        extra.put("delivered_before", firstBroken);
        extra.put("broken", texts);
        return verdict.with(extra);
    }

    private String waits() {
        List<String> chain = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            int whose = DeviceMessage.threadOf(all[node].slot);
            DeviceInbox inbox = all[node].inbox;
            if (!all[node].isPending() || inbox.receive(whose) != null) {
                continue;
            }
            for (int thread = 0; thread < inbox.threads(); thread++) {
                if (inbox.receive(thread) != null) {
                    chain.add("node " + node + " thread " + thread + " waits for thread " + whose
                            + ", whose message is at the head and who is not in the receive loop");
                }
            }
        }
        for (int node = 0; !chain.isEmpty() && node < nodes; node++) {
            if (all[node].unsent > 0) {
                chain.add("the daemon of node " + node + " waits for room in the network");
            }
        }
        return String.join("; ", chain);
    }
}

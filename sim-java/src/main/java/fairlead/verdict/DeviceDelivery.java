// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.DeviceMessage;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Payload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The verdict `device_delivery`: every message is in the buffer of the thread that it is for, once, whole, and in the
 * order of its sender (docs/use/device.md). The messages are the obligation; writes at the memory ports, stores of
 * software and answers of the device are the evidence. Each violation belongs to a condition with a name. Nothing is
 * judged after the first violation, whose consequences break other conditions, but the drain in which it is seen.
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

    /** What a thread is to receive, and what is in the buffer that it has posted. */
    private static final class Box {
        final Map<Integer, Deque<DeviceMessage>> due = new TreeMap<>(); // by sender
        Operation receive; // whose buffer is posted, or null
        int limit; // bytes that software lets the device write
        int length; // bytes that are in the buffer
        DeviceMessage current;

        DeviceMessage starting(long word) {
            return due.values().stream()
                    .map(Deque::peek)
                    .filter(first -> first != null && Payload.word(first.key(), 0) == word)
                    .findFirst()
                    .orElse(null);
        }
    }

    private static final class Node {
        final List<Box> boxes; // by thread
        int unsent; // messages of its daemon
        long slot; // what software has stored
        long open = NEVER; // header of the message whose payload is at the head, or -1
        boolean payload; // payload is at the head
        final long[] lastRead = new long[PROCESSORS]; // header that was read last
        int owner = -1; // processor that has the lock, or -1
        long lockedAt;

        Node(int threads) {
            boxes = each(threads, Box::new);
        }

        boolean isPending() {
            return slot >>> STATE_LSB == PENDING;
        }

        /** Returns the thread whose posted buffer has these bytes, or -1. */
        int at(int address, int bytes) {
            for (int thread = 0; thread < boxes.size(); thread++) {
                Operation receive = boxes.get(thread).receive;
                if (receive != null
                        && address >= receive.local()
                        && address + bytes <= receive.local() + receive.length()) {
                    return thread;
                }
            }
            return -1;
        }
    }

    private final long bound = DeviceBounds.lock(config); // of a lock, in cycles
    private int messages;
    private final Node[] all = new Node[nodes];
    private final Map<Condition, String> broken = new EnumMap<>(Condition.class);
    private final LockWaits lockWaits;
    private long delivered;
    private long bytes; // that were compared
    private long copies;
    private long longestHold;
    private long firstBroken = NEVER; // messages delivered before it
    private long now; // cycle and node of what is judged
    private int here;
    private int firstNode = NOWHERE; // node of the first violation, until its drain has ended

    DeviceDelivery(JudgedRun run) {
        super(run, new Violations());
        long patience = DeviceMessage.patience(program, config.latency().software());
        lockWaits = new LockWaits(nodes, PROCESSORS, patience);
        Arrays.setAll(all, node -> new Node(program.tasks(node)));
        for (Operation op : program.operations()) {
            if (op.kind() == OpKind.DEVICE_SEND) {
                messages++;
                all[op.node()].unsent++;
                DeviceMessage one = DeviceMessage.of(op);
                var due = all[op.target()].boxes.get(one.thread()).due;
                due.computeIfAbsent(one.sender(), sender -> new ArrayDeque<>()).add(one);
            }
        }
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
        if ((first || here == firstNode) && !broken.containsKey(condition)) {
            broken.put(condition, "cycle " + now + (here < 0 ? "" : " node " + here) + ": " + what);
            run.clock.violated();
        }
        copies += condition == Condition.NO_COPY ? 1 : 0;
    }

    /** Notes that a thread enters its loop and has a buffer for its next message. */
    void posted(Operation op) {
        if (op.kind() == OpKind.DEVICE_RECEIVE) {
            Box box = all[op.node()].boxes.get(op.task());
            box.receive = op;
            box.limit = 0;
            box.length = 0;
            box.current = null;
        }
    }

    void completed(Operation op, long cycle) {
        if (op.kind() == OpKind.DEVICE_SEND) {
            all[op.node()].unsent--;
            return;
        }
        Box box = all[op.node()].boxes.get(op.task());
        DeviceMessage message = box.current;
        box.receive = null;
        judges(cycle, op.node());
        if (message == null) {
            String what = " bytes as a message, and none is in its buffer";
            violate(Condition.WHOLE, "thread " + op.task() + " takes " + box.limit + what);
        } else if (box.length != message.bytes() || box.limit != message.bytes()) {
            String what = " is received with " + box.limit + " bytes, of which " + box.length + " are in memory";
            violate(Condition.WHOLE, message + what);
        } else {
            box.due.get(message.sender()).poll();
            delivered++;
        }
    }

    void command(CommandBuffer commands, int i) {
        Node node = all[commands.node(i)];
        int task = commands.task(i);
        Box box = task < node.boxes.size() ? node.boxes.get(task) : null;
        if (box != null && commands.op(i) == TileCommand.DEVICE_DRAIN) {
            box.limit = (int) DeviceCommand.limit(commands.word(i, 0));
        } else if (commands.op(i) == HostCommand.STORE && box != null && box.receive != null) {
            judges(commands.cycle(i), commands.node(i));
            int address = (int) commands.word(i, 0);
            boolean isSlot = address == box.receive.source();
            if (isSlot) {
                slotStored(task, commands.word(i, 1));
            } else if (node.at(address, WORD) >= 0) {
                violate(Condition.NO_COPY, "software stores a word at " + address);
            }
            if (isSlot || node.at(address, WORD) >= 0) {
                int word = (address - box.receive.source()) / WORD;
                run.shadow.scheduleWord(box.receive, word, commands.word(i, 1), now);
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
                String header = " of header " + Long.toHexString(node.lastRead[thread]);
                violate(Condition.HEADER_SAVED, "the slot keeps " + Long.toHexString(kept) + header);
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
        int thread = all[w.node].at(w.address, w.bytes);
        if (w.isOfDevice()) {
            bytes += w.bytes;
            if (thread < 0) {
                String what = w.bytes + " bytes at " + w.address + ", which no thread has posted as a buffer";
                violate(Condition.NO_COPY, what);
            } else {
                written(w, thread, all[w.node].boxes.get(thread));
            }
        } else if (thread >= 0) {
            violate(Condition.NO_COPY, "bytes at " + w.address + " by another port of memory");
        }
    }

    private void written(MemoryWrite w, int thread, Box box) {
        int from = box.length;
        int offset = w.address - box.receive.local();
        if (offset != from) {
            violate(Condition.WHOLE, "byte " + offset + " of a message of thread " + thread + " comes after " + from);
            return;
        }
        box.current = from == 0 ? box.starting(w.low) : box.current;
        box.length += w.bytes;
        DeviceMessage message = box.current;
        if (message == null && from == 0) {
            DeviceMessage other = all[here].boxes.stream()
                    .map(one -> one.starting(w.low))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            Condition condition = other == null ? Condition.WHOLE : Condition.RIGHT_THREAD;
            String none = "what comes to thread " + thread + " begins no message that is due";
            violate(condition, other == null ? none : other + " comes to thread " + thread);
        }
        for (int i = 0; message != null && i < w.bytes; i++) {
            if (from + i >= message.bytes() || w.at(i) != Payload.byteAt(message.key(), from + i)) {
                violate(Condition.WHOLE, "byte " + (from + i) + " of " + message + " is wrong");
                return;
            }
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
                String what = "thread " + processor + " had the lock for " + hold + " cycles, bound " + bound;
                violate(Condition.LOCK_BOUND, what);
            }
        } else if (command >= TileCommand.DEVICE_READ_HEADER) {
            if (DeviceEvent.owner(status) != processor + 1) {
                long has = DeviceEvent.owner(status) - 1;
                String who = has < 0 ? "nobody" : "thread " + has;
                violate(
                        Condition.LOCK_HELD,
                        "thread " + processor + (done ? " takes" : " asks for") + " packets while " + who
                                + " has the lock");
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
                String what = "thread " + processor + " reads payload as a header, ";
                violate(Condition.HEADER_ONCE, what + Long.toHexString(value));
            } else {
                node.open = value;
            }
        } else if (node.open >= 0) {
            int due = DeviceMessage.bytesOf(node.open);
            if (due != value) {
                String what = "behind a header of " + due + " bytes come " + value + " up to the end of the message";
                violate(Condition.CONTIGUOUS, what);
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
            boolean isStarved = !starved.isEmpty();
            violate(isStarved ? Condition.STARVATION : Condition.DELIVERED, isStarved ? starved + "; " + what : what);
        }
        Map<String, String> texts = new LinkedHashMap<>();
        broken.forEach((condition, text) -> {
            String name = condition.name().toLowerCase(Locale.ROOT);
            violations.add(name + ": " + text);
            texts.put(name, text);
        });
        String what = "messages in the buffers of their threads, once, whole, in order, " + copies + " copies";
        Verdict verdict = Verdict.of("device_delivery", delivered, violations, what);
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
            List<Box> boxes = all[node].boxes;
            boolean absent = whose >= boxes.size() || boxes.get(whose).receive == null;
            for (int thread = 0; thread < boxes.size(); thread++) {
                if (all[node].isPending() && absent && boxes.get(thread).receive != null) {
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

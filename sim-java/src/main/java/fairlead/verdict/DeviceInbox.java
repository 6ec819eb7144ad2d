// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.program.DeviceMessage;
import fairlead.program.Operation;
import fairlead.program.Payload;
import fairlead.verdict.DeviceDelivery.Condition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the threads of one node are to receive, and what is in the buffers that they have posted. */
final class DeviceInbox {
    record Fault(Condition condition, String text) {}

    private static final class Box {
        private final Map<Integer, Deque<DeviceMessage>> due = new TreeMap<>(); // by sender
        private Operation receive; // whose buffer is posted, or null
        private int limit; // bytes that software lets the device write
        private int length; // bytes that are in the buffer
        private DeviceMessage current;

        private DeviceMessage starting(long word) {
            return due.values().stream()
                    .map(Deque::peek)
                    .filter(first -> first != null && Payload.word(first.key(), 0) == word)
                    .findFirst()
                    .orElse(null);
        }
    }

    private final List<Box> boxes;

    DeviceInbox(int threads) {
        boxes = Checker.each(threads, Box::new);
    }

    int threads() {
        return boxes.size();
    }

    void due(DeviceMessage message) {
        boxes.get(message.thread())
                .due
                .computeIfAbsent(message.sender(), sender -> new ArrayDeque<>())
                .add(message);
    }

    void posted(Operation receive) {
        Box box = boxes.get(receive.task());
        box.receive = receive;
        box.limit = 0;
        box.length = 0;
        box.current = null;
    }

    /** Returns the receive of a thread that is in its loop, or null. */
    Operation receive(int thread) {
        return boxes.get(thread).receive;
    }

    void takes(int thread, int bytes) {
        boxes.get(thread).limit = bytes;
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

    /** Handles a write of at most 16 bytes; returns what is wrong with it, or null. */
    Fault written(MemoryWrite w) {
        int thread = at(w.address, w.bytes);
        if (thread < 0) {
            String what = w.bytes + " bytes at " + w.address + ", which no thread has posted as a buffer";
            return new Fault(Condition.NO_COPY, what);
        }
        Box box = boxes.get(thread);
        int from = box.length;
        int offset = w.address - box.receive.local();
        if (offset != from) {
            String what = "byte " + offset + " of a message of thread " + thread + " comes after " + from;
            return new Fault(Condition.WHOLE, what);
        }
        box.current = from == 0 ? box.starting(w.low) : box.current;
        box.length += w.bytes;
        if (box.current == null) {
            return from > 0 ? null : misplaced(thread, w.low);
        }
        for (int i = 0; i < w.bytes; i++) {
            if (from + i >= box.current.bytes() || w.at(i) != Payload.byteAt(box.current.key(), from + i)) {
                return new Fault(Condition.WHOLE, "byte " + (from + i) + " of " + box.current + " is wrong");
            }
        }
        return null;
    }

    private Fault misplaced(int thread, long word) {
        for (int other = 0; other < boxes.size(); other++) {
            DeviceMessage message = boxes.get(other).starting(word);
            if (message != null) {
                return new Fault(Condition.RIGHT_THREAD, message + " comes to thread " + thread);
            }
        }
        return new Fault(Condition.WHOLE, "what comes to thread " + thread + " begins no message that is due");
    }

    /** A thread takes a message as received; returns what is wrong, or an empty text. */
    String completed(int thread) {
        Box box = boxes.get(thread);
        DeviceMessage message = box.current;
        int has = box.length;
        box.receive = null;
        if (message == null) {
            return "thread " + thread + " takes " + box.limit + " bytes as a message, and none is in its buffer";
        }
        if (has != message.bytes() || box.limit != message.bytes()) {
            return message + " is received with " + box.limit + " bytes, of which " + has + " are in memory";
        }
        box.due.get(message.sender()).poll();
        return "";
    }
}

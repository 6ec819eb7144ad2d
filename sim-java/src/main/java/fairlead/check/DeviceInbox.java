// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.program.DeviceMessage;
import fairlead.program.Payload;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the threads of one node are to receive, and what is in the buffers that they have posted. */
final class DeviceInbox {
    /** What is wrong with a write. */
    record Fault(String condition, String text) {}

    private static final class Box {
        private final Map<Integer, Deque<DeviceMessage>> due = new TreeMap<>(); // by sender
        private int address = -1; // of the buffer; -1: none is posted
        private int limit;
        private int length; // bytes that are in it
        private DeviceMessage current;

        /** Returns the message that is due and begins with this word, or null. */
        private DeviceMessage starting(final long word) {
            for (final Deque<DeviceMessage> of : due.values()) {
                if (!of.isEmpty() && Payload.word(of.peek().key(), 0) == word) {
                    return of.peek();
                }
            }
            return null;
        }
    }

    private final List<Box> boxes = new ArrayList<>();

    DeviceInbox(final int threads) {
        for (int thread = 0; thread < threads; thread++) {
            boxes.add(new Box());
        }
    }

    void due(final DeviceMessage message) {
        boxes.get(message.thread())
                .due
                .computeIfAbsent(message.sender(), sender -> new ArrayDeque<>())
                .add(message);
    }

    void posted(final int thread, final int address, final int limit) {
        final Box box = boxes.get(thread);
        box.address = address;
        box.limit = limit;
        box.length = 0;
        box.current = null;
    }

    /** Handles a write of at most 16 bytes; returns what is wrong with it, or null. */
    Fault written(final int address, final int bytes, final long low, final long high) {
        for (int thread = 0; thread < boxes.size(); thread++) {
            final Box box = boxes.get(thread);
            if (box.address >= 0 && address >= box.address && address + bytes <= box.address + box.limit) {
                return into(thread, box, address, bytes, low, high);
            }
        }
        return new Fault("no_copy", bytes + " bytes at " + address + ", which no thread has posted as a buffer");
    }

    private Fault into(
            final int thread, final Box box, final int address, final int bytes, final long low, final long high) {
        if (address != box.address + box.length) {
            return new Fault(
                    "whole",
                    "byte " + (address - box.address) + " of a message of thread " + thread + " comes after "
                            + box.length);
        }
        if (box.length == 0) {
            box.current = box.starting(low);
        }
        final int from = box.length;
        box.length += bytes;
        if (box.current == null) {
            return from > 0 ? null : misplaced(thread, low);
        }
        for (int i = 0; i < bytes; i++) {
            final byte is = (byte) ((i < Long.BYTES ? low : high) >>> 8 * (i % Long.BYTES));
            if (from + i >= box.current.bytes() || is != Payload.byteAt(box.current.key(), from + i)) {
                return new Fault("whole", "byte " + (from + i) + " of " + box.current + " is wrong");
            }
        }
        return null;
    }

    private Fault misplaced(final int thread, final long word) {
        for (int other = 0; other < boxes.size(); other++) {
            final DeviceMessage message = boxes.get(other).starting(word);
            if (message != null) {
                return new Fault("right_thread", message + " comes to thread " + thread);
            }
        }
        return new Fault("whole", "what comes to thread " + thread + " begins no message that is due");
    }

    /** A thread takes a message of so many bytes as received; returns what is wrong, or an empty text. */
    String completed(final int thread, final int bytes) {
        final Box box = boxes.get(thread);
        final DeviceMessage message = box.current;
        final int has = box.length;
        box.address = -1;
        if (message == null) {
            return "thread " + thread + " takes " + bytes + " bytes as a message, and none is in its buffer";
        }
        if (has != message.bytes() || bytes != message.bytes()) {
            return message + " is received with " + bytes + " bytes, of which " + has + " are in memory";
        }
        box.due.get(message.sender()).poll();
        return "";
    }
}

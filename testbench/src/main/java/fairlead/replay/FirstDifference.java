// SPDX-License-Identifier: Apache-2.0
package fairlead.replay;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.lockstep.Difference;
import fairlead.node.Observer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Compares the events of a run with those of a file and keeps the first that differs, with the events around it. */
final class FirstDifference implements Observer, AutoCloseable {
    /** The equal events that are kept before the difference, and the events of each side from it on. */
    static final int CONTEXT = 5;

    private final InputStream first;
    private final Deque<String> before = new ArrayDeque<>();
    private final List<String> ours = new ArrayList<>(); // events of the file from the difference on
    private final List<String> theirs = new ArrayList<>();
    private long equal;
    private boolean differs;

    FirstDifference(Path file) throws IOException {
        first = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    }

    @Override
    public void events(EventCursor batch) {
        byte[] record = new byte[EventCursor.BYTES];
        while (batch.next() && theirs.size() < CONTEXT) {
            if (EventKind.isIdentity(batch.kind())) {
                batch.data().get(batch.offset(), record);
                compare(record);
            }
        }
        batch.rewind();
    }

    private void compare(byte[] record) {
        if (differs) {
            theirs.add(text(record));
            return;
        }
        byte[] other = next();
        if (Arrays.equals(record, other)) {
            equal++;
            if (before.size() == CONTEXT) {
                before.removeFirst();
            }
            before.addLast(text(record));
            return;
        }
        differs = true;
        theirs.add(text(record));
        if (other.length > 0) {
            ours.add(text(other));
        }
    }

    /** Returns the next record of the file, or an empty array at its end. */
    private byte[] next() {
        try {
            return first.readNBytes(EventCursor.BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(byte[] record) {
        EventCursor cursor =
                new EventCursor().wrap(ByteBuffer.wrap(record.clone()).order(ByteOrder.LITTLE_ENDIAN), 1);
        cursor.next();
        return Difference.event(cursor);
    }

    /** Reads the rest of the context from the file, when the run has ended. */
    void end() {
        while (ours.size() < CONTEXT) {
            byte[] other = next();
            if (other.length == 0) {
                return;
            }
            ours.add(text(other));
        }
    }

    /** Returns the difference as lines, or no lines if there is none. */
    List<String> lines(String firstName, String secondName) {
        if (ours.isEmpty() && theirs.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("first differing event: after " + equal + " equal ones");
        before.forEach(line -> lines.add("  both  " + line));
        side(firstName, ours, lines);
        side(secondName, theirs, lines);
        return lines;
    }

    private static void side(String name, List<String> events, List<String> lines) {
        if (events.isEmpty()) {
            lines.add("  " + name + "     has no more events");
        }
        events.forEach(line -> lines.add("  " + name + "     " + line));
    }

    @Override
    public void close() throws IOException {
        first.close();
    }
}

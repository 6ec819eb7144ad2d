// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.node.Observer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Keeps every event record of a run as bytes, for the comparison of two runs. */
public final class EventBytes implements Observer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void events(EventCursor batch) {
        byte[] records = new byte[batch.count() * EventCursor.BYTES];
        batch.data().duplicate().position(0).get(records);
        bytes.writeBytes(records);
    }

    public int count() {
        return bytes.size() / EventCursor.BYTES;
    }

    /** Returns a cursor before the first record. */
    public EventCursor cursor() {
        ByteBuffer records = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        return new EventCursor().wrap(records, count());
    }

    /** Returns the first record in which the other run differs, as text, or an empty string. */
    public String difference(EventBytes other) {
        byte[] mine = bytes.toByteArray();
        byte[] its = other.bytes.toByteArray();
        int at = Arrays.mismatch(mine, its);
        if (at < 0) {
            return "";
        }
        int record = at / EventCursor.BYTES;
        return "record " + record + " of " + count() + ": " + text(mine, record) + " against " + text(its, record);
    }

    private static String text(byte[] records, int index) {
        if ((index + 1) * EventCursor.BYTES > records.length) {
            return "the end";
        }
        ByteBuffer all = ByteBuffer.wrap(records, index * EventCursor.BYTES, EventCursor.BYTES);
        EventCursor cursor = new EventCursor().wrap(all.slice().order(ByteOrder.LITTLE_ENDIAN), 1);
        cursor.next();
        return String.format(
                "cycle %d node %d %s %s #%d a=%x b=%x c=%x",
                cursor.cycle(),
                cursor.node(),
                EventUnit.name(cursor.unit()),
                EventKind.name(cursor.kind()),
                cursor.seq(),
                cursor.a(),
                cursor.b(),
                cursor.c());
    }
}

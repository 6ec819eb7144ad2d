// SPDX-License-Identifier: Apache-2.0
package fairlead.check;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 over the records of the identity kinds, in order: the identity of a run (D5). Runs of records are hashed without copying. */
public final class EventHash {
    private final MessageDigest digest;
    private long count;

    public EventHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    public void add(final EventCursor events) {
        final ByteBuffer data = events.data().duplicate();
        events.rewind();
        int from = -1;
        int to = -1;
        while (events.next()) {
            if (!EventKind.isIdentity(events.kind())) {
                continue;
            }
            count++;
            if (events.offset() != to) {
                update(data, from, to);
                from = events.offset();
            }
            to = events.offset() + EventCursor.BYTES;
        }
        update(data, from, to);
        events.rewind();
    }

    private void update(final ByteBuffer data, final int from, final int to) {
        if (from >= 0) {
            data.limit(to).position(from);
            digest.update(data);
            data.clear();
        }
    }

    /** Records hashed so far. */
    public long count() {
        return count;
    }

    /** The hash in hexadecimal; the hash starts anew afterwards. */
    public String finish() {
        return HexFormat.of().formatHex(digest.digest());
    }
}

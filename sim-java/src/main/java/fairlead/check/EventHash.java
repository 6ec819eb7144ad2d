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
    private ByteBuffer data; // of the pending run of records [from, to)
    private int from;
    private int to = -1;
    private long count;

    public EventHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    /** Adds the event under the cursor. Its batch must be ended by {@link #endBatch} before the engine runs again. */
    public void add(final EventCursor event) {
        if (!EventKind.isIdentity(event.kind())) {
            return;
        }
        count++;
        final int offset = event.offset();
        if (offset != to) {
            flush();
            data = event.data();
            from = offset;
        }
        to = offset + EventCursor.BYTES;
    }

    /** Hashes what is still pending of the batch. */
    public void endBatch() {
        flush();
        data = null;
    }

    private void flush() {
        if (data != null) {
            digest.update(data.duplicate().limit(to).position(from));
            to = -1;
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

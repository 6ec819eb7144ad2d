// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 over the event records that belong to the identity of a run, in order (D5). Adjacent records are hashed in
 * one call, without a copy.
 */
public final class EventHash {
    private final MessageDigest digest;

    public EventHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    /** Adds a batch of events and rewinds the cursor. */
    public void add(EventCursor batch) {
        int from = 0;
        int to = -1;
        batch.rewind();
        while (batch.next()) {
            if (!EventKind.isIdentity(batch.kind())) {
                continue;
            }
            if (batch.offset() != to) {
                update(batch.data(), from, to);
                from = batch.offset();
            }
            to = batch.offset() + EventCursor.BYTES;
        }
        update(batch.data(), from, to);
        batch.rewind();
    }

    private void update(ByteBuffer records, int from, int to) {
        if (to > from) {
            digest.update(records.duplicate().limit(to).position(from));
        }
    }

    /** Returns the hash in hexadecimal and resets it. */
    public String finish() {
        return HexFormat.of().formatHex(digest.digest());
    }
}

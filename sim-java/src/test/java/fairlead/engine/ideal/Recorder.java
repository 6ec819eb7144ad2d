// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.ideal;

import fairlead.engine.api.EventCursor;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Result;
import fairlead.software.Observer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Hashes all events, and compares the bytes that every put and get moves with what its program says. */
public final class Recorder implements Observer, IdealEngine.DataWatcher {
    private final Map<Long, Operation> byTag = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<Operation> finished = new ArrayList<>();
    private long hash;
    private long bytes;

    @Override
    public void events(final EventCursor batch) {
        while (batch.next()) {
            for (int i = 0; i < EventCursor.BYTES; i += 8) {
                hash = hash * 31 + batch.data().getLong(batch.offset() + i);
            }
        }
        batch.rewind();
    }

    @Override
    public void posted(final Operation op, final int tag, final long cycle) {
        if (tag >= 0 && op.kind() != OpKind.EPOCH_OPEN) { // its number is its index in the origin's table
            byTag.put((long) op.node() << 32 | tag, op);
        }
    }

    @Override
    public void finished(final Operation op, final Result result, final long cycle) {
        finished.add(op);
    }

    @Override
    public void written(final int origin, final int tag, final byte[] data) {
        final Operation op = byTag.get((long) origin << 32 | tag);
        if (op == null || op.length() != data.length) {
            wrong.add("node " + origin + " tag " + tag + ": " + data.length + " bytes of " + op);
            return;
        }
        for (int i = 0; i < data.length; i++) {
            if (data[i] != op.payload(i)) {
                wrong.add(op + ": byte " + i);
                return;
            }
        }
        bytes += data.length;
    }

    public List<String> wrong() {
        return wrong;
    }

    public List<Operation> finished() {
        return finished;
    }

    public long hash() {
        return hash;
    }

    public long bytes() {
        return bytes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.replay;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.node.Observer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the events that belong to the identity of a run to a file, record by record. */
final class EventFile implements Observer, AutoCloseable {
    private final OutputStream out;
    private final byte[] record = new byte[EventCursor.BYTES];

    EventFile(final Path file) throws IOException {
        out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
    }

    @Override
    public void events(final EventCursor batch) {
        try {
            while (batch.next()) {
                if (EventKind.isIdentity(batch.kind())) {
                    batch.data().get(batch.offset(), record);
                    out.write(record);
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        batch.rewind();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

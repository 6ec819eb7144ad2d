// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a large file piece by piece and counts its characters, so that its writer can stop at a size. */
final class RowWriter implements AutoCloseable {
    private final BufferedWriter out;
    private final long most;
    private long written;

    /** @param most number of characters after which {@link #isFull} holds */
    RowWriter(final Path file, final long most) throws IOException {
        out = Files.newBufferedWriter(file);
        this.most = most;
    }

    RowWriter add(final CharSequence text) throws IOException {
        out.append(text);
        written += text.length();
        return this;
    }

    boolean isFull() {
        return written >= most;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}

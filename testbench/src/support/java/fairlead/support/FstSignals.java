// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Reads the signals of an FST waveform: blocks (type, length, data), and a hierarchy packed with LZ4. */
public final class FstSignals {
    private static final int HIERARCHY_LZ4 = 6;
    private static final int ATTRIBUTE = 252;
    private static final int ATTRIBUTE_END = 253;
    private static final int SCOPE = 254;
    private static final int UP = 255;

    private final ByteBuffer bytes;
    private final Map<String, Integer> widths = new HashMap<>();

    private FstSignals(byte[] hierarchy) {
        bytes = ByteBuffer.wrap(hierarchy);
    }

    /** Returns the width in bits of each signal by its name, with its scopes and without its range. */
    public static Map<String, Integer> widths(Path file) throws IOException {
        ByteBuffer blocks = ByteBuffer.wrap(Files.readAllBytes(file));
        while (blocks.hasRemaining()) {
            int type = blocks.get() & 255;
            int start = blocks.position();
            int length = (int) blocks.getLong();
            if (type == HIERARCHY_LZ4) {
                byte[] whole = new byte[(int) blocks.getLong()];
                unpack(blocks.limit(start + length), whole);
                FstSignals signals = new FstSignals(whole);
                signals.read();
                return signals.widths;
            }
            blocks.position(start + length);
        }
        throw new IOException(file + ": no hierarchy packed by LZ4");
    }

    private static void unpack(ByteBuffer packed, byte[] out) {
        int at = 0;
        while (packed.hasRemaining()) {
            int token = packed.get() & 255;
            int literals = extended(packed, token >> 4);
            packed.get(out, at, literals);
            at += literals;
            if (packed.hasRemaining()) {
                int back = packed.get() & 255 | (packed.get() & 255) << 8;
                for (int left = extended(packed, token & 15) + 4; left > 0; left--, at++) {
                    out[at] = out[at - back];
                }
            }
        }
    }

    private static int extended(ByteBuffer packed, int nibble) {
        int length = nibble;
        for (int more = nibble == 15 ? 255 : 0; more == 255; length += more) {
            more = packed.get() & 255;
        }
        return length;
    }

    private void read() {
        Deque<String> scopes = new ArrayDeque<>();
        while (bytes.hasRemaining()) {
            int tag = bytes.get() & 255;
            if (tag == SCOPE) {
                bytes.get();
                String name = text();
                text();
                scopes.addLast(name);
            } else if (tag == UP) {
                scopes.removeLast();
            } else if (tag == ATTRIBUTE) {
                bytes.getShort();
                text();
                number();
            } else if (tag != ATTRIBUTE_END) {
                bytes.get();
                String name = text();
                widths.put(String.join(".", scopes) + "." + name.split(" ")[0], number());
                number();
            }
        }
    }

    private String text() {
        int start = bytes.position();
        while (bytes.get() != 0) {
            continue;
        }
        return new String(bytes.array(), start, bytes.position() - 1 - start, StandardCharsets.UTF_8);
    }

    private int number() {
        int value = 0;
        int shift = 0;
        int next;
        do {
            next = bytes.get();
            value |= (next & 127) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.engine.Engine;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/** The two parts of a saved state of the RTL: the memories of the nodes, and the bytes of fl_save. */
final class RtlState {
    private static final int END = -1;

    private RtlState() {}

    static void write(ByteBuffer tiles, Engine memories, OutputStream to) throws IOException {
        DataOutputStream out = new DataOutputStream(to);
        writeTiles(tiles, out);
        for (int node = 0; node < memories.config().nodes(); node++) {
            writeMemory(memories, node, out);
        }
    }

    /** Writes the pages of a memory that are not zero, each after its number, and the end. */
    private static void writeMemory(Engine memories, int node, DataOutputStream out) throws IOException {
        byte[] bytes = new byte[Engine.PAGE_BYTES];
        for (int number = 0; (long) number * bytes.length < memories.config().memoryBytes(); number++) {
            ByteBuffer page = memories.page(node, number);
            int length = page == null ? 0 : page.remaining();
            if (page != null) {
                page.get(bytes, 0, length);
            }
            if (isUsed(bytes, length)) {
                out.writeInt(number);
                out.write(bytes, 0, length);
            }
        }
        out.writeInt(END);
    }

    private static boolean isUsed(byte[] page, int length) {
        for (int i = 0; i < length; i++) {
            if (page[i] != 0) {
                return true;
            }
        }
        return false;
    }

    /** Reads the memories, which must be zero. */
    static void readMemories(DataInputStream in, int nodes, IntFunction<ByteBuffer> memories) throws IOException {
        for (int node = 0; node < nodes; node++) {
            readMemory(in, memories.apply(node));
        }
    }

    private static void readMemory(DataInputStream in, ByteBuffer memory) throws IOException {
        byte[] page = new byte[Engine.PAGE_BYTES];
        for (int number = in.readInt(); number != END; number = in.readInt()) {
            long from = (long) number * page.length;
            if (number < 0 || from >= memory.capacity()) {
                throw new IOException("a page " + number + " that the memory does not have");
            }
            int length = Math.min(page.length, memory.capacity() - (int) from);
            in.readFully(page, 0, length);
            memory.position((int) from);
            memory.put(page, 0, length);
        }
    }

    private static void writeTiles(ByteBuffer state, DataOutputStream out) throws IOException {
        out.writeInt(state.remaining());
        byte[] piece = new byte[Engine.PAGE_BYTES];
        while (state.hasRemaining()) {
            int length = Math.min(piece.length, state.remaining());
            state.get(piece, 0, length);
            out.write(piece, 0, length);
        }
    }

    static byte[] readTiles(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] state = in.readNBytes(Math.max(0, length));
        if (state.length != length) {
            throw new EOFException("the state of the tiles ends early");
        }
        return state;
    }
}

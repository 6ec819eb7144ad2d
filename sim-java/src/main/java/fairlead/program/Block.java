// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

import java.util.BitSet;

/**
 * The bytes of a STORE that do not lie in one word, and which of them it writes. Node software gives a STORE command
 * for each part of a word, all in one cycle.
 */
public final class Block {
    private final byte[] bytes;
    private final BitSet written;

    /** Receives bytes [at, at + length) of memory, which lie in one word; the first one is the lowest of `value`. */
    @FunctionalInterface
    public interface Part {
        void is(int at, int length, long value);
    }

    Block(byte[] bytes, BitSet written) {
        if (written.isEmpty() || written.length() > bytes.length) {
            throw new IllegalArgumentException("a block writes 1 to " + bytes.length + " of its bytes");
        }
        this.bytes = bytes.clone();
        this.written = (BitSet) written.clone();
    }

    /** Returns a STORE of these bytes, which has a block if they are not all the bytes of one part of a word. */
    static Operation store(int address, byte[] bytes, BitSet written) {
        Block block = new Block(bytes, written);
        if (written.cardinality() == bytes.length && address % Long.BYTES + bytes.length <= Long.BYTES) {
            Operation[] only = new Operation[1];
            block.parts(address, (at, length, value) -> only[0] = Ops.store(at, value, length));
            return only[0];
        }
        Operation op = Ops.memory(OpKind.STORE, address, bytes.length, 0, 0);
        op.block = block;
        return op;
    }

    public int length() {
        return bytes.length;
    }

    public byte at(int index) {
        return bytes[index];
    }

    public boolean writes(int index) {
        return written.get(index);
    }

    /** Returns whether it writes any of the bytes [from, to), some of which may not be its own. */
    public boolean writesAny(int from, int to) {
        int next = written.nextSetBit(Math.max(0, from));
        return next >= 0 && next < to;
    }

    /** Hands over the parts of a block at this address that are written, in ascending order. */
    public void parts(int address, Part to) {
        for (int from = written.nextSetBit(0); from >= 0; ) {
            int gap = written.nextClearBit(from);
            int word = Long.BYTES - (address + from) % Long.BYTES; // bytes to the end of the word
            int end = Math.min(gap, from + word);
            long value = 0;
            for (int i = end - 1; i >= from; i--) {
                value = value << Byte.SIZE | bytes[i] & 0xFF;
            }
            to.is(address + from, end - from, value);
            from = written.nextSetBit(end);
        }
    }
}

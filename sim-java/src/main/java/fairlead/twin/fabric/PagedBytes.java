// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.fabric;

import fairlead.engine.Engine;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The bytes of a large memory. A page is allocated at its first write; until then all its bytes are 0. */
final class PagedBytes {
    private static final int PAGE = Engine.PAGE_BYTES;
    private static final int SHIFT = Integer.numberOfTrailingZeros(PAGE);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int size;
    private final byte[][] pages;

    PagedBytes(int size) {
        this.size = size;
        pages = new byte[(size - 1 >>> SHIFT) + 1][];
    }

    private byte[] written(int address) {
        int number = address >>> SHIFT;
        if (pages[number] == null) {
            pages[number] = new byte[Math.min(PAGE, size - (number << SHIFT))];
        }
        return pages[number];
    }

    byte get(int address) {
        byte[] page = pages[address >>> SHIFT];
        return page == null ? 0 : page[address & PAGE - 1];
    }

    void set(int address, byte value) {
        written(address)[address & PAGE - 1] = value;
    }

    long load64(int address) {
        int at = address & PAGE - 1;
        if (at <= PAGE - Long.BYTES) {
            byte[] page = pages[address >>> SHIFT];
            return page == null ? 0 : (long) LONGS.get(page, at);
        }
        long word = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            word = word << 8 | get(address + i) & 0xFF;
        }
        return word;
    }

    void store64(int address, long value) {
        int at = address & PAGE - 1;
        if (at <= PAGE - Long.BYTES) {
            LONGS.set(written(address), at, value);
            return;
        }
        for (int i = 0; i < Long.BYTES; i++) {
            set(address + i, (byte) (value >>> 8 * i));
        }
    }

    /** Returns a page, or null if it was never written. */
    ByteBuffer page(int number) {
        byte[] page = pages[number];
        return page == null ? null : ByteBuffer.wrap(page).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns a copy of all bytes. */
    byte[] copy() {
        byte[] all = new byte[size];
        for (int number = 0; number < pages.length; number++) {
            if (pages[number] != null) {
                System.arraycopy(pages[number], 0, all, number << SHIFT, pages[number].length);
            }
        }
        return all;
    }
}

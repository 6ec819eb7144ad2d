// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.Descriptor0;

/**
 * The numbers of injection and reception FIFOs in words. A word has four bits for each, and the structure of this
 * process looks at as many of them as its FIFOs need (docs/spec/words.md).
 */
public final class FifoNumber {
    /** The lowest bit of a Descriptor0 that this structure does not look at. */
    public static final int SPARE_LSB =
            HwLayout.INJECTION_FIFOS > 1 << Descriptor0.FIFO_WIDTH ? Descriptor0.SPARE_LSB : Descriptor0.FIFO_HIGH_LSB;

    private static final int INJECTION_MASK = mask(HwLayout.INJECTION_FIFOS);
    private static final int RECEPTION_MASK = mask(HwLayout.RECEPTION_FIFOS);

    private FifoNumber() {}

    private static int mask(int fifos) {
        return fifos == 1 ? 0 : (Integer.highestOneBit(fifos - 1) << 1) - 1;
    }

    /** Returns the bits of a Descriptor0 that name an injection FIFO. */
    public static long inDescriptor(int fifo) {
        return (fifo & Descriptor0.FIFO_MASK) << Descriptor0.FIFO_LSB
                | (long) (fifo >>> Descriptor0.FIFO_WIDTH) << Descriptor0.FIFO_HIGH_LSB;
    }

    /** Returns the injection FIFO that a Descriptor0 names; the structure need not have it. */
    public static int injection(long word0) {
        return (int) (Descriptor0.fifo(word0) | Descriptor0.fifoHigh(word0) << Descriptor0.FIFO_WIDTH) & INJECTION_MASK;
    }

    /** Returns the reception FIFO that the remote address of a message names; the structure need not have it. */
    public static int reception(long address) {
        return (int) address & RECEPTION_MASK;
    }
}

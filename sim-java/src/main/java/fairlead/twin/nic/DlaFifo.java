// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * The FIFO of the DLA: its words, and the credit class that each has consumed. The words of a request become visible
 * together, when its tail has entered.
 */
final class DlaFifo {
    static final int NO_CLASS = 3; // class of a word without a credit
    private static final int HEAD = 1;
    private static final int TAIL = 2;
    private static final int CLASS_SHIFT = 2;
    private static final int CLASS = 3;
    private static final int CHANNEL_SHIFT = 4;
    private static final int CHANNEL = 15;
    private static final int VOID = 1 << 8;

    private final long[] data0;
    private final long[] data1;
    private final int[] owners; // head mark, tail mark, class and channel of each word
    private int write;
    private int read;
    private int complete; // number of words of complete requests
    int used; // number of words in the FIFO

    DlaFifo(int depth) {
        data0 = new long[depth];
        data1 = new long[depth];
        owners = new int[depth];
    }

    /** Returns the number of words for which the FIFO has room. */
    int depth() {
        return data0.length;
    }

    /**
     * Adds a word. The word has a credit, so the FIFO has room for it.
     *
     * @param words number of words of the request, for its tail
     */
    void push(boolean head, boolean tail, int cls, int channel, long w0, long w1, int words) {
        data0[write] = w0;
        data1[write] = w1;
        owners[write] = (head ? HEAD : 0) | (tail ? TAIL : 0) | cls << CLASS_SHIFT | channel << CHANNEL_SHIFT;
        write = after(write);
        used++;
        if (tail) {
            complete += words;
        }
    }

    /**
     * Replaces the last request, of which `gone` words have entered and whose data will not come, by a single void
     * word.
     */
    void abort(int gone) {
        write = write >= gone ? write - gone : write + owners.length - gone;
        owners[write] |= VOID | HEAD | TAIL;
        write = after(write);
        used -= gone - 1;
        complete++;
    }

    /** Removes the oldest word; called only if {@link #isReady} returns true. */
    void pop() {
        read = after(read);
        complete--;
        used--;
    }

    /** Returns whether the front word is the void word of an aborted request. */
    boolean isVoid() {
        return (owners[read] & VOID) != 0;
    }

    private int after(int pointer) {
        return pointer + 1 == owners.length ? 0 : pointer + 1;
    }

    boolean isReady() {
        return complete != 0;
    }

    boolean isHead() {
        return (owners[read] & HEAD) != 0;
    }

    boolean isTail() {
        return (owners[read] & TAIL) != 0;
    }

    int cls() {
        return owners[read] >> CLASS_SHIFT & CLASS;
    }

    int channel() {
        return owners[read] >> CHANNEL_SHIFT & CHANNEL;
    }

    long w0() {
        return data0[read];
    }

    long w1() {
        return data1[read];
    }
}

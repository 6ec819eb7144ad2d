// SPDX-License-Identifier: Apache-2.0
package fairlead.model.dla;

/** The one FIFO of the DLA: words and whose credits they have consumed. The words of a request are seen together, when its tail has entered. */
final class DlaFifo {
    static final int NO_CLASS = 3; // of a word without a credit
    private static final int HEAD = 1;
    private static final int TAIL = 2;
    private static final int CLASS_SHIFT = 2;
    private static final int CLASS = 3;
    private static final int CHANNEL_SHIFT = 4;
    private static final int CHANNEL = 15;
    private static final int VOID = 1 << 8;

    private final long[] data0;
    private final long[] data1;
    private final int[] owners; // head, tail, class, channel
    private int write;
    private int read;
    private int complete; // words of whole requests
    private int used;

    DlaFifo(final int depth) {
        data0 = new long[depth];
        data1 = new long[depth];
        owners = new int[depth];
    }

    /** Words that it has room for. */
    int depth() {
        return data0.length;
    }

    /**
     * A word enters; it has a credit and so a place.
     *
     * @param words with the tail: words of its request
     */
    void push(
            final boolean head,
            final boolean tail,
            final int cls,
            final int channel,
            final long w0,
            final long w1,
            final int words) {
        data0[write] = w0;
        data1[write] = w1;
        owners[write] = (head ? HEAD : 0) | (tail ? TAIL : 0) | cls << CLASS_SHIFT | channel << CHANNEL_SHIFT;
        write = after(write);
        used++;
        if (tail) {
            complete += words;
        }
    }

    /** The last request, of which `gone` words have entered, will not get its data: one word without content keeps its place. */
    void abort(final int gone) {
        write = write >= gone ? write - gone : write + owners.length - gone;
        owners[write] |= VOID | HEAD | TAIL;
        write = after(write);
        used -= gone - 1;
        complete++;
    }

    /** The oldest word leaves; only while isReady. */
    void pop() {
        read = after(read);
        complete--;
        used--;
    }

    /** Words inside. */
    int used() {
        return used;
    }

    /** The word at the front is what is left of an aborted request. */
    boolean isVoid() {
        return (owners[read] & VOID) != 0;
    }

    private int after(final int pointer) {
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

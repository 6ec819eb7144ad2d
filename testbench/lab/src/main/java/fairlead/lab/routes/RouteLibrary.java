// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.routes;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.rtl.NativeLibraries;
import java.nio.file.Path;

/**
 * The Verilated RouteUnit as a module of its own (verilator/include/route_abi.h), which answers questions in batches.
 * An instance must not be used by two threads at a time.
 */
public final class RouteLibrary implements AutoCloseable {
    static final int BATCH = 1 << 14; // the greatest number of questions per call

    private static final int WORDS = 2;
    private static final int ME_LSB = 40;
    private static final int IN_PORT_LSB = 12;
    private static final int IN_VC_LSB = 16;
    private static final int VC_RULE_LSB = 19;
    private static final int PREFER_LSB = 21;
    private static final int UNSAFE_LSB = 24;
    private static final int PORT_LSB = 16;
    private static final int VC_LSB = 20;
    private static final int ADAPTIVE_LSB = 24;
    private static final int ENTERS_LSB = 30;
    private static final int ALLOWED_HIGH = 0xFFFF;

    private final Function ask;
    private final Function close;
    private final boolean hasUnsafe;
    private final Memory in = new Memory((long) BATCH * WORDS * Long.BYTES);
    private final Memory out = new Memory((long) BATCH * WORDS * Long.BYTES);
    private final long[] questions = new long[BATCH * WORDS];
    private final long[] answers = new long[BATCH * WORDS];
    private Pointer handle;
    private int count;

    private RouteLibrary(String name) {
        Path path = NativeLibraries.path(name);
        NativeLibrary library;
        String hash;
        try {
            library = NativeLibrary.getInstance(path.toString());
            hash = library.getFunction("route_layout_hash").invokeString(new Object[0], false);
        } catch (LinkageError e) {
            throw NativeLibraries.unusable(path, e);
        }
        NativeLibraries.requireSameLayout(path, hash, HwLayout.manifestHash());
        hasUnsafe = library.getFunction("route_has_unsafe").invokeInt(new Object[0]) != 0;
        ask = library.getFunction("route_ask");
        close = library.getFunction("route_close");
        handle = library.getFunction("route_open").invokePointer(new Object[0]);
    }

    public static RouteLibrary shipped() {
        return new RouteLibrary("route");
    }

    public static RouteLibrary lab() {
        return new RouteLibrary("route_lab");
    }

    /**
     * @param prefer bits 3:1 of register ROUTING
     * @param unsafe the content of register UNSAFE
     */
    void add(int me, int inPort, int inVc, int vcRule, int prefer, int unsafe, long header) {
        if (unsafe != 0 && !hasUnsafe) {
            throw new IllegalArgumentException("the shipped route unit has no variant " + UnsafeVariant.name(unsafe));
        }
        questions[count * WORDS] = (long) me << ME_LSB
                | (long) inPort << IN_PORT_LSB
                | (long) inVc << IN_VC_LSB
                | (long) vcRule << VC_RULE_LSB
                | (long) prefer << PREFER_LSB
                | (long) unsafe << UNSAFE_LSB;
        questions[count * WORDS + 1] = header;
        count++;
    }

    boolean isFull() {
        return count == BATCH;
    }

    /** Evaluates the unit once for each question of the batch; the next {@link #add} begins a new batch. */
    void answer() {
        in.write(0, questions, 0, count * WORDS);
        ask.invokeVoid(new Object[] {handle, in, out, count});
        out.read(0, answers, 0, count * WORDS);
        count = 0;
    }

    int port(int i) {
        return (int) (answers[i * WORDS + 1] >>> PORT_LSB) & 15;
    }

    int vc(int i) {
        return (int) (answers[i * WORDS + 1] >>> VC_LSB) & 7;
    }

    /** Returns the links on which the packet may take an adaptive VC of its class, as bits. */
    int adaptive(int i) {
        return (int) (answers[i * WORDS + 1] >>> ADAPTIVE_LSB) & 63;
    }

    /** Tells whether the escape output enters a bubble ring, that is, the packet comes from outside this ring. */
    boolean enters(int i) {
        return (answers[i * WORDS + 1] >>> ENTERS_LSB & 1) != 0;
    }

    long allowedLow(int i) {
        return answers[i * WORDS];
    }

    int allowedHigh(int i) {
        return (int) answers[i * WORDS + 1] & ALLOWED_HIGH;
    }

    @Override
    public void close() {
        close.invokeVoid(new Object[] {handle});
        handle = Pointer.NULL;
        in.close();
        out.close();
    }
}

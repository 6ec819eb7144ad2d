// SPDX-License-Identifier: Apache-2.0
package fairlead.flow;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import fairlead.hw.HwLayout;
import fairlead.rtl.NativeLibraries;
import java.nio.file.Path;

/** The Verilated CreditCounter of the unit library, one clock cycle a step. */
final class CreditCounterDut implements AutoCloseable {
    static final int SPEND = 1;
    static final int REFUND = 2;

    static {
        final Path library = NativeLibraries.path("unit");
        Native.register(CreditCounterDut.class, NativeLibrary.getInstance(library.toString()));
        NativeLibraries.requireSameLayout(library, unit_manifest_hash(), HwLayout.manifestHash());
    }

    private Pointer handle = unit_cc_open();

    private CreditCounterDut() {}

    static CreditCounterDut open() {
        return new CreditCounterDut();
    }

    boolean canSend() {
        return unit_cc_can_send(handle) != 0;
    }

    int credits() {
        return unit_cc_credits(handle);
    }

    /** @throws AssertionError with the message of the RTL when one of its assertions fails */
    void step(final int events) {
        if (unit_cc_step(handle, events) != 0) {
            throw new AssertionError(unit_last_error());
        }
    }

    @Override
    public void close() {
        unit_cc_close(handle);
        handle = Pointer.NULL;
    }

    private static native String unit_manifest_hash();

    private static native String unit_last_error();

    private static native Pointer unit_cc_open();

    private static native void unit_cc_close(Pointer handle);

    private static native int unit_cc_step(Pointer handle, int events);

    private static native int unit_cc_can_send(Pointer handle);

    private static native int unit_cc_credits(Pointer handle);
}

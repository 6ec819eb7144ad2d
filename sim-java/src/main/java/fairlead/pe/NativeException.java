// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import java.util.List;

/** A native program that cannot be started, or that did what ends its run. */
public final class NativeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean started;
    private final int code;

    private NativeException(String message, boolean started, int code) {
        super(message);
        this.started = started;
        this.code = code;
    }

    public static NativeException input(String message) {
        return new NativeException(message, false, 0);
    }

    public static NativeException run(String message) {
        return new NativeException(message, true, 1);
    }

    public static NativeException crash(String message, int code) {
        return new NativeException(message, true, code);
    }

    /** Returns the same with more lines. */
    public NativeException with(List<String> lines) {
        return new NativeException(getMessage() + "\n" + String.join("\n", lines), started, code);
    }

    /** Returns whether the program has begun; otherwise the input is wrong. */
    public boolean hasStarted() {
        return started;
    }

    /** Returns the exit code: that of the process which was killed by a signal, otherwise 1. */
    public int code() {
        return code;
    }
}

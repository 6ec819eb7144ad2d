// SPDX-License-Identifier: Apache-2.0
package fairlead.pe;

import java.io.IOException;

/** The software of the nodes that does the calls of a native program: what all PEs of one run share. */
@FunctionalInterface
public interface Library {
    /** What one PE does. */
    interface Calls {
        /**
         * Does one call, of which the first is INIT and the last FINALIZE, and returns what the process gets. A
         * NativeException ends the run; its message need not name PE and function.
         */
        long call(Request request) throws IOException;

        /**
         * Begins a call that needs no thread of its own; returns null for others, which {@link #call} does.
         *
         * @param late cycles after which the machine begins it, if it {@link #floats}
         */
        default QuickCall begin(Request request, int late) throws IOException {
            return null;
        }

        /** Returns whether a call need not have begun on the machine when it ends. */
        default boolean floats(Request request) {
            return false;
        }

        /** Returns what the present call waits for, or an empty text if its name says enough. */
        default String awaited() {
            return "";
        }
    }

    Calls join(Pe pe);
}

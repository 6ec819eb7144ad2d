// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;

/**
 * A machine whose state can be written between two runs and restored into another machine of the same kind. The
 * restored machine then gives the same events in the same cycles and has the same memories and VC states as the one
 * that was saved (docs/use/checkpoint.md). Events of the last run that the caller has not read are not part of the
 * state.
 */
public interface Savable {
    /** Returns what the saved machine and the restored one must have in common, by name, in the order of comparison. */
    Map<String, String> identity();

    /** Returns the next cycle to execute. */
    long cycle();

    /** Writes the state. Throws IllegalStateException after a failure. */
    void save(OutputStream to) throws IOException;

    /**
     * Restores a state that {@link #save} has written. The machine must be fresh or reset, and its identity must be
     * that of the saved one. After an exception the machine is undefined and must be closed.
     */
    void restore(InputStream from) throws IOException;
}

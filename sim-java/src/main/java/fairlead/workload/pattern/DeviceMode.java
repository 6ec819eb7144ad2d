// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.pattern;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How the processors of a node are used. Thread t is task t and runs on processor t. */
public enum DeviceMode {
    /** One main process, thread 0, and the threads that it has spawned. */
    SMP(3),
    /** Two main processes, threads 0 and 1, and the threads that they have spawned. */
    DUAL(4);

    private final int threads;

    DeviceMode(final int threads) {
        this.threads = threads;
    }

    /** Returns the usual number of threads of a node. */
    public int threads() {
        return threads;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static List<String> words() {
        return Stream.of(values()).map(DeviceMode::word).toList();
    }
}

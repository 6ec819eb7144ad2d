// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

/** How the processors of a node are used. Thread t runs on processor t. */
public enum DeviceMode {
    /** One main process, thread 0, and two threads that it has spawned. */
    SMP(3, 1),
    /** Two main processes, threads 0 and 1, and one thread that each has spawned, threads 2 and 3. */
    DUAL(4, 2);

    private final int threads;
    private final int processes;

    DeviceMode(final int threads, final int processes) {
        this.threads = threads;
        this.processes = processes;
    }

    /** Returns the number of threads of a node. */
    public int threads() {
        return threads;
    }

    /** Returns the process of a thread. */
    public int process(final int thread) {
        return thread % processes;
    }
}

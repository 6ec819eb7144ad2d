// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Measures the wall and CPU seconds of this process since the construction of the clock. */
public final class CpuClock {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final double NANO = 1e-9;

    private final long wall = System.nanoTime();
    private final long cpu = SYSTEM.getProcessCpuTime();

    public double wallSeconds() {
        return (System.nanoTime() - wall) * NANO;
    }

    public double cpuSeconds() {
        return (SYSTEM.getProcessCpuTime() - cpu) * NANO;
    }
}

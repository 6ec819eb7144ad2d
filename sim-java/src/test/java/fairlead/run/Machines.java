// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;

/** Machine configurations for tests. */
public final class Machines {
    public static final int MEMORY = 65536;

    private Machines() {}

    public static MachineConfig of(Shape shape, int tasks) {
        return of(shape, tasks, DlaLimits.of(64));
    }

    public static MachineConfig of(Shape shape, int tasks, DlaLimits dla) {
        return MachineConfig.of(shape)
                .latency(new Latency(2, 2, 20, 16, 8, 0))
                .buffers(new Buffers(8, 8, 16, 64, 64, 8))
                .memoryBytes(MEMORY)
                .dla(dla)
                .tasks(tasks)
                .build();
    }
}

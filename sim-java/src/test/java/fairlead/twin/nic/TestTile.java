// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

import fairlead.engine.Capabilities;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;

/**
 * The constructor arguments of a unit of node 0 of a 4x4x4 torus that is tested alone, without network and memory.
 * Fields are set before {@link #context}.
 */
public final class TestTile {
    public static final int CHANNELS = 8;

    public int tasks = 1;
    public int barrierWidth = 8;
    public int dlaDepth = 64;
    public DlaLimits dla = DlaLimits.of(64);

    public TileContext context(EventPorts events) {
        Shape shape = new Shape(4, 4, 4);
        MachineConfig machine = MachineConfig.of(shape)
                .latency(new Latency(2, 2, 20, 16, 8, 0))
                .buffers(new Buffers(8, 8, 16, 64, dlaDepth, 8))
                .dla(dla)
                .tasks(tasks)
                .barrierWidth(barrierWidth)
                .build();
        Capabilities limits =
                new Capabilities("model", false, false, new Buffers(64, 32, 64, 256, 1024, 16), 16, CHANNELS, 2);
        return new TileContext(0, shape.coord(0), machine, limits, null, null, null, events);
    }
}

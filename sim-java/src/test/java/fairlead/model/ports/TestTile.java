// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

import fairlead.engine.api.Buffers;
import fairlead.engine.api.Capabilities;
import fairlead.engine.api.DlaLimits;
import fairlead.engine.api.Latency;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Shape;

/**
 * The constructor arguments of a unit of node 0 of a 4x4x4 torus that is tested alone, without network and memory.
 * Fields are set before {@link #context}.
 */
public final class TestTile {
    public static final int CHANNELS = 8;

    public final PortEvents events = new PortEvents();
    public int node;
    public int tasks = 1;
    public int barrierWidth = 8;
    public int dlaDepth = 64;
    public DlaLimits dla = DlaLimits.of(64);

    public TileContext context() {
        final Shape shape = new Shape(4, 4, 4);
        final MachineConfig machine = MachineConfig.of(shape)
                .latency(new Latency(2, 2, 20, 16, 8, 0))
                .buffers(new Buffers(8, 8, 16, 64, dlaDepth, 8))
                .dla(dla)
                .tasks(tasks)
                .barrierWidth(barrierWidth)
                .build();
        final Capabilities limits = new Capabilities("model", false, false, 64, 32, 64, 256, 1024, 16, 16, CHANNELS, 2);
        return new TileContext(node, shape.coord(node), machine, limits, null, null, null, events);
    }
}

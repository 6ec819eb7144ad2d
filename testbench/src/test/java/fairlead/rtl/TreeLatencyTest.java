// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.CollectiveHeader;
import fairlead.hw.HwLayout.CollectiveMode;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An allreduce of 64 nodes reaches each of them in the cycle of the closed form of docs/spec/collective-network.md. */
@Tag("M-537")
class TreeLatencyTest {
    private static final int NODES = 64;
    private static final int FLIT_BYTES = 16;
    private static final int SEQUENCE = 32; // more than the commands of a node

    private static int depth(final int node) {
        return 31 - Integer.numberOfLeadingZeros(node + 1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 16", "2, 4", "3, 1", "3, 16"})
    void everyNodeHasItsResultInTheCycleOfTheClosedForm(final int latency, final int flits) {
        final int hop = latency + 2;
        final CollectiveNetwork network = new CollectiveNetwork(
                latency, 16, 8, 8, List.of(IntStream.range(0, NODES).boxed().toList()));
        final MachineConfig machine =
                MachineConfig.of(new Shape(4, 4, 4)).collective(network).build();
        for (final EngineFactory factory : List.of(new RtlEngineFactory(), new ModelEngineFactory())) {
            final Random random = new Random(latency);
            final CommandBuffer commands = new CommandBuffer();
            long last = 0;
            for (int node = 0; node < NODES; node++) {
                final long cycle = 10 + random.nextInt(200);
                final long header = (long) CollectiveMode.ALLREDUCE << CollectiveHeader.MODE_LSB
                        | (long) flits * FLIT_BYTES << CollectiveHeader.LENGTH_LSB
                        | 1L << CollectiveHeader.SIZE_LSB;
                commands.add(cycle, node, 0, TileCommand.TREE_GIVE, header, 5, 0, 0, node * SEQUENCE);
                for (int flit = 1; flit <= flits; flit++) {
                    commands.add(cycle, node, 0, TileCommand.TREE_BODY, flit, node, 0, 0, node * SEQUENCE + flit);
                }
                last = Math.max(last, cycle + flits + (long) depth(node) * hop);
            }
            arrivals(factory, machine, commands, last + flits + 2, hop);
        }
    }

    /** @param root cycle in which the result arrives at the root */
    private static void arrivals(
            final EngineFactory factory,
            final MachineConfig machine,
            final CommandBuffer commands,
            final long root,
            final int hop) {
        int arrived = 0;
        try (Engine engine = factory.open(machine, EngineOptions.DEFAULT)) {
            engine.submit(commands);
            while (arrived < NODES && engine.cycle() < 10_000) {
                engine.run(10_000);
                final EventCursor events = engine.events();
                while (events.next()) {
                    if (events.kind() == EventKind.TREE_ARRIVED) {
                        arrived++;
                        assertEquals(
                                root + (long) depth(events.node()) * hop,
                                events.cycle(),
                                "node " + events.node() + " of " + engine.name());
                    }
                }
            }
        }
        assertEquals(NODES, arrived);
    }
}

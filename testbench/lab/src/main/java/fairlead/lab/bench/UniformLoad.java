// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.bench;

import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The load of the benchmarks: uniform traffic of 8-flit packets, sent by puts of the DMA engine without epochs, fences
 * and barriers.
 */
final class UniformLoad {
    private UniformLoad() {}

    /**
     * Returns a scenario with this load.
     *
     * @param shape the shape, as in 4x4x4
     * @param nodeCycles the number of nodes times the number of cycles in which packets are injected
     */
    static Scenario scenario(
            final String name, final String engine, final String shape, final double load, final int nodeCycles) {
        final int nodes =
                Arrays.stream(shape.split("x")).mapToInt(Integer::parseInt).reduce(1, (a, b) -> a * b);
        final String text = String.format(
                Locale.ROOT,
                "{schema: fairlead.scenario/1, seed: 1, machine: {shape: [%s], memory_bytes: 131072}, engine: %s,"
                        + " workload: {kind: traffic, pattern: uniform, load: %s, packet_flits: 8, cycles: %d,"
                        + " epochs: false, fences: false, barriers: false}}",
                shape.replace("x", ", "),
                engine,
                load,
                nodeCycles / nodes);
        return ScenarioReader.parse(text, "bench " + name, name, List.of());
    }
}

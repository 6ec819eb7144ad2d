// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.api.MachineConfig;
import fairlead.hw.HwLayout;
import fairlead.search.area.Area;
import fairlead.search.area.BufferUnit;
import fairlead.search.area.CellArea;
import fairlead.search.study.BufferBits;
import fairlead.search.study.UsableBuffers;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command `fairlead area`, which prints the storage and gate cost of one node's buffers. */
@Command(
        name = "area",
        mixinStandardHelpOptions = true,
        description =
                "Prints what the buffers of one node cost: storage bits, and gate equivalents of the RTL's units when yosys and a"
                        + " cell library are installed.")
final class AreaCommand implements Callable<Integer> {
    @Mixin
    private ScenarioOptions options;

    @Option(names = "--workers", defaultValue = "1", description = "units mapped at a time (default ${DEFAULT-VALUE})")
    private int workers;

    @Override
    public Integer call() {
        OptionRange.between("--workers", workers, 1, PoolOptions.MOST_WORKERS);
        final MachineConfig machine = options.read(List.of()).machine();
        UsableBuffers.warnings(machine).forEach(line -> System.err.println("fairlead: warning: " + line));
        final UsableBuffers buffers = UsableBuffers.of(machine);
        final Area area = CellArea.standard(workers, text -> {});
        area.prepare(List.of(buffers));
        if (area instanceof CellArea cells) {
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %5s %4s %5s %14s %14s%n",
                    "unit",
                    "depth",
                    "VCs",
                    "count",
                    "gates of one",
                    "gates of all");
            BufferUnit.of(buffers).forEach((at, count) -> {
                final double one = cells.of(at);
                System.out.printf(
                        Locale.ROOT,
                        "%-12s %5d %4s %5d %14.0f %14.0f%n",
                        at.unit().name().toLowerCase(Locale.ROOT),
                        at.depth(),
                        at.unit() == BufferUnit.LINK_INPUT ? HwLayout.CLASSES * Integer.bitCount(at.vcs()) : "",
                        count,
                        one,
                        one * count);
            });
        }
        System.out.printf(
                Locale.ROOT, "%.0f %s, %d bits/node%n", area.of(buffers), area.unit(), BufferBits.of(buffers));
        System.out.println(area.source());
        return ExitCode.OK;
    }
}

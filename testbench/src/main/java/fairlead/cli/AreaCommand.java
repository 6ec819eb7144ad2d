// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.api.Buffers;
import fairlead.search.area.Area;
import fairlead.search.area.BufferUnit;
import fairlead.search.area.CellArea;
import fairlead.search.study.BufferBits;
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
        final Buffers buffers = options.read(List.of()).machine().buffers();
        final Area area = CellArea.standard(workers, text -> {});
        area.prepare(List.of(buffers));
        if (area instanceof CellArea cells) {
            System.out.printf(
                    Locale.ROOT, "%-12s %5s %5s %14s %14s%n", "unit", "depth", "count", "gates of one", "gates of all");
            for (final BufferUnit unit : BufferUnit.values()) {
                final double one = cells.of(unit, unit.depth(buffers));
                System.out.printf(
                        Locale.ROOT,
                        "%-12s %5d %5d %14.0f %14.0f%n",
                        unit.name().toLowerCase(Locale.ROOT),
                        unit.depth(buffers),
                        unit.count(),
                        one,
                        one * unit.count());
            }
        }
        System.out.printf(
                Locale.ROOT, "%.0f %s, %d bits/node%n", area.of(buffers), area.unit(), BufferBits.of(buffers));
        System.out.println(area.source());
        return ExitCode.OK;
    }
}

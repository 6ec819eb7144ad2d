// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.proofs.Aig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A machine beside what a mutant changes of it, with one output that is 1 when the two differ. Only cells that the
 * mutant may influence are there twice; all else, back to the pins, is shared.
 *
 * <p>A memory is outside: what is written must be the same, and a port that reads at another address reads anything.
 */
final class MutantMiter {
    /**
     * What a miter contains.
     *
     * @param cells the cells that are inside; what others drive is free, and what others get is compared
     * @param doubled whether the mutant has registers of its own; if not, registers are free and their inputs compared
     * @param reset the pin that is high in the first cycle, which is not compared; if negative there is none
     */
    record Extent(Predicate<FlatCell> cells, boolean doubled, int reset) {
        /** Returns the extent that asks for the next state from any state. */
        static Extent next(final Predicate<FlatCell> cells) {
            return new Extent(cells, false, -1);
        }

        /** Returns the extent that asks for all times from reset on. */
        static Extent fromReset(final Predicate<FlatCell> cells, final int reset) {
            return new Extent(cells, true, reset);
        }
    }

    private final FlatNetlist flat;
    private final Extent extent;
    private final Map<String, FlatCell> changed = new LinkedHashMap<>();
    private final Map<Integer, List<FlatCell>> changedUsers = new HashMap<>();
    private final Map<Integer, Integer> other = new HashMap<>(); // the number that a bit has in the mutant
    private final Map<String, FlatCell> reached = new LinkedHashMap<>();
    private final ArrayDeque<FlatCell> work = new ArrayDeque<>();
    private final Map<String, FlatCell> ends =
            new LinkedHashMap<>(); // registers and memories whose inputs are compared
    private final Set<Integer> leaving = new HashSet<>();
    private final MiterCells out;
    private final int differs;
    private final int end; // numbers from here on are of words that the mutant has for itself

    /**
     * @param edited the cells of the unit with the mutant, in each of its instances
     */
    MutantMiter(final FlatNetlist flat, final Collection<FlatCell> edited, final Extent extent) {
        this.flat = flat;
        this.extent = extent;
        for (final FlatCell cell : edited) {
            final FlatCell before = flat.cellOrNull(cell.name());
            if (extent.cells().test(cell) && (before == null || !cell.isSameAs(before))) {
                changed.put(cell.name(), cell);
                cell.inputs().values().forEach(word -> Arrays.stream(word).forEach(bit -> changedUsers
                        .computeIfAbsent(bit, b -> new ArrayList<>())
                        .add(cell)));
            }
        }
        end = flat.end();
        out = new MiterCells(end, extent.reset());
        changed.values().forEach(this::reach);
        while (!work.isEmpty()) {
            influence(work.remove());
        }
        differs = build();
    }

    // ---- what the mutant influences

    private void reach(final FlatCell cell) {
        if (reached.putIfAbsent(cell.name(), cell) == null || cell.isMemory()) {
            work.add(cell);
        }
    }

    private void influence(final FlatCell cell) {
        if (cell.isMemory()) {
            ends.put(cell.name(), cell);
            cell.memoryPorts().stream()
                    .filter(p -> cell.outputs().containsKey(data(p)))
                    .forEach(port -> {
                        if (isApart(cell.inputs().get(port + "_addr"))
                                || isApart(cell.inputs().get(port + "_en"))) {
                            split(cell.outputs().get(data(port)));
                        } else {
                            same(cell, data(port));
                        }
                    });
        } else if (cell.isRegister() && !extent.doubled()) {
            ends.put(cell.name(), cell);
            same(cell, "Q");
        } else {
            cell.outputs().values().forEach(this::split);
        }
    }

    private static String data(final String port) {
        return port + "_data";
    }

    private boolean isApart(final int bit) {
        return other.getOrDefault(bit, 0) >= end;
    }

    private boolean isApart(final int[] word) {
        return Arrays.stream(word).anyMatch(this::isApart);
    }

    /** Lets a word have a value of its own in the mutant. */
    private void split(final int[] word) {
        for (final int bit : word) {
            if (!isApart(bit)) {
                other.put(bit, out.fresh());
                if (flat.leavesTheTile(bit)) {
                    leaving.add(bit);
                }
                for (final FlatCell user : flat.users(bit)) {
                    if (!extent.cells().test(user)) {
                        leaving.add(bit);
                    } else if (!changed.containsKey(user.name())) {
                        reach(user);
                    }
                }
                changedUsers.getOrDefault(bit, List.of()).forEach(this::reach);
            }
        }
    }

    /** Gives what a changed cell of state drives in the mutant the value that it has without the mutant. */
    private void same(final FlatCell cell, final String pin) {
        final int[] own = cell.outputs().get(pin);
        final int[] before = flat.cellOrNull(cell.name()).outputs().get(pin);
        for (int i = 0; i < own.length; i++) {
            if (own[i] != before[i] && !isApart(own[i])) {
                other.put(own[i], before[i]);
            }
        }
    }

    private int[] mutant(final int[] word) {
        return Arrays.stream(word).map(bit -> other.getOrDefault(bit, bit)).toArray();
    }

    // ---- the miter

    /** Returns the graph of the miter. */
    Aig graph() {
        return out.graph();
    }

    /** Returns the literal that is 1 when the two machines differ. */
    int differs() {
        return differs;
    }

    private int build() {
        leaving.forEach(bit -> out.compare(new int[] {bit}, mutant(new int[] {bit})));
        ends.values().forEach(this::compareEnd);
        reached.values().stream().filter(cell -> !ends.containsKey(cell.name())).forEach(cell -> {
            if (cell.isRegister()) {
                compare(flat.cellOrNull(cell.name()), cell, "CLK");
            }
            out.copy(cell, this::mutant);
        });
        final Set<String> kept = new HashSet<>();
        for (Integer bit = out.nextNeeded(); bit != null; bit = out.nextNeeded()) {
            final FlatCell driver = flat.driverOrNull(bit);
            final boolean stays = driver != null
                    && extent.cells().test(driver)
                    && !driver.isMemory()
                    && (!driver.isRegister() || extent.doubled());
            if (stays && kept.add(driver.name())) {
                out.copy(driver, word -> word);
            }
        }
        return out.finish();
    }

    private void compareEnd(final FlatCell cell) {
        final FlatCell before = flat.cellOrNull(cell.name());
        if (cell.isRegister()) {
            compare(before, cell, "CLK");
            compare(before, cell, "D");
            return;
        }
        for (final String port : cell.memoryPorts()) {
            final String[] pins = {port + "_en", port + "_addr", data(port)};
            compare(before, cell, port + "_clk");
            if (cell.outputs().containsKey(data(port))) {
                final int[] read = cell.outputs().get(data(port));
                if (isApart(read)) {
                    final int[] sound = before.outputs().get(data(port));
                    out.read(pair(before, cell, pins[0]), pair(before, cell, pins[1]), sound, mutant(read));
                }
            } else {
                compare(before, cell, pins[0]);
                out.write(pair(before, cell, pins[0])[0], pair(before, cell, pins[1]), pair(before, cell, pins[2]));
            }
        }
    }

    private int[][] pair(final FlatCell before, final FlatCell cell, final String pin) {
        return new int[][] {before.inputs().get(pin), mutant(cell.inputs().get(pin))};
    }

    private void compare(final FlatCell before, final FlatCell cell, final String pin) {
        final int[][] words = pair(before, cell, pin);
        out.compare(words[0], words[1]);
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import com.fasterxml.jackson.databind.node.MissingNode;
import fairlead.lab.proofs.Aig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The cells of a {@link MutantMiter} while it is written, and their gates. */
final class MiterCells {
    private static final int[] NONE = {};

    private final List<FlatCell> registers = new ArrayList<>();
    private final Map<Integer, FlatCell> drivers = new HashMap<>();
    private final Set<Integer> asked = new HashSet<>();
    private final ArrayDeque<Integer> needed = new ArrayDeque<>();
    private final List<Integer> bad = new ArrayList<>();
    private final Map<Integer, Integer> literals = new HashMap<>();
    private final Aig aig = new Aig();
    private final CellGates gates = new CellGates(aig);
    private final int limit; // of the numbers that the netlist has
    private final int begun;
    private int next;

    /**
     * @param limit the first number that no net of the netlist has
     * @param reset the net that is high in the first cycle, in which nothing is compared; if negative there is none
     */
    MiterCells(final int limit, final int reset) {
        this.limit = limit;
        next = limit;
        literals.put(0, Aig.FALSE);
        literals.put(1, Aig.TRUE);
        begun = reset < 0 ? 1 : fresh();
        if (reset >= 0) {
            add("$dff", Map.of("D", new int[] {1}), Map.of("Q", new int[] {begun}));
            final int[] before = {word("$logic_not", new int[] {begun})};
            final Map<String, int[]> either = Map.of("A", before, "B", new int[] {fresh()});
            add("$or", either, Map.of("Y", new int[] {reset}));
        }
    }

    /** Returns the number of a new net. */
    int fresh() {
        return next++;
    }

    // ---- the netlist

    /** Asks for what drives a word of the netlist. */
    void need(final int... word) {
        for (final int bit : word) {
            if (bit > 1 && bit < limit && asked.add(bit)) {
                needed.add(bit);
            }
        }
    }

    /** Returns a bit of the netlist that has been asked for, the one asked for first, or null. */
    Integer nextNeeded() {
        return needed.poll();
    }

    /**
     * Adds a cell of the netlist with other numbers of bits, and asks for what it reads. What nothing drives is free.
     */
    void copy(final FlatCell cell, final UnaryOperator<int[]> numbers) {
        final Map<String, int[]> inputs = new LinkedHashMap<>();
        final Map<String, int[]> outputs = new LinkedHashMap<>();
        cell.outputs().forEach((pin, word) -> outputs.put(pin, numbers.apply(word)));
        cell.inputs().forEach((pin, word) -> {
            if (!cell.isRegister() || !"CLK".equals(pin)) {
                inputs.put(pin, numbers.apply(word));
                need(inputs.get(pin));
            }
        });
        add(cell.type(), inputs, outputs);
    }

    private void add(final String type, final Map<String, int[]> inputs, final Map<String, int[]> outputs) {
        final FlatCell cell = new FlatCell("", "", type, MissingNode.getInstance(), inputs, outputs);
        outputs.values().forEach(word -> Arrays.stream(word).forEach(bit -> drivers.put(bit, cell)));
        if (cell.isRegister()) {
            registers.add(cell);
        }
    }

    // ---- comparison

    /** Requires that two words are the same. */
    void compare(final int[] a, final int[] b) {
        if (!Arrays.equals(a, b)) {
            bad.add(differ(a, b));
        }
    }

    /** Requires that two writes with the enable `en` are the same. */
    void write(final int[] en, final int[][] address, final int[][] data) {
        if (!Arrays.equals(address[0], address[1]) || !Arrays.equals(data[0], data[1])) {
            need(en);
            final int[] place = {differ(address[0], address[1])};
            final int[] what = {differ(data[0], data[1])};
            bad.add(word("$and", en, new int[] {word("$or", place, what)}));
        }
    }

    /** Makes what the mutant reads what is read without it, if both read at the same place, else anything. */
    void read(final int[][] en, final int[][] address, final int[] data, final int[] mutant) {
        need(en[0]);
        need(data);
        final int[] moved = {word("$and", en[0], new int[] {differ(address[0], address[1])})};
        final int apart = word("$or", new int[] {differ(en[0], en[1])}, moved);
        final int[] any = Arrays.stream(data).map(bit -> fresh()).toArray();
        add("$mux", Map.of("A", data, "B", any, "S", new int[] {apart}), Map.of("Y", mutant));
    }

    private int differ(final int[] a, final int[] b) {
        need(a);
        need(b);
        return word("$ne", a, b);
    }

    /** Adds a cell with one bit of result. */
    private int word(final String type, final int[]... operands) {
        final int y = fresh();
        final Map<String, int[]> inputs = new HashMap<>(Map.of("A", operands[0]));
        if (operands.length > 1) {
            inputs.put("B", operands[1]);
        }
        add(type, inputs, Map.of("Y", new int[] {y}));
        return y;
    }

    // ---- the gates

    /** Returns the graph of the cells. */
    Aig graph() {
        return aig;
    }

    /** Puts the cells into the graph and returns the literal that is 1 when anything is not as required. */
    int finish() {
        registers.forEach(cell -> {
            for (final int bit : cell.outputs().get("Q")) {
                literals.put(bit, aig.latch());
            }
        });
        int any = Aig.FALSE;
        for (final int bit : bad) {
            any = aig.or(any, literal(bit));
        }
        for (final FlatCell cell : registers) {
            final int[] q = cell.outputs().get("Q");
            final int[] d = cell.inputs().get("D");
            for (int i = 0; i < q.length; i++) {
                aig.next(literals.get(q[i]), literal(d[i]));
            }
        }
        final int differs = aig.and(any, literal(begun));
        aig.output(differs);
        return differs;
    }

    /** Returns the literal of a bit; cells on the way to it get their gates, those first on which others depend. */
    private int literal(final int bit) {
        final ArrayDeque<Integer> work = new ArrayDeque<>();
        work.push(bit);
        while (!work.isEmpty()) {
            final int top = work.peek();
            final FlatCell driver = drivers.get(top);
            if (literals.containsKey(top)) {
                work.pop();
            } else if (driver == null) {
                literals.put(top, aig.input());
            } else {
                final int before = work.size();
                driver.inputs().values().forEach(word -> Arrays.stream(word)
                        .filter(b -> !literals.containsKey(b))
                        .forEach(work::push));
                if (work.size() == before) {
                    map(driver);
                }
            }
        }
        return literals.get(bit);
    }

    private void map(final FlatCell cell) {
        final int[] y = cell.outputs().get("Y");
        final int[] result = gates.of(cell.type(), read(cell, "A"), read(cell, "B"), read(cell, "S"), y.length);
        for (int i = 0; i < y.length; i++) {
            literals.put(y[i], result[i]);
        }
    }

    private int[] read(final FlatCell cell, final String pin) {
        return Arrays.stream(cell.inputs().getOrDefault(pin, NONE))
                .map(literals::get)
                .toArray();
    }
}

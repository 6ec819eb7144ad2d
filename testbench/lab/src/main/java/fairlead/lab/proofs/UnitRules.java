// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Netlist.Pin;
import fairlead.lab.proofs.Property.Method;
import fairlead.lab.proofs.ProverTool.ProveException;
import fairlead.lab.proofs.ProverTool.Result;
import fairlead.lab.proofs.ProverTool.YosysException;
import fairlead.lab.proofs.Recipe.Selection;
import fairlead.run.ScratchFolder;
import fairlead.run.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The rules of a unit's page, asked of another netlist with its ports. The harnesses of the proofs state them. A
 * harness gets the other netlist in place of the unit, beside a copy of the unit that takes the same inputs and whose
 * statements about them are assumed. Each rule is searched for a counterexample from reset on.
 *
 * <p>A harness is for a unit of some size, and some rules look at registers. So the unit of the product is asked first:
 * a rule that it does not keep in a harness says nothing of another netlist there, and is left out.
 */
public final class UnitRules {
    /** The cycles of a search, of which the first two are reset. */
    public static final int FRAMES = 20;

    private static final String RTLIL = "own.il";
    private static final String ADAPTER = "adapter.v";
    private static final int FRONT_END = 120; // seconds of processor time

    private final List<Path> harnesses;
    private final Path product;
    private final int seconds;

    /** What a search says of a rule. */
    public enum Fate {
        HOLDS,
        FAILS,
        /** The situation of which the rule speaks was not reached, so the rule was not exercised. */
        NOT_EXERCISED,
        /** The time of the search ended before all cycles were searched. */
        UNDECIDED,
        /** An output has another value than that of the product's unit. */
        DIFFERS
    }

    /**
     * One rule in one harness.
     *
     * @param name of the harness
     * @param statement what must not happen
     * @param cycle of the counterexample; -1 without one
     */
    public record Rule(String name, Property property, String statement, Fate fate, int cycle) {
        private String key() {
            return name + " " + property.id();
        }

        /** Tells whether it compares an output with that of the product's unit. */
        public boolean isPin() {
            return property.group().equals(UnitAdapter.PIN);
        }

        /** Returns the name of the file with the waveform of its counterexample. */
        public String waveform() {
            return property.harness() + "_" + property.assertion() + ".vcd";
        }
    }

    /** The files of a unit are beyond yosys. */
    public static final class Unreadable extends ProveException {
        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }

    /**
     * @param folder the Verilog of the harnesses with all ports of their units, in the folders {@code small} and, for
     *     units in the size of the product, {@code whole}
     * @param product the folder with the Verilog of the product's units
     * @param seconds the processor time of one search
     */
    public UnitRules(Path folder, Path product, int seconds) throws IOException {
        this.product = product;
        this.seconds = seconds;
        try (Stream<Path> files =
                Files.find(folder, 2, (file, is) -> file.toString().endsWith(".sv"))) {
            harnesses = files.sorted().toList();
        }
    }

    /**
     * Returns the harnesses that have a unit; one in the size of the product only if the smaller one has other
     * ports.
     */
    public List<Path> of(String unit) throws IOException {
        List<Path> all = new ArrayList<>();
        Map<String, Map<String, Pin>> small = new TreeMap<>();
        for (Path harness : harnesses) {
            String name = harness.getFileName().toString();
            String text = Files.readString(harness);
            if (text.contains("module " + unit + "(")) {
                Map<String, Pin> pins = Netlist.of(text).pins(unit);
                if (!pins.equals(small.put(name, pins))) {
                    all.add(harness);
                }
            }
        }
        return all;
    }

    /**
     * Asks the rules of a unit.
     *
     * @param files the Verilog of the other netlist
     * @param waves the folder for a waveform of each counterexample
     * @param ended told of each rule
     */
    public List<Rule> ask(String unit, List<String> files, Path waves, Consumer<Rule> ended) throws IOException {
        List<Rule> rules = new ArrayList<>();
        search(unit, files, waves, rule -> {
            rules.add(rule);
            ended.accept(rule);
        });
        return rules;
    }

    /** @param waves null for the unit of the product, of which all rules are asked */
    private void search(String unit, List<String> files, Path waves, Consumer<Rule> ended) throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("unit")) {
            read(scratch.place(), unit, files);
            Set<String> asked = waves == null ? null : asked(unit);
            Predicate<Rule> wanted = rule -> asked == null || asked.contains(rule.key());
            boolean[] all = {false}; // outputs are compared for any inputs, so a harness has no more to compare
            try (Search search =
                    new Search("any inputs", "free", FreeInputs.of(product, unit), unit, scratch.place())) {
                all[0] = true;
                search.rules(wanted, waves, rule -> {
                    all[0] &= rule.fate() == Fate.HOLDS;
                    ended.accept(rule);
                });
            } catch (YosysException e) { // such as large memories
                all[0] = false;
            }
            for (Path harness : of(unit)) {
                String base = harness.getFileName().toString().replace(".sv", "");
                String name = base + (harness.getParent().endsWith("whole") ? " (size of the product)" : "");
                Netlist netlist = Netlist.of(Files.readString(harness));
                try (Search search = new Search(name, base, netlist, unit, scratch.place())) {
                    search.rules(
                            rule -> wanted.test(rule) && (asked != null || !all[0] || !rule.isPin()), waves, ended);
                }
            }
        }
    }

    private Map<String, Pin> ports(String unit) throws IOException {
        return Netlist.of(Files.readString(product.resolve(unit + ".sv"))).pins(unit);
    }

    /** Returns the rules that the unit of the product keeps, which are found once. */
    private Set<String> asked(String unit) throws IOException {
        Path known = harnesses.get(0).getParent().resolveSibling(unit + ".asked");
        if (!Files.exists(known)) {
            Set<String> kept = new TreeSet<>();
            search(unit, List.of(product.resolve(unit + ".sv").toString()), null, rule -> {
                if (rule.fate() == Fate.HOLDS) {
                    kept.add(rule.key());
                }
            });
            WholeFile.write(known, String.join("\n", kept) + "\n");
        }
        return new TreeSet<>(Files.readAllLines(known));
    }

    /** Reads the files as one module without instances. */
    private void read(Path folder, String unit, List<String> files) throws IOException {
        Result read = yosys(
                folder,
                unit,
                files.stream()
                        .map(f -> "\"" + Path.of(f).toAbsolutePath() + "\"")
                        .toList());
        if (read.exit() != 0 && ProverTool.installed("sv2v")) {
            List<String> command = new ArrayList<>(List.of("sv2v", "--write=" + folder.resolve("sv2v.v")));
            command.addAll(files);
            ProverTool.run(folder, FRONT_END, command);
            read = yosys(folder, unit, List.of("sv2v.v"));
        }
        if (read.exit() != 0) {
            String error = read.output()
                    .lines()
                    .filter(l -> l.contains("ERROR"))
                    .findFirst()
                    .orElse(read.end());
            throw new Unreadable("yosys, which knows less of SystemVerilog than Verilator, cannot read the unit: "
                    + error + (ProverTool.installed("sv2v") ? "" : "; sv2v, if it is installed, translates it"));
        }
    }

    private Result yosys(Path folder, String unit, List<String> files) throws IOException {
        return ProverTool.asked(
                folder,
                FRONT_END,
                String.join(
                        "\n",
                        "read_verilog -sv -noassert " + String.join(" ", files),
                        "hierarchy -check -libdir " + product.toAbsolutePath() + " -top " + unit,
                        "proc",
                        "flatten",
                        "opt_clean",
                        "rename " + unit + " " + unit + UnitAdapter.OWN,
                        "write_rtlil " + RTLIL));
    }

    /** The searches in one harness. */
    private final class Search implements AutoCloseable {
        private final ScratchFolder scratch = new ScratchFolder("rules");
        private final Path folder = scratch.place();
        private final String base;
        private final String name;
        private final String edit;
        private final Netlist netlist;
        private final Map<String, String> statements;
        private final Map<List<String>, List<Property>> groups; // by assumptions
        private final List<String> given; // to the comparisons of outputs
        private final List<Property> pins = new ArrayList<>();

        Search(String name, String base, Netlist netlist, String unit, Path own) throws IOException {
            this.name = name;
            this.base = base;
            this.netlist = netlist;
            statements = netlist.statementsAround(unit);
            groups = HarnessSearch.rows(row -> row.harness().equals(base) && isSafety(row))
                    .getOrDefault(base, new TreeMap<>(HarnessSearch.ORDER));
            Map<String, Pin> outer = netlist.pins(unit);
            Map<String, Pin> ports = ports(unit);
            Files.writeString(folder.resolve(ADAPTER), UnitAdapter.of(unit, outer, ports));
            List<String> both = UnitAdapter.outputs(outer, ports);
            given = allowed();
            for (int k = 0; k < both.size(); k++) {
                pins.add(UnitAdapter.comparison(k, base, given));
                statements.put(UnitAdapter.rule(k), both.get(k) + " is not as in the product's unit");
            }
            edit = String.join(
                    "\n",
                    "rename " + unit + " " + unit + UnitAdapter.OURS,
                    "read_rtlil " + own.resolve(RTLIL),
                    "read_verilog -sv " + ADAPTER,
                    "hierarchy -check -top " + Netlist.TOP,
                    "proc",
                    "opt_clean");
        }

        private boolean isSafety(Property row) {
            return HarnessSearch.SAFETY.contains(row.method()) && statements.containsKey(row.assertion());
        }

        /** Returns what the rules assume of inputs, the largest of their lists: nothing about the other netlist. */
        private List<String> allowed() {
            return groups.keySet().stream()
                    .max(Comparator.comparingInt(List::size))
                    .orElseGet(() -> List.copyOf(netlist.statements().keySet()))
                    .stream()
                    .filter(id -> id.contains("_A") || !statements.containsKey(id))
                    .toList();
        }

        /** Asks the rules that are wanted. Those with the same assumptions are asked together first. */
        void rules(Predicate<Rule> wanted, Path waves, Consumer<Rule> ended) throws IOException {
            Files.writeString(folder.resolve("model.v"), netlist.verilog(null));
            for (Map.Entry<List<String>, List<Property>> group : groups.entrySet()) {
                together(group.getKey(), group.getValue(), wanted, waves, ended);
            }
            together(given, pins, wanted, waves, ended);
            for (List<Property> rows : HarnessSearch.rows(
                            row -> row.harness().equals(base) && row.method() == Method.L2S)
                    .getOrDefault(base, Map.of())
                    .values()) {
                for (Property row : rows) {
                    if (wanted.test(rule(row, Fate.UNDECIDED, -1))) {
                        ended.accept(lasso(row));
                    }
                }
            }
        }

        private void together(
                List<String> assumes, List<Property> all, Predicate<Rule> wanted, Path waves, Consumer<Rule> ended)
                throws IOException {
            List<Property> rows = all.stream()
                    .filter(row -> wanted.test(rule(row, Fate.UNDECIDED, -1)))
                    .toList();
            Map<String, Integer> found = rows.isEmpty() ? Map.of() : frames(assumes, rows);
            boolean isShown = false; // one waveform for all outputs that differ
            for (Property row : rows) {
                Rule rule = judged(row, found);
                if (rule.cycle() >= 0 && waves != null && !isShown) {
                    isShown = rule.isPin();
                    wave(new Selection(List.of(row.assertion()), assumes), rule, waves);
                }
                ended.accept(rule);
            }
        }

        private Rule judged(Property row, Map<String, Integer> found) {
            int frame = found.get(row.assertion());
            Fate fate = frame >= 0 ? Fate.FAILS : frame == NONE ? Fate.HOLDS : Fate.UNDECIDED;
            boolean isPin = row.group().equals(UnitAdapter.PIN);
            if (isPin && fate == Fate.FAILS) {
                fate = Fate.DIFFERS;
            } else if (!isPin && fate == Fate.HOLDS && found.get(row.cover()) < 0) {
                fate = Fate.NOT_EXERCISED;
            }
            return rule(row, fate, frame);
        }

        /** Searches for a loop without progress: what should come again and again does not. */
        private Rule lasso(Property row) throws IOException {
            Files.writeString(folder.resolve("model.v"), netlist.verilog(row.assertion()));
            ProverTool.yosys(folder, FRONT_END, Recipe.lasso(edit));
            Result result = ProverTool.abc(
                    folder, seconds, "read_aiger model.aig; l2s; orpos; strash; bmc3 -F " + FRAMES + " -T " + seconds);
            int frame = result.frame();
            Fate fate = frame >= 0 ? Fate.FAILS : result.searched() >= FRAMES ? Fate.HOLDS : Fate.UNDECIDED;
            return rule(row, fate, frame);
        }

        private Rule rule(Property row, Fate fate, int frame) {
            String text = statements.getOrDefault(row.assertion(), "not so: " + row.statement());
            return new Rule(name, row, text, fate, Math.max(frame, -1));
        }

        private static final int NONE = -1;
        private static final int OPEN = -2;

        /**
         * Returns for each statement and cover the cycle of the first counterexample, NONE, or OPEN if the time ended.
         */
        private Map<String, Integer> frames(List<String> assumes, List<Property> rows) throws IOException {
            Set<String> ids = new TreeSet<>();
            rows.forEach(row -> ids.addAll(List.of(row.assertion(), row.cover())));
            ProverTool.yosys(folder, FRONT_END, Recipe.outputs(edit, new Selection(List.copyOf(ids), assumes)));
            // abc 0.23 dies unless it stores the counterexamples
            Result all = ProverTool.abc(
                    folder, seconds, "read_aiger model.aig; fold; strash; bmc3 -a -x -F " + FRAMES + " -T " + seconds);
            List<String> outputs = Recipe.outputs(folder);
            Map<String, Integer> frames = new TreeMap<>();
            ids.forEach(id -> frames.put(id, NONE));
            for (int k = 0; k < outputs.size(); k++) {
                int frame = all.asserted().getOrDefault(k, all.searched() >= FRAMES ? NONE : OPEN);
                frames.merge(outputs.get(k), frame, Search::worse);
            }
            return frames;
        }

        private static int worse(int a, int b) {
            return a < 0 || b < 0 ? a < 0 && b < 0 ? Math.min(a, b) : Math.max(a, b) : Math.min(a, b);
        }

        private void wave(Selection question, Rule rule, Path waves) throws IOException {
            Files.createDirectories(waves);
            ProverTool.asked(
                    folder,
                    FRONT_END + seconds,
                    Recipe.waveform(
                            edit,
                            question,
                            rule.cycle() + 1,
                            seconds,
                            waves.resolve(rule.waveform()).toAbsolutePath()));
        }

        @Override
        public void close() {
            scratch.close();
        }
    }
}

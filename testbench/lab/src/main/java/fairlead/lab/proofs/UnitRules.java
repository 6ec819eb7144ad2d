// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Netlist.Pin;
import fairlead.lab.proofs.ProverTool.ProveException;
import fairlead.lab.proofs.ProverTool.Result;
import fairlead.lab.proofs.Recipe.Selection;
import fairlead.run.ScratchFolder;
import fairlead.run.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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

    private static final String OURS = "__ours";
    private static final String OWN = "__own";
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
        UNDECIDED
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
            for (Path harness : of(unit)) {
                try (Search search = new Search(harness, unit, scratch.place())) {
                    search.rules(rule -> asked == null || asked.contains(rule.key()), waves, ended);
                }
            }
        }
    }

    /** Returns the rules that the unit of the product keeps, which are found once. */
    private Set<String> asked(String unit) throws IOException {
        Path known = harnesses.get(0).getParent().resolveSibling(unit + ".kept");
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
                        "rename " + unit + " " + unit + OWN,
                        "write_rtlil " + RTLIL));
    }

    /** Returns a module with the ports of the harness's unit, which has both netlists. */
    static String adapter(String unit, Map<String, Pin> outer, Map<String, Pin> own) {
        StringBuilder wires = new StringBuilder();
        List<String> pins = new ArrayList<>();
        own.forEach((name, pin) -> {
            Pin out = outer.get(name);
            int more = out == null ? 0 : pin.width() - out.width();
            if (pin.isInput()) {
                String value = out == null
                        ? pin.width() + "'b0"
                        : more > 0 ? "{" + more + "'b0, " + name + "}" : name + bits(more < 0, pin.width());
                pins.add("." + name + "(" + value + ")");
            } else if (out != null) {
                wires.append("  wire [")
                        .append(pin.width() - 1)
                        .append(":0] own_")
                        .append(name)
                        .append(";\n");
                wires.append("  assign ").append(name).append(" = own_").append(name);
                wires.append(bits(more > 0, out.width())).append(";\n");
                pins.add("." + name + "(own_" + name + ")");
            }
        });
        return "module " + unit + "("
                + outer.entrySet().stream()
                        .map(pin -> pin.getValue().declaration(pin.getKey()))
                        .collect(Collectors.joining(", "))
                + ");\n" + wires + "  " + unit + OURS + " ours("
                + outer.entrySet().stream()
                        .filter(pin -> pin.getValue().isInput())
                        .map(pin -> "." + pin.getKey() + "(" + pin.getKey() + ")")
                        .collect(Collectors.joining(", "))
                + ");\n  " + unit + OWN + " own(" + String.join(", ", pins) + ");\nendmodule\n";
    }

    private static String bits(boolean some, int width) {
        return some ? "[" + (width - 1) + ":0]" : "";
    }

    /** The searches in one harness. */
    private final class Search implements AutoCloseable {
        private final ScratchFolder scratch = new ScratchFolder("rules");
        private final Path folder = scratch.place();
        private final String name;
        private final String edit;
        private final Map<String, String> statements;
        private final Map<List<String>, List<Property>> groups; // by assumptions

        Search(Path harness, String unit, Path own) throws IOException {
            String base = harness.getFileName().toString().replace(".sv", "");
            name = base + (harness.getParent().endsWith("whole") ? " (size of the product)" : "");
            Netlist netlist = Netlist.of(Files.readString(harness));
            statements = netlist.statementsAround(unit);
            groups = HarnessSearch.proved(row -> row.harness().equals(base) && statements.containsKey(row.assertion()))
                    .getOrDefault(base, Map.of());
            Files.writeString(folder.resolve("model.v"), netlist.verilog(null));
            Map<String, Pin> pins =
                    Netlist.of(Files.readString(product.resolve(unit + ".sv"))).pins(unit);
            Files.writeString(folder.resolve(ADAPTER), adapter(unit, netlist.pins(unit), pins));
            edit = String.join(
                    "\n",
                    "rename " + unit + " " + unit + OURS,
                    "read_rtlil " + own.resolve(RTLIL),
                    "read_verilog -sv " + ADAPTER,
                    "hierarchy -check -top " + Netlist.TOP,
                    "proc",
                    "opt_clean");
        }

        /** Asks the rules that are wanted. Those with the same assumptions are asked together first. */
        void rules(Predicate<Rule> wanted, Path waves, Consumer<Rule> ended) throws IOException {
            for (Map.Entry<List<String>, List<Property>> group : groups.entrySet()) {
                List<Property> rows = group.getValue().stream()
                        .filter(row -> wanted.test(rule(row, Fate.UNDECIDED, -1)))
                        .toList();
                if (rows.isEmpty()) {
                    continue;
                }
                Map<String, Integer> found = frames(group.getKey(), rows);
                for (Property row : rows) {
                    int frame = found.get(row.assertion());
                    Fate fate = frame >= 0 ? Fate.FAILS : frame == NONE ? Fate.HOLDS : Fate.UNDECIDED;
                    if (fate == Fate.HOLDS && found.get(row.cover()) < 0) {
                        fate = Fate.NOT_EXERCISED;
                    }
                    if (fate == Fate.FAILS && waves != null) {
                        wave(new Selection(List.of(row.assertion()), group.getKey()), frame, waves, row);
                    }
                    ended.accept(rule(row, fate, frame));
                }
            }
        }

        private Rule rule(Property row, Fate fate, int frame) {
            return new Rule(name, row, statements.get(row.assertion()), fate, Math.max(frame, -1));
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
            String search = " -F " + FRAMES + " -T " + seconds;
            Result all = ProverTool.abc(folder, seconds, "read_aiger model.aig; fold; strash; bmc3 -a" + search);
            List<String> outputs = Recipe.outputs(folder);
            Map<String, Integer> frames = new TreeMap<>();
            ids.forEach(id -> frames.put(id, NONE));
            for (int k = 0; k < outputs.size(); k++) {
                int frame = all.asserted().getOrDefault(k, all.searched() >= FRAMES ? NONE : OPEN);
                if (all.exit() != 0) { // abc 0.23 dies where each output has a counterexample
                    Result one = ProverTool.abc(
                            folder, seconds, "read_aiger model.aig; fold; cone -s -O " + k + "; strash; bmc3" + search);
                    frame = one.frame() >= 0 ? one.frame() : one.searched() >= FRAMES ? NONE : OPEN;
                }
                frames.merge(outputs.get(k), frame, Search::worse);
            }
            return frames;
        }

        private static int worse(int a, int b) {
            return a < 0 || b < 0 ? a < 0 && b < 0 ? Math.min(a, b) : Math.max(a, b) : Math.min(a, b);
        }

        private void wave(Selection question, int frame, Path waves, Property row) throws IOException {
            Files.createDirectories(waves);
            ProverTool.asked(
                    folder,
                    FRONT_END + seconds,
                    Recipe.waveform(
                            edit,
                            question,
                            frame + 1,
                            seconds,
                            waves.resolve(rule(row, Fate.FAILS, frame).waveform())
                                    .toAbsolutePath()));
        }

        @Override
        public void close() {
            scratch.close();
        }
    }
}

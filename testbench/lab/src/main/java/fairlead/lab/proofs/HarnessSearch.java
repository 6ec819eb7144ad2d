// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.lab.proofs.Answer.ProofVerdict;
import fairlead.lab.proofs.Property.Method;
import fairlead.run.ScratchFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The harnesses of the proofs as netlists, and a search for a counterexample of all their proved statements of safety
 * at once: what they say of a unit that has been changed. A sound unit has none, so each one is of the change.
 */
public final class HarnessSearch {
    private static final int FRAMES = 20; // cycles from reset on
    private static final int FRONT_END_LIMIT = 120;
    static final Set<Method> SAFETY = Set.of(Method.PDR, Method.STEP);

    static final Comparator<List<String>> ORDER = Comparator.comparing(List::toString);

    private final Path verilog;
    private final int seconds;
    // by harness and assumptions
    private final Map<String, Map<List<String>, List<Property>>> statements;
    private final Map<String, List<String>> harnesses = new TreeMap<>(); // by unit

    /**
     * @param verilog the folder with one Verilog file per harness, of which some may be missing
     * @param seconds the processor time of one search
     */
    public HarnessSearch(Path verilog, int seconds) throws IOException {
        this.verilog = verilog;
        this.seconds = seconds;
        statements = new TreeMap<>(rows(row -> row.claim() == ProofVerdict.PROVED
                && SAFETY.contains(row.method())
                && Files.exists(file(row.harness()))));
        for (String harness : statements.keySet()) {
            for (String module : Netlist.of(Files.readString(file(harness))).modules()) {
                harnesses.computeIfAbsent(module, u -> new ArrayList<>()).add(harness);
            }
        }
    }

    /** Returns the rows of the catalogue, by harness and assumptions. */
    static Map<String, Map<List<String>, List<Property>>> rows(Predicate<Property> which) {
        return Catalogue.all().stream()
                .filter(which)
                .collect(Collectors.groupingBy(
                        Property::harness,
                        Collectors.groupingBy(
                                row -> row.assumes().stream().sorted().toList(),
                                () -> new TreeMap<>(ORDER),
                                Collectors.toList())));
    }

    private Path file(String harness) {
        return verilog.resolve(harness + ".sv");
    }

    /** Returns the harnesses that contain a module. */
    public List<String> of(String module) {
        return harnesses.getOrDefault(module, List.of());
    }

    /**
     * Returns the mutations of a bit of a named word that yosys finds in a harness, as {@code mutate -list} writes
     * them.
     *
     * @param filter options of {@code mutate -list}
     */
    public List<String> mutations(String harness, String filter) throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("harness")) {
            write(harness, scratch.place());
            ProverTool.yosys(scratch.place(), FRONT_END_LIMIT, Recipe.cells("mutate -list 2 -o list.txt " + filter));
            return Files.readAllLines(scratch.place().resolve("list.txt"));
        }
    }

    private void write(String harness, Path folder) throws IOException {
        Files.writeString(
                folder.resolve("model.v"),
                Netlist.of(Files.readString(file(harness))).verilog(null));
    }

    /**
     * @param harness the name of the harness
     * @param edit a command of yosys that changes its netlist, or an empty text
     * @return an empty text, or which statements do not all hold, and in which cycle
     */
    public String refuted(String harness, String edit) throws IOException {
        try (ScratchFolder scratch = new ScratchFolder("harness")) {
            write(harness, scratch.place());
            List<Recipe.Selection> groups = new ArrayList<>();
            statements
                    .get(harness)
                    .forEach((assumes, rows) -> groups.add(new Recipe.Selection(
                            rows.stream()
                                    .map(Property::assertion)
                                    .distinct()
                                    .sorted()
                                    .toList(),
                            assumes)));
            ProverTool.yosys(scratch.place(), FRONT_END_LIMIT, Recipe.aigers(edit, groups));
            for (int k = 0; k < groups.size(); k++) {
                String commands =
                        "read_aiger model" + k + ".aig; fold; orpos; strash; bmc3 -F " + FRAMES + " -T " + seconds;
                int found = ProverTool.abc(scratch.place(), seconds, commands).frame();
                if (found >= 0) {
                    return harness + ": one of "
                            + String.join(" ", groups.get(k).assertions()) + " in cycle " + found;
                }
            }
            return "";
        }
    }
}

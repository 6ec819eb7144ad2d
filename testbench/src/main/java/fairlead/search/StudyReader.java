// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.evaluate.Workers;
import fairlead.scenario.BadInput;
import fairlead.scenario.Fields;
import fairlead.scenario.Key;
import fairlead.scenario.KeyTable;
import fairlead.scenario.Mistake;
import fairlead.scenario.Tree;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A reader of `fairlead.study/1` files. The reader reports all mistakes in one BadInput, each with file, line, key,
 * value and allowed values.
 */
public final class StudyReader {
    private static final KeyTable KEYS = new KeyTable(StudyReader.class, "study.keys", name -> null);
    private static final Set<Objective> PROGRAMS = // objectives that traffic at the local ports does not have
            Set.of(Objective.COMPLETION_TIME, Objective.ENERGY, Objective.DLA_DISCARDS);
    private static final Set<Objective> MEASURED = Set.of(Objective.GATE_EQUIVALENTS, Objective.ENERGY);
    private static final int MOST_COMBINATIONS = 1024; // most combinations of the values of all choices

    private final Path file;
    private final Fields top;

    private StudyReader(Path file) {
        this.file = file;
        top = Fields.of(file, "study", KEYS.keys("", ""));
    }

    /** Returns a study that the machines of its space can have. */
    public static Study read(Path file) {
        StudyReader reader = new StudyReader(file);
        Study study = reader.study();
        reader.checkAgainstScenario(study);
        reader.top.mistakes().report();
        return study;
    }

    /** Returns a study without a look at the machines of its space, so that no structure is elaborated. */
    public static Study unchecked(Path file) {
        return new StudyReader(file).study();
    }

    private Study study() {
        String base = file.getFileName().toString();
        int dot = base.lastIndexOf('.');
        List<String> set = new ArrayList<>();
        top.entries("set").forEach((path, value) -> set.add(path + "=" + value));
        Study study = new Study(
                dot > 0 ? base.substring(0, dot) : base,
                scenario(),
                set,
                genes(),
                objectives(),
                top.section("constraints").value("max_buffer_bits", Long.MAX_VALUE),
                top.section("budget").number("evaluations", 1000),
                top.value("seed", 1L),
                top.has("traffic_seeds") ? top.seeds("traffic_seeds") : List.of(1L),
                "rtl".equals(top.value("confirm", "rtl")));
        top.mistakes().report();
        return study;
    }

    // ---- keys

    private Path scenario() {
        Path found = top.place("scenario", file.toAbsolutePath().normalize().getParent());
        if (found != null && !Files.isRegularFile(found)) {
            top.blame("scenario", "no such file: " + found);
        }
        return found;
    }

    private List<Gene> genes() {
        List<Gene> genes = new ArrayList<>();
        BigInteger size = BigInteger.ONE;
        for (Map.Entry<String, Tree> entry : top.entries("genes").entrySet()) {
            Gene gene = Gene.read(top, entry.getKey(), entry.getValue());
            if (gene != null) {
                genes.add(gene);
                size = size.multiply(BigInteger.valueOf(gene.levels()));
            }
        }
        if (size.bitLength() >= Long.SIZE) {
            blame("genes", "genes: the space has " + size + " points; it must have fewer than 2^63");
        } else if (top.has("genes") && top.entries("genes").isEmpty()) {
            top.blame("genes", "must be a mapping of scenario paths to values");
        }
        return genes;
    }

    private List<Objective> objectives() {
        Tree value = top.get("objectives");
        if (value == null
                || !value.isList()
                || value.items().size() < 2
                || value.items().size() > 3) {
            top.blame("objectives", "must be two or three of " + String.join(", ", Objective.words()));
            return List.of();
        }
        return top.words("objectives", Objective.words()).stream()
                .map(word -> Objective.valueOf(word.toUpperCase(Locale.ROOT)))
                .toList();
    }

    /** Adds a mistake where a key was written. */
    private void blame(String key, String what) {
        top.mistakes().add(mistake(key, what));
    }

    private Mistake mistake(String key, String what) {
        return new Mistake(top.where(key), "", "", what);
    }

    /** Returns the keys of a form of a gene. */
    static List<Key> form(String form) {
        return KEYS.keys(form, "");
    }

    // ---- against the scenario

    /**
     * Requires that the product library can hold the scenarios at the corners of the space, and that the machine
     * cannot deadlock. Without choices these are two corners, and both must be legal. With choices there are two
     * corners for each combination of them. Each value of a choice must be legal in some corner; what is not legal in a
     * combination is refused there, before any simulation.
     */
    private void checkAgainstScenario(Study study) {
        if (!study.hasStructures()) {
            requireOwnStructure(study);
        }
        if (study.objectives().stream().anyMatch(MEASURED::contains)) {
            Area.requireOurs(study.hasOwnUnits()); // before a library with them is built
        }
        List<Genome> combinations = study.combinations();
        if (combinations.size() > MOST_COMBINATIONS) {
            blame(
                    "genes",
                    "genes: the choices have " + combinations.size() + " combinations; they may have "
                            + MOST_COMBINATIONS);
            return;
        }
        Set<String> legal = new HashSet<>();
        Map<String, String> refused = new LinkedHashMap<>();
        for (Genome combination : combinations) {
            List<Mistake> lines = corners(study, combination);
            for (int i = 0; i < study.genes().size(); i++) {
                Gene gene = study.genes().get(i);
                String value = !gene.isChoice() ? "" : gene.path() + " = " + gene.text(combination.level(i)) + ": ";
                if (lines.isEmpty()) {
                    legal.add(value);
                } else {
                    refused.putIfAbsent(value, lines.get(0).line());
                }
            }
            if (combinations.size() == 1) {
                lines.forEach(top.mistakes()::add);
            }
        }
        if (combinations.size() > 1) {
            refused.keySet().removeAll(legal);
            refused.forEach((value, line) -> blame("genes", "genes: " + value + "legal in no combination: " + line));
        }
    }

    /** Returns why the corners of one combination of choices are not legal: with choices, why neither of them is. */
    private List<Mistake> corners(Study study, Genome combination) {
        List<Mistake> from = corner(study, combination, false);
        return from.isEmpty() == study.hasChoices() ? from : corner(study, combination, true);
    }

    private List<Mistake> corner(Study study, Genome combination, boolean high) {
        List<Mistake> lines = new ArrayList<>();
        try {
            PointFacts facts =
                    Workers.ask(study.job(study.corner(combination, high)), new PointFacts.Find(false, true));
            checkKind(study, facts, lines);
            if (facts.deadlock() != null) {
                lines.add(mistake(
                        "scenario",
                        "scenario: the machine can deadlock at every depth (fairlead check shows the cycle of waits): "
                                + facts.deadlock()));
            }
            if (!high && facts.bits() > study.mostBits()) {
                lines.add(mistake(
                        "constraints",
                        "constraints.max_buffer_bits = " + study.mostBits() + ": even the least depths have "
                                + facts.bits() + " bits a node"));
            }
        } catch (BadInput e) {
            String name = "with every gene at its `" + (high ? "to" : "from") + "`: ";
            e.lines().forEach(line -> lines.add(mistake("genes", name + line)));
        }
        return lines;
    }

    /**
     * Throws OtherStructure if the points have another structure than this process, which then starts again with it.
     */
    private static void requireOwnStructure(Study study) {
        try {
            study.scenarioOf(Genome.at(study.genes(), 0));
        } catch (BadInput e) {
            return; // the corners say what is wrong
        }
    }

    /** Requires objectives that the study's kind of scenario has. */
    private void checkKind(Study study, PointFacts facts, List<Mistake> lines) {
        boolean isProgram = facts.load() == null;
        for (Objective o : Objective.values()) {
            if (!study.objectives().contains(o)) {
                continue;
            }
            if (isProgram && o == Objective.SATURATION_RATE) {
                lines.add(mistake(
                        "objectives",
                        "objectives = saturation_rate: needs workload.kind traffic with workload.at local_ports"));
            } else if (!isProgram && PROGRAMS.contains(o)) {
                lines.add(mistake(
                        "objectives",
                        "objectives = " + o.word() + ": needs a program, not traffic at the local ports"));
            }
        }
        if (!isProgram && study.confirm()) {
            lines.add(mistake(
                    "confirm",
                    "confirm = rtl: traffic at the local ports runs on the twin only; it must be confirm: none"));
        }
    }
}

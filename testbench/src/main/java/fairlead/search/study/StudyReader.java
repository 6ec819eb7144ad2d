// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.Nearest;
import fairlead.scenario.Tree;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A reader of `fairlead.study/1` files. The reader reports all mistakes in one BadInput, each with file, line, key,
 * value and allowed values.
 */
public final class StudyReader {
    public static final String SCHEMA = "fairlead.study/1";
    private static final List<String> KEYS = List.of(
            "schema",
            "scenario",
            "set",
            "genes",
            "constraints",
            "objectives",
            "budget",
            "seed",
            "traffic_seeds",
            "confirm");
    private static final List<String> CONFIRM = List.of("rtl", "none");
    private static final int MOST_POINTS = 10_000_000;
    private static final int MOST_COMBINATIONS = 1024; // most combinations of the values of all choices

    private final Path file;
    private final Tree top;
    private final List<String> mistakes = new ArrayList<>();

    private StudyReader(final Path file, final Tree top) {
        this.file = file;
        this.top = top;
    }

    /** Returns a study that the machines of its space can have. */
    public static Study read(final Path file) {
        final StudyReader reader = reader(file);
        final Study study = reader.study();
        reader.checkAgainstScenario(study);
        reader.throwMistakes();
        return study;
    }

    /** Returns a study without a look at the machines of its space, so that no structure is elaborated. */
    public static Study unchecked(final Path file) {
        return reader(file).study();
    }

    private static StudyReader reader(final Path file) {
        final String text = InputText.of(file);
        final Tree tree = Tree.read(text, file.toString(), true);
        if (!tree.isMap()) {
            throw new BadInput(tree.where() + ": a study is a mapping of keys, not " + tree.brief());
        }
        tree.requireFormat(SCHEMA);
        return new StudyReader(file, tree);
    }

    private Study study() {
        unknown(top, "", KEYS);
        word(top, "schema", List.of(SCHEMA), null);
        final Path scenario = scenario();
        final List<String> set = set();
        final List<Gene> genes = genes();
        final List<Objective> objectives = objectives();
        final Tree constraints = section("constraints");
        long bits = Long.MAX_VALUE;
        if (constraints != null) {
            unknown(constraints, "constraints.", List.of("max_buffer_bits"));
            bits = integer(constraints, "max_buffer_bits", "constraints.", 1, Long.MAX_VALUE, Long.MAX_VALUE);
        }
        final Tree budget = section("budget");
        long evaluations = 1000;
        if (budget != null) {
            unknown(budget, "budget.", List.of("evaluations"));
            evaluations = integer(budget, "evaluations", "budget.", 1, MOST_POINTS, evaluations);
        }
        final long seed = integer(top, "seed", "", 0, Long.MAX_VALUE, 1);
        final List<Long> trafficSeeds = trafficSeeds();
        final String confirm = word(top, "confirm", CONFIRM, "rtl");
        throwMistakes();
        final String base = file.getFileName().toString();
        final int dot = base.lastIndexOf('.');
        return new Study(
                dot > 0 ? base.substring(0, dot) : base,
                scenario,
                set,
                genes,
                objectives,
                bits,
                (int) evaluations,
                seed,
                trafficSeeds,
                "rtl".equals(confirm));
    }

    // ---- keys

    private Path scenario() {
        final Tree value = top.entries().get("scenario");
        if (value == null || !(value.scalar() instanceof String text)) {
            mistakes.add(where(value) + ": scenario: must be the path of a scenario file, seen from this file");
            return null;
        }
        final Path found =
                file.toAbsolutePath().normalize().resolveSibling(text).normalize();
        if (!Files.isRegularFile(found)) {
            mistakes.add(value.where() + ": scenario = " + text + ": no such file: " + found);
        }
        return found;
    }

    private List<String> set() {
        final List<String> all = new ArrayList<>();
        final Tree map = section("set");
        if (map != null) {
            map.entries().forEach((path, value) -> all.add(path + "=" + value));
        }
        return all;
    }

    private List<Gene> genes() {
        final List<Gene> genes = new ArrayList<>();
        final Tree map = section("genes");
        if (map == null || map.entries().isEmpty()) {
            mistakes.add(where(map) + ": genes: must be a mapping of scenario paths to values");
            return genes;
        }
        BigInteger size = BigInteger.ONE;
        for (final Map.Entry<String, Tree> entry : map.entries().entrySet()) {
            final Gene gene = new GeneReader(this, entry.getKey(), entry.getValue()).read();
            if (gene != null) {
                genes.add(gene);
                size = size.multiply(BigInteger.valueOf(gene.levels()));
            }
        }
        if (size.bitLength() >= Long.SIZE) {
            mistakes.add(map.where() + ": genes: the space has " + size + " points; it must have fewer than 2^63");
        }
        return genes;
    }

    private List<Objective> objectives() {
        final List<Objective> list = new ArrayList<>();
        final Tree value = top.entries().get("objectives");
        if (value == null
                || !value.isList()
                || value.items().size() < 2
                || value.items().size() > 3) {
            mistakes.add(where(value) + ": objectives" + (value == null ? "" : " = " + value.brief())
                    + ": must be two or three of " + String.join(", ", Objective.words()));
            return list;
        }
        for (final Tree item : value.items()) {
            final int at = Objective.words().indexOf(String.valueOf(item.scalar()));
            if (at < 0) {
                mistakes.add(item.where() + ": objectives = " + item.brief() + ": must be one of "
                        + String.join(", ", Objective.words())
                        + mean(String.valueOf(item.scalar()), Objective.words()));
            } else if (list.contains(Objective.values()[at])) {
                mistakes.add(item.where() + ": objectives = " + item.brief() + ": it is there twice");
            } else {
                list.add(Objective.values()[at]);
            }
        }
        return list;
    }

    private List<Long> trafficSeeds() {
        final Tree value = top.entries().get("traffic_seeds");
        if (value == null) {
            return List.of(1L);
        }
        final TreeSet<Long> seeds = new TreeSet<>();
        if (value.isList()) {
            value.items().stream()
                    .filter(i -> i.scalar() instanceof BigInteger n && n.signum() >= 0 && n.bitLength() < Long.SIZE)
                    .forEach(i -> seeds.add(((BigInteger) i.scalar()).longValueExact()));
        }
        if (!value.isList() || seeds.isEmpty() || seeds.size() != value.items().size()) {
            mistakes.add(value.where() + ": traffic_seeds = " + value.brief()
                    + ": must be a list of different integers of at least 0");
        }
        return List.copyOf(seeds);
    }

    // ---- against the scenario

    /**
     * Requires that the product library can hold the scenarios at the corners of the space, and that the machine
     * cannot deadlock. Without choices these are two corners, and both must be legal. With choices there are two
     * corners for each combination of them. Each value of a choice must be legal in some corner; what is not legal in a
     * combination is refused there, before any simulation.
     */
    private void checkAgainstScenario(final Study study) {
        if (!study.hasStructures()) {
            requireOwnStructure(study);
        }
        final List<Genome> combinations = study.combinations();
        if (combinations.size() > MOST_COMBINATIONS) {
            mistakes.add(where(top.entries().get("genes")) + ": genes: the choices have " + combinations.size()
                    + " combinations; they may have " + MOST_COMBINATIONS);
            return;
        }
        final Set<String> legal = new HashSet<>();
        final Map<String, String> refused = new LinkedHashMap<>();
        for (final Genome combination : combinations) {
            final List<String> lines = corners(study, combination);
            for (int i = 0; i < study.genes().size(); i++) {
                final Gene gene = study.genes().get(i);
                final String value =
                        !gene.isChoice() ? "" : gene.path() + " = " + gene.text(combination.level(i)) + ": ";
                if (lines.isEmpty()) {
                    legal.add(value);
                } else {
                    refused.putIfAbsent(value, lines.get(0));
                }
            }
            if (combinations.size() == 1) {
                mistakes.addAll(lines);
            }
        }
        if (combinations.size() > 1) {
            refused.forEach((value, line) -> {
                if (!legal.contains(value)) {
                    mistakes.add(where(top.entries().get("genes")) + ": genes: " + value + "legal in no combination: "
                            + line);
                }
            });
        }
    }

    /** Returns why the corners of one combination of choices are not legal: with choices, why neither of them is. */
    private List<String> corners(final Study study, final Genome combination) {
        final List<String> from = corner(study, combination, false);
        if (!study.hasChoices()) {
            return from.isEmpty() ? corner(study, combination, true) : from;
        }
        final List<String> to = corner(study, combination, true);
        return to.isEmpty() ? to : from.isEmpty() ? from : to;
    }

    private List<String> corner(final Study study, final Genome combination, final boolean high) {
        final String name = high ? "to" : "from";
        final List<String> lines = new ArrayList<>();
        try {
            final PointFacts facts =
                    PointFacts.of(study.scenario(), study.overrides(study.corner(combination, high)), false, true);
            checkKind(study, facts, lines);
            if (facts.deadlock() != null) {
                lines.add(where(top.entries().get("scenario")) + ": scenario: the machine can deadlock at every"
                        + " depth (fairlead check shows the cycle of waits): " + facts.deadlock());
            }
            if (!high && facts.bits() > study.mostBits()) {
                lines.add(where(top.entries().get("constraints")) + ": constraints.max_buffer_bits = "
                        + study.mostBits() + ": even the least depths have " + facts.bits() + " bits a node");
            }
        } catch (final BadInput e) {
            for (final String line : e.lines()) {
                lines.add(where(top.entries().get("genes")) + ": with every gene at its `" + name + "`: " + line);
            }
        }
        return lines;
    }

    /**
     * Throws OtherStructure if the points have another structure than this process, which then starts again with it.
     */
    private static void requireOwnStructure(final Study study) {
        try {
            study.scenarioOf(Genome.at(study.genes(), 0));
        } catch (final BadInput e) {
            return; // the corners say what is wrong
        }
    }

    private void checkKind(final Study study, final PointFacts facts, final List<String> lines) {
        final Tree objectives = top.entries().get("objectives");
        final boolean saturation = study.objectives().contains(Objective.SATURATION_RATE);
        if (facts.load() == null && saturation) {
            lines.add(where(objectives) + ": objectives = saturation_rate: needs workload.kind traffic with"
                    + " workload.at local_ports");
        }
        if (facts.load() != null) {
            for (final Objective o : List.of(Objective.COMPLETION_TIME, Objective.DLA_DISCARDS)) {
                if (study.objectives().contains(o)) {
                    lines.add(where(objectives) + ": objectives = " + o.word() + ": needs a program, not traffic at"
                            + " the local ports");
                }
            }
            if (study.confirm()) {
                lines.add(
                        where(top.entries().get("confirm")) + ": confirm = rtl: traffic at the local ports runs on the"
                                + " twin only; it must be confirm: none");
            }
        }
    }

    // ---- values

    void mistake(final String line) {
        mistakes.add(line);
    }

    int mistakes() {
        return mistakes.size();
    }

    private Tree section(final String key) {
        final Tree value = top.entries().get(key);
        if (value != null && !value.isMap()) {
            mistakes.add(value.where() + ": " + key + " = " + value.brief() + ": must be a mapping");
            return null;
        }
        return value;
    }

    void unknown(final Tree map, final String prefix, final Collection<String> known) {
        map.entries().forEach((name, value) -> {
            if (!known.contains(name)) {
                final String near = Nearest.to(name, known);
                mistakes.add(value.where() + ": " + prefix + name + " = " + value.brief() + ": unknown key"
                        + (near.isEmpty()
                                ? "; known here: " + String.join(", ", known)
                                : "; did you mean " + prefix + near + "?"));
            }
        });
    }

    long integer(
            final Tree map,
            final String key,
            final String prefix,
            final long low,
            final long high,
            final Object standard) {
        final Tree value = map.entries().get(key);
        if (value == null && standard != null) {
            return ((Number) standard).longValue();
        }
        if (value != null
                && value.scalar() instanceof BigInteger n
                && n.compareTo(BigInteger.valueOf(low)) >= 0
                && n.compareTo(BigInteger.valueOf(high)) <= 0) {
            return n.longValueExact();
        }
        mistakes.add((value == null ? map.where() : value.where()) + ": " + prefix + key
                + (value == null ? ": is missing; it" : " = " + value.brief() + ":") + " must be an integer from " + low
                + " to "
                + high);
        return low;
    }

    private String word(final Tree map, final String key, final List<String> known, final String standard) {
        final Tree value = map.entries().get(key);
        if (value == null && standard != null) {
            return standard;
        }
        if (value != null && known.contains(String.valueOf(value.scalar()))) {
            return String.valueOf(value.scalar());
        }
        mistakes.add((value == null
                        ? map.where() + ": " + key + ": is missing; it"
                        : value.where() + ": " + key + " = " + value.brief() + ":")
                + " must be one of " + String.join(", ", known)
                + (value == null ? "" : mean(String.valueOf(value.scalar()), known)));
        return known.get(0);
    }

    private static String mean(final String word, final Collection<String> known) {
        final String near = Nearest.to(word, known);
        return near.isEmpty() ? "" : "; did you mean " + near + "?";
    }

    private String where(final Tree value) {
        return value == null ? top.where() : value.where();
    }

    private void throwMistakes() {
        if (!mistakes.isEmpty()) {
            throw new BadInput(mistakes);
        }
    }
}

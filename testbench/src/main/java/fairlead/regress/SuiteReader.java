// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import fairlead.litmus.compile.AxisPoint;
import fairlead.litmus.syntax.LitmusParser;
import fairlead.regress.Metric.Band;
import fairlead.regress.Suite.Case;
import fairlead.regress.Suite.Expectation;
import fairlead.regress.Suite.Limits;
import fairlead.run.Json;
import fairlead.scenario.BadInput;
import fairlead.scenario.Fields;
import fairlead.scenario.InputText;
import fairlead.scenario.JsonSchema;
import fairlead.scenario.KeyTable;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.Tree;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads `fairlead.suite/1` files. Every case is made and its scenario or litmus test is read before the first one runs,
 * so that a mistake anywhere is reported at once, with its file, line, key and value.
 */
public final class SuiteReader {
    private static final KeyTable KEYS =
            new KeyTable(SuiteReader.class, "suite.keys", name -> ScenarioReader.verdicts());
    private static final String FORMAT = "fairlead.suite/1";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
    private static final String NAMES = "a name has letters, digits, dot, _ and -, at most 80";
    private static final Pattern SEED = Pattern.compile("^seed: .*$", Pattern.MULTILINE);
    private static final int MOST_CASES = 10_000;
    private static final int BAD_INPUT = 2;

    private final Path file;
    private final Path folder;
    private final Fields top;
    private final Map<String, List<String>> structures = new LinkedHashMap<>();
    private final List<Case> cases = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    /** Effective configurations by file and overrides; cases that differ in their seed alone share one. */
    private final Map<List<String>, String> known = new HashMap<>();

    private SuiteReader(Path file) {
        this.file = file;
        folder = file.toAbsolutePath().normalize().getParent();
        top = Fields.of(file, "suite", KEYS.keys("", ""));
    }

    public static String schema() {
        return JsonSchema.text(FORMAT, KEYS.keys("", ""));
    }

    public static Suite read(Path file) {
        return new SuiteReader(file).suite();
    }

    private Suite suite() {
        String name = name(top, stem(file));
        Path baseline = top.place("baseline", folder);
        Limits limits = limits(top, Limits.STANDARD);
        Map<Metric, Band> bands = bands(top);
        top.entries("structures").forEach(this::structure);
        List<Tree> entries = top.value("cases", List.of());
        for (int i = 0; i < entries.size() && cases.size() <= MOST_CASES; i++) {
            Fields entry = top.item(entries.get(i), "cases[" + i + "]", KEYS.keys("case", ""));
            if (entries.get(i).isMap()) {
                entry(entry, limits, bands);
            }
        }
        if (cases.size() > MOST_CASES) {
            top.blame("cases", "there are more than " + MOST_CASES + " cases");
        }
        if (baseline == null && cases.stream().anyMatch(c -> !c.bands().isEmpty())) {
            top.blame("baseline", "is missing; bands compare with it");
        }
        top.mistakes().report();
        return new Suite(name, baseline, cases);
    }

    private static String name(Fields fields, String standard) {
        String name = fields.value("name", standard);
        if (!NAME.matcher(name).matches()) {
            fields.blame("name", NAMES + ", not " + name);
        }
        return name;
    }

    private static String stem(Path file) {
        String base = file.getFileName().toString();
        int dot = base.lastIndexOf('.');
        return dot > 0 ? base.substring(0, dot) : base;
    }

    private void structure(String name, Tree value) {
        if (!NAME.matcher(name).matches()) {
            top.mistakes().in(value.where(), "structures." + name, NAMES);
        } else if (!value.isMap()) {
            top.mistakes()
                    .at(
                            value,
                            "structures." + name,
                            "must be a mapping of scenario keys, as in {machine.shape: [2, 2, 2]}");
        } else {
            structures.put(name, overrides("", value.entries()));
        }
    }

    /** Returns path=value for each leaf; mappings are joined with dots, and a value is JSON, which is YAML too. */
    private static List<String> overrides(String prefix, Map<String, Tree> entries) {
        List<String> all = new ArrayList<>();
        entries.forEach((name, value) -> {
            if (value.isMap()) {
                all.addAll(overrides(prefix + name + ".", value.entries()));
            } else {
                boolean plain = value.scalar() instanceof String word && word.matches("[A-Za-z_]+");
                all.add(prefix + name + "=" + (plain ? value.scalar() : Json.line(value.plain())));
            }
        });
        return all;
    }

    private Limits limits(Fields fields, Limits standard) {
        Fields own = fields.section("limits");
        return new Limits(own.number("seconds", standard.seconds()), own.number("megabytes", standard.megabytes()));
    }

    private static Map<Metric, Band> bands(Fields fields) {
        Fields own = fields.section("bands", "metric");
        Map<Metric, Band> bands = new EnumMap<>(Metric.class);
        own.names().stream().filter(Metric.words()::contains).forEach(name -> {
            Object value = own.get(name).scalar();
            boolean same = name.equals(Metric.EVENTS.word());
            Band band = !same ? Band.of(value) : Band.SAME.equals(value) ? new Band(BigDecimal.ZERO, false) : null;
            if (band == null) {
                own.blame(name, "must be " + (same ? Band.SAME : "a number from 0, or a share as in 5%"));
            } else {
                bands.put(Metric.of(name), band);
            }
        });
        return bands;
    }

    // ---- cases

    private void entry(Fields values, Limits standard, Map<Metric, Band> common) {
        boolean litmus = values.has("litmus");
        if (values.has("scenario") == litmus) {
            values.blame("scenario", "give either scenario or litmus");
            return;
        }
        Stream.of(litmus ? "set structures library bands".split(" ") : "schedules axes".split(" "))
                .filter(values::has)
                .forEach(other -> values.blame(other, "a " + (litmus ? "litmus test" : "scenario") + " has none"));
        Path path = values.place(litmus ? "litmus" : "scenario", folder);
        if (path == null) {
            return;
        }
        String name = name(values, stem(path));
        List<String> engines = values.value("engines", List.of());
        List<Long> seeds = values.seeds("seeds");
        Expectation expect = expectation(values.section("expect"), litmus);
        Map<Metric, Band> bands = new EnumMap<>(Metric.class);
        if (!litmus) {
            bands.putAll(CaseRunner.JUDGED.contains(expect.exit()) ? common : Map.of());
            bands.putAll(bands(values));
        }
        Limits limits = limits(values, standard);
        List<String> sets = litmus ? List.of() : overrides("", values.entries("set"));
        List<String> fixed = new ArrayList<>(flags(sets));
        String schedules = litmus ? Integer.toString(values.number("schedules", 200)) : "";
        String axes = litmus ? values.value("axes", "base") : "";
        if (litmus) {
            fixed.addAll(List.of("--schedules", schedules, "--axes", axes));
        } else if (values.has("library")) {
            fixed.addAll(List.of("--library", values.value("library", "product")));
        }
        for (String structure : orNone(values.words("structures", List.copyOf(structures.keySet())))) {
            for (String engine : orNone(engines)) {
                for (String seed : orNone(seeds)) {
                    List<String> own = structures.getOrDefault(structure, List.of());
                    List<String> options = new ArrayList<>(fixed);
                    options.addAll(flags(own));
                    options.addAll(engine.isEmpty() ? List.of() : List.of("--engine", engine));
                    options.addAll(seed.isEmpty() ? List.of() : List.of("--seed", seed));
                    String variant = Stream.of(structure, engine, seed.isEmpty() ? "" : "seed-" + seed)
                            .filter(part -> !part.isEmpty())
                            .collect(Collectors.joining("/"));
                    List<String> overrides = new ArrayList<>(sets);
                    overrides.addAll(own);
                    overrides.addAll(engine.isEmpty() ? List.of() : List.of("engine=" + engine));
                    add(
                            values,
                            new Case(name, variant, path, litmus, options, expect, bands, limits, ""),
                            () -> litmus ? parsed(path, axes) : effective(path, overrides, seed));
                }
            }
        }
    }

    private static List<String> flags(List<String> overrides) {
        return overrides.stream().flatMap(o -> Stream.of("--set", o)).toList();
    }

    private static List<String> orNone(List<?> choices) {
        return choices.isEmpty()
                ? List.of("")
                : choices.stream().map(String::valueOf).toList();
    }

    private static Expectation expectation(Fields fields, boolean litmus) {
        String other = litmus ? "verdicts" : "outcome";
        if (fields.has(other)) {
            fields.blame(other, litmus ? "a litmus test has none" : "a scenario has none");
        }
        String outcome = litmus ? fields.value("outcome", "holds") : "";
        Fields own = fields.section("verdicts", "verdict");
        Map<String, String> verdicts = new LinkedHashMap<>();
        ScenarioReader.verdicts().stream()
                .filter(own::has)
                .forEach(verdict -> verdicts.put(verdict, own.value(verdict, "true")));
        boolean fails = "fails".equals(outcome) || verdicts.containsValue("false");
        return new Expectation(fields.number("exit", fails ? 1 : 0), verdicts, outcome);
    }

    /** Adds a case with its effective configuration; a case that expects bad input may be bad. */
    private void add(Fields fields, Case one, Supplier<String> effective) {
        if (!ids.add(one.id())) {
            fields.blame("name", "two cases are called " + one.id());
            return;
        }
        try {
            cases.add(one.withEffective(effective.get()));
        } catch (BadInput e) {
            if (one.expect().exit() == BAD_INPUT) {
                cases.add(one);
            } else {
                e.lines().forEach(line -> fields.blame(one.litmus() ? "litmus" : "scenario", line));
            }
        }
    }

    /** Reads a litmus test, which has no effective configuration. */
    private static String parsed(Path litmus, String axes) {
        LitmusParser.parse(
                litmus.toString(),
                InputText.of(litmus),
                AxisPoint.all(axes).get(0).size());
        return "";
    }

    private String effective(Path scenario, List<String> overrides, String seed) {
        List<String> all = new ArrayList<>(overrides);
        List<String> key = new ArrayList<>(overrides);
        key.addAll(List.of(scenario.toString(), seed.isEmpty() ? "" : "seed"));
        all.addAll(seed.isEmpty() ? List.of() : List.of("seed=" + seed));
        String first = known.get(key);
        String effective = first == null
                ? ScenarioReader.read(scenario, all).toYaml()
                : SEED.matcher(first).replaceFirst("seed: " + seed);
        known.putIfAbsent(key, effective);
        return effective;
    }
}

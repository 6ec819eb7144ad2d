// SPDX-License-Identifier: Apache-2.0
package fairlead.regress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.regress.SuiteCase.Limits;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.Tree;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads `fairlead.suite/1` files. Every case is made and its scenario or litmus test is read before the first one runs,
 * so that a mistake anywhere is reported at once, with its file, line, key and value.
 */
public final class SuiteReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
    private static final int MOST_CASES = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final List<String> mistakes = new ArrayList<>();
    private final Map<String, List<String>> structures = new LinkedHashMap<>();
    private final List<SuiteCase> cases = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final Map<List<String>, String> known = new HashMap<>(); // effective configurations, see CaseInput

    private SuiteReader(final Path file) {
        this.file = file;
    }

    public static Suite read(final Path file) {
        final Tree tree = Tree.read(InputText.of(file), file.toString(), true);
        if (!tree.isMap()) {
            throw new BadInput(tree.where() + ": a suite is a mapping of keys, not " + tree.brief());
        }
        tree.requireFormat(SuiteForm.NAME);
        return new SuiteReader(file).suite(tree);
    }

    private Suite suite(final Tree tree) {
        final SuiteValues top = new SuiteValues(tree, "", SuiteForm.SUITE, mistakes);
        top.word("schema", "");
        final String name = name(top, stem(file));
        final Path baseline = path(top, "baseline");
        final Limits limits = limits(top, Limits.STANDARD);
        final Map<Metric, Band> bands = top.bands("bands");
        top.mapping("structures").forEach((key, value) -> structure(key, value));
        final List<Tree> entries = top.list("cases");
        for (int i = 0; i < entries.size() && cases.size() <= MOST_CASES; i++) {
            final String at = "cases[" + i + "]";
            final Tree entry = entries.get(i);
            if (entry.isMap()) {
                entry(new SuiteValues(entry, at + ".", SuiteForm.CASE, mistakes), limits, bands);
            } else {
                mistakes.add(entry.where() + ": " + at + " = " + entry.brief() + ": must be a mapping of "
                        + String.join(", ", SuiteForm.names(SuiteForm.CASE)));
            }
        }
        if (cases.size() > MOST_CASES) {
            top.wrong("cases", "there are more than " + MOST_CASES + " cases");
        }
        if (baseline == null && cases.stream().anyMatch(c -> !c.bands().isEmpty())) {
            top.wrong("baseline", "is missing; bands compare with it");
        }
        if (!mistakes.isEmpty()) {
            throw new BadInput(mistakes);
        }
        return new Suite(name, baseline, cases);
    }

    private static String name(final SuiteValues values, final String standard) {
        final String name = values.text("name", standard);
        if (!NAME.matcher(name).matches()) {
            values.wrong("name", "a name has letters, digits, dot, _ and -, at most 80, not " + name);
        }
        return name;
    }

    private static String stem(final Path file) {
        final String base = file.getFileName().toString();
        final int dot = base.lastIndexOf('.');
        return dot > 0 ? base.substring(0, dot) : base;
    }

    private Path path(final SuiteValues values, final String key) {
        final String text = values.text(key, null);
        if (text == null) {
            return null;
        }
        try {
            return file.toAbsolutePath().normalize().resolveSibling(text).normalize();
        } catch (final InvalidPathException e) {
            values.wrong(key, "cannot be a path: " + e.getReason());
            return null;
        }
    }

    private void structure(final String name, final Tree value) {
        if (!NAME.matcher(name).matches()) {
            mistakes.add(
                    value.where() + ": structures." + name + ": a name has letters, digits, dot, _ and -, at most 80");
        } else if (!value.isMap()) {
            mistakes.add(value.where() + ": structures." + name + " = " + value.brief()
                    + ": must be a mapping of scenario keys, as in {machine.shape: [2, 2, 2]}");
        } else {
            structures.put(name, overrides("", value.entries()));
        }
    }

    /** Returns path=value for each leaf; mappings are joined with dots, and a value is JSON, which is YAML too. */
    private static List<String> overrides(final String prefix, final Map<String, Tree> entries) {
        final List<String> all = new ArrayList<>();
        entries.forEach((name, value) -> {
            if (value.isMap()) {
                all.addAll(overrides(prefix + name + ".", value.entries()));
            } else {
                all.add(prefix + name + "=" + json(value));
            }
        });
        return all;
    }

    private static String json(final Tree value) {
        try {
            return value.scalar() instanceof String word && word.matches("[A-Za-z_]+")
                    ? word
                    : JSON.writeValueAsString(value.plain());
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private Limits limits(final SuiteValues values, final Limits standard) {
        final SuiteValues own = values.section("limits");
        return new Limits(own.integer("seconds", standard.seconds()), own.integer("megabytes", standard.megabytes()));
    }

    // ---- cases

    private void entry(final SuiteValues values, final Limits standard, final Map<Metric, Band> common) {
        if (values.has("scenario") == values.has("litmus")) {
            values.wrong("scenario", "give either scenario or litmus");
            return;
        }
        final boolean litmus = values.has("litmus");
        for (final String other :
                litmus ? List.of("set", "structures", "library", "bands") : List.of("schedules", "axes")) {
            if (values.has(other)) {
                values.wrong(other, "a " + (litmus ? "litmus test" : "scenario") + " has none");
            }
        }
        final Path path = path(values, litmus ? "litmus" : "scenario");
        if (path == null) {
            return;
        }
        final String name = name(values, stem(path));
        final List<String> engines = values.words("engines", SuiteForm.ENGINES);
        final List<Long> seeds = values.seeds("seeds");
        final Expectation expect = expectation(values.section("expect"), litmus);
        final Map<Metric, Band> bands = new EnumMap<>(Metric.class);
        if (!litmus) {
            bands.putAll(CaseJudge.JUDGED.contains(expect.exit()) ? common : Map.of());
            bands.putAll(values.bands("bands"));
        }
        final Limits limits = limits(values, standard);
        final List<String> fixed = new ArrayList<>();
        if (litmus) {
            fixed.addAll(List.of("--schedules", Integer.toString(values.integer("schedules", 200))));
            fixed.addAll(List.of("--axes", values.text("axes", "base")));
        } else {
            overrides("", values.mapping("set")).forEach(o -> fixed.addAll(List.of("--set", o)));
            if (values.has("library")) {
                fixed.addAll(List.of("--library", values.word("library", "product")));
            }
        }
        final List<String> named = values.words("structures", structures.keySet());
        for (final String structure : named.isEmpty() ? List.of("") : named) {
            for (final String engine : engines.isEmpty() ? List.of("") : engines) {
                for (final String seed : seeds.isEmpty()
                        ? List.of("")
                        : seeds.stream().map(String::valueOf).toList()) {
                    final List<String> options = new ArrayList<>(fixed);
                    structures.getOrDefault(structure, List.of()).forEach(o -> options.addAll(List.of("--set", o)));
                    if (!engine.isEmpty()) {
                        options.addAll(List.of("--engine", engine));
                    }
                    if (!seed.isEmpty()) {
                        options.addAll(List.of("--seed", seed));
                    }
                    final String variant = String.join(
                            "/",
                            List.of(structure, engine, seed.isEmpty() ? "" : "seed-" + seed).stream()
                                    .filter(part -> !part.isEmpty())
                                    .toList());
                    add(values, new SuiteCase(name, variant, path, litmus, options, expect, bands, limits, ""));
                }
            }
        }
    }

    private Expectation expectation(final SuiteValues values, final boolean litmus) {
        if (values.has("outcome") && !litmus || values.has("verdicts") && litmus) {
            values.wrong(litmus ? "verdicts" : "outcome", litmus ? "a litmus test has none" : "a scenario has none");
        }
        final String outcome = litmus ? values.word("outcome", "holds") : "";
        final Map<String, String> verdicts = values.verdicts("verdicts", ScenarioReader.verdicts());
        final boolean fails = "fails".equals(outcome) || verdicts.containsValue("false");
        return new Expectation(values.integer("exit", fails ? 1 : 0), verdicts, outcome);
    }

    private void add(final SuiteValues values, final SuiteCase one) {
        if (!ids.add(one.id())) {
            values.wrong("name", "two cases are called " + one.id());
            return;
        }
        try {
            cases.add(CaseInput.checked(one, known));
        } catch (final BadInput e) {
            e.lines().forEach(line -> values.wrong(one.litmus() ? "litmus" : "scenario", line));
        }
    }
}

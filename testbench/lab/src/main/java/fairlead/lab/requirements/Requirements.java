// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.evaluate.Campaign;
import fairlead.lab.requirements.RequirementRow.RowControl;
import fairlead.lab.requirements.RequirementRow.RowOutcome;
import fairlead.lab.requirements.RequirementRow.RowResult;
import fairlead.lab.requirements.RequirementRun.Finding;
import fairlead.lab.script.Expression;
import fairlead.lab.script.Scope;
import fairlead.lab.script.ScriptFile;
import fairlead.lab.script.ScriptFile.ScriptException;
import fairlead.rtl.OwnUnits;
import fairlead.run.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The list of all requirement rows, grouped by source patent. */
public final class Requirements {
    private static final List<String> FAMILIES = List.of("dla", "dla-options", "fence", "barrier", "epoch", "device");

    private Requirements() {}

    static List<RequirementRow> rows(Map<String, List<String>> units) {
        return FAMILIES.stream()
                .flatMap(name -> RequirementFile.rows(name, units).stream())
                .toList();
    }

    public static List<String> ids() {
        return rows(Map.of()).stream().map(RequirementRow::id).toList();
    }

    /**
     * Runs rows one after the other.
     *
     * @param ids the rows to run; if empty, all
     * @param done a listener that gets each result at once
     */
    public static List<RowResult> run(List<String> ids, Consumer<RowResult> done) throws IOException {
        return Campaign.run(chosen(ids, Map.of()), 1, RequirementRow::check, (row, result) -> done.accept(result));
    }

    /**
     * Runs rows on a machine with units of the user, without the twin.
     *
     * @param units the units, each with its files
     * @param silent the same units, but with files that drive 0
     */
    public static List<RowResult> run(
            List<String> ids,
            Map<String, List<String>> units,
            Map<String, List<String>> silent,
            Consumer<RowResult> done)
            throws IOException {
        List<RequirementRow> rows = chosen(ids, units);
        Iterator<RequirementRow> others = chosen(ids, silent).iterator(); // the rows are run one after the other
        return Campaign.run(rows, 1, row -> row.check(others.next()), (row, result) -> done.accept(result));
    }

    /** Returns files, written into a folder, that take the place of units and drive 0. */
    public static Map<String, List<String>> silent(Set<String> units, Path folder) throws IOException {
        Map<String, List<String>> silent = new TreeMap<>();
        for (String unit : units) {
            Path file = folder.resolve(unit + ".sv").toAbsolutePath().normalize();
            String text = OwnUnits.ports(unit).silent(unit);
            WholeFile.write(file, "/* verilator lint_off UNUSEDSIGNAL */\n" + text);
            silent.put(unit, List.of(file.toString()));
        }
        return silent;
    }

    private static List<RequirementRow> chosen(List<String> ids, Map<String, List<String>> units) {
        return rows(units).stream()
                .filter(r -> ids.isEmpty() || ids.contains(r.id()))
                .toList();
    }

    /** Tells whether no requirement fails and at least one passes. */
    public static boolean passed(List<RowResult> results) {
        return !results.isEmpty() && results.stream().allMatch(RowResult::passed);
    }

    /** The results of the requirements as text and as JSON. */
    public static final class RequirementReport {
        private RequirementReport() {}

        public static String text(RowResult r) {
            StringBuilder text = new StringBuilder(
                    String.format(Locale.ROOT, "%-10s %s %s", r.outcome().word(), r.id(), r.rule()));
            text.append(r.partial().isEmpty() ? "" : "\n    not shown: " + r.partial());
            text.append(r.software().isEmpty() ? "" : "\n    software:  " + r.software());
            text.append("\n    run:       ").append(r.scenario());
            text.append("\n    observed:  ").append(r.observed());
            for (RowControl.Result control : r.controls()) {
                text.append("\n    control:   ").append(control.what());
                text.append("\n               ")
                        .append(control.breaks())
                        .append(' ')
                        .append(control.verdict());
                if (control.muted() > 0) {
                    text.append("\n               failed assertions of the broken unit, muted: ")
                            .append(control.muted());
                }
            }
            return text.toString();
        }

        public static String summary(List<RowResult> results) {
            long unused = count(results, RowOutcome.NOT_EXERCISED);
            long beside = results.stream().mapToInt(RowResult::besideTwin).sum();
            return results.size() + " requirements: " + count(results, RowOutcome.HOLDS) + " hold, "
                    + count(results, RowOutcome.SOFTWARE) + " are software, "
                    + count(results, RowOutcome.PARTIAL) + " partial, "
                    + (unused > 0 ? unused + " not exercised, " : "")
                    + count(results, RowOutcome.FAILS) + " fail; "
                    + results.stream().mapToInt(r -> r.controls().size()).sum() + " controls, "
                    + results.stream()
                            .flatMap(r -> r.controls().stream())
                            .filter(RowControl.Result::isBroken)
                            .count()
                    + " break the condition that they name; "
                    + results.stream().mapToInt(RowResult::runs).sum() + " runs on the RTL, "
                    + (beside == 0 ? "without the twin" : beside + " of them beside the twin, no difference");
        }

        private static long count(List<RowResult> results, RowOutcome outcome) {
            return results.stream().filter(r -> r.outcome() == outcome).count();
        }

        public static Map<String, Object> json(List<RowResult> results) {
            return Map.of("requirements", results);
        }
    }

    /** Reads the rows of a file in testbench/lab/cases/requirements (docs/lab/requirement-rows.md). */
    static final class RequirementFile {
        /** A predicate that is written in Java, because it computes what a unit must do in each cycle. */
        interface Predicate {
            void judge(RequirementRun run, List<?> arguments, Finding into);
        }

        private static final Map<String, Predicate> PREDICATES = Map.of("StatusReplay", StatusReplay::judge);

        /** The names of every file: no flaw, no fault, and the addresses of the windows of every node. */
        private static final Map<String, Object> START =
                Map.of("flaw", "'none'", "operand", 0, "fault", "''", "SOURCE", 0, "LANDING", 8192, "STATUS", 40960);

        private final String base;
        private final Map<?, ?> file;
        private final Scope scope;
        private final Map<String, List<String>> units;

        RequirementFile(Map<?, ?> file, String base) {
            this(file, base, Map.of());
        }

        /** @param units the units of the user, each with its files */
        private RequirementFile(Map<?, ?> file, String base, Map<String, List<String>> units) {
            this.units = units;
            ScriptFile.require(file, "let", "blocks", "rows");
            this.file = file;
            this.base = base;
            scope = Scope.empty()
                    .define(START)
                    .blocks((Map<?, ?>) file.get("blocks"))
                    .define((Map<?, ?>) file.get("let"));
        }

        static List<RequirementRow> rows(String name, Map<String, List<String>> units) {
            Path folder = ScriptFile.at("requirements");
            return new RequirementFile(
                            ScriptFile.read(folder.resolve(name + ".yaml")),
                            ScriptFile.text(folder.resolve("machine.yaml")),
                            units)
                    .rows();
        }

        List<RequirementRow> rows() {
            List<RequirementRow> rows = new ArrayList<>();
            for (Object row : (List<?>) file.get("rows")) {
                rows.add(row((Map<?, ?>) row));
            }
            return rows;
        }

        private static String text(Map<?, ?> map, String key) {
            return String.valueOf(map.get(key));
        }

        private RequirementRow row(Map<?, ?> row) {
            ScriptFile.require(row, "id rule scenario partial software let runs conditions observed controls");
            Scope inner = scope.define((Map<?, ?>) row.get("let"));
            List<RowControl> controls = new ArrayList<>();
            inner.each(row.get("controls"), (what, value, at) -> {
                Map<?, ?> control = (Map<?, ?>) value;
                ScriptFile.require(control, "breaks", "also", "let", "flaw", "operand", "fault", "on");
                Scope wrong = at.define((Map<?, ?>) control.get("let"));
                for (String key : List.of("flaw", "operand", "fault")) {
                    wrong = control.containsKey(key) ? wrong.with(key, at.text(control.get(key))) : wrong;
                }
                Scope flawed = wrong;
                Set<String> also = Set.copyOf(words(at.text(control.containsKey("also") ? control.get("also") : "")));
                boolean seeds =
                        wrong.text("{fault}").isEmpty() && wrong.text("{flaw}").equals("none");
                controls.add(new RowControl(
                        what,
                        at.text(control.get("breaks")),
                        also,
                        seeds || units.isEmpty() ? () -> runs(row, flawed, words(control.get("on"))) : null));
            });
            String limit = row.containsKey("partial") ? "partial" : "software";
            boolean limited = row.containsKey(limit);
            if (limit.equals("partial") && row.containsKey("software")) {
                throw new ScriptException(text(row, "id") + ": partial and software: only one may be given");
            }
            return new RequirementRow(
                    text(row, "id"),
                    text(row, "rule"),
                    text(row, "scenario"),
                    () -> runs(row, inner, List.of()),
                    (runs, into) -> judge(row, inner, runs, into),
                    controls,
                    limited ? RowOutcome.valueOf(limit.toUpperCase(Locale.ROOT)) : RowOutcome.HOLDS,
                    limited ? text(row, limit) : "");
        }

        private static List<String> words(Object text) {
            return text == null || String.valueOf(text).isBlank()
                    ? List.of()
                    : List.of(String.valueOf(text).trim().split("\\s+"));
        }

        /** @param on the groups whose runs have the flaw or fault of the scope; if empty, all */
        private List<RequirementRun> runs(Map<?, ?> row, Scope inner, List<String> on) {
            List<RequirementRun> runs = new ArrayList<>();
            inner.each(row.get("runs"), (group, value, at) -> {
                Map<?, ?> spec = (Map<?, ?>) value;
                Scope all = at.define((Map<?, ?>) spec.get("let"));
                Scope own = on.isEmpty() || on.contains(group)
                        ? all
                        : all.with("flaw", "none").with("fault", "");
                Map<Object, Object> whole = new LinkedHashMap<>();
                if (spec.containsKey("use")) {
                    whole.putAll((Map<?, ?>) own.block(spec.get("use")));
                }
                whole.putAll(spec);
                whole.remove("use");
                for (String key : List.of("program", "host")) {
                    whole.computeIfPresent(key, (k, v) -> v instanceof String ? Map.of("use", v) : v);
                }
                runs.add(new RequirementMachine(base, group, whole, own, own.since(scope), units).run());
            });
            return runs;
        }

        private static void judge(Map<?, ?> row, Scope inner, List<RequirementRun> runs, Finding into) {
            Scope seen = inner;
            Map<String, List<RequirementRun>> groups = new LinkedHashMap<>();
            runs.forEach(run ->
                    groups.computeIfAbsent(run.group(), g -> new ArrayList<>()).add(run));
            for (Map.Entry<String, List<RequirementRun>> group : groups.entrySet()) {
                seen = seen.with(group.getKey(), group.getValue());
            }
            Scope all = seen.with("runs", runs).with(Scope.RUN, runs.get(0));
            all.each(
                    row.get("conditions"),
                    (name, value, at) -> condition(name, value == null ? "" : String.valueOf(value), at, into));
            try {
                all.each(row.get("observed"), (name, value, at) -> into.say(at.text(value)));
            } catch (ScriptException e) {
                if (into.holds()) {
                    throw e; // in a run with a broken condition, a text may refer to what did not happen
                }
            }
        }

        private static void condition(String name, String value, Scope at, Finding into) {
            if (name.equals("needs")) {
                into.needs(
                        (RequirementRun) Expression.of(Scope.RUN).value(at),
                        words(value).toArray(String[]::new));
            } else if (name.startsWith("judge ")) {
                PREDICATES
                        .get(name.substring("judge ".length()))
                        .judge(
                                (RequirementRun) Expression.of(Scope.RUN).value(at),
                                (List<?>) Expression.of("[" + value + "]").value(at),
                                into);
            } else {
                Expression condition = Expression.of(value);
                into.need(name, Expression.isTrue(condition.value(at)), () -> condition.why(at));
            }
        }
    }
}

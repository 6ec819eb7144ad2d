// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.lab.requirements.RequirementRun.Finding;
import fairlead.lab.script.Expression;
import fairlead.lab.script.Scope;
import fairlead.lab.script.ScriptFile;
import fairlead.lab.script.ScriptFile.ScriptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the rows of a file in testbench/lab/cases/requirements (docs/lab/requirement-rows.md). */
final class RequirementFile {
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

    RequirementFile(final Map<?, ?> file, final String base) {
        ScriptFile.require(file, "let", "blocks", "rows");
        this.file = file;
        this.base = base;
        scope = Scope.empty()
                .define(START)
                .blocks((Map<?, ?>) file.get("blocks"))
                .define((Map<?, ?>) file.get("let"));
    }

    static List<RequirementRow> rows(final String name) {
        final Path folder = ScriptFile.at("requirements");
        return new RequirementFile(
                        ScriptFile.read(folder.resolve(name + ".yaml")),
                        ScriptFile.text(folder.resolve("machine.yaml")))
                .rows();
    }

    List<RequirementRow> rows() {
        final List<RequirementRow> rows = new ArrayList<>();
        for (final Object row : (List<?>) file.get("rows")) {
            rows.add(row((Map<?, ?>) row));
        }
        return rows;
    }

    private static String text(final Map<?, ?> map, final String key) {
        return String.valueOf(map.get(key));
    }

    private RequirementRow row(final Map<?, ?> row) {
        ScriptFile.require(row, "id rule scenario partial let runs conditions observed controls");
        final Scope inner = scope.define((Map<?, ?>) row.get("let"));
        final RequirementRow[] all = {
            new RequirementRow(
                    text(row, "id"),
                    text(row, "rule"),
                    text(row, "scenario"),
                    () -> runs(row, inner, List.of()),
                    (runs, into) -> judge(row, inner, runs, into))
        };
        if (row.containsKey("partial")) {
            all[0] = all[0].partial(text(row, "partial"));
        }
        inner.each(row.get("controls"), (what, value, at) -> {
            final Map<?, ?> control = (Map<?, ?>) value;
            ScriptFile.require(control, "breaks", "also", "let", "flaw", "operand", "fault", "on");
            Scope wrong = at.define((Map<?, ?>) control.get("let"));
            for (final String key : List.of("flaw", "operand", "fault")) {
                wrong = control.containsKey(key) ? wrong.with(key, at.text(control.get(key))) : wrong;
            }
            final Scope flawed = wrong;
            all[0] = all[0].control(
                    what,
                    at.text(control.get("breaks")),
                    () -> runs(row, flawed, words(control.get("on"))),
                    words(at.text(control.containsKey("also") ? control.get("also") : ""))
                            .toArray(String[]::new));
        });
        return all[0];
    }

    private static List<String> words(final Object text) {
        return text == null || String.valueOf(text).isBlank()
                ? List.of()
                : List.of(String.valueOf(text).trim().split("\\s+"));
    }

    /** @param on the groups whose runs have the flaw or fault of the scope; if empty, all */
    private List<RequirementRun> runs(final Map<?, ?> row, final Scope inner, final List<String> on) {
        final List<RequirementRun> runs = new ArrayList<>();
        inner.each(row.get("runs"), (group, value, at) -> {
            final Map<?, ?> spec = (Map<?, ?>) value;
            final Scope all = at.define((Map<?, ?>) spec.get("let"));
            final Scope own = on.isEmpty() || on.contains(group)
                    ? all
                    : all.with("flaw", "none").with("fault", "");
            final Map<Object, Object> whole = new LinkedHashMap<>();
            if (spec.containsKey("use")) {
                whole.putAll((Map<?, ?>) own.block(spec.get("use")));
            }
            whole.putAll(spec);
            whole.remove("use");
            for (final String key : List.of("program", "host")) {
                whole.computeIfPresent(key, (k, v) -> v instanceof String ? Map.of("use", v) : v);
            }
            runs.add(new RequirementMachine(base, group, whole, own, own.since(scope)).run());
        });
        return runs;
    }

    private static void judge(
            final Map<?, ?> row, final Scope inner, final List<RequirementRun> runs, final Finding into) {
        Scope seen = inner;
        final Map<String, List<RequirementRun>> groups = new LinkedHashMap<>();
        runs.forEach(run ->
                groups.computeIfAbsent(run.group(), g -> new ArrayList<>()).add(run));
        for (final Map.Entry<String, List<RequirementRun>> group : groups.entrySet()) {
            seen = seen.with(group.getKey(), group.getValue());
        }
        final Scope all = seen.with("runs", runs).with(Scope.RUN, runs.get(0));
        all.each(
                row.get("conditions"),
                (name, value, at) -> condition(name, value == null ? "" : String.valueOf(value), at, into));
        try {
            all.each(row.get("observed"), (name, value, at) -> into.say(at.text(value)));
        } catch (final ScriptException e) {
            if (into.holds()) {
                throw e; // in a run with a broken condition, a text may refer to what did not happen
            }
        }
    }

    private static void condition(final String name, final String value, final Scope at, final Finding into) {
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
            final Expression condition = Expression.of(value);
            into.need(name, Expression.isTrue(condition.value(at)), () -> condition.why(at));
        }
    }
}

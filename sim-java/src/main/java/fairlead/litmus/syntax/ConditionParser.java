// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.program.Comparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Parses the condition of a `forbidden` or `seen` line, and the `at` after it. */
final class ConditionParser {
    private static final int MOST_TERMS = 4096;

    private final Line line;
    private final Names names;
    private final List<Task> tasks;
    private final Map<String, String> labels;
    private int terms;

    ConditionParser(Line line, Names names, List<Task> tasks, Map<String, String> labels) {
        this.line = line;
        this.names = names;
        this.tasks = tasks;
        this.labels = labels;
        line.values = new HashMap<>(names.constants());
    }

    Claim claim(boolean forbidden) {
        int begin = line.position();
        Condition condition = any();
        String text = line.between(begin);
        Map<String, List<String>> at = line.accept("at") ? axes(line) : Map.of();
        line.end();
        return new Claim(forbidden, condition, text, at, line.number());
    }

    /** Reads `AXIS=V,V AXIS=V` to the end of the line. */
    static Map<String, List<String>> axes(Line line) {
        Map<String, List<String>> axes = new TreeMap<>();
        do {
            String axis = line.name("an axis");
            line.expect("=");
            StringBuilder word = new StringBuilder(line.take());
            while (!line.isEnd() && !line.peek(1).equals("=")) {
                word.append(line.take());
            }
            List<String> values = Arrays.asList(word.toString().split(","));
            line.refuse(axes.put(axis, values) != null, () -> "axis " + axis + " is given twice");
        } while (!line.isEnd());
        return axes;
    }

    private Condition any() {
        return several("|", true, () -> several("&", false, this::not));
    }

    private Condition several(String sign, boolean any, Supplier<Condition> part) {
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(part.get());
        } while (line.accept(sign));
        return Condition.joined(any, parts);
    }

    private Condition not() {
        boolean negates = line.accept("!");
        if (negates || line.accept("(")) {
            line.deeper();
            Condition inner = negates ? not().not() : any();
            line.shallower();
            if (!negates) {
                line.expect(")");
            }
            return inner;
        }
        if (line.accept("hang")) {
            return Condition.ending("hang", Outcome::isHang);
        }
        if (line.accept("error")) {
            return failed();
        }
        boolean any = line.accept("any");
        if (any || line.accept("all")) {
            return line.peek(1).equals("in") ? quantified(any) : range(any);
        }
        return against(List.of(term()), false);
    }

    private Condition failed() {
        line.expect("(");
        Task task = task();
        line.expect(":");
        Map<String, Long> values = line.values;
        line.values = Map.of();
        int number = line.count("line", Integer.MAX_VALUE);
        line.values = values;
        line.expect(")");
        line.refuse(
                task.statements().stream().noneMatch(s -> s.line == number),
                () -> "line " + number + " is no statement of " + task.name());
        return Condition.ending(task.name() + ":" + number, outcome -> outcome.isError(task.name(), number));
    }

    /**
     * `any v in a..b: CONDITION` and `all v in a..b: CONDITION`; what follows is one condition, or many in brackets.
     */
    private Condition quantified(boolean any) {
        line.deeper();
        String variable = names.variable(line);
        line.expect("in");
        int[] range = line.range("values of " + variable, MOST_TERMS);
        line.expect(":");
        line.refuse(range[1] < range[0], () -> variable + " in " + range[0] + ".." + range[1] + " has no value");
        int begin = line.position();
        Map<String, Long> outer = line.values;
        List<Condition> parts = new ArrayList<>();
        for (long v = range[0]; v <= range[1]; v++) {
            line.values = Blocks.with(outer, variable, v);
            line.seek(begin);
            parts.add(not());
            line.refuse(++terms > MOST_TERMS, () -> "a condition has at most " + MOST_TERMS + " parts");
        }
        line.values = outer;
        line.shallower();
        return Condition.joined(any, parts);
    }

    /**
     * Reads the rest of a comparison after its left side: `= v`, or `in {v, w}`, which one of the values satisfies.
     */
    private Condition against(List<Term> left, boolean any) {
        List<Term> right = new ArrayList<>();
        boolean list = line.accept("in");
        Comparison relation = list ? Comparison.EQ : line.relation();
        if (list) {
            line.expect("{");
        }
        do {
            right.add(term());
        } while (list && line.accept(","));
        if (list) {
            line.expect("}");
        }
        return Condition.joined(
                any,
                left.stream()
                        .map(l -> Condition.joined(
                                true,
                                right.stream()
                                        .map(r -> Condition.compare(l, relation, r))
                                        .toList()))
                        .toList());
    }

    private Condition range(boolean any) {
        Ref ref = names.ref(line, null);
        line.refuse(
                ref.count() > MOST_TERMS,
                () -> "any and all compare at most " + MOST_TERMS + " words, not " + ref.count());
        return against(
                IntStream.range(0, ref.count()).mapToObj(i -> word(ref, i)).toList(), any);
    }

    private static Term word(Ref ref, int i) {
        return new Term(Term.Kind.WORD, ref.node(), ref.symbol(), ref.from() + i);
    }

    private Task task() {
        String node = names.node(line);
        int number = line.accept(".") ? line.count("task", 15) : 0;
        return tasks.stream()
                .filter(t -> t.node().equals(node) && t.number() == number)
                .findFirst()
                .orElseThrow(() -> line.error("no program " + node + (number == 0 ? "" : "." + number)));
    }

    private Term term() {
        String word = line.peek();
        if (!Line.isName(word) || line.values.containsKey(word)) {
            return new Term(Term.Kind.CONSTANT, "", "", line.value());
        }
        switch (word) {
            case "retries" -> {
                line.take();
                return new Term(Term.Kind.RETRIES, "", "", 0);
            }
            case "refused", "discards" -> {
                line.take();
                line.expect("@");
                return new Term(
                        word.equals("refused") ? Term.Kind.REFUSED : Term.Kind.DISCARDS, names.node(line), "", 0);
            }
            case "cycle" -> {
                line.take();
                line.expect("(");
                String label = line.known("label", line.name("a label"), labels.keySet());
                line.expect(")");
                return new Term(Term.Kind.CYCLE, labels.get(label), label, 0);
            }
            default -> {
                return named(word);
            }
        }
    }

    private Term named(String word) {
        if (line.peek(1).equals(":") || line.peek(1).equals(".") || names.isArray(word)) {
            Task task = task();
            line.expect(":");
            String register = names.isRegister(line) ? names.register(line) : line.name("a register");
            line.known("register of " + task.name(), register, registers(task));
            return register(register, List.of(task));
        }
        if (names.isRegister(line)) {
            String register = names.register(line);
            List<Task> writers =
                    tasks.stream().filter(t -> registers(t).contains(register)).toList();
            line.refuse(
                    writers.size() > 1,
                    () -> register + " is a register of "
                            + writers.stream().map(Task::name).collect(Collectors.joining(", ")) + ": say which, as in "
                            + writers.get(0).name() + ":" + register);
            return register(register, writers);
        }
        Ref ref = names.ref(line, null);
        line.refuse(ref.count() != 1, () -> "one word is needed, or any / all");
        return word(ref, 0);
    }

    /** Returns the registers that the task writes; every other register would always be 0. */
    private static List<String> registers(Task task) {
        return task.statements().stream()
                .map(s -> s.register)
                .filter(Statement::isNamed)
                .distinct()
                .toList();
    }

    private Term register(String register, List<Task> tasksOf) {
        line.refuse(!Line.isRegister(register) || tasksOf.isEmpty(), () -> "no task has a register " + register);
        return new Term(Term.Kind.REGISTER, tasksOf.get(0).name(), register, 0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.syntax;

import fairlead.hw.HwLayout;
import fairlead.scenario.InputText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Parses the text of a litmus test. Errors are BadInput with `file:line`. */
public final class LitmusParser {
    public static final long LIMIT = 200_000;

    private static final long MOST_LIMIT = 100_000_000; // in cycles
    private static final int MAX_INDEX = 4095;
    private static final List<String> ORDER =
            List.of("litmus", "doc", "let", "nodes", "words", "init", "limit", "axes", "program", "forbidden", "seen");
    private static final int CLAIMS = ORDER.indexOf("forbidden"); // from here on
    private static final List<String> MANY = List.of("let", "words", "init", "program");

    private final String file;
    private final List<Line> lines = new ArrayList<>();
    private final Names names;
    private final Declarations declarations;
    private final Blocks blocks;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final Map<String, String> labels = new HashMap<>();
    private String name;
    private String doc = "";
    private long limit = LIMIT;
    private Map<String, List<String>> axes = Map.of();

    private LitmusParser(String file, String text, long size) {
        this.file = file;
        names = new Names(size);
        declarations = new Declarations(names);
        String[] raw = text.split("\\R", -1);
        for (int i = 0; i < raw.length; i++) {
            String bare = withoutComment(raw[i]);
            // the name and the doc of the test are free text
            String first = bare.strip();
            if (first.startsWith("litmus ") && name == null) {
                name = first.substring(7).strip();
                bare = "litmus";
            } else if (first.startsWith("doc ")) {
                doc = first.substring(4).strip();
                bare = "doc";
                if (doc.length() < 2 || !doc.startsWith("\"") || !doc.endsWith("\"")) {
                    throw Line.error(file, i + 1, "doc needs a text in quotes");
                }
                doc = doc.substring(1, doc.length() - 1);
            }
            if (!bare.isBlank()) {
                lines.add(new Line(file, i + 1, bare));
            }
        }
        blocks = new Blocks(lines, names, Set.copyOf(ORDER.subList(0, CLAIMS)));
    }

    /**
     * Parses a test.
     *
     * @param file name for error messages
     * @param size value of the axis `size`, in words
     */
    public static LitmusTest parse(String file, String text, long size) {
        return new LitmusParser(file, text, size).parse();
    }

    public static LitmusTest read(Path file, long size) {
        return parse(file.toString(), InputText.of(file), size);
    }

    private static String withoutComment(String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            quoted ^= line.charAt(i) == '"';
            if (line.charAt(i) == '#' && !quoted) {
                return line.substring(0, i);
            }
        }
        return line;
    }

    private LitmusTest parse() {
        int stage = -1;
        for (Line line = blocks.next(); line != null; line = blocks.next()) {
            line.values = names.constants();
            String word = line.known("statement", line.take(), ORDER);
            int now = ORDER.indexOf(word);
            if (now < CLAIMS) {
                line.refuse(
                        !claims.isEmpty() || now < stage || now == stage && !MANY.contains(word),
                        () -> "'" + word + "' comes too late: the order is "
                                + String.join(", ", ORDER.subList(0, CLAIMS)) + ", conditions");
                line.refuse(stage < 0 && now != 0, () -> "the file must begin with 'litmus NAME'");
                stage = now;
            }
            part(word, line);
        }
        if (name == null) {
            throw Line.error(file, 1, "the file must begin with 'litmus NAME'");
        }
        lines.get(lines.size() - 1).refuse(tasks.isEmpty(), () -> "no program");
        LitmusTest test = new LitmusTest(
                file,
                name,
                doc,
                names.nodes(),
                names.words(),
                Map.copyOf(declarations.initial()),
                limit,
                axes,
                List.copyOf(tasks),
                List.copyOf(claims));
        whole(test);
        return test;
    }

    private void part(String word, Line line) {
        switch (word) {
            case "litmus" -> line.refuse(
                    name == null || !name.matches("[A-Za-z][A-Za-z0-9_+.-]*"),
                    () -> "litmus needs a name of letters, digits and _ + - .");
            case "doc" -> {}
            case "let" -> declarations.let(line);
            case "nodes" -> declarations.nodes(line);
            case "words" -> declarations.words(line);
            case "init" -> declarations.init(line);
            case "axes" -> axes = ConditionParser.axes(line);
            case "limit" -> {
                limit = line.value();
                line.refuse(
                        limit < 1 || limit > MOST_LIMIT,
                        () -> "limit must be 1 to " + MOST_LIMIT + " cycles: " + Long.toUnsignedString(limit));
                line.end();
            }
            case "program" -> program(line);
            default -> {
                line.refuse(tasks.isEmpty(), () -> "conditions come behind the programs");
                claims.add(new ConditionParser(line, names, tasks, labels).claim(word.equals("forbidden")));
            }
        }
    }

    /** Reads `program A {`, `program A.1 {`, `program n[2] {` or `program n[k in a..b] {`, which is one for each k. */
    private void program(Line line) {
        line.refuse(names.nodes().isEmpty(), () -> "no nodes are declared");
        Blocks.Block body = blocks.read(line);
        String base = line.peek();
        if (!names.isArray(base) || !line.peek(3).equals("in")) {
            single(line, names.node(line), body);
            return;
        }
        line.seek(line.position() + 2);
        String variable = names.variable(line);
        line.expect("in");
        int[] range = line.range("index of " + base, MAX_INDEX);
        line.expect("]");
        line.refuse(range[1] < range[0], () -> base + "[" + range[0] + ".." + range[1] + "] has no node");
        for (int k = range[0]; k <= range[1]; k++) {
            Line head = line.again(Blocks.with(names.constants(), variable, k));
            head.seek(line.position());
            single(head, names.element(line, base, k), body);
        }
    }

    private void single(Line line, String node, Blocks.Block body) {
        int number = line.accept(".") ? line.count("task", 15) : 0;
        line.expect("{");
        line.end();
        Task task = new Task(node, number, new ArrayList<>(), line.number());
        line.refuse(
                tasks.stream().anyMatch(t -> t.name().equals(task.name())),
                () -> "program " + task.name() + " is given twice");
        StatementParser parser = new StatementParser(names, task, labels);
        parser.line = line;
        blocks.whole(body, parser, line.values);
        parser.finish();
        tasks.add(task);
    }

    // ---- the whole test

    private void refuse(boolean wrong, int line, Supplier<String> what) {
        if (wrong) {
            throw Line.error(file, line, what.get());
        }
    }

    /** Checks what concerns several tasks. */
    private void whole(LitmusTest test) {
        Task first = tasks.get(0);
        for (Task task : tasks) {
            long ofNode =
                    tasks.stream().filter(t -> t.node().equals(task.node())).count();
            refuse(
                    task.number() >= ofNode,
                    task.line(),
                    () -> "program " + task.name() + ": the tasks of " + task.node() + " have gaps");
        }
        for (Task task : tasks) {
            refuse(
                    barriers(first) != barriers(task),
                    task.line(),
                    () -> "unequal barriers: " + first.name() + " has " + barriers(first) + ", " + task.name() + " has "
                            + barriers(task));
        }
        groups(first.line());
        tasks.forEach(this::allocations);
        locks(test);
    }

    private static long barriers(Task task) {
        return task.statements().stream().filter(s -> s.verb == Verb.BARRIER).count();
    }

    private void allocations(Task task) {
        boolean allocates = false;
        for (Statement s : task.statements()) {
            allocates |= s.verb == Verb.DLA_ALLOC;
            refuse(
                    !allocates && (s.verb == Verb.DLA_END || s.verb == Verb.DLA_RELEASE),
                    s.line,
                    () -> "no dla alloc before it in " + task.name());
        }
    }

    /** Checks that all members of each group make the same calls in the same order, and that there are few groups. */
    private void groups(int line) {
        Map<List<String>, List<Statement>> first = new HashMap<>();
        Map<List<String>, Integer> made = new HashMap<>();
        for (Task task : tasks) {
            Map<List<String>, List<Statement>> own = new HashMap<>();
            task.statements().stream().filter(s -> s.verb.isCollective()).forEach(s -> own.computeIfAbsent(
                            s.nodes, n -> new ArrayList<>())
                    .add(s));
            own.forEach((group, calls) -> {
                isEqual(shapes(first.computeIfAbsent(group, g -> calls)).equals(shapes(calls)), calls.get(0));
                made.merge(group, 1, Integer::sum);
            });
        }
        made.forEach((group, members) ->
                isEqual(members == group.size(), first.get(group).get(0)));
        refuse(
                made.size() > HwLayout.CLASS_ROUTES,
                line,
                () -> made.size() + " groups make calls: the collective network has " + HwLayout.CLASS_ROUTES
                        + " class routes");
    }

    private static List<List<Object>> shapes(List<Statement> calls) {
        return calls.stream()
                .map(s -> List.<Object>of(s.verb, s.flags, s.local == null ? 0 : s.local.count()))
                .toList();
    }

    private void isEqual(boolean equal, Statement at) {
        refuse(
                !equal,
                at.line,
                () -> "each node of the group " + String.join(" ", at.nodes)
                        + " must make the same calls in the same order, in one task");
    }

    /** Refuses other statements and conditions that name the word of a lock, and first values of it. */
    private void locks(LitmusTest test) {
        Set<Ref> locks = new HashSet<>();
        test.statements().filter(s -> s.verb == Verb.LOCK).forEach(s -> {
            locks.add(s.remote);
            refuse(
                    declarations.initial().getOrDefault(s.remote.key(0), 0L) != 0,
                    s.line,
                    () -> Names.lock(s.remote) + " is a lock, and begins with 0: no init");
        });
        test.statements()
                .filter(s -> s.verb != Verb.LOCK && s.verb != Verb.UNLOCK)
                .forEach(s -> locks.forEach(
                        lock -> isNoLock(lock.isPartOf(s.remote) || lock.isPartOf(s.local), s.line, lock)));
        for (Claim claim : claims) {
            claim.condition().terms().forEach(t -> {
                Ref word = new Ref(t.owner(), t.name(), (int) t.index(), 1);
                isNoLock(t.kind() == Term.Kind.WORD && locks.contains(word), claim.line(), word);
            });
        }
    }

    private void isNoLock(boolean wrong, int line, Ref lock) {
        refuse(wrong, line, () -> Names.lock(lock) + " is a lock: only lock and unlock may name it");
    }
}

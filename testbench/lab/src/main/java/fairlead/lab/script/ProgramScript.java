// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.script;

import fairlead.lab.script.ScriptFile.ScriptException;
import fairlead.machine.MachineConfig;
import fairlead.program.Decision;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * Writes a program from a block of statements. A statement is a call of a function of {@link Ops}, in lower case with
 * underscores; `name: call` names the operation. The block `task node, task` has the statements of one task.
 */
public final class ProgramScript implements Scope.Writer {
    private static final long NEXT_KEY = 0x9E3779B97F4A7C15L; // added to the key of a payload every eight bytes
    private static final Pattern CAPITAL = Pattern.compile("_(.)");

    private final ProgramBuilder program;
    private final long key;
    private final SplittableRandom random;
    private final Map<String, Integer> ops = new LinkedHashMap<>();
    private final Map<String, Object> variables = new HashMap<>();
    private final Map<TaskBuilder, Integer> last = new HashMap<>();
    private TaskBuilder task;

    /**
     * @param windows the lengths in bytes of the windows of every node, the first of which begins at address 0
     * @param key the first window of a node holds the payload of this key times the node before the run; 0: zeros
     * @param random of the functions `draw` and `flip`
     */
    public ProgramScript(String name, MachineConfig machine, List<Integer> windows, long key, SplittableRandom random) {
        program = new ProgramBuilder(name, machine.shape(), machine.tasks(), machine.memoryBytes());
        this.key = key;
        this.random = random;
        for (int i = 0; i < windows.size(); i++) {
            variables.put("window" + i, (long) program.windows().everywhere("window " + i, windows.get(i)));
        }
        for (int node = 0; key != 0 && node < program.nodes(); node++) {
            program.load(node, 0, Payload.bytes(key * node, windows.get(0)));
        }
    }

    public ProgramScript write(Object block, Scope scope) {
        scope.with(Scope.WRITER, this).each(block, this::statement);
        return this;
    }

    public Program build() {
        return program.build();
    }

    public Map<String, Integer> ops() {
        return Map.copyOf(ops);
    }

    private void statement(String key, Object value, Scope scope) {
        if (key.startsWith("task ")) {
            TaskBuilder before = task;
            List<?> at = (List<?>)
                    Expression.of("[" + key.substring("task ".length()) + "]").value(scope);
            task = program.task(((Long) at.get(0)).intValue(), ((Long) at.get(1)).intValue());
            scope.each(value, this::statement);
            task = before;
            return;
        }
        Object id = Expression.of(String.valueOf(value)).value(scope);
        if (key.startsWith("let ")) {
            variables.put(key.substring("let ".length()), id);
            ops.remove(key.substring("let ".length()));
        } else if (!key.isEmpty()) {
            ops.put(key, ((Long) id).intValue());
        }
    }

    @Override
    public Object named(String name) {
        Integer id = name.equals("prev") ? Integer.valueOf(last.getOrDefault(task, -1)) : ops.get(name);
        return id == null ? variables.get(name) : Long.valueOf(id);
    }

    @Override
    public Object call(String name, List<Object> values, Map<String, Object> options) {
        switch (name) {
            case "draw":
                return (long) random.nextInt(((Long) values.get(0)).intValue());
            case "flip":
                return random.nextBoolean();
            case "message_slots":
                program.messageSlots(number(values, 0), number(values, 1));
                return 0L;
            case "class_route":
                return (long) program.classRoute(
                        values.stream().map(v -> ((Long) v).intValue()).toList());
            case "load_message":
                program.load(task.node(), number(values, 0), message((Long) values.get(1)));
                return 0L;
        }
        List<Object> all = new ArrayList<>(values);
        if (name.equals("put") || name.equals("get")) {
            boolean put = name.equals("put");
            long first = key * (put ? task.node() : (Long) values.get(0));
            all.add(key == 0 ? 0L : first + (Long) values.get(put ? 1 : 2) / 8 * NEXT_KEY);
        }
        if (name.equals("test")) { // of what one operation has left
            all.set(0, List.of(new Decision.Source(number(values, 0), false)));
            all.add(2, List.of());
        }
        String method = CAPITAL.matcher(name).replaceAll(c -> c.group(1).toUpperCase(Locale.ROOT));
        if (!Reflection.has(Ops.class, method, all.size())) {
            return null;
        }
        Operation op = (Operation) Reflection.call(Ops.class, method, all);
        options.forEach((option, value) -> apply(op, option, value));
        int id = task.add(op);
        last.put(task, id);
        return (long) id;
    }

    private static int number(List<Object> values, int at) {
        return ((Long) values.get(at)).intValue();
    }

    /** Returns the 64 bytes of a message that begins with its match word. */
    private static byte[] message(long match) {
        byte[] bytes = Payload.bytes(match, 64);
        java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).putLong(0, match);
        return bytes;
    }

    private void apply(Operation op, String option, Object value) {
        switch (option) {
            case "after" -> op.after(ids(value));
            case "requires" -> op.requires(ids(value));
            case "epoch" -> op.in(ids(value)[0]);
            case "at" -> op.notBefore((Long) value);
            case "path" -> op.path(Path.valueOf(((String) value).toUpperCase(Locale.ROOT)));
            case "attempt" -> op.attempt();
            case "only_if" -> op.onlyIf(ids(value)[0]);
            case "ordered" -> op.ordered();
            default -> throw new ScriptException("no such option of an operation: " + option);
        }
    }

    private int[] ids(Object value) {
        List<?> all = value instanceof List<?> list ? list : List.of(value);
        return all.stream()
                .mapToInt(one -> one instanceof String name ? known(name) : ((Long) one).intValue())
                .toArray();
    }

    private int known(String name) {
        if (!ops.containsKey(name)) {
            throw new ScriptException("no operation named " + name);
        }
        return ops.get(name);
    }
}

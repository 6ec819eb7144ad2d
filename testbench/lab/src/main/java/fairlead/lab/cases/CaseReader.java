// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.program.ProgramException;
import fairlead.scenario.BadInput;
import fairlead.scenario.Key;
import fairlead.scenario.Mistake;
import fairlead.scenario.Nearest;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.Tree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads a case of words or items. It accepts exactly what both engines can be given, and reports a mistake with its
 * file, line, key, value and range.
 */
final class CaseReader {
    private static final int LONGEST_WAIT = 1_000_000;
    private static final int MOST_ITEMS = 10_000;
    private static final int COMPARISONS = 6;
    private static final long POLLED = 0x3FF; // bits of a comparison, of the bytes above and below it, and of the sign
    private static final List<String> OWN = List.of("schema", "words", "closed", "items");
    private static final List<String> COLUMNS =
            List.of("node", "task", "gap", "op", "w0", "w1", "w2", "w3", "data", "spread");
    private static final Map<String, Integer> OPS = IntStream.rangeClosed(1, HostCommand.FILL)
            .boxed()
            .filter(op -> op != TileCommand.FAULT_ARM && !Word.name(op).equals(String.valueOf(op)))
            .collect(Collectors.toMap(Word::name, op -> op));

    private final Mistake.Log mistakes = new Mistake.Log();
    private final Path file;
    private final Tree top;
    private MachineConfig machine;
    private Tree word; // the word that is being read; `name` is its name in messages
    private String name;

    CaseReader(Path file, String text) {
        this.file = file;
        top = Tree.read(text, file.toString(), true);
        if (!top.isMap()) {
            throw new BadInput(top.where() + ": a case is a mapping of keys, not " + top.brief());
        }
    }

    Case read() {
        Tree schema = top.entries().get("schema");
        String named = schema == null ? "" : String.valueOf(schema.scalar());
        boolean items = CaseFile.ITEMS.equals(named);
        if (!items && !CaseFile.SCHEMA.equals(named)) {
            throw new BadInput((schema == null ? top : schema).where() + ": schema = " + named + ": must be "
                    + CaseFile.SCHEMA + " or " + CaseFile.ITEMS);
        }
        Tree list = list(items ? "items" : "words");
        boolean closed = !items && flag("closed");
        Tree faults = top.entries().get("faults");
        if (faults != null) {
            throw new BadInput(faults.where() + ": faults: a case has none, as the twin has none");
        }
        Scenario scenario = scenario(items ? "words" : "items");
        machine = scenario.machine();
        Map<String, Object> keys = keys();
        Case one = items
                ? new Case(keys, scenario, null, false, numbers(list))
                : new Case(keys, scenario, words(list), closed, null);
        requireRoom(one);
        return one;
    }

    private Map<String, Object> keys() {
        Map<String, Object> keys = new LinkedHashMap<>();
        top.entries().forEach((key, value) -> {
            if (!OWN.contains(key)) {
                keys.put(key, value.plain());
            }
        });
        return keys;
    }

    private Scenario scenario(String other) {
        Tree wrong = top.entries().get(other);
        if (wrong != null) {
            throw new BadInput(wrong.where() + ": " + other + ": a case has words or items, as its schema says");
        }
        String usual = "{schema: fairlead.scenario/1, workload: {kind: ring, barriers: false}}";
        Tree scenario = top.without(OWN);
        Tree.read(usual, file.toString(), false).entries().forEach(scenario.entries()::putIfAbsent);
        return ScenarioReader.of(scenario, file.toString(), file.toString());
    }

    private Tree list(String key) {
        Tree list = top.entries().get(key);
        if (list == null || !list.isList()) {
            throw new BadInput((list == null ? top : list).where() + ": " + key
                    + (list == null ? ": is missing; it" : " = " + list.brief() + ":") + " must be a list");
        }
        return list;
    }

    private boolean flag(String key) {
        Tree value = top.entries().get(key);
        if (value != null && !(value.scalar() instanceof Boolean)) {
            throw new BadInput(value.where() + ": " + key + " = " + value.brief() + ": must be true or false");
        }
        return value != null && (Boolean) value.scalar();
    }

    private void requireRoom(Case one) {
        boolean messages = one.usesMessages() && Case.messageBase(machine) < 0;
        try {
            if (messages) {
                int room = HwLayout.RECEPTION_FIFOS * machine.buffers().reception() * HwLayout.RECEPTION_SLOT;
                throw new ProgramException("messages need at least " + room + " bytes for their reception FIFOs");
            }
            one.machine();
        } catch (ProgramException e) {
            throw new BadInput(one.scenario().places().get("machine.memory_bytes") + ": machine.memory_bytes = "
                    + machine.memoryBytes() + ": " + e.getMessage());
        }
    }

    // ---- items

    private List<Integer> numbers(Tree list) {
        List<Integer> numbers = new ArrayList<>();
        if (list.items().size() > MOST_ITEMS) {
            throw new BadInput(
                    list.where() + ": items: there are " + list.items().size() + "; must be at most " + MOST_ITEMS);
        }
        for (Tree item : list.items()) {
            int least = numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1) + 1;
            numbers.add((int) integer(item, "items[" + numbers.size() + "]", least, Integer.MAX_VALUE - 1));
        }
        return List.copyOf(numbers);
    }

    // ---- words

    private List<Word> words(Tree list) {
        List<Word> words = new ArrayList<>();
        for (Tree item : list.items()) {
            words.add(word(item, "words[" + words.size() + "]"));
        }
        return List.copyOf(words);
    }

    private Word word(Tree item, String itsName) {
        word = item;
        name = itsName;
        if (!item.isList() || item.items().size() != COLUMNS.size()) {
            throw new BadInput(item.where() + ": " + name + " = " + item.brief() + ": must be a list of "
                    + String.join(", ", COLUMNS));
        }
        int node = (int) column(0, 0, machine.nodes() - 1);
        int task = (int) column(1, 0, machine.tasks(node) - 1);
        int gap = (int) column(2, 0, LONGEST_WAIT);
        int op = op(item.items().get(3));
        long second = column(5, Long.MIN_VALUE, Long.MAX_VALUE);
        boolean isHost = op >= HostCommand.LOAD && op != HostCommand.TIMER;
        long bytes = op == HostCommand.FILL ? column(5, 0, machine.memoryBytes()) : Long.BYTES;
        long compared = op == HostCommand.POLL ? POLLED << Integer.SIZE : 0;
        long first = column(
                4, isHost ? 0 : Long.MIN_VALUE, isHost ? compared + machine.memoryBytes() - bytes : Long.MAX_VALUE);
        if (isHost && Integer.toUnsignedLong((int) first) > machine.memoryBytes() - bytes
                || op == HostCommand.POLL && (first >>> 32 & 7) >= COMPARISONS
                || op == HostCommand.POLL && (first >>> 35 & 7) + (first >>> 38 & 7) >= Long.BYTES
                || op == TileCommand.BAR_ENTER && BarrierCommand.barrier(first) >= HwLayout.BARRIERS) {
            throw new BadInput(item.where() + ": " + name + ".w0 = " + first
                    + ": is beyond the memory, the comparisons or the barriers");
        }
        boolean alone = machine.tasks(node) == 1;
        return new Word(
                node,
                task,
                gap,
                op,
                first,
                second,
                op == HostCommand.STORE ? column(6, 0, Long.BYTES - 1) : column(6, Long.MIN_VALUE, Long.MAX_VALUE),
                column(7, Long.MIN_VALUE, Long.MAX_VALUE),
                (int) column(8, 0, HwLayout.TREE_PAYLOAD / HwLayout.FLIT_BYTES),
                (int) column(9, 0, alone ? LONGEST_WAIT : 0));
    }

    private int op(Tree value) {
        Integer op = OPS.get(String.valueOf(value.scalar()));
        if (op == null) {
            throw new BadInput(value.where() + ": " + name + ".op = " + value.brief() + ": no such command"
                    + Nearest.hint("", String.valueOf(value.scalar()), new TreeSet<>(OPS.keySet()), "known"));
        }
        return op;
    }

    private long column(int column, long least, long most) {
        return integer(word.items().get(column), name + "." + COLUMNS.get(column), least, most);
    }

    private long integer(Tree value, String key, long least, long most) {
        Object number = Key.integer(key, null, least, most, "").read(value, key, mistakes);
        mistakes.report();
        return (Long) number;
    }
}

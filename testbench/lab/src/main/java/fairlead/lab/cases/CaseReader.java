// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.program.ProgramException;
import fairlead.scenario.BadInput;
import fairlead.scenario.Fields;
import fairlead.scenario.Key;
import fairlead.scenario.Mistake;
import fairlead.scenario.Nearest;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.Tree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads a case of steps or items. It accepts exactly what both engines can be given, and reports a mistake with its
 * file, line, key, value and range.
 */
final class CaseReader {
    private static final int CHANNELS = 1 << HwLayout.DlaCommand.CHANNEL_WIDTH;
    private static final int LAST_ADDRESS = (1 << HwLayout.ADDRESS_BITS) - 1;
    private static final int LAST_LENGTH = (1 << HwLayout.LENGTH_BITS) - 1;
    private static final int LAST_CREDITS = (1 << HwLayout.DlaCommand.CREDITS_WIDTH) - 1;
    private static final int COMPARISONS = 6;
    private static final int WORD = 8;
    private static final int LONGEST_WAIT = 1_000_000;
    private static final int MOST_ITEMS = 10_000;
    private static final List<String> OWN = List.of("schema", "steps", "closed", "items");
    private static final List<String> KINDS = Arrays.stream(StepKind.values())
            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
            .toList();
    private static final List<Key> KEYS = Stream.of(
                    "node", "task", "kind", "gap", "target", "length", "local", "remote", "fifo", "epoch", "counter",
                    "spread", "value", "compare")
            .map(name -> Key.integer(name, null, 0, 0, ""))
            .toList();

    private final Mistake.Log mistakes = new Mistake.Log();
    private final Path file;
    private final Tree top;
    private MachineConfig machine;
    private Fields step; // the step that is being read

    CaseReader(final Path file, final String text) {
        this.file = file;
        top = Tree.read(text, file.toString(), true);
        if (!top.isMap()) {
            throw new BadInput(top.where() + ": a case is a mapping of keys, not " + top.brief());
        }
    }

    Case read() {
        final Tree schema = top.entries().get("schema");
        final String word = schema == null ? "" : String.valueOf(schema.scalar());
        final boolean items = CaseFile.ITEMS.equals(word);
        if (!items && !CaseFile.SCHEMA.equals(word)) {
            throw new BadInput((schema == null ? top : schema).where() + ": schema = " + word + ": must be "
                    + CaseFile.SCHEMA + " or " + CaseFile.ITEMS);
        }
        final Tree list = list(items ? "items" : "steps");
        final boolean closed = !items && flag("closed");
        final Tree faults = top.entries().get("faults");
        if (faults != null) {
            throw new BadInput(faults.where() + ": faults: a case has none, as the twin has none");
        }
        final Scenario scenario = scenario(items ? "steps" : "items");
        machine = scenario.machine();
        final Map<String, Object> keys = keys();
        final Case one = items
                ? new Case(keys, scenario, null, false, numbers(list))
                : new Case(keys, scenario, steps(list), closed, null);
        requireRoom(one);
        return one;
    }

    /** Returns the keys of the case that belong to a scenario. */
    private Map<String, Object> keys() {
        final Map<String, Object> keys = new LinkedHashMap<>();
        top.entries().forEach((key, value) -> {
            if (!OWN.contains(key)) {
                keys.put(key, value.plain());
            }
        });
        return keys;
    }

    private Scenario scenario(final String other) {
        final Tree wrong = top.entries().get(other);
        if (wrong != null) {
            throw new BadInput(wrong.where() + ": " + other + ": a case has steps or items, as its schema says");
        }
        return ScenarioReader.of(
                top.with(
                        OWN,
                        Tree.read(
                                "{schema: fairlead.scenario/1, workload: {kind: ring, barriers: false}}",
                                file.toString(),
                                false)),
                file.toString(),
                file.toString());
    }

    private Tree list(final String key) {
        final Tree list = top.entries().get(key);
        if (list == null || !list.isList()) {
            throw new BadInput((list == null ? top : list).where() + ": " + key
                    + (list == null ? ": is missing; it" : " = " + list.brief() + ":") + " must be a list");
        }
        return list;
    }

    private boolean flag(final String key) {
        final Tree value = top.entries().get(key);
        if (value != null && !(value.scalar() instanceof Boolean)) {
            throw new BadInput(value.where() + ": " + key + " = " + value.brief() + ": must be true or false");
        }
        return value != null && (Boolean) value.scalar();
    }

    /** Requires that memory has room for the program, or for the reception FIFOs of the messages. */
    private void requireRoom(final Case one) {
        final boolean messages = one.hasSteps()
                && one.steps().stream().anyMatch(s -> s.kind() == StepKind.MSG)
                && Case.messageBase(machine) < 0;
        try {
            if (messages) {
                final int room = HwLayout.RECEPTION_FIFOS * machine.buffers().reception() * HwLayout.RECEPTION_SLOT;
                throw new ProgramException("messages need at least " + room + " bytes for their reception FIFOs");
            }
            one.machine();
        } catch (final ProgramException e) {
            throw new BadInput(one.scenario().places().get("machine.memory_bytes") + ": machine.memory_bytes = "
                    + machine.memoryBytes() + ": " + e.getMessage());
        }
    }

    // ---- items

    private List<Integer> numbers(final Tree list) {
        final List<Integer> numbers = new ArrayList<>();
        if (list.items().size() > MOST_ITEMS) {
            throw new BadInput(
                    list.where() + ": items: there are " + list.items().size() + "; must be at most " + MOST_ITEMS);
        }
        for (final Tree item : list.items()) {
            final int least = numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1) + 1;
            final Object number = Key.integer("items", null, least, Integer.MAX_VALUE - 1, "")
                    .read(item, "items[" + numbers.size() + "]", mistakes);
            mistakes.report();
            numbers.add(((Long) number).intValue());
        }
        return List.copyOf(numbers);
    }

    // ---- steps

    private List<Step> steps(final Tree list) {
        final List<Step> steps = new ArrayList<>();
        for (final Tree item : list.items()) {
            steps.add(step(item, "steps[" + steps.size() + "]"));
        }
        return List.copyOf(steps);
    }

    private Step step(final Tree item, final String name) {
        step = Fields.of(item, name, KEYS, mistakes);
        mistakes.report();
        final StepKind kind = kind();
        final int node = (int) key("node", 0, 0, machine.nodes() - 1);
        final boolean goes =
                kind.isPost() || kind.isRequest() || kind == StepKind.EPOCH_OPEN || kind == StepKind.EPOCH_CLOSE;
        final boolean needsEpoch = kind == StepKind.EPOCH_OPEN || kind == StepKind.EPOCH_CLOSE;
        final boolean counts = kind == StepKind.PUT || kind == StepKind.DLA_PUT;
        final boolean alone = machine.tasks(node) == 1;
        final int length = length(kind);
        return new Step(
                node,
                (int) key("task", 0, 0, machine.tasks(node) - 1),
                kind,
                (int) key("gap", 0, 0, LONGEST_WAIT),
                (int) key("target", -1, goes ? 0 : -1, machine.nodes() - 1),
                length,
                (int) key("local", 0, 0, lastLocal(kind, length)),
                (int) key("remote", 0, 0, lastRemote(kind)),
                (int) key("fifo", 0, 0, (kind.isPost() ? HwLayout.INJECTION_FIFOS : CHANNELS) - 1),
                (int) key("epoch", -1, needsEpoch ? 0 : -1, HwLayout.ORIGIN_EPOCHS - 1),
                (int) key("counter", -1, -1, counts ? HwLayout.COUNTERS - 1 : -1),
                (int) key("spread", 0, 0, alone ? LONGEST_WAIT : 0),
                key("value", 0, Long.MIN_VALUE, Long.MAX_VALUE),
                key("compare", 0, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private StepKind kind() {
        final Tree value = step.get("kind");
        final String word = value == null ? "" : String.valueOf(value.scalar());
        final int at = KINDS.indexOf(word.toLowerCase(Locale.ROOT));
        if (at < 0) {
            step.blame(
                    "kind", (value == null ? "is missing" : "no such kind") + Nearest.hint("", word, KINDS, "known"));
            mistakes.report();
        }
        return StepKind.values()[at];
    }

    private int length(final StepKind kind) {
        return switch (kind) {
            case DLA_ALLOC -> (int) key("length", 0, 0, LAST_CREDITS);
            case DLA_PUT, DLA_TORN -> (int) key("length", 0, 0, HwLayout.DLA_INLINE_BYTES);
            case DLA_FADD, DLA_CAS -> (int) key("length", WORD, WORD, WORD);
            case MSG -> (int) key("length", 0, 0, HwLayout.MAX_PAYLOAD);
            case POLL -> (int) key("length", 0, 0, LONGEST_WAIT);
            case TREE_GIVE -> (int) key("length", 0, 0, HwLayout.TREE_PAYLOAD);
            case FILL -> (int) key("length", 0, 0, machine.memoryBytes());
            case DEVICE -> (int) key("length", 0, 0, HwLayout.TREE_PACKETS * HwLayout.TREE_PAYLOAD);
            default -> (int) key("length", 0, 0, LAST_LENGTH);
        };
    }

    private int lastLocal(final StepKind kind, final int length) {
        return switch (kind) {
            case LOAD, STORE, ADD, CAS_LOCAL, POLL -> machine.memoryBytes() - WORD;
            case FILL -> machine.memoryBytes() - length;
            default -> LAST_ADDRESS;
        };
    }

    private static int lastRemote(final StepKind kind) {
        return kind == StepKind.MSG
                ? HwLayout.RECEPTION_FIFOS - 1
                : kind == StepKind.POLL ? COMPARISONS - 1 : LAST_ADDRESS;
    }

    /** Returns an integer of the step. A missing key has the default value, which must also be in the range. */
    private long key(final String key, final long standard, final long least, final long most) {
        final boolean given = step.has(key);
        final Object scalar = given ? step.get(key).scalar() : standard;
        if (least == most && !String.valueOf(scalar).equals(Long.toString(least))) {
            step.blame(key, (given ? "" : "is missing; it ") + "must be " + least);
            mistakes.report();
        }
        final long value = step.required(key, least, most, standard);
        mistakes.report();
        return value;
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.openloop.TrafficSpec;
import fairlead.workload.collective.Item.Group;
import fairlead.workload.collective.Item;
import fairlead.workload.pattern.DeviceMessages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads scenario files. An override on the command line takes precedence over the file, and the file over the default.
 * All mistakes are reported in one BadInput.
 */
public final class ScenarioReader {
    private static final Key LONG = Key.integer("", 0, 0, Long.MAX_VALUE, "");
    private static final int STATUS_BYTES = 16;

    private final Values values;
    private final List<Key> keys;
    private final Map<String, String> followed = new LinkedHashMap<>();
    private final String name;

    private ScenarioReader(final Tree tree, final String source, final String name) {
        this.name = name;
        keys = keysFor(tree);
        values = new Values(tree, keys, source);
    }

    /**
     * One key of a scenario, for programs that list the keys: its path, its default or null, the allowed values as
     * text, and its meaning.
     */
    public record KeyRow(String path, Object standard, String allowed, String doc) {}

    /** Returns every key of a scenario, including the keys of all workloads, in the order of the schema. */
    public static List<KeyRow> keyRows() {
        final Map<String, KeyRow> rows = new LinkedHashMap<>();
        Stream.concat(Schema.KEYS.stream(), Schema.WORKLOADS.values().stream().flatMap(List::stream))
                .forEach(k -> rows.putIfAbsent(k.path(), new KeyRow(k.path(), k.standard(), k.allowed(), k.doc())));
        return List.copyOf(rows.values());
    }

    /** Returns the names of the verdicts of a run. */
    public static List<String> verdicts() {
        return Schema.VERDICTS;
    }

    /** @param overrides overrides of the form `path=value`, with the value in YAML */
    public static Scenario read(final Path file, final List<String> overrides) {
        return read(file, InputText.of(file), overrides);
    }

    /** Reads a scenario from text that was already read from the file; a pipe can be read only once. */
    public static Scenario read(final Path file, final String text, final List<String> overrides) {
        final String base = file.getFileName().toString();
        final int dot = base.lastIndexOf('.');
        return parse(text, file.toString(), dot > 0 ? base.substring(0, dot) : base, overrides);
    }

    /** @param source name of the text in messages */
    public static Scenario parse(
            final String text, final String source, final String name, final List<String> overrides) {
        final Tree tree = Tree.read(text, source, true);
        for (final String override : overrides) {
            final int equals = override.indexOf('=');
            final String named = "--set " + Tree.shortened(override);
            if (equals <= 0) {
                throw new BadInput(named + ": must be path=value");
            }
            tree.set(override.substring(0, equals).trim(), Tree.read(override.substring(equals + 1), named, false));
        }
        return of(tree, source, name);
    }

    /** @param tree a whole scenario */
    public static Scenario of(final Tree tree, final String source, final String name) {
        tree.requireFormat(Schema.NAME);
        StructureFile.insert(tree, source);
        return new ScenarioReader(tree, source, name).scenario();
    }

    /**
     * Returns the keys of this scenario: those of its workload kind, or those of all kinds if the kind is not known.
     */
    private static List<Key> keysFor(final Tree tree) {
        final Tree workload = tree.isMap() ? tree.entries().get("workload") : null;
        final Tree kind =
                workload != null && workload.isMap() ? workload.entries().get("kind") : null;
        final List<Key> own = kind == null ? null : Schema.WORKLOADS.get(String.valueOf(kind.scalar()));
        final Map<String, Key> byPath = new LinkedHashMap<>();
        for (final Key key : Schema.KEYS) {
            byPath.put(key.path(), key);
            if (key.path().equals(Schema.KIND)) {
                (own != null ? List.of(own) : Schema.WORKLOADS.values())
                        .forEach(list -> list.forEach(k -> byPath.putIfAbsent(k.path(), k)));
            }
        }
        return List.copyOf(byPath.values());
    }

    private Scenario scenario() {
        values.throwMistakes();
        StructureFile.check(values);
        values.throwMistakes();
        requireLoaded();
        derive();
        final MachineConfig machine = new MachineKeys(values).machine();
        final List<FaultSpec> faults = machine == null ? List.of() : faults(machine.nodes());
        if (!faults.isEmpty() && !values.word("engine").equals("rtl")) {
            values.blame("faults", "the engine model has none; they are in the lab library of engine rtl");
        }
        if (machine != null
                && machine.unsafe().isSet()
                && !values.word("engine").equals("rtl")) {
            values.blame(Schema.UNSAFE, "the engine model has none; they are in the lab library of engine rtl");
        }
        final WorkloadKeys workload = new WorkloadKeys(values);
        if (machine != null) {
            workload.check(machine);
        }
        final List<Item> items = machine == null ? List.of() : items(machine);
        final TrafficSpec openLoop = machine == null ? null : workload.openLoop(machine);
        values.throwMistakes();
        return new Scenario(
                name,
                values.integer("seed"),
                machine,
                values.word("machine.dla.scheme").equals("pr"),
                workload.build(items),
                openLoop,
                values.word("engine"),
                new RunOptions(
                        values.number("run.quantum"),
                        values.flag("run.skip_quiescent"),
                        values.integer("run.max_cycles"),
                        values.number("run.threads"),
                        values.flag("run.hops"),
                        values.flag("run.detect"),
                        values.flag("run.counters")),
                values.list("expect.exercised"),
                faults,
                Collections.unmodifiableMap(values.nested(keys)),
                Collections.unmodifiableMap(followed),
                Map.copyOf(values.places()));
    }

    /** What follows is made for the structure of this process. */
    private void requireLoaded() {
        final MachineStructure wanted = StructureFile.of(values);
        if (!wanted.equals(MachineStructure.loaded())) {
            throw new OtherStructure(values.where("machine.shape"), wanted);
        }
    }

    private List<Item> items(final MachineConfig machine) {
        final Map<String, Group> groups = new GroupKeys(values, machine.shape().torus()).groups();
        return values.get(Schema.ITEMS) == null
                ? List.of()
                : new ItemKeys(values, groups, machine.shape(), Math.min(machine.memoryBytes(), Schema.MAX_LENGTH))
                        .read();
    }

    /** Gives omitted keys the defaults that follow from other keys. */
    private void derive() {
        if (!values.has(Schema.LINK_VC)) {
            follow(
                    Schema.LINK_VC,
                    (long) Buffers.of(new MachineKeys(values).routing()).linkVc(),
                    Schema.MODE);
        }
        if (values.word(Schema.KIND).equals(DeviceMessages.KIND) && values.isOmitted("machine.tasks_per_node")) {
            follow("machine.tasks_per_node", (long) new DeviceKeys(values).tasks(), "workload.mode");
        }
        if (!values.has("machine.dla.status_address")) {
            follow(
                    "machine.dla.status_address",
                    values.integer("machine.memory_bytes") - STATUS_BYTES,
                    "machine.memory_bytes");
        } else if (values.integer("machine.dla.status_address")
                > values.integer("machine.memory_bytes") - STATUS_BYTES) {
            values.blame("machine.dla.status_address", "must leave 16 bytes to the end of machine.memory_bytes");
        }
        defaultTo("machine.dla.max_credits", "machine.buffers.dla");
        for (final Key key : keys) {
            if (key.path().startsWith("machine.dla.max_")) {
                defaultTo(key.path(), "machine.dla.max_credits");
                if (values.integer(key.path()) > values.integer("machine.buffers.dla")) {
                    values.blame(
                            key.path(), "must be at most machine.buffers.dla = " + values.get("machine.buffers.dla"));
                }
            }
        }
    }

    private void defaultTo(final String path, final String other) {
        if (!values.has(path)) {
            follow(path, values.get(other), other);
        }
    }

    /** Gives an omitted key a value that follows from another key. */
    private void follow(final String path, final Object value, final String from) {
        values.put(path, value);
        followed.put(path, from);
    }

    private List<FaultSpec> faults(final int nodes) {
        final List<FaultSpec> faults = new ArrayList<>();
        final List<Object> plain = new ArrayList<>();
        final List<Tree> items = values.list("faults");
        for (int i = 0; i < items.size(); i++) {
            final FaultSpec fault = fault(items.get(i), "faults[" + i + "]", nodes);
            if (fault != null) {
                faults.add(fault);
                final Map<String, Object> map = new LinkedHashMap<>();
                map.put("id", fault.name());
                map.put("node", fault.node());
                map.put("cycle", fault.cycle());
                map.put("operand", fault.operand());
                plain.add(map);
            }
        }
        values.put("faults", plain);
        return faults;
    }

    private FaultSpec fault(final Tree item, final String path, final int nodes) {
        final Fields fields = new Fields(values, item, path, List.of("id", "node", "cycle", "operand"));
        if (!item.isMap()) {
            return null;
        }
        final Map<String, Integer> ids = FaultCatalogue.ids();
        final Key idKey = Key.word("id", "", List.copyOf(ids.keySet()), "");
        final Tree id = fields.get("id");
        if (id == null) {
            values.lacks(item, path + ".id", "is missing; it must be " + idKey.allowed());
            return null;
        }
        final Key nodeKey = Key.integer("node", 0, 0, nodes - 1L, "");
        final Object word = values.word(idKey, path + ".id", id);
        final Long node = entry(item, path, "node", nodeKey);
        final Long cycle = entry(item, path, "cycle", LONG);
        final Long operand = entry(item, path, "operand", LONG);
        return word == null || node == null || cycle == null || operand == null
                ? null
                : new FaultSpec((String) word, ids.get(word), node.intValue(), cycle, operand);
    }

    private Long entry(final Tree item, final String path, final String key, final Key range) {
        final Tree value = item.entries().get(key);
        return value == null ? Long.valueOf(0) : (Long) values.integer(range, path + "." + key, value);
    }
}

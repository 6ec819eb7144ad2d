// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.Buffers;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.node.ExecutorOptions.Fault;
import fairlead.openloop.TrafficSpec;
import fairlead.program.ProgramException;
import fairlead.scenario.Scenario.RunOptions;
import fairlead.scenario.StructureFile.OtherStructure;
import fairlead.workload.collective.Item;
import fairlead.workload.goal.Goal;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.DeviceMessages.DeviceMode;
import fairlead.workload.pattern.Traffic.Background;
import fairlead.workload.pattern.TrafficPattern;
import fairlead.workload.pattern.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads scenario files. An override on the command line takes precedence over the file, and the file over the default.
 * All mistakes are reported in one BadInput.
 */
public final class ScenarioReader {
    private final Values values;
    private final List<Key> keys;
    private final Map<String, String> followed = new LinkedHashMap<>();
    private final String name;

    private ScenarioReader(Tree tree, String source, String name) {
        this.name = name;
        keys = keysFor(tree);
        values = new Values(tree, keys, source);
    }

    public static List<Key> keys() {
        Map<String, Key> keys = new LinkedHashMap<>();
        Stream.concat(Schema.KEYS.stream(), Schema.kinds().stream().flatMap(kind -> Schema.workload(kind).stream()))
                .forEach(key -> keys.putIfAbsent(key.path(), key));
        return List.copyOf(keys.values());
    }

    public static List<String> verdicts() {
        return Key.of(Schema.KEYS, "expect.exercised").words();
    }

    /** @param overrides overrides of the form `path=value`, with the value in YAML */
    public static Scenario read(Path file, List<String> overrides) {
        return read(file, InputText.of(file), overrides);
    }

    /** Reads a scenario from text that was already read from the file; a pipe can be read only once. */
    public static Scenario read(Path file, String text, List<String> overrides) {
        String base = file.getFileName().toString();
        int dot = base.lastIndexOf('.');
        return parse(text, file.toString(), dot > 0 ? base.substring(0, dot) : base, overrides);
    }

    /** @param source name of the text in messages */
    public static Scenario parse(String text, String source, String name, List<String> overrides) {
        Tree tree = Tree.read(text, source, true);
        for (String override : overrides) {
            int equals = override.indexOf('=');
            String named = "--set " + Tree.shortened(override);
            if (equals <= 0) {
                throw new BadInput(named + ": must be path=value");
            }
            tree.set(override.substring(0, equals).trim(), Tree.read(override.substring(equals + 1), named, false));
        }
        return of(tree, source, name);
    }

    /** @param tree a whole scenario */
    public static Scenario of(Tree tree, String source, String name) {
        tree.requireFormat(Schema.NAME);
        StructureFile.insert(tree, source);
        return new ScenarioReader(tree, source, name).scenario();
    }

    /**
     * Returns the keys of this scenario: those of its workload kind, or those of all kinds if the kind is not known.
     */
    private static List<Key> keysFor(Tree tree) {
        Tree kind = tree.at(Schema.KIND);
        String own = kind == null ? "" : String.valueOf(kind.scalar());
        Set<String> kinds = Schema.kinds().contains(own) ? Set.of(own) : Schema.kinds();
        Map<String, Key> byPath = new LinkedHashMap<>();
        for (Key key : Schema.KEYS) {
            byPath.put(key.path(), key);
            if (key.path().equals(Schema.KIND)) {
                kinds.forEach(name -> Schema.workload(name).forEach(k -> byPath.putIfAbsent(k.path(), k)));
            }
        }
        return List.copyOf(byPath.values());
    }

    private Scenario scenario() {
        values.mistakes().report();
        StructureFile.check(values);
        values.mistakes().report();
        requireLoaded();
        derive();
        MachineConfig machine = new MachineKeys(values).machine();
        if (machine == null) {
            values.mistakes().report();
        }
        List<Fault> faults = faults(machine.nodes());
        boolean rtl = values.is("engine", "rtl");
        values.require(faults.isEmpty() || rtl, "faults:engine");
        values.require(!machine.unsafe().isSet() || rtl, "machine.unsafe.variant:engine");
        WorkloadKeys workload = new WorkloadKeys(values);
        workload.check(machine);
        long mostBytes = Math.min(machine.memoryBytes(), Schema.MAX_LENGTH);
        List<Item> items = List.of();
        if (values.get(Schema.GROUPS) == null && values.get(Schema.ITEMS) == null) {
            values.put(Schema.GROUPS, Map.of());
        } else {
            items = new ItemKeys(values, machine.shape(), mostBytes).read();
        }
        TrafficSpec openLoop = workload.openLoop(machine);
        values.mistakes().report();
        return new Scenario(
                name,
                values.integer("seed"),
                machine,
                values.is("machine.dla.scheme", "pr"),
                workload.build(items),
                openLoop,
                values.word("engine"),
                values.record(RunOptions.class, "run.", Map.of()),
                values.list("expect.exercised"),
                faults,
                Collections.unmodifiableMap(values.nested(keys)),
                Collections.unmodifiableMap(followed),
                Map.copyOf(values.places()));
    }

    /** What follows is made for the structure of this process. */
    private void requireLoaded() {
        MachineStructure wanted = StructureFile.of(values);
        if (!wanted.equals(MachineStructure.loaded())) {
            throw new OtherStructure(values.where("machine.shape"), wanted);
        }
    }

    private void derive() {
        follow(
                Schema.LINK_VC,
                (long) Buffers.of(new MachineKeys(values).routing()).linkVc(),
                Schema.MODE);
        if (values.is(Schema.KIND, DeviceMessages.KIND) && values.isOmitted(Schema.TASKS)) {
            values.put(Schema.TASKS, null);
            follow(Schema.TASKS, (long) new WorkloadKeys(values).tasks(), "workload.mode");
        }
        if (values.is(Schema.KIND, Schema.NATIVE)) {
            followKind(Schema.TASKS, 1);
            followKind("machine.memory_bytes", Schema.NATIVE_MEMORY);
            followKind("run.max_cycles", Long.MAX_VALUE);
        }
        String status = "machine.dla.status_address";
        long last = values.integer("machine.memory_bytes") - Schema.STATUS_BYTES;
        follow(status, last, "machine.memory_bytes");
        values.require(values.integer(status) <= last, "machine.dla.status_address:memory");
        String depth = "machine.buffers.dla";
        follow("machine.dla.max_credits", values.get(depth), depth);
        for (Key key : keys) {
            if (key.path().startsWith("machine.dla.max_")) {
                follow(key.path(), values.get("machine.dla.max_credits"), "machine.dla.max_credits");
                if (values.integer(key.path()) > values.integer(depth)) {
                    values.blame(key.path(), "must be at most " + depth + " = " + values.get(depth));
                }
            }
        }
    }

    private void follow(String path, Object value, String from) {
        if (!values.has(path)) {
            values.put(path, value);
            followed.put(path, from);
        }
    }

    /** Gives an omitted key the value that a kind of workload needs. */
    private void followKind(String path, long value) {
        if (values.isOmitted(path)) {
            values.put(path, null);
            follow(path, value, Schema.KIND);
        }
    }

    private List<Fault> faults(int nodes) {
        List<Fault> faults = new ArrayList<>();
        List<Object> plain = new ArrayList<>();
        List<Tree> items = values.list("faults");
        for (int i = 0; i < items.size(); i++) {
            Fields fields = Fields.of(items.get(i), "faults[" + i + "]", Schema.inner("fault"), values.mistakes());
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("id", fields.value("id", ""));
            map.put("node", (int) fields.integer("node", 0, nodes - 1L, 0));
            map.put("cycle", fields.value("cycle", 0L));
            map.put("operand", fields.value("operand", 0L));
            if (fields.isGood()) {
                plain.add(map);
                Map<String, Object> given = new HashMap<>(map);
                given.put("id", FaultCatalogue.ids().get(map.get("id")));
                faults.add(values.record(Fault.class, "", given));
            }
        }
        values.put("faults", plain);
        return faults;
    }

    /** Makes a workload generator from the `workload` section: a record whose components are keys of the kind. */
    private static final class WorkloadKeys {
        private static final long MOST_TRIALS = 200_000_000;
        private static final String PREFIX = "workload.";

        private final Values values;

        WorkloadKeys(Values values) {
            this.values = values;
        }

        private int number(String key) {
            return values.number(PREFIX + key);
        }

        private boolean has(String key) {
            return values.has(PREFIX + key);
        }

        private boolean is(String kind) {
            return values.is(Schema.KIND, kind);
        }

        private double real(String key) {
            return has(key) ? values.real(PREFIX + key) : 0;
        }

        private void require(boolean good, String rule, Object... parts) {
            values.require(good, rule.startsWith("machine.") ? rule : PREFIX + rule, parts);
        }

        /** Checks the rules between keys. */
        void check(MachineConfig machine) {
            require(!has("target") || number("target") < machine.nodes(), "target:ranks", machine.nodes() - 1);
            if (has("min_bytes")) {
                require(number("min_bytes") <= number("max_bytes"), "min_bytes:max", number("max_bytes"));
            }
            if (is(DeviceMessages.KIND)) {
                checkDevice(machine);
            } else if (isLoaded()) {
                require(!values.flag("workload.epochs"), "background:epochs");
                require(!machine.tasks().contains(1), "background:tasks");
            }
            if (has("load") && atNic()) {
                require(real("load") <= 1, "load:nic");
            } else if (has("load")) {
                require(real("load") > 0, "load:none");
                require(real("load") <= number("inject"), "load:ports", number("inject"));
            }
            if (has("cycles") && atNic()) {
                trials("cycles", machine.tasks().stream().mapToInt(i -> i).sum());
            }
            if (isLoaded()) {
                trials("background_cycles", machine.nodes());
            }
            if (is("goal")) {
                checkGoal(machine);
            }
            if (is(Schema.NATIVE)) {
                require(!values.list("workload.command").isEmpty(), "command:none");
                require(number("ranks") <= machine.nodes(), "ranks:nodes", machine.nodes());
                require(Collections.max(machine.tasks()) == 1, "machine.tasks_per_node:native");
            }
            require(!is("barrier_storm") || values.flag("workload.barriers"), "barriers:storm");
        }

        private void checkGoal(MachineConfig machine) {
            String where = values.where(Schema.PROGRAM);
            int ranks = ((Goal) build(List.of()))
                    .ranks((line, what) -> values.mistakes().in(where, Schema.PROGRAM + " line " + line, what));
            require(ranks <= machine.nodes(), "machine.shape:ranks", machine.nodes(), ranks);
        }

        private void checkDevice(MachineConfig machine) {
            String tasks = isLoaded() ? "machine.tasks_per_node:loaded" : "machine.tasks_per_node:threads";
            require(Collections.min(machine.tasks()) >= tasks(), tasks, tasks());
            require(machine.shape().ioTiles() == 0 || values.isOmitted("workload.io_ratio"), "io_ratio:tiles");
            require(machine.nodes() >= 2, "machine.shape:device");
            require(!values.is("workload.mode", "dual") || threads() % 2 == 0, "threads:dual");
        }

        private int threads() {
            return number("threads") == 0
                    ? values.constant("workload.mode", DeviceMode.class).threads()
                    : number("threads");
        }

        private boolean isLoaded() {
            return real("background") > 0;
        }

        /** Returns the least number of tasks of a node that shares the device. */
        int tasks() {
            return threads() + (isLoaded() ? 1 : 0);
        }

        /** Limits the number of draws: each source draws in each cycle whether to create a packet. */
        private void trials(String key, int sources) {
            require((long) number(key) * sources <= MOST_TRIALS, key + ":sources", MOST_TRIALS / sources, sources);
        }

        private boolean atNic() {
            return !values.is(Schema.AT, Schema.LOCAL_PORTS);
        }

        /** Returns the open-loop measurement if the traffic enters at the local ports; otherwise null. */
        TrafficSpec openLoop(MachineConfig machine) {
            if (!is("traffic") || atNic()) {
                return null;
            }
            require(machine.shape().ioTiles() == 0, "machine.io_ratio:ports");
            if (machine.shape().ioTiles() > 0) {
                return null;
            }
            try {
                values.constant("workload.pattern", TrafficPattern.class).check(machine.shape());
            } catch (ProgramException e) {
                values.blame("workload.pattern", e.getMessage());
            }
            int lanes = number("lanes");
            require(lanes != 3, "lanes:power");
            require(lanes == 3 || number("inject") <= lanes, "inject:lanes", lanes);
            int least = TrafficSpec.leastSamples(number("warmup_periods"));
            require(number("max_samples") >= least, "max_samples:few", least, TrafficSpec.STEADY_SAMPLES);
            return lanes == 3 || number("inject") > lanes
                    ? null
                    : values.record(TrafficSpec.class, PREFIX, Map.of("seed", values.integer("seed")));
        }

        /** @param items the items of the workload `collectives` */
        Workload build(List<Item> items) {
            Map<String, Object> given = new HashMap<>();
            given.put("items", items);
            if (has("background")) {
                Background background =
                        new Background(real("background"), number("background_flits"), number("background_cycles"));
                given.put("background", isLoaded() ? background : null);
            }
            if (is("goal")) {
                given.put("text", values.word(Schema.PROGRAM));
                given.put("rma", values.is("workload.dialect", "rgoal"));
                given.put("cyclesPerNanosecond", values.real("workload.gigahertz"));
            } else if (is(DeviceMessages.KIND)) {
                given.put("threads", threads());
                given.put("maxBytes", number("max_bytes") / Long.BYTES * Long.BYTES);
            } else if (is("gups")) {
                given.put("hot", number("hot_mult"));
            }
            return values.record(Schema.generator(values.word(Schema.KIND)), PREFIX, given);
        }
    }
}

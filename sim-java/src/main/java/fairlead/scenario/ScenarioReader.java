// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.engine.api.Arbitration;
import fairlead.engine.api.BarrierMaster;
import fairlead.engine.api.Buffers;
import fairlead.engine.api.CollectiveNetwork;
import fairlead.engine.api.DlaLimits;
import fairlead.engine.api.DlaOptions;
import fairlead.engine.api.EpochAccess;
import fairlead.engine.api.Latency;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Routing;
import fairlead.engine.api.Shape;
import fairlead.engine.api.Unsafe;
import fairlead.engine.api.VcRule;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.messaging.Group;
import fairlead.messaging.Item;
import fairlead.openloop.TrafficSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads scenario files: flag over file over default, every mistake in one BadInput. */
public final class ScenarioReader {
    private static final long MOST_MEMORY = 1L << 32;
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

    /** The names of the verdicts of a run. */
    public static List<String> verdicts() {
        return Schema.VERDICTS;
    }

    /** @param overrides each `path=value`, the value in YAML */
    public static Scenario read(final Path file, final List<String> overrides) {
        return read(file, InputText.of(file), overrides);
    }

    /** The same of a file whose text was read before: a pipe gives it once. */
    public static Scenario read(final Path file, final String text, final List<String> overrides) {
        final String base = file.getFileName().toString();
        final int dot = base.lastIndexOf('.');
        return parse(text, file.toString(), dot > 0 ? base.substring(0, dot) : base, overrides);
    }

    /** @param source what messages call the text */
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
        return new ScenarioReader(tree, source, name).scenario();
    }

    /** The keys of this scenario: those of its workload kind, or of all kinds when that is not known. */
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
        derive();
        final MachineConfig machine = machine();
        final List<FaultSpec> faults = machine == null ? List.of() : faults(machine.nodes());
        if (!faults.isEmpty() && !values.word("engine").equals("rtl")) {
            values.blame("faults", "the engine model has none; they are in the lab library of engine rtl");
        }
        if (machine != null
                && machine.unsafe().isSet()
                && !values.word("engine").equals("rtl")) {
            values.blame(
                    "machine.unsafe.variant", "the engine model has none; they are in the lab library of engine rtl");
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
                        values.flag("run.detect")),
                values.list("expect.exercised"),
                faults,
                Collections.unmodifiableMap(values.nested(keys)),
                Collections.unmodifiableMap(followed),
                Map.copyOf(values.places()));
    }

    private List<Item> items(final MachineConfig machine) {
        final Map<String, Group> groups = new GroupKeys(values, machine.shape()).groups();
        return values.get(Schema.ITEMS) == null
                ? List.of()
                : new ItemKeys(values, groups, machine.nodes(), Math.min(machine.memoryBytes(), Schema.MAX_LENGTH))
                        .read();
    }

    /** Fills in what follows from other keys. */
    private void derive() {
        if (!values.has(Schema.LINK_VC)) {
            follow(Schema.LINK_VC, (long) Buffers.of(routing()).linkVc(), Schema.MODE);
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

    /** Gives a key that was left out a value that follows from other keys. */
    private void follow(final String path, final Object value, final String from) {
        values.put(path, value);
        followed.put(path, from);
    }

    private int number(final String path) {
        return values.number("machine." + path);
    }

    private MachineConfig machine() {
        final List<Long> k = values.list("machine.shape");
        final Shape shape =
                new Shape(k.get(0).intValue(), k.get(1).intValue(), k.get(2).intValue());
        final List<Integer> tasks = tasks(shape.nodes());
        final long memory = values.integer("machine.memory_bytes");
        if ((memory & 7) != 0) {
            values.blame("machine.memory_bytes", "must be a multiple of 8");
        }
        if (memory * shape.nodes() > MOST_MEMORY) {
            values.blame(
                    "machine.memory_bytes",
                    "all " + shape.nodes() + " nodes together may have " + MOST_MEMORY + " bytes");
        }
        if (tasks == null) {
            return null;
        }
        final int least = MachineConfig.minBarrierWidth(Collections.max(tasks));
        if (number("barrier_width") < least) {
            values.blame(
                    "machine.barrier_width", "must be at least " + least + " for " + Collections.max(tasks) + " tasks");
        }
        final Routing routing = checkedRouting();
        if (number("buffers.link_vc") < routing.minLinkDepth()) {
            values.blame(Schema.LINK_VC, tooShallow(routing));
        }
        return MachineConfig.of(shape)
                .latency(latency())
                .linkInterval(number("link_interval"))
                .buffers(buffers())
                .localPorts(number("local_ports"))
                .vcRule(VcRule.valueOf(values.word("machine.routing.vc_rule").toUpperCase(Locale.ROOT)))
                .arbitration(
                        Arbitration.valueOf(values.word("machine.arbitration").toUpperCase(Locale.ROOT)))
                .memoryBytes((int) memory)
                .dla(dla())
                .tasks(tasks)
                .barrierWidth(number("barrier_width"))
                .seed(values.integer("seed"))
                .routing(routing)
                .unsafe(unsafe(shape.nodes()))
                .epochAccess(
                        EpochAccess.valueOf(values.word("machine.epoch_access").toUpperCase(Locale.ROOT)))
                .barrierMaster(BarrierMaster.valueOf(
                        values.word("machine.barrier_master").toUpperCase(Locale.ROOT)))
                .collective(collective(shape.nodes()))
                .build();
    }

    private CollectiveNetwork collective(final int nodes) {
        final List<List<Long>> routes = values.list(Schema.ROUTES);
        if (routes.stream().flatMap(List::stream).anyMatch(rank -> rank >= nodes)) {
            values.blame(Schema.ROUTES, "there are ranks 0 to " + (nodes - 1));
            return CollectiveNetwork.UNUSED;
        }
        return new CollectiveNetwork(
                number("latency.tree"),
                number("collective.link_depth"),
                number("collective.injection"),
                number("collective.reception"),
                routes.stream()
                        .map(ranks -> ranks.stream().map(Long::intValue).toList())
                        .toList());
    }

    private Latency latency() {
        return new Latency(
                number("latency.link"),
                number("latency.credit"),
                number("latency.memory"),
                number("latency.software"),
                number("latency.barrier"),
                number("latency.jitter"),
                number("latency.barrier_spread"));
    }

    private Buffers buffers() {
        return new Buffers(
                number("buffers.link_vc"),
                number("buffers.local"),
                number("buffers.injection"),
                number("buffers.reception"),
                number("buffers.dla"),
                number("buffers.response"));
    }

    private DlaLimits dla() {
        return new DlaLimits(
                number("dla.max_credits"),
                number("dla.max_lo_cd"),
                number("dla.max_hi_cd"),
                number("dla.max_pr"),
                number("dla.max_lo_cd_pr"),
                number("dla.max_lo_hi_cd"),
                number("dla.max_hi_cd_pr"),
                number("dla.max_cd_alloc"),
                number("dla.max_pr_alloc"),
                new DlaOptions(
                        number("dla.event_credits"),
                        number("dla.status_address"),
                        number("dla.status_credits"),
                        number("dla.status_cycles"),
                        number("dla.blocks"),
                        values.flag("machine.dla.bypass")));
    }

    private Routing checkedRouting() {
        final Routing routing = routing();
        final Routing.Mode mode = routing.mode();
        final boolean bubble = values.word(Schema.ESCAPE).equals(Schema.BUBBLE);
        if (bubble && mode == Routing.Mode.DIMENSION_ORDER) {
            values.blame(
                    Schema.ESCAPE, "needs " + Schema.MODE + " adaptive; in dimension_order all VCs follow vc_rule");
        }
        if (routing.longFirst() && mode != Routing.Mode.ADAPTIVE) {
            values.blame(Schema.SELECT, "needs " + Schema.MODE + " adaptive; other packets have one path");
        }
        return routing;
    }

    private Routing routing() {
        final Routing.Mode mode = Routing.Mode.valueOf(values.word(Schema.MODE).toUpperCase(Locale.ROOT));
        final boolean bubble = values.word(Schema.ESCAPE).equals(Schema.BUBBLE);
        final boolean longFirst = values.word(Schema.SELECT).equals(Schema.LONG_FIRST);
        final boolean rings = mode == Routing.Mode.BUBBLE || bubble && mode == Routing.Mode.ADAPTIVE;
        return new Routing(mode, rings, longFirst, values.word(Schema.TIES).equals(Schema.DRAWN));
    }

    private String tooShallow(final Routing routing) {
        final boolean two = routing.bubbleEscape();
        return "must be at least " + routing.minLinkDepth() + " with "
                + (two ? "bubble rings" : Schema.MODE + " " + values.word(Schema.MODE))
                + ": a head moves only with room for a whole packet of " + HwLayout.MAX_PACKET_FLITS + " flits"
                + (two ? ", and enters a ring only with room for two, or the ring fills up and stands" : "");
    }

    private Unsafe unsafe(final int nodes) {
        final int node = number("unsafe.node");
        if (node >= nodes) {
            values.blame("machine.unsafe.node", "there are ranks 0 to " + (nodes - 1));
        }
        final int variant = FaultCatalogue.variant(values.word("machine.unsafe.variant"));
        if (variant == UnsafeVariant.SHALLOW_ADAPTIVE && node != Unsafe.ALL_NODES) {
            values.blame(
                    "machine.unsafe.node",
                    "both ends of a link must agree about variant " + UnsafeVariant.name(variant)
                            + ": it is of all nodes, -1");
        }
        return new Unsafe(variant, node, number("unsafe.operand"));
    }

    private List<Integer> tasks(final int nodes) {
        final String path = "machine.tasks_per_node";
        if (values.get(path) instanceof Long same) {
            return Collections.nCopies(nodes, same.intValue());
        }
        final List<Long> list = values.list(path);
        if (list.size() != nodes) {
            values.blame(path, "must have one entry a rank: " + nodes + " entries, not " + list.size());
            return null;
        }
        return list.stream().map(Long::intValue).toList();
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
            values.add(item.where() + ": " + path + ".id: is missing; it must be " + idKey.allowed());
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

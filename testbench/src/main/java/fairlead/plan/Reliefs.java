// SPDX-License-Identifier: Apache-2.0
package fairlead.plan;

import fairlead.engine.Capabilities;
import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.TableSizes.Table;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.view.Limit.Relief;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Repeats a run on the twin with one resource relieved at a time, everything else as it is. A buffer gets the greatest
 * depth that there is, and a latency half of its value or of that of the shipped machine, whichever is less. What this
 * saves is a measurement, because the twin is exact.
 */
public final class Reliefs {
    /** Most tile-cycles of a run that is repeated. */
    public static final long MOST_TILE_CYCLES = 20_000_000;

    /** Most keys that are named. */
    private static final String BUFFERS = "machine.buffers.";

    private static final int NAMED = 2;

    /** A key with the value of the shipped machine and the relieved value. */
    private record Value(String key, long shipped, long best) {
        boolean isStarved(final long now) {
            return best > shipped ? now < shipped : best < shipped ? now > shipped : now != best;
        }
    }

    /** A resource: the name for a reader, its keys, and the causes that the performance counters have for its waits. */
    private record Resource(String name, List<Value> values, String... causes) {
        static Resource of(
                final String name, final String key, final long shipped, final long best, final String... causes) {
            return new Resource(name, List.of(new Value(key, shipped, best)), causes);
        }
    }

    private final Scenario base;
    private final Function<List<String>, Scenario> reader;
    private final long cycles;

    /**
     * @param base the scenario of the run
     * @param reader reads it again with further overrides
     * @param cycles cycles of the run
     */
    public Reliefs(final Scenario base, final Function<List<String>, Scenario> reader, final long cycles) {
        this.base = base;
        this.reader = reader;
        this.cycles = cycles;
    }

    /** Returns why the run is not repeated, or an empty string. */
    public String refusal() {
        if (!base.faults().isEmpty() || base.machine().unsafe().isSet()) {
            return "the twin has no faults and no unsafe variants";
        }
        return base.machine().nodes() * cycles > MOST_TILE_CYCLES
                ? "the run has more than " + MOST_TILE_CYCLES + " tile-cycles"
                : "";
    }

    private List<Resource> resources() {
        final Capabilities most = ModelEngineFactory.capabilities();
        final MachineConfig shipped = MachineConfig.of(base.machine().shape()).build();
        final Buffers depth = Buffers.of(base.machine().routing());
        final List<Resource> resources = new ArrayList<>(times(shipped));
        resources.addAll(List.of(
                buffers(
                        "credits of the link buffers",
                        "link_vc",
                        "link_vcs",
                        depth.linkVc(),
                        most.maxLinkDepth(),
                        "CREDIT"),
                buffers(
                        "credits of the local buffers",
                        "local",
                        "locals",
                        depth.local(),
                        most.maxLocalDepth(),
                        "ROUTER"),
                buffers("the injection FIFOs", "injection", "injections", depth.injection(), most.maxInjection()),
                buffers(
                        "the reception FIFOs",
                        "reception",
                        "receptions",
                        depth.reception(),
                        most.maxReception(),
                        "MESSAGE_CREDIT"),
                buffers(
                        "the response slots",
                        "response",
                        "responses",
                        depth.response(),
                        most.maxResponse(),
                        "RESPONSE"),
                dla(depth.dla(), most.maxDla()),
                Resource.of("the local ports", "machine.local_ports", shipped.localPorts(), HwLayout.LOCAL_PORTS)));
        resources.addAll(tables());
        if (Plans.of(base).machine().collective().isUsed()) {
            resources.addAll(collective());
        }
        return resources;
    }

    private static List<Resource> collective() {
        final CollectiveNetwork shipped = CollectiveNetwork.UNUSED;
        final String section = "machine.collective.";
        final String network = " of the collective network";
        return List.of(
                Resource.of(
                        "the link latency" + network,
                        "machine.latency.tree",
                        shipped.latency(),
                        Math.max(1, shipped.latency() / 2)),
                Resource.of(
                        "the reception FIFOs" + network,
                        section + "reception",
                        shipped.reception(),
                        HwLayout.TREE_PACKETS),
                Resource.of(
                        "the injection FIFOs" + network,
                        section + "injection",
                        shipped.injection(),
                        HwLayout.TREE_PACKETS),
                Resource.of(
                        "the link buffers" + network,
                        section + "link_depth",
                        shipped.linkDepth(),
                        HwLayout.TREE_LINK_DEPTH));
    }

    private List<Resource> times(final MachineConfig shipped) {
        final Latency latency = shipped.latency();
        return List.of(
                Resource.of("link bandwidth", "machine.link_interval", shipped.linkInterval(), 1, "LINK"),
                new Resource(
                        "link latency",
                        List.of(
                                latency("machine.latency.link", latency.link()),
                                latency("machine.latency.credit", latency.credit()))),
                new Resource(
                        "memory latency",
                        List.of(
                                latency("machine.latency.memory", latency.memory()),
                                new Value("machine.latency.jitter", 0, 0)),
                        "MEMORY",
                        "COMMIT"),
                new Resource(
                        "the reaction time of software",
                        List.of(latency("machine.latency.software", latency.software()))),
                new Resource(
                        "the barrier network",
                        List.of(
                                latency("machine.latency.barrier", latency.barrier()),
                                new Value("machine.latency.barrier_spread", 0, 0))));
    }

    /** Returns a resource with one depth for all its buffers, and a depth for each kind that the scenario names. */
    private Resource buffers(
            final String name,
            final String key,
            final String kinds,
            final long shipped,
            final long best,
            final String... causes) {
        final List<Value> values = new ArrayList<>();
        values.add(new Value(BUFFERS + key, shipped, best));
        named(BUFFERS + kinds).forEach(kind -> values.add(new Value(kind, shipped, best)));
        return new Resource(name, values, causes);
    }

    private static List<Resource> tables() {
        return List.of(
                table("the commit slots", Table.COMMIT_SLOTS, "COMMIT"),
                table("the header queues", Table.HEADER_QUEUE),
                table("the read windows", Table.READ_WINDOW, "MEMORY"),
                table("the fence entries", Table.FENCE_ENTRIES, "ENTRY"),
                table("the acknowledgement counters", Table.ACK_COUNTERS, "ACK_COUNTER"));
    }

    private static Resource table(final String name, final Table table, final String... causes) {
        final String key = BUFFERS + table.name().toLowerCase(Locale.ROOT);
        return Resource.of(name, key, table.most(), table.most(), causes);
    }

    private List<String> named(final String section) {
        final Object value = base.at(section);
        if (value instanceof Map<?, ?> keys) {
            return keys.keySet().stream()
                    .flatMap(key -> named(section + "." + key).stream())
                    .toList();
        }
        return value == null ? List.of() : List.of(section);
    }

    private Value latency(final String key, final long shipped) {
        final long now = base.at(key) instanceof Number number ? number.longValue() : shipped;
        return new Value(key, shipped, Math.max(1, Math.min(now, shipped) / 2));
    }

    private static Resource dla(final long shipped, final long words) {
        final List<Value> values = new ArrayList<>(List.of(new Value("machine.buffers.dla", shipped, words)));
        for (final String limit : List.of(
                "credits", "lo_cd", "hi_cd", "pr", "lo_cd_pr", "lo_hi_cd", "hi_cd_pr", "cd_alloc", "pr_alloc")) {
            values.add(new Value("machine.dla.max_" + limit, shipped, words));
        }
        return new Resource("the DLA pool", values, Relief.POOL);
    }

    /** Repeats the run for each resource that is not at its best already; `progress` gets its name before. */
    public List<Relief> run(final Consumer<String> progress) {
        final List<Relief> reliefs = new ArrayList<>();
        for (final Resource resource : resources()) {
            final String change = change(resource);
            if (!change.isEmpty()) {
                progress.accept(resource.name());
                final Relief relief = relieve(resource, change);
                if (relief != null) {
                    reliefs.add(relief);
                }
            }
        }
        return reliefs;
    }

    private long now(final Value value) {
        return base.at(value.key()) instanceof Number number ? number.longValue() : value.best();
    }

    /** Returns the first keys that change, with old and new value, or an empty string if none does. */
    private String change(final Resource resource) {
        final List<String> changes = resource.values().stream()
                .filter(v -> now(v) != v.best())
                .map(v -> v.key() + " " + v.best() + " (was " + now(v) + ")")
                .toList();
        final String first = String.join(" and ", changes.subList(0, Math.min(NAMED, changes.size())));
        return changes.size() > NAMED ? first + " and so on" : first;
    }

    /** Returns the result, or null if the scenario refuses the value. */
    private Relief relieve(final Resource resource, final String change) {
        final List<String> overrides = new ArrayList<>();
        resource.values().forEach(v -> overrides.add(v.key() + "=" + v.best()));
        overrides.add("engine=model");
        overrides.add("run.detect=false");
        overrides.add("run.max_cycles=" + cycles);
        try {
            final RunResult result = new Session(Plans.of(reader.apply(overrides)), true).run(executor -> {});
            return new Relief(
                    resource.name(),
                    change,
                    resource.values().stream().anyMatch(v -> v.isStarved(now(v))),
                    result.report().partial() ? -1 : result.report().cycles(),
                    List.of(resource.causes()));
        } catch (final BadInput e) {
            return null;
        }
    }
}

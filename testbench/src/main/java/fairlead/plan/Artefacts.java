// SPDX-License-Identifier: Apache-2.0
package fairlead.plan;

import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.TableSizes.Table;
import fairlead.node.Observer;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.run.record.PacketRecord;
import fairlead.run.record.Recording;
import fairlead.run.view.Explanation;
import fairlead.run.view.Limit.Relief;
import fairlead.run.view.RunPage;
import fairlead.run.view.TraceFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Records a run and makes its report, its trace, its tables and an explanation, as far as they are asked for. */
public final class Artefacts {
    private static final int MOST_PACKETS = 1_000_000;

    private final RunPlan plan;
    private final boolean wantsPage;
    private final boolean trace;
    private final boolean tables;
    private final Explanation explanation; // null if none is wanted
    private Recording recording;
    private PacketRecord packets;
    private RunPage page;
    private final List<Path> files = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** @param subject what is explained in words, or null */
    public Artefacts(RunPlan plan, boolean wantsPage, boolean trace, boolean tables, Explanation.Subject subject) {
        this.plan = plan;
        this.wantsPage = wantsPage;
        this.trace = trace;
        this.tables = tables;
        explanation = subject == null ? null : new Explanation(subject, plan.program(), plan.machine());
        if (explanation != null && !explanation.refusal().isEmpty()) {
            throw new BadInput("--explain: " + explanation.refusal());
        }
    }

    /** Makes the session record the run if anything is asked for, and returns the further observers of the run. */
    public List<Observer> begin(Session session) {
        List<Observer> observers = new ArrayList<>();
        if (wantsPage || trace || tables || explanation != null) {
            recording = new Recording(plan.machine());
            session.record(recording);
        }
        if (trace || tables) {
            packets = new PacketRecord(plan.machine(), MOST_PACKETS);
            observers.add(packets);
        }
        if (explanation != null) {
            observers.add(explanation);
        }
        return observers;
    }

    /**
     * Makes what was asked for, when the run has ended.
     *
     * @param reader reads the scenario again with further overrides
     * @param untried why the page is made without runs that relieve a resource, or an empty text
     */
    public void finish(
            RunResult result,
            Scenario scenario,
            Function<List<String>, Scenario> reader,
            String untried,
            Consumer<String> progress,
            Path scratch)
            throws IOException {
        if (wantsPage) {
            Reliefs reliefs = new Reliefs(scenario, reader, result.report().cycles());
            String refusal = !untried.isEmpty()
                    ? untried
                    : result.report().partial() ? "the run did not complete" : reliefs.refusal();
            List<Relief> tried = refusal.isEmpty() ? reliefs.run(progress) : List.of();
            page = new RunPage(result, result.plan().program(), recording, tried, refusal);
        }
        if (trace) {
            String omitted = new TraceFile(result.report(), result.plan().program(), packets, TraceFile.MOST_BYTES)
                    .write(made(scratch, TraceFile.NAME));
            if (!omitted.isEmpty()) {
                notes.add("trace.json leaves out " + omitted);
            }
        }
        if (tables) {
            packets.write(made(scratch, PacketRecord.FILE));
            int size = packets.packets().size();
            if (size < packets.all()) {
                notes.add("packets.csv has the first " + size + " of " + packets.all() + " packets");
            }
        }
        if (explanation != null) {
            notes.add(explanation.text(result.report()).stripTrailing());
        }
    }

    private Path made(Path scratch, String name) {
        Path file = scratch.resolve(name);
        files.add(file);
        return file;
    }

    /** Returns the page of the finished run, or null if none is wanted. */
    public RunPage page() {
        return page;
    }

    public List<Path> files() {
        return files;
    }

    /** Returns what is for a reader of the terminal. */
    public List<String> notes() {
        return notes;
    }

    /**
     * Repeats a run on the twin with one resource relieved at a time, everything else as it is. A buffer gets the
     * greatest depth that there is, and a latency half of its value or of that of the shipped machine, whichever is
     * less. What this saves is a measurement, because the twin is exact.
     */
    private static final class Reliefs {
        /** Most tile-cycles of a run that is repeated. */
        private static final long MOST_TILE_CYCLES = 20_000_000;

        private static final String BUFFERS = "machine.buffers.";
        private static final int NAMED = 2; // keys

        /** A key with the value of the shipped machine and the relieved value. */
        private record Value(String key, long shipped, long best) {
            boolean isStarved(long now) {
                return best > shipped ? now < shipped : best < shipped ? now > shipped : now != best;
            }
        }

        /** A resource: the name for a reader, the causes that the performance counters have for its waits, its keys. */
        private record Resource(String name, String causes, List<Value> values) {
            static Resource of(String name, String causes, Value... values) {
                return new Resource(name, causes, List.of(values));
            }
        }

        private final Scenario base;
        private final Function<List<String>, Scenario> reader;
        private final long cycles;

        /*         */
        Reliefs(Scenario base, Function<List<String>, Scenario> reader, long cycles) {
            this.base = base;
            this.reader = reader;
            this.cycles = cycles;
        }

        /** Returns why the run is not repeated, or an empty string. */
        String refusal() {
            if (!base.faults().isEmpty() || base.machine().unsafe().isSet()) {
                return "the twin has no faults and no unsafe variants";
            }
            return base.machine().nodes() * cycles > MOST_TILE_CYCLES
                    ? "the run has more than " + MOST_TILE_CYCLES + " tile-cycles"
                    : "";
        }

        private List<Resource> resources() {
            Buffers most = ModelEngineFactory.capabilities().most();
            MachineConfig shipped = MachineConfig.of(base.machine().shape()).build();
            Buffers depth = Buffers.of(base.machine().routing());
            Latency time = shipped.latency();
            Value interval = new Value("machine.link_interval", shipped.linkInterval(), 1);
            Value ports = new Value("machine.local_ports", shipped.localPorts(), HwLayout.LOCAL_PORTS);
            List<Resource> all = new ArrayList<>(List.of(
                    Resource.of("link bandwidth", "LINK", interval),
                    Resource.of("link latency", "", latency("link", time.link()), latency("credit", time.credit())),
                    Resource.of("memory latency", "MEMORY COMMIT", latency("memory", time.memory()), none("jitter")),
                    Resource.of("the reaction time of software", "", latency("software", time.software())),
                    Resource.of("the barrier network", "", latency("barrier", time.barrier()), none("barrier_spread")),
                    buffers("credits of the link buffers", "CREDIT", "link_vc", depth.linkVc(), most.linkVc()),
                    buffers("credits of the local buffers", "ROUTER", "local", depth.local(), most.local()),
                    buffers("the injection FIFOs", "", "injection", depth.injection(), most.injection()),
                    buffers("the reception FIFOs", "MESSAGE_CREDIT", "reception", depth.reception(), most.reception()),
                    buffers("the response slots", "RESPONSE", "response", depth.response(), most.response()),
                    dla(depth.dla(), most.dla()),
                    Resource.of("the local ports", "", ports),
                    table("the commit slots", "COMMIT", Table.COMMIT_SLOTS),
                    table("the header queues", "", Table.HEADER_QUEUE),
                    table("the read windows", "MEMORY", Table.READ_WINDOW),
                    table("the fence entries", "ENTRY", Table.FENCE_ENTRIES),
                    table("the acknowledgement counters", "ACK_COUNTER", Table.ACK_COUNTERS)));
            if (Plans.of(base).machine().collective().isUsed()) {
                CollectiveNetwork net = CollectiveNetwork.UNUSED;
                int half = Math.max(1, net.latency() / 2);
                all.add(collective("link latency", new Value("machine.latency.tree", net.latency(), half)));
                all.add(collective("reception FIFOs", tree("reception", net.reception(), HwLayout.TREE_PACKETS)));
                all.add(collective("injection FIFOs", tree("injection", net.injection(), HwLayout.TREE_PACKETS)));
                all.add(collective("link buffers", tree("link_depth", net.linkDepth(), HwLayout.TREE_LINK_DEPTH)));
            }
            return all;
        }

        private static Resource collective(String name, Value value) {
            return Resource.of("the " + name + " of the collective network", "", value);
        }

        private static Value tree(String key, long shipped, long best) {
            return new Value("machine.collective." + key, shipped, best);
        }

        /** Returns a resource with one depth for all its buffers, and a depth for each kind that the scenario names. */
        private Resource buffers(String name, String causes, String key, long shipped, long best) {
            List<Value> values = new ArrayList<>(List.of(new Value(BUFFERS + key, shipped, best)));
            named(BUFFERS + key + "s").forEach(kind -> values.add(new Value(kind, shipped, best)));
            return new Resource(name, causes, values);
        }

        private static Resource table(String name, String causes, Table table) {
            String key = BUFFERS + table.name().toLowerCase(Locale.ROOT);
            return Resource.of(name, causes, new Value(key, table.most(), table.most()));
        }

        private List<String> named(String section) {
            Object value = base.at(section);
            if (value instanceof Map<?, ?> keys) {
                return keys.keySet().stream()
                        .flatMap(key -> named(section + "." + key).stream())
                        .toList();
            }
            return value == null ? List.of() : List.of(section);
        }

        private Value latency(String name, long shipped) {
            String key = "machine.latency." + name;
            long now = base.at(key) instanceof Number number ? number.longValue() : shipped;
            return new Value(key, shipped, Math.max(1, Math.min(now, shipped) / 2));
        }

        private static Value none(String name) {
            return new Value("machine.latency." + name, 0, 0);
        }

        private static Resource dla(long shipped, long words) {
            List<Value> values = new ArrayList<>(List.of(new Value(BUFFERS + "dla", shipped, words)));
            Stream.of("credits lo_cd hi_cd pr lo_cd_pr lo_hi_cd hi_cd_pr cd_alloc pr_alloc".split(" "))
                    .forEach(limit -> values.add(new Value("machine.dla.max_" + limit, shipped, words)));
            return new Resource("the DLA pool", Relief.POOL, values);
        }

        /** Repeats the run for each resource that is not at its best already; `progress` gets its name before. */
        List<Relief> run(Consumer<String> progress) {
            List<Relief> reliefs = new ArrayList<>();
            for (Resource resource : resources()) {
                String change = change(resource);
                if (!change.isEmpty()) {
                    progress.accept(resource.name());
                    Relief relief = relieve(resource, change);
                    if (relief != null) {
                        reliefs.add(relief);
                    }
                }
            }
            return reliefs;
        }

        private long now(Value value) {
            return base.at(value.key()) instanceof Number number ? number.longValue() : value.best();
        }

        /** Returns the first keys that change, with old and new value, or an empty string if none does. */
        private String change(Resource resource) {
            List<String> changes = resource.values().stream()
                    .filter(v -> now(v) != v.best())
                    .map(v -> v.key() + " " + v.best() + " (was " + now(v) + ")")
                    .toList();
            String first = String.join(" and ", changes.subList(0, Math.min(NAMED, changes.size())));
            return changes.size() > NAMED ? first + " and so on" : first;
        }

        /** Returns the result, or null if the scenario refuses the value. */
        private Relief relieve(Resource resource, String change) {
            List<String> overrides = new ArrayList<>();
            resource.values().forEach(v -> overrides.add(v.key() + "=" + v.best()));
            overrides.add("engine=model");
            overrides.add("run.detect=false");
            overrides.add("run.max_cycles=" + cycles);
            try {
                RunResult result = new Session(Plans.of(reader.apply(overrides)), true).run(executor -> {});
                return new Relief(
                        resource.name(),
                        change,
                        resource.values().stream().anyMatch(v -> v.isStarved(now(v))),
                        result.report().partial() ? -1 : result.report().cycles(),
                        resource.causes().isEmpty()
                                ? List.of()
                                : List.of(resource.causes().split(" ")));
            } catch (BadInput e) {
                return null;
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineStructure;
import fairlead.openloop.TrafficSpec.BirthProcess;
import fairlead.workload.goal.Goal;
import fairlead.workload.pattern.Collectives;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.TrafficPattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The table of all keys of `fairlead.scenario/1`. */
final class Schema {
    static final String NAME = "fairlead.scenario/1";
    static final List<String> VERDICTS = List.of(
            "deadlock_freedom",
            "fence_ordering",
            "epoch_closure",
            "barrier_safety",
            "data_integrity",
            "conservation",
            "progress_fairness",
            "device_delivery",
            "router_counters");
    static final List<String> ENGINES = List.of("rtl", "model", "lockstep");
    static final String LINK_VC = "machine.buffers.link_vc";
    static final String MODE = "machine.routing.mode";
    static final String ESCAPE = "machine.routing.escape";
    static final String SELECT = "machine.routing.select";
    static final String TIES = "machine.routing.ties";
    static final String BUBBLE = "bubble";
    static final String LONG_FIRST = "long_first";
    static final String DRAWN = "drawn";
    static final List<String> ROUTING_MODES = List.of("dimension_order", "adaptive", BUBBLE);
    static final String BARRIER_NETWORK = "machine.barrier.network";
    static final String WIRES = "wires";
    static final String ROUTES = "machine.collective.routes";
    static final String IO_RATIO = "machine.io_ratio";
    static final String UNSAFE = "machine.unsafe.variant";
    static final String GROUPS = "groups";
    static final String ITEMS = "workload.items";
    static final String KIND = "workload.kind";
    static final String PROGRAM = "workload.program";
    static final String DIALECT = "workload.dialect";
    static final String RMA_GOAL = "rgoal";
    static final String AT = "workload.at";
    static final String LOCAL_PORTS = "local_ports";

    static final int MAX_LENGTH = (1 << HwLayout.LENGTH_BITS) - 1;
    private static final int MANY = 1_000_000;

    /** The default items. */
    private static final List<Object> ONE_BARRIER = List.of(Map.of(ItemKeys.COLLECTIVE, Map.of("op", "barrier")));

    static final Map<String, List<Key>> WORKLOADS = workloads();
    static final List<Key> KEYS = keys();

    private Schema() {}

    private static List<Key> keys() {
        final List<Key> keys = new ArrayList<>();
        keys.add(new Key("schema", Key.Type.WORD, null, 0, 0, List.of(NAME), true, "name and version of this format"));
        keys.add(Key.integer("seed", 1, 0, Long.MAX_VALUE, "everything that is drawn follows from it"));
        MachineSchema.add(keys);
        keys.add(new Key(
                GROUPS,
                Key.Type.GROUPS,
                null,
                0,
                0,
                List.of(),
                false,
                "operational groups by name; the group all has every rank"));
        keys.add(Key.word(KIND, null, List.copyOf(WORKLOADS.keySet()), "generator"));
        keys.add(Key.word("engine", "rtl", ENGINES, "what runs the program"));
        keys.add(Key.integer(
                "run.quantum",
                64,
                1,
                MANY,
                "cycles of a batch; changes no result, only how often conserved sums are checked"));
        keys.add(Key.flag("run.skip_quiescent", true, "tiles with nothing to do cost nothing; changes no result"));
        keys.add(Key.integer("run.max_cycles", 2_000_000, 1, Long.MAX_VALUE, "the run ends here at the latest"));
        keys.add(
                Key.integer(
                        "run.threads",
                        1,
                        1,
                        64,
                        "threads that share the nodes: engines rtl, model, lockstep, and traffic at the local ports; changes no result"));
        keys.add(Key.flag("run.detect", true, "look for knots of waits every 32 cycles; changes no result"));
        keys.add(Key.flag("run.hops", false, "report an event for every hop; changes no result"));
        keys.add(Key.flag(
                "run.counters",
                false,
                "count in the tiles where flits wait and why; switching it on is the first command of each node"));
        keys.add(new Key(
                "expect.exercised",
                Key.Type.WORDS,
                List.of(),
                0,
                0,
                VERDICTS,
                false,
                "verdicts that must have checked something"));
        keys.add(new Key(
                "faults",
                Key.Type.FAULTS,
                List.of(),
                0,
                0,
                List.copyOf(FaultCatalogue.ids().keySet()),
                false,
                "faults to arm (faults build)"));
        return List.copyOf(keys);
    }

    private static Map<String, List<Key>> workloads() {
        final Key iterations = Key.integer("workload.iterations", 4, 1, MANY, "epochs of the exchange");
        final Key bytes = Key.integer("workload.bytes", 1024, 0, MAX_LENGTH, "bytes of one transfer");
        final Map<String, List<Key>> map = new LinkedHashMap<>();
        map.put(
                "halo3d",
                with(
                        iterations,
                        bytes,
                        Key.real(
                                "workload.background",
                                0,
                                0,
                                1,
                                "uniform traffic beside the exchange, flits offered per node and cycle; the last task's"),
                        Key.integer(
                                "workload.background_flits",
                                5,
                                2,
                                MachineStructure.MOST_PACKET_FLITS,
                                "flits of a background packet, header included"),
                        Key.integer("workload.background_cycles", 1000, 1, MANY, "cycles of background births")));
        map.put("alltoall", with(iterations, bytes));
        map.put("incast", with(iterations, bytes, Key.integer("workload.target", 0, 0, 4095, "rank that all send to")));
        map.put("ring", with(iterations, bytes));
        map.put(
                "random",
                with(
                        Key.integer("workload.ops_per_node", 32, 1, MANY, "operations of each node"),
                        Key.integer("workload.min_bytes", 1, 0, MAX_LENGTH, "least length"),
                        Key.integer("workload.max_bytes", 512, 0, MAX_LENGTH, "greatest length"),
                        Key.real("workload.put_share", 0.5, 0, 1, "share of puts; the others are gets")));
        map.put(Collectives.KIND, collectives());
        map.put(Goal.KIND, goal());
        map.put(DeviceMessages.KIND, DeviceKeys.keys());
        MotifKeys.add(map);
        map.put("barrier_storm", with(Key.integer("workload.instances", 64, 1, MANY, "barriers")));
        map.put(
                "traffic",
                with(Stream.concat(born().stream(), atLocalPorts().stream()).toArray(Key[]::new)));
        return map;
    }

    private static List<Key> collectives() {
        return List.of(
                new Key(
                        ITEMS,
                        Key.Type.ITEMS,
                        ONE_BARRIER,
                        1,
                        MAX_LENGTH,
                        List.of(),
                        false,
                        "collective operations and messages, one after the other"),
                Key.integer("workload.iterations", 1, 1, MANY, "how often the items are performed"),
                Key.integer(
                        "workload.eager_bytes",
                        256,
                        0,
                        MAX_LENGTH,
                        "messages up to so many bytes send their data at once; longer ones ask first"),
                Key.integer(
                        "workload.cycles_per_word",
                        4,
                        1,
                        MANY,
                        "cycles of software for each 8 bytes that it combines or copies"),
                Key.flag(
                        "workload.routes_at_once",
                        false,
                        "calls on different class routes of the collective network run at once"));
    }

    private static List<Key> goal() {
        return List.of(
                new Key(
                        PROGRAM,
                        Key.Type.TEXT,
                        "num_ranks 1\nrank 0 {\n}\n",
                        0,
                        0,
                        List.of("num_ranks"),
                        false,
                        "program in the GOAL text format; fairlead import goal FILE makes the scenario"),
                Key.word(DIALECT, Goal.KIND, List.of(Goal.KIND, RMA_GOAL), "goal, or rgoal with remote accesses"),
                Key.integer(
                        "workload.eager_bytes",
                        Goal.EAGER_BYTES,
                        0,
                        MAX_LENGTH,
                        "messages up to so many bytes do not wait for their receive"),
                Key.real("workload.gigahertz", 1, 0.001, 1000, "cycles of a nanosecond, for the times of calc"));
    }

    private static List<Key> born() {
        return List.of(
                Key.word(
                        "workload.pattern",
                        "uniform",
                        Arrays.stream(TrafficPattern.values())
                                .map(TrafficPattern::word)
                                .toList(),
                        "destinations"),
                Key.real(
                        "workload.load",
                        0.1,
                        0,
                        4,
                        "flits offered per node and cycle, header included; at most 1, or workload.inject"),
                Key.integer(
                        "workload.packet_flits",
                        8,
                        1,
                        MachineStructure.MOST_PACKET_FLITS,
                        "flits of a packet, header included"),
                Key.integer("workload.cycles", 2000, 1, MANY, "at the NIC: cycles in which packets are born"),
                Key.word(
                        AT,
                        "nic",
                        List.of("nic", LOCAL_PORTS),
                        "puts through the NIC (run), or packets straight into the routers (traffic, sweep)"));
    }

    private static List<Key> atLocalPorts() {
        return List.of(
                Key.word(
                        "workload.process",
                        "bernoulli",
                        Arrays.stream(BirthProcess.values())
                                .map(BirthProcess::word)
                                .toList(),
                        "local ports: how packets are born"),
                Key.flag("workload.include_self", true, "local ports: a drawn destination may be the source"),
                Key.integer(
                        StructureFile.LANES,
                        HwLayout.LOCAL_PORTS,
                        1,
                        4,
                        "local ports: injection VCs of a source, 1, 2 or 4"),
                Key.integer(
                        "workload.inject",
                        1,
                        1,
                        4,
                        "local ports: flits that a node may send in a cycle, each on a lane of its own"),
                Key.integer("workload.sample_period", 1000, 1, MANY, "local ports: cycles of a sample"),
                Key.integer(
                        "workload.warmup_periods",
                        3,
                        0,
                        MANY,
                        "local ports: samples before anything counts; 0: as long as the means move"),
                Key.integer("workload.max_samples", 10, 1, MANY, "local ports: most samples, warm-up included"),
                Key.real(
                        "workload.threshold",
                        0.05,
                        0,
                        1,
                        "local ports: relative change from sample to sample that counts as steady"),
                Key.real(
                        "workload.latency_limit",
                        500,
                        1,
                        1e9,
                        "local ports: mean latency beyond which a load is unstable"));
    }

    private static List<Key> with(final Key... own) {
        final List<Key> keys = new ArrayList<>(Arrays.asList(own));
        keys.add(Key.flag("workload.epochs", true, "an epoch per iteration"));
        keys.add(Key.flag("workload.fences", true, "a fence before each flag"));
        keys.add(Key.flag("workload.barriers", true, "a barrier per iteration"));
        return List.copyOf(keys);
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.MachineConfig;
import fairlead.openloop.TrafficSpec;
import fairlead.program.ProgramException;
import fairlead.workload.collective.Item;
import fairlead.workload.goal.Goal;
import fairlead.workload.goal.GoalException;
import fairlead.workload.motif.Motifs.Fft3d;
import fairlead.workload.motif.Motifs.Gups;
import fairlead.workload.motif.Motifs.Halo27;
import fairlead.workload.motif.Motifs.PingPong;
import fairlead.workload.motif.Motifs.Shmem;
import fairlead.workload.motif.Motifs.Sweep3d;
import fairlead.workload.pattern.Collectives;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.DeviceMessages.DeviceMode;
import fairlead.workload.pattern.Exchanges.AllToAll;
import fairlead.workload.pattern.Exchanges.BarrierStorm;
import fairlead.workload.pattern.Exchanges.Incast;
import fairlead.workload.pattern.Exchanges.Ring;
import fairlead.workload.pattern.Halo3d;
import fairlead.workload.pattern.RandomOps;
import fairlead.workload.pattern.Traffic;
import fairlead.workload.pattern.Traffic.Background;
import fairlead.workload.pattern.TrafficPattern;
import fairlead.workload.pattern.Workload;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a workload generator from the `workload` section. */
final class WorkloadKeys {
    private static final long MOST_TRIALS = 200_000_000;
    private static final String PREFIX = "workload.";

    /** The generator of each kind: a record whose components are keys of the kind. */
    private static final Map<String, Class<? extends Workload>> KINDS = Map.ofEntries(
            Map.entry("halo3d", Halo3d.class),
            Map.entry("alltoall", AllToAll.class),
            Map.entry("incast", Incast.class),
            Map.entry("ring", Ring.class),
            Map.entry("random", RandomOps.class),
            Map.entry("collectives", Collectives.class),
            Map.entry("goal", Goal.class),
            Map.entry(DeviceMessages.KIND, DeviceMessages.class),
            Map.entry("halo27", Halo27.class),
            Map.entry("sweep3d", Sweep3d.class),
            Map.entry("fft3d", Fft3d.class),
            Map.entry("gups", Gups.class),
            Map.entry("pingpong", PingPong.class),
            Map.entry("shmem", Shmem.class),
            Map.entry("barrier_storm", BarrierStorm.class),
            Map.entry("traffic", Traffic.class));

    private final Values values;

    WorkloadKeys(Values values) {
        this.values = values;
    }

    private int number(String key) {
        return values.number(PREFIX + key);
    }

    private boolean is(String kind) {
        return values.word(Schema.KIND).equals(kind);
    }

    private boolean hasMore(String key, double than) {
        return values.has(PREFIX + key) && values.real(PREFIX + key) > than;
    }

    private void require(boolean good, String key, String what) {
        if (!good) {
            values.blame(key.contains(".") ? key : PREFIX + key, what);
        }
    }

    /** Checks the rules between keys. */
    void check(MachineConfig machine) {
        require(
                !values.has("workload.target") || number("target") < machine.nodes(),
                "target",
                "must be a rank from 0 to " + (machine.nodes() - 1));
        require(
                !values.has("workload.min_bytes") || number("min_bytes") <= number("max_bytes"),
                "min_bytes",
                "must be at most workload.max_bytes = " + values.get("workload.max_bytes"));
        if (is(DeviceMessages.KIND)) {
            checkDevice(machine);
        } else if (isLoaded()) {
            require(
                    !values.flag("workload.epochs"),
                    "background",
                    "needs workload.epochs: false, for an open epoch refuses other operations");
            require(
                    !machine.tasks().contains(1),
                    "background",
                    "needs machine.tasks_per_node of at least 2: a task of its own");
        }
        if (values.has("workload.load")) {
            require(
                    hasMore("load", 0) || atNic(),
                    "load",
                    "must be more than 0: without packets there is nothing to measure");
            require(
                    !hasMore("load", atNic() ? 1 : number("inject")),
                    "load",
                    atNic()
                            ? "must be at most 1 through the NIC"
                            : "must be at most workload.inject = " + number("inject"));
        }
        if (values.has("workload.cycles") && atNic()) {
            trials(
                    "cycles",
                    machine.tasks().stream().mapToInt(Integer::intValue).sum());
        }
        if (isLoaded()) {
            trials("background_cycles", machine.nodes());
        }
        if (is("goal")) {
            checkGoal(machine);
        }
        require(
                !is("barrier_storm") || values.flag("workload.barriers"),
                "barriers",
                "barrier_storm cannot do without");
    }

    private void checkGoal(MachineConfig machine) {
        try {
            int ranks = ((Goal) build(List.of())).check().ranks();
            require(
                    ranks <= machine.nodes(),
                    "machine.shape",
                    "has " + machine.nodes() + " nodes, and " + Schema.PROGRAM + " has " + ranks + " ranks");
        } catch (GoalException e) {
            values.mistakes().in(values.where(Schema.PROGRAM), Schema.PROGRAM + " line " + e.line(), e.what());
        }
    }

    private void checkDevice(MachineConfig machine) {
        int least = tasks();
        require(
                Collections.min(machine.tasks()) >= least,
                Schema.TASKS,
                "must be at least " + least + ": a task for each thread"
                        + (isLoaded() ? ", and one for traffic on the torus" : ""));
        require(
                machine.shape().ioTiles() == 0 || values.isOmitted("workload.io_ratio"),
                "io_ratio",
                "is without use beside " + Schema.IO_RATIO + ": the I/O tiles send");
        require(machine.nodes() >= 2, "machine.shape", "must have a rank that is no I/O node");
        require(
                !values.word("workload.mode").equals("dual") || threads() % 2 == 0,
                "threads",
                "must be 2 or 4 in dual mode: each main process has as many");
    }

    /** Returns the threads of a node that shares the device. */
    private int threads() {
        return number("threads") == 0
                ? values.constant("workload.mode", DeviceMode.class).threads()
                : number("threads");
    }

    private boolean isLoaded() {
        return hasMore("background", 0);
    }

    /** Returns the least number of tasks of a node that shares the device. */
    int tasks() {
        return threads() + (isLoaded() ? 1 : 0);
    }

    /** Limits the number of draws: each source draws in each cycle whether to create a packet. */
    private void trials(String key, int sources) {
        require(
                (long) number(key) * sources <= MOST_TRIALS,
                key,
                "must be at most " + MOST_TRIALS / sources + " with " + sources + " sources");
    }

    private boolean atNic() {
        return !values.word(Schema.AT).equals(Schema.LOCAL_PORTS);
    }

    /** Returns the open-loop measurement if the traffic enters at the local ports; otherwise null. */
    TrafficSpec openLoop(MachineConfig machine) {
        if (!is("traffic") || atNic()) {
            return null;
        }
        if (machine.shape().ioTiles() > 0) {
            values.blame(Schema.IO_RATIO, "must be 0: traffic at the local ports is on nodes of the torus alone");
            return null;
        }
        try {
            values.constant("workload.pattern", TrafficPattern.class).check(machine.shape());
        } catch (ProgramException e) {
            values.blame("workload.pattern", e.getMessage());
        }
        if (number("lanes") == 3) {
            values.blame("workload.lanes", "must be 1, 2 or 4");
            return null;
        }
        if (number("inject") > number("lanes")) {
            values.blame("workload.inject", "must be at most workload.lanes = " + number("lanes"));
            return null;
        }
        return values.record(TrafficSpec.class, PREFIX, Map.of("seed", values.integer("seed")));
    }

    /** @param items the items of the workload `collectives` */
    Workload build(List<Item> items) {
        Map<String, Object> given = new HashMap<>();
        given.put("items", items);
        if (values.has("workload.background")) {
            Background background = new Background(
                    values.real("workload.background"), number("background_flits"), number("background_cycles"));
            given.put("background", isLoaded() ? background : null);
        }
        if (is("goal")) {
            given.put("text", values.word(Schema.PROGRAM));
            given.put("rma", values.word("workload.dialect").equals("rgoal"));
            given.put("cyclesPerNanosecond", values.real("workload.gigahertz"));
        } else if (is(DeviceMessages.KIND)) {
            given.put("threads", threads());
            given.put("maxBytes", number("max_bytes") / Long.BYTES * Long.BYTES);
        } else if (is("gups")) {
            given.put("hot", number("hot_mult"));
        }
        return values.record(KINDS.get(values.word(Schema.KIND)), PREFIX, given);
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.MachineConfig;
import fairlead.openloop.TrafficSpec;
import fairlead.program.ProgramException;
import fairlead.workload.collective.Item;
import fairlead.workload.goal.Goal;
import fairlead.workload.goal.GoalException;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.DeviceMessages.DeviceMode;
import fairlead.workload.pattern.Traffic.Background;
import fairlead.workload.pattern.TrafficPattern;
import fairlead.workload.pattern.Workload;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a workload generator from the `workload` section: a record whose components are keys of the kind. */
final class WorkloadKeys {
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

    private void require(boolean good, String key, String what) {
        values.require(good, key.contains(".") ? key : PREFIX + key, what);
    }

    void check(MachineConfig machine) {
        require(
                !has("target") || number("target") < machine.nodes(),
                "target",
                "must be a rank from 0 to " + (machine.nodes() - 1));
        atMost("min_bytes", "max_bytes");
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
        if (has("load")) {
            require(real("load") > 0 || atNic(), "load", "must be more than 0: without packets there is nothing to measure");
            require(
                    real("load") <= (atNic() ? 1 : number("inject")),
                    "load",
                    "must be at most " + (atNic() ? "1 through the NIC" : "workload.inject = " + number("inject")));
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
        require(
                !is("barrier_storm") || values.flag("workload.barriers"),
                "barriers",
                "barrier_storm cannot do without");
    }

    /** Returns whether a number is at most that of another key, which the message names, or is not there. */
    private boolean atMost(String key, String limit) {
        boolean good = !has(key) || number(key) <= number(limit);
        if (!good) {
            require(false, key, "must be at most workload." + limit + " = " + number(limit));
        }
        return good;
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
        require(
                Collections.min(machine.tasks()) >= tasks(),
                Schema.TASKS,
                "must be at least " + tasks() + ": a task for each thread"
                        + (isLoaded() ? ", and one for traffic on the torus" : ""));
        require(
                machine.shape().ioTiles() == 0 || values.isOmitted("workload.io_ratio"),
                "io_ratio",
                "is without use beside " + Schema.IO_RATIO + ": the I/O tiles send");
        require(machine.nodes() >= 2, "machine.shape", "must have a rank that is no I/O node");
        require(
                !values.is("workload.mode", "dual") || threads() % 2 == 0,
                "threads",
                "must be 2 or 4 in dual mode: each main process has as many");
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
        require(
                (long) number(key) * sources <= MOST_TRIALS,
                key,
                "must be at most " + MOST_TRIALS / sources + " with " + sources + " sources");
    }

    private boolean atNic() {
        return !values.is(Schema.AT, Schema.LOCAL_PORTS);
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
            require(false, "pattern", e.getMessage());
        }
        require(number("lanes") != 3, "lanes", "must be 1, 2 or 4");
        return number("lanes") != 3 && atMost("inject", "lanes")
                ? values.record(TrafficSpec.class, PREFIX, Map.of("seed", values.integer("seed")))
                : null;
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

// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.MachineConfig;
import fairlead.openloop.TrafficSpec;
import fairlead.program.ProgramException;
import fairlead.workload.collective.Item;
import fairlead.workload.goal.Goal;
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

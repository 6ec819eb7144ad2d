// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.machine.MachineConfig;
import fairlead.openloop.TrafficSpec.BirthProcess;
import fairlead.openloop.TrafficSpec;
import fairlead.program.ProgramException;
import fairlead.workload.collective.Item;
import fairlead.workload.goal.Goal;
import fairlead.workload.goal.GoalException;
import fairlead.workload.pattern.Background;
import fairlead.workload.pattern.Collectives;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.Exchanges.AllToAll;
import fairlead.workload.pattern.Exchanges.BarrierStorm;
import fairlead.workload.pattern.Exchanges.Incast;
import fairlead.workload.pattern.Exchanges.Ring;
import fairlead.workload.pattern.Halo3d;
import fairlead.workload.pattern.RandomOps;
import fairlead.workload.pattern.Switches;
import fairlead.workload.pattern.Traffic;
import fairlead.workload.pattern.TrafficPattern;
import fairlead.workload.pattern.Workload;
import java.util.List;
import java.util.Locale;

/** Makes a workload generator from the `workload` section. */
final class WorkloadKeys {
    private static final long MOST_TRIALS = 200_000_000;

    private final Values values;

    WorkloadKeys(final Values values) {
        this.values = values;
    }

    private int number(final String key) {
        return values.number("workload." + key);
    }

    private boolean flag(final String key) {
        return values.flag("workload." + key);
    }

    /** Checks the rules between keys. */
    void check(final MachineConfig machine) {
        if (values.has("workload.target") && number("target") >= machine.nodes()) {
            values.blame("workload.target", "must be a rank from 0 to " + (machine.nodes() - 1));
        }
        if (values.has("workload.min_bytes") && number("min_bytes") > number("max_bytes")) {
            values.blame("workload.min_bytes", "must be at most workload.max_bytes = " + number("max_bytes"));
        }
        if (values.word(Schema.KIND).equals(DeviceMessages.KIND)) {
            new DeviceKeys(values).check(machine);
        } else if (values.has("workload.background") && values.real("workload.background") > 0) {
            if (flag("epochs")) {
                values.blame(
                        "workload.background",
                        "needs workload.epochs: false, for an open epoch refuses other operations");
            }
            if (machine.tasks().contains(1)) {
                values.blame("workload.background", "needs machine.tasks_per_node of at least 2: a task of its own");
            }
        }
        if (values.has("workload.load") && values.real("workload.load") == 0 && !atNic()) {
            values.blame("workload.load", "must be more than 0: without packets there is nothing to measure");
        }
        if (values.has("workload.load") && values.real("workload.load") > (atNic() ? 1 : number("inject"))) {
            values.blame(
                    "workload.load",
                    atNic()
                            ? "must be at most 1 through the NIC"
                            : "must be at most workload.inject = " + number("inject"));
        }
        if (values.has("workload.cycles") && atNic()) {
            trials(
                    "cycles",
                    machine.tasks().stream().mapToInt(Integer::intValue).sum());
        }
        if (values.has("workload.background") && values.real("workload.background") > 0) {
            trials("background_cycles", machine.nodes());
        }
        if (values.word(Schema.KIND).equals(Goal.KIND)) {
            check(goal(), machine);
        }
        if (values.word(Schema.KIND).equals("barrier_storm") && !flag("barriers")) {
            values.blame("workload.barriers", "barrier_storm cannot do without");
        }
    }

    private Goal goal() {
        return new Goal(
                values.word(Schema.PROGRAM),
                values.word(Schema.DIALECT).equals(Schema.RMA_GOAL),
                values.integer("workload.eager_bytes"),
                values.real("workload.gigahertz"));
    }

    private void check(final Goal goal, final MachineConfig machine) {
        try {
            final int ranks = goal.check().ranks();
            if (ranks > machine.nodes()) {
                values.blame(
                        "machine.shape",
                        "has " + machine.nodes() + " nodes, and " + Schema.PROGRAM + " has " + ranks + " ranks");
            }
        } catch (final GoalException e) {
            values.blameLine(Schema.PROGRAM, e.line(), e.what());
        }
    }

    /** Limits the number of draws: each source draws in each cycle whether to create a packet. */
    private void trials(final String key, final int sources) {
        if ((long) number(key) * sources > MOST_TRIALS) {
            values.blame(
                    "workload." + key, "must be at most " + MOST_TRIALS / sources + " with " + sources + " sources");
        }
    }

    private boolean atNic() {
        return !values.word(Schema.AT).equals(Schema.LOCAL_PORTS);
    }

    private Background background() {
        return values.real("workload.background") == 0
                ? null
                : new Background(
                        values.real("workload.background"), number("background_flits"), number("background_cycles"));
    }

    /** Returns the open-loop measurement if the traffic enters at the local ports; otherwise null. */
    TrafficSpec openLoop(final MachineConfig machine) {
        if (!values.word(Schema.KIND).equals("traffic") || atNic()) {
            return null;
        }
        if (machine.shape().ioTiles() > 0) {
            values.blame(Schema.IO_RATIO, "must be 0: traffic at the local ports is on nodes of the torus alone");
            return null;
        }
        final TrafficPattern pattern = pattern();
        try {
            pattern.check(machine.shape());
        } catch (final ProgramException e) {
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
        return new TrafficSpec(
                pattern,
                values.real("workload.load"),
                number("packet_flits"),
                flag("include_self"),
                BirthProcess.valueOf(values.word("workload.process").toUpperCase(Locale.ROOT)),
                number("lanes"),
                number("inject"),
                number("sample_period"),
                number("warmup_periods"),
                number("max_samples"),
                values.real("workload.threshold"),
                values.real("workload.latency_limit"),
                values.integer("seed"));
    }

    private TrafficPattern pattern() {
        return TrafficPattern.valueOf(values.word("workload.pattern").toUpperCase(Locale.ROOT));
    }

    /** @param items the items of the workload `collectives` */
    Workload build(final List<Item> items) {
        if (values.word(Schema.KIND).equals(Collectives.KIND)) {
            return new Collectives(items, number("iterations"), number("cycles_per_word"), flag("routes_at_once"));
        }
        if (values.word(Schema.KIND).equals(Goal.KIND)) {
            return goal();
        }
        if (values.word(Schema.KIND).equals(DeviceMessages.KIND)) {
            return new DeviceKeys(values).build();
        }
        final Workload motif = new MotifKeys(values).build();
        if (motif != null) {
            return motif;
        }
        final Switches switches = new Switches(flag("epochs"), flag("fences"), flag("barriers"));
        switch (values.word(Schema.KIND)) {
            case "halo3d":
                return new Halo3d(number("iterations"), number("bytes"), background(), switches);
            case "alltoall":
                return new AllToAll(number("iterations"), number("bytes"), switches);
            case "incast":
                return new Incast(number("iterations"), number("bytes"), number("target"), switches);
            case "ring":
                return new Ring(number("iterations"), number("bytes"), switches);
            case "random":
                return new RandomOps(
                        number("ops_per_node"),
                        number("min_bytes"),
                        number("max_bytes"),
                        values.real("workload.put_share"),
                        switches);
            case "barrier_storm":
                return new BarrierStorm(number("instances"), switches);
            default:
                return new Traffic(
                        pattern(), values.real("workload.load"), number("packet_flits"), number("cycles"), switches);
        }
    }
}

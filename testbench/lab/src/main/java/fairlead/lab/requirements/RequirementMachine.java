// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.requirements.RequirementRun.Events;
import fairlead.lab.script.ProgramScript;
import fairlead.lab.script.Scope;
import fairlead.lab.script.ScriptFile;
import fairlead.lab.script.ScriptFile.HostScript;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.DlaLimits;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutorOptions;
import fairlead.node.ExecutorOptions.Fault;
import fairlead.program.Program;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.scenario.Scenario;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Runs one entry of `runs` in a case file: a program, raw commands, or the workload of a scenario. A machine with a
 * fault or a flaw uses the lab library, in which failed assertions of the flawed unit do not end the run.
 */
final class RequirementMachine {
    private static final long LAST_CYCLE = 20_000; // of raw commands
    private static final List<Integer> WINDOWS = List.of(8192, 32768, 16); // SOURCE, LANDING and STATUS of the files

    private final String group;
    private final Map<?, ?> spec;
    private final Scope scope;
    private final Map<String, Object> names;
    private final Scenario scenario;
    private final MachineConfig config;

    /**
     * @param spec the entry
     * @param scope the names that the entry sees
     * @param names those of them that the conditions see as well
     * @param units the units of the user, each with its files
     */
    RequirementMachine(
            String base,
            String group,
            Map<?, ?> spec,
            Scope scope,
            Map<String, Object> names,
            Map<String, List<String>> units) {
        ScriptFile.require(spec, "let seed machine workload run caps asserted draws program host rounds");
        this.group = group;
        this.spec = spec;
        this.scope = scope;
        this.names = names;
        String fault = scope.text("{fault}");
        Map<String, Object> set = new LinkedHashMap<>();
        for (String key : List.of("seed", "machine", "workload", "run")) {
            if (spec.containsKey(key)) {
                set.put(key, spec.get(key));
            }
        }
        List<String> keys = new ArrayList<>(List.of(
                "machine.unsafe.variant=" + scope.text("{flaw}"),
                "machine.unsafe.operand=" + scope.text("{operand}"),
                "faults=[" + (fault.isEmpty() ? "" : "{" + fault + "}") + "]"));
        units.forEach((unit, files) -> keys.add("machine.rtl." + unit + "=['" + String.join("', '", files) + "']"));
        scenario = ScriptFile.scenario(base, set, scope, keys);
        config = limited(scenario.machine());
    }

    /** Returns the machine with caps of an allocation that a scenario refuses, because they exceed the depth. */
    private MachineConfig limited(MachineConfig machine) {
        if (!spec.containsKey("caps")) {
            return machine;
        }
        int cap = Integer.parseInt(scope.text(spec.get("caps")));
        int depth = machine.buffers().dla();
        return machine.change()
                .dla(DlaLimits.of(depth, depth, depth, depth, depth, depth, depth, cap, cap))
                .build();
    }

    /** Tells whether library lab is needed for its assertions, which a library with units of the user has too. */
    private boolean isAsserted() {
        return Boolean.TRUE.equals(spec.get("asserted")) && config.rtl().isEmpty();
    }

    RequirementRun run() {
        if (spec.containsKey("host")) {
            return rounds();
        }
        if (!spec.containsKey("program")) {
            return play(scenario.program(), Map.of(), new Session(plan(scenario.program()), true), null);
        }
        String seed = scope.text(spec.containsKey("draws") ? spec.get("draws") : 1);
        SplittableRandom random = new SplittableRandom(Long.parseLong(seed));
        ProgramScript script = new ProgramScript("requirements", config, WINDOWS, 1, random);
        Program program = script.write(spec.get("program"), scope).build();
        Events events = new Events();
        return play(program, script.ops(), new Session(plan(program), true).keepGoing(), events);
    }

    private RequirementRun play(Program program, Map<String, Integer> ops, Session session, Events events) {
        RunResult result = events == null ? session.run(executor -> {}) : session.run(executor -> {}, events);
        return new RequirementRun(
                group,
                names,
                config,
                events == null ? new Events() : events,
                result,
                ops,
                "",
                result.report().assertionsMuted(),
                hasTwin(config, !scenario.faults().isEmpty()));
    }

    private RunPlan plan(Program program) {
        List<Fault> armed = new ArrayList<>(mutes());
        armed.addAll(scenario.faults());
        MachineConfig opened = spec.containsKey("program")
                ? config.withMessageBase(program.messageBase())
                : scenario.machineFor(program);
        return new RunPlan(
                program.name(),
                program,
                opened,
                of(opened, !armed.isEmpty()),
                new EngineOptions(false, true, 1, isAsserted() || !armed.isEmpty()),
                new ExecutorOptions(256, scenario.run().maxCycles(), false, config.seed(), armed),
                "",
                scenario.run().detect());
    }

    /** Returns the faults that mute the assertions of the flawed unit, so that no assertion ends the run. */
    private List<Fault> mutes() {
        List<Fault> mutes = new ArrayList<>();
        for (int node = 0; config.unsafe().isSet() && node < config.nodes(); node++) {
            mutes.add(new Fault(MuteId.OWN_UNIT, node, 0, 0));
        }
        return mutes;
    }

    /**
     * Runs raw commands. Commands cannot react to events, so with `rounds` they are written again from the events of
     * the run before, until they stay the same.
     */
    private RequirementRun rounds() {
        int most = spec.containsKey("rounds") ? (Integer) spec.get("rounds") : 1;
        RequirementRun run = null;
        List<List<Long>> before = List.of();
        for (long round = 0; round < most; round++) {
            Scope seen = run == null ? scope : scope.with(Scope.RUN, run);
            HostScript script = new HostScript().write(spec.get("host"), seen.with("round", round));
            if (script.commands().equals(before)) {
                return run;
            }
            before = script.commands();
            run = host(script);
        }
        return run;
    }

    private RequirementRun host(HostScript script) {
        CommandBuffer commands = new CommandBuffer();
        int seq = script.into(commands, 0);
        for (Fault mute : mutes()) {
            commands.add(0, mute.node(), 0, TileCommand.FAULT_ARM, mute.id(), 0, 0, 0, seq++);
        }
        Events events = new Events();
        EngineOptions options = new EngineOptions(false, true, 1, isAsserted());
        try (Engine engine = of(config, false).open(config, options)) {
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(LAST_CYCLE);
                events.events(engine.events());
            } while (stop != StopReason.IDLE && stop != StopReason.FAILED && engine.cycle() < LAST_CYCLE);
            return new RequirementRun(
                    group,
                    names,
                    config,
                    events,
                    null,
                    Map.of(),
                    engine.failure(),
                    engine.stats().assertionsMuted(),
                    hasTwin(config, false));
        }
    }

    /**
     * Returns the engines of a run: the RTL in lockstep with the twin, whose first difference ends the run with a
     * {@link fairlead.lockstep.DifferenceException}, or the RTL alone where the twin cannot model a fault or flaw.
     */
    private static EngineFactory of(MachineConfig config, boolean faultsArmed) {
        EngineFactory rtl = new RtlEngineFactory();
        return hasTwin(config, faultsArmed) ? new LockstepFactory(rtl, RequirementMachine::twin) : rtl;
    }

    private static boolean hasTwin(MachineConfig config, boolean faultsArmed) {
        return !faultsArmed && !config.unsafe().isSet() && config.rtl().isEmpty();
    }

    private static Engine twin(MachineConfig config, EngineOptions options) {
        return new ModelEngineFactory()
                .open(config, new EngineOptions(options.hopEvents(), options.skipQuiescent(), 1, false));
    }
}

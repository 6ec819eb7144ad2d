// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import fairlead.engine.Capabilities;
import fairlead.engine.EngineOptions;
import fairlead.machine.MachineConfig;
import fairlead.node.ExecutorOptions;
import fairlead.node.InlineRoom;
import fairlead.openloop.TrafficSpec;
import fairlead.program.DeviceMessage;
import fairlead.program.OpKind;
import fairlead.program.Path;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.workload.pattern.DeviceMessages;
import fairlead.workload.pattern.Workload;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A complete and checked scenario (docs/use/usage.md; `fairlead schema scenario`), made by {@link ScenarioReader}.
 *
 * @param name file name without its extension
 * @param machine the machine without the message base, which the program decides ({@link #machineFor})
 * @param persistent true if inline requests use persistent reservation, false for controlled discard
 * @param openLoop the measurement at the local ports that this scenario requests instead of a program, or null
 * @param exercised the verdicts that must have checked something
 * @param effective every key with its value, nested as in a file
 * @param followed the omitted keys whose default followed from another key, each with that key
 * @param places the place where each key was written, for later messages
 */
public record Scenario(
        String name,
        long seed,
        MachineConfig machine,
        boolean persistent,
        Workload workload,
        TrafficSpec openLoop,
        String engine,
        RunOptions run,
        List<String> exercised,
        List<ExecutorOptions.Fault> faults,
        Map<String, Object> effective,
        Map<String, String> followed,
        Map<String, String> places) {

    /** The `run` section. */
    public record RunOptions(
            int quantum,
            boolean skipQuiescent,
            long maxCycles,
            int threads,
            boolean hops,
            boolean detect,
            boolean counters,
            long strangers) {}

    /** The key of each workload that determines the length of its program. */
    private static final List<String> LENGTHS = List.of(
            "workload.iterations",
            "workload.ops_per_node",
            "workload.instances",
            "workload.cycles",
            "workload.messages");

    /** The kinds of workloads that distinguish I/O tiles and nodes of the torus. */
    private static final List<String> KNOW_IO_TILES = List.of(DeviceMessages.KIND, "collectives");

    /** Returns the measurement at the local ports, or throws a BadInput if the scenario requests a program. */
    public TrafficSpec measurement() {
        if (openLoop == null) {
            throw complaint("workload.at:program");
        }
        return openLoop;
    }

    public ProgramSource source() {
        return new ProgramSource(workload, machine, seed);
    }

    /** Returns the program. If it does not fit the machine, a BadInput names the key to change. */
    public Program program() {
        if (openLoop != null) {
            throw complaint("workload.at:ports");
        }
        if (machine.shape().ioTiles() > 0 && !KNOW_IO_TILES.contains(workload.kind())) {
            throw complaint("machine.io_ratio:kind", workload.kind(), String.join(" and ", KNOW_IO_TILES));
        }
        try {
            return source().build();
        } catch (ProgramException e) {
            String key =
                    switch (e.excess()) {
                        case MEMORY -> "machine.memory_bytes";
                        case OPERATIONS -> LENGTHS.stream()
                                .filter(k -> at(k) != null)
                                .findFirst()
                                .orElse(Schema.KIND);
                        case NONE -> Schema.KIND;
                    };
            throw BadInput.of(List.of(mistake(key, e.getMessage())));
        }
    }

    /** Returns the configuration with which the scenario's machine is opened, with its program if it has one. */
    public MachineConfig opened() {
        return openLoop == null ? machineFor(program()) : machine;
    }

    /**
     * Returns the configuration with which the machine is opened. If the machine can never serve the program, a
     * BadInput names the key to change.
     */
    public MachineConfig machineFor(Program program) {
        boolean inline = program.operations().stream().anyMatch(op -> op.path() == Path.INLINE);
        InlineRoom.Refusal refusal = inline ? InlineRoom.refusal(program, machine, persistent) : null;
        if (refusal != null) {
            throw BadInput.of(List.of(mistake(refusal.key(), refusal.what())));
        }
        int packets = program.operations().stream()
                .filter(op -> op.kind() == OpKind.DEVICE_SEND)
                .mapToInt(op -> DeviceMessage.packets(op.length()))
                .max()
                .orElse(0);
        if (packets > machine.collective().injection()) {
            throw complaint("machine.collective.injection:packets", packets);
        }
        MachineConfig based = machine.withMessageBase(program.messageBase());
        return program.classRoutes().isEmpty()
                ? based
                : based.change()
                        .collective(machine.collective()
                                .withGroups(program.classRoutes())
                                .withTasks(program.routeTasks()))
                        .build();
    }

    public ExecutorOptions executorOptions() {
        ExecutorOptions.Drawn strangers =
                run.strangers() == 0 ? null : new ExecutorOptions.Drawn(run.strangers(), ExecutorOptions.Drawn.ASKED);
        return new ExecutorOptions(run.quantum(), run.maxCycles(), persistent, seed, faults)
                .counting(run.counters())
                .beside(strangers);
    }

    public EngineOptions engineOptions() {
        return new EngineOptions(run.hops(), run.skipQuiescent(), run.threads(), !faults.isEmpty());
    }

    /** Refuses a scenario that the library cannot run. */
    public void check(Capabilities can) {
        check(can, faults.isEmpty() || can.faults());
    }

    /** Refuses buffers and tasks that exceed the library's limits. */
    public void checkDepths(Capabilities can) {
        check(can, true);
    }

    private void check(Capabilities can, boolean hasFaults) {
        Map<String, Integer> limits = DepthKeys.tooLarge(machine.buffers(), path -> at(path) != null, can.most());
        if (machine.buffers().dla() > can.most().dla()) {
            limits.put("machine.buffers.dla", can.most().dla());
        }
        if (Collections.max(machine.tasks()) > can.maxTasks()) {
            limits.put(Schema.TASKS, can.maxTasks());
        }
        Mistake.Log mistakes = new Mistake.Log();
        limits.forEach((path, most) -> mistakes.add(mistake(path, "must be at most " + most + " in this library")));
        if (!hasFaults) {
            mistakes.add(mistake("faults", "the library " + can.variant() + " has no faults"));
        }
        mistakes.report();
    }

    private BadInput complaint(String rule, Object... parts) {
        return BadInput.of(List.of(mistake(rule.split(":")[0], Schema.rule(rule, parts))));
    }

    private Mistake mistake(String path, String what) {
        Object value = at(path);
        return new Mistake(places.getOrDefault(path, name), path, value == null ? "" : String.valueOf(value), what);
    }

    public Object at(String path) {
        Object value = effective;
        for (String key : path.split("\\.")) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return value;
    }

    /** Returns the effective configuration as a scenario file, with a comment for each default that followed. */
    public String toYaml() {
        StringBuilder text = new StringBuilder();
        followed.forEach((path, from) ->
                text.append("# " + path + " = " + at(path) + " follows from " + from + " = " + at(from) + "\n"));
        YAMLFactory yaml = new YAMLFactory()
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES);
        try {
            return text + new ObjectMapper(yaml).writeValueAsString(effective);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Everything on which a program depends. Equal sources build equal programs.
     *
     * @param machine the machine, without depths and limits unless the workload's program depends on them
     */
    public record ProgramSource(Workload workload, MachineConfig machine, long seed) {
        public ProgramSource {
            machine = workload.seesDepths() ? machine : machine.withoutDepths();
        }

        /** Builds the program, or throws a ProgramException if the machine cannot hold it. */
        public Program build() {
            return workload.build(machine, seed);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import fairlead.engine.EngineOptions;
import fairlead.evaluate.Campaign;
import fairlead.lab.script.ProgramScript;
import fairlead.lab.script.Scope;
import fairlead.lab.script.ScriptFile;
import fairlead.machine.Depths;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineConfig.MachineBuilder;
import fairlead.program.Program;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** The controls of testbench/lab/cases/controls; docs/understand/deadlock.md lists the others with the reason. */
public final class Controls {
    private static final EngineOptions HOPS = new EngineOptions(true, true, 1, false);
    private static final String[] KEYS =
            "text stage cycle kind flaw node operand let machine unchecked hops max_cycles program".split(" ");
    private static final int MANY = 1024; // of a limit of the DLA that has no effect
    private static final List<Integer> WINDOWS = List.of(1 << 16, 1 << 18, 64); // sources, LANDING, and a word after it

    private Controls() {}

    /**
     * A machine and a program with a known verdict: a negative control has a flaw that must be found, a positive
     * control has no flaw and must raise no alarm.
     *
     * @param id the number in docs/understand/deadlock.md; it begins with P for a positive control
     * @param text a description of the machine and its flaw
     * @param stage the stage that must find the flaw: static, run, run (endpoint), assertion, refused; or none
     * @param cycle the length of the shortest cycle that the static check must find; 0 means no cycle
     * @param kind the kind of deadlock_freedom that the run must report, or the assertion that must end the run; with
     *      none the network must drain
     * @param options the engine options, with hop events where the kind needs them
     * @param maxCycles the cycle in which the run ends at the latest
     */
    public record Control(
            String id,
            String text,
            String stage,
            @JsonProperty("expectedCycle") int cycle,
            @JsonProperty("expectedKind") String kind,
            @JsonIgnore MachineConfig machine,
            @JsonIgnore Program program,
            @JsonIgnore EngineOptions options,
            @JsonIgnore long maxCycles) {

        private Control with(Map<String, List<String>> units) {
            MachineConfig own = machine.change().rtl(units).build();
            return new Control(id, text, stage, cycle, kind, own, program, options, maxCycles);
        }

        /** Tells whether the flaw is in library lab, which has no units of the user. */
        boolean isUnseeded() {
            return !machine.rtl().isEmpty() && machine.unsafe().isSet();
        }

        @JsonProperty("positive")
        boolean isPositive() {
            return id.startsWith("P");
        }

        /** Tells whether it must produce a knot of link VCs, whose closing cycle an independent search finds. */
        boolean isRing() {
            return stage.equals("run");
        }
    }

    /**
     * @param control which stands in the JSON by those of its fields that it names
     * @param staticCycle the length of the shortest cycle of the static check; 0 means safe
     * @param kind the reported kind of deadlock_freedom, or the assertion that ended the run; none if the network
     *      drained, {@link #NOT_SEEDED} if nothing was run
     * @param closedAt the cycle in which, by an independent search, the knot closes, or -1
     * @param reportedAt the cycle of the detector's report, or -1
     * @param bound the greatest number of cycles that the report may take, or -1
     * @param tileCycles the number of nodes times the number of cycles
     * @param detail the first line of the verdict
     * @param passed whether all results are as the control expects
     */
    public record Result(
            @JsonUnwrapped Control control,
            int staticCycle,
            String kind,
            long closedAt,
            long reportedAt,
            long bound,
            long tileCycles,
            String detail,
            boolean passed) {
        static final String NOT_SEEDED = "not seeded";

        boolean isUnseeded() {
            return kind.equals(NOT_SEEDED);
        }
    }

    static List<Control> all() {
        Path folder = ScriptFile.at("controls");
        String base = ScriptFile.text(folder.resolve("machine.yaml"));
        List<Control> all = new ArrayList<>();
        for (String name : List.of("negative.yaml", "positive.yaml")) {
            Map<?, ?> file = ScriptFile.read(folder.resolve(name));
            ScriptFile.require(file, "let", "blocks", "controls");
            Scope.empty()
                    .blocks((Map<?, ?>) file.get("blocks"))
                    .define((Map<?, ?>) file.get("let"))
                    .each(
                            file.get("controls"),
                            (id, value, scope) -> all.add(control(base, id, (Map<?, ?>) value, scope)));
        }
        return List.copyOf(all);
    }

    private static Control control(String base, String id, Map<?, ?> spec, Scope outer) {
        ScriptFile.require(spec, KEYS);
        Scope scope = outer.define((Map<?, ?>) spec.get("let"));
        List<String> keys = new ArrayList<>(List.of(scope.text("machine.shape=[{kx}, {ky}, {kz}]")));
        for (String key : List.of("variant", "node", "operand")) {
            Object value = spec.get(key.equals("variant") ? "flaw" : key);
            if (value != null) {
                keys.add("machine.unsafe." + key + "=" + value);
            }
        }
        Map<?, ?> machine = spec.get("machine") instanceof Map<?, ?> own ? own : Map.of();
        Scenario scenario = ScriptFile.scenario(base, Map.of("machine", machine), scope, keys);
        MachineConfig config = unchecked(scenario.machine(), (Map<?, ?>) spec.get("unchecked"), scope);
        Program program = new ProgramScript(id, config, WINDOWS, 0, new SplittableRandom(1))
                .write(Map.of("use", spec.get("program")), scope)
                .build();
        return new Control(
                id,
                scope.text(spec.get("text")),
                String.valueOf(spec.get("stage")),
                spec.get("cycle") instanceof Integer cycle ? cycle : 0,
                String.valueOf(spec.get("kind")),
                config.withMessageBase(program.messageBase()),
                program,
                Boolean.TRUE.equals(spec.get("hops")) ? HOPS : EngineOptions.DEFAULT,
                spec.get("max_cycles") instanceof Integer cycles
                        ? cycles
                        : scenario.run().maxCycles());
    }

    /**
     * Returns the machine with values that a scenario refuses: those of `unchecked`, and limits above the DLA's depth.
     */
    private static MachineConfig unchecked(MachineConfig machine, Map<?, ?> values, Scope scope) {
        DlaLimits many = DlaLimits.of(machine.buffers().dla(), MANY, MANY, MANY, MANY, MANY, MANY, MANY, MANY);
        MachineBuilder free = machine.change().dla(many.with(machine.dla().options()));
        if (values == null) {
            return free.build();
        }
        ScriptFile.require(values, "link_vc", "software");
        if (values.containsKey("software")) {
            int software = Integer.parseInt(scope.text(values.get("software")));
            Latency l = machine.latency();
            return free.latency(new Latency(l.link(), l.credit(), l.memory(), software, l.barrier(), l.jitter()))
                    .build();
        }
        int depth = Integer.parseInt(scope.text(values.get("link_vc")));
        return free.buffers(machine.buffers().withLinks(Depths.of(Depths.LINKS, depth)))
                .build();
    }

    public static List<String> ids() {
        return all().stream().map(Control::id).toList();
    }

    /**
     * Runs controls one after the other.
     *
     * @param ids the controls to run; if empty, all
     * @param units the units of the user, each with its files, in every machine without a flaw
     * @param done a listener that gets each result at once
     */
    public static List<Result> run(List<String> ids, Map<String, List<String>> units, Consumer<Result> done)
            throws IOException {
        List<Control> chosen = all().stream()
                .filter(c -> ids.isEmpty() || ids.contains(c.id()))
                .map(c -> c.with(units))
                .toList();
        return Campaign.run(chosen, 1, ControlRun::of, (control, result) -> done.accept(result));
    }
}

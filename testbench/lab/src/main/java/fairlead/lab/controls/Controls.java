// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.engine.EngineOptions;
import fairlead.lab.script.ProgramScript;
import fairlead.lab.script.Scope;
import fairlead.lab.script.ScriptFile;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.Latency;
import fairlead.machine.LinkDepths;
import fairlead.machine.MachineConfig;
import fairlead.program.Program;
import fairlead.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The controls of testbench/lab/cases/controls; docs/understand/deadlock.md lists the others with the reason. */
public final class Controls {
    private static final EngineOptions HOPS = new EngineOptions(true, true, 1, false);
    private static final int MANY = 1024; // of a limit of the DLA that has no effect
    private static final List<Integer> WINDOWS = List.of(1 << 16, 1 << 18, 64); // sources, LANDING, and a word after it

    private Controls() {}

    static List<Control> all() {
        final Path folder = ScriptFile.at("controls");
        final String base = ScriptFile.text(folder.resolve("machine.yaml"));
        final List<Control> all = new ArrayList<>();
        for (final String name : List.of("negative.yaml", "positive.yaml")) {
            final Map<?, ?> file = ScriptFile.read(folder.resolve(name));
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

    private static Control control(final String base, final String id, final Map<?, ?> spec, final Scope outer) {
        ScriptFile.require(
                spec,
                "text",
                "stage",
                "cycle",
                "kind",
                "flaw",
                "node",
                "operand",
                "let",
                "machine",
                "unchecked",
                "hops",
                "max_cycles",
                "program");
        final Scope scope = outer.define((Map<?, ?>) spec.get("let"));
        final List<String> keys = new ArrayList<>(List.of(scope.text("machine.shape=[{kx}, {ky}, {kz}]")));
        for (final String key : List.of("variant", "node", "operand")) {
            final Object value = spec.get(key.equals("variant") ? "flaw" : key);
            if (value != null) {
                keys.add("machine.unsafe." + key + "=" + value);
            }
        }
        final Map<?, ?> machine = spec.get("machine") instanceof Map<?, ?> own ? own : Map.of();
        final Scenario scenario = ScriptFile.scenario(base, Map.of("machine", machine), scope, keys);
        final MachineConfig config = unchecked(scenario.machine(), (Map<?, ?>) spec.get("unchecked"), scope);
        final Program program = new ProgramScript(id, config, WINDOWS, false, 1)
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

    /** Returns the machine with values that a scenario refuses: those of `unchecked`, and limits above the DLA's depth. */
    private static MachineConfig unchecked(final MachineConfig machine, final Map<?, ?> values, final Scope scope) {
        final Buffers b = machine.buffers();
        final Latency l = machine.latency();
        final MachineConfig free = machine.change()
                .dla(new DlaLimits(
                        b.dla(),
                        MANY,
                        MANY,
                        MANY,
                        MANY,
                        MANY,
                        MANY,
                        MANY,
                        MANY,
                        machine.dla().options()))
                .build();
        if (values == null) {
            return free;
        }
        ScriptFile.require(values, "link_vc", "software");
        if (values.containsKey("software")) {
            final int software = Integer.parseInt(scope.text(values.get("software")));
            return free.change()
                    .latency(new Latency(l.link(), l.credit(), l.memory(), software, l.barrier(), l.jitter()))
                    .build();
        }
        final int depth = Integer.parseInt(scope.text(values.get("link_vc")));
        return free.change().buffers(b.with(LinkDepths.of(depth))).build();
    }

    public static List<String> ids() {
        return all().stream().map(Control::id).toList();
    }

    /**
     * Runs controls one after the other.
     *
     * @param ids the controls to run; if empty, all
     * @param done a listener that gets each result at once
     */
    public static List<ControlResult> run(final List<String> ids, final Consumer<ControlResult> done) {
        final List<ControlResult> results = new ArrayList<>();
        for (final Control control : all()) {
            if (ids.isEmpty() || ids.contains(control.id())) {
                final ControlResult result = ControlRun.of(control);
                done.accept(result);
                results.add(result);
            }
        }
        return results;
    }
}

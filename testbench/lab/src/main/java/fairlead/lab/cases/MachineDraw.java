// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.lab.script.DrawScript;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import fairlead.machine.Shape;
import fairlead.machine.TableSizes.Table;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Draws the `machine` section of a scenario as machines.yaml says. */
final class MachineDraw {
    private MachineDraw() {}

    /** Returns the file machines.yaml with what its blocks refer to. */
    static DrawScript script(SplittableRandom random, Capabilities limits) {
        MachineStructure structure = MachineStructure.loaded();
        return new DrawScript(MachineDraw.class, "machines.yaml", random, null)
                .with("limits", limits)
                .with("has_structure", !structure.equals(MachineStructure.STANDARD))
                .with("structure", structure.keys())
                .with("has_adaptive", structure.hasAdaptiveVcs())
                .with("has_collective", OptionalUnit.COLLECTIVE.isHere())
                .with("Machine", MachineConfig.class)
                .with("Mix", Mix.class)
                .with("Shape", Shape.class)
                .with("tables", Arrays.stream(Table.values()).map(Table::name).toList())
                .with(
                        "full_tables",
                        Arrays.stream(Table.values())
                                .map(table -> (long) table.most())
                                .toList());
    }

    /** Draws the section; the script goes on with what it has drawn. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> draw(DrawScript script, Capabilities limits) {
        Map<String, Object> machine = script.keys("machine");
        if (limits.dlaChannels() == 0) {
            machine.put("dla", new LinkedHashMap<>());
        }
        return machine;
    }
}

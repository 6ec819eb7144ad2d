// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.engine.EngineOptions;
import fairlead.evaluate.Worker.Question;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.rtl.OwnUnits;
import fairlead.rtl.OwnUnits.RefusedUnit;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.StaticEvidence;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.search.BufferUnit.At;
import fairlead.twin.fabric.ModelEngineFactory;
import java.io.Serializable;
import java.util.Map;

/**
 * What is known of a point before it is simulated. A process with the structure of the point finds it, which need not
 * be the structure of this process. A point that is not legal is bad input.
 *
 * @param engine the engine that simulates it: the RTL if it has units of the user, which the twin does not know
 * @param load flits per node and cycle that may be offered at the local ports, or null for a program
 * @param deadlock the network that can deadlock, or null if it cannot or that was not asked
 * @param bitsByKind storage bits of the usable buffers of one node, by the name of the buffer in a scenario
 * @param units the units with these buffers, each with the number of its instances
 * @param nodes the number of nodes
 */
public record PointFacts(
        String engine,
        Integer load,
        String deadlock,
        Map<String, Long> bitsByKind,
        Map<At, Double> units,
        int nodes,
        MachineStructure structure)
        implements Serializable {
    /** Returns the storage bits of the usable buffers of one node. */
    public long bits() {
        return bitsByKind.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The question for the facts of a point.
     *
     * @param proven whether it is known that no machine of the study can deadlock
     * @param limits whether the limits of its engine are checked too
     */
    public record Find(boolean proven, boolean limits) implements Question<PointFacts> {
        @Override
        public PointFacts of(Scenario scenario) {
            MachineConfig machine = scenario.machine();
            boolean own = !machine.rtl().isEmpty();
            try {
                OwnUnits.require(machine.rtl()); // before the workers need it, which may not work for so long
            } catch (RefusedUnit e) {
                throw new BadInput(e.lines());
            }
            if (limits) {
                scenario.check(
                        own
                                ? new RtlEngineFactory().capabilities(machine, EngineOptions.DEFAULT)
                                : ModelEngineFactory.capabilities());
            }
            UsableBuffers usable = UsableBuffers.of(scenario);
            return new PointFacts(
                    own ? "rtl" : "model",
                    scenario.openLoop() == null ? null : scenario.measurement().inject(),
                    proven || StaticEvidence.of(machine).isSafe() ? null : machine.shape() + " " + machine.routing(),
                    usable.bitsByKind(),
                    usable.units(),
                    machine.nodes(),
                    MachineStructure.loaded());
        }
    }
}

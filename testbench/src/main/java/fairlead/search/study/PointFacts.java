// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.deadlock.graph.CheckResult;
import fairlead.deadlock.graph.StaticCheck;
import fairlead.evaluate.StructureCode;
import fairlead.machine.LinkDepths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import fairlead.scenario.OtherStructure;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of a point before it is simulated. The code with the structure of the point finds it, which need not be
 * the structure of this process; therefore a fact is a number or a text. A point that is not legal is bad input.
 *
 * @param load flits per node and cycle that may be offered at the local ports, or null for a program
 * @param deadlock the network that can deadlock, or null if it cannot or that was not asked
 * @param bits storage bits of the usable buffers of one node
 * @param usable these buffers, or null if they are of another structure than that of this process
 */
public record PointFacts(Integer load, String deadlock, long bits, UsableBuffers usable) {
    /**
     * Finds the facts of a point.
     *
     * @param proven whether it is known that no machine of the study can deadlock
     * @param limits whether the limits of the twin are checked too
     */
    static PointFacts of(
            final Path scenario, final List<String> overrides, final boolean proven, final boolean limits) {
        try {
            return of(ScenarioReader.read(scenario, overrides), proven, limits);
        } catch (final OtherStructure e) {
            final Object[] facts = (Object[])
                    StructureCode.call(e, PointFacts.class, "find", scenario.toString(), overrides, proven, limits);
            return new PointFacts((Integer) facts[0], (String) facts[1], (Long) facts[2], null);
        }
    }

    private static PointFacts of(final Scenario scenario, final boolean proven, final boolean limits) {
        if (limits) {
            scenario.check(ModelEngineFactory.capabilities());
        }
        final MachineConfig machine = scenario.machine();
        final UsableBuffers usable = UsableBuffers.of(scenario);
        return new PointFacts(
                scenario.openLoop() == null ? null : scenario.measurement().inject(),
                proven || Safety.of(machine).safe() ? null : machine.shape() + " " + machine.routing(),
                BufferBits.of(usable),
                usable);
    }

    /** The facts as objects of the JDK: load, deadlock and bits. */
    public static Object[] find(
            final String scenario, final List<String> overrides, final boolean proven, final boolean limits) {
        final PointFacts facts = of(ScenarioReader.read(Path.of(scenario), overrides), proven, limits);
        return new Object[] {facts.load, facts.deadlock, facts.bits};
    }

    /** Returns the lines of {@link UsableBuffers#warnings(Scenario, List)}. */
    @SuppressWarnings("unchecked")
    public static List<String> warnings(final String scenario, final List<String> overrides, final List<String> asked) {
        try {
            return UsableBuffers.warnings(ScenarioReader.read(Path.of(scenario), overrides), asked);
        } catch (final OtherStructure e) {
            return (List<String>) StructureCode.call(e, PointFacts.class, "warnings", scenario, overrides, asked);
        }
    }

    /** Returns the whole scenario of a point. */
    public static String yaml(final String scenario, final List<String> overrides) {
        try {
            return ScenarioReader.read(Path.of(scenario), overrides).toYaml();
        } catch (final OtherStructure e) {
            return (String) StructureCode.call(e, PointFacts.class, "yaml", scenario, overrides);
        }
    }

    /** Returns the bits of a point by kind of buffer. */
    @SuppressWarnings("unchecked")
    public static Map<String, Long> bitsByKind(final String scenario, final List<String> overrides) {
        try {
            return BufferBits.byKind(UsableBuffers.of(ScenarioReader.read(Path.of(scenario), overrides)));
        } catch (final OtherStructure e) {
            return (Map<String, Long>) StructureCode.call(e, PointFacts.class, "bitsByKind", scenario, overrides);
        }
    }

    /**
     * The static check of the machines of a search. Machines that differ only in depths that do not matter to the check
     * share one result.
     */
    private static final class Safety {
        private record Network(
                Shape shape,
                Routing routing,
                VcRule rule,
                int ports,
                int slots,
                boolean bypass,
                boolean deep,
                Unsafe flaw) {}

        private static final Map<Network, CheckResult> KNOWN = new ConcurrentHashMap<>();

        private Safety() {}

        /** Returns whether and why the machine can deadlock. */
        public static CheckResult of(final MachineConfig machine) {
            final Routing routing = machine.routing();
            final LinkDepths depths = machine.buffers().links();
            final Network network = new Network(
                    machine.shape(),
                    routing,
                    machine.vcRule(),
                    machine.localPorts(),
                    routing.slots(depths.leastEscape()),
                    machine.dla().options().bypass(),
                    depths.tooShallow(routing) < 0,
                    machine.unsafe());
            return KNOWN.computeIfAbsent(network, n -> StaticCheck.of(machine).check(machine.shape()));
        }
    }
}

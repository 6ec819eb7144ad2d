// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.deadlock.graph.CheckResult;
import fairlead.deadlock.graph.StaticCheck;
import fairlead.machine.LinkDepths;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The static check of the machines of a search. Machines that differ only in depths that do not matter to the check
 * share one result.
 */
public final class Safety {
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

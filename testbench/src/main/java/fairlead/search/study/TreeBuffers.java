// SPDX-License-Identifier: Apache-2.0
package fairlead.search.study;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.ClassRoute;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.run.Programs;
import fairlead.scenario.Scenario;
import fairlead.scenario.Scenario.ProgramSource;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The buffers of the collective network in one node that a program can use. A channel is usable if the program has a
 * class route for it, and that of messages if it has messages. A link is usable by a channel if some node of one of its
 * class routes has it. An injection or reception FIFO of a class route has room for two of the longest packets,
 * whatever its depth above 1; one of messages has room for as many packets as it is deep.
 *
 * @param routes number of usable channels of class routes
 * @param messages whether the channel of messages is usable
 * @param links number of usable pairs of a link and a channel
 * @param linkDepth flits of a buffer behind a link
 * @param injection packets of an injection FIFO
 * @param reception packets of a reception FIFO
 */
public record TreeBuffers(int routes, boolean messages, int links, int linkDepth, int injection, int reception) {
    /** A network that a program does not use. */
    public static final TreeBuffers NONE = new TreeBuffers(0, false, 0, 1, 1, 1);

    private static final String KEY = "machine.collective.";

    /** What a program uses, at any depths. */
    private record Use(int routes, boolean messages, int links) {}

    private static final Map<ProgramSource, Use> KNOWN = new ConcurrentHashMap<>();

    /** Returns what the program of a scenario uses. A scenario whose machine cannot serve its program is bad input. */
    static TreeBuffers of(Scenario scenario) {
        if (scenario.openLoop() != null) {
            return NONE;
        }
        CollectiveNetwork network = scenario.machine().collective();
        Use use = KNOWN.get(scenario.source());
        if (use == null || use.messages) { // messages may be too long for the injection FIFO, which is said here
            Program program = Programs.of(scenario);
            use = use(scenario.machineFor(program), program);
            KNOWN.put(scenario.source(), use);
        }
        return use.routes == 0 && !use.messages
                ? NONE
                : new TreeBuffers(
                        use.routes,
                        use.messages,
                        use.links,
                        network.linkDepth(),
                        network.injection(),
                        network.reception());
    }

    private static Use use(MachineConfig machine, Program program) {
        BitSet called = new BitSet();
        BitSet sent = new BitSet();
        for (Operation op : program.operations()) {
            if (op.kind() == OpKind.TREE) {
                called.set(op.classRoute());
            } else if (op.kind() == OpKind.DEVICE_SEND) {
                sent.set(op.classRoute());
            }
        }
        long[] words = machine.collective().classRoutes(machine.nodes());
        int ofCalls =
                called.stream().map(r -> Integer.bitCount(links(words, r))).sum();
        int ofMessages = sent.stream().map(r -> links(words, r)).reduce(0, (x, y) -> x | y);
        return new Use(called.cardinality(), !sent.isEmpty(), ofCalls + Integer.bitCount(ofMessages));
    }

    /** Returns the mask of the links that some node has in a class route. */
    private static int links(long[] words, int route) {
        int used = 0;
        for (long word : words) {
            long field = word >>> HwLayout.CLASS_ROUTE_STRIDE * route;
            used |= (int) (field >> ClassRoute.PARENT_LSB | field >> ClassRoute.CHILDREN_LSB);
        }
        return used & (1 << HwLayout.TREE_LINKS) - 1;
    }

    public int channels() {
        return routes + (messages ? 1 : 0);
    }

    /**
     * Returns a line if the program leaves channels unused whose depths the scenario gives.
     *
     * @param asked keys whose values matter, beside those that differ from the default
     */
    static List<String> warnings(Scenario scenario, List<String> asked) {
        TreeBuffers usable = of(scenario);
        CollectiveNetwork network = scenario.machine().collective();
        CollectiveNetwork usual = CollectiveNetwork.UNUSED;
        if (usable.channels() == HwLayout.TREE_CHANNELS) {
            return List.of();
        }
        Map<String, Boolean> given = Map.of(
                KEY + "link_depth",
                network.linkDepth() != usual.linkDepth(),
                KEY + "injection",
                network.injection() != usual.injection(),
                KEY + "reception",
                network.reception() != usual.reception());
        List<String> keys = given.keySet().stream()
                .filter(key -> given.get(key) || asked.contains(key))
                .sorted()
                .toList();
        if (keys.isEmpty() && usable.channels() == 0) {
            return List.of();
        }
        String what = keys.isEmpty() ? "machine.collective" : String.join(", ", keys);
        return List.of(
                usable.channels() == 0
                        ? what + ": the program does not use the collective network; its buffers are not counted"
                        : what + ": the program uses " + usable.channels() + " of the " + HwLayout.TREE_CHANNELS
                                + " channels of the collective network; the buffers of the others are not counted");
    }
}

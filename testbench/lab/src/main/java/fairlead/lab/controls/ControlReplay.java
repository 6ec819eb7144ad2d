// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.networks.NetworkCase;
import fairlead.lab.networks.Trace;
import fairlead.lab.networks.Trace.Stuck;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.Program;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.Session;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The replay, on the RTL, of a deadlock that the network query has found. The packets of the knot, each of 17 flits,
 * are injected at such times that all reach their buffers at the same time; a buffer has 17 flits for each packet. The
 * machine has the same flaw, and no other packet is sent.
 *
 * @param expected the buffers of the query's knot, as node, port and VC
 * @param found the buffers of the detector's knot; empty if the detector reports none
 * @param blocked the number of VCs that wait for each other forever, or for such VCs
 * @param kind the reported kind of deadlock_freedom
 * @param reportedAt the cycle of the report, or -1
 */
public record ControlReplay(Set<String> expected, Set<String> found, int blocked, String kind, long reportedAt) {
    private static final int PAYLOAD = (HwLayout.MAX_PACKET_FLITS - 1) * HwLayout.FLIT_BYTES;
    /** Number of cycles per hop of a head flit, in the router and on the link. */
    private static final int HOP = 4;

    private static final long MAX_CYCLES = 20_000;

    /**
     * Tells whether exactly the buffers of the query are blocked. The detector reports a shortest ring of waits: all
     * these buffers or, where packets have several choices, a subset with one choice per packet.
     */
    public boolean same() {
        return !found.isEmpty() && expected.containsAll(found) && blocked == expected.size();
    }

    /** Tells whether the faults build has the flaw of this question. */
    public static boolean isPossible(final NetworkCase question) {
        return machine(question) != null;
    }

    private static Testbed machine(final NetworkCase question) {
        final Shape shape = question.shape();
        final int depth = question.capacity() * HwLayout.MAX_PACKET_FLITS;
        final Testbed machine =
                new Testbed(shape.kx(), shape.ky(), shape.kz()).depths(depth, HwLayout.MAX_PACKET_FLITS, 4);
        return switch (question.rules().name()) {
            case "N01" -> machine.unsafe(UnsafeVariant.ONE_VC);
            case "N06" -> machine.routing(Routing.ADAPTIVE).unsafe(UnsafeVariant.NO_ESCAPE);
                // with age arbitration a packet in transit always wins against an injected one, so round robin is used
            case "N09" -> machine.routing(Routing.BUBBLE).roundRobin().unsafe(UnsafeVariant.BUBBLE_ONE);
            default -> null;
        };
    }

    /** Sends the packets of the trace's knot on the RTL and compares the blocked buffers. */
    public static ControlReplay of(final NetworkCase question, final Trace trace) {
        return run(machine(question), question.shape(), trace);
    }

    private static ControlReplay run(final Testbed machine, final Shape shape, final Trace trace) {
        final int most = trace.witness().stream().mapToInt(Stuck::hops).max().orElse(0);
        final List<int[]> puts = new ArrayList<>();
        final Set<String> expected = new TreeSet<>();
        final int[] sent = new int[shape.nodes()];
        for (final Stuck stuck : trace.witness()) {
            final int src = stuck.sent().src();
            // packets of one node are sent by different tasks and so use both ports
            puts.add(new int[] {src, stuck.sent().dst(), HOP * (most - stuck.hops()), sent[src]++});
            expected.add(place(shape.neighbour(stuck.node(), stuck.direction()), stuck.direction() ^ 1, stuck.v()));
        }
        machine.tasks(Arrays.stream(sent).max().orElse(1));
        final Program program = Senders.timed(machine, PAYLOAD, puts);
        final MachineConfig config = machine.config().withMessageBase(program.messageBase());
        final RunPlan plan = new RunPlan(
                "replay",
                program,
                config,
                new RtlEngineFactory(),
                EngineOptions.DEFAULT,
                ExecutorOptions.of(64, MAX_CYCLES),
                "");
        final Verdict verdict = new Session(plan, true)
                .keepGoing()
                .run(executor -> {})
                .report()
                .verdicts()
                .get(0);
        final Set<String> found = new TreeSet<>();
        final Object knot = verdict.extra().get("knot");
        for (final Object member : knot == null ? List.of() : (List<?>) knot) {
            final Map<?, ?> at = (Map<?, ?>) member;
            found.add(place((int) at.get("node"), (int) at.get("port"), (int) at.get("vc")));
        }
        return new ControlReplay(
                expected,
                found,
                knot == null ? 0 : ((Number) verdict.extra().get("blocked")).intValue(),
                String.valueOf(verdict.extra().get("kind")),
                knot == null ? -1 : ((Number) verdict.extra().get("reported_at")).longValue());
    }

    private static String place(final int node, final int port, final int vc) {
        return "node " + node + " port " + port + " VC " + vc;
    }
}

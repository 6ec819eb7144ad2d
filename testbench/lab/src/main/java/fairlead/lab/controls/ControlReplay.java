// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.lab.networks.NetworkCase;
import fairlead.lab.networks.Trace;
import fairlead.lab.networks.Trace.Stuck;
import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineConfig.MachineBuilder;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
    private static final int HOP = 4; // number of cycles per hop of a head flit, in the router and on the link

    private static final long MAX_CYCLES = 20_000;
    private static final int MEMORY_BYTES = 1 << 19;

    /**
     * Tells whether exactly the buffers of the query are blocked. The detector reports a shortest ring of waits: all
     * these buffers or, where packets have several choices, a subset with one choice per packet.
     */
    public boolean same() {
        return !found.isEmpty() && expected.containsAll(found) && blocked == expected.size();
    }

    public static boolean isPossible(NetworkCase question) {
        return flawed(question, 1) != null;
    }

    private static MachineConfig flawed(NetworkCase question, int tasks) {
        MachineBuilder machine = MachineConfig.of(question.shape())
                .latency(new Latency(2, 2, 8, 16, 8, 0))
                .buffers(new Buffers(
                        question.capacity() * HwLayout.MAX_PACKET_FLITS, HwLayout.MAX_PACKET_FLITS, 16, 16, 64, 4))
                .memoryBytes(MEMORY_BYTES)
                .tasks(tasks);
        return switch (question.rules().name()) {
            case "N01" -> machine.unsafe(Unsafe.everywhere(UnsafeVariant.ONE_VC))
                    .build();
            case "N06" -> machine.routing(Routing.ADAPTIVE)
                    .unsafe(Unsafe.everywhere(UnsafeVariant.NO_ESCAPE))
                    .build();
                // with age arbitration a packet in transit always wins against an injected one, so round robin is used
            case "N09" -> machine.routing(Routing.BUBBLE)
                    .arbitration(Arbitration.ROUND_ROBIN)
                    .unsafe(Unsafe.everywhere(UnsafeVariant.BUBBLE_ONE))
                    .build();
            default -> null;
        };
    }

    /** Sends the packets of the trace's knot on the RTL and compares the blocked buffers. */
    public static ControlReplay of(NetworkCase question, Trace trace) {
        Shape shape = question.shape();
        int most = trace.witness().stream().mapToInt(Stuck::hops).max().orElse(0);
        List<int[]> puts = new ArrayList<>();
        Set<String> expected = new TreeSet<>();
        int[] sent = new int[shape.nodes()];
        for (Stuck stuck : trace.witness()) {
            int src = stuck.sent().src();
            // packets of one node are sent by different tasks and so use both ports
            puts.add(new int[] {src, stuck.sent().dst(), HOP * (most - stuck.hops()), sent[src]++});
            expected.add(place(shape.neighbour(stuck.node(), stuck.direction()), stuck.direction() ^ 1, stuck.v()));
        }
        int tasks = Arrays.stream(sent).max().orElse(1);
        Program program = timed(shape, tasks, puts);
        MachineConfig config = flawed(question, tasks).withMessageBase(program.messageBase());
        RunPlan plan = new RunPlan(
                "replay",
                program,
                config,
                new RtlEngineFactory(),
                EngineOptions.DEFAULT,
                ExecutorOptions.of(64, MAX_CYCLES),
                "");
        RunResult run = new Session(plan, true).keepGoing().run(executor -> {});
        Verdict verdict = run.report().verdicts().get(0);
        Set<String> found = new TreeSet<>();
        Object knot = verdict.extra().get("knot");
        for (Object member : knot == null ? List.of() : (List<?>) knot) {
            Map<?, ?> at = (Map<?, ?>) member;
            found.add(place((int) at.get("node"), (int) at.get("port"), (int) at.get("vc")));
        }
        return new ControlReplay(
                expected,
                found,
                knot == null ? 0 : ((Number) verdict.extra().get("blocked")).intValue(),
                String.valueOf(verdict.extra().get("kind")),
                knot == null ? -1 : ((Number) verdict.extra().get("reported_at")).longValue());
    }

    /** Returns a program of single-packet puts, each given as {source, destination, first cycle, task}. */
    private static Program timed(Shape shape, int tasks, List<int[]> puts) {
        ProgramBuilder program =
                new ProgramBuilder("replay", shape, Collections.nCopies(shape.nodes(), tasks), MEMORY_BYTES);
        int source = program.windows().everywhere("source", PAYLOAD);
        int landing = program.windows().everywhere("landing", PAYLOAD * puts.size());
        for (int i = 0; i < puts.size(); i++) {
            int[] put = puts.get(i);
            program.task(put[0], put[3])
                    .add(Ops.put(put[1], source, landing + PAYLOAD * i, PAYLOAD, 0)
                            .notBefore(put[2]));
        }
        return program.build();
    }

    private static String place(int node, int port, int vc) {
        return "node " + node + " port " + port + " VC " + vc;
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.VcState;
import fairlead.lockstep.DifferenceException;
import fairlead.lockstep.LockstepFactory;
import fairlead.lockstep.Monitor;
import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.Depths;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.VcRule;
import fairlead.node.ExecutorOptions;
import fairlead.plan.Plans;
import fairlead.rtl.RtlEngineFactory;
import fairlead.run.RunPlan;
import fairlead.support.Runs;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In every cycle the routers of RTL and twin have the same state and hops, on machines that load their routers. */
@Tag("lab")
@Tag("M-35")
class RouterLockstepTest {
    private static final long MAX_CYCLES = 60_000;
    private static final long LEAST = 200;

    /** Returns how many occupied VCs were compared. */
    private static long run(String yaml, UnaryOperator<MachineConfig> twin) {
        RunPlan plan = Plans.of(Runs.scenario(yaml));
        long[] compared = {0};
        Monitor monitor = new Monitor() {
            @Override
            public void states(long cycle, long[] vcs) {
                compared[0] += Arrays.stream(vcs)
                        .filter(word -> VcState.occupancy(word) > 0)
                        .count();
            }
        };
        EngineFactory model = (machine, options) -> new ModelEngineFactory().open(twin.apply(machine), options);
        EngineFactory both = (machine, options) -> new LockstepFactory(new RtlEngineFactory(), model)
                .watched(1, monitor)
                .open(machine, new EngineOptions(true, true, 1, false));
        ExecutorOptions every = ExecutorOptions.of(1, MAX_CYCLES);
        Runs.run(new RunPlan(plan.name(), plan.program(), plan.machine(), both, plan.engineOptions(), every, ""));
        return compared[0];
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "3x2x2 | kind: random, ops_per_node: 20, max_bytes: 600 | ''",
                "4x4x2 | kind: traffic, load: 0.6, packet_flits: 8, cycles: 400 | ''",
                "4x4x2 | kind: traffic, load: 0.6, packet_flits: 8, cycles: 400 | arbitration: round_robin",
                "5x3x1 | kind: traffic, load: 0.9, packet_flits: 5, cycles: 400, pattern: tornado | routing: {vc_rule: static}",
                "5x3x1 | kind: traffic, load: 0.9, packet_flits: 17, cycles: 400, pattern: tornado | buffers: {link_vc: 1, local: 1}",
                "3x3x3 | kind: alltoall, iterations: 1, bytes: 200 | buffers: {link_vc: 2, local: 3}, arbitration: round_robin",
                "4x2x2 | kind: incast, iterations: 2, bytes: 400 | buffers: {link_vc: 3, local: 2}",
                "4x2x2 | kind: incast, iterations: 2, bytes: 400 | arbitration: round_robin",
                "2x2x2 | kind: alltoall, iterations: 2, bytes: 300 | 'latency: {link: 1, credit: 1}'",
                "2x1x4 | kind: random, ops_per_node: 30, max_bytes: 900 | 'latency: {link: 7, credit: 3}, buffers: {link_vc: 8}'",
                "4x3x1 | kind: traffic, load: 0.5, packet_flits: 3, cycles: 500 | 'link_interval: 3, buffers: {link_vc: 5}'",
                "4x3x1 | kind: traffic, load: 0.7, packet_flits: 1, cycles: 500 | 'link_interval: 2, arbitration: round_robin, local_ports: 1'",
                "4x3x1 | kind: traffic, load: 0.5, packet_flits: 5, cycles: 500 | 'link_interval: 3, link_chunk: 4, buffers: {link_vc: 5}'",
                "4x4x2 | kind: traffic, load: 0.9, packet_flits: 5, cycles: 400 | 'link_interval: 1, link_chunk: 3, buffers: {link_vc: 7}'",
                "4x3x2 | kind: traffic, load: 0.5, packet_flits: 9, cycles: 500 | 'routing: {mode: adaptive}, link_interval: 2, link_chunk: 2, buffers: {link_vc: 34}'",
                "4x3x2 | kind: traffic, load: 0.9, packet_flits: 9, cycles: 400 | 'routing: {mode: adaptive, escape: bubble}, arbitration: round_robin, link_interval: 1, link_chunk: 16, buffers: {link_vc: 34}'",
                "3x3x3 | kind: alltoall, iterations: 1, bytes: 400 | 'link_interval: 32, link_chunk: 2, latency: {link: 53, credit: 53}'",
                "7x1x1 | kind: traffic, load: 0.8, packet_flits: 2, cycles: 500, pattern: tornado | 'latency: {memory: 1}'",
                "1x1x6 | kind: halo3d, iterations: 2, bytes: 700 | 'latency: {jitter: 30}'",
                "5x1x1 | kind: traffic, load: 0.6, packet_flits: 4, cycles: 36000 | ''",
                "4x4x4 | kind: traffic, load: 0.6, packet_flits: 8, cycles: 200 | 'routing: {mode: adaptive}, buffers: {link_vc: 17}'",
                "5x4x3 | kind: traffic, load: 0.9, packet_flits: 5, cycles: 300 | 'routing: {mode: adaptive, escape: bubble}, buffers: {link_vc: 40}'",
                "4x3x2 | kind: traffic, load: 0.9, packet_flits: 17, cycles: 300 | 'routing: {mode: adaptive, vc_rule: static, ties: drawn}, arbitration: round_robin, buffers: {link_vc: 34}'",
                "6x3x2 | kind: alltoall, iterations: 1, bytes: 300 | 'routing: {mode: adaptive, select: long_first}, buffers: {link_vc: 64, local: 2}'",
                "4x4x1 | kind: traffic, load: 0.9, packet_flits: 3, cycles: 400 | 'routing: {mode: bubble}, buffers: {link_vc: 34}'",
                "4x3x3 | kind: traffic, load: 0.7, packet_flits: 6, cycles: 300 | 'routing: {ties: drawn}, latency: {link: 5}'",
                "4x4x2 | kind: traffic, load: 0.9, packet_flits: 17, cycles: 400 | 'routing: {mode: adaptive}, buffers: {link_vc: 17}'",
                "4x4x2 | kind: traffic, load: 0.9, packet_flits: 17, cycles: 400 | 'routing: {mode: adaptive, escape: bubble, ties: drawn}, buffers: {link_vc: 34}'",
                "5x3x1 | kind: traffic, load: 0.9, packet_flits: 5, cycles: 400, pattern: tornado | 'routing: {mode: bubble}, buffers: {link_vc: 36, local: 3}'",
                "5x3x2 | kind: random, ops_per_node: 24, max_bytes: 900 | 'routing: {mode: adaptive, select: long_first, vc_rule: static}, buffers: {link_vc: 18, local: 2}, arbitration: round_robin'",
                "4x2x2 | kind: incast, iterations: 2, bytes: 700 | 'routing: {mode: bubble}, buffers: {link_vc: 52}, link_interval: 2'",
            })
    @Tag("hazard-torus-1")
    void everyVcIsInTheStateOfTheRtlInEveryCycle(String shape, String workload, String machine) {
        String yaml = Runs.yaml(1, shape, workload, machine);
        long compared = run(yaml, m -> m);
        assertTrue(compared > LEAST, () -> compared + " occupied VCs; " + Runs.repro(yaml));
    }

    /** The comparison detects each parameter of the twin: with any one of them wrong it fails. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "link",
                "credit",
                "interval",
                "chunk",
                "linkDepth",
                "localDepth",
                "escapeDepth",
                "xDepth",
                "ejectionDepth",
                "rule",
                "arbitration",
            })
    void aTwinOfAnotherMachineIsFoundOut(String parameter) {
        String yaml = Runs.yaml(
                1, "5x2x1", "kind: traffic, load: 0.9, packet_flits: 5, cycles: 300", "buffers: {link_vc: 4}");
        assertThrows(DifferenceException.class, () -> run(yaml, m -> other(m, parameter)), Runs.repro(yaml));
    }

    private static MachineConfig other(MachineConfig m, String parameter) {
        Latency l = m.latency();
        Buffers b = m.buffers();
        return MachineConfig.of(m.shape())
                .latency(new Latency(
                        l.link() + is(parameter, "link"),
                        l.credit() + is(parameter, "credit"),
                        l.memory(),
                        l.software(),
                        l.barrier(),
                        l.jitter()))
                .linkInterval(m.linkInterval() + is(parameter, "interval"))
                .linkChunk(m.linkChunk() + is(parameter, "chunk"))
                .buffers(b.withLinks(links(b.links(), parameter)).withLocals(locals(b.locals(), parameter)))
                .localPorts(m.localPorts())
                .vcRule(VcRule.values()[is(parameter, "rule")])
                .arbitration(Arbitration.values()[is(parameter, "arbitration")])
                .memoryBytes(m.memoryBytes())
                .messageBase(m.messageBase())
                .dla(m.dla())
                .tasks(m.tasks())
                .barrierWidth(m.barrierWidth())
                .seed(m.seed())
                .build();
    }

    private static Depths links(Depths links, String parameter) {
        Depths other = links;
        for (int at = 0; at < links.each().size(); at++) {
            boolean differs = parameter.equals("linkDepth")
                    || parameter.equals("xDepth") && at < Depths.KINDS
                    || parameter.equals("escapeDepth") && at % Depths.KINDS == 0;
            other = other.with(at, links.at(at) + (differs ? 1 : 0));
        }
        return other;
    }

    private static Depths locals(Depths locals, String parameter) {
        Depths other = locals;
        for (int kind = 0; kind < Depths.KINDS; kind++) {
            boolean differs = parameter.equals("localDepth") || parameter.equals("ejectionDepth") && kind == 2;
            other = other.with(kind, locals.each().get(kind) + (differs ? 1 : 0));
        }
        return other;
    }

    private static int is(String parameter, String name) {
        return parameter.equals(name) ? 1 : 0;
    }
}

// SPDX-License-Identifier: Apache-2.0
package demo;

import static fairlead.api.EngineKind.MODEL;
import static fairlead.api.EngineKind.RTL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.api.ConfigurationException;
import fairlead.api.Machine;
import fairlead.api.MachineRun;
import fairlead.api.VerdictKind;
import fairlead.api.junit.FairleadTest;
import org.junit.jupiter.api.Tag;

/** A workload of Fairlead on the machine that we guard. */
class HaloTest {
    @FairleadTest(shape = "3x3x3", engine = RTL, set = "workload={kind: halo3d, iterations: 2}")
    void aHaloExchangeKeepsItsBound(Machine machine) {
        MachineRun run = machine.run().requireVerdicts(VerdictKind.EPOCH_CLOSURE, VerdictKind.BARRIER_SAFETY);
        assertTrue(run.statistics().p99Latency() < 200, run.summary());
    }

    @FairleadTest(
            shape = "4x4x1",
            engine = MODEL,
            set = {"workload.kind=alltoall", "machine.routing.mode=adaptive"})
    void adaptiveRoutingIsNoSlowerThanTwiceTheOrderOfDimensions(Machine machine) {
        long adaptive = machine.run().statistics().cycles();
        long ordered = machine.with("machine.routing.mode", "dimension_order").run().statistics().cycles();
        assertTrue(adaptive < 2 * ordered, adaptive + " and " + ordered);
    }

    @FairleadTest(shape = "2x2x1", engine = MODEL, set = "workload.kind=ring")
    void aBufferBeyondTheLibraryIsRefused(Machine machine) {
        machine.run();
        ConfigurationException refusal =
                assertThrows(ConfigurationException.class, () -> machine.with("machine.buffers.link_vc", 0));
        assertEquals("machine.buffers.link_vc", refusal.problems().get(0).key());
    }

    /** Red on purpose: the network interface of node 0 says that its first flush is done when its ping leaves. */
    @Tag("bug")
    @FairleadTest(shape = "2x2x2", engine = RTL, set = {"workload.kind=halo3d", "machine.latency.memory=200", BUG})
    void aFlushThatIsReportedTooEarlyIsRed(Machine machine) {
        machine.run();
    }

    private static final String BUG = "faults=[{id: flush_early, node: 0}]";
}

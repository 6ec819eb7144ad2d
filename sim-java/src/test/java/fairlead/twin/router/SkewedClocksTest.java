// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.Header0;
import fairlead.machine.Arbitration;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The stamps of packets come from clocks of their nodes. Here these are apart, which no machine of this project has
 * (decision 26): what arbitration by age then still does.
 */
@Tag("M-984")
class SkewedClocksTest {
    private static final Shape SHAPE = new Shape(4, 4, 2);
    private static final int PACKETS = 12_000;
    private static final int CYCLES = 1500; // in which they are made
    private static final int FLITS = 4;

    /**
     * What became of the packets.
     *
     * @param mean latency in cycles, from when a packet is to be sent to its tail at its target
     * @param worst greatest latency
     * @param spread greatest difference between the mean latencies of two nodes
     */
    private record Outcome(double mean, long worst, double spread) {}

    private static Outcome play(int skew, Arbitration arbitration) {
        MachineConfig machine = TestMachines.machine(SHAPE, 2, 2, 1, 8, 8, VcRule.DATELINE, arbitration);
        ScriptedPorts ports = new ScriptedPorts(machine);
        SplittableRandom random = new SplittableRandom(2026);
        int nodes = SHAPE.nodes();
        int[] offset = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            offset[node] = skew == 0 ? 0 : random.split().nextInt(skew + 1);
        }
        SplittableRandom traffic = new SplittableRandom(7);
        long[] from = new long[PACKETS];
        int[] source = new int[PACKETS];
        long[] due = new long[PACKETS];
        for (int i = 0; i < PACKETS; i++) {
            due[i] = (long) i * CYCLES / PACKETS;
        }
        for (int i = 0; i < PACKETS; i++) {
            int node = traffic.nextInt(nodes);
            int target = (node + 1 + traffic.nextInt(nodes - 1)) % nodes;
            int stamp = (int) (due[i] + offset[node] & Header0.STAMP_MASK);
            int id = ports.send(due[i], node, traffic.nextInt(4), target, FLITS, stamp);
            from[id] = due[i];
            source[id] = node;
        }
        ports.drain(true);
        assertEquals("", ports.routers.imbalance());
        double[] sum = new double[nodes];
        int[] count = new int[nodes];
        double all = 0;
        long worst = 0;
        int arrived = 0;
        for (ScriptedPorts.Ejected flit : ports.ejected) {
            if (flit.tail()) {
                arrived++;
                long took = flit.cycle() - from[flit.id()];
                all += took;
                worst = Math.max(worst, took);
                sum[source[flit.id()]] += took;
                count[source[flit.id()]]++;
            }
        }
        assertEquals(PACKETS, arrived);
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int node = 0; node < nodes; node++) {
            least = Math.min(least, sum[node] / count[node]);
            most = Math.max(most, sum[node] / count[node]);
        }
        return new Outcome(all / PACKETS, worst, most - least);
    }

    /** Every packet arrives, however far apart the clocks are, and credits are as at the beginning. */
    @Test
    void nothingIsLostWithClocksThatAreApart() {
        for (int skew : new int[] {1, 1000, 7000, 16_000, 30_000}) {
            assertTrue(play(skew, Arbitration.AGE).worst < 10 * CYCLES, "skew " + skew);
        }
    }

    /** Some cycles of skew change little under full load, and a hundred leave more order than round robin has. */
    @Test
    void theOrderByAgeFadesWithTheSkew() {
        Outcome none = play(0, Arbitration.AGE);
        Outcome few = play(10, Arbitration.AGE);
        Outcome hundred = play(100, Arbitration.AGE);
        Outcome far = play(7000, Arbitration.AGE);
        Outcome rotation = play(0, Arbitration.ROUND_ROBIN);
        assertTrue(few.mean < 1.1 * none.mean, none + " " + few);
        assertTrue(hundred.mean < rotation.mean && hundred.spread < rotation.spread, hundred + " " + rotation);
        assertTrue(far.spread > none.spread + rotation.spread, far + " " + rotation);
    }
}

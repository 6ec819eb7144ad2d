// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.BarrierCommand;
import fairlead.hw.HwLayout.ConfigReg;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.LinkPace;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.node.Descriptors;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Items in flight arrive when they are due and not before: latencies around the sizes of the fabric's lists, slow
 * links, barriers of nodes of several threads, a second reset.
 */
@Tag("M-63")
class FabricWheelTest extends FabricFixture {
    private static final int IDLE = 3;
    private static final int BYTES = 2000;

    private int pace = 1; // cycles of a flit on a link

    private void transfer(CommandBuffer commands, int kind, int node, long local, long to, int bytes) {
        long word0 = Descriptors.word0(kind, CONFIG.shape().coord(1 - node), 0, bytes);
        long word1 = local << Descriptor1.LOCAL_LSB | to << Descriptor1.REMOTE_LSB;
        commands.add(0, node, 0, TileCommand.POST, word0, word1, 0, 0, 1);
    }

    private List<long[]> toRest(long handle) {
        List<long[]> seen = new ArrayList<>(); // cycle, node, unit, kind
        int stop;
        do {
            stop = run(handle, 10_000_000);
            for (int i = 0; i < (int) out.getLong(8 * FabricAbi.R_EVENTS); i++) {
                seen.add(new long[] {
                    events.getLong(i * EVENT + CYCLE),
                    events.getShort(i * EVENT + EventRecord.NODE_OFFSET),
                    events.get(i * EVENT + EventRecord.UNIT_OFFSET),
                    events.get(i * EVENT + EventRecord.KIND_OFFSET)
                });
            }
        } while (stop == 1 || stop == 2);
        assertEquals(IDLE, stop, abi.fl_last_error(handle));
        return seen;
    }

    private Pointer memory(long handle, int node) {
        ok(handle, abi.fl_memory(handle, node, at(out)));
        return new Pointer(out.getLong(0));
    }

    /** Tests flits, credits and memory requests, and slow links whose flits come further apart than the lists reach. */
    @ParameterizedTest(name = "link {0}, credit {1}, memory {2}, interval {3}")
    @CsvSource({
        "2, 2, 20, 1",
        "63, 2, 20, 1",
        "64, 2, 20, 1",
        "65, 2, 20, 1",
        "2, 63, 20, 1",
        "2, 64, 20, 1",
        "2, 128, 20, 1",
        "2, 2, 64, 1",
        "2, 2, 127, 1",
        "2, 2, 128, 1",
        "128, 128, 128, 1",
        "2, 2, 20, 2",
        "2, 2, 20, 21",
        "2, 2, 20, 31",
        "2, 2, 20, 62",
        "64, 64, 20, 64",
        "2, 2, 20, 256",
        "3, 300, 20, 9"
    })
    void everyByteArrives(int link, int credit, int memory, int interval) {
        words.putLong(8 * FabricAbi.C_LINK_LATENCY, link);
        words.putLong(8 * (FabricAbi.C_LINK_LATENCY + 1), credit);
        pace = interval;
        for (int node = 0; node < NODES; node++) {
            words.putLong(8 * (FabricAbi.C_MEMORY_LATENCY + node), memory);
        }
        List<long[]> seen = exchange(BYTES);
        // two transfers in each direction: heads and whole payload, one after the other on a slow link
        long flits = 2 * ((BYTES + 15) / 16 + 8);
        long last = seen.get(seen.size() - 1)[0];
        assertTrue(last >= flits * interval, "last event in cycle " + last + ", " + flits + " flits");
    }

    /** Tests a flit of a slow link that comes exactly when the lists start again, and the flits before and after it. */
    @Test
    void everyByteArrivesWhateverTheInterval() {
        for (int interval = 14; interval <= 66; interval++) {
            pace = interval;
            exchange(200);
            destroy();
            open.clear();
        }
    }

    /** Lets each node put to and get from the other, and returns all events. */
    private List<long[]> exchange(int bytes) {
        long handle = created();
        configure(handle);
        long register = (long) pace << LinkPace.INTERVAL_LSB | 1L << LinkPace.CHUNK_LSB;
        ok(handle, abi.fl_configure(handle, FabricAbi.ALL_NODES, ConfigReg.LINK_PACE, register));
        ok(handle, abi.fl_reset(handle));
        CommandBuffer commands = new CommandBuffer();
        for (int node = 0; node < NODES; node++) {
            commands.add(0, node, 0, HostCommand.FILL, 0, bytes, 11 + node, 0, 0);
            transfer(commands, OpKind.PUT, node, 0, 4096, bytes);
            transfer(commands, OpKind.GET, node, 8192, 0, bytes);
        }
        submit(handle, commands);
        List<long[]> seen = toRest(handle);
        for (int node = 0; node < NODES; node++) {
            byte[] sent = memory(handle, node).getByteArray(0, bytes);
            Pointer other = memory(handle, 1 - node);
            assertEquals(List.of(), differences(sent, other.getByteArray(4096, bytes)), "put by " + node);
            assertEquals(List.of(), differences(sent, other.getByteArray(8192, bytes)), "got from " + node);
        }
        return seen;
    }

    private static List<Integer> differences(byte[] x, byte[] y) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < x.length; i++) {
            if (x[i] != y[i]) {
                all.add(i);
            }
        }
        return all;
    }

    /** A node's pattern travels to the OR and back; both nodes enter, the second one late. */
    @ParameterizedTest(name = "{0} threads, {1} cycles to the OR, {2} from it, {3} for all")
    @CsvSource({"1, 0, 0, 1", "2, 0, 0, 1", "2, 7, 0, 8", "2, 0, 9, 64", "1, 64, 3, 5", "2, 1, 65, 63", "2, 300, 0, 2"})
    void aBarrierTakesItsLatencies(int threads, int up, int down, int all) {
        words.putLong(8 * FabricAbi.C_THREADS, threads);
        words.putLong(8 * FabricAbi.C_BARRIER_LATENCY, all);
        for (int node = 0; node < NODES; node++) {
            words.putLong(8 * (FabricAbi.C_MEMORY_LATENCY + NODES + node), node == 1 ? up : 0);
            words.putLong(8 * (FabricAbi.C_MEMORY_LATENCY + 2 * NODES + node), node == 0 ? down : 0);
        }
        for (int late = 0; late < NODES; late++) {
            long handle = ready();
            CommandBuffer commands = new CommandBuffer();
            for (int node = 0; node < NODES; node++) {
                int cycle = node == late ? 1000 : 10;
                commands.add(cycle, node, 0, TileCommand.BAR_ENTER, 1L << BarrierCommand.MASTER_LSB, 0, 0, 0, 1);
            }
            submit(handle, commands);
            long[] joined = new long[NODES];
            long[] released = new long[NODES];
            for (long[] event : toRest(handle)) {
                if (event[2] == EventUnit.BARRIER_JOIN && event[3] == EventKind.BARRIER_GLOBAL) {
                    joined[(int) event[1]] = event[0];
                } else if (event[2] == EventUnit.BARRIER_RELEASE && event[3] == EventKind.BARRIER_RELEASED) {
                    released[(int) event[1]] = event[0];
                }
            }
            // from the last pattern: its latency to the OR plus the latency to each node
            long seen = Math.max(joined[0], joined[1] + up) + all;
            long other = joined[1] < joined[0] ? joined[1] + up : joined[0];
            assertTrue(other < seen, "one is much later");
            assertEquals(down, released[0] - released[1], "late " + late);
            assertTrue(released[1] > seen && released[1] <= seen + 4, released[1] + " behind " + seen);
        }
    }
}

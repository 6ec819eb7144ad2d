// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.Routing;
import fairlead.machine.Unsafe;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests flaws of the RTL that lockstep with an equally flawed twin would pass. Each makes exactly one verdict false
 * (docs/use/verdicts.md), and the same program holds without it.
 */
@Tag("M-8")
@Tag("M-70")
@Tag("M-72")
@Tag("M-73")
class VerdictFlawTest extends Flaws {
    private static final int TARGET = 5;

    // ---- data_integrity

    @Test
    void aGetThatIsToldDoneBeforeItsLastByteIsInMemory() {
        begin(new TestMachine(2, 2, 1, 1));
        machine.memory = 200;
        task(0).add(Ops.get(3, landing, source, 600, KEY + 3));
        fails(UnsafeVariant.COUNTER_EARLY, "data_integrity", "its last byte was in memory only in cycle");
    }

    @Test
    void aCounterThatIsToldZeroBeforeItsLastByteIsInMemory() {
        begin(new TestMachine(2, 2, 1, 1));
        machine.memory = 200;
        for (int node = 0; node < 4; node++) {
            int set = node == 3 ? task(node).add(Ops.counterSet(2, 600)) : -1;
            int here = task(node).add(Ops.barrier().requires(set));
            if (node == 3) {
                task(node).add(Ops.counterAwait(2).requires(here));
            } else if (node == 0) {
                task(node).add(Ops.put(3, source, landing, 600, KEY).counter(2).requires(here));
            }
        }
        fails(UnsafeVariant.COUNTER_EARLY, "data_integrity", "byte counter 2 is zero, ");
    }

    @Test
    void aSwapThatAdds() {
        begin(new TestMachine(3, 1, 1, 1));
        for (int node = 0; node < 3; node++) {
            int first = task(node).add(Ops.fadd(1, landing, 5));
            task(node).add(Ops.fetchOp(OpKind.SWAP, 1, landing, 100 + node).requires(first));
        }
        fails(UnsafeVariant.SWAP_ADDS, "data_integrity", "an atomic that no operation asked for");
    }

    @Test
    void anAtomicOf4BytesThatActsOn8() {
        begin(new TestMachine(3, 1, 1, 1));
        int first = task(0).add(Ops.fetchOp(OpKind.FADD, 1, landing, 4, 5));
        int none = task(0).add(Ops.cas(1, landing, 4, 4, 9).requires(first));
        task(0).add(Ops.cas(1, landing, 4, 5, 9).requires(none));
        fails(UnsafeVariant.WIDE_ATOMIC, "data_integrity", "an atomic that no operation asked for");
    }

    /** The header shows the mode that lets them go by other ways, which conservation sees. */
    @Test
    void messagesThatOvertakeEachOther() {
        begin(adaptive());
        noise();
        program.messageSlots(1, machine.buffers.reception());
        for (int i = 0; i < 48; i++) {
            program.load(0, landing + 256 * i, message(1000 + i, 256));
            task(0).add(Ops.send(TARGET, landing + 256 * i, i % 2 == 0 ? 256 : 16, 1000 + i, KEY));
        }
        RunResult wrong = fails(UnsafeVariant.MESSAGE_LOOSE, "data_integrity", " before op ", "conservation");
        String said = Runs.verdicts(wrong).get("conservation").detail();
        assertTrue(said.contains("with mode 1 in place of 0"), said);
    }

    private static byte[] message(long match, int bytes) {
        byte[] text = Payload.bytes(KEY, bytes);
        ByteBuffer.wrap(text).order(ByteOrder.LITTLE_ENDIAN).putLong(0, match);
        return text;
    }

    // ---- fence_ordering

    private static TestMachine adaptive() {
        TestMachine machine = new TestMachine(4, 4, 1, 4);
        machine.routing = Routing.ADAPTIVE;
        machine.buffers = new Buffers(51, 32, 16, 64, 64, 16);
        machine.memoryBytes = 1 << 18;
        return machine;
    }

    /** Adds ordered traffic on the second link of one of the two paths from node 0 to its target. */
    private void noise() {
        int from = program.windows().everywhere("noise", 8192);
        int to = program.windows().everywhere("noise landing", 8192 * 4);
        program.load(4, from, Payload.bytes(99, 8192));
        for (int task = 0; task < machine.tasks.get(4); task++) {
            program.task(4, task)
                    .add(Ops.put(6, from, to + 8192 * task, 8192, 99).ordered());
        }
    }

    private Operation behind(String kind) {
        Map<String, Operation> all = Map.of(
                "put", Ops.put(TARGET, source, landing + 8192, 64, KEY),
                "get", Ops.get(TARGET, source + 8192, source, 64, KEY + TARGET),
                "fadd", Ops.fadd(TARGET, landing + 8192, 5),
                "cas", Ops.cas(TARGET, landing + 8192, 1, 5),
                "send", Ops.send(TARGET, source + 8192, 16, KEY, KEY));
        return all.get(kind);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"put", "get", "fadd", "cas", "send"})
    void whatPassesAnOpenFence(String kind) {
        begin(adaptive(), 16_384);
        noise();
        program.messageSlots(1, machine.buffers.reception());
        program.load(0, source + 8192, message(KEY, 16));
        int late = task(0).add(Ops.calc(200));
        task(0).add(Ops.put(TARGET, source, landing, 8192, KEY).requires(late));
        task(0).add(Ops.fence(TARGET));
        task(0).add(behind(kind));
        fails(UnsafeVariant.FENCE_OPEN, "fence_ordering", "after op ");
    }

    // ---- conservation

    @Test
    void aPingThatLeavesTheNetworkAtAnotherNode() {
        begin(new TestMachine(5, 1, 1, 1));
        int put = task(0).add(Ops.put(2, source, landing, 600, KEY));
        int later = task(0).add(Ops.calc(2000).requires(put));
        task(0).add(Ops.flush(2).requires(later));
        RunResult result = fails(UnsafeVariant.PING_EXIT, "conservation", "node 1 takes a PING for node 2");
        assertEquals(1, result.report().assertionsMuted(), "RXQ_A4 of the receiver, and nothing else");
    }

    /** Begins a program with small puts of two tasks through the DLA. */
    private void stores() {
        begin(storing());
        for (int t = 0; t < 2; t++) {
            for (int i = 0; i < 12; i++) {
                program.task(0, t)
                        .add(Ops.put(2, source, landing + 64 * (12 * t + i), 48, KEY + i)
                                .path(Path.INLINE));
            }
        }
    }

    private static TestMachine storing() {
        TestMachine machine = new TestMachine(3, 1, 1, 2);
        machine.dla = DlaLimits.of(16);
        return machine;
    }

    @ParameterizedTest
    @CsvSource({UnsafeVariant.DROP_FULL + ", (OVERFLOWS) without cause", UnsafeVariant.DENY_ODD + ", within all limits"
    })
    void aRequestOrAnAllocationThatIsRefusedWithoutCause(int flaw, String detail) {
        stores();
        fails(flaw, "conservation", detail);
    }

    @Test
    void aStatusOfTheDlaThatIsNotTrue() {
        begin(storing());
        machine.dla = DlaLimits.of(16).with(new DlaOptions(0, machine.memoryBytes - 16, 1, 0, 1, false));
        int alloc = task(0).add(Ops.dlaAlloc(8, true, false));
        int later = task(0).add(Ops.calc(400).requires(alloc)); // 8 credits are held all the time
        task(0).add(Ops.put(2, source, landing, 16, KEY).path(Path.STORE).requires(later));
        int gone = task(0).add(Ops.dlaMark().requires(task(0).add(Ops.dlaEnd().requires(later))));
        task(0).add(Ops.dlaRelease().requires(gone));
        fails(UnsafeVariant.STATUS_STALE, "conservation", "pr was from 8 to 8");
    }

    // ---- what an armed fault mutes

    /** Runs a pool with one credit too many, which its own assertion detects, with a fault or a mute at node 0. */
    private static RunResult overdrawn(int armed) {
        TestMachine machine = storing();
        machine.unsafe = Unsafe.everywhere(UnsafeVariant.POOL_OVER);
        machine.fault(armed, 0, 1);
        machine.dla = DlaLimits.of(16, 64, 64, 64, 64, 64, 64, 16, 16);
        ProgramBuilder program = machine.program("over");
        for (int t = 0; t < 2; t++) { // 17 credits of 16
            int later = program.task(0, t).add(Ops.calc(50 * (t + 1)));
            program.task(0, t).add(Ops.dlaAlloc(t == 0 ? 16 : 1, true, false).requires(later));
        }
        return machine.run(program.build());
    }

    @ParameterizedTest(name = "FAULT_ARM {0}")
    @ValueSource(ints = {FaultId.FLUSH_EARLY, MuteId.HOST_RULES})
    void anArmedFaultMutesNoAssertionOfAnotherUnit(int armed) {
        RunResult result = overdrawn(armed);
        assertTrue(result.report().ending().contains("DP_P1"), result.report().ending());
        assertEquals(0, result.report().assertionsMuted());
    }

    @Test
    void ownUnitMutesTheAssertionsOfTheUnitWithTheFlawAndTheyAreCounted() {
        RunResult result = overdrawn(MuteId.OWN_UNIT);
        assertTrue(!result.report().ending().contains("DP_P1"), result.report().ending());
        assertTrue(result.report().assertionsMuted() > 0);
    }

    // ---- progress_fairness

    @Test
    void packetsThatGoTheLongWayRound() {
        begin(new TestMachine(5, 2, 1, 1));
        for (int node = 0; node < 10; node++) {
            task(node).add(Ops.put((node + 1) % 10, source, landing, 2000, KEY + node));
            task(node).add(Ops.put((node + 7) % 10, source, landing + BYTES, 2000, KEY + node));
        }
        fails(UnsafeVariant.LONG_WAY, "progress_fairness", "the links carried ");
    }

    @Test
    void aPacketThatAnUnfairSwitchPassesOver() {
        TestMachine large = new TestMachine(5, 1, 1, 1);
        large.memoryBytes = 1 << 18;
        begin(large, 16_384);
        for (int i = 0; i < 4; i++) { // a stream that passes node 1
            task(2).add(Ops.put(0, source, landing + 16_384 * i, 16_384, KEY + 2));
        }
        task(1).add(Ops.put(0, source, landing + 4 * 16_384, 512, KEY + 1).notBefore(200));
        fails(UnsafeVariant.FIXED_PRIORITY, "progress_fairness", "more than its bound of");
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.FaultId;
import fairlead.hw.HwLayout.MuteId;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaOptions;
import fairlead.machine.Routing;
import fairlead.machine.Unsafe;
import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.TaskBuilder;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests flaws of the RTL that lockstep with an equally flawed twin would pass. Each makes exactly one verdict false
 * (docs/use/verdicts.md), and the same program holds without it.
 */
@Tag("M-8")
@Tag("M-70")
@Tag("M-72")
@Tag("M-73")
class VerdictFlawTest {
    private static final long KEY = 77;
    private static final int BYTES = 4096;
    private static final int TARGET = 5;

    // ---- data_integrity

    @Test
    void aGetThatIsToldDoneBeforeItsLastByteIsInMemory() {
        final TestMachine machine = new TestMachine(2, 2, 1, 1);
        machine.memory = 200;
        final ProgramBuilder program = machine.program("get");
        final int source = program.windows().everywhere("source", BYTES);
        final int landing = program.windows().everywhere("landing", BYTES);
        program.load(3, source, Payload.bytes(KEY, BYTES));
        program.task(0, 0).add(Ops.get(3, landing, source, 600, KEY));
        Flaws.failsWith(
                machine,
                program.build(),
                UnsafeVariant.COUNTER_EARLY,
                "data_integrity",
                "its last byte was in memory only in cycle");
    }

    @Test
    void aCounterThatIsToldZeroBeforeItsLastByteIsInMemory() {
        final TestMachine machine = new TestMachine(2, 2, 1, 1);
        machine.memory = 200;
        final ProgramBuilder program = machine.program("counter");
        final int source = program.windows().everywhere("source", BYTES);
        final int landing = program.windows().everywhere("landing", BYTES);
        program.load(0, source, Payload.bytes(KEY, BYTES));
        for (int node = 0; node < 4; node++) {
            final TaskBuilder task = program.task(node, 0);
            final int set = node == 3 ? task.add(Ops.counterSet(2, 600)) : -1;
            final int here = task.add(Ops.barrier().requires(set));
            if (node == 3) {
                task.add(Ops.counterAwait(2).requires(here));
            } else if (node == 0) {
                task.add(Ops.put(3, source, landing, 600, KEY).counter(2).requires(here));
            }
        }
        Flaws.failsWith(
                machine, program.build(), UnsafeVariant.COUNTER_EARLY, "data_integrity", "byte counter 2 is zero, ");
    }

    @Test
    void aSwapThatAdds() {
        final TestMachine machine = new TestMachine(3, 1, 1, 1);
        final ProgramBuilder program = machine.program("swaps");
        final int word = program.windows().everywhere("word", 8);
        for (int node = 0; node < 3; node++) {
            final TaskBuilder task = program.task(node, 0);
            final int first = task.add(Ops.fadd(1, word, 5));
            task.add(Ops.fetchOp(OpKind.SWAP, 1, word, 100 + node).requires(first));
        }
        Flaws.failsWith(
                machine,
                program.build(),
                UnsafeVariant.SWAP_ADDS,
                "data_integrity",
                "an atomic that no operation asked for");
    }

    /** The header shows the mode that lets them go by other ways, which conservation sees. */
    @Test
    void messagesThatOvertakeEachOther() {
        final TestMachine machine = adaptive(4);
        final ProgramBuilder program = machine.program("messages");
        noise(machine, program);
        final int slot = program.windows().everywhere("message", 64 * 256);
        program.messageSlots(1, machine.buffers.reception());
        final TaskBuilder task = program.task(0, 0);
        for (int i = 0; i < 48; i++) {
            program.load(0, slot + 256 * i, message(1000 + i, 256));
            task.add(Ops.send(TARGET, slot + 256 * i, i % 2 == 0 ? 256 : 16, 1000 + i, KEY));
        }
        final RunResult wrong = Flaws.failsWith(
                machine, program.build(), UnsafeVariant.MESSAGE_LOOSE, "data_integrity", " before op ", "conservation");
        final String said = Runs.verdicts(wrong).get("conservation").detail();
        assertTrue(said.contains("with mode 1 in place of 0"), said);
    }

    private static byte[] message(final long match, final int bytes) {
        final byte[] text = Payload.bytes(KEY, bytes);
        ByteBuffer.wrap(text).order(ByteOrder.LITTLE_ENDIAN).putLong(0, match);
        return text;
    }

    // ---- fence_ordering

    private static TestMachine adaptive(final int tasks) {
        final TestMachine machine = new TestMachine(4, 4, 1, tasks);
        machine.routing = Routing.ADAPTIVE;
        machine.buffers = new Buffers(51, 32, 16, 64, 64, 16);
        machine.memoryBytes = 1 << 18;
        return machine;
    }

    /** Adds ordered traffic on the second link of one of the two paths from node 0 to its target. */
    private static int noise(final TestMachine machine, final ProgramBuilder program) {
        final int source = program.windows().everywhere("noise", 8192);
        final int landing = program.windows().everywhere("noise landing", 8192 * 4);
        program.load(4, source, Payload.bytes(99, 8192));
        for (int task = 0; task < machine.tasks.get(4); task++) {
            program.task(4, task)
                    .add(Ops.put(6, source, landing + 8192 * task, 8192, 99).ordered());
        }
        return source;
    }

    private static Operation behind(final String kind, final int source, final int landing) {
        final Map<String, Operation> all = Map.of(
                "put", Ops.put(TARGET, source, landing + 8192, 64, KEY),
                "get", Ops.get(TARGET, source + 8192, source, 64, KEY),
                "fadd", Ops.fadd(TARGET, landing + 8192, 5),
                "cas", Ops.cas(TARGET, landing + 8192, 1, 5),
                "send", Ops.send(TARGET, source + 8192, 16, KEY, KEY));
        return all.get(kind);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"put", "get", "fadd", "cas", "send"})
    void whatPassesAnOpenFence(final String kind) {
        final TestMachine machine = adaptive(4);
        final ProgramBuilder program = machine.program("fence");
        noise(machine, program);
        final int source = program.windows().everywhere("source", 16_384);
        final int landing = program.windows().everywhere("landing", 16_384);
        program.messageSlots(1, machine.buffers.reception());
        program.load(0, source + 8192, message(KEY, 16));
        for (int node = 0; node < 16; node++) {
            program.load(node, source, Payload.bytes(KEY, 8192));
        }
        final TaskBuilder task = program.task(0, 0);
        final int late = task.add(Ops.calc(200));
        task.add(Ops.put(TARGET, source, landing, 8192, KEY).requires(late));
        task.add(Ops.fence(TARGET));
        task.add(behind(kind, source, landing));
        Flaws.failsWith(machine, program.build(), UnsafeVariant.FENCE_OPEN, "fence_ordering", "after op ");
    }

    // ---- conservation

    @Test
    void aPingThatLeavesTheNetworkAtAnotherNode() {
        final TestMachine machine = new TestMachine(5, 1, 1, 1);
        final ProgramBuilder program = machine.program("ping");
        final int source = program.windows().everywhere("source", BYTES);
        final int landing = program.windows().everywhere("landing", BYTES);
        program.load(0, source, Payload.bytes(KEY, BYTES));
        final TaskBuilder task = program.task(0, 0);
        final int put = task.add(Ops.put(2, source, landing, 600, KEY));
        final int later = task.add(Ops.calc(2000).requires(put));
        task.add(Ops.flush(2).requires(later));
        final RunResult result = Flaws.failsWith(
                machine, program.build(), UnsafeVariant.PING_EXIT, "conservation", "node 1 takes a PING for node 2");
        assertEquals(1, result.report().assertionsMuted(), "RXQ_A4 of the receiver, and nothing else");
    }

    /** Returns a program with small puts of two tasks through the DLA. */
    private static Program stores(final TestMachine machine) {
        final ProgramBuilder program = machine.program("stores");
        final int source = program.windows().everywhere("source", BYTES);
        final int landing = program.windows().everywhere("landing", BYTES);
        for (int t = 0; t < 2; t++) {
            for (int i = 0; i < 12; i++) {
                program.task(0, t)
                        .add(Ops.put(2, source, landing + 64 * (12 * t + i), 48, KEY + i)
                                .path(Path.INLINE));
            }
        }
        return program.build();
    }

    private static TestMachine storing() {
        final TestMachine machine = new TestMachine(3, 1, 1, 2);
        machine.dla = DlaLimits.of(16);
        return machine;
    }

    @Test
    void aRequestThatIsDiscardedWithoutCause() {
        final TestMachine machine = storing();
        Flaws.failsWith(machine, stores(machine), UnsafeVariant.DROP_FULL, "conservation", "(OVERFLOWS) without cause");
    }

    @Test
    void anAllocationThatIsDeniedWithoutCause() {
        final TestMachine machine = storing();
        Flaws.failsWith(machine, stores(machine), UnsafeVariant.DENY_ODD, "conservation", "within all limits");
    }

    @Test
    void aStatusOfTheDlaThatIsNotTrue() {
        final TestMachine machine = storing();
        machine.dla = DlaLimits.of(16).with(new DlaOptions(0, machine.memoryBytes - 16, 1, 0, 1, false));
        final ProgramBuilder program = machine.program("status");
        final int source = program.windows().everywhere("source", BYTES);
        final int landing = program.windows().everywhere("landing", BYTES);
        final TaskBuilder task = program.task(0, 0);
        final int alloc = task.add(Ops.dlaAlloc(8, true, false));
        final int later = task.add(Ops.calc(400).requires(alloc)); // 8 credits are held all the time
        task.add(Ops.put(2, source, landing, 16, KEY).path(Path.STORE).requires(later));
        final int gone = task.add(Ops.dlaMark().requires(task.add(Ops.dlaEnd().requires(later))));
        task.add(Ops.dlaRelease().requires(gone));
        Flaws.failsWith(machine, program.build(), UnsafeVariant.STATUS_STALE, "conservation", "pr was from 8 to 8");
    }

    // ---- when such a run ends

    @Test
    void aRunStopsAWindowBehindItsFirstViolationWhateverTheQuantum() {
        final TestMachine machine = storing();
        machine.library = "lab";
        machine.unsafe = Unsafe.everywhere(UnsafeVariant.DROP_FULL); // software repeats the request for ever
        machine.maxCycles = 30_000;
        final String[] hashes = new String[2];
        for (int i = 0; i < 2; i++) {
            machine.quantum = i == 0 ? 64 : 5;
            final RunResult result = machine.run(stores(machine));
            final Matcher ending = Pattern.compile("stopped: first violation in cycle (\\d+), ended in cycle (\\d+).*")
                    .matcher(result.report().ending());
            assertTrue(ending.matches(), result.report().ending());
            final long first = Long.parseLong(ending.group(1));
            assertTrue(first > 0 && first < 200, ending.group());
            assertTrue(Long.parseLong(ending.group(2)) <= first + 10_000, ending.group());
            assertTrue(result.report().partial());
            hashes[i] = result.report().eventSha256();
        }
        assertEquals(hashes[0], hashes[1]);
        final RunResult on =
                new Session(machine.plan(stores(machine))).keepGoing().run(executor -> {});
        assertTrue(on.report().ending().startsWith("max cycles"), on.report().ending());
        assertEquals(false, Runs.verdicts(on).get("conservation").holds());
    }

    /** Runs a pool with one credit too many, which its own assertion detects, with a fault or a mute at node 0. */
    private static RunResult overdrawn(final int armed) {
        final TestMachine machine = storing();
        machine.unsafe = Unsafe.everywhere(UnsafeVariant.POOL_OVER);
        machine.fault(armed, 0, 1);
        machine.dla = new DlaLimits(16, 64, 64, 64, 64, 64, 64, 16, 16);
        final ProgramBuilder program = machine.program("over");
        for (int t = 0; t < 2; t++) { // 17 credits of 16
            final int later = program.task(0, t).add(Ops.calc(50 * (t + 1)));
            program.task(0, t).add(Ops.dlaAlloc(t == 0 ? 16 : 1, true, false).requires(later));
        }
        return machine.run(program.build());
    }

    @ParameterizedTest(name = "FAULT_ARM {0}")
    @ValueSource(ints = {FaultId.FLUSH_EARLY, MuteId.HOST_RULES})
    void anArmedFaultMutesNoAssertionOfAnotherUnit(final int armed) {
        final RunResult result = overdrawn(armed);
        assertTrue(result.report().ending().contains("DP_P1"), result.report().ending());
        assertEquals(0, result.report().assertionsMuted());
    }

    @Test
    void ownUnitMutesTheAssertionsOfTheUnitWithTheFlawAndTheyAreCounted() {
        final RunResult result = overdrawn(MuteId.OWN_UNIT);
        assertTrue(!result.report().ending().contains("DP_P1"), result.report().ending());
        assertTrue(result.report().assertionsMuted() > 0);
    }

    // ---- progress_fairness

    @Test
    void packetsThatGoTheLongWayRound() {
        final TestMachine machine = new TestMachine(5, 2, 1, 1);
        final ProgramBuilder program = machine.program("long");
        final int source = program.windows().everywhere("source", BYTES);
        final int landing = program.windows().everywhere("landing", BYTES * 2);
        for (int node = 0; node < 10; node++) {
            program.load(node, source, Payload.bytes(KEY + node, BYTES));
            final TaskBuilder task = program.task(node, 0);
            task.add(Ops.put((node + 1) % 10, source, landing, 2000, KEY + node));
            task.add(Ops.put((node + 7) % 10, source, landing + BYTES, 2000, KEY + node));
        }
        Flaws.failsWith(machine, program.build(), UnsafeVariant.LONG_WAY, "progress_fairness", "the links carried ");
    }

    @Test
    void aPacketThatAnUnfairSwitchPassesOver() {
        final TestMachine machine = new TestMachine(5, 1, 1, 1);
        machine.memoryBytes = 1 << 18;
        final ProgramBuilder program = machine.program("unfair");
        final int source = program.windows().everywhere("source", 16_384);
        final int landing = program.windows().everywhere("landing", 5 * 16_384);
        for (int node = 1; node < 3; node++) {
            program.load(node, source, Payload.bytes(KEY, 16_384));
        }
        for (int i = 0; i < 4; i++) { // a stream that passes node 1
            program.task(2, 0).add(Ops.put(0, source, landing + 16_384 * i, 16_384, KEY));
        }
        program.task(1, 0)
                .add(Ops.put(0, source, landing + 4 * 16_384, 512, KEY).notBefore(200));
        Flaws.failsWith(
                machine, program.build(), UnsafeVariant.FIXED_PRIORITY, "progress_fairness", "more than its bound of");
    }
}

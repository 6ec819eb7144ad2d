// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.FaultId;
import fairlead.machine.Buffers;
import fairlead.program.Comparison;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each seeded fault makes exactly its own verdict fail: the other five verdicts hold or are not exercised, and the run
 * ends. Nodes 1 and 2 exercise every verdict, and the fault acts between nodes 0 and 3. Without a fault, all verdicts
 * of the same program hold.
 */
@Tag("M-5")
@Tag("M-70")
@Tag("M-72")
class FaultTest {
    private static final int SOURCE = 0;
    private static final int LANDING = 8192;
    private static final int BYTES = 8192;
    private static final long KEY = 77;
    private static final int VICTIM = 3;

    /**
     * Returns the program. The victim adds its operations to task 0 of node 0 and returns the operation that the
     * barrier of that task requires, or -1.
     */
    private static Program program(TestMachine machine, ObjIntConsumer<TaskBuilder> victim, int late) {
        ProgramBuilder program = machine.program("fault");
        program.windows().everywhere("source", BYTES);
        program.windows().everywhere("landing", BYTES);
        program.windows().everywhere("counter", 8);
        for (int node = 0; node < program.nodes(); node++) {
            program.load(node, SOURCE, Payload.bytes(KEY + node, BYTES));
        }
        victim.accept(program.task(0, 0), LANDING);
        TaskBuilder task = program.task(1, 0);
        int open = task.add(Ops.epochOpen(9, 2));
        task.add(Ops.put(2, SOURCE, LANDING, 500, KEY + 1).in(open));
        task.add(Ops.fence(2));
        task.add(Ops.put(2, SOURCE, LANDING + 512, 100, KEY + 1).in(open));
        task.add(Ops.get(2, LANDING, SOURCE, 300, KEY + 2).in(open));
        task.add(Ops.fadd(2, LANDING + BYTES, 5).in(open));
        task.add(Ops.flush(2));
        task.add(Ops.epochClose(open));
        program.task(2, 0).add(Ops.epochAwait(1, 9));
        for (int node = 0; node < program.nodes(); node++) {
            for (int t = 0; t < program.tasks(node); t++) {
                boolean isLate = late > 0 && node == VICTIM && t == 1;
                int wait = isLate ? program.task(node, t).add(Ops.calc(late)) : -1;
                program.task(node, t).add(Ops.barrier().requires(wait));
            }
        }
        return program.build();
    }

    private static TestMachine machine() {
        return new TestMachine(2, 2, 1, 2);
    }

    private static void plainPut(TaskBuilder task, int landing) {
        task.add(Ops.put(VICTIM, SOURCE, landing, 600, KEY));
    }

    private static void putAndFlush(TaskBuilder task, int landing) {
        task.add(Ops.put(VICTIM, SOURCE, landing, 4096, KEY));
        task.add(Ops.flush(VICTIM));
    }

    private static void epochOfTwoPuts(TaskBuilder task, int landing) {
        int open = task.add(Ops.epochOpen(4, VICTIM));
        task.add(Ops.put(VICTIM, SOURCE, landing, 16, KEY).in(open));
        task.add(Ops.put(VICTIM, SOURCE + 1024, landing + 1024, 600, Payload.keyAt(KEY, 1024))
                .in(open));
        task.add(Ops.epochClose(open));
    }

    /** Asserts that the run completes with this verdict false alone, and that all hold without the fault. */
    private static RunResult failsOnly(TestMachine machine, Program program, String verdict) {
        RunResult result = machine.run(program);
        assertTrue(result.report().ending().startsWith("completed"), Runs.text(result));
        Runs.assertFails(result, verdict);
        machine.faults.clear();
        Runs.assertAllHold(machine.run(program), "the same program without a fault, on the lab library");
        return result;
    }

    @ParameterizedTest(name = "fault {0}")
    @ValueSource(ints = {FaultId.BYTE_WRONG, FaultId.PUT_TWICE, FaultId.PUT_LOST})
    void aPayloadFlitThatIsWrongTwiceOrLostFailsDataIntegrityOnly(int fault) {
        TestMachine machine = machine();
        machine.fault(fault, VICTIM, 1);
        Program program = program(machine, FaultTest::plainPut, 0);
        RunResult result = failsOnly(machine, program, "data_integrity");
        String detail = Runs.verdicts(result).get("data_integrity").detail();
        String expected = fault == FaultId.BYTE_WRONG
                ? "wrong bytes of op 0"
                : fault == FaultId.PUT_TWICE ? "second time" : "op 0 (PUT node 3";
        assertTrue(detail.contains(expected), detail);
    }

    /** The buffer whose credit is dropped has others. */
    @ParameterizedTest(name = "fault {0}: {1}")
    @CsvSource({
        FaultId.FLUSH_EARLY + ", fence_ordering",
        FaultId.EPOCH_ACK_EARLY + ", epoch_closure",
        FaultId.BARRIER_EARLY + ", barrier_safety",
        FaultId.CREDIT_DROP + ", conservation"
    })
    @Tag("R-FEN-3")
    @Tag("R-EPO-3")
    @Tag("R-EPO-5")
    @Tag("R-BAR-6")
    void whatIsToldTooEarlyOrLostFailsItsVerdictOnly(int fault, String verdict) {
        TestMachine machine = machine();
        machine.memory = fault == FaultId.FLUSH_EARLY ? 200 : machine.memory;
        machine.link = fault == FaultId.EPOCH_ACK_EARLY ? 60 : machine.link;
        machine.fault(fault, fault == FaultId.FLUSH_EARLY ? 0 : VICTIM, 1);
        ObjIntConsumer<TaskBuilder> victim = fault == FaultId.FLUSH_EARLY
                ? FaultTest::putAndFlush
                : fault == FaultId.EPOCH_ACK_EARLY ? FaultTest::epochOfTwoPuts : FaultTest::plainPut;
        failsOnly(machine, program(machine, victim, fault == FaultId.BARRIER_EARLY ? 700 : 0), verdict);
    }

    @Test
    void theOnlyCreditOfABufferDroppedFailsConservationAndStopsTheRunWithAVerdictAndADump() {
        TestMachine machine = machine();
        machine.buffers = new Buffers(1, 8, 16, 64, 64, 8);
        machine.fault(FaultId.CREDIT_DROP, VICTIM, 1);
        RunResult result = machine.run(program(machine, FaultTest::plainPut, 0));
        Runs.assertFails(result, "deadlock_freedom", "conservation");
        assertEquals(
                "credit_leak",
                Runs.verdicts(result).get("deadlock_freedom").extra().get("kind"));
        assertEquals(4, result.inspections().size(), "one text a node");
    }

    /**
     * The program has an operation that waits for 40,000 cycles. The run ends long before that, in the same cycle for
     * every quantum.
     */
    @ParameterizedTest(name = "fault {0}")
    @ValueSource(ints = {FaultId.FLUSH_EARLY, FaultId.EPOCH_ACK_EARLY, FaultId.BARRIER_EARLY})
    void whatWasToldTooEarlyStopsTheRun(int fault) {
        TestMachine machine = machine();
        machine.memory = fault == FaultId.FLUSH_EARLY ? 200 : machine.memory;
        machine.link = fault == FaultId.EPOCH_ACK_EARLY ? 60 : machine.link;
        machine.fault(fault, fault == FaultId.FLUSH_EARLY ? 0 : VICTIM, 1);
        Program program = program(
                machine,
                (task, landing) -> {
                    task.add(Ops.calc(40_000));
                    if (fault == FaultId.EPOCH_ACK_EARLY) {
                        epochOfTwoPuts(task, landing);
                    } else {
                        putAndFlush(task, landing);
                    }
                },
                700);
        String[] hashes = new String[2];
        for (int i = 0; i < 2; i++) {
            machine.quantum = i == 0 ? 64 : 7;
            RunResult result = machine.run(program);
            Matcher ending = Pattern.compile("stopped: first violation in cycle (\\d+), ended in cycle (\\d+).*")
                    .matcher(result.report().ending());
            assertTrue(ending.matches(), Runs.text(result));
            assertTrue(Long.parseLong(ending.group(1)) < 5000, ending.group());
            assertTrue(Long.parseLong(ending.group(2)) <= Long.parseLong(ending.group(1)) + 10_000, ending.group());
            hashes[i] = result.report().eventSha256() + ending.group(1);
        }
        assertEquals(hashes[0], hashes[1]);
    }

    /** Only the answer is wrong; memory, and everything that the machine does with it, is right. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"load", "poll"})
    void aWrongAnswerToALoadOrAPollFailsDataIntegrityOnly(String kind) {
        TestMachine machine = machine();
        machine.fault(FaultId.LOAD_WRONG, 0, 1);
        Program program = program(
                machine,
                (task, landing) ->
                        task.add((kind.equals("load") ? Ops.load(SOURCE) : Ops.poll(SOURCE, Comparison.NE, 0, 100))
                                .notBefore(50)),
                0);
        RunResult result = failsOnly(machine, program, "data_integrity");
        String detail = Runs.verdicts(result).get("data_integrity").detail();
        assertTrue(detail.contains("node 0 read 0x") && detail.contains(" at address 0x0, which held 0x"), detail);
        assertEquals(0, result.report().assertionsMuted());
    }

    /** Stores of the same node to other words, in the cycle of the answer and around it, excuse nothing. */
    @Test
    void aWrongAnswerWhileSoftwareStoresElsewhereFailsDataIntegrityOnly() {
        TestMachine machine = machine();
        machine.fault(FaultId.LOAD_WRONG, 0, 1);
        Program program = program(
                machine,
                (task, landing) -> {
                    task.add(Ops.load(SOURCE).notBefore(50));
                    for (int i = 0; i < 40; i++) {
                        task.add(Ops.store(landing + 8 * i, i).notBefore(30 + i));
                    }
                },
                0);
        failsOnly(machine, program, "data_integrity");
    }

    @Test
    void everyFaultOfTheFaultsBuildHasATestHere() {
        List<Integer> tested = List.of(
                FaultId.CREDIT_DROP,
                FaultId.FLUSH_EARLY,
                FaultId.EPOCH_ACK_EARLY,
                FaultId.BARRIER_EARLY,
                FaultId.BYTE_WRONG,
                FaultId.PUT_TWICE,
                FaultId.PUT_LOST,
                FaultId.LOAD_WRONG);
        for (int id = 0; id < 256; id++) {
            assertEquals(
                    !FaultId.name(id).equals(Integer.toString(id)), tested.contains(id), "fault " + FaultId.name(id));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import fairlead.hw.HwLayout.FaultId;
import fairlead.program.Operation;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two nodes race to put equal bytes to one place of a third node. A fault makes exactly the verdict false that it makes
 * false without the race, and without a fault every pair is judged.
 */
@Tag("M-70")
class RaceFaultTest {
    private static final int LANDING = 8192;
    private static final int BYTES = 4096;
    private static final int VICTIM = 3;
    private static final long KEY = 77;

    private static Operation put(boolean isKnown) {
        return isKnown ? Ops.put(VICTIM, 0, LANDING, BYTES, KEY) : Ops.putAny(VICTIM, 0, LANDING, BYTES);
    }

    /** Each of nodes 0 and `rival` has equal bytes, puts them twice, and flushes. */
    private static Program race(TestMachine machine, int rival, boolean isKnown) {
        ProgramBuilder program = machine.program("race");
        program.windows().everywhere("source", BYTES);
        program.windows().everywhere("landing", LANDING);
        for (int node : new int[] {0, rival}) {
            program.load(node, 0, Payload.bytes(KEY, BYTES));
            program.task(node, 0).add(put(isKnown));
            program.task(node, 0).add(Ops.flush(VICTIM));
            program.task(node, 0).add(put(isKnown));
            program.task(node, 0).add(Ops.flush(VICTIM));
        }
        return program.build();
    }

    private static TestMachine machine() {
        TestMachine machine = new TestMachine(2, 2, 1, 2);
        machine.memory = 200;
        return machine;
    }

    @ParameterizedTest(name = "{0}, rival {1}, known {2}")
    @CsvSource({
        "FLUSH_EARLY, 1, true",
        "FLUSH_EARLY, 1, false",
        "FLUSH_EARLY, 2, true",
        "BYTE_WRONG, 1, true",
        "BYTE_WRONG, 2, false",
        "PUT_TWICE, 1, true",
        "PUT_LOST, 1, true",
        "PUT_LOST, 2, false",
    })
    void aFaultFailsItsOwnVerdictOnly(String fault, int rival, boolean isKnown) throws Exception {
        TestMachine machine = machine();
        machine.fault(FaultId.class.getField(fault).getInt(null), fault.equals("FLUSH_EARLY") ? 0 : VICTIM, 1);
        RunResult result = machine.run(race(machine, rival, isKnown));
        Runs.assertFails(result, fault.equals("FLUSH_EARLY") ? "fence_ordering" : "data_integrity");
    }

    @Test
    void withoutAFaultEveryPairIsJudged() {
        for (int rival = 1; rival <= 2; rival++) {
            for (boolean isKnown : new boolean[] {true, false}) {
                TestMachine machine = machine();
                RunResult result = machine.run(race(machine, rival, isKnown));
                Runs.verdicts(result)
                        .values()
                        .forEach(verdict -> assertNotEquals(Boolean.FALSE, verdict.holds(), Runs.text(result)));
                assertEquals(6, Runs.verdicts(result).get("fence_ordering").checked(), Runs.text(result));
                assertNull(Runs.verdicts(result).get("fence_ordering").extra().get("not_judged"));
            }
        }
    }
}

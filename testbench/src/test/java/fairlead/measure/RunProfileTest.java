// SPDX-License-Identifier: Apache-2.0
package fairlead.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.measure.RunProfile.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunProfileTest {
    /** The innermost frame first. */
    @ParameterizedTest
    @CsvSource({
        "fairlead.twin.nic.DmaTx fairlead.node.Executor, engine",
        "java.util.HashMap fairlead.machine.LongTable fairlead.verdict.PacketAccount, verdicts: PacketAccount",
        "fairlead.engine.EventCursor fairlead.verdict.Checks$$Lambda$12.0x1, verdicts: Checks",
        "fairlead.node.Executor fairlead.run.Session, software of the nodes",
        "fairlead.run.Watch$Beside, events handed to the verdicts",
        "java.io.FileOutputStream fairlead.run.WholeFile, files and report",
        "java.lang.Thread, ''"
    })
    void aSampleBelongsToTheInnermostPartThatIsNotShared(String stack, String part) {
        assertEquals(part, RunProfile.part(List.of(stack.split(" "))));
    }

    @Test
    void whatNoSampleTellsIsTheJvmsAndMoreSamplesThanTimeAreScaled() {
        Map<String, Integer> samples = Map.of("engine", 300, "files and report", 100);
        List<Row> rows = RunProfile.rows(6, samples);
        assertEquals("engine", rows.get(0).part());
        assertEquals(3, rows.get(0).seconds(), 1e-9);
        assertEquals(2, rows.get(1).seconds(), 1e-9, rows.get(1).part());
        assertEquals(1.5, RunProfile.rows(2, samples).get(0).seconds(), 1e-9);
    }

    @Test
    void withoutASampleNoPartIsNamed() {
        assertEquals(
                List.of(
                        "profile: 1,200 events, 1.50 s of processor time; the JVM took no sample, so its parts are unknown"),
                RunProfile.lines(1200, 1.5, Map.of()));
    }
}

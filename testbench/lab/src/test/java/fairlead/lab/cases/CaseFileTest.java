// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests cases of steps that were written or changed by hand: one line states the mistake. */
@Tag("M-977")
class CaseFileTest {
    private static final String HEAD =
            "schema: fairlead.steps/1\nmachine: {shape: [2, 2, 2]}\nworkload: {kind: ring}\n";

    @TempDir
    Path folder;

    private Path file(final String step) throws IOException {
        return Files.writeString(folder.resolve("case.yaml"), HEAD + "steps:\n  - {" + step + "}\n");
    }

    @Test
    void aStepIsRead() throws IOException {
        final Path file = file("kind: put, node: 7, target: 1, length: 40, fifo: 3, epoch: 63, counter: 63");
        assertTrue(CaseFile.isCase(Files.readString(file)));
        assertEquals(7, CaseFile.read(file).steps().get(0).node());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: putt | steps[0].kind = putt: no such kind",
                "kind: put, node: 8 | steps[0].node = 8: must be an integer from 0 to 7",
                "kind: put, target: 8 | steps[0].target = 8: must be an integer from 0 to 7",
                "kind: put, target: 1, task: 16 | steps[0].task = 16: must be an integer from 0 to 1",
                "kind: put, target: 1, epoch: 64 | steps[0].epoch = 64: must be an integer from -1 to 63",
                "kind: put, target: 1, counter: 64 | steps[0].counter = 64: must be an integer from -1 to 63",
                "kind: put, target: 1, fifo: 4 | steps[0].fifo = 4: must be an integer from 0 to 3",
                "kind: dla_alloc, fifo: 16 | steps[0].fifo = 16: must be an integer from 0 to 15",
                "kind: put, | not YAML",
            })
    void aMistakeIsOneLine(final String step, final String message) throws IOException {
        final Path file = file(step.endsWith(",") ? step + " ]" : step);
        final BadInput bad = assertThrows(BadInput.class, () -> CaseFile.read(file));
        assertEquals(1, bad.getMessage().lines().count(), bad.getMessage());
        assertTrue(
                bad.getMessage().startsWith(file + " line 5: ")
                        && bad.getMessage().contains(message),
                bad.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1, 2] | a case is a mapping of keys, not",
                "machine: {shape: [2, 1, 1]} | schema = : must be fairlead.steps/1 or fairlead.items/1",
                "schema: fairlead.step/1 | schema = fairlead.step/1: must be fairlead.steps/1 or fairlead.items/1",
                "schema: fairlead.steps/1 | steps: is missing; it must be a list",
                "schema: fairlead.items/1 | items: is missing; it must be a list",
                "{schema: fairlead.steps/1, steps: 3} | steps = 3: must be a list",
                "{schema: fairlead.steps/1, steps: [], closed: 2} | closed = 2: must be true or false",
                "{schema: fairlead.steps/1, steps: [], faults: []} | faults: a case has none",
                "{schema: fairlead.steps/1, steps: [], items: []} | items: a case has steps or items",
                "{schema: fairlead.steps/1, steps: [5], machine: {shape: [2, 1, 1]}} | steps[0]",
                "{schema: fairlead.steps/1, steps: [{node: 1}], machine: {shape: [2, 1, 1]}} | steps[0].kind: is missing"
            })
    void aMistakeOutsideOfTheStepsIsOneLine(final String text, final String message) {
        final Path file = folder.resolve("case.yaml");
        final BadInput bad = assertThrows(BadInput.class, () -> CaseFile.read(file, text));
        assertEquals(1, bad.getMessage().lines().count(), bad.getMessage());
        assertTrue(
                bad.getMessage().startsWith(file + " line 1: ")
                        && bad.getMessage().contains(message),
                bad.getMessage());
    }
}

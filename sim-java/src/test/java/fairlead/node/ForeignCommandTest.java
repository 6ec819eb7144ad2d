// SPDX-License-Identifier: Apache-2.0
package fairlead.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.program.Ops;
import fairlead.run.Machines;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A program whose task gives a command for what another task has: the run is not clean. */
@Tag("M-1140")
class ForeignCommandTest extends TwinProgram {
    @Test
    void softwareComplainsOfACommandThatIsRefused() {
        on(Machines.of(PAIR, 2));
        task.add(Ops.counterSet(3, 64));
        program.task(0, 1).add(Ops.counterSet(3, 64));
        ExecutionReport report = run(false);
        assertEquals(
                List.of("node 0: COMMAND_REFUSED of task 1"),
                report.errors().stream().map(ExecutionReport.Failed::what).toList());
    }
}

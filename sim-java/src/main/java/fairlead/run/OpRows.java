// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.program.Result;
import fairlead.run.report.RunReport;
import fairlead.verdict.OpTimes;
import java.util.AbstractList;

/** The rows of ops.csv. Each row is made when it is read, because most runs do not write the file. */
final class OpRows extends AbstractList<RunReport.OpRow> {
    private final OpTimes times;
    private final Program program;

    OpRows(final OpTimes times, final Program program) {
        this.times = times;
        this.program = program;
    }

    @Override
    public int size() {
        return program.size();
    }

    @Override
    public RunReport.OpRow get(final int id) {
        final Operation op = program.operation(id);
        final Result result = times.result(id);
        return new RunReport.OpRow(
                id,
                op.kind().name(),
                op.node(),
                op.task(),
                op.target(),
                op.length(),
                times.postedAt(id),
                times.firstCommit(id),
                times.lastCommit(id),
                times.completedAt(id),
                result == null ? "OPEN" : result.name());
    }
}

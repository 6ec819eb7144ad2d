// SPDX-License-Identifier: Apache-2.0
package fairlead.run.report;

import java.util.List;

/** Writes the operations of a run as ops.csv (RFC 4180). Times are cycles; a field is empty for -1. */
public final class OpsCsv {
    public static final String HEADER =
            "op,kind,node,task,target,bytes,posted_cycle,first_commit_cycle,last_commit_cycle,completed_cycle,result";

    private OpsCsv() {}

    public static String of(final List<RunReport.OpRow> rows) {
        final StringBuilder text =
                new StringBuilder(rows.size() * 64).append(HEADER).append("\r\n");
        for (final RunReport.OpRow r : rows) {
            text.append(r.id())
                    .append(',')
                    .append(r.kind())
                    .append(',')
                    .append(r.node())
                    .append(',')
                    .append(r.task())
                    .append(',');
            number(text, r.target()).append(',').append(r.bytes()).append(',');
            number(text, r.posted()).append(',');
            number(text, r.firstCommit()).append(',');
            number(text, r.lastCommit()).append(',');
            number(text, r.completed()).append(',').append(r.result()).append("\r\n");
        }
        return text.toString();
    }

    private static StringBuilder number(final StringBuilder text, final long value) {
        return value < 0 ? text : text.append(value);
    }
}

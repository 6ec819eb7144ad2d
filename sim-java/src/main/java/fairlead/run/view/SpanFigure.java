// SPDX-License-Identifier: Apache-2.0
package fairlead.run.view;

import fairlead.program.OpKind;
import fairlead.program.Operation;
import fairlead.program.Program;
import fairlead.run.report.Json;
import fairlead.run.report.RunReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Epochs, fences and barriers of all tasks, each from its begin to its end. */
final class SpanFigure {
    /** Number of spans from which on a report leaves out nodes; it holds less than twice as many. */
    private static final int MOST = 12_000;

    private static final String[] KINDS = {"epoch", "fence", "barrier"};
    private static final int EPOCH = 0;
    private static final int FENCE = 1;
    private static final int BARRIER = 2;

    /** One span; an end of -1 says that it never ended. */
    private record Span(int kind, String what, int op, int node, int task, int target, long begin, long end) {}

    private final List<Span> spans = new ArrayList<>();

    SpanFigure(final Program program, final List<RunReport.OpRow> rows) {
        final long[] closed = closings(program, rows);
        for (int id = 0; id < program.size(); id++) {
            add(program.operation(id), rows.get(id), closed[id]);
        }
    }

    /** Returns, for each EPOCH_OPEN, the cycle in which its EPOCH_CLOSE ended, or -1. */
    static long[] closings(final Program program, final List<RunReport.OpRow> rows) {
        final long[] closed = new long[program.size()];
        Arrays.fill(closed, -1);
        for (int id = 0; id < program.size(); id++) {
            final Operation op = program.operation(id);
            if (op.kind() == OpKind.EPOCH_CLOSE && op.epoch() >= 0) {
                closed[op.epoch()] = rows.get(id).completed();
            }
        }
        return closed;
    }

    private void add(final Operation op, final RunReport.OpRow row, final long closed) {
        switch (op.kind()) {
            case EPOCH_OPEN -> add(EPOCH, op, row, closed);
            case FENCE, FLUSH, QUIET -> add(FENCE, op, row, row.completed());
            case BARRIER -> add(BARRIER, op, row, row.completed());
            default -> {}
        }
    }

    private void add(final int kind, final Operation op, final RunReport.OpRow row, final long end) {
        if (row.posted() >= 0) {
            spans.add(new Span(
                    kind,
                    op.kind() == OpKind.EPOCH_OPEN ? "EPOCH" : op.kind().name(),
                    op.id(),
                    op.node(),
                    op.task(),
                    op.target(),
                    row.posted(),
                    end));
        }
    }

    Object json() {
        // the whole spans of some nodes tell a reader more than the first spans of all nodes
        final int every = Math.max(1, (spans.size() + MOST - 1) / MOST);
        final List<List<Object>> list = spans.stream()
                .filter(span -> span.node() % every == 0)
                .limit(2L * MOST)
                .map(s -> List.<Object>of(s.kind(), s.what(), s.op(), s.node(), s.task(), s.begin(), s.end()))
                .toList();
        return Json.object()
                .putPOJO("kinds", KINDS)
                .putPOJO("all", spans.size())
                .putPOJO("every", every)
                .putPOJO("list", list)
                .putPOJO("shown", list.size());
    }

    Table table() {
        final Table table = new Table("spans.csv", "kind,operation,op,node,task,target,begin_cycle,end_cycle");
        for (final Span s : spans) {
            table.row(
                    KINDS[s.kind()],
                    s.what(),
                    s.op(),
                    s.node(),
                    s.task(),
                    Table.known(s.target()),
                    s.begin(),
                    Table.known(s.end()));
        }
        return table;
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.litmus.run;

import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.DlaTagEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.litmus.compile.Ready;
import fairlead.litmus.syntax.Outcome;
import fairlead.litmus.syntax.Term;
import fairlead.node.ExecutionReport;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.Observer;
import fairlead.node.OpTable;
import fairlead.program.Decision.Source;
import fairlead.program.Strangers;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The outcome of one run. Every value comes from an operation that the fabric executed, or is a count of events. */
final class RunOutcome implements Outcome {
    /** The words of a symbol by their index, all else by its text. */
    private static final Comparator<Term> IN_ORDER = Comparator.comparing(
                    (Term t) -> t.kind() == Term.Kind.WORD ? t.name() + "@" + t.owner() : t.toString())
            .thenComparingLong(Term::index);

    /** The number of discards, and of refusals and rejections, among the operations of each node. */
    static final class Counts implements Observer {
        private final long[] discards;
        private final long[] refused;

        Counts(int nodes) {
            discards = new long[nodes];
            refused = new long[nodes];
        }

        @Override
        public void events(EventCursor batch) {
            while (batch.next()) {
                boolean discarded = batch.kind() == EventKind.DLA_DISCARDED;
                long tag = discarded ? DlaTagEvent.tag(batch.a()) : OpEvent.tag(batch.a());
                if (tag >= Strangers.FIRST_TAG) {
                    continue;
                }
                if (discarded) {
                    discards[batch.node()]++;
                } else if (batch.kind() == EventKind.OP_REFUSED || batch.kind() == EventKind.OP_REJECTED) {
                    refused[batch.node()]++;
                }
            }
            batch.rewind();
        }
    }

    private final Ready ready;
    private final OpTable table;
    private final Counts counts;
    private final boolean hang;
    private final TreeSet<String> failed = new TreeSet<>(); // names of failed statements, as in A:7
    private final TreeSet<String> complaints = new TreeSet<>();

    RunOutcome(Ready ready, ExecutionReport execution, Counts counts) {
        this.ready = ready;
        this.counts = counts;
        table = execution.table();
        // a statement of the test may have ended only after the limit
        hang = execution.reason() != EndReason.COMPLETED
                || IntStream.range(0, table.size())
                        .anyMatch(id -> ready.places()[id] != null && table.doneAt(id) > ready.end());
        for (ExecutionReport.Failed f : execution.errors()) {
            String place =
                    f.operation() == null ? null : ready.places()[f.operation().id()];
            if (place == null || f.result() == null) {
                complaints.add(f.toString());
            } else {
                failed.add(place);
            }
        }
    }

    @Override
    public long value(Term term) {
        List<Source> sources = ready.readings().getOrDefault(term, List.of());
        return switch (term.kind()) {
            case DISCARDS -> counts.discards[ready.ranks().get(term.owner())];
            case REFUSED -> counts.refused[ready.ranks().get(term.owner())];
            case REGISTER, WORD -> table.value(sources);
            case CYCLE -> sources.isEmpty() ? 0 : table.doneAt(sources.get(0).operation());
            default -> throw new IllegalArgumentException("no value for " + term);
        };
    }

    List<Long> values(List<Term> terms) {
        return terms.stream().map(this::value).toList();
    }

    @Override
    public boolean isHang() {
        return hang;
    }

    @Override
    public boolean isError(String task, int line) {
        return failed.contains(task + ":" + line);
    }

    /** Returns the operations that were refused or discarded without `try`, as in `A:7`. */
    TreeSet<String> failed() {
        return failed;
    }

    TreeSet<String> complaints() {
        return complaints;
    }

    private static String number(long value, boolean isHexadecimal) {
        return isHexadecimal && Long.compareUnsigned(value, 10) >= 0
                ? "0x" + Long.toHexString(value)
                : Long.toUnsignedString(value);
    }

    /**
     * Returns the values of the terms, as in `A:r1=1 x@T=0`, or `x@T=0x1f` in hexadecimal. Words of a symbol that
     * follow each other and have one value are one range, as in `y[0..63]@T=1`.
     */
    String text(List<Term> terms, boolean isHexadecimal) {
        String ending = (hang ? " hang" : "")
                + failed.stream().map(f -> " error(" + f + ")").collect(Collectors.joining());
        if (hang) {
            return ending.strip();
        }
        List<Term> shown = terms.stream()
                .filter(t -> t.kind() != Term.Kind.CYCLE)
                .sorted(IN_ORDER)
                .toList();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < shown.size(); ) {
            Term first = shown.get(i);
            int count = equalWords(shown, i);
            String range =
                    first.name() + "[" + first.index() + ".." + (first.index() + count - 1) + "]@" + first.owner();
            text.append(count < 3 ? first : range)
                    .append('=')
                    .append(number(value(first), isHexadecimal))
                    .append(' ');
            i += count < 3 ? 1 : count;
        }
        return (text.toString().strip() + ending).strip();
    }

    /** Returns the number of words of a symbol that follow each other from a term on and have its value. */
    private int equalWords(List<Term> terms, int from) {
        Term first = terms.get(from);
        int count = 1;
        while (first.kind() == Term.Kind.WORD
                && from + count < terms.size()
                && terms.get(from + count)
                        .equals(new Term(first.kind(), first.owner(), first.name(), first.index() + count))
                && value(terms.get(from + count)) == value(first)) {
            count++;
        }
        return count;
    }
}

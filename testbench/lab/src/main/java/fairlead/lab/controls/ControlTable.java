// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.lab.faults.FaultTable.MarkedPart;
import java.util.List;

/** The results of the controls as text. */
public final class ControlTable {
    public static final MarkedPart PART = new MarkedPart("<!-- BEGIN CONTROLS -->", "<!-- END CONTROLS -->");

    private ControlTable() {}

    /** Returns one result as a line for a terminal. */
    public static String line(final ControlResult r) {
        final String detail = r.passed() ? "" : "\n     " + r.detail().replace("\n", "\n     ");
        return (r.passed() ? "ok   " : "FAIL ") + r.id() + " " + r.text() + ": static " + cycle(r) + ", run "
                + r.kind()
                + (r.reportedAt() < 0 ? "" : ", reported " + lag(r) + " cycles after closing, bound " + r.bound())
                + detail;
    }

    private static String cycle(final ControlResult r) {
        return r.kind().equals("refused") ? "refused" : r.staticCycle() == 0 ? "safe" : "cycle of " + r.staticCycle();
    }

    private static String lag(final ControlResult r) {
        return r.reportedAt() < 0 ? "-" : Long.toString(r.reportedAt() - r.closedAt());
    }

    /** Returns a line with the number of controls that gave the expected result. */
    public static String summary(final List<ControlResult> results) {
        final long passed = results.stream().filter(ControlResult::passed).count();
        final List<ControlResult> positive =
                results.stream().filter(ControlResult::positive).toList();
        return passed + " of " + results.size() + " controls as expected; " + alarms(positive) + " false alarms in "
                + positive.size() + " positive controls of "
                + positive.stream().mapToLong(ControlResult::tileCycles).sum() + " tile-cycles";
    }

    private static long alarms(final List<ControlResult> positive) {
        return positive.stream().filter(r -> !r.kind().equals("none")).count();
    }

    /** Returns the table of docs/understand/deadlock.md. */
    static String markdown(final List<ControlResult> results) {
        final StringBuilder text =
                new StringBuilder("| control | what is wrong | expected stage | static check | run on the RTL"
                        + " | closed in cycle | reported after | bound |\n|---|---|---|---|---|---|---|---|\n");
        for (final ControlResult r : results) {
            if (!r.positive()) {
                text.append("| ")
                        .append(r.id())
                        .append(" | ")
                        .append(r.text())
                        .append(" | ")
                        .append(r.stage())
                        .append(" | ");
                text.append(cycle(r))
                        .append(" | ")
                        .append(r.kind().equals("none") ? "drained" : r.kind())
                        .append(" | ");
                text.append(r.closedAt() < 0 ? "-" : r.closedAt())
                        .append(" | ")
                        .append(lag(r))
                        .append(" | ");
                text.append(r.bound() < 0 ? "-" : r.bound()).append(" |\n");
            }
        }
        text.append("\n| positive control | what it is | tile-cycles | false alarms |\n|---|---|---|---|\n");
        for (final ControlResult r : results) {
            if (r.positive()) {
                text.append("| ")
                        .append(r.id())
                        .append(" | ")
                        .append(r.text())
                        .append(" | ")
                        .append(r.tileCycles());
                text.append(" | ").append(r.kind().equals("none") ? 0 : 1).append(" |\n");
            }
        }
        return text.toString();
    }

    /** Returns the page with its table replaced. */
    public static String into(final String page, final List<ControlResult> results) {
        return PART.replaced(page, markdown(results));
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.lab.controls.Controls.Result;
import fairlead.lab.faults.FaultTable.MarkedPart;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The results of the controls as text. */
public final class ControlTable {
    public static final MarkedPart PART = new MarkedPart("<!-- BEGIN CONTROLS -->", "<!-- END CONTROLS -->");

    private ControlTable() {}

    public static String line(Result r) {
        if (r.isUnseeded()) {
            return "-    " + r.control().id() + " " + r.control().text()
                    + ": not seeded: the flaw is in library lab, without your unit";
        }
        String detail = r.passed() ? "" : "\n     " + r.detail().replace("\n", "\n     ");
        return (r.passed() ? "ok   " : "FAIL ") + r.control().id() + " "
                + r.control().text() + ": static " + cycle(r) + ", run "
                + r.kind()
                + (r.reportedAt() < 0
                        ? ""
                        : ", reported " + (r.reportedAt() - r.closedAt()) + " cycles after closing, bound " + r.bound())
                + detail;
    }

    private static String cycle(Result r) {
        return r.kind().equals("refused") ? "refused" : r.staticCycle() == 0 ? "safe" : "cycle of " + r.staticCycle();
    }

    /** Returns a line with the number of controls that gave the expected result. */
    public static String summary(List<Result> results) {
        long unseeded = results.stream().filter(Result::isUnseeded).count();
        long passed = results.stream().filter(Result::passed).count() - unseeded;
        List<Result> positive =
                results.stream().filter(r -> r.control().isPositive()).toList();
        return passed + " of " + (results.size() - unseeded) + " controls as expected"
                + (unseeded > 0 ? ", " + unseeded + " not seeded; " : "; ") + alarms(positive) + " false alarms in "
                + positive.size() + " positive controls of "
                + positive.stream().mapToLong(Result::tileCycles).sum() + " tile-cycles";
    }

    private static long alarms(List<Result> positive) {
        return positive.stream().filter(r -> !r.kind().equals("none")).count();
    }

    /** Returns the table of docs/understand/deadlock.md. */
    static String markdown(List<Result> results) {
        StringBuilder text =
                new StringBuilder("| control | what is wrong | expected stage | static check | run on the RTL"
                        + " | closed, reported, bound |\n|---|---|---|---|---|---|\n");
        results.stream()
                .filter(r -> !r.control().isPositive())
                .forEach(r -> row(
                        text,
                        r.control().id(),
                        r.control().text(),
                        r.control().stage(),
                        cycle(r),
                        r.kind().equals("none") ? "drained" : r.kind(),
                        r.reportedAt() < 0
                                ? "-"
                                : r.closedAt() + ", " + (r.reportedAt() - r.closedAt()) + ", " + r.bound()));
        text.append("\n| positive control | what it is | tile-cycles | false alarms |\n|---|---|---|---|\n");
        results.stream()
                .filter(r -> r.control().isPositive())
                .forEach(r -> row(
                        text,
                        r.control().id(),
                        r.control().text(),
                        r.tileCycles(),
                        r.kind().equals("none") ? 0 : 1));
        return text.toString();
    }

    private static void row(StringBuilder text, Object... cells) {
        text.append("| ")
                .append(Arrays.stream(cells).map(String::valueOf).collect(Collectors.joining(" | ")))
                .append(" |\n");
    }

    public static String into(String page, List<Result> results) {
        return PART.replaced(page, markdown(results));
    }
}

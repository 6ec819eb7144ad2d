// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.lab.litmus.ShapeCount.Of;
import fairlead.run.report.Json;
import java.util.Map;

/** The results of generated programs as text and as JSON. */
public final class GeneratedReport {
    private GeneratedReport() {}

    /** @param folder folder in which the first offending program is kept */
    public static String text(final GeneratedCampaign campaign, final String folder) {
        final StringBuilder out = new StringBuilder();
        out.append(String.format(
                "%-22s %8s %9s %9s %6s %9s %9s %9s %9s%n",
                "shape", "programs", "forbidden", "runs", "weak", "of runs", "outcomes", "allowed", "findings"));
        for (final Map.Entry<String, ShapeCount> shape : campaign.shapes().entrySet()) {
            out.append(line(shape.getKey(), shape.getValue()));
        }
        final ShapeCount total = campaign.total();
        out.append(line("all", total));
        if (campaign.isAboutARule()) {
            out.append(String.format(
                    "%d of the %d programs whose outcomes depend on the rule have a finding%n",
                    campaign.offenders(), campaign.able()));
        }
        campaign.first()
                .ifPresent(o -> out.append(String.format(
                        "first finding: %s%n  kept as %s/%s.litmus%n  repeat with: %s%n",
                        o.finding(), folder, o.name(), o.repro())));
        out.append(String.format(
                "%d programs, %d runs: %d programs with findings, the memory models disagree on %d%n",
                total.of(Of.PROGRAMS), total.of(Of.RUNS), campaign.offenders(), campaign.disagreements()));
        return out.toString();
    }

    private static String line(final String name, final ShapeCount c) {
        return String.format("%-22s", name)
                + String.format(
                        " %8d %9d %9d %6d %9d %9d %9d %9d%n",
                        c.row(
                                Of.PROGRAMS,
                                Of.STRONG,
                                Of.RUNS,
                                Of.WEAK_RUNS,
                                Of.LOOSE_RUNS,
                                Of.SEEN,
                                Of.ALLOWED,
                                Of.NOTICED));
    }

    public static String json(final GeneratedCampaign campaign) {
        final ObjectNode root = Json.object();
        final ObjectNode shapes = root.putObject("shapes");
        campaign.shapes().forEach((name, count) -> count(shapes.putObject(name), count));
        count(root.putObject("all"), campaign.total());
        root.put("disagreements", campaign.disagreements());
        root.put("able", campaign.able());
        campaign.first().ifPresent(o -> {
            final ObjectNode first = root.putObject("first");
            first.put("name", o.name());
            first.put("finding", o.finding());
            first.put("repro", o.repro());
        });
        return Json.text(root);
    }

    private static void count(final ObjectNode to, final ShapeCount c) {
        for (final Of what : Of.values()) {
            to.put(what.key(), c.of(what));
        }
    }
}

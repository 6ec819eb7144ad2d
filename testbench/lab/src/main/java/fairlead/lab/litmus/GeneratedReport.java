// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.litmus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
                total.programs(), total.runs(), campaign.offenders(), campaign.disagreements()));
        return out.toString();
    }

    private static String line(final String name, final ShapeCount c) {
        return String.format(
                "%-22s %8d %9d %9d %6d %9d %9d %9d %9d%n",
                name,
                c.programs(),
                c.strong(),
                c.runs(),
                c.weakRuns(),
                c.looseRuns(),
                c.seen(),
                c.allowed(),
                c.noticed());
    }

    public static String json(final GeneratedCampaign campaign) {
        final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        final ObjectNode root = mapper.createObjectNode();
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
        try {
            return mapper.writeValueAsString(root) + "\n";
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void count(final ObjectNode to, final ShapeCount c) {
        to.put("programs", c.programs());
        to.put("forbidden_cycles", c.strong());
        to.put("runs", c.runs());
        to.put("weak_runs", c.weakRuns());
        to.put("runs_of_allowed_cycles", c.looseRuns());
        to.put("programs_with_weak_run", c.shown());
        to.put("outcomes_seen", c.seen());
        to.put("outcomes_allowed", c.allowed());
        to.put("findings", c.noticed());
    }
}

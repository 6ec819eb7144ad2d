// SPDX-License-Identifier: Apache-2.0
package fairlead.run.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.verdict.Verdict;

/** Converts a {@link RunReport} to summary.json. */
public final class SummaryJson {
    public static final String SCHEMA = "fairlead.summary/1";

    private SummaryJson() {}

    public static String of(final RunReport run) {
        final ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("scenario", run.scenario());
        root.put("engine", run.engine());
        run.shape().forEach(root.putArray("shape")::add);
        root.put("nodes", run.torusNodes());
        if (run.ioTiles() > 0) {
            root.put("io_tiles", run.ioTiles());
        }
        root.put("seed", run.seed());
        root.put("cycles", run.cycles());
        root.put("ending", run.ending());
        root.put("partial", run.partial());
        root.put("first_violation", run.firstViolation() < 0 ? null : Long.valueOf(run.firstViolation()));
        final ObjectNode verdicts = root.putObject("verdicts");
        run.verdicts().forEach(v -> verdict(verdicts.putObject(v.name()), v));
        root.put("assertions_muted", run.assertionsMuted());
        metrics(root.putObject("metrics"), run.metrics());
        speed(root.putObject("speed"), run.speed());
        root.put("event_sha256", run.eventSha256());
        final ObjectNode versions = root.putObject("versions");
        run.versions().forEach(versions::put);
        root.set("run_options", Json.tree(run.conditions()));
        root.set("effective_config", Json.tree(run.effectiveConfig()));
        return Json.text(root);
    }

    private static void verdict(final ObjectNode node, final Verdict v) {
        node.put("holds", v.holds());
        node.put("checked", v.checked());
        node.put("detail", v.detail());
        v.extra().forEach((key, value) -> node.set(key, Json.tree(value)));
    }

    private static void metrics(final ObjectNode node, final RunReport.Metrics m) {
        node.put("packets", m.packets());
        node.put("flits", m.flits());
        node.put("flit_hops", m.flitHops());
        final ObjectNode latency = node.putObject("latency_cycles");
        latency.put("mean", m.mean());
        latency.put("p50", m.p50());
        latency.put("p99", m.p99());
        latency.put("max", m.max());
    }

    private static void speed(final ObjectNode node, final RunReport.Speed s) {
        node.put("wall_s", s.wallSeconds());
        node.put("cpu_s", s.cpuSeconds());
        node.put("cycles_per_s", rate(s.cycles(), s.cpuSeconds()));
        node.put("tile_cycles_per_s", rate(s.tileCycles(), s.cpuSeconds()));
        node.put("flit_hops_per_s", rate(s.flitHops(), s.cpuSeconds()));
    }

    /** Returns the count per second of CPU time, rounded; 0 if no time has passed. */
    static long rate(final long count, final double seconds) {
        return seconds <= 0 ? 0 : Math.round(count / seconds);
    }
}

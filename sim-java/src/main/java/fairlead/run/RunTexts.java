// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.verdict.Verdict;
import java.util.List;
import java.util.Locale;

/** A {@link RunReport} as summary.json, as the table that a command prints, and its operations as ops.csv. */
public final class RunTexts {
    /** First line of ops.csv. */
    public static final String OPS =
            "op,kind,node,task,target,bytes,posted_cycle,first_commit_cycle,last_commit_cycle,completed_cycle,result";

    public static final String SCHEMA = "fairlead.summary/1";

    private RunTexts() {}

    public static String summary(RunReport run) {
        RunReport.Setup setup = run.setup();
        ObjectNode root = Json.object();
        root.put("schema", SCHEMA);
        root.put("scenario", setup.scenario());
        root.put("engine", setup.engine());
        root.set("shape", Json.tree(setup.shape()));
        root.put("nodes", setup.torusNodes());
        if (setup.ioTiles() > 0) {
            root.put("io_tiles", setup.ioTiles());
        }
        root.put("seed", setup.seed());
        root.put("cycles", run.cycles());
        root.put("ending", run.ending());
        root.put("partial", run.partial());
        root.put("first_violation", run.firstViolation() < 0 ? null : Long.valueOf(run.firstViolation()));
        ObjectNode verdicts = root.putObject("verdicts");
        run.verdicts().forEach(v -> verdict(verdicts.putObject(v.name()), v));
        root.put("assertions_muted", run.assertionsMuted());
        if (run.races() != null) {
            root.set("data_races", Json.tree(run.races()));
        }
        metrics(root.putObject("metrics"), run.metrics());
        speed(root.putObject("speed"), run.speed());
        root.put("event_sha256", run.eventSha256());
        root.set("versions", Json.tree(setup.versions()));
        root.set("run_options", Json.tree(setup.conditions()));
        root.set("effective_config", Json.tree(setup.effectiveConfig()));
        return Json.text(root);
    }

    private static void verdict(ObjectNode node, Verdict v) {
        node.put("holds", v.holds());
        node.put("checked", v.checked());
        node.put("detail", v.detail());
        v.extra().forEach((key, value) -> node.set(key, Json.tree(value)));
    }

    private static void metrics(ObjectNode node, RunReport.Metrics m) {
        node.put("packets", m.packets());
        node.put("flits", m.flits());
        node.put("flit_hops", m.flitHops());
        ObjectNode latency = node.putObject("latency_cycles");
        boolean none = m.packets() == 0;
        latency.put("mean", none ? null : (Double) m.mean());
        latency.put("p50", none ? null : (Long) m.p50());
        latency.put("p99", none ? null : (Long) m.p99());
        latency.put("max", none ? null : (Long) m.max());
    }

    private static void speed(ObjectNode node, RunReport.Speed s) {
        node.put("wall_s", s.wallSeconds());
        node.put("cpu_s", s.cpuSeconds());
        node.put("cycles_per_s", rate(s.cycles(), s.cpuSeconds()));
        node.put("tile_cycles_per_s", rate(s.tileCycles(), s.cpuSeconds()));
        node.put("flit_hops_per_s", rate(s.flitHops(), s.cpuSeconds()));
    }

    /** Returns the count per second of CPU time, rounded; 0 if no time has passed. */
    private static long rate(long count, double seconds) {
        return seconds <= 0 ? 0 : Math.round(count / seconds);
    }

    /** Returns the table of the verdicts that a command prints. */
    public static String table(RunReport run) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s on %s, shape %s, seed %d: %s%n%n",
                run.setup().scenario(),
                run.setup().engine(),
                shape(run.setup()),
                run.setup().seed(),
                run.ending()));
        text.append(String.format(Locale.ROOT, "%-18s %-14s %12s  %s%n", "verdict", "holds", "checked", "detail"));
        for (Verdict v : run.verdicts()) {
            text.append(
                    String.format(Locale.ROOT, "%-18s %-14s %12d  %s%n", v.name(), word(v), v.checked(), v.detail()));
        }
        if (run.assertionsMuted() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n%d failed assertions of units with an armed fault were muted%n",
                    run.assertionsMuted()));
        }
        RunReport.Metrics m = run.metrics();
        text.append(String.format(
                Locale.ROOT,
                "%n%d cycles, %d packets, %d flits, %d flit-hops"
                        + (m.packets() == 0 ? "%n" : "; packet latency mean %.1f, p50 %d, p99 %d, max %d cycles%n"),
                run.cycles(),
                m.packets(),
                m.flits(),
                m.flitHops(),
                m.mean(),
                m.p50(),
                m.p99(),
                m.max()));
        RunReport.Speed s = run.speed();
        text.append(String.format(
                Locale.ROOT,
                "%.2f s wall, %.2f s CPU: %d cycles/s, %d tile-cycles/s, %d flit-hops/s%n",
                s.wallSeconds(),
                s.cpuSeconds(),
                rate(s.cycles(), s.cpuSeconds()),
                rate(s.tileCycles(), s.cpuSeconds()),
                rate(s.flitHops(), s.cpuSeconds())));
        text.append("events ").append(run.eventSha256()).append(System.lineSeparator());
        return text.toString();
    }

    private static String shape(RunReport.Setup run) {
        return run.shape().get(0) + "x" + run.shape().get(1) + "x" + run.shape().get(2)
                + (run.ioTiles() == 0 ? "" : " and " + run.ioTiles() + " I/O tiles");
    }

    private static String word(Verdict v) {
        return v.holds() == null ? "not exercised" : v.holds() ? "true" : "FALSE";
    }

    /** Returns ops.csv (RFC 4180). Times are cycles; a field is empty for -1. */
    public static String ops(List<RunReport.OpRow> rows) {
        StringBuilder text = new StringBuilder(rows.size() * 64).append(OPS).append("\r\n");
        for (RunReport.OpRow r : rows) {
            text.append(r.id()).append(',').append(r.kind()).append(',').append(r.node());
            text.append(',').append(r.task()).append(',');
            number(text, r.target()).append(',').append(r.bytes()).append(',');
            number(text, r.posted()).append(',');
            number(text, r.firstCommit()).append(',');
            number(text, r.lastCommit()).append(',');
            number(text, r.completed()).append(',').append(r.result()).append("\r\n");
        }
        return text.toString();
    }

    private static StringBuilder number(StringBuilder text, long value) {
        return value < 0 ? text : text.append(value);
    }
}

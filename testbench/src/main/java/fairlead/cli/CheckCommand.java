// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.cli.ProgressOption.CountedProgress;
import fairlead.deadlock.ClassRouteTable;
import fairlead.deadlock.StaticCheck;
import fairlead.deadlock.StaticCheck.CheckResult;
import fairlead.deadlock.relation.ClassRouteReader;
import fairlead.deadlock.relation.RelationCheck.RelationVerdict;
import fairlead.deadlock.relation.RelationReader;
import fairlead.hw.HwLayout;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.VcRule;
import fairlead.run.Json;
import fairlead.run.RunReport.CpuClock;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command `fairlead check`: the static deadlock check of one scenario, one shape or all shapes
 * (docs/understand/deadlock.md).
 */
@Command(name = "check", mixinStandardHelpOptions = true)
public final class CheckCommand implements Callable<Integer> {
    private static final int MAX_K = Shape.MAX_K;
    private static final String BUBBLE = "bubble";
    private static final int MOST_NAMES = 12;

    @Parameters(arity = "0..1", paramLabel = "SCENARIO", description = "scenario file (YAML)")
    private Path file;

    @Option(names = "--set", paramLabel = "PATH=VALUE")
    private List<String> overrides = new ArrayList<>();

    @Option(names = "--shape", paramLabel = "KX,KY,KZ")
    private String shape;

    @Option(names = "--all-shapes")
    private boolean allShapes;

    @Option(names = "--relation", paramLabel = "FILE")
    private Path relation;

    @Option(names = "--picture", paramLabel = "FILE", converter = ResultFile.AsPath.class)
    private Path picture;

    @Option(names = "--vc-rule", paramLabel = "RULE")
    private String vcRule;

    @Option(names = "--routing", paramLabel = "MODE")
    private String routing;

    @Option(names = "--routes", paramLabel = "FILE")
    private Path routes;

    @Option(names = "--trees")
    private boolean trees;

    @Mixin
    private JsonOption json;

    @Mixin
    private ProgressOption progress;

    @Override
    public Integer call() throws IOException {
        if ((file != null ? 1 : 0) + (shape != null ? 1 : 0) + (allShapes ? 1 : 0) + (relation != null ? 1 : 0) != 1) {
            throw new BadInput("check: give one of SCENARIO, --shape, --all-shapes, --relation");
        }
        if (relation != null) {
            if (vcRule != null || routing != null || !overrides.isEmpty()) {
                throw new BadInput(
                        "check: --relation has its own rules; --vc-rule, --routing and --set are of the machine");
            }
            return relation();
        }
        if (picture != null) {
            throw new BadInput("check: --picture draws a --relation");
        }
        if (file == null && !overrides.isEmpty()) {
            throw new BadInput("check: --set needs a SCENARIO");
        }
        if (routes != null && (shape == null || trees) || trees && shape == null && !allShapes) {
            throw new BadInput("check: --routes needs --shape, --trees needs --shape or --all-shapes, one of them");
        }
        VcRule rule = vcRule == null || vcRule.equals(BUBBLE) ? VcRule.DATELINE : rule(vcRule);
        Routing mode = routing == null ? Routing.DIMENSION_ORDER : mode(routing);
        int localPorts = HwLayout.LOCAL_PORTS;
        ClassRouteTable table = null;
        List<Shape> shapes = new ArrayList<>();
        if (file != null) {
            Scenario scenario = ScenarioReader.read(file, overrides);
            if (MachineStructure.loaded().sharedVcs() > 0) {
                throw new BadInput(file + ": machine.structure.shared_vcs = "
                        + MachineStructure.loaded().sharedVcs()
                        + ": the static check has rules for VCs of classes only; docs/understand/router-stages.md says why routers"
                        + " with shared VCs do not deadlock");
            }
            MachineConfig machine = scenario.opened();
            rule = vcRule == null ? machine.vcRule() : rule;
            mode = routing == null ? machine.routing() : mode;
            localPorts = machine.localPorts();
            table = machine.collective().isUsed() ? ClassRouteTable.of(machine.collective(), machine.nodes()) : null;
            shapes.add(machine.shape());
            if (machine.unsafe().isSet()) {
                return check(
                        StaticCheck.of(machine.change().routing(escape(mode)).build()), shapes, rule, mode);
            }
        } else if (shape != null) {
            shapes.add(OptionRange.shape("--shape", shape));
            table = routes == null
                    ? null
                    : ClassRouteReader.read(routes, shapes.get(0).nodes());
        } else {
            addAll(shapes);
        }
        mode = escape(mode);
        return check(new StaticCheck(mode, rule, localPorts).with(table), shapes, rule, mode);
    }

    /** Returns the mode with bubble escape VCs if `--vc-rule bubble` was given, else the mode itself. */
    private Routing escape(Routing mode) {
        if (!BUBBLE.equals(vcRule) || mode.bubbleEscape()) {
            return mode;
        }
        if (mode.mode() != Routing.Mode.ADAPTIVE) {
            throw new BadInput(
                    "--vc-rule bubble: needs --routing adaptive, or --routing bubble without adaptive packets");
        }
        return new Routing(mode.mode(), true, mode.longFirst(), mode.drawnTies());
    }

    private int check(StaticCheck check, List<Shape> shapes, VcRule rule, Routing mode) throws IOException {
        CpuClock clock = new CpuClock();
        List<CheckResult> results = new ArrayList<>();
        try (CountedProgress shown = progress.of("shapes", shapes.size())) {
            for (Shape each : shapes) {
                results.add((trees ? check.with(treeRoutes(each.nodes())) : check).check(each));
                shown.ended();
            }
        }
        double seconds = clock.wallSeconds();
        double cpu = clock.cpuSeconds();
        json.write(() -> json(results));
        if (!json.takesStdout()) {
            print(results, seconds, cpu);
        }
        return results.stream().allMatch(CheckResult::safe) ? ExitCode.OK : ExitCode.FAILS;
    }

    private static void print(List<CheckResult> results, double seconds, double cpu) {
        long vertices = 0;
        long edges = 0;
        int unsafe = 0;
        for (CheckResult r : results) {
            vertices += r.vertices();
            edges += r.edges();
            unsafe += r.safe() ? 0 : 1;
            if (results.size() == 1 || !r.safe()) {
                printOne(r);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "checked %d shape%s: %d safe, %d unsafe; %d vertices, %d edges, %.3f s, %.3f s CPU%n",
                results.size(),
                results.size() == 1 ? "" : "s",
                results.size() - unsafe,
                unsafe,
                vertices,
                edges,
                seconds,
                cpu);
        long vacuous = results.stream().filter(r -> r.shortRings().size() == 3).count();
        if (results.size() > 1) {
            System.out.println(vacuous + " of them have only rings shorter than 4, where no ring can deadlock");
        }
    }

    private static void printOne(CheckResult r) {
        System.out.printf(
                "%s %s: %s; %d vertices, %d edges%n", r.shape(), r.routing(), r.verdict(), r.vertices(), r.edges());
        r.cycle().forEach(step -> System.out.println("  " + step));
        if (!r.shortRings().isEmpty()) {
            System.out.println("  vacuous for ring deadlock in " + String.join(", ", r.shortRings())
                    + ": minimal paths on rings shorter than 4 close no cycle with any VC rule");
        }
    }

    private static String json(List<CheckResult> results) {
        return Json.text(Json.object()
                .putPOJO("checked", results.stream().map(CheckCommand::json).toList()));
    }

    private static Object json(CheckResult r) {
        return Json.object()
                .putPOJO(
                        "shape",
                        List.of(r.shape().kx(), r.shape().ky(), r.shape().kz()))
                .putPOJO("routing", r.routing())
                .putPOJO("vertices", r.vertices())
                .putPOJO("edges", r.edges())
                .putPOJO("safe", r.safe())
                .putPOJO("cycle", r.cycle())
                .putPOJO("flaw", r.flaw())
                .putPOJO("short_rings", r.shortRings());
    }

    public static VcRule rule(String text) {
        for (VcRule rule : VcRule.values()) {
            if (rule.name().toLowerCase(Locale.ROOT).equals(text)) {
                return rule;
            }
        }
        throw new BadInput("--vc-rule " + text + ": no such rule; known: dateline, static, bubble");
    }

    public static Routing mode(String text) {
        return switch (text) {
            case "dimension_order" -> Routing.DIMENSION_ORDER;
            case "adaptive" -> Routing.ADAPTIVE;
            case BUBBLE -> Routing.BUBBLE;
            default -> throw new BadInput(
                    "--routing " + text + ": no such mode; known: dimension_order, adaptive, bubble");
        };
    }

    private static void addAll(List<Shape> shapes) {
        for (int kx = 1; kx <= MAX_K; kx++) {
            for (int ky = 1; ky <= MAX_K; ky++) {
                for (int kz = 1; kz <= MAX_K; kz++) {
                    shapes.add(new Shape(kx, ky, kz));
                }
            }
        }
    }

    /** Returns four class routes: of all ranks, of the even ranks, of the odd ranks, and of the upper half. */
    private static ClassRouteTable treeRoutes(int nodes) {
        return ClassRouteTable.of(
                CollectiveNetwork.UNUSED.withGroups(List.of(
                        ranks(nodes, rank -> true),
                        ranks(nodes, rank -> rank % 2 == 0),
                        ranks(nodes, rank -> rank % 2 == 1 || nodes == 1),
                        ranks(nodes, rank -> 2 * rank >= nodes - 1))),
                nodes);
    }

    private static List<Integer> ranks(int nodes, IntPredicate which) {
        return IntStream.range(0, nodes).filter(which).boxed().toList();
    }

    /** Judges a routing relation and returns the exit code. */
    private int relation() throws IOException {
        if (picture != null && !picture.toString().endsWith(".dot")) {
            throw new BadInput(
                    "--picture " + picture + ": must end with .dot; `dot -Tsvg` of Graphviz makes SVG of it");
        }
        RelationReader.Judged judged = RelationReader.read(relation);
        RelationVerdict verdict = judged.verdict();
        if (!json.takesStdout()) {
            print(verdict);
        }
        json.write(() -> json(verdict));
        if (picture != null) {
            WholeFile.write(picture, judged.picture().dot(verdict));
        }
        return verdict.safe() ? ExitCode.OK : ExitCode.FAILS;
    }

    private static void print(RelationVerdict verdict) {
        System.out.println(verdict.name() + ": " + verdict.verdict() + "; " + verdict.channels() + " channels, "
                + verdict.waits() + " waits");
        System.out.println("  by " + verdict.theorem());
        verdict.cycle().forEach(step -> System.out.println("  " + step));
        verdict.flaws().forEach(flaw -> System.out.println("  " + flaw));
        if (!verdict.knot().isEmpty()) {
            System.out.println("  with one packet a buffer, " + verdict.knot().size()
                    + " channels can wait for each other alone, whatever their packets choose: "
                    + String.join(
                            ", ", verdict.knot().stream().limit(MOST_NAMES).toList())
                    + (verdict.knot().size() > MOST_NAMES ? ", ..." : ""));
        } else if (verdict.decided()) {
            System.out.println(
                    "  with one packet a buffer, the choices lead out of every set of waits: the cycle may be"
                            + " harmless; " + verdict.open());
        }
    }

    private static String json(RelationVerdict verdict) {
        return Json.text(Json.object()
                .putPOJO("relation", verdict.name())
                .putPOJO("safe", verdict.safe())
                .putPOJO("theorem", verdict.theorem())
                .putPOJO("channels", verdict.channels())
                .putPOJO("waits", verdict.waits())
                .putPOJO("cycle", verdict.cycle())
                .putPOJO("flaws", verdict.flaws())
                .putPOJO("knot", verdict.knot()));
    }
}

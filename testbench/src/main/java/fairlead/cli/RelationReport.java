// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.deadlock.relation.RelationReader;
import fairlead.deadlock.relation.RelationVerdict;
import fairlead.run.report.Json;
import fairlead.run.report.WholeFile;
import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Path;

/** What `check --relation` prints and writes. */
final class RelationReport {
    private static final int MOST_NAMES = 12;

    private RelationReport() {}

    /**
     * Judges a relation and returns the exit code.
     *
     * @param picture SVG or DOT file, or null
     */
    static int of(final Path relation, final Path picture, final JsonOption json) throws IOException {
        final String ending = picture == null ? ".svg" : picture.toString().replaceFirst(".*(\\.[a-z]+)$", "$1");
        if (!".svg".equals(ending) && !".dot".equals(ending)) {
            throw new BadInput("--picture " + picture + ": must end with .svg or .dot");
        }
        final RelationReader.Judged judged = RelationReader.read(relation);
        final RelationVerdict verdict = judged.verdict();
        if (!json.takesStdout()) {
            print(verdict);
        }
        json.write(() -> json(verdict));
        if (picture != null) {
            WholeFile.write(
                    picture,
                    ".dot".equals(ending)
                            ? judged.picture().dot(verdict)
                            : judged.picture().svg(verdict));
        }
        return verdict.safe() ? ExitCode.OK : ExitCode.FAILS;
    }

    private static void print(final RelationVerdict verdict) {
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
                            + " harmless; mark an escape sub-relation to show it");
        }
    }

    private static String json(final RelationVerdict verdict) {
        final ObjectNode root = Json.object();
        root.put("relation", verdict.name());
        root.put("safe", verdict.safe());
        root.put("theorem", verdict.theorem());
        root.put("channels", verdict.channels());
        root.put("waits", verdict.waits());
        root.set("cycle", Json.tree(verdict.cycle()));
        root.set("flaws", Json.tree(verdict.flaws()));
        root.set("knot", Json.tree(verdict.knot()));
        return Json.text(root);
    }
}

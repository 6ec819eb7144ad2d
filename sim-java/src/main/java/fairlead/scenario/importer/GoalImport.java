// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario.importer;

import fairlead.machine.Shape;
import fairlead.scenario.BadInput;
import fairlead.scenario.InputText;
import fairlead.scenario.ScenarioReader;
import fairlead.workload.goal.Goal;
import fairlead.workload.goal.GoalException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Makes a scenario of a program in the GOAL text format; the scenario contains the program. */
public final class GoalImport {
    public static final int MOST_CHARACTERS = 2_500_000; // YAML parsers take three million
    private static final int MOST_TASKS = 16;
    private static final long LEAST_MEMORY = 1 << 16;
    private static final long MOST_MEMORY = 1 << 28;
    private static final long LEAST_CYCLES = 2_000_000;

    private GoalImport() {}

    /**
     * @param shape the torus, or null for the one with the least sum of sides that has a node for each rank
     * @param gigahertz cycles of a nanosecond
     * @param eagerBytes greatest message that does not wait for its receive
     */
    public static Imported of(Path file, Shape shape, double gigahertz, long eagerBytes) {
        String text = InputText.of(file).replace("\r\n", "\n").stripTrailing() + "\n";
        int other = text.indexOf('\r');
        if (other >= 0) {
            long ends = text.substring(0, other).chars().filter(c -> c == '\n').count();
            throw new BadInput(file + " line " + (1 + ends) + ": a carriage return alone ends no line");
        }
        if (text.length() > MOST_CHARACTERS) {
            throw new BadInput(file + ": has more than " + MOST_CHARACTERS + " characters, the most that is imported");
        }
        boolean rma = file.getFileName().toString().endsWith(".rgoal");
        Goal.Summary summary;
        try {
            summary = new Goal(text, rma, eagerBytes, gigahertz).check();
        } catch (GoalException e) {
            throw new BadInput(file + " line " + e.line() + ": " + e.what());
        }
        Shape torus = shape == null ? Shape.with(summary.ranks()) : shape;
        if (torus.nodes() < summary.ranks()) {
            throw new BadInput(
                    file + ": has " + summary.ranks() + " ranks, and --shape has " + torus.nodes() + " nodes");
        }
        for (long memory = LEAST_MEMORY; ; memory *= 2) {
            String yaml = yaml(file, text, summary, torus, memory, gigahertz, eagerBytes, rma);
            try {
                ScenarioReader.parse(yaml, file.toString(), "import", List.of()).program();
                return new Imported(yaml, summary.notes());
            } catch (BadInput e) {
                if (memory >= MOST_MEMORY
                        || e.mistakes().stream().noneMatch(m -> m.key().equals("machine.memory_bytes"))) {
                    throw new BadInput(file + ": " + e.getMessage());
                }
            }
        }
    }

    private static String yaml(
            Path file,
            String text,
            Goal.Summary summary,
            Shape torus,
            long memory,
            double gigahertz,
            long eagerBytes,
            boolean rma) {
        double cycles = summary.nanoseconds() * gigahertz;
        long most = LEAST_CYCLES + (long) (4 * cycles) + 4 * summary.bytes();
        StringBuilder yaml = new StringBuilder(String.format(
                Locale.ROOT,
                "# %s: %d ranks, %d bytes in messages and accesses, %d ns of computation on the longest way.%n"
                        + "schema: fairlead.scenario/1%nmachine:%n  shape: [%d, %d, %d]%n  tasks_per_node: %d%n"
                        + "  memory_bytes: %d%nrun: {max_cycles: %d}%n%sworkload:%n  kind: goal%n  dialect: %s%n"
                        + "  eager_bytes: %d%n  gigahertz: %s%n  program: |2%n",
                file.getFileName(),
                summary.ranks(),
                summary.bytes(),
                summary.nanoseconds(),
                torus.kx(),
                torus.ky(),
                torus.kz(),
                Math.min(MOST_TASKS, summary.tasks()),
                memory,
                most,
                summary.bytes() > 0 ? "expect: {exercised: [deadlock_freedom, data_integrity, conservation]}\n" : "",
                rma ? "rgoal" : "goal",
                eagerBytes,
                gigahertz));
        text.lines().forEach(line -> yaml.append(line.isEmpty() ? "" : "    " + line)
                .append('\n'));
        return yaml.toString();
    }

    /**
     * A scenario that was made of a file of another tool.
     *
     * @param notes what the scenario does not say or says otherwise, one line each
     */
    public record Imported(String yaml, List<String> notes) {}
}

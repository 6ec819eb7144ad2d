// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.hw.HwLayout;
import fairlead.machine.Shape;
import fairlead.run.WholeFile;
import fairlead.scenario.BadInput;
import fairlead.scenario.importer.BooksimImport;
import fairlead.scenario.importer.GoalImport;
import fairlead.scenario.importer.GoalImport.Imported;
import fairlead.workload.goal.Goal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command `fairlead import`, which makes a scenario of a file of another tool. */
@Command(name = "import", mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
    private static final String GOAL = "goal";
    private static final String BOOKSIM = "booksim";
    private static final List<String> FORMATS = List.of(GOAL, BOOKSIM);
    private static final int SHOWN = 10;

    @Parameters(index = "0", paramLabel = "FORMAT", description = "goal or booksim")
    private String format;

    @Parameters(index = "1", paramLabel = "FILE", description = "the file")
    private Path file;

    @Option(names = "--out", paramLabel = "FILE", converter = ResultFile.class, defaultValue = "-")
    private String out;

    @Option(names = "--shape", paramLabel = "KXxKYxKZ")
    private String shape;

    @Option(names = "--gigahertz", paramLabel = "F")
    private Double gigahertz;

    @Option(
            names = "--eager",
            paramLabel = "BYTES",
            description = "goal: greatest message that does not wait for its receive (" + Goal.EAGER_BYTES + ")")
    private Integer eager;

    @Override
    public Integer call() throws IOException {
        OptionRange.oneOf("import", format, FORMATS);
        Imported imported = format.equals(GOAL) ? goal() : booksim();
        int shown = format.equals(GOAL) ? SHOWN : Integer.MAX_VALUE; // every key of a BookSim configuration has a note
        imported.notes().stream().limit(shown).forEach(note -> System.err.println("fairlead: " + file + ": " + note));
        if (imported.notes().size() > shown) {
            System.err.println("fairlead: and " + (imported.notes().size() - shown) + " more notes");
        }
        if ("-".equals(out)) {
            System.out.print(imported.yaml());
        } else {
            WholeFile.write(Path.of(out), imported.yaml());
        }
        return ExitCode.OK;
    }

    private Imported goal() {
        double frequency = gigahertz == null ? 1 : gigahertz;
        if (!(frequency >= 0.001 && frequency <= 1000)) {
            throw new BadInput("--gigahertz " + frequency + ": must be 0.001 to 1000");
        }
        int most = eager == null ? Goal.EAGER_BYTES : eager;
        OptionRange.between("--eager", most, 0, (1 << HwLayout.LENGTH_BITS) - 1);
        Shape torus = shape == null ? null : OptionRange.shape("--shape", shape);
        return GoalImport.of(file, torus, frequency, most);
    }

    private Imported booksim() {
        if (shape != null || gigahertz != null || eager != null) {
            throw new BadInput("import booksim: --shape, --gigahertz and --eager are of format goal");
        }
        return BooksimImport.of(file);
    }
}

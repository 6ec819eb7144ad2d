// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.lab.faults.Ledger;
import fairlead.lab.proofs.Elaborator;
import fairlead.rtl.NativeLibraries.LibraryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Verilog of the product with its assertions and without faults, in which each assertion is an instance
 * ({@link AssertionCells}). It is elaborated when it is first asked for, into a folder of its own.
 */
final class CheckedVerilog {
    private static final String VARIANT = "checked";
    private static final String DONE = "done.txt";

    private CheckedVerilog() {}

    /**
     * @param root the root of the project
     * @param folder the folder into which it is written, if it is not there
     * @throws LibraryException if it cannot be elaborated
     */
    static Path of(Path root, Path folder) throws IOException {
        Path cells = folder.resolve("cells");
        Elaborator.once(root, folder, "fairlead.emit.Emit", folder.toString(), VARIANT);
        if (!Files.exists(cells.resolve(DONE))) {
            Files.createDirectories(cells);
            try (Stream<Path> files = Files.list(folder.resolve("rtl").resolve(VARIANT))) {
                for (Path file : files.toList()) {
                    Path copy = cells.resolve(file.getFileName());
                    Files.writeString(copy, AssertionCells.of(Files.readString(file)));
                }
            }
            AssertionCells.write(cells);
            Files.writeString(cells.resolve(DONE), "written\n");
        }
        return cells;
    }

    /**
     * Turns the assertions of an emitted unit into instances of a module of one property each, which survive yosys, as
     * the statements do not, and adds an instance that selects the mutant.
     */
    static final class AssertionCells {
        static final String ASSERTION = "FlAssertion"; // the name of the module of a property
        static final String CHOSEN = "FlChosen"; // the name of the module that has the number of the mutant
        static final String CHOICE = "fl_mutant"; // the word of a unit that has this number

        private static final String CHOSEN_CELL =
                "  wire [15:0] " + CHOICE + ";\n  " + CHOSEN + " fl_chosen(.number(" + CHOICE + "));\nendmodule";

        private static final Pattern BLOCK =
                Pattern.compile("(?s)`ifndef SYNTHESIS\n(.*?)`endif // not def SYNTHESIS\n");
        private static final Pattern STATEMENT = Pattern.compile("(?s)\\bif \\((~reset\\b.*?)\\) begin\\s+"
                + "if \\(`ASSERT_VERBOSE_COND_\\)\\s+\\$error\\(\"Assertion failed: ([^\"]*?)\\\\n\"\\);\\s+"
                + "if \\(`STOP_COND_\\)\\s+\\$fatal;\\s+end\n");
        private static final Pattern PROCESS =
                Pattern.compile("always @\\(posedge clock\\) begin\n|end // always @\\(posedge\\)\n");

        private AssertionCells() {}

        /** Writes the modules into a folder of Verilog. */
        static void write(Path folder) throws IOException {
            for (String module : List.of(ASSERTION, CHOSEN)) {
                String file = module + ".sv";
                Files.writeString(folder.resolve(file), Ledger.text(AssertionCells.class, file));
            }
        }

        static boolean isModule(Path file) {
            String name = file.getFileName().toString();
            return name.equals(ASSERTION + ".sv") || name.equals(CHOSEN + ".sv");
        }

        /** Returns the text of a unit in which each assertion is an instance; memories stay as they are. */
        static String of(String verilog) {
            if (verilog.contains(" Memory[")) {
                return verilog;
            }
            AtomicInteger number = new AtomicInteger();
            Function<MatchResult, String> cell = assertion -> Matcher.quoteReplacement(String.format(
                    "%s #(.NAME(\"%s\")) fl_assertion_%d (.clock(clock), .fails(%s));%n",
                    ASSERTION, assertion.group(2), number.getAndIncrement(), assertion.group(1)));
            return BLOCK.matcher(verilog)
                    .replaceAll(block -> {
                        String cells = STATEMENT.matcher(block.group(1)).replaceAll(cell);
                        return Matcher.quoteReplacement(PROCESS.matcher(cells).replaceAll("\n"));
                    })
                    .replaceFirst("(?m)^endmodule", CHOSEN_CELL);
        }
    }
}

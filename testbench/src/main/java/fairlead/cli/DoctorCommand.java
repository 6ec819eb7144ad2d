// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.model.ModelEngineFactory;
import fairlead.engine.rtl.FabricLibrary;
import fairlead.run.Versions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The command `fairlead doctor`, which lists installed and missing tools and libraries. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Says what of the tools and libraries is there, and what is missing.")
final class DoctorCommand implements Callable<Integer> {
    private static final List<List<String>> TOOLS = List.of(
            List.of("java", "-version"),
            List.of("mvn", "-version"),
            List.of("verilator", "--version"),
            List.of("g++", "--version"),
            List.of("make", "--version"));

    @Override
    public Integer call() {
        boolean complete = true;
        Versions.all().forEach((name, version) -> System.out.printf("%-12s %s%n", name, version));
        for (final List<String> tool : TOOLS) {
            final String answer = firstLine(tool);
            System.out.printf("%-12s %s%n", tool.get(0), answer == null ? "MISSING: run scripts/setup" : answer);
            complete &= answer != null;
        }
        for (final String variant : List.of("product", "lab")) {
            final String answer = library(variant);
            System.out.printf("%-12s %s%n", variant, answer);
            complete &= !answer.startsWith("MISSING");
        }
        System.out.printf("%-12s %s%n", "model", "twin, " + ModelEngineFactory.capabilities());
        return complete ? ExitCode.OK : ExitCode.ENVIRONMENT;
    }

    private static String firstLine(final List<String> command) {
        try {
            final Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            final String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0
                    ? text.lines().findFirst().orElse("").replaceAll("\u001b\\[[0-9;]*m", "")
                    : null;
        } catch (final IOException e) {
            return null;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static String library(final String variant) {
        try {
            return "library, " + FabricLibrary.variant(variant).capabilities();
        } catch (final RuntimeException | LinkageError e) {
            return "MISSING: " + e.getMessage();
        }
    }
}

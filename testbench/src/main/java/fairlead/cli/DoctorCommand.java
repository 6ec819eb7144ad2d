// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.Capabilities;
import fairlead.rtl.FabricLibrary;
import fairlead.run.Versions;
import fairlead.twin.fabric.ModelEngineFactory;
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
    /** What must be there, and the command that tells its version. */
    private static final List<List<String>> TOOLS = List.of(
            List.of("java", "-version"),
            List.of("mvn", "-version"),
            List.of("verilator", "--version"),
            List.of("g++", "--version"),
            List.of("make", "--version"));

    /** A tool of some commands only. */
    private record Further(List<String> command, String neededBy, String installedBy) {}

    private static final List<Further> FURTHER = List.of(
            new Further(List.of("yosys", "-V"), "prove, mutate, area", "scripts/setup --provers"),
            new Further(List.of("z3", "--version"), "prove", "scripts/setup --provers"),
            new Further(List.of("iverilog", "-V"), "icarus", "scripts/setup --tests"));

    @Override
    public Integer call() {
        boolean complete = true;
        Versions.all().forEach(DoctorCommand::print);
        for (final List<String> tool : TOOLS) {
            final String answer = firstLine(tool);
            print(tool.get(0), answer == null ? "MISSING: run scripts/setup" : answer);
            complete &= answer != null;
        }
        for (final Further tool : FURTHER) {
            final String answer = firstLine(tool.command);
            final String missing = "not installed; " + tool.neededBy + " would need it: " + tool.installedBy;
            print(tool.command.get(0), answer == null ? missing : answer);
        }
        for (final String variant : List.of("product", "lab")) {
            final String answer = library(variant);
            print(variant, answer);
            complete &= !answer.startsWith("MISSING");
        }
        print("model", "twin, " + limits(ModelEngineFactory.capabilities()));
        return complete ? ExitCode.OK : ExitCode.ENVIRONMENT;
    }

    private static void print(final String name, final String what) {
        System.out.printf("%-12s %s%n", name, what);
    }

    private static String limits(final Capabilities c) {
        return String.format(
                "%s, %s; depths up to %d (link), %d (local), %d (injection), %d (reception), %d (DLA), %d (response);"
                        + " %d VCs a class, %d DLA channels, %d tasks",
                c.faults() ? "with faults" : "no faults",
                c.asserts() ? "with assertions" : "no assertions",
                c.maxLinkDepth(),
                c.maxLocalDepth(),
                c.maxInjection(),
                c.maxReception(),
                c.maxDla(),
                c.maxResponse(),
                c.vcsPerClass(),
                c.dlaChannels(),
                c.maxTasks());
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
            return "library, " + limits(FabricLibrary.variant(variant).capabilities());
        } catch (final RuntimeException | LinkageError e) {
            return "MISSING: " + e.getMessage();
        }
    }
}

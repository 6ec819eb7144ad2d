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
@Command(name = "doctor", mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    /**
     * A tool.
     *
     * @param version the command that prints its version
     * @param neededBy the commands that need it, or an empty text if all do
     */
    private record Tool(List<String> version, String neededBy, String installedBy) {
        Tool(String... version) {
            this(List.of(version), "", "scripts/setup");
        }

        String missing() {
            return neededBy.isEmpty()
                    ? "MISSING: run " + installedBy
                    : "not installed; " + neededBy + " would need it: " + installedBy;
        }
    }

    private static final List<Tool> TOOLS = List.of(
            new Tool("java", "-version"),
            new Tool("mvn", "-version"),
            new Tool("verilator", "--version"),
            new Tool("g++", "--version"),
            new Tool("make", "--version"),
            new Tool(List.of("yosys", "-V"), "area and scripts/lab", "scripts/setup --provers"),
            new Tool(List.of("sta", "-version"), "area --timing --tile", "scripts/setup --provers"),
            new Tool(List.of("z3", "--version"), "scripts/lab", "scripts/setup --provers"),
            new Tool(List.of("iverilog", "-V"), "scripts/lab", "scripts/setup --tests"));

    @Override
    public Integer call() {
        boolean complete = true;
        Versions.all().forEach(DoctorCommand::print);
        for (Tool tool : TOOLS) {
            String answer = firstLine(tool.version());
            print(tool.version().get(0), answer == null ? tool.missing() : answer);
            complete &= answer != null || !tool.neededBy().isEmpty();
        }
        for (String variant : List.of("product", "lab")) {
            String answer = library(variant);
            print(variant, answer);
            complete &= !answer.startsWith("MISSING");
        }
        print("model", "twin, " + limits(ModelEngineFactory.capabilities()));
        return complete ? ExitCode.OK : ExitCode.ENVIRONMENT;
    }

    private static void print(String name, String what) {
        System.out.printf("%-12s %s%n", name, what);
    }

    private static String limits(Capabilities c) {
        return String.format(
                "%s, %s; depths up to %d (link), %d (local), %d (injection), %d (reception), %d (DLA), %d (response);"
                        + " %d VCs a class, %d DLA channels, %d tasks",
                c.faults() ? "with faults" : "no faults",
                c.asserts() ? "with assertions" : "no assertions",
                c.most().linkVc(),
                c.most().local(),
                c.most().injection(),
                c.most().reception(),
                c.most().dla(),
                c.most().response(),
                c.vcsPerClass(),
                c.dlaChannels(),
                c.maxTasks());
    }

    private static String firstLine(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0
                    ? text.lines().findFirst().orElse("").replaceAll("\u001b\\[[0-9;]*m", "")
                    : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static String library(String variant) {
        try {
            return "library, " + limits(FabricLibrary.variant(variant).capabilities());
        } catch (RuntimeException | LinkageError e) {
            return "MISSING: " + e.getMessage();
        }
    }
}

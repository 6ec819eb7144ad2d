// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.run.ToolException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tool yosys and a cell library in the liberty format.
 *
 * @param gate the area of the smallest NAND gate with two inputs, which defines one gate equivalent
 */
record CellTools(Path yosys, Path library, String name, double gate) {
    /**
     * The default library: osu018 of the Debian package qflow-tech-osu018, for a 180 nm process. The library is free to
     * install, but its text is not copied into this project.
     */
    static final Path OSU018 = Path.of("/usr/share/qflow/tech/osu018/osu018_stdcells.lib");

    private static final Pattern NAND = Pattern.compile(
            "cell\\s*\\(\\s*\"?[\\w]*nand2[\\w]*\"?\\s*\\)\\s*\\{[^{}]*?\\barea\\s*:\\s*([0-9.eE+]+)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final int TAIL = 600; // characters of a tool's output that an error message shows

    static CellTools of(Path yosys, Path library) throws IOException {
        Matcher m = NAND.matcher(Files.readString(library, StandardCharsets.ISO_8859_1));
        double gate = Double.POSITIVE_INFINITY;
        while (m.find()) {
            gate = Math.min(gate, Double.parseDouble(m.group(1)));
        }
        if (!(gate > 0) || Double.isInfinite(gate)) {
            throw new ToolException(library + ": no cell named like NAND2 with an area, so no gate equivalent");
        }
        String name = library.getFileName().toString();
        return new CellTools(yosys, library, name.endsWith(".lib") ? name.substring(0, name.length() - 4) : name, gate);
    }

    /** Returns the cell library that FAIRLEAD_LIBERTY names, by default osu018. */
    static Path standardLibrary() {
        return Path.of(System.getenv().getOrDefault("FAIRLEAD_LIBERTY", OSU018.toString()));
    }

    /** Returns the folders of PATH. */
    static String searchPath() {
        return System.getenv().getOrDefault("PATH", "");
    }

    /** Returns yosys from the folders of a search path, or null. */
    static Path yosys(String searchPath) {
        for (String folder : searchPath.split(File.pathSeparator)) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, "yosys"))) {
                return Path.of(folder, "yosys");
            }
        }
        return null;
    }

    /** Runs a script of yosys, in which @LIB@ is the library, and returns its output. */
    String yosys(Path folder, String script) throws IOException {
        String file = library.toString().contains(" ") ? '"' + library.toString() + '"' : library.toString();
        return run(folder, List.of(yosys.toString(), "-p", script.replace("@LIB@", file)));
    }

    /** Runs a command in the folder and returns its output. */
    static String run(Path folder, List<String> command) throws IOException {
        Path log = Files.createTempFile(folder, "tool", ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            int exit;
            try {
                exit = process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ToolException("interrupted while " + command.get(0) + " ran");
            } finally {
                process.destroyForcibly();
            }
            String output = Files.readString(log, StandardCharsets.ISO_8859_1);
            if (exit != 0) {
                throw new ToolException(command.get(0) + " failed with code " + exit + ": "
                        + output.substring(Math.max(0, output.length() - TAIL)).strip());
            }
            return output;
        } finally {
            Files.delete(log);
        }
    }
}

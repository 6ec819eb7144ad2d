// SPDX-License-Identifier: Apache-2.0
package fairlead.search;

import fairlead.run.ToolException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The tool yosys and a cell library in the liberty format. */
record CellTools(Path yosys, Liberty cells) {
    /**
     * The default library: osu018 of the Debian package qflow-tech-osu018, for a 180 nm process. The library is free to
     * install, but its text is not copied into this project.
     */
    static final Path OSU018 = Path.of("/usr/share/qflow/tech/osu018/osu018_stdcells.lib");

    private static final int TAIL = 600; // characters of a tool's output that an error message shows

    /** Reads the library; a BadInput names what it lacks. */
    static CellTools of(Path yosys, Path library) {
        return new CellTools(yosys, Liberty.read(library));
    }

    /** Returns the file of the library. */
    Path library() {
        return cells.file();
    }

    /**
     * Returns yosys from a search path with a library.
     *
     * @param rtl the folder with the Verilog that will be mapped
     */
    static CellTools open(Path rtl, String searchPath, Path library) {
        Path yosys = yosys(searchPath);
        if (yosys == null || !Files.exists(library)) {
            throw new ToolException(
                    "timing needs yosys and the cell library " + library + " (scripts/setup --provers)");
        }
        if (!Files.isDirectory(rtl)) {
            throw new ToolException(rtl + " is missing, which a build writes that elaborates");
        }
        return of(yosys, library);
    }

    /** Returns a file of constraints for abc: what drives the inputs of a unit, and the load of its outputs. */
    Path constraints(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("unit.constr"),
                "set_driving_cell " + cells.driver() + "\nset_load 0.05 [all_outputs]\n");
    }

    /** Returns the cell library that was asked for; null asks for that of FAIRLEAD_LIBERTY, by default osu018. */
    static Path library(Path asked) {
        return asked != null ? asked : Path.of(System.getenv().getOrDefault("FAIRLEAD_LIBERTY", OSU018.toString()));
    }

    /** Returns the folders of PATH. */
    static String searchPath() {
        return System.getenv().getOrDefault("PATH", "");
    }

    /** Returns yosys from the folders of a search path, or null. */
    static Path yosys(String searchPath) {
        return tool("yosys", searchPath);
    }

    /** Returns a program from the folders of a search path, or null. */
    static Path tool(String name, String searchPath) {
        for (String folder : searchPath.split(File.pathSeparator)) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, name))) {
                return Path.of(folder, name);
            }
        }
        return null;
    }

    /** Runs a script of yosys, in which @LIB@ is the library, and returns its output. */
    String yosys(Path folder, String script) throws IOException {
        String file = library().toString().contains(" ")
                ? '"' + library().toString() + '"'
                : library().toString();
        return run(folder, List.of(yosys.toString(), "-p", script.replace("@LIB@", file)));
    }

    /** Runs a command in the folder and returns its output. */
    static String run(Path folder, List<String> command) throws IOException {
        Path log = Files.createTempFile(folder, "tool", ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
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

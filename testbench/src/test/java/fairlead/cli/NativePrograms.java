// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Native programs of tests.
 *
 * @param compiler script without the letters that tell C and C++ apart
 * @param suite their sources
 * @param folder gets programs and runs
 */
record NativePrograms(String compiler, Path suite, Path folder) {
    static final Path ROOT = Path.of("..");

    /** Returns the programs of a folder. */
    static Stream<String> names(Path sources) throws IOException {
        try (Stream<Path> all = Files.list(sources)) {
            return all
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".c"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    static String said(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), () -> command + "\n" + said);
        return said;
    }

    /** Compiles a source without a warning and returns the program. */
    Path compiled(Path source, String... flags) throws IOException, InterruptedException {
        boolean cxx = source.toString().endsWith(".cpp");
        Path program =
                folder.resolve(source.getFileName().toString().replaceAll("\\.c(pp)?$", "") + (cxx ? "_cxx" : ""));
        List<String> command = new ArrayList<>(List.of("bash", ROOT + "/scripts/" + compiler + (cxx ? "xx" : "c")));
        command.addAll(List.of(flags));
        command.addAll(
                List.of("-g", "-O1", "-Wall", "-Wextra", "-Werror", "-I" + suite, source.toString(), "-lpthread"));
        command.addAll(List.of("-o", program.toString()));
        assertEquals("", said(command));
        return program;
    }

    Captured run(Path program, String engine, int pes, String... options) {
        return Captured.of(
                "run",
                "--native",
                "-n",
                pes,
                "--engine",
                engine,
                "--out",
                folder.resolve("out"),
                "--force",
                options,
                "--",
                program);
    }

    static String hash(Captured run) {
        return run.out()
                .lines()
                .filter(line -> line.startsWith("events "))
                .findFirst()
                .orElseThrow();
    }

    static Set<String> symbols(String which, Path file) throws IOException, InterruptedException {
        return said(List.of("nm", which, file.toString()))
                .lines()
                .filter(line -> line.matches(".* [TU] \\w+"))
                .map(line -> line.replaceAll(".* ", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the functions of the library whose names are like this. */
    static Set<String> functions(String names) throws IOException, InterruptedException {
        try (Stream<Path> all = Files.list(ROOT.resolve("target/native"))) {
            Path library = all.filter(file -> file.toString().endsWith(".a"))
                    .findFirst()
                    .orElseThrow();
            Set<String> functions = symbols("--defined-only", library);
            functions.removeIf(name -> !name.matches(names));
            return functions;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
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

    private String script(String language) {
        return ROOT + "/scripts/" + compiler + language;
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
        List<String> command = new ArrayList<>(List.of("bash", script(cxx ? "xx" : "c")));
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
                .filter(line -> line.matches(".* [TUW] \\w+"))
                .map(line -> line.replaceAll(".* ", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    Captured schedules(Path program, Object... options) {
        return Captured.of("run", "--native", "-n", 4, options, "--", program);
    }

    // ---- checks of each suite

    /** The program is right with 4 ranks, twice the same, with fewer ranks and on a machine with a node without one. */
    void rightOnTheTwin(String name, int... ranks) throws IOException, InterruptedException {
        Path program = compiled(suite.resolve(name));
        Captured first = run(program, "model", 4).exits(ExitCode.OK).says("native program: ");
        assertFalse(first.out().contains(" false "), first.out());
        assertEquals(hash(first), hash(run(program, "model", 4).exits(ExitCode.OK)));
        for (int each : ranks) {
            run(program, "model", each).exits(ExitCode.OK);
        }
        run(program, "model", 5, "--shape", "3x2x1").exits(ExitCode.OK);
    }

    void sameOnTheRtl(String name) throws IOException, InterruptedException {
        Path program = compiled(suite.resolve(name));
        String twin = hash(run(program, "model", 4).exits(ExitCode.OK));
        for (String engine : List.of("rtl", "lockstep")) {
            assertEquals(twin, hash(run(program, engine, 4).exits(ExitCode.OK)));
        }
    }

    void toldWhatIsWrong(String name, int code, String message, String... options)
            throws IOException, InterruptedException {
        Path program = compiled(suite.resolve("wrong").resolve(name + ".c"));
        Captured run = run(program, "model", 3, options).exits(code);
        assertTrue(run.err().replaceAll(" since cycle \\d+", "").contains(message), run.err());
    }

    /** Each function of the library is in a program of the suite. Returns the functions. */
    Set<String> usedFunctions(String names, int atLeast) throws IOException, InterruptedException {
        Set<String> used = new TreeSet<>();
        for (String name : names(suite).toList()) {
            Path object = folder.resolve(name + ".o");
            String source = suite.resolve(name).toString();
            said(List.of("bash", script("c"), "-c", "-O0", "-I" + suite, source, "-o", object.toString()));
            used.addAll(symbols("-u", object));
        }
        Set<String> functions = functions(names);
        assertTrue(functions.size() > atLeast, () -> functions.size() + " functions");
        Set<String> unused = new TreeSet<>(functions);
        unused.removeAll(used);
        assertEquals(Set.of(), unused);
        return functions;
    }

    /** Returns what a page lists behind its heading "Functions", without the name of the test. */
    static Set<String> listed(String page, Class<?> test) throws IOException {
        String text = Files.readString(ROOT.resolve("docs/use").resolve(page));
        return Pattern.compile("`([\\w*{},]+)`")
                .matcher(text.substring(text.indexOf("## Functions")))
                .results()
                .flatMap(found -> expanded(found.group(1)))
                .filter(name -> !name.equals(test.getSimpleName()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the names that one with braces stands for. */
    private static Stream<String> expanded(String name) {
        String[] parts = name.split("[{}]", -1);
        return parts.length < 3
                ? Stream.of(name)
                : Stream.of(parts[1].split(",", -1)).map(part -> parts[0] + part + parts[2]);
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

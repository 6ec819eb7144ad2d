// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fairlead.support.CsvRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The delivered Verilog: what other tools make of it, and the bench that plays it. */
@Tag("lab")
@Tag("M-1150")
class VerilogCommandTest {
    private static final Pattern INSTANCE = Pattern.compile("(?m)^  (\\w+) \\w+ \\($");

    @TempDir
    private static Path shared;

    private static Path tile;

    @TempDir
    private Path folder;

    /** Returns the files of the tile, which no test changes; they are written once. */
    private static Path tile() {
        if (tile == null) {
            Path out = shared.resolve("tile");
            Captured.of("verilog", "--out", out, "--no-check").says("written to " + out);
            tile = out;
        }
        return tile;
    }

    private static String tool(Path in, String... command) throws IOException, InterruptedException {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(p -> Files.isExecutable(Path.of(p).resolve(command[0]))),
                command[0] + " is not installed (scripts/setup --tests)");
        Process process = new ProcessBuilder(command)
                .directory(in.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + "\n" + said;
    }

    /** Each file comes after those that it uses, and no file is missing or listed twice. */
    @Test
    void theListOfFilesIsInOrderAndWhole() throws IOException {
        Path tile = tile();
        List<String> files = Files.readAllLines(tile.resolve("files.f"));
        Set<String> before = new HashSet<>();
        for (String file : files) {
            String name = file.replaceAll(".*/|\\.sv$", "");
            INSTANCE.matcher(Files.readString(tile.resolve(file)))
                    .results()
                    .forEach(used -> assertTrue(before.contains(used.group(1)), name + " uses " + used.group(1)));
            assertTrue(before.add(name), name);
        }
        assertEquals("rtl/OneClockTile.sv", files.get(files.size() - 1));
        assertTrue(files.size() > 80, files::toString);
    }

    @Test
    void withoutEventPinsTheOtherPinsAreTheSame() throws IOException {
        Path silent = folder.resolve("silent");
        Captured.of("verilog", "--out", silent, "--no-events", "--no-check").says("written to " + silent);
        List<String> all = Files.readAllLines(tile().resolve("ports.csv"));
        List<String> others =
                all.stream().filter(row -> !row.startsWith("io_event")).toList();
        assertEquals(others, Files.readAllLines(silent.resolve("ports.csv")));
        assertTrue(all.size() > others.size() + 100, all::toString);
    }

    /** But for a table that the page names, each has one read port and one write port, as a macro has. */
    @Test
    void memoriesAreListedWithTheirPorts() throws IOException {
        Path tile = tile();
        List<Map<String, String>> rows = CsvRows.of(tile.resolve("memories.csv"));
        try (Stream<Path> files = Files.list(tile.resolve("memories"))) {
            assertEquals(files.count(), rows.size());
        }
        for (Map<String, String> row : rows) {
            assertTrue(
                    row.get("module").matches(".*_" + row.get("words") + "x" + row.get("bits") + "(_\\d+)?"),
                    row.toString());
            String ports =
                    switch (row.get("module")) {
                        case "credits_4096x13" -> "5 3";
                        default -> "1 1";
                    };
            assertEquals(ports, row.get("reads") + " " + row.get("writes"), row.toString());
        }
        assertTrue(rows.stream().anyMatch(row -> row.get("module").equals("credits_4096x13")));
    }

    @Test
    void icarusElaboratesTheTile() throws Exception {
        Path tile = tile();
        List<String> command = new ArrayList<>(List.of("iverilog", "-g2012", "-t", "null", "-s", "OneClockTile"));
        command.addAll(Files.readAllLines(tile.resolve("files.f")));
        String said = tool(tile, command.toArray(String[]::new)); // it tells of what it reads in another way
        assertTrue(said.startsWith("0\n") && !said.contains("error"), said);
    }

    /** The only latch is that of the clock gate; no module is missing, and no wire has two drivers or a loop. */
    @Test
    void yosysFindsNoLatchNoLoopAndNoMissingModule() throws Exception {
        Path tile = tile();
        String files = String.join(" ", Files.readAllLines(tile.resolve("files.f")));
        String script = "read_verilog -sv " + files + "; hierarchy -check -top OneClockTile; proc; check -assert;"
                + " select -assert-count 1 t:$dlatch; select -assert-count 1 ClockGate/t:$dlatch";
        String said = tool(tile, "yosys", "-Q", "-q", "-p", script);
        assertTrue(said.startsWith("0\n"), said);
    }

    @Test
    void aUnitComesWithWhatItUses() throws IOException {
        Path out = folder.resolve("unit");
        Captured.of("verilog", "--out", out, "--unit", "CommitUnit").says("written to " + out);
        List<String> files = Files.readAllLines(out.resolve("files.f"));
        assertTrue(files.contains("rtl/CommitUnit.sv") && !files.contains("rtl/OneClockTile.sv"), files::toString);
        assertTrue(Files.readString(out.resolve("ports.csv")).startsWith("clock,input,1\n"));
        assertFalse(Files.exists(out.resolve("check")));
    }

    @Test
    void whatCannotBeWrittenIsRefused() throws IOException {
        Captured.of("verilog", "--out", folder.resolve("x"), "--unit", "LinkTX")
                .exits(ExitCode.BAD_INPUT)
                .complains("--unit LinkTX: no such module; did you mean LinkTx?");
        Files.writeString(folder.resolve("mine.txt"), "mine");
        Captured.of("verilog", "--out", folder, "--force", "--no-check")
                .exits(ExitCode.BAD_INPUT)
                .complains("holds no files.f and memories.csv");
        assertTrue(Files.exists(folder.resolve("mine.txt")));
    }

    /** The bench agrees with the run that it plays, and finds a credit that is given twice. */
    @Test
    @Tag("slow")
    void theBenchPlaysTheRunAndFindsAnotherTile() throws Exception {
        Path out = folder.resolve("tile");
        Captured.of("verilog", "--out", folder.resolve("silent"), "--no-events", "--edges", "1500")
                .says("check/check plays it");
        String silent = tool(folder, folder.resolve("silent/check/check").toString());
        assertTrue(silent.startsWith("0\n") && silent.contains("of 1500 edges are equal"), silent);
        Captured.of("verilog", "--out", out, "--edges", "1500").says("check/check plays it");
        String good = tool(out, out.resolve("check/check").toString());
        assertTrue(good.startsWith("0\n") && good.contains("of 1500 edges are equal"), good);
        Path link = out.resolve("rtl/LinkTx.sv");
        String text = Files.readString(link);
        String wrong = text.replaceFirst("(?m)^  assign (io_\\w*ctl\\w*) = ", "  assign $1 = ~");
        assertFalse(wrong.equals(text), text);
        Files.writeString(link, wrong);
        String bad = tool(out, out.resolve("check/check").toString());
        assertTrue(bad.startsWith("1\n") && bad.contains("check: outputs differ"), bad);
    }
}

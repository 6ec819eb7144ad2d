// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.mutate;

import fairlead.evaluate.WorkerPool;
import fairlead.evaluate.Workers;
import fairlead.evaluate.Workers.Limits;
import fairlead.evaluate.Workers.Reply;
import fairlead.lab.faults.Ledger;
import fairlead.lab.mutate.MutantFate.MutantRung;
import fairlead.machine.MachineStructure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A {@link MutantWorker} for each thread that plays. A worker that crashes, hangs or uses too much memory is replaced,
 * and the rung that did this to it answers with `crash`, `hang` or `memory`.
 */
final class MutantProcess implements AutoCloseable {
    private static final long SECONDS = 40; // of processor time, of one rung; a sound machine takes some seconds
    private static final long TEST_SECONDS = 300; // the same, of all tests of a mutant
    private static final String TESTS = "fairlead.lab.mutate.MutantTests"; // the main class, which is among the tests
    private static final long PATIENCE = 20; // seconds that may pass, for each second of processor time
    private static final long MEGABYTES = 3000;
    private static final long HEAP = 1000;
    private static final int SIGNALS = 128;
    private static final Set<Integer> FATAL = Set.of(4, 6, 7, 8, 11); // ILL, ABRT, BUS, FPE, SEGV

    private final Workers<String> workers;
    private final long seconds;
    private final Path errors;
    private final boolean once;

    /**
     * @param command the command of the process
     * @param errors the file that receives what workers say on stderr
     * @param seconds the processor time of one rung
     * @param once whether a process ends with the first mutant that it has noticed
     */
    MutantProcess(List<String> command, Path errors, long seconds, boolean once) {
        this.errors = errors;
        this.seconds = seconds;
        this.once = once;
        workers = new Workers<>(
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                structure -> command,
                errors,
                new Limits(seconds * PATIENCE, seconds, MEGABYTES),
                said -> said);
    }

    /**
     * @param libraries the folder of the libraries
     * @param arguments the arguments of {@link MutantWorker#main}
     */
    static MutantProcess tile(Path libraries, Path errors, List<String> arguments) {
        return new MutantProcess(worker(libraries, errors, arguments), errors, SECONDS, false);
    }

    /**
     * Returns a process for the rungs of tests. It ends when a test has noticed the mutant, because the state that a
     * failed test leaves is unknown.
     *
     * @param tests the class path of the tests
     * @param list the file that names the tests of each mutant, see {@link UnitTests#write}
     */
    static MutantProcess tests(Path libraries, Path errors, String tests, Path list) {
        List<String> command = worker(libraries, errors, List.of());
        command.subList(command.size() - 2, command.size()).clear(); // the class path and the main class
        command.addAll(List.of(tests, TESTS, list.toString()));
        command.addAll(1, List.of("-ea", "-Xss8m", "-XX:TieredStopAtLevel=1"));
        return new MutantProcess(command, errors, TEST_SECONDS, true);
    }

    private static List<String> worker(Path libraries, Path errors, List<String> arguments) {
        List<String> command = new ArrayList<>(WorkerPool.Options.java(MutantWorker.class, HEAP));
        command.addAll(
                1,
                List.of(
                        "-DFAIRLEAD_LIB_DIR=" + libraries,
                        "-XX:ErrorFile=" + errors.resolveSibling("crash-%p.txt"),
                        "-XX:+DisplayVMOutputToStderr"));
        command.addAll(arguments);
        return command;
    }

    String play(MutantRung rung, int mutant) throws IOException {
        Reply<String> reply = workers.ask(
                MachineStructure.loaded(), rung.name() + " " + mutant, said -> !once || said.equals(MutantFate.ALIVE));
        return switch (reply.end()) {
            case ANSWER -> reply.answer();
            case HANG -> "hang: no end within " + seconds + " s of processor time";
            case MEMORY -> "memory: more than " + MEGABYTES + " MB";
            case EXIT -> {
                if (reply.code() >= 0 && !FATAL.contains(reply.code() - SIGNALS)) {
                    throw new IOException("a worker process ended with code " + reply.code() + "; see " + errors);
                }
                yield "crash: " + (reply.code() < 0 ? "no answer" : "signal " + (reply.code() - SIGNALS));
            }
            case NO_START, CLOSED -> throw new IOException("a worker process did not start: " + reply.text());
        };
    }

    @Override
    public void close() {
        workers.close();
    }

    /**
     * The fast tests that play a mutant of a unit: those that drive the unit, or a unit around it, pin by pin or
     * command by command. The list unit-tests.txt has them.
     */
    static final class UnitTests {
        /** Behind the name of a class, and a colon: only the tests that do not compare with the twin. */
        static final String PAGE = "page";

        private static final Set<String> PLACES = Set.of("unit", "tile");

        /**
         * @param alone whether the test drives the unit alone
         * @param top the unit whose mutants the test plays, and those of the units in it
         * @param test the class, perhaps with {@link #PAGE}
         */
        private record Line(MutantRung rung, boolean alone, String top, String test) {}

        private final TileNetlist netlist;
        private final List<Line> lines = new ArrayList<>();

        UnitTests(TileNetlist netlist) throws IOException {
            this.netlist = netlist;
            for (String line : Ledger.lines(UnitTests.class, "unit-tests.txt")) {
                String[] words = line.split(" +");
                boolean isPart = words.length == 5 && words[4].equals(PAGE);
                if (words.length != 4 && !isPart
                        || !PLACES.contains(words[1])
                        || !netlist.units().contains(words[2])) {
                    throw new IllegalStateException("unit-tests.txt: " + line);
                }
                MutantRung rung = MutantRung.valueOf(words[0].toUpperCase(Locale.ROOT));
                lines.add(new Line(rung, words[1].equals("unit"), words[2], words[3] + (isPart ? ":" + PAGE : "")));
            }
        }

        List<String> tops(List<Mutant> mutants) {
            TreeSet<String> tops = new TreeSet<>();
            for (Line line : lines) {
                if (line.alone && mutants.stream().anyMatch(m -> reaches(line, m))) {
                    tops.add(line.top);
                }
            }
            return List.copyOf(tops);
        }

        /** Writes the tests of each mutant, and of none all that are there, for {@link MutantProcess#tests}. */
        void write(Path file, List<Mutant> mutants) throws IOException {
            List<String> text = new ArrayList<>();
            for (MutantRung rung : List.of(MutantRung.PAGES, MutantRung.TESTS)) {
                Set<String> all = new LinkedHashSet<>();
                for (Mutant mutant : mutants) {
                    List<String> own = lines.stream()
                            .filter(l -> l.rung == rung && reaches(l, mutant))
                            .map(Line::test)
                            .toList();
                    all.addAll(own);
                    text.add(rung + " " + mutant.number() + " " + String.join(" ", own));
                }
                text.add(rung + " 0 " + String.join(" ", all));
            }
            Files.write(file, text);
        }

        private boolean reaches(Line line, Mutant mutant) {
            return netlist.within(line.top).contains(mutant.unit());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import fairlead.cli.Captured;
import fairlead.cli.ExitCode;
import fairlead.cli.Main;
import fairlead.evaluate.Job;
import fairlead.lab.cases.Case;
import fairlead.lab.cases.CaseDraw;
import fairlead.lab.cases.CaseFile;
import fairlead.lab.cli.InputFuzzTest.FuzzFolder;
import fairlead.lab.reference.ReferenceRow;
import fairlead.rtl.FabricLibrary;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.StructureFile.OtherStructure;
import fairlead.scenario.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The classes of input: where their texts come from, which command gets them, what a mistake must name. */
enum FuzzTarget {
    SCENARIO("s.yaml", "validate IN", 100),
    RUN("s.yaml", "run IN --out OUT --no-progress --set run.max_cycles=1500", 20),
    CHECK("s.yaml", "check IN", 20),
    TRAFFIC("s.yaml", "traffic IN", 10),
    SET(null, "validate tiny.yaml --set", 80),
    AXIS(null, "sweep tiny.yaml --over", 5),
    LITMUS("t.litmus", "litmus IN --engine model --schedules 2", 25),
    STUDY("study.yaml", "search IN --out OUT --ask-tell --no-progress", 30),
    POINT("p.json", "eval --point IN --out OUT", 30),
    ASK_TELL(null, "search study-good.yaml --out OUT --ask-tell --no-progress", 40),
    RESUME("out/study.txt", "search study-good.yaml --out OUT --resume --ask-tell --no-progress", 10),
    STORE("st", "eval --point p.json --out st", 10),
    REFERENCE("r.csv", "reference IN --seeds 1", 25),
    STEPS("c.yaml", "lockstep IN --out OUT --no-shrink", 12),
    SUITE("suite.yaml", "regress IN --list", 20),
    RELATION("own.csv", "check --relation IN", 40),
    GRAPH("own.graphml", "check --relation IN", 40),
    REPLAY("old/summary.json", "replay old", 20),
    DIFF("old/summary.json", "diff old old --no-events", 30),
    GOAL("p.goal", "import goal IN", 30),
    RMA_GOAL("p.rgoal", "import goal IN", 20),
    BOOKSIM("n.cfg", "import booksim IN", 40),
    STRUCTURE("m.yaml", "validate tiny.yaml --set machine.structure=IN", 40),
    AREA("s.yaml", "area IN", 10),
    OSU(null, "", 15),
    COLLECTIVES(null, "", 15),
    OPTIONS(null, "", 60);

    private static final Set<FuzzTarget> DRAWN = EnumSet.of(OSU, COLLECTIVES, OPTIONS);

    private static final Path EXAMPLES = Path.of("../examples");
    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final Pattern KEY = Pattern.compile("\"key\" : \"([0-9a-f]{64})\"");
    private static final Pattern PLACE = Pattern.compile(
            "(?s).*( line \\d+|:\\d+:|(yaml|json|csv|litmus|graphml|goal|cfg): .{1,120}( = |: )|: has more than).*");
    /** What is wrong with a relation as a whole and has no line. */
    private static final Pattern WHOLE = Pattern.compile(".*: (there is nothing in it|injects nowhere, .*)");

    private static final long MOST_CYCLES = 50_000;
    private static final long MOST_WORK = 2_000_000; // cycles * nodes of a measurement
    private static final int MOST_NODES = 128;
    private static final int MOST_OPERATIONS = 5_000;
    private static final int MOST_POINTS = 3; // of a sweep: each costs a process

    private final String name;
    private final String command;
    private final int few;

    FuzzTarget(String name, String command, int few) {
        this.name = name;
        this.command = command;
        this.few = few;
    }

    /** The number of inputs of the fast tier, by their cost. */
    int few() {
        return few;
    }

    /**
     * One input.
     *
     * @param words of the command line, with IN and OUT in place
     * @param stdin what the command reads
     * @param skipped it asks for more work than a fuzzer waits for, and rightly so
     */
    record Input(List<String> words, byte[] file, byte[] stdin, boolean skipped) {}

    /** The texts that are changed. */
    List<String> corpus() throws IOException {
        List<String> texts = new ArrayList<>();
        switch (this) {
            case SCENARIO, RUN, CHECK, AREA -> {
                for (int i = 0; i < 6; i++) { // most inputs begin with a good one
                    add(texts, EXAMPLES, ".yaml");
                    add(texts, EXAMPLES.resolve("traffic"), ".yaml");
                    add(texts, EXAMPLES.resolve("motifs"), ".yaml");
                    add(texts, EXAMPLES.resolve("profiles"), ".yaml");
                }
                if (this == SCENARIO) {
                    add(texts, RESOURCES.resolve("bad-scenarios"), ".yaml");
                    add(texts, RESOURCES.resolve("abuse"), ".yaml");
                }
            }
            case TRAFFIC -> add(texts, EXAMPLES.resolve("traffic"), ".yaml");
            case RESUME, STORE, REPLAY, DIFF -> texts.add(good());
            case SUITE -> {
                add(texts, EXAMPLES.resolve("regression"), "suite.yaml");
                texts.replaceAll(t -> t.replaceAll("\\.\\./[a-z_0-9]+\\.yaml", "tiny.yaml"));
                texts.add(texts.get(0).replaceAll("(?m)^  - litmus:(.*\n    .*)*\n", ""));
                texts.add("schema: fairlead.suite/1\ncases:\n  - scenario: tiny.yaml\n    seeds: 1..3\n");
            }
            case RELATION -> add(texts, EXAMPLES.resolve("relations"), ".csv");
            case GRAPH -> add(texts, EXAMPLES.resolve("relations"), ".graphml");
            case LITMUS -> {
                add(texts, EXAMPLES.resolve("litmus"), ".litmus");
                add(texts, EXAMPLES.resolve("litmus/rma"), ".litmus");
                add(texts, EXAMPLES.resolve("litmus/ranks"), ".litmus");
                add(texts, EXAMPLES.resolve("seeds"), ".litmus");
                add(texts, RESOURCES.resolve("abuse"), "d.litmus");
            }
            case STUDY -> {
                add(texts, EXAMPLES.resolve("studies"), ".yaml");
                texts.replaceAll(t -> t.replaceAll("(?m)^scenario:.*$", "scenario: tiny.yaml"));
                add(texts, RESOURCES.resolve("abuse"), "study.yaml");
            }
            case STEPS -> {
                add(texts, RESOURCES.resolve("abuse"), "e.yaml");
                CaseDraw draw = new CaseDraw(FabricLibrary.variant("product").capabilities(), 2_000);
                for (long seed = 1; seed < 60; seed++) {
                    Case one = draw.draw(seed);
                    if ((one.hasWords() || one.hasItems()) && one.machine().nodes() <= 16) {
                        texts.add(CaseFile.text(one));
                    }
                }
            }
            case GOAL -> add(texts, EXAMPLES.resolve("goal"), ".goal");
            case RMA_GOAL -> {
                add(texts, EXAMPLES.resolve("goal"), ".rgoal");
                texts.addAll(written());
            }
            case BOOKSIM -> {
                add(texts, EXAMPLES.resolve("booksim"), ".cfg");
                texts.addAll(written());
            }
            default -> texts.addAll(written());
        }
        return texts.stream().filter(text -> !text.isEmpty()).toList();
    }

    /** Sound texts or command lines of a class of which no example has any. */
    private List<String> written() throws IOException {
        try (InputStream in =
                FuzzTarget.class.getResourceAsStream("/fuzz/" + name().toLowerCase(Locale.ROOT) + ".txt")) {
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return List.of(all.substring(0, all.length() - 1).split("\n%%\n"));
        }
    }

    private static void add(List<String> texts, Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(ending)).sorted().toList()) {
                texts.add(Files.readString(file));
            }
        }
    }

    /** Runs a command of the product or of the laboratory. */
    static int execute(String... words) {
        return words.length > 0 && Set.of("lockstep", "reference").contains(words[0])
                ? LabMain.execute(words)
                : Main.execute(words);
    }

    /** What the command itself writes: the mark of a study, or a result. */
    private String good() throws IOException {
        FuzzFolder folder = new FuzzFolder(Files.createTempDirectory("fuzz").resolve("good"));
        try {
            Path wanted = given(folder.place());
            String maker = this == REPLAY || this == DIFF ? "run tiny.yaml --out old --no-progress" : command;
            Captured answer = Captured.of(
                    FuzzTarget::execute,
                    words(maker, folder.place()).stream()
                            .filter(word -> !word.equals("--resume"))
                            .toArray(String[]::new));
            if (answer.code() != ExitCode.OK) {
                throw new IllegalStateException(answer.all());
            }
            if (this != STORE) {
                return Files.readString(wanted);
            }
            try (Stream<Path> files = Files.walk(wanted)) {
                return Files.readString(
                        files.filter(Files::isRegularFile).findFirst().orElseThrow());
            }
        } finally {
            fairlead.run.WholeFile.deleteFolder(folder.place().getParent());
        }
    }

    /** The files next to the input, and the place of the input. */
    private Path given(Path folder) throws IOException {
        if (this == STORE) {
            Files.writeString(folder.resolve("p.json"), "{\"scenario\": \"tiny.yaml\"}");
        }
        return folder.resolve(name);
    }

    /** What the command may write although it is there. */
    String owned() {
        return this == RESUME ? "out" : this == STORE ? name : "";
    }

    private List<String> words(String command, Path folder) {
        return Stream.of(command.split(" ")).map(word -> place(word, folder)).toList();
    }

    /** The input of a seed, with its file written. */
    Input input(long seed, List<String> corpus, Path folder) throws IOException {
        Mutator mutator = new Mutator(seed, corpus);
        if (DRAWN.contains(this)) {
            List<String> words = OptionDraw.words(seed, mutator, folder, corpus).stream()
                    .map(word -> place(word, folder))
                    .toList();
            return new Input(words, null, new byte[0], this != OPTIONS && OptionDraw.isLong(words));
        }
        byte[] bytes = mutator.input();
        List<String> words = new ArrayList<>(words(command, folder));
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (this == SET || this == AXIS) {
            words.add(text.replace("\0", ""));
            return new Input(words, null, new byte[0], this == AXIS && isLong(text));
        }
        if (name == null) {
            return new Input(words, null, bytes, text.contains("evaluate"));
        }
        if (this == RUN && seed % 2 == 0) {
            words.addAll(List.of("--engine", "model"));
        }
        Path file = given(folder);
        if (this == STORE) {
            Matcher key = KEY.matcher(corpus.get(0));
            if (!key.find()) {
                throw new IllegalStateException("a result without its key");
            }
            file = file.resolve(key.group(1).substring(0, 2)).resolve(key.group(1) + ".json");
        }
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
        return new Input(words, bytes, new byte[0], isLong(file));
    }

    private String place(String word, Path folder) {
        return switch (word) {
            case "IN" -> folder.resolve(name).toString();
            case "machine.structure=IN" -> "machine.structure=" + folder.resolve(name);
            case "OUT" -> folder.resolve("out").toString();
            default -> word.matches("(tiny|study-good|none)\\.[a-z]+|st|rec|old|[jcp]\\.(json|csv)|mine\\.txt")
                    ? folder.resolve(word).toString()
                    : word;
        };
    }

    private boolean hasNoPlace(String line) {
        return (this == RELATION || this == GRAPH) && WHOLE.matcher(line).matches();
    }

    /**
     * What an answer without an error does not keep of what the command promises, or an empty string: what is imported
     * is a scenario that is sound.
     */
    String broken(String out) {
        if (this != GOAL && this != RMA_GOAL && this != BOOKSIM) {
            return "";
        }
        try {
            ScenarioReader.parse(out, "imported.yaml", "imported", List.of());
            return "";
        } catch (BadInput e) {
            return "what was imported is refused: " + e.getMessage();
        }
    }

    private static boolean isLong(String axis) {
        try {
            return fairlead.sweep.Axis.parse(axis).values().size() > MOST_POINTS;
        } catch (BadInput e) {
            return false;
        }
    }

    /** Whether it is a legal request for much work. Whatever is wrong with it is for the command to find. */
    private boolean isLong(Path file) {
        try {
            switch (this) {
                case POINT:
                    Scenario point = Job.parse(Files.readString(file), "p", file.getParent())
                            .read();
                    return isLong(point) || point.run().maxCycles() > MOST_CYCLES;
                case REPLAY:
                    String summary = Files.readString(file);
                    Tree top = Tree.read(summary, name, true);
                    Tree config = top.isMap() ? top.entries().get("effective_config") : null;
                    return config != null && isLong(ScenarioReader.of(config, name, "old"));
                case AREA: // each unit of another depth is mapped to gates, which takes seconds
                    ScenarioReader.read(file, List.of());
                    return true;
                case RUN, CHECK, TRAFFIC:
                    return isLong(ScenarioReader.read(file, List.of()));
                case STEPS:
                    Scenario steps = CaseFile.isCase(Files.readString(file))
                            ? CaseFile.read(file).scenario()
                            : ScenarioReader.read(file, List.of());
                    return isLong(steps) || steps.run().maxCycles() > MOST_CYCLES;
                case REFERENCE:
                    return ReferenceRow.read(file).stream().anyMatch(r -> Math.pow(r.k(), r.dimensions()) > MOST_NODES)
                            || ReferenceRow.read(file).size() > 8;
                default:
                    return false;
            }
        } catch (BadInput | IOException e) {
            return false;
        } catch (OtherStructure e) {
            return true; // the command would begin again in a process of that structure
        }
    }

    private static boolean isLong(Scenario s) {
        long nodes = s.machine().nodes();
        return s.openLoop() != null
                ? nodes * s.openLoop().samplePeriod() * s.openLoop().maxSamples() > MOST_WORK
                : nodes > MOST_NODES || s.program().size() > MOST_OPERATIONS;
    }

    /** What is wrong with the words of a refusal, or an empty string: it must name the file and a place in it. */
    String complaint(String err) {
        if (DRAWN.contains(this) && err.startsWith("Usage: ")) {
            return ""; // no command at all
        }
        for (String line : err.lines().toList()) {
            if (!line.startsWith("fairlead: ")
                    && !line.startsWith("Possible solutions:")
                    && !line.startsWith("Did you mean")) {
                return "a line does not begin with the program's name";
            }
        }
        if (err.isEmpty()) {
            return "no word";
        }
        String first = err.lines()
                .filter(line -> !line.startsWith("fairlead: warning: "))
                .findFirst()
                .orElse("");
        if (name != null && !first.contains(name) && !first.contains("tiny.yaml")) {
            return "the file is not named";
        }
        if (name != null && this != RESUME && !PLACE.matcher(first).matches() && !hasNoPlace(first)) {
            return "no line and no key";
        }
        if (DRAWN.contains(this) && this != OPTIONS && !OptionDraw.isNamed(first)) {
            return "no option is named";
        }
        String option = this == SET ? "--set" : this == AXIS ? "--over" : "";
        return first.contains(option) || first.contains("tiny.yaml") ? "" : "no option is named";
    }
}

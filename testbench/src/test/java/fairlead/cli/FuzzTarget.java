// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.engine.rtl.FabricLibrary;
import fairlead.evaluate.Job;
import fairlead.generate.Case;
import fairlead.generate.CaseDraw;
import fairlead.generate.CaseFile;
import fairlead.reference.ReferenceRow;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The classes of input: where their texts come from, which command gets them, what a mistake must name. */
enum FuzzTarget {
    SCENARIO("s.yaml", "validate IN"),
    SET(null, "validate tiny.yaml --set"),
    LITMUS("t.litmus", "litmus IN --engine model --schedules 2"),
    STUDY("study.yaml", "search IN --out OUT --ask-tell --no-progress"),
    POINT("p.json", "eval --point IN --out OUT"),
    ASK_TELL(null, "search study-good.yaml --out OUT --ask-tell --no-progress"),
    REFERENCE("r.csv", "reference IN --seeds 1"),
    STEPS("c.yaml", "lockstep IN --out OUT --no-shrink"),
    OPTIONS(null, "");

    private static final Path EXAMPLES = Path.of("../examples");
    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final long MOST_CYCLES = 50_000;
    private static final long MOST_WORK = 2_000_000; // cycles * nodes of a measurement
    private static final int MOST_NODES = 128;

    /** Command lines; what stands behind the bar is never changed and sees to it that nothing long begins. */
    private static final List<String> COMMANDS = List.of(
            "validate tiny.yaml --engine model --seed 3|",
            "run tiny.yaml --engine model --out OUT --no-progress --json j.json --force|",
            "run tiny.yaml --engine rtl --out OUT --library product --record rec --wave-nodes 0,1 --wave-from 0 --wave-to 9 --no-progress|--set run.max_cycles=500",
            "run tiny.yaml --print-effective-config --allow-unsafe|",
            "check tiny.yaml --shape 2,2,2 --vc-rule dateline --routing adaptive --json j.json|none.yaml",
            "schema scenario|",
            "faults|",
            "litmus none.litmus --engine model --schedules 3 --from 1 --seed 2 --axes base --json j.json|none.litmus",
            "lockstep none.yaml --seeds 2 --from 5 --budget 1000 --against model --bins 1 --out OUT --json -|none.yaml",
            "traffic none.yaml --json j.json --saturation --set workload.load=0.1|none.yaml",
            "sweep none.yaml --over seed=1,2 --repeats 2 --workers 2 --store st --csv c.csv --on local|",
            "search none.yaml --out OUT --workers 2 --store st --on slurm --resume|",
            "eval --point none.json --out OUT|",
            "reference none.csv --seeds 2 --below 0.5 --markdown|",
            "area none.yaml --workers 2|",
            "prove --quick --jobs 2 --json j.json --only F1|--only NOPE",
            "seeds --json j.json --only R-BAR-1|--only R-BAR-99",
            "controls --engine model --json j.json --soak 5|N99",
            "bench model --rounds 2 --loads 0.1,0.2 --shapes 2x2x2 --flits 4|--rounds 0",
            "bench rtl --rounds 2 --shape 2x2x2 --node-cycles 100|--rounds 0");

    private static final List<String> WRITING = List.of("--out", "--json", "--csv", "--store", "--record", "--wave");

    private final String name;
    private final String command;

    FuzzTarget(final String name, final String command) {
        this.name = name;
        this.command = command;
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
        final List<String> texts = new ArrayList<>();
        switch (this) {
            case SCENARIO -> {
                for (int i = 0; i < 4; i++) { // most inputs begin with a good one
                    add(texts, EXAMPLES, ".yaml");
                    add(texts, EXAMPLES.resolve("traffic"), ".yaml");
                }
                add(texts, RESOURCES.resolve("bad-scenarios"), ".yaml");
                add(texts, RESOURCES.resolve("abuse"), ".yaml");
            }
            case SET -> texts.addAll(List.of(
                    "machine.shape=[2, 1, 1]",
                    "seed=7",
                    "run.max_cycles=100",
                    "workload.bytes=64",
                    "workload={kind: ring}",
                    "machine={shape: [4, 1, 1], buffers: {link_vc: 17}}",
                    "expect.exercised=[fence_ordering]",
                    "machine.tasks_per_node=[1, 2]",
                    "faults=[{id: drop_credit, node: 1}]",
                    "machine.routing.mode=adaptive",
                    "machine.latency.link=3",
                    "workload.kind=random",
                    "machine.memory_bytes=4096",
                    "engine=model",
                    "schema=x/1"));
            case LITMUS -> {
                add(texts, EXAMPLES.resolve("litmus"), ".litmus");
                add(texts, EXAMPLES.resolve("litmus/rma"), ".litmus");
                add(texts, EXAMPLES.resolve("seeds"), ".litmus");
                add(texts, RESOURCES.resolve("abuse"), "d.litmus");
            }
            case STUDY -> {
                add(texts, EXAMPLES.resolve("studies"), ".yaml");
                texts.replaceAll(t -> t.replaceAll("(?m)^scenario:.*$", "scenario: tiny.yaml"));
                add(texts, RESOURCES.resolve("abuse"), "study.yaml");
            }
            case POINT -> texts.addAll(List.of(
                    "{\"scenario\": \"tiny.yaml\", \"set\": {\"seed\": 2}}",
                    "{\"scenario\": \"tiny.yaml\", \"set\": {\"machine.buffers.link_vc\": 3, \"workload.bytes\": 128, \"engine\": \"model\"}}",
                    "{\"set\": {\"machine.shape\": [2, 2, 1], \"run.max_cycles\": 3000}, \"scenario\": \"./tiny.yaml\"}",
                    "{\"scenario\": \"none.yaml\"}"));
            case ASK_TELL -> texts.addAll(
                    List.of(
                            "{\"ask\": 2}\n{\"front\": true}\n",
                            "{\"tell\": [{\"genes\": {\"machine.buffers.link_vc\": 1, \"machine.buffers.local\": 2}, \"values\": {\"completion_time\": 3, \"buffer_bits\": 7.5}}]}\n{\"front\": true}\n",
                            "{\"tell\": [{\"genes\": {\"machine.buffers.link_vc\": 2, \"machine.buffers.local\": 2}, \"values\": null}]}\n{\"ask\": 10}\n",
                            "{\"evaluate\": [{\"genes\": {\"machine.buffers.link_vc\": 3, \"machine.buffers.local\": 1}}]}\n{\"ask\": 1}\n"));
            case REFERENCE -> {
                final String head =
                        "traffic,k,n,vcs,buf,pkt,mode,offered_flits_node_cycle,avg_packet_latency,accepted_flits_node_cycle,avg_link_hops,unstable\n";
                texts.add(head + "uniform,4,1,2,8,4,latency,0.1,12,0.1,1,0\n");
                texts.add(head
                        + "neighbor,4,1,4,4,1,latency,0.2,12.5,0.2,1,0\nuniform,3,2,2,8,8,saturation,1.0,,0.6,1.5,1\n");
                texts.add(head
                        + "tornado,4,2,2,16,8,latency,0.05,30,0.05,2,0\nshuffle,4,1,2,8,4,latency,0.1,nan,0.1,1,1\n");
            }
            case STEPS -> {
                add(texts, RESOURCES.resolve("abuse"), "e.yaml");
                final CaseDraw draw =
                        new CaseDraw(FabricLibrary.variant("product").capabilities(), 2_000);
                for (long seed = 1; seed < 60; seed++) {
                    final Case one = draw.draw(seed);
                    if ((one.hasSteps() || one.hasItems()) && one.machine().nodes() <= 16) {
                        texts.add(CaseFile.text(one));
                    }
                }
            }
            default -> texts.addAll(COMMANDS);
        }
        return texts.stream().filter(text -> !text.isEmpty()).toList();
    }

    private static void add(final List<String> texts, final Path folder, final String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (final Path file :
                    files.filter(f -> f.toString().endsWith(ending)).sorted().toList()) {
                texts.add(Files.readString(file));
            }
        }
    }

    /** The input of a seed, with its file written. */
    Input input(final long seed, final List<String> corpus, final Path folder) throws IOException {
        final Mutator mutator = new Mutator(seed, corpus);
        if (this == OPTIONS) {
            return new Input(options(seed, mutator, folder), null, new byte[0], false);
        }
        final byte[] bytes = mutator.input();
        final List<String> words = new ArrayList<>();
        for (final String word : command.split(" ")) {
            words.add(place(word, folder));
        }
        if (this == SET) {
            words.add(new String(bytes, StandardCharsets.UTF_8).replace("\0", ""));
            return new Input(words, null, new byte[0], false);
        }
        if (name == null) {
            return new Input(words, null, bytes, new String(bytes, StandardCharsets.UTF_8).contains("evaluate"));
        }
        final Path file = Files.write(folder.resolve(name), bytes);
        return new Input(words, bytes, new byte[0], isLong(file));
    }

    private String place(final String word, final Path folder) {
        return switch (word) {
            case "IN" -> folder.resolve(name).toString();
            case "OUT" -> folder.resolve("out").toString();
            default -> word.matches("(tiny|study-good|none)\\.[a-z]+|st|rec|[jc]\\.(json|csv)")
                    ? folder.resolve(word).toString()
                    : word;
        };
    }

    private List<String> options(final long seed, final Mutator mutator, final Path folder) {
        final SplittableRandom random = new SplittableRandom(~seed);
        final String line = mutator.pick(COMMANDS);
        final int bar = line.indexOf('|');
        final List<String> words =
                new ArrayList<>(List.of(line.substring(0, bar).split(" ")));
        for (int i = random.nextInt(4); i > 0 && !words.isEmpty(); i--) {
            final int at = 1 + random.nextInt(words.size());
            switch (random.nextInt(6)) {
                case 0 -> words.add(at, mutator.pick(Mutator.NUMBERS));
                case 1 -> words.add(
                        at,
                        mutator.pick(List.of(
                                "",
                                " ",
                                "-",
                                "--",
                                "---x",
                                "@none",
                                "--set",
                                "--set=",
                                "--out",
                                "--help",
                                "x=",
                                "=x",
                                "\u00e9",
                                "a\nb",
                                "--jsom",
                                "x".repeat(5000))));
                case 2 -> words.set(Math.min(at, words.size() - 1), mutator.pick(Mutator.NUMBERS));
                case 3 -> words.remove(Math.min(at, words.size() - 1));
                case 4 -> words.add(at, words.get(random.nextInt(words.size())));
                default -> words.set(
                        Math.min(at, words.size() - 1),
                        mutator.pick(List.of(
                                "",
                                "/",
                                ".",
                                "/proc/self/mem",
                                "/dev/full",
                                "/dev/null",
                                "no/such/x",
                                "1,2",
                                "1..3:0",
                                "[",
                                "x".repeat(300),
                                "nan")));
            }
        }
        if (bar < line.length() - 1) {
            words.addAll(List.of(line.substring(bar + 1).split(" ")));
        }
        if (words.stream().anyMatch(List.of("run", "lockstep")::contains) && !words.contains("--out")) {
            words.addAll(List.of("--out", "OUT"));
        }
        for (int i = 0; i + 1 < words.size(); i++) { // nothing is written outside the folder
            final String value = words.get(i + 1);
            if (WRITING.contains(words.get(i)) && !value.startsWith("/") && !value.equals("-") && !value.isEmpty()) {
                words.set(
                        i + 1,
                        folder.resolve(value).normalize().startsWith(folder)
                                ? folder.resolve(value).toString()
                                : "/");
            }
        }
        return words.stream().map(word -> place(word, folder)).toList();
    }

    /** Whether it is a legal request for much work. Whatever is wrong with it is for the command to find. */
    private boolean isLong(final Path file) {
        try {
            switch (this) {
                case POINT:
                    return isLong(Job.parse(Files.readString(file), "p", file.getParent())
                            .read());
                case STEPS:
                    return isLong(
                            CaseFile.isCase(file)
                                    ? CaseFile.read(file).scenario()
                                    : fairlead.scenario.ScenarioReader.read(file, List.of()));
                case REFERENCE:
                    return ReferenceRow.read(file).stream().anyMatch(r -> Math.pow(r.k(), r.dimensions()) > MOST_NODES)
                            || ReferenceRow.read(file).size() > 8;
                default:
                    return false;
            }
        } catch (final BadInput | IOException e) {
            return false;
        }
    }

    private static boolean isLong(final Scenario s) {
        final long nodes = s.machine().nodes();
        return s.openLoop() != null
                ? nodes * s.openLoop().samplePeriod() * s.openLoop().maxSamples() > MOST_WORK
                : nodes > MOST_NODES
                        || s.run().maxCycles() > MOST_CYCLES
                        || s.source().workload().operations(s.machine()) > 5_000;
    }

    /** What is wrong with the words of a refusal, or an empty string: it must name the file and a place in it. */
    String complaint(final String err) {
        if (this == OPTIONS && err.startsWith("Usage: ")) {
            return ""; // no command at all
        }
        for (final String line : err.lines().toList()) {
            if (!line.startsWith("fairlead: ")
                    && !line.startsWith("Possible solutions:")
                    && !line.startsWith("Did you mean")) {
                return "a line does not begin with the program's name";
            }
        }
        if (err.isEmpty()) {
            return "no word";
        }
        final String first = err.lines().findFirst().orElse("");
        if (name != null && !first.contains(name) && !first.contains("tiny.yaml")) {
            return "the file is not named";
        }
        if (name != null
                && !first.matches(
                        "(?s).*( line \\d+|:\\d+:|(yaml|json|csv|litmus): .{1,120}( = |: )|: has more than).*")) {
            return "no line and no key";
        }
        return this == SET && !first.contains("--set") && !first.contains("tiny.yaml") ? "no option is named" : "";
    }
}

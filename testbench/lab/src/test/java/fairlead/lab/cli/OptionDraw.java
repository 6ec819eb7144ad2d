// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Command lines with words that are missing, doubled, out of place or not what an option takes. Nothing long begins,
 * and nothing is written outside a folder.
 */
final class OptionDraw {
    /** What stands behind the bar is never changed and sees to it that nothing long begins. */
    private static final List<String> COMMANDS = List.of(
            "validate tiny.yaml --engine model --seed 3|",
            "run tiny.yaml --engine model --out OUT --no-progress --json j.json --force|",
            "run tiny.yaml --engine rtl --out OUT --library product --record rec --wave-nodes 0,1 --wave-from 0 --wave-to 9 --no-progress|--set run.max_cycles=500",
            "run tiny.yaml --print-effective-config --allow-unsafe|",
            "check tiny.yaml --shape 2,2,2 --vc-rule dateline --routing adaptive --json j.json|none.yaml",
            "check --shape 2,2,2 --vc-rule dateline --routing adaptive --json j.json|",
            "schema scenario|",
            "faults|",
            "litmus none.litmus --engine model --schedules 3 --from 1 --seed 2 --axes base --json j.json|none.litmus",
            "lockstep none.yaml --seeds 2 --from 5 --budget 1000 --against model --bins 1 --out OUT --json -|none.yaml",
            "lockstep --raw --seed 2 --against model --out OUT --json j.json|--words 50 --seeds 1",
            "traffic none.yaml --json j.json --saturation --set workload.load=0.1|none.yaml",
            "regress none.yaml --out OUT --jobs 2 --shard 1/2 --force --update-baseline|none.yaml",
            "replay none|",
            "diff none none2 --no-events --json j.json|",
            "check --relation none.csv --picture p.svg --json j.json|",
            "sweep none.yaml --over seed=1,2 --repeats 2 --workers 2 --store st --csv c.csv --on local|",
            "search none.yaml --out OUT --workers 2 --store st --on slurm --resume|",
            "eval --point none.json --out OUT|",
            "reference none.csv --seeds 2 --below 0.5 --markdown|",
            "area none.yaml --workers 2|--workers 0",
            "prove --quick --jobs 2 --json j.json --only F1|--only NOPE",
            "requirements --json j.json --only R-BAR-1|--only R-BAR-99",
            "controls --json j.json|N99",
            "bench model --rounds 2 --loads 0.1,0.2 --shapes 2x2x2 --flits 4|--rounds 0",
            "bench rtl --rounds 2 --shape 2x2x2 --node-cycles 100|--rounds 0");

    private static final List<String> ADDED =
            parts("| |-|--|---x|@none|--set|--set=|--out|--json|--help|x=|=x|\u00e9|a\nb" + "|--jsom|tiny.yaml|"
                    + "x".repeat(5000));
    private static final List<String> VALUES =
            parts("|/|.|/proc/self/mem|/dev/full|/dev/null|no/such/x|tiny.yaml|mine.txt|j.json|1,2|1..3:0|[|"
                    + "x".repeat(300) + "|nan");
    private static final List<String> WRITING =
            List.of("--out", "--json", "--csv", "--store", "--record", "--wave", "--picture");

    /** Of the commands whose options say all of a run: these are added if they are not there. */
    private static final Map<String, List<String>> BOUNDS = Map.of(
            "osu", List.of("--shape 2x1x1"),
            "device", List.of("--shape 2x1x1", "--messages 9", "--io-ratio 2"),
            "collectives", List.of("--shape 2x1x1", "--bytes 16"));

    private static final Map<String, Integer> MOST_OF = Map.of("--messages", 300, "--bytes", 2048, "--timeout", 20_000);
    private static final int MOST_NODES = 32;
    private static final Pattern NAMED = Pattern.compile(
            "fairlead: (osu .*: must be .*|.*(--[a-z]|option|argument|parameter|imported|tiny\\.yaml|[a-z_]+ = ).*)");
    private static final List<String> OSU = List.of(
            "osu put_latency --shape 2x2x1 --bytes 1..64 --engine model --to 3|",
            "osu get_bw --shape 4x1x1 --bytes 8..512 --frequency 1.5 --to 2|",
            "osu allreduce --shape 2x2x1 --bytes 8..64 --set machine.latency.link=2|",
            "osu alltoall --bytes 8..16 --engine lockstep --shape 2x1x1|",
            "osu barrier --shape 2x2x2 --frequency 0.85|",
            "osu fop_latency --shape 3x1x1 --to 1 --set machine.buffers.link_vc=3|");
    private static final List<String> DEVICE = List.of(
            "device --shape 2x2x1 --messages 10 --io-ratio 2 --mode smp,dual --timeout 40,200|",
            "device --shape 2x1x1 --messages 9 --io-ratio 2 --flaw literal --mode dual --bytes 512|",
            "device --engine lockstep --shape 2x2x1 --messages 5 --io-ratio 4 --seed 7 --software 3|",
            "device --io-tiles --shape 2x2x1 --messages 5 --io-ratio 2 --mode dual|",
            "device --story 2 --messages 4 --shape 3x1x1 --io-ratio 3 --mode smp|");
    private static final List<String> COLLECTIVES = List.of(
            "collectives --shape 2x2x1,2x1x1 --bytes 8,64 --op allreduce|",
            "collectives --op bcast --bytes 16 --shape 3x1x1 --engine rtl|",
            "collectives --op barrier --shape 2x2x2 --bytes 8|",
            "collectives --op alltoall --engine model --bytes 24,8 --shape 4x1x1|");

    private OptionDraw() {}

    private static List<String> parts(final String all) {
        return List.of(all.split("\\|", -1));
    }

    /** The lines that inputs of a target are made of. */
    static List<String> commands(final FuzzTarget target) {
        return switch (target) {
            case OSU -> OSU;
            case DEVICE -> DEVICE;
            case COLLECTIVES -> COLLECTIVES;
            default -> COMMANDS;
        };
    }

    static List<String> words(final long seed, final Mutator mutator, final Path folder, final List<String> commands) {
        final SplittableRandom random = new SplittableRandom(~seed);
        final String line = mutator.pick(commands);
        final int bar = line.indexOf('|');
        final List<String> words =
                new ArrayList<>(List.of(line.substring(0, bar).split(" ")));
        for (int i = random.nextInt(4); i > 0 && !words.isEmpty(); i--) {
            final int at = 1 + random.nextInt(words.size());
            final int last = Math.min(at, words.size() - 1);
            switch (random.nextInt(6)) {
                case 0 -> words.add(at, mutator.pick(Mutator.NUMBERS));
                case 1 -> words.add(at, mutator.pick(ADDED));
                case 2 -> words.set(last, mutator.pick(Mutator.NUMBERS));
                case 3 -> words.remove(last);
                case 4 -> words.add(at, words.get(random.nextInt(words.size())));
                default -> words.set(last, mutator.pick(VALUES));
            }
        }
        if (bar < line.length() - 1) {
            words.addAll(List.of(line.substring(bar + 1).split(" ")));
        }
        for (final String bound : BOUNDS.getOrDefault(words.isEmpty() ? "" : words.get(0), List.of())) {
            final String[] pair = bound.split(" ");
            if (!words.contains(pair[0])) {
                words.addAll(List.of(pair));
            }
        }
        if (words.stream().anyMatch(List.of("run", "lockstep")::contains) && !words.contains("--out")) {
            words.addAll(List.of("--out", "OUT"));
        }
        for (int i = 0; i + 1 < words.size(); i++) {
            final String value = words.get(i + 1);
            if (WRITING.contains(words.get(i)) && !value.startsWith("/") && !value.equals("-") && !value.isEmpty()) {
                words.set(i + 1, below(folder, value.equals("OUT") ? "out" : value));
            }
        }
        return words;
    }

    /** Whether the words ask for a run that takes longer than a fuzzer waits, if they are legal at all. */
    static boolean isLong(final List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            for (final String value : words.get(i + 1).split(",|\\.\\.")) {
                if (value.matches("\\d{1,9}")
                        && Integer.parseInt(value) > MOST_OF.getOrDefault(words.get(i), Integer.MAX_VALUE)) {
                    return true;
                }
                if (value.matches("\\d{1,2}x\\d{1,2}x\\d{1,2}")
                        && Stream.of(value.split("x"))
                                        .mapToInt(Integer::parseInt)
                                        .reduce(1, (a, b) -> a * b)
                                > MOST_NODES) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a refusal names the option, or the key, that is wrong. */
    static boolean isNamed(final String refusal) {
        return NAMED.matcher(refusal).matches();
    }

    private static String below(final Path folder, final String name) {
        try {
            final Path there = folder.resolve(name).normalize();
            return there.startsWith(folder) ? there.toString() : "/";
        } catch (final InvalidPathException e) {
            return name; // the locale has no such name, so nothing can be written there
        }
    }

    /** Whether the words name this file as one to be written. */
    static boolean isWritten(final Path file, final List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (WRITING.contains(words.get(i)) && file.toString().equals(words.get(i + 1))) {
                return true;
            }
        }
        return false;
    }

    /** Sound texts of the classes of fuzzed inputs that no example has. */
    static final class FuzzTexts {
        private static final String REFERENCE_HEAD =
                "traffic,k,n,vcs,buf,pkt,mode,offered_flits_node_cycle,avg_packet_latency,accepted_flits_node_cycle,avg_link_hops,unstable\n";

        private FuzzTexts() {}

        static List<String> of(final FuzzTarget target) {
            return switch (target) {
                case AXIS -> List.of(
                        "seed=1,2",
                        "seed=1..9:2",
                        "machine.latency.link=0.5..3:0.5",
                        "machine.shape=[2,1,1],[4,1,1]",
                        "machine.buffers.link_vc=1..4",
                        "engine=rtl,model",
                        "run.quantum=7",
                        "x=1,2");
                case SET -> List.of(
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
                        "schema=x/1");
                case POINT -> List.of(
                        "{\"scenario\": \"tiny.yaml\", \"set\": {\"seed\": 2}}",
                        "{\"scenario\": \"tiny.yaml\", \"set\": {\"machine.buffers.link_vc\": 3, \"workload.bytes\": 128, \"engine\": \"model\"}}",
                        "{\"set\": {\"machine.shape\": [2, 2, 1], \"run.max_cycles\": 3000}, \"scenario\": \"./tiny.yaml\"}",
                        "{\"scenario\": \"none.yaml\"}");
                case ASK_TELL -> List.of(
                        "{\"ask\": 2}\n{\"front\": true}\n",
                        "{\"tell\": [{\"genes\": {\"machine.buffers.link_vc\": 1, \"machine.buffers.local\": 2}, \"values\": {\"completion_time\": 3, \"buffer_bits\": 7.5}}]}\n{\"front\": true}\n",
                        "{\"tell\": [{\"genes\": {\"machine.buffers.link_vc\": 2, \"machine.buffers.local\": 2}, \"values\": null}]}\n{\"ask\": 10}\n",
                        "{\"evaluate\": [{\"genes\": {\"machine.buffers.link_vc\": 3, \"machine.buffers.local\": 1}}]}\n{\"ask\": 1}\n");
                case REFERENCE -> List.of(
                        REFERENCE_HEAD + "uniform,4,1,2,8,4,latency,0.1,12,0.1,1,0\n",
                        REFERENCE_HEAD
                                + "neighbor,4,1,4,4,1,latency,0.2,12.5,0.2,1,0\nuniform,3,2,2,8,8,saturation,1.0,,0.6,1.5,1\n",
                        REFERENCE_HEAD
                                + "tornado,4,2,2,16,8,latency,0.05,30,0.05,2,0\nshuffle,4,1,2,8,4,latency,0.1,nan,0.1,1,1\n");
                case RMA_GOAL -> List.of(
                        "num_ranks 2\nrank 0 {\nl: send 8b to 1 tag 2\nc: cas 8b to 1 at 0 expect 1 value 2\nc requires l\n}\n"
                                + "rank 1 {\nrecv 8b from 0 tag 2\n}\n");
                case BOOKSIM -> List.of(
                        "topology = torus; k = 8; n = 1; routing_function = min_adapt; traffic = hotspot({1,2},{3,4});\n"
                                + "packet_size = {1,5}; packet_size_rate = {2,1}; injection_rate = 0.1; priority = age;\n",
                        "topology = torus;\nk = 3;\nn = 3;\nrouting_function = dim_order;\nburst_alpha = 0.5;\n"
                                + "burst_beta = 0.25;\ninjection_process = on_off;\nlatency_thres = 300.0;\n");
                case STRUCTURE -> List.of(
                        "schema: fairlead.structure/1\ndescription: two VCs a class, for dimension order\nvcs_per_class: 2\n",
                        "schema: fairlead.structure/1\ncounters: 32\ndimensions: 2\nmax_payload: 128\n",
                        "{schema: fairlead.structure/1, dla_channels: 8, origin_epochs: 64, target_epochs: 64}\n");
                default -> throw new IllegalArgumentException(target.name());
            };
        }
    }
}

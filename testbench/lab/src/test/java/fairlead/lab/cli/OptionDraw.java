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
 * and nothing is written outside a folder: the text after the bar of a line is never changed and sees to that.
 */
final class OptionDraw {
    private static final List<String> ADDED =
            parts("| |-|--|---x|@none|--set|--set=|--out|--json|--help|x=|=x|\u00e9|a\nb|--jsom|tiny.yaml|"
                    + "x".repeat(5000));
    private static final List<String> VALUES =
            parts("|/|.|/proc/self/mem|/dev/full|/dev/null|no/such/x|tiny.yaml|mine.txt|j.json|1,2|1..3:0|[|"
                    + "x".repeat(300) + "|nan");
    private static final List<String> WRITING =
            List.of("--out", "--json", "--csv", "--store", "--record", "--wave", "--picture");

    /** Of the commands whose options say all of a run: these are added if they are not there. */
    private static final Map<String, List<String>> BOUNDS = Map.of(
            "osu", List.of("--shape 2x1x1"),
            "collectives", List.of("--shape 2x1x1", "--bytes 16"));

    private static final Map<String, Integer> MOST_OF = Map.of("--messages", 300, "--bytes", 2048, "--timeout", 20_000);
    private static final int MOST_NODES = 32;
    private static final Pattern NAMED = Pattern.compile(
            "fairlead: (osu .*: must be .*|.*(--[a-z]|option|argument|parameter|imported|tiny\\.yaml|[a-z_]+ = ).*)");

    private OptionDraw() {}

    private static List<String> parts(String all) {
        return List.of(all.split("\\|", -1));
    }

    static List<String> words(long seed, Mutator mutator, Path folder, List<String> commands) {
        SplittableRandom random = new SplittableRandom(~seed);
        String line = mutator.pick(commands);
        int bar = line.indexOf('|');
        List<String> words = new ArrayList<>(List.of(line.substring(0, bar).split(" ")));
        for (int i = random.nextInt(4); i > 0 && !words.isEmpty(); i--) {
            int at = 1 + random.nextInt(words.size());
            int last = Math.min(at, words.size() - 1);
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
        for (String bound : BOUNDS.getOrDefault(words.isEmpty() ? "" : words.get(0), List.of())) {
            String[] pair = bound.split(" ");
            if (!words.contains(pair[0])) {
                words.addAll(List.of(pair));
            }
        }
        if (words.stream().anyMatch(List.of("run", "lockstep")::contains) && !words.contains("--out")) {
            words.addAll(List.of("--out", "OUT"));
        }
        for (int i = 0; i + 1 < words.size(); i++) {
            String value = words.get(i + 1);
            if (WRITING.contains(words.get(i)) && !value.startsWith("/") && !value.equals("-") && !value.isEmpty()) {
                words.set(i + 1, below(folder, value.equals("OUT") ? "out" : value));
            }
        }
        return words;
    }

    /** Whether the words ask for a run that takes longer than a fuzzer waits, if they are legal at all. */
    static boolean isLong(List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            for (String value : words.get(i + 1).split(",|\\.\\.")) {
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
    static boolean isNamed(String refusal) {
        return NAMED.matcher(refusal).matches();
    }

    private static String below(Path folder, String name) {
        try {
            Path there = folder.resolve(name).normalize();
            return there.startsWith(folder) ? there.toString() : "/";
        } catch (InvalidPathException e) {
            return name; // the locale has no such name, so nothing can be written there
        }
    }

    /** Whether the words name this file as one to be written. */
    static boolean isWritten(Path file, List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (WRITING.contains(words.get(i)) && file.toString().equals(words.get(i + 1))) {
                return true;
            }
        }
        return false;
    }
}

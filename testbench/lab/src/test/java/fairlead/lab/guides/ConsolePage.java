// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.guides;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a page and what they print. A block of kind {@code console} has commands behind {@code $}, their
 * further lines behind {@code >}, and then the output of both streams. A line {@code ...} of the output stands for any
 * lines, and {@code ...} in a line for any text.
 */
final class ConsolePage {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\n(.*?)^```");
    private static final String ANY = "...";

    /** A line that a slow machine prints after a minute, as `4 of 20 cases, 5.1 cases/min, 188 s left`. */
    private static final Pattern PROGRESS =
            Pattern.compile("\\d+ of \\d+ .*/min, [0-9?]+ s left|cycle \\d+, .* cycles/s");

    private static final int SECONDS = 5400; // a build of everything, on a busy machine

    /** A command and the output that the page shows. */
    record Command(String words, String shown) {
        /** Returns whether an output is the one that the page shows. */
        boolean matches(final String output) {
            final StringBuilder pattern = new StringBuilder();
            shown.lines()
                    .forEach(line ->
                            pattern.append(line.equals(ANY) ? "(?:.*\n)*?" : quoted(line.stripTrailing()) + "\n"));
            final StringBuilder said = new StringBuilder();
            output.lines()
                    .filter(line -> !PROGRESS.matcher(line).matches())
                    .forEach(line -> said.append(line.stripTrailing()).append('\n'));
            return Pattern.compile(pattern.toString()).matcher(said).matches();
        }

        private static String quoted(final String line) {
            final List<String> parts = new ArrayList<>();
            for (final String part : line.split(Pattern.quote(ANY), -1)) {
                parts.add(Pattern.quote(part));
            }
            return String.join(".*", parts);
        }
    }

    private ConsolePage() {}

    static List<Command> commands(final Path page) throws IOException {
        final List<Command> commands = new ArrayList<>();
        final Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            String words = null;
            final StringBuilder shown = new StringBuilder();
            for (final String line : block.group(1).split("\n")) {
                if (line.startsWith("$ ")) {
                    add(words, shown, commands);
                    words = line.substring(2);
                } else if (line.startsWith("> ")) {
                    words += "\n" + line.substring(2);
                } else {
                    shown.append(line).append('\n');
                }
            }
            add(words, shown, commands);
        }
        return commands;
    }

    private static void add(final String words, final StringBuilder shown, final List<Command> to) {
        if (words != null) {
            to.add(new Command(words, shown.toString()));
        }
        shown.setLength(0);
    }

    /** Runs a command in a folder; returns an empty text, or what was printed in place of what the page shows. */
    static String difference(final Command command, final Path folder, final Map<String, String> environment)
            throws IOException, InterruptedException {
        final Path printed = Files.createTempFile("console", ".txt");
        try {
            final ProcessBuilder builder = new ProcessBuilder("bash", "-c", command.words())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile());
            builder.environment().putAll(environment);
            final Process process = builder.start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "$ " + command.words() + "\nno end within " + SECONDS + " s";
            }
            final String output = Files.readString(printed);
            return command.matches(output) ? "" : "$ " + command.words() + "\n" + output;
        } finally {
            Files.delete(printed);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.litmus.compile.AxisPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command explains itself, and nothing warns of the way it is written down. */
@Tag("M-684")
class HelpTest {
    static Iterable<String> commands() {
        return Main.line().getSubcommands().keySet();
    }

    @Test
    void wholeProgram() {
        Captured answer = Captured.of("--help").exits(ExitCode.OK);
        assertEquals("", answer.err());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void command(String name) {
        Captured answer = Captured.of(name, "--help").exits(ExitCode.OK);
        assertTrue(answer.out().startsWith("Usage: fairlead " + name), answer.out());
        assertEquals("", answer.err());
    }

    /** The descriptions are a file: none is missing, and none is of a command or an option that is not there. */
    @Test
    void everyCommandAndOptionIsDescribed() {
        Set<String> left =
                new TreeSet<>(ResourceBundle.getBundle("fairlead.cli.help").keySet());
        left.removeIf(key -> key.matches("fairlead\\.(litmus\\.)?usage\\.footer\\.[0-9]+"));
        assertTrue(left.remove("fairlead.usage.description"));
        Main.line().getSubcommands().forEach((command, line) -> {
            assertTrue(left.remove("fairlead." + command + ".usage.description"), command);
            line.getCommandSpec().options().forEach(option -> {
                String name = option.longestName().substring(2);
                assertTrue(option.description().length > 0, command + " " + name);
                left.removeAll(Set.of(name, "fairlead." + command + "." + name));
            });
        });
        assertEquals(Set.of(), left);
    }

    /** The help of litmus and its page explain each axis, with each of its values. */
    @Test
    void everyAxisOfLitmusIsExplained() throws IOException {
        String help = Captured.of("litmus", "--help").out();
        String page = Files.readString(Path.of("..", "docs", "use", "litmus.md"));
        List<AxisPoint> points = new ArrayList<>(AxisPoint.all("access=queue"));
        points.addAll(AxisPoint.all("full"));
        for (AxisPoint point : points) {
            point.values().forEach((axis, value) -> {
                String values = "[^\\n|]*\\b" + Pattern.quote(value) + "\\b";
                assertTrue(
                        Pattern.compile("(?m)^  " + axis + "=" + values)
                                .matcher(help)
                                .find(),
                        axis + "=" + value);
                assertTrue(
                        Pattern.compile("(?m)^\\| `" + axis + "` \\|" + values)
                                .matcher(page)
                                .find(),
                        axis + "=" + value);
            });
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void thePageOfCommandsHasIt(String name) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "use", "usage.md"));
        assertTrue(page.contains("\nscripts/fairlead " + name + " ")
                || page.contains("\nscripts/fairlead " + name + "\n"));
    }
}

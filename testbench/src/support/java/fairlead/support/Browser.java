// SPDX-License-Identifier: Apache-2.0
package fairlead.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/** Opens a page in headless Chromium and returns its elements after its script has run. */
public final class Browser {
    private static final Pattern TAG = Pattern.compile("<([a-z0-9]+)((?:\\s+[\\w-]+=\"[^\"]*\")+)\\s*/?>");
    private static final Pattern ATTRIBUTE = Pattern.compile("([\\w-]+)=\"([^\"]*)\"");
    private static final long MINUTES = 3;

    /**
     * A page as its script left it.
     *
     * @param text the text of the document
     * @param console the lines that the page wrote to the console, including errors
     */
    public record Opened(String text, List<String> console) {
        /** Returns the attributes of all elements that have this attribute. */
        public List<Map<String, String>> with(String attribute) {
            List<Map<String, String>> found = new ArrayList<>();
            String elements = text.replaceAll("(?s)<script.*?</script>", "");
            Matcher tags = TAG.matcher(elements);
            while (tags.find()) {
                Map<String, String> attributes = new HashMap<>();
                Matcher each = ATTRIBUTE.matcher(tags.group(2));
                while (each.find()) {
                    attributes.put(each.group(1), each.group(2));
                }
                if (attributes.containsKey(attribute)) {
                    found.add(attributes);
                }
            }
            return found;
        }
    }

    private Browser() {}

    /** Skips the test if Chromium is not installed. */
    public static void require() {
        boolean found = List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "chromium")));
        Assumptions.assumeTrue(found, "chromium is not installed (scripts/setup --tests)");
    }

    /** @param state part of the address after #, or an empty string */
    public static Opened open(Path page, String state, Path scratch) throws Exception {
        Path errors = Files.createTempFile(scratch, "chromium", ".log");
        Path dom = Files.createTempFile(scratch, "chromium", ".html");
        Process process = new ProcessBuilder(
                        "chromium",
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--user-data-dir=" + scratch.resolve("profile"),
                        "--enable-logging=stderr",
                        "--v=0",
                        "--window-size=1200,900",
                        "--virtual-time-budget=10000",
                        "--dump-dom",
                        page.toUri() + (state.isEmpty() ? "" : "#" + state))
                .redirectOutput(dom.toFile())
                .redirectError(errors.toFile())
                .start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("chromium does not end");
        }
        List<String> console = Files.readString(errors, StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> line.contains("CONSOLE"))
                .toList();
        return new Opened(Files.readString(dom), console);
    }
}

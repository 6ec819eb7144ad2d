// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The version has one place, the property {@code revision} of the parent pom.xml. */
class VersionsTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void theToolTellsTheVersionOfThePom() throws IOException {
        Matcher revision = Pattern.compile("<revision>([0-9]+\\.[0-9]+\\.[0-9]+)</revision>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertTrue(revision.find(), "no <revision>x.y.z</revision> in pom.xml");
        assertEquals(revision.group(1), Versions.fairlead());
    }

    @Test
    void theChangelogDatesIt() throws IOException {
        String heading = "^## \\[" + Pattern.quote(Versions.fairlead()) + "\\] - 20[0-9]{2}-[01][0-9]-[0-3][0-9]$";
        assertTrue(
                Pattern.compile(heading, Pattern.MULTILINE)
                        .matcher(Files.readString(ROOT.resolve("CHANGELOG.md")))
                        .find(),
                "CHANGELOG.md has no dated heading of version " + Versions.fairlead());
    }
}

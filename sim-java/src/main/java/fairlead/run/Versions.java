// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.hw.HwLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The versions of the software that produced a result. */
public final class Versions {
    private static final String VERSION_FILE = "version.txt";

    private Versions() {}

    /** Returns the version of Fairlead from the parent pom.xml. */
    public static String fairlead() {
        try (InputStream in = Versions.class.getResourceAsStream(VERSION_FILE)) {
            if (in == null) {
                throw new IllegalStateException(VERSION_FILE + " is not beside " + Versions.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Map<String, String> all() {
        Map<String, String> versions = new TreeMap<>();
        versions.put("fairlead", fairlead());
        versions.put("java", Runtime.version().toString());
        versions.put("layout", HwLayout.manifestHash());
        return versions;
    }
}

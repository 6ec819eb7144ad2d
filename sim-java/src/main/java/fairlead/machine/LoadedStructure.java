// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The structure of this process (decision 18). It is read once, from the manifest that elaboration wrote, before the
 * first of the constants of {@link fairlead.hw.HwLayout} that depend on it is used. A process has one structure from
 * its start to its end.
 */
public final class LoadedStructure {
    /** The system property that names the folder of a structure; without it, the process has the default structure. */
    public static final String PROPERTY = "fairlead.structure";

    private static final Path FOLDER = folder();
    private static final JsonNode MANIFEST = FOLDER == null ? null : manifest();

    private LoadedStructure() {}

    private static Path folder() {
        return System.getProperty(PROPERTY) == null ? null : Path.of(System.getProperty(PROPERTY));
    }

    /** Returns the folder of the structure, with its manifest and its libraries, or null for the default structure. */
    public static Path folderOrNull() {
        return FOLDER;
    }

    /** Returns the options of a Java process that is to have the structure of this one. */
    public static List<String> options() {
        return FOLDER == null ? List.of() : List.of("-D" + PROPERTY + "=" + FOLDER);
    }

    /**
     * Returns the value of a key, or of a number that follows from the keys; `standard` is that of the default
     * structure.
     */
    public static int value(String name, int standard) {
        if (MANIFEST == null) {
            return standard;
        }
        JsonNode fixed = MANIFEST.required("fixed").get(name);
        return (fixed == null ? MANIFEST.required("structure").required(name).required("value") : fixed).intValue();
    }

    /**
     * Returns `what` (lsb or width) of a field of a word that depends on the structure; `standard` is that of the
     * default structure.
     */
    public static int field(String layout, String field, String what, int standard) {
        if (MANIFEST == null) {
            return standard;
        }
        for (JsonNode each : MANIFEST.required("layouts").required(layout).required("fields")) {
            if (each.required("name").textValue().equals(field)) {
                return each.required(what).intValue();
            }
        }
        throw new IllegalStateException("the structure's manifest has no field " + field + " of " + layout);
    }

    public static int width(String layout, int standard) {
        return MANIFEST == null
                ? standard
                : MANIFEST.required("layouts")
                        .required(layout)
                        .required("width")
                        .intValue();
    }

    /** Returns the identity of the layouts; `standard` is that of the default structure. */
    public static String hash(String standard) {
        return MANIFEST == null ? standard : MANIFEST.required("hash").textValue();
    }

    private static JsonNode manifest() {
        Path file = FOLDER.resolve("hw/manifest.json");
        try {
            return new ObjectMapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("the structure has no manifest: " + file, e);
        }
    }
}

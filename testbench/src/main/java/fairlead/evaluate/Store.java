// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Results by key, one file each: DIR/ab/abcd...json. A file is written beside and renamed, so that whoever is killed leaves a whole result or none. Several processes may share one.
 */
public final class Store {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final int SHARD = 2;

    private final Path root;

    public Store(final Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    public Path root() {
        return root;
    }

    public Path place(final String key) {
        return root.resolve(key.substring(0, SHARD)).resolve(key + ".json");
    }

    /** The result, or null. One that cannot be read counts as none and is made again. */
    public Evaluation get(final String key) {
        try {
            final Evaluation found = JSON.readValue(Files.readAllBytes(place(key)), Evaluation.class);
            return Evaluation.SCHEMA.equals(found.schema()) && key.equals(found.key()) ? found : null;
        } catch (final NoSuchFileException | JsonProcessingException e) {
            return null;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void put(final Evaluation evaluation) {
        write(place(evaluation.key()), text(evaluation));
    }

    /** The inverse of {@link #text}. */
    public static Evaluation parse(final String text) {
        try {
            return JSON.readValue(text, Evaluation.class);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("not an evaluation: " + e.getOriginalMessage(), e);
        }
    }

    public static String text(final Evaluation evaluation) {
        try {
            return JSON.writeValueAsString(evaluation) + "\n";
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- quarantine

    private Path quarantine(final String key) {
        return root.resolve("quarantine").resolve(key + ".txt");
    }

    /** Why this simulation is not tried again, or null. */
    public String quarantined(final String key) {
        try {
            return Files.readString(quarantine(key)).lines().findFirst().orElse("");
        } catch (final NoSuchFileException e) {
            return null;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param why one line */
    public void quarantine(final String key, final String why, final Job job) {
        write(
                quarantine(key),
                why + "\nrepeat with: fairlead eval --out DIR --point FILE, FILE being\n" + job.toJson() + "\n");
    }

    /** Writes beside and renames. */
    public static void write(final Path place, final String text) {
        try {
            Files.createDirectories(place.getParent());
            final String mark =
                    ProcessHandle.current().pid() + "-" + Thread.currentThread().getId();
            final Path beside = place.resolveSibling("." + place.getFileName() + "." + mark + ".tmp");
            Files.writeString(beside, text);
            Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

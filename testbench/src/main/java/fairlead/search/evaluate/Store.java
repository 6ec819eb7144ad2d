// SPDX-License-Identifier: Apache-2.0
package fairlead.search.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.run.report.FolderTree;
import fairlead.run.report.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Results by key, one file each: DIR/ab/abcd...json. A file is written beside and renamed, so that whoever is killed leaves a whole result or none. Several processes may share one.
 */
public final class Store {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final int SHARD = 2;
    private static final String QUARANTINE = "quarantine";
    private static final String CHECKSUM = "checksum";

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

    /** The result, or null. One that is damaged counts as none and is made again. */
    public Evaluation get(final String key) {
        try {
            final byte[] bytes = Files.readAllBytes(place(key));
            if (!(JSON.readTree(bytes) instanceof ObjectNode root)) {
                return null;
            }
            final String sum = root.path(CHECKSUM).asText();
            root.remove(CHECKSUM);
            final Evaluation found = JSON.treeToValue(root, Evaluation.class);
            return found.isWhole() && key.equals(found.key()) && sum.equals(checksum(found)) ? found : null;
        } catch (final NoSuchFileException | JsonProcessingException e) {
            return null;
        } catch (final IOException e) {
            throw unreadable(place(key), e);
        }
    }

    /** Most failures to read do not say which file it was. */
    private static UncheckedIOException unreadable(final Path file, final IOException e) {
        return new UncheckedIOException(
                e instanceof FileSystemException
                        ? e
                        : new FileSystemException(
                                file.toString(),
                                null,
                                Files.isDirectory(file) ? "is a folder where a result should be" : e.getMessage()));
    }

    public void put(final Evaluation evaluation) {
        final ObjectNode root = JSON.valueToTree(evaluation);
        root.put(CHECKSUM, checksum(evaluation));
        write(place(evaluation.key()), root.toPrettyString() + "\n");
    }

    /** Of the text: a file that was changed, by a disk or by hand, is no result. */
    private static String checksum(final Evaluation evaluation) {
        try {
            final byte[] text = text(evaluation).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
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
        return root.resolve(QUARANTINE).resolve(key + ".txt");
    }

    /** Why this simulation is not tried again, or null. */
    public String quarantined(final String key) {
        try {
            return Files.readString(quarantine(key), StandardCharsets.ISO_8859_1)
                    .lines()
                    .findFirst()
                    .orElse("");
        } catch (final NoSuchFileException e) {
            return null;
        } catch (final IOException e) {
            throw unreadable(quarantine(key), e);
        }
    }

    /** @param why one line */
    public void quarantine(final String key, final String why, final Job job) {
        write(
                quarantine(key),
                why + "\nrepeat with: fairlead eval --out DIR --point FILE, FILE being\n" + job.toJson() + "\n");
    }

    /** Lets every quarantined simulation be tried again. */
    public void releaseAll() {
        try {
            if (Files.isDirectory(root.resolve(QUARANTINE))) {
                FolderTree.delete(root.resolve(QUARANTINE));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@link WholeFile#write} for whoever throws no checked exceptions. */
    public static void write(final Path place, final String text) {
        try {
            WholeFile.write(place, text);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.run.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A store of results by key, with one file per result: DIR/ab/abcd...json. A file is written under another name and
 * then renamed, so a killed process leaves a whole result or none. Several processes may share one store.
 */
public final class Store {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final int SHARD = 2;
    private static final String QUARANTINE = "quarantine";
    private static final String CHECKSUM = "checksum";

    private final Path root;

    public Store(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    public Path root() {
        return root;
    }

    public Path place(String key) {
        return root.resolve(key.substring(0, SHARD)).resolve(key + ".json");
    }

    /** Returns the result, or null if it is missing or damaged; a damaged result is computed again. */
    public Evaluation get(String key) {
        try {
            byte[] bytes = Files.readAllBytes(place(key));
            if (!(JSON.readTree(bytes) instanceof ObjectNode root)) {
                return null;
            }
            String sum = root.path(CHECKSUM).asText();
            root.remove(CHECKSUM);
            Evaluation found = JSON.treeToValue(root, Evaluation.class);
            return Evaluation.SCHEMA.equals(found.schema()) && key.equals(found.key()) && sum.equals(checksum(found))
                    ? found
                    : null;
        } catch (NoSuchFileException | JsonProcessingException e) {
            return null;
        } catch (IOException e) {
            throw unreadable(place(key), e);
        }
    }

    /** Returns the result or the reason of the quarantine, or null if there is neither. */
    Pool.Outcome known(String key) {
        Evaluation evaluation = get(key);
        String why = evaluation != null ? null : quarantined(key);
        return evaluation == null && why == null ? null : new Pool.Outcome(evaluation, why);
    }

    /** Adds the file name to a read error, because most such errors do not name the file. */
    private static UncheckedIOException unreadable(Path file, IOException e) {
        return new UncheckedIOException(
                e instanceof FileSystemException
                        ? e
                        : new FileSystemException(
                                file.toString(),
                                null,
                                Files.isDirectory(file) ? "is a folder where a result should be" : e.getMessage()));
    }

    public void put(Evaluation evaluation) {
        ObjectNode root = JSON.valueToTree(evaluation);
        root.put(CHECKSUM, checksum(evaluation));
        write(place(evaluation.key()), root.toPrettyString() + "\n");
    }

    /** Returns a sum that detects files that a disk error or an editor has changed. */
    private static String checksum(Evaluation evaluation) {
        return DigestUtils.sha256Hex(text(evaluation));
    }

    public static Evaluation parse(String text) {
        try {
            return JSON.readValue(text, Evaluation.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not an evaluation: " + e.getOriginalMessage(), e);
        }
    }

    public static String text(Evaluation evaluation) {
        try {
            return JSON.writeValueAsString(evaluation) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- quarantine

    private Path quarantine(String key) {
        return root.resolve(QUARANTINE).resolve(key + ".txt");
    }

    /** Returns the reason why this simulation is quarantined, or null if it is not. */
    public String quarantined(String key) {
        try {
            return Files.readString(quarantine(key), StandardCharsets.ISO_8859_1)
                    .lines()
                    .findFirst()
                    .orElse("");
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw unreadable(quarantine(key), e);
        }
    }

    /**
     * Marks a simulation as quarantined, so that it is not tried again.
     *
     * @param why the reason, in one line
     */
    public void quarantine(String key, String why, Job job) {
        write(
                quarantine(key),
                why + "\nrepeat with: fairlead eval --out DIR --point FILE, FILE being\n" + job.toJson() + "\n");
    }

    /** Ends the quarantine of all simulations, so that they can be tried again. */
    public void releaseAll() {
        try {
            if (Files.isDirectory(root.resolve(QUARANTINE))) {
                WholeFile.deleteFolder(root.resolve(QUARANTINE));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Calls {@link WholeFile#write} and wraps its checked exceptions. */
    public static void write(Path place, String text) {
        try {
            WholeFile.write(place, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

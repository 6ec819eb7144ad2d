// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.proofs;

import fairlead.run.report.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cache of answers, keyed by the hash of everything that an answer depends on. {@link Prover} decides which answers
 * are kept; a time-out is kept only if it was expected.
 */
final class Cache {
    private final Path folder; // null if no answer is kept
    private final Set<String> fresh; // keys of answers of this run; null if answers of earlier runs count

    private Cache(final Path folder, final Set<String> fresh) {
        this.folder = folder;
        this.fresh = fresh;
    }

    static Cache in(final Path folder) throws IOException {
        Files.createDirectories(folder);
        return new Cache(folder, null);
    }

    /** Returns a cache that replaces the answers of earlier runs and finds only answers of this run. */
    static Cache replacing(final Path folder) throws IOException {
        Files.createDirectories(folder);
        return new Cache(folder, ConcurrentHashMap.newKeySet());
    }

    static Cache none() {
        return new Cache(null, null);
    }

    Answer find(final String key) throws IOException {
        if (folder == null || fresh != null && !fresh.contains(key)) {
            return null;
        }
        final Path file = file(key);
        if (!Files.exists(file)) {
            return null;
        }
        final String[] words =
                Files.readString(file, StandardCharsets.ISO_8859_1).trim().split(" ", 4);
        try {
            return words.length < 3
                    ? null
                    : new Answer(
                            ProofVerdict.valueOf(words[0]),
                            Integer.parseInt(words[1]),
                            Double.parseDouble(words[2]),
                            words.length == 3 ? "" : words[3]);
        } catch (final IllegalArgumentException damaged) {
            return null; // a damaged entry is ignored, so the prover runs again
        }
    }

    void keep(final String key, final Answer answer) throws IOException {
        if (folder != null) {
            WholeFile.write(
                    file(key),
                    String.format(
                            Locale.ROOT,
                            "%s %d %.3f %s%n",
                            answer.verdict(),
                            answer.depth(),
                            answer.seconds(),
                            answer.detail()));
            if (fresh != null) {
                fresh.add(key);
            }
        }
    }

    private Path file(final String key) {
        try {
            final byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return folder.resolve(HexFormat.of().formatHex(hash));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

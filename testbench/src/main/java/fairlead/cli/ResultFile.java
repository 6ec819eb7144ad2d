// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A file that a command is told to write, or - for stdout: refused before the command begins when its folder cannot take it. */
final class ResultFile implements ITypeConverter<String> {
    private static final String STDOUT = "-";
    private static final String PERMISSION_DENIED = "permission denied";
    private static final String TOO_MANY_FILES = "Too many open files";
    private static final int LONGEST_NAME = 255;

    @Override
    public String convert(final String value) {
        if (!STDOUT.equals(value)) {
            check(path(value));
        }
        return value;
    }

    /** A path as it was typed: every option and argument that is one. */
    static Path path(final String value) {
        if (value.isEmpty()) {
            throw new TypeConversionException("an empty text is no path");
        }
        try {
            return Path.of(value);
        } catch (final InvalidPathException e) {
            throw new TypeConversionException("'" + value + "' cannot be a path here: " + e.getReason()
                    + " (names beyond ASCII need a UTF-8 locale)");
        }
    }

    /** What the file system refuses of the name itself, as one that is too long. */
    private static void checkName(final Path place) {
        for (final Path name : place) {
            if (name.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
                throw new TypeConversionException(
                        place + " cannot be written: a name in it has more than " + LONGEST_NAME + " bytes");
            }
        }
        try {
            Files.readAttributes(place, BasicFileAttributes.class);
        } catch (final NoSuchFileException e) {
            return; // it can be made
        } catch (final FileSystemException e) {
            if ("Not a directory".equals(e.getReason())) {
                return; // said more clearly by who looks at the folders
            }
            throw new TypeConversionException(
                    place + " cannot be written: " + (e.getReason() == null ? PERMISSION_DENIED : e.getReason()));
        } catch (final IOException e) {
            throw new TypeConversionException(place + " cannot be written: " + e.getMessage());
        }
    }

    private static Path check(final Path file) {
        checkName(file);
        final Path folder = file.toAbsolutePath().normalize().getParent();
        if (Files.isDirectory(file)) {
            throw new TypeConversionException(file + " is a folder, not a file to write");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new TypeConversionException(file + " cannot be written: there is no folder " + folder);
        }
        final String refusal = Files.exists(file) ? Files.isWritable(file) ? "" : PERMISSION_DENIED : refusal(folder);
        if (!refusal.isEmpty()) {
            throw new TypeConversionException(file + " cannot be written: " + refusal);
        }
        return file;
    }

    /**
     * Why a folder takes no file, or an empty string. By trying it: what a folder says of itself is not all that its
     * file system asks.
     */
    private static String refusal(final Path folder) {
        try {
            Files.delete(Files.createTempFile(folder, ".fairlead", ""));
            return "";
        } catch (final FileSystemException e) {
            if (TOO_MANY_FILES.equals(e.getReason())) {
                throw new UncheckedIOException(e); // nothing is wrong with the folder
            }
            return e.getReason() == null ? PERMISSION_DENIED : e.getReason();
        } catch (final IOException e) {
            return PERMISSION_DENIED;
        }
    }

    /** The same for an option whose field is a path; stdout is none. */
    static final class AsPath implements ITypeConverter<Path> {
        @Override
        public Path convert(final String value) {
            return check(path(value));
        }
    }

    /** A folder that a command is told to make or fill. */
    static final class Folder implements ITypeConverter<Path> {
        @Override
        public Path convert(final String value) {
            final Path place = path(value);
            if (!Files.exists(place)) {
                checkName(place);
            }
            Path there = place.toAbsolutePath().normalize();
            while (there != null && !Files.exists(there)) {
                there = there.getParent();
            }
            if (there == null || !Files.isDirectory(there)) {
                throw new TypeConversionException(place + " cannot be a folder: " + there + " is a file");
            }
            final String refusal = refusal(there);
            if (!refusal.isEmpty()) {
                throw new TypeConversionException(place + " cannot be written: " + refusal + " in " + there);
            }
            return place;
        }
    }
}

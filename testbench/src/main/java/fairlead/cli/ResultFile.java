// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A file that a command is told to write, or - for stdout: refused before the command begins when its folder cannot take it. */
final class ResultFile implements ITypeConverter<String> {
    private static final String STDOUT = "-";

    @Override
    public String convert(final String value) {
        if (!STDOUT.equals(value)) {
            check(Path.of(value));
        }
        return value;
    }

    private static Path check(final Path file) {
        final Path folder = file.toAbsolutePath().normalize().getParent();
        if (Files.isDirectory(file)) {
            throw new TypeConversionException(file + " is a folder, not a file to write");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new TypeConversionException(file + " cannot be written: there is no folder " + folder);
        }
        if (Files.exists(file) ? !Files.isWritable(file) : !takesFiles(folder)) {
            throw new TypeConversionException(file + " cannot be written: permission denied");
        }
        return file;
    }

    /** By trying it: what a folder says of itself is not all that its file system asks. */
    private static boolean takesFiles(final Path folder) {
        try {
            Files.delete(Files.createTempFile(folder, ".fairlead", ""));
            return true;
        } catch (final IOException e) {
            return false;
        }
    }

    /** The same for an option whose field is a path; stdout is none. */
    static final class AsPath implements ITypeConverter<Path> {
        @Override
        public Path convert(final String value) {
            return check(Path.of(value));
        }
    }

    /** A folder that a command is told to make or fill. */
    static final class Folder implements ITypeConverter<Path> {
        @Override
        public Path convert(final String value) {
            final Path place = Path.of(value);
            Path there = place.toAbsolutePath().normalize();
            while (there != null && !Files.exists(there)) {
                there = there.getParent();
            }
            if (there == null || !Files.isDirectory(there)) {
                throw new TypeConversionException(place + " cannot be a folder: " + there + " is a file");
            }
            if (!takesFiles(there)) {
                throw new TypeConversionException(place + " cannot be written: permission denied in " + there);
            }
            return place;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** The converter of an option that names an output file, or `-` for stdout; it refuses what cannot be written. */
public final class ResultFile implements ITypeConverter<String> {
    private static final String STDOUT = "-";
    private static final String PERMISSION_DENIED = "permission denied";
    private static final String TOO_MANY_FILES = "Too many open files";
    private static final int LONGEST_NAME = 255;

    @Override
    public String convert(String value) {
        if (!STDOUT.equals(value)) {
            check(path(value));
        }
        return value;
    }

    public static Path path(String value) {
        if (value.isEmpty()) {
            throw new TypeConversionException("an empty text is no path");
        }
        try {
            return Path.of(value);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + value + "' cannot be a path here: " + e.getReason()
                    + " (names beyond ASCII need a UTF-8 locale)");
        }
    }

    /** Refuses a path whose name the file system rejects, for example one that is too long. */
    private static void checkName(Path place) {
        for (Path name : place) {
            if (name.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
                throw new TypeConversionException(
                        place + " cannot be written: a name in it has more than " + LONGEST_NAME + " bytes");
            }
        }
        try {
            Files.readAttributes(place, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            return; // the file can be created
        } catch (FileSystemException e) {
            if ("Not a directory".equals(e.getReason())) {
                return; // the check of the folders gives a clearer message
            }
            throw new TypeConversionException(
                    place + " cannot be written: " + (e.getReason() == null ? PERMISSION_DENIED : e.getReason()));
        } catch (IOException e) {
            throw new TypeConversionException(place + " cannot be written: " + e.getMessage());
        }
    }

    private static Path check(Path file) {
        checkName(file);
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (Files.isDirectory(file)) {
            throw new TypeConversionException(file + " is a folder, not a file to write");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new TypeConversionException(file + " cannot be written: there is no folder " + folder);
        }
        String refusal = Files.exists(file) ? Files.isWritable(file) ? "" : PERMISSION_DENIED : refusal(folder);
        if (!refusal.isEmpty()) {
            throw new TypeConversionException(file + " cannot be written: " + refusal);
        }
        return file;
    }

    /**
     * Returns the reason why the folder takes no file, or an empty text. The check creates and deletes a file, because
     * permission bits alone do not show whether the file system allows this.
     */
    private static String refusal(Path folder) {
        try {
            Files.delete(Files.createTempFile(folder, ".fairlead", ""));
            return "";
        } catch (FileSystemException e) {
            if (TOO_MANY_FILES.equals(e.getReason())) {
                throw new UncheckedIOException(
                        e); // the process has too many open files, which says nothing about the folder
            }
            return e.getReason() == null ? PERMISSION_DENIED : e.getReason();
        } catch (IOException e) {
            return PERMISSION_DENIED;
        }
    }

    /** The same converter for options whose field is a path and that do not accept `-`. */
    public static final class AsPath implements ITypeConverter<Path> {
        @Override
        public Path convert(String value) {
            return check(path(value));
        }
    }

    /** The converter of an option that names an output folder, which may exist or not. */
    public static final class Folder implements ITypeConverter<Path> {
        @Override
        public Path convert(String value) {
            Path place = path(value);
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
            String refusal = refusal(there);
            if (!refusal.isEmpty()) {
                throw new TypeConversionException(place + " cannot be written: " + refusal + " in " + there);
            }
            return place;
        }
    }

    /**
     * Refuses a command line that names the same file as input and as output, or for two outputs: data would be lost.
     */
    static void refuseClash(ParseResult command) {
        Map<Path, String> inputs = new LinkedHashMap<>();
        Map<Path, String> outputs = new LinkedHashMap<>();
        for (ArgSpec argument : command.matchedArgs()) {
            boolean written = isWritten(argument);
            for (String value : argument.originalStringValues()) {
                Path place = written || isPath(argument) ? place(value) : null;
                if (place == null) {
                    continue;
                }
                String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
                String other = inputs.containsKey(place) ? inputs.get(place) : outputs.get(place);
                if (other != null && (written || outputs.containsKey(place))) {
                    throw new BadInput(name + " " + value + ": is the file of " + other + ", too");
                }
                (written ? outputs : inputs).put(place, name);
            }
        }
    }

    private static boolean isWritten(ArgSpec argument) {
        for (ITypeConverter<?> converter : argument.converters()) {
            if (converter instanceof ResultFile || converter instanceof ResultFile.AsPath) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPath(ArgSpec argument) {
        return argument.converters().length == 0
                && (argument.type() == Path.class || argument.auxiliaryTypes()[0] == Path.class);
    }

    /** Returns the file of an argument, or null if it cannot clash: stdout, a device, a pipe or a folder. */
    private static Path place(String value) {
        try {
            Path file = path(value);
            if (Files.exists(file)) {
                return Files.isRegularFile(file) ? file.toRealPath() : null;
            }
            return "-".equals(value) ? null : file.toAbsolutePath().normalize();
        } catch (IOException | TypeConversionException e) {
            return null; // the code that opens the file reports the reason
        }
    }
}

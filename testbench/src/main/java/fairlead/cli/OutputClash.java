// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.scenario.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** No command writes over a file that it reads, or two results into one place: one of them would be lost. */
final class OutputClash {
    private OutputClash() {}

    /** Refuses such a command line. */
    static void check(final ParseResult command) {
        final Map<Path, String> inputs = new LinkedHashMap<>();
        final Map<Path, String> outputs = new LinkedHashMap<>();
        for (final ArgSpec argument : command.matchedArgs()) {
            final boolean written = isWritten(argument);
            for (final String value : argument.originalStringValues()) {
                final Path place = written || isPath(argument) ? place(value) : null;
                if (place == null) {
                    continue;
                }
                final String name =
                        argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
                final String other = inputs.containsKey(place) ? inputs.get(place) : outputs.get(place);
                if (other != null && (written || outputs.containsKey(place))) {
                    throw new BadInput(name + " " + value + ": is the file of " + other + ", too");
                }
                (written ? outputs : inputs).put(place, name);
            }
        }
    }

    private static boolean isWritten(final ArgSpec argument) {
        for (final ITypeConverter<?> converter : argument.converters()) {
            if (converter instanceof ResultFile || converter instanceof ResultFile.AsPath) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPath(final ArgSpec argument) {
        return argument.converters().length == 0
                && (argument.type() == Path.class || argument.auxiliaryTypes()[0] == Path.class);
    }

    /** The file that the word means, or null: stdout, a device, a pipe or a folder is nobody's alone. */
    private static Path place(final String value) {
        try {
            final Path file = ResultFile.path(value);
            if (Files.exists(file)) {
                return Files.isRegularFile(file) ? file.toRealPath() : null;
            }
            return "-".equals(value) ? null : file.toAbsolutePath().normalize();
        } catch (final IOException | picocli.CommandLine.TypeConversionException e) {
            return null; // who reads or writes it says why
        }
    }
}

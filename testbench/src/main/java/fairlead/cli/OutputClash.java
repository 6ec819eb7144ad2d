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

/** Refuses a command line that names the same file as input and as output, or for two outputs: data would be lost. */
final class OutputClash {
    private OutputClash() {}

    /** Throws {@link BadInput} if two arguments name the same file and at least one of them is written. */
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

    /**
     * Returns the file that the argument names, or null if the argument cannot clash: stdout, a device, a pipe or a
     * folder.
     */
    private static Path place(final String value) {
        try {
            final Path file = ResultFile.path(value);
            if (Files.exists(file)) {
                return Files.isRegularFile(file) ? file.toRealPath() : null;
            }
            return "-".equals(value) ? null : file.toAbsolutePath().normalize();
        } catch (final IOException | picocli.CommandLine.TypeConversionException e) {
            return null; // the code that opens the file reports the reason
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.run.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of a command whose result can be had as JSON, in addition to its text or in place of it. */
public final class JsonOption {
    private static final String STDOUT = "-";

    @Option(
            names = "--json",
            paramLabel = "FILE",
            converter = ResultFile.class,
            description = "write the result there; - is stdout, instead of text")
    private String file;

    public boolean isAsked() {
        return file != null;
    }

    /** Returns whether stdout is for the JSON, so that the command prints no text. */
    public boolean takesStdout() {
        return STDOUT.equals(file);
    }

    /** Writes the JSON to where it was asked for, if it was. */
    public void write(Json json) throws IOException {
        if (takesStdout()) {
            System.out.print(json.text());
        } else if (isAsked()) {
            WholeFile.write(Path.of(file), json.text());
        }
    }

    /** Makes the text, which ends with a line break. */
    @FunctionalInterface
    public interface Json {
        String text() throws IOException;
    }
}

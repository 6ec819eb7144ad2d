// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import picocli.CommandLine.Option;

/** The option that keeps the progress display of a command from stderr, and the display of counted work. */
public final class ProgressOption {
    @Option(
            names = {"--no-progress", "--quiet"},
            description = "no progress on stderr")
    private boolean quiet;

    public boolean isQuiet() {
        return quiet;
    }

    /**
     * Begins the display of a command that prints nothing else meanwhile.
     *
     * @param unit what is counted, in the plural
     * @param total how many there are, or 0 if that is not known
     */
    public CountedProgress of(String unit, long total) {
        return begin(System.console() != null, unit, total);
    }

    /** Begins the display of a command that prints a row for each; so a terminal gets a line every half minute, too. */
    public CountedProgress besideRows(String unit, long total) {
        return begin(false, unit, total);
    }

    private CountedProgress begin(boolean overwrites, String unit, long total) {
        return new CountedProgress(quiet ? null : System.err, overwrites, unit, total, System::nanoTime).started();
    }
}

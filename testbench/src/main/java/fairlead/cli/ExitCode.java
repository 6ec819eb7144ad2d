// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

/** What the process answers. */
final class ExitCode {
    /** Everything asked for holds. */
    static final int OK = 0;
    /** A verdict, property, condition or case fails. */
    static final int FAILS = 1;

    static final int BAD_INPUT = 2;
    /** Engines or replay differ. */
    static final int DIFFERS = 3;
    /** Ended before the program did; verdicts so far are marked partial. */
    static final int PARTIAL = 4;
    /** Something that the machine needs is missing. */
    static final int ENVIRONMENT = 5;

    static final int INTERNAL = 70;
    /** Outputs are complete and marked. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}

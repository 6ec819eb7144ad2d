// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

/** The exit codes of the process. */
public final class ExitCode {
    /** All requested checks hold. */
    public static final int OK = 0;
    /** At least one verdict, property, condition or case fails. */
    public static final int FAILS = 1;

    public static final int BAD_INPUT = 2;
    /** Two engines, two runs of a program, or a recording and its replay differ. */
    public static final int DIFFERS = 3;
    /** The run was cut off at its last cycle, or a measurement is too short for an answer. */
    static final int PARTIAL = 4;
    /** The environment is not sufficient: a tool, a library, memory, disk space or a permission is missing. */
    public static final int ENVIRONMENT = 5;

    static final int INTERNAL = 70;
    /** SIGINT: all output files are written, and the summary says that the run was interrupted. */
    static final int INTERRUPTED = 130;

    private ExitCode() {}
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.area.AreaException;
import fairlead.engine.rtl.EngineException;
import fairlead.lockstep.DifferenceException;
import fairlead.rtl.LibraryException;
import fairlead.scenario.BadInput;
import fairlead.scenario.Nearest;
import fairlead.session.Versions;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The command line. Results go to stdout, progress and errors to stderr; exit codes are {@link ExitCode}'s. */
@Command(
        name = "fairlead",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description =
                "Runs RMA workloads on the RTL of a torus machine, cycle by cycle, and says with evidence whether nothing deadlocks,"
                        + " fences order and epochs close.",
        subcommands = {
            RunCommand.class,
            ValidateCommand.class,
            CheckCommand.class,
            ControlsCommand.class,
            ProveCommand.class,
            SchemaCommand.class,
            LockstepCommand.class,
            LitmusCommand.class,
            SeedsCommand.class,
            FaultsCommand.class,
            TrafficCommand.class,
            SweepCommand.class,
            SearchCommand.class,
            EvalCommand.class,
            AreaCommand.class,
            ReferenceCommand.class,
            BenchCommand.class,
            DoctorCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 all holds; 1 a verdict fails; 2 bad input; 3 engines or replay differ; 4 ended before the program did;",
            "5 environment; 70 internal error; 130 interrupted."
        })
public final class Main {
    private Main() {}

    public static void main(final String[] args) {
        System.exit(execute(args));
    }

    /** Runs one command line and returns its exit code; never exits the process. */
    static int execute(final String... args) {
        final CommandLine line = new CommandLine(new Main());
        line.setExecutionExceptionHandler((e, command, parsed) -> explain(e));
        line.setParameterExceptionHandler((e, wrong) -> refuse(e));
        if (args.length == 0) {
            line.usage(System.err);
            return ExitCode.BAD_INPUT;
        }
        try {
            return line.execute(args);
        } catch (final Error e) {
            return internal(e); // else the virtual machine would end with 1, which means that a verdict fails
        }
    }

    private static int refuse(final CommandLine.ParameterException e) {
        final CommandLine line = e.getCommandLine();
        if (e instanceof CommandLine.UnmatchedArgumentException unmatched
                && !line.getSubcommands().isEmpty()
                && !unmatched.isUnknownOption()) {
            final String word = unmatched.getUnmatched().get(0);
            final String near = Nearest.to(word, line.getSubcommands().keySet());
            System.err.println("fairlead: " + word + ": no such command; "
                    + (near.isEmpty()
                            ? "known: "
                                    + String.join(", ", line.getSubcommands().keySet())
                            : "did you mean " + near + "?"));
            return ExitCode.BAD_INPUT;
        }
        System.err.println("fairlead: " + e.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(e, new java.io.PrintWriter(System.err, true));
        return ExitCode.BAD_INPUT;
    }

    private static int explain(final Exception e) {
        if (e instanceof DifferenceException) {
            System.err.println("fairlead: " + e.getMessage());
            return ExitCode.DIFFERS;
        }
        if (e instanceof BadInput bad) {
            bad.lines().forEach(text -> System.err.println("fairlead: " + text));
            return ExitCode.BAD_INPUT;
        }
        if (e instanceof FileAlreadyExistsException) {
            System.err.println(
                    "fairlead: " + e.getMessage() + " exists; give --force to replace it or --out for another folder");
            return ExitCode.BAD_INPUT;
        }
        if (e instanceof FileSystemException file) {
            System.err.println("fairlead: " + file.getFile() + ": " + reason(file));
            return ExitCode.ENVIRONMENT;
        }
        if (e instanceof IOException
                || e instanceof EngineException
                || e instanceof LibraryException
                || e instanceof AreaException) {
            System.err.println("fairlead: " + e.getMessage());
            return ExitCode.ENVIRONMENT;
        }
        return internal(e);
    }

    /** Most exceptions of the file system say only which file it was. */
    private static String reason(final FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }

    private static int internal(final Throwable e) {
        try {
            final Path file = Files.createTempFile("fairlead-internal-error-", ".txt");
            final java.io.StringWriter text = new java.io.StringWriter();
            e.printStackTrace(new java.io.PrintWriter(text, true));
            Files.writeString(file, Versions.all() + System.lineSeparator() + text);
            System.err.println("fairlead: internal error: " + e + "; report written to " + file);
        } catch (final IOException second) {
            System.err.println("fairlead: internal error: " + e);
        }
        return ExitCode.INTERNAL;
    }

    /** Text of --version. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"fairlead " + Versions.FAIRLEAD, Versions.all().toString()};
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

import fairlead.machine.MachineConfig;
import fairlead.pe.NativeException;
import fairlead.pe.Variation;
import fairlead.program.DataRaces;
import fairlead.program.Program;
import fairlead.program.ProgramException;
import fairlead.race.Race;
import fairlead.race.Races;
import fairlead.workload.pattern.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * The workload `native`: an OpenSHMEM program, compiled with scripts/shmemcc. It is run on the twin of the machine, and
 * what it did there is the program. PE p is on node p; nodes after the last PE do nothing.
 *
 * @param command the executable and its arguments
 * @param ranks number of PEs
 * @param limit seconds within which a PE must make a call or end
 * @param maxCycles the run on the twin ends with an error here
 * @param races whether accesses are looked for that nothing orders
 */
public record NativeProgram(List<String> command, int ranks, int limit, long maxCycles, boolean races)
        implements Workload {
    public static final String OUTPUT = "output.txt"; // of a run's folder: what the PEs have printed
    public static final int MOST_TOLD = 20; // races of which a line is made

    @Override
    public String kind() {
        return "native";
    }

    @Override
    public boolean seesDepths() {
        return true;
    }

    @Override
    public Program build(MachineConfig machine, long seed) {
        try {
            return run(machine, (pe, error, line) -> {}).program();
        } catch (NativeException e) {
            if (e.hasStarted()) {
                throw e;
            }
            throw new ProgramException(e.getMessage());
        }
    }

    /** Runs the program and passes on what it prints. */
    public NativeRun run(MachineConfig machine, NativeOutput output) {
        return run(machine, output, Set.of());
    }

    /** Runs the program somewhere; what ends it before its end is in the result. */
    NativeRun run(MachineConfig machine, NativeOutput output, Set<Integer> debugged, NativeRun.Stage stage) {
        Races looking = looking();
        NativeRun run = NativeRun.on(stage, this, machine, output, List.of(), Variation.looking(looking, debugged));
        return looking == null ? run : run.with(told(looking.found()));
    }

    /**
     * Runs the program and passes on what it prints.
     *
     * @param debugged PEs that wait before main for a debugger, which a line of output tells
     */
    public NativeRun run(MachineConfig machine, NativeOutput output, Set<Integer> debugged) {
        Races looking = looking();
        try {
            NativeRun run = NativeRun.of(this, machine, output, List.of(), Variation.looking(looking, debugged));
            return looking == null ? run : run.with(told(looking.found()));
        } catch (NativeException e) {
            throw looking == null || !e.hasStarted()
                    ? e
                    : e.with(told(looking.found()).lines());
        }
    }

    /** Returns the SHA-256 of the executable, or an empty text if it cannot be read. */
    public String digest() {
        try {
            byte[] binary = Files.readAllBytes(Path.of(command.get(0)));
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(binary));
        } catch (IOException e) {
            return "";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns what finds races in one run, or null. */
    Races looking() {
        return races ? new Races(ranks) : null;
    }

    private DataRaces told(List<Race> found) {
        return new DataRaces(
                found.size(), found.stream().limit(MOST_TOLD).map(this::text).toList());
    }

    /** Returns what is said of a race. */
    public String text(Race race) {
        return race.text((function, from) -> NativeJob.place(command.get(0), function, from));
    }
}

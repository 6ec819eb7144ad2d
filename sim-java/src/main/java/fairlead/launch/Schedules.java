// SPDX-License-Identifier: Apache-2.0
package fairlead.launch;

import fairlead.machine.DrawnMachine;
import fairlead.machine.Draws;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Routing;
import fairlead.pe.Conflicts;
import fairlead.pe.Conflicts.Site;
import fairlead.pe.NativeException;
import fairlead.pe.Variation;
import fairlead.pe.Variation.Late;
import fairlead.race.Race;
import fairlead.race.Races;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One unchanged program on many machines, with calls that are late: latencies, depths, routing and the nodes of the PEs
 * are drawn as for litmus tests. Where calls of different PEs have accessed the same bytes in an earlier schedule,
 * later ones delay one of the two. What a right program prints does not depend on this.
 */
public final class Schedules {
    private static final int RECEPTION = 16;
    private static final int FIRST_AIM = 4; // schedule that may aim at conflicts of earlier ones

    /**
     * What one schedule has shown.
     *
     * @param outcome the ending and, by PE, what was printed
     * @param code exit code
     * @param late options with which the schedule alone repeats it: the calls that it has delayed because of earlier
     *     schedules
     * @param races accesses that nothing orders, if they are looked for
     */
    public record Shown(int schedule, String outcome, int code, String late, List<Race> races) {}

    private final NativeProgram program;
    private final List<MachineConfig> machines;
    private final long seed;
    private final Map<String, Integer> given;
    private final Set<Site> sites = new LinkedHashSet<>();

    /**
     * @param machines machines of which each schedule varies one; the first schedule takes the first one as it is
     * @param given calls that are late, as PE:CALL, and by how many cycles; empty to draw them
     */
    public Schedules(NativeProgram program, List<MachineConfig> machines, long seed, Map<String, Integer> given) {
        this.program = program;
        this.machines = machines;
        this.seed = seed;
        this.given = given;
    }

    /** Runs schedule k; a NativeException says why the program cannot be started. */
    public Shown run(int k) {
        String name = String.valueOf(Path.of(program.command().get(0)).getFileName());
        Draws draws = new Draws(name, "native", seed, k);
        MachineConfig base = machines.get(draws.upTo(machines.size() - 1));
        Routing routing = draws.of(0, 0, 1) == 0 ? base.routing() : Routing.ADAPTIVE;
        MachineConfig machine = k == 0
                ? base
                : DrawnMachine.on(base.change(), draws, routing, draws.once(4), RECEPTION)
                        .build();
        int[] nodes = nodes(draws, machine.nodes());
        Map<String, Integer> chosen = new TreeMap<>(given);
        Late late = late(draws, k, chosen);
        Conflicts conflicts = new Conflicts();
        Races looking = program.looking();
        StringBuilder[] said = new StringBuilder[program.ranks()];
        Arrays.setAll(said, pe -> new StringBuilder());
        String ending;
        int code;
        try {
            NativeOutput output = (pe, error, line) -> said[pe].append(new String(line, StandardCharsets.UTF_8));
            code = NativeRun.of(
                            program,
                            machine,
                            output,
                            List.of(),
                            new Variation(nodes, late, conflicts, looking, Set.of()))
                    .exitCode();
            ending = "exit code " + code;
        } catch (NativeException e) {
            if (!e.hasStarted()) {
                throw e;
            }
            code = e.code();
            ending = e.getMessage().replaceAll(" since cycle \\d+", "");
        }
        sites.addAll(conflicts.sites());
        StringBuilder options = new StringBuilder();
        chosen.forEach((site, cycles) ->
                options.append(" --late ").append(site).append(':').append(cycles));
        return new Shown(
                k,
                ending + "\n" + String.join("", said),
                code,
                options.toString(),
                looking == null ? List.of() : looking.found());
    }

    /** Draws different nodes for the PEs; in about half of the schedules PE p is on node p. */
    private int[] nodes(Draws draws, int count) {
        int[] all = new int[count];
        Arrays.setAll(all, i -> i);
        if (draws.of(0, 1) == 1) {
            for (int i = 0; i < program.ranks(); i++) {
                int other = i + draws.upTo(count - 1 - i);
                int node = all[other];
                all[other] = all[i];
                all[i] = node;
            }
        }
        return Arrays.copyOf(all, program.ranks());
    }

    /** Draws which calls are late; what is aimed at is added to `chosen`. */
    private Late late(Draws draws, int k, Map<String, Integer> chosen) {
        int cycles = draws.of(0, 100, 400, 2000);
        int rate = draws.of(1, 2, 2, 8); // one of so many calls
        boolean aims = draws.of(0, 1) == 1 && k >= FIRST_AIM && !sites.isEmpty() && given.isEmpty();
        int place = draws.upTo(Integer.MAX_VALUE - 1);
        long word = draws.word();
        if (aims) {
            Site site = new ArrayList<>(sites).get(place % sites.size());
            chosen.put(site.pe() + ":" + site.call(), Math.max(100, cycles));
        }
        if (!chosen.isEmpty()) {
            return (pe, call) -> chosen.getOrDefault(pe + ":" + call, 0);
        }
        return (pe, call) -> {
            long drawn = Mix.mix64(Mix.seed(word, (long) pe << Integer.SIZE | call));
            return cycles == 0 || Long.remainderUnsigned(drawn, rate) > 0 ? 0 : cycles / 4 * (1 + (int) (drawn >>> 62));
        };
    }
}

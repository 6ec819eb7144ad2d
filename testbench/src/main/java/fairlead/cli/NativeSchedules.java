// SPDX-License-Identifier: Apache-2.0
package fairlead.cli;

import fairlead.launch.NativeProgram;
import fairlead.launch.Schedules;
import fairlead.launch.Schedules.Shown;
import fairlead.machine.MachineConfig;
import fairlead.pe.NativeException;
import fairlead.program.DataRaces;
import fairlead.race.Race;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options of many schedules of a native program, and what they have shown. */
final class NativeSchedules {
    private static final int MOST = 1_000_000;
    private static final int MOST_LINES = 20; // that are printed of an outcome

    @Option(names = "--schedules", paramLabel = "N")
    private Integer count;

    @Option(names = "--from", paramLabel = "K")
    private Integer from;

    @Option(names = "--late", paramLabel = "PE:CALL:CYCLES")
    private List<String> late = new ArrayList<>();

    /** Returns an option that was given, or null. */
    String given() {
        return count != null ? "--schedules" : from != null ? "--from" : late.isEmpty() ? null : "--late";
    }

    boolean isAsked() {
        if (count == null && given() != null) {
            throw new BadInput("run: " + given() + " is only for --schedules");
        }
        return count != null;
    }

    /**
     * Runs all schedules, prints the distinct outcomes and returns the exit code.
     *
     * @param repeats makes the command of a schedule from its options
     */
    int run(NativeProgram program, List<MachineConfig> machines, long seed, UnaryOperator<String> repeats) {
        OptionRange.between("--schedules", count, 1, MOST);
        int first = from == null ? 0 : from;
        OptionRange.between("--from", first, 0, MOST);
        Schedules schedules = new Schedules(program, machines, seed, calls());
        Map<String, List<Shown>> outcomes = new LinkedHashMap<>();
        Map<Race.Pair, List<Shown>> races = new LinkedHashMap<>();
        for (int k = first; k < first + count; k++) {
            try {
                Shown shown = schedules.run(k);
                outcomes.computeIfAbsent(shown.outcome(), any -> new ArrayList<>())
                        .add(shown);
                for (Race race : shown.races()) {
                    races.computeIfAbsent(race.pair(), any -> new ArrayList<>()).add(shown);
                }
            } catch (NativeException e) {
                throw new BadInput(e.getMessage());
            }
        }
        outcomes.values().forEach(all -> print(all, repeats));
        if (program.races()) {
            print(program, races, repeats);
        }
        System.out.println(count
                + (count == 1 ? " schedule, " : " schedules, ")
                + outcomes.size()
                + (outcomes.size() == 1 ? " outcome" : " different outcomes"));
        return outcomes.size() > 1 || !races.isEmpty()
                ? ExitCode.FAILS
                : outcomes.values().iterator().next().get(0).code();
    }

    private static void print(List<Shown> all, UnaryOperator<String> repeats) {
        Shown first = all.get(0);
        List<String> lines = first.outcome().lines().toList();
        System.out.println(all.size() + " times, first in schedule " + first.schedule() + ": " + lines.get(0));
        lines.stream().skip(1).limit(MOST_LINES).forEach(line -> System.out.println("    " + line));
        if (lines.size() > MOST_LINES + 1) {
            System.out.println("    .. " + (lines.size() - 1 - MOST_LINES) + " further lines");
        }
        System.out.println(repeat(first, repeats));
    }

    private static String repeat(Shown shown, UnaryOperator<String> repeats) {
        return "  repeat: scripts/fairlead run "
                + repeats.apply(" --schedules 1 --from " + shown.schedule() + shown.late());
    }

    /** Prints each pair of places that race once, with the schedules that show it. */
    private static void print(NativeProgram program, Map<Race.Pair, List<Shown>> races, UnaryOperator<String> repeats) {
        List<String> lines = new ArrayList<>();
        races.entrySet().stream().limit(NativeProgram.MOST_TOLD).forEach(each -> {
            List<Shown> shown = each.getValue();
            Race first = shown.get(0).races().stream()
                    .filter(race -> race.pair().equals(each.getKey()))
                    .findFirst()
                    .orElseThrow();
            String which = shown.stream()
                    .limit(MOST_LINES)
                    .map(one -> String.valueOf(one.schedule()))
                    .collect(Collectors.joining(", "));
            lines.add(program.text(first));
            lines.add("  in " + shown.size() + (shown.size() == 1 ? " schedule: " : " schedules: ") + which
                    + (shown.size() > MOST_LINES ? ", .." : ""));
            lines.add(repeat(shown.get(0), repeats));
        });
        new DataRaces(races.size(), lines).lines().forEach(System.out::println);
    }

    /** Returns the calls that --late names, as PE:CALL, and their cycles. */
    private Map<String, Integer> calls() {
        Map<String, Integer> calls = new TreeMap<>();
        for (String text : late) {
            if (!text.matches("[0-9]{1,4}:[0-9]{1,9}:[0-9]{1,7}")) {
                throw new BadInput("--late '" + text + "': must be PE:CALL:CYCLES, as in 0:3:400");
            }
            int split = text.lastIndexOf(':');
            calls.put(text.substring(0, split), Integer.parseInt(text.substring(split + 1)));
        }
        return calls;
    }
}

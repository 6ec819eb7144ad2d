// SPDX-License-Identifier: Apache-2.0
package fairlead.measure;

import fairlead.engine.EventCursor;
import fairlead.node.Observer;
import fairlead.run.RunReport.CpuClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the processor time of a run goes, in nanoseconds per event: engine, node software, each class of the verdicts,
 * detectors, files. The flight recorder of the JVM samples the stacks of the threads that work; a sample belongs to the
 * innermost frame of this project that is not a table or cursor which all share. Without a profile nothing is recorded.
 */
public final class RunProfile implements Observer {
    private static final Duration PERIOD = Duration.ofMillis(10);
    private static final String PROJECT = "fairlead.";
    private static final Set<String> SHARED = Set.of("machine", "hw", "engine");
    private static final String JVM = "the JVM: its compiler and collector, by what is left";
    private static final double MILLI = 1e-3;
    private static final double NANO = 1e9;
    private static final double PERCENT = 100;

    /**
     * One row of the profile.
     *
     * @param part what the time was spent in
     * @param seconds of processor time
     */
    public record Row(String part, double seconds) {}

    private final Recording recording = new Recording();
    private final CpuClock clock = new CpuClock();
    private long events;

    /** Begins a profile, which ends with {@link #finish}. */
    public RunProfile() {
        recording.enable("jdk.ExecutionSample").withPeriod(PERIOD);
        recording.enable("jdk.NativeMethodSample").withPeriod(PERIOD);
        recording.start();
    }

    @Override
    public void events(EventCursor batch) {
        events += batch.count();
    }

    /**
     * Ends the profile and returns its lines for the terminal.
     *
     * @param file a place for the samples, which is overwritten
     */
    public List<String> finish(Path file) throws IOException {
        double cpu = clock.cpuSeconds();
        recording.stop();
        recording.dump(file);
        recording.close();
        Map<String, Integer> samples = new TreeMap<>();
        try (RecordingFile all = new RecordingFile(file)) {
            while (all.hasMoreEvents()) {
                RecordedEvent sample = all.readEvent();
                if (sample.getStackTrace() != null) {
                    String part = part(sample.getStackTrace().getFrames().stream()
                            .map(RunProfile::type)
                            .toList());
                    samples.merge(part, 1, Integer::sum);
                }
            }
        }
        samples.remove("");
        return lines(events, cpu, samples);
    }

    private static String type(RecordedFrame frame) {
        return frame.getMethod().getType().getName();
    }

    /** Returns the part to which a stack belongs, by its types from the innermost; "" if no frame is of the project. */
    static String part(List<String> types) {
        String own = types.stream()
                .filter(type -> type.startsWith(PROJECT) && !SHARED.contains(type.split("\\.")[1]))
                .findFirst()
                .orElse("");
        if (own.isEmpty()) {
            return own;
        }
        String outer = own.replaceAll("\\$.*", ""); // a lambda has a name with points of its own
        String simple = outer.substring(outer.lastIndexOf('.') + 1);
        return switch (own.split("\\.")[1]) {
            case "twin", "rtl", "lockstep" -> "engine";
            case "node" -> "software of the nodes";
            case "verdict" -> "verdicts: " + simple;
            case "deadlock" -> "detectors of knots";
            case "workload", "program", "scenario", "plan" -> "scenario and program";
            case "run" -> simple.equals("Watch") ? "events handed to the verdicts" : "files and report";
            default -> "the command itself";
        };
    }

    /** Returns the seconds of each part by its samples, and what is left of the processor time as the JVM's. */
    static List<Row> rows(double cpu, Map<String, Integer> samples) {
        int all = samples.values().stream().mapToInt(n -> n).sum();
        double each = Math.min(PERIOD.toMillis() * MILLI, cpu / Math.max(1, all));
        List<Row> rows = new ArrayList<>();
        samples.forEach((part, n) -> rows.add(new Row(part, n * each)));
        rows.add(new Row(JVM, cpu - all * each));
        rows.sort(Comparator.comparing(Row::seconds).reversed().thenComparing(Row::part));
        return rows;
    }

    static List<String> lines(long events, double cpu, Map<String, Integer> samples) {
        List<String> lines = new ArrayList<>();
        if (samples.isEmpty()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "profile: %,d events, %.2f s of processor time; the JVM took no sample, so its parts are unknown",
                    events,
                    cpu));
            return lines;
        }
        lines.add(String.format(
                Locale.ROOT,
                "profile: %,d events, %.2f s of processor time, %d samples; ns per event and share:",
                events,
                cpu,
                samples.values().stream().mapToInt(n -> n).sum()));
        for (Row row : rows(cpu, samples)) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %10.1f  %5.1f %%  %s",
                    row.seconds() * NANO / Math.max(1, events),
                    PERCENT * row.seconds() / cpu,
                    row.part()));
        }
        return lines;
    }
}

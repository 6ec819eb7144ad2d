// SPDX-License-Identifier: Apache-2.0
package fairlead.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import fairlead.run.Json;
import fairlead.scenario.BadInput;
import fairlead.scenario.Fields;
import fairlead.scenario.Key;
import fairlead.scenario.KeyTable;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.Tree;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A request for one simulation: a scenario file and overrides of its keys. The text of a job is one line of JSON,
 * `{"scenario": PATH, "set": {PATH: VALUE}}`, which `eval --point` reads.
 *
 * @param overrides the overrides as path=value, with the value in YAML
 * @param source the file that has the overrides, or an empty string if they come from a command line
 */
public record Job(Path scenario, List<String> overrides, String source) implements Serializable {
    private static final List<Key> KEYS = new KeyTable(Job.class, "job.keys", name -> null).keys("", "");

    /** A job on its way to another process, because a Path cannot go there. */
    private record Sent(String scenario, List<String> overrides) implements Serializable {
        private Object readResolve() {
            return new Job(Path.of(scenario), overrides);
        }
    }

    public Job {
        overrides = List.copyOf(overrides);
    }

    public Job(Path scenario, List<String> overrides) {
        this(scenario, overrides, "");
    }

    private Object writeReplace() {
        return new Sent(scenario.toString(), overrides);
    }

    public Scenario read() {
        try {
            return ScenarioReader.read(scenario, overrides);
        } catch (BadInput e) {
            throw source.isEmpty()
                    ? e
                    : new BadInput(e.lines().stream()
                            .map(line -> line.startsWith("--set ") ? source + ": set: " + line.substring(6) : line)
                            .toList());
        }
    }

    /**
     * Returns the variant of a job with traffic at the local ports in which every node offers as much as it may send
     * (`workload.inject` flits per cycle), with no limit of the latency. The rate that the network accepts is then the
     * saturation rate.
     *
     * @param load flits per node and cycle that may be offered
     */
    public Job flood(int load) {
        List<String> flooded = new ArrayList<>(overrides);
        flooded.addAll(List.of("workload.load=" + load, "workload.latency_limit=1e9"));
        return new Job(scenario, flooded);
    }

    /** Compares scenario and overrides; the source of the overrides does not matter. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Job job && job.scenario.equals(scenario) && job.overrides.equals(overrides);
    }

    @Override
    public int hashCode() {
        return 31 * scenario.hashCode() + overrides.hashCode();
    }

    public String toJson() {
        ObjectNode root = Json.object();
        root.put("scenario", scenario.toString());
        ObjectNode set = root.putObject("set");
        for (String override : overrides) {
            int equals = override.indexOf('=');
            set.put(override.substring(0, equals), override.substring(equals + 1));
        }
        return root.toString();
    }

    /**
     * Parses the JSON text of a job.
     *
     * @param source the name of the text in error messages
     * @param base the folder to which a relative scenario path refers
     */
    public static Job parse(String text, String source, Path base) {
        Fields job = Fields.of(Tree.json(text, source), "job", KEYS);
        List<String> overrides = new ArrayList<>();
        job.entries("set").forEach((path, value) -> {
            if (path.isBlank() || path.indexOf('=') >= 0) {
                job.blame("set", "'" + path + "' must be the path of a key");
            }
            overrides.add(path + "=" + (value.scalar() instanceof String word ? word : Json.line(value.plain())));
        });
        Path file = job.place("scenario", base);
        if (file != null && (Files.isDirectory(file) || !Files.exists(file))) {
            job.blame("scenario", Files.exists(file) ? "is a folder" : "no such file");
        }
        job.mistakes().report();
        return new Job(file, overrides, source);
    }
}

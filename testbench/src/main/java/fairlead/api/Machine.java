// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import fairlead.program.Program;
import fairlead.scenario.BadInput;
import fairlead.scenario.Scenario;
import fairlead.scenario.ScenarioReader;
import fairlead.scenario.StructureFile.OtherStructure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A machine and what runs it: shape, buffers, latencies, seed and engine. It never changes and may be shared by
 * threads; each run opens an engine of its own.
 *
 * <pre>{@code
 * Machine machine = Machine.builder().shape(4, 4, 4).engine(EngineKind.RTL).set("machine.buffers.link_vc", 2).build();
 * RmaProgram program = machine.program("hello");
 * int landing = program.region("landing", 256);
 * RmaTask task = program.task(0, 0);
 * RmaStep data = task.fill(program.region("source", 256), 256);
 * task.put(5, data, landing);
 * task.flush(5);
 * MachineRun run = machine.run(program).requireVerdicts();
 * }</pre>
 */
public final class Machine {
    private static final String SOURCE = "machine";

    private final Scenario scenario;
    private final Map<String, Object> settings;
    private final Path file;
    private final Consumer<MachineRun> listener;
    private final boolean keepsEvents;

    private Machine(Builder builder) {
        file = builder.file;
        settings = new LinkedHashMap<>(builder.settings);
        listener = builder.listener;
        keepsEvents = builder.keepsEvents;
        try {
            scenario = read(List.of());
        } catch (BadInput e) {
            throw ConfigurationException.of(e);
        } catch (OtherStructure e) {
            throw ConfigurationException.of(new BadInput(e.getMessage()));
        }
    }

    /** Returns a builder in which every key has the default of a scenario file; the shape must be given. */
    public static Builder builder() {
        return new Builder(null);
    }

    /** Returns a builder that begins with a scenario file; what is set in the builder has priority over it. */
    public static Builder from(Path scenario) {
        return new Builder(scenario);
    }

    /** Returns every key that {@link Builder#set} takes, with default, allowed values and meaning. */
    public static List<MachineKey> keys() {
        return ScenarioReader.keys().stream()
                .map(k -> new MachineKey(k.path(), k.standard(), k.allowed(), k.doc()))
                .toList();
    }

    /** Reads the scenario with further overrides, each {@code path=value}, after the settings; throws BadInput. */
    Scenario read(List<String> more) {
        List<String> overrides = new ArrayList<>();
        settings.forEach((key, value) -> overrides.add(key + "=" + text(key, value)));
        overrides.addAll(more);
        if (file != null) {
            return ScenarioReader.read(file, overrides);
        }
        String workload = hasWorkload() ? "" : "workload: {kind: barrier_storm, instances: 1}\n";
        return ScenarioReader.parse("schema: fairlead.scenario/1\n" + workload, SOURCE, name(), overrides);
    }

    /** A value that is written in YAML already. */
    private record Yaml(String text) {}

    private static String text(String key, Object value) {
        if (value instanceof Yaml yaml) {
            return yaml.text();
        }
        if (value == null) {
            throw new ConfigurationException(key, "null", "must have a value");
        }
        try {
            return new ObjectMapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new ConfigurationException(key, value.getClass().getName(), "must be a number, a word or a list");
        }
    }

    private String name() {
        Object kind = settings.get("workload.kind");
        return kind instanceof String word
                ? word
                : kind instanceof Yaml yaml ? yaml.text().strip() : SOURCE;
    }

    /** Returns whether the scenario itself says what to run. */
    boolean hasWorkload() {
        return file != null
                || settings.keySet().stream().anyMatch(k -> k.equals("workload") || k.startsWith("workload."));
    }

    boolean keepsEvents() {
        return keepsEvents;
    }

    /** Returns the engine. */
    public EngineKind engine() {
        return EngineKind.valueOf(scenario.engine().toUpperCase(Locale.ROOT));
    }

    /** Returns the number of nodes. */
    public int nodes() {
        return scenario.machine().nodes();
    }

    /** Returns the number of tasks of a node. */
    public int tasks(int node) {
        return scenario.machine().tasks(node);
    }

    /** Returns the rank of a place in the torus. */
    public int rank(int x, int y, int z) {
        return scenario.machine().shape().rank(x, y, z);
    }

    /** Returns the seed, from which everything follows that is drawn. */
    public long seed() {
        return scenario.seed();
    }

    /**
     * Returns the value of a key, whether it was given, is a default or follows from another key.
     *
     * @throws ConfigurationException if there is no such key
     */
    public Object value(String key) {
        Object value = scenario.at(key);
        if (value == null) {
            throw new ConfigurationException(key, "", "unknown key; Machine.keys() has all");
        }
        return value;
    }

    /** Returns the same machine on another engine. */
    public Machine on(EngineKind engine) {
        return with("engine", engine.word());
    }

    /** Returns the same machine with one key changed. */
    public Machine with(String key, Object value) {
        Builder builder = new Builder(file);
        builder.settings.putAll(settings);
        builder.listener = listener;
        builder.keepsEvents = keepsEvents;
        return builder.set(key, value).build();
    }

    /** Returns an empty program for this machine. */
    public RmaProgram program(String name) {
        return new RmaProgram(name, scenario.machine());
    }

    /**
     * Runs a program made in code to its end or to {@code run.max_cycles}.
     *
     * @throws ConfigurationException if the program cannot run on this machine, or the machine can deadlock
     * @throws RunException if the engine failed
     */
    public MachineRun run(RmaProgram program) {
        Program built = program.on(scenario.machine());
        return finish(new MachineRun(this, scenario, built, program.name(), List.of()));
    }

    /**
     * Runs code in every task of the torus that decides while it runs what comes next. The code runs on the twin, once;
     * what it has done there is then run as a program on the engine of this machine, under all verdicts. The twin has
     * no faults.
     *
     * <pre>{@code
     * machine.run("ticket", task -> {
     *     long ticket = task.fetchAdd(0, 64, 1).await();
     *     task.compute(10 * ticket).await();
     *     task.barrier().await();
     * });
     * }</pre>
     *
     * @param code what each task does; {@link RunningTask#node} and {@link RunningTask#task} tell which one it is
     * @throws ConfigurationException if the machine cannot do what the code asks for, or can deadlock
     * @throws RunException if the code threw, if it waits for ever before all tasks have entered each barrier, or if
     *     the engine failed
     */
    public MachineRun run(String name, TaskCode code) {
        CodeCapture capture = CodeCapture.of(scenario, name, code);
        return finish(new MachineRun(this, scenario, capture.program(), name, capture.waiting()));
    }

    /**
     * Runs the workload of the keys {@code workload.*}, or of the scenario file.
     *
     * @throws IllegalStateException if the machine has no workload
     * @throws ConfigurationException if the workload cannot run on this machine, or the machine can deadlock
     * @throws RunException if the engine failed
     */
    public MachineRun run() {
        if (!hasWorkload()) {
            throw new IllegalStateException("no workload was given; set workload.kind, or run a program");
        }
        return finish(new MachineRun(this, scenario, null, scenario.name(), List.of()));
    }

    private MachineRun finish(MachineRun run) {
        run.play();
        listener.accept(run);
        return run;
    }

    /** Sets the keys of a machine. Nothing is checked before {@link #build}, which reports all mistakes at once. */
    public static final class Builder {
        private final Path file;
        private final Map<String, Object> settings = new LinkedHashMap<>();
        private Consumer<MachineRun> listener = run -> {};
        private boolean keepsEvents = true;

        private Builder(Path file) {
            this.file = file;
        }

        /** Sets the size of the torus, 1 to 16 in each dimension. */
        public Builder shape(int kx, int ky, int kz) {
            return set("machine.shape", List.of(kx, ky, kz));
        }

        /**
         * Sets the size of the torus from a text such as {@code 4x4x4}.
         *
         * @throws ConfigurationException if the text has another form
         */
        public Builder shape(String shape) {
            if (!shape.matches("\\d{1,3}x\\d{1,3}x\\d{1,3}")) {
                throw new ConfigurationException("machine.shape", shape, "must be KXxKYxKZ, as in 4x4x4");
            }
            String[] sizes = shape.split("x");
            return shape(Integer.parseInt(sizes[0]), Integer.parseInt(sizes[1]), Integer.parseInt(sizes[2]));
        }

        /** Sets the engine; the default is {@link EngineKind#RTL}. */
        public Builder engine(EngineKind engine) {
            return set("engine", engine.word());
        }

        /** Sets the seed of everything that is drawn; the default is 1. */
        public Builder seed(long seed) {
            return set("seed", seed);
        }

        /** Sets the number of tasks of every node. */
        public Builder tasksPerNode(int tasks) {
            return set("machine.tasks_per_node", tasks);
        }

        /** Sets the workload that {@link Machine#run()} runs, such as {@code halo3d}. */
        public Builder workload(String kind) {
            return set("workload.kind", kind);
        }

        /**
         * Sets a key of a scenario file.
         *
         * @param key dotted path, one of {@link Machine#keys}
         * @param value a number, a boolean, a text, or a list or map of these
         */
        public Builder set(String key, Object value) {
            settings.put(key, value);
            return this;
        }

        /**
         * Sets a key from a text as the option {@code --set} of the command line takes it.
         *
         * @param setting {@code path=value}, the value in YAML, such as {@code machine.shape=[5,3,2]}
         * @throws ConfigurationException if the text has no path before an equals sign
         */
        public Builder setText(String setting) {
            int equals = setting.indexOf('=');
            if (equals <= 0) {
                throw new ConfigurationException("", "", setting + ": must be path=value");
            }
            settings.put(setting.substring(0, equals).trim(), new Yaml(setting.substring(equals + 1)));
            return this;
        }

        /** Sets what gets each run of the machine when it has ended. */
        public Builder onRun(Consumer<MachineRun> observer) {
            listener = observer;
            return this;
        }

        /** Sets whether runs keep their events in memory; the default is true. */
        public Builder keepEvents(boolean keep) {
            keepsEvents = keep;
            return this;
        }

        /**
         * Makes the machine.
         *
         * @throws ConfigurationException if a key is unknown, a value is outside its range, or the values do not fit
         *     each other
         */
        public Machine build() {
            return new Machine(this);
        }
    }
}

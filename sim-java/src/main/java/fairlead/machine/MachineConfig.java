// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import fairlead.machine.GlobalBarrier.BarrierMaster;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The run-time configuration of a machine (D2), equal for every engine.
 *
 * @param linkInterval number of cycles that a flit occupies a link; 1 is full speed
 * @param linkChunk number of flits that a link sends as one unit; the slots that a packet leaves empty are lost
 * @param localPorts number of usable local ports of each class, 1 or 2
 * @param vcRule rule that selects the escape VC
 * @param memoryBytes number of bytes of memory of each node
 * @param messageBase address of reception FIFO 0, a multiple of 256; FIFO f starts reception * 256 * f bytes later. 0
 *     if no program uses messages
 * @param dla limits and options of the DLA
 * @param tasks number of tasks of each node, 1 to 16
 * @param barrierWidth number of bits of the barrier counter, equal on all nodes
 * @param seed seed of the values drawn per node (memory jitter, spread of the barrier network, masters)
 * @param routing outputs that a packet may take; `vcRule` is the rule of its escape VCs unless they are bubble rings
 * @param unsafe deliberate flaw, in the faults build only
 * @param epochAccess treatment of an INIT of another origin while an epoch is open
 * @param barrierMaster rule that selects the master task of each node
 * @param rtl units of the RTL that the user replaces: by module, its files; the twin does not read them
 */
public record MachineConfig(
        Shape shape,
        Latency latency,
        int linkInterval,
        int linkChunk,
        Buffers buffers,
        int localPorts,
        VcRule vcRule,
        Arbitration arbitration,
        int memoryBytes,
        int messageBase,
        DlaLimits dla,
        List<Integer> tasks,
        int barrierWidth,
        long seed,
        Routing routing,
        Unsafe unsafe,
        EpochAccess epochAccess,
        BarrierMaster barrierMaster,
        CollectiveNetwork collective,
        GlobalBarrier barrier,
        Map<String, List<String>> rtl) {
    public static MachineBuilder of(Shape shape) {
        return new MachineBuilder(shape);
    }

    public MachineBuilder change() {
        return new MachineBuilder(this);
    }

    public MachineConfig {
        tasks = List.copyOf(tasks);
        rtl = Collections.unmodifiableMap(new TreeMap<>(rtl));
        collective = collective.over(shape);
        int nodes = shape.nodes();
        require(tasks.size() == nodes, "tasks: " + tasks.size() + " entries for " + nodes + " nodes");
        List<List<Integer>> groups = collective.groups();
        boolean all = groups.stream().flatMap(List::stream).allMatch(member -> member >= 0 && member < nodes);
        require(all, "a class route has a member that is no node: " + groups + " of " + nodes);
        require(barrier.fits(nodes), "cycles of the barrier network: not one entry for each node");
    }

    static void require(boolean kept, String what) {
        if (!kept) {
            throw new IllegalArgumentException(what);
        }
    }

    public int nodes() {
        return shape.nodes();
    }

    /** Returns the number of cycles of a chunk on a link: a link that has a flit to send takes one within this time. */
    public int linkPeriod() {
        return linkInterval * linkChunk;
    }

    public Stamps stamps() {
        return Stamps.of(shape, linkInterval);
    }

    public int tasks(int node) {
        return tasks.get(node);
    }

    /** Returns the memory latency of one node: `latency.memory` plus a fixed draw from 0 to `latency.jitter`. */
    public int memoryLatency(int node) {
        if (latency.jitter() == 0) {
            return latency.memory();
        }
        return latency.memory()
                + (int) Long.remainderUnsigned(Mix.mix64(seed + Mix.GOLDEN * (node + 1)), latency.jitter() + 1);
    }

    /** Returns the additional cycles, beyond `latency.barrier`, that the global barrier network needs from a node. */
    public int barrierUp(int node) {
        return spread(2 * node) + of(barrier.from(), node);
    }

    /** Returns the additional cycles that the global barrier network needs to a node. */
    public int barrierDown(int node) {
        return spread(2 * node + 1) + of(barrier.to(), node);
    }

    private static int of(List<Integer> cycles, int node) {
        return cycles.isEmpty() ? 0 : cycles.get(node);
    }

    private int spread(int what) {
        if (latency.barrierSpread() == 0) {
            return 0;
        }
        long drawn = Mix.mix64(Mix.mix64(seed) + Mix.GOLDEN * (what + 1));
        return (int) Long.remainderUnsigned(drawn, latency.barrierSpread() + 1);
    }

    public int master(int node) {
        return master(node, -1);
    }

    /**
     * Returns the master task of a node in barriers; -1 if none of its tasks is in them.
     *
     * @param classRoute number of a class route, or -1 for the barriers of all nodes
     */
    public int master(int node, int classRoute) {
        if (classRoute >= 0 && collective.tasks(classRoute, node) == 0) {
            return -1;
        }
        return barrierMaster.of(seed, node, classRoute < 0 ? tasks(node) : collective.tasks(classRoute, node));
    }

    /**
     * Returns the machine with all depths and limits set to 1. Two machines that are then equal run the same programs.
     */
    public MachineConfig withoutDepths() {
        return change().buffers(new Buffers(1, 1, 1, 1, 1, 1))
                .dla(DlaLimits.of(1))
                .collective(new CollectiveNetwork(collective.latency(), 1, 1, 1, collective.groups())
                        .withTasks(collective.tasks()))
                .build();
    }

    public MachineConfig withMessageBase(int base) {
        return change().messageBase(base).build();
    }

    /**
     * Returns the least width of the barrier counter for `tasks` tasks: log2(P) + 1, where P is the smallest power of
     * two >= tasks (R-BAR-1).
     */
    public static int minBarrierWidth(int tasks) {
        return 33 - Integer.numberOfLeadingZeros(tasks - 1);
    }

    /**
     * Builds a machine from its parts, which are the components of a {@link MachineConfig}. A part that is not given
     * has the default of a scenario. {@link MachineConfig#of} makes a builder.
     */
    public static final class MachineBuilder {
        private final Map<String, Object> parts = new HashMap<>(); // by the name of the component

        MachineBuilder(Shape shape) {
            set("shape", shape)
                    .latency(Latency.DEFAULT)
                    .linkInterval(1)
                    .linkChunk(1)
                    .localPorts(HwLayout.LOCAL_PORTS);
            vcRule(VcRule.DATELINE)
                    .arbitration(Arbitration.AGE)
                    .routing(Routing.DIMENSION_ORDER)
                    .unsafe(Unsafe.NONE);
            memoryBytes(1 << 16)
                    .messageBase(0)
                    .barrierWidth(8)
                    .seed(1)
                    .epochAccess(EpochAccess.OPEN)
                    .tasks(2);
            barrierMaster(BarrierMaster.FIRST)
                    .collective(CollectiveNetwork.UNUSED)
                    .barrier(GlobalBarrier.WIRES)
                    .rtl(Map.of());
        }

        MachineBuilder(MachineConfig machine) {
            try {
                for (RecordComponent part : MachineConfig.class.getRecordComponents()) {
                    parts.put(part.getName(), part.getAccessor().invoke(machine));
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Makes a record of a value for each of its components. */
        public static <T> T make(Class<T> type, Function<RecordComponent, Object> value) {
            RecordComponent[] parts = type.getRecordComponents();
            Class<?>[] types =
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                return type.getDeclaredConstructor(types)
                        .newInstance(Arrays.stream(parts).map(value).toArray());
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof RuntimeException refusal ? refusal : new IllegalStateException(e);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type.getName(), e);
            }
        }

        private MachineBuilder set(String part, Object value) {
            parts.put(part, value);
            return this;
        }

        public MachineBuilder latency(Latency value) {
            return set("latency", value);
        }

        public MachineBuilder linkInterval(int value) {
            return set("linkInterval", value);
        }

        public MachineBuilder linkChunk(int value) {
            return set("linkChunk", value);
        }

        /** Sets the buffer depths; by default they follow the routing ({@link Buffers#of}). */
        public MachineBuilder buffers(Buffers value) {
            return set("buffers", value);
        }

        public MachineBuilder localPorts(int value) {
            return set("localPorts", value);
        }

        public MachineBuilder vcRule(VcRule value) {
            return set("vcRule", value);
        }

        public MachineBuilder arbitration(Arbitration value) {
            return set("arbitration", value);
        }

        public MachineBuilder memoryBytes(int value) {
            return set("memoryBytes", value);
        }

        public MachineBuilder messageBase(int value) {
            return set("messageBase", value);
        }

        /** Sets the DLA limits; by default every limit is the depth of the DLA FIFO. */
        public MachineBuilder dla(DlaLimits value) {
            return set("dla", value);
        }

        public MachineBuilder tasks(int each) {
            return tasks(Collections.nCopies(((Shape) parts.get("shape")).nodes(), each));
        }

        public MachineBuilder tasks(List<Integer> value) {
            return set("tasks", value);
        }

        public MachineBuilder barrierWidth(int value) {
            return set("barrierWidth", value);
        }

        public MachineBuilder seed(long value) {
            return set("seed", value);
        }

        public MachineBuilder routing(Routing value) {
            return set("routing", value);
        }

        public MachineBuilder unsafe(Unsafe value) {
            return set("unsafe", value);
        }

        public MachineBuilder epochAccess(EpochAccess value) {
            return set("epochAccess", value);
        }

        public MachineBuilder barrierMaster(BarrierMaster value) {
            return set("barrierMaster", value);
        }

        public MachineBuilder barrier(GlobalBarrier value) {
            return set("barrier", value);
        }

        public MachineBuilder collective(CollectiveNetwork value) {
            return set("collective", value);
        }

        /** Sets the units of the RTL that the user replaces: by module, its files. */
        public MachineBuilder rtl(Map<String, List<String>> files) {
            return set("rtl", files);
        }

        public MachineConfig build() {
            Map<String, Object> all = new HashMap<>(parts);
            Buffers depths =
                    (Buffers) all.computeIfAbsent("buffers", part -> Buffers.of((Routing) parts.get("routing")));
            all.computeIfAbsent("dla", part -> DlaLimits.of(depths.dla()));
            return make(MachineConfig.class, part -> all.get(part.getName()));
        }
    }
}

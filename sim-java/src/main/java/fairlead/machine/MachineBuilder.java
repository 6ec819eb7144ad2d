// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Builds a machine from its parts, which are the components of a {@link MachineConfig}. A part that is not given has
 * the default of a scenario. {@link MachineConfig#of} makes a builder.
 */
public final class MachineBuilder {
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
        barrierMaster(BarrierMaster.FIRST).collective(CollectiveNetwork.UNUSED).barrier(GlobalBarrier.WIRES);
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
        Class<?>[] types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
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

    public MachineConfig build() {
        Map<String, Object> all = new HashMap<>(parts);
        Buffers depths = (Buffers) all.computeIfAbsent("buffers", part -> Buffers.of((Routing) parts.get("routing")));
        all.computeIfAbsent("dla", part -> DlaLimits.of(depths.dla()));
        return make(MachineConfig.class, part -> all.get(part.getName()));
    }
}

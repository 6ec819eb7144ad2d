// SPDX-License-Identifier: Apache-2.0
package fairlead.machine;

import fairlead.hw.HwLayout;
import java.util.Collections;
import java.util.List;

/**
 * Builds a machine from its parts. A part that is not given has the default of a scenario. {@link MachineConfig#of}
 * makes a builder.
 */
public final class MachineBuilder {
    private Shape shape;
    private Latency latency = Latency.DEFAULT;
    private int linkInterval = 1;
    private int linkChunk = 1;
    private Buffers buffers;
    private int localPorts = HwLayout.LOCAL_PORTS;
    private VcRule vcRule = VcRule.DATELINE;
    private Arbitration arbitration = Arbitration.AGE;
    private int memoryBytes = 1 << 16;
    private int messageBase;
    private DlaLimits dla;
    private List<Integer> tasks;
    private int barrierWidth = 8;
    private long seed = 1;
    private Routing routing = Routing.DIMENSION_ORDER;
    private Unsafe unsafe = Unsafe.NONE;
    private EpochAccess epochAccess = EpochAccess.OPEN;
    private BarrierMaster barrierMaster = BarrierMaster.FIRST;
    private CollectiveNetwork collective = CollectiveNetwork.UNUSED;
    private GlobalBarrier barrier = GlobalBarrier.WIRES;

    MachineBuilder(Shape shape) {
        this.shape = shape;
        tasks(2);
    }

    MachineBuilder(MachineConfig m) {
        shape = m.shape();
        latency = m.latency();
        linkInterval = m.linkInterval();
        linkChunk = m.linkChunk();
        buffers = m.buffers();
        localPorts = m.localPorts();
        vcRule = m.vcRule();
        arbitration = m.arbitration();
        memoryBytes = m.memoryBytes();
        messageBase = m.messageBase();
        dla = m.dla();
        tasks = m.tasks();
        barrierWidth = m.barrierWidth();
        seed = m.seed();
        routing = m.routing();
        unsafe = m.unsafe();
        epochAccess = m.epochAccess();
        barrierMaster = m.barrierMaster();
        collective = m.collective();
        barrier = m.barrier();
    }

    public MachineBuilder latency(Latency value) {
        latency = value;
        return this;
    }

    public MachineBuilder linkInterval(int value) {
        linkInterval = value;
        return this;
    }

    public MachineBuilder linkChunk(int value) {
        linkChunk = value;
        return this;
    }

    /** Sets the buffer depths; by default they follow the routing ({@link Buffers#of}). */
    public MachineBuilder buffers(Buffers value) {
        buffers = value;
        return this;
    }

    public MachineBuilder localPorts(int value) {
        localPorts = value;
        return this;
    }

    public MachineBuilder vcRule(VcRule value) {
        vcRule = value;
        return this;
    }

    public MachineBuilder arbitration(Arbitration value) {
        arbitration = value;
        return this;
    }

    public MachineBuilder memoryBytes(int value) {
        memoryBytes = value;
        return this;
    }

    public MachineBuilder messageBase(int value) {
        messageBase = value;
        return this;
    }

    /** Sets the DLA limits; by default every limit is the depth of the DLA FIFO. */
    public MachineBuilder dla(DlaLimits value) {
        dla = value;
        return this;
    }

    public MachineBuilder tasks(int each) {
        return tasks(Collections.nCopies(shape.nodes(), each));
    }

    public MachineBuilder tasks(List<Integer> value) {
        tasks = value;
        return this;
    }

    public MachineBuilder barrierWidth(int value) {
        barrierWidth = value;
        return this;
    }

    public MachineBuilder seed(long value) {
        seed = value;
        return this;
    }

    public MachineBuilder routing(Routing value) {
        routing = value;
        return this;
    }

    public MachineBuilder unsafe(Unsafe value) {
        unsafe = value;
        return this;
    }

    public MachineBuilder epochAccess(EpochAccess value) {
        epochAccess = value;
        return this;
    }

    public MachineBuilder barrierMaster(BarrierMaster value) {
        barrierMaster = value;
        return this;
    }

    public MachineBuilder barrier(GlobalBarrier value) {
        barrier = value;
        return this;
    }

    public MachineBuilder collective(CollectiveNetwork value) {
        collective = value;
        return this;
    }

    public MachineConfig build() {
        Buffers depths = buffers == null ? Buffers.of(routing) : buffers;
        return new MachineConfig(
                shape,
                latency,
                linkInterval,
                linkChunk,
                depths,
                localPorts,
                vcRule,
                arbitration,
                memoryBytes,
                messageBase,
                dla == null ? DlaLimits.of(depths.dla()) : dla,
                tasks,
                barrierWidth,
                seed,
                routing,
                unsafe,
                epochAccess,
                barrierMaster,
                collective,
                barrier);
    }
}

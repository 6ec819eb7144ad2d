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

    MachineBuilder(final Shape shape) {
        this.shape = shape;
        tasks(2);
    }

    MachineBuilder(final MachineConfig m) {
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

    public MachineBuilder latency(final Latency value) {
        latency = value;
        return this;
    }

    public MachineBuilder linkInterval(final int value) {
        linkInterval = value;
        return this;
    }

    public MachineBuilder linkChunk(final int value) {
        linkChunk = value;
        return this;
    }

    /** Sets the buffer depths; by default they follow the routing ({@link Buffers#of}). */
    public MachineBuilder buffers(final Buffers value) {
        buffers = value;
        return this;
    }

    public MachineBuilder localPorts(final int value) {
        localPorts = value;
        return this;
    }

    public MachineBuilder vcRule(final VcRule value) {
        vcRule = value;
        return this;
    }

    public MachineBuilder arbitration(final Arbitration value) {
        arbitration = value;
        return this;
    }

    public MachineBuilder memoryBytes(final int value) {
        memoryBytes = value;
        return this;
    }

    public MachineBuilder messageBase(final int value) {
        messageBase = value;
        return this;
    }

    /** Sets the DLA limits; by default every limit is the depth of the DLA FIFO. */
    public MachineBuilder dla(final DlaLimits value) {
        dla = value;
        return this;
    }

    public MachineBuilder tasks(final int each) {
        return tasks(Collections.nCopies(shape.nodes(), each));
    }

    public MachineBuilder tasks(final List<Integer> value) {
        tasks = value;
        return this;
    }

    public MachineBuilder barrierWidth(final int value) {
        barrierWidth = value;
        return this;
    }

    public MachineBuilder seed(final long value) {
        seed = value;
        return this;
    }

    public MachineBuilder routing(final Routing value) {
        routing = value;
        return this;
    }

    public MachineBuilder unsafe(final Unsafe value) {
        unsafe = value;
        return this;
    }

    public MachineBuilder epochAccess(final EpochAccess value) {
        epochAccess = value;
        return this;
    }

    public MachineBuilder barrierMaster(final BarrierMaster value) {
        barrierMaster = value;
        return this;
    }

    public MachineBuilder barrier(final GlobalBarrier value) {
        barrier = value;
        return this;
    }

    public MachineBuilder collective(final CollectiveNetwork value) {
        collective = value;
        return this;
    }

    public MachineConfig build() {
        final Buffers depths = buffers == null ? Buffers.of(routing) : buffers;
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

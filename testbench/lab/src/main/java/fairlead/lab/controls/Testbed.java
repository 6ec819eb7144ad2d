// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.controls;

import fairlead.machine.Arbitration;
import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaOptions;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.program.ProgramBuilder;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** A builder of a control's machine. The buffers are small, so that a flaw shows early. */
final class Testbed {
    private static final int MEMORY_BYTES = 1 << 19;
    private static final int BARRIER_WIDTH = 8;
    private static final int MANY = 1024;

    private final Shape shape;
    private int tasks = 1;
    private int linkVc = 4;
    private int local = 4;
    private int response = 4;
    private int dla = 64;
    private DlaOptions options = DlaOptions.NONE;
    private int memory = 8;
    private int software = 16;
    private Routing routing = Routing.DIMENSION_ORDER;
    private Arbitration arbitration = Arbitration.AGE;
    private Unsafe unsafe = Unsafe.NONE;
    private CollectiveNetwork collective = CollectiveNetwork.UNUSED;

    Testbed(final int kx, final int ky, final int kz) {
        shape = new Shape(kx, ky, kz);
    }

    Testbed tasks(final int each) {
        tasks = each;
        return this;
    }

    Testbed depths(final int link, final int localDepth, final int responses) {
        linkVc = link;
        local = localDepth;
        response = responses;
        return this;
    }

    Testbed routing(final Routing other) {
        routing = other;
        return this;
    }

    /** Selects round-robin arbitration, in which an injected packet has the same priority as a packet in transit. */
    Testbed roundRobin() {
        arbitration = Arbitration.ROUND_ROBIN;
        return this;
    }

    Testbed dla(final int words) {
        dla = words;
        return this;
    }

    Testbed options(final DlaOptions others) {
        options = others;
        return this;
    }

    /** Sets the latencies of memory and of software, in cycles. */
    Testbed latency(final int ofMemory, final int ofSoftware) {
        memory = ofMemory;
        software = ofSoftware;
        return this;
    }

    /** Adds a class route over all nodes. */
    Testbed classRoute() {
        collective = CollectiveNetwork.UNUSED.withGroups(
                List.of(IntStream.range(0, shape.nodes()).boxed().toList()));
        return this;
    }

    Testbed unsafe(final int variant) {
        return unsafe(variant, Unsafe.ALL_NODES, 0);
    }

    Testbed unsafe(final int variant, final int node, final int operand) {
        unsafe = new Unsafe(variant, node, operand);
        return this;
    }

    ProgramBuilder program(final String name) {
        return new ProgramBuilder(name, shape, Collections.nCopies(shape.nodes(), tasks), MEMORY_BYTES);
    }

    MachineConfig config() {
        return MachineConfig.of(shape)
                .latency(new Latency(2, 2, memory, software, 8, 0))
                .buffers(new Buffers(linkVc, local, 16, 16, dla, response))
                .arbitration(arbitration)
                .memoryBytes(MEMORY_BYTES)
                .dla(new DlaLimits(dla, MANY, MANY, MANY, MANY, MANY, MANY, MANY, MANY, options))
                .tasks(tasks)
                .barrierWidth(BARRIER_WIDTH)
                .routing(routing)
                .unsafe(unsafe)
                .collective(collective)
                .build();
    }
}

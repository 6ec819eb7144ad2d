// SPDX-License-Identifier: Apache-2.0
package fairlead.control;

import fairlead.engine.Arbitration;
import fairlead.engine.Buffers;
import fairlead.engine.DlaLimits;
import fairlead.engine.DlaOptions;
import fairlead.engine.Latency;
import fairlead.engine.MachineConfig;
import fairlead.engine.Routing;
import fairlead.engine.Shape;
import fairlead.engine.Unsafe;
import fairlead.program.ProgramBuilder;
import java.util.Collections;

/** The machine of a control: small buffers, so that a flaw shows early. */
final class Machine {
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

    Machine(final int kx, final int ky, final int kz) {
        shape = new Shape(kx, ky, kz);
    }

    Machine tasks(final int each) {
        tasks = each;
        return this;
    }

    Machine depths(final int link, final int localDepth, final int responses) {
        linkVc = link;
        local = localDepth;
        response = responses;
        return this;
    }

    Machine routing(final Routing other) {
        routing = other;
        return this;
    }

    /** Without ages a packet that comes in is as good as one that goes on. */
    Machine roundRobin() {
        arbitration = Arbitration.ROUND_ROBIN;
        return this;
    }

    Machine dla(final int words) {
        dla = words;
        return this;
    }

    Machine options(final DlaOptions others) {
        options = others;
        return this;
    }

    /** Latency of memory and of software. */
    Machine latency(final int ofMemory, final int ofSoftware) {
        memory = ofMemory;
        software = ofSoftware;
        return this;
    }

    Machine unsafe(final int variant) {
        return unsafe(variant, Unsafe.ALL_NODES, 0);
    }

    Machine unsafe(final int variant, final int node, final int operand) {
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
                .build();
    }
}

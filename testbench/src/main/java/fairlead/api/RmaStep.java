// SPDX-License-Identifier: Apache-2.0
package fairlead.api;

import fairlead.program.Operation;
import java.util.Arrays;

/**
 * One operation of a task. A {@link RmaTask} makes it. Steps of a task run concurrently unless a fence, flush, barrier
 * or epoch orders them or one of the methods here does. All methods return the step itself, and throw an
 * IllegalStateException once the program has run.
 */
public final class RmaStep {
    private final RmaProgram program;
    private final Operation operation;
    private final int id;
    private final int node;
    private final int task;

    RmaStep(RmaProgram program, Operation operation, int id, int node, int task) {
        this.program = program;
        this.operation = operation;
        this.id = id;
        this.node = node;
        this.task = task;
    }

    /** Returns the number of the step in its program, from 0: the row of ops.csv. */
    public int id() {
        return id;
    }

    /** Returns the rank of the node whose task performs the step. */
    public int node() {
        return node;
    }

    /** Makes the step start only when these steps of the same node have completed. */
    public RmaStep requires(RmaStep... steps) {
        operation.requires(ids(steps));
        return this;
    }

    /** Makes the step start only when these steps of the same node have been handed to the network interface. */
    public RmaStep after(RmaStep... steps) {
        operation.after(ids(steps));
        return this;
    }

    /** Makes the step part of an epoch of its own task, which {@link RmaTask#openEpoch} has opened. */
    public RmaStep in(RmaStep epoch) {
        operation.in(ids(epoch)[0]);
        return this;
    }

    /**
     * Sets the first cycle in which the step may be handed to the machine.
     *
     * @throws IllegalArgumentException if the cycle is negative
     */
    public RmaStep notBefore(long cycle) {
        if (cycle < 0) {
            throw new IllegalArgumentException("cycle must be 0 or more: " + cycle);
        }
        operation.notBefore(cycle);
        return this;
    }

    /** Requires of a put or get that its packets keep the order of their way under every routing. */
    public RmaStep ordered() {
        operation.ordered();
        return this;
    }

    /** Declares that a refusal, rejection or discard of the step is a result and no error. */
    public RmaStep attempt() {
        operation.attempt();
        return this;
    }

    private int[] ids(RmaStep... steps) {
        program.requireOpen();
        for (RmaStep step : steps) {
            if (step.program != program) {
                throw new IllegalArgumentException("step " + step.id + " belongs to another program");
            }
        }
        return Arrays.stream(steps).mapToInt(s -> s.id).toArray();
    }

    int task() {
        return task;
    }

    Operation operation() {
        return operation;
    }

    RmaProgram program() {
        return program;
    }
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/**
 * A unit of the NIC. In each cycle t in which the tile is awake: inputs and commands of t, then step of every unit, then edge of every unit. The contract:
 *
 * <ul>
 *   <li>Step decides. It may ask other units, which answer from their registers, and tell them something. What this unit answers when it is asked stays as it was.
 *   <li>Edge commits. What was decided and told becomes state. It asks no other unit and tells none.
 * </ul>
 *
 * <p>So no order of the steps, and none of the edges, changes an event. The tile asserts that nobody is told anything in an edge, and a test runs it in other orders. A unit
 * that asks nobody has no step. Two use that nobody can see it: DmaTx, which nobody asks, changes registers in its step at once; DmaRx chooses at the edge what its next step
 * does.
 */
public interface Unit {
    /** Decides from the state at the start of cycle t and the inputs of t. */
    default void step(final long t) {}

    /** The clock edge that ends cycle t. */
    void edge(long t);

    /** False only if stepping the unit in the next cycle, without any input or notice, would change nothing and emit nothing. */
    boolean busy();
}

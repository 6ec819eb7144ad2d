// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * A unit of the NIC. In each cycle t in which the tile is awake, the tile delivers the inputs and commands of t, then
 * calls step of every unit, and then edge of every unit. The contract is:
 * <ul>
 * <li>The step decides. It may send questions to other units, which answer from their registers, and notices. The
 * answers of its own unit do not change in a step.
 * <li>The edge commits. Decisions and received notices become state. An edge sends neither questions nor notices.
 * </ul>
 *
 * <p>The order of the steps, and the order of the edges, therefore changes no event. The tile asserts that no unit
 * receives a notice in an edge, and a test runs it in other orders. A unit without questions and notices of its own has
 * no step. Two units use the fact that no other unit can observe a part of their state: DmaTx, which receives no
 * questions, changes its registers in its step; DmaRx selects at the edge the actions of its next step.
 */
public interface Unit {
    /** Decides from the state at the start of cycle t and the inputs of t; does nothing by default. */
    default void step(long t) {}

    /** Executes the clock edge that ends cycle t. */
    void edge(long t);

    /**
     * Returns false only if a step in the next cycle, without any input or notice, would change no state and emit no
     * event.
     */
    boolean busy();
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/**
 * A unit of the NIC. In each cycle t in which the tile is awake, the tile delivers the inputs and commands of t, then
 * calls step of every unit, then edge of every unit, in any order.
 */
public interface Unit {
    /**
     * Decides from the state at the start of cycle t and the inputs of t. The step may send questions and notices to
     * other units, but does not change the visible state of its own unit.
     */
    void step(long t);

    /** Executes the clock edge that ends cycle t: decisions and received notices become state. */
    void edge(long t);

    /**
     * Returns false only if a step in the next cycle, without any input or notice, would change no state and emit no
     * event.
     */
    boolean busy();
}

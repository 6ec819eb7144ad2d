// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** A unit of the NIC. In each cycle t in which the tile is awake: inputs and commands of t, then step of every unit, then edge of every unit, in any order. */
public interface Unit {
    /** Decides from the state at the start of cycle t and the inputs of t; asks other units, tells them; its own visible state stays as it was. */
    void step(long t);

    /** The clock edge that ends cycle t: what was decided and told becomes state. */
    void edge(long t);

    /** False only if stepping the unit in the next cycle, without any input or notice, would change nothing and emit nothing. */
    boolean busy();
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** A unit at the host port. */
public interface Commanded {
    /** The command on the pins in the cycle that is about to be stepped: HwLayout.TileCommand. At most one a cycle; a unit ignores what is not its own. */
    void command(int op, long w0, long w1, long w2, long w3);
}

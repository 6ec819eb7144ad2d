// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/** A unit at the host port. */
public interface Commanded {
    /**
     * Receives the command on the pins in the next cycle to be stepped, as a HwLayout.TileCommand. There is at most one
     * command a cycle; a unit ignores the commands of other units.
     */
    void command(int op, long w0, long w1, long w2, long w3);
}

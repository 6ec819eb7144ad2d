// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.nic;

/**
 * ControlPacket: a source of header-only packets. Its register shows one packet until the packet is taken. All methods
 * except {@link #take} are questions.
 */
public interface ControlSource {
    boolean valid();

    int ptype();

    /** Returns the destination as a packed Coord. */
    int dst();

    /** Returns the packed Header1. */
    long word1();

    /** Notice: the packet is prepared in this cycle (`ready`). */
    void take();
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.model.ports;

/** ControlPacket: a unit that wants header-only packets sent. The register shows one packet until it is taken. All but take are questions. */
public interface ControlSource {
    boolean valid();

    int ptype();

    /** Packed Coord. */
    int dst();

    /** Packed Header1. */
    long word1();

    /** Notice: prepared in this cycle (`ready`). */
    void take();
}

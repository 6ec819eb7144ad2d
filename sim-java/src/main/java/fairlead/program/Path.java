// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The path from software into the NIC (D11). */
public enum Path {
    /** An injection FIFO of descriptors, which the DMA engine reads. */
    DESCRIPTOR,
    /** At most 64 bytes stored into the DLA window; SystemMessagingModule allocates credits and resends. */
    INLINE,
    /**
     * The same stores without the module: the program allocates with DLA_ALLOC, and discarded requests are not sent
     * again.
     */
    STORE
}

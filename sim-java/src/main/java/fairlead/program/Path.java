// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The path from software into the NIC (D11). */
public enum Path {
    /** An injection FIFO of descriptors, which the DMA engine reads. */
    DESCRIPTOR,
    /**
     * Stores of at most 64 bytes into the DLA window. SystemMessagingModule allocates the credits and repeats discarded
     * requests.
     */
    INLINE,
    /**
     * The same stores without the module. The program allocates with DLA_ALLOC, and discarded requests are not
     * repeated.
     */
    STORE
}

// SPDX-License-Identifier: Apache-2.0
package fairlead.program;

/** The way from software into the NIC (D11). */
public enum Path {
    /** Injection FIFO of descriptors; the DMA engine pulls. */
    DESCRIPTOR,
    /** At most 64 bytes stored into the DLA window; SystemMessagingModule allocates and resends. */
    INLINE,
    /** The same stores, raw: the program allocates with DLA_ALLOC, and what is discarded stays discarded. */
    STORE
}

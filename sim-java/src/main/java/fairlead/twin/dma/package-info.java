// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of the DMA engine (docs/spec/dma-engine.md). {@link fairlead.twin.dma.DmaTx} makes packets of descriptors
 * and of responses, {@link fairlead.twin.dma.DmaRx} receives them, and {@link fairlead.twin.dma.CommitUnit} lets a
 * packet act when the writes before it are in memory. {@link fairlead.twin.dma.Activity} and {@link
 * fairlead.twin.dma.Lanes} only say which parts have work, so that a cycle leaves the others out.
 */
package fairlead.twin.dma;

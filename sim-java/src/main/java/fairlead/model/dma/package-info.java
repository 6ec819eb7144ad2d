// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of the DMA engine (docs/spec/dma-engine.md). {@link fairlead.model.dma.DmaTx} makes packets of descriptors
 * and of responses, {@link fairlead.model.dma.DmaRx} receives them, and {@link fairlead.model.dma.CommitUnit} lets a
 * packet act when the writes before it are in memory. {@link fairlead.model.dma.Activity} and {@link
 * fairlead.model.dma.Lanes} only say which parts have work, so that a cycle leaves the others out.
 */
package fairlead.model.dma;

// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of the collective network and of the device through which processors read it
 * (docs/spec/collective-network.md, docs/spec/collective-device.md). {@link
 * fairlead.twin.collective.CollectiveRouter} is one node of the tree: a channel for combining on each class route, a
 * channel for messages, and the buffers and links that they share.
 */
package fairlead.twin.collective;

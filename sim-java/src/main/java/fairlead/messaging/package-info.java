// SPDX-License-Identifier: Apache-2.0
/**
 * Node software above single transfers: collective operations over groups of nodes, and messages with match words
 * (docs/use/collectives.md). {@link fairlead.messaging.ApplicationMessagingModule} adds a call to a program; an {@link
 * fairlead.messaging.Algorithm} gives its {@link fairlead.messaging.Schedule} of transfers, and {@link
 * fairlead.messaging.CollectiveCompiler} makes operations of it. Nothing here runs in a simulation.
 */
package fairlead.messaging;

// SPDX-License-Identifier: Apache-2.0
/**
 * Node software above single transfers: collective operations over groups of nodes, and messages with match words
 * (docs/use/collectives.md). {@link fairlead.workload.collective.ApplicationMessagingModule} adds a call to a program;
 * an {@link fairlead.workload.collective.Algorithm} gives its {@link fairlead.workload.collective.Schedule} of
 * transfers, and {@link fairlead.workload.collective.CollectiveCompiler} makes operations of it. Nothing here runs in a
 * simulation.
 */
package fairlead.workload.collective;

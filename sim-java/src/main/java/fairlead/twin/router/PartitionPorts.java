// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

/**
 * The connections of the routers of one partition. Only the thread of the partition uses them.
 *
 * @param packets packets of the partition
 * @param nic receives ejected flits and injection credits
 * @param hopsOrNull listener for hops, or null
 */
public record PartitionPorts(Packets packets, EjectionLinks nic, HopSink hopsOrNull) {}

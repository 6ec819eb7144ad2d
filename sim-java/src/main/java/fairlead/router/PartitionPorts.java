// SPDX-License-Identifier: Apache-2.0
package fairlead.router;

import fairlead.flow.EjectionLinks;
import fairlead.flow.Packets;

/**
 * What the routers of one partition are wired to; used by the thread that has the partition, and by no other.
 *
 * @param hopsOrNull null when nobody wants to know
 */
public record PartitionPorts(Packets packets, EjectionLinks nic, HopSink hopsOrNull) {}

// SPDX-License-Identifier: Apache-2.0
package fairlead.model.router;

import fairlead.model.ports.EjectionLinks;
import fairlead.model.ports.Packets;

/**
 * What the routers of one partition are wired to; used by the thread that has the partition, and by no other.
 *
 * @param hopsOrNull null when nobody wants to know
 */
public record PartitionPorts(Packets packets, EjectionLinks nic, HopSink hopsOrNull) {}

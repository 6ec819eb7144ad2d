// SPDX-License-Identifier: Apache-2.0
package fairlead.workload.collective;

/** What the nodes of a group do together: one call of {@link ApplicationMessagingModule}. */
public sealed interface Item permits Collective, Message {}

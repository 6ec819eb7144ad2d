// SPDX-License-Identifier: Apache-2.0
/**
 * Synthetic traffic at the local ports of the routers: open loop, infinite source queues, warm-up and steady state as the field's network simulators define them. No
 * NIC and no program takes part; the routers are those of the twin.
 */
package fairlead.openloop;

// SPDX-License-Identifier: Apache-2.0
/**
 * Synthetic traffic at the local ports of the routers: an open loop with unbounded source queues, warm-up and steady
 * state as network simulators define them. It uses neither NIC nor program; the routers are those of the twin.
 */
package fairlead.openloop;

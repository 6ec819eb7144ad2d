// SPDX-License-Identifier: Apache-2.0
/**
 * Compares the routing rules of the static check with the Verilated RouteUnit, tuple by tuple (`fairlead check
 * --rtl`).
 */
package fairlead.lab.routes;

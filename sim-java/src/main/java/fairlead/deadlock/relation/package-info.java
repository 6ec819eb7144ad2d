// SPDX-License-Identifier: Apache-2.0
/**
 * Routing relations of any topology, read from a file and judged by the checker of the machine
 * (docs/understand/deadlock.md).
 */
package fairlead.deadlock.relation;

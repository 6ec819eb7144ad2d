// SPDX-License-Identifier: Apache-2.0
/**
 * Calls of this program's code as it is with another structure than that of the process. A search over structures asks
 * {@link fairlead.search.structure.StructureCode} for bits, keys and simulations of each point.
 */
package fairlead.search.structure;

// SPDX-License-Identifier: Apache-2.0
/**
 * What the twin's units exchange: packets, and the ports between the units of one tile, under the names that the RTL gives them (docs/twin.md).
 *
 * <p>Two rules hold for every port. A <em>question</em> answers with the state at the start of the cycle and changes nothing. A <em>notice</em> is stored by the unit
 * that gets it and takes effect in that unit's own {@code edge}. So the order in which units are stepped within a cycle cannot be seen.
 */
package fairlead.model.ports;

// SPDX-License-Identifier: Apache-2.0
/**
 * The packets and ports that connect the units of one tile in the twin, under the names of the RTL
 * (docs/understand/twin.md).
 *
 * <p>Two rules hold for every port. A <em>question</em> answers from the state at the start of the cycle and changes
 * nothing. A <em>notice</em> is stored by the receiving unit and takes effect in that unit's own {@code edge}. The
 * order in which units are stepped within a cycle therefore has no effect.
 */
package fairlead.twin.ports;

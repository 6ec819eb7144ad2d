// SPDX-License-Identifier: Apache-2.0
/** One node of the twin, connected from its units. */
package fairlead.twin.tile;

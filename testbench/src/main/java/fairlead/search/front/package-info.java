// SPDX-License-Identifier: Apache-2.0
/**
 * The quality of a front of points: hypervolume, distance from a reference front, and samples over several seeds. It
 * knows nothing of machines.
 */
package fairlead.search.front;

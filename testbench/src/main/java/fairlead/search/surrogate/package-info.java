// SPDX-License-Identifier: Apache-2.0
/**
 * Estimates of points that were not tried: a Gaussian process for each cost that needs a simulation, and the chance
 * that a point with such estimates is on the front ({@link fairlead.search.surrogate.Prospects}). It knows nothing of
 * machines; the search chooses its candidates by it (docs/use/search.md).
 */
package fairlead.search.surrogate;

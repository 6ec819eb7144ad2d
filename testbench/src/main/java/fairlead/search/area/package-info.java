// SPDX-License-Identifier: Apache-2.0
/**
 * What buffers cost ({@link fairlead.search.area.Area}: bits, or gates by yosys and a cell library), and the longest
 * paths of the units ({@link fairlead.search.area.Timing}).
 */
package fairlead.search.area;

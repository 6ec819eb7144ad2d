// SPDX-License-Identifier: Apache-2.0
/**
 * The twin of the performance counters at the host port of a node (docs/spec/perf-counters.md). {@link
 * fairlead.twin.counters.PerfCounters} switches and reads them; the counts are kept with the routers.
 */
package fairlead.twin.counters;

// SPDX-License-Identifier: Apache-2.0
/**
 * Deadlock, before a run and in it (D8; docs/understand/deadlock.md). {@link fairlead.deadlock.StaticCheck} takes the
 * possible waits of the shipped machine as one graph, which must have no cycle; it is written from docs/spec and shares
 * no code with the generator of the hardware. {@link fairlead.deadlock.KnotDetector} follows the actual waits on any
 * engine, from VcState words and events only, and also reports runs without a knot that make no progress.
 */
package fairlead.deadlock;

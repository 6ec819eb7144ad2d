// SPDX-License-Identifier: Apache-2.0
/**
 * Run-time detection of deadlock on any engine, from VcState words and events only. The detector follows the waits
 * between occupied VCs, finds knots of them, and also reports runs without a knot that make no progress. Page:
 * docs/understand/deadlock.md.
 */
package fairlead.deadlock.knot;

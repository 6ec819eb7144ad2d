// SPDX-License-Identifier: Apache-2.0
/**
 * Run-time detection of deadlock on any engine: waits between VCs over live occupancy, knots of them, and what is no knot but no progress either. Page:
 * docs/deadlock.md. Sees VcState words and events only.
 */
package fairlead.deadlock.detect;

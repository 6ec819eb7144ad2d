// SPDX-License-Identifier: Apache-2.0
/**
 * The static deadlock check (D8): who can wait for whom in the machine as it is built, as one graph without a cycle. Page: docs/deadlock.md. Written from docs/spec,
 * shares no code with the generator of the hardware.
 */
package fairlead.deadlock.graph;

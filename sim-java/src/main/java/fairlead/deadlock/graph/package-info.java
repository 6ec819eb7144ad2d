// SPDX-License-Identifier: Apache-2.0
/**
 * The static deadlock check (D8): the possible waits of the shipped machine as one graph, which must have no cycle.
 * Page: docs/understand/deadlock.md. The check is written from docs/spec and shares no code with the generator of the
 * hardware.
 */
package fairlead.deadlock.graph;

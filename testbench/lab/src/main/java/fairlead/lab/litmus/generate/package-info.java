// SPDX-License-Identifier: Apache-2.0
/** Draws litmus programs: cycles of relations between tasks, with a condition that only a weak order satisfies. */
package fairlead.lab.litmus.generate;

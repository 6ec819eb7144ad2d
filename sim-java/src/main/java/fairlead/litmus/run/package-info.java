// SPDX-License-Identifier: Apache-2.0
/** Runs litmus files over schedules and judges their outcomes (docs/use/litmus.md). */
package fairlead.litmus.run;

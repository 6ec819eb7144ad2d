// SPDX-License-Identifier: Apache-2.0
/**
 * Machines with a known verdict, for `scripts/lab controls`: negative ones with a flaw that must be found and named,
 * positive ones that must raise no alarm. {@link fairlead.lab.controls.Controls} lists them, {@link
 * fairlead.lab.controls.ControlRun} runs one, and {@link fairlead.lab.controls.ClosingSearch} finds the
 * cycle in which a knot closes by a method of its own.
 */
package fairlead.lab.controls;

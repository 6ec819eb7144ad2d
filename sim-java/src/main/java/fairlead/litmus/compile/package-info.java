// SPDX-License-Identifier: Apache-2.0
/** Litmus test, point and schedule -> a machine and a program for it (docs/litmus.md). */
package fairlead.litmus.compile;

// SPDX-License-Identifier: Apache-2.0
/** Compiles a litmus test, a point and a schedule to a machine and a program (docs/use/litmus.md). */
package fairlead.litmus.compile;

// SPDX-License-Identifier: Apache-2.0
/**
 * Live tasks: the software of a task as straight-line code that decides during the run what comes next. What it has
 * done is captured as a program, which any engine can play without the code and under all checkers.
 */
package fairlead.live;

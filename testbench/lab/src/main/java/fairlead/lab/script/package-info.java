// SPDX-License-Identifier: Apache-2.0
/**
 * The language of the case files in testbench/lab/cases: expressions, blocks, programs and machines
 * (docs/lab/requirement-rows.md).
 */
package fairlead.lab.script;

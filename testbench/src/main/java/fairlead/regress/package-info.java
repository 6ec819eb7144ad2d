// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the cases of a suite in processes of their own and judges them against expectations and a baseline
 * (docs/use/regress.md).
 */
package fairlead.regress;

// SPDX-License-Identifier: Apache-2.0
/**
 * Campaigns over generated litmus programs (docs/lab/generated-litmus.md).
 */
package fairlead.lab.litmus;

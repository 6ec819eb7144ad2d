// SPDX-License-Identifier: Apache-2.0
/**
 * The requirements of the source patents as rows. Each row runs programs on the RTL, judges the runs by a predicate,
 * and has a control that makes the same predicate false (docs/lab/requirement-rows.md).
 */
package fairlead.lab.requirements;

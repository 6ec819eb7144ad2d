// SPDX-License-Identifier: Apache-2.0
/** The requirements of the seeds as rows: each runs programs on the RTL, judges the run by a predicate, and has a control that makes the same predicate false (docs/seeds.md). */
package fairlead.requirements;

// SPDX-License-Identifier: Apache-2.0
/**
 * The search over machines (docs/use/search.md). {@link fairlead.search.Search} spends the budget of a study through a
 * {@link fairlead.search.Strategy}, keeps its {@link fairlead.search.Trials}, and confirms the front on the RTL; the
 * packages below hold the study, the evaluation of a point, areas and the quality of a front.
 */
package fairlead.search;

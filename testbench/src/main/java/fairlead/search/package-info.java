// SPDX-License-Identifier: Apache-2.0
/**
 * The search over machines (docs/use/search.md). {@link fairlead.search.Search} spends the budget of a study through a
 * {@link fairlead.search.Strategy}, keeps its {@link fairlead.search.Trials}, and confirms the front on the RTL. {@link
 * fairlead.search.StudyReader} reads the study from a file: which points are legal, and which buffers count.
 */
package fairlead.search;

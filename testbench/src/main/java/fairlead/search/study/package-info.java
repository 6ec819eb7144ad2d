// SPDX-License-Identifier: Apache-2.0
/**
 * The definition of a search: its {@link fairlead.search.study.Gene}s and {@link fairlead.search.study.Objective}s,
 * which points are legal, and the buffers that count. {@link fairlead.search.study.StudyReader} reads it from a file.
 */
package fairlead.search.study;

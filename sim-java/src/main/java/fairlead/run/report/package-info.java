// SPDX-License-Identifier: Apache-2.0
/**
 * What a run leaves behind: the report, summary.json, the table of verdicts, and files for a waveform viewer. Every
 * file and folder is written next to its place and renamed ({@link fairlead.run.report.WholeFile}, {@link
 * fairlead.run.report.OutputFolder}), so a reader never sees half of one.
 */
package fairlead.run.report;

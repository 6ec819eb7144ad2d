// SPDX-License-Identifier: Apache-2.0
/** Makes report.html of a run and the CSV files of its figures. */
package fairlead.run.view;

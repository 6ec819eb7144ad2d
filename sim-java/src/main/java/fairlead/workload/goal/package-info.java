// SPDX-License-Identifier: Apache-2.0
/** Programs in the GOAL text format and its RMA dialect (docs/use/workload-files.md). */
package fairlead.workload.goal;

// SPDX-License-Identifier: Apache-2.0
/** Communication motifs of applications with their published parameters, as programs in the GOAL format. */
package fairlead.workload.motif;

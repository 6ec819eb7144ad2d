// SPDX-License-Identifier: Apache-2.0
/** The calls of MPI (docs/use/mpi.md). */
package fairlead.mpi;

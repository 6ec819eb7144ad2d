// SPDX-License-Identifier: Apache-2.0
/** The calls of OpenSHMEM. */
package fairlead.shmem;

// SPDX-License-Identifier: Apache-2.0
/** Measures which verdict sees each fault of the faults build, how soon, and which runs nobody notices. */
package fairlead.lab.faults;

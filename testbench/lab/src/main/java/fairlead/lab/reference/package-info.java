// SPDX-License-Identifier: Apache-2.0
/** The comparison of the twin's routers with figures that another simulator measured. */
package fairlead.lab.reference;

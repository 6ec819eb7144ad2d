// SPDX-License-Identifier: Apache-2.0
/** Comparison of the twin's routers with figures that another simulator measured. */
package fairlead.openloop.compare;

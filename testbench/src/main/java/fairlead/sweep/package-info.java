// SPDX-License-Identifier: Apache-2.0
/** Sweeps: one scenario run over ranges of its keys, with every point repeated for several seeds. */
package fairlead.sweep;
